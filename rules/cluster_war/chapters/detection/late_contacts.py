"""Names of contacts of which a side has not heard yet: they get one when the news comes home, so that the numbers of those at
home tell of nothing that is still on its way (CW-13.0-02). Until then a dispatch calls a fleet by its id."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from rules.cluster_war.model.events.diplomacy import OperationRolled
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.movement import FleetsMet
from rules.cluster_war.model.state.knowledge import FleetSighting, Knowledge
from rules.cluster_war.model.state.names import FleetId, SideId
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Value, changed

CONTACT: Final = re.compile(r"\bC(\d+)\b")
LIE: Final = "~~lie/"
"""Before what a dispatch calls a fleet that is not there, with a sign that no side's id has (CW-10.0-08)."""


class Unheard(Value):
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


def forget_names(turn: TurnState, side: SideId, late: Callable[..., bool]) -> Unheard:
    """At the month's end, when what is late has been taken out of what a side knows and was told: take back the names of contacts
    that were first seen too far off and of which nothing is home, and number the others of this month without them."""
    start = turn.start.counters.get(f"contact/{side}", 0)
    known = turn.knowledge[side]
    told = {*_names_in(e for e in turn.events if e.seen_by == (side,))}
    home = {*known.fleets, *told}
    first = {name: place for (owner, name), place in turn.first_seen.items() if owner == side}
    fleets = {name: fleet for fleet, name in known.contacts.items()}
    gone = {
        name: fleets.get(name, f"{LIE}{turn.turn}/{name}")
        for name, place in first.items()
        if name not in home and late(*place, activity=True)
    }
    if not gone:
        return Unheard({})
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
    return Unheard({**names, **gone})


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
