"""What operations do to their target: sabotage, unrest, killings, lies; and the nets against them (CW-10.0-01, CW-10.0-08).

A target is told what it sees for itself, an explosion or a death, and never by whom.
"""

from typing import Final

from rules.cluster_war.chapters.detection.sensors import sight
from rules.cluster_war.chapters.espionage.chances import number, officer_meant, project_meant
from rules.cluster_war.model.events.detection import FleetSighted
from rules.cluster_war.model.events.diplomacy import CounterStands, LeaderKilled, MischiefDone
from rules.cluster_war.model.state.dealings import Operation
from rules.cluster_war.model.state.holdings import Colony
from rules.cluster_war.model.state.knowledge import FleetSighting
from rules.cluster_war.model.state.names import WEEKS_PER_TURN, HexId, SideId
from rules.cluster_war.model.state.officers import Officer, in_charge
from rules.cluster_war.model.working.turn_state import TurnState
from rules.events import Cause
from rules.values import Value, changed

CAUSE: Final = Cause("CW-10.0-01")
HARM: Final = Cause("CW-10.0-08")
SEEN: Final = Cause("CW-12.0-04")
"""By which a side sees a foreign fleet outside its own space; a lie must look like it."""
FALSE_SHIPS: Final = 6
FALSE_HULL: Final = 120
MOST_HINDERED: Final = 100


class Deed(Value):
    """What came of an operation: `text` for its own side; with `asks` the game master has to tell the rest. `place`, `points` and
    `until` are kept with the operation."""

    text: str
    asks: bool = False
    place: str = ""
    points: int = 0
    until: int = 0


def sabotage(turn: TurnState, one: Operation, _: int) -> Deed:
    """A running project loses the CPs of its step: the one that is named, or the one with most in it."""
    found = project_meant(turn.projects, one)
    if found is None:
        return Deed("No such work of theirs is under way, or nothing is in it that could be lost.")
    turn.projects[found.id] = changed(found, cps=0)
    _tell(
        turn, one.target, found.hex, f"A fire in the laboratories: {found.name} loses the {found.cps} CPs of its step."
    )
    return Deed(f"{found.name} lost the {found.cps} CPs of its step.")


def sabotage_yard(turn: TurnState, one: Operation, _: int) -> Deed:
    """Works in the yards of a system are thrown back by a month, never beyond their beginning."""
    hex_ = _place(turn, one)
    lost = 0
    for key, build in sorted(turn.builds.items()):
        colony = turn.colonies.get(build.colony)
        if build.side != one.target or build.place != "shipyard" or colony is None or colony.hex != hex_:
            continue
        whole = turn.sides[one.target].designs[build.design].hull * build.count
        back = min(build.capacity, max(0, whole - build.hull_left))
        lost += back
        turn.builds[key] = changed(build, hull_left=build.hull_left + back)
    if not lost:
        return Deed(f"No work of theirs is far enough along in the yards at {hex_} to be thrown back.")
    _tell(turn, one.target, hex_, f"Explosions in the yards: {lost} hull spaces of work are lost.")
    return Deed(f"{lost} hull spaces of work in their yards at {hex_} are lost.")


def sabotage_stores(turn: TurnState, one: Operation, _: int) -> Deed:
    """Half of the munitions of a system's colonies and of the CPs aboard ships there are lost."""
    hex_ = _place(turn, one)
    munitions = cargo = 0
    for colony in _colonies_at(turn, one.target, hex_):
        munitions += (part := colony.munitions - colony.munitions // 2)
        turn.colonies[colony.id] = changed(colony, munitions=colony.munitions - part)
    for fleet in turn.fleets.at(hex_):
        for ship in fleet.ships if fleet.side == one.target and fleet.transit is None else ():
            aboard = turn.ships[ship]
            cargo += (part := aboard.cargo - aboard.cargo // 2)
            turn.ships[ship] = changed(aboard, cargo=aboard.cargo - part) if part else aboard
    if not munitions + cargo:
        return Deed(f"There was nothing to destroy at {hex_}.")
    told = f"Stores burn: {munitions} CPs of munitions and {cargo} CPs of cargo are lost."
    _tell(turn, one.target, hex_, told, cargo, munitions)
    return Deed(f"{munitions} CPs of munitions and {cargo} CPs of cargo at {hex_} are destroyed.")


def unrest(turn: TurnState, one: Operation, week: int) -> Deed:
    """Strikes on the largest colony of a system take part of its output for some turns."""
    hex_ = _place(turn, one)
    loss = number("per cent of output lost to unrest", turn.settings)
    return _strike(turn, one, hex_, loss, "Strikes and riots", _opens(week))


def leader(turn: TurnState, one: Operation, week: int) -> Deed:
    """An officer is killed, or the head of government; in either case somebody takes their place, under the same player."""
    if one.subject:
        found = officer_meant(turn.officers, one)
        if found is None:
            return Deed(f"No officer of theirs is called {one.subject}.")
        return _officer_killed(turn, found)
    home = turn.sides[one.target].home
    loss = number("per cent of output lost when a head of government dies", turn.settings)
    turn.tell_side(LeaderKilled(one.target, "", "Your head of government", "Their deputy", cause=HARM))
    struck = _strike(turn, one, home, loss, "Mourning and disorder", _opens(week))
    return changed(struck, text=f"Their head of government is dead; a successor governs. {struck.text}")


def _officer_killed(turn: TurnState, found: Officer) -> Deed:
    del turn.officers[found.id]
    heir = None
    if found.post is not None:
        unit = found.post.unit
        fleet = next((f for f in turn.fleets.values() if unit in f.ships), None)
        own = [o for o in turn.officers.values() if o.side == found.side]
        heir = in_charge(own, found.post.kind, set(fleet.ships) if fleet is not None else {unit})
    successor = heir.name if heir is not None else ""
    turn.tell_side(LeaderKilled(found.side, found.id, found.name, successor, cause=HARM))
    return Deed(f"{found.name} is dead.")


def disinformation(turn: TurnState, one: Operation, week: int) -> Deed:
    """The target believes in a fleet of the operation's side where it cannot look: its own sensors would know better."""
    hex_ = one.subject
    if hex_ in sight(turn, one.target):
        return Deed(f"They look at {hex_} themselves, and did not believe it.")
    known = turn.knowledge[one.target]
    name = f"C{turn.next_id(f'contact/{one.target}')}"
    turn.first_seen[one.target, name] = (hex_, week)
    lie = FleetSighting(name, one.side, hex_, FALSE_SHIPS, FALSE_HULL, week)
    met = known.met if one.side in known.met else (*known.met, one.side)
    turn.learn(one.target, fleets={**known.fleets, name: lie}, met=met)
    turn.tell_side(FleetSighted(one.target, one.side, hex_, FALSE_SHIPS, FALSE_HULL, week, cause=SEEN))
    return Deed(f"They believe that {FALSE_SHIPS} ships of yours are at {hex_}, until they look there.")


def guard(turn: TurnState, one: Operation, week: int) -> Deed:
    """A net of counter-intelligence stands for some turns."""
    until = _opens(week) + number("turns that a net stands", turn.settings)
    turn.tell_side(CounterStands(one.side, one.id, one.name, until, cause=CAUSE))
    return Deed(f"The net stands until turn {until}.", until=until)


def end_unrest(turn: TurnState) -> None:
    """At the month's end: strikes whose time is over end, and colonies yield what they did."""
    for key, one in sorted(turn.operations.items()):
        if not one.points or turn.turn + 1 < one.until:
            continue
        colony = turn.colonies.get(one.place)
        if colony is not None and colony.side == one.target:
            turn.colonies[colony.id] = changed(colony, hindered=max(0, colony.hindered - one.points))
            _tell(turn, one.target, colony.hex, f"{colony.name} is calm again.")
        turn.operations[key] = changed(one, points=0)


def _opens(week: int) -> int:
    """The turn that begins at a week's end."""
    return week // WEEKS_PER_TURN + 1


def _strike(turn: TurnState, one: Operation, hex_: HexId, loss: int, what: str, opens: int) -> Deed:
    found = max(_colonies_at(turn, one.target, hex_), key=lambda c: (c.size, c.id), default=None)
    if found is None:
        return Deed(f"They have no colony at {hex_}.")
    until = opens + number("turns of unrest", turn.settings)
    points = min(MOST_HINDERED - found.hindered, loss)
    turn.colonies[found.id] = changed(found, hindered=found.hindered + points)
    _tell(turn, one.target, hex_, f"{what} on {found.name}: {points} % of its output is lost until turn {until}.")
    text = f"{what} on their colony at {hex_}-{found.orbit} take {points} % of its output until turn {until}."
    return Deed(text, place=found.id, points=points, until=until)


def _place(turn: TurnState, one: Operation) -> HexId:
    return one.subject or turn.sides[one.target].home


def _colonies_at(turn: TurnState, side: SideId, hex_: HexId) -> list[Colony]:
    return [c for c in turn.colonies.at(hex_) if c.side == side]


def _tell(turn: TurnState, side: SideId, hex_: HexId, text: str, cargo: int = 0, munitions: int = 0) -> None:
    turn.tell_side(MischiefDone(side, hex_, text, cargo, munitions, cause=CAUSE))
