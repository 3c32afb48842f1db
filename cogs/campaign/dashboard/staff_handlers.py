"""Do as my staff advises: all of it in one list, then given at one press; and what CPs that lie idle are best used for."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final

from cogs.campaign.common.order_handlers import current_seat, once_of, show_receipt
from cogs.campaign.common.order_panel import back_button
from cogs.campaign.dashboard.handlers import let_think, sheet_now
from cogs.campaign.dashboard.list_panel import side_colour
from cogs.common.components import SUCCESS, ButtonData, Handler, button_for
from cogs.common.interactions import Interaction, services_of, show_panel
from cogs.common.panels import MOST_TEXT, Panel, button_row, whole_clauses
from cogs.common.thinking import take_a_moment
from render.words.safe_text import count, plain
from rules.cluster_war.play.governors.govern import Advice
from rules.values import Value, changed
from umpire.campaign.sheets.order_sheet import OrderSheet
from umpire.campaign.sheets.staff import give_advice, mark_of, staff_advice

STAFF_TITLE: Final = "Your staff advises"
NOTHING_MORE: Final = "Your staff has nothing to add: what it would do is on your sheet, or cannot be paid this month."
FOOT: Final = "-# Nothing is ordered before you press Give. What stands on your sheet stays as it is."
MOST_APART: Final = 24
"""A longer list tells worlds that pay alike in one line."""
LINE_LENGTHS: Final = (400, 250, 180, 130, 0)
AND_MORE: Final = "- and {} more"
PLACES_NAMED: Final = 4
"""So many places are named where several orders share a line."""


async def show_staff(interaction: Interaction, data: ButtonData) -> None:
    """The button that lists all that the staff advises."""
    sheet, now = await sheet_now(interaction, data)
    await let_think(interaction, sheet)
    found = await staff_advice(services_of(interaction), sheet)
    await show_panel(interaction, _panel(sheet, now, found))


async def give_staff(interaction: Interaction, data: ButtonData) -> None:
    """The button that gives all that was listed."""
    seat = await current_seat(interaction, data)
    await take_a_moment(interaction)
    key, mark = once_of(interaction, data), data.rest.rpartition(":")[2]
    receipt = await give_advice(
        services_of(interaction), seat, mark.partition(".")[0], expect=data.revision, idempotency_key=key
    )
    await show_receipt(interaction, receipt, replace=True)


def _panel(sheet: OrderSheet, data: ButtonData, found: Sequence[Advice]) -> Panel:
    back, colour = back_button(data.game, data.revision), side_colour(sheet)
    if not found:
        return Panel(colour, f"### {STAFF_TITLE}\n{NOTHING_MORE}", button_row(back))
    orders = sum(len(one.orders) for one in found)
    cps = sum(one.cost for one in found)
    spends = f", {cps} CPs" if cps else ""
    head = f"### {STAFF_TITLE}: {count(orders, 'order')}{spends}"
    text = "\n".join([head, *told_lines(found, MOST_TEXT - len(head) - len(FOOT))])
    give = ButtonData(
        "staff-give", data.game, data.revision, f"{sheet.seat.side}:{mark_of(sheet, found)}.{sheet.row.version}"
    )
    label = "Give it" if orders == 1 else f"Give all {orders}"
    return Panel(colour, text, button_row(button_for(label, give, style=SUCCESS), back), FOOT)


def told_lines(found: Sequence[Advice], room: int) -> list[str]:
    """All advice in lines that fit into so many characters: in a list that would be long those of one kin together, and of each
    reason as many clauses as each line has room for. What does not fit at all is counted."""
    told = _lines(found)
    if len(told) > MOST_APART:
        told = _lines([changed(one, many=one.many or one.kin) for one in found])
    lines: list[str] = []
    for most in LINE_LENGTHS:
        lines = [line.within(most) for line in told]
        if sum(map(len, lines)) + len(lines) <= room:
            return lines
    while sum(map(len, lines)) + len(lines) + len(AND_MORE) > room:
        lines.pop()
    return [*lines, AND_MORE.format(len(told) - len(lines))]


class _Line(Value):
    """What is advised in a line of the list, why (or where, which is told whole), and its CPs."""

    what: str
    why: str
    cps: int
    is_place: bool = False

    def within(self, most: int) -> str:
        """The line with as many clauses of its reason as it has room for."""
        head, price = f"- **{plain(self.what)}**", f" ({self.cps} CPs)" if self.cps else ""
        why, room = plain(self.why, len(self.why)), most - len(head) - len(price) - 2
        if len(why) > room:
            why = "" if self.is_place else whole_clauses(why, room)
        return f"{head}: {why}{price}" if why else head + price


def _lines(found: Sequence[Advice]) -> list[_Line]:
    """A line for each piece of advice, those of one kind together."""
    told: list[_Line] = []
    ordered = sorted(found, key=lambda one: (_place(found, one), one.many))
    for many, alike in groupby(ordered, key=lambda one: one.many):
        group = list(alike)
        if many and len(group) > 1:
            places = ", ".join(one.where for one in group[:PLACES_NAMED])
            more = f" and {len(group) - PLACES_NAMED} more" if len(group) > PLACES_NAMED else ""
            told.append(_Line(many, places + more, sum(one.cost for one in group), is_place=True))
        else:
            told += [_Line(one.label, one.reason, one.cost) for one in group]
    return told


def _place(found: Sequence[Advice], one: Advice) -> int:
    """Where a piece of advice stands in the list: where the first of its kind does."""
    return next(place for place, other in enumerate(found) if other is one or (one.many and other.many == one.many))


BUTTONS: Mapping[str, Handler] = {"desk-staff": show_staff, "staff-give": give_staff}
