"""What a message may be: sizes, counts and the rules across fields, refused with Discord's 50035 tree."""

from typing import Any

from sandbox.body import FILE_BYTES, Uploads
from sandbox.errors import DiscordError, FormErrors, Json, Path, sanitized, too_large
from sandbox.model import EPHEMERAL, SILENT, SUPPRESS_EMBEDS, V2, Message
from sandbox.rules_components import check_message_components
from sandbox.rules_embeds import check_embeds, check_references

MOST_CONTENT = 2000
MOST_FILES = 10
ALT_TEXT = 1024
MENTION_KINDS = ("users", "roles", "everyone")


def check_message(body: Any, uploads: Uploads, *, current: Message | None = None, flags: int, root: Path = ()) -> Json:
    """Checks a create (`current` None) or edit body; `uploads` maps file index to file. Returns the body.

    `flags` are those the finished message will carry, `root` is where the body stands within the request. Raises
    50035, 50006 (empty) or 40005 (too large)."""
    tree = FormErrors(root)
    data = tree.record((), body)
    tree.check()
    content = tree.text(("content",), data.get("content"), MOST_CONTENT)
    check_embeds(tree, data.get("embeds"))
    check_attachments(tree, data.get("attachments"), uploads, current)
    if data.get("allowed_mentions") is not None:
        check_mentions(tree, data["allowed_mentions"])
    tree.number(("flags",), data.get("flags"), 0, (1 << 31) - 1)
    nonce = data.get("nonce")
    if isinstance(nonce, str):
        tree.text(("nonce",), nonce, 25)
    names = _names(uploads, current)
    components = data.get("components")
    if components is not None:
        check_message_components(tree, components, v2=bool(flags & V2), names=names)
    check_references(tree, data.get("embeds"), names)
    _check_v2(tree, data, current, flags)
    tree.check()
    if any(len(each.data) > FILE_BYTES for each in uploads.values()):
        raise too_large()
    _check_not_empty(data, content, uploads, current)
    return data


def edited_flags(flags: int, asked: Any) -> int:
    """A message's flags after an edit that asks for these; V2 is for ever."""
    return (flags & ~SUPPRESS_EMBEDS) | (asked & (SUPPRESS_EMBEDS | V2)) if isinstance(asked, int) else flags


def allowed_flags(value: Any, *, interaction: bool) -> int:
    """The flags of a create request that Discord lets an application set."""
    mask = SUPPRESS_EMBEDS | SILENT | V2 | (EPHEMERAL if interaction else 0)
    return value & mask if isinstance(value, int) else 0


def _names(uploads: Uploads, current: Message | None) -> set[str]:
    names = {each.filename for each in current.attachments} if current else set()
    return names | {each.name for each in uploads.values()}


def _check_v2(tree: FormErrors, data: Json, current: Message | None, flags: int) -> None:
    if not flags & V2:
        return
    words = "The '{}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
    for key in ("content", "embeds", "sticker_ids", "poll"):
        kept = current is not None and key not in data and bool(getattr(current, key, None))
        if data.get(key) or kept:
            tree.add((key,), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", words.format(key))


def _check_not_empty(data: Json, content: str, uploads: Uploads, current: Message | None) -> None:
    def left(key: str) -> bool:
        return bool(data[key] if key in data else getattr(current, key, None))

    text = sanitized(content).strip() if "content" in data else (current.content if current else "")
    shown = any(left(key) for key in ("embeds", "components", "attachments"))
    if not (text or uploads or shown or data.get("sticker_ids") or data.get("poll")):
        raise DiscordError(400, 50006, "Cannot send an empty message")


def check_attachments(tree: FormErrors, attachments: Any, uploads: Uploads, current: Message | None) -> None:
    """Ten files, alt text of 1,024 characters, every number an uploaded or a kept file."""
    kept = {each.id for each in current.attachments} if current else set()
    for index, each in enumerate(tree.items(("attachments",), attachments, 0, MOST_FILES)):
        path = ("attachments", index)
        item = tree.record(path, each)
        tree.text((*path, "description"), item.get("description"), ALT_TEXT)
        tree.text((*path, "filename"), item.get("filename"), 1024)
        number = str(item.get("id", ""))
        if not number.isdecimal() or (int(number) not in uploads and int(number) not in kept):
            words = "Attachment data not found" if number else "This field is required"
            tree.add((*path, "id"), "ATTACHMENT_NOT_FOUND" if number else "BASE_TYPE_REQUIRED", words)
    total = len(uploads) + (len(kept) if attachments is None else 0)
    if total > MOST_FILES:
        tree.add(("attachments",), "BASE_TYPE_MAX_LENGTH", f"Must be {MOST_FILES} or fewer in length.")


def check_mentions(tree: FormErrors, allowed: Any) -> None:
    """Known kinds, a hundred ids, and never both a kind and ids of that kind."""
    path = ("allowed_mentions",)
    rule = tree.record(path, allowed)
    parse = tree.items((*path, "parse"), rule.get("parse"), 0, 3)
    for index, kind in enumerate(parse):
        tree.one_of((*path, "parse", index), kind, MENTION_KINDS)
    for kind in ("users", "roles"):
        listed = tree.items((*path, kind), rule.get(kind), 0, 100)
        for index, each in enumerate(listed):
            tree.snowflake((*path, kind, index), each)
        tree.unique((*path, kind), [str(each) for each in listed])
        if listed and kind in parse:
            words = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
            tree.add(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", words)
