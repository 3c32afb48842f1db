"""Orders by which two ships exchange crews, and that give a team of strong telepaths its task (CW-15.1-11, CW-17.2-09)."""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias, cast

from rules.cluster_war.chapters.officers.ratings import EXPERIENCED_GRADES, WITHOUT_CREW, counts_as, turns_of_training
from rules.cluster_war.model.events.officers import CrewMoved
from rules.cluster_war.model.events.psionics import TelepathsSent
from rules.cluster_war.model.holdings.finders import own_ship, ships_here
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase, PlannedState, TurnHoldings
from rules.cluster_war.model.orders.names import NAME, Groups, Names, quote
from rules.cluster_war.model.orders.order import Order, OrderPreview, SignedOrder
from rules.cluster_war.model.psionics.abilities import psi_number, side_has
from rules.cluster_war.model.state.common import ProjectId, Settings, ShipId, short_id
from rules.cluster_war.model.state.holdings import Project, Ship
from rules.cluster_war.model.state.psionics import Telepaths
from rules.cluster_war.model.state.sides import Side
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Cause, GameError, IllegalOrderError, changed, quoted

CREW_RULE: Final = "CW-17.2-09"
TELEPATH_RULE: Final = "CW-15.1-11"
Task: TypeAlias = Literal["security", "contact", "home"]


class MoveCrew(Order):
    """Two ships in one hex exchange their crews, at the turn's start."""

    ship: ShipId
    to: ShipId


def crewed_by(ship: Ship, crew: Ship, settings: Settings) -> Ship:
    """A ship with another's crew: an experienced one counts a grade lower until it has trained on it."""
    settling = turns_of_training(settings) if crew.grade in EXPERIENCED_GRADES else 0
    return changed(ship, grade=crew.grade, drilled=crew.drilled, battles=crew.battles, settling=settling)


def move_crew(holdings: Holdings, order: MoveCrew) -> Ship:
    """Exchange two crews: the ship that the crew went to; IllegalOrderError says why it cannot be."""
    if not holdings.settings.graded_crews:
        raise IllegalOrderError("Crews have no grades in this campaign; there is nothing to move.", rule="CW-17.2-02")
    key = own_ship(holdings, order.ship)
    fleet = next((f for f in holdings.fleets.values() if key in f.ships), None)
    place = fleet.hex if fleet is not None else ""
    found, _ = ships_here(holdings, (order.ship, order.to), place)
    if len(found) < 2:
        raise IllegalOrderError("Name two ships.", rule=CREW_RULE)
    for ship in found:
        design = holdings.owner.designs[ship.design]
        if WITHOUT_CREW & set(design.traits):
            raise IllegalOrderError(f"{short_id(ship.id)} has no crew.", rule=CREW_RULE)
    one, other = found
    holdings.ships[one.id] = crewed_by(one, other, holdings.settings)
    holdings.ships[other.id] = crewed_by(other, one, holdings.settings)
    return holdings.ships[other.id]


def _plan_exchange(planned: PlannedState, order: MoveCrew) -> OrderPreview:
    after = move_crew(planned, order)
    turns = f" for {after.settling} turns" if after.settling else ""
    key = own_ship(planned, order.ship)
    text = f"The crews of {short_id(key)} and {short_id(after.id)} change ships; the first counts as {counts_as(after)}{turns}."
    return OrderPreview(order=changed(order, ship=key, to=after.id), text=text)


def _move(turn: TurnState, signed: SignedOrder, order: MoveCrew) -> None:
    holdings = TurnHoldings(turn, signed.side)
    after, other = move_crew(holdings, order), holdings.ships[own_ship(holdings, order.ship)]
    turn.careers |= {ship.id: ship.battles for ship in (after, other)}
    turn.tell_side(CrewMoved(after.side, other.id, after.id, counts_as(after), cause=Cause(CREW_RULE, signed.id)))


CREW_KINDS: Final = (
    OrderKind(
        MoveCrew,
        Phase.ORGANISE,
        command="officer crew",
        example="crew DD01 to DD02",
        pattern=r"(\S+) to (\S+)",
        read=lambda g: MoveCrew(g.names.ship(g.raw(0)), g.names.ship(g.raw(1))),
        write=lambda order, _: f"crew {short_id(order.ship)} to {short_id(order.to)}",
        plan=_plan_exchange,
        carry_out=_move,
    ),
)


class SendTelepaths(Order):
    """Assign a team of telepaths to one project or vessel: to its security, or to a vessel's first contacts; "home" takes
    the team there back (CW-15.1-11)."""

    task: Task
    at: str


def send_telepaths(holdings: Holdings, order: SendTelepaths) -> Side:
    """The side with its teams as ordered; IllegalOrderError says why it cannot be."""
    owner, most = holdings.owner, psi_number("teams of telepaths", holdings.settings)
    if not side_has(owner, "telepathy", holdings.settings):
        raise IllegalOrderError("Your race has no telepaths.", rule=TELEPATH_RULE)
    kept = tuple(team for team in owner.telepaths if team.at != order.at)
    if order.task == "home":
        if len(kept) == len(owner.telepaths):
            raise IllegalOrderError("No team of telepaths is there.", rule=TELEPATH_RULE)
        return changed(owner, telepaths=kept)
    ship = holdings.ships.get(order.at)
    project = holdings.source.projects.get(order.at)
    mine = ship is not None and ship.side == owner.id
    works = project is not None and project.side == owner.id and not project.finished_turn
    if not (mine or (works and order.task == "security")):
        where = "ships or running projects" if order.task == "security" else "ships"
        raise IllegalOrderError(f"{quoted(order.at)} is not one of your {where}.", rule=TELEPATH_RULE)
    if len(kept) >= most:
        raise IllegalOrderError(
            f"You have {most} teams of telepaths, and all are at work; take one home first.", rule=TELEPATH_RULE
        )
    return changed(owner, telepaths=(*kept, Telepaths(order.task, order.at)))


def _plan_task(planned: PlannedState, order: SendTelepaths) -> OrderPreview:
    planned.me = send_telepaths(planned, order)
    where = _where(order.at, planned.view.projects)
    text = {
        "security": f"A team of telepaths looks after the security of {where}.",
        "contact": f"A team of telepaths goes aboard {where}, for first contacts.",
        "home": f"The team of telepaths at {where} comes home.",
    }
    return OrderPreview(order=order, text=text[order.task])


def _where(at: str, projects: Mapping[ProjectId, Project]) -> str:
    found = projects.get(at)
    return found.name if found is not None else short_id(at)


def _send(turn: TurnState, signed: SignedOrder, order: SendTelepaths) -> None:
    turn.sides[signed.side] = send_telepaths(TurnHoldings(turn, signed.side), order)
    where = _where(order.at, turn.projects)
    turn.tell_side(TelepathsSent(signed.side, order.task, where, cause=Cause(TELEPATH_RULE, signed.id)))


def recall_telepaths(turn: TurnState) -> None:
    """At the month's end teams whose project is finished come home, and those whose ship was lost are told of as lost with
    it; others take their place."""
    for side, owner in sorted(turn.sides.items()):
        gone = [team for team in owner.telepaths if not _still_there(turn, team)]
        if not gone:
            continue
        turn.sides[side] = changed(owner, telepaths=tuple(t for t in owner.telepaths if t not in gone))
        for team in gone:
            project = turn.projects.get(team.at)
            task = "lost" if project is None else "home"
            turn.tell_side(TelepathsSent(side, task, _where(team.at, turn.projects), cause=Cause(TELEPATH_RULE)))


def _still_there(turn: TurnState, team: Telepaths) -> bool:
    project = turn.projects.get(team.at)
    return team.at in turn.ships or (project is not None and not project.finished_turn)


def post_meant(names: Names, text: str) -> str:
    """The ship or project that a text means; NotationError for what is neither."""
    try:
        return names.ship(text)
    except GameError:
        return names.project(text)


def _read(g: Groups) -> SendTelepaths:
    return SendTelepaths(cast("Task", g.word(0)), post_meant(g.names, g.text(1)))


def _write(order: SendTelepaths, names: Names) -> str:
    project = names.view.projects.get(order.at)
    return f"telepaths {order.task} {quote(project.name if project is not None else short_id(order.at))}"


TELEPATH_KINDS: Final = (
    OrderKind(
        SendTelepaths,
        Phase.MISSION,
        command="psi team",
        example="telepaths security DD01",
        pattern=rf"(security|contact|home) {NAME}",
        read=_read,
        write=_write,
        plan=_plan_task,
        carry_out=_send,
    ),
)
