"""The REST routes a bot answers interactions with: callback, followups, edits."""

from typing import Any

from sandbox import actions, payloads
from sandbox.clock import real
from sandbox.errors import DiscordError, FormErrors, Json, Path, invalid, thread_archived, unknown
from sandbox.interactions import ANSWER_S, AUTOCOMPLETE, COMMAND, COMPONENT, Core, Interaction, Outcome, ephemeral
from sandbox.model import EPHEMERAL, LOADING, Message
from sandbox.payload_parts import number_components
from sandbox.rest_call import Answer, Call
from sandbox.rules import allowed_flags, check_message, edited_flags
from sandbox.rules_commands import check_choices
from sandbox.rules_components import check_modal

DATA_PATH: Path = ("data",)
"""Where the message stands within an answer to an interaction, and so in the faults that are told of it."""
PING, REPLY, DEFER, DEFER_UPDATE, UPDATE, CHOICES, SHOW_MODAL = 1, 4, 5, 6, 7, 8, 9


def _allowed_callbacks(found: Interaction) -> tuple[int, ...]:
    if found.type == AUTOCOMPLETE:
        return (CHOICES,)
    if found.type == COMMAND:
        return (REPLY, DEFER, SHOW_MODAL)
    if found.type == COMPONENT:
        return (REPLY, DEFER, DEFER_UPDATE, UPDATE, SHOW_MODAL)
    return (REPLY, DEFER, DEFER_UPDATE, UPDATE) if found.message is not None else (REPLY, DEFER)


async def callback(call: Call) -> Answer:
    """POST /interactions/{id}/{token}/callback: the first answer, once, within three seconds (or the longer time for which this
    sandbox's people wait: on a busy machine a script does not measure speed)."""
    core = call.core
    found = core.interactions.for_callback(call.number("interaction_id"), call.params["token"])
    if found.acked is not None:
        raise DiscordError(400, 40060, "Interaction has already been acknowledged.")
    if real(core.clock) - found.asked_at > max(ANSWER_S, core.interactions.answer_timeout):
        raise unknown("interaction")
    tree = FormErrors()
    body = tree.record((), call.body)
    kind: int = body.get("type", 0)
    tree.one_of(("type",), kind, _allowed_callbacks(found))
    tree.check()
    data = tree.record(DATA_PATH, body.get("data") or {})
    tree.check()
    if kind in (REPLY, DEFER):
        _reply(call, found, kind, data)
    elif kind in (DEFER_UPDATE, UPDATE):
        _update(call, found, kind, data)
    elif kind == CHOICES:
        _choices(found, data)
    else:
        check_modal(tree, ("data",), data)
        tree.check()
        found.modal = {**data, "components": number_components(data["components"], form=True)}
        shown = {"modal_id": str(found.id), "title": data["title"], "components": found.modal["components"]}
        found.answer(kind, Outcome("modal", modal=shown), settled=True)
    if call.flag("with_response"):
        return 200, _callback_answer(core, found, kind)
    return 204, None


def _callback_answer(core: Core, found: Interaction, kind: int) -> Json:
    inner: Json = {"id": str(found.id), "type": found.type, "channel_id": str(found.channel.id)}
    if found.channel.guild_id is not None:
        inner["guild_id"] = str(found.channel.guild_id)
    answer: Json = {"interaction": inner}
    message = found.response
    if message is not None:
        inner["response_message_id"] = str(message.id)
        inner["response_message_loading"] = message.loading
        inner["response_message_ephemeral"] = bool(message.flags & EPHEMERAL)
    if kind in (REPLY, UPDATE) and message is not None:
        answer["resource"] = {"type": kind, "message": payloads.message(core.world, core.cdn, message)}
    elif kind in (DEFER, DEFER_UPDATE):
        answer["resource"] = {"type": kind}
    return answer


def _kind(found: Interaction) -> tuple[int, Json | None]:
    """Message type of a reply, and what it refers to."""
    if found.type == COMMAND:
        return (20 if found.data.get("type", 1) == 1 else 23), None
    if found.message is not None:
        return 19, payloads.reference(found.channel, found.message.id)
    return 20, None


def _reply(call: Call, found: Interaction, kind: int, data: Json) -> None:
    core = call.core
    core.world.channel(found.channel.id)  # 10003 when it was deleted meanwhile
    if kind == DEFER:
        extra = (data.get("flags") or 0) & ~EPHEMERAL
        if extra:
            words = f"Only EPHEMERAL may be set when deferring, not {extra}."
            raise invalid(("data", "flags"), "INTERACTION_CALLBACK_INVALID_FLAGS", words)
        flags = LOADING | ((data.get("flags") or 0) & EPHEMERAL)
        data = {}
    else:
        flags = allowed_flags(data.get("flags"), interaction=True)
        check_message(data, call.uploads, flags=flags, root=DATA_PATH)
    message_type, reference = _kind(found)
    message = actions.create_message(
        core,
        found.channel,
        core.world.bot_id,
        data,
        call.uploads if kind == REPLY else {},
        flags=flags,
        kind=message_type,
        origin=found.origin,
        viewer=ephemeral(found, flags),
        reference=reference,
        default_mentions=["users"],
    )
    found.response = message
    found.answer(kind, Outcome("deferred" if kind == DEFER else "message"), settled=kind == REPLY)


def _update(call: Call, found: Interaction, kind: int, data: Json) -> None:
    message = found.message
    assert message is not None, "updates are allowed only where there is a message"
    if call.world.messages.get(message.channel_id, {}).get(message.id) is None:
        raise unknown("Message")
    found.response = message
    if kind == UPDATE:
        _edit(call, message, data, DATA_PATH)
    found.answer(kind, Outcome("update"), settled=kind == UPDATE)


def _edit(call: Call, message: Message, data: Any, root: Path = ()) -> None:
    """Checks and makes an edit through a token; a "thinking" message becomes a real one and keeps its ephemeral bit.

    `root` is where the message stands within the request."""
    tree = FormErrors(root)
    body = tree.record((), data)
    tree.check()
    if message.viewer is None and call.world.channel(message.channel_id).archived:
        raise thread_archived()
    flags = edited_flags(message.flags & ~LOADING, body.get("flags"))
    check_message(body, call.uploads, current=message, flags=flags, root=root)
    actions.edit_message(call.core, message, body, call.uploads, flags=flags)


def _choices(found: Interaction, data: Json) -> None:
    tree = FormErrors()
    kinds = {each.get("name"): each for each in _leaves(found.data.get("options", []))}
    focused = next((each for each in kinds.values() if each.get("focused")), {"type": 3})
    check_choices(tree, ("data", "choices"), data.get("choices"), focused["type"])
    tree.check()
    found.answer(CHOICES, Outcome("choices", choices=list(data.get("choices") or [])), settled=True)


def _leaves(options: list[Json]) -> list[Json]:
    if len(options) == 1 and options[0].get("type") in (1, 2):
        return _leaves(options[0].get("options", []))
    return options


# after the first answer


def _interaction(call: Call) -> Interaction:
    return call.core.interactions.for_webhook(call.params["application_id"], call.params["token"])


async def followup(call: Call) -> Answer:
    """POST /webhooks/{app}/{token}: one more message; the first after a deferral fills the waiting one."""
    core = call.core
    found = _interaction(call)
    flags = allowed_flags((call.body or {}).get("flags"), interaction=True)
    waiting = found.response
    if found.acked == DEFER and waiting is not None and waiting.loading and not found.deleted:
        _edit(call, waiting, call.body)
        message = waiting
    else:
        data = check_message(call.body, call.uploads, flags=flags)
        reference = None if waiting is None or found.deleted else payloads.reference(found.channel, waiting.id)
        message = actions.create_message(
            core,
            core.world.channel(found.channel.id),
            core.world.bot_id,
            data,
            call.uploads,
            flags=flags,
            kind=19 if reference else 20,
            origin=found.origin,
            viewer=ephemeral(found, flags),
            reference=reference,
            default_mentions=["users"],
        )
        found.followups.append(message)
    found.settled.set()
    if call.flag("wait"):
        return 200, payloads.message(core.world, core.cdn, message)
    return 204, None


def _message(call: Call, found: Interaction) -> Message:
    wanted = call.params["message_id"]
    message = found.response if wanted == "@original" else found.owns(call.number("message_id"))
    if message is None or message.id not in call.world.messages.get(message.channel_id, {}):
        raise unknown("Message")
    return message


async def get_message(call: Call) -> Answer:
    """GET /webhooks/{app}/{token}/messages/{id or @original}."""
    return 200, payloads.message(call.world, call.core.cdn, _message(call, _interaction(call)))


async def edit_message(call: Call) -> Answer:
    """PATCH /webhooks/{app}/{token}/messages/{id or @original}."""
    found = _interaction(call)
    message = _message(call, found)
    _edit(call, message, call.body)
    found.settled.set()
    return 200, payloads.message(call.world, call.core.cdn, message)


async def delete_message(call: Call) -> Answer:
    """DELETE /webhooks/{app}/{token}/messages/{id or @original}."""
    found = _interaction(call)
    message = _message(call, found)
    actions.delete_message(call.core, message)
    found.deleted = found.deleted or message is found.response
    found.settled.set()
    return 204, None
