"""The way onto an enemy's world, step by step; and war at a glance: of all that could be done the most pressing, with its
reason (9.2)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rules.cluster_war.chapters.combat.ground.army_orders import CommandArmy, LeaveWorld, known_departure
from rules.cluster_war.chapters.combat.ground.invasion_orders import InvadeWorld
from rules.cluster_war.chapters.logistics.cargo_orders import TakeCraft
from rules.cluster_war.chapters.logistics.stores import room_for
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.organising_orders import SetMission
from rules.cluster_war.model.holdings.order_kind import PlannedState
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.race_design.choices import deed_refused
from rules.cluster_war.model.state.common import DesignId
from rules.cluster_war.model.state.holdings import Fleet, Leg
from rules.cluster_war.model.state.sides import ColonySighting
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.state.war import Front, Posture
from rules.cluster_war.turn.planning.suggestions import dealings, meetings, works
from rules.cluster_war.turn.planning.suggestions.meetings import (
    MOST_SUGGESTIONS,
    Suggestion,
    armed_hull,
    ends_at,
    foes_at,
    picture,
    rank_suggestions,
    weeks_text,
)
from rules.cluster_war.turn.planning.suggestions.voyages import nearest
from rules.values import GameError

MOST_UNITS: Final = 10
"""So many battalions are offered to go aboard at once."""
MOST_GOALS: Final = 2
"""Enemy systems offered to a fleet with troops."""
POSTURES: Final[tuple[Posture, ...]] = ("attack", "hold", "ambush", "reserve")


def invasions(view: View, sheet: Sequence[SignedOrder]) -> tuple[Suggestion, ...]:
    """Landings that can be made this month, voyages of fleets with troops, troops that could go aboard, blockades (CW-9.2-02)."""
    planned = picture(view, sheet)
    return rank_suggestions(
        view,
        sheet,
        [*landings(planned), *_passages(planned), *boardings(planned), *relief(planned), *_blockades(planned)],
    )


def landings(planned: PlannedState) -> Iterator[Suggestion]:
    """Fleets with troops that are over a colony of others this month (CW-9.2-05)."""
    if _refused(planned):
        return
    for fleet, aboard in _troopers(planned):
        here = ends_at(planned, fleet)
        for key, seen in sorted(_enemies(planned).items()):
            if here and seen.hex == here and f"invade {fleet.id}" not in planned.ordered:
                whose = planned.view.all_flags[seen.side].name if seen.side in planned.view.all_flags else seen.side
                why = f"{_units(planned, aboard)} aboard, over a world of {whose}; beside the city where nobody is"
                yield Suggestion(InvadeWorld(fleet.id, key), f"{fleet.name} lands on {key}", why)


def relief(planned: PlannedState) -> Iterator[Suggestion]:
    """Own colonies that are cut off, with the strongest fleet that could go there."""
    cut = sorted({c.hex for c in planned.colonies.values() if c.blockaded and c.side == planned.me.id})
    free = sorted(_free(planned), key=lambda f: (-armed_hull(planned, f), f.name))
    for hex_ in cut:
        foes = sum(foes_at(planned, hex_).values())
        for fleet in [f for f in free if armed_hull(planned, f) and f.hex != hex_][:1]:
            for weeks, goal in nearest(planned, fleet, (hex_,)):
                ours = armed_hull(planned, fleet)
                can = "can be broken" if ours > foes else "is strong"
                why = f"the blockade {can}: hull {ours} against {foes} as last seen, {weeks_text(weeks)}"
                order = MoveFleet(fleet.id, (Leg(goal),))
                yield Suggestion(order, f"{fleet.name} to {planned.place(goal)}, which is blockaded", why)


def _blockades(planned: PlannedState) -> Iterator[Suggestion]:
    """Armed fleets over an enemy's colony, where the campaign settles battles itself: there alone it is cut off (CW-9.2-02)."""
    enemies = {seen.hex for seen in _enemies(planned).values()} if planned.settings.battles != "ask" else set()
    for fleet in sorted(_free(planned), key=lambda f: (-armed_hull(planned, f), f.name)):
        if fleet.hex in enemies and fleet.mission != "blockade" and armed_hull(planned, fleet):
            why = "an enemy's colony is there: cut off, it sends nothing home"
            yield Suggestion(
                SetMission(fleet.id, "blockade"), f"{fleet.name} blockades {planned.place(fleet.hex)}", why
            )


def armies(view: View, sheet: Sequence[SignedOrder]) -> tuple[Suggestion, ...]:
    """What all forces on a world could do, the advised posture first (CW-9.2-15), and the fleets that could take them off it."""
    planned = picture(view, sheet)
    leaving = [one for world, front in _fronts(planned) for one in _departures(planned, world, front)]
    rest = (_army(planned, world, front, posture) for world, front in _fronts(planned) for posture in POSTURES)
    advised = rank_suggestions(view, sheet, army_advice(planned))
    given = [one.order for one in advised]
    return (*advised, *(one for one in rest if one.order not in given), *leaving)[:MOST_SUGGESTIONS]


def army_advice(planned: PlannedState) -> Iterator[Suggestion]:
    """One posture for each world: attack with more combat teams than the enemy is seen to have, else hold."""
    for world, front in _fronts(planned):
        ours, theirs = _teams(planned, front)
        yield _army(planned, world, front, "hold" if theirs > ours else "attack")


def _army(planned: PlannedState, world: str, front: Front, posture: Posture) -> Suggestion:
    ours, theirs = _teams(planned, front)
    why = f"{ours} of your combat teams, {theirs} of the enemy's in sight"
    return Suggestion(CommandArmy(world, (), posture), f"All forces on {front.name} {world}: {posture}", why)


def _fronts(planned: PlannedState) -> list[tuple[str, Front]]:
    return [
        (world, front)
        for world, front in sorted(planned.view.fronts.items())
        if any(f.side == planned.me.id for f in front.forces.values())
    ]


def _teams(planned: PlannedState, front: Front) -> tuple[int, int]:
    ours = sum(f.teams for f in front.forces.values() if f.side == planned.me.id)
    return ours, sum(seen.teams for seen in front.enemies)


def _departures(planned: PlannedState, world: str, front: Front) -> Iterator[Suggestion]:
    """Fleets that lie over a world and have room for forces there that can go (CW-9.2-05)."""
    here = world.partition("-")[0]
    for fleet in sorted(_free(planned), key=lambda f: (f.name.casefold(), f.id)):
        order = LeaveWorld(fleet.id, world)
        if fleet.hex != here or f"leave {fleet.id}" in planned.ordered:
            continue
        try:
            done = known_departure(planned, order)
        except GameError:
            continue
        stay = f", {done.stays} stay" if done.stays else ""
        barred = "; it fails where an armed enemy is in orbit" if sum(foes_at(planned, here).values()) else ""
        why = f"{len(done.forces)} of your units can go aboard{stay}{barred}"
        yield Suggestion(order, f"{fleet.name} takes them off {front.name} {world}", why)


def _passages(planned: PlannedState) -> Iterator[Suggestion]:
    """Fleets with troops that wait for orders, to the nearest systems of others."""
    goals = {seen.hex for seen in _enemies(planned).values()}
    for fleet, aboard in _troopers(planned):
        if fleet in _free(planned) and fleet.hex not in goals and not _refused(planned):
            for weeks, goal in [*nearest(planned, fleet, goals)][:MOST_GOALS]:
                why = f"{_units(planned, aboard)} aboard; land there in the turn of its arrival, {weeks_text(weeks)}"
                yield Suggestion(MoveFleet(fleet.id, (Leg(goal),)), f"{fleet.name} to {planned.place(goal)}", why)


def boardings(planned: PlannedState) -> Iterator[Suggestion]:
    """Battalions of a garrison that a fleet beside them has room for, as many as fit."""
    for fleet in sorted(_free(planned), key=lambda f: (f.name.casefold(), f.id)):
        for site in sorted(planned.colonies_at(fleet.hex), key=lambda c: c.id):
            for key, held in sorted(site.garrison.items()):
                design = planned.me.designs.get(key)
                if site.side != planned.me.id or design is None or design.kind != "ground" or not held:
                    continue
                count = _fits(planned, fleet, key, min(held, MOST_UNITS))
                if count:
                    order = TakeCraft(fleet.id, site.id, key, count)
                    label = f"{count} × {design.name} aboard {fleet.name}"
                    yield Suggestion(
                        order, label, f"at {site.name}: {held} there, room for {count}; the first step of an invasion"
                    )


def _fits(planned: PlannedState, fleet: Fleet, design: DesignId, most: int) -> int:
    ships = {s: planned.ships[s] for s in fleet.ships}
    return room_for(planned.me.designs, ships, planned.me.designs[design], most, planned.settings)


def _enemies(planned: PlannedState) -> Mapping[str, ColonySighting]:
    seen = planned.view.foreign_colonies
    return {key: colony for key, colony in seen.items() if colony.side not in planned.view.peace}


def _troopers(planned: PlannedState) -> Iterator[tuple[Fleet, dict[DesignId, int]]]:
    """Fleets with ground forces aboard."""
    for fleet in sorted(planned.fleets.values(), key=lambda f: (f.name.casefold(), f.id)):
        aboard: dict[DesignId, int] = {}
        for ship in (planned.ships[s] for s in fleet.ships):
            for key, count in ship.crates.items():
                if count and key in planned.me.designs and planned.me.designs[key].kind == "ground":
                    aboard[key] = aboard.get(key, 0) + count
        if aboard:
            yield fleet, aboard


def _units(planned: PlannedState, aboard: Mapping[DesignId, int]) -> str:
    return ", ".join(f"{count} × {planned.me.designs[key].name}" for key, count in sorted(aboard.items()))


def _free(planned: PlannedState) -> list[Fleet]:
    return [f for f in planned.fleets.values() if _waits(planned, f)]


def _waits(planned: PlannedState, fleet: Fleet) -> bool:
    return fleet.transit is None and fleet.course is None and not fleet.route and fleet.id not in planned.moving


def _refused(planned: PlannedState) -> bool:
    return deed_refused(planned.me.race.attitude, "conquest", planned.settings) is not None


def war(view: View, sheet: Sequence[SignedOrder]) -> tuple[Suggestion, ...]:
    """What is advised of each part of war: landings first, fleets that would meet somebody, repairs, blockades, armies, the
    empire's rules of engagement, officers. Of one kind of order one is starred. What begins a war, a raid or a blockade, is
    advised in its own list alone."""
    return rank_suggestions(view, sheet, _all(picture(view, sheet)), _is_of_another_kind)


def _all(planned: PlannedState) -> Iterator[Suggestion]:
    yield from landings(planned)
    yield from meetings.advice(planned)
    yield from works.repairs(planned)
    yield from works.passages(planned)
    yield from relief(planned)
    yield from army_advice(planned)
    yield from dealings.post_advice(planned)


def _is_of_another_kind(one: Suggestion, other: Suggestion) -> bool:
    return type(one.order) is not type(other.order)
