"""The front page of a report: what happened in a few lines, the news first; the numbered lines stand in the report."""

from collections.abc import Iterator, Sequence
from typing import Final

from render.campaign.brief import ROUTINE_WEIGHT, Group
from render.campaign.brief_news import briefs
from render.campaign.isolation_words import stays_behind
from render.campaign.letters.aim_texts import format_standing
from render.campaign.letters.digest_texts import format_offer
from render.campaign.names import place
from render.campaign.report.lines import OWN_WORDS
from render.words.safe_text import count, plain
from rules.cluster_war.chapters.encounters.encounter_orders import short_scene
from rules.cluster_war.chapters.encounters.specials import scene_row
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.turn import Narrated
from rules.cluster_war.model.state.places import Scene
from rules.cluster_war.model.state.view import View, place_name


def quote_scene(view: View, scene: Scene, most: int) -> str:
    """What a side has met or found, as a line that quotes its words, about `most` characters."""
    row = scene_row(view.settings, scene.kind)
    where = f"{short_scene(scene.id)}, {plain(place_name(view, scene.hex), 40)}"
    head = f"> **{plain(str(row['title']), 40)}** ({where}): "
    return f"{head}*{plain(str(row['look']), most - len(head))}*"


MOST_LINES: Final = 7
"""With the message's own lines above and below the page, ten in all."""
MOST_CHARACTERS: Final = 720
"""With the message's own lines, 900 in all."""
LEAST_WEIGHT: Final = 5
"""What weighs less has no line here."""
LONGEST_HEADLINE: Final = 100
LONGEST_QUOTE: Final = 150
"""Characters of the game master's words, and of a scene's, on the page; the report has all of them."""
MOST_QUOTES: Final = 2
LONGEST_LINE: Final = 120
LONGEST_WAITING: Final = 150
QUIET: Final = "A quiet month"
MOST_SCENES: Final = 1
"""Encounters that are named; of more, how many there are."""
OWN_GROUPS: Final[tuple[Group, ...]] = ("loss", "gain")
"""What stands above what waits for an answer; the others stand below it."""


def write_front_page(
    view: View, events: Sequence[Event], turn: int, before: View | None = None, *, master: str = "The game master"
) -> str:
    """The page of `turn` for the view's side, in Markdown: at most `MOST_LINES` lines and `MOST_CHARACTERS` characters. `before`
    is the side's view at the turn's start, by which first contacts are known; `master` is who narrates."""
    news = briefs(view, events, turn, before)
    first = news[0] if news and news[0].weight > ROUTINE_WEIGHT else None
    title = QUIET if first is None else first.title or first.text.rstrip(".")
    head = f"## {plain(title, LONGEST_HEADLINE)}"
    told = [event.text for event in events if isinstance(event, Narrated)]
    words = [_quote(text, master) for text in told]
    open_scenes = [scene for scene in view.scenes if not scene.closed]
    ends = [line for line in (_money(view), format_standing(view)) if line]
    # The first words of the game master, then what waits for an answer, then more words.
    scenes = {quote_scene(view, scene, LONGEST_QUOTE): scene.id for scene in open_scenes}
    most = MOST_CHARACTERS - LONGEST_WAITING - sum(len(line) + 1 for line in (head, *ends))
    quoted = list(_fitting([*words[:1], *scenes, *words[1:]], most))
    shown = {scenes[line] for line in quoted if line in scenes}
    waits = _waiting(view, [scene for scene in open_scenes if scene.id not in shown])
    own_words = [line for line in quoted if line not in scenes]
    asked = [*(line for line in quoted if line in scenes), *([waits] if waits else [])]
    # The headline may say all of it.
    skipped = first is not None and (not first.text or first.text.rstrip(".") == title)
    listed: list[tuple[Group, str]] = []
    room = MOST_LINES - 1 - len(own_words) - len(asked) - len(ends)
    left = MOST_CHARACTERS - sum(len(line) + 1 for line in (head, *own_words, *asked, *ends))
    for one in [one for one in news[1 if skipped else 0 :] if one.group != "waits" and one.weight >= LEAST_WEIGHT]:
        line = f"- {plain(one.text or f'{one.title}.', LONGEST_LINE)}"
        if len(listed) == room or len(line) + 1 > left:
            break
        listed.append((one.group, line))
        left -= len(line) + 1
    own = [line for group in OWN_GROUPS for other, line in listed if other == group]
    others = [line for group, line in listed if group not in OWN_GROUPS]
    return "\n".join([head, *own_words, *own, *asked, *others, *ends]) + "\n"


def _quote(text: str, master: str) -> str:
    """Words that were said of the turn, by whom: the book's and a council's say it themselves."""
    by = "" if text.startswith(OWN_WORDS) else f" — {plain(master)}"
    return f"> {plain(text, LONGEST_QUOTE)}{by}"


def _fitting(lines: Sequence[str], most: int) -> Iterator[str]:
    """The first of these that fit among the page's quotations, `most` characters together."""
    for line in lines[:MOST_QUOTES]:
        most -= len(line) + 1
        if most < 0:
            return
        yield line


def _waiting(view: View, scenes: Sequence[Scene]) -> str:
    """What waits for the side's answer beside the scenes that are quoted, in one line; "" if nothing does."""
    named = [f"{scene_row(view.settings, scene.kind)['title']} ({place(view, scene.hex)})" for scene in scenes]
    offers = sorted(format_offer(view, one.giver) for one in view.offers if one.taker == view.side)
    found = named if len(named) <= MOST_SCENES else [count(len(named), "encounter")]
    found += offers if len(offers) == 1 else [f"{count(len(offers), 'offer')} of trade"] if offers else []
    found += [f"{count(len(view.asked), 'question')} without an answer yet"] if view.asked else []
    return f"**Waits for you**: {'; '.join(found)}." if found else ""


def _money(view: View) -> str:
    """What the side can spend in the turn that is open, and how much of that was left over."""
    if view.is_gm:
        return ""
    idle = view.income.treasury
    lay = f", {idle} of them left over" if idle > 0 else ""
    return f"**{view.income.available} CPs** to spend{lay}{stays_behind(view)}."
