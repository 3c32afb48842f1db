"""What all rules are made of: frozen values, what events tell of their dice and causes, and how a player is told no.

A value is a frozen record of named fields, which is compared by what it holds and saved field by field.
A saved value leaves out fields that have their defaults. msgspec leaves a field out if it holds the very object that is its
default. So that equal values are always equal bytes, this is only done for defaults of which Python has a single object; every
other default is made anew for each value, and is written. An empty `dict` is left out as well."""

from collections.abc import Iterable, Mapping
from itertools import repeat
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeVar, dataclass_transform

from msgspec import NODEFAULT, Struct, StructMeta, field
from msgspec.structs import asdict, fields

if TYPE_CHECKING:
    from dataclasses import replace as changed  # so that the names and types of the fields are checked
else:
    from msgspec.structs import replace as changed

__all__ = ["asdict", "changed", "field", "fields"]  # msgspec's own, passed on

V = TypeVar("V", bound="Value")
SMALLEST_KEPT: Final = -5
GREATEST_KEPT: Final = 256
"""Python keeps one object for each whole number between these."""
_FIELD: Final = type(field())


class ValueMeta(StructMeta):
    """Makes classes of values; see the module."""

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **config: Any) -> type:
        """The class, with a default that is not left out made anew for each value."""
        for key in namespace.get("__annotations__", ()):
            default = namespace.get(key, NODEFAULT)
            if default is not NODEFAULT and not isinstance(default, _FIELD) and not _is_single(default):
                namespace[key] = field(default_factory=repeat(default).__next__)
        return super().__new__(mcs, name, bases, namespace, **config)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Value(Struct, frozen=True, omit_defaults=True, metaclass=ValueMeta):
    """What every value is made of. A class with fields of its own inherits from it, as from a frozen dataclass with slots."""


def changed_by_name(value: V, changes: Mapping[str, object]) -> V:
    """As `changed`, for fields whose names are only known when it is done: nobody checks those."""
    return changed(value, **changes)


def _is_single(default: object) -> bool:
    """Whether whatever equals a default is the same object."""
    if type(default) is int:
        return SMALLEST_KEPT <= default <= GREATEST_KEPT
    return default is None or isinstance(default, bool) or (type(default) in (str, tuple) and not default)


class Roll(Value):
    """`faces` of dice with `sides` sides (1 to sides each), rolled for what `key` names."""

    key: str
    sides: int
    faces: tuple[int, ...]

    @property
    def total(self) -> int:
        """The sum of the faces; for a single die, what it shows."""
        return sum(self.faces)


class Modifier(Value):
    """One reason in a sum, as players read it: `Modifier(8, "200 CPs so far")`."""

    value: int
    reason: str


class Cause(Value):
    """Why an event happened: ledger rule, the order that led to it, modifiers in order, dice used.

    `order` is the order's id on its sheet ("" when no order led to it). `override` holds the game master's reason
    when a result was their word and not the dice's.
    """

    rule: str
    order: str = ""
    modifiers: tuple[Modifier, ...] = ()
    rolls: tuple[Roll, ...] = ()
    override: str = ""


EVERYONE = "*"
"""In `seen_by`: every side of the game may see this. As the side of a view: somebody who looks on and sees what all see.

The game master sees all events, always.
"""


class SeenEvent(Protocol):
    """An event of any game, as far as who may see it goes."""

    @property
    def seen_by(self) -> tuple[str, ...]: ...


SeenT = TypeVar("SeenT", bound=SeenEvent)


def seen_events(events: Iterable[SeenT], side: str | None) -> tuple[SeenT, ...]:
    """The events a side is told of, in order; all of them for the game master (None)."""
    return tuple(event for event in events if side is None or EVERYONE in event.seen_by or side in event.seen_by)


S = TypeVar("S")
E = TypeVar("E")


class Adjudication(Value, Generic[S, E]):
    """The state after a turn (or an amendment) and what happened on the way, in order."""

    state: S
    events: tuple[E, ...]


class Flag(Value):
    """A side as everybody may know it: name and colour on the map."""

    id: str
    name: str
    colour: int


LONGEST_QUOTE: Final = 40
MOST_NAMED: Final = 8


class Meant(Value):
    """A word that names nothing, and what its writer may have meant: `lead` says so, `names` are all that they may be
    told of, `there` is how the list of them begins, and `tail` is what else to say.

    The error's own text lists the first names in their usual order, the same on every machine; whoever shows it to a
    person puts the nearest first (umpire/services/nearest.py).
    """

    lead: str
    word: str
    there: str
    names: tuple[str, ...]
    tail: str = ""


class GameError(Exception):
    """What the player did cannot be done; the text says why, `rule` is the ledger id it rests on, if any, and `meant` what
    a word that names nothing may have meant."""

    def __init__(self, message: str, *, rule: str | None = None, meant: Meant | None = None) -> None:
        super().__init__(message)
        self.rule = rule
        self.meant = meant


class NotationError(GameError):
    """The text cannot be read: it is written wrong."""


class AmbiguousOrderError(GameError):
    """The text can be read in more than one way."""


class IllegalOrderError(GameError):
    """The order can be read and the rules forbid it; give `rule`."""


class WrongPhaseError(GameError):
    """The game is not at the point where this can be done."""


class NotYoursError(GameError):
    """The thing belongs to another side, or to nobody this player knows of."""


def none_such(what: str, text: str, known: Iterable[str], rule: str | None = None) -> GameError:
    """What to raise for a word that names none of those there are; it lists them."""
    return unknown(GameError, f"There is no {what} {quoted(text)}.", text, "There are", known, rule=rule)


Refusal = TypeVar("Refusal", bound=GameError)


def unknown(
    kind: type[Refusal],
    lead: str,
    word: str,
    there: str,
    names: Iterable[str],
    *,
    tail: str = "",
    rule: str | None = None,
) -> Refusal:
    """What to raise for a word that names nothing: `lead`, then "`there`: " and the first of the names.

    `names` are only those that whoever wrote the word may know of, for all of them may be shown.
    """
    meant = Meant(lead, word, there, tuple(dict.fromkeys(names)), tail)
    return kind(listing(meant, meant.names), rule=rule, meant=meant)


def first_names(names: Iterable[str]) -> list[str]:
    """The first of the names, as many as `listing` needs to show the first of them and whether there are more."""
    found: dict[str, None] = {}
    for name in names:
        found[name] = None
        if len(found) > MOST_NAMED:
            break
    return list(found)


def listing(meant: Meant, names: tuple[str, ...], more: str = "") -> str:
    """The sentence of a word that names nothing, with names in the order given; `more` stands after its lead."""
    shown = f"{', '.join(names[:MOST_NAMED]) or 'none'}{' …' if len(names) > MOST_NAMED else '.'}"
    return " ".join(
        part for part in (meant.lead, more, f"{meant.there}: {shown}" if meant.there else "", meant.tail) if part
    )


def quoted(text: str, limit: int = LONGEST_QUOTE) -> str:
    """A player's own text made safe to repeat in an answer: inline code of at most `limit` characters.

    Control and formatting characters (line ends, right-to-left marks) and backticks are replaced, so that nothing in
    it can leave the inline code, ping anybody or turn the sentence round.
    """
    shown = text if len(text) <= limit else text[: limit - 1] + "…"
    safe = "".join(_safe(c) for c in shown).strip()
    return f"`{safe}`" if safe else "an empty text"


def _safe(character: str) -> str:
    if character == "`":
        return "'"
    return character if character.isprintable() else "\N{REPLACEMENT CHARACTER}"
