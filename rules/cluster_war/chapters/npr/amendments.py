"""The GM's hand on the races that they run: make, change, advance and remove a profile, every part checked against the map
(CW-19.0)."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from rules.cluster_war.chapters.npr.sight import NPR_PREFIX
from rules.cluster_war.model.state.common import HexId, Settings, SideId, tables
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.npr import BEST_RELATION, PACES, ROLES, WORST_RELATION, Npr, NprColony, NprForce
from rules.cluster_war.model.state.places import hex_at
from rules.cluster_war.model.state.sides import Knowledge
from rules.cluster_war.model.working.amendment import Amending, Amendment, Apply
from rules.cluster_war.model.worlds.step_codes import check_step, step_distance
from rules.values import GameError, IllegalOrderError, changed, changed_by_name, quoted, unknown

PROFILE_RULE: Final = "CW-19.0-16"
MOST_RACES: Final = 20
MOST_PARTS: Final = 200
MOST_CPS: Final = 1_000_000
MOST_SHIPS: Final = 10_000
LONGEST_NAME: Final = 60
LONGEST_TEXT: Final = 4000
STEEPEST_GROWTH_PERCENT: Final = 100


def slug_of(name: str) -> str:
    """The id of a race by its name: lower-case words joined by dashes."""
    return "-".join("".join(c if c.isascii() and c.isalnum() else " " for c in name.casefold()).split())


def npr_named(nprs: Mapping[SideId, Npr], text: str) -> Npr:
    """A race by id or name; GameError with those there are."""
    wanted = text.strip().casefold()
    for npr in nprs.values():
        if wanted in {npr.id, npr.name.casefold()}:
            return npr
    tail = "" if nprs else "Make one with /gm npr set."
    there = sorted(npr.name for npr in nprs.values())
    raise unknown(GameError, f"You have no race called {quoted(text)}.", text, "There are", there, tail=tail)


def with_home_colony(state: GameState, npr: Npr) -> Npr:
    """The race with a colony on its home world: the planet nearest to its own STEP code, or the innermost."""
    if any(c.hex == npr.home for c in npr.colonies):
        return npr
    bodies = state.cluster.systems[npr.home].bodies if npr.home in state.cluster.systems else ()
    if not bodies:
        raise IllegalOrderError(f"{npr.home} has no planet for a home world; choose another hex.", rule=PROFILE_RULE)
    step = npr.home_step
    best = min(bodies, key=lambda b: (step_distance(b.step, step) if step else 0, b.orbit))
    world = NprColony(npr.home, best.orbit, f"{npr.name} home")
    return changed(npr, colonies=(world, *npr.colonies), territory=npr.territory or (npr.home,), settled_at=npr.gross)


def check_npr(state: GameState, npr: Npr) -> None:
    """GameError unless the profile can be: its places are on the map, its names and numbers within bounds."""
    others = {key for key in state.nprs if key != npr.id}
    if not npr.id or npr.id != slug_of(npr.id) or npr.id in state.sides:
        raise GameError(f"{quoted(npr.name)} gives no id of its own; use a name with letters that no side has.")
    if len(others) >= MOST_RACES:
        raise GameError(f"{MOST_RACES} races of the game master's are the most this can hold.", rule="CW-19.0-01")
    taken = {s.name.casefold() for s in state.sides.values()} | {state.nprs[o].name.casefold() for o in others}
    if npr.name.casefold() in taken:
        raise GameError(f"The name {quoted(npr.name)} is taken; give the race another one.")
    check_traits(npr.name, npr.gross, npr.pace, npr.attitude, npr.home_step, state.settings)
    if not 0 <= npr.ceiling <= MOST_CPS:
        raise GameError(f"The ceiling of production is 0 to {MOST_CPS} CPs.")
    if any(not -STEEPEST_GROWTH_PERCENT <= percent <= STEEPEST_GROWTH_PERCENT for percent in npr.growth):
        raise GameError(f"A month's growth is -{STEEPEST_GROWTH_PERCENT} to {STEEPEST_GROWTH_PERCENT} per cent.")
    if any(len(text) > LONGEST_TEXT for text in (npr.culture, npr.story, npr.notes)):
        raise GameError(f"Culture, story and notes hold {LONGEST_TEXT} characters each.")
    lists = (npr.territory, npr.colonies, npr.forces, npr.technologies, npr.goals, npr.sites, npr.growth)
    if any(len(part) > MOST_PARTS for part in lists):
        raise GameError(f"A list of a profile holds {MOST_PARTS} entries at most.")
    _check_places(state, npr)
    _check_forces(state, npr)
    for side, value in npr.relations.items():
        if side not in state.sides or not WORST_RELATION <= value <= BEST_RELATION:
            raise GameError(
                f"Relations run from {WORST_RELATION} to +{BEST_RELATION}, towards a side of this campaign."
            )


def check_traits(name: str, gross: int, pace: str, attitude: str, home_step: str, settings: Settings) -> None:
    """GameError unless a race can be called so, make so many CPs, grow and behave so, and come from such a world."""
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise GameError(f"The name {quoted(name)} is unusable; write 1 to {LONGEST_NAME} ordinary characters.")
    if not 0 <= gross <= MOST_CPS:
        raise GameError(f"Production runs from 0 to {MOST_CPS} CPs.")
    if pace not in PACES:
        raise GameError(f"A pace of growth is {', '.join(PACES)}; not {quoted(pace)}.")
    table = tables(settings)["CW-TAB-NPR-ATTITUDES"]
    if any(part not in table.keys for part in attitude.split(", ")):
        raise GameError(f"{quoted(attitude)} is not an attitude; they are {', '.join(table.keys)}, joined by a comma.")
    if home_step:
        check_step(home_step)


def _check_places(state: GameState, npr: Npr) -> None:
    for hex_ in (npr.home, *npr.territory):
        hex_at(state.cluster.columns, state.cluster.rows, hex_)
    seen: set[str] = set()
    elsewhere = {c.id for other in state.nprs.values() if other.id != npr.id for c in other.colonies}
    for colony in npr.colonies:
        _check_world(state, colony.hex, colony.orbit)
        if colony.id in seen | elsewhere or colony.id in state.colonies:
            raise IllegalOrderError(f"{colony.id} is settled already.", rule=PROFILE_RULE)
        seen.add(colony.id)
    for site in npr.sites:
        hex_, dash, orbit = site.partition("-")
        if not dash or not orbit.isdecimal() or len(orbit) > 2:
            raise GameError(f"{quoted(site)} is not a world; write hex and orbit, like 2034-3.")
        _check_world(state, hex_, int(orbit))


def _check_world(state: GameState, hex_: HexId, orbit: int) -> None:
    hex_at(state.cluster.columns, state.cluster.rows, hex_)
    system = state.cluster.systems.get(hex_)
    if system is None or all(body.orbit != orbit for body in system.bodies):
        raise IllegalOrderError(f"{hex_} has no world in orbit {orbit}.", rule="CW-2.1-01")


def _check_forces(state: GameState, npr: Npr) -> None:
    seen: set[str] = set()
    for force in npr.forces:
        hex_at(state.cluster.columns, state.cluster.rows, force.hex)
        if force.id in seen or not force.id.isdecimal() or force.id.startswith(NPR_PREFIX):
            raise GameError(f"Two forces of {npr.name} are called {quoted(force.id)}.")
        seen.add(force.id)
        if not 1 <= force.ships <= MOST_SHIPS or not 1 <= force.hull <= MOST_CPS or force.role not in ROLES:
            raise GameError(f"A force has 1 to {MOST_SHIPS} ships, at least 1 hull space, and is {', '.join(ROLES)}.")
        if not 1 <= len(force.name) <= LONGEST_NAME or not force.name.isprintable():
            raise GameError(f"A force's name has 1 to {LONGEST_NAME} ordinary characters.")


def with_fields(changes: Mapping[str, Any], npr: Npr) -> Npr:
    """The race with some of its fields changed; what it settles next counts from a production that was set."""
    done = changed_by_name(npr, changes)
    return changed(done, settled_at=done.gross) if "gross" in changes else done


def with_force(force: NprForce, npr: Npr) -> Npr:
    """The race with a force: a new one where its id is empty, else in place of that one, which is gone without ships.

    GameError: there is no force of that id.
    """
    old = next((f for f in npr.forces if f.id == force.id), None)
    if force.id and old is None:
        raise GameError(f"{npr.name} has no force number {force.id}.")
    rest = tuple(f for f in npr.forces if f.id != force.id)
    if not force.ships:
        if old is None:
            raise GameError("Name the force's number to take it away.")
        return changed(npr, forces=rest)
    key = force.id or next_force_id(npr)
    called = force.name or (old.name if old else f"{force.role.capitalize()} {key}")
    return changed(npr, forces=(*rest, changed(force, id=key, name=called)))


def next_force_id(npr: Npr) -> str:
    """The lowest number above all forces' numbers."""
    return str(max((int(f.id) for f in npr.forces if f.id.isdecimal()), default=0) + 1)


def with_colony(colony: NprColony, npr: Npr) -> Npr:
    """The race with one colony more, its hex part of the territory."""
    rest = tuple(c for c in npr.colonies if c.id != colony.id)
    territory = npr.territory if colony.hex in npr.territory else (*npr.territory, colony.hex)
    sites = tuple(s for s in npr.sites if s != colony.id)
    return changed(npr, colonies=(*rest, colony), territory=territory, sites=sites)


def without_colony(colony: NprColony, npr: Npr) -> Npr:
    """The race with one colony less; GameError if it has none there."""
    rest = tuple(c for c in npr.colonies if c.id != colony.id)
    if len(rest) == len(npr.colonies):
        raise GameError(f"{npr.name} has no colony at {quoted(colony.id)}.")
    return changed(npr, colonies=rest)


def with_relation(side: SideId, value: int, npr: Npr) -> Npr:
    """The race as it stands to a side, from -3 (war) to 3 (allied)."""
    return changed(npr, relations={**npr.relations, side: value})


class SetNpr(Amendment):
    """Make a race that the game master runs, or put a whole profile in place of the one with its id (CW-19.0-16)."""

    npr: Npr


class RemoveNpr(Amendment):
    """Take a race out of the game; nobody remembers it."""

    npr: SideId


class AdvanceNprs(Amendment):
    """What a pseudo-turn made of races (CW-19.0-20): each as it is now, and what happened to it, line by line."""

    nprs: tuple[Npr, ...]
    lines: tuple[tuple[str, ...], ...]


def _set(turn: Amending, order: SetNpr) -> None:
    verb = "is changed" if order.npr.id in turn.start.nprs else "is in the game now"
    check_npr(turn.start, order.npr)
    turn.after = _with_profiles(turn.start, (order.npr,))
    turn.tell(f"{order.npr.name}, a race of the game master's, {verb}.")


def _remove(turn: Amending, order: RemoveNpr) -> None:
    state, gone = turn.start, npr_named(turn.start.nprs, order.npr)
    for side, known in list(turn.knowledge.items()):
        turn.knowledge[side] = _forgotten(known, gone.id)
    turn.after = changed(
        state,
        nprs={key: npr for key, npr in state.nprs.items() if key != gone.id},
        trade=tuple(t for t in state.trade if t.name.casefold() != gone.name.casefold()),
        peace=tuple(p for p in state.peace if gone.id not in p.split("|")),
    )
    turn.tell(f"{order.npr}, a race of the game master's, never was.")


def _advance(turn: Amending, order: AdvanceNprs) -> None:
    for npr in order.nprs:
        if npr.id not in turn.start.nprs:
            raise GameError(f"You have no race called {quoted(npr.id)}.")
        check_npr(turn.start, npr)
    turn.after = _with_profiles(turn.start, order.nprs)
    for npr, lines in zip(order.nprs, order.lines, strict=True):
        for line in lines:
            turn.tell(f"{npr.name}: {line}", rule="CW-19.0-20")


def _with_profiles(state: GameState, nprs: Iterable[Npr]) -> GameState:
    """Profiles put in place; trade partners of their old names bear the new ones and their production (CW-11.0-01)."""
    held, trade = dict(state.nprs), list(state.trade)
    for npr in nprs:
        old = held.get(npr.id)
        called = (old.name if old else npr.name).casefold()
        trade = [changed(t, name=npr.name, gross=npr.gross) if t.name.casefold() == called else t for t in trade]
        held[npr.id] = npr
    return changed(state, nprs=dict(sorted(held.items())), trade=tuple(trade))


def _forgotten(known: Knowledge, npr: SideId) -> Knowledge:
    if npr not in known.met:
        return known
    head = f"{NPR_PREFIX}{npr}/"
    return changed(
        known,
        met=tuple(side for side in known.met if side != npr),
        fleets={key: seen for key, seen in known.fleets.items() if seen.side != npr},
        contacts={key: name for key, name in known.contacts.items() if not key.startswith(head)},
        colonies={key: seen for key, seen in known.colonies.items() if seen.side != npr},
    )


APPLY: Final[Apply] = {SetNpr: _set, RemoveNpr: _remove, AdvanceNprs: _advance}
