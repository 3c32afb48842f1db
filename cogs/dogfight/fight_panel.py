"""The one message a dogfight is flown on: what happened, map, numbers, question, buttons, and what is said of them."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

import discord
from discord import ui

from cogs.common.components import PRIMARY, SUCCESS, ButtonData, button_for, option, select_for
from cogs.common.panels import Panel, Part, button_row, cut, star
from cogs.dogfight.lessons import lesson
from cogs.dogfight.wish_panel import MOST_WISHES, fire_options, flown_options, has_wishes, wishes_text
from render.dogfight.frame import light_words
from render.dogfight.log import MINUS_SIGN
from render.dogfight.text import HEADINGS, format_relation, fuel_warning, in_order, readers_jet
from render.words.letters import short_hash
from render.words.safe_text import count, plain
from rules.air_force.changes import card, max_speed
from rules.air_force.choices import Choice
from rules.air_force.combat import OutcomeChance
from rules.air_force.jets import Jet
from rules.air_force.orders import PHASES, TurnWishes
from rules.air_force.view import DogfightView
from rules.values import Modifier, Value
from umpire.dogfight.career import Career, Mission

MOST_OTHERS: Final = 6
MISSIONS_SHOWN: Final = 12
"""Missions of a career that are listed, the latest first."""


def own_jet(view: DogfightView) -> Jet | None:
    """The jet that a side's player flies: the one that acts now if it is theirs, else their first."""
    own = [jet for jet in in_order(view) if jet.side == view.side and jet.crew == "player"]
    acting = [jet for jet in own if jet.id == view.known.now.jet]
    return next(iter(acting or own), None)


def head_text(name: str, view: DogfightView, promise: str = "") -> str:
    """Which fight, which turn, what light, and the first letters of the promised dice; who has won, as the reader sees it."""
    known = view.known
    if known.winner is None:
        phase = PHASES[known.now.phase - 1]
        sealed = f" Dice promised: {short_hash(promise)}" if promise else ""
        return f"### {plain(name)} · turn {known.now.turn}, {phase}\n-# {light_words(view).capitalize()}.{sealed}"
    return f"### {plain(name)} · over after turn {known.now.turn}\n{won_text(view)}"


def won_text(view: DogfightView) -> str:
    """Who has won a fight that is over: "You" for the reader's own side."""
    side = view.known.sides.get(view.known.winner or "")
    if side is None:
        return "It is a draw: nobody has won."
    if view.side not in view.known.sides:
        return f"{plain(side.name)} has won."
    return "**You have won.**" if side.id == view.side else f"**You have lost**: {plain(side.name)} has won."


def asked_text(view: DogfightView) -> str:
    """What the viewer's side is asked now; whose jet it is, where they fly more than one."""
    ask = next((one for one in view.known.waiting if one.side == view.side), None)
    if ask is None:
        return "What now?"
    jet = view.known.jets.get(ask.jet)
    if jet is None or jet is not readers_jet(view):
        return plain(ask.reason, 200)
    return plain(ask.reason.removeprefix(f"{jet.name}: "), 200).capitalize()


def jet_text(view: DogfightView, jet: Jet) -> str:
    """A jet of one's own in a line or two: what its pilot looks at before they choose."""
    kind = card(view.known, jet)
    head = f"**{jet.id}** {plain(kind.name)}"
    if not jet.flying:
        return f"{head}: {jet.fate}."
    stores = jet.stores
    facts = [
        f"Speed **{jet.speed}**/{max_speed(view.known, jet)}",
        f"altitude **{jet.altitude}**",
        HEADINGS[jet.heading],
    ]
    if stores:
        facts += [f"fuel {stores.fuel}", f"guns {stores.guns}", f"missiles {stores.missiles}"]
    facts += [f"**hit {jet.hits}**"] if jet.hits else []
    facts += ["**stalled**"] if jet.stalled else []
    warning = fuel_warning(jet)
    return " · ".join([head, *facts]) + (f"\n⚠ {warning.capitalize()}." if warning else "")


def others_text(view: DogfightView, jet: Jet) -> str:
    """Where the others are, seen from a jet."""
    around = [other for other in in_order(view) if other.flying and other.side != jet.side]
    if not around:
        return "No enemy is in sight."
    return "\n".join(f"- {plain(format_relation(jet, other), 200)}" for other in around[:MOST_OTHERS])


def percent(chance: Fraction) -> str:
    """A chance in whole percent; what is not sure never says 100, what may happen never 0."""
    rounded = round(chance * 100)
    if 0 < chance < 1:
        rounded = min(max(rounded, 1), 99)
    return f"{rounded} %"


def odds_text(odds: Sequence[OutcomeChance], *, reasons: bool = True) -> str:
    """The odds of a choice in one line: each chance, and what it comes from; of what is sure, what it comes from alone."""
    told = []
    for one in odds:
        why = " ".join(_part(part) for part in one.reasons) if reasons else ""
        if one.chance == 1:
            told.append(why or one.what)
        else:
            told.append(f"{one.what} {percent(one.chance)}" + (f" ({why})" if why else ""))
    return "; ".join(told)


def key_text(shown: Sequence[Choice]) -> str:
    """What the percentages on the buttons are chances of, and what they come from; of unlike ones, those of the advice."""
    chances = [(one, odds) for one in shown if (odds := main_odds(one)) is not None]
    if not chances:
        return ""
    alike = len({(odds.what, odds.reasons) for _, odds in chances}) == 1
    found = chances[0] if alike else next((pair for pair in chances if pair[0].suggested), None)
    if found is None:
        return ""
    _, odds = found
    why = " ".join(_part(part) for part in odds.reasons)
    return f"{'%' if alike else '★'}: chance to {odds.what}" + (f", {why}" if why else "")


def all_odds_text(found: Sequence[Choice]) -> str:
    """Every choice with all its odds and what they come from."""
    lines = [
        f"- {'★ ' if one.suggested else ''}{plain(one.words)}: {odds_text(one.odds) or 'no die is rolled'}"
        for one in found
    ]
    return "\n".join(["### What each choice is worth", *lines])


def _part(part: Modifier) -> str:
    """A part of a sum: "4 Speed before" or "7 or more needed" as they are, the others with their sign."""
    plain_number = "needed" in part.reason or "before" in part.reason
    return (
        f"{part.value} {part.reason}"
        if plain_number
        else f"{'+' if part.value >= 0 else MINUS_SIGN}{abs(part.value)} {part.reason}"
    )


def main_odds(choice: Choice) -> OutcomeChance | None:
    """The chance that stands on a choice's button: the first that is not sure."""
    return next((one for one in choice.odds if one.chance != 1), None)


def choice_label(choice: Choice) -> str:
    """A choice on a button: its words and, if there is one, its chance."""
    chance = main_odds(choice)
    return f"{choice.words} ({percent(chance.chance)})" if chance is not None else choice.words


def career_text(found: Career, name: str) -> str:
    """The log in words."""
    head = f"### {plain(name)}, pilot's log"
    if not found.missions:
        return f"{head}\nNo sortie yet. `/dogfight new` is the first; it takes ten minutes."
    tally = (
        f"{count(found.sorties, 'sortie')}: {count(found.wins, 'won fight')}, {count(found.kills, 'kill')}, "
        f"{count(found.losses, 'jet')} lost."
    )
    lines = [f"- {mission_line(one)}" for one in found.missions[:MISSIONS_SHOWN]]
    more = len(found.missions) - MISSIONS_SHOWN
    if more > 0:
        lines.append(f"-# and {count(more, 'earlier sortie')}")
    return "\n".join([head, tally, *lines])


def mission_line(one: Mission) -> str:
    """One sortie: when, which fight, what was flown, how it ended."""
    how = f", {one.difficulty}" if one.difficulty else ""
    ended = "won" if one.won else "drawn" if one.drawn else "lost"
    fate = "came home" if not one.fate else one.fate
    return (
        f"<t:{one.at}:d> {plain(one.title)}{how} in a {plain(one.aircraft)}: {ended} after {count(one.turns, 'turn')}, "
        f"{count(one.kills, 'kill')}, {fate}"
    )


BLUE: Final = 0x3F7FBF
GREY: Final = 0x7F8C9B
MOST_BUTTONS: Final = 4
"""Up to so many choices each have a button; of more, one less has, and a list holds the others."""
LOG_COMMAND: Final = "/dogfight log"
MAP_FILE: Final = "map.png"


class PanelTexts(Value):
    """Everything a panel shows. `stop` names the moment its buttons are for; `teach` puts a lesson on it. `wishes` are those so
    far of a whole turn, where that is asked."""

    game: str
    name: str
    revision: int
    stop: str
    view: DogfightView
    told: tuple[str, ...]
    choices: tuple[Choice, ...]
    again: Choice | None
    asked: bool
    teach: bool
    wishes: TurnWishes | None = None
    promise: str = ""
    alt: str = ""

    def data(self, action: str, rest: str = "") -> ButtonData:
        """A button of this moment of this fight; whether lessons are on goes with it."""
        return ButtonData(action, self.game, self.revision, f"{'t' if self.teach else '-'}{self.stop};{rest}")


class Pressed(Value):
    """What a dogfight's button carries."""

    teach: bool
    stop: str
    rest: str


def pressed(data: ButtonData) -> Pressed:
    """Read a button's details."""
    stop, _, rest = data.rest[1:].partition(";")
    return Pressed(data.rest[:1] == "t", stop, rest)


def fight_panel(sheet: PanelTexts) -> Panel:
    """The panel of a moment. What may be long stands above the map, so that map and buttons are on a phone's screen together; at
    the beginning of a whole turn the map is first, as it shows what came of the one before."""
    view = sheet.view
    flying = view.known.winner is None
    jet = own_jet(view)
    picture: list[Part] = []
    if sheet.alt:
        picture.append(ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{MAP_FILE}", description=sheet.alt)))
    whole = flying and view.known.now.phase == 1
    parts: list[Part] = [head_text(sheet.name, view, sheet.promise), *(picture if whole else ())]
    if sheet.told:
        parts.append(cut("\n".join(sheet.told), 1200, LOG_COMMAND))
    if sheet.teach and (told := lesson(view)):
        parts.append(f"-# Lesson\n{told}")
    if jet is not None and jet.flying and flying:
        parts.append(cut(others_text(view, jet), 700, "/dogfight map"))
    if not whole:
        parts += picture
    if jet is not None:
        parts.append(jet_text(view, jet))
    if flying:
        parts += _question(sheet)
    parts += _foot(sheet)
    return Panel(BLUE if flying else GREY, *parts)


def _question(sheet: PanelTexts) -> list[Part]:
    jet = own_jet(sheet.view)
    if sheet.wishes is not None and jet is not None:
        return _whole_turn(sheet, jet, sheet.wishes)
    if jet is not None and sheet.view.known.now.phase == 1:
        return ["Your wishes are in. The turn is flown when the other pilot has decided, too."]
    if not sheet.asked or not sheet.choices:
        return ["Nobody waits for you now; you are asked again when the other pilot has decided."]
    quick = _quick(sheet)
    key = key_text(quick)
    parts: list[Part] = [f"**{asked_text(sheet.view)}**" + (f"\n-# {key}" if key else "")]
    parts.append(button_row(*(_button(sheet, one) for one in quick)))
    others = [one for one in sheet.choices if one not in quick]
    if others:
        options = [
            option(f"{_mark(sheet, one)}{one.words}", one.id, odds_text(one.odds, reasons=False)) for one in others
        ]
        parts.append(select_for("More choices, with their odds", sheet.data("df-pick"), options))
    return parts


def _whole_turn(sheet: PanelTexts, jet: Jet, wishes: TurnWishes) -> list[Part]:
    """A turn that is decided whole: two lists, and the button that closes it."""
    fight = sheet.view.known
    label = "Ready with these wishes" if has_wishes(wishes) else f"{star(starred=True)}Ready: all as suggested"
    flown = flown_options(fight, jet, wishes)
    hint = "Maneuvers and flight: ★ what you leave open"
    return [
        wishes_text(sheet.view, jet, wishes),
        select_for(hint, sheet.data("df-wish"), flown, least=0, most=MOST_WISHES),
        select_for("Fire", sheet.data("df-fire"), fire_options(fight, jet, wishes)),
        button_row(button_for(label, sheet.data("df-ready"), style=SUCCESS)),
    ]


def _quick(sheet: PanelTexts) -> Sequence[Choice]:
    """The choices that get buttons: all of a few; else the advice, last time's, and the first others."""
    if len(sheet.choices) <= MOST_BUTTONS:
        return sheet.choices
    first = [one for one in sheet.choices if one.suggested]
    if sheet.again is not None:
        first.append(sheet.again)
    found = {one.id: one for one in (*first, *sheet.choices)}
    return list(found.values())[: MOST_BUTTONS - 1]


def _mark(sheet: PanelTexts, choice: Choice) -> str:
    """★ the advice, ↻ what was chosen last time."""
    again = sheet.again is not None and sheet.again.id == choice.id
    return star(starred=choice.suggested) + ("↻ " if again else "")


def _button(sheet: PanelTexts, choice: Choice) -> ui.Button[ui.LayoutView]:
    style = SUCCESS if choice.suggested else PRIMARY
    return button_for(f"{_mark(sheet, choice)}{choice_label(choice)}", sheet.data("df-do", choice.id), style=style)


def _foot(sheet: PanelTexts) -> list[Part]:
    reading = [
        button_for("Card", sheet.data("df-card")),
        button_for("Log", sheet.data("df-log")),
        button_for("Why?", sheet.data("df-why")),
    ]
    if sheet.view.known.winner is not None:
        over = [button_for("Replay", sheet.data("df-replay"), style=SUCCESS), *reading]
        if len(sheet.view.known.players) < 2:  # the other pilot of a duel has to be asked anew
            over.append(button_for("Rematch", sheet.data("df-again")))
        return [button_row(*over)]
    # Three and three, which is what a phone shows in a row.
    card, log, why = reading
    first = [button_for("Odds", sheet.data("df-odds")), card, why] if sheet.asked and sheet.choices else [card, why]
    lessons = button_for("Lessons off" if sheet.teach else "Lessons on", sheet.data("df-teach"))
    return [button_row(*first), button_row(log, lessons, button_for("Refresh", sheet.data("df-show")))]
