"""What the deliverer asks of whoever carries letters to Discord, what can go wrong on the way, and a packet's files.

`cogs/shell/courier.py` is the one implementation; tests bring a courier of their own. The umpire knows nothing of discord.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Protocol

from rules.values import Value
from umpire.outbox.outbox import FileKind, Letter, Target

FILE_NAMES: Final = {
    "report": "report.md",
    "map": "map.png",
    "text-map": "map.txt",
    "replay": "replay.gif",
    "atlas": "atlas.html",
    "chronicle": "chronicle.html",
    "film": "campaign.gif",
    "opening": "map.png",
    "ending": "report.md",
}
PACKET_FILES: Final[tuple[FileKind, ...]] = ("report", "map", "text-map")


class File(Value):
    """A file to attach; `alt` describes a picture in words (at most 1,024 characters). A picture that stands `apart` is shown
    by itself below the others, so that it is as large as they are."""

    name: str
    data: bytes
    alt: str = ""
    apart: bool = False


class Courier(Protocol):
    """Carries letters. Targets are never "gm" here: they name a thread, a channel, or a user for a direct message.

    `letter.text` is ready to send (at most 2,000 characters, 4,000 in a panel); nobody but `letter.mentions` may be pinged.
    All methods raise CourierError subclasses; anything else counts as NotNowError.
    """

    async def send(self, target: Target, letter: Letter, files: Sequence[File], nonce: str) -> int:
        """Send a message; the same nonce within a few minutes gives the same message. Gives the message's id."""
        ...

    async def edit(self, target: Target, message_id: int, letter: Letter, files: Sequence[File]) -> None:
        """Replace text and files of a message sent before. MessageGoneError if it was deleted."""
        ...

    async def pin(self, target: Target, message_id: int) -> None:
        """Pin a message where it is, if the bot may; again is no mistake. PinsFullError where no further one can be pinned."""
        ...

    async def delete(self, target: Target, message_id: int) -> None:
        """Take back a message sent before. MessageGoneError if it was deleted already."""
        ...

    async def find(self, target: Target, ref: str, since: int, below: int = 0) -> int | None:
        """The id of the bot's own message in `target` whose text ends with `ref`, sent at or after `since` (UTC seconds); with
        `below`, sent after that message, whenever that was."""
        ...


class CourierError(Exception):
    """A letter did not arrive."""


class NotNowError(CourierError):
    """It may arrive later: Discord or the way to it is down, or asks for patience (`seconds`, if it says how long)."""

    def __init__(self, message: str, seconds: float = 0) -> None:
        super().__init__(message)
        self.seconds = seconds


class MessageGoneError(CourierError):
    """The message to edit or take back was deleted; the letter is sent as a new one."""


class RefusedError(CourierError):
    """Discord refuses this one letter as it is; others to the same target may arrive."""


class PinsFullError(CourierError):
    """The message is there, but as many are pinned as Discord allows. `why` says so and what makes room, without the last
    dot."""

    def __init__(self, message: str, why: str) -> None:
        super().__init__(message)
        self.why = why


class TargetError(CourierError):
    """Nothing reaches this target until somebody mends it. `kind` is how the problem is kept."""

    kind = "target"


class ChannelGoneError(TargetError):
    """The channel or thread was deleted."""

    kind = "channel-gone"


class NoPermissionError(TargetError):
    """The bot may not write there. `why` names what it lacks, as the rest of a sentence after "I" ("": that is not known)."""

    kind = "missing-permission"

    def __init__(self, message: str, why: str = "") -> None:
        super().__init__(message)
        self.why = why


class LockedError(TargetError):
    """A moderator has locked the thread."""

    kind = "locked"


class MemberGoneError(TargetError):
    """The user has left the server, or there is no such user."""

    kind = "member-gone"


class DmClosedError(TargetError):
    """The user takes no direct messages from the bot."""

    kind = "dm-closed"


def text_file(kind: FileKind, text: str) -> File:
    """A text as a file of this kind."""
    return File(FILE_NAMES[kind], text.encode())


def draw_letter_files(
    kinds: tuple[FileKind, ...], makers: Mapping[FileKind, Callable[[], File | tuple[File, ...]]]
) -> tuple[File, ...]:
    """The files of these kinds, in order; a kind may be several files, or none. ValueError for one that is not drawn for this
    game."""
    wrong = [kind for kind in kinds if kind not in makers]
    if wrong:
        raise ValueError(f"a {wrong[0]} is not drawn for this game")
    made = [makers[kind]() for kind in kinds]
    return tuple(file for one in made for file in (one if isinstance(one, tuple) else (one,)))
