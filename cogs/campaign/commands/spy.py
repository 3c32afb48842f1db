"""/spy: operations against other empires, counter-intelligence, and how they stand."""

from typing import Annotated, Literal

from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.common.campaign_context import view_here
from cogs.campaign.common.order_commands import order, order_of
from cogs.campaign.common.spy_lists import (
    NOBODY,
    aim_option,
    change_head_option,
    head_option,
    kind_option,
    operation_list,
    running_option,
    target_option,
)
from cogs.common.answers import say
from cogs.common.bot_services import Interaction
from cogs.common.command_factory import command, number, text
from rules.cluster_war.chapters.espionage.order_checks import (
    ChangeOperation,
    FundOperation,
    StartCounter,
    StartOperation,
    StopOperation,
)
from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.model.orders.order import Order

Cps = Annotated[Range[int, 1, 100000], "CPs for this turn"]
Which = Annotated[str, "Which operation", running_option]
Name = Annotated[Range[str, 0, 60], "What you call it"]
Aim = Annotated[Range[str, 0, 100], "What it is aimed at: a hex, a design, a technology, an officer", aim_option]
Approach = Literal["agents", "locals"]


class SpyGroup(
    app_commands.Group, name="spy", description="Intelligence: operations against others, guarding your secrets"
):
    """Orders to your intelligence service, and the list of what it does."""

    @order("Begin an operation against an empire you have been in contact with; it takes three successes")
    def start(
        self,
        names: Names,
        target: Annotated[str, "Against whom", target_option],
        kind: Annotated[str, "What it is to bring", kind_option],
        goal: Annotated[Range[str, 1, 1500], "Its goal, in your own words"],
        cps: Cps,
        on: Aim = "",
        name: Name = "",
        approach: Annotated[Approach, "Your own agents, or locals (better where you are very different)"] = "agents",
        officer: Annotated[str, "An officer from your pool to head it", head_option] = "",
    ) -> Order:
        head = names.officer(officer) if officer else ""
        return StartOperation(names.people(target), kind.strip(), goal, cps, on, name, approach=approach, officer=head)

    counter = order_of(
        StartCounter, "Begin to spin a net of counter-intelligence: it hinders operations against you, and notices them"
    )(
        cps=number("CPs for this turn", 1, 100000),
        name=text("What you call it", 0, 60),
        officer=OFFICER("An officer from your pool to head it", offers=head_option),
    )
    fund = order_of(FundOperation, "Give CPs to a running operation; without any it loses what its step has gathered")(
        operation=OPERATION("Which operation"), cps=number("CPs for this turn", 1, 100000)
    )

    @order("Change an operation's goal or aim (it is planned anew), its approach, or who heads it")
    def change(
        self,
        names: Names,
        operation: Which,
        goal: Annotated[Range[str, 0, 1500], "Its new goal"] = "",
        on: Aim = "",
        approach: Annotated[Approach | None, "Your own agents, or locals"] = None,
        officer: Annotated[str, "Who heads it", change_head_option] = "",
    ) -> Order:
        head = officer.casefold() if officer.casefold() == NOBODY else names.officer(officer) if officer else ""
        return ChangeOperation(names.operation(operation), goal, on, approach, head)

    stop = order_of(StopOperation, "Call an operation off; what was spent on it is gone")(
        operation=OPERATION("Which operation")
    )

    @command("Your operations, how far they are, and what you reckon with")
    async def list_(self, interaction: Interaction) -> None:
        await say(interaction, operation_list(await view_here(interaction)))
