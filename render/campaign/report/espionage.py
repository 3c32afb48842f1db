"""Sentences on intelligence: what an operation's own side reads, what its target noticed, and the game master's line."""

from typing import Final

from render.campaign.report.names import place, side_name
from render.campaign.report.rows import Rows
from render.words.safe_text import plain
from rules.cluster_war.model.events import espionage as events
from rules.cluster_war.model.state.names import SideId
from rules.cluster_war.model.state.view import View

LONGEST: Final = 4000
ROWS: Final = Rows()
ROWS.says(events.OperationLapsed, "research", "{name}: not funded, so {lost} CPs of work in this step were lost.")
ROWS.says(events.CounterStands, "research", "{name}: your counter-intelligence stands until turn {until}.")
ROWS.says(
    events.IntrusionNoticed, "diplomacy", "Agents of others are at work among your people; nobody knows whose they are."
)


@ROWS.tells(events.OperationAwaited, "research")
def _awaited(event: events.OperationAwaited, view: View) -> str:
    step = f"{event.step} with {event.cps} CPs, {event.chance} % as far as you know"
    return f"{_operation(event.name, event.target, view)}: the game master judges what comes of it ({step})."


@ROWS.tells(events.OperationRolled, "research")
def _rolled(event: events.OperationRolled, view: View) -> str:
    step = f"{event.step} with {event.cps} CPs, {event.chance} % as far as you know"
    how = "it has succeeded!" if event.finished else "success" if event.success else "no success yet"
    more = f" {plain(event.text, LONGEST)}" if event.text else ""
    return f"{_operation(event.name, event.target, view)}: {how} ({step}).{more}"


@ROWS.tells(events.OperationEnded, "research")
def _ended(event: events.OperationEnded, view: View) -> str:
    return f"{_operation(event.name, event.target, view)} is over. {plain(event.text, LONGEST)}"


@ROWS.tells(events.OperationWeighed, "gm")
def _weighed(event: events.OperationWeighed, view: View) -> str:
    die = f"the die showed {event.roll}" if event.roll else "no die"
    step = f"{event.step}, {event.chance} %, {die}: {event.result}"
    return f"{side_name(view, event.side)}, {_operation(event.name, event.target, view)} ({step})."


@ROWS.tells(events.AgentsCaught, "diplomacy")
def _caught(event: events.AgentsCaught, view: View) -> str:
    goal = f" Their goal: {plain(event.goal, LONGEST)}." if event.goal else ""
    return f"Agents of {side_name(view, event.by)} were caught among your people ({plain(event.kind)}).{goal}"


@ROWS.tells(events.MischiefDone, "losses")
def _mischief(event: events.MischiefDone, view: View) -> str:
    return f"{place(view, event.hex)}: {plain(event.text, LONGEST)}"


@ROWS.tells(events.LeaderKilled, "losses")
def _killed(event: events.LeaderKilled, _: View) -> str:
    after = f" {plain(event.successor)} takes their place." if event.successor else ""
    return f"{plain(event.name)} was killed by unknown hands.{after}"


def _operation(name: str, target: SideId, view: View) -> str:
    return f"{plain(name)} against {side_name(view, target)}" if target else f"Counter-intelligence {plain(name)}"
