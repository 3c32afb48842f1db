"""What /help says of dogfights, and the button that begins a first one."""

from collections.abc import Mapping
from typing import Final

import discord

from cogs.common.components import SUCCESS, ButtonData, button_for
from cogs.common.help_topic import Topic, fixed_text
from cogs.common.interactions import Interaction
from rules.air_force.tables_of import Options, aircraft

FIRST_LINE: Final = (
    "Fly a dogfight first: ten minutes, alone, by buttons. It teaches orders, dice, why and maps "
    "(`/dogfight new`, or the button below)."
)


async def first_fight(_: Interaction | None = None) -> discord.ui.Button[discord.ui.LayoutView]:
    """A newcomer's first game at a press."""
    return button_for("Fly a first dogfight", ButtonData("df-first", "", 0), style=SUCCESS, emoji="✈")


def dogfight() -> str:
    """Our Space Age Air Force."""
    numbers = aircraft(Options())
    return (
        "**A jet fight of ten minutes**, alone against the bot's pilots or for two. `/dogfight new` begins one in a thread of "
        "its own; in a thread or a direct message right there. Everything is done on one message: it shows the map, what "
        "happened, and your choices with their odds. ★ is what a sensible pilot would do, ↻ what you did last time: one "
        "press does it. Your first fight has lessons; a button switches them.\n"
        "**A turn**: choose hard maneuvers and roll for energy; climb or dive; fly as many hexes as your Speed, with a turn "
        "roll before each; shoot. Dice that do not count are struck through, with the reason.\n"
        f"**Choose** a `scenario`, one of {len(numbers)} `aircraft`, `light` (a sun edge or night), `bandits`, `difficulty`; "
        "`versus` somebody: each opens their own view, since by night and against the sun you do not see all.\n"
        "**Look**: `/dogfight show` brings the panel again, `/dogfight map` `card` `log` `why` `replay` `verify` the rest, "
        "`/dogfight career` your kills and losses, `/dogfight rules` every number. `/dogfight leave` gives up, "
        "at any time, `/dogfight join` takes the free side of a fight for two. `/dogfight undo` takes a turn back by "
        "consent, `/dogfight take_over` gives your jets away, `/dogfight repair` makes a new thread where yours was deleted, "
        "`/dogfight export` is the fight as a file; its maker may "
        "`/dogfight pause` `extend`. `/rule` knows the rules by JET ids."
    )


TOPICS: Mapping[str, Topic] = {
    "dogfight": Topic(110, "Our Space Age Air Force: dogfights", fixed_text(dogfight), first_fight)
}
