"""A scene as it is written: founding, orders in players' notation, what the book says must hold. README.md has the words."""

import re
import shlex
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from rules.values import Value

FOLDER: Final = Path(__file__).parent
BASE: Final = FOLDER / "frontier.toml"
CITED: Final = re.compile(r"CW-[\w.]+-[A-Z]?\w+")


class Statement(Value):
    """What must hold at a month's end, and the rules that say so."""

    rules: tuple[str, ...]
    words: tuple[str, ...]
    text: str


class Refusal(Value):
    """An order that a side may not give, and words of the sentence that says why."""

    rules: tuple[str, ...]
    side: str
    order: str
    because: str


class Month(Value):
    """A month of a scene: what the master changes first, each side's orders, fixed dice by the start of their keys."""

    master: tuple[str, ...]
    orders: Mapping[str, tuple[str, ...]]
    refused: tuple[Refusal, ...]
    dice: Mapping[str, int]
    then: tuple[Statement, ...]


class Scene(Value):
    """A scene. `founding` is laid over the common frontier; months beyond those written are quiet."""

    name: str
    chapters: tuple[str, ...]
    founding: Mapping[str, Any]
    months: tuple[Month, ...]

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that its statements cite, each once."""
        refused = [rule for month in self.months for part in month.refused for rule in part.rules]
        cited = [*refused, *(rule for month in self.months for part in month.then for rule in part.rules)]
        return tuple(dict.fromkeys(cited))


def scenes() -> Iterator[Scene]:
    """All scenes of the folder, file by file."""
    for path in sorted(FOLDER.glob("*.toml")):
        if path != BASE:
            data = tomllib.loads(path.read_text(encoding="utf-8"))
            for part in data["scene"]:
                yield _scene(data.get("founding", {}), part)


def _scene(shared: Mapping[str, Any], part: Mapping[str, Any]) -> Scene:
    assert set(part) <= {"name", "chapters", "founding", "month"}, part["name"]
    months = tuple(_month(month) for month in part["month"])
    return Scene(part["name"], tuple(part["chapters"]), laid_over(shared, part.get("founding", {})), months)


def _month(part: Mapping[str, Any]) -> Month:
    orders = {key: tuple(lines) for key, lines in part.items() if isinstance(lines, list)}
    master, then, refused = (orders.pop(key, ()) for key in ("master", "then", "refused"))
    dice = dict(part.get("dice", {}))
    assert set(part) <= {*orders, "master", "then", "refused", "dice"}, part
    return Month(master, orders, tuple(map(_refusal, refused)), dice, tuple(map(_statement, then)))


def _statement(line: str) -> Statement:
    cited, _, rest = line.partition(": ")
    return Statement(_rules(cited, line), tuple(shlex.split(rest)), line)


def _refusal(line: str) -> Refusal:
    cited, side, rest = line.split(": ", 2)
    order, _, because = rest.partition(" | ")
    assert because, line
    return Refusal(_rules(cited, line), side, order, because)


def _rules(cited: str, line: str) -> tuple[str, ...]:
    found = tuple(cited.split())
    assert found, line
    assert all(CITED.fullmatch(rule) for rule in found), line
    return found


def laid_over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """One table over another: tables are merged, all lists are put end to end, anything else is replaced."""
    merged = dict(below)
    for key, value in above.items():
        before = merged.get(key)
        if isinstance(value, dict) and isinstance(before, dict):
            merged[key] = laid_over(before, value)
        elif isinstance(value, list) and isinstance(before, list):
            merged[key] = [*before, *value]
        else:
            merged[key] = value
    return merged


def sided(data: Mapping[str, Any], sides: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """A scenario: each side has the common designs, and what tables by sides' ids lay over it."""
    common: dict[str, Any] = {"design": data["design"]}
    each: Iterable[Mapping[str, Any]] = data["side"]
    whole = [laid_over(laid_over(common, side), sides.get(side["id"], {})) for side in each]
    return {key: part for key, part in data.items() if key != "design"} | {"side": whole}
