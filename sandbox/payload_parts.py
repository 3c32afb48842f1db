"""Embeds and components as Discord gives them back: defaults filled in, attachment:// turned into addresses."""

from collections.abc import Iterator, Mapping
from typing import Any

from sandbox.cdn import Cdn
from sandbox.errors import Json
from sandbox.model import Attachment

Files = Mapping[str, Attachment]
SCHEME = "attachment://"
SELECT_TYPES = (3, 5, 6, 7, 8)


def _file(files: Files, item: Json, key: str = "url") -> Attachment | None:
    url = str(item.get(key, ""))
    return files.get(url.removeprefix(SCHEME)) if url.startswith(SCHEME) else None


def resolve_embed(cdn: Cdn, embed: Json, files: Files, used: set[str]) -> Json:
    """An embed for an answer; names of files it shows are added to `used`."""
    data = dict(embed)
    for key in ("image", "thumbnail"):
        if data.get(key):
            data[key] = _picture(cdn, data[key], files, used)
    for key in ("author", "footer"):
        file = _file(files, data.get(key) or {}, "icon_url")
        if file is not None:
            used.add(file.filename)
            data[key] = {**data[key], "icon_url": cdn.url(file), "proxy_icon_url": cdn.url(file)}
    return data


def _picture(cdn: Cdn, picture: Json, files: Files, used: set[str]) -> Json:
    file = _file(files, picture)
    if file is None:
        url = str(picture.get("url", ""))
        return {"url": url, "proxy_url": url, "width": 0, "height": 0}
    used.add(file.filename)
    data: Json = {
        "url": cdn.url(file),
        "proxy_url": cdn.url(file),
        "width": file.width or 0,
        "height": file.height or 0,
    }
    if file.content_type:
        data["content_type"] = file.content_type
    if file.description:
        data["description"] = file.description
    return data


def media(cdn: Cdn, item: Json, files: Files) -> Json:
    """An unfurled media item for an answer."""
    file = _file(files, item)
    if file is None:
        url = str(item.get("url", ""))
        return {"id": "0", "url": url, "proxy_url": url, "width": None, "height": None, "content_type": None}
    return {
        "id": str(file.id),
        "url": cdn.url(file),
        "proxy_url": cdn.url(file),
        "width": file.width,
        "height": file.height,
        "content_type": file.content_type,
        "attachment_id": str(file.id),
    }


def resolve_component(cdn: Cdn, component: Json, files: Files) -> Json:
    """A component for an answer, its children too; it already has its number (`number_components`)."""
    kind = component["type"]
    data = dict(component)
    if "components" in data:
        data["components"] = [resolve_component(cdn, each, files) for each in data["components"]]
    if "accessory" in data:
        data["accessory"] = resolve_component(cdn, data["accessory"], files)
    if kind == 11:
        data["media"] = media(cdn, data["media"], files)
    elif kind == 12:
        data["items"] = [_gallery_item(cdn, each, files) for each in data["items"]]
    elif kind == 13:
        data["file"] = media(cdn, data["file"], files)
        file = _file(files, component["file"])
        data["name"] = file.filename if file else ""
        data["size"] = file.size if file else 0
    return data


def _gallery_item(cdn: Cdn, item: Json, files: Files) -> Json:
    file = _file(files, item["media"])
    alt = item.get("description") or (file.description if file else None)
    return {"media": media(cdn, item["media"], files), "description": alt, "spoiler": bool(item.get("spoiler"))}


_DEFAULTS: dict[int, Json] = {
    2: {"disabled": False},
    **{kind: {"min_values": 1, "max_values": 1, "disabled": False} for kind in SELECT_TYPES},
    11: {"description": None, "spoiler": False},
    13: {"spoiler": False},
    14: {"spacing": 1, "divider": True},
    17: {"accent_color": None, "spoiler": False},
}


def number_components(components: list[Json], *, form: bool = False) -> list[Json]:
    """A copy with Discord's defaults filled in and an id on every component that has none.

    Only in a form may a select be `required` or not; a message's select says nothing of it."""
    taken = {each["id"] for each in walk(components) if each.get("id")}
    counter = iter(range(1, 1_000_000))

    def fresh() -> int:
        return next(each for each in counter if each not in taken)

    def copy(component: Json) -> Json:
        kind = component["type"]
        data = {**_DEFAULTS.get(kind, {}), **_present(component)}
        if kind in SELECT_TYPES and not form:
            data.pop("required", None)
        if not data.get("id"):
            data["id"] = fresh()
        if "components" in data:
            data["components"] = [copy(each) for each in data["components"]]
        for key in ("accessory", "component"):
            if isinstance(data.get(key), dict):
                data[key] = copy(data[key])
        if kind == 3:
            data["options"] = [_present(each) for each in data["options"]]
        if data.get("default_values"):
            data["default_values"] = [{**each, "id": str(each["id"])} for each in data["default_values"]]
        return data

    return [copy(each) for each in components]


def _present(given: Json) -> Json:
    """What a component or an option says, its emoji as Discord writes one."""
    data = {key: value for key, value in given.items() if value is not None}
    if emoji := data.get("emoji"):
        data["emoji"] = {"name": emoji.get("name") or ""}
        if emoji.get("id"):
            data["emoji"].update(id=str(emoji["id"]), animated=bool(emoji.get("animated")))
    return data


def walk(components: Any) -> Iterator[Json]:
    """Every component of a tree, parents first; ignores what is not an object."""
    for each in components if isinstance(components, list) else []:
        if not isinstance(each, dict):
            continue
        yield each
        yield from walk(each.get("components"))
        yield from walk([each.get("accessory"), each.get("component")])
