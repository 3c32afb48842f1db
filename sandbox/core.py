"""What all parts of one running sandbox share: the world, the clock, the event bus, the observers."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandbox.cdn import Cdn
from sandbox.errors import Json
from sandbox.ids import Clock, Snowflakes
from sandbox.model import Channel, Message
from sandbox.ratelimit import Faults
from sandbox.world import World

if TYPE_CHECKING:
    from sandbox.gateway import Gateway
    from sandbox.interactions import Interactions


@dataclass(slots=True)
class Event:
    """Something that happened: `name` and `payload` for the gateway; the things themselves for the page."""

    name: str
    payload: Json
    guild_id: int | None = None
    channel: Channel | None = None
    message: Message | None = None
    users: tuple[int, ...] = ()
    """When given, only these people are told (on the page)."""
    to_bot: bool = True


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


@dataclass
class Core:
    """One sandbox's shared state. Observers are called at once, in the loop, for each exchange and each event."""

    world: World
    clock: Clock
    folder: Path | None = None
    answer_timeout: float = 3.0
    snowflakes: Snowflakes = field(init=False)
    cdn: Cdn = field(init=False)
    faults: Faults = field(init=False)
    gateway: "Gateway" = field(init=False)
    interactions: "Interactions" = field(init=False)
    url: str = ""
    listeners: list[Callable[[Event], None]] = field(default_factory=list)
    observers: list[Callable[[Exchange], None]] = field(default_factory=list)
    event_observers: list[Callable[[str, Json], None]] = field(default_factory=list)
    unknown_routes: list[str] = field(default_factory=list)
    nonces: dict[tuple[int, str], int] = field(default_factory=dict)
    dirty: bool = False

    def __post_init__(self) -> None:
        self.snowflakes = Snowflakes(self.clock)
        self.snowflakes.last = self.world.last_id
        self.cdn = Cdn(self.clock, self.folder, secrets.token_bytes(32))
        self.cdn.base = lambda: self.url
        self.faults = Faults(self.clock)

    def new_id(self) -> int:
        """A new snowflake."""
        self.world.last_id = self.snowflakes.next()
        return self.world.last_id

    def publish(self, event: Event) -> None:
        """Tells everybody who listens; the world has already changed."""
        self.dirty = True
        for listener in self.listeners:
            listener(event)
