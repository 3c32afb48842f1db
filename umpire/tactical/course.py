"""The course of a tactical game: made from a set-up, begun, played past stops and from turn to turn, ended.
With a challenge or against the bot it is made of two sides; in a gathering, of sides that are taken one by one."""

import time
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

from rules.dice import SEED_BYTES, Dice
from rules.values import GameError, NotYoursError, Value, WrongPhaseError
from rules.values import changed as replace
from storage import audit, deadlines, events, games, seats, sheets, snapshots, tactical_orders, turns
from storage.codec import pack
from storage.db import Transaction
from storage.errors import StaleStateError
from storage.games import GameRow
from storage.sheets import SheetState
from storage.tactical_orders import SentRow, encode_sent
from umpire.games.games import Game, end, get_game, keep_extension, open_deadline, require_unfinished, settings_of
from umpire.games.new_game import GameBeginning, NewGame, create, open_first_turn, open_turn
from umpire.games.options import GameSettings, Options, Schedule
from umpire.games.seat import Seat, note
from umpire.outbox.outbox import enqueue
from umpire.services.services import Services
from umpire.tactical import player_actions, tactical_letters
from umpire.tactical.tactical_letters import first_turn_letters
from umpire.tactical_kinds.kind import Progress, TacticalKind
from umpire.tactical_kinds.known import KINDS, opening_stop

MOST_TURNS_AT_ONCE = 60
"""A tactical game without a person plays on; this many turns in one go, then the clock takes it up again."""
CHALLENGED: Final = "tactical.challenged"
SIDE_COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#f0e442", "#999999")
"""Of sides, in order; told apart by colour-blind players too."""


class _Step(Value):
    """What one look at a tactical game came to: whether anything changed, and whether the next turn can be played at once."""

    changed: bool
    more: bool


async def advance(
    services: Services,
    game_id: str,
    actor: str,
    expect_turn: int,
    *,
    late: bool = False,
    case: player_actions.OpenTacticalTurn | None = None,
) -> bool:
    """Play on as far as the answers reach; whether anything changed. `late`: for who was asked and has not answered
    its kind answers (ruling R-055). So it does for a side that nobody holds, once the others have answered: nobody waits for an
    empty seat. `case` is the tactical game as the caller has read it; where it has moved on it is read anew.

    WrongPhaseError: that turn is over already, or the tactical game is.
    """
    turn, changed = expect_turn, False
    for _ in range(MOST_TURNS_AT_ONCE):
        step = await _try(services, game_id, actor, turn, case, late=late)
        changed |= step.changed
        if not step.more:
            break
        turn, late, case = turn + 1, False, None
    return changed


async def _try(
    services: Services,
    game_id: str,
    actor: str,
    turn: int,
    known: player_actions.OpenTacticalTurn | None,
    *,
    late: bool,
) -> _Step:
    began = time.monotonic()
    for _ in range(player_actions.SEND_TRIES):
        entered = await player_actions.enter(services, game_id, known)
        known = None
        if entered is None:
            async with services.storage.reading() as tx:
                entered = await player_actions.read_tactical_turn(tx, game_id)
        case = entered
        if case.game.status != "running" or case.turn.state != "open":
            raise WrongPhaseError(f"**{case.game.name}** is not being played now.")
        if case.turn.turn != turn:
            raise WrongPhaseError(f"Turn {turn} of **{case.game.name}** is over.")
        result = await player_actions.play(services, case, urgent=False)
        added: list[SentRow] = []
        passing = late
        while result.asked and (passing or _only_empty_seats(case, result)):
            added += _passes(case, result, len(added))
            result = await player_actions.play(services, case, (*case.sent, *added), urgent=False)
            passing = False
        try:
            async with services.storage.transaction() as tx:
                step = await _commit(tx, services, case, result, added, actor)
        except StaleStateError:
            continue
        if result.done:
            services.seen.turn(case.game.system, time.monotonic() - began)
        return step
    raise WrongPhaseError(f"**{case.game.name}** is being changed from many places at once; try again in a moment.")


async def _commit(
    tx: Transaction,
    services: Services,
    case: player_actions.OpenTacticalTurn,
    result: Progress,
    added: list[SentRow],
    actor: str,
) -> _Step:
    row, turn, now = case.game, case.turn, services.seconds()
    if not result.done and not added and await _waits_already(tx, case, result):
        return _Step(changed=False, more=False)
    await player_actions.touch(tx, case)
    fresh = replace(turn, changes=turn.changes + 1)
    for sent in added:
        await tactical_orders.add(tx, row.id, turn.turn, sent, now)
    if not result.done:
        await wait(tx, services, case, result)
        return _Step(changed=True, more=False)
    over = result.winner is not None
    sheet = encode_sent(one.sent for one in (*case.sent, *added))
    await turns.resolve(tx, fresh, "published", now, {}, sheet)
    await events.append_encoded(tx, row.id, turn.revision, "draft", result.events)
    await deadlines.close(tx, row.id, turn.revision, "done")
    await note(tx, services, row.id, actor, "turn.resolved", turn=turn.turn)
    await games.bump(tx, row.id, row.version, revision=turn.revision + 1, status="finished" if over else row.status)
    opened, _ = await open_turn(
        tx,
        services,
        replace(row, status="finished" if over else row.status),
        turn.revision + 1,
        turn.turn + 1,
        result.packed,
    )
    await enqueue(tx, services, *tactical_letters.result_letters(case, result, opened))
    if result.then is not None:
        # At once, so that no crash can come between a turn's opening and its being asked for.
        await wait(tx, services, await player_actions.read_tactical_turn(tx, row.id), result.then)
    return _Step(changed=True, more=not over and result.then is None)


async def wait(tx: Transaction, services: Services, case: player_actions.OpenTacticalTurn, result: Progress) -> None:
    """Sheets say who is waited for; a new stop gets a deadline of its own, and its letters."""
    row, turn = case.game, case.turn
    if await _waits_already(tx, case, result):
        return
    asked = {one.side for one in result.asked}
    given = await sheets.of_revision(tx, row.id, turn.revision)
    states: dict[str, SheetState] = {sheet.side: "none" if sheet.side in asked else "ready" for sheet in given}
    for sheet in given:
        if sheet.state != states[sheet.side]:
            await sheets.save(tx, sheet, states[sheet.side], sheet.word)
    await deadlines.close(tx, row.id, turn.revision, "cancelled")
    due = await open_deadline(tx, services, settings_of(row), turn, None) if row.status == "running" else None
    if not turn.stop:  # the turn has just been opened, again perhaps
        due = await keep_extension(tx, services, turn, due)
    await turns.set_stop(tx, row.id, turn.revision, result.stop)
    await note(
        tx,
        services,
        row.id,
        "clock",
        player_actions.STOPPED,
        revision=turn.revision,
        stop=result.stop,
        asked=sorted(asked),
    )
    await enqueue(tx, services, *tactical_letters.question_letters(case, result, due))


async def _waits_already(tx: Transaction, case: player_actions.OpenTacticalTurn, result: Progress) -> bool:
    """Whether the sheets say already that these sides are asked at this stop."""
    given = await sheets.of_revision(tx, case.game.id, case.turn.revision)
    waiting = {sheet.side for sheet in given if sheet.state != "ready"}
    return waiting == {one.side for one in result.asked} and case.turn.stop == result.stop


def _only_empty_seats(case: player_actions.OpenTacticalTurn, result: Progress) -> bool:
    """Whether all who are asked have left."""
    held = {seat.side for seat in case.held if seat.user_id is not None}
    return held.isdisjoint(one.side for one in result.asked)


def _passes(case: player_actions.OpenTacticalTurn, result: Progress, given: int) -> list[SentRow]:
    """For every side that was asked and did not answer: what its kind sends for it. `given` passes were made for it before."""
    order = case.kind.pass_order(result.stop)
    sides = sorted({one.side for one in result.asked})
    return [SentRow(side, case.next_number(side) + given, order, 0) for side in sides]


Also: TypeAlias = Callable[[Transaction, GameRow], Awaitable[None]]
"""What is saved in the same transaction with a new tactical game."""


class SetUp(Value):
    """A tactical game before it begins: ids and names of its sides, what it is called, its encoded state."""

    sides: tuple[tuple[str, str], ...]
    title: str
    state: bytes


async def create_tactical_game(
    services: Services,
    system: str,
    set_up: Callable[[Dice], SetUp],
    guild_id: int,
    channel_id: int,
    name: str,
    host: int,
    schedule: Schedule | None = None,
    also: Also | None = None,
) -> Game:
    """Make a tactical game of any system; its set-up may roll dice of turn 0, whose seed is told with the first turn's. `also`
    is saved with it.

    GameError: a bad name or schedule, or another game is on in that channel.
    """
    settings = GameSettings(schedule or Schedule(), Options(solo=True))

    def begin(game_id: str) -> GameBeginning:
        seed = services.entropy(SEED_BYTES)
        made = set_up(Dice(seed, game_id, 0))
        sides = [
            {"id": side, "name": called, "colour": SIDE_COLOURS[at % len(SIDE_COLOURS)]}
            for at, (side, called) in enumerate(made.sides)
        ]
        scenario = {"sides": sides, "title": made.title}
        return GameBeginning(seed, scenario, pack(made.state), {"scenario": made.title})

    async with services.storage.transaction() as tx:
        row = await create(tx, services, NewGame(system, guild_id, channel_id, name, host, settings), begin)
        if also is not None:
            await also(tx, row)
    return await get_game(services, row.id)


async def open_first(
    tx: Transaction, services: Services, row: GameRow, turn: int, packed: bytes, actor: str
) -> Progress:
    """Open a tactical game's first turn from its state; who is asked before anything is rolled."""
    running, opened, _ = await open_first_turn(tx, services, row, turn, packed, actor)
    await enqueue(tx, services, *first_turn_letters(running, opened, packed))
    start = opening_stop(row.system, packed)
    if start.asked:
        await wait(tx, services, await player_actions.read_tactical_turn(tx, row.id), start)
    return start


async def abandon(services: Services, seat: Seat, reason: str) -> Game:
    """End a tactical game by its host's word; everything can still be read, and all seeds are told."""
    async with services.storage.transaction() as tx:
        row = await require_unfinished(tx, seat.game_id)
        require_host(seat, KINDS[row.system])
        await end(tx, services, row, seat.actor, reason)
    return await get_game(services, seat.game_id)


async def in_setup(tx: Transaction, game_id: str) -> GameRow:
    """A tactical game's row; WrongPhaseError if it has begun, or is no tactical game."""
    row = player_actions.require_tactical_game(await require_unfinished(tx, game_id))
    if row.status != "setup":
        raise WrongPhaseError(f"**{row.name}** has begun already.")
    return row


def require_host(seat: Seat, kind: TacticalKind) -> None:
    """NotYoursError for everybody but the tactical game's maker."""
    if not seat.is_gm:
        raise NotYoursError(f"Only who made this {kind.words.short} can do that.")


async def create_challenge(
    services: Services,
    kind: TacticalKind,
    set_up: Callable[[Dice], SetUp],
    *,
    guild_id: int,
    channel_id: int,
    name: str,
    host: int,
    challenged: int | None = None,
    schedule: Schedule | None = None,
    board: bool = False,
) -> Game:
    """Make a game from its set-up: its sides are free, its first turn is not open.

    Of one for two, only who was `challenged` may take the other side; with `board` the thread's first post asks them.
    GameError: another game is on in that channel, or what the set-up refuses.
    """

    async def challenge(tx: Transaction, row: GameRow) -> None:
        if challenged is None:
            return
        await note(tx, services, row.id, str(host), CHALLENGED, user=challenged)
        if board:
            await enqueue(tx, services, tactical_letters.board(row, challenged))

    return await create_tactical_game(
        services, kind.name, set_up, guild_id, channel_id, name, host, schedule, also=challenge
    )


async def check_challenged(services: Services, kind: TacticalKind, game_id: str, user_id: int, new: str) -> None:
    """NotYoursError for anybody but the player who was challenged, if one was; `new` is the command that begins another game."""
    async with services.storage.reading() as tx:
        acts = await audit.of_actions(tx, game_id, CHALLENGED)
    if acts and acts[-1].detail.get("user") != user_id:
        short = kind.words.short
        raise NotYoursError(f"Somebody else was challenged to this {short}; {new} begins one of your own.")


async def begin_challenge(
    services: Services,
    kind: TacticalKind,
    seat: Seat,
    seated: Callable[[bytes, tuple[str, ...]], bytes],
    *,
    turn: int = 1,
    board: bool = False,
) -> Game:
    """Open the first turn; sides that nobody has taken are played by the bot. `seated` gives the packed state it opens with, of
    the packed set-up and the sides that people play. With `board` the panel is posted. GameError: nobody plays at all."""
    require_host(seat, kind)
    async with services.storage.transaction() as tx:
        row = await in_setup(tx, seat.game_id)
        held = tuple(s.side for s in await seats.of_game(tx, row.id) if s.side and s.user_id is not None)
        if not held:
            raise GameError(f"Nobody plays in this {kind.words.short} yet; {kind.words.join}.")
        packed = seated(await snapshots.load_packed(tx, await snapshots.require(tx, row.id, 0)), held)
        await open_first(tx, services, row, turn, packed, seat.actor)
    await advance(services, seat.game_id, seat.actor, turn)
    if board:  # only now: it shows the first question
        async with services.storage.transaction() as tx:
            await enqueue(tx, services, tactical_letters.board(row))
    return await get_game(services, seat.game_id)


async def create_gathering(
    services: Services,
    kind: TacticalKind,
    made: SetUp,
    *,
    guild_id: int,
    channel_id: int,
    name: str,
    host: int,
    schedule: Schedule | None = None,
    board: bool = False,
) -> Game:
    """Make a game from its set-up: its sides are free, its first turn is not open. With `board` its first post in the thread is
    the panel at which sides are taken.

    GameError: a bad name or schedule, or another game is on in that channel.
    """

    async def post(tx: Transaction, row: GameRow) -> None:
        if board:
            await enqueue(tx, services, tactical_letters.board(row))

    return await create_tactical_game(
        services, kind.name, lambda _: made, guild_id, channel_id, name, host, schedule, post
    )
