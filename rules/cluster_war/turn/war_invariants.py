"""What holds of every month at war: wounds fit their ships, holds add up, troops and munitions come from somewhere, and nothing
refers to what is gone.

Part of `invariants.broken`, which the tests and the demo ask of every month.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from rules.cluster_war.chapters.combat.unit_strength import fitted_spaces
from rules.cluster_war.model.events import ground
from rules.cluster_war.model.events.battles import BattleSettled, PrizesTaken
from rules.cluster_war.model.events.diplomacy import MischiefDone
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.industry import MunitionsMade
from rules.cluster_war.model.events.logistics import StressSettled
from rules.cluster_war.model.events.movement import FleetLost
from rules.cluster_war.model.events.raids import ColonyBombarded
from rules.cluster_war.model.events.terrain import HoldsBroken, ShipsWrecked
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Base, Fleet, Ship
from rules.cluster_war.model.state.war import FULL_COMBAT_TEAMS, NO_EMPIRE, REBELS
from rules.cluster_war.model.unit_design.transport import BATTALIONS, bay_capacity, crate_room

Events = tuple[Event, ...]
IN_HANGARS: Final = "aerospace"
WITH_A_WORLD: Final = ("given up", "burned")
"""Why units are lost that fall with the world they are on."""


def war_amiss(before: GameState, after: GameState, events: Events) -> Iterator[str]:
    """What of war does not hold between a month's start and its end, each in a sentence."""
    yield from standing_amiss(after)
    yield from _posts_amiss(after)
    yield from _records_amiss(before, after, events)
    yield from _munitions_amiss(before, after, events)
    if before.surfaces or after.surfaces:
        yield from _teams_amiss(before, after, events)


def standing_amiss(after: GameState) -> Iterator[str]:
    """What of war does not hold of a state by itself, each in a sentence."""
    units: list[Ship | Base] = [*after.ships.values(), *after.bases.values()]
    for unit in units:
        yield from _wounds_amiss(after, unit)
    for ship in after.ships.values():
        if ship.crates or ship.crate_room or ship.salvage:
            yield from _hold_amiss(after, ship)
    for fleet in after.fleets.values():
        yield from _fleet_amiss(after, fleet)
    yield from _works_amiss(after)
    yield from _worlds_amiss(after)


def _wounds_amiss(state: GameState, unit: Ship | Base) -> Iterator[str]:
    """No more of a component is out of order than there is, nothing is mended by somebody who is gone (CW-9.6-04)."""
    wounds, mending = unit.wounds, unit.mending
    if wounds.damaged or wounds.destroyed or wounds.burnt:
        numbers = (*wounds.damaged.values(), *wounds.destroyed.values())
        if min(numbers, default=1) < 1 or wounds.burnt < 0:
            yield f"{unit.id} has wounds below one: {wounds}."
        design = state.sides[unit.side].designs[unit.design]
        layout = fitted_spaces(design, state.settings)
        for label in sorted({*wounds.damaged, *wounds.destroyed}):
            gone = wounds.damaged.get(label, 0) + wounds.destroyed.get(label, 0)
            if design.layout and gone > max(1, layout.get(label, 0)):
                yield f"{unit.id} has {layout.get(label, 0)} of {label}, and {gone} are out of order."
    if mending.by and mending.by not in state.fleets:
        place = state.colonies.get(mending.by) or state.bases.get(mending.by)
        if place is None or place.side != unit.side:
            yield f"{unit.id} is repaired by {mending.by}, which is nowhere of its side's."


def _hold_amiss(state: GameState, ship: Ship) -> Iterator[str]:
    """Crates and salvage take the room that they take; what rides in hangars may take none (CW-5.1-03, CW-9.6-05)."""
    designs, settings = state.sides[ship.side].designs, state.settings
    strange = sorted(d for d in ship.crates if d not in designs)
    if strange:
        yield f"{ship.id} carries {', '.join(strange)}, which its side does not know."
        return
    salvage = sum(ship.salvage.values()) * bay_capacity(settings)
    rooms = {d: crate_room(designs[d], settings) * n for d, n in ship.crates.items()}
    least = salvage + sum(room for d, room in rooms.items() if IN_HANGARS not in designs[d].traits)
    if not least <= ship.crate_room <= salvage + sum(rooms.values()):
        yield f"{ship.id} has {ship.crate_room} of its room taken by {dict(ship.crates)} and {dict(ship.salvage)}."


def _fleet_amiss(state: GameState, fleet: Fleet) -> Iterator[str]:
    """A fleet keeps ships of its own in reserve, and stands before one of its side (CW-9.7-04)."""
    strangers = set(fleet.engagement.reserve) - set(fleet.ships)
    if strangers:
        yield f"{fleet.id} keeps {', '.join(sorted(strangers))} in reserve, which it has not."


def _works_amiss(state: GameState) -> Iterator[str]:
    """Whoever builds does so in a place of their own, and refits ships that they have."""
    for build in state.builds.values():
        place = state.colonies.get(build.colony) or state.bases.get(build.colony)
        if place is None or place.side != build.side:
            yield f"Build {build.id} of {build.side} is at {build.colony}, which is not theirs."
        for key in build.refits:
            ship = state.ships.get(key)
            if ship is None or ship.side != build.side:
                yield f"Build {build.id} refits {key}, which is not of {build.side}."


def _worlds_amiss(state: GameState) -> Iterator[str]:
    """Garrisons, forces and blockades are of sides that there are, and of designs that they know."""
    for colony in state.colonies.values():
        unknown = sorted(set(colony.garrison) - set(state.sides[colony.side].designs))
        if unknown:
            yield f"{colony.id} holds {', '.join(unknown)}, which its side does not know."
        if colony.blockader and (not colony.blockaded or colony.blockader == colony.side):
            yield f"{colony.id} of {colony.side} is blockaded by {colony.blockader}: {colony.blockaded}."
    for surface in state.surfaces.values():
        for force in surface.forces.values():
            known = force.side in {REBELS, *state.nprs} or (
                force.side in state.sides and force.design in state.sides[force.side].designs
            )
            if not known:
                yield f"{force.id} on {surface.world} is {force.design}, which {force.side} does not know."


def _posts_amiss(state: GameState) -> Iterator[str]:
    """An officer's post is on a unit of their side's that is still there (CW-17.1-28)."""
    for officer in state.officers.values():
        if officer.post is None:
            continue
        place = officer.post.unit.partition("|")[0]
        if _in_the_field(state, officer.side, officer.post.unit):
            continue
        unit = state.ships.get(place) or state.bases.get(place) or state.colonies.get(place)
        if unit is None or unit.side != officer.side:
            yield f"{officer.id} serves on {officer.post.unit}, which is not of {officer.side}."


def _in_the_field(state: GameState, side: str, unit: str) -> bool:
    world, _, design = unit.partition("|")
    surface = state.surfaces.get(world)
    return surface is not None and any((f.side, f.design) == (side, design) for f in surface.forces.values())


def _records_amiss(before: GameState, after: GameState, events: Events) -> Iterator[str]:
    """Each battle is told once and recorded once, and no unit is lost or taken in two of them (CW-9.0-11)."""
    told = [e for e in events if isinstance(e, BattleSettled)]
    new = [b.id for b in after.battles if b.turn == before.turn]
    if sorted(e.battle for e in told) != sorted(new) or after.battles[: len(before.battles)] != before.battles:
        yield f"Battles {sorted(e.battle for e in told)} were told, and {sorted(new)} recorded."
    gone = Counter(u for e in told for u in (*e.destroyed, *e.captured) if not u.startswith(NO_EMPIRE))
    taken = {ship for e in events if isinstance(e, PrizesTaken) for ship in (*e.ships, *e.bases)}
    yield from (f"{unit} was lost {n} times." for unit, n in gone.items() if n > 1)
    there = {*after.ships, *after.bases}
    yield from (f"{unit} was lost in battle, and is there." for unit in sorted(set(gone) & there))
    yield from (
        f"{unit} was taken, and is nowhere." for unit in sorted(taken - there - set(gone)) if _stayed(events, unit)
    )


def _stayed(events: Events, unit: str) -> bool:
    """Whether nothing but a battle can have taken a unit away again."""
    left = {ship for e in events if isinstance(e, FleetLost | StressSettled | ShipsWrecked) for ship in e.ships}
    return unit not in left


def munitions(state: GameState) -> int:
    """All munitions in magazines, cargo bays and stocks, in CPs."""
    aboard = sum(s.munitions + s.crated for s in state.ships.values())
    return aboard + sum(c.munitions for c in state.colonies.values()) + sum(b.munitions for b in state.bases.values())


def _munitions_amiss(before: GameState, after: GameState, events: Events) -> Iterator[str]:
    """Munitions are made in factories; what is gone burnt, was fired in a battle, or lost with a ship, a base or a world."""
    made = sum(e.cps for e in events if isinstance(e, MunitionsMade))
    burnt = sum(e.munitions for e in events if isinstance(e, MischiefDone))
    missing = munitions(before) + made - burnt - munitions(after)
    if missing < 0:
        yield f"Munitions of {-missing} CPs came from nowhere."
    fought = (BattleSettled, FleetLost, StressSettled, ColonyBombarded, ShipsWrecked, HoldsBroken)
    if missing > 0 and not any(isinstance(e, fought) for e in events):
        yield f"Munitions of {missing} CPs have vanished without a fight."


def _teams_amiss(before: GameState, after: GameState, events: Events) -> Iterator[str]:
    """Combat teams in the field come from garrisons and holds and go back there whole; they are lost as events tell, and filled
    up at training bases (CW-9.3-22, CW-9.3-64, CW-9.3-65).

    Depleted battalions that fell with a world may have had fewer teams than whole ones; what is no battalion has none.
    """
    fallen = {e.side for e in events if isinstance(e, ground.GroundUnitsLost) and e.why in WITH_A_WORLD}
    for side in sorted(before.sides):
        lost = sum(e.lost.get(side, 0) for e in events if isinstance(e, ground.GroundFought))
        lost += sum(e.lost for e in events if isinstance(e, ground.ArmyTired) and e.side == side)
        shelled = (e for e in events if isinstance(e, ground.ForcesShelled) and e.target == side and side in e.seen_by)
        lost += sum(e.teams for e in shelled)
        filled = sum(e.teams for e in events if isinstance(e, ground.BattalionRefilled) and e.side == side)
        depleted = _missing(before, side) + lost - filled
        depleted -= FULL_COMBAT_TEAMS * sum(
            e.count
            for e in events
            if isinstance(e, ground.GroundUnitsLost)
            and e.side == side
            and e.why not in WITH_A_WORLD
            and _is_battalion(before, side, e.design)
        )
        now = _missing(after, side)
        if side not in fallen and depleted != now:
            yield f"Battalions of {side} lack {now} teams in the field, and by what was told {depleted}."
    raised = sum(isinstance(e, ground.MilitiaRaised) for e in events)
    conquered = any(isinstance(e, ground.WorldConquered) for e in events)
    if not raised and not conquered and _rebels(after) > _rebels(before):
        yield "Rebels rose without an event."


def _is_battalion(state: GameState, side: str, design: str) -> bool:
    found = state.sides[side].designs.get(design)
    return found is None or (found.kind == "ground" and found.unit in BATTALIONS)


def _missing(state: GameState, side: str) -> int:
    return sum(
        FULL_COMBAT_TEAMS - f.teams for s in state.surfaces.values() for f in s.forces.values() if f.side == side
    )


def _rebels(state: GameState) -> int:
    return sum(f.side == REBELS for s in state.surfaces.values() for f in s.forces.values())
