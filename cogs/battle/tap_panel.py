"""The panel on which a usual turn is plotted by taps: what stands, what it would come to, and lists with ★ for what suits."""

from collections.abc import Iterator
from typing import Final

import discord
from discord import ui

from cogs.battle.plot_panel import BLUE, course_lines, data, plot_heading, shorter, threat_lines
from cogs.common.components import PRIMARY, SUCCESS, button_for, option, select_for
from cogs.common.panels import Panel, Part, button_row, cut
from render.words.safe_text import count, plain
from rules.hexes import distance
from rules.pentagon_war.captains.advice import FIRING_RANGES, CraftOutlook, course_of, fire_lines, launch_lines
from rules.pentagon_war.captains.course import can_thrust
from rules.pentagon_war.captains.plotted import is_bay, is_launched
from rules.pentagon_war.captains.stance_rows import STANCE_ROWS
from rules.pentagon_war.geometry import hex_name, letter
from rules.pentagon_war.movement.thrust import ACCELERATION_SIGNS, format_motion, format_speed, is_manned, rate
from rules.pentagon_war.notation.write import programme_lines
from rules.pentagon_war.programme import Condition, FireLine, Programme, ScreenPolicy
from rules.pentagon_war.units import Craft, Velocity
from rules.values import NotYoursError, changed
from umpire.battle.plots import PlotReceipt, Sight, own_craft, plan_of

THRUST_CHOICES: Final = (0, 2, 4, 6, 8, 10, 12)
"""So many impulses of standard thrust are offered."""
MOST_LAUNCHED: Final = 12
"""Missiles and drones are launched within so many hexes."""
MOST_ENEMIES: Final = 12
MOST_SHOTS: Final = 5
RECEIPT_LABEL: Final = "Receipt"
SEGMENTS_TEXT: Final = "A craft with nothing plotted keeps its course and protects itself; a ★ writes its lines."
HOLD_FIRE: Final = "hold"
SCREEN_POLICIES: Final[dict[str, ScreenPolicy]] = {
    "to_save_armor": "to_save_armor", "to_stop_all": "to_stop_all", "always": "always", "never": "never",
}  # fmt: skip
SCREEN_WORDS: Final = {
    "to_save_armor": "what would get through the armor",
    "to_stop_all": "all that is announced, while power lasts",
    "always": "as much as power pays for",
    "never": "all power is for weapons",
}


def tap_panel(told: PlotReceipt, found: CraftOutlook, picture: ui.MediaGallery[ui.LayoutView], said: str = "") -> Panel:
    """A craft's turn in short, its path on the map, the stances that suit it with reasons, and the lists of a usual turn."""
    seen, craft = told.sight, told.craft
    closed = not seen.standing.asked or seen.over
    parts: list[Part] = [f"{said}\n{_head(told, found)}" if said else _head(told, found)]
    if told.plotted:
        lines = "\n".join(f"{number}. `{shorter(line)}`" for number, line in enumerate(programme_lines(told.plan), 1))
        parts.append(cut(lines, 800, RECEIPT_LABEL))
    else:
        parts.append(f"1. `stance {told.plan.stance}`")
    parts += [cut("\n".join(_short(told)), 900, RECEIPT_LABEL), picture]
    pace = seen.view.known.pace
    if pace == "steps":
        parts.append("You are asked at every step, and decide with `/plot now`; a programme is not played.")
    elif not closed:
        if pace == "segments":
            parts.append(f"-# What you plot is flown and fired, and you are asked on the way. {SEGMENTS_TEXT}")
        stars = "\n".join(
            f"{_star(f'**{each.stance}**', best=not at)}: {plain(each.reason, 200)}"
            for at, each in enumerate(found.advised)
        )
        parts.append(f"{stars}\n-# Points before screens, of all weapons that power pays for.")
        parts.append(_stances(told, found))
        parts += _lists(told, found)
    parts.append(_buttons(seen, craft, closed=closed))
    if not closed and seen.view.known.pace != "steps":
        more = "-# **More lines**: ramming, the last resort, joining, orbits, bombs, leaving; power, beams, drones, guns, stops."
        parts += [more, button_row(button_for("More lines", data(seen, "bt-more", craft.id)))]
    others = [each for each in own_craft(seen) if each.id != craft.id]
    if others:
        rest = [option(f"{it.id} {it.name}", it.id, "plotted" if plan_of(seen, it)[1] else "") for it in others]
        parts.append(select_for("Another craft", data(seen, "bt-craft"), rest))
    return Panel(BLUE, *parts)


def _head(told: PlotReceipt, found: CraftOutlook) -> str:
    seen, craft = told.sight, told.craft
    mark = "●" if told.plotted else "○"
    place = f"At {hex_name(craft.at)} facing {letter(craft.facing)}, {format_motion(craft)}."
    known = seen.view.known
    if found.enemy:
        enemy = known.craft[found.enemy]
        ways = " or ".join(letter(facing) for facing in found.ahead)
        toward = f" toward {ways}" if ways else ""
        off = count(distance(craft.at, enemy.at), "hex", "hexes")
        place += f" Nearest enemy {enemy.id} {plain(enemy.name)}, {off} off{toward}."
    return f"### {mark} {craft.id} {plain(craft.name)} · turn {seen.turn}\n{place}"


def _short(told: PlotReceipt) -> Iterator[str]:
    """What the turn would come to, in a few lines."""
    found = told.preview
    yield plot_heading(told)
    if found.path:
        last = found.path[-1]
        yield f"Ends at {hex_name(last.hex)} facing {letter(last.facing)}, {format_speed(found.velocity)}."
    yield from course_lines(told)
    for shot in found.shots[:MOST_SHOTS]:
        yield f"→ {plain(shorter(shot), 160)}"
    if len(found.shots) > MOST_SHOTS:
        yield f"→ … and {len(found.shots) - MOST_SHOTS} more: {RECEIPT_LABEL}"
    if not found.shots:
        yield "There is no shot if all others coast."
    soon = tuple(one for one in found.threats if one.impulse)
    yield from threat_lines(changed(found, threats=soon[:MOST_SHOTS]))
    if len(soon) > MOST_SHOTS:
        yield f"☄ … and {len(soon) - MOST_SHOTS} more: {RECEIPT_LABEL}"
    later = len(found.threats) - len(soon)
    if later:
        yield f"☄ {count(later, 'missile or bolt', 'missiles and bolts')} in flight, not here before the turn ends."
    for problem in found.problems[:MOST_SHOTS]:
        yield f"⚠ Would be refused: {plain(problem.text, 200)}" + (f" `{problem.rule}`" if problem.rule else "")


def _stances(told: PlotReceipt, found: CraftOutlook) -> ui.ActionRow[ui.LayoutView]:
    led = "" if told.plotted else told.plan.stance
    return button_row(
        *(
            button_for(
                _star(each.stance, best=not at),
                data(told.sight, "bt-lead", f"{told.craft.id}/{each.stance}"),
                style=SUCCESS if each.stance == led else PRIMARY,
            )
            for at, each in enumerate(found.advised)
        )
    )


def _lists(told: PlotReceipt, found: CraftOutlook) -> Iterator[ui.ActionRow[ui.LayoutView]]:
    seen, craft = told.sight, told.craft
    plan = found.drafted if told.led else told.plan
    yield select_for("Course", data(seen, "bt-course", craft.id), _courses(seen, craft, plan, found))
    if not craft.is_base and can_thrust(seen.view.known, craft):
        yield select_for("Thrust", data(seen, "bt-thrust", craft.id), _thrusts(seen, craft, plan, found))
    yield select_for("Targets", data(seen, "bt-fire", craft.id), _targets(seen, craft, plan, found))
    if craft.screens:
        yield select_for("Screens", data(seen, "bt-screens", craft.id), _screens(plan, told.plan.stance))


def _star(text: str, *, best: bool) -> str:
    return f"★ {text}" if best else text


def _courses(seen: Sight, craft: Craft, plan: Programme, found: CraftOutlook) -> Iterator[discord.SelectOption]:
    known = seen.view.known
    now, _ = course_of(known, craft, plan)
    best, _ = course_of(known, craft, found.drafted)
    for facing in sorted(range(6), key=lambda facing: (facing != best, facing not in found.ahead, facing)):
        word = f"Course: {'keep' if facing == craft.facing else 'turn to'} {letter(facing)}"
        about = [f"toward {found.enemy}"] if facing in found.ahead else []
        about += [f"as {found.drafted.stance} would"] if facing == best else []
        yield option(_star(word, best=facing == best), str(facing), ", ".join(about), chosen=facing == now)


def _thrusts(seen: Sight, craft: Craft, plan: Programme, found: CraftOutlook) -> Iterator[discord.SelectOption]:
    known = seen.view.known
    facing, now = course_of(known, craft, plan)
    _, best = course_of(known, craft, found.drafted)
    push = rate(known.options, manned=is_manned(known, craft))
    a, c = ACCELERATION_SIGNS[facing]
    for impulses in sorted({*THRUST_CHOICES, now, best}, key=lambda impulses: (impulses != best, impulses)):
        after = Velocity(craft.velocity.a + a * push * impulses, craft.velocity.c + c * push * impulses)
        word = f"Thrust: {count(impulses, 'impulse')}" if impulses else "Thrust: none, coast"
        about = f"then {format_speed(after)}" + (f"; as {found.drafted.stance} would" if impulses == best else "")
        yield option(_star(word, best=impulses == best), str(impulses), about, chosen=impulses == now)


def _targets(seen: Sight, craft: Craft, plan: Programme, found: CraftOutlook) -> Iterator[discord.SelectOption]:
    known = seen.view.known
    now = _fire_value(plan)
    points = dict(found.bands)
    best = f"/{found.best}" if found.best else HOLD_FIRE
    closest = min((hexes for _, hexes in found.led.ranges), default=0)
    limit = STANCE_ROWS[found.drafted.stance].fire
    too_far = f"{found.drafted.stance} fires within {count(limit, 'hex', 'hexes')}" if closest > limit else ""
    held = "it is hidden" if craft.hidden else too_far or "no shot of this turn would do a point on average"
    why = f"the turn leads to {count(closest, 'hex', 'hexes')}" if found.best else held
    values = [HOLD_FIRE, *(f"/{hexes}" for hexes in FIRING_RANGES if points.get(hexes))]
    for value in sorted(values, key=lambda value: value != best):
        hexes = value.removeprefix("/")
        word = "Fire: hold it" if value == HOLD_FIRE else f"Fire: nearest within {hexes}"
        about = (
            [] if value == HOLD_FIRE else [f"all that bears: {float(points[int(hexes)]):.0f} points on average there"]
        )
        about += [why] if value == best else []
        yield option(_star(word, best=value == best), value, "; ".join(about), chosen=value == now)
    enemies = [it for it in known.craft.values() if it.side != craft.side and not it.fate]
    for it in sorted(enemies, key=lambda it: it.id)[: MOST_ENEMIES if found.best else 0]:
        value = f"{it.id}/{found.best}"
        yield option(f"Fire: {it.id} {it.name} within {found.best}", value, chosen=value == now)
    if launch_lines(craft, MOST_LAUNCHED):
        yield option(f"Launch: missiles within {MOST_LAUNCHED}", "missiles", "all that are aboard, at the nearest")
    if any(bay.state == "full" for bay in craft.bays):
        yield option(f"Launch: drones within {MOST_LAUNCHED}", "drones", "all that are aboard, at the nearest")


def _fire_value(plan: Programme) -> str:
    """The choice that a programme's fire stands for, "" where it is another."""
    direct = [line for line in plan.fire if not _launches(line)]
    if not direct:
        return HOLD_FIRE
    line = direct[0]
    hexes = line.when[0].value if line.when else 0
    value = f"{line.target}/{hexes}"
    return value if direct == list(fire_of(Programme("", 0), value).fire) else ""


def _launches(line: FireLine) -> bool:
    return all(is_launched(weapon) or is_bay(weapon) for weapon in line.weapons)


def fire_of(plan: Programme, value: str) -> Programme:
    """The programme with other direct fire: "hold", "/6" at the nearest within 6 hexes, "A1/6" at one craft."""
    kept = tuple(line for line in plan.fire if _launches(line))
    if value == HOLD_FIRE:
        return changed(plan, fire=kept)
    target, _, hexes = value.partition("/")
    if not (hexes.isdecimal() and hexes.isascii() and len(hexes) <= 2):
        raise NotYoursError("That is not a choice of this list; use it again.")
    return changed(plan, fire=(fire_lines(target, int(hexes)), *kept))


def with_missiles(craft: Craft, plan: Programme) -> Programme:
    """The programme with every missile at the nearest enemy, in the place of other launches of missiles."""
    boxes = {box.id for box in craft.missiles}
    kept = tuple(line for line in plan.fire if not boxes.issuperset(line.weapons))
    return changed(plan, fire=(*kept, *launch_lines(craft, MOST_LAUNCHED)))


def with_drones(craft: Craft, plan: Programme) -> Programme:
    """The same for drones."""
    bays = tuple(bay.id for bay in craft.bays if bay.state == "full")
    kept = tuple(line for line in plan.fire if not all(is_bay(weapon) for weapon in line.weapons))
    return changed(plan, fire=(*kept, FireLine(bays, "", (Condition("range", "<=", MOST_LAUNCHED),))))


def _screens(plan: Programme, stance: str) -> Iterator[discord.SelectOption]:
    best = next(manner.screens for name, manner in STANCE_ROWS.items() if name == stance)
    for policy in sorted(SCREEN_POLICIES, key=lambda policy: policy != best):
        about = SCREEN_WORDS[policy] + (f"; as {stance} does" if policy == best else "")
        word = f"Screens {policy.replace('_', ' ')}"
        yield option(_star(word, best=policy == best), policy, about, chosen=policy == plan.screens)


def _buttons(seen: Sight, craft: Craft, *, closed: bool) -> ui.ActionRow[ui.LayoutView]:
    return button_row(
        button_for("I am done", data(seen, "bp-done"), style=SUCCESS, disabled=closed),
        button_for("Edit as text", data(seen, "bp-text", craft.id), disabled=closed),
        button_for("Whole map", data(seen, "bp-pic", craft.id)),
        button_for("Undo", data(seen, "bt-undo", craft.id), disabled=closed),
        button_for("Receipt", data(seen, "bp-show", craft.id)),
    )
