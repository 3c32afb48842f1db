"""The answer to "why": which order, which rule, which modifiers, which dice."""

import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Final

from render.campaign.report.sentences import sentence
from render.canvas.safe_text import plain
from render.canvas.why import rolled
from rules.cluster_war.events.event import Event, may_see
from rules.cluster_war.state.view import View
from rules.dice import Roll
from rules.errors import NotYoursError
from rules.events import Modifier

GAMES: Final = ("cluster_war", "pentagon_war")


def explain(event: Event, view: View) -> str:
    """Why an event came out as it did, as Markdown; NotYoursError if it is not for the viewer's eyes."""
    if not view.is_gm and not may_see(event, view.side):
        raise NotYoursError("That line is not in your report, so there is nothing to explain.")
    cause = event.cause
    lines = [f"**{sentence(event, view)}**", f"Order: {_order(cause.order)}", f"Rule: {_rule(cause.rule)}"]
    if cause.modifiers:
        lines += ["Modifiers:", *(f"- {_modifier(m)}" for m in cause.modifiers)]
    else:
        lines.append("No modifiers.")
    if cause.rolls:
        lines += ["Dice:", *(f"- {_roll(roll)}" for roll in cause.rolls)]
    else:
        lines.append("No dice.")
    if cause.override:
        lines.append(f"The game master's word: {plain(cause.override, 600)}")
    return "\n".join(lines)


def _order(order: str) -> str:
    """`number 3 of turn 7` for `humans-7-3`; the id as it is if it has another shape."""
    if not order:
        return "none led to this"
    parts = order.rsplit("-", 2)
    if len(parts) == 3 and parts[1].isdigit() and parts[2].isdigit():
        return f"number {parts[2]} of turn {parts[1]}"
    return plain(order)


def _rule(rule: str) -> str:
    title = rule_title(rule)
    return f"{rule}, {title}" if title else rule or "none"


def _modifier(modifier: Modifier) -> str:
    return f"{modifier.value:+d} {plain(modifier.reason, 200)}".replace("-", "−", 1 if modifier.value < 0 else 0)


def _roll(roll: Roll) -> str:
    return f"{rolled(roll)} (rolled for {plain(roll.key, 120)})"


@lru_cache(maxsize=1)
def _titles() -> dict[str, str]:
    ledgers = [tomllib.loads((files(f"rules.{game}") / "ledger.toml").read_text(encoding="utf-8")) for game in GAMES]
    kinds = ("rule", "table")
    return {entry["id"]: entry["title"] for ledger in ledgers for kind in kinds for entry in ledger.get(kind, ())}


def rule_title(rule: str) -> str:
    """The title of a ledger rule or table, "" if the ledger has none by this id."""
    return _titles().get(rule, "")
