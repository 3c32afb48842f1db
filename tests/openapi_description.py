"""What Discord's description says of a request, an answer or an object: from our digest of it, or from the file itself."""

import copy
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Self

import jsonschema_rs
import pytest

from rules.values import Value
from tests.gateway_facts import EVENTS, THINGS, Thing
from tests.openapi_digest import DIGEST, FILE, PUBLISHED, REF, schema

Json = dict[str, Any]


class Allowed(Value):
    """A reviewed difference: where (regex on "METHOD /path request"), what (regex on "path: message"), why."""

    where: str
    what: str
    reason: str


ALLOWED = (
    Allowed(r"/commands request", r"'nsfw'", "in Discord's documentation, missing from the spec"),
    Allowed(r"PATCH .*/messages/.* request", r"'tts'", "discord.py sends tts on every edit; Discord ignores it"),
    Allowed(r"request", r"embeds.*'flags'", "discord.py sends embed.flags 0; Discord ignores it"),
    Allowed(r"/callback request", r"^data.*: 'tts'", "as on every edit"),
    Allowed(
        r"(/callback|/webhooks/.*|PATCH .*/messages/.*) request",
        r"'enforce_nonce'",
        "discord.js says it of every answer, followup and edit; without a nonce it means nothing",
    ),
    Allowed(r"request", r"emoji: 'animated'", "in Discord's documentation of buttons, missing from the spec"),
    Allowed(r"/callback answer", r"^resource", "spec knows only resources that bear a message; 5 and 6 have none"),
    Allowed(r"PUT .*/permissions/.* request", r"^: 'id'", "discord.py repeats the overwrite's id; Discord ignores it"),
    Allowed(
        r"answer", r"errors.*code: .* is not of type \"integer\"", "field error codes are texts in the documentation"
    ),
    Allowed(r"/threads request", r"'type'", "discord.js sends type on message threads; Discord ignores it"),
)


class Route(Value):
    """One operation: the query's keys, the schema of a request's body, and of each status' answer (None: no body)."""

    asks: frozenset[str]
    takes: Json | None
    answers: dict[str, Json | None]


def needs_file() -> pytest.MarkDecorator:
    """Skips where Discord's own file is not at hand."""
    return pytest.mark.skipif(
        not FILE.is_file(),
        reason=f"compares our digest with Discord's OpenAPI file: not at {FILE}; it is published at {PUBLISHED} (then set "
        "DISCORD_OPENAPI to where it is)",
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
        if isinstance(kinds, list) and "integer" in kinds and "enum" not in node:
            node["type"] = [*kinds, "string"]
        for value in node.values():
            _loosen(value)


@dataclass(slots=True)
class Description:
    """Routes by "METHOD /template", and the things they name, ready to be held against."""

    routes: dict[str, Route]
    things: Json
    _requests: Json = field(init=False)
    _patterns: list[tuple[re.Pattern[str], int, str]] = field(init=False)
    _validators: dict[tuple[str, bool], jsonschema_rs.Draft202012Validator] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.things.update({name: schema(each) for name, each in THINGS.items()})
        for name, thing in self.things.items():
            _tighten(thing, in_all_of=name == "Error")
        self._requests = copy.deepcopy(self.things)
        _loosen(self._requests)
        number = {"anyOf": [{"type": "string", "pattern": "^(0|[1-9][0-9]*)$"}, {"type": "integer"}]}
        self._requests["SnowflakeType"] = number
        for route in self.routes.values():
            _tighten(route.takes)
            _loosen(route.takes)
            _tighten(list(route.answers.values()))
        self._patterns = sorted(self._templates(), key=lambda each: (-each[1], each[2]))

    @classmethod
    def of_digest(cls, path: Path = DIGEST) -> Self:
        """As our digest has it."""
        told = json.loads(path.read_bytes())
        routes = {
            name: Route(
                frozenset(each.get("asks", ())),
                schema(each["takes"]) if "takes" in each else None,
                {status: None if body is None else schema(body) for status, body in each["answers"].items()},
            )
            for name, each in told["routes"].items()
        }
        return cls(routes, {name: schema(each) for name, each in told["things"].items()})

    @classmethod
    def of_file(cls, path: Path = FILE) -> Self:
        """As Discord's own file has it."""
        told = json.loads(path.read_bytes())
        routes = {}
        for template, operations in told["paths"].items():
            for method, each in operations.items():
                if method != "parameters":
                    routes[f"{method.upper()} {template}"] = Route(
                        frozenset(one["name"] for one in each.get("parameters", [])),
                        _json_schema(each.get("requestBody", {})),
                        {status: _json_schema(answer) for status, answer in each["responses"].items()},
                    )
        return cls(routes, told["components"]["schemas"])

    def _templates(self) -> Iterable[tuple[re.Pattern[str], int, str]]:
        for path in {each.split(" ", 1)[1] for each in self.routes}:
            literal = sum(not part.startswith("{") for part in path.split("/"))
            yield re.compile("^" + re.sub(r"\\\{[^}]*\}", "[^/]+", re.escape(path)) + "$"), literal, path

    def template(self, path: str) -> str | None:
        """The description's template of a path below /api/v10."""
        return next((template for pattern, _, template in self._patterns if pattern.match(path)), None)

    def faults(self, body: Json, data: Any, where: str, *, request: bool = False) -> list[str]:
        """What is wrong with the data by this schema, beyond what is allowed there."""
        validator = self._validator(body, request=request)
        return [each for error in validator.iter_errors(data) for each in _words(error, where)]

    def accepts(self, body: Json, data: Any, *, request: bool) -> bool:
        """Whether the data is right by this schema, without any allowance."""
        return self._validator(body, request=request).is_valid(data)

    def thing_faults(self, name: str, data: Any, where: str) -> list[str]:
        """What is wrong with a thing of that name."""
        return self.faults({"$ref": REF + name}, data, where)

    def event_faults(self, name: str, data: Json, where: str) -> list[str]:
        """What is wrong with a gateway event of that name."""
        told = EVENTS.get(name)
        if told is None:
            return ["no such event is described"]
        if not isinstance(told, Thing):
            return self.faults(_closed(told), data, where)
        known = {each.removesuffix("?") for each in told.more}
        more = {key: each for key, each in data.items() if key in known}
        rest = {key: each for key, each in data.items() if key not in known}
        return [*self.faults(_closed({"keys": told.more}), more, where), *self.thing_faults(told.name, rest, where)]

    def _validator(self, body: Json, *, request: bool) -> jsonschema_rs.Draft202012Validator:
        key = json.dumps(body, sort_keys=True), request
        if key not in self._validators:
            whole = {**body, "components": {"schemas": self._requests if request else self.things}}
            self._validators[key] = jsonschema_rs.Draft202012Validator(whole)
        return self._validators[key]


def _closed(short: Any) -> Json:
    found = schema(short)
    _tighten(found)
    return found


def _json_schema(found: Json) -> Json | None:
    body: Json | None = found.get("content", {}).get("application/json", {}).get("schema")
    return body


def _words(error: Any, where: str) -> list[str]:
    branches = getattr(error.kind, "context", None)
    if branches:
        told = [[each for inner in branch for each in _words(inner, where)] for branch in branches]
        told = [each for each in told if not (len(each) == 1 and each[0].endswith('is not of type "null"'))] or told
        return min(told, key=lambda each: (len(each), -len("".join(each)) if each else 0))
    path = ".".join(str(each) for each in error.instance_path)
    unexpected = getattr(error.kind, "unexpected", None)
    messages = [f"{path}: '{each}' is not known" for each in unexpected] if unexpected else [f"{path}: {error.message}"]
    return [each for each in messages if not _is_allowed(where, each)]


def _is_allowed(where: str, what: str) -> bool:
    return any(re.search(each.where, where) and re.search(each.what, what) for each in ALLOWED)


@lru_cache(maxsize=1)
def digest() -> Description:
    """Our digest, read once."""
    return Description.of_digest()


@lru_cache(maxsize=1)
def original() -> Description | None:
    """Discord's own file, read once; None where it is not at hand."""
    return Description.of_file() if FILE.is_file() else None
