"""How a side stands with others, in words."""

from collections.abc import Iterator, Mapping
from typing import Final

from render.campaign.names import place, side_name
from render.campaign.report.battle_sentences import length_words
from render.words.safe_text import plain
from rules.cluster_war.model.state.dealings import Deed, DeedKind
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.planning.relations import Relation, Standing

STANDING_MARKS: Final[Mapping[Standing, str]] = {
    "war": "⚔ **War**",
    "truce": "⏳ **Truce**",
    "peace": "🕊 **Peace**",
    "trade": "🤝 **Trade**",
    "contact": "● In contact, nothing agreed",
    "met": "○ Met, out of regular contact",
    "unknown": "○ You have not met them",
}
BOTH: Final[Mapping[DeedKind, str]] = {
    "contact": "you met",
    "ambassadors": "you exchanged ambassadors",
    "trade": "you agreed on trade",
    "peace": "you agreed on peace",
    "truce": "you agreed on a truce",
    "truce over": "the truce ran out",
    "battle": "your forces fought",
}
OURS: Final[Mapping[DeedKind, str]] = {
    "trade ended": "you ended the trade",
    "peace ended": "you ended the peace",
    "threat": "you threatened them",
    "gift": "you gave them",
    "attack": "you opened fire on them",
    "raid": "you raided their freighters",
    "fire": "you fired on their world",
    "landing": "you landed on their world",
    "conquest": "you took their world",
    "blockade": "you blockaded their world",
}
THEIRS: Final[Mapping[DeedKind, str]] = {
    "trade ended": "they ended the trade",
    "peace ended": "they ended the peace",
    "threat": "they threatened you",
    "gift": "they gave you",
    "attack": "they opened fire on you",
    "raid": "they raided your freighters",
    "fire": "they fired on your world",
    "landing": "they landed on your world",
    "conquest": "they took your world",
    "blockade": "they blockaded your world",
}
NAMED: Final[frozenset[DeedKind]] = frozenset({"gift", "conquest"})
"""Deeds that name what they are about."""
MOST_DEEDS: Final = 3


def relation_text(view: View, one: Relation) -> str:
    """How the view's side stands with an empire, since when and because of what, what is offered, and what passed before."""
    since = f" since turn {one.since}" if one.since else ""
    until = f", until turn {one.until} begins" if one.until else ""
    because = f": {deed_text(view, one.because)}" if one.because is not None else ""
    lines = [f"**{side_name(view, one.side)}** · {STANDING_MARKS[one.standing]}{since}{until}{because}"]
    lines += [f"-# {text}" for text in _offers(one)]
    passed = "; ".join(f"{deed_text(view, deed)} ({_when(deed)})" for deed in one.deeds[:MOST_DEEDS])
    lines += [f"-# Before that: {passed}"] if passed else []
    return "\n".join(lines)


def deed_text(view: View, deed: Deed) -> str:
    """What passed between the view's side and another empire, without when."""
    if deed.kind == "peace" and deed.what:
        return "the game master declared it"
    words = BOTH.get(deed.kind) or (OURS if deed.by == view.side else THEIRS)[deed.kind]
    named = f" {plain(deed.what, 60)}" if deed.kind in NAMED and deed.what else ""
    where = f" at {place(view, deed.hex)}" if deed.hex else ""
    return f"{words}{named}{where}"


def _when(deed: Deed) -> str:
    return f"turn {deed.turn}" if deed.turn == deed.last else f"turns {deed.turn} to {deed.last}"


def _offers(one: Relation) -> Iterator[str]:
    if one.level is not None:
        yield f"{one.level.capitalize()} trade"
    if one.theirs is not None:
        yield f"They offer you {one.theirs} trade"
    if one.mine is not None:
        yield f"You offer them {one.mine} trade"
    if one.peace_theirs is not None:
        yield f"They offer you {length_words(one.peace_theirs.turns)}"
    if one.peace_mine is not None:
        yield f"You offer them {length_words(one.peace_mine.turns)}"
    if not one.near and one.standing != "unknown":
        yield "Nothing can be agreed out of regular contact: ambassadors, a ship at their world, or grids that touch make it"
