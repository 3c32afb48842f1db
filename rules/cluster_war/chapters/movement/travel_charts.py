"""Appendix C: how long a second stage trip takes for any share of light speed, exactly; and a travel-time calculator."""

from fractions import Fraction
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from rules.errors import IllegalOrderError
from rules.values import Value

Preset: TypeAlias = Literal["weeks", "charts"]
"""Which FTL speed holds: of the weeks table (10 c for each percent) or of the printed charts (6.25 c; CW-C-07)."""

FTL_DAYS: Final = {"weeks": Fraction(182625, 1000), "charts": Fraction(2922, 10)}
"""Days of the FTL leg for one hex at one percent of light speed (CW-C-04, CW-C-07)."""

STL_DAYS: Final = Fraction(125, 18)
"""Days at 1 G to reach one percent of light speed and to brake from it again (CW-C-03)."""

DAYS_A_WEEK: Final = 7
FASTEST: Final = 99
"""The highest whole percentage of light speed that can be chosen (CW-C-08)."""

PRINTED: Final = {1: 20, 2: 25, 3: 35}
"""The charts' rows: percentages from 1 to this, for each whole G that has a chart (CW-C-09)."""

PRINTED_HEXES: Final = 6
MOST_HEXES: Final = 200


class Trip(Value):
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


def trip(drive: Fraction, percent: int, hexes: int, preset: Preset = "charts") -> Trip:
    """The parts of a trip of `hexes` at a drive in G and a percentage of light speed, exactly (CW-C-02 to CW-C-04)."""
    _check(drive, hexes)
    if not 1 <= percent <= FASTEST:
        raise IllegalOrderError(f"A ship cruises at 1 to {FASTEST} % of light speed, not {percent}.", rule="CW-C-08")
    half = STL_DAYS * percent / drive / 2
    return Trip(percent, half, FTL_DAYS[preset] * hexes / percent, half)


def days(drive: Fraction, percent: int, hexes: int, preset: Preset = "charts") -> Fraction:
    """Days of a trip as the charts print them: two decimals, half up (CW-C-05)."""
    return _to_cents(trip(drive, percent, hexes, preset).days)


def sweet_spot(drive: Fraction, hexes: int, preset: Preset = "charts") -> tuple[int, ...]:
    """The whole percentages of light speed with the fewest days: one, or two that tie exactly (CW-C-08). Where the charts print
    all the best ones, days are compared as they stand there, to two places (CW-C-06)."""
    exact = fewest_days(drive, hexes, preset)
    if preset == "charts":
        fewest = _to_cents(exact)
        found = tuple(p for p in range(1, FASTEST + 1) if days(drive, p, hexes, preset) == fewest)
        if all(is_charted(drive, percent, hexes) for percent in found):
            return found
    return tuple(p for p in range(1, FASTEST + 1) if trip(drive, p, hexes, preset).days == exact)


@lru_cache(maxsize=4096)
def fewest_days(drive: Fraction, hexes: int, preset: Preset = "weeks") -> Fraction:
    """Days at the best whole percentage from 1 to 99, exactly (CW-C-06, CW-C-08)."""
    _check(drive, hexes)
    return min(trip(drive, percent, hexes, preset).days for percent in range(1, FASTEST + 1))


def weeks_at_best(drive: Fraction, hexes: int, preset: Preset = "weeks") -> int:
    """Whole weeks nearest to the best days, at least 1, for any rating and distance (CW-C-08)."""
    exact = fewest_days(drive, hexes, preset) / DAYS_A_WEEK
    return max(1, (exact + Fraction(1, 2)).__floor__())


def is_charted(drive: Fraction, percent: int, hexes: int) -> bool:
    """Whether the book prints this cell of the charts (CW-C-09)."""
    return drive.denominator == 1 and 1 <= percent <= PRINTED.get(int(drive), 0) and 1 <= hexes <= PRINTED_HEXES


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
