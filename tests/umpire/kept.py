"""A campaign that has been played for some turns, kept in a file or as a capsule: made once in each test process."""

import asyncio
from pathlib import Path

from rules.cluster_war.chapters.movement.organising_orders import RenameFleet
from storage.db import MEMORY, Storage
from tests.umpire.world import World, new_world
from umpire.campaign.sheets import orders
from umpire.capsules import capsule_commands

TURNS = 2
_MADE: dict[str, bytes] = {}


async def kept_capsule(turns: int = TURNS) -> bytes:
    """The operator's capsule of a campaign after so many turns."""
    name = f"capsule {turns}"
    if name not in _MADE:
        async with await Storage.open(MEMORY) as storage:
            world = await _played(storage, turns)
            _MADE[name] = await capsule_commands.export_capsule(world.services, world.id)
    return _MADE[name]


async def keep_campaign(where: Path) -> None:
    """A database file that holds a campaign."""
    if "database" not in _MADE:
        async with await Storage.open(where) as storage:
            await _played(storage, TURNS)
        _MADE["database"] = await asyncio.to_thread(where.read_bytes)
    await asyncio.to_thread(where.write_bytes, _MADE["database"])


async def _played(storage: Storage, turns: int) -> World:
    world = await new_world(storage)
    await world.options(review=False)
    await orders.enter(world.services, world.anna, [RenameFleet("humans-F1", "Vanguard")])
    for turn in range(1, turns + 1):
        await world.advance(turn)
    return world
