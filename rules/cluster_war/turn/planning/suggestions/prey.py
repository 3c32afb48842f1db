"""Raids on commerce to think of (9.5), and what a fleet could fire on from orbit (9.4)."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from rules.cluster_war.chapters.combat.arms import weapon_points
from rules.cluster_war.chapters.combat.bombardment import AT_COLONIES, TARGETS
from rules.cluster_war.chapters.combat.bombardment_orders import BombardWorld
from rules.cluster_war.chapters.combat.raid_orders import RaidCourse, RaidRoute, courses
from rules.cluster_war.model.economy.holds import room_aboard
from rules.cluster_war.model.holdings.planned import PlannedState
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.race_design.attitudes import order_refused
from rules.cluster_war.model.state.names import WEEKS_PER_TURN
from rules.cluster_war.model.state.units import Fleet
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.planning.suggestions.meetings import armed_hull, ends_at
from rules.cluster_war.turn.planning.suggestions.suggestion import MOST, Suggestion, picture, ranked

RAIDERS: Final = 6
"""So many fleets are looked at, the smallest first."""
EACH: Final = 4
"""So many courses of each."""


def raids(view: View, sheet: Sequence[SignedOrder]) -> tuple[Suggestion, ...]:
    """Courses for armed fleets that wait for orders, those of which most can be expected first (CW-9.5-20)."""
    planned = picture(view, sheet)
    return ranked(view, sheet, raid_advice(planned), _is_another_fleet)


def raid_advice(planned: PlannedState) -> Iterator[Suggestion]:
    """The same, the best first."""
    if order_refused(planned.me.race, "first strike", "raid", planned.settings) is not None:
        return
    free = [f for f in planned.fleets.values() if _can_leave(planned, f) and armed_hull(planned, f)]
    found = [
        (fleet, course)
        for fleet in sorted(free, key=lambda f: (armed_hull(planned, f), f.name))[:RAIDERS]
        for course in courses(planned.view, fleet)[:EACH]
    ]
    for fleet, course in sorted(found, key=lambda f: (-Fraction(f[1].expected), len(f[1].path), f[0].name)):
        yield _raid(planned, fleet, course)


def targets(view: View, sheet: Sequence[SignedOrder]) -> tuple[Suggestion, ...]:
    """What fleets that are over a foreign colony this month could fire on; nothing of it is advised: what it does to a world,
    and to what others think of it, is for its giver to weigh (CW-9.4-01, CW-9.4-09)."""
    return tuple(_targets(picture(view, sheet)))[:MOST]


def _targets(planned: PlannedState) -> Iterator[Suggestion]:
    for fleet in sorted(planned.fleets.values(), key=lambda f: (f.name.casefold(), f.id)):
        here = ends_at(planned, fleet)
        ships = [planned.ships[s] for s in fleet.ships]
        week = sum(weapon_points(planned.me.designs[s.design], s.wounds, planned.settings) for s in ships)
        if not week or f"bombard {fleet.id}" in planned.ordered:
            continue
        for key, seen in sorted(planned.view.foreign_colonies.items()):
            if not here or seen.hex != here or seen.side in planned.view.peace:
                continue
            for target in TARGETS:
                if target == "planet" or (target == "forces" and key not in planned.view.fronts):
                    continue  # only what the game master allows breaks a planet, and nobody else's war is seen
                what = f"up to {week * WEEKS_PER_TURN} points of damage this month"
                why = what if target in AT_COLONIES else f"{what}; for good, and you are asked once more"
                order = BombardWorld(fleet.id, seen.hex, seen.orbit, target)
                yield Suggestion(order, f"{fleet.name} at {key}: its {target}", why)


def _raid(planned: PlannedState, fleet: Fleet, course: RaidCourse) -> Suggestion:
    ships = [planned.ships[s] for s in fleet.ships]
    room = room_aboard(planned.me.designs, ships, planned.settings)
    flag = planned.view.all_flags.get(course.side)
    whose = flag.name if flag is not None else course.side
    why = f"{course.expected} catches to be expected of {whose}, {len(course.path)} hexes" + (
        ", room for prey" if room else ""
    )
    order = RaidRoute(fleet.id, course.path, "take" if room else "destroy")
    return Suggestion(order, f"{fleet.name} raids to {planned.place(course.to)}", why)


def _can_leave(planned: PlannedState, fleet: Fleet) -> bool:
    return fleet.transit is None and fleet.course is None and not fleet.route and fleet.id not in planned.moving


def _is_another_fleet(one: Suggestion, other: Suggestion) -> bool:
    mine, theirs = one.order, other.order
    return not (isinstance(mine, RaidRoute) and isinstance(theirs, RaidRoute) and mine.fleet == theirs.fleet)
