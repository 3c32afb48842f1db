"""The Spacecraft Systems Display of a craft or a design: every box, marked as it is hit, spent or emptied."""

from render.battle.ship_sheet.boxes import BoxSheet, sheet_of, sheet_of_design
from render.battle.ship_sheet.paint import paint_sheet
from render.battle.ship_sheet.text import sheet_alt, sheet_text
from render.canvas.png import Picture, picture_of
from render.canvas.theme import ThemeName
from rules.pentagon_war.designs import Design
from rules.pentagon_war.options import Options
from rules.pentagon_war.units import Craft


def draw_display(craft: Craft, options: Options, *, theme: ThemeName = "dark") -> Picture:
    """The display of a craft as the view has it; the same craft, the same bytes. GameError for an unknown theme."""
    return _drawn(sheet_of(craft, options), theme)


def draw_design_display(design: Design, options: Options, *, theme: ThemeName = "dark") -> Picture:
    """The display of a design fresh from the yard. GameError for an unknown theme."""
    return _drawn(sheet_of_design(design, options), theme)


def _drawn(sheet: BoxSheet, theme: ThemeName) -> Picture:
    return picture_of(paint_sheet(sheet, theme), sheet_alt(sheet))


def write_display_text(craft: Craft, options: Options) -> str:
    """The display in words, a line for each system."""
    return sheet_text(sheet_of(craft, options))


def write_design_text(design: Design, options: Options) -> str:
    """A design's display in words, a line for each system."""
    return sheet_text(sheet_of_design(design, options))
