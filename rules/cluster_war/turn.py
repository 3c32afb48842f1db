"""A whole turn, in one fixed order that can be read here as a list (CW-1.0-07, CW-18.0-01)."""

from collections.abc import Callable

from rules.cluster_war.cargo import load_cargo, unload_cargo
from rules.cluster_war.colonies import found_week
from rules.cluster_war.construction import open_facilities
from rules.cluster_war.draft import Draft
from rules.cluster_war.economy import close_books, count_income
from rules.cluster_war.encounters import first_entries, meetings
from rules.cluster_war.events import Event
from rules.cluster_war.fleets import organise, set_missions
from rules.cluster_war.knowledge.scouting import scout
from rules.cluster_war.knowledge.sightings import refresh
from rules.cluster_war.knowledge.surveys import work
from rules.cluster_war.movement import enter_moves, move_week
from rules.cluster_war.npr.meet import encounters
from rules.cluster_war.orders import SignedOrder
from rules.cluster_war.research import fund_research, roll_research
from rules.cluster_war.spending import spend_orders
from rules.cluster_war.state import WEEKS_PER_TURN, GameState
from rules.cluster_war.words import hand_in_words
from rules.cluster_war.yards import work_yards
from rules.dice import Roller
from rules.game import Adjudication

BEGINNING: tuple[Callable[[Draft], None], ...] = (
    count_income,
    organise,
    set_missions,
    unload_cargo,
    load_cargo,
    spend_orders,
    fund_research,
    enter_moves,
)
"""Once, at the month's start: money first, then fleets made ready, cargo, spending in sheet order, research, departures."""

WEEKLY: tuple[Callable[[Draft, int], None], ...] = (
    move_week,
    found_week,
    refresh,
    scout,
    meetings,
    encounters,
    work,
)
"""At the end of each of the four weeks, with the number of weeks since the campaign began: arrivals, colonies, what comes
into view, scouting, meetings, survey work. Hazards of a first visit are put to the GM after each week's arrivals."""

ENDING: tuple[Callable[[Draft], None], ...] = (
    work_yards,
    open_facilities,
    roll_research,
    hand_in_words,
    close_books,
)
"""Once, at the month's end: yards deliver, research is rolled, words go to the GM, the books are closed."""


def adjudicate(state: GameState, orders: tuple[SignedOrder, ...], dice: Roller) -> Adjudication[GameState, Event]:
    """Resolve a month: the state with the next turn open, and everything that happened, in order."""
    draft = Draft(state, orders, dice)
    for step in BEGINNING:
        step(draft)
    for week in range(draft.first_week + 1, draft.first_week + WEEKS_PER_TURN + 1):
        for weekly in WEEKLY:
            weekly(draft, week)
        first_entries(draft)
    for step in ENDING:
        step(draft)
    return Adjudication(draft.freeze(state.turn + 1, {}), tuple(draft.events))
