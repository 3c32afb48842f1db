"""What every function of the umpire is given: the database, the workers, the clock and chance. Nothing is global."""

from collections.abc import Callable
from datetime import datetime
from typing import Protocol, TypeVar, TypeVarTuple

from rules.values import Value, field
from storage.db import Storage
from umpire.services.cache import Cache
from umpire.services.foreign import ForeignFiles
from umpire.services.monitoring import Observer
from umpire.services.pace import Pace
from umpire.services.shards import Shards

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
