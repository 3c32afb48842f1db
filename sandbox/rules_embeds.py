"""What embeds may be: sizes, addresses, moments, something to show, and only files that came along."""

from typing import Any, Final

from sandbox.errors import WEB_SCHEMES, FormErrors, Json, Path

MOST_EMBEDS: Final = 10
EMBED_TOTAL: Final = 6000
LONGEST_ADDRESS: Final = 2048
MEDIA_SCHEMES: Final = (*WEB_SCHEMES, "attachment")
SHOWN_FIELDS: Final = ("title", "description", "fields", "image", "thumbnail", "author", "footer", "timestamp")
TEXT_PARTS: Final = (("footer", "text", 2048, ("icon_url",)), ("author", "name", 256, ("url", "icon_url")))
FILE_FIELDS: Final = (("image", "url"), ("thumbnail", "url"), ("author", "icon_url"), ("footer", "icon_url"))


def check_embeds(tree: FormErrors, embeds: Any) -> None:
    """Ten embeds, each part within its size, all together 6,000 characters; none with nothing to show."""
    total = 0
    for index, each in enumerate(tree.items(("embeds",), embeds, 0, MOST_EMBEDS)):
        path = ("embeds", index)
        embed = tree.record(path, each)
        if isinstance(each, dict) and not any(embed.get(key) for key in SHOWN_FIELDS):
            tree.add((*path, "description"), "BASE_TYPE_REQUIRED", "This field is required")
        total += sum(len(part.strip()) for part in _check_embed(tree, path, embed))
    if total > EMBED_TOTAL:
        tree.add(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {EMBED_TOTAL}")


def _check_embed(tree: FormErrors, path: Path, embed: Json) -> list[str]:
    """One embed; gives the texts that count."""
    texts = [
        tree.text((*path, "title"), embed.get("title"), 256),
        tree.text((*path, "description"), embed.get("description"), 4096),
    ]
    tree.number((*path, "color"), embed.get("color"), 0, 0xFFFFFF)
    tree.url((*path, "url"), embed.get("url"), LONGEST_ADDRESS)
    tree.moment((*path, "timestamp"), embed.get("timestamp"))
    for key, name, most, addresses in TEXT_PARTS:
        if embed.get(key) is not None:
            part = tree.record((*path, key), embed[key])
            texts.append(tree.text((*path, key, name), part.get(name), most, needed=True))
            for address in addresses:
                allowed = MEDIA_SCHEMES if address == "icon_url" else WEB_SCHEMES
                tree.url((*path, key, address), part.get(address), LONGEST_ADDRESS, allowed)
    for row, item in enumerate(tree.items((*path, "fields"), embed.get("fields"), 0, 25)):
        field = tree.record((*path, "fields", row), item)
        for key, most in (("name", 256), ("value", 1024)):
            texts.append(tree.text((*path, "fields", row, key), field.get(key), most, needed=True))
    for key in ("image", "thumbnail"):
        if embed.get(key) is not None:
            picture = tree.record((*path, key), embed[key])
            tree.url((*path, key, "url"), picture.get("url"), LONGEST_ADDRESS, MEDIA_SCHEMES, needed=True)
    return texts


def check_references(tree: FormErrors, embeds: Any, names: set[str]) -> None:
    """An embed may show only files that came with the message."""
    for index, each in enumerate(embeds if isinstance(embeds, list) else []):
        for key, address in FILE_FIELDS:
            part = each.get(key) if isinstance(each, dict) else None
            url = part.get(address) if isinstance(part, dict) else None
            known = isinstance(url, str) and url.removeprefix("attachment://") in names
            if isinstance(url, str) and url.startswith("attachment://") and not known:
                words = f"The referenced attachment in `{url}` was not found"
                tree.add(("embeds", index, key, address), "REFERENCED_ATTACHMENT_NOT_FOUND", words)
