"""How long second stage travel takes, leg by leg, and when that is in turns: appendix C, exactly, for any share of light
speed (4.0, 4.1)."""

from fractions import Fraction
from functools import lru_cache
from math import ceil, floor, isqrt
from typing import Final, Literal, TypeAlias

from rules.cluster_war.model.state.common import WEEKS_PER_TURN, HexId, Settings, overrides_of, tables_with
from rules.cluster_war.model.state.places import Sized
from rules.values import IllegalOrderError, Value, quoted

Preset: TypeAlias = Literal["weeks", "charts"]
"""Which FTL speed holds: of the weeks table (10 c for each percent) or of the printed charts (6.25 c; CW-C-07)."""

FTL_DAYS: Final = {"weeks": Fraction(182625, 1000), "charts": Fraction(2922, 10)}
"""Days of the FTL leg for one hex at one percent of light speed (CW-C-04, CW-C-07)."""

STL_DAYS: Final = Fraction(125, 18)
"""Days at 1 G to reach one percent of light speed and to brake from it again (CW-C-03)."""

DAYS_A_WEEK: Final = 7
FASTEST_PERCENT: Final = 99
"""The highest whole percentage of light speed that can be chosen (CW-C-08)."""

CHART_PERCENTS: Final = {1: 20, 2: 25, 3: 35}
"""The charts' rows: percentages from 1 to this, for each whole G that has a chart (CW-C-09)."""

PRINTED_HEXES: Final = 6
MOST_HEXES: Final = 200
SSD_TABLE: Final = "CW-TAB-SSD"
LIGHT_YEARS: Final = 5
"""About how many light years a hex is across (CW-1.0-04)."""
TRAVEL_CONSTANT: Final = Fraction(10175, 1000)
"""Weeks for one hex at 1G beyond the printed table (CW-4.0-02)."""


class TravelTime(Value):
    """A trip's three parts in days: gathering speed, the FTL leg, braking (CW-C-02). `percent` is of light speed."""

    percent: int
    accelerating: Fraction
    ftl: Fraction
    braking: Fraction

    @property
    def days(self) -> Fraction:
        return self.accelerating + self.ftl + self.braking


class TravelRow(Value):
    """One distance of a travel table: the fastest whole percentages, days to two places, and whole weeks."""

    hexes: int
    best: tuple[int, ...]
    days: Fraction
    weeks: int


def trip(drive: Fraction, percent: int, hexes: int, preset: Preset = "charts") -> TravelTime:
    """The parts of a trip of `hexes` at a drive in G and a percentage of light speed, exactly (CW-C-02 to CW-C-04)."""
    _check(drive, hexes)
    if not 1 <= percent <= FASTEST_PERCENT:
        raise IllegalOrderError(
            f"A ship cruises at 1 to {FASTEST_PERCENT} % of light speed, not {percent}.", rule="CW-C-08"
        )
    half = STL_DAYS * percent / drive / 2
    return TravelTime(percent, half, FTL_DAYS[preset] * hexes / percent, half)


def days(drive: Fraction, percent: int, hexes: int, preset: Preset = "charts") -> Fraction:
    """Days of a trip as the charts print them: two decimals, half up (CW-C-05)."""
    return _to_cents(trip(drive, percent, hexes, preset).days)


def sweet_spot(drive: Fraction, hexes: int, preset: Preset = "charts") -> tuple[int, ...]:
    """The whole percentages of light speed with the fewest days: one, or two that tie exactly (CW-C-08). Where the charts print
    all the best ones, days are compared as they stand there, to two places (CW-C-06)."""
    exact = fewest_days(drive, hexes, preset)
    if preset == "charts":
        fewest = _to_cents(exact)
        found = tuple(p for p in range(1, FASTEST_PERCENT + 1) if days(drive, p, hexes, preset) == fewest)
        if all(is_charted(drive, percent, hexes) for percent in found):
            return found
    return tuple(p for p in range(1, FASTEST_PERCENT + 1) if trip(drive, p, hexes, preset).days == exact)


@lru_cache(maxsize=4096)
def fewest_days(drive: Fraction, hexes: int, preset: Preset = "weeks") -> Fraction:
    """Days at the best whole percentage from 1 to 99, exactly (CW-C-06, CW-C-08).

    The faster a ship cruises, the longer it gathers speed and the shorter the FTL leg is: the two are alike at a square root,
    and a whole percentage beside it is the best.
    """
    _check(drive, hexes)
    root = isqrt(floor(FTL_DAYS[preset] * hexes * drive / STL_DAYS))
    beside = {min(max(percent, 1), FASTEST_PERCENT) for percent in (root, root + 1)}
    return min(trip(drive, percent, hexes, preset).days for percent in beside)


def weeks_at_best(drive: Fraction, hexes: int, preset: Preset = "weeks") -> int:
    """Whole weeks nearest to the best days, at least 1, for any rating and distance (CW-C-08)."""
    exact = fewest_days(drive, hexes, preset) / DAYS_A_WEEK
    return max(1, (exact + Fraction(1, 2)).__floor__())


def is_charted(drive: Fraction, percent: int, hexes: int) -> bool:
    """Whether the book prints this cell of the charts (CW-C-09)."""
    return drive.denominator == 1 and 1 <= percent <= CHART_PERCENTS.get(int(drive), 0) and 1 <= hexes <= PRINTED_HEXES


def travel_table(drive: Fraction, hexes: int, preset: Preset = "weeks") -> tuple[TravelRow, ...]:
    """The calculator: every distance from 1 to `hexes` for a drive in G, printed in the book or not (CW-C-08, CW-C-09)."""
    _check(drive, hexes)
    return tuple(
        TravelRow(
            hexes=n,
            best=sweet_spot(drive, n, preset),
            days=_to_cents(fewest_days(drive, n, preset)),
            weeks=weeks_at_best(drive, n, preset),
        )
        for n in range(1, hexes + 1)
    )


def _check(drive: Fraction, hexes: int) -> None:
    if drive <= 0:
        raise IllegalOrderError("Without a gravity drive nothing travels between the stars.", rule="CW-4.0-01")
    if not 1 <= hexes <= MOST_HEXES:
        raise IllegalOrderError(f"A trip is 1 to {MOST_HEXES} hexes long, not {hexes}.", rule="CW-C-08")


def _to_cents(exact: Fraction) -> Fraction:
    return Fraction((exact * 100 + Fraction(1, 2)).__floor__(), 100)


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
    return _leg(hexes, over, under, settings.travel_constant, by_charts, overrides_of(settings))


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
    return _cell(hexes, *drive.as_integer_ratio(), slow, overrides_of(settings)) is not None


@lru_cache(maxsize=4096)
def _cell(hexes: int, over: int, under: int, slow: bool, overrides: tuple[tuple[str, str], ...]) -> int | None:
    """The weeks in the campaign's table for a rating of `over`/`under` G; None where it has no cell that holds."""
    if slow and f"{SSD_TABLE}/{hexes}/{Fraction(over, under)}G" not in dict(overrides):
        return None
    table = tables_with(overrides)[SSD_TABLE]
    if under != 1 or str(hexes) not in table.keys or f"{over}G" not in table.columns:
        return None
    return max(1, ceil(table.fraction(hexes, f"{over}G")))


@lru_cache(maxsize=4096)
def by_formula(hexes: int, drive: Fraction) -> int:
    """The whole number nearest to 10.175 x sqrt(hexes / G), at least 1, in exact integers (CW-4.0-02)."""
    square = TRAVEL_CONSTANT**2 * hexes / drive
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


def when_it_was(week: int) -> str:
    """An absolute week that is over, by the turn that was played then: "turn 6, week 2" after two full weeks of it,
    "turn 6, week 4" at its end, which is where turn 7 begins (CW-4.1-04)."""
    turn, rest = divmod(max(week, 0) - 1, WEEKS_PER_TURN)
    return f"turn {turn + 1}, week {rest + 1}" if week > 0 else "turn 1"
