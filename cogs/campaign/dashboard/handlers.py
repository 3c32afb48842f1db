"""The buttons of a player's dashboard: a list with advice, from there to the ordinary preview, and Give. And to do as the staff
advises: all of it in one list, then given at one press; and what CPs that lie idle are best used for."""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Final

from cogs.campaign.commands.knowledge_groups import send_map
from cogs.campaign.common.campaign_context import player_pressed
from cogs.campaign.common.order_handlers import current_seat, forecast, once_of, propose, show_receipt
from cogs.campaign.common.order_panel import back_button, lines_panel
from cogs.campaign.common.sheet_handlers import make_ready, make_unready
from cogs.campaign.dashboard import contact_handlers
from cogs.campaign.dashboard.advice import CONCERNS, chain_choices, chain_with, destinations, listed, sent_fleets
from cogs.campaign.dashboard.list_panel import list_panel, side_colour
from cogs.campaign.dashboard.options import SUGGESTION_LISTS, choices_of, fleet_choices, suggestion_with
from cogs.campaign.standing_orders.handlers import draft_panel
from cogs.common.components import SUCCESS, ButtonData, Handler, SelectHandler, button_for
from cogs.common.interactions import Interaction, note_opened, replace_message, services_of, show_panel, take_a_moment
from cogs.common.panels import MOST_TEXT, Panel, button_row, whole_clauses
from render.words.safe_text import count, plain
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.play.governors.govern import Advice
from rules.cluster_war.play.notation import format_in_turn
from rules.cluster_war.play.standing_orders.lines import StandingOrder
from rules.cluster_war.turn.planning.suggestions.meetings import MOST_ADVISED, MOST_SUGGESTIONS, Suggestion
from rules.values import NotYoursError, Value, WrongPhaseError, changed
from umpire.campaign.sheets import orders
from umpire.campaign.sheets.maps import MapWish
from umpire.campaign.sheets.order_sheet import OrderSheet, check_open
from umpire.campaign.sheets.staff import give_advice, has_thought, mark_of, staff_advice
from umpire.games import games
from umpire.games.seat import Seat

GOES_NOWHERE: Final = "This fleet can go nowhere with its own drive now. /fleet show has the details."
WHICH_FLEET: Final = "Which fleet is to move?"
DESTINATION_KIND: Final = "to"


async def seat_at(interaction: Interaction, data: ButtonData) -> Seat:
    """The presser's seat. NotYoursError unless they hold the side whose dashboard this is; WrongPhaseError for a turn that is
    over."""
    seat = await current_seat(interaction, data)
    if seat.side != data.rest.partition(":")[0]:
        raise NotYoursError("This is another side's dashboard; yours is pinned in your own thread.")
    note_opened(interaction, seat)
    return seat


async def sheet_at(interaction: Interaction, data: ButtonData) -> OrderSheet:
    """The sheet of the dashboard's side, read once, open for orders; else an error that says why."""
    seat = await seat_at(interaction, data)
    sheet = await orders.sheet_of(services_of(interaction), seat)
    check_open(sheet, data.revision)
    return sheet


async def sheet_now(interaction: Interaction, data: ButtonData) -> tuple[OrderSheet, ButtonData]:
    """The sheet of the dashboard's side as it is now, and the button as the present turn has it: what only opens a list may be
    pressed on a message of a turn that is over."""
    seat = await player_pressed(interaction, data, "button")
    game = await games.get_game(services_of(interaction), seat.game_id)
    now = changed(data, revision=game.revision)
    return await sheet_at(interaction, now), now


async def offer(interaction: Interaction, data: ButtonData, *, kind: str) -> None:
    """A button of the dashboard that offers orders."""
    sheet, now = await sheet_now(interaction, data)
    await show_panel(interaction, await _offered(interaction, sheet, now, kind))


async def let_think(interaction: Interaction, sheet: OrderSheet) -> None:
    """Tell Discord that the answer takes a moment, if the staff has to think first."""
    if not has_thought(services_of(interaction), sheet):
        await take_a_moment(interaction)


async def _offered(interaction: Interaction, sheet: OrderSheet, data: ButtonData, kind: str) -> Panel:
    """The panel of a list of orders."""
    shown = SUGGESTION_LISTS[kind]
    await let_think(interaction, sheet)
    single = choices_of(await listed(services_of(interaction), sheet, kind), sheet.names)
    chains = chain_choices(sheet, kind)
    best, first = sum(one.starred for one in single), sum(one.starred for one in chains.choices)
    above = min(best, MOST_ADVISED - first)  # a chain that is advised has the last of the buttons
    found = (*single[:above], *chains.choices, *single[above:])[:MOST_SUGGESTIONS]
    rest = f"{sheet.seat.side}:{kind}"
    more = " ".join(filter(None, (chains.why_none, shown.more))) if found else shown.more
    return list_panel(
        sheet,
        data,
        shown.title,
        found,
        rest,
        chains.why_none or shown.nothing,
        more,
        together=(shown.together or kind in CONCERNS) and not first,
        kind=kind,
        unstarred=shown.unstarred,
    )


async def move(interaction: Interaction, data: ButtonData) -> None:
    """The button that asks which fleet is to move."""
    sheet, now = await sheet_now(interaction, data)
    await let_think(interaction, sheet)
    found = fleet_choices(sheet.view, sheet.standing, await sent_fleets(services_of(interaction), sheet))
    nothing = "All your fleets are under way or have their orders. /fleet list shows them."
    panel = list_panel(
        sheet, now, WHICH_FLEET, found, f"{sheet.seat.side}:move", nothing, "/fleet move goes by way of other hexes too"
    )
    await show_panel(interaction, panel)


async def chosen(interaction: Interaction, data: ButtonData, values: Sequence[str]) -> None:
    """A choice from a dashboard's list: a fleet leads to its destinations, all else to the preview."""
    sheet = await sheet_at(interaction, data)
    kind, _, fleet = data.rest.partition(":")[2].partition(":")
    key = values[0] if values else ""
    if kind == "move":
        await _destinations(interaction, data, sheet, key)
        return
    chain = chain_with(sheet, kind, key)
    if chain is not None:
        await replace_message(interaction, draft_panel(sheet, StandingOrder(0, chain)))
        return
    one = suggestion_with(await _suggested(interaction, sheet, kind, fleet), sheet.names, key)
    if one is None:
        raise WrongPhaseError(
            "Your sheet has changed since this list was made, and that is no longer on it. Press again."
        )
    if len(one.orders) == 1:
        await propose(interaction, lambda _: one.order, replace=True)
    else:
        await _propose_all(interaction, data, sheet, one.orders)


async def pressed(interaction: Interaction, data: ButtonData) -> None:
    """An advised choice, by its button: the last part of what it carries is its key."""
    rest, _, key = data.rest.rpartition(":")
    await chosen(interaction, ButtonData(data.action, data.game, data.revision, rest), (key,))


async def all_advised(interaction: Interaction, data: ButtonData) -> None:
    """All that a list advises, as one preview."""
    sheet = await sheet_at(interaction, data)
    kind, _, fleet = data.rest.partition(":")[2].partition(":")
    found = [one for one in await _suggested(interaction, sheet, kind, fleet) if one.starred]
    if not found:
        raise WrongPhaseError("Your sheet has changed since this list was made: nothing is advised now. Press again.")
    await _propose_all(interaction, data, sheet, [order for one in found for order in one.orders][: orders.MOST_LINES])


async def _propose_all(interaction: Interaction, data: ButtonData, sheet: OrderSheet, wanted: Sequence[Order]) -> None:
    """Several orders as one preview, in place of the list."""
    lines = format_in_turn(wanted, sheet.names)
    read = await orders.preview_lines(services_of(interaction), sheet, lines)
    panel = lines_panel(read, side_colour(sheet), data.game, data.revision, sheet.row.version)
    await replace_message(interaction, panel)


async def declare(interaction: Interaction, data: ButtonData, *, ready: bool) -> None:
    """The button that declares the sheet ready, or takes that back; the dashboard stays as it is."""
    seat = await seat_at(interaction, data)
    declaring = make_ready if ready else make_unready
    await declaring(interaction, seat, expect=data.revision)


async def show_map(interaction: Interaction, data: ButtonData) -> None:
    """The map of the side's space."""
    await seat_at(interaction, data)
    await send_map(interaction, MapWish("mine"))


async def what_if(interaction: Interaction, data: ButtonData) -> None:
    """What would happen if the deadline came now."""
    await seat_at(interaction, data)
    await forecast(interaction, data)


async def _suggested(interaction: Interaction, sheet: OrderSheet, kind: str, fleet: str) -> tuple[Suggestion, ...]:
    services = services_of(interaction)
    await let_think(interaction, sheet)
    if kind == DESTINATION_KIND:
        return await destinations(services, sheet, fleet)
    return await listed(services, sheet, kind)


async def _destinations(interaction: Interaction, data: ButtonData, sheet: OrderSheet, fleet: str) -> None:
    """Where the chosen fleet could go, in place of the list of fleets."""
    known = sheet.names.fleets.get(fleet)
    if known is None:
        raise WrongPhaseError("That fleet is no longer yours; press the button on your dashboard again.")
    await let_think(interaction, sheet)
    found = choices_of(await destinations(services_of(interaction), sheet, fleet), sheet.names)
    rest = f"{sheet.seat.side}:{DESTINATION_KIND}:{fleet}"
    panel = list_panel(
        sheet, data, f"Where to with {plain(known)}?", found, rest, GOES_NOWHERE, "/fleet move takes any hex"
    )
    await replace_message(interaction, panel)


SELECTS: Mapping[str, SelectHandler] = {"desk-pick": chosen}


STAFF_TITLE: Final = "Your staff advises"
NOTHING_MORE: Final = "Your staff has nothing to add: what it would do is on your sheet, or cannot be paid this month."
FOOT: Final = "-# Nothing is ordered before you press Give. Orders on your sheet stay as they are."
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


BUTTONS: Mapping[str, Handler] = {
    "desk-move": move,
    **{f"desk-{kind}": partial(offer, kind=kind) for kind in SUGGESTION_LISTS},
    **contact_handlers.BUTTONS,
    "desk-do": pressed,
    "desk-all": all_advised,
    "desk-map": show_map,
    "desk-forecast": what_if,
    "desk-ready": partial(declare, ready=True),
    "desk-unready": partial(declare, ready=False),
    "desk-staff": show_staff,
    "staff-give": give_staff,
}
