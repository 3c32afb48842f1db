"""Texts of what happened since somebody last looked: their games' news, and the digest of all of them."""

from collections.abc import Mapping, Sequence
from typing import Final

from render.words.safe_text import count, format_list, plain

MOST_ITEMS: Final = 3
MOST_WAITS: Final = 4
MOST_TEXT: Final = 1800
"""Characters of a digest, without its last lines."""


def format_unread(headlines: str) -> str:
    """The line of news, which `format_headlines` gives."""
    return f"**Since you last looked**: {headlines}"


def format_headlines(items: Sequence[tuple[str, int]]) -> str:
    """News, each with its turn, the greatest first: so many of them, and how many more there are."""
    told = [f"{text} (turn {turn})" for text, turn in items[:MOST_ITEMS]]
    left = len(items) - len(told)
    more = f" · and {left} more" if left > 0 else ""
    return f"{' · '.join(told) or 'nothing of note for you'}{more}"


def format_resolved(turns: Sequence[int], links: Mapping[int, str], earlier: int, *, undone: bool) -> str:
    """Which turns were resolved, with links to their reports, and how many before them; `undone` if any was taken back. Ends
    with a blank, or is ""."""
    linked = [f"[turn {turn}]({links[turn]})" if turn in links else f"turn {turn}" for turn in turns]
    early = [f"{earlier} earlier {'turn' if earlier == 1 else 'turns'}"] if earlier else []
    passed = f"Resolved: {format_list([*early, *linked])}. " if linked else ""
    return f"{passed}{'A turn was taken back meanwhile. ' if undone else ''}"


def format_present(turn: int, due: int | None, *, over: bool) -> str:
    """How far a game has come."""
    if over:
        return "The game is over."
    return f"Turn {turn} is the present one{'' if due is None else f', due <t:{due}:R>'}."


def format_waits(waits: Sequence[str]) -> str:
    """What waits for the reader: so much of it, and how much more there is."""
    others = len(waits) - MOST_WAITS
    return f"**Waits for you**: {'; '.join(waits[:MOST_WAITS])}{f'; and {others} more' if others > 0 else ''}"


def format_digest_of_seat(name: str, side: str, place: int, headlines: str, others: Sequence[str]) -> str:
    """A game's part of a digest: what happened there to a side ("": to its game master), "" for nothing, and lines below."""
    who = plain(side) if side else "game master"
    lines = [f"- {headlines or 'nothing new'}", *(f"- {line}" for line in others)]
    return "\n".join([f"**{plain(name)}** ({who}) <#{place}>", *lines])


def format_digest(parts: Sequence[str]) -> str:
    """A digest of these parts, as far as there is room for them."""
    text, left = f"### Your digest: {count(len(parts), 'game')}", 0
    for part in parts:
        if len(text) + len(part) > MOST_TEXT:
            left += 1
        else:
            text += f"\n{part}"
    more = [f"And {count(left, 'more game')}."] if left else []
    return "\n".join([text, *more, "-# /digest in the server changes how often this comes, or ends it."])


def format_digest_closed(user: int) -> str:
    """A digest does not reach its person, so there will be none."""
    return (
        f"<@{user}>, your digest is switched off: I may not write to you directly. Let me, in this server's privacy settings, "
        "and ask for it again with /digest."
    )
