"""The life of an interaction: sent, answered within three seconds, followed up for fifteen minutes, over."""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from sandbox import payloads
from sandbox.body import FILE_BYTES
from sandbox.cdn import Cdn
from sandbox.clock import real
from sandbox.errors import DiscordError, Json, unknown
from sandbox.gateway import Gateway
from sandbox.ids import Clock
from sandbox.model import EPHEMERAL, Channel, Message, Origin
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
        if not self.gateway.sessions:
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
