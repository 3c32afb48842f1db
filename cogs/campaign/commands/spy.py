"""/spy: operations against other empires, counter-intelligence, and how they stand."""

from typing import Final

from discord import app_commands

from cogs.campaign.common.campaign_context import view_here
from cogs.campaign.common.field_texts import (
    NO_HEAD,
    aim_option,
    change_head_option,
    head_option,
    kind_option,
    operation_list,
    running_option,
    target_option,
)
from cogs.campaign.common.order_commands import named, order_of
from cogs.common.answers import say
from cogs.common.bot_services import Interaction
from cogs.common.command_factory import Option, command, number, stripped, text
from rules.cluster_war.chapters.espionage.order_checks import (
    ChangeOperation,
    FundOperation,
    StartCounter,
    StartOperation,
    StopOperation,
)
from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.model.state.war import OfficerId

CPS: Final = number("CPs for this turn", 1, 100000)
OPERATION: Final = named("Which operation", Names.operation, running_option)
NAME: Final = text("What you call it", 0, 60)
AIM: Final = text(
    "What it is aimed at: a hex, a design, a technology, an officer", 0, 100, offers=aim_option, to="subject"
)
HEAD: Final = named("An officer from your pool to head it", Names.officer, head_option)


def new_head(names: Names, given: str) -> OfficerId:
    """Who heads an operation from now on: an officer, or nobody."""
    return given.casefold() if given.casefold() == NO_HEAD else names.officer(given)


class SpyGroup(
    app_commands.Group, name="spy", description="Intelligence: operations against others, guarding your secrets"
):
    """Orders to your intelligence service, and the list of what it does."""

    start = order_of(
        StartOperation, "Begin an operation against an empire you have been in contact with; it takes three successes"
    )(
        target=named("Against whom", Names.people, target_option),
        kind=Option("What it is to bring", offers=kind_option, read=stripped),
        goal=text("Its goal, in your own words", 1, 1500),
        cps=CPS,
        on=AIM,
        name=NAME,
        approach=Option("Your own agents, or locals (better where you are very different)", default="agents"),
        officer=HEAD,
    )
    counter = order_of(
        StartCounter, "Begin to spin a net of counter-intelligence: it hinders operations against you, and notices them"
    )(
        cps=CPS,
        name=NAME,
        officer=HEAD,
    )
    fund = order_of(FundOperation, "Give CPs to a running operation; without any it loses what its step has gathered")(
        operation=OPERATION, cps=CPS
    )

    change = order_of(
        ChangeOperation, "Change an operation's goal or aim (it is planned anew), its approach, or who heads it"
    )(
        operation=OPERATION,
        goal=text("Its new goal", 0, 1500),
        on=AIM,
        approach="Your own agents, or locals",
        officer=named("Who heads it", new_head, change_head_option),
    )
    stop = order_of(StopOperation, "Call an operation off; what was spent on it is gone")(operation=OPERATION)

    @command("Your operations, how far they are, and what you reckon with")
    async def list_(self, interaction: Interaction) -> None:
        await say(interaction, operation_list(await view_here(interaction)))
