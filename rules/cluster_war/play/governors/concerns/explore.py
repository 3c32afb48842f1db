"""Fleets without an enemy: scouts and survey ships, answers to what they have met, home or to a yard when they are worn out
(12.1, 12.1-04, B, 9.6)."""

from collections.abc import Iterator
from typing import Final

from rules.cluster_war.chapters.combat.battle_orders import RepairUnits
from rules.cluster_war.chapters.combat.repair_bills import RepairBill
from rules.cluster_war.chapters.combat.repair_shops import RepairShop
from rules.cluster_war.chapters.encounters.encounter_orders import AnswerScene, parts_of
from rules.cluster_war.chapters.encounters.specials import choices_of, helps_of, scene_row
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.organising_orders import SetMission, SplitFleet
from rules.cluster_war.model.orders.names import free_fleet_id
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.common import FleetId, HexId, ShipId
from rules.cluster_war.model.state.holdings import Base, Fleet, Leg, Ship
from rules.cluster_war.play.governors.roster import is_surveying, strain, surveys
from rules.cluster_war.play.governors.situation import Proposal, Situation, used_things
from rules.cluster_war.turn.planning.suggestions.meetings import weeks_text
from rules.cluster_war.turn.planning.suggestions.works import bills, damaged_units, is_payable, may_leave, voyages

EXPLORE_CONCERN: Final = "explore"
SCOUT_HEXES: Final = (8, 18)
"""Hexes that a scout goes which looks for others, the fewest and the most."""
SAMPLED_STARS: Final = 12
"""So many far stars are thought of."""
SCOUTS_BEAR: Final = 30
"""Percent of stress that scouts bear beyond what others do."""
NEAR_HEXES: Final = 3
"""Hexes around own colonies whose stars are left to survey ships."""


def explore(situation: Situation) -> Iterator[Proposal]:
    """Every scout and survey ship that waits: back home, to work, or to a star that no other is bound for."""
    partings = list(_partings(situation))
    yield from partings
    if partings and situation.judgment.rounds > 1:
        return  # the parts get their orders when the sheet is gone over again
    parted = {f.id for f in situation.of_role("scout", "surveyor") if _parts(situation, f)}
    taken = set(situation.bound)
    for fleet in (*situation.of_role("surveyor"), *situation.of_role("scout")):
        if fleet.id in parted or is_surveying(fleet):
            continue
        if _tired(situation, fleet):
            yield from go_home(situation, fleet, EXPLORE_CONCERN)
            continue
        found = _next(situation, fleet, taken)
        if found is not None:
            hex_, proposal = found
            taken.add(hex_)
            yield proposal
        elif fleet.hex not in situation.fed:
            yield from go_home(situation, fleet, EXPLORE_CONCERN)


def go_home(situation: Situation, fleet: Fleet, concern: str) -> Iterator[Proposal]:
    """Back to where supplies are, before stress does harm (CW-4.3-02, CW-4.3-20)."""
    worst = strain(situation.planned, fleet)
    for weeks, goal in situation.ways(fleet, situation.fed & {c.hex for c in situation.colonies})[:1]:
        why = (
            f"{fleet.name} has been away long enough: stress {worst} %"
            if worst
            else f"{fleet.name} goes home for supplies"
        )
        order = MoveFleet(fleet.id, (Leg(goal),))
        yield Proposal(concern, (order,), f"{why}; {weeks_text(weeks)}", 900, uses=used_things(f"fleet/{fleet.id}"))


def _tired(situation: Situation, fleet: Fleet) -> bool:
    """Whether its crews have had enough, and it is away from home; scouts are sent out to stay out."""
    bears = situation.weights.stress + (SCOUTS_BEAR if situation.roles[fleet.id] == "scout" else 0)
    return fleet.hex not in situation.fed and strain(situation.planned, fleet) >= bears


def _parts(situation: Situation, fleet: Fleet) -> tuple[ShipId, ...]:
    """Ships of a fleet that could do the same work alone: all but the first."""
    here = fleet.hex in situation.fed and not is_surveying(fleet) and len(fleet.ships) > 1
    alike = {situation.roster.roles[situation.planned.ships[s].design] for s in fleet.ships}
    return fleet.ships[1:] if here and len(alike) == 1 else ()


def _partings(situation: Situation) -> Iterator[Proposal]:
    """Several scouts or survey ships in one fleet see more apart."""
    numbers = set(situation.planned.fleets)
    for fleet in situation.of_role("scout", "surveyor"):
        orders: list[Order] = []
        for count, ship in enumerate(_parts(situation, fleet), 2):
            new = free_fleet_id(situation.view, numbers)
            numbers.add(new)
            orders.append(SplitFleet(fleet.id, (ship,), f"{fleet.name} {count}"[:40], new))
        if orders:
            why = f"{fleet.name} sees more in {len(orders) + 1} parts"
            yield Proposal(EXPLORE_CONCERN, tuple(orders), why, 950, uses=used_things(f"split/{fleet.id}"))


def _next(situation: Situation, fleet: Fleet, taken: set[HexId]) -> tuple[HexId, Proposal] | None:
    """What a scout or survey ship does next: the place, and the orders."""
    able = surveys(situation.planned, fleet)
    if (
        able
        and fleet.hex in situation.view.objects
        and situation.level(fleet.hex) != "surveyed"
        and fleet.hex in situation.stars
    ):
        why = f"{fleet.name} is at {situation.planned.place(fleet.hex)}, which is not surveyed yet"
        orders: tuple[Order, ...] = () if fleet.mission == "survey" else (SetMission(fleet.id, "survey"),)
        if orders:
            return fleet.hex, Proposal(EXPLORE_CONCERN, orders, why, 800, uses=used_things(f"fleet/{fleet.id}"))
        return None
    calls = () if able else _calls(situation, taken)
    inviting = (
        situation.memoized_all_turn("to survey", _to_survey)
        if able
        else situation.memoized_all_turn("to scout", _to_scout)
    )
    goals = [h for h in inviting if h not in taken]
    if not able:
        goals = _afar(situation, fleet, goals) or [h for h in goals if situation.from_home(h) > NEAR_HEXES] or goals
    goals += calls
    best: tuple[int, int, HexId] | None = None
    for weeks, hex_ in situation.ways(fleet, goals)[: situation.judgment.candidates]:
        worth = weeks * 4 + (situation.from_home(hex_) * 3 if able else 0) - (12 if hex_ in calls else 0)
        if best is None or (worth, weeks, hex_) < best:
            best = (worth, weeks, hex_)
    if best is None:
        return None
    _, weeks, hex_ = best
    orders = (MoveFleet(fleet.id, (Leg(hex_),)),)
    if able and fleet.mission != "survey":
        orders = (SetMission(fleet.id, "survey"), *orders)
    what = (
        "nobody has been there" if situation.level(hex_) in {"", "map"} else "it is scouted, and may be worth a colony"
    )
    what = "strangers live there, and somebody should say hello" if hex_ in calls else what
    why = f"{fleet.name} to {situation.planned.place(hex_)}: {what}, {weeks_text(weeks)}"
    return hex_, Proposal(
        EXPLORE_CONCERN, orders, why, 700 - min(600, best[0]), uses=used_things(f"fleet/{fleet.id}", f"look/{hex_}")
    )


def _afar(situation: Situation, fleet: Fleet, goals: list[HexId]) -> list[HexId]:
    """Where a scout at home goes that is to find out who else there is: every other one goes far, to a part of the sky from which
    nobody has reported. The way is long, and a long way takes less time for each hex of it (CW-4.0-01)."""
    number = int("0" + "".join(c for c in fleet.ships[0] if c.isdigit()))
    looks_near = (
        situation.weights.probes and not situation.view.foreign_colonies
    )  # who fears neighbours finds them first
    if fleet.hex not in situation.fed or (number + situation.view.turn) % 2 or looks_near:
        return []
    far = [h for h in goals if SCOUT_HEXES[0] <= situation.far(fleet.hex, h) <= SCOUT_HEXES[1]]
    some = sorted(far, key=lambda h: (situation.random.below(f"far/{fleet.id}/{h}", 10**6), h))[:SAMPLED_STARS]
    been = {h for h, seen in situation.view.systems.items() if seen.level != "map"} | situation.bound
    return sorted(some, key=lambda h: (-min((situation.far(h, b) for b in been), default=0), h))[:1]


def _to_scout(situation: Situation) -> tuple[HexId, ...]:
    """Stars where nobody has been, and where neither strangers nor other dangers are known to wait."""
    new = (h for h in situation.stars if situation.level(h) in {"", "map"} and not situation.strangers(h))
    return tuple(h for h in new if h not in situation.shunned)


def _to_survey(situation: Situation) -> tuple[HexId, ...]:
    """Those, and such as are only scouted."""
    new = (h for h in situation.stars if situation.level(h) in {"", "map", "scouted"} and not situation.strangers(h))
    return tuple(h for h in new if h not in situation.shunned)


def _calls(situation: Situation, taken: set[HexId]) -> tuple[HexId, ...]:
    """Worlds of sides that the empire is not in contact with and would like to be (CW-13.0-06)."""
    if situation.weights.trust < 0:
        return ()
    found: dict[str, HexId] = {}
    for _, seen in sorted(situation.view.foreign_colonies.items()):
        side = seen.side
        if side not in situation.view.flags or situation.feels(side) < 0 or seen.hex in taken:
            continue
        if situation.is_in_contact(side):
            continue
        near = found.get(side)
        if near is None or situation.from_home(seen.hex) < situation.from_home(near):
            found[side] = seen.hex
    return tuple(found.values())


ENCOUNTERS_CONCERN: Final = "encounters"
DRAW_OFF_WEIGHT: Final = 2000
"""Before all else: other orders for fleets that draw off come to nothing."""
AWAY_EFFECT: Final = "away"
"""What a choice does that takes the fleet to the next hex."""


def encounters(situation: Situation) -> Iterator[Proposal]:
    """One answer to each scene that is open."""
    for scene in () if situation.leaves_scenes else situation.view.scenes:
        if scene.closed or scene.answer or f"scene {scene.id}" in situation.planned.ordered:
            continue
        row, aboard = scene_row(situation.settings, scene.kind), parts_of(situation.planned, scene)
        best, odds = row["usual"], situation.weights.dares - 1
        for key, choice in choices_of(situation.settings, scene.kind).items():
            if (choice["needs"] and not aboard.get(choice["needs"])) or not choice["chance"]:
                continue
            chance = sum(m.value for m in helps_of(situation.settings, choice, aboard))
            if chance > odds:
                best, odds = key, chance
        choice = choices_of(situation.settings, scene.kind)[best]
        way = "the cautious way" if best == row["usual"] else f"{odds} % is good enough for us"
        why = f"{row['title']} at {situation.planned.place(scene.hex)}: {choice['label']}, {way}"
        uses = [f"scene/{scene.id}"]
        if AWAY_EFFECT in {
            choice["good"],
            choice["bad"],
        }:  # all who are there draw off, and are elsewhere when other orders come up
            there = (f.id for f in situation.planned.fleets.values() if f.hex == scene.hex and f.transit is None)
            uses += [f"fleet/{fleet}" for fleet in there]
        yield Proposal(
            ENCOUNTERS_CONCERN, (AnswerScene(scene.id, best),), why, DRAW_OFF_WEIGHT, uses=used_things(*uses)
        )


REPAIR_CONCERN: Final = "repair"


def repair(situation: Situation) -> Iterator[Proposal]:
    """All that is damaged and in nobody's care, a fleet or base at a time; then voyages to those who can."""
    planned = situation.planned
    stranded: list[tuple[str, Fleet]] = []
    for name, fleet, units in damaged_units(planned):
        offered = bills(planned, units)
        first = next(offered, None)
        if first is not None:
            yield _mending(name, fleet, units, *first)
        payable = first is not None and (is_payable(planned, *first) or any(is_payable(planned, *o) for o in offered))
        if not payable and may_leave(planned, fleet):
            stranded.append((name, planned.fleets[fleet]))
    for found in voyages(planned, stranded):
        order_ = found.order
        if isinstance(order_, MoveFleet):
            idle = situation.planned.fleets[order_.fleet].mission in {"none", "patrol"}
            stop = () if idle else (SetMission(order_.fleet, "none"),)  # what is broken cannot go on with it there
            yield Proposal(
                REPAIR_CONCERN, (*stop, order_), found.reason, 905, uses=used_things(f"fleet/{order_.fleet}")
            )


def _mending(name: str, fleet: FleetId, units: tuple[Ship | Base, ...], shop: RepairShop, bill: RepairBill) -> Proposal:
    using_, at = (shop.key, "") if shop.fleet else ("", shop.key)
    order = RepairUnits(fleet, () if fleet else tuple(u.id for u in units), at, using_)
    cost = 0 if shop.fleet else bill.cps
    uses = used_things(*([f"fleet/{fleet}"] if fleet else []), f"repair/{units[0].id}")
    price = f"for {bill.cps} CPs" if bill.cps else "at no cost"
    why = f"{name} is damaged; {shop.name} repairs it {price}"
    return Proposal(REPAIR_CONCERN, (order,), why, 910, "duty" if cost else "free", cost, uses)
