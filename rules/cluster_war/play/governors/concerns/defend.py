"""War fleets in peace, and at home in war: to colonies in danger, together, on patrol, home when they have been away (9.0)."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from rules.cluster_war.chapters.movement.orders.moving import MoveFleet
from rules.cluster_war.chapters.movement.orders.organising import MergeFleets, SetMission
from rules.cluster_war.model.state.names import HexId
from rules.cluster_war.model.state.units import Fleet, Leg
from rules.cluster_war.play.governors.concerns.explore import go_home
from rules.cluster_war.play.governors.fleets import strain
from rules.cluster_war.play.governors.known import Known
from rules.cluster_war.play.governors.proposal import Proposal, using
from rules.cluster_war.turn.planning.suggestions.suggestion import weeks_text

CONCERN: Final = "defend"
MARGIN: Final = 4
"""Thirds of the enemy's hull with which it goes to meet them."""
AT_MOST: Final = 16
"""Weeks beyond which help comes too late."""


def defend(known: Known) -> Iterator[Proposal]:
    """Help for colonies in danger, the largest first; tired fleets home; fleets that lie together join, but a raider's; the rest
    on patrol."""
    fleets = list(known.of_role("war"))
    yield from _help(known, fleets)
    for fleet in fleets:
        away = fleet.hex not in known.fed
        if away and (strain(known.planned, fleet) >= known.nature.stress or not _has_a_task(known, fleet)):
            yield from go_home(known, fleet, CONCERN)
    if known.charter.character != "raider":
        yield from _together(known, fleets)
    for fleet in fleets:
        if fleet.mission in {"none", "scout"} and fleet.hex in known.fed:
            why = f"{fleet.name} keeps watch at {known.planned.place(fleet.hex)}"
            yield Proposal(CONCERN, (SetMission(fleet.id, "patrol"),), why, 50, uses=using(f"mission/{fleet.id}"))


def dangers(known: Known) -> dict[HexId, int]:
    """Own systems where enemies were seen, or from which somebody cuts them off, with the hull spaces seen."""
    return known.kept("dangers", _dangers)


def _dangers(known: Known) -> dict[HexId, int]:
    found: dict[HexId, int] = {}
    for colony in known.colonies:
        hull = sum(known.foes(colony.hex).values())
        if hull or colony.blockaded:
            found[colony.hex] = max(1, hull)
    return found


def _help(known: Known, fleets: list[Fleet]) -> Iterator[Proposal]:
    """To each place in danger the nearest fleets, until there are enough; none where all together would be too few."""
    for hex_, hull in dangers(known).items():
        needed = hull * MARGIN // 3 + 1
        have = sum(known.strength(f) for f in fleets if f.hex == hex_)
        coming: list[tuple[int, Fleet]] = []
        for fleet in fleets:
            ways = known.ways(fleet, (hex_,)) if fleet.hex != hex_ and known.strength(fleet) else []
            coming += [(weeks, fleet) for weeks, _ in ways if weeks <= AT_MOST]
        if have + sum(known.strength(f) for _, f in coming) < needed:
            continue
        for weeks, fleet in sorted(coming, key=lambda c: (c[0], c[1].id)):
            if have >= needed:
                break
            have += known.strength(fleet)
            place = known.planned.place(hex_)
            why = f"{fleet.name} to the aid of {place}, hull {hull} of the enemy as last seen, {weeks_text(weeks)}"
            order = MoveFleet(fleet.id, (Leg(hex_),))
            yield Proposal(CONCERN, (order,), why, 980, uses=using(f"fleet/{fleet.id}"))


def _has_a_task(known: Known, fleet: Fleet) -> bool:
    """Whether a fleet away from home is where an enemy's world is."""
    return any(c.hex == fleet.hex for c in known.enemy_worlds)


def _together(known: Known, fleets: list[Fleet]) -> Iterator[Proposal]:
    """Fleets in one own system become one, which is easier to lead: the smaller join the largest of their drive."""
    beside: defaultdict[tuple[HexId, str], list[Fleet]] = defaultdict(list)
    for fleet in fleets:
        drives = {known.me.designs[known.planned.ships[s].design].ftl for s in fleet.ships}
        if fleet.hex in known.fed and len(drives) == 1:
            beside[fleet.hex, drives.pop()].append(fleet)
    for (hex_, _), group in sorted(beside.items()):
        if len(group) < 2:
            continue
        group.sort(key=lambda f: (-known.strength(f), f.id))
        lead = group[0]
        for other in group[1:]:
            why = f"{other.name} joins {lead.name} at {known.planned.place(hex_)}"
            uses = using(f"fleet/{other.id}", f"mission/{other.id}", f"engage/{other.id}")
            yield Proposal(CONCERN, (MergeFleets(other.id, lead.id),), why, 120, uses=uses)
