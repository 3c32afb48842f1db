"""The GM's hand on the races that they run (CW-19.0)."""

from dataclasses import dataclass
from typing import Final

from rules.cluster_war.gm.amending import Amending, Apply
from rules.cluster_war.npr.edit import advance_nprs, remove_npr, set_npr
from rules.cluster_war.state.names import SideId
from rules.cluster_war.state.npr import Npr
from rules.cluster_war.working.amendment import Amendment


@dataclass(frozen=True, slots=True)
class SetNpr(Amendment):
    """Make a race that the game master runs, or put a whole profile in place of the one with its id (CW-19.0-16)."""

    npr: Npr


@dataclass(frozen=True, slots=True)
class RemoveNpr(Amendment):
    """Take a race out of the game; nobody remembers it."""

    npr: SideId


@dataclass(frozen=True, slots=True)
class AdvanceNprs(Amendment):
    """What a pseudo-turn made of races (CW-19.0-20): each as it is now, and what happened to it, line by line."""

    nprs: tuple[Npr, ...]
    lines: tuple[tuple[str, ...], ...]


def _set(month: Amending, order: SetNpr) -> None:
    verb = "is changed" if order.npr.id in month.start.nprs else "is in the game now"
    month.after = set_npr(month.start, order.npr)
    month.tell(f"{order.npr.name}, a race of the game master's, {verb}.")


def _remove(month: Amending, order: RemoveNpr) -> None:
    month.after = remove_npr(month, order.npr)
    month.tell(f"{order.npr}, a race of the game master's, never was.")


def _advance(month: Amending, order: AdvanceNprs) -> None:
    month.after = advance_nprs(month.start, order.nprs)
    for npr, lines in zip(order.nprs, order.lines, strict=True):
        for line in lines:
            month.tell(f"{npr.name}: {line}", rule="CW-19.0-20")


APPLY: Final[Apply] = {SetNpr: _set, RemoveNpr: _remove, AdvanceNprs: _advance}
