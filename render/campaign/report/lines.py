"""What happened, in numbered lines, news first: one short sentence for each event, and all that belongs together in one line.

Fleets that a turn's end finds no more keep their names, and all that came before stands in front of their loss. A line may hang
on what stands in other lines of the same report: the roll behind what stress came to, the last month of ships that are not
heard of any more, the battle in which units were lost. It goes by events that the reader was shown alone.
"""

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from render.campaign.names import number, side_name
from render.campaign.report import battle_sentences, empire_sentences, encounter_sentences, fleet_sentences
from render.campaign.report.rows import REPORT_SECTIONS, Section, SentenceRow
from render.words.safe_text import format_list, plain
from rules.cluster_war.chapters.logistics.stress import LEAVING_TEXTS
from rules.cluster_war.model.events import battles, detection, logistics
from rules.cluster_war.model.events.event import Event, may_see
from rules.cluster_war.model.events.logistics import StressSettled
from rules.cluster_war.model.events.movement import (
    FleetArrived,
    FleetDeparted,
    FleetLost,
    FleetPassed,
    FleetRenamed,
    FleetSplit,
)
from rules.cluster_war.model.events.turn import Narrated, QuestionRaised
from rules.cluster_war.model.state.common import FleetId, ShipId, SideId
from rules.cluster_war.model.state.holdings import Fleet
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.gm.rulings import DEFAULT_RULING_START, VOTE_START
from rules.values import EVERYONE, Modifier, Roll, Value, changed

MOST_STORY: Final = 6
NO_WITNESS: Final = "None of your people was left to report it, so you cannot see its rolls."
METHODS: Final = {
    "quick": "Settled by numbers: each side's fire against the other's hull. Its dice belong to everyone, so nobody sees them.",
    "chair": "Fought on the tactical map by stances; the film shows each turn of it.",
    "fought": "Fought on the tactical map by those who commanded there.",
    "narrated": "The game master's word.",
}


def checks_of(
    checked: logistics.StressChecked, ships: Sequence[ShipId] = ()
) -> Iterator[tuple[ShipId, Modifier, Roll, bool]]:
    """Each unit of a stress check with its stress, its roll, and whether it broke down; with `ships` those alone."""
    rolls, tags = checked.cause.rolls, checked.cause.modifiers
    if len(checked.ships) == len(rolls) == len(tags):
        for ship, tag, roll in zip(checked.ships, tags, rolls, strict=True):
            if not ships or ship in ships:
                yield ship, tag, roll, ship in checked.failed


def what_led_to_it(event: Event, month: Sequence[Event], view: View) -> list[str]:
    """Lines of Markdown; `month` is all of the turn that the reader was shown."""
    match event:
        case logistics.StressSettled():
            return [*_rolls_behind(event.ships, month)]
        case detection.ShipsVanished():
            return [NO_WITNESS, *_last_month(event, month)]
        case battles.BattleLosses():
            return [*_battle_behind(event, month, view)]
        case _:
            return []


def _rolls_behind(ships: Sequence[ShipId], month: Sequence[Event]) -> Iterator[str]:
    for checked in month:
        if isinstance(checked, logistics.StressChecked):
            for ship, tag, roll, failed in checks_of(checked, ships):
                how = "broke down" if failed else "held"
                yield f"{number(ship)}: stress {tag.value} %, needed more than {tag.value} to hold, rolled {roll.total}: {how}."


def _last_month(event: detection.ShipsVanished, month: Sequence[Event]) -> Iterator[str]:
    """What was known of the fleet in the same month: how much stress it had, and the checks that it told of."""
    stress = max(
        (one.stress for one in month if isinstance(one, logistics.StressRose) and one.fleet == event.fleet), default=0
    )
    if stress:
        yield f"What you know of its last month: it was out of supply, with stress up to {stress} %."
    yield from _rolls_behind(event.ships, month)


def _battle_behind(event: battles.BattleLosses, month: Sequence[Event], view: View) -> Iterator[str]:
    fought = next((one for one in month if isinstance(one, battles.BattleFought) and one.battle == event.battle), None)
    if fought is None:
        yield NO_WITNESS
        return
    foes = plain(fought.foe) or format_list([side_name(view, side) for side in fought.foes])
    opened = [side_name(view, side) for side in fought.struck_by]
    opened += ["you"] if fought.struck else []
    began = f"; {format_list(opened)} opened fire" if opened else ""
    yield f"The battle: against {foes or 'an unknown enemy'}{began}. {METHODS.get(fought.method, '')}".rstrip()
    yield from (plain(line, 300) for line in fought.story[:MOST_STORY])


ROWS: Final = (
    *empire_sentences.ROWS,
    *battle_sentences.ROWS,
    *fleet_sentences.ROWS,
    *encounter_sentences.ROWS,
)
ROW_OF: Final[Mapping[type[Event], SentenceRow[Any]]] = {row.kind: row for row in ROWS}


DECIDED_BY: Final[Mapping[str, str]] = {
    DEFAULT_RULING_START: " (A default ruling decided this.)",
    VOTE_START: " (The council decided this.)",
}
"""Who decided, by the reason that stands on record; for every other reason the game master did."""
OWN_WORDS: Final = (f"{DEFAULT_RULING_START}, ", "The council's word, ")
DECIDED_BY_GM: Final = " (The game master decided this.)"
GM_SAYS: Final = "The game master: “{words}”"


def format_event(event: Event, view: View) -> str:
    """An event in one short sentence (several lines only for the game master's own words); markup neutralised."""
    shown = ROW_OF[type(event)].sentence(event, view)
    by = _by_whom(event, shown)
    return GM_SAYS.format(words=shown) if by == DECIDED_BY_GM and isinstance(event, Narrated) else shown + by


def _by_whom(event: Event, text: str = "") -> str:
    """Who decided what is told; "" for what the rules did, and where the words say so themselves."""
    reason = event.cause.override
    if not reason or (reason in DECIDED_BY and text.startswith(OWN_WORDS)):
        return ""
    return DECIDED_BY.get(reason, DECIDED_BY_GM)


def format_together(events: Sequence[Event], view: View) -> str:
    """Events of one group (`Row.group`) in one sentence."""
    row = ROW_OF[type(events[0])]
    if row.together is None:
        return " ".join(format_event(event, view) for event in events)
    shown = row.together(events, view)
    return shown + next((word for event in events if (word := _by_whom(event))), "")


Loss: TypeAlias = FleetLost | StressSettled
NO_NAMES: Final[Mapping[FleetId, str]] = {}


def lost_fleets(view: View, events: Sequence[Event]) -> Mapping[FleetId, Loss]:
    """The viewer's fleets that were lost in a turn by their drives or their crews, and are not in the view after it."""
    return {
        event.fleet: event
        for event in events
        if (isinstance(event, FleetLost) or (isinstance(event, StressSettled) and event.effect in LEAVING_TEXTS))
        and event.fleet
        and (view.is_gm or event.side == view.side)
        and event.fleet not in view.fleets
    }


def with_lost(view: View, lost: Mapping[FleetId, Loss], events: Sequence[Event], before: Mapping[FleetId, str]) -> View:
    """The view in which fleets that were lost can still be named: by what the turn's events call them, or else by their names
    `before` it."""
    if not lost:
        return view
    names = {**before, **_names_in_events(events)}
    gone = {key: Fleet(key, event.side, names[key], event.hex, ()) for key, event in lost.items() if names.get(key)}
    return changed(view, fleets={**view.fleets, **gone})


def _names_in_events(events: Sequence[Event]) -> dict[FleetId, str]:
    """What the events of a turn call fleets, the last name of each."""
    found: dict[FleetId, str] = {}
    for event in events:
        if isinstance(event, FleetSplit):
            found[event.new] = event.name
        elif isinstance(event, FleetArrived | FleetDeparted | FleetLost | FleetPassed | FleetRenamed) and event.name:
            found[event.fleet] = event.name
    return found


FOR_GM: Final = "Questions for you"
GM_WORDS: Final = "Your word"
SEVERAL_EMPIRES: Final = "Several empires"


class ReportLine(Value):
    """One numbered line: its text, the indices of its events among the events given, and what heading it stands under."""

    number: int
    text: str
    events: tuple[int, ...]
    section: Section
    heading: str


class _Unnumbered(Value):
    """A line before it has its number."""

    section: Section
    side: SideId
    asks: bool
    text: str
    events: tuple[int, ...]


def report_lines(
    view: View, events: Sequence[Event], before: Mapping[FleetId, str] = NO_NAMES
) -> tuple[ReportLine, ...]:
    """Every event the viewer may see, each in exactly one numbered line; what says nothing but zeroes has none.

    A player's lines are ordered by section. The game master's begin with the questions and what failed, then go empire by
    empire. `before` are fleets' names before the turn, for those lost in it.
    """
    lost = lost_fleets(view, events)
    view = with_lost(view, lost, events, before)
    facts = [line for line in _together(view, events, lost) if line.text]
    titles = dict(REPORT_SECTIONS)
    order = [section for section, _ in REPORT_SECTIONS]
    if not view.is_gm:
        facts.sort(key=lambda line: order.index(line.section))
        headed = [(titles[line.section], line.text, line) for line in facts]
    else:
        sides = [*view.flags, *view.others]
        facts.sort(key=lambda line: (_rank_for_gm(line), _order_of_side(sides, line), order.index(line.section)))
        headed = [_for_gm(view, titles, line) for line in facts]
    return tuple(
        ReportLine(number, text, line.events, line.section, heading)
        for number, (heading, text, line) in enumerate(headed, start=1)
    )


def _together(view: View, events: Sequence[Event], lost: Container[FleetId]) -> list[_Unnumbered]:
    """What is told in one line: a group of events of a side and fleet, and what would be said twice in the same words. What a
    fleet did that was `lost` stands with its loss, in front of it."""
    found: dict[tuple[str, ...], list[int]] = {}
    for index, event in enumerate(events):
        if view.is_gm or may_see(event, view.side):
            row = ROW_OF[type(event)]
            side = _side(event)
            # A base has no fleet's name: it is told of by its own words.
            whose = str(getattr(event, "fleet", "") or (format_event(event, view) if hasattr(event, "fleet") else ""))
            key: tuple[str, ...] = (
                (row.group, side, whose) if row.group else ("", row.section, side, format_event(event, view))
            )
            found.setdefault(key, []).append(index)
    lines: list[_Unnumbered] = []
    for key, indices in found.items():
        first = events[indices[0]]
        row = ROW_OF[type(first)]
        if key[0]:
            text = format_together([events[index] for index in indices], view)
        else:
            text = format_event(first, view) + (f" ({len(indices)} times)" if len(indices) > 1 else "")
        section = "losses" if row.section == "fleets" and getattr(first, "fleet", "") in lost else row.section
        lines.append(_Unnumbered(section, _side(first), isinstance(first, QuestionRaised), text, tuple(indices)))
    return lines


def _side(event: Event) -> SideId:
    """The side an event is about, "" where it is about several or none."""
    side = str(getattr(event, "side", ""))
    alone = event.seen_by[0] if len(event.seen_by) == 1 and event.seen_by[0] != EVERYONE else ""
    return side or alone


def _rank_for_gm(line: _Unnumbered) -> int:
    if line.asks:
        return 0
    return {"failed": 1, "gm": 2}.get(line.section, 3)


def _order_of_side(sides: Sequence[SideId], line: _Unnumbered) -> int:
    """The place of a line's empire; what is of several comes first."""
    return sides.index(line.side) + 1 if line.side in sides else len(sides) + 1 if line.side else 0


def _for_gm(view: View, titles: dict[Section, str], line: _Unnumbered) -> tuple[str, str, _Unnumbered]:
    """A line's heading for the game master, and its text with the name of the side it is about where that is not above it."""
    name = side_name(view, line.side) if line.side else ""
    rank = _rank_for_gm(line)
    if rank == 3:  # the empires' own news
        return name or SEVERAL_EMPIRES, line.text, line
    heading = (FOR_GM, titles["failed"], GM_WORDS)[rank]
    return heading, f"{name}: {line.text}" if name else line.text, line
