"""A person's side of commands: which there are, whether the options are good, and what is sent to the bot."""

import re
from dataclasses import dataclass
from typing import Any

from sandbox import payloads
from sandbox.body import FILE_BYTES, Upload
from sandbox.command_access import available
from sandbox.errors import Json, Refused, clean
from sandbox.interactions import COMMAND, Core, Interaction
from sandbox.model import Attachment, Channel
from sandbox.permissions import P

SUB, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(1, 12)
_MENTION = re.compile(r"^<(?:@!?|@&|#)(\d+)>$")
_NOT_IN_RESOLVED = (
    "permission_overwrites", "owner_id", "message_count", "member_count", "total_message_sent", "member", "recipients",
)  # fmt: skip
"""What a channel or thread has elsewhere, but not in `resolved`."""
Values = dict[str, Any]
Files = dict[str, Upload]


@dataclass(slots=True)
class Chosen:
    """A command picked by a person, down to the sub-command; `options` are the leaf's."""

    command: Json
    path: list[str]
    nodes: list[Json]

    @property
    def options(self) -> list[Json]:
        """The options to fill in."""
        leaf = self.nodes[-1] if self.nodes else self.command
        return [each for each in leaf.get("options", []) if each["type"] not in (SUB, GROUP)]

    @property
    def name(self) -> str:
        """The full name without the slash."""
        return " ".join([self.command["name"], *self.path])


def choose(core: Core, user_id: int, channel: Channel, key: str, path: list[str], kind: int = 1) -> Chosen:
    """A command by id or name; Refused in words if it is not to be used here."""
    if channel.archived:
        raise Refused("This thread is archived: write in it to open it again, then use commands.")
    commands = available(core, user_id, channel)
    found = next((each for each in commands if key in (each["id"], each["name"]) and each["type"] == kind), None)
    if found is None:
        raise Refused(f"There is no command /{key} for you here.")
    if not core.world.permissions(channel, user_id) & P.USE_COMMANDS:
        raise Refused("You may not use commands in this channel.")
    nodes: list[Json] = []
    node = found
    for part in path:
        inner = next(
            (each for each in node.get("options", []) if each["name"] == part and each["type"] in (1, 2)), None
        )
        if inner is None:
            raise Refused(f"/{found['name']} has no part called {part!r}.")
        nodes.append(inner)
        node = inner
    if any(each["type"] in (SUB, GROUP) for each in node.get("options", [])):
        names = ", ".join(each["name"] for each in node["options"])
        raise Refused(f"/{' '.join([found['name'], *path])} needs one of: {names}.")
    return Chosen(found, path, nodes)


def command_data(core: Core, user_id: int, channel: Channel, chosen: Chosen, values: Values, files: Files) -> Json:
    """The `data` of a command interaction; Refused in words when an option is missing or bad."""
    known = _known(chosen, values)
    filler = _Filler(core, user_id, channel, files)
    filled = []
    for name, option in known.items():
        if values.get(name) is None:
            if option.get("required"):
                raise Refused(f"The option {name!r} is required.")
            continue
        filled.append({"name": name, "type": option["type"], "value": filler.value(option, values[name])})
    return _wrap(chosen, filled, filler.resolved)


def autocomplete_data(core: Core, user_id: int, channel: Channel, chosen: Chosen, values: Values, focused: str) -> Json:
    """The `data` of an autocomplete interaction: what is typed so far, good or not."""
    known = _known(chosen, values)
    if focused not in known or not known[focused].get("autocomplete"):
        raise Refused(f"The option {focused!r} has no suggestions.")
    filler = _Filler(core, user_id, channel, {})
    filled = []
    for name, option in known.items():
        if name == focused:
            typed = values.get(name)
            value: Any = "" if typed is None else typed if isinstance(typed, (int, float)) else clean(str(typed))[:6000]
            filled.append({"name": name, "type": option["type"], "value": value, "focused": True})
        elif values.get(name) is not None:
            try:
                value = filler.value(option, values[name])
            except Refused:
                continue
            filled.append({"name": name, "type": option["type"], "value": value})
    return _wrap(chosen, filled, filler.resolved)


def _known(chosen: Chosen, values: Values) -> dict[str, Json]:
    """The command's options by name; Refused for a value of one that it does not have."""
    known = {each["name"]: each for each in chosen.options}
    for name in values:
        if name not in known:
            raise Refused(f"/{chosen.name} has no option called {name!r}.")
    return known


def _wrap(chosen: Chosen, filled: list[Json], resolved: Json) -> Json:
    options = filled
    for node in reversed(chosen.nodes):
        options = [{"name": node["name"], "type": node["type"], "options": options}]
    data: Json = {"id": chosen.command["id"], "name": chosen.command["name"], "type": 1, "options": options}
    if chosen.command.get("guild_id"):
        data["guild_id"] = chosen.command["guild_id"]
    if resolved:
        data["resolved"] = resolved
    return data


def menu_data(core: Core, channel: Channel, chosen: Chosen, target_id: int) -> Json:
    """The `data` of a user or message context menu."""
    kind = chosen.command["type"]
    data: Json = {"id": chosen.command["id"], "name": chosen.command["name"], "type": kind, "target_id": str(target_id)}
    if kind == 2:
        data["resolved"] = resolve_users(core, channel, [target_id])
    else:
        message = core.world.message(channel.id, target_id)
        data["resolved"] = {"messages": {str(target_id): payloads.message(core.world, core.cdn, message, nonce=False)}}
    return data


def send(core: Core, user_id: int, channel: Channel, chosen: Chosen, data: Json) -> Interaction:
    """Sends a command to the bot."""
    return core.interactions.send(COMMAND, user_id, channel, data, name=chosen.name)


def resolve_users(core: Core, channel: Channel, user_ids: list[int]) -> Json:
    """`resolved` with users and, in a server, members."""
    world = core.world
    users = {str(each): payloads.user(world.user(each)) for each in user_ids}
    guild = world.guilds.get(channel.guild_id or 0)
    if guild is None:
        return {"users": users}
    members = {}
    for each in user_ids:
        if each in guild.members:
            found = payloads.member(world, guild.members[each], with_user=False)
            bits = str(world.permissions(channel, each))
            members[str(each)] = {**_without(found, "mute", "deaf"), "permissions": bits}
    return {"users": users, "members": members}


def _without(thing: Json, *keys: str) -> Json:
    """A thing as `resolved` carries it: Discord leaves these keys out."""
    return {key: value for key, value in thing.items() if key not in keys}


def resolve(core: Core, user_id: int, channel: Channel, kind: int, number: int, wanted: list[int] | None) -> Json:
    """`resolved` with what somebody chose for an option of this kind; empty if it cannot be chosen here."""
    world = core.world
    guild = world.guilds.get(channel.guild_id or 0)
    if kind in (USER, MENTIONABLE) and number in world.users:
        return resolve_users(core, channel, [number])
    if kind in (ROLE, MENTIONABLE) and guild is not None and number in guild.roles:
        return {"roles": {str(number): payloads.role(guild.roles[number])}}
    other = world.channels.get(number) if kind == CHANNEL else None
    if other is None or other.guild_id != channel.guild_id or (wanted and other.type not in wanted):
        return {}
    if not world.permissions(other, user_id) & P.VIEW:
        return {}
    shown = _without(payloads.channel(world, other, viewer=user_id), *_NOT_IN_RESOLVED)
    return {"channels": {str(number): shown}}


def merge(resolved: Json, more: Json) -> None:
    """Adds to `resolved`, kind by kind."""
    for key, found in more.items():
        resolved.setdefault(key, {}).update(found)


def keep_file(core: Core, channel: Channel, upload: Upload) -> Json:
    """Takes a person's file and gives the attachment object."""
    if len(upload.data) > FILE_BYTES:
        raise Refused(f"{upload.name} is larger than {FILE_BYTES // 1024 // 1024} MB.")
    file = Attachment(core.new_id(), channel.id, upload.name, len(upload.data), ephemeral=True)
    core.cdn.put(file, upload.data)
    return core.cdn.payload(file)


class _Filler:
    """Turns what a person gave for an option into what Discord sends, and collects `resolved`."""

    def __init__(self, core: Core, user_id: int, channel: Channel, files: Files) -> None:
        self.core = core
        self.user_id = user_id
        self.channel = channel
        self.files = files
        self.resolved: Json = {}

    def value(self, option: Json, given: Any) -> Any:
        """The value sent; Refused in words if it does not fit."""
        kind, name = option["type"], option["name"]
        if kind in (STRING, INTEGER, NUMBER) and option.get("choices"):
            return self._choice(option, given)
        if kind == STRING:
            return self._string(option, given)
        if kind in (INTEGER, NUMBER):
            return self._number(option, given)
        if kind == BOOLEAN:
            if isinstance(given, bool):
                return given
            if str(given).lower() in ("true", "false"):
                return str(given).lower() == "true"
            raise Refused(f"{name}: choose true or false.")
        if kind == ATTACHMENT:
            upload = self.files.get(str(given))
            if upload is None:
                raise Refused(f"{name}: choose a file.")
            payload = keep_file(self.core, self.channel, upload)
            merge(self.resolved, {"attachments": {payload["id"]: payload}})
            return payload["id"]
        return self._thing(option, given)

    def _choice(self, option: Json, given: Any) -> Any:
        for each in option["choices"]:
            if given == each["value"] or str(given) in (str(each["value"]), each["name"]):
                return each["value"]
        names = ", ".join(each["name"] for each in option["choices"])
        raise Refused(f"{option['name']}: {given!r} is none of {names}.")

    @staticmethod
    def _string(option: Json, given: Any) -> str:
        text = clean(str(given))
        least, most = option.get("min_length") or 0, option.get("max_length") or 6000
        if not text or not least <= len(text) <= most:
            raise Refused(f"{option['name']}: {max(1, least)} to {most} characters, not {len(text)}.")
        return text

    @staticmethod
    def _number(option: Json, given: Any) -> int | float:
        name = option["name"]
        try:
            number: int | float = int(str(given).strip()) if option["type"] == INTEGER else float(given)
        except ValueError:
            what = "whole number" if option["type"] == INTEGER else "number"
            raise Refused(f"{name}: {str(given)[:40]!r} is not a {what}.") from None
        least = option.get("min_value", -(2**53))
        most = option.get("max_value", 2**53)
        if not (least is None or number >= least) or not (most is None or number <= most):
            raise Refused(f"{name}: must be from {least} to {most}.")
        return number

    def _thing(self, option: Json, given: Any) -> str:
        kind = option["type"]
        text = str(getattr(given, "id", given)).strip()
        mention = _MENTION.match(text)
        number = int(mention[1] if mention else text) if mention or text.isdecimal() else 0
        found = resolve(self.core, self.user_id, self.channel, kind, number, option.get("channel_types"))
        if found:
            merge(self.resolved, found)
            return str(number)
        what = {USER: "user", ROLE: "role", CHANNEL: "channel of the right kind", MENTIONABLE: "user or role"}[kind]
        raise Refused(f"{option['name']}: {text[:40]!r} is not a {what} here.")
