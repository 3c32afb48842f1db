"""A fork adopted: the turn as it was is undone and kept on record, the fork is what was played, in one transaction.

It is worked out before, outside of any transaction, from what was read; if anything has changed meanwhile nothing is saved.
"""

from collections.abc import Mapping
from typing import Final

from render.campaign.letters.ruling_texts import NEW_PLAYER
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.play.notation import format_order, names_of
from rules.cluster_war.turn.aims import Outcome, outcome_of
from rules.cluster_war.turn.gm.rulings import RenewSalts
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import GameError, Value, WrongPhaseError, changed
from storage import (
    battles,
    deadlines,
    events,
    forks,
    games,
    governors,
    idempotency_keys,
    orders,
    seats,
    snapshots,
    turns,
)
from storage.battles import BattleRow
from storage.codec import decode_state, unpack
from storage.db import Transaction
from storage.errors import StaleStateError
from storage.events import AmendmentRow
from storage.games import GameRow
from storage.orders import OrderRow
from storage.sheets import SheetState
from storage.snapshots import SnapshotKey
from storage.turns import TurnRow
from umpire.campaign.sheets.receipt import plan_of, state_of
from umpire.campaign.turn import turn_letters
from umpire.campaign.turn.adjudication import Waiting, what_waits
from umpire.campaign.turn.turn_inputs import GM_COMMANDER
from umpire.campaign.turn.turns import SEATS_AUTHOR, open_next
from umpire.campaign.turn.undo import open_again
from umpire.campaign.whatif.fork import ForkReading, read_fork
from umpire.campaign.whatif.fork_adjudication import (
    ChangeResult,
    ChangeStep,
    ForkResult,
    SettledBattle,
    follow,
    play_job,
)
from umpire.games.dice_draws import DRAW_ADOPTED, draws_for
from umpire.games.games import Game, get_game, settings_of
from umpire.games.new_game import set_sheets
from umpire.games.seat import Seat, note, require_gm
from umpire.outbox.outbox import enqueue
from umpire.services.services import Services

ADOPTION_TRIES: Final = 6
WITHDRAWN: Final = "whatif"
"""Why an order does not stand that the fork has taken off."""


class AdoptionResult(Value):
    """What adopting came to: the game as it is now, what could not be made again in words, how many orders of the open turn stand
    and how many had to be withdrawn. `again` is a press that was counted before."""

    game: Game
    left_out: tuple[str, ...] = ()
    kept: int = 0
    gone: int = 0
    again: bool = False


class NextTurn(Value):
    """The open turn on the fork's end: its start with the game master's changes of it made again, scenes that wait, and of each
    side's orders how complete they are, and which cannot be given any more, by id and in words; or what the campaign has come to
    with that end."""

    later: tuple[ChangeResult, ...]
    left_out: tuple[str, ...]
    met: Mapping[SideId, Waiting]
    states: Mapping[SideId, SheetState]
    gone: Mapping[str, str]
    outcome: Outcome | None = None


async def adopt(services: Services, gm: Seat, token: str, *, idempotency_key: str = "") -> AdoptionResult:
    """Make the fork what was played, as it was shown (`token`). One of a draft or of a published turn is published; one of an
    open turn is resolved as the turn would be: as a draft where the game master reviews.

    WrongPhaseError: there is no fork, the game has moved on, something has changed since it was shown, or the game is paused.
    """
    require_gm(gm)
    for _ in range(ADOPTION_TRIES):
        async with services.storage.reading() as tx:
            if idempotency_key and await idempotency_keys.is_used(tx, idempotency_key):
                break
            read = await read_fork(tx, gm.game_id, token)
            if read.game.status == "paused":
                raise WrongPhaseError(f"**{read.game.name}** is paused; resume it first.")
            acts, standing = await _after(tx, read)
        played = await services.workers.run(play_job, read.job(), urgent=True)
        next_ = await services.workers.run(look_on, played.packed, acts, standing, urgent=True)
        try:
            async with services.storage.transaction() as tx:
                await idempotency_keys.take(tx, idempotency_key, services.seconds())
                await read_fork(tx, gm.game_id, token)
                await _adopt(tx, services, gm, read, played, next_)
        except StaleStateError:
            continue
        gone = len(next_.gone)
        kept = sum(map(len, standing.values())) - gone
        game = await get_game(services, gm.game_id)
        return AdoptionResult(game, (*played.left_out, *next_.left_out), kept, gone)
    else:
        raise GameError("The game is being changed from many places at once; try again in a moment.")
    return AdoptionResult(await get_game(services, gm.game_id), again=True)


async def _after(
    tx: Transaction, read: ForkReading
) -> tuple[tuple[ChangeStep, ...], dict[SideId, tuple[SignedOrder, ...]]]:
    """What was done already to the turn after the forked one: its changes by the game master, and orders by side."""
    if read.fork.base != "published":
        return (), {}
    made = await events.amendments_of(tx, read.game.id, read.now.revision)
    acts = tuple(
        ChangeStep(one.amendment, one.reason)
        for one in made
        if one.phase == "start" and not isinstance(one.amendment, RenewSalts)
    )
    standing: dict[SideId, tuple[SignedOrder, ...]] = {}
    for signed in orders.in_force(await orders.of_turn(tx, read.game.id, read.now.turn)):
        standing[signed.side] = (*standing.get(signed.side, ()), signed)
    return acts, standing


def look_on(
    packed: bytes, acts: tuple[ChangeStep, ...], standing: Mapping[SideId, tuple[SignedOrder, ...]]
) -> NextTurn:
    """What becomes of the turn after the fork; runs in a worker. Each side's orders are judged by its own view."""
    later, left_out = follow(packed, acts) if acts else ((), ())
    state = decode_state(unpack(later[-1].packed if later else packed))
    states: dict[SideId, SheetState] = {}
    gone: dict[str, str] = {}
    for side, given in standing.items():
        view = view_for(state, side)
        plan = plan_of(view, given)
        names = names_of(view, given)
        wrong = {problem.order_id: problem.text for problem in plan.problems}
        left = tuple(signed for signed in given if signed.id not in wrong)
        for signed in given:
            if signed.id in wrong:
                gone[signed.id] = f"{signed.number}. {format_order(signed.order, names)}: {wrong[signed.id]}"
        states[side] = state_of(left, plan_of(view, left), declared=False)
    return NextTurn(later, left_out, what_waits(state), states, gone, outcome_of(decode_state(unpack(packed))))


async def _adopt(
    tx: Transaction, services: Services, gm: Seat, read: ForkReading, played: ForkResult, next_: NextTurn
) -> None:
    row, fork, at = read.game, read.fork, services.seconds()
    publish = fork.base != "open" or not settings_of(row).options.review
    last = await deadlines.last(tx, row.id, read.now.revision)
    opened, _ = await open_again(tx, services, row, read.now, read.back, (read.seed, read.dice_name))
    await forks.remove(tx, row.id)
    for kept in await governors.bot_turns_of(
        tx, row.id, read.back.revision
    ):  # governors go on from what they had in mind
        await governors.add_bot_turn(tx, changed(kept, revision=opened.revision))
    await _keep_orders(tx, gm, read, at)
    await _keep_start(tx, gm, read, played, opened, at)
    await battles.add(tx, [_fought(opened, one, gm.actor, at) for one in played.battles])
    await turns.resolve(tx, opened, "published" if publish else "draft", at, read.words, read.job().orders)
    await deadlines.close(tx, row.id, opened.revision, "done")
    await events.append_encoded(tx, row.id, opened.revision, "draft", played.month.events)
    await snapshots.add_packed(tx, SnapshotKey(row.id, opened.revision, "draft", 0), played.month.packed)
    for seq, made in enumerate(played.after, start=1):
        await _keep(tx, gm, SnapshotKey(row.id, opened.revision, "draft", seq), made, at)
    draws = await draws_for(tx, row.id, fork.turn) if fork.drawn else 0
    await note(
        tx,
        services,
        row.id,
        gm.actor,
        DRAW_ADOPTED,
        turn=fork.turn,
        base=fork.base,
        reason=fork.reason,
        drawn=fork.drawn,
        revision=opened.revision,
        draws=draws,
    )
    if fork.base != "draft" or fork.drawn:
        told = fork.base == "published"
        await enqueue(tx, services, *turn_letters.played_otherwise(row, opened, fork.reason, draws, told=told))
    if not publish:
        await enqueue(tx, services, *turn_letters.draft_letters(row, opened, played.month.questions, named=False))
        return
    await games.bump(tx, row.id, row.version + 1, revision=opened.revision + 1)
    due = None if last is None or fork.base == "published" else last.due_at
    following = await open_next(
        tx, services, row, opened, read.words, played.packed, next_.met, due, outcome=next_.outcome
    )
    if next_.outcome is not None:
        return
    await _carry_on(tx, services, gm, row, following, next_)


async def _keep_orders(tx: Transaction, gm: Seat, read: ForkReading, at: int) -> None:
    """What the fork has changed of the sheets is changed on them."""
    dropped = [
        changed(row, withdrawn_at=at, withdrawn_why=WITHDRAWN)
        for row in read.rows
        if row.id in read.fork.dropped and row.withdrawn_at is None
    ]
    await orders.save(tx, dropped)
    new = [entry.signed for entry in read.entries() if entry.label.startswith("w")]
    added = [
        OrderRow(
            game=read.game.id,
            id=signed.id,
            turn=read.fork.turn,
            side=signed.side,
            number=signed.number,
            order=signed.order,
            entered_by=gm.user_id,
            entered_at=at,
        )
        for signed in new
    ]
    await orders.add(tx, added)


async def _keep_start(
    tx: Transaction, gm: Seat, read: ForkReading, played: ForkResult, opened: TurnRow, at: int
) -> None:
    """The fork's changes of the start, after those that were copied; then the salts of sides whose seats changed hands."""
    seq = read.start.seq
    for made in played.before:
        seq += 1
        key = SnapshotKey(read.game.id, opened.revision, "start", seq)
        await _keep(tx, gm, key, made, at)
    if played.month.renewed is not None:
        renewal, packed = played.month.renewed
        key = SnapshotKey(read.game.id, opened.revision, "start", seq + 1)
        await _keep(tx, gm, key, ChangeResult(ChangeStep(renewal, NEW_PLAYER), packed, ()), at, actor=SEATS_AUTHOR)


async def _keep(tx: Transaction, gm: Seat, key: SnapshotKey, made: ChangeResult, at: int, actor: str = "") -> None:
    """Save an amendment as `rulings` would have."""
    await snapshots.add_packed(tx, key, made.packed)
    act = AmendmentRow(
        game=key.game,
        revision=key.revision,
        phase=key.phase,
        seq=key.seq,
        amendment=made.act.amendment,
        reason=made.act.reason,
        actor=actor or gm.actor,
        at=at,
    )
    await events.add_amendment(tx, act)
    kind = type(made.act.amendment).__name__
    await events.keep_rolls(tx, made.act.rolls, key.game, key.revision, side="", user_id=gm.user_id, text=kind, at=at)
    await events.append_encoded(tx, key.game, key.revision, key.phase, made.events)


def _fought(opened: TurnRow, one: SettledBattle, actor: str, at: int) -> BattleRow:
    return BattleRow(
        opened.game,
        opened.revision,
        one.battle.id,
        round=one.round,
        fight=one.battle,
        state="settled",
        commanders=dict.fromkeys(one.battle.sides, GM_COMMANDER),
        asked_at=at,
        outcome=one.outcome,
        settled_at=at,
        settled_by=actor,
    )


async def _carry_on(
    tx: Transaction, services: Services, gm: Seat, row: GameRow, turn: TurnRow, next_: NextTurn
) -> None:
    """The next turn's start with what the game master had changed of it, its sheets as they stand on that, and a letter to each
    side that had orders on one."""
    for seq, made in enumerate(next_.later, start=1):
        await _keep(tx, gm, SnapshotKey(row.id, turn.revision, "start", seq), made, services.seconds())
    given = orders.rows_in_force(await orders.of_turn(tx, row.id, turn.turn))
    lost = [r for r in given if r.id in next_.gone]
    await orders.save(tx, [changed(r, withdrawn_at=services.seconds(), withdrawn_why="undone") for r in lost])
    await set_sheets(tx, row, turn.revision, dict(next_.states))
    sides = {r.side for r in given}
    kept = {side: sum(r.side == side and r.id not in next_.gone for r in given) for side in sides}
    gone = {side: [next_.gone[r.id] for r in lost if r.side == side] for side in sides}
    if next_.states:
        held = await seats.of_game(tx, row.id)
        await enqueue(tx, services, *turn_letters.orders_kept(row, held, turn, kept, gone))
