"""Passing in pace "segments": until when a captain wants to hear nothing, in words, as buttons, and read back."""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

import discord
from discord import ui

from cogs.battle.plot_panel import data
from cogs.common.buttons import button_for
from cogs.common.panels import button_row
from rules.errors import GameError, WrongPhaseError
from rules.pentagon_war.orders import Pass
from umpire.battle.plots import Sight

Until: TypeAlias = Literal["the next impulse", "something happens", "the turn's end"]
UNTIL: Final[Mapping[Until, Pass]] = {
    "the next impulse": "impulse",
    "something happens": "event",
    "the turn's end": "turn",
}
"""What a captain chooses, and what is sent."""


def may_pass(seen: Sight) -> bool:
    """Whether this battle asks by itself, so that there is something to pass over."""
    return seen.view.known.pace == "segments"


def chosen(seen: Sight, until: Until | None) -> Pass:
    """What an option means; WrongPhaseError where nothing can be passed over."""
    if until is None:
        return ""
    if not may_pass(seen):
        raise WrongPhaseError(
            "Only a battle of the pace segments can be passed over; in this one you are asked where you wanted to be."
        )
    return UNTIL[until]


def pass_row(seen: Sight) -> ui.ActionRow[ui.LayoutView]:
    """The three ways to pass."""
    stop = seen.standing.result.stop
    style = discord.ButtonStyle.secondary
    return button_row(
        *(
            button_for(f"Pass until {words}", data(seen, "bp-pass", f"{way}:{stop}"), style=style)
            for words, way in UNTIL.items()
        )
    )


def read_pass(rest: str) -> tuple[Pass, str]:
    """How long a button passes, and at which stop; GameError for one that is not ours."""
    named, _, stop = rest.partition(":")
    for way in UNTIL.values():
        if way == named:
            return way, stop
    raise GameError("This button cannot be read; look at the battle again.")
