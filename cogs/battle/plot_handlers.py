"""What plotting does: each change is read, saved, and answered with a receipt; all craft at a glance with a stance for
all; a battle given up."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final, get_args

from cogs.battle import plot_panel
from cogs.battle.battle_context import BATTLE_SIGHT, captain_here, check_current, opened, own_sight, pressed
from cogs.battle.programme_edits import Edit, check_names, check_power
from cogs.battle.stop_panel import show_stop
from cogs.common.components import DANGER, SUCCESS, ButtonData, button_for, option, select_for
from cogs.common.interactions import Interaction, bot_services, replace_message, say, services_of
from cogs.common.panels import Panel, Part, button_row, cut, text_panel
from render.words.safe_text import count, plain
from rules.pentagon_war.captains.stance_rows import STANCE_ROWS
from rules.pentagon_war.captains.stops import waits
from rules.pentagon_war.geometry import hex_name, letter
from rules.pentagon_war.groups import group_of, groups_of
from rules.pentagon_war.movement.thrust import format_motion
from rules.pentagon_war.notation.decide import parse_decision
from rules.pentagon_war.notation.write import programme_lines
from rules.pentagon_war.orders import Disengage, Pass, unit_of
from rules.pentagon_war.programme import Stance
from rules.pentagon_war.units import Craft
from rules.values import GameError, NotYoursError, Value
from umpire.battle import decisions, plots
from umpire.battle.plots import Sight, require_asked, require_going_on
from umpire.games.seat import Seat
from umpire.services.services import Services
from umpire.tactical.course import advance

STANCES: Final[dict[str, Stance]] = {stance: stance for stance in get_args(Stance)}
STANCE_HELP: Final = "A stance plays a craft that has no programme, and every craft when you do not answer in time."


def overview_panel(seen: Sight, said: str = "") -> Panel:
    """Each craft with its stance and whether it is plotted, the list of craft to plot, and a list of stances for each group."""
    own = plots.own_craft(seen)
    silent = len(plots.silent_craft(seen))
    many = f"{len(own) - silent} plotted, {silent} led by stance"
    head = f"### Your craft · turn {seen.turn}: {many}"
    groups = groups_of(own)
    lines = []
    for name, members in groups.items():
        lines += [f"**{name.capitalize()}**"] if len(groups) > 1 else []
        lines += [_line(seen, craft) for craft in members]
    parts: list[Part] = [
        cut("\n".join([*([said] if said else []), head, STANCE_HELP, *lines]), 3300, "/battle status"),
    ]
    if seen.standing.asked and not seen.over:
        if len(own) > 1:
            choices = [option(f"{craft.id} {craft.name}", craft.id, _state(seen, craft)) for craft in own]
            parts.append(select_for("Plot a craft", plot_panel.data(seen, "bt-craft"), choices))
        stances = [option(each, each, STANCE_ROWS[stance].promise) for each, stance in STANCES.items()]
        if len(groups) > 1:
            for name, members in groups.items():
                hint = f"Stance of your {name} ({len(members)})"
                parts.append(select_for(hint, plot_panel.data(seen, "bt-stances", name), stances))
        else:
            hint = "Stance of all your craft" if len(own) > 1 else "Stance"
            parts.append(select_for(hint, plot_panel.data(seen, "bt-stances"), stances))
        done = button_for("I am done", plot_panel.data(seen, "bp-done"), style=SUCCESS)
        parts.append(button_row(done, button_for("Map", plot_panel.data(seen, "bt-map"))))
        parts += ["-# /plot stance with a craft sets it for one."] if len(own) > 1 else []
    return Panel(plot_panel.BLUE, *parts)


def _line(seen: Sight, craft: Craft) -> str:
    place = f"{hex_name(craft.at)} facing {letter(craft.facing)}, {format_motion(craft)}"
    mark = "●" if plots.plan_of(seen, craft)[1] else "○"
    stance = plots.stance_of(seen, craft)
    return f"- {mark} {craft.id} {plain(craft.name)}: {stance}, {_state(seen, craft)} · {place}"


def _state(seen: Sight, craft: Craft) -> str:
    plan, plotted = plots.plan_of(seen, craft)
    return f"plotted, {count(len(programme_lines(plan)), 'line')}" if plotted else "nothing plotted"


async def stance_button(interaction: Interaction, control: ButtonData) -> None:
    """What plays each craft when its captain says nothing, and a list that sets it for all."""
    await pressed(interaction, control)
    _, seen = await own_sight(interaction)
    plots.require_asked(seen)
    await say(interaction, panel=overview_panel(seen))


async def stance_select(interaction: Interaction, control: ButtonData, chosen: Sequence[str]) -> None:
    """The list that sets a stance for all of a side's craft, or for a group of them."""
    await pressed(interaction, control)
    await interaction.response.defer()
    seat, seen = await own_sight(interaction)
    stance = STANCES.get(chosen[0] if chosen else "")
    if stance is None:
        raise NotYoursError("That is not a stance; use the list again.")
    await replace_message(interaction, await _set_for_all(interaction, seat, seen, stance, control.rest), files=())


async def stance_for_all(interaction: Interaction, stance: Stance) -> None:
    """The command that does the same."""
    seat, seen = await own_sight(interaction)
    plots.require_asked(seen)
    await say(interaction, panel=await _set_for_all(interaction, seat, seen, stance))


async def _set_for_all(interaction: Interaction, seat: Seat, seen: Sight, stance: Stance, group: str = "") -> Panel:
    meant = [craft for craft in plots.own_craft(seen) if group in {"", group_of(craft)}]
    for craft in meant:
        key = f"{interaction.id}-{craft.id}"
        seen = await plots.set_stance(services_of(interaction), seat, seen, craft, stance, key)
    interaction.extras[BATTLE_SIGHT] = None
    whose = f"Your {group} ({len(meant)} craft)" if group else "All your craft"
    return overview_panel(seen, f"✔ {whose} follow the stance {stance} where you give no orders.")


GREY = 0x808080
TOLD_WHEN_ASKED = "You get a message when the battle waits for you again."


class CraftContext(Value):
    """A captain with the craft that is meant."""

    seat: Seat
    seen: Sight
    craft: Craft


async def craft_context(interaction: Interaction, craft: str) -> CraftContext:
    """The asker's craft; NotYoursError for anybody else's, WrongPhaseError when the battle is over."""
    seat, seen = await own_sight(interaction)
    require_going_on(seen)
    return CraftContext(seat, seen, plots.craft_named(seen, craft))


async def show_one_or_all(interaction: Interaction, craft: str) -> None:
    """The receipt of a craft; without one named, all craft of a captain who has several."""
    await captain_here(interaction)
    _, seen = await opened(interaction)
    require_going_on(seen)
    if not craft.strip() and len(plots.own_craft(seen)) > 1:
        await say(interaction, panel=overview_panel(seen))
    else:
        await show(interaction, craft)


async def show(interaction: Interaction, craft: str, said: str = "", *, replace: bool = False) -> None:
    """The receipt of a craft as it stands."""
    context = await craft_context(interaction, craft)
    await _answer(interaction, context.seen, context.craft, said, replace=replace)


async def change(interaction: Interaction, craft: str, edit: Edit, said: str = "✔ Plotted.") -> None:
    """Change a craft's programme and answer with the receipt; nothing is changed where anything is wrong."""
    context = await craft_context(interaction, craft)
    require_asked(context.seen)
    plan = edit(context.seen, plots.plan_of(context.seen, context.craft)[0])
    check_names(context.seen, context.craft, plan)
    services = services_of(interaction)
    shown = await plots.receipt(services, context.seen, context.craft, plan)
    check_power(shown.preview)
    seen = await plots.set_plan(services, context.seat, context.seen, plan, str(interaction.id))
    await _answer(interaction, seen, context.craft, said, before=shown)


async def stance(interaction: Interaction, craft: str, chosen: Stance) -> None:
    """Choose what plays a craft whose captain says nothing; without one named, all of them."""
    _, before = await own_sight(interaction)
    if not craft.strip() and len(plots.own_craft(before)) > 1:
        await stance_for_all(interaction, chosen)
        return
    context = await craft_context(interaction, craft)
    require_asked(context.seen)
    services = services_of(interaction)
    seen = await plots.set_stance(services, context.seat, context.seen, context.craft, chosen, str(interaction.id))
    said = f"✔ {context.craft.name} follows the stance {chosen} where you give no orders."
    await _answer(interaction, seen, context.craft, said)


async def clear(interaction: Interaction, craft: str) -> None:
    """Take everything pending of a craft back."""
    await _taken_back(interaction, craft, plots.clear, "✔ Cleared.")


async def undo(interaction: Interaction, craft: str, *, replace: bool = False) -> None:
    """Take the last change back."""
    said = "✔ As it was before. Press again to bring it back."
    await _taken_back(interaction, craft, plots.undo, said, replace=replace)


async def _taken_back(
    interaction: Interaction,
    craft: str,
    act: Callable[[Services, Seat, Sight, Craft, str], Awaitable[Sight]],
    said: str,
    *,
    replace: bool = False,
) -> None:
    context = await craft_context(interaction, craft)
    require_asked(context.seen)
    seen = await act(services_of(interaction), context.seat, context.seen, context.craft, str(interaction.id))
    await _answer(interaction, seen, context.craft, said, replace=replace)


async def decide(interaction: Interaction, line: str) -> None:
    """A single decision for the present step."""
    seat, seen = await own_sight(interaction)
    require_asked(seen)
    decision = parse_decision(plots.canonical(seen, line), [each.id for each in plots.own_craft(seen)])
    after = await decisions.decide(services_of(interaction), seat, seen, decision, str(interaction.id))
    unit = unit_of(decision).partition(".")[0]
    craft = after.view.known.craft.get(unit) or plots.own_craft(after)[0]
    when = "for the turn's end" if waits(seen.view.known, decision) else "for this very step"
    await _answer(interaction, after, craft, f"✔ Decided {when}.")


async def take_back(interaction: Interaction, number: int) -> None:
    """Take one pending order back."""
    seat, seen = await own_sight(interaction)
    require_asked(seen)
    after = await decisions.take_back(services_of(interaction), seat, seen, number, str(interaction.id))
    own = plots.own_craft(after)
    await _answer(interaction, after, own[0], f"✔ Order {number} is taken back.")


async def ask_done(interaction: Interaction, until: plot_panel.Until | None = None) -> None:
    """Show what counts when the side is done, with the button that says so; `until` when it passes then."""
    _, seen = await own_sight(interaction)
    require_asked(seen)
    passed, stop = plot_panel.parse_pass(seen, until), seen.standing.result.stop
    yes = plot_panel.data(seen, "bp-pass", f"{passed}:{stop}") if passed else plot_panel.data(seen, "bp-done-yes", stop)
    more = (plot_panel.pass_row(seen),) if plot_panel.may_pass(seen) and not passed else ()
    silent = [f"{craft.id} {craft.name}: {plots.stance_of(seen, craft)}" for craft in plots.silent_craft(seen)]
    await say(interaction, panel=plot_panel.done_panel(seen, silent, yes, *more))


async def done_button(interaction: Interaction, data: ButtonData) -> None:
    """The button that says done, after a look at what counts."""
    _, seen = await own_sight(interaction)
    check_current(seen, data.game, data.revision)
    await ask_done(interaction)


async def done_yes(interaction: Interaction, control: ButtonData) -> None:
    """The button that means it."""
    await _answered(interaction, control, control.rest, "")


async def pass_button(interaction: Interaction, control: ButtonData) -> None:
    """The button that means it, and passes over what comes."""
    until, stop = plot_panel.read_pass(control.rest)
    await _answered(interaction, control, stop, until)


async def _answered(interaction: Interaction, control: ButtonData, stop: str, until: Pass) -> None:
    await interaction.response.defer()
    await go_on(interaction, control, stop, until)


async def go_on(interaction: Interaction, control: ButtonData, stop: str, until: Pass = "") -> None:
    """Say that a side is done with a stop; the message becomes what comes of it."""
    seat, seen = await own_sight(interaction)
    check_current(seen, control.game, control.revision)
    idempotency_key = f"done-{stop}-{interaction.message.id if interaction.message else 0}"
    await plots.done(services_of(interaction), seat, stop, idempotency_key, until)
    bot_services(interaction).clock.poke()
    interaction.extras[BATTLE_SIGHT] = None
    _, after = await own_sight(interaction)
    if after.standing.asked and after.turn == seen.turn:
        # The clock would do so in a moment; forms open for whom the battle is known to wait.
        await advance(services_of(interaction), seat.game_id, seat.actor, seen.turn)
        await show_stop(interaction, after, replace_it=True, said="-# ✔ Your answer is in; here you are asked again.")
        return
    played = after.turn > seen.turn or after.standing.result.done
    said = f"Turn {seen.turn} is played to its end; its post comes here." if played else TOLD_WHEN_ASKED
    await replace_message(interaction, text_panel(f"✔ Your answer is in. {said}", 0x009E73), files=())


async def drop_button(interaction: Interaction, _: ButtonData) -> None:
    """The button that does not."""
    await replace_message(interaction, text_panel("Not sent; your sheet is as it was.", GREY))


async def show_button(interaction: Interaction, data: ButtonData) -> None:
    """The button that shows the craft as it is now."""
    await interaction.response.defer()
    await show(interaction, data.rest, replace=True)


async def undo_button(interaction: Interaction, data: ButtonData) -> None:
    """The button that takes the last change back."""
    await interaction.response.defer()
    _, seen = await own_sight(interaction)
    check_current(seen, data.game, data.revision)
    await undo(interaction, data.rest, replace=True)


async def leave_button(interaction: Interaction, data: ButtonData) -> None:
    """The button that has a craft leave the battle when the turn ends, if the rules let it then (PW-B77, PW-B80)."""
    await interaction.response.defer()
    context = await craft_context(interaction, data.rest)
    check_current(context.seen, data.game, data.revision)
    order = Disengage(context.craft.id, "separation")
    after = await decisions.decide(services_of(interaction), context.seat, context.seen, order, str(interaction.id))
    said = f"✔ {context.craft.name} leaves the battle when this turn ends, by the way that is open then."
    await _answer(interaction, after, context.craft, said, replace=True)


async def craft_select(interaction: Interaction, _: ButtonData, chosen: Sequence[str]) -> None:
    """The list that leads to another craft."""
    await interaction.response.defer()
    await show(interaction, chosen[0] if chosen else "", replace=True)


async def _answer(
    interaction: Interaction,
    seen: Sight,
    craft: Craft,
    said: str,
    *,
    replace: bool = False,
    before: plots.PlotReceipt | None = None,
) -> None:
    """The receipt of a craft as it is after a change, or as it is shown; what is looked up later is looked up anew."""
    interaction.extras[BATTLE_SIGHT] = None
    known = seen.view.known.craft.get(craft.id)
    if known is None:
        raise GameError(f"{craft.name} is no longer in this battle.")
    services = services_of(interaction)
    panel = plot_panel.receipt_panel(await plots.receipt(services, seen, known, before=before), said)
    if replace:
        await replace_message(interaction, panel, files=())
    else:
        await say(interaction, panel=panel)


RED: Final = 0xB03A2E


async def ask_concede(interaction: Interaction) -> None:
    """Ask whether it is meant. WrongPhaseError: the battle is over, or plays a turn just now."""
    seat, seen = await own_sight(interaction)
    plots.require_can_concede(seen)
    name = plain(seen.view.known.sides[seat.side].name)
    text = (
        f"### Give the battle up?\nEvery craft of **{name}** is out of the battle then; if only one other side is left, it has "
        "won. This cannot be taken back."
    )
    buttons = (
        button_for("Yes, give it up", plot_panel.data(seen, "bp-concede", seen.standing.result.stop), style=DANGER),
        button_for("Not yet", plot_panel.data(seen, "bp-drop")),
    )
    await say(interaction, panel=text_panel(text, RED, buttons))


async def concede_yes(interaction: Interaction, control: ButtonData) -> None:
    """The button that means it."""
    await interaction.response.defer()
    seat, seen = await own_sight(interaction)
    check_current(seen, control.game, control.revision)
    key = f"concede-{control.rest}-{interaction.message.id if interaction.message else 0}"
    await plots.concede(services_of(interaction), seat, seen, key)
    bot_services(interaction).clock.poke()
    said = f"✔ {plain(seen.view.known.sides[seat.side].name)} gives the battle up."
    await replace_message(interaction, text_panel(said, RED))
