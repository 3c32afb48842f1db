"""Plotting by taps: one usual turn of a craft from lists, and the other lines of its programme."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from cogs.battle.battle_context import BATTLE_SIGHT, check_current, own_sight, pressed
from cogs.battle.line_handlers import advice_for, kept_text, start_of
from cogs.battle.lines_panel import ANY_TARGET, line_of, lines_panel
from cogs.battle.look_handlers import title_of
from cogs.battle.plot_handlers import CraftContext, craft_context, overview_panel
from cogs.battle.plot_panel import close_map, gallery_of
from cogs.battle.programme_edits import check_names, check_power, read_plan, with_another_line
from cogs.battle.tap_panel import SCREEN_POLICIES, fire_of, tap_panel, with_drones, with_missiles
from cogs.common.components import ButtonData
from cogs.common.interactions import Interaction, replace_message, say, services_of
from rules.pentagon_war.captains.advice import course_of, steer
from rules.pentagon_war.captains.offers import offers
from rules.pentagon_war.geometry import facing_of
from rules.pentagon_war.notation.decide import LineChange, adjust_line, waiting_in
from rules.pentagon_war.notation.read import STANCES
from rules.pentagon_war.notation.write import programme_lines
from rules.pentagon_war.programme import NO_TARGET, FireLine, Programme, Stance, conditions_in
from rules.values import GameError, NotYoursError, changed
from umpire.battle import plots
from umpire.battle.battle_files import paint_view
from umpire.battle.plots import PlotReceipt, Sight

NO_CHOICE: Final = "That is not a choice of this list; use it again."
STANCES_BY_NAME: Final[dict[str, Stance]] = {str(stance): stance for stance in STANCES}
Tapped: TypeAlias = Callable[[CraftContext, Programme, Sequence[str]], Programme]
"""What a choice makes of a programme."""


async def plot_button(interaction: Interaction, control: ButtonData) -> None:
    """The panel of a captain's only craft; all of them at a glance where there are more."""
    await pressed(interaction, control)
    _, seen = await own_sight(interaction)
    plots.require_going_on(seen)
    own = plots.own_craft(seen)
    if not own:
        raise GameError("You have no craft left in this battle.")
    if len(own) > 1:
        picture = await services_of(interaction).workers.run(paint_view, seen.view, title_of(seen), urgent=True)
        panel = overview_panel(seen)
        panel.add_item(gallery_of(picture))
        await say(interaction, panel=panel, files=(picture,))
        return
    await _show_taps(interaction, seen, own[0].id, "")


async def taps_button(interaction: Interaction, control: ButtonData) -> None:
    """The button that leads from a craft's receipt to its panel."""
    await pressed(interaction, control)
    await interaction.response.defer()
    _, seen = await own_sight(interaction)
    plots.require_going_on(seen)
    await _show_taps(interaction, seen, control.rest, "", replace_it=True)


async def craft_select(interaction: Interaction, control: ButtonData, chosen: Sequence[str]) -> None:
    """The list that leads to a craft's panel."""
    await taps_button(interaction, changed(control, rest=chosen[0] if chosen else ""))


async def undo_tap_button(interaction: Interaction, control: ButtonData) -> None:
    """The button that takes the last change back."""
    context = await tapped(interaction, control)
    seen = await plots.undo(services_of(interaction), context.seat, context.seen, context.craft, str(interaction.id))
    said = "✔ As it was before. Press again to bring it back."
    await _show_taps(interaction, seen, context.craft.id, said, replace_it=True)


async def lead_button(interaction: Interaction, control: ButtonData) -> None:
    """A stance to play the craft in the place of a programme; where one is in force already, its lines are written anew."""
    unit, _, word = control.rest.partition("/")
    context = await tapped(interaction, changed(control, rest=unit))
    stance = STANCES_BY_NAME.get(word)
    if stance is None:
        raise NotYoursError(NO_CHOICE)
    services, key, seen = services_of(interaction), str(interaction.id), context.seen
    in_force = seen.view.known.programmes.get(context.craft.id)
    asks = seen.view.known.pace == "segments"  # there a stance plays by its lines alone: its captain is asked in person
    if asks or (in_force is not None and in_force.turn == seen.turn):
        found = await advice_for(interaction, seen, context.craft.id, stance)
        plan = changed(found.drafted, craft=context.craft.id, turn=seen.turn)
        after = await plots.set_plan(services, context.seat, seen, plan, key)
        said = f"✔ Plotted as the stance {stance} would play it from here."
    else:
        after = await plots.assign_ai(services, context.seat, seen, context.craft, stance, key)
        said = f"✔ The stance {stance} plays {context.craft.name} in this turn."
    await _show_taps(interaction, after, context.craft.id, said, replace_it=True)


async def course_select(interaction: Interaction, control: ButtonData, chosen: Sequence[str]) -> None:
    """The list of facings."""

    def edit(context: CraftContext, plan: Programme, values: Sequence[str]) -> Programme:
        known = context.seen.view.known
        _, thrust = course_of(known, context.craft, plan)
        return steer(known, context.craft, plan, _number(values, 5), thrust)

    await _chosen(interaction, control, chosen, edit)


async def thrust_select(interaction: Interaction, control: ButtonData, chosen: Sequence[str]) -> None:
    """The list of impulses of thrust."""

    def edit(context: CraftContext, plan: Programme, values: Sequence[str]) -> Programme:
        known = context.seen.view.known
        facing, _ = course_of(known, context.craft, plan)
        return steer(known, context.craft, plan, facing, _number(values, 12))

    await _chosen(interaction, control, chosen, edit)


async def fire_select(interaction: Interaction, control: ButtonData, chosen: Sequence[str]) -> None:
    """The list of what is fired at what, and what is launched."""

    def edit(context: CraftContext, plan: Programme, values: Sequence[str]) -> Programme:
        match values:
            case ["missiles"]:
                return with_missiles(context.craft, plan)
            case ["drones"]:
                return with_drones(context.craft, plan)
            case [value]:
                return fire_of(plan, value)
            case _:
                raise NotYoursError(NO_CHOICE)

    await _chosen(interaction, control, chosen, edit)


async def screens_select(interaction: Interaction, control: ButtonData, chosen: Sequence[str]) -> None:
    """The list of when screens are reinforced."""

    def edit(_: CraftContext, plan: Programme, values: Sequence[str]) -> Programme:
        policy = SCREEN_POLICIES.get(values[0] if values else "")
        if policy is None:
            raise NotYoursError(NO_CHOICE)
        return changed(plan, screens=policy)

    await _chosen(interaction, control, chosen, edit)


def _number(values: Sequence[str], most: int) -> int:
    """The number that was chosen. NotYoursError for what is none of the list's."""
    if len(values) != 1 or not values[0].isdecimal() or not values[0].isascii() or int(values[0][:3]) > most:
        raise NotYoursError(NO_CHOICE)
    return int(values[0])


async def _chosen(interaction: Interaction, control: ButtonData, chosen: Sequence[str], edit: Tapped) -> None:
    """Change the programme by a choice; where nothing is plotted, what its stance would do is the beginning."""
    context = await tapped(interaction, control)
    plan = edit(context, await start_of(interaction, context.seen, context.craft), list(chosen))
    after, shown = await put(interaction, context, plan)
    await _show_taps(interaction, after, context.craft.id, "✔ Plotted.", replace_it=True, before=shown)


async def put(interaction: Interaction, context: CraftContext, plan: Programme) -> tuple[Sight, PlotReceipt]:
    """Plot a programme, and what it comes to; nothing is changed where anything is wrong with it."""
    seen, craft, services = context.seen, context.craft, services_of(interaction)
    check_names(seen, craft, plan)
    shown = await plots.receipt(services, seen, craft, plan)
    check_power(shown.preview)
    return await plots.set_plan(services, context.seat, seen, plan, str(interaction.id)), shown


async def tapped(interaction: Interaction, control: ButtonData) -> CraftContext:
    """The craft that a control of this turn is about, while the battle waits for its captain."""
    await pressed(interaction, control)
    await interaction.response.defer()
    context = await craft_context(interaction, control.rest)
    check_current(context.seen, control.game, control.revision)
    plots.require_asked(context.seen)
    return context


async def _show_taps(
    interaction: Interaction,
    seen: Sight,
    craft: str,
    said: str,
    *,
    replace_it: bool = False,
    before: PlotReceipt | None = None,
) -> None:
    """A craft's panel as it stands; what is looked up later is looked up anew."""
    interaction.extras[BATTLE_SIGHT] = None
    found = plots.craft_named(seen, craft)
    services = services_of(interaction)
    told = await plots.receipt(services, seen, found, before=before)
    advice, picture = await asyncio.gather(
        advice_for(interaction, seen, found.id, told.plan.stance), close_map(services, seen, found, told.preview)
    )
    panel = tap_panel(told, advice, gallery_of(picture), said)
    if replace_it:
        await replace_message(interaction, panel, files=(picture,))
    else:
        await say(interaction, panel=panel, files=(picture,))


async def more_button(interaction: Interaction, control: ButtonData) -> None:
    """The button that leads to the other lines."""
    context = await tapped(interaction, control)
    await _show_lines(interaction, context.seen, context.craft.id)


async def add_select(interaction: Interaction, control: ButtonData, chosen: Sequence[str]) -> None:
    """The lists of lines to be added; a setting takes the place of the one before."""
    context = await tapped(interaction, changed(control, rest=control.rest.partition("/")[0]))
    line = _one_chosen(chosen)
    plan = await start_of(interaction, context.seen, context.craft)
    led = plots.is_ai_led(context.seen, context.craft)
    after = read_plan(context.seen, plan, "\n".join((*programme_lines(plan), line)))
    new = [n for n, each in enumerate(programme_lines(after), 1) if each not in programme_lines(plan)]
    kept = f" {kept_text(plan.stance)}" if led else ""
    await _put_lines(interaction, context, after, new[0] if new else 0, f"✔ Plotted: `{line}`.{kept}")


async def line_select(interaction: Interaction, control: ButtonData, chosen: Sequence[str]) -> None:
    """The list of the programme's lines: one comes into focus."""
    context = await tapped(interaction, control)
    number = _one_chosen(chosen)
    plan, _ = plots.plan_of(context.seen, context.craft)
    if not (number.isdecimal() and number.isascii() and len(number) <= 3 and int(number) <= len(programme_lines(plan))):
        raise NotYoursError(NO_CHOICE)
    await _show_lines(interaction, context.seen, context.craft.id, int(number))


async def from_select(interaction: Interaction, control: ButtonData, chosen: Sequence[str]) -> None:
    """The list of impulses from which a line is in force."""
    value = _one_chosen(chosen)
    if not (value.isdecimal() and value.isascii() and len(value) <= 2):
        raise NotYoursError(NO_CHOICE)
    await _change_line(interaction, control, LineChange(first=int(value)))


async def at_select(interaction: Interaction, control: ButtonData, chosen: Sequence[str]) -> None:
    """The list of what a line is about, or of the ways that a bomb may fly."""
    value = _one_chosen(chosen)
    await _change_line(interaction, control, LineChange(target="" if value == ANY_TARGET else value))


async def when_select(interaction: Interaction, control: ButtonData, chosen: Sequence[str]) -> None:
    """The list of conditions; all that are chosen have to hold."""
    words = " and ".join(each for each in chosen if each != "always")
    await _change_line(interaction, control, LineChange(when=conditions_in(words)))


async def out_button(interaction: Interaction, control: ButtonData) -> None:
    """The button that takes a line out."""
    context = await _of_line(interaction, control)
    plan, _ = plots.plan_of(context.seen, context.craft)
    number, line = line_of(plan, control.rest)
    after = with_another_line(number, None)(context.seen, plan)
    await _put_lines(interaction, context, after, 0, f"✔ Taken out: `{line}`.")


async def undo_line_button(interaction: Interaction, control: ButtonData) -> None:
    """The button that takes the last change back."""
    context = await tapped(interaction, control)
    seen = await plots.undo(services_of(interaction), context.seat, context.seen, context.craft, str(interaction.id))
    await _show_lines(interaction, seen, context.craft.id, said="✔ As it was before. Press again to bring it back.")


def _one_chosen(chosen: Sequence[str]) -> str:
    if len(chosen) != 1:
        raise NotYoursError(NO_CHOICE)
    return chosen[0]


async def _of_line(interaction: Interaction, control: ButtonData) -> CraftContext:
    return await tapped(interaction, changed(control, rest=control.rest.partition("/")[0]))


async def _change_line(interaction: Interaction, control: ButtonData, change: LineChange) -> None:
    """Change the line that a list is about."""
    context = await _of_line(interaction, control)
    plan, _ = plots.plan_of(context.seen, context.craft)
    number, line = line_of(plan, control.rest)
    if change.target is not None and _flies_at_nothing(line):
        change = LineChange(heading=facing_of(change.target))
    words = adjust_line(line, change)
    after = with_another_line(number, words)(context.seen, plan)
    await _put_lines(interaction, context, after, number, f"✔ Plotted: `{words}`.")


def _flies_at_nothing(line: str) -> bool:
    found = waiting_in(line)
    return isinstance(found, FireLine) and found.target == NO_TARGET


async def _put_lines(interaction: Interaction, context: CraftContext, plan: Programme, focus: int, said: str) -> None:
    """Plot it, and show the panel with a line in focus; nothing is changed where anything is wrong."""
    seen, before = await put(interaction, context, plan)
    await _show_lines(interaction, seen, context.craft.id, focus, said, before=before)


async def _show_lines(
    interaction: Interaction,
    seen: Sight,
    craft: str,
    focus: int = 0,
    said: str = "",
    *,
    before: PlotReceipt | None = None,
) -> None:
    """The panel as it stands; what is looked up later is looked up anew."""
    interaction.extras[BATTLE_SIGHT] = None
    services, found = services_of(interaction), plots.craft_named(seen, craft)
    told = await plots.receipt(services, seen, found, before=before)
    led = told.plan.stance if told.led else None
    offered, picture = await asyncio.gather(
        services.workers.run(offers, seen.view, found.id, told.plan, led, urgent=True),
        close_map(services, seen, found, told.preview),
    )
    await replace_message(interaction, lines_panel(told, offered, gallery_of(picture), focus, said), files=(picture,))
