"""Making a battle: from a set-up to a thread with free sides, and its beginning."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from rules.dice import SEED_BYTES, Dice
from rules.errors import GameError, NotYoursError, WrongPhaseError
from rules.pentagon_war.state import Battle
from storage import deadlines, games, seats, snapshots, turns
from storage.bout_codec import BATTLE_CODEC
from storage.codec import pack, to_document, unpack
from storage.db import Transaction
from storage.games import GameRow
from storage.seats import SeatRow
from storage.snapshots import SnapshotKey
from umpire.audit import note
from umpire.bouts.letters import begun
from umpire.bouts.run import BATTLE, Progress, opening_stop
from umpire.bouts.standing import SYSTEMS, read_case
from umpire.bouts.turn import advance, wait
from umpire.desk import Umpire
from umpire.games import Game, check_channel, clean_name, get_game, making, new_id, require_unfinished
from umpire.opening import open_turn
from umpire.options import GameSettings, Options
from umpire.outbox import enqueue
from umpire.schedule import Schedule, check_schedule
from umpire.seat import Seat

SALT_BYTES: Final = 8
"""Of a side's secret word in the keys of dice that it alone may know of (ruling R-058)."""
COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#f0e442", "#999999")
"""Of sides, in order; told apart by colour-blind players too."""


async def create_battle(
    desk: Umpire,
    *,
    guild_id: int,
    channel_id: int,
    name: str,
    battle: Battle,
    host: int,
    schedule: Schedule | None = None,
) -> Game:
    """Make a battle in a thread from a set-up: its sides are free, its first turn is not open.

    GameError: a bad name or schedule, or another game is on in that channel.
    """
    sides = tuple((side.id, side.name) for side in battle.sides.values())
    made = SetUp(sides, battle.title, BATTLE_CODEC.write(battle))
    return await create_bout(desk, BATTLE, lambda _: made, guild_id, channel_id, name, host, schedule)


@dataclass(frozen=True, slots=True)
class SetUp:
    """A bout before it begins: ids and names of its sides, what it is called, its encoded state."""

    sides: tuple[tuple[str, str], ...]
    title: str
    state: bytes


async def create_bout(
    desk: Umpire,
    system: str,
    set_up: Callable[[Dice], SetUp],
    guild_id: int,
    channel_id: int,
    name: str,
    host: int,
    schedule: Schedule | None = None,
) -> Game:
    """Make a bout of any system; its set-up may roll dice of turn 0, whose seed is told with the first turn's.

    GameError: a bad name or schedule, or another game is on in that channel.
    """
    title = clean_name(name)
    settings = GameSettings(schedule or Schedule(), Options(solo=True))
    check_schedule(settings.schedule)
    now = desk.seconds()
    async with desk.storage.transaction() as tx:
        await check_channel(tx, guild_id, channel_id)
        game_id = await new_id(tx, desk)
        seed = desk.entropy(SEED_BYTES)
        made = set_up(Dice(seed, game_id, 0))
        sides = [
            {"id": side, "name": called, "colour": COLOURS[at % len(COLOURS)]}
            for at, (side, called) in enumerate(made.sides)
        ]
        row = GameRow(
            id=game_id,
            guild_id=guild_id,
            channel_id=channel_id,
            name=title,
            system=system,
            status="setup",
            version=1,
            opening=0,
            settings=to_document(settings),
            scenario={"sides": sides, "title": made.title},
            created_at=now,
            gm_role_id=None,
        )
        await games.add(tx, row)
        await turns.add(tx, making(game_id, game_id, seed, now))
        await snapshots.add_packed(tx, SnapshotKey(game_id, 0, "start", 0), pack(made.state))
        await seats.add(tx, SeatRow(game_id, "", 0, host))
        for side, _ in made.sides:
            await seats.add(tx, SeatRow(game_id, side, 0, None))
        await note(tx, desk, game_id, str(host), "game.created", name=title, scenario=made.title)
    return await get_game(desk, game_id)


async def prepared(desk: Umpire, game_id: str) -> Battle:
    """The set-up of a battle that has not begun."""
    async with desk.storage.reading() as tx:
        return await _set_up(tx, await in_setup(tx, game_id))


async def change_set_up(desk: Umpire, seat: Seat, battle: Battle) -> None:
    """Put another set-up (more craft, other options) in its place before the battle begins; its sides stay."""
    require_host(seat)
    async with desk.storage.transaction() as tx:
        row = await in_setup(tx, seat.game_id)
        if set(battle.sides) != {side["id"] for side in row.scenario["sides"]}:
            raise GameError("The sides of a battle cannot be changed once it is made; make a new one.")
        await games.bump(tx, row.id, row.version)
        key = await snapshots.latest(tx, row.id, 0, "start")
        seq = 0 if key is None else key.seq + 1
        await snapshots.add_packed(tx, SnapshotKey(row.id, 0, "start", seq), pack(BATTLE_CODEC.write(battle)))
        await note(tx, desk, row.id, seat.actor, "bout.set_up", title=battle.title)


async def begin(desk: Umpire, seat: Seat) -> Game:
    """Open the first turn. Sides without a player are played by their stances.

    WrongPhaseError: it has begun. GameError: nobody has taken a side, or a side has no craft.
    """
    require_host(seat)
    async with desk.storage.transaction() as tx:
        row = await in_setup(tx, seat.game_id)
        held = tuple(s.side for s in await seats.of_game(tx, row.id) if s.side and s.user_id is not None)
        battle = await _set_up(tx, row)
        if not held:
            raise GameError("Nobody has taken a side yet; /battle join takes one.")
        empty = [
            side.name for side in battle.sides.values() if not any(c.side == side.id for c in battle.craft.values())
        ]
        if empty:
            raise GameError(f"{empty[0]} has no craft yet; /battle add puts one on the map.")
        salts = {side: desk.entropy(SALT_BYTES).hex() for side in battle.sides}
        battle = replace(battle, players=held, salts=salts)
        start = await open_first(tx, desk, row, battle.now.turn, pack(BATTLE_CODEC.write(battle)), seat.actor)
    if not start.asked:
        await advance(desk, seat.game_id, seat.actor, battle.now.turn)
    return await get_game(desk, seat.game_id)


async def open_first(tx: Transaction, desk: Umpire, row: GameRow, turn: int, packed: bytes, actor: str) -> Progress:
    """Open a bout's first turn from its state; who is asked before anything is rolled."""
    await games.bump(tx, row.id, row.version, status="running", opening=1)
    running = replace(row, status="running", opening=1)
    opened, _ = await open_turn(tx, desk, running, 1, turn, packed)
    await note(tx, desk, row.id, actor, "game.opened", turn=1)
    await enqueue(tx, desk, *begun(running, opened))
    start = opening_stop(row.system, packed)
    if start.asked:
        await wait(tx, desk, await read_case(tx, row.id), start)
    return start


async def abandon(desk: Umpire, seat: Seat, reason: str) -> Game:
    """End a battle by its host's word; everything can still be read, and all seeds are told."""
    require_host(seat)
    async with desk.storage.transaction() as tx:
        row = await require_unfinished(tx, seat.game_id)
        await games.bump(tx, row.id, row.version, status="finished")
        await deadlines.close(tx, row.id, row.opening, "cancelled")
        await note(tx, desk, row.id, seat.actor, "game.finished", reason=reason)
    return await get_game(desk, seat.game_id)


async def in_setup(tx: Transaction, game_id: str) -> GameRow:
    """A bout's row; WrongPhaseError if it has begun, or is no bout."""
    row = await require_unfinished(tx, game_id)
    if row.system not in SYSTEMS:
        raise WrongPhaseError(f"**{row.name}** is a campaign, not a battle.")
    if row.status != "setup":
        raise WrongPhaseError(f"**{row.name}** has begun already.")
    return row


async def _set_up(tx: Transaction, row: GameRow) -> Battle:
    key = await snapshots.latest(tx, row.id, 0, "start")
    if key is None:
        raise LookupError(f"{row.id} has no set-up")
    return BATTLE_CODEC.read(unpack(await snapshots.load_packed(tx, key)))


def require_host(seat: Seat) -> None:
    """NotYoursError for everybody but the bout's maker."""
    if not seat.is_gm:
        raise NotYoursError("Only who made this battle can do that.")
