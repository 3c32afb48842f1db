"""REST v10: one table of routes, and what happens around every request: token, faults, rates, errors, observers."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from aiohttp import web

from sandbox import limits, ratelimit, rest_commands, rest_guilds, rest_interactions, rest_messages, rest_threads
from sandbox.body import read_body
from sandbox.errors import DiscordError, not_found, unauthorized
from sandbox.interactions import Core, Exchange
from sandbox.rest_call import Answer, Call
from sandbox.thread_archive import archive_quiet

API_PATH = "/api/v10"
Handler = Callable[[Call], Awaitable[Answer]]


class Route(NamedTuple):
    """One row of the table: the spec's path template, the handler, whether the bot's token is asked for."""

    method: str
    template: str
    handler: Handler
    token: bool = True


_CHANNEL = "/channels/{channel_id}"
_MESSAGE = _CHANNEL + "/messages/{message_id}"
_GUILD = "/guilds/{guild_id}"
_APP = "/applications/{application_id}"
_COMMAND = _APP + "/commands/{command_id}"
_GUILD_COMMAND = _APP + _GUILD + "/commands/{command_id}"
_HOOK = "/webhooks/{application_id}/{token}"
_CALLBACK = "/interactions/{interaction_id}/{token}/callback"
_INTERACTIONS = ("/interactions/", "/webhooks/")
"""Not bound to the limit over all routes. The callback has no bucket either and answers without bucket headers."""
_RESOURCES = ("channel_id", "guild_id", "token")
"""What a bucket is counted for apart."""

ROUTES = (
    Route("GET", "/users/@me", rest_guilds.me),
    Route("GET", "/users/@me/guilds", rest_guilds.my_guilds),
    Route("POST", "/users/@me/channels", rest_messages.open_dm),
    Route("GET", "/users/{user_id}", rest_guilds.user),
    Route("GET", "/oauth2/applications/@me", rest_guilds.application),
    Route("GET", "/applications/@me", rest_guilds.application),
    Route("GET", "/gateway", rest_guilds.gateway, token=False),
    Route("GET", "/gateway/bot", rest_guilds.gateway_bot),
    Route("GET", _APP + "/commands", rest_commands.list_commands),
    Route("PUT", _APP + "/commands", rest_commands.put_commands),
    Route("POST", _APP + "/commands", rest_commands.post_command),
    Route("GET", _COMMAND, rest_commands.get_command),
    Route("PATCH", _COMMAND, rest_commands.patch_command),
    Route("DELETE", _COMMAND, rest_commands.delete_command),
    Route("GET", _APP + _GUILD + "/commands", rest_commands.list_commands),
    Route("PUT", _APP + _GUILD + "/commands", rest_commands.put_commands),
    Route("POST", _APP + _GUILD + "/commands", rest_commands.post_command),
    Route("GET", _APP + _GUILD + "/commands/permissions", rest_commands.list_permissions),
    Route("GET", _GUILD_COMMAND, rest_commands.get_command),
    Route("PATCH", _GUILD_COMMAND, rest_commands.patch_command),
    Route("DELETE", _GUILD_COMMAND, rest_commands.delete_command),
    Route("GET", _GUILD_COMMAND + "/permissions", rest_commands.get_permissions),
    Route("PUT", _GUILD_COMMAND + "/permissions", rest_commands.put_permissions),
    Route("POST", _CALLBACK, rest_interactions.callback, token=False),
    Route("POST", _HOOK, rest_interactions.followup, token=False),
    Route("GET", _HOOK + "/messages/{message_id}", rest_interactions.get_message, token=False),
    Route("PATCH", _HOOK + "/messages/{message_id}", rest_interactions.edit_message, token=False),
    Route("DELETE", _HOOK + "/messages/{message_id}", rest_interactions.delete_message, token=False),
    Route("GET", _CHANNEL, rest_guilds.get_channel),
    Route("PATCH", _CHANNEL, rest_guilds.modify_channel),
    Route("DELETE", _CHANNEL, rest_guilds.delete_channel),
    Route("GET", _CHANNEL + "/messages", rest_messages.history),
    Route("POST", _CHANNEL + "/messages", rest_messages.send),
    Route("POST", _CHANNEL + "/messages/bulk-delete", rest_messages.bulk_delete),
    Route("GET", _CHANNEL + "/messages/pins", rest_messages.pins),
    Route("PUT", _CHANNEL + "/messages/pins/{message_id}", rest_messages.pin),
    Route("DELETE", _CHANNEL + "/messages/pins/{message_id}", rest_messages.unpin),
    Route("GET", _MESSAGE, rest_messages.get),
    Route("PATCH", _MESSAGE, rest_messages.edit),
    Route("DELETE", _MESSAGE, rest_messages.delete),
    Route("PUT", _MESSAGE + "/reactions/{emoji}/@me", rest_messages.react),
    Route("DELETE", _MESSAGE + "/reactions/{emoji}/@me", rest_messages.unreact),
    Route("POST", _MESSAGE + "/threads", rest_threads.create_thread_on),
    Route("POST", _CHANNEL + "/threads", rest_threads.create_thread),
    Route("GET", _CHANNEL + "/threads/archived/{kind:public|private}", rest_threads.archived_threads),
    Route("GET", _CHANNEL + "/users/@me/threads/archived/private", rest_threads.joined_threads),
    Route("GET", _CHANNEL + "/thread-members", rest_threads.thread_members),
    Route("GET", _CHANNEL + "/thread-members/{user_id}", rest_threads.thread_member),
    Route("PUT", _CHANNEL + "/thread-members/{user_id}", rest_threads.join_thread),
    Route("DELETE", _CHANNEL + "/thread-members/{user_id}", rest_threads.leave_thread),
    Route("PUT", _CHANNEL + "/permissions/{overwrite_id}", rest_guilds.set_overwrite),
    Route("DELETE", _CHANNEL + "/permissions/{overwrite_id}", rest_guilds.delete_overwrite),
    Route("POST", _CHANNEL + "/typing", rest_messages.typing),
    Route("GET", _GUILD, rest_guilds.guild),
    Route("GET", _GUILD + "/channels", rest_guilds.channels),
    Route("POST", _GUILD + "/channels", rest_guilds.create_channel),
    Route("GET", _GUILD + "/threads/active", rest_threads.active_threads),
    Route("GET", _GUILD + "/roles", rest_guilds.roles),
    Route("POST", _GUILD + "/roles", rest_guilds.create_role),
    Route("GET", _GUILD + "/members", rest_guilds.members),
    Route("GET", _GUILD + "/members/{user_id}", rest_guilds.member),
    Route("PATCH", _GUILD + "/members/{user_id}", rest_guilds.edit_member),
    Route("PUT", _GUILD + "/members/{user_id}/roles/{role_id}", rest_guilds.add_role),
    Route("DELETE", _GUILD + "/members/{user_id}/roles/{role_id}", rest_guilds.remove_role),
)


def install(app: web.Application, core: Core) -> None:
    """Puts the table under /api/v10, and a 404 that is remembered under everything else there."""
    for route in ROUTES:
        app.router.add_route(
            route.method, API_PATH + route.template, core.journal.noting(_Endpoint(core, route).answer)
        )

    async def unknown_route(request: web.Request) -> web.StreamResponse:
        core.unknown_routes.append(f"{request.method} {request.path}")
        return _json(404, not_found().body(), {})

    app.router.add_route("*", "/api/{rest:.*}", core.journal.noting(unknown_route))


def _json(status: int, body: Any, headers: dict[str, str]) -> web.Response:
    # what Discord itself answers came by way of its proxy; the guard of its network, which bars an address, names none
    # discord.py reads a body as JSON only when the type is exactly this, without a charset
    data = json.dumps(body).encode()
    named = {"Via": ratelimit.VIA_HEADER, **headers, "Content-Type": "application/json"}
    return web.Response(status=status, body=data, headers=named)


class _Endpoint:
    """One route as aiohttp calls it."""

    def __init__(self, core: Core, route: Route) -> None:
        self.core = core
        self.route = route

    async def answer(self, request: web.Request) -> web.StreamResponse:
        meters = self.core.meters
        if meters.shut:
            return web.json_response(limits.blocked(), status=meters.limits.blocked_status)
        found = await self._answer(request)
        meters.answered(found.status, found.headers.get("X-RateLimit-Scope", ""))
        return found

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        core, template = self.core, self.route.template
        fault = core.faults.next(f"{request.method} {request.path.removeprefix(API_PATH)}")
        headers: dict[str, str] = {}
        if fault is not None:
            if fault.kind == "slow":
                await asyncio.sleep(fault.seconds)
            elif fault.kind != "late-drop":
                return self._fail(request, fault)
        if not template.startswith(_INTERACTIONS) and (wait := core.meters.request()) is not None:
            body, more = ratelimit.patience(wait, everywhere=True)
            return _json(429, body, more)
        if template != _CALLBACK:
            resource = next((request.match_info[key] for key in _RESOURCES if key in request.match_info), "")
            headers, wait = core.faults.take(f"{self.route.method} {template}", resource)
            if wait is not None:
                body, more = ratelimit.patience(wait, everywhere=False)
                return _json(429, body, {**headers, **more})
        status, answer = await self._run(request)
        if fault is not None and fault.kind == "late-drop":
            return self._cut(request)
        if status == 204:
            return web.Response(status=204, headers=headers)
        if status == 429:
            headers = {**headers, **ratelimit.patience(answer["retry_after"], everywhere=False)[1]}
        return _json(status, answer, headers)

    def _fail(self, request: web.Request, fault: ratelimit.Fault) -> web.StreamResponse:
        if fault.kind == "429":
            body, headers = ratelimit.patience(fault.seconds, everywhere=fault.glob)
            return _json(429, body, headers)
        if fault.kind == "5xx":
            return web.Response(status=fault.status, text="upstream connect error", content_type="text/plain")
        if fault.kind == "refusal":
            patience = {"retry_after": fault.seconds, "global": False} if fault.status == 429 else {}
            return _json(fault.status, {"message": "Refused", "code": fault.code, **patience}, {})
        return self._cut(request)

    @staticmethod
    def _cut(request: web.Request) -> web.StreamResponse:
        if request.transport is not None:
            request.transport.abort()
        return web.Response(status=500)

    async def _run(self, request: web.Request) -> Answer:
        core = self.core
        call = Call(core, dict(request.match_info), dict(request.query))
        multipart = request.content_type.startswith("multipart/")
        try:
            if self.route.token and request.headers.get("Authorization") != f"Bot {core.world.token}":
                raise unauthorized()
            call.body, call.uploads = await read_body(request)
            archive_quiet(core)
            status, answer = await self.route.handler(call)
            if request.method != "GET":
                core.keep()
        except DiscordError as error:
            status, answer = error.status, error.body()
        if core.observers:
            template = self.route.template.replace("{kind:public|private}", call.params.get("kind", ""))
            found = Exchange(request.method, template, request.path, call.query, call.body, multipart, status, answer)
            for observer in core.observers:
                observer(found)
        return status, answer
