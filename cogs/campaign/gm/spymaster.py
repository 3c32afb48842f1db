"""/spymaster: the game master's hand on intelligence: operations, what lies between peoples, kinds that never succeed."""

from collections.abc import Iterable
from typing import Annotated, Literal

from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.gm.changing import GmNames, change
from cogs.campaign.gm.choices import Chosen, gm_complete
from cogs.campaign.gm.handlers import gm_context
from cogs.campaign.gm.spy_texts import operations_text, societies_text
from cogs.campaign.gm.spying import show_operation
from cogs.common.answers import say
from cogs.common.autocomplete import Pair, plain_text
from cogs.common.bot_services import Interaction
from cogs.common.command_factory import command
from rules.cluster_war.chapters.espionage.amendments import MOST_POINTS, ForbidKind, RuleOperation, SetDifference
from rules.cluster_war.chapters.espionage.kinds import kinds
from rules.cluster_war.model.state.espionage import Operation
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.working.amendment import Amendment
from umpire.campaign.gm import gm_queries
from umpire.campaign.views import side_views

Points = Range[int, -MOST_POINTS, MOST_POINTS]
Chance = Range[int, 0, MOST_POINTS]


def at_work(view: View) -> list[Operation]:
    """The operations that run, those that wait for a word first."""
    running = (one for one in view.operations.values() if one.running)
    return sorted(running, key=lambda one: (not one.roll, one.side, len(one.id), one.id))


def operations(view: View, side: Chosen) -> Iterable[Pair]:
    """The operations that run."""
    for one in at_work(view):
        if side in {"", one.side}:
            against = f" against {_flag(view, one.target)}" if one.target else ""
            yield f"{plain_text(one.name)} of {_flag(view, one.side)}{against} ({one.kind}, {one.step_name})", one.id


def peoples(view: View, side: Chosen) -> Iterable[Pair]:
    """Empires, and the game master's races."""
    for key, flag in sorted(view.all_flags.items()):
        yield plain_text(flag.name), key


def all_kinds(view: View, side: Chosen) -> Iterable[Pair]:
    """The kinds of operations with what they bring."""
    for kind, row in kinds(view.settings).items():
        yield f"{kind}: {row['brings']}", kind


def _flag(view: View, side: str) -> str:
    return plain_text(view.all_flags[side].name) if side in view.all_flags else side


people_option = gm_complete(peoples)
Running = Annotated[str, "Which operation", gm_complete(operations)]
People = Annotated[str, "A people", people_option]
Other = Annotated[str, "Another people", people_option]


class SpymasterGroup(
    app_commands.Group, name="spymaster", description="The game master: judge operations, peoples' differences, kinds"
):
    """What bears upon operations, and the game master's word on them."""

    @command("All operations that run, those that wait for your word first")
    async def list_(self, interaction: Interaction) -> None:
        gm = await gm_context(interaction)
        view = await side_views.view(gm.services, gm.seat)
        await say(interaction, operations_text(view, at_work(view)))

    @command("One operation with every modifier and both societies, and buttons to decide")
    async def show(self, interaction: Interaction, operation: Running) -> None:
        gm = await gm_context(interaction)
        await show_operation(interaction, gm, operation.strip())

    @command("Two societies beside each other")
    async def societies(self, interaction: Interaction, one: People, other: Other) -> None:
        gm = await gm_context(interaction)
        found = await gm_queries.societies(gm.services, gm.seat, one.strip(), other.strip())
        await say(interaction, societies_text(found))

    @change("Decide on an operation: a chance of your own, the dice, or a result")
    def rule(
        self,
        by: GmNames,
        operation: Running,
        chance: Annotated[Chance | None, "In per cent (leave out: the suggested one)"] = None,
        result: Annotated[Literal["dice", "success", "failure", "catastrophe", "impossible"], "What decides"] = "dice",
        words: Annotated[Range[str, 0, 1500], "Words for its player"] = "",
    ) -> Amendment:
        del by
        return RuleOperation(operation.strip(), -1 if chance is None else chance, result, words)

    @change("What operations between two peoples lose, and a note of the approach that would work")
    def difference(
        self,
        by: GmNames,
        one: People,
        other: Other,
        points: Annotated[Points, "Points off the chance"] = 0,
        note: Annotated[Range[str, 0, 400], "For you alone, like: recruit locals, they breathe methane"] = "",
        on: Annotated[bool, "No: by the tables again"] = True,
    ) -> Amendment:
        del by
        return SetDifference(one.strip(), other.strip(), points, note, on)

    @change("Mark a kind of operation as one that can never succeed; everybody is told")
    def impossible(
        self,
        by: GmNames,
        kind: Annotated[str, "Which kind", gm_complete(all_kinds)],
        on: Annotated[bool, "No: possible again"] = True,
    ) -> Amendment:
        del by
        return ForbidKind(kind.strip(), on)
