"""The one message a dogfight is flown on: what happened; then map, numbers, question and buttons, which a phone shows at once."""

from collections.abc import Sequence
from typing import Final

import discord
from discord import ui

from cogs.common.advice import star
from cogs.common.buttons import PRIMARY, SUCCESS, ButtonData, button_for
from cogs.common.panels import Panel, Part, button_row, cut
from cogs.common.selects import option, select_for
from cogs.dogfight.texts import (
    asked_text,
    choice_label,
    head_text,
    jet_text,
    key_text,
    lesson,
    odds_text,
    others_text,
    own_jet,
)
from rules.air_force.choices import Choice
from rules.air_force.view import DogfightView
from rules.values import Value

BLUE: Final = 0x3F7FBF
GREY: Final = 0x7F8C9B
FEW: Final = 4
"""Up to so many choices each have a button; of more, one less has, and a list holds the others."""
MORE: Final = "/dogfight log"
PICTURE: Final = "map.png"


class PanelTexts(Value):
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
    """The panel of a moment. What may be long stands above the map, so that map and buttons are on a phone's screen together."""
    view = sheet.view
    flying = view.known.winner is None
    jet = own_jet(view)
    parts: list[Part] = [head_text(sheet.name, view, sheet.promise)]
    if sheet.told:
        parts.append(cut("\n".join(sheet.told), 1200, MORE))
    if sheet.teach:
        parts.append(f"-# Lesson\n{lesson(view)}")
    if jet is not None and jet.flying and flying:
        parts.append(cut(others_text(view, jet), 700, "/dogfight map"))
    if sheet.alt:
        picture = discord.MediaGalleryItem(f"attachment://{PICTURE}", description=sheet.alt)
        parts.append(ui.MediaGallery(picture))
    if jet is not None:
        parts.append(jet_text(view, jet))
    if flying:
        parts += _question(sheet)
    parts += _foot(sheet)
    return Panel(BLUE if flying else GREY, *parts)


def _question(sheet: PanelTexts) -> list[Part]:
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


def _foot(sheet: PanelTexts) -> list[Part]:
    reading = [
        button_for("Card", sheet.data("df-card")),
        button_for("Log", sheet.data("df-log")),
        button_for("Why?", sheet.data("df-why")),
    ]
    if sheet.view.known.winner is not None:
        over = [button_for("Replay", sheet.data("df-replay"), style=SUCCESS), *reading]
        if len(sheet.view.known.players) < 2:  # the other pilot of a duel has to be asked anew
            over.append(button_for("Fly again", sheet.data("df-again")))
        return [button_row(*over)]
    # Three and three, which is what a phone shows in a row.
    card, log, why = reading
    first = [button_for("Odds", sheet.data("df-odds")), card, why] if sheet.asked and sheet.choices else [card, why]
    lessons = button_for("Lessons off" if sheet.teach else "Lessons on", sheet.data("df-teach"))
    return [button_row(*first), button_row(log, lessons, button_for("Refresh", sheet.data("df-show")))]
