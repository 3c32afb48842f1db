"""A stop in the middle of a turn, where its captain is: what happened, a close map, the threats, and what to do now."""

from collections.abc import Iterator
from typing import Final

import discord
from discord import ui

from cogs.battle.passing import may_pass, pass_row
from cogs.battle.plot_panel import data, deadline_text, threat_lines
from cogs.common.answers import replace_message, say
from cogs.common.bot_services import Interaction, services_of
from cogs.common.buttons import SUCCESS, button_for
from cogs.common.panels import Panel, Part, button_row, cut
from render.battle.log import sentence
from render.battle.names import unit_name
from render.words.safe_text import count, plain
from rules.hexes import distance
from rules.pentagon_war import events
from rules.pentagon_war.captains.preview import preview
from rules.pentagon_war.captains.stops import nearest_enemy
from rules.pentagon_war.turn.steps import where
from rules.pentagon_war.units import Craft
from umpire.battle.battle_files import BattleWish, paint_map
from umpire.battle.plots import Sight, own_craft, plan_of

ORANGE: Final = 0xD55E00
TELLING: Final = (
    events.Fired, events.Struck, events.Launched, events.PointDefenseFired, events.Exploded, events.Gone, events.Survived,
    events.TrackLost, events.Sighted, events.NotDone,
)  # fmt: skip
"""What is told at a stop of what happened since the last; the log has everything."""
MOST_LINES: Final = 8
MOST_CRAFT: Final = 4
CLOSE: Final = (4, 10)
"""The least and the greatest radius of the close map."""


async def show_stop(interaction: Interaction, seen: Sight, *, replace_it: bool = False) -> None:
    """The stop as a panel, for its captain alone."""
    services = services_of(interaction)
    asked = _asked(seen)
    threats: list[str] = []
    for craft in asked[:MOST_CRAFT]:
        found = await services.workers.run(preview, seen.view, plan_of(seen, craft)[0], urgent=True)
        lines = threat_lines(found)
        threats += [f"**{craft.id} {plain(craft.name)}**", *lines] if lines and len(asked) > 1 else lines
    middle = asked[0]
    enemy = nearest_enemy(seen.view, middle)
    least, most = CLOSE
    radius = least if enemy is None else min(max(distance(middle.at, enemy.at) + 1, least), most)
    title = seen.standing.case.game.name
    wish = BattleWish(center=middle.at, radius=radius)
    picture, _ = await services.workers.run(paint_map, seen.view, title, wish, urgent=True)
    gallery = ui.MediaGallery[ui.LayoutView](
        discord.MediaGalleryItem(f"attachment://{picture.name}", description=picture.alt[:1024])
    )
    panel = stop_panel(seen, asked, threats, gallery, answered=replace_it)
    if replace_it:
        await replace_message(interaction, panel, files=(picture,))
    else:
        await say(interaction, panel=panel, files=(picture,))


def _asked(seen: Sight) -> list[Craft]:
    """The own craft that the stop is about, or all where it names none."""
    own = own_craft(seen)
    named = {ask.unit for ask in seen.standing.result.asked if ask.side == seen.side}
    return [craft for craft in own if craft.id in named] or list(own)


def stop_panel(
    seen: Sight, asked: list[Craft], threats: list[str], picture: ui.MediaGallery[ui.LayoutView], *, answered: bool
) -> Panel:
    """Where it stopped and why, what happened since, the threats, and Go on, Change, Stance."""
    now, middle = seen.view.known.now, asked[0]
    enemy = nearest_enemy(seen.view, middle)
    near = "" if enemy is None else f": {unit_name(seen.view, enemy.id)} at range {distance(middle.at, enemy.at)}"
    reasons = [f"- {plain(ask.reason, 300)}" for ask in seen.standing.result.asked if ask.side == seen.side]
    stopped = f"at impulse {now.impulse}" if now.impulse else "before impulse 1"
    said = ["-# ✔ Your answer is in; here you are asked again."] if answered else []
    head = [*said, f"### Stopped {stopped}{near}", f"It stands at {where(now)}.", *reasons[:MOST_LINES]]
    air = threats or ["No enemy missile or bolt is in flight."]
    parts: list[Part] = [
        cut("\n".join(head), 1000, "/battle status"),
        cut("\n".join(["**Since then**", *_since(seen)]), 1500, "/battle log"),
        cut("\n".join(["**Threats**", *air]), 700, "/battle text"),
        picture,
        cut(deadline_text(seen).replace("I am done", "Go on"), 400, "/battle status"),
        button_row(
            button_for("Go on", data(seen, "bp-done-yes", seen.standing.result.stop), style=SUCCESS),
            button_for("Change", data(seen, "bp-text", middle.id)),
            button_for("Stance", data(seen, "bt-stance")),
            button_for("Plot", data(seen, "bt-plot")),
        ),
    ]
    if may_pass(seen):
        parts.append(pass_row(seen))
    return Panel(ORANGE, *parts)


def _since(seen: Sight) -> Iterator[str]:
    """What happened since the side was last asked in this turn."""
    last = max((at for at, event in enumerate(seen.events) if isinstance(event, events.Stopped)), default=-1)
    told = [event for event in seen.events[last + 1 :] if isinstance(event, TELLING)]
    hidden = len(told) - MOST_LINES
    if hidden > 0:
        yield f"-# {count(hidden, 'line')} before these: /battle log"
    for event in told[-MOST_LINES:]:
        yield f"- Impulse {event.at.impulse}: {sentence(event, seen.view)}"
    if not told:
        yield "Nothing but movement."
