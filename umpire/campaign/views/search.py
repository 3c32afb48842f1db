"""Search over what a side has and knows: its nine sheets and its reports, by words."""

from dataclasses import dataclass

from rules.cluster_war.sheets.book import all_sheets
from rules.errors import GameError, WrongPhaseError
from umpire.campaign.views import reports, side_views
from umpire.games.seat import Seat
from umpire.services.services import Services

MOST_HITS = 40
MOST_TURNS = 24
SHORTEST = 2


@dataclass(frozen=True, slots=True)
class Hit:
    """One find: where ("Surveys", "Report of turn 4, line 3") and the text."""

    where: str
    text: str


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
                line = " · ".join(str(cell) for cell in row.cells if cell not in {"", "?"})
                if all(word in line.casefold() for word in words):
                    hits.append(Hit(sheet.title, line))
    for turn in range(view.turn - 1, max(0, view.turn - 1 - MOST_TURNS), -1):
        if len(hits) >= MOST_HITS:
            break
        hits += await _in_report(services, seat, turn, words)
    return tuple(hits[:MOST_HITS])


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
