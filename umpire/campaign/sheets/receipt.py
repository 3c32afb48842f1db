"""What a player is shown after every change of their orders: the list, what is missing, what would happen, and a hash.

Standing orders are shown beside it line by line, and as a page of the workbook.
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Final

from render.campaign.letters.dashboard_texts import format_gave_nothing
from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.model.orders.order import Forecast, SignedOrder
from rules.cluster_war.model.state.view import View
from rules.cluster_war.play.notation import format_order, names_of
from rules.cluster_war.play.sheets.holdings import WorkbookRow, WorkbookSheet, columns
from rules.cluster_war.play.standing_orders.chain_kinds import Chain
from rules.cluster_war.play.standing_orders.chains import chain_title
from rules.cluster_war.play.standing_orders.lines import StandingOrder, StandingSheet, format_standing
from rules.cluster_war.turn.planning.check import forecast
from rules.values import Value, field
from storage.sheets import SheetState

NONE_STANDS: Final = StandingSheet()
HASH_LENGTH = 8


class StandingLine(Value):
    """A standing order as its player reads it: its line, and how it stands in a few words. `progress` tells of a chain what it is
    called and how far it is, "" of any other, and of a chain that was over before this turn."""

    number: int
    line: str
    state: str
    paused: bool
    ended: bool
    progress: str = ""


def standing_lines(stands: StandingSheet, names: Names) -> tuple[StandingLine, ...]:
    """A side's standing orders, each with how it stands."""
    return tuple(
        StandingLine(
            one.number,
            format_standing(one, names),
            _state(stands, one),
            one.paused,
            bool(one.ended),
            _progress(stands, one, names.view),
        )
        for one in stands.orders
    )


def stands_of(stands: StandingSheet) -> tuple[str, ...]:
    """What is told of standing orders beside a sheet: each that could give nothing, and why."""
    numbers = [one.number for one in stands.orders if not one.ended and not one.paused]
    failed = [format_gave_nothing(n, stands.failed[n]) for n in numbers if n in stands.failed]
    return (*failed, *([stands.failed[0]] if 0 in stands.failed else []))


def standing_page(known: tuple[StandingLine, ...]) -> WorkbookSheet:
    """The workbook's page of standing orders, which is only read."""
    rows = tuple(WorkbookRow((one.number, one.line, one.state), str(one.number)) for one in known)
    notes = ("Lay down, change and remove them with /orders standing.",)
    return WorkbookSheet("standing", "Standing orders", columns("no.", "standing order", "state"), rows, notes)


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


def _progress(stands: StandingSheet, one: StandingOrder, view: View) -> str:
    """A chain's name, and its step of this turn, or why it cannot go on; its end in the turn after it alone."""
    if not isinstance(one.does, Chain) or one.paused:
        return ""
    laid = next((stands.reasons.get(key, "") for key, number in stands.laid.items() if number == one.number), "")
    told = laid or stands.waits.get(one.number, "") or stands.failed.get(one.number, "")
    step = f"s{told[1:]}" if told.startswith("Step ") else told
    return f"{chain_title(view, one.does)}: {step}" if step else ""


class OrderLine(Value):
    """One order as the player reads it; `problem` says why it would fail now, "" if it would not, `waits` until when it stays
    on the sheet, "" if this turn is not too early for it; `standing` is the number of the standing order that it came of, 0 for
    one that was given by hand, and `reason` why that gave it."""

    number: int
    text: str
    problem: str = ""
    waits: str = ""
    standing: int = 0
    reason: str = ""


class Receipt(Value):
    """The state of a side's orders. `state`: "none" (nothing ordered, nothing declared), "partial" (something is
    missing), "complete", "ready" (declared by the player).

    `hash` is the first 8 hex digits of the SHA-256 of the lines "number. text" joined by line ends; `deadline` is in UTC
    seconds; `notes` tell what just happened; `withdrawn` can be restored; `revision` is what a button passes back as `expect`;
    `colour` is the side's; `standing` are the side's standing orders, `stands` says of each that could give nothing why. `by`
    has the orders that somebody else than the seat's player gave, by number: a deputy's user id, 0 for the bot.
    """

    game: str
    turn: int
    revision: int
    side: str
    state: SheetState
    lines: tuple[OrderLine, ...]
    missing: tuple[str, ...]
    forecast: Forecast
    hash: str
    deadline: int | None
    word: str = ""
    withdrawn: tuple[OrderLine, ...] = ()
    notes: tuple[str, ...] = ()
    colour: int = 0
    stands: tuple[str, ...] = ()
    standing: tuple[StandingLine, ...] = ()
    by: Mapping[int, int] = field(default_factory=dict)


def lines_of(
    view: View,
    standing: Sequence[SignedOrder],
    shown: Sequence[SignedOrder],
    plan: Forecast,
    stands: StandingSheet = NONE_STANDS,
) -> list[OrderLine]:
    """Orders in players' notation, with the standing order that each came of; names are those of the view and of fleets the
    orders make."""
    names = names_of(view, tuple(standing))
    problems = {problem.order_id: problem.text for problem in plan.problems}
    return [
        OrderLine(
            o.number,
            format_order(o.order, names),
            problems.get(o.id, ""),
            plan.waiting.get(o.id, ""),
            standing=stands.laid.get(o.id, 0),
            reason=stands.reasons.get(o.id, ""),
        )
        for o in shown
    ]


def hash_of(lines: Sequence[OrderLine]) -> str:
    """The short hash of a canonical list."""
    text = "\n".join(f"{line.number}. {line.text}" for line in lines)
    return hashlib.sha256(text.encode()).hexdigest()[:HASH_LENGTH]


def plan_of(view: View, standing: Sequence[SignedOrder]) -> Forecast:
    """What would happen if the deadline came now."""
    return forecast(view, tuple(standing))


def state_of(standing: Sequence[SignedOrder], plan: Forecast, *, declared: bool) -> SheetState:
    """Which of the four states a sheet is in."""
    if declared:
        return "ready"
    if not standing:
        return "none"
    return "partial" if plan.missing or plan.problems else "complete"
