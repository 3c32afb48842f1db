"""What a successful operation brings its side, and does to its target; each kind is one function (CW-10.0-01, CW-10.0-08)."""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from rules.cluster_war.chapters.detection.scouting import RANK, learn
from rules.cluster_war.chapters.espionage import harm
from rules.cluster_war.chapters.espionage.harm import Deed
from rules.cluster_war.chapters.movement.fleets import size_of
from rules.cluster_war.chapters.npr.sight import marks
from rules.cluster_war.chapters.research.tasks import knows, knows_field, task_of
from rules.cluster_war.model.economy.income import income
from rules.cluster_war.model.state.dealings import COUNTER, MOLE, Operation
from rules.cluster_war.model.state.knowledge import DesignSighting, FleetSighting
from rules.cluster_war.model.state.names import FleetId, HexId, KnowledgeLevel, SideId
from rules.cluster_war.model.state.sides import Side, has_trait
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Value, changed

Doing: TypeAlias = Callable[[TurnState, Operation, int], Deed]
NOTHING: Final = "Your agents did what they could, and found nothing of the kind there."
TOLD: Final = "The game master tells what comes of it."


class _Seen(Value):
    """A fleet of the target's as agents describe it."""

    id: FleetId
    ships: int
    hull: int
    words: str


def carry_out(turn: TurnState, one: Operation, week: int) -> Deed:
    """Do what an operation was for, at a week's end; a race of the game master's has only part of what can be found or harmed,
    and the game master tells the rest."""
    if one.target in turn.nprs and one.kind not in WITH_NPRS:
        return Deed(TOLD, asks=True)
    return DOING[one.kind](turn, one, week)


def _fleets(turn: TurnState, one: Operation, week: int) -> Deed:
    hex_ = one.subject or _home(turn, one.target)
    found = _fleets_at(turn, one.target, hex_)
    if not found:
        return Deed(f"No fleet of theirs is at {hex_}.")
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
    return Deed(f"Their fleets at {hex_}: {told}.")


def _fleets_at(turn: TurnState, side: SideId, hex_: HexId) -> list[_Seen]:
    """A side's fleets in a hex, those it runs itself or the game master's; ids come last, so that they tell nothing."""
    found = []
    for fleet in turn.fleets.at(hex_):
        if fleet.side == side and fleet.transit is None:
            designs = turn.sides[side].designs
            names = [designs[turn.ships[ship].design].name for ship in fleet.ships]
            counted = (f"{names.count(name)} {name}" for name in sorted(set(names)))
            found.append(_Seen(fleet.id, *size_of(turn, fleet), ", ".join(counted)))
    for fleet, force in marks(turn.nprs):
        if (fleet.side, fleet.hex) == (side, hex_):
            found.append(_Seen(fleet.id, force.ships, force.hull, f"{force.ships} ships, hull {force.hull}"))
    return sorted(found, key=lambda seen: (seen.words, seen.ships, seen.hull, len(seen.id), seen.id))


def _home(turn: TurnState, side: SideId) -> HexId:
    return turn.sides[side].home if side in turn.sides else turn.nprs[side].home


def _design(turn: TurnState, one: Operation, _: int) -> Deed:
    known = turn.knowledge[one.side].designs
    wanted = one.subject.casefold()
    designs = sorted(turn.sides[one.target].designs.values(), key=lambda d: (d.kind != "ship", -d.cost, d.id))
    if wanted:
        found = next((d for d in designs if wanted in {d.name.casefold(), d.id.casefold()}), None)
    else:
        found = next((d for d in designs if f"{one.target}/{d.id}" not in known), None)
    if found is None:
        return Deed(f"They have no design {one.subject}." if wanted else NOTHING)
    sighting = DesignSighting(one.target, changed(found, note="", requires=(), template="", line=""), turn.turn)
    turn.learn(one.side, designs={**known, f"{one.target}/{found.id}": sighting})
    drive = f", drive {found.drive}G" if found.drive else ""
    layout = ", ".join(f"{n} {what}" if n else what for what, n in sorted(found.layout.items()))
    return Deed(f"{found.name}: {found.kind}, hull {found.hull}, {found.cost} CPs{drive}. {layout}".strip())


def _survey(turn: TurnState, one: Operation, week: int) -> Deed:
    system = turn.cluster.systems.get(one.subject)
    if system is None:
        return Deed(f"{one.subject} is empty space.")
    if one.target in turn.nprs:
        npr = turn.nprs[one.target]
        there = one.subject in {npr.home, *npr.explored, *npr.territory, *(c.hex for c in npr.colonies)}
        level: KnowledgeLevel = "surveyed" if there else "map"
    else:
        theirs = turn.knowledge[one.target].systems.get(one.subject)
        level = theirs.level if theirs is not None else "map"
    mine = turn.knowledge[one.side].systems.get(one.subject)
    if level == "map":
        return Deed(f"They know nothing of {one.subject} themselves.")
    if mine is not None and RANK[mine.level] >= RANK[level]:
        return Deed(f"They know no more of {one.subject} than you do.")
    learn(turn, one.side, system, level, week=week, cause=harm.CAUSE)
    return Deed(f"What they know of {one.subject} is on your survey sheet: {level}.")


def _budget(turn: TurnState, one: Operation, _: int) -> Deed:
    if one.target in turn.nprs:
        return Deed(f"Their whole production is {turn.nprs[one.target].gross} CPs a month.")
    theirs = income(turn.start, one.target)
    known = dict(turn.knowledge[one.side].colonies)
    sizes = {key: c.size for key, c in turn.colonies.items() if c.side == one.target}
    for key, size in sizes.items():
        if key in known and known[key].side == one.target:
            known[key] = changed(known[key], size=size)
    turn.learn(one.side, colonies=known)
    projects = sum(p.side == one.target and not p.finished_turn for p in turn.projects.values())
    return Deed(
        f"Their books of turn {turn.start.turn}: production {theirs.production}, trade {theirs.trade}, other "
        f"{theirs.unusual}, treasury {theirs.treasury} CPs; {len(sizes)} colonies with {sum(sizes.values())} CPs, {projects} "
        "research projects under way."
    )


def _technology(turn: TurnState, one: Operation, _: int) -> Deed:
    """A discovery by having seen it at work (CW-8.0-06): its field, or the technology where none is laid down."""
    owner = turn.sides[one.side]
    theirs = _technologies(turn, one.target)
    wanted = one.subject.casefold()
    fresh = [name for name in theirs if not knows(owner, name)]
    found = next((n for n in theirs if n.casefold() == wanted), None) if wanted else next(iter(fresh), None)
    if found is None:
        return Deed(f"They have no technology {one.subject}." if wanted else NOTHING)
    task = task_of(turn.start.tasks, one.side, found, turn.settings)
    field = task.field if task is not None and task.field else found
    if knows(owner, found) or knows_field(owner, field):
        return Deed(f"{found}: nothing that you do not know.")
    turn.sides[one.side] = _discovered(owner, field)
    for key, project in list(turn.projects.items()):
        about = (project.technology or project.name).casefold() == found.casefold()
        if project.side == one.side and about and not project.finished_turn and project.step == 1 < project.steps:
            turn.projects[key] = changed(project, step=2, cps=0)
            return Deed(f"{found}: a discovery; {project.name} is at step 2 of {project.steps}.")
    return Deed(f"{found}: a discovery. Research in {field} needs none any more.")


def _technologies(turn: TurnState, side: SideId) -> tuple[str, ...]:
    found = turn.sides[side].technologies if side in turn.sides else turn.nprs[side].technologies
    return tuple(sorted(found))


def _discovered(owner: Side, field: str) -> Side:
    if has_trait(owner.discoveries, field):
        return owner
    return changed(owner, discoveries=(*owner.discoveries, field))


def _mole(_: TurnState, one: Operation, __: int) -> Deed:
    return Deed("Your mole is in place and helps every later operation against them, until one of yours is caught.")


def _other(_: TurnState, __: Operation, ___: int) -> Deed:
    return Deed(TOLD, asks=True)


DOING: Final[Mapping[str, Doing]] = {
    "fleets": _fleets,
    "design": _design,
    "survey": _survey,
    "budget": _budget,
    "technology": _technology,
    "sabotage": harm.sabotage,
    "sabotage-yard": harm.sabotage_yard,
    "sabotage-stores": harm.sabotage_stores,
    "unrest": harm.unrest,
    "leader": harm.leader,
    "disinformation": harm.disinformation,
    MOLE: _mole,
    "other": _other,
    COUNTER: harm.guard,
}
"""By kind of operation: what it does."""
WITH_NPRS: Final = frozenset({"fleets", "survey", "budget", "technology", MOLE, "other"})
"""The kinds that are carried out against a race of the game master's, whose profile has no more than that."""
