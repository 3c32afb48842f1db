"""What worlds yield, and the numbers that supply, stress, yields and industry go by: colonies, resources, and mining stations
in bases and ships (CW-5.0-02, CW-7.1-02)."""

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import Final

from rules.cluster_war.model.state.common import ColonyId, HexId, Settings, SideId, overrides_of, tables, tables_with
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Base, Colony, Fleet
from rules.cluster_war.model.state.places import Body
from rules.cluster_war.model.state.war import rebel_cps
from rules.cluster_war.model.unit_design.wounded import sound
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Value


def supply_number(what: str, settings: Settings) -> int:
    """A number of supply and stress by what it is called in CW-TAB-SUPPLY."""
    return _number("CW-TAB-SUPPLY", what, overrides_of(settings))


def industrial(what: str, settings: Settings) -> int:
    """A number of yields, yards and factories by what it is called in CW-TAB-INDUSTRY."""
    return _number("CW-TAB-INDUSTRY", what, overrides_of(settings))


@lru_cache(maxsize=1024)
def _number(table: str, what: str, overrides: tuple[tuple[str, str], ...]) -> int:
    return tables_with(overrides)[table].number(what, "number")


STRIP_MINING_ROW: Final = "times the output of strip-mining"
MEDICINES: Final = "Natural Medicines"
SAME_RESOURCE: Final = {
    "Radioactive Materials": "Radioactives",  # CW-5.0-03
    "Magnetic Monopoles": "Special Magnetic Materials",  # CW-4.0-10
}


class MiningYield(Value):
    """What a colony's mining bases, a base or a fleet collects in a turn: stations at work and CPs."""

    side: SideId
    who: str
    hex: HexId
    orbit: int
    stations: int
    cps: int
    strip: bool


def resource(name: str) -> str:
    """A resource under the one name it is counted by (CW-5.0-03)."""
    return SAME_RESOURCE.get(name, name)


def multiplier(resources: Collection[str], settings: Settings) -> int:
    """What a world's resources multiply its output by: 1, 2 or 5, the highest alone (CW-5.0-07)."""
    if not resources:
        return 1
    found = {resource(name) for name in resources}
    known = tables(settings)
    if found & set(known["CW-TAB-SPECIAL"].keys):
        return industrial("times the output with a special resource", settings)
    if found & set(known["CW-TAB-STRATEGIC"].keys):
        return industrial("times the output with a strategic resource", settings)
    return 1


def output(size: int, max_cp: int, resources: Collection[str], settings: Settings) -> int:
    """CPs a turn from a colony of `size`: capped by the world's maximum, then multiplied (CW-5.0-02, CW-5.0-04)."""
    return min(size, max_cp) * multiplier(resources, settings)


def world_at(place: GameState | TurnState, hex_: HexId, orbit: int) -> Body | None:
    """The world in an orbit of a system; None if there is none."""
    system = place.cluster.systems.get(hex_)
    for body in system.bodies if system is not None else ():
        if body.orbit == orbit:
            return body
    return None


def colony_output(place: GameState | TurnState, colony: Colony) -> int:
    """CPs a colony's people yield a turn: twice as many when they strip-mine, fewer in a strike (CW-7.1-04, CW-5.0-24);
    cities in rebellion yield nothing (CW-9.3-72)."""
    world = world_at(place, colony.hex, colony.orbit)
    surface = place.surfaces.get(colony.id)
    size = colony.size - (rebel_cps(surface.cities, colony.size) if surface is not None else 0)
    yielded = output(size, world.max_cp, world.resources, place.settings) if world else size
    yielded *= industrial(STRIP_MINING_ROW, place.settings) if colony.strip else 1
    if world is not None and MEDICINES in world.resources:
        yielded = with_medicine(yielded, medical_spaces(place, colony), place.settings)
    return yielded * (100 - colony.hindered) // 100


def medical_spaces(place: GameState | TurnState, colony: Colony) -> int:
    """Hull spaces of medical center that a world has: in its people's bases, and in own bases in its orbit."""
    designs = place.sides[colony.side].designs
    held = sum(designs[d].medical * n for d, n in colony.garrison.items() if d in designs)
    alone = (b for b in place.bases.values() if (b.side, b.hex, b.orbit) == (colony.side, colony.hex, colony.orbit))
    return held + sum(sound(designs, b).medical for b in alone if not b.towed_by and b.ready <= place.turn)


def with_medicine(output_: int, spaces: int, settings: Settings) -> int:
    """A world's output of medicines: a tenth more from 120 spaces of medical center on, once, rounded down (CW-A-39)."""
    if spaces < industrial("hull of medical center that medicines need", settings):
        return output_
    return output_ * (100 + industrial("percent more output of medicines", settings)) // 100


def mining_yields(place: GameState | TurnState) -> tuple[MiningYield, ...]:
    """What every side's stations collect: 1 CP each, never more than the world has left, times its resources.

    Colonists come first, then bases by side and id, then ships (CW-7.1-02); strip-mining doubles what is collected
    (CW-7.1-04).
    """
    found: list[MiningYield] = []
    left: dict[tuple[HexId, int], int] = {}
    for side, who, hex_, orbit, stations, strip in _at_work(place):
        world = world_at(place, hex_, orbit)
        if world is None:
            continue
        settled = place.colonies.get(f"{hex_}-{orbit}")
        room = left.setdefault((hex_, orbit), max(0, world.max_cp - (settled.size if settled is not None else 0)))
        worked = min(stations, room)
        left[hex_, orbit] = room - worked
        cps = (
            worked
            * multiplier(world.resources, place.settings)
            * (industrial(STRIP_MINING_ROW, place.settings) if strip else 1)
        )
        found.append(MiningYield(side, who, hex_, orbit, worked, cps, strip))
    return tuple(found)


def neighbours(place: GameState | TurnState, side: SideId) -> Mapping[ColonyId, int]:
    """Other sides' colonies at worlds where the side's stations are at work, and their sizes: what stations collect never
    exceeds what people leave, so that whoever counts it knows how much they hold (CW-7.1-02)."""
    worked = {f"{found.hex}-{found.orbit}" for found in mining_yields(place) if found.side == side}
    return {key: c.size for key in sorted(worked) if (c := place.colonies.get(key)) is not None and c.side != side}


def _at_work(place: GameState | TurnState) -> Iterable[tuple[SideId, str, HexId, int, int, bool]]:
    for key, colony in sorted((k, c) for k, c in place.colonies.items() if c.garrison):
        designs = place.sides[colony.side].designs
        held = sum(designs[d].mining * n for d, n in colony.garrison.items() if d in designs)
        if held:
            yield colony.side, key, colony.hex, colony.orbit, held, colony.strip
    for key, base in sorted(place.bases.items()):
        stations = base_stations(place, base)
        if stations:
            yield base.side, key, base.hex, base.orbit, stations, base.strip
    for key, fleet in sorted((k, f) for k, f in place.fleets.items() if f.mining is not None):
        work, stations = fleet.mining, fleet_stations(place, fleet)
        if work is not None and stations and fleet.transit is None and fleet.hex == work.hex:
            yield fleet.side, key, work.hex, work.orbit, stations, work.strip


def base_stations(place: GameState | TurnState, base: Base) -> int:
    """Mining stations of a base that are at work: it must be in an orbit, ready, and not in tow."""
    if not base.orbit or base.towed_by or base.ready > place.turn:
        return 0
    return sound(place.sides[base.side].designs, base).mining


def fleet_stations(place: GameState | TurnState, fleet: Fleet) -> int:
    """Mining stations aboard a fleet's ships."""
    designs = place.sides[fleet.side].designs
    return sum(sound(designs, place.ships[ship]).mining for ship in fleet.ships)
