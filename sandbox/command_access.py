"""Who is offered which commands where: contexts, default permissions, and what a server's managers have set."""

from typing import Final

from sandbox.errors import Json, Refused
from sandbox.interactions import Core
from sandbox.model import Channel, Event, Guild
from sandbox.permissions import ALL_PERMISSIONS, P, guild_permissions

ROLE, USER, CHANNEL = 1, 2, 3
IN_SERVER, IN_BOTS_DM = 0, 1
MOST_ENTRIES: Final = 100
"""Entries a command may have in a server."""


def available(core: Core, user_id: int, channel: Channel) -> list[Json]:
    """The commands the person may use here, as registered, by name."""
    world = core.world
    guild = world.guilds.get(channel.guild_id or 0)
    if guild is None:
        found = [each for each in world.commands.get(0, []) if _in_direct_messages(each)]
    elif world.bot_id in guild.members and not channel.archived:
        there = [*world.commands.get(0, []), *world.commands.get(guild.id, [])]
        found = [each for each in there if _in_servers(each) and _may_use(core, guild, channel, user_id, each)]
    else:
        found = []
    return sorted(found, key=lambda each: (each["name"], each["type"]))


def _in_servers(command: Json) -> bool:
    contexts = command.get("contexts")
    return (contexts is None or IN_SERVER in contexts) and 0 in command.get("integration_types", [0])


def _in_direct_messages(command: Json) -> bool:
    """Permissions say nothing there: whoever shares a server with the bot is offered the command."""
    contexts = command.get("contexts")
    return command.get("dm_permission") is not False if contexts is None else IN_BOTS_DM in contexts


def _may_use(core: Core, guild: Guild, channel: Channel, user_id: int, command: Json) -> bool:
    """Administrators always may; for others what was set for all the bot's commands can take away, what was set for this
    one decides, and where nothing was set the permissions that the command asks for."""
    world = core.world
    bits = guild_permissions(guild, user_id, world.clock())
    if bits & P.ADMINISTRATOR:
        return True
    if world.is_timed_out(guild.id, user_id):
        return False
    set_ = world.command_permissions.get(guild.id, {})
    own, general = set_.get(int(command["id"]), []), set_.get(world.application_id, [])
    place = channel.parent_id if channel.is_thread else channel.id
    here = next((found for given in (own, general) if (found := _place(given, guild, place)) is not None), True)
    if not here or _person(general, guild, user_id) is False:
        return False
    said = _person(own, guild, user_id)
    if said is not None:
        return said
    need = command.get("default_member_permissions")
    return need is None or (int(need) != 0 and bits & int(need) == int(need))


def _place(given: list[Json], guild: Guild, channel_id: int | None) -> bool | None:
    """What was set for a channel, or for all of them (under the server's id less one)."""
    said = {int(each["id"]): each["permission"] for each in given if each["type"] == CHANNEL}
    return said.get(channel_id or 0, said.get(guild.id - 1))


def _person(given: list[Json], guild: Guild, user_id: int) -> bool | None:
    """What was set for a member: by name, else for a role of theirs (a yes before a no), else for @everyone."""
    users = {int(each["id"]): each["permission"] for each in given if each["type"] == USER}
    if user_id in users:
        return bool(users[user_id])
    roles = {int(each["id"]): each["permission"] for each in given if each["type"] == ROLE}
    mine = [roles[each] for each in guild.members[user_id].roles if each in roles]
    if mine:
        return any(mine)
    return roles.get(guild.id)


def permit(core: Core, manager: int, guild: Guild, command: str, kind: int, target: int, allowed: bool) -> None:
    """A manager opens a command (by name; "" for all the bot's) to a role, a member or a channel of the server, or closes
    it, as Server Settings, Integrations does; Refused without Manage Server and Manage Roles."""
    bits = guild_permissions(guild, manager, core.world.clock())
    if bits != ALL_PERMISSIONS and not (bits & P.MANAGE_GUILD and bits & P.MANAGE_ROLES):
        raise Refused("You need Manage Server and Manage Roles for that.")
    world = core.world
    there = [*world.commands.get(0, []), *world.commands.get(guild.id, [])]
    found = next((each for each in there if each["name"] == command), None)
    if command and found is None:
        raise Refused(f"The bot has no command /{command}.")
    number = int(found["id"]) if found is not None else world.application_id
    set_ = world.command_permissions.setdefault(guild.id, {})
    kept = [each for each in set_.get(number, []) if (each["id"], each["type"]) != (str(target), kind)]
    if len(kept) >= MOST_ENTRIES:
        raise Refused(f"A command has at most {MOST_ENTRIES} such entries.")
    set_[number] = [*kept, {"id": str(target), "type": kind, "permission": allowed}]
    ids = {"id": str(number), "application_id": str(world.application_id), "guild_id": str(guild.id)}
    core.publish(Event("APPLICATION_COMMAND_PERMISSIONS_UPDATE", {**ids, "permissions": set_[number]}, guild.id))
