"""What the wizard's lists, buttons and forms do, homes and house rules among them; each change is saved at once and the
page is shown anew."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from cogs.campaign.common.campaign_context import game_here, gm_here
from cogs.campaign.founding.panel import GOLD, SWITCH_PAGES, SWITCHES_A_PAGE, begun_panel, founding_panel
from cogs.common import components
from cogs.common.command_factory import LONGEST_LABEL, Pair, fixed, lookup, short
from cogs.common.interactions import Interaction, bot_services, defer, replace_message, say, services_of, take_a_moment
from cogs.common.panels import text_panel
from render.words.safe_text import plain
from rules.bridge.tables_of import house_tables
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.turn.setup.starting_places import StartNpr
from rules.tables import Table
from rules.values import GameError, WrongPhaseError, changed, quoted, unknown
from umpire.campaign.founding.homes import drop_others, put_other, set_placement
from umpire.campaign.founding.open_campaign import Founding, change_plan, founding, make_cluster, with_seats
from umpire.campaign.founding.plan import (
    FoundingPlan,
    check_plan,
    read_grid,
    read_house_rules,
    resize,
    set_cell,
    set_switch,
    set_terrain,
    settings_of_plan,
    write_grid,
    write_house_rules,
)
from umpire.campaign.founding.race_edits import MOST_CPS, text_of, whole
from umpire.campaign.founding.switches import AIM, SWITCHES
from umpire.campaign.governed.ai_sides import governors_of
from umpire.campaign.turn import turns
from umpire.games import games, seats
from umpire.games.options import parse_schedule
from umpire.games.seat import Seat

PAGE_OF: Final = {
    "seats": "map",
    "across": "map",
    "down": "map",
    "shape": "map",
    "grid": "map",
    "level": "tech",
    "barred": "tech",
    "terrain": "sky",
    "house": "house",
    "budget": "money",
    "colonies": "money",
    "schedule": "clock",
    "blurb": "over",
}


AIM_PAGE: Final = "aim"
FORM_TITLES: Final = {
    "grid": "The grid of sectors",
    "house": "House rules",
    "colonies": "Colonies at the start",
    "schedule": "Schedule",
    "blurb": "A word to the players",
}


async def master(interaction: Interaction, control: components.ButtonData, *, blind: bool = True) -> Seat:
    """The game master's seat in the control's game; `blind` as in `gm_here`: what all players may read of a plan is no secret."""
    seat = await gm_here(interaction, blind=blind)
    if seat.game_id != control.game:
        raise WrongPhaseError("This belongs to another campaign.")
    return seat


async def show(interaction: Interaction, seat: Seat, page: str) -> None:
    """The page as it is now, in the place of the message."""
    await replace_message(interaction, founding_panel(await founding(services_of(interaction), seat.game_id), page))


async def go(interaction: Interaction, control: components.ButtonData, values: Sequence[str]) -> None:
    """The list of pages."""
    await show(interaction, await master(interaction, control, blind=values[0] != "homes"), values[0])


async def show_page(interaction: Interaction, control: components.ButtonData) -> None:
    """A button that leads to a page."""
    await show(interaction, await master(interaction, control, blind=control.rest != "homes"), control.rest)


async def set_value(interaction: Interaction, control: components.ButtonData, values: Sequence[str]) -> None:
    """A list that sets one thing of the plan."""
    seat = await master(interaction, control)
    change = PLAN_CHANGES.get(control.rest)
    if change is None:
        raise GameError("This list cannot be read; use /campaign found again.")
    now = await change_plan(services_of(interaction), seat, lambda plan: change(plan, values), control.rest)
    await replace_message(interaction, founding_panel(now, PAGE_OF[control.rest]))


def _shape(plan: FoundingPlan, values: Sequence[str]) -> FoundingPlan:
    names = {"standard": "standard", "disk": "disk", "ring": "ring", "cross": "cross"}
    if values[0] not in names:
        raise GameError("That is not a shape; a grid of your own is written with its button.")
    return check_plan(changed(plan, shape=names[values[0]]))  # type: ignore[arg-type] # the names are shapes


def _budget(plan: FoundingPlan, values: Sequence[str]) -> FoundingPlan:
    return changed(plan, budget="by colonies" if values[0] == "by colonies" else "printed")


PLAN_CHANGES: Final[Mapping[str, Callable[[FoundingPlan, Sequence[str]], FoundingPlan]]] = {
    "seats": lambda plan, values: with_seats(plan, whole(values[0], 1, 99)),
    "across": lambda plan, values: resize(plan, whole(values[0], 1, 99), plan.down),
    "down": lambda plan, values: resize(plan, plan.across, whole(values[0], 1, 99)),
    "shape": _shape,
    "level": lambda plan, values: changed(plan, level=values[0]),
    "barred": lambda plan, values: changed(plan, barred=tuple(values)),
    "budget": _budget,
    "terrain": set_terrain,
}


async def turn_switch(interaction: Interaction, control: components.ButtonData, values: Sequence[str]) -> None:
    """A list that turns a switch."""
    seat = await master(interaction, control)
    number = whole(control.rest, 0, len(SWITCHES) - 1)
    name = SWITCHES[number].id
    now = await change_plan(services_of(interaction), seat, lambda plan: set_switch(plan, name, values[0]), name)
    page = AIM_PAGE if name == AIM else SWITCH_PAGES[number // SWITCHES_A_PAGE]
    await replace_message(interaction, founding_panel(now, page))


async def set_option(interaction: Interaction, control: components.ButtonData, values: Sequence[str]) -> None:
    """A list that sets how results are published or turns resolved."""
    seat = await master(interaction, control)
    services = services_of(interaction)
    old, on = (await games.get_game(services, seat.game_id)).options, values[0] == "yes"
    await games.set_options(
        services, seat, changed(old, review=on) if control.rest == "review" else changed(old, early=on)
    )
    await show(interaction, seat, "clock")


async def plan_form(interaction: Interaction, control: components.ButtonData) -> components.Form:
    """The form that a button names."""
    seat = await master(interaction, control)
    now = await founding(services_of(interaction), seat.game_id)
    if control.rest not in FORM_TITLES:
        raise GameError("This button cannot be read; use /campaign found again.")

    async def submitted(sent: Interaction, answers: Mapping[str, str]) -> None:
        await _sent(sent, control, answers["text"])

    return components.Form(FORM_TITLES[control.rest], (_field(now, control.rest),), submitted, control)


def _field(now: Founding, what: str) -> components.Field:
    plan = now.plan
    rows = "A line for each row of sectors; its size becomes the map's"
    rules = "TABLE/row/column = value, or CW-8.0-14 = words"
    rhythm = "weekly Sunday 20:00 Europe/Berlin, every 48h, or none"
    match what:
        case "grid":
            shown = write_grid(plan)
            return components.Field(
                "text", "Per cent of hexes with a system", rows, shown, long=True, needed=True, most=600
            )
        case "house":
            return components.Field("text", "A line each", rules, write_house_rules(plan), long=True)
        case "colonies":
            label = "CPs of colonies, the home world included"
            return components.Field("text", label, "500 as printed", str(plan.colonies), needed=True, most=7)
        case "schedule":
            return components.Field("text", "When turns are due", rhythm, str(now.game.schedule), needed=True, most=60)
        case _:
            return components.Field(
                "text", "What the campaign is about", "Stands above the plan", plan.blurb, long=True, most=600
            )


async def _sent(interaction: Interaction, control: components.ButtonData, text: str) -> None:
    seat = await master(interaction, control)
    services = services_of(interaction)
    if control.rest == "schedule":
        await games.set_schedule(services, seat, parse_schedule(text))
    else:
        await change_plan(services, seat, lambda plan: _written(plan, control.rest, text), control.rest)
    await show(interaction, seat, PAGE_OF[control.rest])


def _written(plan: FoundingPlan, what: str, text: str) -> FoundingPlan:
    match what:
        case "grid":
            across, down, grid = read_grid(text)
            return check_plan(changed(resize(plan, across, down), shape="grid", grid=grid))
        case "house":
            overrides, rulings = read_house_rules(text)
            return changed(plan, overrides=overrides, rulings=rulings)
        case "colonies":
            return changed(plan, colonies=whole(text, 1, MOST_CPS))
        case _:
            return changed(plan, blurb=text_of(text, 600))


async def make(interaction: Interaction, control: components.ButtonData) -> None:
    """The button that makes the cluster: once, whoever presses it how often."""
    seat = await master(interaction, control)
    await take_a_moment(interaction)
    bot = bot_services(interaction)
    game = await make_cluster(bot.services, seat)
    bot.clock.poke()
    bot.deliverer.wake()
    sides = ", ".join(plain(flag.name) for flag in game.sides)
    then = (
        "The first turn opens by itself."
        if game.options.wall
        else "**Begin** (or /campaign begin) opens the first turn."
    )
    text = f"✔ The cluster of {plain(game.name)} is made: {sides} have their homes and colonies. {then}"
    begin = components.button_for("Begin", components.data_for(game, "plan-begin"), style=components.SUCCESS)
    await replace_message(interaction, text_panel(text, GOLD, () if game.options.wall else (begin,)))


async def begin_here(interaction: Interaction, seat: Seat) -> None:
    """Open the first turn."""
    await defer(interaction)
    services = services_of(interaction)
    game = await turns.open_first(services, seat)
    bot_services(interaction).deliverer.wake()
    held, led = await seats.seats(services, game.id), await governors_of(services, game.id)
    await say(interaction, panel=begun_panel(game, held, led))


async def press_begin(interaction: Interaction, control: components.ButtonData) -> None:
    """The button that opens the first turn when the cluster is made."""
    await begin_here(interaction, await master(interaction, control))


async def panel_for(interaction: Interaction, game_id: str, page: str = "over") -> None:
    """The wizard as an answer to a command."""
    now = await founding(services_of(interaction), game_id)
    await say(interaction, panel=founding_panel(now, page))


HOMES_PAGE: Final = "homes"


async def home_picked(interaction: Interaction, control: components.ButtonData, values: Sequence[str]) -> None:
    """One of the page's lists."""
    seat = await master(interaction, control, blind=False)
    services = services_of(interaction)
    match control.rest:
        case "placement":
            now = await change_plan(services, seat, lambda plan: set_placement(plan, values[0]), "placement")
        case "drop":
            now = await change_plan(services, seat, lambda plan: drop_others(plan, values), "others")
        case "change":
            await components.open_form(interaction, await other_form(interaction, changed(control, rest=values[0])))
            return
        case _:
            raise GameError("This list cannot be read; use /campaign found again.")
    await replace_message(interaction, founding_panel(now, HOMES_PAGE))


async def other_form(interaction: Interaction, control: components.ButtonData) -> components.Form:
    """The form of a race, filled with its own values, or the usual ones for one race more ("")."""
    there = await master(interaction, control, blind=False)
    plan = (await founding(services_of(interaction), there.game_id)).plan
    other = next((other for other in plan.others if other.id == control.rest), None)
    if control.rest and other is None:
        raise GameError("That race is no longer in the plan; look at the page again.")
    shown = other or StartNpr("")

    async def submitted(sent: Interaction, answers: Mapping[str, str]) -> None:
        seat = await master(sent, control, blind=False)
        old = other.id if other else ""
        now = await change_plan(services_of(sent), seat, lambda plan: put_other(plan, old, answers), "others")
        await replace_message(sent, founding_panel(now, HOMES_PAGE))

    fields = (
        components.Field(
            "name", "Its name", "Players read it when they meet the race", shown.name, needed=True, most=40
        ),
        components.Field(
            "gross", "Gross production in CPs", "300 is an empire's; 50 a backwater", str(shown.gross), most=7
        ),
        components.Field("attitude", "Attitude", "Hostile; Neutral; Peaceful, Xenophobic …", shown.attitude, most=60),
        components.Field("pace", "How fast it grows", "slow, steady or fast", shown.pace, most=10),
        components.Field(
            "step", "STEP code of its home world", "5555 makes a perfect one; empty: as found", shown.home_step, most=4
        ),
    )
    return components.Form("A race that you run", fields, submitted, control)


def table_pairs() -> list[Pair]:
    """Every table by its title and rule."""
    return [
        (short(f"{table.title or table.id} ({table.rule})"), table.id) for table in house_tables(Settings()).values()
    ]


async def cell_pairs(interaction: Interaction) -> Iterable[Pair]:
    """The cells of the table that is chosen, each with the value that it has in this campaign."""
    now = await founding(services_of(interaction), (await game_here(interaction)).id)
    return cells_of(table_named(str(interaction.namespace.table or ""), house_tables(settings_of_plan(now.plan))))


def cells_of(table: Table) -> list[Pair]:
    """A table's cells, "row, column: value" and "row/column"; those whose name no suggestion can hold are left out."""
    return [
        (short(f"{key}, {column}: {row[column] or 'empty'}"), name)
        for key, row in table.named_rows()
        for column in table.columns[table.key :]
        if len(name := f"{key}/{column}") <= LONGEST_LABEL
    ]


def table_named(text: str, known: Mapping[str, Table]) -> Table:
    """A table by its id, its title, or both as the list shows them, in any case; GameError names the nearest."""
    wanted = text.strip().casefold()
    for table in known.values():
        if wanted in {table.id.casefold(), table.title.casefold(), f"{table.title} ({table.rule})".casefold()}:
            return table
    titles = [table.title or table.id for table in known.values()]
    raise unknown(GameError, f"There is no table {quoted(text)}.", text, "There are", titles)


async def change_cell(interaction: Interaction, table: str, cell: str, value: str) -> None:
    """Change a cell of the plan's tables, or have it as printed again; the page of house rules, with what changed."""
    seat = await gm_here(interaction, blind=True)
    services = services_of(interaction)
    now = await founding(services, seat.game_id)
    found = table_named(table, house_tables(settings_of_plan(now.plan)))
    name = f"{found.id}/{cell.strip()}"
    now = await change_plan(services, seat, lambda plan: set_cell(plan, name, value.strip()), "house")
    await say(interaction, panel=founding_panel(now, "house"))


house_table_option = fixed(table_pairs)
house_cell_option = lookup(cell_pairs)

FORMS: Final[Mapping[str, components.FormMaker]] = {
    "plan-form": plan_form,
    "plan-race": other_form,
    "plan-homes": other_form,
}
BUTTONS: Final[Mapping[str, components.Handler]] = {
    "plan-show": show_page,
    "plan-form": components.opener(plan_form),
    "plan-make": make,
    "plan-begin": press_begin,
    "plan-race": components.opener(other_form),
}
SELECTS: Final[Mapping[str, components.SelectHandler]] = {
    "plan-page": go,
    "plan-set": set_value,
    "plan-switch": turn_switch,
    "plan-option": set_option,
    "plan-homes": home_picked,
}
