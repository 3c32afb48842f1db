"""/help and /rule: short answers by topic, with buttons from each to the others, and a rule or a ruling looked up."""

import re
from collections.abc import Mapping
from typing import Any, Final, TypeAlias, cast

from discord import app_commands, ui
from discord.app_commands import Choice, Range

from cogs.common.command_factory import MOST_CHOICES, choices_from, offering, remembering, short
from cogs.common.command_names import now_named
from cogs.common.components import PRIMARY, SECONDARY, ButtonClient, ButtonData, Handler, button_for
from cogs.common.help_topic import Topic, fixed_text
from cogs.common.interactions import Interaction, bot_services, replace_message, say
from cogs.common.panels import MOST_TEXT, Panel, button_row
from games.known import GAMES
from render.canvas.theme import THEMES
from rules.roll_notation.tree import MOST_DICE, MOST_SIDES
from rules.values import GameError, quoted, unknown
from umpire.services.nearest import nearest
from umpire.services.rulebook import Rule, Rulebook


def dice() -> str:
    """Rolling, and checking rolls."""
    return (
        f"`/roll 4d6kh3+2 [attack]` rolls for yourself: up to {MOST_DICE} dice of up to {MOST_SIDES} sides. `kh3` keeps the "
        "highest 3, `kl1` the lowest, `rr1` rolls ones again, `e6` rolls another die for every 6, `mi2` counts at least 2. "
        "Every die is shown.\n"
        "Nobody can change the game's own dice: each turn's seed is promised (by its SHA-256) before orders are given and "
        "shown when the turn is published. `/turn dice` shows the promise, `/orders word` mixes your word in, "
        "`/campaign export` gives the file that `python bot.py verify` recomputes."
    )


def accessibility() -> str:
    """Colours, screen readers, keyboards."""
    names = ", ".join(THEMES)
    return (
        f"Maps come in {len(THEMES)} palettes ({names}): `/map mine theme:colour-blind`. There nothing depends on colour alone; "
        "every side also has a pattern and a letter.\n"
        "Every picture has an alt text and a text twin (map.txt); `/map text` gives only the words. Reports are plain text "
        "with numbered lines.\n"
        "Everything works from the keyboard: each button has a command that does the same, and times are shown in your own zone."
    )


def privacy() -> str:
    """What is kept and who sees what."""
    return (
        "Answers to your commands are for you alone. Your reports go to your private thread, which you, the GM and the server's "
        "moderators can open. Other players' commands are built from their side's view, which holds nothing that is yours.\n"
        "The bot stores your Discord user id, your orders and what you wrote in them, and who did what when. It does not read "
        "messages: it needs no privileged intent. `/privacy` says why, gives you everything it stores about you as a file, and "
        "removes it: you become “former player 1”, and your games go on.\n"
        "When a campaign is finished, its dice and secrets are open to its players."
    )


TOPICS: Mapping[str, Topic] = {
    "dice": Topic(50, "Dice, and how to check them", fixed_text(dice)),
    "accessibility": Topic(120, "Colours, text twins, keyboards", fixed_text(accessibility)),
    "privacy": Topic(130, "What is kept, who sees what", fixed_text(privacy)),
}


HELP_COLOUR = 0x2F4B7C
FIRST_TOPIC = "start"
A_ROW = 5
COMMAND_NAMED: Final = re.compile(r"`/(([a-z]+)(?: [a-z_]+){0,2})`")
"""A command named in full."""
Command: TypeAlias = app_commands.Command[Any, ..., Any]
TOPIC_STYLES = {True: PRIMARY, False: SECONDARY}


class HelpClient(ButtonClient):
    """A client that knows the topics, in the order in which they are offered."""

    topics: Mapping[str, Topic]
    command_ids: Mapping[str, int]
    tree: app_commands.CommandTree["HelpClient"]


def topics_of(interaction: Interaction) -> Mapping[str, Topic]:
    """The topics of the client that received this interaction."""
    return cast("HelpClient", interaction.client).topics


async def help_panel(topics: Mapping[str, Topic], topic: str, interaction: Interaction | None) -> Panel:
    """One topic and the buttons to all; GameError with the topics there are."""
    wanted = topic.strip().casefold()
    if wanted not in topics:
        raise unknown(GameError, f"There is no help on {quoted(topic)}.", topic, "Topics", topics)
    found = topics[wanted]
    buttons = [
        button_for(name, ButtonData("help", "", 0, name), style=TOPIC_STYLES[name == wanted], disabled=name == wanted)
        for name in topics
    ]
    rows: list[ui.ActionRow[ui.LayoutView]] = [
        button_row(*buttons[at : at + A_ROW]) for at in range(0, len(buttons), A_ROW)
    ]
    if found.offer is not None and (offered := await found.offer(interaction)) is not None:
        rows.insert(0, button_row(offered))
    text = f"### {found.heading}\n{await found.text(interaction)}"
    return Panel(HELP_COLOUR, clickable(text, ids_of(interaction)), *rows)


def ids_of(interaction: Interaction | None) -> Mapping[str, int]:
    """The ids under which Discord knows the commands, by their first word; none where nobody asks."""
    return {} if interaction is None else cast("HelpClient", interaction.client).command_ids


def clickable(text: str, ids: Mapping[str, int]) -> str:
    """A text in which every command that is named in full (`/fleet move`) can be pressed, as far as its message has room."""
    shown = COMMAND_NAMED.sub(lambda found: f"</{found[1]}:{ids[found[2]]}>" if found[2] in ids else found[0], text)
    return shown if len(shown) <= MOST_TEXT else text


def command_text(interaction: Interaction, name: str) -> str:
    """What one command does and what each of its options is for; GameError with the nearest names for one there is not."""
    known = commands_of(interaction)
    wanted = " ".join(name.strip().removeprefix("/").casefold().split())
    wanted = wanted if wanted in known else now_named(wanted, known) or wanted
    if wanted not in known:
        lead = f"There is no command {quoted(name)}."
        raise unknown(
            GameError, lead, wanted, "There are", known, tail="/help without anything else shows how to begin."
        )
    found = known[wanted]
    ids = ids_of(interaction)
    first = wanted.partition(" ")[0]
    head = f"</{wanted}:{ids[first]}>" if first in ids else f"`/{wanted}`"
    lines = [f"### {head}", found.description]
    for option in found.parameters:
        usual = "needed" if option.required else "may be left out"
        lines.append(f"• **{option.display_name}** ({usual}): {option.description}")
    beside = [path for path in known if path != wanted and " " in path and path.startswith(f"{first} ")]
    if beside:
        lines.append(f"-# Beside it: {', '.join(beside)}")
    return "\n".join(lines)


def commands_of(interaction: Interaction) -> Mapping[str, Command]:
    """All commands by their full names, those of a folder together."""
    tree = cast("HelpClient", interaction.client).tree
    found = (c for c in tree.walk_commands() if isinstance(c, app_commands.Command))
    return {c.qualified_name: c for c in sorted(found, key=lambda c: c.qualified_name)}


async def command_option(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The commands."""
    pairs = ((f"/{name}: {found.description}", name) for name, found in commands_of(interaction).items())
    return choices_from(pairs, typed.removeprefix("/"))


async def topic_option(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The topics."""
    pairs = ((f"{name}: {topic.heading}", name) for name, topic in topics_of(interaction).items())
    return choices_from(pairs, typed)


@app_commands.command(
    name="help",
    description="How to play: your first five minutes, orders, maps, dice, and more",
    extras=offering(topic=topic_option, command=command_option),
)
@app_commands.describe(
    topic="What about (default: what you can do now)", command="What one command does, and its options"
)
@app_commands.autocomplete(topic=remembering("topic", topic_option), command=remembering("command", command_option))
async def help_command(interaction: Interaction, topic: str = FIRST_TOPIC, command: str = "") -> None:
    """Show a topic, or one command, to the asker alone."""
    if command:
        await say(interaction, command_text(interaction, command))
        return
    await say(interaction, panel=await help_panel(topics_of(interaction), topic, interaction))


async def help_button(interaction: Interaction, data: ButtonData) -> None:
    """A button to another topic."""
    await replace_message(interaction, await help_panel(topics_of(interaction), data.rest, interaction))


BUTTONS: Mapping[str, Handler] = {"help": help_button}


EXAMPLE_RULE: Final = next((game.rule_example for game in GAMES.values()), "R-001")
"""An id as players type it."""


async def rule_option(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Rules that fit what was typed, or, for words, those whose titles come nearest to them."""
    book = bot_services(interaction).rulebook
    rules, found = tuple(book.rules.values()), book.search(typed)
    if not found and "".join(typed.split()).isalpha():
        found = tuple(rules[at] for at in nearest(typed, [rule.title for rule in rules])[:MOST_CHOICES])
    return [Choice(name=short(f"{rule.id} {rule.title}"), value=rule.id) for rule in found]


@app_commands.command(
    name="rule",
    description=f"Look up a rule or one of our rulings, by id ({EXAMPLE_RULE}) or by words",
    extras=offering(rule=rule_option),
)
@app_commands.describe(rule="An id, or a word to search for", public="Show it to everybody here")
@app_commands.autocomplete(rule=remembering("rule", rule_option))
async def rule_command(interaction: Interaction, rule: Range[str, 1, 100], public: bool = False) -> None:
    """Show one rule, or list what a search finds."""
    book = bot_services(interaction).rulebook
    hits = book.search(rule)
    if book.named(rule) is not None or not hits:
        await say(interaction, rule_text(book.get(rule), book), public=public)
    elif len(hits) == 1:
        await say(interaction, rule_text(hits[0], book), public=public)
    else:
        listed = "\n".join(f"`{hit.id}` {hit.title}" for hit in hits)
        await say(interaction, f"### Rules about “{rule}”\n{listed}\n-# /rule with an id shows one.", public=public)


def rule_text(rule: Rule, book: Rulebook) -> str:
    """A rule as players read it; its id leads to its page if there is a site."""
    address = book.address_of(rule)
    shown = f"[{rule.id}](<{address}>)" if address else rule.id
    parts = [f"### {shown} {rule.title}", rule.text]
    if rule.examples:
        parts.append("**Examples**\n" + "\n".join(f"• {example}" for example in rule.examples))
    if rule.ruling:
        parts.append(f"**Our ruling** ({rule.ambiguity})\n{rule.ruling}")
    return "\n".join(parts)
