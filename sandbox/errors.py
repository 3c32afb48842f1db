"""What Discord says when it refuses: status, code, sentence, and the 50035 error tree."""

import re
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any, Final, TypeVar

Json = dict[str, Any]
T = TypeVar("T")
Path = Sequence[str | int]
WEB_SCHEMES: Final = ("http", "https")
_STRIPPED: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e]")
_NOT_IN_URL: Final = re.compile(r"[\s\x00-\x1f\x7f]")


class DiscordError(Exception):
    """A refusal in Discord's own words; `status` is HTTP's, `code` is Discord's."""

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    def body(self) -> Json:
        """The JSON body of the answer."""
        body: Json = {"message": self.message, "code": self.code}
        if self.errors is not None:
            body["errors"] = self.errors
        return body


class TooOftenError(DiscordError):
    """A refusal for now (429); `seconds` is how long to wait."""

    def __init__(self, code: int, message: str, seconds: float) -> None:
        super().__init__(429, code, message)
        self.seconds = seconds

    def body(self) -> Json:
        """The JSON body of the answer, with the patience that is asked for."""
        return {**super().body(), "retry_after": round(self.seconds, 3), "global": False}


class Refused(Exception):  # noqa: N818 (it is what a person reads in the client, not a fault of the program)
    """What a Discord client would tell a person before sending anything."""


def clean(text: str) -> str:
    """Text as Discord passes it on: half surrogates, which no client can send, become the replacement sign."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def sanitized(text: str) -> str:
    """Message content as Discord keeps it: without control characters and marks that turn the direction of writing. (Its
    documentation says that it strips characters which cause unexpected formatting; its developers name these.)"""
    return _STRIPPED.sub("", text)


unauthorized = partial(DiscordError, 401, 0, "401: Unauthorized")
"""No token, or not ours."""
not_found = partial(DiscordError, 404, 0, "404: Not Found")
"""No such route."""
missing_permissions = partial(DiscordError, 403, 50013, "Missing Permissions")
"""The channel is visible, but this is not allowed in it."""
missing_access = partial(DiscordError, 403, 50001, "Missing Access")
"""The channel is not visible."""
thread_archived = partial(DiscordError, 400, 50083, "Thread is archived")
"""Nothing but deleting messages goes on in an archived thread; sending one opens it again."""
thread_locked = partial(DiscordError, 400, 160005, "Thread is locked")
"""Only who may manage threads writes in a locked one."""
too_large = partial(DiscordError, 413, 40005, "Request entity too large")
"""A file over the limit, or the whole request."""


def unknown(what: str) -> DiscordError:
    """No such thing, with Discord's code for the kind of thing."""
    codes = {
        "Application": 10002, "Channel": 10003, "Guild": 10004, "Member": 10007, "Message": 10008, "Overwrite": 10009,
        "Role": 10011, "User": 10013, "Emoji": 10014, "Webhook": 10015, "interaction": 10062,
        "application command": 10063,
    }  # fmt: skip
    return DiscordError(404, codes[what], f"Unknown {what}")


def known(found: T | None, what: str) -> T:
    """The thing that was looked for, or Unknown."""
    if found is None:
        raise unknown(what)
    return found


def _outermost(node: Json) -> Json:
    if "_errors" in node:  # by Discord's description a node of the tree has either its own faults or further nodes
        return {"_errors": node["_errors"]}
    return {key: _outermost(each) for key, each in node.items()}


def invalid(path: Path, code: str, message: str) -> DiscordError:
    """A body with this one fault."""
    tree = FormErrors()
    tree.add(path, code, message)
    return tree.error()


class FormErrors:
    """Collects what is wrong with a body and raises it all at once, as Discord does.

    `root` is where the body stands within the request: `("data",)` for the message of an interaction's answer."""

    __slots__ = ("errors", "root")

    def __init__(self, root: Path = ()) -> None:
        self.errors: Json = {}
        self.root = tuple(root)

    def add(self, path: Path, code: str, message: str) -> None:
        """Notes one fault at a path of keys and indexes."""
        node = self.errors
        for part in (*self.root, *path):
            node = node.setdefault(str(part), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def error(self) -> DiscordError:
        """50035 with all that was noted, but what is wrong with a whole hides what is wrong with its parts."""
        return DiscordError(400, 50035, "Invalid Form Body", _outermost(self.errors))

    def check(self) -> None:
        """Raises 50035 if anything was noted."""
        if self.errors:
            raise self.error()

    # the words Discord uses for the common faults

    def text(self, path: Path, value: Any, most: int, least: int = 0, *, needed: bool = False) -> str:
        """A text of `least` to `most` characters; absent and null are empty unless needed."""
        if needed and value in (None, ""):
            self.add(path, "BASE_TYPE_REQUIRED", "This field is required")
            return ""
        if value is None:
            return ""
        if not isinstance(value, str):
            self.add(path, "STRING_TYPE_CONVERT", "Could not interpret value as a string.")
            return ""
        self._size(path, len(value), least, most)
        return value

    def _size(self, path: Path, size: int, least: int, most: int) -> None:
        if size > most and least == 0:
            self.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
        elif not least <= size <= most:
            self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")

    def number(self, path: Path, value: Any, least: int, most: int) -> int | None:
        """A whole number within limits, or None if absent."""
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int):
            self.add(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
            return None
        if value < least:
            self.add(path, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {least}.")
        if value > most:
            self.add(path, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {most}.")
        return value

    def items(self, path: Path, value: Any, least: int, most: int) -> list[Any]:
        """A list of `least` to `most` things; absent and null are empty."""
        if value is None:
            value = []
        if not isinstance(value, list):
            self.add(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        self._size(path, len(value), least, most)
        return value

    def record(self, path: Path, value: Any) -> Json:
        """An object, or an empty one with a fault noted."""
        if isinstance(value, dict):
            return value
        self.add(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
        return {}

    def one_of(self, path: Path, value: Any, allowed: Sequence[Any]) -> None:
        """A value out of a fixed set."""
        if isinstance(value, bool) or value not in allowed:
            words = ", ".join(str(each) for each in allowed)
            self.add(path, "BASE_TYPE_CHOICES", f"Value must be one of {{{words}}}.")

    def unique(self, path: Path, values: Sequence[Any]) -> None:
        """A list in which nothing stands twice."""
        for index, each in enumerate(values):
            if each in values[:index]:
                self.add((*path, index), "SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value")

    def snowflake(self, path: Path, value: Any) -> None:
        """An id: a number, or one written as text; null and absent are fine."""
        if value is not None and (isinstance(value, bool) or not str(value).isdecimal()):
            self.add(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')

    def url(
        self, path: Path, value: Any, most: int, schemes: Sequence[str] = WEB_SCHEMES, *, needed: bool = False
    ) -> None:
        """An address of one of these schemes with a host (none for an attachment's name); null and absent are fine."""
        if value is None or not isinstance(value, str):
            self.text(path, value, most, needed=needed)
            return
        if len(value) > most:
            self._size(path, len(value), 0, most)
        scheme, colon, rest = value.partition(":")
        if not colon or scheme.lower() not in schemes:
            words = f'Scheme "{scheme.lower()[:100]}" is not supported. Scheme must be one of {tuple(schemes)}.'
            self.add(path, "URL_TYPE_INVALID_SCHEME", words)
        host = rest.removeprefix("//").partition("/")[0]
        if value and (_NOT_IN_URL.search(value) or not rest.startswith("//") or not host):
            self.add(path, "URL_TYPE_INVALID_URL", "Not a well formed URL.")

    def moment(self, path: Path, value: Any) -> None:
        """A moment as ISO 8601 writes it; null and absent are fine."""
        if value is None:
            return
        try:
            datetime.fromisoformat(value)
        except (TypeError, ValueError):
            self.add(path, "DATE_TIME_TYPE_PARSE", f"Could not parse {value}. Should be ISO8601.")
