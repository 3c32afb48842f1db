"""The one message a dogfight is flown on: what happened, the map, the question, its choices with their odds."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import discord
from discord import ui

from cogs.common.advice import star
from cogs.common.buttons import PRIMARY, SUCCESS, ButtonData, button_for
from cogs.common.panels import Panel, Part, button_row, cut
from cogs.common.selects import option, select_for
from cogs.dogfight.texts import choice_label, head_text, jet_text, lesson, odds_text, others_text, own_jet
from render.canvas.safe_text import plain
from rules.air_force.choices import Choice
from rules.air_force.view import DogfightView
from umpire.games.notices import short_hash

BLUE: Final = 0x3F7FBF
GREY: Final = 0x7F8C9B
FEW: Final = 5
"""Up to so many choices each have a button."""
MORE: Final = "/dogfight log"
PICTURE: Final = "map.png"


@dataclass(frozen=True, slots=True)
class PanelTexts:
    """Everything a panel shows. `stop` names the moment its buttons are for; `teach` puts a lesson on it."""

    game: str
    name: str
    opening: int
    stop: str
    view: DogfightView
    told: tuple[str, ...]
    choices: tuple[Choice, ...]
    again: Choice | None
    asked: bool
    teach: bool
    promise: str = ""
    alt: str = ""

    def data(self, action: str, rest: str = "") -> ButtonData:
        """A button of this moment of this fight; whether lessons are on goes with it."""
        return ButtonData(action, self.game, self.opening, f"{'t' if self.teach else '-'}{self.stop};{rest}")


@dataclass(frozen=True, slots=True)
class Pressed:
    """What a dogfight's button carries."""

    teach: bool
    stop: str
    rest: str


def pressed(data: ButtonData) -> Pressed:
    """Read a button's details."""
    stop, _, rest = data.rest[1:].partition(";")
    return Pressed(data.rest[:1] == "t", stop, rest)


def fight_panel(sheet: PanelTexts) -> Panel:
    """The panel of a moment."""
    view = sheet.view
    parts: list[Part] = [head_text(sheet.name, view)]
    if sheet.told:
        parts.append(cut("\n".join(sheet.told), 1200, MORE))
    if sheet.alt:
        picture = discord.MediaGalleryItem(f"attachment://{PICTURE}", description=sheet.alt)
        parts.append(ui.MediaGallery(picture))
    jet = own_jet(view)
    if jet is not None:
        around = f"\n{others_text(view, jet)}" if jet.flying and view.known.winner is None else ""
        parts.append(cut(f"{jet_text(view, jet)}{around}", 800, "/dogfight show"))
    if sheet.teach:
        parts.append(f"-# Lesson\n{lesson(view)}")
    if view.known.winner is None:
        parts += [ui.Separator(), *_question(sheet)]
        parts.append(
            f"-# The dice of turn {view.known.now.turn} are promised: {short_hash(sheet.promise)} · /dogfight verify"
        )
    parts.append(_foot(sheet))
    return Panel(GREY if view.known.winner is not None else BLUE, *parts)


def _question(sheet: PanelTexts) -> list[Part]:
    if not sheet.asked or not sheet.choices:
        return ["Nobody waits for you now; you are asked again when the other pilot has decided."]
    ask = next((one for one in sheet.view.known.waiting if one.side == sheet.view.side), None)
    why = f"**{plain(ask.reason, 200)}**" if ask is not None else "**What now?**"
    parts: list[Part] = [why]
    quick = _quick(sheet)
    worth = [f"{_mark(sheet, one)}{plain(one.words)}: {plain(odds_text(one.odds), 220)}" for one in quick if one.odds]
    if worth:
        parts.append(cut("\n".join(f"-# {line}" for line in worth), 700, "the list below"))
    parts.append(button_row(*(_button(sheet, one) for one in quick)))
    if len(sheet.choices) > len(quick):
        options = [
            option(f"{_mark(sheet, one)}{one.words}", one.id, odds_text(one.odds, reasons=False))
            for one in sheet.choices
        ]
        parts.append(select_for("All choices, with their odds", sheet.data("df-pick"), options))
    return parts


def _quick(sheet: PanelTexts) -> Sequence[Choice]:
    """The choices that get buttons: all of a few; else the advice, last time's, and the first others."""
    if len(sheet.choices) <= FEW:
        return sheet.choices
    first = [one for one in sheet.choices if one.suggested]
    if sheet.again is not None:
        first.append(sheet.again)
    found = {one.id: one for one in (*first, *sheet.choices)}
    return list(found.values())[: FEW - 1]


def _mark(sheet: PanelTexts, choice: Choice) -> str:
    """★ the advice, ↻ what was chosen last time."""
    again = sheet.again is not None and sheet.again.id == choice.id
    return star(starred=choice.suggested) + ("↻ " if again else "")


def _button(sheet: PanelTexts, choice: Choice) -> ui.Button[ui.LayoutView]:
    style = SUCCESS if choice.suggested else PRIMARY
    return button_for(f"{_mark(sheet, choice)}{choice_label(choice)}", sheet.data("df-do", choice.id), style=style)


def _foot(sheet: PanelTexts) -> ui.ActionRow[ui.LayoutView]:
    lessons = button_for("Lessons off" if sheet.teach else "Lessons on", sheet.data("df-teach"))
    buttons = [
        button_for("Card", sheet.data("df-card")),
        button_for("Log", sheet.data("df-log")),
        button_for("Why?", sheet.data("df-why")),
    ]
    if sheet.view.known.winner is not None:
        buttons = [button_for("Replay", sheet.data("df-replay"), style=SUCCESS), *buttons]
        if len(sheet.view.known.players) < 2:  # the other pilot of a duel has to be asked anew
            buttons.append(button_for("Fly again", sheet.data("df-again")))
        return button_row(*buttons)
    return button_row(*buttons, lessons, button_for("Refresh", sheet.data("df-show")))
