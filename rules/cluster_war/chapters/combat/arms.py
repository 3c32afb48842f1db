"""Who can fight, stands guard and blockades a system, what weapons do to a world, and what is left of its industry
(CW-5.0-24, CW-9.2-02, CW-9.2-15, CW-9.4, CW-9.5-05)."""

from collections.abc import Iterable, Iterator
from typing import Final

from rules.cluster_war.chapters.combat.unit_strength import fitted_spaces
from rules.cluster_war.chapters.detection.cloaks import is_hidden, sees_base
from rules.cluster_war.chapters.detection.sensors import is_full
from rules.cluster_war.chapters.movement.meetings import at_peace
from rules.cluster_war.model.events.raids import BlockadeChanged
from rules.cluster_war.model.holdings.capacity import less_industry
from rules.cluster_war.model.state.common import HexId, Settings, SideId, tables
from rules.cluster_war.model.state.holdings import Build, Colony, Design, Fleet, Ship
from rules.cluster_war.model.state.war import Wounds
from rules.cluster_war.model.unit_design.pricing import is_armed, is_weapon
from rules.cluster_war.model.unit_design.wounded import is_adrift, is_hurt, sound
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Cause, changed

BOMBARDMENT_TABLE: Final = "CW-TAB-BOMBARDMENT"
UNDRAWN_HULL_ROW: Final = "hull spaces of a warship nobody has drawn, for a point"
PLANET_KILLER: Final = "planet killer"
"""A trait of designs: they carry a weapon that breaks planets (CW-9.4-07)."""
BASE_INDUSTRY_FIELDS: Final = ("shipyard_bays", "heavy_industry", "light_industry", "science_stations", "training")
"""What of a colony's industry may be part of its bases."""
BLOCKADE_RULE: Final = "CW-9.2-02"
BLOCKADE_MISSION: Final = "blockade"


def is_warship(design: Design, settings: Settings) -> bool:
    """Whether a ship or base counts as armed: by its components; where nobody has listed them, unless it is a freighter, a
    survey ship or without a drive of its own (a base always)."""
    if design.layout or design.launchers or design.kind not in {"ship", "base"}:
        return design.kind in {"ship", "base", "small_craft"} and is_armed(design, settings)
    return design.kind == "base" or (design.drive > 0 and not (design.cargo_bays or design.survey_bays))


def can_fight(design: Design, wounds: Wounds, settings: Settings) -> bool:
    """Whether a unit counts as armed, and has a weapon that no battle has put out of order (CW-9.6-04)."""
    if not is_warship(design, settings) or not is_hurt(wounds):
        return is_warship(design, settings)
    weapons = {label: max(1, n) for label, n in fitted_spaces(design, settings).items() if is_weapon(label, settings)}
    out = {label: wounds.damaged.get(label, 0) + wounds.destroyed.get(label, 0) for label in weapons}
    return not weapons or any(n > out[label] for label, n in weapons.items())


def any_can_fight(turn: TurnState, side: SideId, ships: Iterable[Ship]) -> bool:
    """Whether one of these ships of a side can fight."""
    designs, found = turn.sides[side].designs, tuple(ship for ship in ships if not is_adrift(ship))
    whole = {ship.design for ship in found if not is_hurt(ship.wounds)}
    return any(is_warship(designs[d], turn.settings) for d in whole) or any(
        can_fight(designs[ship.design], ship.wounds, turn.settings) for ship in found if is_hurt(ship.wounds)
    )


def is_force(turn: TurnState, fleet: Fleet) -> bool:
    """Whether a fleet has a ship that can fight."""
    return any_can_fight(turn, fleet.side, _ships(turn, fleet))


def guards_at(turn: TurnState, side: SideId, hex_: HexId, seen_by: SideId = "") -> bool:
    """Whether a side has armed fleets or bases in a hex, its colonies' own among them (CW-9.5-05); with `seen_by` those alone
    that another side sees, since who stays under a cloak stands in nobody's way (CW-12.0-08)."""
    seen_by = seen_by if is_full(turn.settings) else ""
    fleets = (f for f in turn.fleets.at(hex_) if f.side == side and f.transit is None and is_force(turn, f))
    if any(not (seen_by and is_hidden(turn, f, seen_by)) for f in fleets):
        return True
    designs = turn.sides[side].designs
    alone = (
        b
        for b in turn.bases.at(hex_)
        if b.side == side
        and not b.towed_by
        and b.ready <= turn.turn
        and not (seen_by and not sees_base(turn, b, seen_by))
    )
    if any(can_fight(designs[b.design], b.wounds, turn.settings) for b in alone):
        return True
    held = (c.garrison for c in turn.colonies.at(hex_) if c.side == side)
    return any(
        n > 0 and (d := designs.get(key)) is not None and d.kind == "base" and is_warship(d, turn.settings)
        for garrison in held
        for key, n in garrison.items()
    )


def foes_of(turn: TurnState, side: SideId) -> Iterator[SideId]:
    """The sides that a side is not at peace with, sorted."""
    peace = frozenset(turn.start.peace)
    return (other for other in sorted(turn.sides) if other != side and not at_peace(peace, side, other))


def has_working_lrs(turn: TurnState, fleet: Fleet) -> bool:
    """Whether a ship of a fleet has LRS that no battle has put out of order (CW-9.5-08)."""
    designs = turn.sides[fleet.side].designs
    return any(sound(designs, ship).lrs > 0 for ship in _ships(turn, fleet))


def damage_a_week(turn: TurnState, fleet: Fleet) -> int:
    """Points of damage that a fleet's weapons do to a world in a week, by CW-TAB-BOMBARDMENT; weapons that are out of order
    do none."""
    designs = turn.sides[fleet.side].designs
    return sum(weapon_points(designs[ship.design], ship.wounds, turn.settings) for ship in _ships(turn, fleet))


def weapon_points(design: Design, wounds: Wounds, settings: Settings) -> int:
    """What one unit of a design adds to a week's bombardment."""
    table = tables(settings)[BOMBARDMENT_TABLE]
    if not design.layout:
        return design.hull // table.number(UNDRAWN_HULL_ROW, "number") if is_warship(design, settings) else 0
    points = 0
    for label, spaces in design.layout.items():
        kind = next((key for key in table.keys if label.startswith(key)), "")
        if kind:
            out = wounds.damaged.get(label, 0) + wounds.destroyed.get(label, 0)
            points += max(0, spaces - out) * table.number(kind, "number")
    return points


def _ships(turn: TurnState, fleet: Fleet) -> list[Ship]:
    return [turn.ships[ship] for ship in fleet.ships]


def in_bases(turn: TurnState, colony: Colony, field: str) -> int:
    """What of a colony's `field` ("shipyard_bays") is part of the bases of its garrison, and falls with them alone."""
    designs = turn.sides[colony.side].designs
    bases = ((designs[d], n) for d, n in colony.garrison.items() if d in designs and designs[d].kind == "base")
    return sum(getattr(base, field, 0) * n for base, n in bases)


def destroy_arms(colony: Colony, field: str, gone: int) -> Colony:
    """A colony after so much of a `field` was destroyed; what was being changed to another product line stands idle then."""
    left: int = getattr(colony, field) - gone
    match field:
        case "light_industry":
            return less_industry(changed(colony, retooling={}), gone)
        case "shipyard_bays":
            return changed(colony, shipyard_bays=left)
        case "heavy_industry":
            return changed(colony, heavy_industry=left)
        case "science_stations":
            return changed(colony, science_stations=left)
        case "training":
            return changed(colony, training=left)
        case _:
            return changed(colony, munitions=left)


def without_bases(colony: Colony, design: Design, count: int) -> Colony:
    """A colony after `count` bases of a design that served it are gone, with the yards, factories and labs in them (CW-6.1-01);
    never less than none of what has been destroyed before."""
    parts = {field: getattr(design, field) * count for field in BASE_INDUSTRY_FIELDS} if design.kind == "base" else {}
    for field, lost in parts.items():
        gone = min(lost, getattr(colony, field))
        colony = destroy_arms(colony, field, gone) if gone else colony
    return colony


def limit_works(turn: TurnState, colony: Colony) -> None:
    """Works at a colony go on with no more than what is left there to work with."""
    for build in turn.builds.at(colony.id):
        turn.builds[build.id] = changed(build, capacity=min(build.capacity, _room(colony, build)))


def _room(colony: Colony, build: Build) -> int:
    """The most that a build can still use at a place."""
    match build.place:
        case "shipyard":
            return colony.shipyard_bays + colony.heavy_industry
        case "heavy":
            return colony.heavy_industry
        case "factory":
            return colony.light_industry + colony.heavy_industry
        case _:
            return build.capacity


def blockade_week(turn: TurnState, week: int) -> None:
    """At a week's end: colonies whose system a fleet on blockade holds alone are cut off; those that nobody holds any more
    are not. The game master's own blockades stay, and so does everything where meetings are put to them (`Settings.battles`
    is "ask")."""
    del week
    if turn.settings.battles == "ask":
        return
    for key, colony in sorted(turn.colonies.items()):
        by = _holder(turn, colony)
        if by == colony.blockader or (by and colony.blockaded and not colony.blockader):
            continue
        if colony.blockader:
            _tell(turn, colony, colony.blockader, on=False)
        if by:
            _tell(turn, colony, by, on=True)
        turn.colonies[key] = changed(colony, blockaded=bool(by), blockader=by)


def _holder(turn: TurnState, colony: Colony) -> SideId:
    """The side that blockades a colony, the one that does already first; "" for none."""
    fleets = [
        f
        for f in turn.fleets.at(colony.hex)
        if f.mission == BLOCKADE_MISSION
        and f.transit is None
        and f.course is None
        and f.side != colony.side
        and not f.is_held
    ]
    if not fleets:
        return ""
    foes = set(foes_of(turn, colony.side))
    holders = sorted(
        {
            f.side
            for f in fleets
            if f.side in foes and is_force(turn, f) and not guards_at(turn, colony.side, colony.hex, f.side)
        }
    )
    return colony.blockader if colony.blockader in holders else next(iter(holders), "")


def _tell(turn: TurnState, colony: Colony, by: SideId, *, on: bool) -> None:
    for side in (colony.side, by):
        cause = Cause(BLOCKADE_RULE if on else "CW-5.0-24")
        name = colony.name if side == colony.side else ""  # what its owner calls it is their affair
        turn.tell_side(BlockadeChanged(side, colony.id, name, colony.side, by, on, cause=cause))
