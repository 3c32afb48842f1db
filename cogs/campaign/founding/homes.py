"""What the wizard's page on homes does: how homes are placed, and races of the game master's added, changed and dropped."""

from collections.abc import Mapping, Sequence
from typing import Final

from cogs.campaign.founding.handlers import master
from cogs.campaign.founding.panel import founding_panel
from cogs.common.answers import replace_message
from cogs.common.bot_services import Interaction, services_of
from cogs.common.buttons import ButtonData, Handler
from cogs.common.forms import Field, Form, FormMaker, open_form, opener
from cogs.common.selects import SelectHandler
from rules.cluster_war.turn.setup.starting_places import StartNpr
from rules.errors import GameError
from rules.values import changed
from umpire.campaign.founding.homes import drop_others, put_other, set_placement
from umpire.campaign.founding.open_campaign import change_plan, founding

PAGE: Final = "homes"


async def picked(interaction: Interaction, control: ButtonData, values: Sequence[str]) -> None:
    """One of the page's lists."""
    seat = await master(interaction, control, blind=False)
    services = services_of(interaction)
    match control.rest:
        case "placement":
            now = await change_plan(services, seat, lambda plan: set_placement(plan, values[0]), "placement")
        case "drop":
            now = await change_plan(services, seat, lambda plan: drop_others(plan, values), "others")
        case "change":
            await open_form(interaction, await other_form(interaction, changed(control, rest=values[0])))
            return
        case _:
            raise GameError("This list cannot be read; use /campaign found again.")
    await replace_message(interaction, founding_panel(now, PAGE))


async def other_form(interaction: Interaction, control: ButtonData) -> Form:
    """The form of a race, filled with its own values, or the usual ones for one race more ("")."""
    there = await master(interaction, control, blind=False)
    plan = (await founding(services_of(interaction), there.game_id)).plan
    other = next((other for other in plan.others if other.id == control.rest), None)
    if control.rest and other is None:
        raise GameError("That race is not in the plan any more; look at the page again.")
    shown = other or StartNpr("")

    async def done(sent: Interaction, answers: Mapping[str, str]) -> None:
        seat = await master(sent, control, blind=False)
        old = other.id if other else ""
        now = await change_plan(services_of(sent), seat, lambda plan: put_other(plan, old, answers), "others")
        await replace_message(sent, founding_panel(now, PAGE))

    fields = (
        Field("name", "Its name", "Players read it when they meet the race", shown.name, needed=True, most=40),
        Field("gross", "Gross production in CPs", "300 is an empire's; 50 a backwater", str(shown.gross), most=7),
        Field("attitude", "Attitude", "Hostile; Neutral; Peaceful, Xenophobic …", shown.attitude, most=60),
        Field("pace", "How fast it grows", "slow, steady or fast", shown.pace, most=10),
        Field(
            "step", "STEP code of its home world", "5555 makes a perfect one; empty: as found", shown.home_step, most=4
        ),
    )
    return Form("A race that you run", fields, done, control)


FORMS: Final[Mapping[str, FormMaker]] = {"plan-race": other_form, "plan-homes": other_form}
BUTTONS: Final[Mapping[str, Handler]] = {"plan-race": opener(other_form)}
SELECTS: Final[Mapping[str, SelectHandler]] = {"plan-homes": picked}
