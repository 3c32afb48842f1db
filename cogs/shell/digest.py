"""/digest: all of a person's games on this server in one direct message, daily or weekly, for whoever asks for it."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias

from discord import app_commands
from discord.app_commands import Choice

from cogs.common.answers import defer, replace_message, say
from cogs.common.bot_services import Interaction, bot_services, services_of
from cogs.common.buttons import ButtonData
from cogs.common.context import server_of
from cogs.common.panels import Panel
from cogs.common.selects import SelectHandler, option, select_for
from rules.errors import GameError
from storage.digests import DigestRow
from umpire.news.digest import once_now, set_wish, wish_of

How: TypeAlias = Literal["daily", "weekly", "off", "now"]
GREY: Final = 0x5B6472
NAMES: Final[Mapping[How, str]] = {"daily": "Every day", "weekly": "Every week", "off": "Never", "now": "Once, now"}
MEANS: Final[Mapping[How, str]] = {
    "daily": "One message a day, where anything happened.",
    "weekly": "One message a week, where anything happened.",
    "off": "None, as long as you do not ask for it.",
    "now": "What happened since you last looked, as one message.",
}
OFFERED: Final = [Choice(name=name, value=how) for how, name in NAMES.items()]
SENT: Final = "✔ On its way, by direct message."
NOTHING: Final = "Nothing has happened in your games here since you last looked at them, so there is nothing to send."


@app_commands.command(name="digest", description="All your games on this server in one direct message, daily or weekly")
@app_commands.describe(how="Without it you see what holds now, and a list to choose from")
@app_commands.choices(how=OFFERED)
@app_commands.allowed_contexts(guilds=True, dms=False)
async def digest_command(interaction: Interaction, how: Choice[str] | None = None) -> None:
    """Show or change how often the giver gets a digest, or send one now."""
    server_of(interaction)
    await defer(interaction)
    done = "" if how is None else await _do(interaction, _how_in(how.value))
    await say(interaction, panel=await _panel(interaction, done))


async def chosen(interaction: Interaction, _: ButtonData, values: Sequence[str]) -> None:
    """A choice from the list."""
    server_of(interaction)
    done = await _do(interaction, _how_in(values[0] if values else ""))
    await replace_message(interaction, await _panel(interaction, done))


async def _do(interaction: Interaction, how: How) -> str:
    """Do what was chosen; what came of it, in a sentence."""
    services, guild, user = services_of(interaction), server_of(interaction), interaction.user.id
    if how == "now":
        if not await once_now(services, guild, user, str(interaction.id)):
            return NOTHING
        bot_services(interaction).deliverer.wake()
        return SENT
    await set_wish(services, guild, user, how)
    return "✔ Kept."


async def _panel(interaction: Interaction, done: str) -> Panel:
    row = await wish_of(services_of(interaction), server_of(interaction), interaction.user.id)
    lines = [
        f"### Your digest: {_standing(row)}",
        *([done] if done else []),
        "All your games on this server in one direct message: what happened, links to the reports, what waits for you. It comes "
        "only where anything happened, calls you only if your pings (/notify) are set to everything, and ends by itself if you "
        "take no direct messages from me.",
    ]
    now = None if row is None else row.every
    options = [option(name, how, MEANS[how], chosen=how == now) for how, name in NAMES.items()]
    return Panel(GREY, "\n".join(lines), select_for("How often?", ButtonData("digest", "", 0), options))


def _standing(row: DigestRow | None) -> str:
    match row:
        case DigestRow(every="daily" | "weekly" as every):
            return f"{NAMES[every].lower()}, next <t:{row.next_at}:R>"
        case DigestRow(every="closed"):
            return f"switched off <t:{row.changed_at}:R>, since I may not write to you directly"
        case _:
            return "never"


def _how_in(value: str) -> How:
    for how in NAMES:
        if how == value:
            return how
    raise GameError("This list cannot be read; use /digest again.")


SELECTS: Mapping[str, SelectHandler] = {"digest": chosen}
