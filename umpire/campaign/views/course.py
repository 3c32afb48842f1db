"""The course of a campaign as it was saved, turn by turn: what films, recaps, news and chronicles are read from."""

from collections.abc import Sequence
from typing import Final

from render.campaign.news import SeenTurn, headlines
from rules.cluster_war.model.events.event import Event, may_see
from rules.cluster_war.model.state.names import SideId
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.views.side_views import gm_view, view_for
from rules.values import Value
from storage import events, snapshots, turns
from storage.codec import EVENTS, decode_state, unpack
from storage.db import Transaction
from storage.turns import TurnRow

MOST_TURNS: Final = 120


class SavedTurn(Value):
    """A standing turn as it was saved: its packed start, and the encoded events of its playing (none of one not published)."""

    turn: int
    opening: int
    packed: bytes
    happened: tuple[bytes, ...]


async def saved_turns(tx: Transaction, game: str, now: TurnRow, first: int = 1) -> tuple[SavedTurn, ...]:
    """The standing turns from `first` up to the present one, oldest first; the last 120. What the present one led to is not in
    them, a draft of it neither."""
    standing = [
        row
        for row in await turns.of_game(tx, game)
        if row.state != "undone" and first <= row.turn <= now.turn and row.turn > 0 and row.opening <= now.opening
    ]
    found: list[SavedTurn] = []
    for row in standing[-MOST_TURNS:]:
        key = await snapshots.latest(tx, game, row.opening, "start")
        if key is not None:
            told = await events.encoded_of_opening(tx, game, row.opening) if row.opening < now.opening else ()
            found.append(SavedTurn(row.turn, row.opening, await snapshots.load_packed(tx, key), told))
    return tuple(found)


def seen(saved: Sequence[SavedTurn], side: SideId) -> tuple[SeenTurn, ...]:
    """The turns that are over, as a side ("": the game master) saw them; for a worker, since it decodes every turn."""
    found: list[SeenTurn] = []
    before: View | None = None
    for at, one in enumerate(saved):
        view = sight_of(one.packed, side)
        if before is not None:
            last = saved[at - 1]
            told = told_to(last.happened, side)
            found.append(SeenTurn(last.turn, before, view, told, headlines(view, told, last.turn, before)))
        before = view
    return tuple(found)


def sight_of(packed: bytes, side: SideId) -> View:
    """A packed state as a side ("": the game master) sees it."""
    state = decode_state(unpack(packed))
    return view_for(state, side) if side else gm_view(state)


def told_to(happened: Sequence[bytes], side: SideId) -> tuple[Event, ...]:
    """The events that a side ("": the game master) may see."""
    told = (EVENTS.decode(event) for event in happened)
    return tuple(event for event in told if not side or may_see(event, side))
