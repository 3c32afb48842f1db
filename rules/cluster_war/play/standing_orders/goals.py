"""Goals of standing orders: what a side wants, each turned into orders of the turn from what its side knows.

What a goal wants is worked out by the same rooms that lead a governor's empire and that advise players, asked as by somebody who
overlooks nothing.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeVar

from rules.cluster_war.chapters.combat.battle_orders import SetEngagement
from rules.cluster_war.chapters.logistics.rations import norms_of
from rules.cluster_war.chapters.logistics.supply_orders import LoadSupplies
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.organising_orders import SetMission
from rules.cluster_war.chapters.research.project_orders import FundProject
from rules.cluster_war.model.economy.holds import room_aboard
from rules.cluster_war.model.holdings.finders import own_fleet
from rules.cluster_war.model.orders.names import CPS, NAME, Groups, Names, fleet_text, quote
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.common import FleetId, HexId, ProjectId
from rules.cluster_war.model.state.holdings import Fleet, Leg
from rules.cluster_war.model.state.view import View
from rules.cluster_war.play.governors.concerns.build import research
from rules.cluster_war.play.governors.concerns.expansion import best_in_grid, settle
from rules.cluster_war.play.governors.concerns.explore import go_home
from rules.cluster_war.play.governors.profile import AiRandom, Profile
from rules.cluster_war.play.governors.roster import strain, surveys, waits
from rules.cluster_war.play.governors.situation import GovernorMemory, Proposal, Situation, best_first, with_cps
from rules.cluster_war.play.standing_orders.chains import CHAIN_KINDS
from rules.cluster_war.play.standing_orders.goal_kinds import Goal, GoalKind, NothingToDo, WantedOrders, Wish, row_of
from rules.cluster_war.turn.planning.suggestions.meetings import CAUTION_LOSS_PERCENT, weeks_text
from rules.cluster_war.turn.planning.suggestions.voyages import STRAINED_PERCENT, bound_for, suggest_surveys
from rules.values import GameError, NotYoursError, quoted

F = TypeVar("F", "SettleWith", "LookAround", "KeepSupplied")
SUPPLY_MONTHS: Final = 3
"""So many months out of supply a fleet that is kept supplied takes rations for, if it has the room."""


class SettleInside(Goal):
    """Settle the best surveyed world inside the grid straight from the pool, with at most so many CPs (0: all it takes)."""

    cps: int = 0


class SettleWith(Goal):
    """Let a freighter carry colonists to the best surveyed world, found there, and come back for more."""

    fleet: FleetId


class LookAround(Goal):
    """Send a fleet to the nearest star that nobody of the side's has seen (or surveyed, if it can), and let it survey there; back
    into supply while it is under stress, as players are advised (CW-4.3-20)."""

    fleet: FleetId


class FundResearch(Goal):
    """Give a project CPs each turn until it is finished; 0 is as many as make sense."""

    project: ProjectId
    cps: int = 0


class KeepReserve(Goal):
    """Let no standing order spend the last so many CPs."""

    cps: int


class KeepSupplied(Goal):
    """Let a fleet take supply points aboard where they are free, and come home before it runs out of them."""

    fleet: FleetId


class Retreat(Goal):
    """Send a fleet away, to a hex or with "" to the nearest own colony in supply, keeping out of battles on its way; with `fleet`
    "" those that the conditions name."""

    fleet: FleetId = ""
    hex: HexId = ""


def situation_of(view: View, sheet: tuple[SignedOrder, ...]) -> Situation:
    """What a side knows, as its goals look at it: by the judgment that overlooks nothing, without chance."""
    return Situation(view, Profile("builder", "hard"), AiRandom(b"", view.side, view.turn), GovernorMemory(), sheet)


def _fleet(situation: Situation, key: FleetId) -> Fleet | NothingToDo:
    """A fleet of the side's that waits for orders; Rest says why it does not. NotYoursError if there is none."""
    fleet = own_fleet(situation.planned, key)
    if waits(situation.planned, fleet):
        return fleet
    return NothingToDo(f"{fleet.name} has its orders already, or is under way")


def _settle_inside(situation: Situation, goal: SettleInside) -> Wish:
    if situation.settings.colony_freighters != "outside-grid":
        return NothingToDo(
            "in this campaign colonists go by freighter everywhere; write settle the best world with a fleet"
        )
    found = []
    for proposal in best_in_grid(situation):
        one = with_cps(proposal, goal.cps) if 0 < goal.cps < proposal.cost else proposal
        if one.cost >= one.least:
            found.append(WantedOrders(one.orders, one.reason, one.least))
    return tuple(found[:6]) or NothingToDo("no surveyed world inside your grid is free and worth a colony")


def _of_fleet(found: Iterator[Proposal], fleet: Fleet) -> tuple[WantedOrders, ...]:
    mine = [one for one in best_first(found) if f"fleet/{fleet.id}" in one.uses]
    return tuple(WantedOrders(one.orders, one.reason) for one in mine)


def _settle_with(situation: Situation, goal: SettleWith) -> Wish:
    fleet = own_fleet(situation.planned, goal.fleet)
    if situation.roles[fleet.id] != "hauler":
        raise NotYoursError(f"{fleet.name} is not a fleet of unarmed freighters; colonists go with one that is.")
    found = _of_fleet(settle(situation), fleet)
    return found or NothingToDo(
        f"{fleet.name} is under way, or there is no surveyed world that is worth a colony in its reach"
    )


def _look_around(situation: Situation, goal: LookAround) -> Wish:
    fleet = _fleet(situation, goal.fleet)
    if isinstance(fleet, NothingToDo):
        return fleet
    able = surveys(situation.planned, fleet)
    here = situation.planned.place(fleet.hex)
    stress = strain(situation.planned, fleet)
    if stress >= STRAINED_PERCENT and fleet.survey is None:
        if fleet.hex in situation.fed:
            return NothingToDo(f"{fleet.name} rests in supply, its stress is {stress} %")
        home = tuple(WantedOrders(one.orders, one.reason) for one in go_home(situation, fleet, "explore"))
        return home or NothingToDo(
            f"{fleet.name} has had enough (stress {stress} %), and can reach none of your colonies in supply"
        )
    stays = fleet.survey is not None or (
        able and fleet.mission == "survey" and fleet.hex in situation.stars and situation.level(fleet.hex) != "surveyed"
    )
    if stays:
        return NothingToDo(f"{fleet.name} surveys {here}")
    found = []
    for _, one in sorted(
        suggest_surveys(situation.planned, fleet, bound_for(situation.planned)), key=lambda pair: pair[0]
    ):
        first = (SetMission(fleet.id, "survey"),) if able and fleet.mission != "survey" else ()
        orders = (*first, one.order) if isinstance(one.order, MoveFleet) else (one.order,)
        found.append(WantedOrders(orders, f"{one.label}: {one.reason}"))
    return tuple(found) or NothingToDo(f"{fleet.name} can reach no star that wants a look")


def _fund(situation: Situation, goal: FundResearch) -> Wish:
    project = situation.view.projects.get(goal.project)
    if project is None:
        raise NotYoursError(f"You no longer have a project {quoted(goal.project)}.")
    if project.finished_turn:
        return NothingToDo(f"{project.name} is finished")
    if goal.cps:
        return (WantedOrders((FundProject(project.id, goal.cps),), f"{project.name} gets {goal.cps} CPs a turn"),)
    found = [one for one in best_first(research(situation)) if f"project/{project.id}" in one.uses and one.least]
    return tuple(WantedOrders(one.orders, one.reason, one.least) for one in found) or NothingToDo(
        f"{project.name} has its CPs already"
    )


def _keep_reserve(situation: Situation, goal: KeepReserve) -> Wish:
    left = situation.planned.purse
    if left < goal.cps:
        raise GameError(f"Your sheet leaves {left} CPs, fewer than the {goal.cps} that you want to keep.")
    return NothingToDo(f"{left} CPs are left, {goal.cps} are kept")


def _keep_supplied(situation: Situation, goal: KeepSupplied) -> Wish:
    fleet = _fleet(situation, goal.fleet)
    if isinstance(fleet, NothingToDo):
        return fleet
    designs, ships = situation.me.designs, [situation.planned.ships[ship] for ship in fleet.ships]
    norms = norms_of(designs, situation.settings)
    month = sum(norms[s.design].points for s in ships if designs[s.design].kind != "small_craft")
    held = sum(ship.supplies for ship in ships)
    carries = f"{fleet.name} has {held} supply points aboard and takes {month} a month"
    if fleet.hex in situation.fed:
        room = room_aboard(designs, ships, situation.settings)
        more = min(room, month * SUPPLY_MONTHS - held)
        if more > 0:
            return (WantedOrders((LoadSupplies(fleet.id, more),), carries),)
        return NothingToDo(f"{carries}; it is in supply" + ("" if held or room else " and has no room for any"))
    if held >= 2 * month:
        return NothingToDo(f"{carries}; that is enough for now")
    home = tuple(WantedOrders(one.orders, f"{carries}; {one.reason}") for one in go_home(situation, fleet, "supply"))
    return home or NothingToDo(f"{carries}, and it can reach none of your colonies in supply")


def _retreat(situation: Situation, goal: Retreat) -> Wish:
    fleet = own_fleet(situation.planned, goal.fleet)
    now = fleet.engagement
    evade = SetEngagement(
        fleet.id, "evade", now.withdraw_at or CAUTION_LOSS_PERCENT, reserve=now.reserve, protect=now.protect
    )
    shy = () if now.stance == "evade" else (evade,)
    if fleet.transit is not None:
        return NothingToDo(f"{fleet.name} is under way and cannot turn back")
    homes = {c.hex for c in situation.colonies} & situation.fed
    goals = (goal.hex,) if goal.hex else homes
    if fleet.hex in goals:
        kept = f"{fleet.name} is at {situation.planned.place(fleet.hex)} already, and keeps out of battles"
        return (WantedOrders(shy, kept),) if shy else NothingToDo(kept)
    ways = situation.ways(fleet, goals)
    if not ways:
        where = situation.planned.place(goal.hex) if goal.hex else "any of your colonies in supply"
        if not shy:
            raise GameError(f"{fleet.name} cannot reach {where}.")
        return (WantedOrders(shy, f"{fleet.name} cannot reach {where}, and keeps out of battles"),)
    weeks, to = ways[0]
    why = f"{fleet.name} goes to {situation.planned.place(to)}, {weeks_text(weeks)}, and keeps out of battles"
    away = (WantedOrders((*shy, MoveFleet(fleet.id, (Leg(to),))), why),)
    return (*away, WantedOrders(shy, f"{fleet.name} keeps out of battles")) if shy else away


def _write_retreat(goal: Retreat, names: Names) -> str:
    who = f" {fleet_text(names, goal.fleet)}" if goal.fleet else ""
    return f"retreat{who}{f' to {goal.hex}' if goal.hex else ''}"


def _by_fleet(
    kind: type[F], phrase: str, example: str, pattern: str, wish: Callable[[Situation, F], Wish]
) -> GoalKind[F]:
    """A goal that a fleet carries out, named in its phrase."""
    return row_of(
        kind,
        phrase.format(f'"{example}"'),
        pattern,
        lambda g: kind(g.fleet(0)),
        lambda goal, names: phrase.format(fleet_text(names, goal.fleet)),
        wish,
    )


def _project_text(names: Names, key: ProjectId) -> str:
    project = names.view.projects.get(key)
    same = [p for p in names.view.projects.values() if project and p.name.casefold() == project.name.casefold()]
    return quote(project.name if project and len(same) == 1 else key)


GOAL_KINDS: Final[tuple[GoalKind[Any], ...]] = (
    row_of(
        SettleInside,
        "settle the best surveyed world in the grid",
        rf"settle (?:the )?best (?:surveyed )?world in (?:the|my|our) grid(?: with (?:at most |up to )?{CPS})?",
        lambda g: SettleInside(g.number(0)),
        lambda goal, _: "settle the best surveyed world in the grid" + (f" with {goal.cps}" if goal.cps else ""),
        _settle_inside,
    ),
    _by_fleet(
        SettleWith,
        "settle the best surveyed world with {}",
        "Convoy",
        rf"settle (?:the )?best (?:surveyed )?world with {NAME}",
        _settle_with,
    ),
    _by_fleet(
        LookAround,
        "survey the nearest unknown hex with {}",
        "Scouts",
        rf"(?:survey|explore|scout) (?:the )?nearest unknown (?:hex|star|system) with {NAME}",
        _look_around,
    ),
    row_of(
        KeepReserve,
        "keep 100 CPs in reserve",
        r"keep (\d{1,7})(?: ?cps?)? in reserve",
        lambda g: KeepReserve(g.number(0)),
        lambda goal, _: f"keep {goal.cps} CPs in reserve",
        _keep_reserve,
    ),
    _by_fleet(KeepSupplied, "keep {} supplied", "1st Fleet", rf"keep (?:fleet )?{NAME} supplied", _keep_supplied),
    row_of(
        Retreat,
        'retreat "1st Fleet" to 2034',
        rf"retreat(?: (?!to ){NAME})?(?: to {NAME})?",
        lambda g: Retreat(g.fleet(0) if g.has(0) else "", g.hex(1) if g.has(1) else ""),
        _write_retreat,
        _retreat,
    ),
    row_of(
        FundResearch,
        'research "Deep Radar"',
        rf"research {NAME}(?: with {CPS})?",
        lambda g: FundResearch(g.names.project(g.text(0)), g.number(1)),
        lambda goal, names: (
            f"research {_project_text(names, goal.project)}" + (f" with {goal.cps}" if goal.cps else "")
        ),
        _fund,
    ),
    *CHAIN_KINDS,
)
GOAL_OF: Final[Mapping[type[Goal], GoalKind[Any]]] = {kind.type: kind for kind in GOAL_KINDS}
GOAL_TYPES: Final[tuple[type[Goal], ...]] = tuple(GOAL_OF)


def parse_goal(text: str, names: Names) -> Goal | None:
    """Read a goal; None for a text that is none. NotationError for a name in it that the side does not know."""
    for kind in GOAL_KINDS:
        match = re.fullmatch(kind.pattern, text.strip(), re.IGNORECASE | re.DOTALL)
        if match is not None:
            found: Goal = kind.read(Groups(names, match.groups()))
            return found
    return None


def format_goal(goal: Goal, names: Names) -> str:
    """The canonical text of a goal."""
    return GOAL_OF[type(goal)].write(goal, names)


def wish_of(situation: Situation, goal: Goal) -> Wish:
    """What a goal wants of this turn. GameError says why it can want nothing any more."""
    return GOAL_OF[type(goal)].wish(situation, goal)
