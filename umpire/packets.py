"""Letters made ready to go: reports and pictures are made from snapshot and events when a letter is sent, never before."""

from dataclasses import replace
from typing import Final

from render.cluster_map.draw import draw_cluster_map
from render.layout import mine
from render.report.write import write_report
from render.text_map import write_map_text
from rules.cluster_war.views.side_views import gm_view, view_for
from storage import events, games, snapshots
from storage.codec import decode_event, decode_state, encode_event, unpack
from storage.db import Transaction
from storage.seats import SeatRow
from storage.snapshots import SnapshotKey
from umpire.bouts.pictures import draw_bout
from umpire.bouts.standing import SYSTEMS
from umpire.courier import File
from umpire.desk import Umpire
from umpire.outbox import FOLD, FileKind, Letter, Recipe, Target

LONGEST: Final = 2000
"""Characters in a Discord message."""

PACKET: Final[tuple[FileKind, ...]] = ("report", "map", "text-map")
FILE_NAMES: Final = {"report": "report.md", "map": "map.png", "text-map": "map.txt", "replay": "replay.gif"}


def target_of(seat: SeatRow) -> Target | None:
    """Where a seat's own letters go: its thread, or its holder's direct messages; None while it has neither."""
    if seat.thread_id is not None and not (seat.dm and seat.user_id is not None):
        return Target("thread", seat.thread_id)
    return None if seat.user_id is None else Target("dm", seat.user_id)


async def prepare(desk: Umpire, letter: Letter, ref: str) -> tuple[Letter, tuple[File, ...]]:
    """The letter as it is sent, with its files: the recipes made, a packet's report begun in the message, the ref below."""
    files: list[File] = []
    done: set[tuple[str, int, str]] = set()
    for recipe in letter.files:
        group = (recipe.game, recipe.opening, recipe.side)
        if group not in done:
            done.add(group)
            kinds = tuple(r.kind for r in letter.files if (r.game, r.opening, r.side) == group)
            files += await make_files(desk, recipe, kinds)
    text = letter.text
    report = next((file for file in files if file.name == FILE_NAMES["report"]), None)
    room = LONGEST - len(ref) - 1
    if letter.kind == "packet" and report is not None:
        text = _begun(text, report.data.decode(), room)
    return replace(letter, text=f"{_cut(text, room)}\n{ref}"), tuple(files)


async def make_files(
    desk: Umpire, recipe: Recipe, kinds: tuple[FileKind, ...], *, urgent: bool = False
) -> tuple[File, ...]:
    """Draw one side's files of one playing of a turn, in a worker. LookupError if there is no such turn."""
    async with desk.storage.reading() as tx:
        game = await games.find(tx, recipe.game)
        if game is None:
            raise LookupError(f"there is no game {recipe.game}")
        packed = await snapshots.load_packed(tx, await _result(tx, recipe))
        if game.system in SYSTEMS:
            start = await snapshots.load_packed(tx, SnapshotKey(recipe.game, recipe.opening, "start", 0))
            told = await events.encoded_of_opening(tx, recipe.game, recipe.opening)
            return await desk.workers.run(
                draw_bout, game.system, start, packed, told, recipe.side, kinds, game.name, recipe.turn, urgent=urgent
            )
        happened = tuple(encode_event(row.event) for row in await events.of_opening(tx, recipe.game, recipe.opening))
    return await desk.workers.run(draw, packed, happened, recipe.side, kinds, game.name, recipe.turn, urgent=urgent)


async def _result(tx: Transaction, recipe: Recipe) -> SnapshotKey:
    """Where a playing of a turn ended: its draft as last amended, or else the start of what followed."""
    draft = await snapshots.latest(tx, recipe.game, recipe.opening, "draft")
    return draft or SnapshotKey(recipe.game, recipe.opening + 1, "start", 0)


def draw(
    packed: bytes, happened: tuple[bytes, ...], side: str, kinds: tuple[FileKind, ...], campaign: str, turn: int
) -> tuple[File, ...]:
    """Make one side's files (side "": the game master's) from a packed state and encoded events. Runs in a worker."""
    state = decode_state(unpack(packed))
    view = view_for(state, side) if side else gm_view(state)
    told = [decode_event(event) for event in happened]
    files: list[File] = []
    for kind in kinds:
        name = FILE_NAMES[kind]
        match kind:
            case "report":
                files.append(File(name, write_report(view, told, campaign=campaign, turn=turn).encode()))
            case "map":
                picture = draw_cluster_map(view, region=mine(view) if side else None, campaign=campaign)
                files.append(File(name, picture.png, picture.alt))
            case "text-map":
                files.append(File(name, write_map_text(view, campaign=campaign).encode()))
            case "capsule" | "replay":
                raise ValueError(f"a {kind} is not drawn for a campaign")
    return tuple(files)


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
