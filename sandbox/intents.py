"""Which events a bot gets: its intents, what it may see, and message content it may not read."""

from sandbox.errors import Json
from sandbox.model import Event
from sandbox.permissions import P
from sandbox.world import World

GUILDS, MEMBERS, GUILD_MESSAGES, GUILD_REACTIONS, GUILD_TYPING = 1 << 0, 1 << 1, 1 << 9, 1 << 10, 1 << 11
DM_MESSAGES, DM_REACTIONS, DM_TYPING, CONTENT = 1 << 12, 1 << 13, 1 << 14, 1 << 15


def wanted(event: Event, intents: int, bot_id: int) -> bool:
    """Whether the bot's intents ask for this event; what concerns the bot itself needs no member intent."""
    name = event.name
    if name == "THREAD_MEMBERS_UPDATE" and not intents & MEMBERS:
        added = [each["user_id"] for each in event.payload.get("added_members", [])]
        about_bot = str(bot_id) in [*added, *event.payload.get("removed_member_ids", [])]
        return about_bot and bool(intents & GUILDS)
    if name == "GUILD_MEMBER_UPDATE" and event.payload["user"]["id"] == str(bot_id):
        return bool(intents & GUILDS)
    if name.startswith("GUILD_MEMBER_"):
        return bool(intents & MEMBERS)
    if name.startswith("MESSAGE_REACTION"):
        return bool(intents & (GUILD_REACTIONS if event.guild_id else DM_REACTIONS))
    if name.startswith("MESSAGE_"):
        return bool(intents & (GUILD_MESSAGES if event.guild_id else DM_MESSAGES))
    if name == "CHANNEL_PINS_UPDATE":
        return bool(intents & (GUILDS if event.guild_id else DM_MESSAGES))
    if name == "TYPING_START":
        return bool(intents & (GUILD_TYPING if event.guild_id else DM_TYPING))
    return bool(intents & GUILDS)


def seen_by_bot(world: World, event: Event) -> bool:
    """Whether the bot's permissions let it see this event; it sees channels as such, but not into hidden ones."""
    if event.guild_id is not None and not event.name.startswith("GUILD_"):
        guild = world.guilds.get(event.guild_id)
        if guild is None or world.bot_id not in guild.members:
            return False
    if event.name.startswith("THREAD_") and event.channel is not None:
        above = world.channels.get(event.channel.parent_id or 0)
        return above is None or bool(world.permissions(above, world.bot_id) & P.VIEW)
    if event.name.startswith(("MESSAGE_", "TYPING_", "CHANNEL_PINS_")) and event.channel is not None:
        if event.message is not None and event.message.viewer is not None:
            return True
        return bool(world.permissions(event.channel, world.bot_id) & P.VIEW)
    return True


def audible(world: World, event: Event, intents: int) -> Json:
    """The payload, blanked where the bot may not read what people write (no message-content intent)."""
    message = event.message
    if message is None or intents & CONTENT or not event.guild_id or event.name == "MESSAGE_DELETE":
        return event.payload
    if message.author_id == world.bot_id or world.bot_id in message.mentions:
        return event.payload
    return {**event.payload, "content": "", "embeds": [], "attachments": [], "components": []}
