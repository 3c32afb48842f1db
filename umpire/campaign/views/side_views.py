"""Views: what a seat may see, decoded once per snapshot and side."""

from typing import Final

from rules.cluster_war.model.state.common import Settings, SideId
from rules.cluster_war.model.state.game import GameState, Question
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.views.side_views import gm_view, view_for
from rules.values import Value, WrongPhaseError
from storage import snapshots
from storage.codec import decode_questions, decode_state, unpack
from storage.db import Transaction
from storage.games import GameRow
from storage.snapshots import Phase, SnapshotKey
from storage.turns import TurnRow
from umpire.campaign.open_turn import past, present
from umpire.campaign.views.view_cache import load_view, store_view
from umpire.games.games import require_game
from umpire.games.seat import Seat, require_gm
from umpire.services.cache import Slot
from umpire.services.services import Services


class Sight(Value):
    """A view and the snapshot it was made from."""

    key: SnapshotKey
    view: View


STATES: Final[Slot[SnapshotKey, GameState]] = Slot(limit=8)
PACKED: Final[Slot[SnapshotKey, bytes]] = Slot(limit=32)
"""All packets and desks of a turn are made of one snapshot."""
QUESTIONS: Final[Slot[tuple[str, Phase], tuple[SnapshotKey, tuple[Question, ...]]]] = Slot(limit=256)
"""By game and phase, with the snapshot: the latest that was asked for."""
VIEWS: Final[Slot[tuple[str, Phase, SideId], Sight]] = Slot(limit=96)
"""By game, phase and side ("" is the game master): the latest only. A view that was made of a whole state holds most of it in
memory, so that views of past turns would keep a whole campaign there."""


async def view(services: Services, seat: Seat, turn: int | None = None) -> View:
    """What the seat sees at the start of a turn (the present one by default); the game master sees drafts too.

    WrongPhaseError: the game has not begun, or the turn has not been reached.
    """
    async with services.storage.reading() as tx:
        row = await require_game(tx, seat.game_id)
        now = await present(tx, row)
        wanted = now if turn is None or turn == now.turn else await past(tx, row, now, turn)
        phase: Phase = "draft" if seat.is_gm and not seat.side and wanted.state == "draft" else "start"
        return (await sight(tx, services, row, wanted, seat.side, phase)).view


async def settings(services: Services, seat: Seat) -> Settings:
    """A campaign's settings and house rules; before its first turn is open those it begins with."""
    async with services.storage.reading() as tx:
        row = await require_game(tx, seat.game_id)
        if row.status == "setup":
            packed = await snapshots.load_packed(tx, SnapshotKey(row.id, 0, "start", 0))
            return decode_state(unpack(packed)).settings
    return (await view(services, seat)).settings


async def view_of_side(
    services: Services, gm: Seat, side: str, turn: int | None = None, *, draft: bool = False
) -> View:
    """What a side sees, for the game master; with `draft`, what it would see if the draft were published."""
    require_gm(gm)
    async with services.storage.reading() as tx:
        row = await require_game(tx, gm.game_id)
        now = await present(tx, row)
        wanted = now if turn is None or turn == now.turn else await past(tx, row, now, turn)
        if draft and wanted.state != "draft":
            raise WrongPhaseError(f"Turn {wanted.turn} has no draft.")
        return (await sight(tx, services, row, wanted, side, "draft" if draft else "start")).view


async def sight(
    tx: Transaction, services: Services, row: GameRow, turn: TurnRow, side: str, phase: Phase = "start"
) -> Sight:
    """A side's view ("" is the game master's) of the last snapshot of a turn's start or draft."""
    return await _seen(tx, services, await snapshots.require(tx, row.id, turn.opening, phase), side)


async def outcome(tx: Transaction, services: Services, row: GameRow, turn: TurnRow, side: str) -> Sight:
    """A side's view of what a resolved turn led to: its draft as last amended, or else the start of what followed."""
    return await _seen(tx, services, await snapshots.result_of(tx, row.id, turn.opening), side)


async def packed_at(tx: Transaction, services: Services, key: SnapshotKey) -> bytes:
    """A snapshot, packed, for a worker."""
    kept = services.cache.of(PACKED)
    async with services.cache.making(PACKED, key):
        found = kept.get(key)
        return kept.put(key, await snapshots.load_packed(tx, key)) if found is None else found


async def state_at(tx: Transaction, services: Services, key: SnapshotKey) -> GameState:
    """The whole truth in a snapshot; never for players."""
    kept = services.cache.of(STATES)
    found = kept.get(key)
    if found is not None:
        return found
    packed = await packed_at(tx, services, key)
    return kept.get_or_make(key, lambda: decode_state(unpack(packed)))


async def questions_at(tx: Transaction, services: Services, key: SnapshotKey) -> tuple[Question, ...]:
    """The questions to the game master in a snapshot, settled ones too; never for players."""
    kept, place = services.cache.of(QUESTIONS), (key.game, key.phase)
    found = kept.get(place)
    if found is None or found[0] != key:
        found = kept.put(place, (key, decode_questions(unpack(await packed_at(tx, services, key)))))
    return found[1]


async def _seen(tx: Transaction, services: Services, key: SnapshotKey, side: str) -> Sight:
    kept, place = services.cache.of(VIEWS), (key.game, key.phase, side)
    found = kept.get(place)
    if found is not None and found.key == key:
        return found
    made = Sight(key, load_view(services.cache, key, side) or await _made(tx, services, key, side))
    return made if found is not None and found.key > key else kept.put(place, made)


async def _made(tx: Transaction, services: Services, key: SnapshotKey, side: str) -> View:
    state = await state_at(tx, services, key)
    return store_view(services.cache, key, side, view_for(state, side)) if side else gm_view(state)
