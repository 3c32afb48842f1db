"""Battles: set up, begun, and fought once more as they were set up, in a thread and under a name of their own."""

from collections.abc import Callable
from typing import Final

from rules.dice import format_salt
from rules.pentagon_war.state import Battle
from rules.values import GameError, changed
from storage import audit, games, seats, snapshots
from storage.codec import pack, unpack
from storage.db import Transaction
from storage.games import GameRow
from storage.snapshots import SnapshotKey
from umpire.battle.codec import BATTLE_CODEC
from umpire.battle.kind import BATTLES
from umpire.games.games import Game, get_game, require_game, settings_of
from umpire.games.seat import Seat, note
from umpire.outbox.outbox import enqueue
from umpire.services.services import Services
from umpire.tactical import course
from umpire.tactical.course import SetUp, advance, in_setup, open_first, require_host
from umpire.tactical.tactical_letters import board

AGAIN: Final = "tactical.again"


def set_up_of(battle: Battle) -> SetUp:
    """A battle before it begins."""
    return SetUp(
        tuple((side.id, side.name) for side in battle.sides.values()), battle.title, BATTLE_CODEC.write(battle)
    )


async def load_set_up(services: Services, game_id: str) -> Battle:
    """The set-up of a battle that has not begun."""
    async with services.storage.reading() as tx:
        return await read_set_up(tx, await in_setup(tx, game_id))


async def change_set_up(services: Services, seat: Seat, change: Callable[[Battle], Battle]) -> Battle:
    """Change the set-up (more craft, other options) before the battle begins; its sides stay. Gives it as it is then."""
    require_host(seat, BATTLES)
    async with services.storage.transaction() as tx:
        row = await in_setup(tx, seat.game_id)
        battle = change(await read_set_up(tx, row))
        if set(battle.sides) != {side["id"] for side in row.scenario["sides"]}:
            raise GameError("The sides of a battle cannot be changed once it is made; make a new one.")
        await save_set_up(tx, services, row, battle, seat.actor)
    return battle


async def save_set_up(tx: Transaction, services: Services, row: GameRow, battle: Battle, actor: str) -> None:
    """Write another set-up in the place of the one that was read in the same transaction."""
    await games.bump(tx, row.id, row.version)
    key = await snapshots.latest(tx, row.id, 0, "start")
    seq = 0 if key is None else key.seq + 1
    await snapshots.add_packed(tx, SnapshotKey(row.id, 0, "start", seq), pack(BATTLE_CODEC.write(battle)))
    await note(tx, services, row.id, actor, "tactical.set_up", title=battle.title)


async def begin(services: Services, seat: Seat) -> Game:
    """Open the first turn. Sides without a player are played by their stances.

    WrongPhaseError: it has begun. GameError: nobody has taken a side, or a side has no craft.
    """
    require_host(seat, BATTLES)
    async with services.storage.transaction() as tx:
        row = await in_setup(tx, seat.game_id)
        held = tuple(s.side for s in await seats.of_game(tx, row.id) if s.side and s.user_id is not None)
        battle = await read_set_up(tx, row)
        if not held:
            raise GameError("Nobody has taken a side yet; /battle join takes one.")
        empty = [
            side.name for side in battle.sides.values() if not any(c.side == side.id for c in battle.craft.values())
        ]
        if empty:
            raise GameError(f"{empty[0]} has no craft yet; /battle add puts one on the map.")
        salts = {side: format_salt(0, services.entropy(SALT_BYTES).hex()) for side in battle.sides}
        battle = changed(battle, players=held, salts=salts)
        start = await open_first(tx, services, row, battle.now.turn, pack(BATTLE_CODEC.write(battle)), seat.actor)
    if not start.asked:
        await advance(services, seat.game_id, seat.actor, battle.now.turn)
    return await get_game(services, seat.game_id)


async def read_set_up(tx: Transaction, row: GameRow) -> Battle:
    """The state at a battle's present revision: its set-up before it begins, its last state when it is over."""
    key = await snapshots.require(tx, row.id, row.revision)
    return BATTLE_CODEC.read(unpack(await snapshots.load_packed(tx, key)))


SALT_BYTES: Final = 16
"""Of a side's secret word in the keys of dice that it alone may know of (ruling R-058)."""


async def running_rematch(services: Services, game_id: str, *, swapped: bool) -> Game | None:
    """The rematch of a battle (with sides changed) that somebody has asked for, if it is not over."""
    async with services.storage.reading() as tx:
        acts = await audit.of_actions(tx, game_id, AGAIN)
        rows = [await games.find(tx, str(act.detail["again"])) for act in acts if act.detail["swapped"] == swapped]
    found = next((row for row in rows if row is not None and row.status != "finished"), None)
    return None if found is None else await get_game(services, found.id)


async def make_rematch(
    services: Services, game_id: str, *, channel_id: int, name: str, host: int, asks: bool, swapped: bool
) -> Game:
    """Make the rematch; its sides are free. `asks`: its first post in the thread is the panel at which they are taken."""
    async with services.storage.reading() as tx:
        row = await require_game(tx, game_id)
        battle = await _first_set_up(tx, row)

    async def also(tx: Transaction, new: GameRow) -> None:
        await note(tx, services, game_id, str(host), AGAIN, again=new.id, swapped=swapped)
        if asks:
            await enqueue(tx, services, board(new))

    schedule = settings_of(row).schedule
    return await course.create_tactical_game(
        services, BATTLES.name, lambda _: set_up_of(battle), row.guild_id, channel_id, name, host, schedule, also=also
    )


async def _first_set_up(tx: Transaction, row: GameRow) -> Battle:
    """A battle as it was before its first turn; squadrons fight in the one that they were brought to alone."""
    key = await snapshots.latest(tx, row.id, 0, "start") or SnapshotKey(row.id, 0, "start", 0)
    battle = BATTLE_CODEC.read(unpack(await snapshots.load_packed(tx, key)))
    return changed(battle, enlisted=None)
