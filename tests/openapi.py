"""Holds every request, answer and event of a sandbox against what Discord describes.

`Recorder(sandbox)` listens; `check()` fails with every difference that is not on the list of allowed ones. It goes by our
digest (`openapi_digest.py`) and, where it is at hand, by Discord's own file as well."""

from typing import Any

from sandbox.app import Sandbox
from sandbox.core import Exchange
from tests.openapi_description import Description, Route, digest, original

Json = dict[str, Any]
GUILD_EXTRAS = (
    "joined_at", "large", "unavailable", "member_count", "voice_states", "members", "channels", "threads",
    "presences", "stage_instances", "guild_scheduled_events", "soundboard_sounds",
)  # fmt: skip


class Judge:
    """Holds what it is given against one description, and remembers every difference."""

    def __init__(self, description: Description) -> None:
        self.description = description
        self.problems: dict[str, None] = {}
        self.routes: set[str] = set()

    def _note(self, where: str, found: list[str]) -> None:
        for each in found:
            self.problems[f"{where}: {each[:400]}"] = None

    # REST

    def exchange(self, found: Exchange) -> None:
        """One request and its answer."""
        path = found.path.removeprefix("/api/v10")
        where = f"{found.method} {self.description.template(path) or path}"
        route = self.description.routes.get(where)
        if route is None:
            self._note(where, ["Discord describes no such operation"])
            return
        self.routes.add(where)
        self._note(where, [f"query {each!r} is not known" for each in found.query if each not in route.asks])
        if found.body is not None and found.status < 400:
            if route.takes is None:
                self._note(where, ["takes no JSON body"])
            else:
                told = f"{where} request"
                self._note(told, self.description.faults(route.takes, found.body, told, request=True))
        self._answer(route, f"{where} answer", found)

    def _answer(self, route: Route, told: str, found: Exchange) -> None:
        if found.status >= 400:
            name = "RatelimitedResponse" if found.status == 429 else "ErrorResponse"
            self._note(told, self.description.thing_faults(name, found.answer, told))
            return
        if str(found.status) not in route.answers:
            self._note(told, [f"status {found.status} is not among {list(route.answers)}"])
            return
        schema = route.answers[str(found.status)]
        if schema is None:
            self._note(told, [] if found.answer is None else ["has a body where none is described"])
        else:
            self._note(told, self.description.faults(schema, found.answer, told))

    # gateway events: the objects inside, where the description knows them

    def _object(self, where: str, name: str, data: Json, *extras: str) -> None:
        inner = {key: value for key, value in data.items() if key not in extras}
        self._note(where, self.description.thing_faults(name, inner, where))

    def _channel(self, where: str, data: Json, *extras: str) -> None:
        name = {1: "PrivateChannelResponse", 10: "ThreadResponse", 11: "ThreadResponse", 12: "ThreadResponse"}
        self._object(where, name.get(data["type"], "GuildChannelResponse"), data, *extras)

    def event(self, name: str, data: Json) -> None:
        """One gateway event."""
        where = f"event {name}"
        if name in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            self._object(where, "MessageResponse", data, "guild_id", "member", "channel_type")
        elif name in ("CHANNEL_CREATE", "CHANNEL_UPDATE", "CHANNEL_DELETE"):
            self._channel(where, data)
        elif name in ("THREAD_CREATE", "THREAD_UPDATE"):
            self._channel(where, data, "newly_created")
        elif name == "GUILD_CREATE":
            self._guild(where, data)
        elif name == "THREAD_MEMBERS_UPDATE":
            for each in data.get("added_members", []):
                self._object(where, "ThreadMemberResponse", each)
        elif name == "GUILD_MEMBERS_CHUNK":
            for each in data["members"]:
                self._object(where, "GuildMemberResponse", each)
        elif name in ("GUILD_MEMBER_ADD", "GUILD_MEMBER_UPDATE"):
            self._object(where, "GuildMemberResponse", data, "guild_id")
        elif name == "GUILD_ROLE_CREATE":
            self._object(where, "GuildRoleResponse", data["role"])
        elif name == "READY":
            self._object(where, "UserPIIResponse", data["user"])
        elif name == "INTERACTION_CREATE":
            self._interaction(where, data)

    def _guild(self, where: str, data: Json) -> None:
        self._object(where, "GuildResponse", data, *GUILD_EXTRAS)
        for each in data["members"]:
            self._object(where, "GuildMemberResponse", each)
        for each in [*data["channels"], *data["threads"]]:
            self._channel(where, each)

    def _interaction(self, where: str, data: Json) -> None:
        self._channel(where, data["channel"])
        if "member" in data:
            self._object(where, "GuildMemberResponse", data["member"], "permissions")
        else:
            self._object(where, "UserResponse", data["user"])
        if "message" in data:
            self._object(where, "MessageResponse", data["message"])
        resolved = data.get("data", {}).get("resolved", {})
        kinds = (
            ("users", "UserResponse"),
            ("roles", "GuildRoleResponse"),
            ("attachments", "MessageAttachmentResponse"),
        )
        for key, name in (*kinds, ("messages", "MessageResponse")):
            for each in resolved.get(key, {}).values():
                self._object(where, name, each)
        for each in resolved.get("channels", {}).values():
            self._channel(where, each)


class Recorder:
    """Listens to a sandbox, and has everything judged."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.judges = [Judge(each) for each in (digest(), original()) if each is not None]
        """By our digest first, then by Discord's own file if it is at hand."""
        self.exchanges = 0
        self.events = 0
        self.names: set[str] = set()
        sandbox.core.observers.append(self.exchange)
        sandbox.core.event_observers.append(self.event)

    @property
    def routes(self) -> set[str]:
        """The operations that were used, as the description names them."""
        return self.judges[0].routes

    def check(self) -> None:
        """Fails with every difference found so far."""
        for each in self.judges:
            assert not each.problems, "not as Discord describes it:\n" + "\n".join(each.problems)

    def exchange(self, found: Exchange) -> None:
        """One request and its answer."""
        self.exchanges += 1
        for each in self.judges:
            each.exchange(found)

    def event(self, name: str, data: Json) -> None:
        """One gateway event."""
        self.events += 1
        self.names.add(name)
        for each in self.judges:
            each.event(name, data)
