"""What fleets were called before a turn, for reports of those that were lost in it."""

from collections.abc import Iterable, Mapping
from typing import Final

from rules.cluster_war.chapters.logistics.stress_effects import LEAVING
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.logistics import StressSettled
from rules.cluster_war.model.state.names import FleetId, SideId
from storage import snapshots
from storage.codec import decode_state, unpack
from storage.db import Transaction

SETTLED: Final = StressSettled.__name__.encode()
EFFECTS: Final = tuple(f'"{effect}"'.encode() for effect in LEAVING)


async def start_of(tx: Transaction, game: str, opening: int, happened: Iterable[bytes | Event]) -> bytes:
    """The packed state at the start of an opening, where what happened in it (as values, or encoded) may have cost fleets that no
    event of it names; else nothing."""
    if not any(_may_cost(one) for one in happened):
        return b""
    key = await snapshots.latest(tx, game, opening, "start")
    return b"" if key is None else await snapshots.load_packed(tx, key)


def names_in(packed: bytes, side: SideId) -> Mapping[FleetId, str]:
    """The names of a side's own fleets in a packed state ("": the game master's, of all); none in nothing."""
    if not packed:
        return {}
    fleets = decode_state(unpack(packed)).fleets
    return {key: fleet.name for key, fleet in fleets.items() if side in {"", fleet.side}}


def _may_cost(one: bytes | Event) -> bool:
    if isinstance(one, bytes):
        return SETTLED in one and any(effect in one for effect in EFFECTS)
    return isinstance(one, StressSettled) and one.effect in LEAVING
