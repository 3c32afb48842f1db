"""Letters made ready to go: reports and pictures are made from snapshot and events when a letter is sent, never before."""

import hashlib
from collections.abc import Callable
from typing import Final, TypeAlias

from rules.values import changed
from storage import games
from storage.db import Transaction
from umpire.delivery.pages import pages
from umpire.news.digest import digest_text
from umpire.outbox.courier import File
from umpire.outbox.file_names import FILE_NAMES
from umpire.outbox.outbox import FileKind, Letter, Recipe
from umpire.services.services import Services
from umpire.systems.known import system_of

LONGEST: Final = 2000
"""Characters in a Discord message."""
LONGEST_PANEL: Final = 3900
"""Characters in all texts of a panel together, with some to spare."""

Page: TypeAlias = tuple[Letter, tuple[File, ...]]


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
        group = (recipe.game, recipe.opening, recipe.side)
        if group not in done:
            done.add(group)
            kinds = tuple(r.kind for r in letter.files if (r.game, r.opening, r.side) == group)
            files += await make_files(services, recipe, kinds)
    report = next((file for file in files if file.name == FILE_NAMES["report"]), None)
    room = (LONGEST_PANEL if letter.panel else LONGEST) - len(ref(0)) - 1
    if not letter.has_pages or report is None:
        return [(changed(letter, text=f"{_cut(letter.text, room)}\n{ref(0, letter.shown)}"), tuple(files))]
    texts = pages(letter.text, report.data.decode(), room)
    if letter.file_note:
        noted = changed(report, data=f"{report.data.decode().rstrip()}\n\n{letter.file_note}\n".encode())
        files[files.index(report)] = noted
    first, *others = [changed(letter, text=f"{text}\n{ref(at)}") for at, text in enumerate(texts)]
    *before, last = [first, *(changed(page, mentions=(), highlights=()) for page in others)]
    return [*((changed(page, buttons=()), ()) for page in before), (last, tuple(files))]


def _naming(letter: Letter) -> Letter:
    """The letter with the names of those whom it is for: Discord pings nobody else. In a direct message nobody needs one."""
    users = dict.fromkeys((*letter.mentions, *letter.highlights))
    names = [f"<@{user}>" for user in users if f"<@{user}>" not in letter.text]
    if not names or letter.target.kind == "dm":
        return letter
    return changed(letter, text=f"{' '.join(names)} {letter.text}")


async def with_desk(tx: Transaction, services: Services, letter: Letter) -> Letter:
    """The letter of a desk with what that shows at this moment."""
    game = await games.find(tx, letter.game)
    maker = None if game is None else system_of(game.system).desk
    if maker is None:
        raise LookupError(f"there is no desk in game {letter.game}")
    desk = await maker(tx, services, letter.game, letter.side)
    shown = hashlib.sha256(repr((desk.text, desk.buttons)).encode()).hexdigest()
    return changed(letter, text=desk.text, buttons=desk.buttons, shown=shown)


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
