"""What a person typed into a command's options, understood in one place before the command reads it.

Discord's clients send a suggestion's label instead of its value at times. Phones and office programs put in typographic signs.
Both are made right here, in the interaction's own data, so that no command needs to know of it."""

import asyncio
import copy
import logging
import re
from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from typing import Any, Final, TypeAlias

import discord
from discord import app_commands

from cogs.common.command_factory import LABEL_CACHE, completer_of, label_key
from cogs.common.interactions import Interaction, put_off, services_of
from rules.typed_text import folded, straight, tidy
from rules.values import GameError

log = logging.getLogger(__name__)

Given: TypeAlias = MutableMapping[str, Any]
"""An option as Discord sends it: name, type and value."""

FREE_WORDS: Final = """
    about answer blurb comment culture effect goal goals growth message narration note notes outcome reason sites
    standing story technologies territory text told word wording words
"""
PROSE_OPTIONS: Final = frozenset(FREE_WORDS.split())
"""Options and fields of free words, which keep their quotes and dashes. Names do not: any keyboard can type them."""
IN_QUOTES: Final = re.compile(r"""(["'])((?:(?!\1).)+)\1""")
LABEL_SIGNS: Final = re.compile(r"\(.*\)|[·×…⚠]|\w: |^\d+\. |^All | (?:in|of) |^\d{4} [^\W\d]| \d{4}-\d+$")
LABEL_SECONDS: Final = 0.8
"""How long the labels of a command are looked up before Discord is told that the answer takes a moment."""
MOST_SECONDS: Final = 120.0
"""How long they are looked up in all; what is not found by then is taken as it was typed."""
MOST_PARTS: Final = 8
"""Labels in a list of several that are looked up."""


async def understand(interaction: Interaction) -> None:
    """Make what was typed into an interaction's options plain, and put values for the labels of suggestions.

    Changes the interaction's own data. While something is typed, this is done for the other options, which lists depend on.
    """
    command = interaction.command
    if not isinstance(command, app_commands.Command):
        return
    began = asyncio.get_running_loop().time()
    parameters = {each.display_name: each for each in command.parameters}
    for given in _leaves(interaction.data):
        parameter = parameters.get(given["name"])
        if parameter is None or given.get("focused") or not isinstance(given.get("value"), str):
            continue
        typed = tidy(given["value"])
        if not typed.strip():
            continue  # signs that nobody sees are refused as they are
        given["value"] = typed
        found = await _value_of(interaction, parameter, typed, began) if parameter.autocomplete else None
        given["value"] = (
            as_named(given["name"], given["value"], listed=parameter.autocomplete) if found is None else found
        )
        interaction.namespace.__dict__[given["name"]] = given["value"]


def as_named(name: str, text: str, *, listed: bool) -> str:
    """As `plain_value`; what stands in quotes as a whole, where a list has names to choose from, without them."""
    plain = plain_value(name, text)
    quoted_whole = IN_QUOTES.fullmatch(plain.strip()) if listed and name not in PROSE_OPTIONS else None
    return plain if quoted_whole is None else quoted_whole[2]


def plain_value(name: str, text: str) -> str:
    """What was typed into an option or field of this name, with plain signs; prose keeps its quotes and dashes."""
    return tidy(text) if name in PROSE_OPTIONS else straight(text)


def _leaves(data: object) -> Iterator[Given]:
    """The options that hold a value, below groups and subcommands."""
    options: Sequence[Given] = data.get("options") or () if isinstance(data, Mapping) else ()
    for option in options:
        if "value" in option:
            yield option
        else:
            yield from _leaves(option)


async def _value_of(
    interaction: Interaction, parameter: app_commands.Parameter, typed: str, began: float
) -> str | None:
    """The value whose label was typed, or the values of several in a list; None for what is no label.

    A label that was suggested lately is known. Others are looked up if they have signs that labels have, for that reads the game.
    A command's answer is put off while that takes long; suggestions cannot be, and do without.
    """
    key = label_key(interaction, parameter.name, typed)
    known = None if key is None else services_of(interaction).cache.of(LABEL_CACHE).get(key)
    if known is not None or not LABEL_SIGNS.search(typed):
        return known
    looking = asyncio.ensure_future(_looked_up(interaction, parameter, typed))
    try:
        await asyncio.wait((looking,), timeout=max(began + LABEL_SECONDS - asyncio.get_running_loop().time(), 0))
        if not looking.done():
            if interaction.type is discord.InteractionType.autocomplete:
                return None
            await put_off(interaction)
        async with asyncio.timeout(MOST_SECONDS):
            return await looking
    except Exception:  # the command reads what was typed as it is, and says what is wrong
        log.warning("Labels of an option could not be looked up: %s", parameter.display_name, exc_info=True)
        return None
    finally:
        looking.cancel()


async def _looked_up(interaction: Interaction, parameter: app_commands.Parameter, typed: str) -> str | None:
    offered = await _offered(interaction, parameter, typed)
    if any(choice.value == typed for choice in offered):
        return typed
    if (found := value_of_label(typed, offered)) is not None or "," not in typed:
        return found
    parts = [part.strip() for part in typed.split(",")][:MOST_PARTS]
    for part in ("", *parts):
        offered += await _offered(interaction, parameter, part)
    return values_of_labels(typed, offered)


async def _offered(
    interaction: Interaction, parameter: app_commands.Parameter, typed: str
) -> list[app_commands.Choice[str]]:
    """What is suggested for an option when this is typed; nothing if that cannot be told."""
    completer = completer_of(parameter)
    if completer is None:
        return []
    typing = copy.copy(interaction)  # a list is made as for somebody who types, so it answers and notes nothing
    typing.type = discord.InteractionType.autocomplete
    typing.extras = {}
    try:
        return list(await completer(typing, typed))
    except GameError:
        return []


def value_of_label(typed: str, offered: Iterable[app_commands.Choice[str]]) -> str | None:
    """The value of the one suggestion with this label; None if none or several have it."""
    wanted = folded(typed)
    values = {str(choice.value) for choice in offered if folded(choice.name) == wanted}
    return values.pop() if len(values) == 1 else None


def values_of_labels(typed: str, offered: Sequence[app_commands.Choice[str]]) -> str | None:
    """The values of a text that is made of labels and values with commas between; None for any other."""
    parts = [part.strip() for part in typed.split(",")]
    known = {folded(str(choice.value)): str(choice.value) for choice in offered}
    known |= {folded(choice.name): str(choice.value) for choice in offered}
    found, at = list[str](), 0
    while at < len(parts):
        ends = range(len(parts), at, -1)
        end = next((end for end in ends if folded(", ".join(parts[at:end])) in known), None)
        if end is None:
            return None
        found.append(known[folded(", ".join(parts[at:end]))])
        at = end
    return ", ".join(found)
