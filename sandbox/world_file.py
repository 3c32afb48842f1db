"""A world from a TOML file: the application, people, servers with roles and channels. `EXAMPLE_WORLD` shows every key."""

import tomllib
from pathlib import Path
from typing import Any, Final

from sandbox.model import CATEGORY, NEWS, TEXT, Channel, Guild, Member, Overwrite
from sandbox.permission_names import PERMISSION_BITS, PRIVILEGED_INTENTS
from sandbox.permissions import BOT_PERMISSIONS, EVERYONE_PERMISSIONS
from sandbox.toml_table import TomlTable, WorldFileError, lines_of
from sandbox.world import World, empty_world

EXAMPLE_WORLD: Final = Path(__file__).with_name("example_world.toml")
"""The world that `python -m sandbox` has where no file is named."""
CHANNEL_KINDS: Final = {"text": TEXT, "announcement": NEWS, "category": CATEGORY}


def load_world(path: Path) -> World:
    """The world of a file; WorldFileError with one sentence if the file is missing or anything in it is wrong."""
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise WorldFileError(f"{path} cannot be read ({error.strerror or error}).") from error
    except UnicodeDecodeError as error:
        raise WorldFileError(f"{path} is not a text file in UTF-8.") from error
    try:
        return parse_world(text)
    except WorldFileError as error:
        raise WorldFileError(f"{path}: {error}") from error


def parse_world(text: str) -> World:
    """The world of a file's text; WorldFileError otherwise. The same text gives the same ids."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise WorldFileError(f"this is not TOML: {error}.") from error
    root = TomlTable(data, lines_of(text))
    world = _application(root.table("application", "[application]"))
    for each in root.tables("person", lambda index, data: _called("person", "username", index, data)):
        _person(world, each)
    if len(world.users) == 1:
        raise WorldFileError('there is nobody in this world; add a [[person]] with username = "alice".')
    for each in root.tables("server", lambda index, data: _called("server", "name", index, data)):
        _server(world, each)
    if not world.guilds:
        raise WorldFileError('there is no server in this world; add a [[server]] with name = "…" and owner = "…".')
    root.done()
    return world


def _called(noun: str, key: str, index: int, data: dict[str, Any]) -> str:
    name = data.get(key)
    return f'{noun} "{name}"' if isinstance(name, str) and name else f"{noun} {index + 1}"


def _permissions(table: TomlTable, key: str, default: int) -> int:
    if key not in table.data:
        table.asked.append(key)
        return default
    bits = 0
    for each in table.words(key, [], list(PERMISSION_BITS), "permission"):
        bits |= PERMISSION_BITS[each]
    return bits


def _application(table: TomlTable) -> World:
    world = empty_world(table.text("name", "Test Bot", 32))
    world.users[world.bot_id].username = table.text("username", world.bot_name.lower().replace(" ", "-"), 32)
    world.users[world.bot_id].blurb = table.text("about", "The bot.", 190)
    for each in table.words("intents", [], list(PRIVILEGED_INTENTS), "privileged intent"):
        world.privileged_intents |= PRIVILEGED_INTENTS[each]
    table.done()
    return world


def _person(world: World, table: TomlTable) -> None:
    username = table.text("username", None, 32)
    if any(each.username == username for each in world.users.values()):
        raise table.wrong("username", "somebody of that name is there already.")
    display_name = table.text("display_name", username.title(), 32)
    user = world.add_user(username, display_name, table.color("color", 0x5865F2), table.text("about", "", 190))
    user.dms_open = table.flag("dms", default=True)
    table.done()


def _people(world: World) -> list[str]:
    return [each.username for each in world.users.values() if not each.bot]


def _server(world: World, table: TomlTable) -> None:
    people = _people(world)
    name = table.text("name", None, 100)
    if any(each.name == name for each in world.guilds.values()):
        raise table.wrong("name", "there is a server of that name already.")
    owner = table.text("owner", people[0], 32)
    if owner not in people:
        raise table.wrong("owner", f'"{owner}" is not a person of this file. There are: {", ".join(people)}.')
    inside = table.words("members", people, people, "person of this file")
    members = [world.user(each) for each in inside if each != owner]
    guild = world.add_guild(
        name,
        world.user(owner),
        members=members,
        bot_permissions=_permissions(table, "bot_permissions", int(BOT_PERMISSIONS)),
    )
    guild.roles[guild.id].permissions = _permissions(table, "everyone", int(EVERYONE_PERMISSIONS))
    for each in table.tables("role", lambda index, data: f"{table.called}, {_called('role', 'name', index, data)}"):
        _role(world, guild, each)
    for each in table.tables(
        "channel", lambda index, data: f"{table.called}, {_called('channel', 'name', index, data)}"
    ):
        _channel(world, guild, each)
    for each in table.tables("nickname", lambda index, _: f"{table.called}, nickname {index + 1}"):
        _member(world, guild, each).nick = each.text("nick", None, 32)
        each.done()
    if not world.channels_of(guild.id):
        raise table.wrong(None, 'there is no channel; add a [[server.channel]] with name = "general".')
    table.done()


def _member(world: World, guild: Guild, table: TomlTable) -> Member:
    inside = [world.users[each].username for each in guild.members if each != world.bot_id]
    name = table.text("person", None, 32)
    if name not in inside:
        raise table.wrong("person", f'"{name}" is not a member of this server. There are: {", ".join(inside)}.')
    return guild.members[world.user(name).id]


def _role(world: World, guild: Guild, table: TomlTable) -> None:
    name = table.text("name", None, 100)
    if any(each.name == name for each in guild.roles.values()):
        raise table.wrong("name", "this server has a role of that name already.")
    role = world.add_role(guild, name, _permissions(table, "permissions", 0), table.color("color", 0))
    role.mentionable = table.flag("mentionable", default=False)
    inside = [world.users[each].username for each in guild.members if each != world.bot_id]
    for each in table.words("members", [], inside, "member of this server"):
        guild.members[world.user(each).id].roles.append(role.id)
    if table.flag("bot", default=False):
        guild.members[world.bot_id].roles.append(role.id)
    table.done()


def _channel(world: World, guild: Guild, table: TomlTable) -> None:
    name = table.text("name", None, 100).removeprefix("#")
    kind = CHANNEL_KINDS[table.one_of("type", "text", list(CHANNEL_KINDS))]
    if kind != CATEGORY and name != name.lower().replace(" ", "-"):
        raise table.wrong(
            "name", f'a channel is written small and without blanks; write "{name.lower().replace(" ", "-")}".'
        )
    mine = world.channels_of(guild.id)
    if any(each.name == name for each in mine):
        raise table.wrong("name", "this server has a channel of that name already.")
    channel = world.add_channel(guild, name, table.text("topic", "", 1024) or None)
    channel.type = kind
    above = table.text("category", "", 100)
    if above:
        categories = {each.name: each.id for each in mine if each.type == CATEGORY}
        if above not in categories:
            there = ", ".join(categories) or "none so far"
            raise table.wrong("category", f'"{above}" is not a category above this line. There are: {there}.')
        channel.parent_id = categories[above]
    for each in table.tables("overwrite", lambda index, _: f"{table.called}, overwrite {index + 1}"):
        channel.overwrites.append(_overwrite(world, guild, channel, each))
    table.done()


def _overwrite(world: World, guild: Guild, channel: Channel, table: TomlTable) -> Overwrite:
    named = [key for key in ("role", "person", "bot") if key in table.data]
    table.asked += ["role", "person", "bot"]
    if len(named) != 1:
        raise table.wrong(None, 'say whom it is for by one key: role = "…", person = "…" or bot = true.')
    if named == ["role"]:
        roles = {each.name: each.id for each in guild.roles.values()}
        number, kind = roles[table.one_of("role", "", list(roles))], 0
    elif named == ["person"]:
        number, kind = _member(world, guild, table).user_id, 1
    elif table.flag("bot", default=True):
        number, kind = world.bot_id, 1
    else:
        raise table.wrong("bot", "must be true; leave the whole overwrite out instead.")
    allow, deny = _permissions(table, "allow", 0), _permissions(table, "deny", 0)
    if allow & deny:
        both = ", ".join(name for name, bit in PERMISSION_BITS.items() if allow & deny & bit)
        raise table.wrong(None, f"{both} cannot be both allowed and denied.")
    if any(each.id == number for each in channel.overwrites):
        raise table.wrong(None, "this channel has an overwrite for the same role or person already.")
    table.done()
    return Overwrite(number, kind, allow, deny)
