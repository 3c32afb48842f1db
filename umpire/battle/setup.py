"""Battles: set up and begun."""

from collections.abc import Callable
from typing import Final

from rules.dice import format_salt
from rules.pentagon_war.state import Battle
from rules.values import GameError, changed
from storage import games, seats, snapshots
from storage.codec import pack, unpack
from storage.db import Transaction
from storage.games import GameRow
from storage.snapshots import SnapshotKey
from umpire.battle.codec import BATTLE_CODEC
from umpire.battle.kind import BATTLES
from umpire.games.games import Game, get_game
from umpire.games.seat import Seat, note
from umpire.services.services import Services
from umpire.tactical.course import SetUp, advance, in_setup, open_first, require_host


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
