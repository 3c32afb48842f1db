"""Worlds at war as one side sees them: the map, its own forces in full, and the enemies that do not hide (CW-9.3-11)."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from rules.cluster_war.chapters.npr.natives import NATIVES, native_world
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.names import ColonyId, SideId
from rules.cluster_war.model.state.surface import REBELS, Force, ForceSeen, Front, Surface
from rules.cluster_war.model.unit_design.ground import MINEFIELD

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
