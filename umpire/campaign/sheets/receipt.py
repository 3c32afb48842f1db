"""What a player is told after every change of their orders: the list, what is missing, what would happen, and a hash."""

import hashlib
from collections.abc import Mapping, Sequence

from rules.cluster_war.model.orders.order import Forecast, SignedOrder
from rules.cluster_war.model.state.view import View
from rules.cluster_war.play.notation.lines import format_order, names_of
from rules.cluster_war.play.standing_orders.standing_order import StandingSheet
from rules.cluster_war.turn.planning.check import forecast
from rules.values import Value, field
from storage.sheets import SheetState
from umpire.campaign.sheets.standing_lines import NONE_STANDS, Standing

HASH_LENGTH = 8


class Line(Value):
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
    seconds; `notes` tell what just happened; `withdrawn` can be restored; `opening` is what a button passes back as `expect`;
    `colour` is the side's; `standing` are the side's standing orders, `stands` says of each that could give nothing why. `by`
    has the orders that somebody else than the seat's player gave, by number: a deputy's user id, 0 for the bot.
    """

    game: str
    turn: int
    opening: int
    side: str
    state: SheetState
    lines: tuple[Line, ...]
    missing: tuple[str, ...]
    forecast: Forecast
    hash: str
    deadline: int | None
    word: str = ""
    withdrawn: tuple[Line, ...] = ()
    notes: tuple[str, ...] = ()
    colour: int = 0
    stands: tuple[str, ...] = ()
    standing: tuple[Standing, ...] = ()
    by: Mapping[int, int] = field(default_factory=dict)


def lines_of(
    view: View,
    standing: Sequence[SignedOrder],
    shown: Sequence[SignedOrder],
    plan: Forecast,
    stands: StandingSheet = NONE_STANDS,
) -> list[Line]:
    """Orders in players' notation, with the standing order that each came of; names are those of the view and of fleets the
    orders make."""
    names = names_of(view, tuple(standing))
    problems = {problem.order_id: problem.text for problem in plan.problems}
    return [
        Line(
            o.number,
            format_order(o.order, names),
            problems.get(o.id, ""),
            plan.waiting.get(o.id, ""),
            standing=stands.laid.get(o.id, 0),
            reason=stands.reasons.get(o.id, ""),
        )
        for o in shown
    ]


def hash_of(lines: Sequence[Line]) -> str:
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
