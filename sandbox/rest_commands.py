"""REST: the commands of an application, in all servers or in one, and who may use them there."""

from typing import Final

from sandbox.errors import DiscordError, Json, TooOftenError, known, missing_access
from sandbox.model import Event
from sandbox.rest_call import Answer, Call
from sandbox.rules_commands import check_commands, check_one, key_of

CHANGEABLE_FIELDS: Final = (
    "name", "name_localizations", "description", "description_localizations", "options", "default_member_permissions",
    "nsfw", "integration_types", "contexts", "dm_permission",
)  # fmt: skip
"""What a change of one command may change; the rest of it stays."""


def _scope(call: Call) -> int:
    if call.params["application_id"] != str(call.world.application_id):
        raise DiscordError(403, 20012, "You are not authorized to perform this action on this application")
    if "guild_id" not in call.params:
        return 0
    number = call.number("guild_id")
    found = call.world.guilds.get(number)
    if found is None or call.world.bot_id not in found.members:
        raise missing_access()
    return number


def _one(call: Call, scope: int) -> tuple[Json, list[Json]]:
    """The command of the path, and the others of its scope; 10063 if there is none."""
    number = str(call.number("command_id"))
    there = call.world.commands.get(scope, [])
    found = known(next((each for each in there if each["id"] == number), None), "application command")
    return found, [each for each in there if each is not found]


async def list_commands(call: Call) -> Answer:
    """GET the commands of a scope."""
    return 200, call.world.commands.get(_scope(call), [])


async def get_command(call: Call) -> Answer:
    """GET one command."""
    return 200, _one(call, _scope(call))[0]


async def put_commands(call: Call) -> Answer:
    """PUT the commands of a scope; ids stay with names."""
    scope = _scope(call)
    old = {key_of(each): each for each in call.world.commands.get(scope, [])}
    given = check_commands(call.body)
    _count_new(call, scope, sum(key_of(each) not in old for each in given))
    stored = [_stored(call, scope, each, old.get(key_of(each))) for each in given]
    _keep(call, scope, stored)
    return 200, stored


async def post_command(call: Call) -> Answer:
    """POST one command: made, or replaced by name."""
    scope = _scope(call)
    data = call.record()
    there = call.world.commands.get(scope, [])
    same = next((each for each in there if key_of(each) == key_of(data)), None)
    others = [each for each in there if each is not same]
    check_one(data, others)
    _count_new(call, scope, int(same is None))
    stored = _stored(call, scope, data, same)
    _keep(call, scope, [*others, stored])
    return (201 if same is None else 200), stored


async def patch_command(call: Call) -> Answer:
    """PATCH one command: what is named is changed, the rest and its place in the list stay."""
    scope = _scope(call)
    old, others = _one(call, scope)
    data = call.record()
    changed: Json = {key: data[key] if key in data else old.get(key) for key in CHANGEABLE_FIELDS}
    changed["type"] = old["type"]
    check_one(changed, others)
    stored = _stored(call, scope, changed, old)
    _keep(call, scope, [stored if each is old else each for each in call.world.commands[scope]])
    return 200, stored


async def delete_command(call: Call) -> Answer:
    """DELETE one command."""
    scope = _scope(call)
    _keep(call, scope, _one(call, scope)[1])
    return 204, None


def _count_new(call: Call, scope: int, new: int) -> None:
    """Counts commands that did not exist; 30034 if these are too many for a day."""
    wait = call.core.meters.creations(scope, new)
    if wait is not None:
        words = "Max number of daily application command creates has been reached (200)"
        raise TooOftenError(30034, words, wait)


def _keep(call: Call, scope: int, commands: list[Json]) -> None:
    call.world.commands[scope] = commands
    call.core.publish(Event("COMMANDS_UPDATE", {}, to_bot=False))


def _stored(call: Call, scope: int, given: Json, old: Json | None) -> Json:
    core = call.core
    data: Json = {
        "id": old["id"] if old else str(core.new_id()),
        "application_id": str(core.world.application_id),
        "version": str(core.new_id()),
        "type": given.get("type") or 1,
        "name": given["name"],
        "name_localizations": given.get("name_localizations"),
        "description": given.get("description") or "",
        "description_localizations": given.get("description_localizations"),
        "default_member_permissions": None,
        "nsfw": bool(given.get("nsfw")),
        "integration_types": given.get("integration_types") or [0],
    }
    if given.get("default_member_permissions") is not None:
        data["default_member_permissions"] = str(given["default_member_permissions"])
    if given.get("options"):
        data["options"] = given["options"]
    if scope:
        data["guild_id"] = str(scope)
    else:
        data["dm_permission"] = given.get("dm_permission", True) is not False
        data["contexts"] = given.get("contexts")
    return data


# who may use them in a server


async def list_permissions(call: Call) -> Answer:
    """GET what a server's managers have set for this application's commands."""
    guild = _scope(call)
    there = call.world.command_permissions.get(guild, {})
    return 200, [_permissions(call, guild, number, set_) for number, set_ in there.items() if set_]


async def get_permissions(call: Call) -> Answer:
    """GET what they have set for one command (or for all, by the application's id).

    10066 if nothing."""
    guild = _scope(call)
    number = call.number("command_id")
    found = call.world.command_permissions.get(guild, {}).get(number)
    if not found:
        raise DiscordError(404, 10066, "Unknown application command permissions")
    return 200, _permissions(call, guild, number, found)


async def put_permissions(call: Call) -> Answer:
    """PUT them: a person's act with a token of their own, never a bot's."""
    _scope(call)
    raise DiscordError(403, 20001, "Bots cannot use this endpoint")


def _permissions(call: Call, guild: int, number: int, given: list[Json]) -> Json:
    ids = {"id": str(number), "application_id": str(call.world.application_id), "guild_id": str(guild)}
    return {**ids, "permissions": given}
