"""The other lines of a craft's programme by taps: added from lists of what may come about, changed, taken out."""

from collections.abc import Sequence

from cogs.battle.context import SIGHT
from cogs.battle.lines_panel import ANY, line_of, lines_panel
from cogs.battle.plan_edits import read_plan, with_another_line
from cogs.battle.plot_handlers import CraftContext
from cogs.battle.taps import NO_CHOICE, put, start_of, tapped
from cogs.common.answers import replace_message
from cogs.common.bot_services import Interaction, services_of
from cogs.common.buttons import ButtonData
from rules.errors import NotYoursError
from rules.pentagon_war.captains.offers import offers
from rules.pentagon_war.geometry import facing_of
from rules.pentagon_war.notation.decide import Change, adjusted, waiting_in
from rules.pentagon_war.notation.write import programme_lines
from rules.pentagon_war.programme import NOTHING, FireLine, Programme, conditions_in
from rules.values import changed
from umpire.battle import plots, plotting
from umpire.battle.plots import Receipt, Sight


async def more_button(interaction: Interaction, control: ButtonData) -> None:
    """The button that leads to the other lines."""
    context = await tapped(interaction, control)
    await _shown(interaction, context.seen, context.craft.id)


async def add_select(interaction: Interaction, control: ButtonData, chosen: Sequence[str]) -> None:
    """The lists of lines to be added; a setting takes the place of the one before."""
    context = await tapped(interaction, changed(control, rest=control.rest.partition("/")[0]))
    line = _one(chosen)
    plan = await start_of(interaction, context)
    after = read_plan(context.seen, plan, "\n".join((*programme_lines(plan), line)))
    new = [n for n, each in enumerate(programme_lines(after), 1) if each not in programme_lines(plan)]
    await _put(interaction, context, after, new[0] if new else 0, f"✔ Plotted: `{line}`.")


async def line_select(interaction: Interaction, control: ButtonData, chosen: Sequence[str]) -> None:
    """The list of the programme's lines: one comes into focus."""
    context = await tapped(interaction, control)
    number = _one(chosen)
    plan, _ = plots.plan_of(context.seen, context.craft)
    if not (number.isdecimal() and number.isascii() and len(number) <= 3 and int(number) <= len(programme_lines(plan))):
        raise NotYoursError(NO_CHOICE)
    await _shown(interaction, context.seen, context.craft.id, int(number))


async def from_select(interaction: Interaction, control: ButtonData, chosen: Sequence[str]) -> None:
    """The list of impulses from which a line is in force."""
    value = _one(chosen)
    if not (value.isdecimal() and value.isascii() and len(value) <= 2):
        raise NotYoursError(NO_CHOICE)
    await _change(interaction, control, Change(first=int(value)))


async def at_select(interaction: Interaction, control: ButtonData, chosen: Sequence[str]) -> None:
    """The list of what a line is about, or of the ways that a bomb may fly."""
    value = _one(chosen)
    await _change(interaction, control, Change(target="" if value == ANY else value))


async def when_select(interaction: Interaction, control: ButtonData, chosen: Sequence[str]) -> None:
    """The list of conditions; all that are chosen have to hold."""
    words = " and ".join(each for each in chosen if each != "always")
    await _change(interaction, control, Change(when=conditions_in(words)))


async def out_button(interaction: Interaction, control: ButtonData) -> None:
    """The button that takes a line out."""
    context = await _of_line(interaction, control)
    plan, _ = plots.plan_of(context.seen, context.craft)
    number, line = line_of(plan, control.rest)
    after = with_another_line(number, None)(context.seen, plan)
    await _put(interaction, context, after, 0, f"✔ Taken out: `{line}`.")


async def undo_button(interaction: Interaction, control: ButtonData) -> None:
    """The button that takes the last change back."""
    context = await tapped(interaction, control)
    seen = await plotting.undo(services_of(interaction), context.seat, context.seen, context.craft, str(interaction.id))
    await _shown(interaction, seen, context.craft.id, said="✔ As it was before; once more brings it back.")


def _one(chosen: Sequence[str]) -> str:
    if len(chosen) != 1:
        raise NotYoursError(NO_CHOICE)
    return chosen[0]


async def _of_line(interaction: Interaction, control: ButtonData) -> CraftContext:
    return await tapped(interaction, changed(control, rest=control.rest.partition("/")[0]))


async def _change(interaction: Interaction, control: ButtonData, change: Change) -> None:
    """Change the line that a list is about."""
    context = await _of_line(interaction, control)
    plan, _ = plots.plan_of(context.seen, context.craft)
    number, line = line_of(plan, control.rest)
    if change.target is not None and _flies_at_nothing(line):
        change = Change(heading=facing_of(change.target))
    words = adjusted(line, change)
    after = with_another_line(number, words)(context.seen, plan)
    await _put(interaction, context, after, number, f"✔ Plotted: `{words}`.")


def _flies_at_nothing(line: str) -> bool:
    found = waiting_in(line)
    return isinstance(found, FireLine) and found.target == NOTHING


async def _put(interaction: Interaction, context: CraftContext, plan: Programme, focus: int, said: str) -> None:
    """Plot it, and show the panel with a line in focus; nothing is changed where anything is wrong."""
    seen, before = await put(interaction, context, plan)
    await _shown(interaction, seen, context.craft.id, focus, said, before=before)


async def _shown(
    interaction: Interaction,
    seen: Sight,
    craft: str,
    focus: int = 0,
    said: str = "",
    *,
    before: Receipt | None = None,
) -> None:
    """The panel as it stands; what is looked up later is looked up anew."""
    interaction.extras[SIGHT] = None
    services, found = services_of(interaction), plots.craft_named(seen, craft)
    told = await plots.receipt(services, seen, found, before=before)
    led = told.plan.stance if told.led else None
    offered = await services.workers.run(offers, seen.view, found.id, told.plan, led, urgent=True)
    await replace_message(interaction, lines_panel(told, offered, focus, said))
