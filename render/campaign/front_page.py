"""The front page of a report: what happened in few lines, the news first; the numbered lines stand in the report."""

from collections.abc import Sequence
from typing import Final

from render.campaign.brief import ROUTINE_WEIGHT, Group
from render.campaign.brief_news import briefs
from render.campaign.isolation_words import stays_behind
from render.campaign.names import place, side_name
from render.campaign.report.lines import OWN_WORDS
from render.campaign.scene_words import quote_scenes
from render.words.safe_text import count, format_list, plain
from rules.cluster_war.chapters.encounters.specials import scene_row
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.turn import Narrated
from rules.cluster_war.model.state.view import View

MOST_LINES: Final = 9
"""In the message a tenth says where the whole report is."""
MOST_CHARACTERS: Final = 850
MOST_NEWS: Final = 5
"""Lines of news below the headline."""
LEAST_WEIGHT: Final = 5
"""What weighs less has no line here."""
LONGEST_WORDS: Final = 200
"""Characters of the game master's words on the page; the report has all of them."""
LONGEST_LINE: Final = 120
QUIET: Final = "A quiet month"
MOST_SCENES: Final = 2
"""Encounters that are named; of more, how many there are."""
OWN_GROUPS: Final[tuple[Group, ...]] = ("loss", "gain")
"""What stands above what waits for an answer; the others stand below it."""


def write_front_page(
    view: View,
    events: Sequence[Event],
    turn: int,
    before: View | None = None,
    *,
    master: str = "The game master",
    standing: str = "",
) -> str:
    """The page of `turn` for the view's side, in Markdown: at most `MOST_LINES` lines and `MOST_CHARACTERS` characters. `before`
    is the side's view at the turn's start, by which first contacts are known; `master` is who narrates; `standing` is the line
    that ends the page, how the side stands in what is played for."""
    news = briefs(view, events, turn, before)
    first = news[0] if news and news[0].weight > ROUTINE_WEIGHT else None
    title = QUIET if first is None else first.title or first.text.rstrip(".")
    lines = [f"## {plain(title, LONGEST_LINE)}"]
    told = [event for event in events if isinstance(event, Narrated)]
    lines += [_quote(event.text, master) for event in told[:2]]
    waits = [line for line in (*quote_scenes(view), _waiting(view)) if line]
    money = _money(view)
    skipped = first is not None and not (first.title and first.text)  # the headline says all of it
    lists = [one for one in news[1 if skipped else 0 :] if one.group != "waits"]
    last = [line for line in (money, standing) if line]
    room = min(MOST_NEWS, MOST_LINES - 1 - len(lines) - len(waits) - len(last))
    left = MOST_CHARACTERS - sum(len(line) + 1 for line in (*lines, *waits, *last, _smaller(999)))
    listed: list[tuple[Group, str]] = []
    for one in [one for one in lists if one.weight >= LEAST_WEIGHT][:room]:
        line = f"- {plain(one.text or f'{one.title}.', LONGEST_LINE)}"
        if len(line) + 1 > left:
            break
        listed.append((one.group, line))
        left -= len(line) + 1
    more = len(lists) - len(listed)
    own = [line for group in OWN_GROUPS for other, line in listed if other == group]
    others = [line for group, line in listed if group not in OWN_GROUPS]
    ends = [_smaller(more)] if more else []
    return "\n".join([*lines, *own, *waits, *others, *ends, *last]) + "\n"


def _quote(text: str, master: str) -> str:
    """Words that were said of the turn, by whom: the book's and a council's say it themselves."""
    by = "" if text.startswith(OWN_WORDS) else f" — {plain(master)}"
    return f"> {plain(text, LONGEST_WORDS)}{by}"


def _smaller(more: int) -> str:
    return f"-# and {count(more, 'smaller thing')}"


def _waiting(view: View) -> str:
    """What waits for the side's answer, in one line; "" if nothing does."""
    scenes = [
        f"{scene_row(view.settings, scene.kind)['title']} ({place(view, scene.hex)})"
        for scene in view.scenes
        if not scene.closed
    ]
    offers = sorted({side_name(view, one.giver) for one in view.offers if one.taker == view.side})
    found = scenes if len(scenes) <= MOST_SCENES else [count(len(scenes), "encounter")]
    found += [f"an offer of trade from {format_list(offers)}"] if offers else []
    found += [f"{count(len(view.asked), 'question')} of yours without an answer yet"] if view.asked else []
    return f"**Waits for you**: {'; '.join(found)}." if found else ""


def _money(view: View) -> str:
    """What the side can spend in the turn that is open, and how much of that was left over."""
    if view.is_gm:
        return ""
    idle = view.income.treasury
    lay = f", {idle} of them left over" if idle > 0 else ""
    return f"**{view.income.available} CPs** to spend{lay}{stays_behind(view)}."
