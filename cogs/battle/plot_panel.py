"""What a captain sees of a programme: its receipt, until when they pass, and a stop in the middle of a turn with what to
do now."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Final, Literal, TypeAlias

import discord
from discord import ui

from cogs.common.components import SUCCESS, ButtonData, button_for, option, select_for
from cogs.common.panels import Panel, Part, button_row, cut
from render.battle.names import FLYING_WORDS
from render.words.safe_text import count, plain
from rules.pentagon_war.captains.preview import Preview, Threat
from rules.pentagon_war.captains.stops import nearest_enemy
from rules.pentagon_war.geometry import hex_name, letter
from rules.pentagon_war.movement.thrust import format_speed
from rules.pentagon_war.notation.write import order_lines, programme_lines, usual_lines
from rules.pentagon_war.orders import Disengage, Pass
from rules.pentagon_war.turn.steps import format_moment
from rules.pentagon_war.units import Craft, UnitId
from rules.values import GameError, WrongPhaseError
from umpire.battle.battle_files import paint_close
from umpire.battle.plots import PlotReceipt, Sight, own_craft, plan_of
from umpire.outbox.courier import File
from umpire.services.services import Services

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
    head = f"### {mark} {craft.id} {plain(craft.name)} · turn {seen.turn}: {state}\nIt is {moment}."
    lines = "\n".join(f"{number}. `{line}`" for number, line in enumerate(programme_lines(told.plan), 1))
    parts: list[Part] = [f"{said}\n{head}" if said else head]
    parts.append(cut(lines, 1000, TEXT_COMMAND))
    usual = () if told.led else usual_lines(told.plan)
    parts += [f"-# As usual: {' · '.join(f'`{line}`' for line in usual)}"] if usual else []
    parts.append(cut(preview_text(told), 1500, TEXT_COMMAND))
    if told.said:
        now_lines = "\n".join(f"{one.number}. `{shorter(order_lines(one.order)[0])}`" for one in told.said)
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
    lines += [f"→ {plain(shorter(shot), 200)}" for shot in found.shots] or ["There is no shot if all others coast."]
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
    if told.sight.view.known.pace == "steps":
        return "**You decide at every step: a programme is not played. As plotted it would come to this:**"
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
        lines.append(f"Thrust counts from turn {told.sight.turn + 1} on: in this turn it keeps its course. `PW-A48`")
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
            "⇱ No enemy comes near. It may leave the battle when a turn ends, in two ways:",
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
    return f"☄ {name}, {away}: {strikes} if it seeks this craft and nothing stops it."


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
            ": without orders they keep their course and protect themselves" if in_person else " and played by stance"
        )
        lines.append(f"{count(len(silent), 'craft is', 'craft are')} without a programme{then}:")
        lines += [f"- {line}" for line in silent]
    else:
        lines.append("All your craft have a programme.")
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


def percent(share: Fraction) -> str:
    """A share as whole per cent, rounded to the nearest."""
    return f"{(share * 200 + 1) // 2} %"


def gallery_of(picture: File) -> ui.MediaGallery[ui.LayoutView]:
    """A picture that goes with a panel, as a part of it."""
    return ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{picture.name}", description=picture.alt[:1024]))


async def close_map(
    services: Services, seen: Sight, craft: Craft, path: Preview | None, about: Iterable[UnitId] = ()
) -> File:
    """The map around a craft with its path, its nearest enemy and what else it is `about`, as its captain's side sees it."""
    enemy = nearest_enemy(seen.view, craft)
    shown = dict.fromkeys((craft.id, *(() if enemy is None else (enemy.id,)), *about))
    title = seen.standing.case.game.name
    return await services.workers.run(paint_close, seen.view, title, craft.id, path, tuple(shown), urgent=True)
