"""Coming down on a world: who can, by what way, and how long it takes (CW-9.2-04 to CW-9.2-14)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

from rules.cluster_war.chapters.combat.ground.troops import Troops, troops_of, war_number
from rules.cluster_war.model.state.designs import Design
from rules.cluster_war.model.state.names import DesignId
from rules.cluster_war.model.state.problems import Problem
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.surface import FULL
from rules.cluster_war.model.state.units import Ship
from rules.cluster_war.model.unit_design.transport import (
    Hangars,
    bay_room,
    flights_aboard,
    launch_problem,
    works_at_sea,
)
from rules.cluster_war.model.unit_design.wounded import sound
from rules.values import Value

Way: TypeAlias = Literal["dropped", "in landers", "from the landed ship"]


class Descent(Value):
    """How a battalion comes down, and the combat rounds until it is all on the ground."""

    way: Way
    rounds: int


def teams_a_round(design: Design, settings: Settings, transcasters: int = 0) -> int:
    """Combat teams that a troop ship sends down in a combat round: by the barracks, assault bays and transcaster stations that
    it has in working order (CW-9.2-06)."""
    return (
        design.barracks * war_number("teams a barracks sends down in a combat round", settings)
        + design.assault_bays * war_number("teams an assault bay sends down in a combat round", settings)
        + transcasters * war_number("teams a transcaster station sends down in a combat round", settings)
    )


def may_drop(unit: Design, troops: Troops, *, in_hangar: bool) -> Problem | None:
    """Why a unit cannot make planetfall from orbit, or None (CW-9.2-07, CW-9.2-08)."""
    if not troops.drops:
        return Problem(f"{unit.name} is not drop-capable: land its ship, or use landers.", "CW-9.2-07")
    if troops.vehicle and troops.scale == "battalion" and not (troops.speed == "air mobile" and in_hangar):
        return Problem(f"Of vehicles only grav tanks in hangar space are dropped; {unit.name} cannot be.", "CW-9.2-08")
    return None


def landers_of(designs: Mapping[DesignId, Design], ships: Iterable[Ship]) -> int:
    """Landing craft among a fleet's craft: gunboats that carry troops or cargo (CW-9.2-09, CW-9.2-12)."""
    craft = (sound(designs, ship) for ship in ships if designs[ship.design].kind == "small_craft")
    return sum(d.unit in {"", "gunboat"} and bool(d.barracks or d.cargo_bays) for d in craft)


def descent(
    unit: Design, troops: Troops, ship: Design, settings: Settings, *, landers: int = 0, in_hangar: bool = False
) -> Descent:
    """How a battalion comes down from a ship, and in how many combat rounds: by teams for troops in barracks, ten a
    battalion as a rule, and twenty before that for vehicles stowed as cargo (CW-9.2-06 to CW-9.2-11)."""
    deploy = war_number("combat rounds to deploy a battalion", settings)
    if may_drop(unit, troops, in_hangar=in_hangar) is None:
        a_round = teams_a_round(ship, settings)
        return Descent("dropped", min(deploy, -(-FULL // a_round)) if a_round and not troops.vehicle else deploy)
    stowed = troops.vehicle and not in_hangar
    unstow = war_number("combat rounds to unstow a battalion", settings) if stowed else 0
    return Descent("in landers" if landers else "from the landed ship", unstow + deploy)


def rounds_in_all(descents: Sequence[Descent], points: int) -> int:
    """Combat rounds until all are down: one after another at each unloading point, points side by side (CW-9.2-10)."""
    queues = [0] * max(1, points)
    for one in sorted(descents, key=lambda d: -d.rounds):
        queues[queues.index(min(queues))] += one.rounds
    return max(queues)


class Party(Value):
    """Battalions of one design that come down from one ship."""

    ship: Ship
    design: Design
    count: int
    descent: Descent


def parties(
    designs: Mapping[DesignId, Design],
    ships: Sequence[Ship],
    step: str,
    home_step: str,
    settings: Settings,
) -> tuple[tuple[Party, ...], tuple[Problem, ...]]:
    """All ground forces aboard that can come down on a world with this STEP code, ship by ship, and why others stay.

    Wet-navy units never invade (CW-A-63), flyers need air to fly in (CW-6.5-23). Drop-capable grav tanks ride in hangar
    bays as far as their ship has them to spare.
    """
    landers = landers_of(designs, ships)
    free = _free_bays(designs, ships, settings)
    found: list[Party] = []
    kept: dict[str, Problem] = {}
    for ship in ships:
        carrier = sound(designs, ship)
        bays = min(free, carrier.hangar // bay_room(settings) - flights_aboard(designs, ship, settings))
        for key, count in sorted(ship.crates.items()):
            unit = designs.get(key)
            if unit is None or unit.kind != "ground":
                continue
            troops = troops_of(unit, settings)
            amiss = launch_problem(unit, step, home_step)
            if works_at_sea(unit):
                amiss = Problem(f"{unit.name} is of the wet navy, which invades no other world.", "CW-A-63")
            if amiss is not None:
                kept[key] = amiss
                continue
            housed = min(count, max(0, bays) // max(1, unit.gear)) if troops.drops and troops.vehicle else 0
            bays -= housed * max(1, unit.gear)
            free -= housed * max(1, unit.gear)
            for n, hangar in ((housed, True), (count - housed, False)):
                if n:
                    how = descent(unit, troops, carrier, settings, landers=landers, in_hangar=hangar)
                    found.append(Party(ship, unit, n, how))
    return tuple(found), tuple(kept.values())


def _free_bays(designs: Mapping[DesignId, Design], ships: Sequence[Ship], settings: Settings) -> int:
    """Hangar bays of a fleet that neither its craft nor aerospace battalions are in."""
    hangars = Hangars(designs, [s for s in ships if designs[s.design].kind != "small_craft"], settings)
    for craft in (designs[s.design] for s in ships if designs[s.design].kind == "small_craft"):
        hangars.take(craft.hull)
    return hangars.free


def landing_rounds(found: Sequence[Party], landers: int) -> int:
    """Combat rounds until everybody is down: each ship is an unloading point of its own, and so is each lander."""
    ships: dict[str, list[Descent]] = {}
    for party in found:
        ships.setdefault(party.ship.id, []).extend([party.descent] * party.count)
    points = max(1, landers // max(1, len(ships)))
    return max((rounds_in_all(queue, points) for queue in ships.values()), default=0)
