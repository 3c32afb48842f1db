"""Presses of a button or list that is no longer on its message. discord.py looks for it there and drops the press in silence."""

import re
from collections.abc import Iterable, Iterator
from typing import Final, cast

import discord

from cogs.common.components import BUTTON_TEMPLATE, SELECT_TEMPLATE, answered
from cogs.common.interactions import Interaction
from rules.values import WrongPhaseError

CONTROL_GONE: Final = "That moment has passed. Use what the message shows now."
_OURS: Final = re.compile(
    f"(?:{re.sub(r'[?]P<[a-z]+>', '', BUTTON_TEMPLATE)})|(?:{re.sub(r'[?]P<[a-z]+>', '', SELECT_TEMPLATE)})"
)


async def answer_gone(interaction: discord.Interaction) -> None:
    """Say so to whoever pressed one; nothing for all others, which discord.py hands over."""
    pressed = str(cast("dict[str, object]", interaction.data or {}).get("custom_id", ""))
    message = interaction.message
    if message is None or _OURS.fullmatch(pressed) is None or pressed in set(_ids(message.components)):
        return
    await answered(interaction, _refuse, "button")


async def _refuse(_: Interaction) -> None:
    raise WrongPhaseError(CONTROL_GONE)


def _ids(parts: Iterable[object]) -> Iterator[str]:
    """The custom ids of components and of what is in them."""
    for part in parts:
        if custom_id := getattr(part, "custom_id", None):
            yield str(custom_id)
        inner = [*getattr(part, "children", ()), *getattr(part, "components", ()), getattr(part, "accessory", None)]
        yield from _ids([each for each in inner if each is not None])
