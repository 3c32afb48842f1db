"""Mentions in text: who is pinged, given what the sender allowed."""

import re

from sandbox.errors import Json
from sandbox.model import Channel, Message
from sandbox.payload_parts import walk
from sandbox.permissions import P
from sandbox.world import World

_USER = re.compile(r"<@!?(\d{1,20})>")
_ROLE = re.compile(r"<@&(\d{1,20})>")
_EVERYONE = re.compile(r"@(?:everyone|here)\b")


def apply_mentions(world: World, channel: Channel, message: Message, allowed: Json | None, default: list[str]) -> None:
    """Fills in the message's mention lists; `default` holds the kinds allowed when the sender says nothing."""
    text = "\n".join([message.content, *(each["content"] for each in walk(message.components) if each["type"] == 10)])
    rule: Json = {"parse": default} if allowed is None else allowed
    parse = rule.get("parse") or []
    users = {int(each) for each in rule.get("users") or []}
    roles = {int(each) for each in rule.get("roles") or []}
    guild = world.guilds.get(channel.guild_id or 0)
    found = dict.fromkeys(int(each) for each in _USER.findall(text))
    message.mentions = [each for each in found if each in world.users and ("users" in parse or each in users)]
    author_bits = world.permissions(channel, message.author_id)
    message.mention_roles = []
    if guild is not None:
        for each in dict.fromkeys(int(each) for each in _ROLE.findall(text)):
            role = guild.roles.get(each)
            if role is None or not ("roles" in parse or each in roles):
                continue
            if role.mentionable or author_bits & P.MENTION_EVERYONE:
                message.mention_roles.append(each)
    wanted = bool(_EVERYONE.search(text)) and "everyone" in parse
    message.mention_everyone = wanted and bool(author_bits & P.MENTION_EVERYONE) and guild is not None


def mentions(world: World, message: Message, user_id: int) -> bool:
    """Whether this message pings the user; what Discord writes itself names people and pings nobody."""
    if message.is_system:
        return False
    if message.mention_everyone or user_id in message.mentions:
        return True
    channel = world.channels.get(message.channel_id)
    guild = world.guilds.get(channel.guild_id or 0) if channel else None
    member = guild.members.get(user_id) if guild else None
    return member is not None and any(each in member.roles for each in message.mention_roles)
