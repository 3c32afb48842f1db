"""The panel of a programme's other lines: what may be added by a tap, and one line's impulse, target and conditions."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import Final

import discord
from discord import ui

from cogs.battle.plot_panel import BLUE, data, plot_heading, shorter
from cogs.common.components import DANGER, MOST_OPTIONS, SUCCESS, button_for, option, select_for
from cogs.common.panels import Panel, Part, button_row, cut
from render.words.safe_text import count, plain
from rules.hexes import distance
from rules.pentagon_war.captains.offers import LineOffer, comes_in, segment_of, settings_offered
from rules.pentagon_war.changes import alive, flying_units
from rules.pentagon_war.geometry import letter
from rules.pentagon_war.notation.decide import waiting_in
from rules.pentagon_war.notation.read import WAYS_OUT
from rules.pentagon_war.notation.write import condition_words, programme_lines
from rules.pentagon_war.positions import attachment, in_play
from rules.pentagon_war.programme import NO_TARGET, ActLine, BlastLine, FireLine, Programme, StopLine
from rules.pentagon_war.units import IMPULSES, Craft
from rules.values import WrongPhaseError
from umpire.battle.plots import PlotReceipt

RECEIPT_LABEL: Final = "Receipt"
MOST_CONDITIONS: Final = 3
"""So many conditions are chosen at once."""
ANY_TARGET: Final = "*"
"""The value of a list's line that names no target."""
ALWAYS_VALUE: Final = "always"
CONDITION_TEXTS: Final = {
    ALWAYS_VALUE: "as soon as it can be done",
    "armor <= 0": "its armor is gone",
    "armor <= 2": "",
    "hit >= 1": "a box of it is gone",
    "hit >= 5": "five boxes are gone in this turn",
    "range <= 0": "the nearest enemy is in its hex",
    "range <= 1": "",
    "range <= 2": "",
    "range <= 4": "",
    "range <= 6": "",
    "range <= 9": "",
    "range >= 12": "",
    "range > 64": "out of all reach",
    "missile inbound >= 1": "something may be after it",
    "launched at >= 1": "they launched something in this turn",
    "power <= 4": "hardly any power is left",
    "screens <= 0": "its screens are down",
    "impulse >= 4": "",
    "impulse >= 7": "",
    "impulse >= 10": "",
}
"""What lines wait for, in the words of a programme, and what it means where the words do not say so."""


def lines_panel(
    told: PlotReceipt,
    found: Sequence[LineOffer],
    picture: ui.MediaGallery[ui.LayoutView],
    focus: int = 0,
    said: str = "",
) -> Panel:
    """A craft's programme with what its other lines come to, lists of lines to be added, and the lists of the line in focus."""
    seen, craft = told.sight, told.craft
    lines = programme_lines(told.plan)
    mark = "●" if told.plotted else "○"
    head = f"### {mark} {craft.id} {plain(craft.name)} · turn {seen.turn}: more lines"
    rows = [f"{'▸ ' if n == focus else ''}{n}. `{shorter(line)}`" for n, line in enumerate(lines, 1)]
    parts: list[Part] = [f"{said}\n{head}" if said else head, cut("\n".join(rows), 1200, RECEIPT_LABEL)]
    parts += [cut("\n".join([plot_heading(told), *_coming(told)]), 1400, RECEIPT_LABEL), picture]
    new = [each for each in found if each.line not in lines]
    parts.append(select_for("Add a line", data(seen, "bt-add", craft.id), _offers(new)))
    settings = settings_offered(seen.view, craft.id, told.plan)
    if settings:
        parts.append(select_for("Add a setting or a stop", data(seen, "bt-add", f"{craft.id}/set"), _offers(settings)))
    if told.plotted and len(lines) > 1:
        rest = [option(f"{n}. {line}", str(n), chosen=n == focus) for n, line in enumerate(lines[:-1], 1)]
        parts.append(select_for("Change or take out a line", data(seen, "bt-line", craft.id), rest))
    if focus:
        parts += _focus(told, focus, lines[focus - 1])
    parts.append(
        button_row(
            button_for("I am done", data(seen, "bp-done"), style=SUCCESS),
            button_for("Course and fire", data(seen, "bt-taps", craft.id)),
            button_for("Undo", data(seen, "bt-unline", craft.id)),
            button_for("Receipt", data(seen, "bp-show", craft.id)),
        )
    )
    return Panel(BLUE, *parts)


def _offers(found: Sequence[LineOffer]) -> Iterator[discord.SelectOption]:
    unique = {each.line: each for each in reversed(found)}
    for each in [offer for offer in found if unique[offer.line] is offer][:MOST_OPTIONS]:
        star = "★ " if each.best else "✕ " if each.refused else ""
        yield option(f"{star}{each.line}", each.line, each.reason)


def _coming(told: PlotReceipt) -> Iterator[str]:
    """What each waiting line of the rarer kind comes to, and what would be refused."""
    plan = told.plan
    bombs = [line for line in plan.fire if line.target == NO_TARGET]
    rare: list[ActLine | BlastLine | FireLine] = [*bombs, *plan.blasts, *plan.acts]
    numbers = {line: n for n, line in enumerate(programme_lines(plan), 1)}
    for line in rare:
        words = next(words for words in numbers if waiting_in(words) == line)
        impulse, segment = comes_in(told.preview, line), segment_of(line)
        if not segment:
            ways = told.preview.leaving.ways
            then = f"when the turn ends, {' or '.join(ways)}" if ways else "not as this turn ends, as it is plotted"
        elif impulse:
            then = f"in impulse {impulse}, segment {segment}"
        else:
            then = f"not in this turn as it is plotted; it waits, in segment {segment} of every impulse"
        yield f"→ Line {numbers[words]}: {then}."
    if not rare:
        yield "No line of it rams, blows up, joins, parts, enters an orbit or leaves."
    yield from (f"Stop: {plain(stop, 160)}" for stop in told.preview.stops)
    for problem in told.preview.problems:
        yield f"⚠ Would be refused: {plain(problem.text, 200)}" + (f" `{problem.rule}`" if problem.rule else "")


def mark_of(craft: str, number: int, line: str) -> str:
    """What a list about a numbered line carries: whose, which, and how it read."""
    return f"{craft}/{number}/{hashlib.sha256(line.encode()).hexdigest()[:8]}"


def line_of(plan: Programme, mark: str) -> tuple[int, str]:
    """The line that a list is about. WrongPhaseError if the programme has another one there by now."""
    unit, _, rest = mark.partition("/")
    number = rest.partition("/")[0]
    lines = programme_lines(plan)
    at = int(number) if number.isdecimal() and number.isascii() and len(number) <= 3 else 0
    if not 1 <= at <= len(lines) or mark_of(unit, at, lines[at - 1]) != mark:
        raise WrongPhaseError("The programme has changed since this was shown; press Plot and More lines again.")
    return at, lines[at - 1]


def _focus(told: PlotReceipt, number: int, text: str) -> Iterator[Part]:
    """The lists that change a line."""
    seen, craft = told.sight, told.craft
    line, mark = waiting_in(text), mark_of(craft.id, number, text)
    if isinstance(line, FireLine | ActLine) and getattr(line, "act", "") != "leave":
        starts = [option(f"From impulse {at} on", str(at), chosen=at == line.first) for at in range(1, IMPULSES + 1)]
        yield select_for("From which impulse", data(seen, "bt-from", mark), starts)
    aims = [] if line is None or isinstance(line, BlastLine | StopLine) else list(_aims(told, line))
    if aims:
        hint = "Which way" if getattr(line, "target", "") == NO_TARGET else "What or whom"
        yield select_for(hint, data(seen, "bt-at", mark), aims[:MOST_OPTIONS])
    if line is not None:
        now = [condition_words(each) for each in line.when][:MOST_CONDITIONS] or [ALWAYS_VALUE]
        rest = [option(f"When {words}", words, about, chosen=words in now) for words, about in CONDITION_TEXTS.items()]
        shown = rest[1:] if isinstance(line, StopLine) else rest
        yield select_for("When: up to three together", data(seen, "bt-when", mark), shown, most=MOST_CONDITIONS)
    yield button_row(button_for(f"Take line {number} out", data(seen, "bt-out", mark), style=DANGER))


def _aims(told: PlotReceipt, line: FireLine | ActLine) -> Iterator[discord.SelectOption]:
    """What a line may be about, of what its side sees."""
    known, craft = told.sight.view.known, told.craft
    if line.target == NO_TARGET:
        now = getattr(line, "heading", None)
        yield from (option(f"Heading {letter(way)}", letter(way), chosen=way == now) for way in range(6))
        return
    found: list[tuple[str, str, str]] = []
    kind = line.act if isinstance(line, ActLine) else "fire"
    if kind in {"ram", "fire"}:
        found.append(("", "Whatever enemy is there" if kind == "ram" else "The nearest enemy", ""))
        enemies = [each for each in (*alive(known), *flying_units(known)) if each.side != craft.side]
        for each in sorted(
            enemies, key=lambda each: (not isinstance(each, Craft), distance(craft.at, each.at), each.id)
        ):
            name = f"{each.id} {each.name}" if isinstance(each, Craft) else each.id
            found.append((each.id, name, f"{count(distance(craft.at, each.at), 'hex', 'hexes')} off"))
    elif kind == "join":
        found.append(("", "Whichever fits and is there", ""))
        built = [
            each for each in alive(known) if each.side == craft.side and each.id != craft.id and attachment(craft, each)
        ]
        found += [(each.id, f"{each.id} {each.name}", "") for each in built]
    elif kind == "orbit":
        found.append(("", "Whatever body is there", ""))
        found += [
            (body.id, body.name, f"{count(distance(craft.at, body.at), 'hex', 'hexes')} off") for body in in_play(known)
        ]
    elif kind == "leave":
        found += [("", "By whichever way is open", ""), *((way, f"By {way}", "") for way in WAYS_OUT)]
    yield from (option(name, value or ANY_TARGET, about, chosen=value == line.target) for value, name, about in found)
