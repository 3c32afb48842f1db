"""Search over what a side has and knows: its nine sheets and its reports, by words."""

from collections.abc import Sequence

from rules.cluster_war.play.sheets.book import all_sheets
from rules.cluster_war.play.sheets.types import Row, Sheet
from rules.errors import GameError, WrongPhaseError
from rules.values import Value
from umpire.campaign.views import reports, side_views
from umpire.games.seat import Seat
from umpire.services.services import Services

MOST_HITS = 40
MOST_TURNS = 24
SHORTEST = 2


class Hit(Value):
    """One find: where ("Surveys", "Report of turn 4, line 3") and the text; `world` is its hex and orbit, like 2034-3, if
    what was found is a world of the survey sheet."""

    where: str
    text: str
    world: str = ""


async def find(services: Services, seat: Seat, text: str) -> tuple[Hit, ...]:
    """What holds all the words, sheets first, then reports from the newest; 40 at most. GameError for too short a text."""
    words = text.casefold().split()
    if not words or max(len(word) for word in words) < SHORTEST:
        raise GameError(f"Search for a word of at least {SHORTEST} letters.")
    view = await side_views.view(services, seat)
    hits: list[Hit] = []
    if view.me is not None:
        for sheet in all_sheets(view):
            for row in sheet.rows:
                told = zip(sheet.columns, row.cells, strict=True)
                named = [
                    (column.title, str(cell)) for column, cell in told if cell not in {"", "?"} and not column.fill
                ]
                held = " ".join(cell for _, cell in named).casefold()
                if all(word in held for word in words):
                    hits.append(_hit(sheet, row, named))
    for turn in range(view.turn - 1, max(0, view.turn - 1 - MOST_TURNS), -1):
        if len(hits) >= MOST_HITS:
            break
        hits += await _in_report(services, seat, turn, words)
    return tuple(hits[:MOST_HITS])


def _hit(sheet: Sheet, row: Row, named: Sequence[tuple[str, str]]) -> Hit:
    """A row in words: its first cell as it stands, the others each with its column's title."""
    first, *others = named
    line = " · ".join([first[1], *(f"{title} {cell}" for title, cell in others)])
    return Hit(sheet.title, line, row.key if sheet.id == "surveys" and "-" in row.key else "")


async def _in_report(services: Services, seat: Seat, turn: int, words: list[str]) -> list[Hit]:
    try:
        told = await reports.report(services, seat, turn)
    except WrongPhaseError:  # a turn before the campaign's first
        return []
    return [
        Hit(f"Report of turn {turn}, line {line.number}", line.text)
        for line in told.lines
        if all(word in line.text.casefold() for word in words)
    ]
