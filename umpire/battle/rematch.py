"""A battle fought once more: as it was set up, in a thread of its own, under a name of its own."""

from typing import Final

from rules.pentagon_war.state import Battle
from rules.values import changed
from storage import audit, games, snapshots
from storage.codec import unpack
from storage.db import Transaction
from storage.games import GameRow
from storage.snapshots import SnapshotKey
from umpire.battle.codec import BATTLE_CODEC
from umpire.battle.kind import BATTLES
from umpire.battle.setup import set_up_of
from umpire.games.games import Game, get_game, require_game, settings_of
from umpire.games.seat import note
from umpire.outbox.outbox import enqueue
from umpire.services.services import Services
from umpire.tactical import course
from umpire.tactical.tactical_letters import board

AGAIN: Final = "tactical.again"


async def running(services: Services, game_id: str, *, swapped: bool) -> Game | None:
    """The rematch of a battle (with sides changed) that somebody has asked for, if it is not over."""
    async with services.storage.reading() as tx:
        acts = await audit.of_actions(tx, game_id, AGAIN)
        rows = [await games.find(tx, str(act.detail["again"])) for act in acts if act.detail["swapped"] == swapped]
    found = next((row for row in rows if row is not None and row.status != "finished"), None)
    return None if found is None else await get_game(services, found.id)


async def make(
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
