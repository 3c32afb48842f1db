"""Sentences on flag officers and graded crews."""

from typing import Final

from render.campaign.report.names import base_name, colony_name, design_name, number, place, side_name
from render.campaign.report.rows import Rows
from render.words.safe_text import listed, plain
from rules.cluster_war.chapters.officers.posts import POSTS_IN_WORDS
from rules.cluster_war.model.events import officers as events
from rules.cluster_war.model.state.names import SideId
from rules.cluster_war.model.state.officers import PostKind
from rules.cluster_war.model.state.view import View

ROWS: Final = Rows()
ROWS.says(events.OfficerRanked, "fleets", "{name} now has rank {rank}, after {was}.")
ROWS.says(events.CrewPromoted, "fleets", "The crew of {ship} is {grade} now.")


@ROWS.tells(events.OfficerRecruited, "building")
def _recruited(event: events.OfficerRecruited, _: View) -> str:
    ratings = f"strategy {event.strategy}, command {event.command}, attack {event.attack}, defense {event.defense}"
    talents = f"; {plain(', '.join(event.talents))}" if event.talents else ""
    asked = f" ({plain(', '.join(event.asked))}: the game master has been asked)" if event.asked else ""
    return f"{plain(event.name)} ({number(event.officer)}) joined your officers for {event.cps} CPs: {ratings}{talents}{asked}."


@ROWS.tells(events.OfficerPosted, "fleets")
def _posted(event: events.OfficerPosted, view: View) -> str:
    where = _unit(view, event.side, event.unit)
    kind = next((kind for kind in POSTS_IN_WORDS if kind == event.post), None)
    if kind is None:
        return f"{plain(event.name)} is in the pool again{f', after {where}' if where else ''}."
    return f"{plain(event.name)} is {_post(kind, where)} now."


@ROWS.tells(events.OfficerLost, "losses")
def _lost(event: events.OfficerLost, view: View) -> str:
    return f"{plain(event.name)} was lost with {_unit(view, event.side, event.unit)}."


@ROWS.tells(events.OfficerTookOver, "losses")
def _took_over(event: events.OfficerTookOver, view: View) -> str:
    kind = next((kind for kind in POSTS_IN_WORDS if kind == event.post), None)
    where = _unit(view, event.side, event.unit)
    return f"{plain(event.name)} takes over as {_post(kind, where) if kind else where}."


@ROWS.tells(events.WitsMatched, "gm")
def _wits(event: events.WitsMatched, view: View) -> str:
    totals = listed([f"{side_name(view, side)} {total}" for side, total in event.totals])
    what = f"The admirals at {place(view, event.hex)} matched their wits: {totals}."
    if not event.winner:
        return f"{what} Neither is ahead."
    ahead = side_name(view, event.winner)
    return f"{what} {ahead} is ahead by {event.difference}: you choose what that buys, by the size of the difference."


@ROWS.tells(events.CrewMoved, "fleets")
def _moved(event: events.CrewMoved, _: View) -> str:
    to = number(event.to)
    return f"The crews of {number(event.ship)} and {to} changed ships; that of {to} counts as {event.grade}."


def _post(kind: PostKind, where: str) -> str:
    return f"aboard {where}" if kind == "aboard" else f"{POSTS_IN_WORDS[kind]} {where}"


def _unit(view: View, side: SideId, unit: str) -> str:
    """A ship, base, colony or combat team as its owner knows it."""
    spot, _, design = unit.partition("|")
    if design:
        return f"{design_name(view, side, design)} of {colony_name(view, spot)}"
    if spot in view.bases:
        return base_name(view, spot)
    return number(spot) if "/" in spot else colony_name(view, spot) if spot else ""
