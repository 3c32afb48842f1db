"""Where fleets could go, and supplies to take aboard before: unknown stars for scouts, systems to survey, places of their own
(4.3, 4.0, 12.1)."""

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from typing import Final

from rules.cluster_war.chapters.encounters.known_specials import known_specials, way_words
from rules.cluster_war.chapters.logistics.stores import supply_hexes
from rules.cluster_war.chapters.logistics.supply_orders import LoadSupplies
from rules.cluster_war.chapters.movement.fleets import force
from rules.cluster_war.chapters.movement.journey import LegDurations, entries, stages
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.navigation import chart_in, mode_of
from rules.cluster_war.chapters.movement.organising_orders import SetMission
from rules.cluster_war.chapters.terrain.forecast import way_warning
from rules.cluster_war.model.economy.holds import room_aboard
from rules.cluster_war.model.holdings.order_kind import PlannedState
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.common import WEEKS_PER_TURN, FleetId, HexId
from rules.cluster_war.model.state.holdings import Fleet, Leg, Ship
from rules.cluster_war.model.state.places import distance
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.worlds.cluster import is_star
from rules.cluster_war.turn.planning.check import wants
from rules.cluster_war.turn.planning.suggestions.meetings import (
    MOST_SUGGESTIONS,
    Suggestion,
    picture,
    rank_suggestions,
    weeks_text,
)
from rules.cluster_war.turn.planning.suggestions.outlook import is_explorer
from rules.values import IllegalOrderError


def points_short(planned: PlannedState, fleet: Fleet, hex_: HexId, weeks: int) -> int:
    """Supply points that a fleet lacks on a way of so many weeks, none where it is in supply when each month ends; where the way
    ends out of supply, for a month there and the way back, too (CW-4.3-07, CW-4.3-13)."""
    each, aboard = wants(planned, [planned.ships[s] for s in fleet.ships], None)
    fed = hex_ in supply_hexes(planned.view, planned.me.id)
    months = (weeks - 1) // WEEKS_PER_TURN if fed else 1 + -(-2 * weeks // WEEKS_PER_TURN)
    return max(0, each * months - aboard)


def points_to_take(planned: PlannedState, fleet: Fleet, hex_: HexId, weeks: int) -> int:
    """Those that it can take aboard where it is: all that it lacks, or none where its holds have no room for them or nothing can
    be had there (CW-4.3-15)."""
    if fleet.hex not in supply_hexes(planned.view, planned.me.id):
        return 0
    short = points_short(planned, fleet, hex_, weeks)
    room = room_aboard(planned.me.designs, [planned.ships[s] for s in fleet.ships], planned.settings)
    return short if short <= room else 0


STOCK_MONTHS: Final = 6
"""So many months out of supply a campaign is advised to take supplies for, if there is the room."""


def points_for_campaign(planned: PlannedState, here: HexId, ships: Sequence[Ship], goal: HexId) -> int:
    """Supply points that ships are advised to take aboard for a campaign: none where they have enough or cannot get any."""
    if here not in supply_hexes(planned.view, planned.me.id):
        return 0
    needs, aboard = wants(planned, ships, goal)
    room = room_aboard(planned.me.designs, ships, planned.settings)
    return min(room, needs * STOCK_MONTHS - aboard) if aboard < needs else 0


MOST_SCOUTS: Final = 6
"""So many fleets are looked at, the smallest first."""
NEAREST_GOALS: Final = 8
"""So many of the nearest goals of each."""
STRAINED_PERCENT: Final = 20
"""Per cent of stress from which a fleet is advised to turn back to supply and not to explore: two months out of supply, so that
the way back is over before failed checks are many (CW-4.3-20)."""

Score = tuple[int, int, int, str, str]


def free_fleets(view: View, sheet: Sequence[SignedOrder]) -> tuple[Fleet, ...]:
    """Fleets that stay in a hex and that nothing on the sheet sends away: those without a mission first, then by name."""
    return tuple(_free(picture(view, sheet)))


def explore(view: View, sheet: Sequence[SignedOrder]) -> tuple[Suggestion, ...]:
    """Scouts to the nearest stars that the side knows nothing of, survey ships to those that are only scouted; a survey where
    such a ship is already; nobody else is sent out. The stars go to different fleets and different places (CW-12.1); a fleet
    under stress is advised to turn back to supply instead, before all else (CW-4.3-22)."""
    planned = picture(view, sheet)
    bound = bound_for(planned)
    found: list[tuple[Score, Suggestion]] = []
    back: list[tuple[int, Suggestion]] = []
    strained: list[tuple[Score, Suggestion]] = []
    free = _free(planned)
    away = [f for f in free if is_explorer(planned, f) or _stress(planned, f) >= STRAINED_PERCENT]
    for fleet in sorted(away, key=lambda f: (f.mission != "scout", _hull(planned, f), f.name))[:MOST_SCOUTS]:
        stress = _stress(planned, fleet)
        if stress >= STRAINED_PERCENT:
            back += _way_back(planned, fleet, stress)
        if is_explorer(planned, fleet):
            (strained if stress >= STRAINED_PERCENT else found).extend(suggest_surveys(planned, fleet, bound))
    first = [one for _, one in sorted(back, key=lambda pair: (pair[0], pair[1].label))]
    best = [one for _, one in sorted(found, key=lambda pair: pair[0])]
    homeward = {one.order for one in first}  # several may go to one place
    advised = rank_suggestions(
        view, sheet, [*first, *best], lambda one, other: one.order in homeward or _is_elsewhere(one, other)
    )
    return (*advised, *(one for _, one in sorted(strained, key=lambda pair: pair[0])))[:MOST_SUGGESTIONS]


def suggest_surveys(planned: PlannedState, fleet: Fleet, bound: Container[HexId]) -> Iterator[tuple[Score, Suggestion]]:
    """What one fleet could look at, each with its score, the least the best: the system that it is in, if it can survey that;
    then the nearest stars that want a look and that nobody is bound for."""
    view, surveys = planned.view, _surveys(planned, fleet)
    level = _level(view, fleet.hex)
    if surveys and level != "surveyed" and fleet.hex in view.objects and fleet.mission != "survey":
        order = SetMission(fleet.id, "survey")
        text = Suggestion(order, f"{fleet.name} surveys {planned.place(fleet.hex)}", "not yet surveyed, it is there")
        yield (0, 0, 0, fleet.name, fleet.hex), text
    goals = [h for h in _stars(view) if h not in bound and _is_goal(view, h, surveys=surveys)]
    for weeks, hex_ in nearest(planned, fleet, goals):
        why = "unexplored" if _level(view, hex_) in {"", "map"} else "not yet surveyed"
        score = (1, weeks, distance(view, fleet.hex, hex_), fleet.name, hex_)
        yield score, _voyage(planned, fleet, hex_, why, weeks)


KNOWN: Final = "known, and you have no colony there"


def _owners(view: View) -> dict[HexId, str]:
    """Whose colonies are known where, in words."""
    found: dict[HexId, set[str]] = {}
    for seen in view.foreign_colonies.values():
        name = view.all_flags[seen.side].name if seen.side in view.all_flags else "somebody unknown"
        found.setdefault(seen.hex, set()).add(name)
    return {hex_: " and ".join(sorted(names)) for hex_, names in found.items()}


def destinations(view: View, sheet: Sequence[SignedOrder], fleet: FleetId) -> tuple[Suggestion, ...]:
    """Where one fleet could go, each with its weeks: the nearest unknown star, the nearest colony of the side's own, the
    nearest known world without one; then all of them by weeks. The colony is first for a fleet under stress, which ends there
    (CW-4.3-22). Nothing for a fleet that cannot leave."""
    planned = picture(view, sheet)
    found = planned.fleets.get(fleet)
    if found is None or found.transit is not None:
        return ()
    own = {c.hex for c in view.colonies.values()}
    bound = bound_for(planned)
    stress = _stress(planned, found)
    home = f"your colony, where its stress of {stress} % ends" if stress else "your colony"
    kinds: list[tuple[str, Callable[[HexId], bool]]] = [
        ("unexplored", lambda h: _level(view, h) in {"", "map"} and h not in bound),
        (home, lambda h: h in own),
        (KNOWN, lambda h: _level(view, h) in {"scouted", "surveyed"} and h not in own),
    ]
    kinds.sort(key=lambda kind: kind[0] != home or not stress)
    near: list[list[Suggestion]] = []
    rest: list[tuple[int, str, Suggestion]] = []
    for why, belongs in kinds:
        goals = [h for h in {*_stars(view), *own} if belongs(h)]
        theirs = _owners(view) if why == KNOWN else {}
        listed = [
            (w, h, _voyage(planned, found, h, f"a colony of {theirs[h]}" if h in theirs else why, w))
            for w, h in nearest(planned, found, goals)
        ]
        near.append([one for _, _, one in listed[:1]])
        rest += [(w, h, one) for w, h, one in listed[1:]]
    first = [one for group in near for one in group]
    return rank_suggestions(
        view, sheet, [*first, *(one for _, _, one in sorted(rest, key=lambda r: r[:2]))][:MOST_SUGGESTIONS]
    )


def _stress(planned: PlannedState, fleet: Fleet) -> int:
    """The worst stress aboard, in per cent."""
    return max((planned.ships[s].stress for s in fleet.ships), default=0)


def _way_back(planned: PlannedState, fleet: Fleet, stress: int) -> Iterator[tuple[int, Suggestion]]:
    """The way of a fleet under stress to the nearest colony or star in supply, with its weeks; none for one that is in supply,
    whose stress ends where it is (CW-4.3-22)."""
    fed = supply_hexes(planned.view, planned.me.id)
    if fleet.hex in fed:
        return
    goals = {*(c.hex for c in planned.view.colonies.values()), *_stars(planned.view)} & fed
    for weeks, hex_ in list(nearest(planned, fleet, goals))[:1]:
        why = f"stress {stress} % ends at {planned.place(hex_)}"
        yield weeks, _voyage(planned, fleet, hex_, why, weeks)


def _free(planned: PlannedState) -> list[Fleet]:
    fleets = [
        fleet
        for fleet in planned.fleets.values()
        if fleet.transit is None and fleet.course is None and not fleet.route and fleet.id not in planned.moving
        if fleet.survey is None and (fleet.bound is None or fleet.bound.until)
    ]
    return sorted(fleets, key=lambda f: (f.mission != "none", f.name.casefold(), f.id))


def bound_for(planned: PlannedState) -> set[HexId]:
    """Where fleets of the side's are or are going."""
    found = {legs[-1] for legs in planned.heading.values() if legs}
    for fleet in planned.fleets.values():
        if fleet.transit is not None:
            found.add(fleet.transit.to)
        elif fleet.course is not None:
            found.add(fleet.course.path[-1])
    return found


def _stars(view: View) -> Iterable[HexId]:
    return (hex_ for hex_, codes in view.objects.items() if codes and is_star(codes[0]))


def _level(view: View, hex_: HexId) -> str:
    known = view.systems.get(hex_)
    return known.level if known is not None else ""


def _is_goal(view: View, hex_: HexId, *, surveys: bool) -> bool:
    level = _level(view, hex_)
    return level in {"", "map"} or (surveys and level == "scouted")


def _surveys(planned: PlannedState, fleet: Fleet) -> bool:
    has = force(planned.me.designs, [planned.ships[s] for s in fleet.ships], planned.officers)
    return bool(has.lrs and has.survey_bays)


def _hull(planned: PlannedState, fleet: Fleet) -> int:
    return sum(planned.me.designs[planned.ships[s].design].hull for s in fleet.ships)


def reach_of(planned: PlannedState, fleet: Fleet) -> LegDurations | None:
    """Where a fleet can go from where it is; None without a drive that works."""
    view = planned.view
    try:
        mode = mode_of(fleet.name, planned.me.designs, [planned.ships[s] for s in fleet.ships], view.settings)
    except IllegalOrderError:
        return None
    return LegDurations(chart_in(view), mode, fleet.hex)


def nearest(
    planned: PlannedState, fleet: Fleet, goals: Iterable[HexId], reach: LegDurations | None = None
) -> Iterator[tuple[int, HexId]]:
    """The nearest of the goals that the fleet can reach, with its weeks by the rules' own tables, the fewest first. `reach` is
    the fleet's, if it is known already."""
    view, reach = planned.view, reach or reach_of(planned, fleet)
    if reach is None:
        return
    away = sorted((distance(view, fleet.hex, hex_), hex_) for hex_ in goals if hex_ != fleet.hex)
    found: list[tuple[int, HexId]] = []
    for _, hex_ in away:
        if len(found) >= NEAREST_GOALS:
            break
        weeks = reach.weeks_if_open(hex_)
        if weeks is not None:
            found.append((weeks, hex_))
    yield from sorted(found, key=lambda pair: pair[0])


def _voyage(planned: PlannedState, fleet: Fleet, hex_: HexId, why: str, weeks: int) -> Suggestion:
    codes = "/".join(planned.view.objects.get(hex_, ()))
    label = f"{fleet.name} to {planned.place(hex_)}" + (f" ({codes})" if codes else "")
    needs, aboard = wants(planned, (planned.ships[s] for s in fleet.ships), hex_)
    points = points_to_take(planned, fleet, hex_, weeks)
    hunger = "; out of supply there" if aboard < needs else ""
    hunger = f"; takes {points} supply point{'' if points == 1 else 's'} along" if points else hunger
    danger, order = _danger(planned, fleet, hex_), MoveFleet(fleet.id, (Leg(hex_),))
    beside = (LoadSupplies(fleet.id, points), order) if points else ()
    return Suggestion(order, label, f"{why}, {weeks_text(weeks)}{hunger}{danger}", beside=beside)


def _danger(planned: PlannedState, fleet: Fleet, hex_: HexId) -> str:
    """What terrain may do to a fleet on its way (CW-14.0-04) and what waits there (CW-12.1-04), as far as its side knows."""
    if not planned.settings.terrain and not planned.view.systems:
        return ""
    chart, ships = chart_in(planned.view), [planned.ships[s] for s in fleet.ships]
    mode = mode_of(fleet.name, planned.me.designs, ships, planned.settings)
    way = tuple(entries(planned.view, fleet.hex, stages(chart, mode, fleet.hex, hex_), planned.first_week))
    told = way_warning(planned.view, ships, way), way_words(known_specials(planned.view), fleet.hex, way)
    found = ", ".join(filter(None, told))
    return f"; {found}" if found else ""


def _is_elsewhere(one: Suggestion, other: Suggestion) -> bool:
    """Whether two voyages are of different fleets to different places."""
    mine, theirs = one.order, other.order
    if isinstance(mine, MoveFleet) and isinstance(theirs, MoveFleet) and mine.legs[-1].to == theirs.legs[-1].to:
        return False
    fleets = [order.fleet for order in (mine, theirs) if isinstance(order, MoveFleet | SetMission)]
    return len(set(fleets)) == len(fleets)
