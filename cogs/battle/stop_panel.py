"""A stop in the middle of a turn: why, what happened, the map with whom it is about, and buttons for what may be decided."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

import discord
from discord import ui

from cogs.battle.plot_panel import (
    close_map,
    data,
    deadline_text,
    gallery_of,
    may_pass,
    pass_row,
    percent,
    shorter,
    threat_lines,
)
from cogs.common.components import MOST_OPTIONS, PRIMARY, SUCCESS, button_for, option, select_for
from cogs.common.interactions import Interaction, replace_message, say, services_of
from cogs.common.panels import Panel, Part, button_row, cut
from render.battle.log import format_event
from render.battle.names import unit_name
from render.words.safe_text import count, plain
from rules.hexes import distance
from rules.pentagon_war import events
from rules.pentagon_war.captains.advice import CraftOutlook, course_of, first_open, outlook
from rules.pentagon_war.captains.answers import FireAnswer, fire_answers
from rules.pentagon_war.captains.stops import MOVEMENT_SEGMENT, nearest_enemy
from rules.pentagon_war.changes import placed_things
from rules.pentagon_war.geometry import letter
from rules.pentagon_war.notation.write import order_lines
from rules.pentagon_war.turn.steps import format_moment
from rules.pentagon_war.units import IMPULSES, Craft, UnitId
from rules.values import Value
from umpire.battle.plots import PlotReceipt, Sight, decisions_for, own_craft, receipt

ORANGE: Final = 0xD55E00
STOP_NEWS_EVENTS: Final = (
    events.Fired, events.Struck, events.Launched, events.PointDefenseFired, events.Exploded, events.Gone, events.Survived,
    events.TrackLost, events.Sighted, events.NotDone,
)  # fmt: skip
"""What is told at a stop of what happened since the last; the log has everything."""
MOST_LINES: Final = 8
MOST_CRAFT: Final = 4
MOST_SHOTS: Final = 3
FIRE_SEGMENT: Final = 7
"""The segment in which direct fire is decided (PW-B71)."""
THRUST_IMPULSES: Final = 3
"""Impulses for which a tap thrusts: until the next question of a battle that asks by itself."""


class StopLook(Value):
    """A stop as its panel shows it: the craft it is about, the one that may be decided for, and what that comes to.

    `answers` are the shots that may be decided now, `advice` is a craft's turn as its stance would play it, where turns and
    thrust are still to come.
    """

    asked: tuple[Craft, ...]
    craft: Craft
    told: PlotReceipt
    threats: tuple[str, ...]
    answers: tuple[FireAnswer, ...]
    advice: CraftOutlook | None


async def show_stop(
    interaction: Interaction, seen: Sight, *, replace_it: bool = False, said: str = "", focus: UnitId = ""
) -> None:
    """The stop as a panel, for its captain alone; `focus` is the craft that may be decided for, the first asked by default."""
    services = services_of(interaction)
    asked = craft_asked_about(seen)
    craft = next((each for each in asked if each.id == focus), asked[0])
    threats: list[str] = []
    told = await receipt(services, seen, craft)
    for each in asked[:MOST_CRAFT]:
        found = told if each == craft else await receipt(services, seen, each)
        lines = threat_lines(found.preview)
        threats += [f"**{each.id} {plain(each.name)}**", *lines] if lines and len(asked) > 1 else lines
    known = seen.view.known
    answers: tuple[FireAnswer, ...] = ()
    if may_fire(seen):
        answers = await services.workers.run(fire_answers, known, craft, urgent=True)
    advice: CraftOutlook | None = None
    if first_open(known) <= IMPULSES and not craft.is_base:
        advice = await services.workers.run(outlook, seen.view, craft.id, told.plan.stance, urgent=True)
    picture = await close_map(services, seen, craft, told.preview, _about(seen, asked))
    look = StopLook(tuple(asked), craft, told, tuple(threats), answers, advice)
    panel = stop_panel(seen, look, gallery_of(picture), said)
    if replace_it:
        await replace_message(interaction, panel, files=(picture,))
    else:
        await say(interaction, panel=panel, files=(picture,))


def craft_asked_about(seen: Sight) -> list[Craft]:
    """The own craft that the stop is about, or all where it names none."""
    own = own_craft(seen)
    named = {ask.unit.partition(".")[0] for ask in seen.standing.result.asked if ask.side == seen.side}
    return [craft for craft in own if craft.id in named] or list(own)


def may_fire(seen: Sight) -> bool:
    """Whether direct fire can be decided where the battle stands: after the impulse's movement, before it is announced."""
    now = seen.view.known.now
    return 1 <= now.impulse <= IMPULSES and MOVEMENT_SEGMENT < now.segment <= FIRE_SEGMENT


def _about(seen: Sight, asked: Sequence[Craft]) -> Iterator[UnitId]:
    """Whom the question is about: the craft asked, the nearest enemy of each, and all that its words name."""
    for craft in asked:
        yield craft.id
        enemy = nearest_enemy(seen.view, craft)
        if enemy is not None:
            yield enemy.id
    words = " ".join(ask.reason for ask in seen.standing.result.asked if ask.side == seen.side)
    there = placed_things(seen.view.known)
    yield from (
        word for word in re.findall(r"[\w./-]+\w", words) if word in there and word not in seen.view.known.bodies
    )


def stop_panel(seen: Sight, look: StopLook, picture: ui.MediaGallery[ui.LayoutView], said: str = "") -> Panel:
    """Where it stopped and why, what happened since, the threats, what may be decided, and Go on."""
    now, craft = seen.view.known.now, look.craft
    enemy = nearest_enemy(seen.view, craft)
    near = "" if enemy is None else f": {unit_name(seen.view, enemy.id)} at range {distance(craft.at, enemy.at)}"
    reasons = [f"- {plain(ask.reason, 300)}" for ask in seen.standing.result.asked if ask.side == seen.side]
    stopped = f"at impulse {now.impulse}" if now.impulse else "before impulse 1"
    head = [said] if said else []
    head += [f"### Stopped {stopped}{near}", f"It is {format_moment(now)}.", *reasons[:MOST_LINES]]
    air = look.threats or ("No enemy missile or bolt is in flight.",)
    parts: list[Part] = [
        cut("\n".join(head), 1000, "/battle status"),
        cut("\n".join(["**Since then**", *_since(seen)]), 1300, "/battle log"),
        cut("\n".join(["**Threats**", *air]), 600, "/battle text"),
        picture,
        cut("\n".join(_decided(look)), 500, "/plot show"),
        *_answers(seen, look),
        cut(deadline_text(seen).replace("I am done", "Go on"), 400, "/battle status"),
        button_row(
            button_for("Go on", data(seen, "bp-done-yes", seen.standing.result.stop), style=SUCCESS),
            button_for("Change", data(seen, "bp-text", craft.id)),
            button_for("Stance", data(seen, "bt-stance")),
            button_for("Plot", data(seen, "bt-plot")),
        ),
    ]
    if may_pass(seen):
        parts.append(pass_row(seen))
    if len(look.asked) > 1:
        rest = [option(f"{each.id} {each.name}", each.id, chosen=each.id == craft.id) for each in look.asked]
        parts.append(select_for("Decide for another craft", data(seen, "bs-craft", seen.standing.result.stop), rest))
    return Panel(ORANGE, *parts)


def _decided(look: StopLook) -> Iterator[str]:
    """What the craft will do from here, as far as it is said or plotted."""
    yield f"**{look.craft.id} {plain(look.craft.name)} from here**"
    known = look.told.sight.view.known
    own = decisions_for(look.craft.id, look.told.said)
    if own:
        yield f"Decided: {', '.join(f'`{shorter(order_lines(order)[0])}`' for order in own)}."
    if look.advice is not None:
        facing, thrust = course_of(known, look.craft, look.told.plan)
        turn = f"keeps {letter(facing)}" if facing == look.craft.facing else f"turns to {letter(facing)}"
        push = f"thrusts on {count(thrust, 'impulse')}" if thrust else "coasts"
        yield f"It {turn} and {push}."
    shots = look.told.preview.shots
    yield from (f"→ {plain(shorter(shot), 160)}" for shot in shots[:MOST_SHOTS])
    if not shots:
        yield "It fires nothing if all others coast."


def _answers(seen: Sight, look: StopLook) -> Iterator[Part]:
    """The buttons for fire and for the course, as far as they can be decided now."""
    craft, stop = look.craft.id, seen.standing.result.stop
    alone = ", go on" if len(look.asked) == 1 else ""
    if look.answers:
        best = look.answers[0]
        label = f"★ Fire all at {best.target}: {_points(best)}"
        yield button_row(
            button_for(label, data(seen, "bs-fire", f"{craft}/{stop}"), style=PRIMARY),
            button_for(f"Hold fire{alone}", data(seen, "bs-hold", f"{craft}/{stop}")),
        )
        shots = list(_shots(seen, look))
        yield select_for(
            "Fire ...: weapons and targets", data(seen, "bs-shots", f"{craft}/{stop}"), shots, most=len(shots)
        )
    if look.advice is not None:
        yield button_row(*_courses(seen, look, f"Keep course{alone}"))


def _points(answer: FireAnswer) -> str:
    """What a volley does, in a few words."""
    return f"{round(answer.mean)} points, best {percent(answer.hit)}"


def _shots(seen: Sight, look: StopLook) -> Iterator[discord.SelectOption]:
    """A line for each target with all that bears, then for each weapon by itself."""
    singles: list[discord.SelectOption] = []
    for answer in look.answers:
        off = count(answer.hexes, "hex", "hexes")
        name = unit_name(seen.view, answer.target)
        yield option(f"All at {answer.target}", f"{answer.target}:ALL", f"{name}, {off}: {_points(answer)}")
        singles += [option(f"{arm} at {answer.target}", f"{answer.target}:{arm}", name) for arm in answer.weapons]
    yield from singles[: MOST_OPTIONS - len(look.answers)]


def _courses(seen: Sight, look: StopLook, keep: str) -> Iterator[ui.Button[ui.LayoutView]]:
    """The advised course, a turn to either side, thrust ahead, and none of it."""
    craft, stop, known = look.craft, seen.standing.result.stop, seen.view.known
    facing, thrust = course_of(known, craft, look.told.plan)
    if look.advice is not None:
        way, push = course_of(known, craft, look.advice.drafted)
        word = (
            f"★ {'Keep' if way == craft.facing else 'Turn to'} {letter(way)}, {f'thrust {push}' if push else 'coast'}"
        )
        yield button_for(word, data(seen, "bs-turn", f"{craft.id}/{stop}/{way}/{push}"), style=PRIMARY)
    left, right = (facing - 1) % 6, (facing + 1) % 6
    yield button_for(f"Left to {letter(left)}", data(seen, "bs-turn", f"{craft.id}/{stop}/{left}/{thrust}/l"))
    yield button_for(f"Right to {letter(right)}", data(seen, "bs-turn", f"{craft.id}/{stop}/{right}/{thrust}/r"))
    more = min(thrust + THRUST_IMPULSES, IMPULSES + 1 - first_open(known))
    yield button_for(f"Thrust {more}", data(seen, "bs-turn", f"{craft.id}/{stop}/{facing}/{more}/t"))
    yield button_for(keep, data(seen, "bs-keep", f"{craft.id}/{stop}"))


def _since(seen: Sight) -> Iterator[str]:
    """What happened since the side was last asked in this turn."""
    last = max((at for at, event in enumerate(seen.events) if isinstance(event, events.Stopped)), default=-1)
    told = [event for event in seen.events[last + 1 :] if isinstance(event, STOP_NEWS_EVENTS)]
    hidden = len(told) - MOST_LINES
    if hidden > 0:
        yield f"-# {count(hidden, 'line')} before these: /battle log"
    for event in told[-MOST_LINES:]:
        yield f"- Impulse {event.at.impulse}: {format_event(event, seen.view)}"
    if not told:
        yield "Nothing but movement."
