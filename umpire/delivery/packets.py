"""Letters made ready to go: reports and pictures are made from snapshot and events when a letter is sent, never before."""

from dataclasses import replace
from typing import Final

from storage import games
from umpire.outbox.courier import File
from umpire.outbox.file_names import FILE_NAMES
from umpire.outbox.outbox import FOLD, FileKind, Letter, Recipe
from umpire.services.services import Services
from umpire.systems.known import system_of

LONGEST: Final = 2000
"""Characters in a Discord message."""


async def prepare(services: Services, letter: Letter, ref: str) -> tuple[Letter, tuple[File, ...]]:
    """The letter as it is sent, with its files: the recipes made, a packet's report begun in the message, the ref below."""
    if letter.kind == "desk":
        letter = await _desk(services, letter)
    files: list[File] = []
    done: set[tuple[str, int, str]] = set()
    for recipe in letter.files:
        group = (recipe.game, recipe.opening, recipe.side)
        if group not in done:
            done.add(group)
            kinds = tuple(r.kind for r in letter.files if (r.game, r.opening, r.side) == group)
            files += await make_files(services, recipe, kinds)
    text = letter.text
    report = next((file for file in files if file.name == FILE_NAMES["report"]), None)
    room = LONGEST - len(ref) - 1
    if letter.kind == "packet" and report is not None:
        text = _begun(text, report.data.decode(), room)
    return replace(letter, text=f"{_cut(text, room)}\n{ref}"), tuple(files)


async def _desk(services: Services, letter: Letter) -> Letter:
    """The desk as it is at this moment."""
    async with services.storage.reading() as tx:
        game = await games.find(tx, letter.game)
    maker = None if game is None else system_of(game.system).desk
    if maker is None:
        raise LookupError(f"there is no desk in game {letter.game}")
    desk = await maker(services, letter.game, letter.side)
    return replace(letter, text=desk.text, buttons=desk.buttons)


async def make_files(
    services: Services, recipe: Recipe, kinds: tuple[FileKind, ...], *, urgent: bool = False
) -> tuple[File, ...]:
    """Draw one side's files of one playing of a turn, in a worker. LookupError if there is no such turn."""
    async with services.storage.reading() as tx:
        game = await games.find(tx, recipe.game)
    if game is None:
        raise LookupError(f"there is no game {recipe.game}")
    return await system_of(game.system).files(services, game.name, recipe, kinds, urgent=urgent)


def _begun(head: str, report: str, room: int) -> str:
    """The head and the report down to its fold, or as many whole lines of it as fit; the rest is in the file.

    What stands below a fold of the head comes last.
    """
    title, _, foot = head.partition(f"\n{FOLD}\n")
    above, fold, _ = report.partition(f"\n{FOLD}\n")
    whole = f"{title}\n\n{above.strip()}"
    end = f"\n\n{foot}" if foot else ""
    if not fold and len(whole) + len(end) <= room:
        return f"{whole}{end}"
    more = f"-# The whole report is in report.md.{end}"
    lines = whole.split("\n")
    while lines and len("\n".join([*lines, more])) > room:
        lines.pop()
    return "\n".join([*lines, more])


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else text[: room - 1] + "…"
