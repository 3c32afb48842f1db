"""What a captain sees of a programme: its receipt, until when they pass, and a stop in the middle of a turn with what to
do now."""

from collections.abc import Iterator, Mapping
from typing import Final, Literal, TypeAlias

import discord
from discord import ui

from cogs.common.components import SUCCESS, ButtonData, button_for, option, select_for
from cogs.common.interactions import Interaction, replace_message, say, services_of
from cogs.common.panels import Panel, Part, button_row, cut
from render.battle.log import format_event
from render.battle.names import FLYING_WORDS, unit_name
from render.words.safe_text import count, plain
from rules.hexes import distance
from rules.pentagon_war import events
from rules.pentagon_war.captains.preview import Preview, Threat, preview
from rules.pentagon_war.captains.stops import nearest_enemy
from rules.pentagon_war.geometry import hex_name, letter
from rules.pentagon_war.movement.thrust import format_speed
from rules.pentagon_war.notation.write import order_lines, programme_lines, usual_lines
from rules.pentagon_war.orders import Disengage, Pass
from rules.pentagon_war.turn.steps import format_moment
from rules.pentagon_war.units import Craft
from rules.values import GameError, WrongPhaseError
from umpire.battle.battle_files import BattleWish, paint_map
from umpire.battle.plots import PlotReceipt, Sight, own_craft, plan_of

BLUE: Final = 0x2F6FB0
GOLD: Final = 0xE8B04A
TEXT_COMMAND: Final = "/plot text"


def data(seen: Sight, action: str, rest: str = "") -> ButtonData:
    """A button of this turn of this battle."""
    case = seen.standing.case
    return ButtonData(action, case.game.id, case.turn.revision, rest)


def receipt_panel(told: PlotReceipt, said: str = "") -> Panel:
    """What is plotted for a craft, numbered; its preview; the deadline; the buttons."""
    seen, craft = told.sight, told.craft
    mark = "●" if told.plotted else "○"
    state = "plotted" if told.plotted else "nothing plotted"
    moment = format_moment(seen.view.known.now)
    head = f"### {mark} {craft.id} {plain(craft.name)} · turn {seen.turn}: {state}\nIt stands at {moment}."
    lines = "\n".join(f"{number}. `{line}`" for number, line in enumerate(programme_lines(told.plan), 1))
    parts: list[Part] = [f"{said}\n{head}" if said else head]
    parts.append(cut(lines, 1000, TEXT_COMMAND))
    usual = () if told.led else usual_lines(told.plan)
    parts += [f"-# As usual: {' · '.join(f'`{line}`' for line in usual)}"] if usual else []
    parts.append(cut(preview_text(told), 1500, TEXT_COMMAND))
    if told.said:
        now_lines = "\n".join(f"{one.number}. `{order_lines(one.order)[0]}`" for one in told.said)
        leaving = all(isinstance(one.order, Disengage) for one in told.said)
        when = "When the turn ends, if nothing keeps it then" if leaving else "For this very step"
        parts.append(cut(f"**{when}**\n{now_lines}", 400, "/plot show"))
    parts.append(cut(deadline_text(seen), 400, "/battle status"))
    parts.append(f"-# receipt `{told.hash}`")
    parts += [ui.Separator(), *_buttons(told)]
    if told.preview.leaving.ways and seen.standing.asked and not seen.over:
        parts.append(button_row(button_for("Leave the battle", data(seen, "bp-leave", craft.id))))
    others = [each for each in own_craft(seen) if each.id != craft.id]
    if others:
        options = [
            option(f"{each.id} {each.name}", each.id, "plotted" if plan_of(seen, each)[1] else "nothing plotted yet")
            for each in others
        ]
        parts.append(select_for("Another craft", data(seen, "bp-craft"), options))
    return Panel(BLUE, *parts)


def _buttons(told: PlotReceipt) -> Iterator[ui.ActionRow[ui.LayoutView]]:
    seen, craft = told.sight, told.craft.id
    closed = not seen.standing.asked or seen.over
    yield button_row(
        button_for("I am done", data(seen, "bp-done"), style=SUCCESS, disabled=closed),
        button_for("Edit as text", data(seen, "bp-text", craft), disabled=closed),
        button_for("Picture", data(seen, "bp-pic", craft)),
        button_for("Undo", data(seen, "bp-undo", craft), disabled=closed),
        button_for("Refresh", data(seen, "bp-show", craft)),
    )
    if not closed:
        yield button_row(button_for("Plot by taps", data(seen, "bt-taps", craft)))


def preview_text(told: PlotReceipt) -> str:
    """What the programme would tell others; where the craft goes, what power is left, what it would fire, where it may stop,
    what would be refused. For a craft led by its stance, what that would do if all others coast."""
    found = told.preview
    lines = [*(f"⚠ {plain(word, 300)}" for word in found.telling), plot_heading(told)]
    if found.path:
        last = found.path[-1]
        hexes = [f"{place.impulse}: {hex_name(place.hex)}{letter(place.facing)}" for place in found.path]
        lines.append(f"Path {' · '.join(hexes)}")
        speed = format_speed(found.velocity)
        lines.append(f"Ends at {hex_name(last.hex)} facing {letter(last.facing)}, {speed}.")
    lines += course_lines(told)
    if found.power:
        lines.append(f"Power left by impulse: {' '.join(str(left) for _, left in found.power)}")
    lines += [f"→ {plain(shorter(shot), 200)}" for shot in found.shots] or ["No shot comes about if all others coast."]
    lines += [f"Stop: {plain(stop, 200)}" for stop in found.stops]
    lines += threat_lines(found)
    lines += _leaving(found)
    if found.problems:
        lines.append("**Would be refused**")
    for problem in found.problems:
        place = f"impulse {problem.impulse}: " if problem.impulse else ""
        lines.append(f"⚠ {place}{plain(problem.text, 300)}" + (f" `{problem.rule}`" if problem.rule else ""))
    return "\n".join(lines)


def plot_heading(told: PlotReceipt) -> str:
    """Over what a craft's turn would come to: who plays it, and that the others are taken to coast."""
    if told.led:
        return f"**Its stance `{told.plan.stance}` plays it; if all others coast:**"
    return "**If nobody gets in its way**"


def course_lines(told: PlotReceipt) -> list[str]:
    """How near the turn leads to the nearest enemy, and that thrust counts later where it does."""
    lines = []
    if told.preview.ranges:
        impulse, closest = min(told.preview.ranges, key=lambda at: at[1])
        last = told.preview.ranges[-1][1]
        nearest = f", closest {closest} in impulse {impulse}" if closest < last else ""
        lines.append(f"Range to the nearest enemy at the turn's end {last}{nearest}, if it coasts.")
    if told.preview.later:
        lines.append(f"Thrust counts from turn {told.sight.turn + 1} on: in this turn it moves as it came. `PW-A48`")
    return lines


def shorter(words: str) -> str:
    """Weapons that follow one another as one: "fire L1-L4 at A1"."""
    found: list[list[str]] = []
    for word in words.split(" "):
        kind, number = word.rstrip("0123456789"), word[len(word.rstrip("0123456789")) :]
        last = found[-1][-1] if found else ""
        follows = number.isdecimal() and kind.isalpha() and last == f"{kind}{int(number) - 1}"
        if follows:
            found[-1].append(word)
        else:
            found.append([word])
    return " ".join(run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in found)


def _leaving(found: Preview) -> list[str]:
    """Whether the craft may leave the battle when the turn ends; in a chase, what that would take."""
    ways, needed = found.leaving.ways, found.leaving.needed
    if ways:
        return [f"⇱ It may leave the battle when this turn ends, {' or '.join(ways)}: **Leave the battle** below."]
    if needed:
        return [
            "⇱ No enemy comes near. It may leave the battle when a turn ends, by either way:",
            *(f"- {n}" for n in needed),
        ]
    return []


def threat_lines(found: Preview) -> list[str]:
    """The enemies' seekers in flight: when each strikes, and for how much, if it is after this craft."""
    return [_threat(one) for one in found.threats]


def _threat(one: Threat) -> str:
    name = f"{FLYING_WORDS.get(one.unit.partition('.')[2][:1], 'seeker')} {plain(one.unit)}"
    away = f"{count(one.hexes, 'hex', 'hexes')} off"
    if not one.impulse:
        return f"☄ {name}, {away}: not here before the turn ends."
    strikes = f"strikes in impulse {one.impulse} for {count(one.points, 'point')}"
    return f"☄ {name}, {away}: {strikes} if it is after this craft and nothing stops it."


def deadline_text(seen: Sight) -> str:
    """What happens without an answer, and whether one is waited for."""
    if seen.over:
        return "The battle is over."
    if not seen.standing.asked:
        return "Your answer is in; nobody waits for you now."
    names = ", ".join(f"{craft.id} {plan_of(seen, craft)[0].stance}" for craft in own_craft(seen))
    due = seen.standing.case.due
    when = (
        f"**If the deadline <t:{due}:R> comes before you are done**" if due is not None else "**There is no deadline**"
    )
    if due is None:
        return f"{when}: the battle waits until you press **I am done**."
    return f"{when}, your craft are played by their stances until you are asked again: {names}."


def done_panel(seen: Sight, silent: list[str], yes: ButtonData, *more: Part) -> Panel:
    """Before a side says that it is done: craft without a programme and what plays them; `more` stands below."""
    in_person = seen.view.known.pace != "programme"
    lines = [f"### Done with {format_moment(seen.view.known.now)}?"]
    if silent:
        then = (
            ": without a word of yours they keep their course and protect themselves"
            if in_person
            else " and played by stance"
        )
        lines.append(f"{count(len(silent), 'craft is', 'craft are')} without a programme{then}:")
        lines += [f"- {line}" for line in silent]
    else:
        lines.append("Every craft of yours has a programme.")
    lines.append("What you have sent counts then, and cannot be taken back.")
    row = button_row(
        button_for("Yes, I am done", yes, style=SUCCESS),
        button_for("Not yet", data(seen, "bp-drop")),
    )
    return Panel(GOLD, cut("\n".join(lines), 3000, "/plot show"), row, *more)


Until: TypeAlias = Literal["the next impulse", "something happens", "the turn's end"]
PASS_CHOICES: Final[Mapping[Until, Pass]] = {
    "the next impulse": "impulse",
    "something happens": "event",
    "the turn's end": "turn",
}
"""What a captain chooses, and what is sent."""


def may_pass(seen: Sight) -> bool:
    """Whether this battle asks by itself, so that there is something to pass over."""
    return seen.view.known.pace == "segments"


def parse_pass(seen: Sight, until: Until | None) -> Pass:
    """What an option means; WrongPhaseError where nothing can be passed over."""
    if until is None:
        return ""
    if not may_pass(seen):
        raise WrongPhaseError(
            "Only a battle of the pace segments can be passed over; in this one you are asked where you wanted to be."
        )
    return PASS_CHOICES[until]


def pass_row(seen: Sight) -> ui.ActionRow[ui.LayoutView]:
    """The three ways to pass."""
    stop = seen.standing.result.stop
    style = discord.ButtonStyle.secondary
    return button_row(
        *(
            button_for(f"Pass until {words}", data(seen, "bp-pass", f"{way}:{stop}"), style=style)
            for words, way in PASS_CHOICES.items()
        )
    )


def read_pass(rest: str) -> tuple[Pass, str]:
    """How long a button passes, and at which stop; GameError for one that is not ours."""
    named, _, stop = rest.partition(":")
    for way in PASS_CHOICES.values():
        if way == named:
            return way, stop
    raise GameError("This button cannot be read; look at the battle again.")


ORANGE: Final = 0xD55E00
STOP_NEWS_EVENTS: Final = (
    events.Fired, events.Struck, events.Launched, events.PointDefenseFired, events.Exploded, events.Gone, events.Survived,
    events.TrackLost, events.Sighted, events.NotDone,
)  # fmt: skip
"""What is told at a stop of what happened since the last; the log has everything."""
MOST_LINES: Final = 8
MOST_CRAFT: Final = 4
CLOSE_MAP_RADII: Final = (4, 10)
"""The least and the greatest radius of the close map."""


async def show_stop(interaction: Interaction, seen: Sight, *, replace_it: bool = False) -> None:
    """The stop as a panel, for its captain alone."""
    services = services_of(interaction)
    asked = _craft_asked_about(seen)
    threats: list[str] = []
    for craft in asked[:MOST_CRAFT]:
        found = await services.workers.run(preview, seen.view, plan_of(seen, craft)[0], urgent=True)
        lines = threat_lines(found)
        threats += [f"**{craft.id} {plain(craft.name)}**", *lines] if lines and len(asked) > 1 else lines
    middle = asked[0]
    enemy = nearest_enemy(seen.view, middle)
    least, most = CLOSE_MAP_RADII
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


def _craft_asked_about(seen: Sight) -> list[Craft]:
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
    head = [*said, f"### Stopped {stopped}{near}", f"It stands at {format_moment(now)}.", *reasons[:MOST_LINES]]
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
    told = [event for event in seen.events[last + 1 :] if isinstance(event, STOP_NEWS_EVENTS)]
    hidden = len(told) - MOST_LINES
    if hidden > 0:
        yield f"-# {count(hidden, 'line')} before these: /battle log"
    for event in told[-MOST_LINES:]:
        yield f"- Impulse {event.at.impulse}: {format_event(event, seen.view)}"
    if not told:
        yield "Nothing but movement."
