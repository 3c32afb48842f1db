"""What a successful operation brings its side and does to its target, each kind one function: intelligence, sabotage, unrest,
killings, lies, and the nets against them (CW-10.0-01, CW-10.0-08).

A target is told what it sees for itself, an explosion or a death, and never by whom.
"""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from rules.cluster_war.chapters.detection.sensors import sight
from rules.cluster_war.chapters.detection.surveys import LEVEL_RANK, learn
from rules.cluster_war.chapters.espionage.chances import number, officer_meant, project_meant
from rules.cluster_war.chapters.movement.fleets import size_of
from rules.cluster_war.chapters.npr.sight import marks
from rules.cluster_war.chapters.research.tasks import knows_field, knows_technology, task_of
from rules.cluster_war.model.economy.income import income
from rules.cluster_war.model.events.detection import FleetSighted
from rules.cluster_war.model.events.diplomacy import CounterStands, LeaderKilled, MischiefDone
from rules.cluster_war.model.state.common import WEEKS_PER_TURN, FleetId, HexId, KnowledgeLevel, SideId
from rules.cluster_war.model.state.dealings import COUNTER_INTELLIGENCE, MOLE, Operation
from rules.cluster_war.model.state.holdings import Colony
from rules.cluster_war.model.state.sides import DesignSighting, FleetSighting, Officer, Side, has_trait, in_charge
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Cause, Value, changed

OPERATION_CAUSE: Final = Cause("CW-10.0-01")
HARM_CAUSE: Final = Cause("CW-10.0-08")
SIGHTING_CAUSE: Final = Cause("CW-12.0-04")
"""By which a side sees a foreign fleet outside its own space; a lie must look like it."""
FALSE_SHIPS: Final = 6
FALSE_HULL: Final = 120
MOST_HINDERED: Final = 100
FOUND_NOTHING: Final = "Your agents did what they could, and found nothing of the kind there."
GM_TELLS: Final = "A ruling says what happens."
WITH_NPRS: Final = frozenset({"fleets", "survey", "budget", "technology", MOLE, "other"})
"""The kinds that are carried out against a race of the game master's, whose profile has no more than that."""


class OperationResult(Value):
    """What came of an operation: `text` for its own side; with `asks` the game master has to tell the rest. `place`, `points` and
    `until` are kept with the operation."""

    text: str
    asks: bool = False
    place: str = ""
    points: int = 0
    until: int = 0


def sabotage(turn: TurnState, one: Operation, _: int) -> OperationResult:
    """A running project loses the CPs of its step: the one that is named, or the one with most in it."""
    found = project_meant(turn.projects, one)
    if found is None:
        return OperationResult("They have no such work under way, or nothing in it can be lost.")
    turn.projects[found.id] = changed(found, cps=0)
    _tell(
        turn, one.target, found.hex, f"A fire in the laboratories: {found.name} loses the {found.cps} CPs of its step."
    )
    return OperationResult(f"{found.name} lost the {found.cps} CPs of its step.")


def sabotage_yard(turn: TurnState, one: Operation, _: int) -> OperationResult:
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
        return OperationResult(f"None of their work in the yards at {hex_} is far enough along to be thrown back.")
    _tell(turn, one.target, hex_, f"Explosions in the yards: {lost} hull spaces of work are lost.")
    return OperationResult(f"{lost} hull spaces of work in their yards at {hex_} are lost.")


def sabotage_stores(turn: TurnState, one: Operation, _: int) -> OperationResult:
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
        return OperationResult(f"There was nothing to destroy at {hex_}.")
    told = f"Stores burn: {munitions} CPs of munitions and {cargo} CPs of cargo are lost."
    _tell(turn, one.target, hex_, told, cargo, munitions)
    return OperationResult(f"{munitions} CPs of munitions and {cargo} CPs of cargo at {hex_} are destroyed.")


def unrest(turn: TurnState, one: Operation, week: int) -> OperationResult:
    """Strikes on the largest colony of a system take part of its output for some turns."""
    hex_ = _place(turn, one)
    loss = number("per cent of output lost to unrest", turn.settings)
    return _strike(turn, one, hex_, loss, "Strikes and riots", _opens(week))


def kill_leader(turn: TurnState, one: Operation, week: int) -> OperationResult:
    """An officer is killed, or the head of government; in either case somebody takes their place, under the same player."""
    if one.subject:
        found = officer_meant(turn.officers, one)
        if found is None:
            return OperationResult(f"They have no officer called {one.subject}.")
        return _officer_killed(turn, found)
    home = turn.sides[one.target].home
    loss = number("per cent of output lost when a head of government dies", turn.settings)
    turn.tell_side(LeaderKilled(one.target, "", "Your head of government", "Their deputy", cause=HARM_CAUSE))
    struck = _strike(turn, one, home, loss, "Mourning and disorder", _opens(week))
    return changed(struck, text=f"Their head of government is dead; a successor governs. {struck.text}")


def _officer_killed(turn: TurnState, found: Officer) -> OperationResult:
    del turn.officers[found.id]
    heir = None
    if found.post is not None:
        unit = found.post.unit
        fleet = next((f for f in turn.fleets.values() if unit in f.ships), None)
        own = [o for o in turn.officers.values() if o.side == found.side]
        heir = in_charge(own, found.post.kind, set(fleet.ships) if fleet is not None else {unit})
    successor = heir.name if heir is not None else ""
    turn.tell_side(LeaderKilled(found.side, found.id, found.name, successor, cause=HARM_CAUSE))
    return OperationResult(f"{found.name} is dead.")


def disinformation(turn: TurnState, one: Operation, week: int) -> OperationResult:
    """The target believes in a fleet of the operation's side where it cannot look: its own sensors would know better."""
    hex_ = one.subject
    if hex_ in sight(turn, one.target):
        return OperationResult(f"They look at {hex_} themselves, and did not believe it.")
    known = turn.knowledge[one.target]
    name = f"C{turn.next_id(f'contact/{one.target}')}"
    turn.first_seen[one.target, name] = (hex_, week)
    lie = FleetSighting(name, one.side, hex_, FALSE_SHIPS, FALSE_HULL, week)
    met = known.met if one.side in known.met else (*known.met, one.side)
    turn.learn(one.target, fleets={**known.fleets, name: lie}, met=met)
    turn.tell_side(FleetSighted(one.target, one.side, hex_, FALSE_SHIPS, FALSE_HULL, week, cause=SIGHTING_CAUSE))
    return OperationResult(f"They believe that {FALSE_SHIPS} of your ships are at {hex_}, until they look there.")


def stand_guard(turn: TurnState, one: Operation, week: int) -> OperationResult:
    """A net of counter-intelligence stands for some turns."""
    until = _opens(week) + number("turns that a net stands", turn.settings)
    turn.tell_side(CounterStands(one.side, one.id, one.name, until, cause=OPERATION_CAUSE))
    return OperationResult(f"The net lasts until turn {until}.", until=until)


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


def _strike(turn: TurnState, one: Operation, hex_: HexId, loss: int, what: str, opens: int) -> OperationResult:
    found = max(_colonies_at(turn, one.target, hex_), key=lambda c: (c.size, c.id), default=None)
    if found is None:
        return OperationResult(f"They have no colony at {hex_}.")
    until = opens + number("turns of unrest", turn.settings)
    points = min(MOST_HINDERED - found.hindered, loss)
    turn.colonies[found.id] = changed(found, hindered=found.hindered + points)
    _tell(turn, one.target, hex_, f"{what} on {found.name}: {points} % of its output is lost until turn {until}.")
    text = f"{what} on their colony at {hex_}-{found.orbit} take {points} % of its output until turn {until}."
    return OperationResult(text, place=found.id, points=points, until=until)


def _place(turn: TurnState, one: Operation) -> HexId:
    return one.subject or turn.sides[one.target].home


def _colonies_at(turn: TurnState, side: SideId, hex_: HexId) -> list[Colony]:
    return [c for c in turn.colonies.at(hex_) if c.side == side]


def _tell(turn: TurnState, side: SideId, hex_: HexId, text: str, cargo: int = 0, munitions: int = 0) -> None:
    turn.tell_side(MischiefDone(side, hex_, text, cargo, munitions, cause=OPERATION_CAUSE))


Doing: TypeAlias = Callable[[TurnState, Operation, int], OperationResult]


class _SpottedFleet(Value):
    """A fleet of the target's as agents describe it."""

    id: FleetId
    ships: int
    hull: int
    words: str


def carry_out(turn: TurnState, one: Operation, week: int) -> OperationResult:
    """Do what an operation was for, at a week's end; a race of the game master's has only part of what can be found or harmed,
    and the game master tells the rest."""
    if one.target in turn.nprs and one.kind not in WITH_NPRS:
        return OperationResult(GM_TELLS, asks=True)
    return OPERATION_EFFECTS[one.kind](turn, one, week)


def _fleets(turn: TurnState, one: Operation, week: int) -> OperationResult:
    hex_ = one.subject or _home(turn, one.target)
    found = _fleets_at(turn, one.target, hex_)
    if not found:
        return OperationResult(f"They have no fleet at {hex_}.")
    known = turn.knowledge[one.side]
    contacts, fleets = dict(known.contacts), dict(known.fleets)
    for seen in found:
        if seen.id not in contacts:
            contacts[seen.id] = f"C{turn.next_id(f'contact/{one.side}')}"
            turn.first_seen[one.side, contacts[seen.id]] = (hex_, week)
        name = contacts[seen.id]
        fleets[name] = FleetSighting(name, one.target, hex_, seen.ships, seen.hull, week)
    turn.learn(one.side, contacts=contacts, fleets=fleets)
    told = "; ".join(f"{contacts[seen.id]}: {seen.words}" for seen in found)
    return OperationResult(f"Their fleets at {hex_}: {told}.")


def _fleets_at(turn: TurnState, side: SideId, hex_: HexId) -> list[_SpottedFleet]:
    """A side's fleets in a hex, those it runs itself or the game master's; ids come last, so that they tell nothing."""
    found = []
    for fleet in turn.fleets.at(hex_):
        if fleet.side == side and fleet.transit is None:
            designs = turn.sides[side].designs
            names = [designs[turn.ships[ship].design].name for ship in fleet.ships]
            counted = (f"{names.count(name)} {name}" for name in sorted(set(names)))
            found.append(_SpottedFleet(fleet.id, *size_of(turn, fleet), ", ".join(counted)))
    for fleet, force in marks(turn.nprs):
        if (fleet.side, fleet.hex) == (side, hex_):
            found.append(_SpottedFleet(fleet.id, force.ships, force.hull, f"{force.ships} ships, hull {force.hull}"))
    return sorted(found, key=lambda seen: (seen.words, seen.ships, seen.hull, len(seen.id), seen.id))


def _home(turn: TurnState, side: SideId) -> HexId:
    return turn.sides[side].home if side in turn.sides else turn.nprs[side].home


def _design(turn: TurnState, one: Operation, _: int) -> OperationResult:
    known = turn.knowledge[one.side].designs
    wanted = one.subject.casefold()
    designs = sorted(turn.sides[one.target].designs.values(), key=lambda d: (d.kind != "ship", -d.cost, d.id))
    if wanted:
        found = next((d for d in designs if wanted in {d.name.casefold(), d.id.casefold()}), None)
    else:
        found = next((d for d in designs if f"{one.target}/{d.id}" not in known), None)
    if found is None:
        return OperationResult(f"They have no design {one.subject}." if wanted else FOUND_NOTHING)
    sighting = DesignSighting(one.target, changed(found, note="", requires=(), template="", line=""), turn.turn)
    turn.learn(one.side, designs={**known, f"{one.target}/{found.id}": sighting})
    drive = f", drive {found.drive}G" if found.drive else ""
    layout = ", ".join(f"{n} {what}" if n else what for what, n in sorted(found.layout.items()))
    return OperationResult(f"{found.name}: {found.kind}, hull {found.hull}, {found.cost} CPs{drive}. {layout}".strip())


def _survey(turn: TurnState, one: Operation, week: int) -> OperationResult:
    system = turn.cluster.systems.get(one.subject)
    if system is None:
        return OperationResult(f"{one.subject} is empty space.")
    if one.target in turn.nprs:
        npr = turn.nprs[one.target]
        there = one.subject in {npr.home, *npr.explored, *npr.territory, *(c.hex for c in npr.colonies)}
        level: KnowledgeLevel = "surveyed" if there else "map"
    else:
        theirs = turn.knowledge[one.target].systems.get(one.subject)
        level = theirs.level if theirs is not None else "map"
    mine = turn.knowledge[one.side].systems.get(one.subject)
    if level == "map":
        return OperationResult(f"They know nothing of {one.subject} themselves.")
    if mine is not None and LEVEL_RANK[mine.level] >= LEVEL_RANK[level]:
        return OperationResult(f"They know no more of {one.subject} than you do.")
    learn(turn, one.side, system, level, week=week, cause=OPERATION_CAUSE)
    return OperationResult(f"What they know of {one.subject} is on your survey sheet: {level}.")


def _budget(turn: TurnState, one: Operation, _: int) -> OperationResult:
    if one.target in turn.nprs:
        return OperationResult(f"Their whole production is {turn.nprs[one.target].gross} CPs a month.")
    theirs = income(turn.start, one.target)
    known = dict(turn.knowledge[one.side].colonies)
    sizes = {key: c.size for key, c in turn.colonies.items() if c.side == one.target}
    for key, size in sizes.items():
        if key in known and known[key].side == one.target:
            known[key] = changed(known[key], size=size)
    turn.learn(one.side, colonies=known)
    projects = sum(p.side == one.target and not p.finished_turn for p in turn.projects.values())
    worlds = "1 colony" if len(sizes) == 1 else f"{len(sizes)} colonies"
    studies = "1 research project" if projects == 1 else f"{projects} research projects"
    return OperationResult(
        f"Their books of turn {turn.start.turn}: production {theirs.production}, trade {theirs.trade}, other "
        f"{theirs.unusual}, treasury {theirs.treasury} CPs; {worlds} with {sum(sizes.values())} CPs, {studies} under way."
    )


def _technology(turn: TurnState, one: Operation, _: int) -> OperationResult:
    """A discovery by having seen it at work (CW-8.0-06): its field, or the technology where none is laid down."""
    owner = turn.sides[one.side]
    theirs = _technologies(turn, one.target)
    wanted = one.subject.casefold()
    fresh = [name for name in theirs if not knows_technology(owner, name)]
    found = next((n for n in theirs if n.casefold() == wanted), None) if wanted else next(iter(fresh), None)
    if found is None:
        return OperationResult(f"They have no technology {one.subject}." if wanted else FOUND_NOTHING)
    task = task_of(turn.start.tasks, one.side, found, turn.settings)
    field = task.field if task is not None and task.field else found
    if knows_technology(owner, found) or knows_field(owner, field):
        return OperationResult(f"{found}: nothing that you do not know.")
    turn.sides[one.side] = _discovered(owner, field)
    for key, project in list(turn.projects.items()):
        about = (project.technology or project.name).casefold() == found.casefold()
        if project.side == one.side and about and not project.finished_turn and project.step == 1 < project.steps:
            turn.projects[key] = changed(project, step=2, cps=0)
            return OperationResult(f"{found}: a discovery; {project.name} is at step 2 of {project.steps}.")
    return OperationResult(f"{found}: a discovery. Research in {field} needs none now.")


def _technologies(turn: TurnState, side: SideId) -> tuple[str, ...]:
    found = turn.sides[side].technologies if side in turn.sides else turn.nprs[side].technologies
    return tuple(sorted(found))


def _discovered(owner: Side, field: str) -> Side:
    if has_trait(owner.discoveries, field):
        return owner
    return changed(owner, discoveries=(*owner.discoveries, field))


def _mole(_: TurnState, one: Operation, __: int) -> OperationResult:
    return OperationResult(
        "Your mole is in place and helps every later operation against them, until one of your people is caught."
    )


def _other(_: TurnState, __: Operation, ___: int) -> OperationResult:
    return OperationResult(GM_TELLS, asks=True)


OPERATION_EFFECTS: Final[Mapping[str, Doing]] = {
    "fleets": _fleets,
    "design": _design,
    "survey": _survey,
    "budget": _budget,
    "technology": _technology,
    "sabotage": sabotage,
    "sabotage-yard": sabotage_yard,
    "sabotage-stores": sabotage_stores,
    "unrest": unrest,
    "leader": kill_leader,
    "disinformation": disinformation,
    MOLE: _mole,
    "other": _other,
    COUNTER_INTELLIGENCE: stand_guard,
}
"""By kind of operation: what it does."""
