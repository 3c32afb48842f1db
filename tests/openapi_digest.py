"""A digest of Discord's OpenAPI file: what it says of the sandbox's routes, in a short form of our own.

`discord_facts.json` holds, for each route the sandbox serves, the query's keys, what a request takes and what each
status answers, and below them every thing these name. A type is written as

- a text: "text 1..32", "int 0..", "number", "flag", "null", "anything", "text|null ..2000", "text like ^[0-9]+$", or "@Name";
- a list: a union of what stands in it;
- {"one of": [..]}: these values and no other;
- {"list": type, "size": "1..5", "unique": true, "or": "null"}, {"map": type, "size": "..34", "or": "null"};
- {"keys": {"name": type, "topic?": type}, "or": "null"}: an object, "?" after a key that may be absent;
- {"all": [..]}: everything in it at once.

No words of the file are kept, nor what no route of ours can meet. `python -m tests.openapi_digest` makes it anew."""

import json
import os
import re
import sys
from pathlib import Path
from typing import Any, Final

from sandbox.rest import ROUTES

Json = dict[str, Any]
DIGEST: Final = Path(__file__).with_name("discord_facts.json")
FILE: Final = Path(
    os.environ.get("DISCORD_OPENAPI", Path(__file__).resolve().parents[2] / "shared" / "discord" / "openapi.json")
)
PUBLISHED: Final = "github.com/discord/discord-api-spec, specs/openapi.json"
REF: Final = "#/components/schemas/"
EVENTS_BEAR: Final = (
    "RatelimitedResponse", "ErrorResponse", "MessageResponse", "PrivateChannelResponse", "ThreadResponse", "GuildChannelResponse",
    "GuildResponse", "GuildMemberResponse", "ThreadMemberResponse", "GuildRoleResponse", "UserPIIResponse", "UserResponse",
    "MessageAttachmentResponse",
)  # fmt: skip
"""Things that errors and gateway events bear, so that they are kept whether a route names them or not."""
_SAID_ELSEWHERE: Final = {"description", "title", "format", "default", "contentEncoding", "x-discord-union"}
"""Keys of a schema that no validator looks at (formats are not checked, in the file as in the digest)."""
_TYPES: Final = {"string": "text", "integer": "int", "number": "number", "boolean": "flag", "null": "null"}
_SIZES: Final = {"text": ("minLength", "maxLength"), "int": ("minimum", "maximum"), "number": ("minimum", "maximum")}


def served(path: str, method: str) -> bool:
    """Whether one of the sandbox's routes answers this operation of the file."""
    return any(each.method == method and _meets(each.template, path) for each in ROUTES)


def _meets(ours: str, theirs: str) -> bool:
    mine, other = ours.split("/"), theirs.split("/")
    return len(mine) == len(other) and all(_part_meets(one, two) for one, two in zip(mine, other, strict=True))


def _part_meets(ours: str, theirs: str) -> bool:
    if not ours.startswith("{"):
        return ours == theirs
    _, _, listed = ours.strip("{}").partition(":")
    if listed:
        return theirs in listed.split("|")
    return theirs.startswith(("{", "@"))


# from the file to the digest


class _Maker:
    """Shortens schemas, and gathers every thing they name."""

    def __init__(self, schemas: Json) -> None:
        self.schemas = schemas
        self.things: dict[str, Any] = {}

    def thing(self, name: str) -> str:
        """The short form of a reference; what it names is kept, too."""
        if name not in self.things:
            self.things[name] = None  # it may name itself
            self.things[name] = self.short(self.schemas[name])
        return f"@{name}"

    def short(self, schema: Json) -> Any:
        """A schema in the digest's form. ValueError where the form has no way to say it."""
        left = {key: value for key, value in schema.items() if key not in _SAID_ELSEWHERE}
        if "$ref" in left:
            found: Any = self.thing(left.pop("$ref").removeprefix(REF))
        elif values := self._values(left):
            found = {"one of": values}
        elif "oneOf" in left or "anyOf" in left:
            found = [self.short(each) for each in left.pop("oneOf", None) or left.pop("anyOf")]
        elif "allOf" in left:
            left.pop("type", None)
            found = {"all": [self.short(each) for each in left.pop("allOf")]}
        else:
            found = self._plain(left)
        if left:
            raise ValueError(f"the digest has no form for {sorted(left)} in {json.dumps(schema)[:200]}")
        return found

    def _values(self, left: Json) -> list[Any] | None:
        """The values of an enumeration, however it is written; None if this is none. Takes its keys out of `left`."""
        if "const" in left:
            left.pop("type", None)
            return [left.pop("const")]
        if "enum" in left and all(set(left["enum"]) <= self._listed(each) for each in left.get("allOf", [])):
            left.pop("allOf", None)
            left.pop("type", None)
            return list(left.pop("enum"))
        branches = left.get("oneOf") or []
        if branches and all("const" in each for each in branches):
            left.pop("oneOf")
            left.pop("type", None)
            return [each["const"] for each in branches]
        return None

    def _listed(self, schema: Json) -> set[Any]:
        name = schema.get("$ref", "").removeprefix(REF)
        return {each.get("const") for each in self.schemas.get(name, {}).get("oneOf", [])}

    def _plain(self, left: Json) -> Any:
        kinds = left.pop("type", "anything")
        kinds = [kinds] if isinstance(kinds, str) else list(kinds)
        found: Json = {}
        if "array" in kinds:
            found["list"] = self.short(left.pop("items"))
            size = _range(left.pop("minItems", None), left.pop("maxItems", None))
            if left.pop("uniqueItems", False):
                found["unique"] = True
            rest = [each for each in kinds if each != "array"]
        elif "object" in kinds:
            more = left.pop("additionalProperties", None)
            if "properties" in left:
                if more:
                    raise ValueError("the digest has no form for an object of known and unknown keys")
                required = left.pop("required", [])
                keys = left.pop("properties")
                found["keys"] = {name + "?" * (name not in required): self.short(each) for name, each in keys.items()}
            else:
                found["map"] = "anything" if more in (None, True) else self.short(more)
            size = _range(left.pop("minProperties", None), left.pop("maxProperties", None))
            rest = [each for each in kinds if each != "object"]
        else:
            return self._simple(kinds, left)
        if size:
            found["size"] = size
        if rest:
            found["or"] = "|".join(_TYPES[each] for each in rest)
        return found

    @staticmethod
    def _simple(kinds: list[str], left: Json) -> str:
        names = [_TYPES.get(each, each) for each in kinds]
        words = ["|".join(names)]
        for name in names:
            least, most = _SIZES.get(name, ("", ""))
            if least in left or most in left:
                words.append(_range(left.pop(least, None), left.pop(most, None)))
        if "pattern" in left:
            words += ["like", left.pop("pattern")]
        return " ".join(words)


def _range(least: float | None, most: float | None) -> str:
    return "" if least is None and most is None else f"{'' if least is None else least}..{'' if most is None else most}"


def make(spec: Json) -> str:
    """The digest of an OpenAPI file's JSON, one route and one thing a line."""
    maker = _Maker(spec["components"]["schemas"])
    routes = {}
    for path, operations in spec["paths"].items():
        shared = operations.get("parameters", [])
        for method, operation in operations.items():
            if method != "parameters" and served(path, method.upper()):
                routes[f"{method.upper()} {path}"] = _route(maker, operation, shared)
    for name in EVENTS_BEAR:
        maker.thing(name)
    parts = (("routes", dict(sorted(routes.items()))), ("things", dict(sorted(maker.things.items()))))
    told = [f'"{part}": {{\n' + ",\n".join(_line(*each) for each in held.items()) + "\n}" for part, held in parts]
    return "{\n" + ",\n".join(told) + "\n}\n"


def _line(name: str, value: Any) -> str:
    return f"{json.dumps(name)}: {json.dumps(value, separators=(',', ':'))}"


def _route(maker: _Maker, operation: Json, shared: list[Json]) -> Json:
    asked = sorted(each["name"] for each in [*shared, *operation.get("parameters", [])] if each.get("in") == "query")
    found: Json = {"asks": asked} if asked else {}
    body = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if body is not None:
        found["takes"] = maker.short(body["schema"])
    found["answers"] = {
        status: maker.short(answer["content"]["application/json"]["schema"]) if "content" in answer else None
        for status, answer in operation["responses"].items()
        if status.isdecimal() and int(status) < 400
    }
    return found


# from the digest to a schema that a validator takes


def schema(short: Any) -> Json:
    """The JSON schema of a type written in the digest's form."""
    if isinstance(short, str):
        return {"$ref": REF + short[1:]} if short.startswith("@") else _simple_schema(short)
    if isinstance(short, list):
        return {"anyOf": [schema(each) for each in short]}
    if "one of" in short:
        return {"enum": short["one of"]}
    if "all" in short:
        return {"allOf": [schema(each) for each in short["all"]]}
    found: Json = {"type": "array" if "list" in short else "object"}
    if "or" in short:
        named = {ours: theirs for theirs, ours in _TYPES.items()}
        found["type"] = [found["type"], *(named[each] for each in short["or"].split("|"))]
    least, most = ("minItems", "maxItems") if "list" in short else ("minProperties", "maxProperties")
    found |= _limits(short.get("size", ""), least, most)
    if "list" in short:
        found["items"] = schema(short["list"])
        if short.get("unique"):
            found["uniqueItems"] = True
    elif "map" in short:
        found["additionalProperties"] = schema(short["map"])
    else:
        found["properties"] = {key.removesuffix("?"): schema(each) for key, each in short["keys"].items()}
        found["required"] = [key for key in short["keys"] if not key.endswith("?")]
    return found


def _simple_schema(short: str) -> Json:
    words, _, pattern = short.partition(" like ")
    kinds, _, size = words.partition(" ")
    if kinds == "anything":
        return {}
    names = kinds.split("|")
    named = {ours: theirs for theirs, ours in _TYPES.items()}
    found: Json = {"type": [named[each] for each in names] if len(names) > 1 else named[kinds]}
    least, most = next((_SIZES[each] for each in names if each in _SIZES), ("", ""))
    found |= _limits(size, least, most)
    if pattern:
        found["pattern"] = pattern
    return found


def _limits(size: str, least: str, most: str) -> Json:
    given = re.fullmatch(r"(.*?)\.\.(.*)", size)
    found = {} if given is None else {least: given[1], most: given[2]}
    return {key: json.loads(value) for key, value in found.items() if value}


def main() -> int:
    """Writes the digest anew; 2 where the file is not at hand."""
    if not FILE.is_file():
        sys.stderr.write(
            f"There is no {FILE}. Discord publishes it at {PUBLISHED}; DISCORD_OPENAPI says where yours is.\n"
        )
        return 2
    DIGEST.write_text(make(json.loads(FILE.read_bytes())), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
