"""Taking the last turn of a tactical game back, with its players' consent.

Nothing is deleted: what was played stays on record as undone, and its seed is told when its game tells seeds. The turn is played
again with a new seed; what each side had sent for its beginning stands, unconfirmed.
"""

from render.words.letters import format_tactical_undone, format_undo_asked, format_undo_struck
from rules.values import GameError, NotYoursError, Value, WrongPhaseError, changed
from storage import audit, deadlines, games, idempotency_keys, orders, sheets, snapshots, tactical_orders, turns
from storage.db import Transaction, talking
from storage.errors import StaleStateError
from storage.games import GameRow
from storage.snapshots import SnapshotKey
from storage.turns import TurnRow
from umpire.games.games import present, require_game
from umpire.games.new_game import open_turn
from umpire.games.notices import public, quiet, side_name
from umpire.games.seat import Seat, clean_reason, note
from umpire.outbox.outbox import Letter, enqueue
from umpire.services.services import Services
from umpire.tactical import player_actions
from umpire.tactical.course import advance, wait
from umpire.tactical_kinds.kind import Progress
from umpire.tactical_kinds.known import KINDS, opening_stop


async def reopen_sheets(tx: Transaction, game: str, turn: int, now: int, why: str) -> None:
    """Withdraw each side's first closing order of a turn and everything after it, and every concession. All stays on record.

    The stops that came after the turn's beginning may never come again under other dice, so what answered them is void. Who
    gave up a turn that is taken back plays it again.
    """
    kind = KINDS[(await require_game(tx, game)).system]
    rows = [row for row in await tactical_orders.of_turn(tx, game, turn) if row.withdrawn_at is None]
    for side in sorted({row.side for row in rows}):
        own = [row for row in rows if row.side == side]
        closed = min((row.number for row in own if kind.closes(row.order)), default=None)
        for row in own:
            if kind.gives_up(row.order) or (closed is not None and row.number >= closed):
                await tactical_orders.withdraw(tx, game, turn, side, row.number, now, why)


async def resume(tx: Transaction, services: Services, row: GameRow, *, renewed: bool) -> None:
    """Take up the open turn of an imported tactical game: where it last stopped, as its audit log tells, and whom it waits for.

    With a `renewed` seed what was confirmed is open again. It is played as far as the orders reach.
    """
    stops = [
        act.detail
        for act in await audit.of_actions(tx, row.id, player_actions.STOPPED)
        if act.detail.get("revision") == row.revision
    ]
    if stops:
        await turns.set_stop(tx, row.id, row.revision, str(stops[-1]["stop"]))
    if renewed:
        await reopen_sheets(tx, row.id, (await present(tx, row)).turn, services.seconds(), "imported")
    case = await player_actions.read_tactical_turn(tx, row.id)
    asked = {one.side for one in (await talking(tx, player_actions.play(services, case))).asked}
    for sheet in await sheets.of_revision(tx, row.id, case.turn.revision):
        await sheets.save(tx, sheet, "none" if sheet.side in asked else "ready", sheet.word)


ASKED, AGREED, STRUCK = "tactical.undo_asked", "tactical.undo_agreed", "tactical.undo_struck"


class Request(Value):
    """Which turn would be taken back, why (\"\" if nobody has asked), and which sides' players have not agreed to it yet."""

    turn: int
    reason: str
    missing: tuple[str, ...]
    done: bool = False


class _UndoPlan(Value):
    """A request with all that is needed to carry it out: the undone turn's row, its start, and who is asked at it."""

    case: player_actions.OpenTacticalTurn
    back: TurnRow
    start: Progress
    request: Request


async def request_of(services: Services, game_id: str) -> Request:
    """How an undo of the last turn stands. WrongPhaseError: nothing can be taken back."""
    return (await _plan(services, game_id)).request


async def ask(services: Services, host: Seat, reason: str, expect_turn: int, *, idempotency_key: str = "") -> Request:
    """The host asks to take the last turn back; it is done at once if nobody's consent is missing.

    That is so when no other side has a player, or when the host has no side himself and nobody has sent an order since
    that turn. NotYoursError: not the host. WrongPhaseError: nothing to undo, or that is not the last turn.
    """
    if not host.is_gm:
        async with services.storage.reading() as tx:
            made = KINDS[(await require_game(tx, host.game_id)).system].words.short
        raise NotYoursError(f"Only who made this {made} can ask for its last turn to be taken back.")
    why = clean_reason(reason)
    return await _say(services, host, expect_turn, idempotency_key, ASKED, why)


async def agree(services: Services, seat: Seat, expect_turn: int, *, idempotency_key: str = "") -> Request:
    """A side's player agrees to what the host has asked; with the last one's word it is done.

    NotYoursError: not the side's player. WrongPhaseError: nobody has asked for it, or the game has moved on.
    """
    return await _say(services, seat, expect_turn, idempotency_key, AGREED, "")


async def strike(services: Services, seat: Seat, *, idempotency_key: str = "") -> int:
    """Strike a request out: its host takes it back, or a side's player says no. Gives the turn that it was about.

    NotYoursError: neither. WrongPhaseError: nobody has asked, or it is done already.
    """
    for _ in range(player_actions.SEND_TRIES):
        plan = await _plan(services, seat.game_id)
        revision, turn = plan.case.turn.revision, plan.request.turn
        if not seat.is_gm:
            player_actions.require_player(plan.case, seat)
        async with services.storage.reading() as tx:
            if idempotency_key and await idempotency_keys.is_used(tx, player_actions.key_in(revision, idempotency_key)):
                return turn
        if not plan.request.reason:
            raise WrongPhaseError("Nobody has asked for a turn to be taken back, so there is no request to strike out.")
        try:
            async with services.storage.transaction() as tx:
                await idempotency_keys.take(tx, player_actions.key_in(revision, idempotency_key), services.seconds())
                await player_actions.touch(tx, plan.case)
                await note(tx, services, seat.game_id, seat.actor, STRUCK, revision=revision, turn=turn, side=seat.side)
                row = plan.case.game
                by = side_name(row, seat.side) if seat.side else ""
                await enqueue(tx, services, public(row, turn, format_undo_struck(row.name, turn, by)))
        except StaleStateError:
            continue
        return turn
    raise GameError("This game is being changed from many places at once; try again in a moment.")


async def _say(
    services: Services, seat: Seat, expect_turn: int, idempotency_key: str, action: str, reason: str
) -> Request:
    for _ in range(player_actions.SEND_TRIES):
        async with services.storage.reading() as tx:
            now = await present(tx, await require_game(tx, seat.game_id))
            # What it asked for may have been done at once, which opened the turn anew.
            keys = [player_actions.key_in(revision, idempotency_key) for revision in (now.revision, now.revision - 1)]
            if idempotency_key and any([await idempotency_keys.is_used(tx, key) for key in keys]):
                return Request(expect_turn, reason, (), done=now.turn == expect_turn and now.redoes is not None)
        plan = await _plan(services, seat.game_id, said=(seat, reason) if action == ASKED else (seat, ""))
        request = plan.request
        if request.turn != expect_turn:
            raise WrongPhaseError(f"The turn that can be taken back is turn {request.turn}, not turn {expect_turn}.")
        if action == AGREED:
            player_actions.require_player(plan.case, seat)
            if not request.reason:
                raise WrongPhaseError("Nobody has asked for that turn to be taken back.")
        try:
            async with services.storage.transaction() as tx:
                await idempotency_keys.take(
                    tx, player_actions.key_in(plan.case.turn.revision, idempotency_key), services.seconds()
                )
                detail = {
                    "revision": plan.case.turn.revision,
                    "turn": request.turn,
                    "side": seat.side,
                    "reason": reason,
                }
                await note(tx, services, seat.game_id, seat.actor, action, **detail)
                if request.missing:
                    await player_actions.touch(tx, plan.case)
                    if action == ASKED:
                        await enqueue(tx, services, _question(plan))
                    return request
                await _take_back(tx, services, plan, seat.actor)
        except StaleStateError:
            continue
        await player_actions.enter(services, seat.game_id)
        if not plan.start.asked and plan.case.game.status == "running":
            await advance(services, seat.game_id, seat.actor, request.turn)
        return changed(request, done=True)
    raise GameError("This game is being changed from many places at once; try again in a moment.")


async def _plan(services: Services, game_id: str, said: tuple[Seat, str] | None = None) -> _UndoPlan:
    """How things stand, as if `said` (who, and with what reason) were on record already."""
    async with services.storage.reading() as tx:
        case = await player_actions.read_tactical_turn(tx, game_id)
        if case.game.status == "finished" or case.turn.state != "open":
            raise WrongPhaseError(f"**{case.game.name}** is over, and everybody has seen all of it.")
        acts = await _undo_acts(tx, game_id, case.turn.revision)
        before = await turns.current_row(tx, game_id, case.turn.turn - 1)
    result = await player_actions.play(services, case)
    under_way = result.done or result.stop != (await player_actions.play(services, case, ())).stop
    back = case.turn if under_way else before
    if back is None or back.turn == 0:
        raise WrongPhaseError(f"Nothing of **{case.game.name}** has been played yet, so there is nothing to undo.")
    async with services.storage.reading() as tx:
        packed = await snapshots.load_packed(tx, SnapshotKey(game_id, back.revision, "start", 0))
    start = await services.workers.run(opening_stop, case.game.system, packed, urgent=True)
    reasons = [str(act.detail["reason"]) for act in acts if act.action == ASKED]
    agreed = {act.actor for act in acts}
    if said is not None:
        reasons += [said[1]] if said[1] else []
        agreed.add(said[0].actor)
    alone = not under_way and not case.sent and not _host_plays(case)
    missing = () if alone else tuple(s.side for s in case.held if s.side and s.user_id and str(s.user_id) not in agreed)
    return _UndoPlan(case, back, start, Request(back.turn, reasons[-1] if reasons else "", missing))


async def _undo_acts(tx: Transaction, game_id: str, revision: int) -> list[audit.AuditRow]:
    """What was asked and agreed to in a revision, since a request was last struck out."""
    found: list[audit.AuditRow] = []
    for act in await audit.of_actions(tx, game_id, ASKED, AGREED, STRUCK):
        if act.detail.get("revision") == revision:
            found = [] if act.action == STRUCK else [*found, act]
    return found


def _host_plays(case: player_actions.OpenTacticalTurn) -> bool:
    hosts = {seat.user_id for seat in case.held if not seat.side}
    return any(seat.side and seat.user_id in hosts for seat in case.held)


async def _take_back(tx: Transaction, services: Services, plan: _UndoPlan, actor: str) -> None:
    case, back, at = plan.case, plan.back, services.seconds()
    row, now = case.game, case.turn
    revision = now.revision + 1
    await games.bump(tx, row.id, row.version, revision=revision)
    await turns.close_undone(tx, now, at, {})
    if back.revision != now.revision:
        await turns.set_state(tx, back, "undone", at)
        await orders.withdraw_turn(tx, row.id, now.turn, at, "undone")
    await reopen_sheets(tx, row.id, back.turn, at, "undone")
    await deadlines.close(tx, row.id, now.revision, "cancelled")
    opened, _ = await open_turn(
        tx, services, changed(row, revision=revision), revision, back.turn, plan.start.packed, redoes=back.revision
    )
    await note(tx, services, row.id, actor, "turn.undone", turn=back.turn, reason=plan.request.reason)
    kind = KINDS[row.system]
    promised = quiet(opened, kind.dice_command)
    text = format_tactical_undone(row.name, back.turn, plan.request.reason, kind.words.if_undone, promised)
    await enqueue(tx, services, public(row, back.turn, text))
    if plan.start.asked:
        await wait(tx, services, await player_actions.read_tactical_turn(tx, row.id), plan.start)


def _question(plan: _UndoPlan) -> Letter:
    row, request = plan.case.game, plan.request
    missing = [side_name(row, side) for side in request.missing]
    return public(row, request.turn, format_undo_asked(row.name, request.turn, request.reason, missing))
