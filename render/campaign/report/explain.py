"""The answer to "why": which order, which rule, which modifiers, which dice."""

import tomllib
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Final

from render.campaign.report.chances import chances
from render.words.safe_text import plain
from rules.cluster_war.model.events.event import Event, may_see
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.gm.by_default import SAYS, VOTED
from rules.errors import NotYoursError

GAMES: Final = ("cluster_war", "pentagon_war")


def explain(line: str, events: Sequence[Event], view: View) -> str:
    """Why a line of the report came out as it did, as Markdown; NotYoursError if an event of it is not for the viewer's eyes.

    What events of the line share (their order, their rule) is said once. The keys of the dice stand folded at the end.
    """
    if not view.is_gm and not all(may_see(event, view.side) for event in events):
        raise NotYoursError("That line is not in your report, so there is nothing to explain.")
    lines = [f"**{part}**" if part else "" for part in line.split("\n")]
    for event in events:
        cause = event.cause
        told = [f"Order: {_order(cause.order)}"] if cause.order else []
        told += [f"Rule: {_rule(cause.rule)}"] if cause.rule else []
        told += [f"- {one}" for one in chances(event)]
        told += [_decided(cause.override)] if cause.override else []
        if told != lines[-len(told) :]:
            lines += told
    keys = [plain(roll.key, 120) for event in events for roll in event.cause.rolls]
    if keys:
        lines.append(f"-# Keys of the dice, to check them (docs/verify.md): ||{' '.join(keys)}||")
    return "\n".join(lines)


def _decided(reason: str) -> str:
    """Who decided: the book and the council are their own reason."""
    return f"{reason}." if reason in {SAYS, VOTED} else f"The game master's word: {plain(reason, 600)}"


def _order(order: str) -> str:
    """`number 3 of turn 7` for `humans-7-3`; the id as it is if it has another shape."""
    parts = order.rsplit("-", 2)
    if len(parts) == 3 and parts[1].isdigit() and parts[2].isdigit():
        return f"number {parts[2]} of turn {parts[1]}"
    return plain(order)


def _rule(rule: str) -> str:
    title = rule_title(rule)
    return f"{rule}, {title}" if title else rule or "none"


@lru_cache(maxsize=1)
def _titles() -> dict[str, str]:
    ledgers = [tomllib.loads((files(f"rules.{game}") / "ledger.toml").read_text(encoding="utf-8")) for game in GAMES]
    kinds = ("rule", "table")
    return {entry["id"]: entry["title"] for ledger in ledgers for kind in kinds for entry in ledger.get(kind, ())}


def rule_title(rule: str) -> str:
    """The title of a ledger rule or table, "" if the ledger has none by this id."""
    return _titles().get(rule, "")
