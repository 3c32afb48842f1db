"""How long second stage travel takes, leg by leg, and when that is in turns (4.0, 4.1)."""

from fractions import Fraction
from functools import lru_cache
from math import ceil, isqrt
from typing import Final

from rules.cluster_war.chapters.movement.travel_charts import Preset, weeks_at_best
from rules.cluster_war.model.state.names import WEEKS_PER_TURN, HexId
from rules.cluster_war.model.state.places import Sized
from rules.cluster_war.model.state.settings import Settings, overridden, tables_with
from rules.errors import IllegalOrderError, quoted

SSD: Final = "CW-TAB-SSD"
LIGHT_YEARS: Final = 5
"""About how many light years a hex is across (CW-1.0-04)."""

CONSTANT: Final = Fraction(10175, 1000)
"""Weeks for one hex at 1G beyond the printed table (CW-4.0-02)."""


def weeks(hexes: int, drive: Fraction, settings: Settings) -> int:
    """Weeks of travel for one leg of `hexes` at a drive rating in G; 0 for no distance (CW-4.0-01, CW-4.0-02).

    The campaign's printed table where it has the cell, the formula elsewhere (R-015). IllegalOrderError without a drive.
    """
    return weeks_and_whether_printed(hexes, drive, settings)[0]


def weeks_and_whether_printed(hexes: int, drive: Fraction, settings: Settings) -> tuple[int, bool]:
    """What `weeks` and `is_printed` say, looked up together; IllegalOrderError without a drive."""
    over, under = drive.as_integer_ratio()
    if over <= 0:
        raise IllegalOrderError("Without a gravity drive nothing travels between the stars.", rule="CW-4.0-01")
    by_charts = settings.rulings.get("CW-4.0-02") == "charts"
    return _leg(hexes, over, under, settings.travel_constant, by_charts, overridden(settings))


@lru_cache(maxsize=4096)
def _leg(
    hexes: int, over: int, under: int, constant: Preset, by_charts: bool, overrides: tuple[tuple[str, str], ...]
) -> tuple[int, bool]:
    slow = constant == "charts"
    printed = _cell(hexes, over, under, slow, overrides)
    if hexes <= 0:
        return 0, printed is not None
    if printed is not None:
        return printed, True
    if slow or by_charts:
        return weeks_at_best(Fraction(over, under), hexes, constant), False
    return by_formula(hexes, Fraction(over, under)), False


def is_printed(hexes: int, drive: Fraction, settings: Settings) -> bool:
    """Whether the campaign's table has a cell for this distance and rating (CW-4.0-01).

    With the slower FTL speed of the charts only the cells hold that a house rule names (CW-C-07).
    """
    slow = settings.travel_constant == "charts"
    return _cell(hexes, *drive.as_integer_ratio(), slow, overridden(settings)) is not None


@lru_cache(maxsize=4096)
def _cell(hexes: int, over: int, under: int, slow: bool, overrides: tuple[tuple[str, str], ...]) -> int | None:
    """The weeks in the campaign's table for a rating of `over`/`under` G; None where it has no cell that holds."""
    if slow and f"{SSD}/{hexes}/{Fraction(over, under)}G" not in dict(overrides):
        return None
    table = tables_with(overrides)[SSD]
    if under != 1 or str(hexes) not in table.keys or f"{over}G" not in table.columns:
        return None
    return max(1, ceil(table.fraction(hexes, f"{over}G")))


@lru_cache(maxsize=4096)
def by_formula(hexes: int, drive: Fraction) -> int:
    """The whole number nearest to 10.175 x sqrt(hexes / G), at least 1, in exact integers (CW-4.0-02)."""
    square = CONSTANT**2 * hexes / drive
    low = isqrt(square.numerator // square.denominator)
    return max(1, low if square < (low + Fraction(1, 2)) ** 2 else low + 1)


def is_on_map(on: Sized, number: HexId) -> bool:
    """Whether a text is the number of a hex of this map (CW-1.0-06, CW-2.0-01)."""
    if len(number) != 4 or not (number.isascii() and number.isdigit()):
        return False
    return (int(number[:2]) or 100) <= on.columns and (int(number[2:]) or 100) <= on.rows


def check_on_map(on: Sized, number: HexId) -> None:
    """IllegalOrderError for what is no hex of this map (CW-1.0-06)."""
    if not is_on_map(on, number):
        raise IllegalOrderError(
            f"{quoted(number)} is not on the map; hexes run from 0101 to {on.columns % 100:02d}{on.rows % 100:02d}, "
            "column first.",
            rule="CW-1.0-06",
        )


def eta(week: int) -> str:
    """An absolute week as players write it: "turn 7", or "turn 6, week 2" after two full weeks of it (CW-4.1-04)."""
    turn, rest = divmod(week, WEEKS_PER_TURN)
    return f"turn {turn + 1}, week {rest}" if rest else f"turn {turn + 1}"
