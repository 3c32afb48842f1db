"""Discord's names for permissions and privileged intents, as its documentation writes them, and their bits."""

from difflib import get_close_matches
from typing import Final

PERMISSION_BITS: Final = {
    name: 1 << bit
    for bit, name in {
        0: "CREATE_INSTANT_INVITE", 1: "KICK_MEMBERS", 2: "BAN_MEMBERS", 3: "ADMINISTRATOR", 4: "MANAGE_CHANNELS",
        5: "MANAGE_GUILD", 6: "ADD_REACTIONS", 7: "VIEW_AUDIT_LOG", 8: "PRIORITY_SPEAKER", 9: "STREAM",
        10: "VIEW_CHANNEL", 11: "SEND_MESSAGES", 12: "SEND_TTS_MESSAGES", 13: "MANAGE_MESSAGES", 14: "EMBED_LINKS",
        15: "ATTACH_FILES", 16: "READ_MESSAGE_HISTORY", 17: "MENTION_EVERYONE", 18: "USE_EXTERNAL_EMOJIS",
        19: "VIEW_GUILD_INSIGHTS", 20: "CONNECT", 21: "SPEAK", 22: "MUTE_MEMBERS", 23: "DEAFEN_MEMBERS",
        24: "MOVE_MEMBERS", 25: "USE_VAD", 26: "CHANGE_NICKNAME", 27: "MANAGE_NICKNAMES", 28: "MANAGE_ROLES",
        29: "MANAGE_WEBHOOKS", 30: "MANAGE_GUILD_EXPRESSIONS", 31: "USE_APPLICATION_COMMANDS",
        32: "REQUEST_TO_SPEAK", 33: "MANAGE_EVENTS", 34: "MANAGE_THREADS", 35: "CREATE_PUBLIC_THREADS",
        36: "CREATE_PRIVATE_THREADS", 37: "USE_EXTERNAL_STICKERS", 38: "SEND_MESSAGES_IN_THREADS",
        39: "USE_EMBEDDED_ACTIVITIES", 40: "MODERATE_MEMBERS", 41: "VIEW_CREATOR_MONETIZATION_ANALYTICS",
        42: "USE_SOUNDBOARD", 43: "CREATE_GUILD_EXPRESSIONS", 44: "CREATE_EVENTS", 45: "USE_EXTERNAL_SOUNDS",
        46: "SEND_VOICE_MESSAGES", 48: "SET_VOICE_CHANNEL_STATUS", 49: "SEND_POLLS", 50: "USE_EXTERNAL_APPS",
        51: "PIN_MESSAGES", 52: "BYPASS_SLOWMODE",
    }.items()
}  # fmt: skip
"""Every permission by name."""

PRIVILEGED_INTENTS: Final = {"GUILD_MEMBERS": 1 << 1, "GUILD_PRESENCES": 1 << 8, "MESSAGE_CONTENT": 1 << 15}
"""The intents that are switched on in Discord's developer portal, by name."""


def nearest(word: str, known: list[str]) -> str:
    """Says " Did you mean X?" for a word that is none of the known ones, or nothing where none is near."""
    found = get_close_matches(word.upper(), [each.upper() for each in known], 1, 0.6)
    if not found:
        return ""
    return f" Did you mean {next(each for each in known if each.upper() == found[0])!r}?"
