"""What repair takes and costs: days of a bay, shares of a price, matching parts (CW-9.6)."""

from collections.abc import Mapping
from fractions import Fraction
from math import ceil
from typing import Final

from rules.cluster_war.model.state.designs import Design
from rules.cluster_war.model.state.names import WEEKS_PER_TURN
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.tables_of import tables
from rules.cluster_war.model.unit_design.wounded import component_of, price_of
from rules.errors import IllegalOrderError

TABLE: Final = "CW-TAB-REPAIR"
DAYS_A_WEEK: Final = 7
DAYS_A_TURN: Final = DAYS_A_WEEK * WEEKS_PER_TURN
SHIELDS_A_DAY: Final = "shield generators that a repair bay restores a day"
HALF: Final = "percent of the new price for a damaged component"
YARD_DAYS: Final = "days of a shipyard bay for a destroyed component"


def repair_number(what: str, settings: Settings) -> int:
    """A number of repair by what it is called in CW-TAB-REPAIR, at least 1."""
    return max(1, tables(settings)[TABLE].number(what, "number"))


def shield_days(burnt: int, settings: Settings) -> int:
    """Days of one repair bay that restoring so many shield generators takes: four a day (CW-9.6-05)."""
    return -(-burnt // repair_number(SHIELDS_A_DAY, settings))


def days_needed(field: int, yard: int, bays: int, yards: int) -> int:
    """Days until all is done: `field` days of work that any bay does, `yard` days that shipyard bays alone do, and first.

    GameError never: 0 bays give 0 days, which is for the caller to refuse.
    """
    if not bays + yards or (yard and not yards):
        return 0
    alone = -(-yard // yards) if yard else 0
    return max(alone, -(-(field + yard) // (bays + yards)))


def mending_price(parts: Mapping[str, int], design: Design, settings: Settings) -> Fraction:
    """CPs for damaged components of a unit: half of what they cost new, not rounded yet (CW-9.6-12)."""
    return new_price(parts, design, settings) * repair_number(HALF, settings) / 100


def new_price(parts: Mapping[str, int], design: Design, settings: Settings) -> Fraction:
    """CPs for these components new, which is what destroyed ones cost (CW-9.6-13); not rounded yet."""
    return sum((price_of(label, design, settings) * n for label, n in parts.items()), Fraction(0))


def rounded(cps: Fraction) -> int:
    """The price of one repair order: whole CPs, rounded up (CW-9.6-12)."""
    return ceil(cps)


def check_match(broken: str, salvaged: str) -> None:
    """IllegalOrderError unless a salvaged component is of the same kind and capability (CW-9.6-06, CW-9.6-07)."""
    if broken == salvaged:
        return
    same = component_of(broken) == component_of(salvaged)
    why = f"{salvaged} can do other things than {broken}" if same else f"{salvaged} is no {broken}"
    raise IllegalOrderError(
        f"{why}: parts have to match. Another component in its place is a refit, at a shipyard.",
        rule="CW-9.6-06" if same else "CW-9.6-07",
    )
