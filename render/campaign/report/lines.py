"""The numbered lines of a report: what happened, news first, with all that belongs together in one line."""

from collections.abc import Container, Mapping, Sequence
from typing import Final

from render.campaign.names import side_name
from render.campaign.report.lost import UNKNOWN, losses, with_lost
from render.campaign.report.rows import SECTIONS, Section
from render.campaign.report.sentences import ROW_OF, sentence, told_together
from rules.cluster_war.model.events.event import Event, may_see
from rules.cluster_war.model.events.turn import QuestionRaised
from rules.cluster_war.model.state.names import FleetId, SideId
from rules.cluster_war.model.state.view import View
from rules.events import EVERYONE
from rules.values import Value

FOR_GM: Final = "Questions for you"
GM_WORDS: Final = "Your word"
OF_ALL: Final = "Several empires"


class Line(Value):
    """One numbered line: its text, the indices of its events among the events given, and what heading it stands under."""

    number: int
    text: str
    events: tuple[int, ...]
    section: Section
    heading: str


class _Told(Value):
    """A line before it has its number."""

    section: Section
    side: SideId
    asks: bool
    text: str
    events: tuple[int, ...]


def report_lines(view: View, events: Sequence[Event], before: Mapping[FleetId, str] = UNKNOWN) -> tuple[Line, ...]:
    """Every event the viewer may see, each in exactly one numbered line; what says nothing but zeroes has none.

    A player's lines are ordered by section. The game master's begin with the questions and what failed, then go empire by
    empire. `before` are fleets' names before the turn, for those lost in it.
    """
    lost = losses(view, events)
    view = with_lost(view, lost, events, before)
    told = [line for line in _together(view, events, lost) if line.text]
    titles = dict(SECTIONS)
    order = [section for section, _ in SECTIONS]
    if not view.is_gm:
        told.sort(key=lambda line: order.index(line.section))
        headed = [(titles[line.section], line.text, line) for line in told]
    else:
        sides = [*view.flags, *view.others]
        told.sort(key=lambda line: (_rank(line), _place(sides, line), order.index(line.section)))
        headed = [_for_gm(view, titles, line) for line in told]
    return tuple(
        Line(number, text, line.events, line.section, heading)
        for number, (heading, text, line) in enumerate(headed, start=1)
    )


def _together(view: View, events: Sequence[Event], lost: Container[FleetId]) -> list[_Told]:
    """What is told in one line: a group of events of a side and fleet, and what would be said twice in the same words. What a
    fleet did that was `lost` stands with its loss, in front of it."""
    found: dict[tuple[str, ...], list[int]] = {}
    for index, event in enumerate(events):
        if view.is_gm or may_see(event, view.side):
            row = ROW_OF[type(event)]
            side = _side(event)
            # A base has no fleet's name: it is told of by its own words.
            whose = str(getattr(event, "fleet", "") or (sentence(event, view) if hasattr(event, "fleet") else ""))
            key: tuple[str, ...] = (
                (row.group, side, whose) if row.group else ("", row.section, side, sentence(event, view))
            )
            found.setdefault(key, []).append(index)
    lines: list[_Told] = []
    for key, indices in found.items():
        first = events[indices[0]]
        row = ROW_OF[type(first)]
        if key[0]:
            text = told_together([events[index] for index in indices], view)
        else:
            text = sentence(first, view) + (f" ({len(indices)} times)" if len(indices) > 1 else "")
        section = "losses" if row.section == "fleets" and getattr(first, "fleet", "") in lost else row.section
        lines.append(_Told(section, _side(first), isinstance(first, QuestionRaised), text, tuple(indices)))
    return lines


def _side(event: Event) -> SideId:
    """The side an event is about, "" where it is about several or none."""
    side = str(getattr(event, "side", ""))
    alone = event.seen_by[0] if len(event.seen_by) == 1 and event.seen_by[0] != EVERYONE else ""
    return side or alone


def _rank(line: _Told) -> int:
    if line.asks:
        return 0
    return {"failed": 1, "gm": 2}.get(line.section, 3)


def _place(sides: Sequence[SideId], line: _Told) -> int:
    """The place of a line's empire; what is of several comes first."""
    return sides.index(line.side) + 1 if line.side in sides else len(sides) + 1 if line.side else 0


def _for_gm(view: View, titles: dict[Section, str], line: _Told) -> tuple[str, str, _Told]:
    """A line's heading for the game master, and its text with the name of the side it is about where that is not above it."""
    name = side_name(view, line.side) if line.side else ""
    rank = _rank(line)
    if rank == 3:  # the empires' own news
        return name or OF_ALL, line.text, line
    heading = (FOR_GM, titles["failed"], GM_WORDS)[rank]
    return heading, f"{name}: {line.text}" if name else line.text, line
