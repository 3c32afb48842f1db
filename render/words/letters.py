"""Texts that letters of every game share: deadlines, the dice that are promised and revealed, and a tactical game's course."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from rules.values import Value

MOST_TEXT: Final = 1900
"""Characters of a letter, which is one message."""
SHORT_HASH: Final = 8
MOST_QUESTIONS: Final = 10
WHOLE_REPORT: Final = "-# The whole report is in report.md."
REST_OF_REPORT: Final = "-# {lines} more lines are in report.md, from here on."
CONTINUED: Final = " (continued)"
"""Behind a heading of a report that was on the page before."""
SheetWord: TypeAlias = Literal["none", "partial", "complete", "ready"]
"""How far a sheet is."""
TACTICAL_REMINDERS: Final[Mapping[SheetWord, str]] = {
    "none": "It waits for you in <#{thread}>, and you have sent nothing yet.",
    "partial": "It waits for you in <#{thread}> until you say that you are done.",
    "complete": "It waits for you in <#{thread}> until you say that you are done.",
    "ready": "Nobody waits for you now. Thank you.",
}
"""How far a side of a tactical game is, in a reminder."""
TACTICAL_WAITS: Final = "you are asked to decide"
"""What waits for somebody in a tactical game, in their news."""
NOBODY_WAITS: Final = "Nobody waits for you now; your orders are in, and you will be asked when it is your turn."


class Words(Value, kw_only=True):
    """A game's own words in the sentences that all tactical games share.

    `short` is what one such game is called ("duel"), `look` the command that shows how it is now, `replay` the one that shows how
    it went, `join` what somebody may do who plays no side (a sentence's end, such as "/duel join takes one that is free").

    `if_silent` says in a letter what happens to a side that does not answer ("your gunners decide"), `in_a_late_side` what plays
    a side in the turn in which somebody took it ("its gunners play it"). `if_undone` is the sentence on what a side had sent for
    a turn that is taken back; `untold` says when seeds are told that are not told turn by turn, and why.
    """

    short: str
    look: str
    replay: str
    join: str
    if_silent: str = "the turn goes on without you"
    in_a_late_side: str = "it is played without you"
    if_undone: str = "What you had sent for its beginning is kept; look through it and confirm it anew."
    untold: str = "You see the seeds when it is over."


def split(text: str, limit: int = MOST_TEXT) -> list[str]:
    """A text in parts that fit a message: cut at a line end in the second half of each, or else at a blank, if there is one."""
    parts: list[str] = []
    while len(text) > limit:
        cut = text.rfind("\n", limit // 2, limit)
        cut = cut if cut > 0 else max(text.rfind("\n", 1, limit), text.rfind(" ", 1, limit))
        cut = cut if cut > 0 else limit
        parts.append(text[:cut].rstrip())
        text = text[cut:].lstrip()
    return [part for part in (*parts, text) if part]


def format_orders_due(due: int | None) -> str:
    """The sentence on a turn's deadline, with a blank before it; "" without a deadline."""
    return "" if due is None else f" Orders are due <t:{due}:F> (<t:{due}:R>)."


def format_promised(commitment: str, command: str) -> str:
    """The one small line of a public post on dice; `command` shows all that is promised and revealed, in full."""
    return f"-# dice promised: {short_hash(commitment)} · {command}"


def format_revealed(commitment: str, command: str) -> str:
    """The same when no turn follows."""
    return f"-# dice shown, promised as {short_hash(commitment)} · {command}"


def short_hash(commitment: str) -> str:
    """The first eight characters, for the eye; the whole is for checking."""
    return f"{commitment[:SHORT_HASH]}…"


def format_reveal(turn: int, seed: bytes, commitment: str, words: Mapping[str, str]) -> str:
    """A turn's seed and words in full, as they are shown when it is over; words in inline code, so that they are only words."""
    mixed = ", ".join(f"{side}: `{word}`" for side, word in sorted(words.items()))
    said = f" Words: {mixed}." if mixed else ""
    return f"Dice of turn {turn}: seed `{seed.hex()}`, promised as `{commitment}`.{said}"


def format_promise(turn: int, commitment: str) -> str:
    """The commitment to a turn's dice in full."""
    return f"Dice of turn {turn}: the seed is promised as `{commitment}`."


def format_tactical_begun(name: str, how_to_begin: str, promised: str) -> str:
    """A tactical game's first turn is open; `promised` is the line on its dice."""
    return f"**{name}** begins. {how_to_begin}\n{promised}"


def format_tactical_opening(name: str, briefing: str, how_to_begin: str) -> str:
    """A tactical game's first turn is open, with all that everybody may know of it."""
    return f"### {name}\n{briefing}\n{how_to_begin}"


def format_tactical_turn(name: str, turn: int) -> str:
    """A tactical game's turn is over, and another follows."""
    return f"**{name}**: turn {turn} is over."


def format_tactical_end(name: str, turn: int, winner: str) -> str:
    """A tactical game is over; `winner` is the name of a side, "" for a draw."""
    won = f"{winner} has won." if winner else "It is a draw."
    return f"**{name}** is over after turn {turn}. {won}"


def format_your_turn(name: str, users: Iterable[int], how_to_go_on: str) -> str:
    """It is the turn of these users, who are named."""
    return f"{' '.join(f'<@{user}>' for user in users)}, it is your turn in **{name}**. {how_to_go_on}"


def format_decisions(
    name: str, channel: int, turn: int, asked: Sequence[tuple[str, str]], due: int | None, if_silent: str
) -> str:
    """What a side is asked to decide, each with its unit ("" for none) and why, by when, and what happens without an answer."""
    lines = [f"**{name}** (<#{channel}>), turn {turn}: you are asked to decide."]
    lines += [f"- {unit}: {reason}" if unit else f"- {reason}" for unit, reason in asked[:MOST_QUESTIONS]]
    if due is not None:
        lines.append(f"Answer by <t:{due}:F> (<t:{due}:R>); after that {if_silent}.")
    return "\n".join(lines)


def format_tactical_undone(name: str, turn: int, reason: str, kept: str, promised: str) -> str:
    """A tactical game's turn is open again; `kept` says what of it still stands, `promised` is the line on its new dice."""
    return f"**{name}**: turn {turn} is taken back and played again. Reason: {reason}\n{kept}\n{promised}"


def format_undo_asked(name: str, turn: int, reason: str, missing: Iterable[str]) -> str:
    """The host would take a tactical game's turn back, and these sides have not agreed yet."""
    return (
        f"**{name}**: the host asks to take turn {turn} back and play it again with new dice. "
        f"Reason: {reason}\nStill to agree: {', '.join(missing)}."
    )


def format_undo_struck(name: str, turn: int, by: str) -> str:
    """The request to take a turn back is struck out, by a side or by the host ("")."""
    return f"**{name}**: {by or 'the host'} withdraws the request to take turn {turn} back. The turn stays."


def format_joined_late(words: Words, turn: int) -> str:
    """To who took a side while a turn was under way: they are asked from this turn on, the next one."""
    return (
        f"This turn began before you took the side, and {words.in_a_late_side}. You are asked where the {words.short} next waits "
        f"for all: when turn {turn} opens."
    )
