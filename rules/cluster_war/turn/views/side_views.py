"""What each side may see, built up from what is allowed; and the GM's view of everything (CW-18.0-07, CW-9.3-11, CW-9.0-11,
CW-9.2-02)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final, TypeVar

from rules.cluster_war.chapters.detection.sensors import by_courier, network, sight
from rules.cluster_war.chapters.detection.surveys import known_as
from rules.cluster_war.chapters.npr.sight import NATIVES, gm_colonies, gm_fleets, native_world
from rules.cluster_war.model.economy.income import income
from rules.cluster_war.model.economy.supply import supply_grid
from rules.cluster_war.model.economy.yields import neighbours
from rules.cluster_war.model.psionics.telepaths import known_to
from rules.cluster_war.model.state.common import WEEKS_PER_TURN, ColonyId, HexId, SideId
from rules.cluster_war.model.state.dealings import Operation, OperationId
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Base, Build, Colony, Fleet, Project, Ship
from rules.cluster_war.model.state.npr import Npr
from rules.cluster_war.model.state.places import HoleKind, Scene, StarSystem, Strain, grid_of
from rules.cluster_war.model.state.sides import GHOST_TURNS, ColonySighting, KnownSystem, LastHeard, Officers, Signals
from rules.cluster_war.model.state.view import PendingRequest, View
from rules.cluster_war.model.state.war import REBELS, Force, ForceSeen, Front, SignKind, Surface, WarSign
from rules.cluster_war.model.unit_design.ground import MINEFIELD
from rules.cluster_war.model.worlds.terrain import all_links, known_links, seen_weather
from rules.values import EVERYONE, Flag, changed

CONCEALED: Final = frozenset({"chameleon", "cloaking", "burrowing"})


def fronts_of(state: GameState, side: SideId) -> Mapping[ColonyId, Front]:
    """The surfaces of worlds that a side holds or has forces on."""
    return {
        world: _front(state, surface, side)
        for world, surface in sorted(state.surfaces.items())
        if (world in state.colonies and state.colonies[world].side == side)
        or any(f.side == side for f in surface.forces.values())
    }


def gm_fronts(state: GameState) -> Mapping[ColonyId, Front]:
    """Every surface with everybody's forces."""
    return {world: _front(state, surface, "") for world, surface in sorted(state.surfaces.items())}


def _front(state: GameState, surface: Surface, side: SideId) -> Front:
    colony = state.colonies.get(surface.world)
    own = {k: f for k, f in sorted(surface.forces.items()) if side in {"", f.side}}
    held = {f.at for f in own.values()}
    seen: Counter[tuple[SideId, str, str]] = Counter()
    teams: Counter[tuple[SideId, str, str]] = Counter()
    for force in surface.forces.values():
        if side and force.side != side and not _hides(state, force, near=force.at in held):
            key = (force.side, force.at, _name(state, force))
            seen[key] += 1
            teams[key] += force.teams
    native = native_world(state.nprs, surface.world, state.settings)[0]
    colony = colony or native
    owner = colony.side if colony is not None else ""
    return Front(
        world=surface.world,
        name=colony.name if colony is not None else surface.world,
        owner=owner,
        columns=surface.columns,
        rows=surface.rows,
        terrain=surface.terrain,
        cities=surface.cities,
        forces=own,
        enemies=tuple(ForceSeen(*key, count, teams[key]) for key, count in sorted(seen.items())),
        people=surface.people if side in {"", owner} else "",
        friends=(REBELS,) if side and side == surface.former else (),
    )


def _name(state: GameState, force: Force) -> str:
    if force.side == REBELS:
        return "Militia"
    if force.side in state.nprs:
        return NATIVES.name
    return state.sides[force.side].designs[force.design].name


def _hides(state: GameState, force: Force, *, near: bool) -> bool:
    """Minefields are known to who laid them alone; units that conceal themselves are seen only by who stands there too."""
    if force.side not in state.sides:
        return False
    design = state.sides[force.side].designs[force.design]
    traits = {t.casefold() for t in design.traits}
    return design.name == MINEFIELD or (bool(traits & CONCEALED) and not near)


GM_VIEWER: Final = ""


def signs_of(state: GameState, side: SideId) -> Mapping[str, WarSign]:
    """What a side knows of war, by "kind/hex": what was noted of its reports, blockades that it suffers or keeps, and worlds on
    which its forces stand beside others'."""
    return {**state.knowledge[side].signs, **_lasting(state, side)}


def gm_signs(state: GameState) -> Mapping[str, WarSign]:
    """All that any side knows of war, the latest of each kind and hex, and all that goes on."""
    found: dict[str, WarSign] = {}
    for _, known in sorted(state.knowledge.items()):
        for key, sign in known.signs.items():
            if key not in found or (sign.turn, sign.count) > (found[key].turn, found[key].count):
                found[key] = sign
    return {**found, **_lasting(state, GM_VIEWER)}


def _lasting(state: GameState, side: SideId) -> dict[str, WarSign]:
    """What goes on as orders for the next turn are taken."""
    return {f"{kind}/{here}": WarSign(kind, here, state.turn, by) for kind, here, by in sorted(_going_on(state, side))}


def _going_on(state: GameState, side: SideId) -> Iterator[tuple[SignKind, HexId, SideId]]:
    for colony in state.colonies.values():
        if colony.blockaded and side in {GM_VIEWER, colony.side, colony.blockader}:
            yield "blockade", colony.hex, colony.blockader
    for world, surface in state.surfaces.items():
        held = state.colonies.get(world) or native_world(state.nprs, world, state.settings)[0]
        if held is None:
            continue
        owner = held.side
        there = {force.side for force in surface.forces.values()} - {REBELS, owner}
        foes = {foe for foe in there if f"{min(foe, owner)}|{max(foe, owner)}" not in state.peace}
        if foes and side in {GM_VIEWER, owner, *there}:
            yield "ground", held.hex, min(foes)


Owned = TypeVar("Owned", Base, Build, Colony, Fleet, Project, Ship)

WORMHOLE_TEXTS: Final[Mapping[HoleKind, str]] = {
    "closed": "closed, and leads one way",
    "both": "closed, and leads both ways",
    "open": "open: both ends are known",
    "shut": "shut: nothing passes",
}
OWN_COUNTERS: Final = ("fleet", "project", "build", "officer", "operation")


def view_for(state: GameState, side: SideId) -> View:
    """What a side may see before it gives orders: its own things, what it knows, and the map all have (CW-12.1-01)."""
    known = state.knowledge[side]
    return View(
        side=side,
        turn=state.turn,
        columns=state.cluster.columns,
        rows=state.cluster.rows,
        settings=state.settings,
        flags=_flags(state),
        me=changed(state.sides[side], salt=""),
        objects=_by_old_light(_objects(state), known.stars),
        systems=known.systems,
        colonies=_own(state.colonies, side),
        fleets=_own(state.fleets, side),
        ships=_own(state.ships, side),
        builds=_own(state.builds, side),
        projects=_own(state.projects, side),
        foreign_fleets=known.fleets,
        foreign_colonies=_foreign_colonies(state, side),
        grid=supply_grid(state, side),
        sighted=_in_view(state, side),
        seen=known.seen,
        income=income(state, side),
        counters=_own_counters(state, side),
        met=known.met,
        bases=_own(state.bases, side),
        foreign_bases=known.bases,
        strains=_strains(state, side),
        links=known_links(state.cluster, state.sides[side], known),
        peace=_pairs_with(state.peace, side),
        peace_offers=tuple(o for o in state.peace_offers if side in {o.giver, o.taker}),
        truces=tuple(t for t in state.truces if side in {t.a, t.b}),
        deeds=known.deeds,
        rights=tuple(r for r in state.rights if side in {r.giver, r.taker}),
        pacts=tuple(p for p in state.pacts if side in {p.a, p.b}),
        offers=tuple(o for o in state.offers if side in {o.giver, o.taker}),
        trade_history={side: state.trade_history[side]} if side in state.trade_history else {},
        embassies=_pairs_with(state.embassies, side),
        tasks=tuple(changed(t, effect="", gives=()) for t in state.tasks if t.side in {side, EVERYONE}),
        others={key: _npr_flag(npr) for key, npr in sorted(state.nprs.items()) if key in known.met},
        asked=_pending_requests(state, side),
        foreign_designs=known.designs,
        officers=_officers(state, side),
        fronts=fronts_of(state, side),
        signs=signs_of(state, side),
        weather=known.weather,
        signals=Signals(envoys=tuple(e for e in state.signals.envoys if side in e.split(">"))),
        vanished=_vanished(state, side),
        operations=_operations(state, side),
        minds=known_to(state.minds, side, state.turn, _own(state.fleets, side)),
        scenes=_scenes(state, side),
    )


IN_ANOTHER_FORM: Final = frozenset(
    {"cluster", "knowledge", "surfaces", "battles", "weather", "income", "peace", "embassies"}
)
"""Parts of the state that a view tells in a form of its own, or that `gm_view` leaves to the sides' own views."""
NOT_SHOWN: Final = frozenset({"schema", "trade", "prepared", "terms"})
"""Parts that are in no view: what is about the saved form, and what the game master reads where it is set."""
AS_IT_IS: Final = tuple(name for name in GameState.__struct_fields__ if name not in IN_ANOTHER_FORM | NOT_SHOWN)
"""All other parts: the game master sees them under their own names, as they are."""


def gm_view(state: GameState) -> View:
    """Everything, for the game master: all units, all worlds in full, all grids, open and settled questions."""
    everywhere = _all_hexes(state.cluster.columns, state.cluster.rows)
    return View(
        **{name: getattr(state, name) for name in AS_IT_IS},
        side=GM_VIEWER,
        columns=state.cluster.columns,
        rows=state.cluster.rows,
        flags=_flags(state),
        objects=_objects(state),
        systems={hex_: _in_full(system, state.turn) for hex_, system in sorted(state.cluster.systems.items())},
        foreign_fleets=gm_fleets(state),
        foreign_colonies=gm_colonies(state),
        sighted=everywhere,
        seen=dict.fromkeys(sorted(everywhere), (state.turn - 1) * WEEKS_PER_TURN),
        grids={side: supply_grid(state, side) for side in sorted(state.sides)},
        links=all_links(state),
        others={key: _npr_flag(npr) for key, npr in sorted(state.nprs.items())},
        fronts=gm_fronts(state),
        signs=gm_signs(state),
        weather={hex_: seen_weather(state, hex_, state.turn) for hex_ in sorted(state.weather)},
        vanished=tuple(v for side in sorted(state.knowledge) for v in _vanished(state, side)),
    )


def _officers(state: GameState, side: SideId) -> Officers:
    """The side's officers; of luck nobody knows but the game master (CW-17.1-16)."""
    return {
        key: changed(officer, luck=0) if officer.luck else officer
        for key, officer in sorted(state.officers.items())
        if officer.side == side
    }


def _operations(state: GameState, side: SideId) -> Mapping[OperationId, Operation]:
    """The side's operations; the dice, who has noticed them and the game master's word on them stay hidden (CW-10.0-04)."""
    mine = sorted((key, one) for key, one in state.operations.items() if one.side == side)
    return {key: changed(one, roll=0, noticed=0, chance=-1) for key, one in mine}


def _vanished(state: GameState, side: SideId) -> tuple[LastHeard, ...]:
    """Where a side's ships were last heard of, for a year."""
    oldest = (state.turn - 1 - GHOST_TURNS) * WEEKS_PER_TURN
    return tuple(one for one in state.knowledge[side].vanished if one.week > oldest)


def _scenes(state: GameState, side: SideId) -> tuple[Scene, ...]:
    """The side's scenes; what the game master has laid down for one stays hidden, also when it is over: what came of it says
    enough."""
    return tuple(changed(s, ruled="", fortune="", words="") for s in state.scenes if s.side == side)


def _strains(state: GameState, side: SideId) -> Mapping[str, Strain]:
    """The stress a side can tell: where it lives, or has a base or fleet in the system; who works another's world, and
    what they spend on its care, stay their own affair."""
    here = {thing.hex for things in (state.colonies, state.bases) for thing in things.values() if thing.side == side}
    here |= {f.hex for f in state.fleets.values() if f.side == side and f.transit is None}
    return {
        key: strain if strain.side in {side, ""} else changed(strain, care=0, side="")
        for key, strain in sorted(state.strains.items())
        if key.partition("-")[0] in here
    }


def _in_view(state: GameState, side: SideId) -> frozenset[HexId]:
    """The hexes in view, as far as what is seen there comes home at once (CW-13.0-02)."""
    return sight(state, side, within=network(state, side) if by_courier(state.settings) else None)


def _foreign_colonies(state: GameState, side: SideId) -> Mapping[ColonyId, ColonySighting]:
    """The colonies the side has seen; how large one is that its mining stations work beside shows in their CPs (R-061)."""
    known = state.knowledge[side].colonies
    sizes = neighbours(state, side) if known else {}
    return (
        {**known, **{key: changed(known[key], size=size) for key, size in sizes.items() if key in known}}
        if sizes
        else known
    )


def _npr_flag(npr: Npr) -> Flag:
    return Flag(npr.id, npr.name, npr.colour)


def _pending_requests(state: GameState, side: SideId) -> tuple[PendingRequest, ...]:
    """What a side has asked in plain words and nobody has answered; never a question that others' doings led to."""
    mine = (q for q in state.questions if q.kind == "free-text" and q.sides == (side,) and not q.settled_turn)
    return tuple(PendingRequest(question.turn, question.text) for question in mine)


def _pairs_with(named: Iterable[str], side: SideId) -> tuple[SideId, ...]:
    """The sides that stand with `side` in pairs written "a|b"."""
    pairs = (pair.split("|") for pair in named)
    return tuple(sorted(b if a == side else a for a, b in pairs if side in {a, b}))


def _flags(state: GameState) -> Mapping[SideId, Flag]:
    return {id_: Flag(id_, side.name, side.colour) for id_, side in sorted(state.sides.items())}


def _objects(state: GameState) -> Mapping[HexId, tuple[str, ...]]:
    return {hex_: system.codes for hex_, system in sorted(state.cluster.systems.items()) if system.codes}


def _by_old_light(
    objects: Mapping[HexId, tuple[str, ...]], stars: Mapping[HexId, tuple[str, ...]]
) -> Mapping[HexId, tuple[str, ...]]:
    """The map as a side sees it: where a star has changed and it has neither been nor been told, its light is still the old one
    (CW-12.1-02)."""
    return {h: codes for h, codes in sorted({**objects, **stars}.items()) if codes} if stars else objects


def _own(things: Mapping[str, Owned], side: SideId) -> Mapping[str, Owned]:
    return dict(sorted((key, thing) for key, thing in things.items() if thing.side == side))


def _own_counters(state: GameState, side: SideId) -> Mapping[str, int]:
    """The side's own counters without its name: "fleet", "project", "build", "ship/DD"."""
    ships = f"ship/{side}/"
    found = {name: state.counters[f"{name}/{side}"] for name in OWN_COUNTERS if f"{name}/{side}" in state.counters}
    return found | {
        f"ship/{key.removeprefix(ships)}": number
        for key, number in sorted(state.counters.items())
        if key.startswith(ships)
    }


@lru_cache(maxsize=64)
def _all_hexes(columns: int, rows: int) -> frozenset[HexId]:
    grid = grid_of(columns, rows)
    return frozenset(grid.number(h) for h in grid.all_hexes())


def _in_full(system: StarSystem, turn: int) -> KnownSystem:
    """A system as it truly is, with what hides there and where a wormhole leads in its notes."""
    full = known_as(system, "surveyed", turn)
    return KnownSystem(full.hex, full.level, turn, full.bodies, tuple(_secrets(system)), full.name)


def _secrets(system: StarSystem) -> Iterable[str]:
    special = system.special
    if special is not None:
        details = f": {', '.join(special.details)}" if special.details else ""
        orbit = f" in orbit {special.orbit}" if special.orbit else ""
        yield f"{special.kind}{orbit}{details}.{' Hidden from everybody.' if system.hidden else ''}"
    if system.destination:
        yield f"The wormhole leads to {system.destination}.{f' It is {WORMHOLE_TEXTS[system.hole]}.' if system.hole else ''}"
