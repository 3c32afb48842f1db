"""A seat's dashboard in words, as its holder reads it: their dashboard."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from render.words.safe_text import count, plain

STATES: Final[Mapping[str, str]] = {
    "none": "○ Nothing ordered yet",
    "partial": "◐ Something is still missing",
    "complete": "● Complete; press I am ready when you are done",
    "ready": "✔ You are ready",
}
CPS_LEFT: Final = "● CPs are left; press I am ready when you are done"
CAMPAIGN_OVER: Final = "### Your dashboard\nThis campaign is over."
OPEN_SEAT: Final = "### Dashboard\nNobody holds this seat now."
DEPUTY_ACTS: Final = (
    "**A deputy acts for you.** An order, I am ready or I am back ends it; /away review shows what was done"
)
COUNTS_AS_AWAY: Final = "You count as away. An order, I am ready or I am back ends that"
HOW_TO: Final = "-# Press, choose, **Give**. ★ is advice. Whatever has no button here has a command: /help"
DRAFT_WAITS: Final = "**The draft waits for you**: review it, then publish."
SEAT_OPEN: Final = " (open seat)"
"""Behind the name of a side that nobody plays."""
SEAT_AWAY: Final = " (away)"
IDLE_PART: Final = 5
"""CPs count as idle that are more than this part of a month's income."""
MOST_ORDERS: Final = 8
MOST_MISSING: Final = 3
ORDER_TEXT: Final = 90
MISSING_TEXT: Final = 150
MOST_CHAINS: Final = 4
CHAIN_TEXT: Final = 220


def format_heading(name: str, turn: int, *, gm: bool = False) -> str:
    """Whose dashboard it is, in which turn of which campaign."""
    whose = "The game master's" if gm else "Your"
    return f"### {whose} dashboard · {plain(name)}, turn {turn}"


def format_due(due: int | None, *, paused: bool) -> str:
    """When orders are due; seconds since 1970, None without a deadline."""
    if paused:
        return "the clock is stopped"
    return "no deadline is set" if due is None else f"due <t:{due}:F> (<t:{due}:R>)"


def format_sheet_state(state: str, due: str, *, unspent: bool) -> str:
    """How far a side's sheet is, with CPs left or not, and until when it can be changed: "" where the month passes at its word
    alone."""
    told = CPS_LEFT if state == "complete" and unspent else STATES[state]
    return f"**{told}** · {due}" if due else f"**{told}**"


def format_closed(*, by_person: bool) -> str:
    """No orders are taken: `by_person` if a game master looks through what came of them."""
    waits = "the result waits for the game master" if by_person else "the month is being played"
    return f"Orders are closed: {waits}. Your report comes here."


def format_fight(thread: int) -> str:
    """Forces of the side are in a battle that is fought in this thread."""
    return f"**Your forces are in battle**: <#{thread}>"


def format_encounters(met: int, waiting: int) -> list[str]:
    """A line on what the side has met, if anything; `waiting` are those without an answer."""
    if waiting:
        wait = "waits" if waiting == 1 else "wait"
        return [f"**{count(waiting, 'encounter')}** {wait} for your answer: press Encounters"]
    return [f"{count(met, 'encounter')} answered"] if met else []


def format_left(left: int, available: int, *, idle: bool) -> str:
    """What the side can still spend this turn, in CPs; `idle`: so much that nothing on the sheet needs it, and that a button
    tells its best uses."""
    return f"**{count(left, 'CP')}** left of {available}" + (": Spend shows their three best uses" if idle else "")


def format_order(number: int, text: str, *, standing: bool, problem: bool) -> str:
    """An order of the sheet in one line."""
    return f"{number}. {plain(text, ORDER_TEXT)}{' ↻' if standing else ''}{' ⚠' if problem else ''}"


def format_more_orders(more: int) -> str:
    """How many orders stand in no line of their own."""
    return f"and {count(more, 'more order')} (/orders show)"


def format_chains(told: Sequence[str]) -> list[str]:
    """How far each chain of orders is, in one line."""
    lines = [f"↻ {plain(text, CHAIN_TEXT)}" for text in told[:MOST_CHAINS]]
    more = len(told) - len(lines)
    return [*lines, f"and {count(more, 'more chain')} (/orders standing)"] if more else lines


def format_missing(missing: Sequence[str], standing: Sequence[str]) -> list[str]:
    """What the sheet still lacks, and what standing orders could not give."""
    lines = [f"⚠ {plain(text, MISSING_TEXT)}" for text in (*missing[:MOST_MISSING], *standing[:MOST_MISSING])]
    if len(missing) > MOST_MISSING:
        lines.append(f"⚠ {len(missing) - MOST_MISSING} more (/orders show)")
    return lines


def format_open_turn(due: str, waiting: str) -> list[str]:
    """To the game master while orders are taken; `waiting` names who is not ready, if anybody."""
    return [f"**Open for orders** · {due}", f"Not ready: {waiting}" if waiting else "All are ready."]


def format_questions(questions: int) -> str:
    """How many questions wait for the game master."""
    return f"{count(questions, 'question')} without your answer" if questions else "No question is open."


def format_battles_left(left: int, battles: Iterable[str]) -> list[str]:
    """To the game master while the month waits for `left` battles, each in one line."""
    return [
        f"**The month waits for {count(left, 'battle')}**; orders are closed. It goes on by itself when all is settled.",
        *(f"- {battle}" for battle in battles),
        *([f"and {left - MOST_ORDERS} more"] if left > MOST_ORDERS else []),
    ]


def format_gave_nothing(number: int, why: str) -> str:
    """A standing order could give nothing this turn, for a reason in a sentence."""
    return f"Standing order {number} gave nothing: {why}"


def format_not_worked_out(code: str) -> str:
    """A fault in the program kept all standing orders from giving anything; `code` is in its log."""
    return f"Your standing orders could not be worked out this turn (code {code}); give by hand what you need."
