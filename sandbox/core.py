"""What all parts of one running sandbox share: the world, the clock, the event bus, the observers."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sandbox import ids
from sandbox.cdn import Cdn
from sandbox.clock import SandboxClock
from sandbox.errors import Json
from sandbox.gateway import Gateway
from sandbox.interactions import Interactions
from sandbox.journal import Journal
from sandbox.limits import Limits, Meters
from sandbox.model import Event
from sandbox.ratelimit import Faults, OldEdits
from sandbox.store import Store
from sandbox.world import World


@dataclass(slots=True)
class Exchange:
    """One REST request and its answer, as observers (the contract tests) get them."""

    method: str
    template: str
    path: str
    query: dict[str, str]
    body: Any
    multipart: bool
    status: int
    answer: Any


class Core:
    """One sandbox's shared state. Observers are called at once, in the loop, for each exchange and each event."""

    def __init__(
        self,
        world: World,
        clock: ids.Clock,
        folder: Path | None = None,
        answer_timeout: float = 3.0,
        state: Store | None = None,
        limits: Limits | None = None,
    ) -> None:
        self.world = world
        self.time = SandboxClock(clock, ahead=world.clock_ahead)
        """The clock with its hands: put it forward by `put_forward` here, which keeps that."""
        self.clock = clock = self.time
        self.journal = Journal(clock)
        """The last requests and their answers."""
        self.url = ""
        self.cdn = Cdn(clock, folder, secrets.token_bytes(32), lambda: self.url)
        self.faults = Faults(clock)
        self.old_edits = OldEdits(clock)
        self.meters = Meters(limits or Limits(), clock)
        self.observers: list[Callable[[Exchange], None]] = []
        self.event_observers: list[Callable[[str, Json], None]] = []
        self.gateway = Gateway(world, lambda: self.url, self.event_observers, self.meters)
        self.interactions = Interactions(world, clock, self.cdn, self.gateway, self.new_id, answer_timeout)
        self.listeners: list[Callable[[Event], None]] = [self.gateway.on_event]
        self._state = state
        self.unknown_routes: list[str] = []
        self.nonces: dict[tuple[int, str], int] = {}
        self.next_archive = 0.0
        """Before this moment no thread archives itself; 0 is not known, so look."""

    def new_id(self) -> int:
        """A new snowflake, larger than every one made before, whatever the clock does."""
        self.world.last_id = max(ids.at(self.clock()), self.world.last_id + 1)
        return self.world.last_id

    @property
    def settable(self) -> dict[str, Any]:
        """Dataclasses whose numbers and switches anybody may set while it runs, by the first part of the setting's name."""
        return {"buckets": self.faults, "limits": self.meters.limits, "old_edits": self.old_edits}

    def put_forward(self, seconds: float) -> None:
        """Lets that many seconds have passed at once, and keeps it; ValueError unless 0 to ten years."""
        self.time.put_forward(seconds)
        self.world.clock_ahead = max(0.0, self.world.clock_ahead + seconds)
        self.keep()

    def publish(self, event: Event) -> None:
        """Tells everybody who listens; the world has already changed, and that is kept first."""
        if self._state is not None:
            self._state.keep(event)
        for listener in self.listeners:
            listener(event)

    def keep(self) -> None:
        """Keeps what was changed without an event (settings of a person, for instance)."""
        if self._state is not None:
            self._state.keep_rest()
