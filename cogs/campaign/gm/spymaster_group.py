"""/spymaster: the game master's hand on intelligence: operations, what lies between peoples, kinds that never succeed."""

from collections.abc import Iterable
from typing import Annotated

from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.gm.amend_group import change_of
from cogs.campaign.gm.draft_handlers import gm_context
from cogs.campaign.gm.gm_options import Chosen, gm_complete
from cogs.campaign.gm.spy_handlers import operations_text, show_operation, societies_text
from cogs.common.command_factory import Option, Pair, command, number, plain_text, strip_text, text
from cogs.common.interactions import Interaction, say
from rules.cluster_war.chapters.espionage.amendments import MOST_POINTS, ForbidKind, RuleOperation, SetDifference
from rules.cluster_war.chapters.espionage.chances import kinds
from rules.cluster_war.model.state.dealings import Operation
from rules.cluster_war.model.state.view import View
from umpire.campaign.gm import gm_queries
from umpire.campaign.views import side_views

Points = Range[int, -MOST_POINTS, MOST_POINTS]


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

    rule = change_of(RuleOperation, "Decide on an operation: a chance of your own, the dice, or a result")(
        operation=Option("Which operation", offers=gm_complete(operations), read=strip_text),
        chance=number("In per cent (default: the suggested one)", 0, MOST_POINTS),
        result="What decides",
        words=text("Words for its player", 0, 1500),
    )
    difference = change_of(
        SetDifference, "What operations between two peoples lose, and a note of the approach that would work"
    )(
        one=Option("A people", offers=people_option, read=strip_text),
        other=Option("Another people", offers=people_option, read=strip_text),
        points=number("Points off the chance", -MOST_POINTS, MOST_POINTS),
        note=text("For you alone, like: recruit locals, they breathe methane", 0, 400),
        on="No: by the tables again",
    )
    impossible = change_of(ForbidKind, "Mark a kind of operation as one that can never succeed; everybody is notified")(
        kind=Option("Which kind", offers=gm_complete(all_kinds), read=strip_text), on="No: possible again"
    )
