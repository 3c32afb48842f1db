"""Standing orders as their player reads them: line by line, beside a sheet, and as a page of the workbook."""

from typing import Final

from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.play.sheets.types import Row, Sheet, columns
from rules.cluster_war.play.standing_orders.lines import format_standing
from rules.cluster_war.play.standing_orders.standing_order import StandingOrder, StandingSheet
from rules.values import Value

NONE_STANDS: Final = StandingSheet()


class Standing(Value):
    """A standing order as its player reads it: its line, and how it stands in a few words."""

    number: int
    line: str
    state: str
    paused: bool
    ended: bool


def told(stands: StandingSheet, names: Names) -> tuple[Standing, ...]:
    """A side's standing orders, each with how it stands."""
    return tuple(
        Standing(one.number, format_standing(one, names), _state(stands, one), one.paused, bool(one.ended))
        for one in stands.orders
    )


def stands_of(stands: StandingSheet) -> tuple[str, ...]:
    """What is told of standing orders beside a sheet: each that could give nothing, and why."""
    numbers = [one.number for one in stands.orders if not one.ended and not one.paused]
    failed = [f"Standing order {n} gave nothing: {stands.failed[n]}" for n in numbers if n in stands.failed]
    return (*failed, *([stands.failed[0]] if 0 in stands.failed else []))


def standing_page(known: tuple[Standing, ...]) -> Sheet:
    """The workbook's page of standing orders, which is only read."""
    rows = tuple(Row((one.number, one.line, one.state), str(one.number)) for one in known)
    notes = ("Lay down, change and remove them with /orders standing.",)
    return Sheet("standing", "Standing orders", columns("no.", "standing order", "how it stands"), rows, notes)


def _state(stands: StandingSheet, one: StandingOrder) -> str:
    if one.ended:
        return f"over: {one.ended}"
    count = "not yet given" if not one.given else "given once" if one.given == 1 else f"given {one.given} times"
    if one.succeeded and one.until.successes:
        count += f", {one.succeeded} of {one.until.successes} successes"
    if one.paused:
        return f"paused; {count}"
    laid = sum(number == one.number for number in stands.laid.values())
    if laid:
        return f"{'1 order' if laid == 1 else f'{laid} orders'} on this turn's sheet; {count} before"
    if one.number in stands.failed:
        return f"gave nothing: {stands.failed[one.number]} ({count})"
    return f"waits: {stands.waits[one.number]} ({count})" if one.number in stands.waits else count
