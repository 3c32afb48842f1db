"""The buttons below what is posted when a turn opens, and below what tells a captain that they are asked."""

from collections.abc import Iterator
from typing import Final

from cogs.battle.context import own_sight, pressed
from cogs.battle.fire import percent
from cogs.battle.looking import Looked, show_here
from cogs.battle.plot_handlers import ask_done
from cogs.battle.plot_panel import BLUE, show_stop
from cogs.battle.tap_handlers import plot_button
from cogs.common.answers import defer, say
from cogs.common.bot_services import Interaction
from cogs.common.buttons import ButtonData
from cogs.common.panels import Panel, cut
from render.words.safe_text import plain
from rules.errors import GameError
from rules.hexes import distance
from rules.pentagon_war.captains.stops import nearest_enemy
from rules.pentagon_war.combat.odds import odds
from rules.pentagon_war.state import Shot
from rules.pentagon_war.targeting.targets import arms, check_shot
from rules.pentagon_war.units import Craft
from umpire.battle import plots, plotting
from umpire.battle.plots import Sight

MOST_CRAFT: Final = 6


async def map_button(interaction: Interaction, control: ButtonData) -> None:
    """The map as the presser's side sees it."""
    await pressed(interaction, control)
    await show_here(interaction, Looked())


async def look_button(interaction: Interaction, control: ButtonData) -> None:
    """What the battle waits for: the stop, or the turn to plot."""
    await pressed(interaction, control)
    _, seen = await own_sight(interaction)
    plotting.require_asked(seen)
    if seen.view.known.now.impulse:
        await show_stop(interaction, seen)
    else:
        await plot_button(interaction, control)


async def done_button(interaction: Interaction, control: ButtonData) -> None:
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
            yield f"- {arm.id} launches a bolt; /fire odds tells its points by hexes."
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
