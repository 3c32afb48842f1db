"""War fleets in peace and at home in war: to colonies in danger, probes of neighbours whom nobody trusts, and orders for
battle (9.0, 9.0-09, 9.5)."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from rules.cluster_war.chapters.combat.battle_orders import SetEngagement
from rules.cluster_war.chapters.combat.contact import NOTHING_SAID
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.organising_orders import MergeFleets, SetMission, SplitFleet
from rules.cluster_war.model.orders.names import free_fleet_id
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.common import WEEKS_PER_TURN, HexId, ShipId, SideId
from rules.cluster_war.model.state.holdings import Fleet, Leg
from rules.cluster_war.model.state.sides import ColonySighting
from rules.cluster_war.model.state.war import Stance
from rules.cluster_war.play.governors.concerns.explore import go_home
from rules.cluster_war.play.governors.roster import strain
from rules.cluster_war.play.governors.situation import (
    Proposal,
    ReasonedOrder,
    Situation,
    bound_for,
    count_of,
    used_things,
)
from rules.cluster_war.turn.planning.suggestions.meetings import ends_at, foes_at, weeks_text

DEFEND_CONCERN: Final = "defend"
ENGAGE_THIRDS: Final = 4
"""Thirds of the enemy's hull with which it goes to meet them."""
AT_MOST: Final = 16
"""Weeks beyond which help comes too late."""


def defend(situation: Situation) -> Iterator[Proposal]:
    """Help for colonies in danger, the largest first; tired fleets home; fleets that lie together join, but a raider's; the rest
    on patrol."""
    fleets = list(situation.of_role("war"))
    yield from _help(situation, fleets)
    for fleet in fleets:
        away = fleet.hex not in situation.fed
        if away and (strain(situation.planned, fleet) >= situation.weights.stress or not _has_a_task(situation, fleet)):
            yield from go_home(situation, fleet, DEFEND_CONCERN)
    if situation.profile.character != "raider":
        yield from _together(situation, fleets)
    for fleet in fleets:
        if fleet.mission in {"none", "scout"} and fleet.hex in situation.fed:
            why = f"{fleet.name} keeps watch at {situation.planned.place(fleet.hex)}"
            yield Proposal(
                DEFEND_CONCERN, (SetMission(fleet.id, "patrol"),), why, 50, uses=used_things(f"mission/{fleet.id}")
            )


def dangers(situation: Situation) -> dict[HexId, int]:
    """Own systems where enemies were seen, or from which somebody cuts them off, with the hull spaces seen."""
    return situation.memoized("dangers", _dangers)


def _dangers(situation: Situation) -> dict[HexId, int]:
    found: dict[HexId, int] = {}
    for colony in situation.colonies:
        hull = sum(situation.foes(colony.hex).values())
        if hull or colony.blockaded:
            found[colony.hex] = max(1, hull)
    return found


def _help(situation: Situation, fleets: list[Fleet]) -> Iterator[Proposal]:
    """To each place in danger the nearest fleets, until there are enough; none where all together would be too few."""
    for hex_, hull in dangers(situation).items():
        needed = hull * ENGAGE_THIRDS // 3 + 1
        have = sum(situation.strength(f) for f in fleets if f.hex == hex_)
        coming: list[tuple[int, Fleet]] = []
        for fleet in fleets:
            ways = situation.ways(fleet, (hex_,)) if fleet.hex != hex_ and situation.strength(fleet) else []
            coming += [(weeks, fleet) for weeks, _ in ways if weeks <= AT_MOST]
        if have + sum(situation.strength(f) for _, f in coming) < needed:
            continue
        for weeks, fleet in sorted(coming, key=lambda c: (c[0], c[1].id)):
            if have >= needed:
                break
            have += situation.strength(fleet)
            place = situation.planned.place(hex_)
            why = f"{fleet.name} to the aid of {place}, hull {hull} of the enemy as last seen, {weeks_text(weeks)}"
            order = MoveFleet(fleet.id, (Leg(hex_),))
            yield Proposal(DEFEND_CONCERN, (order,), why, 980, uses=used_things(f"fleet/{fleet.id}"))


def _has_a_task(situation: Situation, fleet: Fleet) -> bool:
    """Whether a fleet away from home is where an enemy's world is."""
    return any(c.hex == fleet.hex for c in situation.enemy_worlds)


def _together(situation: Situation, fleets: list[Fleet]) -> Iterator[Proposal]:
    """Fleets in one own system become one, which is easier to lead: the smaller join the largest of their drive."""
    beside: defaultdict[tuple[HexId, str], list[Fleet]] = defaultdict(list)
    for fleet in fleets:
        drives = {situation.me.designs[situation.planned.ships[s].design].ftl for s in fleet.ships}
        if fleet.hex in situation.fed and len(drives) == 1:
            beside[fleet.hex, drives.pop()].append(fleet)
    for (hex_, _), group in sorted(beside.items()):
        if len(group) < 2:
            continue
        group.sort(key=lambda f: (-situation.strength(f), f.id))
        lead = group[0]
        for other in group[1:]:
            why = f"{other.name} joins {lead.name} at {situation.planned.place(hex_)}"
            uses = used_things(f"fleet/{other.id}", f"mission/{other.id}", f"engage/{other.id}")
            yield Proposal(DEFEND_CONCERN, (MergeFleets(other.id, lead.id),), why, 120, uses=uses)


PROBE_CONCERN: Final = "probe"
PROBE_SHIPS: Final = 2
PROBE_HULL: Final = 60
"""At most so many ships, and hull spaces, are risked."""
PROBE_SHARE: Final = 3
"""At most one part in so many of the hull spaces of its warships."""
PROBE_REACH_HEXES: Final = 8
"""Hexes from the nearest own colony."""
TURNS_BETWEEN_PROBES: Final = 5
"""Turns before the same side is tested once more."""
PROBE_LOSS_PERCENT: Final = 25
"""The loss of hull in percent at which a probe withdraws."""
HARMLESS_HULL: Final = 40
"""Hull spaces of enemies at home that do not keep probes there."""


def probe(situation: Situation) -> Iterator[Proposal]:
    """A few ships to the nearest world of each side that it distrusts, first where somebody was seen who would fight."""
    weights, memory = situation.weights, situation.memory
    if not weights.probes or situation.view.turn < weights.probes or memory.beaten or situation.refuses("first strike"):
        return
    yield from _onward(situation)
    if any(hull > HARMLESS_HULL for hull in dangers(situation).values()):
        return
    for side, worlds in _worlds(situation).items():
        if situation.view.turn - memory.probed.get(side, -TURNS_BETWEEN_PROBES) < TURNS_BETWEEN_PROBES:
            continue
        if situation.heeds(side):
            continue
        for fleet, ships in _parties(situation):
            ways = [way for way in situation.ways(fleet, (w.hex for w in worlds)) if way[0] <= AT_MOST]
            if ways:
                hexes = [w.hex for w in worlds]
                weeks, hex_ = min(ways, key=lambda way: (hexes.index(way[1]), way))
                yield _sent(situation, fleet, ships, side, (weeks, hex_))
                break


def is_probe(situation: Situation, fleet: Fleet) -> bool:
    """Whether a fleet is out to see, and to fight only as long as that costs little."""
    return fleet.mission == "scout" and situation.roles.get(fleet.id) == "war"


def probed_sides(situation: Situation, orders: Iterable[ReasonedOrder]) -> Mapping[SideId, int]:
    """When it last sent somebody to each side, with what is ordered now."""
    goals = {
        one.order.legs[-1].to for one in orders if one.concern == PROBE_CONCERN and isinstance(one.order, MoveFleet)
    }
    now = {c.side: situation.view.turn for c in situation.view.foreign_colonies.values() if c.hex in goals}
    return {**situation.memory.probed, **now}


def _onward(situation: Situation) -> Iterator[Proposal]:
    """A probe that found nobody who would fight goes on to the nearest world that it has not seen this month, until its crews are
    tired."""
    seen_since = situation.planned.first_week - WEEKS_PER_TURN
    for fleet in situation.of_role("war"):
        if (
            not is_probe(situation, fleet)
            or fleet.hex in situation.fed
            or strain(situation.planned, fleet) >= situation.weights.stress
        ):
            continue
        if situation.foes(fleet.hex) or situation.strangers(fleet.hex):
            continue
        worlds = {w.hex for found in _worlds(situation).values() for w in found if w.week < seen_since}
        for weeks, hex_ in situation.ways(fleet, sorted(worlds))[:1]:
            if weeks <= AT_MOST:
                why = f"{fleet.name} met nobody, and goes on to {situation.planned.place(hex_)}, {weeks_text(weeks)}"
                yield Proposal(
                    PROBE_CONCERN, (MoveFleet(fleet.id, (Leg(hex_),)),), why, 971, uses=used_things(f"fleet/{fleet.id}")
                )


def _worlds(situation: Situation) -> Mapping[SideId, list[ColonySighting]]:
    """Worlds near by of sides that it distrusts, by side, those first where armed ships or bases were seen, then the nearest."""
    view, found = situation.view, dict[SideId, list[ColonySighting]]()
    armed = {s.hex for s in view.foreign_fleets.values()} | {s.hex for s in view.foreign_bases.values()}
    for seen in view.foreign_colonies.values():
        distrusted = seen.side in view.flags and seen.side not in view.peace and situation.feels(seen.side) < 0
        if distrusted and situation.from_home(seen.hex) <= PROBE_REACH_HEXES:
            found.setdefault(seen.side, []).append(seen)
    for worlds in found.values():
        worlds.sort(key=lambda w: (w.hex not in armed, situation.from_home(w.hex), w.colony))
    return dict(sorted(found.items(), key=lambda item: (situation.from_home(item[1][0].hex), item[0])))


def _parties(situation: Situation) -> Iterator[tuple[Fleet, tuple[ShipId, ...]]]:
    """War fleets at home that are rested, the strongest first, with the ships of each that could go: its smallest."""
    planned = situation.planned
    here = [
        f for f in situation.of_role("war") if f.hex in situation.fed and strain(planned, f) < situation.weights.stress
    ]
    most = min(PROBE_HULL, sum(situation.strength(f) for f in here) // PROBE_SHARE)
    for fleet in sorted(here, key=lambda f: (-situation.strength(f), f.id)):
        able = [s for s in fleet.ships if planned.ships[s].design in situation.roster.armed]
        able = [s for s in able if not planned.ships[s].damage and not planned.ships[s].wounds.damaged]
        able.sort(key=lambda s: (situation.me.designs[planned.ships[s].design].hull, s))
        party: list[ShipId] = []
        for ship in able[:PROBE_SHIPS]:
            if sum(situation.me.designs[planned.ships[s].design].hull for s in (*party, ship)) <= most:
                party.append(ship)
        if party:
            yield fleet, tuple(party)


def _sent(
    situation: Situation, fleet: Fleet, ships: tuple[ShipId, ...], side: SideId, way: tuple[int, HexId]
) -> Proposal:
    """The orders with which ships leave their fleet, and go."""
    weeks, hex_ = way
    orders: list[Order] = []
    goes = fleet.id
    if len(ships) < len(fleet.ships):
        goes = free_fleet_id(situation.view, set(situation.planned.fleets))
        orders.append(SplitFleet(fleet.id, ships, f"{fleet.name} probe"[:40], goes))
    orders.append(SetMission(goes, "scout"))
    orders.append(SetEngagement(goes, "attack", PROBE_LOSS_PERCENT))
    orders.append(MoveFleet(goes, (Leg(hex_),)))
    name, place = situation.view.flags[side].name, situation.planned.place(hex_)
    why = f"{count_of(len(ships), 'ship')} to {place}, to see how well {name} holds it, {weeks_text(weeks)}"
    uses = used_things(f"fleet/{goes}", f"fleet/{fleet.id}", f"mission/{goes}", f"engage/{goes}", f"probe/{side}")
    return Proposal(PROBE_CONCERN, tuple(orders), why, 972, uses=uses)


ENGAGE_CONCERN: Final = "engage"
USUAL_LOSS_PERCENT: Final = 50
BOLD_LOSS_PERCENT: Final = 70
"""The loss of hull in percent at which a fleet withdraws: usually, and where it attacks with more than the other has."""


def engage(situation: Situation) -> Iterator[Proposal]:
    """The empire's rules of engagement once; ships that cannot fight; then each war fleet whose orders do not fit what it will
    meet."""
    mine = situation.me.engagement
    if (mine.stance, mine.withdraw_at) != ("defend", USUAL_LOSS_PERCENT) and "engage " not in situation.planned.ordered:
        why = "nobody opens fire without our orders, and nobody stays to the last ship"
        yield Proposal(
            ENGAGE_CONCERN, (SetEngagement("", "defend", USUAL_LOSS_PERCENT),), why, 940, uses=used_things("engage/")
        )
    for fleet in situation.planned.fleets.values():
        if f"engage {fleet.id}" in situation.planned.ordered:
            continue
        if situation.roles.get(fleet.id) == "war":
            yield from _for_fleet(situation, fleet)
        elif fleet.engagement.stance != "evade":
            why = f"{fleet.name} cannot fight, and keeps away from those who can"
            order = SetEngagement(fleet.id, "evade", USUAL_LOSS_PERCENT)
            yield Proposal(ENGAGE_CONCERN, (order,), why, 900, uses=used_things(f"engage/{fleet.id}"))


def _for_fleet(situation: Situation, fleet: Fleet) -> Iterator[Proposal]:
    stance, loss, why = _manner(situation, fleet)
    if stance == "attack" and situation.refuses("first strike"):
        stance = "defend"
    now = fleet.engagement
    if now == NOTHING_SAID and (stance, loss) == ("defend", USUAL_LOSS_PERCENT):
        return  # as the empire has it
    if (now.stance, now.withdraw_at) != (stance, loss):
        order = SetEngagement(fleet.id, stance, loss, pursue=stance == "attack")
        text = f"{fleet.name}: {why}"
        yield Proposal(ENGAGE_CONCERN, (order,), text, 930, uses=used_things(f"engage/{fleet.id}"))


def _manner(situation: Situation, fleet: Fleet) -> tuple[Stance, int, str]:
    """What a fleet does where it will be at the month's end: stance, loss at which it withdraws, and why."""
    here = ends_at(situation.planned, fleet)
    if is_probe(situation, fleet) and here not in situation.fed:
        return (
            "attack",
            PROBE_LOSS_PERCENT,
            "it tests what holds a world of others, and no longer than that costs little",
        )
    if any(c.hex == here for c in situation.enemy_worlds) or _bound_for_war(situation, fleet):
        return "attack", BOLD_LOSS_PERCENT, "it goes where the enemy is, to fight"
    at_home = any(c.hex == here for c in situation.colonies)
    theirs = sum(
        hull for side, hull in foes_at(situation.planned, here).items() if _opposes(situation, side, at_home=at_home)
    )
    if not theirs:
        return "defend", USUAL_LOSS_PERCENT, "it defends itself and what is ours"
    ours = _armed_hull_at(situation, here)
    if ours * 100 >= theirs * 110:
        return "attack", BOLD_LOSS_PERCENT, f"hull {theirs} of those we want gone, against our {ours}"
    if at_home and ours * 100 >= theirs * 70:
        return "defend", BOLD_LOSS_PERCENT, f"hull {theirs} of others against our {ours}, at our own worlds"
    return "evade", USUAL_LOSS_PERCENT, f"hull {theirs} of others is more than our {ours} should meet"


def _bound_for_war(situation: Situation, fleet: Fleet) -> bool:
    """Whether a fleet is on its way to an enemy's world."""
    return any(c.hex == bound_for(situation, fleet) for c in situation.enemy_worlds)


def _opposes(situation: Situation, side: str, *, at_home: bool) -> bool:
    """Whether a side's ships are to be driven off there: enemies, and at own worlds whom the governor distrusts."""
    return situation.is_enemy(side) or (at_home and situation.feels(side) < 0)


def _armed_hull_at(situation: Situation, hex_: HexId) -> int:
    """Armed hull of the side's fleets that end the month there."""
    fleets = situation.planned.fleets.values()
    return sum(situation.strength(f) for f in fleets if ends_at(situation.planned, f) == hex_)
