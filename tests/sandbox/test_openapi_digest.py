"""Our digest of Discord's OpenAPI file: complete, without the file's words, and as strict as the file itself."""

import copy
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from sandbox.interactions import Exchange
from tests.discord_kit import running_bot, running_sandbox
from tests.openapi import Judge
from tests.openapi_description import Description, Json, Route, digest, needs_file
from tests.openapi_digest import DIGEST, FILE, make, schema
from tests.sandbox.day_at_work import talk, work
from tests.sandbox.small_bot import make_bot

MESSAGES = "POST /channels/{channel_id}/messages"
COMMANDS = "PUT /applications/{application_id}/commands"
CALLBACK = "POST /interactions/{interaction_id}/{interaction_token}/callback"
EDIT = "PATCH /channels/{channel_id}"
THREADS = "POST /channels/{channel_id}/threads"
ROW = {"type": 1, "components": [{"type": 2, "style": 1, "label": "x", "custom_id": "y"}]}
COMMAND = {"name": "move", "description": "Moves", "options": [{"type": 3, "name": "to", "description": "Where"}]}


def _changed(body: Json, **changes: Any) -> Json:
    return {**body, **changes}


GOOD = {
    MESSAGES: {"content": "x", "components": [ROW], "embeds": [{"title": "y"}], "flags": 4096},
    COMMANDS: [COMMAND],
    CALLBACK: {"type": 4, "data": {"content": "x", "flags": 64}},
    EDIT: {"archived": True, "auto_archive_duration": 10080},
    THREADS: {"name": "Orders", "type": 12, "invitable": False},
}
BAD: tuple[tuple[str, str, Any], ...] = (
    ("a misspelt key", MESSAGES, {"contnet": "x"}),
    ("content that is a number", MESSAGES, {"content": 5}),
    ("content beyond what a bot may ever send", MESSAGES, {"content": "x" * 4001}),
    ("eleven embeds", MESSAGES, {"embeds": [{"title": "x"}] * 11}),
    ("a title of 257", MESSAGES, {"embeds": [{"title": "x" * 257}]}),
    ("26 fields", MESSAGES, {"embeds": [{"fields": [{"name": "a", "value": "b"}] * 26}]}),
    ("six buttons in a row", MESSAGES, {"components": [_changed(ROW, components=ROW["components"] * 6)]}),  # type: ignore[operator]
    ("a component that is none", MESSAGES, {"components": [{"type": 99}]}),
    ("a custom id of 101", MESSAGES, {"components": [{"type": 1, "components": [
        {"type": 2, "style": 1, "label": "x", "custom_id": "y" * 101}]}]}),
    ("a name of 33", COMMANDS, [_changed(COMMAND, name="x" * 33)]),
    ("no name", COMMANDS, [{"description": "Moves"}]),
    ("a description of 101", COMMANDS, [_changed(COMMAND, description="x" * 101)]),
    ("an option of kind 12", COMMANDS, [_changed(COMMAND, options=[{"type": 12, "name": "to", "description": "x"}])]),
    ("26 options", COMMANDS, [_changed(COMMAND, options=COMMAND["options"] * 26)]),  # type: ignore[operator]
    ("an answer of kind 3", CALLBACK, {"type": 3}),
    ("26 suggestions", CALLBACK, {"type": 8, "data": {"choices": [{"name": "x", "value": "x"}] * 26}}),
    ("a form without a title", CALLBACK, {"type": 9, "data": {"custom_id": "x", "components": []}}),
    ("an archive time of 17 minutes", EDIT, {"auto_archive_duration": 17}),
    ("archived that is a text", EDIT, {"archived": "yes"}),
    ("a thread's name of 101", THREADS, {"name": "x" * 101, "type": 12}),
    ("a thread without a name", THREADS, {"type": 12}),
)  # fmt: skip


@pytest.mark.parametrize("route", GOOD)
def test_good_requests_pass(route: str) -> None:
    takes = digest().routes[route].takes
    assert takes is not None
    assert digest().faults(takes, GOOD[route], f"{route} request", request=True) == []


@pytest.mark.parametrize(("what", "route", "body"), BAD, ids=[each[0] for each in BAD])
def test_bad_requests_are_noticed(what: str, route: str, body: Any) -> None:
    takes = digest().routes[route].takes
    assert takes is not None
    assert digest().faults(takes, body, f"{route} request", request=True), what


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for each in value:
            yield from _texts(each)
        if isinstance(value, dict):
            yield from _texts(list(value.values()))


def test_the_digest_is_small_and_bears_no_sentences() -> None:
    assert DIGEST.stat().st_size < 120_000
    route = re.compile(r"(GET|PUT|POST|PATCH|DELETE) /\S+")
    size = re.compile(r"[a-z|]+( -?[\d.]*\.\.[\d.]*)?( like \S+)?")
    for each in _texts(json.loads(DIGEST.read_bytes())):
        assert each == "one of" or " " not in each or route.fullmatch(each) or size.fullmatch(each), each


def test_everything_that_is_named_is_there() -> None:
    told = json.loads(DIGEST.read_bytes())
    named = {each[1:] for each in _texts(told) if re.fullmatch(r"@[A-Z]\w+", each)}
    assert named <= set(told["things"])
    assert len(told["routes"]) >= 55


def test_sizes_patterns_and_unions_come_back_as_a_schema() -> None:
    assert schema("text|null 1..32") == {"type": ["string", "null"], "minLength": 1, "maxLength": 32}
    assert schema("int ..5") == {"type": "integer", "maximum": 5}
    assert schema("text like ^a b$") == {"type": "string", "pattern": "^a b$"}
    assert schema(["null", "@X"]) == {"anyOf": [{"type": "null"}, {"$ref": "#/components/schemas/X"}]}
    assert schema({"list": "flag", "size": "1..2", "or": "null", "unique": True}) == {
        "type": ["array", "null"], "items": {"type": "boolean"}, "minItems": 1, "maxItems": 2, "uniqueItems": True,
    }  # fmt: skip
    assert schema({"keys": {"a": "int", "b?": {"map": "anything"}}}) == {
        "type": "object",
        "properties": {"a": {"type": "integer"}, "b": {"type": "object", "additionalProperties": {}}},
        "required": ["a"],
    }


def test_what_the_digest_cannot_say_is_not_left_out_silently() -> None:
    spec: Json = {"components": {"schemas": {"A": {"type": "integer", "multipleOf": 3}}}}
    answer = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/A"}}}}
    spec["paths"] = {"/gateway": {"get": {"responses": {"200": answer}}}}
    with pytest.raises(ValueError, match="multipleOf"):
        make(spec)


# a day's traffic, spoilt in every way


async def _day() -> list[Exchange]:
    async with running_sandbox() as sandbox:
        found: list[Exchange] = []
        sandbox.core.observers.append(lambda each: found.append(copy.deepcopy(each)))
        async with running_bot(make_bot(), sandbox) as bot:
            await talk(sandbox)
            await work(bot, sandbox)
    return found


def _spoilt(value: Any) -> Iterator[tuple[str, Any]]:
    """The value with one thing in it changed, and where: each key lost or renamed, each scalar of another kind or size."""
    if isinstance(value, dict):
        for key in value:
            rest = {name: each for name, each in value.items() if name != key}
            yield f"{key} lost", rest
            yield f"{key} renamed", {**rest, f"{key}x": value[key]}
            for where, each in _spoilt(value[key]):
                yield f"{key}.{where}", {**value, key: each}
    elif isinstance(value, list):
        for index, inside in enumerate(value):
            for where, each in _spoilt(inside):
                yield where, [*value[:index], each, *value[index + 1 :]]
        yield "long list", value * 200 if value else [None]
    else:
        others: tuple[Any, ...] = (None, "", "x" * 5000, -1, 3, 1.5, 10**18, True, [], {"x": 1})
        for other in others:
            yield f"{other!r:.9}", other


def _schemas(route: Route, found: Exchange) -> Iterator[tuple[Json, Any, bool]]:
    if found.body is not None and route.takes is not None and found.status < 400:
        yield route.takes, found.body, True
    answer = route.answers.get(str(found.status))
    if answer is not None:
        yield answer, found.answer, False


async def test_every_key_of_a_days_answers_is_looked_at() -> None:
    seen: set[tuple[str, str]] = set()
    missed: set[str] = set()
    for found in await _day():
        where = f"{found.method} {found.template}"
        if found.status >= 400 or found.answer is None:
            continue
        for change, answer in _spoilt(found.answer):
            if not change.endswith("renamed") or (where, change) in seen:
                continue
            seen.add((where, change))
            judge = Judge(digest())
            judge.exchange(replace(found, answer=answer))
            if not judge.problems:
                missed.add(change)
    assert len(seen) > 700
    by_what = {"resource" if each.startswith("resource") else each.rsplit(".", 2)[-2] for each in missed}
    assert by_what <= {"resource", "authorizing_integration_owners"}, (
        "what ALLOWED says, and a map, whose keys are free"
    )


@needs_file()
def test_the_digest_is_made_from_the_file_at_hand() -> None:
    assert DIGEST.read_text(encoding="utf-8") == make(json.loads(FILE.read_bytes())), (
        "make it anew: python -m tests.openapi_digest"
    )


@needs_file()
async def test_digest_and_file_judge_a_days_spoilt_traffic_alike() -> None:
    ours, theirs = Description.of_digest(), Description.of_file()
    seen: set[tuple[str, bool, str]] = set()
    refused = 0
    for found in await _day():
        name = f"{found.method} {ours.template(found.path.removeprefix('/api/v10'))}"
        pairs = zip(_schemas(ours.routes[name], found), _schemas(theirs.routes[name], found), strict=True)
        for (one, data, request), (other, _, _) in pairs:
            for change, spoilt in _spoilt(data):
                if (name, request, change) in seen:
                    continue
                seen.add((name, request, change))
                verdict = ours.accepts(one, spoilt, request=request)
                assert verdict == theirs.accepts(other, spoilt, request=request), (name, request, change)
                refused += not verdict
    assert len(seen) > 5000
    assert refused > len(seen) * 0.7
