"""A price as players read it: lines that add up, each with its reason and rule."""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil


@dataclass(frozen=True, slots=True)
class PriceLine:
    """One part of a price in exact CPs, what it is for, and the rule it rests on."""

    cps: Fraction
    reason: str
    rule: str


@dataclass(frozen=True, slots=True)
class Price:
    """A price line by line; `total` is whole CPs, rounded up."""

    lines: tuple[PriceLine, ...]

    @property
    def total(self) -> int:
        """Whole CPs."""
        return ceil(sum((line.cps for line in self.lines), Fraction(0)))


def number(value: Fraction) -> str:
    """A number for people: "12", "2.5", or "1/3" where tenths do not do."""
    if value.denominator == 1:
        return str(value.numerator)
    thousandths = value * 1000
    if thousandths.denominator == 1:
        sign = "-" if value < 0 else ""
        whole, rest = divmod(abs(thousandths.numerator), 1000)
        return f"{sign}{whole}.{rest:03d}".rstrip("0")
    return str(value)
