"""A person's side of components and modals: what may be pressed, chosen and filled in, and what is sent to the bot."""

from typing import Any

from sandbox import payloads
from sandbox.errors import Json, Refused, clean
from sandbox.interactions import COMPONENT, MODAL, Core, Interaction
from sandbox.model import Channel, Message
from sandbox.payload_parts import SELECT_TYPES, walk
from sandbox.people import sees_message
from sandbox.slash import CHANNEL, MENTIONABLE, ROLE, USER, Files, keep_file, merge, resolve
from sandbox.thread_archive import archive_quiet

_KINDS = {5: USER, 6: ROLE, 7: MENTIONABLE, 8: CHANNEL}
"""The kind of option that takes the same things as a select."""


def press(core: Core, user_id: int, message: Message, custom_id: str, values: list[str] | None) -> Interaction:
    """Presses a button or chooses in a select; Refused in words if that cannot be done."""
    archive_quiet(core)
    alive = message.id in core.world.messages.get(message.channel_id, {})
    if not alive or not sees_message(core, user_id, message):
        raise Refused("This message is gone, or you may not see it.")
    found = next((each for each in walk(message.components) if each.get("custom_id") == custom_id), None)
    if found is None:
        raise Refused("This message no longer has that button or list.")
    if found.get("disabled"):
        raise Refused("That is switched off.")
    channel = core.world.channel(message.channel_id)
    if core.world.is_timed_out(channel.guild_id, user_id):
        raise Refused("You are in time-out on this server.")
    data: Json = {"custom_id": custom_id, "component_type": found["type"], "id": found["id"]}
    if found["type"] in SELECT_TYPES:
        data["values"], resolved = chosen(core, user_id, channel, found, values)
        if resolved:  # discord.py takes an empty one for "nothing chosen"
            data["resolved"] = resolved
    elif values:
        raise Refused("A button takes no values.")
    return core.interactions.send(COMPONENT, user_id, channel, data, message=message)


def chosen(
    core: Core, user_id: int, channel: Channel, select: Json, given: Any, *, optional: bool = False
) -> tuple[list[str], Json]:
    """The values of a select and what they stand for; Refused if too few, too many or unknown."""
    values = [str(getattr(each, "id", each)) for each in ([given] if isinstance(given, str) else given or [])]
    least = 0 if optional else select.get("min_values", 1)
    most = select.get("max_values", 1)
    if not (optional and not values) and not least <= len(values) <= most:
        wanted = str(least) if least == most else f"{least} to {most}"
        raise Refused(f"Choose {wanted}, not {len(values)}.")
    if select["type"] == 3:
        known = {each["label"]: each["value"] for each in select["options"]}
        values = [each if each in known.values() else known.get(each, each) for each in values]
        for each in values:
            if each not in known.values():
                raise Refused(f"{each!r} is not in the list.")
        return values, {}
    return values, _resolved(core, user_id, channel, select, values)


def _resolved(core: Core, user_id: int, channel: Channel, select: Json, values: list[str]) -> Json:
    resolved: Json = {}
    for each in values:
        number = int(each) if each.isdecimal() else 0
        found = resolve(core, user_id, channel, _KINDS[select["type"]], number, select.get("channel_types"))
        if not found:
            what = "That channel" if select["type"] == 8 and number in core.world.channels else repr(each)
            raise Refused(f"{what} cannot be chosen here.")
        merge(resolved, found)
    return resolved


def submit(core: Core, user_id: int, modal_id: int, fields: Json, files: Files) -> Interaction:
    """Sends a filled-in modal; Refused in words if something is missing or too long."""
    opener = core.interactions.by_id.get(modal_id)
    if opener is None or opener.modal is None or opener.user_id != user_id:
        raise Refused("This form is no longer open. Copy what you wrote before you close it, then open the form again.")
    filler = _Form(core, user_id, opener.channel, fields, files)
    components = [filler.part(each) for each in opener.modal["components"]]
    if filler.unused:
        raise Refused(f"This form has no field called {min(filler.unused)!r}.")
    data: Json = {"custom_id": opener.modal["custom_id"], "components": components}
    if filler.resolved:
        data["resolved"] = filler.resolved
    trigger = payloads.origin(core.world, opener.origin, opener.channel.guild_id)
    return core.interactions.send(MODAL, user_id, opener.channel, data, message=opener.message, trigger=trigger)


class _Form:
    """Fills in the parts of a modal one after another."""

    def __init__(self, core: Core, user_id: int, channel: Channel, fields: Json, files: Files) -> None:
        self.core = core
        self.user_id = user_id
        self.channel = channel
        self.fields = fields
        self.files = files
        self.unused = set(fields)
        self.resolved: Json = {}

    def part(self, component: Json) -> Json:
        """One part of the modal as it is sent."""
        kind = component["type"]
        if kind == 18:
            inner = self.input(component["component"], component["label"])
            return {"type": 18, "id": component["id"], "component": inner}
        if kind == 1:
            rows = [self.input(each, each.get("label", "")) for each in component["components"]]
            return {"type": 1, "id": component["id"], "components": rows}
        return {"type": 10, "id": component["id"]}

    def input(self, component: Json, label: str) -> Json:
        """One control as it is sent; a field is found by its custom id or its label."""
        kind, name = component["type"], component["custom_id"]
        key = name if name in self.fields else label
        self.unused.discard(key)
        given = self.fields.get(key)
        data: Json = {"type": kind, "id": component["id"], "custom_id": name}
        required = component.get("required", True)
        if kind == 4:
            data["value"] = self._text(component, label, given)
        elif kind == 23:
            data["value"] = bool(component.get("default") if given is None else given)
        elif kind == 21:
            data["value"] = self._one(component, label, given)
        elif kind == 19:
            data["values"] = self._uploads(component, label, given)
        elif kind == 22:
            boxes = {"min_values": 1, "max_values": len(component["options"]), **component, "type": 3}
            data["values"], _ = chosen(self.core, self.user_id, self.channel, boxes, given, optional=not required)
        else:
            values, resolved = chosen(self.core, self.user_id, self.channel, component, given, optional=not required)
            data["values"] = values
            merge(self.resolved, resolved)
        return data

    @staticmethod
    def _text(component: Json, label: str, given: Any) -> str:
        text = clean(str(component.get("value", "") if given is None else given))
        least, most = component.get("min_length") or 0, component.get("max_length") or 4000
        if not text and component.get("required", True):
            raise Refused(f"{label}: this is required.")
        if text and not least <= len(text) <= most:
            raise Refused(f"{label}: {least} to {most} characters, not {len(text)}.")
        return text

    @staticmethod
    def _one(component: Json, label: str, given: Any) -> str | None:
        options = component["options"]
        if given is None:
            given = next((each["value"] for each in options if each.get("default")), None)
        if given is None:
            if component.get("required", True):
                raise Refused(f"{label}: choose one.")
            return None
        for each in options:
            if given in (each["value"], each["label"]):
                return str(each["value"])
        raise Refused(f"{label}: {given!r} is not in the list.")

    def _uploads(self, component: Json, label: str, given: Any) -> list[str]:
        keys = [given] if isinstance(given, str) else list(given or [])
        uploads = [self.files[each] for each in keys if each in self.files]
        least = component.get("min_values", 1) if component.get("required", True) else 0
        if not least <= len(uploads) <= component.get("max_values", 1):
            raise Refused(f"{label}: choose {least} to {component.get('max_values', 1)} files, not {len(uploads)}.")
        found = [keep_file(self.core, self.channel, each) for each in uploads]
        for each in found:
            merge(self.resolved, {"attachments": {each["id"]: each}})
        return [each["id"] for each in found]
