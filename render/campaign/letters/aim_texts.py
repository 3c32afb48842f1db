"""What a campaign is played for, how a side stands as far as it knows, and what it came to, in words."""

from collections.abc import Iterable, Sequence
from typing import Final

from render.campaign.names import side_name
from render.words.safe_text import count, format_list, plain
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.aims import known_worlds

BY_AIM: Final = "its aim is reached"
"""Why a campaign is over that nobody ended."""
OPEN: Final = "Who may end this campaign decides when that is; the chronicle then shows who did best at what."
MOST_NAMED: Final = 3


def format_aim(settings: Settings) -> str:
    """How a campaign is won and ends, in a sentence."""
    match settings.aim:
        case "turns":
            return f"The campaign ends after turn {settings.aim_turns}: whose worlds have most CPs then wins."
        case "share":
            return f"Who first holds {settings.aim_share} % of all worlds that empires hold wins; the campaign ends with that."
        case "last":
            return "Who is the last to hold a world wins; the campaign ends with that."
        case _:
            return OPEN


def format_standing(view: View) -> str:
    """How a side stands, in a line, as far as it knows; "" for a game master, and where nothing is played for."""
    if view.is_gm or view.settings.aim == "none":
        return ""
    known = dict(known_worlds(view))
    mine = known.pop(view.side, 0)
    met = sorted(((number, side_name(view, side)) for side, number in known.items() if number), reverse=True)
    seen = format_list([f"{name} {number}" for number, name in met[:MOST_NAMED]])
    others = f"worlds of others that you know: {seen}" if seen else "no world of others seen yet"
    match view.settings.aim:
        case "turns":
            left = view.settings.aim_turns - view.turn + 1
            cps = sum(colony.size for colony in view.colonies.values() if colony.side == view.side)
            to_play = f", {count(left, 'turn')} to play" if left > 0 else ""
            when = f"most CPs in worlds after turn {view.settings.aim_turns}{to_play}"
            return f"**Aim**: {when}. You: {cps} CPs in {count(mine, 'world')}; {others}."
        case "share":
            all_ = mine + sum(known.values())
            share = mine * 100 // all_ if all_ else 0
            wanted = f"{view.settings.aim_share} % of all worlds"
            return f"**Aim**: {wanted}. You hold {mine} of {all_} that you know ({share} %); {others}."
        case _:
            return f"**Aim**: be the last to hold a world. You hold {mine}; {others}."


def format_end(name: str, turn: int, winners: Sequence[str], *, by_aim: bool) -> str:
    """The heading over a campaign's result: who has won after a turn, several sharing it; without an aim nobody has."""
    head = f"### {plain(name)} is over, after turn {turn}"
    named = format_list([f"**{plain(winner)}**" for winner in winners])
    if not by_aim:
        return head
    return f"{head}\n🏆 {named} {'has won' if len(winners) == 1 else 'share the victory: they are even'}."


def format_result(side: str, leader: str, cps: int, worlds: int, ships: int, technologies: int) -> str:
    """What an empire had in the end, and who led it."""
    return (
        f"**{plain(side)}** ({leader}): {cps} CPs in {count(worlds, 'world')}, "
        f"{count(ships, 'ship')}, {count(technologies, 'technology', 'technologies')}"
    )


def format_results(head: str, results: Iterable[str], *, alone: bool) -> str:
    """A campaign is over, with a line for each empire below its heading, the first one first."""
    lines = [head, *(f"{place}. {result}" for place, result in enumerate(results, 1))]
    lines.append(
        "-# Nothing is secret now. Awards, chronicle and film come next; /campaign export gives you all of it."
    )
    if alone:
        lines.append("-# /campaign solo begins anew.")
    return "\n".join(lines)


def format_awards(awards: Iterable[tuple[str, str, str]]) -> list[str]:
    """A chronicle's awards, a line each."""
    return [f"- **{plain(name)}**: {plain(who)}, {plain(why)}" for name, who, why in awards]


def format_aim_option(value: str) -> str:
    """An aim that a founder chooses (`AIMS`, or others with other numbers), in words that follow "The campaign"."""
    kind, _, number = value.partition("-")
    match kind:
        case "turns":
            return f"ends after turn {number}; most CPs in worlds win"
        case "share":
            return f"is won by {number} % of all worlds"
        case "last":
            return "is won by the last to hold a world"
        case _:
            return "is open: it ends when it is ended"


AIMS: Final = ("none", "turns-12", "turns-24", "turns-36", "turns-60", "share-50", "share-60", "share-75", "last")
"""Aims to choose from, the usual one first."""
