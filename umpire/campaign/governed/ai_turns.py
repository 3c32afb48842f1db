"""The orders of sides that the bot leads: read from an open turn, thought out in a worker, and saved in one transaction. What a
governor says, as letters between governments; and what the game master is told when one fails.

They are saved if everything is still as it was read. A side is governed once in each playing of a turn, however often it is asked
for. What a governor decides is a function of its side's view, its memory and the turn's seed, so a program that was killed
decides the same when it starts again. In the worker the state becomes the side's own view at once and goes no further."""

import hashlib
import hmac
import logging
from asyncio import gather
from collections.abc import Sequence
from typing import Final

from render.campaign.letters.governor_texts import format_governor_failed, format_message, format_message_copy
from rules.cluster_war.chapters.diplomacy.contact import in_contact
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.model.state.view import View
from rules.cluster_war.play.governors.govern import govern
from rules.cluster_war.play.governors.profile import Profile
from rules.cluster_war.play.governors.situation import AiMessage, GovernorMemory, GovernorPlan, ReasonedOrder
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import GameError, Value, WrongPhaseError, changed
from storage import games, governors, orders, seats, sheets, snapshots, turns
from storage.codec import ORDERS, decode_state, unpack
from storage.db import Transaction
from storage.errors import StaleStateError
from storage.games import GameRow
from storage.governors import BotTurnRow, GovernorRow, encode_memory, encode_plan
from storage.orders import OrderRow
from storage.seats import SeatRow
from storage.sheets import SheetRow
from storage.snapshots import SnapshotKey
from storage.turns import TurnRow
from umpire.campaign.designs.drawings import hand_in
from umpire.campaign.open_turn import present
from umpire.campaign.sheets.diplomacy import with_reply
from umpire.campaign.sheets.sheet_checks import may_order, room_left
from umpire.games.attendance import Powers, attendance
from umpire.games.games import require_unfinished
from umpire.games.notices import side_name, to_masters, to_player
from umpire.games.seat import note
from umpire.outbox.outbox import Letter, Target, enqueue
from umpire.services.services import Services

LETTER_AUTHOR = "governor"


async def send_messages(
    tx: Transaction,
    services: Services,
    row: GameRow,
    held: Sequence[SeatRow],
    turn: TurnRow,
    side: SideId,
    said: Sequence[AiMessage],
) -> None:
    """Send a governor's words to those whom they are said to, with a copy for the game master (CW-18.0-25)."""
    giver = side_name(row, side)
    for one in said:
        copy = format_message_copy(giver, side_name(row, one.to), one.text)
        letters = [Letter("gm", row.id, turn.turn, "", Target("gm"), copy)]
        for other in held:
            if other.side == one.to and other.user_id is not None:
                written = to_player(row, other, format_message(giver, one.text), turn.turn)
                letters += [with_reply(letter, side) for letter in written]
        await note(tx, services, row.id, LETTER_AUTHOR, "message.sent", side=side, to=one.to, text=one.text)
        await enqueue(tx, services, *letters)


def failed_letter(row: GameRow, governor: GovernorRow, turn: TurnRow, code: str) -> Letter:
    """A governor could not give its orders; the game master may give them in its place."""
    text = format_governor_failed(row.name, side_name(row, governor.side), turn.turn, code)
    return to_masters(row, turn.turn, text)


SEED_DOMAIN: Final = b"admiralty-governor-1\n"
PLAN_TRIES: Final = 12
GOVERNOR_USER_ID: Final = 0
"""Who has entered an order that no person has."""
GOVERNOR_ACTOR: Final = "governor"
"""Who gave the orders, as the log has it."""
GOVERNED_ANEW: Final = "governed anew"
"""Why an order is withdrawn that the governor gave in a playing of the turn that was undone."""

log = logging.getLogger(__name__)


class Thought(Value):
    """What a governor came to. `heard` is what it says to those with whom it has a link, as a player's letter needs one
    (CW-18.0-26)."""

    plan: GovernorPlan
    heard: tuple[AiMessage, ...]


def within(view: View, plan: GovernorPlan, powers: Powers, sheet: tuple[SignedOrder, ...]) -> GovernorPlan:
    """A plan without what a deputy of these powers may not order, and without what cannot be done without that."""
    if powers == "all":
        return plan
    kept: list[ReasonedOrder] = []
    entries = list(sheet)
    for one in plan.orders:
        if not may_order(powers, one.order):
            continue
        try:
            check(view, tuple(entries), one.order)
        except GameError:
            continue
        kept.append(one)
        number = 1 + max((entry.number for entry in entries), default=0)
        entries.append(SignedOrder(f"{view.side}-{view.turn}-D{number}", view.side, number, one.order))
    return changed(plan, orders=tuple(kept))


def key_of(seed: bytes, side: SideId) -> bytes:
    """A side's own key for a turn, to which its salt is added (`secret_key`). It tells nothing of the seed, from which the dice
    are made, and is no key of theirs."""
    return hashlib.sha256(SEED_DOMAIN + side.encode() + b"\n" + seed).digest()


def secret_key(key: bytes, salt: str) -> bytes:
    """A side's key with its salt, which no player sees: who reads the turn's seed can work out nothing that was chosen by it."""
    return hmac.digest(salt.encode(), key, hashlib.sha256) if salt else key


class AiSide(Value):
    """A side that the bot leads: by which profile, and what it may order. Who acts for somebody who is away draws no designs:
    these stay on the roster for good."""

    side: SideId
    profile: Profile
    powers: Powers = "all"
    draws: bool = True


def think(packed: bytes, led: AiSide, key: bytes, memory: GovernorMemory, sheet: tuple[SignedOrder, ...]) -> Thought:
    """A side's plan for the turn that begins with this packed state, as far as its sheet has room, and which words are heard.

    Whatever it raises is the governor's failure; what could not be written down is one too.
    """
    side = led.side
    state = decode_state(unpack(packed))
    key = secret_key(key, state.sides[side].salt)
    view = view_for(state, side)
    plan = within(view, govern(view, led.profile, key, memory, sheet), led.powers, sheet)
    plan = changed(plan, orders=plan.orders[: room_left(len(sheet))])
    if not led.draws:
        plan = changed(plan, drawings=(), memory=changed(plan.memory, drawn=memory.drawn))
    encode_plan(plan)
    encode_memory(plan.memory)
    for one in plan.orders:
        ORDERS.encode(one.order)
    return Thought(plan, tuple(one for one in plan.said if one.to in view.flags and in_contact(view, side, one.to)))


class _WaitingSide(Value):
    """A side that waits for its governor, as it was read. `given` are all orders of its turn, withdrawn ones too, `laid` the ids
    of those that its standing orders gave; a deputy orders what `powers` cover."""

    governor: GovernorRow
    sheet: SheetRow
    given: tuple[OrderRow, ...]
    memory: GovernorMemory
    powers: Powers = "all"
    laid: frozenset[str] = frozenset()

    @property
    def own(self) -> list[OrderRow]:
        """The orders that stand and that a person gave, or their standing orders: the governor leaves them alone."""
        return [
            row for row in orders.rows_in_force(self.given) if row.entered_by != GOVERNOR_USER_ID or row.id in self.laid
        ]

    @property
    def is_done(self) -> bool:
        """Whether its orders were declared ready by somebody else: there is nothing for the governor to do."""
        return self.sheet.state == "ready"


class _Task(Value):
    """An open turn and its sides that wait for their governors, as they were read."""

    row: GameRow
    turn: TurnRow
    start: SnapshotKey
    packed: bytes
    sides: tuple[_WaitingSide, ...]


class _Failure(Value):
    """A governor that came to nothing: the code that stands in the program's log too."""

    code: str


async def govern_turn(services: Services, game_id: str, expect_turn: int) -> bool:
    """Give the orders of all sides of an open turn that the bot leads and that have none yet; whether there were any.

    A governor that fails is told to the game master once, and its sheet counts as it is. WrongPhaseError: the game is over, or
    at another turn. GameError if it was being changed all the time.
    """
    for _ in range(PLAN_TRIES):
        async with services.storage.reading() as tx:
            task = await _read(tx, game_id, expect_turn)
        if task is None:
            return False
        thoughts = await gather(*(_think(services, task, side) for side in task.sides))
        try:
            async with services.storage.transaction() as tx:
                await _save(tx, services, task, thoughts)
        except StaleStateError:
            continue
        return True
    raise GameError("The game is being changed from many places at once; its bot players try again in a moment.")


async def _read(tx: Transaction, game_id: str, expect_turn: int) -> _Task | None:
    """What is to be done; None if nothing is."""
    row = await require_unfinished(tx, game_id)
    turn = await present(tx, row)
    if turn.turn != expect_turn:
        raise WrongPhaseError(f"Turn {expect_turn} is over; **{row.name}** is at turn {turn.turn}.")
    done = {one.side for one in await governors.bot_turns_of(tx, game_id, turn.revision)}
    waiting = [one for one in await governors.of_game(tx, game_id) if one.side not in done]
    if turn.state != "open" or not waiting:
        return None
    start = await snapshots.require(tx, game_id, turn.revision)
    sides = [await _side(tx, turn, one) for one in waiting]
    return _Task(row, turn, start, await snapshots.load_packed(tx, start), tuple(sides))


async def _side(tx: Transaction, turn: TurnRow, one: GovernorRow) -> _WaitingSide:
    sheet = await sheets.find(tx, turn.game, turn.revision, one.side)
    if sheet is None:
        raise LookupError(f"game {turn.game} has no sheet of {one.side} in revision {turn.revision}")
    given = await orders.of_side(tx, turn.game, turn.turn, one.side)
    memory = await governors.memory_before(tx, turn.game, one.side, turn.turn)
    powers = (await attendance(tx, turn.game, one.side)).kept.powers if one.role == "deputy" else "all"
    return _WaitingSide(
        one, sheet, given, memory, powers, await orders.given_by_standing(tx, turn.game, turn.revision, one.side)
    )


async def _think(services: Services, task: _Task, side: _WaitingSide) -> Thought | _Failure:
    governor = side.governor
    if side.is_done:
        return Thought(GovernorPlan((), (), (), side.memory), ())
    try:
        profile = Profile(governor.character, governor.strength)  # type: ignore[arg-type] # it looks itself
        key = key_of(task.turn.seed, governor.side)
        own = orders.in_force(side.own)
        led = AiSide(governor.side, profile, side.powers, draws=governor.role != "deputy")
        return await services.workers.run(think, task.packed, led, key, side.memory, own)
    except Exception:
        code = services.entropy(3).hex()
        where = f"turn {task.turn.turn} of game {task.row.id}"
        log.exception("The bot player of %s could not give its orders for %s [%s].", governor.side, where, code)
        return _Failure(code)


async def _save(tx: Transaction, services: Services, task: _Task, thoughts: list[Thought | _Failure]) -> None:
    """Save what all governors of a turn came to. StaleStateError if anything that they went by has changed."""
    row = await games.find(tx, task.row.id)
    if row is None or (row.revision, row.status) != (task.row.revision, task.row.status):
        raise StaleStateError(f"game {task.row.id} has moved on")
    if await snapshots.latest(tx, row.id, task.turn.revision, "start") != task.start:
        raise StaleStateError(f"game {row.id} was amended")
    if not await turns.touch(tx, row.id, task.turn.revision):
        raise StaleStateError(f"turn {task.turn.turn} of {row.id} is no longer open")
    done = {one.side for one in await governors.bot_turns_of(tx, row.id, task.turn.revision)}
    if any(side.governor.side in done for side in task.sides):
        raise StaleStateError(f"turn {task.turn.turn} of {row.id} is governed already")
    held = await seats.of_game(tx, row.id)
    told = await _told_before(tx, task.turn)
    for side, thought in zip(task.sides, thoughts, strict=True):
        if await governors.find(tx, row.id, side.governor.side) != side.governor:
            raise StaleStateError(f"{side.governor.side} of {row.id} has another bot player")
        if isinstance(thought, _Failure):
            await _give(tx, services, task, side, GovernorPlan((), (), (), side.memory), thought.code)
            await enqueue(tx, services, failed_letter(row, side.governor, task.turn, thought.code))
            continue
        await _give(tx, services, task, side, thought.plan)
        if side.governor.role == "seat":  # a deputy puts no words into a mouth, a successor's would tell its character
            heard = [one for one in thought.heard if (side.governor.side, one) not in told]
            await send_messages(tx, services, row, held, task.turn, side.governor.side, heard)


async def _give(
    tx: Transaction, services: Services, task: _Task, side: _WaitingSide, plan: GovernorPlan, failed: str = ""
) -> None:
    """A governor's orders on its side's sheet, which is ready then; and what it made of the turn."""
    governor, turn, now = side.governor, task.turn, services.seconds()
    own = {r.id for r in side.own}
    old = [] if side.is_done else [r for r in orders.rows_in_force(side.given) if r.id not in own]
    if not side.is_done:
        await sheets.save(tx, side.sheet, "ready", side.sheet.word)
    await orders.save(tx, [changed(r, withdrawn_at=now, withdrawn_why=GOVERNED_ANEW) for r in old])
    last = max((r.number for r in side.given), default=0)
    added = [
        OrderRow(
            game=turn.game,
            id=f"{governor.side}-{turn.turn}-{n}",
            turn=turn.turn,
            side=governor.side,
            number=n,
            order=one.order,
            entered_by=GOVERNOR_USER_ID,
            entered_at=now,
        )
        for n, one in enumerate(plan.orders, last + 1)
    ]
    await orders.add(tx, added)
    for drawn in plan.drawings:
        await hand_in(tx, services, task.row, governor.side, drawn.text, GOVERNOR_ACTOR)
    made = BotTurnRow(
        game=turn.game,
        revision=turn.revision,
        side=governor.side,
        character=governor.character,
        strength=governor.strength,
        failed=failed,
        memory=plan.memory,
        plan=plan,
        at=now,
    )
    await governors.add_bot_turn(tx, made)
    told = {"side": governor.side, "turn": turn.turn, "orders": [r.number for r in added], "state": "ready"}
    await note(
        tx, services, turn.game, GOVERNOR_ACTOR, "orders.governed", **told | ({"code": failed} if failed else {})
    )


async def _told_before(tx: Transaction, turn: TurnRow) -> set[object]:
    """What was said in playings of this turn that were undone: nobody is told it twice."""
    found: set[object] = set()
    for other in await turns.of_game(tx, turn.game):
        if other.turn == turn.turn and other.revision != turn.revision:
            for row in await governors.bot_turns_of(tx, turn.game, other.revision):
                found |= {(row.side, one) for one in row.plan.said}
    return found
