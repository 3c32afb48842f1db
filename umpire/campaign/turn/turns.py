"""The course of a game: turns are opened, resolved, reviewed and published; each step is one transaction.

A turn is resolved off the event loop and outside any transaction. What was computed is saved only if the game and all its
orders are still as they were read; so of two who advance at once one wins, no order is lost, and a crash changes nothing. Orders
that a turn was too early for go on to the next turn's sheet, in the transaction that opens it.
"""

import time
from collections.abc import Collection, Mapping

from render.campaign.letters.ruling_texts import NEW_PLAYER
from rules.cluster_war.chapters.colonies.founding_orders import FoundColony
from rules.cluster_war.model.events.event import Event, may_see
from rules.cluster_war.model.events.turn import OrderWaits
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.aims import Outcome, outcome_of
from rules.cluster_war.turn.gm.rulings import RenewSalts
from rules.values import NotYoursError, Value, WrongPhaseError, changed
from storage import deadlines, events, games, governors, idempotency_keys, orders, seats, snapshots, turns
from storage.codec import decode_state, unpack
from storage.db import Transaction, talking
from storage.engine import Scope
from storage.errors import StaleStateError
from storage.events import AmendmentRow
from storage.games import GameRow
from storage.orders import OrderRow
from storage.snapshots import SnapshotKey
from storage.turns import TurnRow
from umpire.campaign.ending import conclude
from umpire.campaign.governed.ai_sides import governor_line
from umpire.campaign.governed.ai_turns import govern_turn
from umpire.campaign.open_turn import present
from umpire.campaign.standing_orders import apply_standing_orders
from umpire.campaign.turn import turn_letters
from umpire.campaign.turn.adjudication import Resolved, StoppedMonth, Waiting, what_waits
from umpire.campaign.turn.changed_sides import pass_over, spent_of
from umpire.campaign.turn.turn_inputs import TurnInput, play, read_turn_input, stop
from umpire.campaign.views.side_views import PACKED_CACHE, sight, state_at
from umpire.campaign.views.view_cache import CachedView, load_views, store_views
from umpire.games import notices
from umpire.games.attendance import roll_call
from umpire.games.games import (
    Game,
    changing,
    get_game,
    has_gm_screen,
    is_open,
    require_unfinished,
    settings_of,
    sides_of,
)
from umpire.games.new_game import open_first_turn, open_turn
from umpire.games.seat import Seat, note, require_gm
from umpire.outbox.outbox import enqueue
from umpire.services.services import Services

TURN_TRIES = 4
SEATS_AUTHOR = "seats"
"""Who gives new salts, as amendments have it: nobody's word, but that a seat changed hands."""


async def carry_over(tx: Transaction, done: TurnRow, opened: TurnRow) -> None:
    """Put the orders of the turn that is done which still wait on the sheets of the turn that opens.

    The giver stays who gave them. One that is there already, from before the turn was undone, counts again as it was.
    """
    given = orders.rows_in_force(await orders.of_turn(tx, done.game, done.turn))
    early = [row for row in given if isinstance(row.order, FoundColony) and row.order.waits]
    if not early:
        return
    happened = await events.of_revision(tx, done.game, done.revision)
    waiting = {found.event.cause.order for found in happened if isinstance(found.event, OrderWaits)}
    known = list(await orders.of_turn(tx, done.game, opened.turn))
    added: list[OrderRow] = []
    again: list[OrderRow] = []
    for row in (row for row in early if row.id in waiting):
        same = [r for r in known if r.side == row.side and r.order == row.order]
        if same:
            again += [changed(r, withdrawn_at=None, withdrawn_why="") for r in same[:1] if r.withdrawn_why == "undone"]
            continue
        number = 1 + max((r.number for r in (*known, *added) if r.side == row.side), default=0)
        added.append(changed(row, id=f"{row.side}-{opened.turn}-{number}", turn=opened.turn, number=number))
    await orders.add(tx, added)
    await orders.save(tx, again)


class Packet(Value):
    """What a side would be sent: its view after the turn, and the events it may see."""

    side: SideId
    view: View
    events: tuple[Event, ...]


class Drafted(Value):
    """A draft as it would be sent. `version` goes up by one with every amendment."""

    version: int
    packets: tuple[Packet, ...]


async def open_first(services: Services, gm: Seat) -> Game:
    """Begin the game: open its first turn. WrongPhaseError if it has begun."""
    async with changing(services, gm) as (tx, row):
        if is_open(row):
            if has_gm_screen(row):
                raise WrongPhaseError(
                    f"**{row.name}** has no cluster yet; it begins by itself when every race is approved (/campaign rules)."
                )
            raise WrongPhaseError(f"**{row.name}** has no cluster yet: approve every race, then make it (/gm races).")
        packed = await snapshots.load_packed(tx, SnapshotKey(row.id, 0, "start", 0))
        turn = decode_state(unpack(packed)).turn
        _, opened, due = await open_first_turn(tx, services, row, turn, packed, gm.actor)
        led = [governor_line(row, one) for one in await governors.of_game(tx, row.id)]
        await enqueue(
            tx, services, *turn_letters.first_turn_letters(row, await seats.of_game(tx, row.id), opened, due, led)
        )
    return await get_game(services, gm.game_id)


async def advance(
    services: Services, game_id: str, by: Seat | str, reason: str, expect_turn: int, *, idempotency_key: str = ""
) -> Game:
    """Resolve the turn `expect_turn` now. `by` is the game master's seat, or the part of the program that asks.

    Sides that the bot leads give their orders first, if they have not. A turn that comes to battles which people settle
    waits for them (`turn_state` "battles"), and is played again from its start when they are settled. WrongPhaseError: that
    turn is resolved already (somebody was faster), a battle of it is not settled, or the game is not running. All orders that
    were confirmed before the result was saved are in it.
    """
    if isinstance(by, Seat):
        require_gm(by)
        if by.game_id != game_id:
            raise NotYoursError("That is another game's seat.")
    await apply_standing_orders(services, game_id)
    began = time.monotonic()
    for _ in range(TURN_TRIES):
        async with services.storage.reading() as tx:
            if idempotency_key and await idempotency_keys.is_used(tx, idempotency_key):
                break
            case = await read_turn_input(tx, services, game_id, expect_turn)
        try:
            if await govern_turn(services, game_id, expect_turn):
                continue  # its orders are read anew
        except WrongPhaseError:
            continue  # resolved since it was read: by the same click, or else reading the turn anew says so
        result = await play(services, case)
        try:
            async with services.storage.transaction(Scope(game_id)) as tx:
                await _commit(tx, services, case, result, by, reason, idempotency_key)
            _tell(services, case, result, began)
            break
        except StaleStateError:
            continue
    else:
        # Orders kept coming in: keep everybody out while this last try is worked out.
        played: tuple[TurnInput, Resolved | StoppedMonth] | None = None
        async with services.storage.transaction(Scope(game_id)) as tx:
            if not idempotency_key or not await idempotency_keys.is_used(tx, idempotency_key):
                case = await read_turn_input(tx, services, game_id, expect_turn)
                result = await talking(tx, play(services, case, urgent=True))
                await _commit(tx, services, case, result, by, reason, idempotency_key)
                played = case, result
        if played is not None:
            _tell(services, *played, began)
    await apply_standing_orders(services, game_id)
    return await get_game(services, game_id)


async def draft(services: Services, gm: Seat) -> Drafted:
    """What each side would be sent if the draft were published now. WrongPhaseError if there is no draft."""
    require_gm(gm)
    async with services.storage.reading() as tx:
        row = await require_unfinished(tx, gm.game_id)
        turn = await _require_draft(tx, row)
        key = await _draft_key(tx, turn)
        happened = [found.event for found in await events.of_revision(tx, row.id, turn.revision)]
        packets: list[Packet] = []
        for seat in notices.players(await seats.of_game(tx, row.id)):
            saw = await sight(tx, services, row, turn, seat.side, "draft")
            seen = tuple(event for event in happened if may_see(event, seat.side))
            packets.append(Packet(seat.side, saw.view, seen))
        return Drafted(key.seq, tuple(packets))


async def draft_version(services: Services, gm: Seat, revision: int) -> int:
    """Which version the draft of a revision came to, 0 before the first amendment. WrongPhaseError if it had none."""
    require_gm(gm)
    async with services.storage.reading() as tx:
        key = await snapshots.latest(tx, gm.game_id, revision, "draft")
    if key is None:
        raise WrongPhaseError("There is no draft to publish; /gm advance resolves the turn first.")
    return key.seq


async def publish(
    services: Services, gm: Seat, expect_turn: int, *, version: int | None = None, idempotency_key: str = ""
) -> Game:
    """Publish the draft of a turn: packets go out, its seed is told, the next turn opens.

    WrongPhaseError: there is none, or it is not at this `version` any more.
    """
    require_gm(gm)
    known: Mapping[SideId, CachedView] = {}
    after = SnapshotKey(gm.game_id, 0, "start", 0)
    async with services.storage.transaction() as tx:
        if not idempotency_key or await idempotency_keys.first(tx, idempotency_key, services.seconds()):
            row = await require_unfinished(tx, gm.game_id)
            turn = await _require_draft(tx, row)
            if turn.turn != expect_turn:
                raise WrongPhaseError(f"The draft is of turn {turn.turn}, not of turn {expect_turn}.")
            if row.status == "paused":
                raise WrongPhaseError(f"**{row.name}** is paused; resume it first.")
            key = await _draft_key(tx, turn)
            if version is not None and version != key.seq:
                raise WrongPhaseError(
                    f"The draft of turn {turn.turn} has changed since it was shown to you, so nothing was published; "
                    "look at it again (/gm review)."
                )
            last = await deadlines.last(tx, row.id, turn.revision)
            await games.bump(tx, row.id, row.version, revision=turn.revision + 1)
            await turns.set_state(tx, turn, "published", services.seconds())
            await note(tx, services, row.id, gm.actor, "turn.published", turn=turn.turn)
            packed = await snapshots.load_packed(tx, key)
            after_it = await state_at(tx, services, key)
            met, outcome = what_waits(after_it), outcome_of(after_it)
            known = load_views(services.cache, key, [flag.id for flag in sides_of(row)])
            due = None if last is None else last.due_at
            await open_next(tx, services, row, turn, turn.words, packed, met, due, spent_of(known), outcome)
            after = changed(after, revision=turn.revision + 1)
    store_views(services.cache, after, known)
    await apply_standing_orders(services, gm.game_id)
    return await get_game(services, gm.game_id)


async def _draft_key(tx: Transaction, turn: TurnRow) -> SnapshotKey:
    key = await snapshots.latest(tx, turn.game, turn.revision, "draft")
    if key is None:
        raise LookupError(f"the draft of revision {turn.revision} of {turn.game} has no snapshot")
    return key


async def _commit(
    tx: Transaction,
    services: Services,
    case: TurnInput,
    result: Resolved | StoppedMonth,
    by: Seat | str,
    reason: str,
    idempotency_key: str,
) -> None:
    """Save a resolved turn whole, or that it waits. StaleStateError if the game or any order changed since it was read."""
    row, turn, now = case.game, case.turn, services.seconds()
    await idempotency_keys.take(tx, idempotency_key, now)
    by_hand = isinstance(by, Seat)
    actor = by.actor if isinstance(by, Seat) else by
    if isinstance(result, StoppedMonth):
        await games.bump(tx, row.id, row.version)
        if result.renewed is not None:
            await _renew(tx, case, *result.renewed, now)
        await stop(tx, services, case, result.battles, actor, named=not by_hand)
        return
    review = settings_of(row).options.review
    revision = turn.revision if review else turn.revision + 1
    await games.bump(tx, row.id, row.version, revision=revision)
    if result.renewed is not None:
        await _renew(tx, case, *result.renewed, now)
    await turns.resolve(tx, turn, "draft" if review else "published", now, case.words, case.orders)
    await events.append_encoded(tx, row.id, turn.revision, "draft", result.events)
    await deadlines.close(tx, row.id, turn.revision, "done")
    await note(tx, services, row.id, actor, "turn.resolved", turn=turn.turn, reason=reason, draft=review)
    if review:
        await snapshots.add_packed(tx, SnapshotKey(row.id, turn.revision, "draft", 0), result.packed)
        ends = result.outcome is not None
        await enqueue(
            tx, services, *turn_letters.draft_letters(row, turn, result.questions, named=not by_hand, ends=ends)
        )
    else:
        spent = spent_of(result.sides)
        await open_next(tx, services, row, turn, case.words, result.packed, result.met, case.due, spent, result.outcome)
        await enqueue(tx, services, *turn_letters.for_gm(row, turn, result.questions, named=not by_hand))


def _tell(services: Services, case: TurnInput, result: Resolved | StoppedMonth, began: float) -> None:
    """A month that stops for battles is not resolved yet; the operator sees those that are. What it led to is wanted next."""
    if isinstance(result, Resolved):
        review = settings_of(case.game).options.review
        revision = case.turn.revision
        after = (
            SnapshotKey(case.game.id, revision, "draft", 0)
            if review
            else SnapshotKey(case.game.id, revision + 1, "start", 0)
        )
        services.cache.of(PACKED_CACHE).put(after, result.packed)
        store_views(services.cache, after, result.sides)
        services.seen.turn(case.game.system, time.monotonic() - began)


async def _renew(tx: Transaction, case: TurnInput, renewal: RenewSalts, packed: bytes, now: int) -> None:
    """Keep the new salts as a change of the turn's start, so that the turn can be played again."""
    after = changed(case.start, seq=case.start.seq + 1)
    await snapshots.add_packed(tx, after, packed)
    made = AmendmentRow(
        game=after.game,
        revision=after.revision,
        phase=after.phase,
        seq=after.seq,
        amendment=renewal,
        reason=NEW_PLAYER,
        actor=SEATS_AUTHOR,
        at=now,
    )
    await events.add_amendment(tx, made)


async def open_next(
    tx: Transaction,
    services: Services,
    row: GameRow,
    done: TurnRow,
    words: Mapping[SideId, str],
    packed: bytes,
    met: Mapping[SideId, Waiting],
    last_due: int | None,
    spent: Collection[SideId] = (),
    outcome: Outcome | None = None,
) -> TurnRow:
    """Open the turn after one that is done, with the orders that were too early for it, and tell everybody; gives its row. The
    game's row must say its revision already. `spent` are the sides that have nothing left: nobody waits for them. With an
    `outcome` the campaign ends instead: the turn is there for whoever looks back, and takes no orders."""
    opened, due = await open_turn(tx, services, row, done.revision + 1, done.turn + 1, packed, last_due=last_due)
    await carry_over(tx, done, opened)
    held = await seats.of_game(tx, row.id)
    laid = [await orders.given_by_standing(tx, row.id, done.revision, seat.side) for seat in held if seat.side]
    given = await orders.givers(tx, row.id, done.turn, frozenset().union(*laid))
    if outcome is not None:
        await enqueue(tx, services, *turn_letters.last_letters(row, held, done, words, opened))
        await conclude(tx, services, row, done.turn, outcome)
        return opened
    await enqueue(tx, services, *turn_letters.published_letters(row, held, done, words, met, opened, due, given))
    await pass_over(tx, services, row, opened, held, spent)
    await roll_call(tx, services, row, done, opened)
    return opened


async def _require_draft(tx: Transaction, row: GameRow) -> TurnRow:
    turn = await present(tx, row)
    if turn.state != "draft":
        how = "waits for its battles" if turn.state == "battles" else "is open"
        raise WrongPhaseError(f"There is no draft: turn {turn.turn} of **{row.name}** {how}.")
    return turn
