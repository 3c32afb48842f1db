"""Taking the last turn back. Nothing is deleted: what was played stays on record as undone, and its seed is told."""

from rules.values import GameError, WrongPhaseError, changed
from storage import deadlines, events, games, idempotency_keys, orders, seats, sheets, snapshots, turns
from storage.db import Transaction
from storage.errors import StaleStateError
from storage.games import GameRow
from storage.sheets import SheetState
from storage.snapshots import SnapshotKey
from storage.turns import TurnRow
from umpire.campaign.open_turn import present
from umpire.campaign.sheets.receipt import plan_of, state_of
from umpire.campaign.standing_orders import apply_standing_orders
from umpire.campaign.turn import turn_letters
from umpire.campaign.turn.changed_sides import pass_over
from umpire.campaign.views.side_views import sight
from umpire.campaign.views.view_cache import is_spent
from umpire.games.games import Game, get_game, require_unfinished, sides_of
from umpire.games.new_game import open_turn, set_sheets
from umpire.games.seat import Seat, clean_reason, note, require_gm
from umpire.outbox.outbox import enqueue
from umpire.services.services import Services

UNDO_TRIES = 12


async def undo(services: Services, gm: Seat, reason: str, expect_turn: int, *, idempotency_key: str = "") -> Game:
    """Take back the draft, or the turn that waits for battles, or else the last published turn: that turn is open again, with
    all orders as they were.

    `expect_turn` is the turn the game is at. The turn gets a new seed, since the old dice are known. Orders already given
    for a turn after it are withdrawn and can be restored when it opens again. WrongPhaseError: nothing to undo.
    """
    require_gm(gm)
    why = clean_reason(reason)
    for _ in range(UNDO_TRIES):
        async with services.storage.reading() as tx:
            if idempotency_key and await idempotency_keys.is_used(tx, idempotency_key):
                break
            row = await require_unfinished(tx, gm.game_id)
            now, back = await _what(tx, row, expect_turn)
            states = await _sheet_states(tx, services, row, back)
        try:
            async with services.storage.transaction() as tx:
                await idempotency_keys.take(tx, idempotency_key, services.seconds())
                await _take_back(tx, services, gm, row, now, back, states, why)
            break
        except StaleStateError:
            continue
    else:
        raise GameError("The game is being changed from many places at once; try again in a moment.")
    await apply_standing_orders(services, gm.game_id)
    return await get_game(services, gm.game_id)


async def require_earlier(tx: Transaction, row: GameRow, expect_turn: int) -> int:
    """The number of the turn that would be taken back. WrongPhaseError: there is nothing to undo."""
    return (await _what(tx, row, expect_turn))[1].turn


async def _what(tx: Transaction, row: GameRow, expect_turn: int) -> tuple[TurnRow, TurnRow]:
    """The present revision and the one to play again (the same for a draft and for a turn that waits)."""
    now = await present(tx, row)
    if now.turn != expect_turn:
        raise WrongPhaseError(f"**{row.name}** is at turn {now.turn}, not at turn {expect_turn}; look again.")
    if now.state in {"draft", "battles"}:
        return now, now
    back = await turns.current_row(tx, row.id, now.turn - 1)
    if back is None or back.turn == 0:
        raise WrongPhaseError(f"Turn {now.turn} is the first of **{row.name}**; there is nothing to undo.")
    return now, back


async def _sheet_states(tx: Transaction, services: Services, row: GameRow, back: TurnRow) -> dict[str, SheetState]:
    """How complete each side's orders are when the turn opens again; nobody is ready until they say so again, but for sides that
    have nothing left."""
    states: dict[str, SheetState] = {}
    for flag in sides_of(row):
        standing = orders.in_force(await orders.of_side(tx, row.id, back.turn, flag.id))
        view = (await sight(tx, services, row, back, flag.id)).view
        states[flag.id] = "ready" if is_spent(view) else state_of(standing, plan_of(view, standing), declared=False)
    return states


async def judge_sheets(tx: Transaction, services: Services, row: GameRow) -> None:
    """Say of each sheet of an imported campaign how complete it is."""
    turn = await present(tx, row)
    await set_sheets(tx, row, turn.revision, await _sheet_states(tx, services, row, turn))


async def _take_back(
    tx: Transaction,
    services: Services,
    gm: Seat,
    row: GameRow,
    now: TurnRow,
    back: TurnRow,
    states: dict[str, SheetState],
    why: str,
) -> None:
    if now.revision != back.revision:
        await orders.withdraw_turn(tx, row.id, now.turn, services.seconds(), "undone")
    opened, due = await open_again(tx, services, row, now, back)
    await set_sheets(tx, row, opened.revision, states)
    held = await seats.of_game(tx, row.id)
    await pass_over(tx, services, row, opened, held, [side for side, state in states.items() if state == "ready"])
    await note(tx, services, row.id, gm.actor, "turn.undone", turn=back.turn, reason=why, draft=back.state == "draft")
    told = turn_letters.draft_undone if now == back else turn_letters.undone_letters
    letters = told(row, held, opened, due, why)
    await enqueue(tx, services, *letters)


async def open_again(
    tx: Transaction,
    services: Services,
    row: GameRow,
    now: TurnRow,
    back: TurnRow,
    dice: tuple[bytes, str] | None = None,
) -> tuple[TurnRow, int | None]:
    """Undo the present revision, and the one to play again if that is another; open its turn once more, from the same start and
    with what the game master had changed of it. `dice` as in `open_turn`; gives the new revision and when it is due.

    The orders of the present turn are left as they are. StaleStateError if anything changed since it was read.
    """
    at, revision = services.seconds(), now.revision + 1
    await games.bump(tx, row.id, row.version, revision=revision)
    if now.state == "open":
        words = {s.side: s.word for s in await sheets.of_revision(tx, row.id, now.revision) if s.word}
        await turns.close_undone(tx, now, at, words)
    if back.state != "open":
        await turns.set_state(tx, back, "undone", at)
    await deadlines.close(tx, row.id, now.revision, "cancelled")
    packed = await snapshots.load_packed(tx, SnapshotKey(row.id, back.revision, "start", 0))
    opened = await open_turn(tx, services, row, revision, back.turn, packed, redoes=back.revision, dice=dice)
    await _copy_start(tx, row, back.revision, revision)
    return opened


async def _copy_start(tx: Transaction, row: GameRow, old: int, new: int) -> None:
    """What the game master had changed before the turn was resolved holds for its new revision too."""
    for key in await snapshots.of_revision(tx, row.id, old):
        if key.phase == "start" and key.seq > 0:
            await snapshots.add_packed(tx, changed(key, revision=new), await snapshots.load_packed(tx, key))
    for made in await events.amendments_of(tx, row.id, old):
        if made.phase == "start":
            await events.add_amendment(tx, changed(made, revision=new))
    told = [found.data for found in await events.stored_of_revision(tx, row.id, old) if found.phase == "start"]
    await events.append_encoded(tx, row.id, new, "start", told)
