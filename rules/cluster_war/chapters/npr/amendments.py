"""The GM's hand on the races that they run (CW-19.0)."""

from collections.abc import Iterable
from typing import Final

from rules.cluster_war.chapters.npr.edit import check_npr, npr_named
from rules.cluster_war.chapters.npr.sight import MARK
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.knowledge import Knowledge
from rules.cluster_war.model.state.names import SideId
from rules.cluster_war.model.state.npr import Npr
from rules.cluster_war.model.working.amendment import Amending, Amendment, Apply
from rules.errors import GameError, quoted
from rules.values import changed


class SetNpr(Amendment):
    """Make a race that the game master runs, or put a whole profile in place of the one with its id (CW-19.0-16)."""

    npr: Npr


class RemoveNpr(Amendment):
    """Take a race out of the game; nobody remembers it."""

    npr: SideId


class AdvanceNprs(Amendment):
    """What a pseudo-turn made of races (CW-19.0-20): each as it is now, and what happened to it, line by line."""

    nprs: tuple[Npr, ...]
    lines: tuple[tuple[str, ...], ...]


def _set(turn: Amending, order: SetNpr) -> None:
    verb = "is changed" if order.npr.id in turn.start.nprs else "is in the game now"
    check_npr(turn.start, order.npr)
    turn.after = _with(turn.start, (order.npr,))
    turn.tell(f"{order.npr.name}, a race of the game master's, {verb}.")


def _remove(turn: Amending, order: RemoveNpr) -> None:
    state, gone = turn.start, npr_named(turn.start.nprs, order.npr)
    for side, known in list(turn.knowledge.items()):
        turn.knowledge[side] = _forgotten(known, gone.id)
    turn.after = changed(
        state,
        nprs={key: npr for key, npr in state.nprs.items() if key != gone.id},
        trade=tuple(t for t in state.trade if t.name.casefold() != gone.name.casefold()),
        peace=tuple(p for p in state.peace if gone.id not in p.split("|")),
    )
    turn.tell(f"{order.npr}, a race of the game master's, never was.")


def _advance(turn: Amending, order: AdvanceNprs) -> None:
    for npr in order.nprs:
        if npr.id not in turn.start.nprs:
            raise GameError(f"There is no race of yours called {quoted(npr.id)}.")
        check_npr(turn.start, npr)
    turn.after = _with(turn.start, order.nprs)
    for npr, lines in zip(order.nprs, order.lines, strict=True):
        for line in lines:
            turn.tell(f"{npr.name}: {line}", rule="CW-19.0-20")


def _with(state: GameState, nprs: Iterable[Npr]) -> GameState:
    """Profiles put in place; trade partners of their old names bear the new ones and their production (CW-11.0-01)."""
    held, trade = dict(state.nprs), list(state.trade)
    for npr in nprs:
        old = held.get(npr.id)
        called = (old.name if old else npr.name).casefold()
        trade = [changed(t, name=npr.name, gross=npr.gross) if t.name.casefold() == called else t for t in trade]
        held[npr.id] = npr
    return changed(state, nprs=dict(sorted(held.items())), trade=tuple(trade))


def _forgotten(known: Knowledge, npr: SideId) -> Knowledge:
    if npr not in known.met:
        return known
    head = f"{MARK}{npr}/"
    return changed(
        known,
        met=tuple(side for side in known.met if side != npr),
        fleets={key: seen for key, seen in known.fleets.items() if seen.side != npr},
        contacts={key: name for key, name in known.contacts.items() if not key.startswith(head)},
        colonies={key: seen for key, seen in known.colonies.items() if seen.side != npr},
    )


APPLY: Final[Apply] = {SetNpr: _set, RemoveNpr: _remove, AdvanceNprs: _advance}
