"""Holds every request, answer and event of a sandbox against Discord's own OpenAPI description.

`Recorder(sandbox)` listens; `check()` fails with every difference that is not on the list of allowed ones."""

import copy
import json
import os
import re
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from sandbox.app import Sandbox
from sandbox.core import Exchange

Json = dict[str, Any]
SPEC = Path(os.environ.get("DISCORD_OPENAPI", Path(__file__).parents[1] / ".." / "shared" / "discord" / "openapi.json"))
REF = "#/components/schemas/"


@dataclass(frozen=True, slots=True)
class Allowed:
    """A reviewed difference: where (regex on "METHOD /path request"), what (regex on "path: message"), why."""

    where: str
    what: str
    reason: str


ALLOWED = (
    Allowed(r"/commands request", r"'nsfw'", "in Discord's documentation, missing from the spec"),
    Allowed(r"PATCH .*/messages/.* request", r"'tts'", "discord.py sends tts on every edit; Discord ignores it"),
    Allowed(r"request", r"embeds.*'flags'", "discord.py sends embed.flags 0; Discord ignores it"),
    Allowed(r"/callback request", r"^data.*: 'tts'", "as on every edit"),
    Allowed(r"/callback answer", r"^resource", "spec knows only resources that bear a message; 5 and 6 have none"),
    Allowed(r"PUT .*/permissions/.* request", r"^: 'id'", "discord.py repeats the overwrite's id; Discord ignores it"),
    Allowed(
        r"answer", r"errors.*code: .* is not of type \"integer\"", "field error codes are texts in the documentation"
    ),
    Allowed(r"/threads request", r"'type'", "discord.js sends type on message threads; Discord ignores it"),
)
GUILD_EXTRAS = (
    "joined_at", "large", "unavailable", "member_count", "voice_states", "members", "channels", "threads",
    "presences", "stage_instances", "guild_scheduled_events", "soundboard_sounds",
)  # fmt: skip


def needs_spec() -> pytest.MarkDecorator:
    """Skips where Discord's description is not at hand."""
    return pytest.mark.skipif(
        not SPEC.is_file(), reason=f"Discord's openapi.json is not at {SPEC} (set DISCORD_OPENAPI)"
    )


def _tighten(node: Any, *, in_all_of: bool = False) -> None:
    """Closes objects, so that a misspelt key is a fault, and turns oneOf into anyOf (the spec's branches overlap)."""
    if isinstance(node, list):
        for each in node:
            _tighten(each)
        return
    if not isinstance(node, dict):
        return
    if "oneOf" in node:
        node["anyOf"] = node.pop("oneOf")
    if "properties" in node and not in_all_of:
        node.setdefault("additionalProperties", False)
    for key, value in node.items():
        if key == "allOf":
            for each in value:
                _tighten(each, in_all_of=True)
        elif key == "properties":
            for each in value.values():
                _tighten(each)
        elif key not in ("enum", "const", "default", "required"):
            _tighten(value)


def _loosen(node: Any) -> None:
    """In requests whole numbers may come as texts, as Discord takes them."""
    if isinstance(node, list):
        for each in node:
            _loosen(each)
    elif isinstance(node, dict):
        kinds = node.get("type")
        kinds = [kinds] if isinstance(kinds, str) else kinds
        if kinds and "integer" in kinds and "enum" not in node:
            node["type"] = [*kinds, "string"]
        for value in node.values():
            _loosen(value)


@lru_cache(maxsize=1)
def _spec() -> tuple[Json, Json, Json]:
    spec = json.loads(SPEC.read_bytes())
    answers = spec["components"]["schemas"]
    for name, schema in answers.items():
        _tighten(schema, in_all_of=name == "Error")
    requests = copy.deepcopy(answers)
    _loosen(requests)
    requests["SnowflakeType"] = {"anyOf": [{"type": "string", "pattern": "^(0|[1-9][0-9]*)$"}, {"type": "integer"}]}
    paths = spec["paths"]
    _tighten(paths)
    for operations in paths.values():
        for operation in operations.values():
            if isinstance(operation, dict):
                _loosen(operation.get("requestBody", {}))
    return paths, requests, answers


@lru_cache(maxsize=1)
def _patterns() -> list[tuple[re.Pattern[str], int, str]]:
    found = []
    for path in _spec()[0]:
        literal = sum(not part.startswith("{") for part in path.split("/"))
        pattern = re.compile("^" + re.sub(r"\\{[^}]*\\}|\{[^}]*\}", "[^/]+", re.escape(path)) + "$")
        found.append((pattern, literal, path))
    return sorted(found, key=lambda each: -each[1])


def spec_path(path: str) -> str | None:
    """The spec's template of a path below /api/v10."""
    return next((template for pattern, _, template in _patterns() if pattern.match(path)), None)


@cache
def _validator(schema: str, *, request: bool) -> jsonschema_rs.Draft202012Validator:
    body = {**json.loads(schema), "components": {"schemas": _spec()[1 if request else 2]}}
    return jsonschema_rs.Draft202012Validator(body)


def faults(schema: Json, data: Any, where: str, *, request: bool = False) -> list[str]:
    """What is wrong with the data, beyond what is allowed there."""
    validator = _validator(json.dumps(schema, sort_keys=True), request=request)
    return [each for error in validator.iter_errors(data) for each in _words(error, where)]


def _words(error: Any, where: str) -> list[str]:
    branches = getattr(error.kind, "context", None)
    if branches:
        told = [[each for inner in branch for each in _words(inner, where)] for branch in branches]
        return min(told, key=lambda each: (len(each), -len("".join(each)) if each else 0))
    path = ".".join(str(each) for each in error.instance_path)
    unexpected = getattr(error.kind, "unexpected", None)
    messages = [f"{path}: '{each}' is not known" for each in unexpected] if unexpected else [f"{path}: {error.message}"]
    return [each for each in messages if not _is_allowed(where, each)]


def _is_allowed(where: str, what: str) -> bool:
    return any(re.search(each.where, where) and re.search(each.what, what) for each in ALLOWED)


class Recorder:
    """Listens to a sandbox and remembers every difference from the description."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.problems: dict[str, None] = {}
        self.exchanges = 0
        self.events = 0
        self.routes: set[str] = set()
        self.names: set[str] = set()
        sandbox.core.observers.append(self.exchange)
        sandbox.core.event_observers.append(self.event)

    def check(self) -> None:
        """Fails with every difference found so far."""
        assert not self.problems, "not as Discord describes it:\n" + "\n".join(self.problems)

    def _note(self, where: str, found: list[str]) -> None:
        for each in found:
            self.problems[f"{where}: {each[:400]}"] = None

    # REST

    def exchange(self, found: Exchange) -> None:
        """One request and its answer."""
        self.exchanges += 1
        path = found.path.removeprefix("/api/v10")
        template = spec_path(path)
        operation = _spec()[0].get(template or "", {}).get(found.method.lower())
        where = f"{found.method} {template or path}"
        if operation is None:
            self._note(where, ["Discord describes no such operation"])
            return
        self.routes.add(where)
        known = {each.get("name") for each in operation.get("parameters", [])}
        self._note(where, [f"query {each!r} is not known" for each in found.query if each not in known])
        refused = found.status >= 400
        content = operation.get("requestBody", {}).get("content", {})
        if found.body is not None and not refused:
            schema = content.get("application/json", {}).get("schema")
            if schema is None:
                self._note(where, ["takes no JSON body"])
            else:
                told = f"{where} request"
                self._note(told, faults(schema, found.body, told, request=True))
        self._answer(operation, where, found)

    def _answer(self, operation: Json, where: str, found: Exchange) -> None:
        told = f"{where} answer"
        if found.status >= 400:
            name = "RatelimitedResponse" if found.status == 429 else "ErrorResponse"
            self._note(told, faults({"$ref": REF + name}, found.answer, told))
            return
        response = operation["responses"].get(str(found.status))
        if response is None:
            self._note(told, [f"status {found.status} is not among {list(operation['responses'])}"])
            return
        schema = response.get("content", {}).get("application/json", {}).get("schema")
        if schema is None:
            self._note(told, [] if found.answer is None else ["has a body where none is described"])
        else:
            self._note(told, faults(schema, found.answer, told))

    # gateway events: the objects inside, where the description knows them

    def _object(self, where: str, name: str, data: Json, *extras: str) -> None:
        inner = {key: value for key, value in data.items() if key not in extras}
        self._note(where, faults({"$ref": REF + name}, inner, where))

    def _channel(self, where: str, data: Json, *extras: str) -> None:
        name = {1: "PrivateChannelResponse", 10: "ThreadResponse", 11: "ThreadResponse", 12: "ThreadResponse"}
        self._object(where, name.get(data["type"], "GuildChannelResponse"), data, *extras)

    def event(self, name: str, data: Json) -> None:
        """One gateway event."""
        self.events += 1
        self.names.add(name)
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
