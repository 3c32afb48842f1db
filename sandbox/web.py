"""The page: the human HTTP API, files, and the static files of the chat client. Only this machine's page may use it. By
Server-Sent Events each open page gets what its person may know, as it happens."""

import asyncio
import contextlib
import json
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from aiohttp import web

from sandbox import actions, clicks, people, slash
from sandbox.body import read_parts
from sandbox.cdn import content_type
from sandbox.command_access import available
from sandbox.errors import DiscordError, Json, Refused
from sandbox.human import Human
from sandbox.interactions import AUTOCOMPLETE, Core, Interaction, Outcome
from sandbox.model import Channel, Event
from sandbox.people import event_view
from sandbox.slash import Files
from sandbox.web_control import ControlHandlers, fault, json_answer, read_json

KEEPALIVE_S = 15
MOST_WAITING = 5000


class Streams:
    """All open event streams."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self.open: dict[asyncio.Queue[Json | None], int] = {}
        core.listeners.append(self.on_event)
        core.gateway.watchers.append(self._ready_changed)

    def on_event(self, event: Event) -> None:
        """Passes an event to every stream whose person may know of it."""
        views: dict[int, Json | None] = {}
        for queue, user_id in list(self.open.items()):
            if user_id not in views:
                views[user_id] = event_view(self.core, user_id, event)
            view = views[user_id]
            if view is None:
                continue
            if queue.qsize() < MOST_WAITING:
                queue.put_nowait(view)
            else:  # the page asks for everything when it comes back
                del self.open[queue]
                queue.put_nowait(None)

    def _ready_changed(self) -> None:
        for queue in self.open:
            queue.put_nowait({"type": "ready_state", "ready": self.core.gateway.connected})

    def close(self) -> None:
        """Ends every stream."""
        for queue in self.open:
            queue.put_nowait(None)

    async def serve(self, request: web.Request, user_id: int) -> web.StreamResponse:
        """One stream, until the page goes away."""
        headers = {"Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        answer = web.StreamResponse(headers=headers)
        queue: asyncio.Queue[Json | None] = asyncio.Queue()
        self.open[queue] = user_id  # before the page hears that the stream is open and asks for what it missed
        queue.put_nowait({"type": "ready_state", "ready": self.core.gateway.connected})
        try:
            await answer.prepare(request)
            with contextlib.suppress(ConnectionError):
                while True:
                    try:
                        data = await asyncio.wait_for(queue.get(), KEEPALIVE_S)
                    except TimeoutError:
                        await answer.write(b": still here\n\n")
                        continue
                    if data is None:
                        break
                    await answer.write(f"data: {json.dumps(data)}\n\n".encode())
        finally:
            self.open.pop(queue, None)
        return answer


STATIC_FOLDER = Path(__file__).parent / "static"
API_PATH = "/sandbox/api"
Handler = Callable[[web.Request, int], Awaitable[Any]]
_SAFE_TYPES = re.compile(r"^(image/(png|gif|jpeg|webp)|text/plain|application/json)")
CONTENT_POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'"
)


class Page:
    """Everything under / that is not Discord's."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self.streams = Streams(core)
        self.control = ControlHandlers(core)
        self.guide: Json = {}
        """What "New here?" says of this bot, by the names in `static/js/guides.js`."""

    def install(self, app: web.Application) -> None:
        """Adds the routes."""
        add = app.router.add_route
        add("GET", f"{API_PATH}/users", self._guarded(self.users, needs_user=False))
        add("GET", f"{API_PATH}/guide", self._guarded(self.told, needs_user=False))
        add("POST", f"{API_PATH}/faults", self._guarded(self.faults, needs_user=False))
        for method, path, control in (
            ("GET", "/developer", self.control.developer),
            ("POST", "/clock", self.control.clock),
            ("POST", "/settings", self.control.settings),
            ("GET", "/requests", self.control.requests),
            ("DELETE", "/requests", self.control.forget),
        ):
            add(method, API_PATH + path, self._guarded(control, needs_user=False))
        add("GET", f"{API_PATH}/events", self._guarded(self.streams.serve, by_address=True))
        rows: tuple[tuple[str, str, Handler], ...] = (
            ("GET", "/home", self.home),
            ("GET", "/channels/{channel_id}/messages", self.messages),
            ("POST", "/channels/{channel_id}/messages", self.say),
            ("GET", "/commands", self.commands),
            ("POST", "/autocomplete", self.autocomplete),
            ("POST", "/command", self.command),
            ("POST", "/component", self.component),
            ("POST", "/modal", self.modal),
            ("POST", "/dms", self.dms),
            ("PATCH", "/me", self.me),
        )
        for method, path, handler in rows:
            add(method, API_PATH + path, self._guarded(handler))
        add("GET", "/cdn/{kind}/{channel_id}/{file_id}/{name}", self.file)
        add("GET", "/", self.static)
        add("GET", "/{path:[A-Za-z0-9_./-]+\\.[a-z0-9]+}", self.static)

    # the door

    def check_origin(self, request: web.Request) -> None:
        """403 unless the request is for this server by its local name, and from its own page or from no page."""
        port = urlsplit(self.core.url).port
        allowed = {f"127.0.0.1:{port}", f"localhost:{port}"}
        if request.headers.get("Host", "") not in allowed:
            raise web.HTTPForbidden(text="The sandbox answers to 127.0.0.1 and localhost only.")
        origin = request.headers.get("Origin")
        if origin is not None and origin != f"http://{request.headers['Host']}":
            raise web.HTTPForbidden(text="Only the sandbox's own page may do this.")
        if request.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin"):
            raise web.HTTPForbidden(text="Only the sandbox's own page may do this.")

    def _user(self, text: str | None) -> int:
        people = self.core.world.users
        named = (each for each in people.values() if text and each.username == text)
        user = people.get(int(text)) if text and text.isdecimal() else next(named, None)
        if user is None or user.bot:
            raise Refused("Choose who you are first.")
        return user.id

    def _guarded(
        self, handler: Handler, *, needs_user: bool = True, by_address: bool = False
    ) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def answer(request: web.Request) -> web.StreamResponse:
            try:
                self.check_origin(request)
                named = request.query.get("user") if by_address else request.headers.get("X-Sandbox-User")
                found = await handler(request, self._user(named) if needs_user else 0)
                return found if isinstance(found, web.StreamResponse) else json_answer(found)
            except web.HTTPForbidden as error:
                return json_answer({"error": error.text}, 403)
            except Refused as error:
                return json_answer({"error": str(error)}, 400)
            except DiscordError as error:
                return json_answer({"error": error.message}, error.status)

        return answer

    # looking

    async def users(self, _request: web.Request, _user_id: int) -> list[Json]:
        """Everybody one can be, and the bot."""
        return [people.person(each) for each in self.core.world.users.values()]

    async def told(self, _request: web.Request, _user_id: int) -> Json:
        """The guide for whoever is new here."""
        return self.guide

    async def home(self, _request: web.Request, user_id: int) -> Json:
        """All one sees."""
        return {**people.home(self.core, user_id), "ready": self.core.gateway.connected}

    async def messages(self, request: web.Request, user_id: int) -> list[Json]:
        """Messages, oldest first."""
        channel = people.look(self.core, user_id, _number(request.match_info["channel_id"]))
        before = request.query.get("before")
        limit = min(100, max(1, _number(request.query.get("limit", "50"))))
        found = people.messages(self.core, user_id, channel, _number(before) if before else None, limit)
        return [people.message_view(self.core, user_id, each) for each in found]

    async def commands(self, request: web.Request, user_id: int) -> list[Json]:
        """The command tree."""
        channel = people.look(self.core, user_id, _number(request.query.get("channel_id", "")))
        keys = ("id", "name", "description", "type")
        return [
            {**{key: each[key] for key in keys}, "options": each.get("options", [])}
            for each in available(self.core, user_id, channel)
        ]

    # doing

    async def say(self, request: web.Request, user_id: int) -> Json:
        """A person writes."""
        body = await read_json(request)
        seen = Human(self.core, user_id).say(_number(request.match_info["channel_id"]), str(body.get("content", "")))
        assert seen.message is not None, "say gives a message or raises"
        return people.message_view(self.core, user_id, seen.message)

    def _chosen(self, user_id: int, body: Json) -> tuple[slash.Chosen, Channel, slash.Values]:
        channel = people.look(self.core, user_id, _number(body.get("channel_id")))
        path = [str(each) for each in body.get("path") or []]
        kinds = {each["id"]: each["type"] for each in available(self.core, user_id, channel)}
        key = str(body.get("command_id"))
        chosen = slash.choose(self.core, user_id, channel, key, path, kinds.get(key, 1))
        values = {str(each["name"]): each.get("value") for each in body.get("options") or []}
        return chosen, channel, values

    async def autocomplete(self, request: web.Request, user_id: int) -> Json:
        """Suggestions."""
        body = await read_json(request)
        chosen, channel, values = self._chosen(user_id, body)
        data = slash.autocomplete_data(self.core, user_id, channel, chosen, values, str(body.get("focused")))
        sent = self.core.interactions.send(AUTOCOMPLETE, user_id, channel, data)
        outcome = await self.core.interactions.outcome(sent)
        answer: Json = {"choices": outcome.choices}
        if outcome.error:
            answer["error"] = outcome.error
        return answer

    async def command(self, request: web.Request, user_id: int) -> Json:
        """A command, with files if multipart."""
        body, files = await _body(request)
        chosen, channel, values = self._chosen(user_id, body)
        if chosen.command["type"] == 1:
            data = slash.command_data(self.core, user_id, channel, chosen, values, files)
        else:
            data = slash.menu_data(self.core, channel, chosen, _number(body.get("target_id")))
        return await self._outcome(slash.send(self.core, user_id, channel, chosen, data))

    async def component(self, request: web.Request, user_id: int) -> Json:
        """A press or a choice."""
        body = await read_json(request)
        channel = people.look(self.core, user_id, _number(body.get("channel_id")))
        message = self.core.world.messages.get(channel.id, {}).get(_number(body.get("message_id")))
        if message is None:
            raise Refused("This message is gone.")
        values = body.get("values")
        return await self._outcome(clicks.press(self.core, user_id, message, str(body.get("custom_id")), values))

    async def modal(self, request: web.Request, user_id: int) -> Json:
        """A form."""
        body, files = await _body(request)
        fields = body.get("fields") or {}
        return await self._outcome(clicks.submit(self.core, user_id, _number(body.get("modal_id")), fields, files))

    async def _outcome(self, sent: Interaction) -> Json:
        outcome: Outcome = await self.core.interactions.outcome(sent)
        answer: Json = {"kind": outcome.kind}
        if outcome.error:
            answer["error"] = outcome.error
        if outcome.modal:
            answer["modal"] = outcome.modal
        return {"interaction_id": str(sent.id), "outcome": answer}

    async def dms(self, request: web.Request, user_id: int) -> Json:
        """Opens a DM."""
        body = await read_json(request)
        other = self.core.world.users.get(_number(body.get("recipient_id")))
        if other is None or other.id == user_id:
            raise Refused("There is nobody like that to write to.")
        channel = actions.open_dm(self.core, user_id, other.id)
        found = people.home(self.core, user_id)["dms"]
        return dict(next(each for each in found if each["id"] == str(channel.id)))

    async def me(self, request: web.Request, user_id: int) -> Json:
        """Settings: whether server members may write DMs."""
        body = await read_json(request)
        if not isinstance(body.get("dms_open"), bool):
            raise Refused("Say dms_open: true or false.")
        user = self.core.world.users[user_id]
        user.dms_open = body["dms_open"]
        self.core.keep()
        return {**people.person(user), "dms_open": user.dms_open}

    async def faults(self, request: web.Request, _user_id: int) -> Json:
        """Switches faults on or off."""
        return fault(self.core, await read_json(request))

    # files

    async def file(self, request: web.Request) -> web.StreamResponse:
        """A file by its signed address; what a browser could run is only ever downloaded."""
        with contextlib.suppress(web.HTTPForbidden, ValueError):
            self.check_origin(request)
            number = int(request.match_info["file_id"])
            if self.core.cdn.check(number, request.query.get("ex", ""), request.query.get("hm", "")):
                data = self.core.cdn.get(number)
                if data is not None:
                    return _file_answer(request.match_info["name"], data)
        return web.Response(status=404, text="This content is no longer available.")

    async def static(self, request: web.Request) -> web.StreamResponse:
        """The page's own files."""
        try:
            self.check_origin(request)
        except web.HTTPForbidden as error:
            return web.Response(status=403, text=error.text)
        if request.headers["Host"].startswith("localhost"):  # files have the number in their address: one origin
            return web.Response(status=302, headers={"Location": self.core.url + request.path})
        path = (STATIC_FOLDER / request.match_info.get("path", "index.html").removeprefix("static/")).resolve()
        if not path.is_relative_to(STATIC_FOLDER.resolve()) or not path.is_file():
            return web.Response(status=404, text="There is nothing here.")
        headers = {
            "Cache-Control": "no-cache",
            "Content-Security-Policy": CONTENT_POLICY,
            "X-Content-Type-Options": "nosniff",
        }
        return web.FileResponse(path, headers=headers)


def _number(value: Any) -> int:
    text = str(value)
    if not text.isdecimal() or len(text) > 20:
        raise Refused("That is not an id.")
    return int(text)


async def _body(request: web.Request) -> tuple[Json, Files]:
    if not request.content_type.startswith("multipart/"):
        return await read_json(request), {}
    fields, files = await read_parts(request)
    return await read_json(request, fields.get("payload_json", "{}")), files


def _file_answer(name: str, data: bytes) -> web.Response:
    kind = content_type(name) or "application/octet-stream"
    headers = {"Content-Type": kind, "X-Content-Type-Options": "nosniff", "Cache-Control": "private, max-age=3600"}
    if not _SAFE_TYPES.match(kind):
        headers.update({"Content-Type": "application/octet-stream", "Content-Disposition": "attachment"})
    return web.Response(body=data, headers=headers)
