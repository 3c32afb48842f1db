"""One side's atlas of a battle: every impulse as that side saw it then, to the box, in one page that needs nothing else."""

from collections.abc import Iterable, Sequence
from typing import Final

from render.canvas.hex_field import GRID, MOST, fitted
from render.page.moments import Json, Moment, course_of
from render.page.page import room_for, write_page
from render.words.safe_text import bare
from rules.hexes import Hex
from rules.pentagon_war.turn.view import BattleView

PARTS: Final = ("display.js", "painting.js", "battle.js")
SCRIPTS: Final = tuple(("render.battle.atlas", name) for name in PARTS)


def write_atlas(moments: Sequence[Moment], last: BattleView, title: str) -> bytes:
    """The page of these moments, oldest first; `last` is the viewer's view after them. What does not fit is left out from
    the old end, and the page says so."""
    area = fitted(_places(moments), last.known.edge, margin=3, most=(MOST, MOST))
    side = last.known.sides.get(last.side or "")
    about: dict[str, Json] = {
        "title": bare(title, 60),
        "name": bare(side.name, 40) if side else "",
        "side": last.side or "",
        "firstColumn": area.first_column,
        "firstRow": area.first_row,
        "columns": area.columns,
        "rows": area.rows,
    }
    head = f"{about['title']}: atlas" + (f" of {about['name']}" if side else "")
    return write_page(head, about, course_of(moments, room_for(head, about, SCRIPTS)), SCRIPTS)


def _places(moments: Sequence[Moment]) -> Iterable[Hex]:
    """Where anything ever stood."""
    for moment in moments:
        for section in ("craft", "flying", "bodies"):
            for thing in moment[section].values():
                if isinstance(thing, dict) and not thing.get("fate"):
                    column, row = thing["at"]
                    yield GRID.hex(int(column), int(row))
