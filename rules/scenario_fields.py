"""Reading a scenario's parsed TOML with a clear sentence for everything that is wrong in it."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final, TypeVar

from rules.values import GameError, quoted

T = TypeVar("T")
W = TypeVar("W", bound=str)
_COLOUR: Final = re.compile(r"#[0-9a-fA-F]{6}")
_SLUG: Final = re.compile(r"[a-z][a-z0-9_-]{0,19}")


class Fields:
    """One table of a scenario. Every getter takes its field away; `done` refuses what nobody asked for."""

    def __init__(self, data: object, where: str) -> None:
        if not isinstance(data, Mapping):
            raise GameError(f"In the scenario, {where} must be a table of fields.")
        self._left: dict[str, Any] = dict(data)
        self.where = where

    def wrong(self, name: str, needs: str) -> GameError:
        """What to raise for a field that is not as it must be."""
        return GameError(f"In the scenario, {quoted(name)} of {self.where} must be {needs}.")

    def has(self, name: str) -> bool:
        """Whether the field is there and not yet taken."""
        return name in self._left

    def text(self, name: str, default: str | None = None) -> str:
        """A text; without a default it must be there and not be empty."""
        value = self._left.pop(name, default)
        if not isinstance(value, str) or (default is None and not value.strip()):
            raise self.wrong(name, "a text")
        return value.strip()

    def slug(self, name: str) -> str:
        """A short lower-case id."""
        value = self.text(name)
        if not _SLUG.fullmatch(value):
            raise self.wrong(name, "a short lower-case word like humans")
        return value

    def choice(self, name: str, choices: tuple[W, ...], default: W) -> W:
        """One of a few words."""
        value = self.text(name, default)
        for word in choices:
            if word == value:
                return word
        raise self.wrong(name, "one of " + ", ".join(choices))

    def yes(self, name: str, *, usual: bool = False) -> bool:
        """Yes or no, as words."""
        return self.choice(name, ("yes", "no"), "yes" if usual else "no") == "yes"

    def number(self, name: str, default: int | None = None, low: int = 0, high: int = 1_000_000) -> int:
        """A whole number within bounds."""
        value = self._left.pop(name, default)
        if type(value) is not int or not low <= value <= high:
            raise self.wrong(name, f"a whole number from {low} to {high}")
        return value

    def flag(self, name: str, *, default: bool = False) -> bool:
        """Yes or no."""
        value = self._left.pop(name, default)
        if type(value) is not bool:
            raise self.wrong(name, "true or false")
        return value

    def written(self, name: str, default: str = "0") -> str:
        """A text, or a whole number as text."""
        value = self._left.pop(name, default)
        if type(value) not in {int, str}:
            raise self.wrong(name, "a number or a text")
        return str(value)

    def fraction(self, name: str, default: str = "0") -> Fraction:
        """An exact number, written 3 or "7/2"."""
        value = self._left.pop(name, default)
        if type(value) is int or (isinstance(value, str) and re.fullmatch(r"\d{1,4}(/[1-9]\d{0,3})?", value)):
            return Fraction(value)
        raise self.wrong(name, 'a number like 3 or "7/2"')

    def colour(self, name: str) -> int:
        """A colour written "#3fa9f5"."""
        value = self.text(name)
        if not _COLOUR.fullmatch(value):
            raise self.wrong(name, 'a colour like "#3fa9f5"')
        return int(value[1:], 16)

    def texts(self, name: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
        """A list of texts."""
        value = self._left.pop(name, list(default))
        if not isinstance(value, list) or any(not isinstance(item, str) for item in value):
            raise self.wrong(name, "a list of texts")
        return tuple(value)

    def counts(self, name: str) -> dict[str, int]:
        """A table of numbers from 0 up by name."""
        value = self._left.pop(name, {})
        if not isinstance(value, Mapping) or any(type(n) is not int or n < 0 for n in value.values()):
            raise self.wrong(name, "a table of whole numbers")
        return dict(value)

    def words(self, name: str) -> dict[str, str]:
        """A table of texts by name."""
        value = self._left.pop(name, {})
        if not isinstance(value, Mapping) or any(not isinstance(v, str) for v in value.values()):
            raise self.wrong(name, "a table of texts")
        return dict(value)

    def part(self, name: str) -> "Fields":
        """A table inside this one, empty if it is not there."""
        return Fields(self._left.pop(name, {}), f"{name} of {self.where}")

    def parts(self, name: str) -> tuple["Fields", ...]:
        """A list of tables inside this one."""
        value = self._left.pop(name, [])
        if not isinstance(value, list):
            raise self.wrong(name, "a list of tables")
        return tuple(Fields(item, f"{name} {n} of {self.where}") for n, item in enumerate(value, 1))

    def read_as(self, made: T) -> T:
        """What was made of the table, once nothing else is left in it."""
        self.done()
        return made

    def done(self) -> None:
        """Refuse fields that nobody took."""
        if self._left:
            raise GameError(f"In the scenario, {self.where} has a field {quoted(min(self._left))} that means nothing.")
