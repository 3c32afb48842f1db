"""The front page of a report: what happened in at most ten lines, the news first; the numbered lines stand in the report."""

from collections.abc import Sequence
from typing import Final

from render.campaign.names import place, side_name
from render.campaign.news import Headline, headlines
from render.words.safe_text import bare, count, format_list, plain
from rules.cluster_war.model.events import battles, colonies, detection, ground, movement
from rules.cluster_war.model.events.diplomacy import TradeAgreed, TradeEnded
from rules.cluster_war.model.events.encounters import SceneOpened
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.turn import Narrated
from rules.cluster_war.model.state.view import View

MOST_LINES: Final = 10
MOST_CHARACTERS: Final = 900
MOST_NEWS: Final = 5
"""Lines of news below the headline."""
LONGEST_WORDS: Final = 200
"""Characters of the game master's words on the page; the report has all of them."""
LONGEST_LINE: Final = 110
QUIET: Final = "A quiet month"


def write_front_page(
    view: View, events: Sequence[Event], turn: int, before: View | None = None, *, master: str = "The game master"
) -> str:
    """The page of `turn` for the view's side, in Markdown: at most `MOST_LINES` lines and `MOST_CHARACTERS` characters. `before`
    is the side's view at the turn's start, by which first contacts are known; `master` is who narrates."""
    news = headlines(view, events, turn, before)
    told = [event for event in events if isinstance(event, Narrated)]
    happened = [one for one in news if one.kind != Narrated.__name__]
    title = title_of(happened[0], events, view) if happened else QUIET
    lines = [f"## {plain(title, LONGEST_LINE)}"]
    lines += [f"> {plain(event.text, LONGEST_WORDS)} — {plain(master)}" for event in told[:2]]
    shown = happened[1:] if happened and happened[0].short == title else happened
    below = [_waiting(view), _money(view)]
    room = min(MOST_NEWS, MOST_LINES - len(lines) - sum(map(bool, below)) - 1)
    left = MOST_CHARACTERS - sum(len(line) + 1 for line in (*lines, *below)) - len(_smaller(999))
    listed: list[str] = []
    for one in shown[:room]:
        line = f"- {plain(one.short, LONGEST_LINE)}"
        if len(line) + 1 > left:
            break
        listed.append(line)
        left -= len(line) + 1
    more = sum(one.alike for one in shown[len(listed) :])
    return "\n".join([*lines, *listed, *([_smaller(more)] if more else []), *filter(None, below)]) + "\n"


def title_of(one: Headline, events: Sequence[Event], view: View) -> str:
    """A headline as the title of a page: the news in a few words, without markup."""
    found = next((event for event in events if type(event).__name__ == one.kind), None)
    alone = one.alike == 1 and sum(type(event).__name__ == one.kind for event in events) == 1
    words = _title(found, view) if found is not None and alone else ""
    return bare(words, LONGEST_LINE) or one.short


def _title(event: Event, view: View) -> str:
    match event:
        case ground.WorldConquered():
            if event.side == view.side:
                return f"{event.name} is yours"
            return f"{event.name} is lost" if event.loser == view.side else ""
        case battles.BattleFought():
            there = place(view, event.hex)
            if event.winner == view.side:
                return f"Victory at {there}"
            return f"Defeat at {there}" if event.winner else f"A battle without a victor at {there}"
        case movement.FleetLost() | detection.ShipsVanished():
            return f"{event.name} is overdue" if event.name else ""
        case colonies.ColonyFounded():
            return f"{event.name} is founded"
        case TradeAgreed():
            others = [side_name(view, side) for side in event.sides if side != view.side]
            return f"Trade with {format_list(others)}"
        case TradeEnded() if not event.offer:
            other = event.other if event.side == view.side else event.side
            return f"Trade with {side_name(view, other)} has ended"
        case SceneOpened():
            return f"An encounter at {place(view, event.hex)}"
        case _:
            return ""


def _smaller(more: int) -> str:
    return f"-# and {count(more, 'smaller thing')}"


def _waiting(view: View) -> str:
    """What waits for the side's answer, in one line; "" if nothing does."""
    scenes = sum(not scene.closed for scene in view.scenes)
    offers = sorted({side_name(view, one.giver) for one in view.offers if one.taker == view.side})
    found = [count(scenes, "encounter")] if scenes else []
    found += [f"an offer of trade from {format_list(offers)}"] if offers else []
    found += [f"{count(len(view.asked), 'question')} of yours without an answer yet"] if view.asked else []
    return f"**Waits**: {'; '.join(found)}." if found else ""


def _money(view: View) -> str:
    """What the side can spend in the turn that is open, and how much of that it left lying."""
    if view.is_gm:
        return ""
    idle = view.income.treasury
    lay = f", {idle} of them left over from before" if idle > 0 else ""
    return f"**{view.income.available} CPs** to spend{lay}."
