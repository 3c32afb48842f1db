"""What the buttons and lists of a stop do: fire and course for a craft, decided where its captain is asked."""

from collections.abc import Sequence
from typing import Final

from cogs.battle.battle_context import BATTLE_SIGHT, check_current, pressed
from cogs.battle.line_handlers import start_of
from cogs.battle.plot_handlers import CraftContext, craft_context, go_on
from cogs.battle.plot_panel import shorter
from cogs.battle.stop_panel import craft_asked_about, show_stop
from cogs.battle.tap_handlers import put
from cogs.common.components import ButtonData
from cogs.common.interactions import Interaction, services_of
from rules.pentagon_war.captains.advice import steer
from rules.pentagon_war.captains.answers import fire_answers, held
from rules.pentagon_war.notation.write import order_lines
from rules.pentagon_war.orders import Fire
from rules.pentagon_war.units import IMPULSES, UnitId
from rules.values import NotYoursError, Value, WrongPhaseError, changed
from umpire.battle import decisions, plots
from umpire.battle.plots import Sight

NO_CHOICE: Final = "That is not a choice of this stop; press What now? or Plot again."


class StopContext(Value):
    """The craft that a control of a stop is about, and what else the control says."""

    at: CraftContext
    stop: str
    rest: tuple[str, ...]


async def _at_stop(interaction: Interaction, control: ButtonData) -> StopContext:
    """Read a stop's control. WrongPhaseError where the battle has gone on since, or does not wait for its captain."""
    unit, *parts = control.rest.split("/")
    stop, rest = "/".join(parts[:3]), tuple(parts[3:])
    await pressed(interaction, control)
    await interaction.response.defer()
    context = await craft_context(interaction, unit)
    check_current(context.seen, control.game, control.revision)
    plots.require_asked(context.seen)
    if context.seen.standing.result.stop != stop:
        raise WrongPhaseError("That was for a stop that is over; press Plot to see where the battle stands.")
    return StopContext(context, stop, rest)


async def _show(interaction: Interaction, seen: Sight, unit: UnitId, said: str) -> None:
    interaction.extras[BATTLE_SIGHT] = None
    await show_stop(interaction, seen, replace_it=True, said=said, focus=unit)


async def fire_button(interaction: Interaction, control: ButtonData) -> None:
    """The button that fires all that bears at the most hopeful target."""
    here = await _at_stop(interaction, control)
    seen, craft = here.at.seen, here.at.craft
    found = await services_of(interaction).workers.run(fire_answers, seen.view.known, craft, urgent=True)
    if not found:
        raise NotYoursError(f"{craft.name} has nothing that may be fired now.", rule="PW-B92")
    await _fired(interaction, here, [Fire(craft.id, found[0].weapons, found[0].target)])


async def shots_select(interaction: Interaction, control: ButtonData, chosen: Sequence[str]) -> None:
    """The list of weapons and targets."""
    here = await _at_stop(interaction, control)
    aims: dict[str, list[str]] = {}
    for each in chosen:
        target, _, weapon = each.rpartition(":")
        if not target or not weapon:
            raise NotYoursError(NO_CHOICE)
        aims.setdefault(target, []).append(weapon)
    unit = here.at.craft.id
    await _fired(
        interaction,
        here,
        [Fire(unit, ("ALL",) if "ALL" in arms else tuple(arms), target) for target, arms in aims.items()],
    )


async def _fired(interaction: Interaction, here: StopContext, shots: Sequence[Fire]) -> None:
    """Decide shots in the place of all that the craft was to fire at this stop."""
    unit, key = here.at.craft.id, str(interaction.id)
    seen = await decisions.fire_instead(services_of(interaction), here.at.seat, here.at.seen, unit, shots, key)
    mine = [one.order for one in plots.pending_orders(seen) if isinstance(one.order, Fire) and one.order.unit == unit]
    words = ", ".join(f"`{shorter(order_lines(order)[0])}`" for order in mine)
    await _show(interaction, seen, unit, f"✔ Decided: {words}. **Go on** when you are done here.")


async def hold_button(interaction: Interaction, control: ButtonData) -> None:
    """The button that fires nothing in this impulse, whatever is plotted."""
    here = await _at_stop(interaction, control)
    seen, craft, services = here.at.seen, here.at.craft, services_of(interaction)
    key = f"{interaction.id}-hold"
    seen = await decisions.fire_instead(services, here.at.seat, seen, craft.id, (), key)
    plan, plotted = plots.plan_of(seen, craft)
    quiet = held(plan, seen.view.known.now.impulse)
    if plotted and quiet != plan:
        seen, _ = await put(interaction, changed(here.at, seen=seen), quiet)
    await _kept(interaction, control, here, seen, f"✔ {craft.name} holds its fire in this impulse.")


async def keep_button(interaction: Interaction, control: ButtonData) -> None:
    """The button that leaves turns and thrust as they are plotted."""
    here = await _at_stop(interaction, control)
    await _kept(interaction, control, here, here.at.seen, f"✔ {here.at.craft.name} keeps its course.")


async def _kept(interaction: Interaction, control: ButtonData, here: StopContext, seen: Sight, said: str) -> None:
    """Go on where no other craft is asked about; else show the next."""
    others = [craft.id for craft in craft_asked_about(seen)]
    if len(others) == 1:
        interaction.extras[BATTLE_SIGHT] = None
        await go_on(interaction, control, here.stop)
        return
    after = others[(others.index(here.at.craft.id) + 1) % len(others)]
    await _show(interaction, seen, after, said)


async def turn_button(interaction: Interaction, control: ButtonData) -> None:
    """The buttons that turn and thrust: a facing, and on how many impulses from here."""
    here = await _at_stop(interaction, control)
    facing, thrust = (_number(part) for part in (*here.rest, "", "")[:2])
    if facing > 5 or thrust > IMPULSES:
        raise NotYoursError(NO_CHOICE)
    context, known = here.at, here.at.seen.view.known
    plan = steer(known, context.craft, await start_of(interaction, context.seen, context.craft), facing, thrust)
    seen, _ = await put(interaction, context, plan)
    await _show(interaction, seen, context.craft.id, "✔ Plotted. **Go on** when you are done here.")


def _number(text: str) -> int:
    if not (text.isdecimal() and text.isascii() and len(text) <= 2):
        raise NotYoursError(NO_CHOICE)
    return int(text)


async def craft_select(interaction: Interaction, control: ButtonData, chosen: Sequence[str]) -> None:
    """The list of the craft that the stop is about."""
    stop = control.rest
    here = await _at_stop(interaction, changed(control, rest=f"{chosen[0] if chosen else ''}/{stop}"))
    await _show(interaction, here.at.seen, here.at.craft.id, "")
