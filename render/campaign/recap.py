"""The story of some turns in sentences: few lines a turn, the greatest first, as one side was told of them."""

from collections.abc import Sequence
from typing import Final

from render.campaign.news import Headline
from render.words.safe_text import count, plain
from rules.cluster_war.model.events.diplomacy import (
    AmbassadorsSent,
    RightsChanged,
    TradeAgreed,
    TradeEnded,
    TradeOffered,
)
from rules.cluster_war.model.state.view import View

A_TURN: Final = 4
LONGEST: Final = 260
DEALINGS: Final = frozenset(
    kind.__name__ for kind in (TradeOffered, TradeAgreed, TradeEnded, RightsChanged, AmbassadorsSent)
)


def write_recap(turns: Sequence[tuple[int, Sequence[Headline]]], start: View, end: View, campaign: str) -> str:
    """The story of turns, each with its news, oldest first; `start` and `end` are the side's views before and after them."""
    who = "Game master" if end.is_gm else plain(end.flags[end.side].name)
    first, last = turns[0][0], turns[-1][0]
    span = f"turn {first}" if first == last else f"turns {first} to {last}"
    parts = [f"## {plain(campaign)}: {who}, {span}"]
    quiet: list[int] = []
    for turn, news in turns:
        if not news:
            quiet.append(turn)
            continue
        lines = [f"- {plain(one.text, LONGEST)}{_more(one)}" for one in _told(news[:A_TURN])]
        left = sum(one.alike for one in news[A_TURN:])
        lines += [f"-# and {count(left, 'smaller thing')}: /turn report turn:{turn}"] if left else []
        parts.append("\n".join([f"### Turn {turn}", *lines]))
    if quiet:
        parts.append(
            f"Nothing of note in {count(len(quiet), 'other turn')}."
            if len(turns) > len(quiet)
            else "Quiet turns: nothing of note."
        )
    parts.append(_standing(start, end))
    return "\n".join(parts)


def _told(news: Sequence[Headline]) -> list[Headline]:
    """The news, greatest first, but dealings among themselves as they came: what ended before what was agreed in its place."""
    dealings = iter(sorted((one for one in news if one.kind in DEALINGS), key=lambda one: one.line))
    return [next(dealings) if one.kind in DEALINGS else one for one in news]


def _more(one: Headline) -> str:
    return "" if one.alike == 1 else f" And {one.alike - 1} more like it."


def _standing(start: View, end: View) -> str:
    """How things stand after all, against how they stood before."""
    pairs = [
        ("colonies", len(start.colonies), len(end.colonies)),
        ("fleets", len(start.fleets), len(end.fleets)),
        ("ships", len(start.ships), len(end.ships)),
    ]
    if not end.is_gm:
        pairs.append(("empires met", len(start.met), len(end.met)))
    return (
        "**Since then**: " + ", ".join(f"{name} {a}" if a == b else f"{name} {a} → {b}" for name, a, b in pairs) + "."
    )
