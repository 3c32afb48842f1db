"""Letters made ready to go: reports and pictures are made from snapshot and events when a letter is sent, never before.

A report is laid out over messages: nothing is cut, no heading stands alone, and a page that is continued says so.
"""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from render.words.letters import CONTINUED, REST_OF_REPORT, WHOLE_REPORT, split
from rules.values import Value, changed
from storage import games
from storage.db import Transaction
from umpire.news import digest_text
from umpire.outbox.courier import FILE_NAMES, File
from umpire.outbox.outbox import FOLD_LINE, FileKind, Letter, Recipe
from umpire.services.services import Services
from umpire.systems.known import system_of

MOST_PAGES: Final = 4
TITLE_PREFIX: Final = "# "
HEADING_PREFIX: Final = "## "
MESSAGE_HEADING_PREFIX: Final = "### "
"""A report's headings are smaller in a message than in its file."""
ITEM_PREFIX: Final = "- "
LONGEST_MESSAGE: Final = 2000
"""Characters in a Discord message."""
LONGEST_PANEL: Final = 3900
"""Characters in all texts of a panel together, with some to spare."""
Page: TypeAlias = tuple[Letter, tuple[File, ...]]


class _Item(Value):
    """What stays together: a line of the report with the lines that belong to it, below which heading, after what gap."""

    heading: str
    text: str
    gap: str


@dataclass(slots=True)
class _MessagePage:
    """A page as it fills."""

    text: str = ""
    headings: set[str] = field(default_factory=set)


def pages(head: str, report: str, room: int, *, refers: bool = True) -> list[str]:
    """The texts of the messages that tell a report, each of at most `room` characters.

    The first begins with the head, the last ends with what stands below the fold of the head. Of the report it is what
    stands above its own fold; unless nobody need be told, it `refers` to the file for the rest.
    """
    title, _, foot = head.partition(f"\n{FOLD_LINE}\n")
    above, folded, _ = report.partition(f"\n{FOLD_LINE}\n")
    items = list(_items(above, room // 2))
    page = _MessagePage(title)
    done: list[str] = []
    seen: set[str] = set()
    left = 0
    for at, item in enumerate(items):
        piece = _piece(item, page, seen)
        spare = room - len(REST_OF_REPORT) - len(foot) - 4
        if len(page.text) + len(piece) > spare and (done or at):
            if len(done) + 1 == MOST_PAGES:
                left = len(items) - at
                break
            done.append(page.text)
            page = _MessagePage()
            piece = _piece(item, page, seen).lstrip("\n")
        page.text += piece
        page.headings.add(item.heading)
        seen.add(item.heading)
    ends = [REST_OF_REPORT.format(lines=left)] if left else [WHOLE_REPORT] if folded and refers else []
    ends += ["", foot] if foot else []
    return [*done, "\n".join([page.text, *ends])]


def _piece(item: _Item, page: _MessagePage, seen: set[str]) -> str:
    """An item as it stands on a page: below its heading, if that is not there yet."""
    if not item.heading or item.heading in page.headings:
        return f"{item.gap}{item.text}"
    more = CONTINUED if item.heading in seen else ""
    return f"\n\n{MESSAGE_HEADING_PREFIX}{item.heading}{more}\n{item.text}"


def _items(report: str, most: int) -> Iterator[_Item]:
    """The report line by line; what is longer than `most` is taken apart at its own line ends."""
    heading, gap = "", "\n\n"
    held: list[str] = []
    for line in (*report.strip().split("\n"), HEADING_PREFIX):
        if held and (not line or line.startswith("  ")):
            held.append(line)
            continue
        after_blank = bool(held) and not held[-1]
        for at, part in enumerate(split("\n".join(held).rstrip(), most)):
            yield _Item(heading, part, gap if at == 0 else "\n")
        if held:
            gap = "\n\n" if after_blank else "\n"
            held = []
        if line.startswith(HEADING_PREFIX):
            heading = line.removeprefix(HEADING_PREFIX)
            continue
        if after_blank and not line.startswith(ITEM_PREFIX):
            heading = ""  # a paragraph of its own
        held.append(f"{HEADING_PREFIX}{line.removeprefix(TITLE_PREFIX)}" if line.startswith(TITLE_PREFIX) else line)


async def prepare(services: Services, letter: Letter, ref: Callable[..., str]) -> list[Page]:
    """The letter as it is sent: one message, or several where its report needs them; `ref` gives the line below each.

    Files, picture and buttons are with the last one, where a reader who opens the thread stands. A digest that has nothing more
    to tell is no message.
    """
    if letter.kind == "digest":
        text = await digest_text(services, letter)
        if not text:
            return []
        letter = changed(letter, text=text)
    letter = _naming(letter)
    files: list[File] = []
    done: set[tuple[str, int, str]] = set()
    for recipe in letter.files:
        group = (recipe.game, recipe.revision, recipe.side)
        if group not in done:
            done.add(group)
            kinds = tuple(r.kind for r in letter.files if (r.game, r.revision, r.side) == group)
            files += await make_files(services, recipe, kinds)
    report = next((file for file in files if file.name == FILE_NAMES["report"]), None)
    text = "" if report is None else report.data.decode()
    noted = report or next((file for file in files if file.name == FILE_NAMES["text-map"]), None)
    if letter.file_note and noted is not None:
        words = f"{noted.data.decode().rstrip()}\n\n{letter.file_note}\n"
        files[files.index(noted)] = changed(noted, data=words.encode())
    room = (LONGEST_PANEL if letter.panel else LONGEST_MESSAGE) - len(ref(0)) - 1
    if not letter.has_pages or report is None:
        return [(changed(letter, text=f"{_cut(letter.text, room)}\n{ref(0, letter.shown)}"), tuple(files))]
    texts = pages(letter.text, text, room, refers=not letter.picture_first)
    first, *others = [changed(letter, text=f"{text}\n{ref(at)}") for at, text in enumerate(texts)]
    *before, last = [first, *(changed(page, mentions=(), highlights=()) for page in others)]
    return [*((changed(page, buttons=()), ()) for page in before), (last, tuple(files))]


def _naming(letter: Letter) -> Letter:
    """The letter with the names of those whom it is for: Discord pings nobody else. In a direct message nobody needs one."""
    users = dict.fromkeys((*letter.mentions, *letter.highlights))
    names = [f"<@{user}>" for user in users if f"<@{user}>" not in letter.text]
    if not names or letter.target.kind == "dm":
        return letter
    between = "\n" if letter.text.startswith("#") else " "  # a heading begins its line
    return changed(letter, text=f"{' '.join(names)}{between}{letter.text}")


async def with_dashboard(tx: Transaction, services: Services, letter: Letter) -> Letter:
    """The letter of a dashboard with what that shows at this moment."""
    game = await games.find(tx, letter.game)
    maker = None if game is None else system_of(game.system).dashboard
    if maker is None:
        raise LookupError(f"there is no dashboard in game {letter.game}")
    board = await maker(tx, services, letter.game, letter.side)
    shown = hashlib.sha256(repr((board.text, board.buttons)).encode()).hexdigest()
    return changed(letter, text=board.text, buttons=board.buttons, shown=shown)


async def make_files(
    services: Services, recipe: Recipe, kinds: tuple[FileKind, ...], *, urgent: bool = False
) -> tuple[File, ...]:
    """Draw one side's files of one playing of a turn, in a worker. LookupError if there is no such turn."""
    async with services.storage.reading() as tx:
        game = await games.find(tx, recipe.game)
    if game is None:
        raise LookupError(f"there is no game {recipe.game}")
    return await system_of(game.system).files(services, game.name, recipe, kinds, urgent=urgent)


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else text[: room - 1] + "…"
