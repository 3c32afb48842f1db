"""The buttons of a player's dashboard: a list with advice, from there to the ordinary preview, and Give."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from cogs.campaign.commands.map_group import send_map
from cogs.campaign.common.campaign_context import player_pressed, reader_here
from cogs.campaign.common.field_texts import scene_list
from cogs.campaign.common.order_handlers import colour_of, current_seat, forecast, propose
from cogs.campaign.common.order_panel import back_button, lines_panel
from cogs.campaign.common.ready_handlers import make_ready, make_unready
from cogs.campaign.dashboard.chain_choices import chain_choices, chain_with
from cogs.campaign.dashboard.options import SUGGESTION_LISTS, choices_of, fleet_choices, order_with
from cogs.campaign.standing_orders.handlers import draft_panel
from cogs.common.components import PRIMARY, ButtonData, Handler, SelectHandler, button_for, select_for
from cogs.common.interactions import Interaction, note_opened, replace_message, say, services_of, show_panel
from cogs.common.panels import AdvisedChoice, Panel, Part, advised_options, button_row, cut, starred_button
from render.words.safe_text import plain
from rules.cluster_war.play.notation import format_order
from rules.cluster_war.play.standing_orders.lines import StandingOrder
from rules.cluster_war.turn.planning.suggestions import voyages
from rules.cluster_war.turn.planning.suggestions.meetings import MOST_SUGGESTIONS, Suggestion
from rules.values import NotYoursError, WrongPhaseError, changed
from umpire.campaign.sheets import orders
from umpire.campaign.sheets.maps import MapWish
from umpire.campaign.sheets.order_sheet import OrderSheet, check_open
from umpire.games import games
from umpire.games.seat import Seat

GOES_NOWHERE: Final = "This fleet can go nowhere with its own drive now. /fleet show tells of it."
WHICH_FLEET: Final = "Which fleet is to move?"
DESTINATION_KIND: Final = "to"
LONGEST_REASON: Final = 150
LONGEST_LEAD: Final = 2600
"""Characters of a lead: the rest of a message's 4000 is for buttons' lists and for what happened since."""
BUTTONS_A_ROW: Final = 4
"""Buttons side by side: four are read on a phone."""


async def seat_at(interaction: Interaction, data: ButtonData) -> Seat:
    """The presser's seat. NotYoursError unless they hold the side whose dashboard this is; WrongPhaseError for a turn that is
    over."""
    seat = await current_seat(interaction, data)
    if seat.side != data.rest.partition(":")[0]:
        raise NotYoursError("This is another side's desk; yours is pinned in your own thread.")
    note_opened(interaction, seat)
    return seat


async def sheet_at(interaction: Interaction, data: ButtonData) -> OrderSheet:
    """The sheet of the dashboard's side, read once, open for orders; else an error that says why."""
    seat = await seat_at(interaction, data)
    sheet = await orders.sheet_of(services_of(interaction), seat)
    check_open(sheet, data.revision)
    return sheet


async def _sheet_now(interaction: Interaction, data: ButtonData) -> tuple[OrderSheet, ButtonData]:
    """The sheet of the dashboard's side as it is now, and the button as the present turn has it: what only opens a list may be
    pressed on a message of a turn that is over."""
    seat = await player_pressed(interaction, data, "button")
    game = await games.get_game(services_of(interaction), seat.game_id)
    now = changed(data, revision=game.revision)
    return await sheet_at(interaction, now), now


async def offer(interaction: Interaction, data: ButtonData, *, kind: str) -> None:
    """A button of the dashboard that offers orders."""
    sheet, now = await _sheet_now(interaction, data)
    await show_panel(interaction, _offered(sheet, now, kind))


def _offered(sheet: OrderSheet, data: ButtonData, kind: str, lead: str = "") -> Panel:
    """The panel of a list of orders, with words of its own above it or the list's title."""
    shown = SUGGESTION_LISTS[kind]
    chains = chain_choices(sheet, kind)
    single = choices_of(shown.suggest(sheet.view, sheet.standing), sheet.names)
    best = sum(one.starred for one in single)
    found = (*single[:best], *chains.choices, *single[best:])[:MOST_SUGGESTIONS]
    rest = f"{sheet.seat.side}:{kind}"
    nothing, more = chains.why_none or shown.nothing, " ".join(filter(None, (chains.why_none, shown.more)))
    more = more if found else shown.more
    return _panel(sheet, data, shown.title, found, rest, nothing, more, together=shown.together, kind=kind, lead=lead)


async def met_now(interaction: Interaction, data: ButtonData) -> None:
    """The button below a report, of whichever turn: what waits for the presser's answer now, or that nothing does."""
    seat = await player_pressed(interaction, data, "button")
    sheet = await orders.sheet_of(services_of(interaction), seat)
    now = ButtonData("desk-scenes", seat.game_id, sheet.turn.revision, seat.side)
    if all(scene.closed for scene in sheet.view.scenes):
        await show_panel(interaction, _offered(sheet, now, "scenes"))
        return
    await offer(interaction, now, kind="scenes")


async def list_met(interaction: Interaction) -> None:
    """All that a player's fleets have met, and below it, while orders are taken, the buttons of Encounters."""
    seat = await reader_here(interaction)
    sheet = await orders.sheet_of(services_of(interaction), seat)
    text = scene_list(sheet.view, sheet.standing)
    if sheet.turn.state != "open" or all(scene.closed for scene in sheet.view.scenes):
        await say(interaction, text)
        return
    now = ButtonData("desk-scenes", seat.game_id, sheet.turn.revision, seat.side)
    lead = cut(text, LONGEST_LEAD, "the list below")
    await say(interaction, panel=_offered(sheet, now, "scenes", lead))


async def move(interaction: Interaction, data: ButtonData) -> None:
    """The button that asks which fleet is to move."""
    sheet, now = await _sheet_now(interaction, data)
    found = fleet_choices(sheet.view, sheet.standing)
    nothing = "All your fleets are under way or have their orders. /fleet list shows them."
    panel = _panel(
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
    found = _suggested(sheet, kind, fleet)
    order = order_with(found, sheet.names, key)
    if order is None:
        raise WrongPhaseError(
            "Your sheet has changed since this list was made, and that is not on it any more. Press again."
        )
    await propose(interaction, lambda _: order, replace=True)


async def pressed(interaction: Interaction, data: ButtonData) -> None:
    """An advised choice, by its button: the last part of what it carries is its key."""
    rest, _, key = data.rest.rpartition(":")
    await chosen(interaction, ButtonData(data.action, data.game, data.revision, rest), (key,))


async def all_advised(interaction: Interaction, data: ButtonData) -> None:
    """All that a list advises, as one preview."""
    sheet = await sheet_at(interaction, data)
    found = [one for one in _suggested(sheet, data.rest.partition(":")[2], "") if one.starred]
    if not found:
        raise WrongPhaseError("Your sheet has changed since this list was made: nothing is advised now. Press again.")
    read = await orders.preview_lines(
        services_of(interaction), sheet, [format_order(one.order, sheet.names) for one in found]
    )
    panel = lines_panel(read, _colour(sheet), data.game, data.revision, sheet.row.version)
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


def _suggested(sheet: OrderSheet, kind: str, fleet: str) -> tuple[Suggestion, ...]:
    if kind == DESTINATION_KIND:
        return voyages.destinations(sheet.view, sheet.standing, fleet)
    shown = SUGGESTION_LISTS.get(kind)
    if shown is None:
        raise WrongPhaseError("This list cannot be read; press the button on your desk again.")
    return shown.suggest(sheet.view, sheet.standing)


async def _destinations(interaction: Interaction, data: ButtonData, sheet: OrderSheet, fleet: str) -> None:
    """Where the chosen fleet could go, in place of the list of fleets."""
    known = sheet.names.fleets.get(fleet)
    if known is None:
        raise WrongPhaseError("That fleet is not yours any more; press the button on your desk again.")
    found = choices_of(voyages.destinations(sheet.view, sheet.standing, fleet), sheet.names)
    rest = f"{sheet.seat.side}:{DESTINATION_KIND}:{fleet}"
    panel = _panel(
        sheet, data, f"Where to with {plain(known)}?", found, rest, GOES_NOWHERE, "/fleet move takes any hex"
    )
    await replace_message(interaction, panel)


def _panel(
    sheet: OrderSheet,
    data: ButtonData,
    title: str,
    found: Sequence[AdvisedChoice],
    rest: str,
    nothing: str,
    more: str,
    *,
    together: bool = False,
    kind: str = "",
    lead: str = "",
) -> Panel:
    """A list: what is advised with its reasons and buttons, then all of it; `together` offers all that is advised at once. With
    the `kind` of a list come the buttons of the lists below or above it. A `lead` that tells all of it stands in place of title
    and reasons."""
    back = _ways_on(sheet, data, kind)
    if not found:
        return Panel(_colour(sheet), f"{lead or f'### {title}'}\n{nothing}\n-# {more}", *back)
    best = [one for one in found if one.starred]
    lines = [f"★ **{plain(one.words)}**: {plain(one.reason, LONGEST_REASON)}" for one in best]
    parts: list[Part] = [lead or "\n".join([f"### {title}", *lines])]
    if best:
        made = (ButtonData("desk-do", data.game, data.revision, f"{rest}:{one.key}") for one in best)
        stars = [starred_button(o.words, d, starred=True) for o, d in zip(best, made, strict=True)]
        if together and len(best) > 1:
            every = ButtonData("desk-all", data.game, data.revision, rest)
            stars.append(button_for(f"All {len(best)} at once", every, style=PRIMARY))
        parts.append(button_row(*stars))
    hint = f"All {len(found)} to choose from" if len(found) > len(best) else "The same as a list"
    parts.append(select_for(hint, ButtonData("desk-pick", data.game, data.revision, rest), advised_options(found)))
    parts.append(f"-# Nothing is ordered before you press Give. {more}")
    return Panel(_colour(sheet), *parts, *back)


def _ways_on(sheet: OrderSheet, data: ButtonData, kind: str) -> list[Part]:
    """Buttons to the lists of war, from war to its parts and from a part back; and to the sheet."""
    shown = SUGGESTION_LISTS.get(kind)
    ways = [] if shown is None else [*shown.parts, *([shown.above] if shown.above else [])]
    made = [
        button_for(SUGGESTION_LISTS[way].name, ButtonData(f"desk-{way}", data.game, data.revision, sheet.seat.side))
        for way in ways
    ]
    made.append(back_button(data.game, data.revision))
    return [button_row(*made[at : at + BUTTONS_A_ROW]) for at in range(0, len(made), BUTTONS_A_ROW)]


def _colour(sheet: OrderSheet) -> int:
    return colour_of(sheet.view.flags[sheet.seat.side].colour)


BUTTONS: Mapping[str, Handler] = {
    "desk-move": move,
    **{f"desk-{kind}": partial(offer, kind=kind) for kind in SUGGESTION_LISTS},
    "met-now": met_now,
    "desk-do": pressed,
    "desk-all": all_advised,
    "desk-map": show_map,
    "desk-forecast": what_if,
    "desk-ready": partial(declare, ready=True),
    "desk-unready": partial(declare, ready=False),
}
SELECTS: Mapping[str, SelectHandler] = {"desk-pick": chosen}
