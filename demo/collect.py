"""What was delivered, written into files: each side's packets by turn, and everything its people read in a diary."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from demo.actor import Actor
from demo.cast import Cast
from sandbox.reply import Seen

PACKET = frozenset({"map.png", "map.txt"})
REPORT = "report.md"
PICTURE = ".png"
FRONT = "front-"
"""How a picture of a world that is fought over is called; there are as many as there are such worlds."""
_TURN = re.compile(r"^(?:<@\d+> )?\*\*Turn (\d+)\*\* of ")
_REF = re.compile(r"^-# ref (\S+)$", re.MULTILINE)


@dataclass
class Delivered:
    """The packets of one side: the files of each turn (as delivered last), and how often each turn came."""

    side: str
    files: dict[int, dict[str, bytes]] = field(default_factory=dict)
    times: Counter[int] = field(default_factory=Counter)
    alts: list[str] = field(default_factory=list)


def delivered_to(actor: Actor, side: str) -> Delivered:
    """The packets in a side's thread, as its player sees them; one of several messages has its files with the last."""
    found = Delivered(side)
    begun = 0
    for message in actor.hears(actor.place):
        names = {file.filename for file in message.attachments}
        match = _TURN.match(message.text())
        begun = int(match[1]) if match else begun
        if not names >= PACKET or message.message is None or message.message.origin is not None:
            continue
        turn, begun = begun, 0
        found.files[turn] = {file.filename: file.read() for file in message.attachments}
        found.alts += [file.description for file in message.attachments if file.filename.endswith(PICTURE)]
        found.times[turn] += 1
    return found


def repeated_refs(messages: list[Seen]) -> list[str]:
    """The marks of letters that arrived more than once in one place."""
    marks = Counter(mark for message in messages for mark in _REF.findall(message.text()))
    return [mark for mark, times in marks.items() if times > 1]


def write_side(out: Path, delivered: Delivered, actor: Actor) -> None:
    """A folder for each turn, and the diary."""
    folder = out / delivered.side
    for turn, files in sorted(delivered.files.items()):
        here = folder / f"turn-{turn:02d}"
        here.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            (here / Path(name).name).write_bytes(data)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "diary.txt").write_text("\n\n".join(actor.diary) + "\n", encoding="utf-8")


def read_by(delivered: Delivered, actors: list[Actor]) -> Iterator[str]:
    """Every text a side got: its files, its people's answers and suggestions, and all messages in its thread."""
    for files in delivered.files.values():
        for name, data in files.items():
            if not name.endswith(PICTURE):
                yield data.decode()
    yield from delivered.alts
    for actor in actors:
        yield from actor.read_in_the_first_game
        yield from (message.text() for message in actor.hears(actor.place))


def pictures(cast: Cast) -> int:
    """How many pictures the bot has sent, to whomever."""
    world = cast.stage.sandbox.world
    return sum(
        attachment.filename.endswith(".png")
        for messages in world.messages.values()
        for message in messages.values()
        for attachment in message.attachments
    )


def messages_sent(cast: Cast) -> int:
    """How many messages of the bot there are, answers included."""
    world = cast.stage.sandbox.world
    return sum(m.author_id == world.bot_id for messages in world.messages.values() for m in messages.values())
