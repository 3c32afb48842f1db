"""News by courier: what forces beyond the network saw in a month is kept back until it has come home, and contacts get their
names then (CW-13.0-01, CW-13.0-02).

Own ships are always tracked (CW-12.0-01) and get their orders at once (CW-13.0-03); what waits is what they find: foreign fleets,
bases and colonies, systems, battles as they were seen, designs, storms, stars that are not what they were, and what dowsers feel.
News of enemy activity waits as long as the game master says (CW-13.0-05). What befalls own ships is known at once; who finds
something is asked about it when home knows of it.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias, TypeVar, cast

from rules.cluster_war.chapters.detection.sensors import by_courier, courier_weeks, lrs_range, network, see_now, sight
from rules.cluster_war.chapters.detection.surveys import LEVEL_RANK, note_felt
from rules.cluster_war.chapters.detection.unreported import withhold
from rules.cluster_war.model.economy.supply import supply_grid
from rules.cluster_war.model.events.battles import BattleFought, DesignsSeen, QuarryEscaped
from rules.cluster_war.model.events.detection import (
    BaseSighted,
    ColonySighted,
    FleetSighted,
    NewsCame,
    RiftDetected,
    StarChanged,
    SystemLearned,
)
from rules.cluster_war.model.events.diplomacy import OperationRolled
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.movement import FleetArrived, FleetPassed, FleetsMet
from rules.cluster_war.model.events.psionics import DowsersFelt, LastWordsHeard
from rules.cluster_war.model.events.raids import FreighterRobbed, TrafficLost
from rules.cluster_war.model.events.terrain import StormSeen
from rules.cluster_war.model.psionics.telepaths import in_touch
from rules.cluster_war.model.state.common import WEEKS_PER_TURN, FleetId, HexId, SideId
from rules.cluster_war.model.state.places import distance
from rules.cluster_war.model.state.sides import BaseSighting, ColonySighting, Dispatch, FleetSighting, Knowledge, Report
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Cause, Modifier, Value, changed

CONTACT: Final = re.compile(r"\bC(\d+)\b")
LIE_PREFIX: Final = "~~lie/"
"""Before what a dispatch calls a fleet that is not there, with a sign that no side's id has (CW-10.0-08)."""
COURIER_RULE: Final = "CW-13.0-02"
Found: TypeAlias = (
    FleetSighted
    | BaseSighted
    | ColonySighted
    | SystemLearned
    | RiftDetected
    | FleetsMet
    | BattleFought
    | DesignsSeen
    | QuarryEscaped
    | StarChanged
    | StormSeen
    | DowsersFelt
)
Struck: TypeAlias = TrafficLost | FreighterRobbed
Sighting = TypeVar("Sighting", FleetSighting, BaseSighting, ColonySighting)
ACTIVITY_EVENTS: Final = (FleetSighted, BaseSighted, FleetsMet, TrafficLost, FreighterRobbed)
"""News of enemies within the own borders, which the game master may delay."""


class ContactNames(Value):
    """What a side's new contacts are called from now on, by the names they had: fleets of which nothing is home by their ids."""

    calls: Mapping[str, str]

    def sighted(self, found: Knowledge) -> Knowledge:
        """What a dispatch tells."""
        if not self.calls.keys() & found.fleets.keys():
            return found
        return changed(found, fleets=_called(found.fleets, self.calls))

    def reported(self, event: Event) -> Event:
        """A report in it."""
        if isinstance(event, FleetsMet):
            return changed(event, fleets=tuple(self.calls.get(name, name) for name in event.fleets))
        return event


def forget_names(turn: TurnState, side: SideId, late: Callable[..., bool]) -> ContactNames:
    """At the month's end, when what is late has been taken out of what a side knows and was told: take back the names of contacts
    that were first seen too far off and of which nothing is home, and number the others of this month without them."""
    start = turn.start.counters.get(f"contact/{side}", 0)
    known = turn.knowledge[side]
    told = {*_names_in(e for e in turn.events if e.seen_by == (side,))}
    home = {*known.fleets, *told}
    first = {name: place for (owner, name), place in turn.first_seen.items() if owner == side}
    fleets = {name: fleet for fleet, name in known.contacts.items()}
    gone = {
        name: fleets.get(name, f"{LIE_PREFIX}{turn.turn}/{name}")
        for name, place in first.items()
        if name not in home and late(*place, activity=True)
    }
    if not gone:
        return ContactNames({})
    used = {*known.contacts.values(), *home} - gone.keys()
    fresh = sorted((number, name) for name in used if (number := _number(name)) > start)
    names = {name: f"C{start + place}" for place, (_, name) in enumerate(fresh, 1)}
    turn.learn(
        side,
        fleets=_called(known.fleets, names),
        contacts={fleet: names.get(name, name) for fleet, name in known.contacts.items() if name not in gone},
    )
    turn.counters[f"contact/{side}"] = start + len(fresh)
    _rename(turn, side, names)
    return ContactNames({**names, **gone})


def name_found(turn: TurnState, side: SideId, found: Knowledge) -> Knowledge:
    """A dispatch's knowledge with fleets by the side's own names for them, new ones where it has none."""
    contacts = dict(turn.knowledge[side].contacts)
    names: dict[str, str] = {}
    for key in found.fleets:
        if CONTACT.fullmatch(key) is None:
            if key not in contacts:
                contacts[key] = f"C{turn.next_id(f'contact/{side}')}"
            names[key] = contacts[key]
    if not names:
        return found
    turn.learn(side, contacts=contacts)
    return changed(found, fleets=_called(found.fleets, names))


def read_names(event: Event, contacts: Mapping[FleetId, str]) -> Event:
    """A report that has come home, with the names that its side has now."""
    if isinstance(event, FleetsMet):
        return changed(event, fleets=tuple(contacts.get(fleet, fleet) for fleet in event.fleets))
    return event


def _called(fleets: Mapping[str, FleetSighting], names: Mapping[str, str]) -> dict[str, FleetSighting]:
    return {
        names.get(key, key): changed(seen, contact=names[key]) if key in names else seen for key, seen in fleets.items()
    }


def _names_in(events: Iterable[Event]) -> Iterable[str]:
    """The contacts that a side was told of by name."""
    for event in events:
        if isinstance(event, FleetsMet):
            yield from (name for name in event.fleets if CONTACT.fullmatch(name))
        elif isinstance(event, OperationRolled):
            yield from (found[0] for found in CONTACT.finditer(event.text))


def _number(name: str) -> int:
    found = CONTACT.fullmatch(name)
    return int(found[1]) if found else 0


def _rename(turn: TurnState, side: SideId, names: Mapping[str, str]) -> None:
    """What a side was told this month, and what is kept of what it was told, calls its contacts by these names."""
    if all(old == new for old, new in names.items()):
        return

    def again(text: str) -> str:
        return CONTACT.sub(lambda found: names.get(found[0], found[0]), text)

    for at, event in enumerate(turn.events):
        if event.seen_by == (side,) and isinstance(event, FleetsMet):
            turn.events[at] = changed(event, fleets=tuple(names.get(name, name) for name in event.fleets))
        elif event.seen_by == (side,) and isinstance(event, OperationRolled):
            turn.events[at] = changed(event, text=again(event.text))
    for at, question in enumerate(turn.questions):
        heard = tuple(again(line) if line.startswith(f"{side}: ") else line for line in question.subjects)
        if heard != question.subjects:
            turn.questions[at] = changed(question, subjects=heard)


@dataclass(slots=True)
class _NewsDelays:
    """A side's month as its news comes in: the network, and by hex and week when a report is home and who carries it."""

    turn: TurnState
    side: SideId
    last: int
    couriers: bool
    delay: int
    home: frozenset[HexId]
    near: frozenset[HexId]
    grid: frozenset[HexId]
    known: dict[HexId, int] = field(default_factory=dict)

    def due(self, hex_: HexId, week: int, *, activity: bool) -> int:
        """The week in which a report of something in a hex is home."""
        late = self.delay if activity and hex_ in self.grid else 0
        if not self.couriers or hex_ in self.near or self._carried(hex_, week):
            return week + late
        if hex_ not in self.known:
            self.known[hex_] = courier_weeks(self.turn, self.side, hex_, self.home)
        return week + max(late, self.known[hex_])

    def late(self, hex_: HexId, week: int, *, activity: bool = False) -> bool:
        """Whether a report is not home by the month's end."""
        return self.due(hex_, week, activity=activity) > self.last

    def _carried(self, hex_: HexId, week: int) -> bool:
        """Whether a fleet that was there has come within the network since, or has telepaths whom home hears at any distance
        (CW-15.1-12), or had them when it was lost there."""
        fleets = [self.turn.fleets[key] for key in self.carriers(hex_, week)]
        if any(f.hex in self.home or in_touch(self.turn, f, self.last) for f in fleets):
            return True
        heard = (e for e in self.turn.events if isinstance(e, LastWordsHeard) and e.side == self.side)
        return any((e.hex, e.week) == (hex_, week) for e in heard)

    def carriers(self, hex_: HexId, week: int) -> tuple[FleetId, ...]:
        """The side's fleets that had a hex within their sensors in a week, or have it now, and are somewhere."""
        reach = lrs_range(self.turn, self.side)
        here = {
            e.fleet
            for e in self.turn.events
            if isinstance(e, FleetArrived | FleetPassed)
            and e.side == self.side
            and e.week <= week
            and distance(self.turn.cluster, e.hex, hex_) <= reach
        }
        found = [
            f.id
            for f in self.turn.fleets.values()
            if f.side == self.side
            and f.transit is None
            and (f.id in here or distance(self.turn.cluster, f.hex, hex_) <= reach)
        ]
        return tuple(sorted(found))


def news(turn: TurnState) -> None:
    """At the month's end: what was found too far off this month is sent on its way, and news that is due comes home."""
    last = turn.first_week + WEEKS_PER_TURN
    for side in sorted(turn.sides):
        couriers, delay = by_courier(turn.settings), turn.signals.delays.get(side, 0)
        if couriers or delay:
            home = network(turn, side)
            near = sight(turn, side, within=home) | home
            _send(_NewsDelays(turn, side, last, couriers, delay, home, near, supply_grid(turn, side)))
    _bring(turn, last)


def _bring(turn: TurnState, last: int) -> None:
    mail: list[Dispatch] = []
    homes: dict[SideId, frozenset[HexId]] = {}
    for letter in turn.signals.mail:
        if letter.side not in homes:
            homes[letter.side] = network(turn, letter.side)
        fleets = (turn.fleets.get(key) for key in letter.carriers)
        carried = any(f is not None and f.transit is None and f.hex in homes[letter.side] for f in fleets)
        if letter.due > last and not carried:
            mail.append(letter)
            continue
        _read(turn, letter, last)
    if len(mail) != len(turn.signals.mail):
        turn.signals = changed(turn.signals, mail=tuple(mail))


def _read(turn: TurnState, letter: Dispatch, last: int) -> None:
    """A dispatch comes home: its side knows what is in it, unless it knows better by now, and reads its reports."""
    side = letter.side
    found = name_found(turn, side, letter.found)
    known = turn.knowledge[side]
    systems = dict(known.systems)
    for hex_, entry in found.systems.items():
        if hex_ not in systems or LEVEL_RANK[entry.level] >= LEVEL_RANK[systems[hex_].level]:
            systems[hex_] = entry
    weather = {h: s for h, s in found.weather.items() if h not in known.weather or s.turn > known.weather[h].turn}
    seen = {**known.seen, **{h: max(week, known.seen.get(h, week)) for h, week in found.seen.items()}}
    turn.learn(
        side,
        systems=systems,
        seen=seen,
        fleets=_newer(known.fleets, found.fleets, found.seen),
        colonies=_newer(known.colonies, found.colonies, found.seen),
        bases=_newer(known.bases, found.bases, found.seen),
        designs={**known.designs, **found.designs},
        weather={**known.weather, **weather},
        met=(*known.met, *(other for other in found.met if other not in known.met)),
    )
    came = min(last, letter.due)
    cause = Cause(COURIER_RULE, modifiers=(Modifier(came - letter.sent, "weeks on its way"),))
    if letter.reports:
        turn.tell_side(NewsCame(side, letter.hex, letter.sent, came, cause=cause))
    for report in letter.reports:
        if isinstance(report, StarChanged):
            _see_star(turn, report)
        if isinstance(report, DowsersFelt):
            note_felt(turn, side, report.hex, report.found)
        turn.say(changed(read_names(cast("Event", report), known.contacts), seen_by=(side,)))


def _see_star(turn: TurnState, event: StarChanged) -> None:
    """The map shows what was seen, which may be old light again by now (CW-12.1-02)."""
    system = turn.cluster.systems.get(event.hex)
    now = system.codes if system is not None else ()
    see_now(turn, event.side, event.hex, worlds=bool(event.codes))
    if now != event.codes:
        turn.learn(event.side, stars={**turn.knowledge[event.side].stars, event.hex: event.codes})


def _newer(
    known: Mapping[str, Sighting], found: Mapping[str, Sighting], seen: Mapping[HexId, int]
) -> Mapping[str, Sighting]:
    """Sightings with those of a dispatch; what was not there any more when its hex was seen later is forgotten."""
    kept = {key: s for key, s in known.items() if s.week >= seen.get(s.hex, s.week)}
    return kept | {key: s for key, s in found.items() if key not in known or s.week > known[key].week}


def _send(delays: _NewsDelays) -> None:
    """Take back what is not home yet, and send it: reports and knowledge, a dispatch for each hex and week they are due."""
    turn, side = delays.turn, delays.side
    reports: dict[tuple[HexId, int], list[Report]] = {}
    waiting = [
        report for letter in turn.signals.mail if letter.side == side for report in map(_timeless, letter.reports)
    ]
    late = [
        (at, event)
        for at, event in enumerate(turn.events)
        if event.seen_by == (side,)
        and isinstance(event, Found | Struck)
        and delays.late(event.hex, event.week, activity=isinstance(event, ACTIVITY_EVENTS))
    ]
    for at, event in late:
        turn.events[at] = changed(event, seen_by=())
    found = withhold(turn, side, [event for _, event in late], delays.late)
    unheard = forget_names(turn, side, delays.late)
    for _, event in late:
        report = unheard.reported(event)
        if _timeless(report) not in waiting:
            waiting.append(_timeless(report))
            due = delays.due(event.hex, event.week, activity=isinstance(event, ACTIVITY_EVENTS))
            reports.setdefault((event.hex, due), []).append(report)
    letters: list[Dispatch] = []
    for hex_ in sorted({hex_ for hex_, _ in reports} | found.keys()):
        dues = sorted(due for there, due in reports if there == hex_)
        knowledge = unheard.sighted(found.get(hex_, Knowledge()))
        for number, due in enumerate(dues or [delays.due(hex_, delays.last, activity=bool(knowledge.fleets))]):
            sent = min((_week(s) for s in reports.get((hex_, due), ())), default=delays.last)
            news = knowledge if number == 0 else Knowledge()
            carriers = delays.carriers(hex_, sent) if delays.couriers and hex_ not in delays.near else ()
            letters.append(Dispatch(side, hex_, sent, due, carriers, tuple(reports.get((hex_, due), ())), news))
    if letters:
        turn.signals = changed(turn.signals, mail=(*turn.signals.mail, *letters))


def _week(report: Report) -> int:
    return cast("Found", report).week


def _timeless(report: Report) -> Report:
    """A report without its week, so that the same sight a month later is not reported twice while the first is on its way."""
    sights = (
        FleetSighted | BaseSighted | ColonySighted | SystemLearned | FleetsMet | StormSeen | StarChanged | DowsersFelt
    )
    return changed(report, week=0, cause=Cause("")) if isinstance(report, sights) else report
