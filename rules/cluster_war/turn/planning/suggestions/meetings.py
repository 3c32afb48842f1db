"""A suggested order with its reason, and the picture that suggestions are made on; orders for battle to think of, raids on
commerce, and what a fleet could fire on from orbit (9.0, 9.7, 9.5, 9.4)."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final

from rules.cluster_war.chapters.combat.arms import is_warship, weapon_points
from rules.cluster_war.chapters.combat.battle_orders import SetEngagement, in_words
from rules.cluster_war.chapters.combat.bombardment import AT_COLONIES, TARGETS
from rules.cluster_war.chapters.combat.bombardment_orders import BombardWorld
from rules.cluster_war.chapters.combat.contact import NOTHING_SAID
from rules.cluster_war.chapters.combat.raid_orders import RaidCourse, RaidRoute, courses
from rules.cluster_war.model.economy.holds import room_aboard
from rules.cluster_war.model.holdings.order_kind import PlannedState
from rules.cluster_war.model.orders.order import Order, SignedOrder
from rules.cluster_war.model.race_design.choices import deed_refused, order_refused
from rules.cluster_war.model.state.common import WEEKS_PER_TURN, HexId, SideId
from rules.cluster_war.model.state.holdings import Fleet
from rules.cluster_war.model.state.sides import BaseSighting, FleetSighting
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.state.war import Stance
from rules.cluster_war.turn.planning.check import check, plan_sheet
from rules.values import GameError, Value, changed

MOST_SUGGESTIONS: Final = 25
"""Suggestions in one list."""
MOST_ADVISED: Final = 3
"""So many of them are advised."""
MOST_TRIED: Final = 12
"""So many of the best are tried before a star is given up: trying one walks the whole sheet."""


class Suggestion(Value):
    """An order that could be given now: what it is in a few words, why it is sensible, and whether it is advised; `beside` are
    the other orders that belong to it, all of them in the order in which they are given."""

    order: Order
    label: str
    reason: str
    starred: bool = False
    beside: tuple[Order, ...] = ()

    @property
    def orders(self) -> tuple[Order, ...]:
        """All that it orders."""
        return self.beside or (self.order,)


def picture(view: View, sheet: Sequence[SignedOrder]) -> PlannedState:
    """What is left to order with when the sheet is carried out."""
    planned, _, _ = plan_sheet(view, tuple(sheet), warn=False)
    return planned


def rank_suggestions(
    view: View,
    sheet: Sequence[SignedOrder],
    found: Iterable[Suggestion],
    is_apart: Callable[[Suggestion, Suggestion], bool] = lambda one, other: True,
) -> tuple[Suggestion, ...]:
    """The best first, which `found` gives in order: three of them starred, of those that the rules allow on top of the sheet
    without a warning and that are apart from those starred before (two ships to one star are not); then the others, 25 in all.

    What the rules refuse is left out, as far as it was tried.
    """
    stars: list[Suggestion] = []
    others: list[Suggestion] = []
    tried = 0
    for one in found:
        if len(stars) == MOST_ADVISED or tried == MOST_TRIED or not all(is_apart(one, star) for star in stars):
            others.append(one)
            continue
        tried += 1
        sound = _is_sound(view, sheet, one.orders)
        if sound:
            stars.append(changed(one, starred=True))
        elif sound is not None:
            others.append(one)
    return (*stars, *others)[:MOST_SUGGESTIONS]


def _is_sound(view: View, sheet: Sequence[SignedOrder], orders: Sequence[Order]) -> bool | None:
    """Whether the check warns of nothing in these orders one after the other; None where it refuses one."""
    on_it, sound = list(sheet), True
    for order in orders:
        try:
            seen = check(view, tuple(on_it), order)
        except GameError:
            return None
        sound = sound and all(note.informs for note in seen.notes)
        number = max((s.number for s in on_it), default=0) + 1
        on_it.append(SignedOrder(f"{view.side}-{view.turn}-S{number}", view.side, number, seen.order))
    return sound


def weeks_text(weeks: int) -> str:
    """A span in words."""
    return "1 week" if weeks == 1 else f"{weeks} weeks"


CAUTION_LOSS_PERCENT: Final = 50
"""The share of its hull, in percent, at whose loss a fleet is advised to withdraw."""


def battle_orders(view: View, sheet: Sequence[SignedOrder]) -> tuple[Suggestion, ...]:
    """What fleets that may meet somebody could do, and the whole empire; then every armed fleet, its orders as they are."""
    planned = picture(view, sheet)
    advised = rank_suggestions(view, sheet, advice(planned))
    told = {one.order.fleet for one in advised if isinstance(one.order, SetEngagement)}
    return (*advised, *(one for one in _all(planned) if _fleet(one) not in told))[:MOST_SUGGESTIONS]


def advice(planned: PlannedState) -> Iterator[Suggestion]:
    """Orders for the fleets that would end the month beside others who are not at peace, weakest first; then the empire's
    rules of engagement where nothing has been said (CW-9.0-09, CW-9.0-14)."""
    met = [(ours - theirs, fleet, ours, theirs) for fleet, ours, theirs in _meetings(planned)]
    for _, fleet, ours, theirs in sorted(met, key=lambda m: (m[0], m[1].name)):
        found = _for_meeting(planned, fleet, ours, theirs)
        if found is not None:
            yield found
    if planned.me.engagement == NOTHING_SAID and "engage " not in planned.ordered:
        why = "no orders yet: fleets follow your race's attitude, to the last ship"
        yield Suggestion(
            SetEngagement("", "defend", CAUTION_LOSS_PERCENT),
            f"Your empire defends, withdraws at {CAUTION_LOSS_PERCENT} %",
            why,
        )


def ends_at(planned: PlannedState, fleet: Fleet) -> HexId:
    """Where a fleet is at the month's end, as its side can know; "" while it is under way."""
    ends = planned.first_week + WEEKS_PER_TURN
    if fleet.id in planned.moving:
        return planned.heading[fleet.id][-1] if planned.moving[fleet.id] <= ends else ""
    if fleet.course is not None:
        return fleet.course.path[-1] if fleet.course.due[-1] <= ends else ""
    if fleet.transit is not None:
        return fleet.transit.to if fleet.transit.arrives <= ends and not fleet.route else ""
    return fleet.hex


def armed_hull(planned: PlannedState, fleet: Fleet) -> int:
    """Hull spaces of a fleet's armed ships."""
    kinds = Counter(planned.ships[ship].design for ship in fleet.ships)
    designs = ((planned.me.designs[key], count) for key, count in kinds.items())
    return sum(design.hull * count for design, count in designs if is_warship(design, planned.settings))


def foes_at(planned: PlannedState, hex_: HexId) -> dict[SideId, int]:
    """Hull spaces of fleets and bases seen in a hex within the last month, by side, without those at peace."""
    view, since, found = planned.view, planned.first_week - WEEKS_PER_TURN, dict[SideId, int]()
    sightings: tuple[FleetSighting | BaseSighting, ...] = (*view.foreign_fleets.values(), *view.foreign_bases.values())
    for seen in sightings:
        if seen.hex == hex_ and seen.week >= since and seen.side not in view.peace:
            found[seen.side] = found.get(seen.side, 0) + seen.hull
    return found


def _meetings(planned: PlannedState) -> Iterator[tuple[Fleet, int, int]]:
    """Fleets with those of the side's armed hull spaces, and the others', where they would meet."""
    ends = {fleet.id: ends_at(planned, fleet) for fleet in planned.fleets.values()}
    for fleet in planned.fleets.values():
        here = ends[fleet.id]
        foes = foes_at(planned, here) if here and f"engage {fleet.id}" not in planned.ordered else {}
        if foes:
            ours = sum(armed_hull(planned, f) for f in planned.fleets.values() if ends[f.id] == here)
            yield fleet, ours, sum(foes.values())


def _for_meeting(planned: PlannedState, fleet: Fleet, ours: int, theirs: int) -> Suggestion | None:
    here = ends_at(planned, fleet)
    who = " and ".join(
        planned.view.all_flags[s].name for s in sorted(foes_at(planned, here)) if s in planned.view.all_flags
    )
    seen = f"{who or 'others'} at {here}, hull {theirs} as last seen; yours {ours}"
    peaceful = deed_refused(planned.me.race.attitude, "first strike", planned.settings) is not None
    if not armed_hull(planned, fleet):
        order, does, why = SetEngagement(fleet.id, "evade"), "evades", f"nothing aboard can fight; {seen}"
    elif 2 * theirs >= 3 * ours:
        order, does, why = (
            SetEngagement(fleet.id, "evade", CAUTION_LOSS_PERCENT),
            "evades",
            f"would meet a stronger force: {seen}",
        )
    elif 2 * ours >= 3 * theirs and not peaceful:
        order = SetEngagement(fleet.id, "attack", CAUTION_LOSS_PERCENT, pursue=True)
        does, why = "attacks and pursues", f"would meet a weaker force: {seen}"
    else:
        order = SetEngagement(fleet.id, "defend", CAUTION_LOSS_PERCENT)
        does, why = f"defends, withdraws at {CAUTION_LOSS_PERCENT} %", f"would meet an equal: {seen}"
    now = fleet.engagement
    same = (order.stance, order.withdraw_at, order.pursue) == (now.stance, now.withdraw_at, now.pursue)
    return None if same else Suggestion(order, f"{fleet.name} {does}", why)


def _all(planned: PlannedState) -> Iterator[Suggestion]:
    """The empire and every armed fleet, with its orders as they are, to begin from."""
    mine = planned.me.engagement
    if "engage " not in planned.ordered:
        whole = SetEngagement("", mine.stance or "defend", mine.withdraw_at or CAUTION_LOSS_PERCENT, mine.pursue)
        yield Suggestion(whole, "Your whole empire", f"now: {in_words(mine)}")
    for fleet in sorted(planned.fleets.values(), key=lambda f: (f.name.casefold(), f.id)):
        hull, now = armed_hull(planned, fleet), fleet.engagement
        if not hull or f"engage {fleet.id}" in planned.ordered:
            continue
        stance: Stance
        stance, loss = ("defend", CAUTION_LOSS_PERCENT) if now == NOTHING_SAID else (now.stance, now.withdraw_at)
        order = SetEngagement(fleet.id, stance, loss, now.pursue, now.reserve, now.protect)
        said = "as your empire has it" if now == NOTHING_SAID else in_words(now)
        yield Suggestion(order, f"Orders for {fleet.name}", f"now: {said}; armed hull {hull}")


def _fleet(one: Suggestion) -> str:
    return one.order.fleet if isinstance(one.order, SetEngagement) else ""


MOST_RAIDERS: Final = 6
"""So many fleets are looked at, the smallest first."""
COURSES_OF_EACH: Final = 4
"""So many courses of each."""


def raids(view: View, sheet: Sequence[SignedOrder]) -> tuple[Suggestion, ...]:
    """Courses for armed fleets that wait for orders, those of which most can be expected first (CW-9.5-20)."""
    planned = picture(view, sheet)
    return rank_suggestions(view, sheet, raid_advice(planned), _is_another_fleet)


def raid_advice(planned: PlannedState) -> Iterator[Suggestion]:
    """The same, the best first."""
    if order_refused(planned.me.race, "first strike", "raid", planned.settings) is not None:
        return
    free = [f for f in planned.fleets.values() if _can_leave(planned, f) and armed_hull(planned, f)]
    found = [
        (fleet, course)
        for fleet in sorted(free, key=lambda f: (armed_hull(planned, f), f.name))[:MOST_RAIDERS]
        for course in courses(planned.view, fleet)[:COURSES_OF_EACH]
    ]
    for fleet, course in sorted(found, key=lambda f: (-Fraction(f[1].expected), len(f[1].path), f[0].name)):
        yield _raid(planned, fleet, course)


def targets(view: View, sheet: Sequence[SignedOrder]) -> tuple[Suggestion, ...]:
    """What fleets that are over a foreign colony this month could fire on; nothing of it is advised: what it does to a world,
    and to what others think of it, is for its giver to weigh (CW-9.4-01, CW-9.4-09)."""
    return tuple(_targets(picture(view, sheet)))[:MOST_SUGGESTIONS]


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
    hexes = "1 hex" if len(course.path) == 1 else f"{len(course.path)} hexes"
    why = f"{course.expected} catches to be expected of {whose}, {hexes}" + (", room for prey" if room else "")
    order = RaidRoute(fleet.id, course.path, "take" if room else "destroy")
    by_way = f" by way of {', '.join(course.path[:-1])}" if course.path[1:] else ""
    return Suggestion(order, f"{fleet.name} raids to {planned.place(course.to)}{by_way}", why)


def _can_leave(planned: PlannedState, fleet: Fleet) -> bool:
    return fleet.transit is None and fleet.course is None and not fleet.route and fleet.id not in planned.moving


def _is_another_fleet(one: Suggestion, other: Suggestion) -> bool:
    mine, theirs = one.order, other.order
    return not (isinstance(mine, RaidRoute) and isinstance(theirs, RaidRoute) and mine.fleet == theirs.fleet)
