"""One table of a TOML file, read key by key; what is wrong in it is told with its line, its key and what would be right."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sandbox.permission_names import nearest

T = TypeVar("T")
_HEADER = re.compile(r"^\s*(\[\[?)\s*([\w.\-]+)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"^\s*([\w\-]+)\s*=")
_COLOR = re.compile(r"#[0-9a-fA-F]{6}")
Place = tuple[str | int, ...]


class WorldFileError(Exception):
    """The file cannot be used; the sentence says where, what is wrong, and what would be right."""


def lines_of(text: str) -> dict[Place, int]:
    """The line of every table's head and every key, by its path: ("server", 0, "channel", 2, "topic")."""
    found: dict[Place, int] = {}
    counts: dict[Place, int] = {}
    at: Place = ()
    for number, line in enumerate(text.splitlines(), 1):
        if head := _HEADER.match(line):
            at = ()
            *above, last = head[2].split(".")
            for name in above:
                at = (*at, name)
                if at in counts:
                    at = (*at, counts[at] - 1)
            at = (*at, last)
            if head[1] == "[[":
                counts[at] = counts.get(at, 0) + 1
                at = (*at, counts[at] - 1)
                for deeper in [each for each in counts if each[: len(at)] == at]:
                    del counts[deeper]
            found[at] = number
        elif key := _KEY.match(line):
            found.setdefault((*at, key[1]), number)
    return found


@dataclass
class TomlTable:
    """A table and where it stands. `called` is how a sentence names it; keys that nobody asked for are refused by `done`."""

    data: dict[str, Any]
    lines: dict[Place, int]
    place: Place = ()
    called: str = "the file"
    asked: list[str] = field(default_factory=list)

    def wrong(self, key: str | None, sentence: str) -> WorldFileError:
        """What is wrong, with the line of the key, or of the nearest table above it."""
        at: Place = self.place if key is None else (*self.place, key)
        while at and at not in self.lines:
            at = at[:-1]
        line = f"line {self.lines[at]}, " if at in self.lines else ""
        named = self.called if key is None else f"{self.called}, {key}"
        return WorldFileError(f"{line}{named}: {sentence}")

    def get(self, key: str, kind: type[T], default: T, what: str) -> T:
        """The value of a key, or the default where it is absent; `what` says what it must be."""
        self.asked.append(key)
        value = self.data.get(key, default)
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.wrong(key, f"must be {what}, not {shown(value)}.")
        return value

    def text(self, key: str, default: str | None, longest: int) -> str:
        """A text of 1 to `longest` characters; required where there is no default."""
        if default is None and key not in self.data:
            self.asked.append(key)
            raise self.wrong(None, f'{key} is missing; write {key} = "…".')
        found = self.get(key, str, default or "", f"a text of 1 to {longest} characters")
        if key in self.data and not 1 <= len(found.strip()) <= longest:
            raise self.wrong(key, f"must be a text of 1 to {longest} characters, not {shown(found)}.")
        return found.strip()

    def flag(self, key: str, *, default: bool) -> bool:
        """True or false."""
        return self.get(key, bool, default, "true or false")

    def color(self, key: str, default: int) -> int:
        """A colour as "#rrggbb"."""
        text = self.get(key, str, f"#{default:06x}", 'a colour like "#4a90e2"')
        if not _COLOR.fullmatch(text):
            raise self.wrong(key, f'must be a colour like "#4a90e2", not {shown(text)}.')
        return int(text[1:], 16)

    def one_of(self, key: str, default: str, known: list[str]) -> str:
        """One of a few words."""
        found = self.get(key, str, default, f"one of {', '.join(known)}")
        if found not in known:
            raise self.wrong(key, f"{shown(found)} is none of {', '.join(known)}.{nearest(found, known)}")
        return found

    def words(self, key: str, default: list[str], known: list[str], what: str) -> list[str]:
        """A list of names, each out of `known`; `what` names one of them ("permission")."""
        found = self.get(key, list, default, f"a list of names, each a {what}")
        for each in found:
            if each not in known:
                near = nearest(each, known) if isinstance(each, str) else ""
                there = f" There are: {', '.join(known)}." if not near and len(known) <= 12 else ""
                raise self.wrong(key, f"{shown(each)} is not a {what}.{near}{there}")
        return found

    def tables(self, key: str, called: Callable[[int, dict[str, Any]], str]) -> Iterator["TomlTable"]:
        """The tables of an array; `called` names the one at an index."""
        self.asked.append(key)
        found = self.data.get(key, [])
        path = ".".join(str(each) for each in (*self.place, key) if isinstance(each, str))
        if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
            raise self.wrong(key, f"must be tables, each under a line [[{path}]].")
        for index, data in enumerate(found):
            yield TomlTable(data, self.lines, (*self.place, key, index), called(index, data))

    def table(self, key: str, called: str) -> "TomlTable":
        """A table of its own; an empty one where there is none."""
        found = self.get(key, dict, {}, f"a table under a line [{key}]")
        return TomlTable(found, self.lines, (*self.place, key), called)

    def done(self) -> None:
        """Refuses every key that was not asked for."""
        for key in self.data:
            if key not in self.asked:
                known = ", ".join(self.asked)
                raise self.wrong(key, f"there is no such key here.{nearest(key, self.asked)} Known are: {known}.")


def shown(value: object) -> str:
    """A value as a sentence shows it."""
    text = f'"{value}"' if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else str(value)
    return text if len(text) <= 60 else text[:59] + "…"
