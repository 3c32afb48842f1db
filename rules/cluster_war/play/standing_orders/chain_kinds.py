"""What all chains share: a goal that is reached in steps over the turns, who travels for it, and how a step is told."""

from collections.abc import Sequence
from typing import Final

from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.travel_time import eta
from rules.cluster_war.model.state.common import WEEKS_PER_TURN, FleetId, HexId
from rules.cluster_war.model.state.holdings import Fleet, Leg, Ship
from rules.cluster_war.model.state.view import View
from rules.cluster_war.play.governors.situation import Situation
from rules.cluster_war.play.standing_orders.goal_kinds import Goal
from rules.cluster_war.turn.planning.check import wants
from rules.values import GameError, Value

STEPS: Final = 4
"""Steps of every chain."""
WARNING: Final = "⚠"
"""Before what should make a reader think again."""


class Chain(Goal):
    """A goal that is over once it is reached; each turn gives the orders of its next step."""


class PlannedStep(Value):
    """A step of a chain that is still to come, in a sentence; `turn` is when it is done as far as can be known, 0 for unknown."""

    number: int
    text: str
    turn: int = 0


def step(number: int, text: str) -> str:
    """How far a chain is, and what is done now."""
    return f"step {number} of {STEPS}, {text}"


def world_name(view: View, hex_: HexId, orbit: int) -> str:
    """A world as its knower names it: `Haven`, `Wenilris 3`, `2034-3`."""
    system = view.systems.get(hex_)
    body = next((b for b in system.bodies if b.orbit == orbit), None) if system is not None else None
    if body is not None and body.name:
        return body.name
    return f"{system.name} {orbit}" if system is not None and system.name else f"{hex_}-{orbit}"


def arrival(situation: Situation, fleet: Fleet) -> int | None:
    """The week in which a fleet that is under way ends its voyage, by its orders or by what is on the sheet."""
    if fleet.id in situation.planned.moving:
        return situation.planned.moving[fleet.id]
    if fleet.course is not None:
        return fleet.course.due[-1]
    return fleet.transit.arrives if fleet.transit is not None and not fleet.route else None


def bound_text(situation: Situation, fleet: Fleet, to: HexId) -> str:
    """A fleet that is under way to where its chain wants it, in a few words."""
    week = arrival(situation, fleet)
    when = "" if week is None else f"; arrives in {eta(week)}"
    return f"{fleet.name} is under way to {situation.planned.place(to)}{when}"


def weeks_to(situation: Situation, fleet: Fleet, to: HexId) -> int:
    """Weeks from where a fleet is; GameError if it cannot get there."""
    if fleet.hex == to:
        return 0
    for weeks, _ in situation.ways(fleet, (to,)):
        return weeks
    place = situation.planned.place(to)
    raise GameError(f"{fleet.name} cannot reach {place} with its own drive; change this order to another fleet.")


def arrives_in(situation: Situation, weeks: int) -> str:
    """When a fleet arrives that sets out this turn."""
    return f"arrives in {eta(situation.planned.first_week + weeks)}"


def hunger(situation: Situation, ships: Sequence[Ship], weeks: int, points: int) -> str:
    """A warning where ships have fewer supply points than a voyage takes, `points` of them now; "" for enough (CW-4.3-13)."""
    needs, aboard = wants(situation.planned, ships, None)
    needed = needs * -(-weeks // WEEKS_PER_TURN)
    if aboard + points >= needed:
        return ""
    return f"; {WARNING} {needed} supply points are needed on the way and {aboard + points} go along: take a supply ship with it"


def go(fleet: FleetId, to: HexId) -> MoveFleet:
    """The order that sends a fleet to a hex."""
    return MoveFleet(fleet, (Leg(to),))


def turn_of(week: int) -> int:
    """The turn that goes on after so many weeks, as arrivals are told."""
    return week // WEEKS_PER_TURN + 1


def next_turn_start(week: int) -> int:
    """The week with which the first turn begins that is not before a week."""
    return -(-week // WEEKS_PER_TURN) * WEEKS_PER_TURN
