"""A bout's files, drawn by its game."""

from typing import assert_never

from render.battle.battle_map.draw import draw_battle_map
from render.battle.battle_map.text import write_battle_text
from rules.pentagon_war.turn.view import seen_events, view_for
from storage.bout_codec import BATTLE_CODEC
from storage.codec import unpack
from umpire.battle.battle_files import NAMES, paint_replay, write_report
from umpire.bout_kinds.battle import BATTLE
from umpire.bout_kinds.dogfight import DOGFIGHT
from umpire.dogfight.dogfight_files import draw_fight_files
from umpire.outbox.courier import File
from umpire.outbox.outbox import FileKind


def draw_bout(
    system: str,
    start: bytes,
    packed: bytes,
    told: tuple[bytes, ...],
    side: str,
    kinds: tuple[FileKind, ...],
    title: str,
    turn: int,
) -> tuple[File, ...]:
    """The files of one playing of a turn, as a side ("*": everybody) may see them. Runs in a worker."""
    if system == DOGFIGHT:
        return draw_fight_files(start, packed, told, side, kinds, title, turn)
    if system != BATTLE:
        raise ValueError(f"{system} is not drawn as a battle")
    view = view_for(BATTLE_CODEC.read(unpack(packed)), side)
    events = seen_events([BATTLE_CODEC.read_event(event) for event in told], side)
    files: list[File] = []
    for kind in kinds:
        match kind:
            case "report":
                files.append(File(NAMES[kind], write_report(view, events, title, turn).encode()))
            case "map":
                picture = draw_battle_map(view, title=title)
                files.append(File(NAMES[kind], picture.png, picture.alt))
            case "text-map":
                files.append(File(NAMES[kind], write_battle_text(view).encode()))
            case "replay":
                files.append(paint_replay(start, packed, told, side, f"{title}, turn {turn}", "dark"))
            case "capsule":
                raise ValueError("a capsule is not drawn")
            case _:
                assert_never(kind)
    return tuple(files)
