"""The gateway: hello, identify, heartbeat, resume with replay, invalid session, member chunks, compression; and which channels
the bot sees, so that it is told of the threads of one that it comes to see again (THREAD_LIST_SYNC)."""

import asyncio
import contextlib
import json
from collections.abc import Callable
from typing import Any, Final

from aiohttp import WSMsgType, web

from sandbox import payloads
from sandbox.errors import Json
from sandbox.gateway_session import Session, Socket
from sandbox.intents import audible, seen_by_bot, wanted
from sandbox.limits import Meters
from sandbox.model import CATEGORY, Event, Guild
from sandbox.permissions import P
from sandbox.world import World, new_token

THREAD_CHANGES: Final = frozenset(
    {
        "CHANNEL_CREATE",
        "CHANNEL_UPDATE",
        "CHANNEL_DELETE",
        "GUILD_CREATE",
        "GUILD_MEMBER_UPDATE",
        "GUILD_ROLE_UPDATE",
        "GUILD_ROLE_DELETE",
    }
)
"""Events after which the bot may see another channel than before."""


class ThreadSync:
    """What the bot last saw of each server."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._seen: dict[int, frozenset[int]] = {}

    def look(self, guild: Guild) -> frozenset[int]:
        """Notes which channels the bot sees in a server now, whose threads it has just been told; gives those that are new."""
        world = self.world
        sees = frozenset(
            each.id
            for each in world.channels_of(guild.id)
            if not each.is_thread and each.type != CATEGORY and world.permissions(each, world.bot_id) & P.VIEW
        )
        before = self._seen.get(guild.id, sees)
        self._seen[guild.id] = sees
        return sees - before

    def after(self, event: Event) -> Event | None:
        """What the bot is to be told after that event: the threads of channels that it has come to see; None if there are no
        such channels."""
        guild = self.world.guilds.get(event.guild_id or 0) if event.name in THREAD_CHANGES else None
        if guild is None:
            return None
        gained = self.look(guild)
        if not gained or event.name in ("GUILD_CREATE", "CHANNEL_CREATE"):
            return None
        world, bot_id = self.world, self.world.bot_id
        threads = [
            each
            for each in world.channels_of(guild.id)
            if each.is_thread and not each.archived and each.parent_id in gained and world.permissions(each, bot_id)
        ]
        payload = {
            "guild_id": str(guild.id),
            "channel_ids": [str(each) for each in sorted(gained)],
            "threads": [payloads.channel(world, each) for each in threads],
            "members": [payloads.thread_member(each, bot_id) for each in threads if bot_id in each.thread_members],
        }
        return Event("THREAD_LIST_SYNC", payload, guild.id)


ACK_SECONDS = 0.02
"""An answer in no time would reach discord.py before it has noted when it asked, and it would warn of a slow line."""
MOST_BYTES = 4096
PRIVILEGED_INTENTS = 1 << 1 | 1 << 8 | 1 << 15


class Gateway:
    """All sessions of the bot, and the events that go to them."""

    def __init__(
        self,
        world: World,
        address: Callable[[], str],
        observers: list[Callable[[str, Json], None]],
        meters: Meters,
    ) -> None:
        self.world = world
        self.meters = meters
        self._address = address
        self._observers = observers
        self.sessions: dict[str, Session] = {}
        self.identified = asyncio.Event()
        self.identify_count = 0
        self.resume_count = 0
        self.watchers: list[Callable[[], None]] = []
        self.outages: set[int] = set()
        """Servers of which the bot hears nothing: Discord has an outage there."""
        self._threads = ThreadSync(world)

    @property
    def url(self) -> str:
        """Where bots connect."""
        return self._address().replace("http", "ws", 1) + "/gateway"

    @property
    def _sockets(self) -> list[Socket]:
        return [each.socket for each in self.sessions.values() if each.socket is not None]

    @property
    def connected(self) -> bool:
        """Whether a bot is on line now."""
        return bool(self._sockets)

    def on_event(self, event: Event) -> None:
        """Passes an event to every session that asked for it and may see it."""
        if event.guild_id in self.outages:
            return
        if event.to_bot and seen_by_bot(self.world, event):
            self._send(event)
        if (sync := self._threads.after(event)) is not None:
            self._send(sync)

    def _send(self, event: Event) -> None:
        for session in list(self.sessions.values()):
            if session.holds(event.guild_id) and wanted(event, session.intents, self.world.bot_id):
                self.dispatch(session, event.name, audible(self.world, event, session.intents))

    def dispatch(self, session: Session, name: str, payload: Json) -> None:
        """One event to one session, past the observers."""
        for observer in self._observers:
            observer(name, payload)
        session.dispatch(name, payload)

    def to_all(self, name: str, payload: Json, guild_id: int | None) -> int:
        """An event that needs no intent (interactions); the number of live sessions it went to. During an outage to none."""
        if guild_id in self.outages:
            return 0
        sent = 0
        for session in self.sessions.values():
            if session.holds(guild_id):
                self.dispatch(session, name, payload)
                sent += session.socket is not None
        return sent

    # faults

    async def close_all(self) -> None:
        """Closes every socket politely."""
        for socket in self._sockets:
            await socket.ws.close(code=1001)

    def drop_sockets(self) -> None:
        """Every connection dies without a word; sessions can be resumed."""
        for socket in self._sockets:
            socket.kill()

    def ask_reconnect(self) -> None:
        """Op 7 to everybody."""
        for socket in self._sockets:
            socket.send(7)

    def invalidate(self, *, resumable: bool = False) -> None:
        """Op 9 to everybody; unless resumable their sessions are forgotten."""
        for socket in self._sockets:
            socket.send(9, resumable)
        if not resumable:
            self.sessions.clear()

    # one connection

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """The WebSocket endpoint."""
        ws = web.WebSocketResponse(compress=False, max_msg_size=MOST_BYTES * 4, autoping=True)
        await ws.prepare(request)
        socket = Socket(ws, request.query.get("compress"))
        pump = asyncio.create_task(socket.pump())
        limits = self.meters.limits
        socket.send(10, {"heartbeat_interval": round(limits.beat_seconds * 1000), "_trace": []})
        socket.expect_beat(limits.beat_seconds)
        try:
            async for frame in ws:
                if frame.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                    break
                if len(frame.data) > MOST_BYTES:
                    await ws.close(code=4002, message=b"Payload too large.")
                    break
                if socket.sent.take(limits.sends, limits.send_seconds) is not None:
                    await socket.close_for(4008, b"Rate limited.")
                    break
                await self._frame(socket, frame.data)
        finally:
            if socket.session is not None and socket.session.socket is socket:
                socket.session.socket = None
                # a goodbye of the bot's own ends the session; anything else leaves it to be resumed
                if ws.close_code in (1000, 1001) and not socket.may_resume:
                    self.sessions.pop(socket.session.id, None)
            socket.stop()
            pump.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await pump
            self._changed()
        return ws

    def _changed(self) -> None:
        if self.connected:
            self.identified.set()
        else:
            self.identified.clear()
        for each in self.watchers:
            each()

    async def _frame(self, socket: Socket, raw: str | bytes) -> None:
        try:
            frame = json.loads(raw)
            op, data = frame["op"], frame.get("d")
        except (ValueError, KeyError, TypeError):
            await socket.ws.close(code=4002, message=b"Error while decoding payload.")
            return
        if op == 1:
            socket.expect_beat(self.meters.limits.beat_seconds)
            asyncio.get_running_loop().call_later(ACK_SECONDS, socket.send, 11)
        elif op in (2, 6) and socket.session is not None:
            await socket.ws.close(code=4005, message=b"Already authenticated.")
        elif op in (2, 6):
            if data["token"].removeprefix("Bot ") != self.world.token:
                await socket.ws.close(code=4004, message=b"Authentication failed.")
            elif op == 2:
                await self._identify(socket, data)
            else:
                self._resume(socket, data)
        elif socket.session is None:
            await socket.ws.close(code=4003, message=b"Not authenticated.")
        elif op == 8:
            self._members(socket.session, data)
        elif op not in (3, 4):
            await socket.ws.close(code=4001, message=b"Unknown opcode.")

    async def _identify(self, socket: Socket, data: Json) -> None:
        intents = data["intents"]
        if intents & PRIVILEGED_INTENTS & ~self.world.privileged_intents:
            await socket.ws.close(code=4014, message=b"Disallowed intent(s).")
            return
        if intents >> 27:
            await socket.ws.close(code=4013, message=b"Invalid intent(s).")
            return
        shard = data.get("shard")
        number, count = (0, 1) if shard is None else _shard(shard)
        if count == 0:
            await socket.ws.close(code=4010, message=b"Invalid shard.")
            return
        if not self.meters.may_start(number):
            socket.send(9, False)
            return
        if not self.meters.identified():
            await self._reset_token(socket)
            return
        session = Session(intents, (number, count))
        most = self.meters.limits.servers
        if (
            most
            and sum(self.world.bot_id in g.members and session.holds(g.id) for g in self.world.guilds.values()) > most
        ):
            await socket.ws.close(code=4011, message=b"Sharding required.")
            return
        session.socket = socket
        socket.session = session
        for key in [key for key, each in self.sessions.items() if each.socket is None and each.shard == session.shard]:
            del self.sessions[key]
        self.sessions[session.id] = session
        self.identify_count += 1
        world = self.world
        mine = [each for each in world.guilds.values() if world.bot_id in each.members and session.holds(each.id)]
        ready: Json = {
            "v": 10,
            "user": payloads.me(world.users[world.bot_id]),
            "guilds": [{"id": str(each.id), "unavailable": True} for each in mine],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "session_type": "normal",
            "shard": [number, count],
            "application": {"id": str(world.application_id), "flags": 0},
            "private_channels": [],
            "presences": [],
            "relationships": [],
            "geo_ordered_rtc_regions": [],
            "_trace": [],
        }
        self.dispatch(session, "READY", ready)
        for guild in mine:
            if intents & 1 and guild.id not in self.outages:
                self._threads.look(guild)
                self.dispatch(session, "GUILD_CREATE", self._guild(guild, intents))
        self._changed()

    async def _reset_token(self, last: Socket) -> None:
        """Too many logins in a day: every session ends, and the token is no longer good."""
        self.world.token = new_token(self.world.application_id)
        self.meters.token_reset()
        sockets = [*self._sockets, last]
        self.sessions.clear()
        for each in sockets:
            await each.ws.close(code=4004, message=b"Authentication failed.")

    def _guild(self, guild: Guild, intents: int) -> Json:
        data = payloads.guild_create(self.world, guild)
        if not intents & 1 << 1:
            bot = str(self.world.bot_id)
            data["members"] = [each for each in data["members"] if each["user"]["id"] == bot]
        return data

    def _resume(self, socket: Socket, data: Json) -> None:
        session = self.sessions.get(data["session_id"])
        after = data.get("seq") or 0
        if session is None or not session.can_replay(after):
            socket.send(9, False)
            return
        session.socket = socket
        socket.session = session
        self.resume_count += 1
        for number, text in list(session.kept):
            if number > after:
                socket.send_text(text)
        session.dispatch("RESUMED", {"_trace": []})
        self._changed()

    def _members(self, session: Session, data: Json) -> None:
        world = self.world
        guild = world.guilds.get(int(data["guild_id"]))
        if guild is None:
            return
        listed = data.get("user_ids")
        if listed is not None:
            asked = [int(each) for each in (listed if isinstance(listed, list) else [listed])]
        else:
            start = str(data.get("query") or "").lower()
            matching = [
                each
                for each in guild.members
                if world.display_name(each, guild.id).lower().startswith(start)
                or world.users[each].username.lower().startswith(start)
            ]
            asked = matching[: data.get("limit") or None]
        found = [each for each in asked if each in guild.members]
        chunks = [found[start : start + 1000] for start in range(0, len(found), 1000)] or [[]]
        for index, chunk in enumerate(chunks):
            payload: Json = {
                "guild_id": str(guild.id),
                "members": [payloads.member(world, guild.members[each]) for each in chunk],
                "chunk_index": index,
                "chunk_count": len(chunks),
                "not_found": [str(each) for each in asked if each not in guild.members],
            }
            if data.get("nonce") is not None:
                payload["nonce"] = data["nonce"]
            self.dispatch(session, "GUILD_MEMBERS_CHUNK", payload)


def _shard(said: Any) -> tuple[int, int]:
    """A shard's number and how many there are, as an identify says it; (0, 0) for what is none."""
    if isinstance(said, list) and len(said) == 2 and all(type(part) is int for part in said) and 0 <= said[0] < said[1]:
        return said[0], said[1]
    return 0, 0
