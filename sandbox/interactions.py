"""The life of an interaction: sent, answered within three seconds, followed up for fifteen minutes, over; and what all parts
of one running sandbox share: the world, the clock, the event bus, the observers."""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from sandbox import ids, payloads
from sandbox.body import FILE_BYTES
from sandbox.cdn import Cdn
from sandbox.clock import SandboxClock, real
from sandbox.errors import DiscordError, Json, unknown
from sandbox.gateway import Gateway
from sandbox.ids import Clock
from sandbox.journal import Journal
from sandbox.limits import Limits, Meters
from sandbox.model import EPHEMERAL, Channel, Event, Message, Origin
from sandbox.ratelimit import Faults, Nonces, OldEdits
from sandbox.store import Store
from sandbox.world import World

ANSWER_S = 3.0
TOKEN_S = 15 * 60
COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5

Kind = Literal["message", "deferred", "update", "modal", "choices", "none"]


@dataclass(slots=True)
class Outcome:
    """What the bot answered first; `error` when it did not."""

    kind: Kind
    error: str | None = None
    modal: Json | None = None
    choices: list[Json] = field(default_factory=list)


@dataclass(slots=True)
class Interaction:
    """One interaction. `first` resolves at the first answer; `settled` is set when nothing is "thinking" any more."""

    id: int
    token: str
    type: int
    user_id: int
    channel: Channel
    data: Json
    created_at: float
    origin: Origin
    message: Message | None = None
    modal: Json | None = None
    acked: int | None = None
    response: Message | None = None
    first: asyncio.Future[Outcome] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    settled: asyncio.Event = field(default_factory=asyncio.Event)
    followups: list[Message] = field(default_factory=list)
    deleted: bool = False
    asked_at: float = 0.0
    """When it was sent, by the clock below: a bot has its three seconds however fast the sandbox's own runs."""

    def answer(self, callback: int, outcome: Outcome, *, settled: bool) -> None:
        """Notes the first answer."""
        self.acked = callback
        if not self.first.done():
            self.first.set_result(outcome)
        if settled:
            self.settled.set()

    def owns(self, message_id: int) -> Message | None:
        """A message this interaction's token may change, by id."""
        own = [self.response, *self.followups]
        return next((each for each in own if each is not None and each.id == message_id), None)


@dataclass
class Interactions:
    """All interactions whose tokens still live."""

    world: World
    clock: Clock
    cdn: Cdn
    gateway: Gateway
    new_id: Callable[[], int]
    answer_timeout: float
    by_id: OrderedDict[int, Interaction] = field(default_factory=OrderedDict)
    by_token: dict[str, Interaction] = field(default_factory=dict)

    def send(
        self,
        kind: int,
        user_id: int,
        channel: Channel,
        data: Json,
        *,
        message: Message | None = None,
        name: str = "",
        trigger: Json | None = None,
    ) -> Interaction:
        """Sends an interaction to the bot; with no bot on line it fails at once."""
        self._forget_old()
        number = self.new_id()
        origin = Origin(number, kind, user_id, name, message.id if message and kind == COMPONENT else None)
        origin.trigger = trigger
        if kind == COMMAND and data.get("target_id") is not None:
            origin.target_id = int(data["target_id"])
        found = Interaction(
            number, secrets.token_urlsafe(96), kind, user_id, channel, data, self.clock(), origin, message
        )
        found.asked_at = real(self.clock)
        self.by_id[number] = found
        self.by_token[found.token] = found
        if not self.gateway.sessions or channel.guild_id in self.gateway.outages:
            found.first.set_result(Outcome("none", NO_ANSWER))
            found.settled.set()
            return found
        self.gateway.to_all("INTERACTION_CREATE", self._payload(found), channel.guild_id)
        return found

    def _forget_old(self) -> None:
        limit = self.clock() - TOKEN_S - 60
        while self.by_id:
            oldest = next(iter(self.by_id.values()))
            if oldest.created_at > limit:
                return
            del self.by_id[oldest.id]
            self.by_token.pop(oldest.token, None)

    def _payload(self, found: Interaction) -> Json:
        world = self.world
        channel = found.channel
        payload: Json = {
            "id": str(found.id),
            "application_id": str(world.application_id),
            "type": found.type,
            "token": found.token,
            "version": 1,
            "data": found.data,
            "channel_id": str(channel.id),
            "channel": payloads.channel(world, channel, viewer=found.user_id),
            "locale": "en-US",
            "app_permissions": str(world.permissions(channel, world.bot_id)),
            "authorizing_integration_owners": {"0": str(channel.guild_id or 0)},
            "context": 0 if channel.guild_id else 1,
            "attachment_size_limit": FILE_BYTES,
            "entitlements": [],
            "entitlement_sku_ids": [],
        }
        if found.message is not None:
            payload["message"] = payloads.message(world, self.cdn, found.message, nonce=False)
        if channel.guild_id is None:
            payload["user"] = payloads.user_by_id(world, found.user_id)
            return payload
        guild = world.guilds[channel.guild_id]
        payload["guild_id"] = str(guild.id)
        payload["guild"] = {"id": str(guild.id), "locale": "en-US", "features": []}
        payload["guild_locale"] = "en-US"
        member = payloads.member(world, guild.members[found.user_id])
        payload["member"] = {**member, "permissions": str(world.permissions(channel, found.user_id))}
        return payload

    def for_callback(self, number: int, token: str) -> Interaction:
        """The interaction a first answer is for; 10062 when unknown or too late, 40060 when already answered."""
        found = self.by_id.get(number)
        if found is None or found.token != token:
            raise unknown("interaction")
        return found

    def for_webhook(self, application_id: str, token: str) -> Interaction:
        """The interaction a followup or edit is for; 50027 after fifteen minutes, 10015 before the first answer."""
        if application_id != str(self.world.application_id):
            raise unknown("Webhook")
        found = self.by_token.get(token)
        if found is None or self.clock() - found.created_at > TOKEN_S:
            raise DiscordError(401, 50027, "Invalid Webhook Token")
        if found.acked is None or found.acked == 8:
            raise unknown("Webhook")
        return found

    async def outcome(self, found: Interaction) -> Outcome:
        """The first answer, or after three seconds "The application did not respond"."""
        try:
            return await asyncio.wait_for(asyncio.shield(found.first), self.answer_timeout)
        except TimeoutError:
            return Outcome("none", NO_ANSWER)


NO_ANSWER = "The application did not respond"


def ephemeral(found: Interaction, flags: Any) -> int | None:
    """The one viewer of an answer with these flags, or None if all see it."""
    return found.user_id if isinstance(flags, int) and flags & EPHEMERAL else None


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
        self.clock = clock = self.world.clock = self.time
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
        self.nonces = Nonces(clock)
        self.next_archive = 0.0
        """Before this moment no thread archives itself; 0 is not known, so look."""

    def new_id(self) -> int:
        """A new snowflake, larger than every one made before, whatever the clock does."""
        self.world.last_id = max(ids.at(self.clock()), self.world.last_id + 1)
        return self.world.last_id

    @property
    def settable(self) -> dict[str, Any]:
        """Dataclasses whose numbers and switches anybody may set while it runs, by the first part of the setting's name."""
        return {
            "buckets": self.faults,
            "limits": self.meters.limits,
            "old_edits": self.old_edits,
            "nonces": self.nonces,
        }

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
