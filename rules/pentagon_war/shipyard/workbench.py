"""Building a craft box by box: one system on or off, and at once what it costs now and what is wrong with it."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final, TypeVar

from rules.errors import GameError, IllegalOrderError, NotationError, quoted
from rules.pentagon_war.designs import Design
from rules.pentagon_war.options import Options
from rules.pentagon_war.shipyard import notation_items as items
from rules.pentagon_war.shipyard.checks import Problem, advice, check_design
from rules.pentagon_war.shipyard.pricing import (
    PriceLine,
    design_size,
    exact_price,
    extras,
    finished,
    price,
    price_lines,
)
from rules.pentagon_war.shipyard.reading import LONGEST_NAME, free_text, number
from rules.values import Value, changed, changed_by_name

T = TypeVar("T")
LONGEST_PART: Final = 200
COUNTED: Final[Mapping[str, str]] = {
    "screen": "screens", "fuel": "fuel_tanks", "capacitor": "capacitors", "point defense": "point_defense",
    "engine": "engines", "main control": "main_control", "aux control": "aux_control", "repair": "repair",
    "ramming weight": "ramming_weights", "hull forward": "hull_forward", "hull aft": "hull_aft",
    "final damage": "final_damage",
}  # fmt: skip
LISTED: Final[Mapping[str, tuple[str, Callable[[str], tuple[Any, ...]]]]] = {
    "weapon": ("weapons", items.read_weapons),
    "gun": ("guns", items.read_guns),
    "missile": ("missiles", items.read_missiles),
    "drone": ("drones", items.read_drones),
    "cargo": ("cargo", items.read_cargo),
    "attach": ("attachments", items.read_links),
}
SWITCHED: Final[Mapping[str, tuple[str, Any, Any]]] = {
    "manned": ("manned", True, False),
    "directional screens": ("directional", True, False),
    "ramscoop": ("scoop", "ramscoop", "none"),
    "magnascoop": ("scoop", "magnascoop", "none"),
    "invisibility": ("radar_invisibility", True, False),
    "electronics": ("special_electronics", True, False),
    "suicide bomb": ("suicide_bomb", True, False),
    "movable": ("movable", True, False),
}
PARTS: Final[tuple[str, ...]] = (*COUNTED, "armor", "radar", *LISTED, *SWITCHED)
"""What may stand first in an `add` or `remove`: "screen", "armor 3", "radar 5", "weapon laser L+R", "gun acid 3"."""


class Bench(Value):
    """A design as it stands on the slip: its bill, size class, problems that forbid it, and advice."""

    design: Design
    points: int
    exact: Fraction
    size: int
    bill: tuple[PriceLine, ...]
    problems: tuple[Problem, ...]
    advice: tuple[str, ...]


def on_bench(design: Design, options: Options) -> Bench:
    """The running total, the size class and everything to say about a design."""
    return Bench(
        design,
        price(design, options),
        exact_price(design, options),
        design_size(design, options),
        price_lines(design, options),
        check_design(design, options),
        advice(design, options),
    )


def blank(name: str, options: Options) -> Design:
    """A new unmanned craft with nothing but what is free (PW-S148)."""
    return finished(Design(free_text(name, "name", LONGEST_NAME), final_damage=0), options)


def add(design: Design, part: str, options: Options) -> Design:
    """The design with one more system; free hull and final damage follow, bought boxes stay bought (PW-S17).

    NotationError for what is no system; IllegalOrderError for what it has already.
    """
    return _changed(design, part, options, adding=True)


def remove(design: Design, part: str, options: Options) -> Design:
    """The design with one system less, the last one built first; GameError if it has none."""
    return _changed(design, part, options, adding=False)


def _changed(design: Design, part: str, options: Options, *, adding: bool) -> Design:
    if len(part) > LONGEST_PART:
        raise NotationError(f"One system is named in at most {LONGEST_PART} characters; this text has {len(part)}.")
    text = " ".join(part.split())
    word = next((known for known in sorted(PARTS, key=len, reverse=True) if _begins(text, known)), None)
    if word is None:
        raise NotationError(f"{quoted(part)} is no system; there are {', '.join(PARTS)}.")
    rest = text[len(word) :].strip()
    hull, final = extras(design, options)
    after = _with_part(design, word, rest, 1 if adding else -1)
    if word.startswith(("hull", "final")):
        return after
    return finished(after, options, hull, final)


def _begins(text: str, word: str) -> bool:
    return f"{text.lower()} ".startswith(f"{word} ")


def _with_part(design: Design, word: str, rest: str, sign: int) -> Design:
    if word in SWITCHED:
        return _switched(design, word, rest, adding=sign > 0)
    if word in COUNTED:
        many = number(rest, word) if rest else 1
        field = COUNTED[word]
        return changed_by_name(design, {field: _fewest(getattr(design, field) + sign * many, word)})
    if word == "armor":
        return _with_armor(design, rest, sign)
    if word == "radar":
        return _with_radar(design, rest, sign)
    field, read = LISTED[word]
    return changed_by_name(design, {field: _listed(getattr(design, field), read(rest), word, sign)})


def _fewest(boxes: int, word: str) -> int:
    if boxes < 0:
        raise GameError(f"There is no {word} left to take off.")
    return boxes


def _switched(design: Design, word: str, rest: str, *, adding: bool) -> Design:
    if rest:
        raise NotationError(f"`{word}` takes nothing after it, not {quoted(rest)}.")
    field, on, off = SWITCHED[word]
    has = getattr(design, field) == on
    if has and adding:
        raise IllegalOrderError(
            f"It has that already: {word}, at most once.", rule="PW-A24" if "bomb" in word else None
        )
    if not has and not adding:
        raise GameError(f"It has no {word} to take off.")
    return changed_by_name(design, {field: on if adding else off})


def _with_armor(design: Design, rest: str, sign: int) -> Design:
    side, _, many = rest.partition(" ")
    if side not in set("123456"):
        raise IllegalOrderError("Say which side the armor covers: `armor 1` to `armor 6`.", rule="PW-S10")
    at = int(side) - 1
    boxes = _fewest(design.armor[at] + sign * (number(many, "armor") if many else 1), f"armor on side {side}")
    return changed_by_name(design, {"armor": (*design.armor[:at], boxes, *design.armor[at + 1 :])})


def _with_radar(design: Design, rest: str, sign: int) -> Design:
    box = number(rest, "radar")
    if sign > 0:
        return changed(design, radar=tuple(sorted((*design.radar, box), reverse=True)))
    return changed(design, radar=_without(design.radar, box, f"radar box {box}"))


def _listed(has: tuple[T, ...], named: tuple[T, ...], word: str, sign: int) -> tuple[T, ...]:
    if not named:
        raise NotationError(f"`{word}` needs to say which, as on the line of a design's text.")
    if sign > 0:
        return (*has, *named)
    for thing in named:
        has = _without(has, thing, f"{word} of that kind")
    return has


def _without(has: tuple[T, ...], thing: T, word: str) -> tuple[T, ...]:
    if thing not in has:
        raise GameError(f"There is no {word} left to take off.")
    last = len(has) - 1 - has[::-1].index(thing)
    return (*has[:last], *has[last + 1 :])
