"""What was delivered, written into files, and what must have held when the curtain falls.

Every command was used, every letter delivered once, no secret read by others.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from demo.answer_reader import fleets
from demo.cast import Cast
from demo.rivals import titles
from demo.stage import CHANNEL_NAME, Actor
from sandbox.reply import SeenMessage

PACKET_FILES = frozenset({"map.png", "map.txt"})
REPORT_FILE = "report.md"
PICTURE_SUFFIX = ".png"
FRONT_PREFIX = "front-"
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
        if not names >= PACKET_FILES or message.message is None or message.message.origin is not None:
            continue
        turn, begun = begun, 0
        found.files[turn] = {file.filename: file.read() for file in message.attachments}
        found.alts += [file.description for file in message.attachments if file.filename.endswith(PICTURE_SUFFIX)]
        found.times[turn] += 1
    return found


def repeated_refs(messages: list[SeenMessage]) -> list[str]:
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
            if not name.endswith(PICTURE_SUFFIX):
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


Json = dict[str, Any]


def commands_of(actor: Actor) -> set[str]:
    """Every command of the tree, by its full name, as Discord lists it to a person."""
    return {name for command in actor.human.commands(CHANNEL_NAME) for name in _leaves(command, "")}


def _leaves(node: Json, above: str) -> Iterator[str]:
    name = f"{above} {node['name']}".strip()
    inner = [option for option in node.get("options", []) if option["type"] in (1, 2)]
    if not inner:
        yield name
    for option in inner:
        yield from _leaves(option, name)


def check_commands(cast: Cast) -> list[str]:
    """Commands nobody used; none should be left."""
    unused = sorted(commands_of(cast.gm) - set(cast.findings.used))
    cast.findings.check(not unused, f"commands nobody used: {', '.join(unused)}")
    return unused


def check_delivery(cast: Cast, delivered: list[Delivered]) -> None:
    """Each side got each turn's packet as often as the turn was published, and no letter came twice anywhere."""
    for each in delivered:
        cast.findings.check(
            each.times == cast.published, f"{each.side} got {dict(each.times)}, not {dict(cast.published)}"
        )
        for turn, files in each.files.items():
            wanted = {"map.png", "map.txt"} | ({REPORT_FILE} if turn else set())
            usual = {name for name in files if not name.startswith(FRONT_PREFIX)}
            cast.findings.check(usual == wanted and all(files.values()), f"{each.side}, turn {turn}: {sorted(files)}")
    rooms = tuple(f"{cast.bill.sides[rival.side]} · " for rival in cast.bill.rivals)
    for actor in cast.actors:
        theirs = [thread.name for thread in actor.human.threads(CHANNEL_NAME) if thread.name.startswith(rooms)]
        cast.findings.check(not theirs, f"{actor.name} can open threads of the bot's empires: {theirs}")
    for actor in (*cast.actors, cast.gm):
        again = repeated_refs(actor.hears(actor.place))
        cast.findings.check(not again, f"letters that {actor.name} got twice: {again}")
    again = repeated_refs(cast.visitor.hears(CHANNEL_NAME))
    cast.findings.check(not again, f"public letters that came twice: {again}")


async def own_names(cast: Cast) -> dict[str, set[str]]:
    """What each side has called its fleets and colonies, as it reads them itself."""
    found: dict[str, set[str]] = {}
    for side, empire in cast.empires.items():
        names = set(await fleets(empire.actor)) | set(empire.doctrine.colonies[: empire.named])
        found[side] = names | set(empire.doctrine.scouts) | set(empire.doctrine.haulers)
    return found


def check_secrets(cast: Cast, delivered: list[Delivered], names: dict[str, set[str]]) -> None:
    """No name that a side gave to something stands in anything another side has read, nor in public; and what the bot's empires
    got and planned has come to no player."""
    papers = tuple(titles(cast))
    for each in delivered:
        people = [cast.actor(each.side), cast.players[each.side]]
        told = "\n".join(_unasked(text) for text in read_by(each, people))
        read = [title for title in papers if title in told]
        cast.findings.check(not read, f"{each.side} has papers of the bot's: {read}")
        for side, secrets in names.items():
            if side != each.side:
                leaked = sorted(name for name in secrets if name in told)
                cast.findings.check(not leaked, f"{each.side} has read names of {side}: {leaked}")
    public = "\n".join(m.text() for m in cast.visitor.hears(CHANNEL_NAME) if not m.ephemeral)
    leaked = sorted(name for secrets in (*names.values(), papers) for name in secrets if name in public)
    cast.findings.check(not leaked, f"public posts hold names of fleets or colonies, or papers: {leaked}")


def _unasked(entry: str) -> str:
    """A diary entry without what the player typed, and without a refusal that repeats it."""
    if not entry.startswith("> "):
        return entry
    answer = entry.partition("\n")[2]
    return "" if answer.startswith("⚠") else answer


def check_stage(cast: Cast) -> None:
    """No unknown route, no error in the log."""
    unknown = cast.stage.sandbox.unknown_routes
    cast.findings.check(not unknown, f"routes the sandbox does not have: {unknown}")
    for error in cast.stage.log.errors:
        cast.findings.problems.append(f"logged: {error}")
