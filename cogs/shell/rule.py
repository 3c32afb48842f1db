"""/rule: look up a rule or a ruling."""

from discord import app_commands
from discord.app_commands import Choice, Range

from cogs.common.answers import say
from cogs.common.autocomplete import MOST, short
from cogs.common.bot_services import Interaction, bot_services
from umpire.services.nearest import nearest
from umpire.services.rulebook import Rule


async def rule_option(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Rules that fit what was typed, or, for words, those whose titles come nearest to them."""
    book = bot_services(interaction).rulebook
    rules, found = tuple(book.rules.values()), book.search(typed)
    if not found and "".join(typed.split()).isalpha():
        found = tuple(rules[at] for at in nearest(typed, [rule.title for rule in rules])[:MOST])
    return [Choice(name=short(f"{rule.id} {rule.title}"), value=rule.id) for rule in found]


@app_commands.command(name="rule", description="Look up a rule or one of our rulings, by id (CW-8.0-14) or by words")
@app_commands.describe(rule="An id, or a word to search for", public="Show it to everybody here")
@app_commands.autocomplete(rule=rule_option)
async def rule_command(interaction: Interaction, rule: Range[str, 1, 100], public: bool = False) -> None:
    """Show one rule, or list what a search finds."""
    book = bot_services(interaction).rulebook
    hits = book.search(rule)
    if rule.strip().upper() in book.rules or not hits:
        await say(interaction, rule_text(book.get(rule)), public=public)
    elif len(hits) == 1:
        await say(interaction, rule_text(hits[0]), public=public)
    else:
        listed = "\n".join(f"`{hit.id}` {hit.title}" for hit in hits)
        await say(interaction, f"### Rules about “{rule}”\n{listed}\n-# /rule with an id shows one.", public=public)


def rule_text(rule: Rule) -> str:
    """A rule as players read it."""
    parts = [f"### {rule.id} {rule.title}", rule.text]
    if rule.examples:
        parts.append("**Examples**\n" + "\n".join(f"• {example}" for example in rule.examples))
    if rule.ruling:
        parts.append(f"**Our ruling** ({rule.ambiguity})\n{rule.ruling}")
    return "\n".join(parts)
