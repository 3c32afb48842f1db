"""A dogfight flown once more, a newcomer's first, the page of its rules; and the table of all its buttons."""

from collections.abc import Mapping

from cogs.common.components import ButtonData, Handler, SelectHandler
from cogs.common.interactions import Interaction, defer, services_of
from cogs.common.panels import Panel
from cogs.dogfight import fight_handlers, wish_handlers
from cogs.dogfight.fight_panel import GREY
from cogs.dogfight.new_options import FIRST_SCENARIO
from cogs.dogfight.tactical import DOGFIGHT_COMMANDS
from cogs.tactical import reading_handlers
from cogs.tactical.group import tactical_buttons
from cogs.tactical.starting_handlers import new_here
from rules.air_force.setup import DIFFICULTIES, scenarios
from rules.air_force.tables_of import Options, tables
from rules.values import GameError
from umpire.dogfight.dogfights import FightSight, read_for, sight_in
from umpire.tactical.seat_changes import is_solo


async def again_button(interaction: Interaction, data: ButtonData) -> None:
    """The button that begins the same fight once more, right here."""
    services = services_of(interaction)
    seat, case = await read_for(services, data.game, interaction.user.id)
    if not await is_solo(services, data.game):
        raise GameError("A fight for two is begun anew with /dogfight new and `versus`.")
    await defer(interaction, public=True)
    view = (await sight_in(services, seat, case)).view
    own = next((jet for jet in view.known.jets.values() if jet.crew == "player"), None)
    same = {
        "difficulty": view.known.difficulty or DIFFICULTIES[0],
        "aircraft": own.type if own else "",
        "light": view.known.sun,
        "aerobatics": view.known.options.aerobatics,
    }
    known = view.known.scenario if view.known.scenario in scenarios() else FIRST_SCENARIO
    await new_here(interaction, DOGFIGHT_COMMANDS, known, None, 0, same)


async def first_button(interaction: Interaction, _: ButtonData) -> None:
    """The button of /help: a newcomer's first fight, easy, with lessons."""
    await new_here(interaction, DOGFIGHT_COMMANDS, FIRST_SCENARIO, None, 0, {"difficulty": "easy"})


def rules_panel() -> Panel:
    """The rules in a page; numbers are read from the tables."""
    found = tables(Options())
    numbers = found["JET-T05"]
    table = "\n".join(f"{name} {numbers.cell(name, 'value')}" for name in numbers.keys)
    ours = ", ".join(found["JET-T07"].keys)
    text = (
        "### Our Space Age Air Force\n"
        "A turn: **initiative**; **energy**, lowest initiative first: hard maneuvers, energy roll, climb or dive; "
        "**movement**, lowest altitude first: as many hexes as your Speed, a turn attempt before each; **combat**, highest "
        "initiative first; **end**: fuel, stalls. The last side flying wins; a mission's guarded jet decides it alone.\n"
        f"Two posts of the rules are left: energy and movement come from them. All the rest is **ours**, small on purpose; "
        f"{ours} replace posts that may yet be found. Every number is in one table and may be changed: `/rule JET-X18` and its "
        "neighbours say why.\n"
        f"```\n{table}\n```"
    )
    return Panel(GREY, text)


async def send_why(interaction: Interaction, seen: FightSight) -> None:
    """What is behind the presser's own last dice: the shot they have just missed, for one."""
    line, turn = await fight_handlers.line_to_explain(services_of(interaction), seen)
    await reading_handlers.send_why(interaction, DOGFIGHT_COMMANDS, seen, line, turn)


BUTTONS: Mapping[str, Handler] = {
    **tactical_buttons(DOGFIGHT_COMMANDS),
    "df-do": fight_handlers.do_button,
    "df-ready": wish_handlers.ready_button,
    "df-show": fight_handlers.show_button,
    "df-teach": fight_handlers.teach_button,
    "df-card": fight_handlers.reading_button(
        lambda interaction, seen: fight_handlers.send_card(interaction, seen, "", "dark")
    ),
    "df-log": fight_handlers.reading_button(
        lambda interaction, seen: reading_handlers.send_log(interaction, DOGFIGHT_COMMANDS, seen, None)
    ),
    "df-why": fight_handlers.reading_button(send_why),
    "df-odds": fight_handlers.reading_button(fight_handlers.send_odds),
    "df-replay": fight_handlers.reading_button(
        lambda interaction, seen: fight_handlers.send_replay(interaction, seen, None, "dark")
    ),
    "df-again": again_button,
    "df-first": first_button,
}
SELECTS: Mapping[str, SelectHandler] = {
    "df-pick": fight_handlers.do_select,
    "df-wish": wish_handlers.flown_select,
    "df-fire": wish_handlers.fire_select,
}
