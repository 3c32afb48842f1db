"""What components may be: rows, buttons, selects, V2 layout, modals; counts, sizes, and ids used once."""

from typing import Any

from sandbox.emoji import is_emoji
from sandbox.errors import WEB_SCHEMES, FormErrors, Json, Path
from sandbox.payload_parts import SELECT_TYPES, walk

ROW, BUTTON, STRING, INPUT = 1, 2, 3, 4
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 9, 10, 11, 12, 13, 14, 17
LABEL, UPLOAD, RADIO, BOXES, BOX = 18, 19, 21, 22, 23
V2_TOP = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER)
IN_CONTAINER = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR)
IN_LABEL = (INPUT, *SELECT_TYPES, UPLOAD, RADIO, BOXES, BOX)

LINK_SCHEMES = (*WEB_SCHEMES, "discord")
DEFAULT_VALUE_TYPES = {5: ("user",), 6: ("role",), 7: ("user", "role"), 8: ("channel",)}
"""What each kind of select may have chosen beforehand."""

MOST_V2 = 40
MOST_V2_TEXT = 4000


def check_message_components(tree: FormErrors, components: Any, *, v2: bool, names: set[str]) -> None:
    """The components of a message, old style (five rows) or V2 (forty parts, 4,000 characters in all)."""
    path: Path = ("components",)
    checker = _Checker(tree, names)
    top = checker.children(path, components, 0, MOST_V2 if v2 else 5, V2_TOP if v2 else (ROW,))
    everything = list(walk(top))
    if v2 and len(everything) > MOST_V2:
        words = f"The maximum number of components in a message is {MOST_V2}"
        tree.add(path, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", words)
    size = sum(len(each["content"]) for each in everything if isinstance(each.get("content"), str))
    if v2 and size > MOST_V2_TEXT:
        words = f"Displayable text size exceeds maximum size of {MOST_V2_TEXT}"
        tree.add(path, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", words)
    checker.unique_ids(everything)


def check_modal(tree: FormErrors, path: Path, data: Any) -> None:
    """A modal: a title of 45, one to five parts, each a label, a text or a row with one input."""
    modal = tree.record(path, data)
    tree.text((*path, "custom_id"), modal.get("custom_id"), 100, 1, needed=True)
    tree.text((*path, "title"), modal.get("title"), 45, 1, needed=True)
    checker = _Checker(tree, set())
    top = tree.items((*path, "components"), modal.get("components"), 1, 5)
    for index, each in enumerate(top):
        here = (*path, "components", index)
        part = tree.record(here, each)
        kind = part.get("type")
        if kind == LABEL:
            tree.text((*here, "label"), part.get("label"), 45, 1, needed=True)
            tree.text((*here, "description"), part.get("description"), 100)
            checker.child((*here, "component"), part.get("component"), IN_LABEL)
        elif kind == TEXT:
            checker.part(here, part)
        elif kind == ROW:
            for row, item in enumerate(tree.items((*here, "components"), part.get("components"), 1, 1)):
                inner = tree.record((*here, "components", row), item)
                if inner.get("type") != INPUT:
                    checker.wrong_kind((*here, "components", row), inner, (INPUT,))
                    continue
                tree.text((*here, "components", row, "label"), inner.get("label"), 45, 1, needed=True)
                checker.part((*here, "components", row), inner)
        else:
            checker.wrong_kind(here, part, (ROW, TEXT, LABEL))
    checker.unique_ids(list(walk(top)), path)


class _Checker:
    """Checks one component after another and notes faults in one tree."""

    def __init__(self, tree: FormErrors, names: set[str]) -> None:
        self.tree = tree
        self.names = names

    def wrong_kind(self, path: Path, part: Json, allowed: tuple[int, ...]) -> None:
        self.tree.one_of((*path, "type"), part.get("type"), allowed)

    def child(self, path: Path, value: Any, allowed: tuple[int, ...]) -> None:
        """Checks a component that must be of one of these kinds."""
        part = self.tree.record(path, value)
        if part.get("type") in allowed:
            self.part(path, part)
        else:
            self.wrong_kind(path, part, allowed)

    def children(self, path: Path, value: Any, least: int, most: int, allowed: tuple[int, ...]) -> list[Any]:
        """Checks a list of components that must each be of one of these kinds."""
        found = self.tree.items(path, value, least, most)
        for index, each in enumerate(found):
            self.child((*path, index), each, allowed)
        return found

    def unique_ids(self, everything: list[Json], root: Path = ()) -> None:
        seen: set[str] = set()
        numbers: set[int] = set()
        for each in everything:
            name, number = each.get("custom_id"), each.get("id")
            if isinstance(name, str) and name in seen:
                words = "Component custom id cannot be duplicated"
                self.tree.add((*root, "components"), "COMPONENT_CUSTOM_ID_DUPLICATED", words)
            if isinstance(number, int) and number and number in numbers:
                self.tree.add((*root, "components"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
            if isinstance(name, str):
                seen.add(name)
            if isinstance(number, int):
                numbers.add(number)

    def part(self, path: Path, part: Json) -> None:
        """Checks a component of a kind known to be allowed here."""
        kind = part["type"]
        tree = self.tree
        tree.number((*path, "id"), part.get("id"), 0, (1 << 31) - 1)
        if kind == ROW:
            self.row(path, part)
        elif kind == BUTTON:
            self.button(path, part)
        elif kind in SELECT_TYPES:
            self.select(path, part)
        elif kind == INPUT:
            self.input(path, part)
        elif kind == SECTION:
            self.children((*path, "components"), part.get("components"), 1, 3, (TEXT,))
            self.child((*path, "accessory"), part.get("accessory"), (BUTTON, THUMBNAIL))
        elif kind == TEXT:
            tree.text((*path, "content"), part.get("content"), 4000, 1, needed=True)
        elif kind == THUMBNAIL:
            tree.text((*path, "description"), part.get("description"), 1024)
            self.media((*path, "media"), part.get("media"))
        elif kind == GALLERY:
            for index, each in enumerate(tree.items((*path, "items"), part.get("items"), 1, 10)):
                item = tree.record((*path, "items", index), each)
                tree.text((*path, "items", index, "description"), item.get("description"), 1024)
                self.media((*path, "items", index, "media"), item.get("media"))
        elif kind == FILE:
            self.media((*path, "file"), part.get("file"), local=True)
        elif kind == SEPARATOR:
            tree.number((*path, "spacing"), part.get("spacing"), 1, 2)
        elif kind == CONTAINER:
            tree.number((*path, "accent_color"), part.get("accent_color"), 0, 0xFFFFFF)
            self.children((*path, "components"), part.get("components"), 1, MOST_V2, IN_CONTAINER)
        elif kind in (RADIO, BOXES):
            tree.text((*path, "custom_id"), part.get("custom_id"), 100, 1, needed=True)
            self.choices(path, part, kind)
        else:
            tree.text((*path, "custom_id"), part.get("custom_id"), 100, 1, needed=True)
            self.span(path, part, 10)

    def row(self, path: Path, part: Json) -> None:
        children = self.children((*path, "components"), part.get("components"), 1, 5, (BUTTON, *SELECT_TYPES))
        kinds = [each.get("type") for each in children if isinstance(each, dict)]
        if any(kind in SELECT_TYPES for kind in kinds) and len(kinds) > 1:
            words = "Select menus take up a whole row"
            self.tree.add((*path, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", words)

    def button(self, path: Path, part: Json) -> None:
        tree = self.tree
        style = part.get("style")
        tree.one_of((*path, "style"), style, (1, 2, 3, 4, 5, 6))
        tree.text((*path, "label"), part.get("label"), 80)
        self.emoji((*path, "emoji"), part.get("emoji"))
        if style == 5:
            tree.url((*path, "url"), part.get("url"), 512, LINK_SCHEMES, needed=True)
            if part.get("custom_id"):
                words = "A custom id and url cannot both be specified"
                tree.add((*path, "custom_id"), "BUTTON_COMPONENT_CUSTOM_ID_URL_EXCLUSIVE", words)
        elif style != 6:
            tree.text((*path, "custom_id"), part.get("custom_id"), 100, 1, needed=True)
        if not part.get("label") and not part.get("emoji") and style != 6:
            tree.add(path, "BUTTON_COMPONENT_INVALID", "A button must have a label or an emoji")

    def emoji(self, path: Path, given: Any) -> None:
        """One emoji of Unicode by its name, or one of a server's by its id; named alike in buttons and options."""
        if given is None:
            return
        emoji = self.tree.record(path, given)
        self.tree.snowflake((*path, "id"), emoji.get("id"))
        if emoji.get("id") is None and not is_emoji(emoji.get("name")):
            self.tree.add((*path, "name"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")

    def span(self, path: Path, part: Json, most: int) -> tuple[int, int]:
        """How many values may be chosen, at least and at most; one where nothing is said."""
        least = self.tree.number((*path, "min_values"), part.get("min_values"), 0, most)
        top = self.tree.number((*path, "max_values"), part.get("max_values"), 1, most)
        least, top = 1 if least is None else least, 1 if top is None else top
        if least > top:
            words = "min_values must be less than or equal to max_values"
            self.tree.add((*path, "min_values"), "SELECT_COMPONENT_INVALID_RANGE", words)
        return least, top

    def select(self, path: Path, part: Json) -> None:
        tree = self.tree
        tree.text((*path, "custom_id"), part.get("custom_id"), 100, 1, needed=True)
        tree.text((*path, "placeholder"), part.get("placeholder"), 150)
        least, top = self.span(path, part, 25)
        if part["type"] == STRING:
            self.options(path, part, max(1, least, top), 25)
            chosen = [each for each in part.get("options") or [] if isinstance(each, dict) and each.get("default")]
            self.defaults((*path, "options"), len(chosen), top)
            return
        given = tree.items((*path, "default_values"), part.get("default_values"), 0, 25)
        if given and len(given) < least:
            tree.add((*path, "default_values"), "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {top} in length.")
        self.defaults((*path, "default_values"), len(given), top)
        for index, each in enumerate(given):
            here = (*path, "default_values", index)
            default = tree.record(here, each)
            tree.snowflake((*here, "id"), default.get("id", ""))
            tree.one_of((*here, "type"), default.get("type"), DEFAULT_VALUE_TYPES[part["type"]])

    def defaults(self, path: Path, count: int, most: int) -> None:
        """No more chosen beforehand than may be chosen."""
        if count > most:
            words = "The specified number of default values exceeds the specified maximum values"
            self.tree.add(path, "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", words)

    def choices(self, path: Path, part: Json, kind: int) -> None:
        """Radio buttons, of which one is chosen, or boxes, of which several may be."""
        _, top = (1, 1) if kind == RADIO else self.span(path, {**part, "max_values": part.get("max_values") or 10}, 10)
        self.options(path, part, 2 if kind == RADIO else 1, 10)
        chosen = [each for each in part.get("options") or [] if isinstance(each, dict) and each.get("default")]
        self.defaults((*path, "options"), len(chosen), top)

    def options(self, path: Path, part: Json, least: int, most: int) -> None:
        tree = self.tree
        values: set[str] = set()
        for index, each in enumerate(tree.items((*path, "options"), part.get("options"), least, most)):
            here = (*path, "options", index)
            option = tree.record(here, each)
            tree.text((*here, "label"), option.get("label"), 100, 1, needed=True)
            tree.text((*here, "description"), option.get("description"), 100)
            self.emoji((*here, "emoji"), option.get("emoji"))
            value = tree.text((*here, "value"), option.get("value"), 100, 1, needed=True)
            if value in values:
                words = "The specified option value is already used"
                tree.add((*here, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", words)
            values.add(value)

    def input(self, path: Path, part: Json) -> None:
        tree = self.tree
        tree.text((*path, "custom_id"), part.get("custom_id"), 100, 1, needed=True)
        tree.one_of((*path, "style"), part.get("style"), (1, 2))
        tree.text((*path, "value"), part.get("value"), 4000)
        tree.text((*path, "placeholder"), part.get("placeholder"), 100)
        least = tree.number((*path, "min_length"), part.get("min_length"), 0, 4000)
        most = tree.number((*path, "max_length"), part.get("max_length"), 1, 4000)
        if least is not None and most is not None and least > most:
            words = "min_length must be less than or equal to max_length"
            tree.add((*path, "min_length"), "TEXT_INPUT_COMPONENT_INVALID_RANGE", words)

    def media(self, path: Path, item: Any, *, local: bool = False) -> None:
        url = self.tree.record(path, item).get("url")
        here = (*path, "url")
        if isinstance(url, str) and url.startswith("attachment://"):
            if url.removeprefix("attachment://") not in self.names:
                words = f"The referenced attachment in `{url}` was not found"
                self.tree.add(here, "REFERENCED_ATTACHMENT_NOT_FOUND", words)
        else:
            self.tree.url(here, url, 2048, ("attachment",) if local else WEB_SCHEMES, needed=True)
