"""War with an aim: fleets gather, go to the enemy's world, cut it off and fire on it; troops, raids on commerce, and giving in
(9.0, 9.2, 9.4, 9.3, 9.5, CW-4.1-10)."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from rules.cluster_war.chapters.combat.battle_orders import SetEngagement
from rules.cluster_war.chapters.combat.bombardment import Target
from rules.cluster_war.chapters.combat.bombardment_orders import BombardWorld
from rules.cluster_war.chapters.combat.ground.army_orders import CommandArmy
from rules.cluster_war.chapters.combat.ground.invasion_orders import InvadeWorld
from rules.cluster_war.chapters.combat.raid_orders import RaidRoute, courses
from rules.cluster_war.chapters.diplomacy.treaty_orders import OfferTrade, offer_of, pact_of
from rules.cluster_war.chapters.logistics.cargo_orders import TakeCraft
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.organising_orders import MergeFleets, SetMission
from rules.cluster_war.chapters.movement.request_orders import FreeText
from rules.cluster_war.model.economy.holds import room_aboard
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.common import HexId, SideId
from rules.cluster_war.model.state.holdings import Fleet, Leg
from rules.cluster_war.model.state.sides import ColonySighting
from rules.cluster_war.play.governors.concerns.defense import BOLD_LOSS_PERCENT, dangers
from rules.cluster_war.play.governors.concerns.explore import go_home
from rules.cluster_war.play.governors.roster import strain
from rules.cluster_war.play.governors.situation import Proposal, Situation, bound_for, used_things
from rules.cluster_war.turn.planning.suggestions.meetings import ends_at, weeks_text
from rules.cluster_war.turn.planning.suggestions.sieges import army_advice, boardings, landings

WAR_CONCERN: Final = "war"
AT_LEAST: Final = 40
MORE_A_TURN: Final = 4
"""Hull spaces that a system is taken to be held with where nothing was seen, in the beginning, and more for each turn."""
AT_MOST: Final = 32
"""Weeks beyond which no fleet sets out."""


def war(situation: Situation) -> Iterator[Proposal]:
    """What fleets do against the enemy: nothing while the empire is at peace, and at home first where it is in danger."""
    if not situation.memory.foe or situation.memory.beaten or not situation.enemy_worlds:
        return
    besieging = {c.hex: c for c in situation.enemy_worlds}
    free: defaultdict[HexId, list[Fleet]] = defaultdict(list)
    for fleet in situation.of_role("war"):
        if not situation.strength(fleet):
            continue
        if fleet.hex in besieging:
            yield from _siege(situation, fleet, besieging[fleet.hex])
        elif strain(situation.planned, fleet) < situation.weights.stress:
            free[fleet.hex].append(fleet)
    targets = goals(situation)
    if not targets or situation.refuses("first strike"):
        return
    if any(hull > AT_LEAST for hull in dangers(situation).values()):
        return
    coming = committed_hull(situation)
    rally = _rally(situation, targets[0])
    for here, fleets in sorted(free.items()):
        ours = sum(situation.strength(f) for f in fleets)
        wanting = {c.colony: _needed(situation, c.hex) - coming.get(c.hex, 0) for c in targets}
        target = next((c for c in targets if 0 < wanting[c.colony] <= ours), None)
        if target is not None:
            coming[target.hex] = coming.get(target.hex, 0) + ours
            yield from _march(situation, fleets, target, wanting[target.colony])
        else:
            yield from _gather(situation, fleets, here, rally, _needed(situation, targets[0].hex))


def goals(situation: Situation) -> list[ColonySighting]:
    """The enemy's worlds that are worth an attack, one a system, the best first: near, and held by little as far as is known."""
    worlds = [c for c in situation.enemy_worlds if c.side == situation.memory.foe] or list(situation.enemy_worlds)
    first = {c.hex: c for c in reversed(worlds)}.values()
    best = sorted(first, key=lambda c: (situation.from_home(c.hex) * 30 + _needed(situation, c.hex), c.colony))
    return best[: situation.judgment.candidates]


def is_winning(situation: Situation, foe: SideId) -> bool:
    """Whether all its fleets together are enough for one of the enemy's worlds, as far as it knows."""
    force = sum(situation.strength(f) for f in situation.planned.fleets.values() if situation.roles[f.id] == "war")
    worlds = {c.hex for c in situation.view.foreign_colonies.values() if c.side == foe}
    return any(_needed(situation, hex_) <= force for hex_ in worlds)


def committed_hull(situation: Situation) -> dict[HexId, int]:
    """Hull spaces of the side's war fleets that are over enemies' worlds, or on their way there."""
    worlds, found = {c.hex for c in situation.enemy_worlds}, dict[HexId, int]()
    for fleet in situation.planned.fleets.values():
        to = bound_for(situation, fleet)
        if situation.roles.get(fleet.id) == "war" and to in worlds:
            found[to] = found.get(to, 0) + situation.strength(fleet)
    return found


def _needed(situation: Situation, hex_: HexId) -> int:
    """Hull spaces to attack a system with: what was seen there whenever that was, what a lost battle taught, or what may be
    expected at that time of the game, with the superiority that its nature asks for."""
    view = situation.view
    fleets = sum(f.hull for f in view.foreign_fleets.values() if f.hex == hex_ and situation.is_enemy(f.side))
    bases = sum(b.hull for b in view.foreign_bases.values() if b.hex == hex_ and situation.is_enemy(b.side))
    expected = AT_LEAST + MORE_A_TURN * view.turn
    return max(expected, fleets + bases, situation.memory.rebuffs.get(hex_, 0)) * situation.weights.superiority // 100


def _rally(situation: Situation, target: ColonySighting) -> HexId:
    """Where fleets gather: the colony nearest to the aim that is in supply and large enough to matter."""
    places = [c for c in situation.colonies if c.hex in situation.main and not c.blockaded] or list(situation.colonies)
    best = min(places, key=lambda c: (situation.far(c.hex, target.hex), c.id), default=None)
    return best.hex if best is not None else situation.me.home


def _march(situation: Situation, fleets: list[Fleet], target: ColonySighting, needed: int) -> Iterator[Proposal]:
    """All fleets of a place, one drive together, to the enemy's world."""
    by_drive: defaultdict[str, list[Fleet]] = defaultdict(list)
    for fleet in fleets:
        by_drive[situation.me.designs[situation.planned.ships[fleet.ships[0]].design].ftl].append(fleet)
    for _, group in sorted(by_drive.items()):
        group.sort(key=lambda f: (-situation.strength(f), f.id))
        lead = group[0]
        ways = situation.ways(lead, (target.hex,))
        if not ways or ways[0][0] > AT_MOST:
            continue
        orders = march_orders(lead, group[1:], target.hex)
        ours = sum(situation.strength(f) for f in group)
        why = (
            f"{lead.name} against {situation.planned.place(target.hex)} with hull {ours}; {needed} are thought to be enough, "
            f"{weeks_text(ways[0][0])}"
        )
        uses = used_things(
            *(f"fleet/{f.id}" for f in group), *(f"mission/{f.id}" for f in group), *(f"engage/{f.id}" for f in group)
        )
        yield Proposal(WAR_CONCERN, orders, why, 970, uses=uses)


def march_orders(lead: Fleet, others: Sequence[Fleet], to: HexId) -> tuple[Order, ...]:
    """Orders by which a fleet takes the others of its hex along against an enemy's world."""
    orders: list[Order] = [MergeFleets(other.id, lead.id) for other in others]
    if lead.engagement.stance != "attack":
        orders.append(SetEngagement(lead.id, "attack", BOLD_LOSS_PERCENT, pursue=True))
    if lead.mission != "blockade":
        orders.append(SetMission(lead.id, "blockade"))
    return (*orders, MoveFleet(lead.id, (Leg(to),)))


def _gather(situation: Situation, fleets: list[Fleet], here: HexId, rally: HexId, needed: int) -> Iterator[Proposal]:
    """Fleets that are too few alone come to where the others are."""
    for fleet in fleets if here != rally else ():
        for weeks, goal_ in situation.ways(fleet, (rally,))[:1]:
            why = (
                f"{fleet.name} to {situation.planned.place(goal_)}, where we gather hull {needed}, {weeks_text(weeks)}"
            )
            order = MoveFleet(fleet.id, (Leg(goal_),))
            yield Proposal(WAR_CONCERN, (order,), why, 650, uses=used_things(f"fleet/{fleet.id}"))


def _siege(situation: Situation, fleet: Fleet, world: ColonySighting) -> Iterator[Proposal]:
    """A fleet over an enemy's world stays while it can: it cuts the world off, and fires where its nature lets it."""
    there = [f for f in situation.planned.fleets.values() if f.hex == fleet.hex and f.transit is None]
    ours, theirs = sum(situation.strength(f) for f in there), sum(situation.foes(fleet.hex).values())
    tired = strain(situation.planned, fleet) >= situation.weights.stress + 20 and fleet.hex not in situation.fed
    if tired or theirs * 2 > ours * 3:
        yield from go_home(situation, fleet, WAR_CONCERN)
        return
    orders: list[Order] = [] if fleet.mission == "blockade" else [SetMission(fleet.id, "blockade")]
    shelled = (
        situation.weights.shells and not situation.refuses("first strike") and world.colony not in situation.view.fronts
    )
    if shelled and f"bombard {fleet.id}" not in situation.planned.ordered:
        target: Target = "production" if situation.weights.raids and not situation.weights.grants else "installations"
        orders.append(BombardWorld(fleet.id, world.hex, world.orbit, target))
    if orders:
        against = f" against {theirs}" if theirs else ""
        why = f"{fleet.name} holds the orbit of {world.colony} with hull {ours}{against}: nothing leaves it"
        yield Proposal(
            WAR_CONCERN, tuple(orders), why, 960, uses=used_things(f"mission/{fleet.id}", f"siege/{fleet.id}")
        )


TROOPS_CONCERN: Final = "troops"
GARRISON_BATTALIONS: Final = 4
"""Battalions that stay to hold a colony."""


def troops(situation: Situation) -> Iterator[Proposal]:
    """Armies in the field get their posture; at war forces land where the orbit is ours, and board fleets with room."""
    for found in army_advice(situation.planned):
        order = found.order
        if isinstance(order, CommandArmy):
            yield Proposal(
                TROOPS_CONCERN, (order,), f"{found.label}: {found.reason}", 700, uses=used_things(f"army/{order.world}")
            )
    if not situation.memory.foe or situation.refuses("conquest"):
        return
    for found in landings(situation.planned):
        order = found.order
        if isinstance(order, InvadeWorld) and _is_ours_to_take(situation, order):
            why = f"{found.label}: {found.reason}"
            yield Proposal(TROOPS_CONCERN, (order,), why, 965, uses=used_things(f"invade/{order.fleet}"))
    for found in boardings(situation.planned):
        order = found.order
        if not isinstance(order, TakeCraft) or situation.roles.get(order.fleet) != "war":
            continue
        held = situation.planned.colonies[order.place].garrison.get(order.design, 0)
        count = min(order.count, held - GARRISON_BATTALIONS)
        if count > 0:
            taken = TakeCraft(order.fleet, order.place, order.design, count)
            uses = used_things(f"board/{order.fleet}", f"garrison/{order.place}/{order.design}")
            yield Proposal(TROOPS_CONCERN, (taken,), f"{found.label}: {found.reason}", 640, uses=uses)


def _is_ours_to_take(situation: Situation, order: InvadeWorld) -> bool:
    """Whether an enemy's world is below, and nobody is seen in the orbit that would bar the landing (CW-9.2-05)."""
    seen = situation.view.foreign_colonies.get(order.world)
    fleet = situation.planned.fleets[order.fleet]
    here = ends_at(situation.planned, fleet)
    return seen is not None and situation.is_enemy(seen.side) and not sum(situation.foes(here).values())


RAID_CONCERN: Final = "raid"
MOST_RAIDERS: Final = 3
"""So many fleets are out to raid at once."""
RAIDER_HULL: Final = 80
"""Hull spaces beyond which a fleet has better to do."""


def raid(situation: Situation) -> Iterator[Proposal]:
    """Small, rested fleets along the enemy's trade, those first of which most is to be expected."""
    if (
        not situation.weights.raids
        or not situation.memory.foe
        or situation.memory.beaten
        or situation.refuses("first strike")
    ):
        return
    out = sum(f.raid is not None for f in situation.planned.fleets.values())
    small = [
        f
        for f in situation.of_role("war")
        if 0 < situation.strength(f) <= RAIDER_HULL and strain(situation.planned, f) < situation.weights.stress
    ]
    small = [f for f in small if f.hex in situation.fed]
    for fleet in sorted(small, key=lambda f: (situation.strength(f), f.id))[: max(0, MOST_RAIDERS - out)]:
        for course in courses(situation.view, fleet)[: situation.judgment.candidates]:
            if not situation.is_enemy(course.side):
                continue
            ships = [situation.planned.ships[s] for s in fleet.ships]
            room = room_aboard(situation.me.designs, ships, situation.settings)
            why = f"{course.expected} catches to be expected on the way to {situation.planned.place(course.to)}"
            order = RaidRoute(fleet.id, course.path, "take" if room else "destroy")
            weight = 660 + int(Fraction(course.expected) * 20) - len(course.path)
            uses = used_things(
                f"fleet/{fleet.id}", f"siege/{fleet.id}"
            )  # who is away cannot fire on the world where it was
            yield Proposal(RAID_CONCERN, (order,), f"{fleet.name}: {why}", weight, uses=uses)
            break


YIELDING_CONCERN: Final = "yielding"


def propose_yielding(situation: Situation) -> Iterator[Proposal]:
    """Words for the game master in the turn in which it gives in; an offer of trade to each side it was beaten by."""
    if not situation.memory.beaten or situation.unyielding:
        return
    view = situation.view
    victors = [s for s in sorted(view.flags) if situation.memory.grudges.get(s)]
    if situation.memory.beaten == view.turn:
        names = " and ".join(view.flags[s].name for s in victors) or "anyone who will have it"
        text = f"We cannot go on. We ask {names} for peace, and will hear what it is to cost."
        why = f"we make {situation.income} CPs a turn, of {situation.memory.best} that we once made"
        yield Proposal(YIELDING_CONCERN, (FreeText(text),), why, 995, uses=used_things("words/peace"))
    for side in victors:
        free = pact_of(view.pacts, view.side, side) is None and offer_of(view.offers, view.side, side) is None
        if free and situation.is_in_contact(side):
            why = f"an empire that trades with {view.flags[side].name} is worth more to them than rubble"
            yield Proposal(YIELDING_CONCERN, (OfferTrade(side, "full"),), why, 992, uses=used_things(f"trade/{side}"))
