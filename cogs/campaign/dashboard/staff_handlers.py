"""Do as my staff advises: all of it in one list, then given at one press; and what CPs that lie idle are best used for."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from cogs.campaign.common.order_handlers import current_seat, once_of, show_receipt
from cogs.campaign.common.order_panel import back_button
from cogs.campaign.dashboard.handlers import let_think, sheet_now
from cogs.campaign.dashboard.list_panel import side_colour
from cogs.common.components import SUCCESS, ButtonData, Handler, button_for
from cogs.common.interactions import Interaction, services_of, show_panel
from cogs.common.panels import MOST_TEXT, Panel, button_row
from cogs.common.thinking import take_a_moment
from render.words.safe_text import count, plain
from rules.cluster_war.play.governors.staff import Advice
from umpire.campaign.sheets.order_sheet import OrderSheet
from umpire.campaign.sheets.staff import give_advice, mark_of, staff_advice

STAFF_TITLE: Final = "Your staff advises"
NOTHING_MORE: Final = "Your staff has nothing to add: what it would do is on your sheet, or cannot be paid this month."
FOOT: Final = "-# Nothing is ordered before you press Give. What stands on your sheet stays as it is."
SHORTEST_LINE: Final = 60
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
    told = list(lines_of(found))
    room = (MOST_TEXT - len(head) - len(FOOT)) // len(told)
    text = "\n".join([head, *(_clipped(line, room) for line in told)])
    give = ButtonData(
        "staff-give", data.game, data.revision, f"{sheet.seat.side}:{mark_of(sheet, found)}.{sheet.row.version}"
    )
    label = "Give it" if orders == 1 else f"Give all {orders}"
    return Panel(colour, text, button_row(button_for(label, give, style=SUCCESS), back), FOOT)


def lines_of(found: Sequence[Advice]) -> Iterator[str]:
    """A line for each piece of advice, those of one kind together: what, its reason and its CPs."""
    ordered = sorted(found, key=lambda one: (_place(found, one), one.many))
    for many, alike in groupby(ordered, key=lambda one: one.many):
        group = list(alike)
        if many and len(group) > 1:
            places = ", ".join(plain(one.where) for one in group[:PLACES_NAMED])
            more = f" and {len(group) - PLACES_NAMED} more" if len(group) > PLACES_NAMED else ""
            cps = sum(one.cost for one in group)
            yield f"- **{plain(many)}**: {places}{more}{_price(cps)}"
            continue
        yield from (f"- **{plain(one.label)}**: {plain(one.reason)}{_price(one.cost)}" for one in group)


def _place(found: Sequence[Advice], one: Advice) -> int:
    """Where a piece of advice stands in the list: where the first of its kind does."""
    return next(place for place, other in enumerate(found) if other is one or (one.many and other.many == one.many))


def _price(cps: int) -> str:
    return f" ({cps} CPs)" if cps else ""


def _clipped(line: str, room: int) -> str:
    """A line with as much of its reason as there is room for."""
    most = max(SHORTEST_LINE, room - 1)
    if len(line) <= most:
        return line
    kept = line[: most - 1].rsplit(" ", 1)[0].rstrip("\\ ")
    return f"{kept}…" if kept.count("**") % 2 == 0 else f"{kept}**…"


BUTTONS: Mapping[str, Handler] = {"desk-staff": show_staff, "staff-give": give_staff}
