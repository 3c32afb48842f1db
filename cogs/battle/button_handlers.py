"""The buttons and lists of battles, and what those below letters do."""

from collections.abc import Iterator, Mapping
from typing import Final

from cogs.battle import (
    after_handlers,
    dock_handlers,
    look_handlers,
    plot_form,
    plot_handlers,
    setup_handlers,
    ship_group,
    stop_handlers,
    tap_handlers,
    yard_handlers,
)
from cogs.battle.battle_context import own_sight, pressed
from cogs.battle.look_handlers import MapRequest, show_here
from cogs.battle.plot_handlers import ask_done
from cogs.battle.plot_panel import BLUE, percent
from cogs.battle.stop_panel import show_stop
from cogs.battle.tap_handlers import plot_button
from cogs.common.components import ButtonData, FormMaker, Handler, SelectHandler, opener
from cogs.common.interactions import Interaction, defer, say
from cogs.common.panels import Panel, cut
from render.words.safe_text import plain
from rules.hexes import distance
from rules.pentagon_war.captains.stops import nearest_enemy
from rules.pentagon_war.combat.odds import odds
from rules.pentagon_war.state import Shot
from rules.pentagon_war.targeting.targets import arms, check_shot
from rules.pentagon_war.units import Craft
from rules.values import GameError
from umpire.battle import plots
from umpire.battle.plots import Sight

MOST_CRAFT: Final = 6


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
    "bs-fire": stop_handlers.fire_button,
    "bs-hold": stop_handlers.hold_button,
    "bs-keep": stop_handlers.keep_button,
    "bs-turn": stop_handlers.turn_button,
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
    "bs-craft": stop_handlers.craft_select,
    "bs-shots": stop_handlers.shots_select,
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
