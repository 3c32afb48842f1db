"""The buttons and lists of battles: what those below letters do, and fire and course for a craft at a stop."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from cogs.battle import (
    after_handlers,
    dock_handlers,
    look_handlers,
    plot_form,
    plot_handlers,
    setup_handlers,
    ship_group,
    tap_handlers,
    yard_handlers,
)
from cogs.battle.battle_context import BATTLE_SIGHT, check_current, own_sight, pressed
from cogs.battle.line_handlers import start_of
from cogs.battle.look_handlers import MapRequest, show_here
from cogs.battle.plot_handlers import CraftContext, ask_done, craft_context, go_on
from cogs.battle.plot_panel import BLUE, percent, shorter
from cogs.battle.stop_panel import craft_asked_about, show_stop
from cogs.battle.tap_handlers import plot_button, put
from cogs.common.components import ButtonData, FormMaker, Handler, SelectHandler, opener
from cogs.common.interactions import Interaction, defer, say, services_of
from cogs.common.panels import Panel, cut
from render.words.safe_text import plain
from rules.hexes import distance
from rules.pentagon_war.captains.advice import steer
from rules.pentagon_war.captains.answers import fire_answers, held
from rules.pentagon_war.captains.stops import nearest_enemy
from rules.pentagon_war.combat.odds import odds
from rules.pentagon_war.notation.write import order_lines
from rules.pentagon_war.orders import Fire
from rules.pentagon_war.state import Shot
from rules.pentagon_war.targeting.targets import arms, check_shot
from rules.pentagon_war.units import IMPULSES, Craft, UnitId
from rules.values import GameError, NotYoursError, Value, WrongPhaseError, changed
from umpire.battle import decisions, plots
from umpire.battle.plots import Sight

NO_CHOICE: Final = "That is not a choice of this stop; press What now? or Plot again."
MOST_CRAFT: Final = 6


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


async def map_button(interaction: Interaction, control: ButtonData) -> None:
    """The map as the presser's side sees it."""
    await pressed(interaction, control)
    await show_here(interaction, MapRequest())


async def look_button(interaction: Interaction, control: ButtonData) -> None:
    """What the battle waits for: the stop, or the turn to plot."""
    await pressed(interaction, control)
    _, seen = await own_sight(interaction)
    plots.require_asked(seen)
    if seen.view.known.now.impulse:
        await show_stop(interaction, seen)
    else:
        await plot_button(interaction, control)


async def letter_done_button(interaction: Interaction, control: ButtonData) -> None:
    """What counts when the side is done, with the button that says so."""
    await pressed(interaction, control)
    await ask_done(interaction)


async def weapons_button(interaction: Interaction, control: ButtonData) -> None:
    """What the presser's weapons would do to the nearest enemy just now."""
    await pressed(interaction, control)
    await defer(interaction)
    _, seen = await own_sight(interaction)
    lines = [line for craft in plots.own_craft(seen)[:MOST_CRAFT] for line in _weapons(seen, craft)]
    text = "\n".join(lines) or "You have no craft left in this battle."
    await say(interaction, panel=Panel(BLUE, cut(text, 3800, "/fire odds")))


def _weapons(seen: Sight, craft: Craft) -> Iterator[str]:
    """A craft's weapons at the nearest enemy: chance, points on average, and what forbids the shot."""
    battle = seen.view.known
    enemy = nearest_enemy(seen.view, craft)
    yield f"### {craft.id} {plain(craft.name)}"
    if enemy is None:
        yield "No enemy is in sight."
        return
    yield f"At {enemy.id} {plain(enemy.name)}, range {distance(craft.at, enemy.at)}; {craft.cpmf.left} power left:"
    for arm in arms(craft):
        if arm.kind == "metal":
            yield f"- {arm.id} launches a bolt; /fire odds shows its points by hexes."
            continue
        found = odds(battle, craft, arm.id, enemy.id)
        mean = f", {float(found.mean):.1f} points on average" if any(found.points) else ""
        try:
            check_shot(battle, seen.side, Shot(craft.id, arm.id, enemy.id))
            refused = ""
        except GameError as refusal:
            refused = f" ⚠ {refusal}"
        yield f"- {arm.id} {arm.kind}: hits {percent(found.hit)}{mean}.{refused}"
    ready = [box.id for box in craft.missiles if box.state == "full"]
    if ready:
        yield f"- Missiles ready: {', '.join(ready)}."


FORMS: Mapping[str, FormMaker] = {
    "bp-text": plot_form.text_form,
    "ship-text": yard_handlers.text_form,
    "sq-text": dock_handlers.text_form,
}
BUTTONS: Mapping[str, Handler] = {
    **{action: opener(make) for action, make in FORMS.items()},
    "bp-concede": plot_handlers.concede_yes,
    "bp-done": plot_handlers.done_button,
    "bp-done-yes": plot_handlers.done_yes,
    "bp-drop": plot_handlers.drop_button,
    "bp-leave": plot_handlers.leave_button,
    "bp-pass": plot_handlers.pass_button,
    "bp-show": plot_handlers.show_button,
    "bs-fire": fire_button,
    "bs-hold": hold_button,
    "bs-keep": keep_button,
    "bs-turn": turn_button,
    "bp-undo": plot_handlers.undo_button,
    "bp-pic": look_handlers.path_button,
    "bt-all": after_handlers.replay_button,
    "bt-atlas": after_handlers.atlas_button,
    "bt-begin": setup_handlers.begin_button,
    "bt-begin-yes": setup_handlers.begin_yes,
    "bt-done": letter_done_button,
    "bt-look": look_button,
    "bt-more": tap_handlers.more_button,
    "bt-out": tap_handlers.out_button,
    "bt-unline": tap_handlers.undo_line_button,
    "bt-map": map_button,
    "bt-plot": tap_handlers.plot_button,
    "bt-lead": tap_handlers.lead_button,
    "bt-taps": tap_handlers.taps_button,
    "bt-undo": tap_handlers.undo_tap_button,
    "bt-stance": plot_handlers.stance_button,
    "bt-weapons": weapons_button,
    "bt-log": after_handlers.log_button,
    "bt-rematch": after_handlers.rematch_button,
    "bt-shots": after_handlers.shots_button,
    "bt-swap": after_handlers.swap_button,
    "bt-open": setup_handlers.refresh_button,
    "bt-take": setup_handlers.take_button,
    "fire-plan": ship_group.plan_button,
    "sq-back": dock_handlers.back_button,
    "sq-go": dock_handlers.go_button,
    "sq-go-yes": dock_handlers.go_yes,
    "sq-keep": dock_handlers.keep_button,
    "sq-mend": dock_handlers.mend_button,
    "sq-open": dock_handlers.open_button,
    "sq-reload": dock_handlers.reload_button,
    "ship-save": lambda interaction, _: yard_handlers.keep(interaction, "", replace_it=True),
    "ship-slip": lambda interaction, _: yard_handlers.show(interaction, replace_it=True),
    "ship-pic": lambda interaction, _: yard_handlers.send_slip(interaction),
}
SELECTS: Mapping[str, SelectHandler] = {
    "bp-craft": plot_handlers.craft_select,
    "bs-craft": craft_select,
    "bs-shots": shots_select,
    "bt-add": tap_handlers.add_select,
    "bt-at": tap_handlers.at_select,
    "bt-from": tap_handlers.from_select,
    "bt-line": tap_handlers.line_select,
    "bt-when": tap_handlers.when_select,
    "bt-course": tap_handlers.course_select,
    "bt-craft": tap_handlers.craft_select,
    "bt-fire": tap_handlers.fire_select,
    "bt-screens": tap_handlers.screens_select,
    "bt-stances": plot_handlers.stance_select,
    "bt-thrust": tap_handlers.thrust_select,
    "sq-choose-one": dock_handlers.one_select,
    "sq-dock": dock_handlers.dock_select,
    "sq-fuel": dock_handlers.fuel_select,
    "sq-hold": dock_handlers.hold_select,
    "sq-tank": dock_handlers.tank_select,
    "ship-add": lambda interaction, _, chosen: yard_handlers.change_part(interaction, chosen, adding=True),
    "ship-remove": lambda interaction, _, chosen: yard_handlers.change_part(interaction, chosen, adding=False),
}
