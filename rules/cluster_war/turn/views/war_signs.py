"""The war that a side's map shows: what it was told of in the last turns, and what still goes on (CW-9.0-11, CW-9.2-02)."""

from collections.abc import Iterator, Mapping
from typing import Final

from rules.cluster_war.chapters.npr.natives import native_world
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.names import HexId, SideId
from rules.cluster_war.model.state.surface import REBELS
from rules.cluster_war.model.state.war import SignKind, WarSign

GM: Final = ""


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
    return {**found, **_lasting(state, GM)}


def _lasting(state: GameState, side: SideId) -> dict[str, WarSign]:
    """What goes on as orders for the next turn are taken."""
    return {f"{kind}/{here}": WarSign(kind, here, state.turn, by) for kind, here, by in sorted(_going_on(state, side))}


def _going_on(state: GameState, side: SideId) -> Iterator[tuple[SignKind, HexId, SideId]]:
    for colony in state.colonies.values():
        if colony.blockaded and side in {GM, colony.side, colony.blockader}:
            yield "blockade", colony.hex, colony.blockader
    for world, surface in state.surfaces.items():
        held = state.colonies.get(world) or native_world(state.nprs, world, state.settings)[0]
        if held is None:
            continue
        owner = held.side
        there = {force.side for force in surface.forces.values()} - {REBELS, owner}
        foes = {foe for foe in there if f"{min(foe, owner)}|{max(foe, owner)}" not in state.peace}
        if foes and side in {GM, owner, *there}:
            yield "ground", held.hex, min(foes)
