"""What every function of the umpire is given: the database, the workers, the clock and chance, and decoded states and views, kept
as long as they are used. Keys name snapshots, which never change: nothing goes stale. Nothing is global."""

import asyncio
import dataclasses
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any, Generic, Protocol, TypeVar, TypeVarTuple

from rules.values import Value, field
from storage.db import Storage
from umpire.services.foreign import ForeignFiles
from umpire.services.observer import Observer
from umpire.services.pace import Pace
from umpire.services.shards import Shards

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Recent(Generic[K, V]):
    """The most recently used values, at most `limit`."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._kept: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K) -> V | None:
        """The value, if it is still here."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def put(self, key: K, value: V) -> V:
        """Keep a value; the one that was not used for longest makes room."""
        self._kept[key] = value
        self._kept.move_to_end(key)
        while len(self._kept) > self._limit:
            self._kept.popitem(last=False)
        return value

    def get_or_make(self, key: K, make: Callable[[], V]) -> V:
        """The value, made now if it is not here."""
        found = self.get(key)
        return self.put(key, make()) if found is None else found

    def __len__(self) -> int:
        return len(self._kept)


class Slot(Value, Generic[K, V], eq=False):
    """One kind of thing that a process remembers, declared by whoever makes it; `limit` is how many are kept."""

    limit: int = 48


@dataclasses.dataclass(slots=True)
class _Turn:
    """Those who want to make one value, one after the other."""

    lock: asyncio.Lock = dataclasses.field(default_factory=asyncio.Lock)
    users: int = 0


class Cache:
    """What one process remembers between commands, slot by slot."""

    def __init__(self) -> None:
        self._kept: dict[Slot[Any, Any], Recent[Any, Any]] = {}
        self._making: dict[tuple[Slot[Any, Any], Hashable], _Turn] = {}

    def of(self, slot: Slot[K, V]) -> Recent[K, V]:
        """What is remembered of one kind."""
        if slot not in self._kept:
            self._kept[slot] = Recent(slot.limit)
        return self._kept[slot]

    @asynccontextmanager
    async def making(self, slot: Slot[K, V], key: K) -> AsyncIterator[None]:
        """Be the only one who makes this value: who comes second waits, and finds it."""
        turn = self._making.setdefault((slot, key), _Turn())
        turn.users += 1
        try:
            async with turn.lock:
                yield
        finally:
            turn.users -= 1
            if not turn.users:
                del self._making[slot, key]

    def clear(self) -> None:
        """Forget everything: somebody was taken out of what snapshots hold."""
        self._kept.clear()


T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class Workers(Protocol):
    """Where heavy work is done, off the event loop."""

    async def run(self, function: Callable[[*Ts], T], *args: *Ts, urgent: bool = False, seconds: float = 0) -> T:
        """Call a module's function with arguments that can be pickled; `urgent` goes before a deadline's batch, and
        `seconds` is how long it may take (0: as long as is usual)."""
        ...


class Services(Value):
    """What every function of the umpire is given. `now` gives an aware UTC time; `entropy(n)` gives n random bytes; `foreign`
    reads what was sent in, `pace` says when the next request may go to Discord, `seen` is told what the operator may watch.
    `process` is this process's name, by which its claims are known ("": nobody else is at work), `shards` which servers it looks
    after."""

    storage: Storage
    workers: Workers
    now: Callable[[], datetime]
    entropy: Callable[[int], bytes]
    cache: Cache = field(default_factory=Cache)
    foreign: Workers = field(default_factory=ForeignFiles)
    pace: Pace = field(default_factory=Pace)
    seen: Observer = field(default_factory=Observer)
    process: str = ""
    shards: Shards = field(default_factory=Shards)

    def seconds(self) -> int:
        """The time in whole UTC seconds, as the database keeps it."""
        return int(self.now().timestamp())
