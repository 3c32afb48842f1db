"""The tables of the air war, with a dogfight's house rules in them."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final, Literal, TypeAlias, get_args

from rules.tables import Table, load_tables, with_overrides
from rules.values import GameError, Value, field, quoted

FOLDER: Final = Path(__file__).parent / "tables"
Maneuverability: TypeAlias = Literal["Low", "Medium", "High"]
MANEUVERABILITY_CLASSES: Final[tuple[Maneuverability, ...]] = get_args(Maneuverability)
SPEED_FACTORS: Final = range(1, 6)
"""Energy Factors (JET-E10)."""
USUAL_ATTACKS: Final[Mapping[Literal["guns", "missiles"], str]] = {
    "guns": "gun_attacks",
    "missiles": "missiles_default",
}
"""The number of JET-T05 that says how many attacks are usual, by a card's column (JET-X12, JET-X18)."""


class Options(Value):
    """The switches of a dogfight and its changes to tables and rulings; shown to every player."""

    aerobatics: bool = False  # JET-M12, JET-X17
    overrides: Mapping[str, str] = field(default_factory=dict)
    """House rules: "JET-T05/gun_hit_number/value" to the cell's new text."""
    rulings: Mapping[str, str] = field(default_factory=dict)
    """A ledger id to what the players agreed instead, in words."""


class Aircraft(Value):
    """One aircraft card (JET-X03): what a type can do. `guns` and `missiles` are attacks carried."""

    name: str
    maneuverability: Maneuverability
    factor: int
    max_speed: int
    guns: int
    missiles: int
    service: str
    source: str


def tables(options: Options) -> Mapping[str, Table]:
    """All tables by id ("JET-T05"), this dogfight's overrides applied; GameError for one that cannot be meant."""
    return _tables(tuple(sorted(options.overrides.items())))


def number(options: Options, name: str) -> int:
    """One of the numbers of JET-T05 by name (JET-X18)."""
    return _numbers(tuple(sorted(options.overrides.items())))[name]


def aircraft(options: Options) -> Mapping[str, Aircraft]:
    """All aircraft cards by name; GameError for a card that cannot be (JET-E10, JET-X03)."""
    return _cards(tuple(sorted(options.overrides.items())))


def card_of(options: Options, name: str) -> Aircraft:
    """An aircraft's card, its name in any case; GameError names those there are."""
    cards = aircraft(options)
    found = cards.get(name) or next((card for card in cards.values() if card.name.casefold() == name.casefold()), None)
    if found is None:
        raise GameError(
            f"{quoted(name)} is not an aircraft we have a card for; there are {', '.join(cards)}.", rule="JET-X03"
        )
    return found


@lru_cache(maxsize=64)
def _tables(overrides: tuple[tuple[str, str], ...]) -> Mapping[str, Table]:
    return with_overrides(_printed_tables(), dict(overrides)) if overrides else _printed_tables()


@lru_cache(maxsize=1)
def _printed_tables() -> Mapping[str, Table]:
    return load_tables(FOLDER)


@lru_cache(maxsize=64)
def _numbers(overrides: tuple[tuple[str, str], ...]) -> Mapping[str, int]:
    table = _tables(overrides)["JET-T05"]
    found = {name: table.fraction(name, "value") for name in table.keys}
    odd = next((name for name, value in found.items() if value.denominator != 1 or value < 0), None)
    if odd is not None:
        raise GameError(f"The house rule for {quoted(odd)} needs a whole number from 0 up.", rule="JET-X18")
    return {name: int(value) for name, value in found.items()}


@lru_cache(maxsize=64)
def _cards(overrides: tuple[tuple[str, str], ...]) -> Mapping[str, Aircraft]:
    table = _tables(overrides)["JET-T06"]
    return {name: _card(table, name, dict(overrides)) for name in table.keys}


def _carried(table: Table, name: str, column: Literal["guns", "missiles"], overrides: Mapping[str, str]) -> int:
    """The attacks an aircraft carries: the number of JET-T05 where its card has the usual ones, else its card's own (JET-X12)."""
    own, usual = table.number(name, column), USUAL_ATTACKS[column]
    if own != _numbers(())[usual] or f"JET-T06/{name}/{column}" in overrides:
        return own
    return _numbers(tuple(sorted(overrides.items())))[usual]


def _card(table: Table, name: str, overrides: Mapping[str, str]) -> Aircraft:
    kind = next((known for known in MANEUVERABILITY_CLASSES if known == table.cell(name, "maneuverability")), None)
    if kind is None:
        raise GameError(f"{name}: maneuverability is one of {', '.join(MANEUVERABILITY_CLASSES)}.", rule="JET-X03")
    factor, fastest = table.number(name, "energy factor"), table.number(name, "max speed")
    guns, missiles = _carried(table, name, "guns", overrides), _carried(table, name, "missiles", overrides)
    if factor not in SPEED_FACTORS:
        raise GameError(f"{name}: an Energy Factor is a whole number from 1 to 5, not {factor}.", rule="JET-E10")
    if fastest < 1 or guns < 0 or missiles < 0:
        raise GameError(f"{name}: a jet has a top Speed of 1 or more and no fewer than 0 attacks.", rule="JET-X03")
    return Aircraft(
        name,
        kind,
        factor,
        max_speed=fastest,
        guns=guns,
        missiles=missiles,
        service=table.cell(name, "service"),
        source=table.cell(name, "source"),
    )
