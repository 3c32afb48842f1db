"""How much a self-sufficient set keeps, aboard a ship and in a base, in months that are played (CW-5.2-04)."""

from typing import Literal

import pytest

from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Base
from rules.cluster_war.turn.month import adjudicate
from rules.dice import Dice
from rules.values import changed
from tests.rules.cluster_war.chapters.logistics.far_away import FAR, KINDS, world

PARTS = {"agro": 1, "light_industry": 1, "mining": 1}


def far(kind: Literal["ship", "base"], hull: int, **parts: int) -> GameState:
    """A ship or base of this hull far away, with these parts."""
    design = changed(KINDS["set"], kind=kind, hull=hull, agro=0, light_industry=0, mining=0)
    design = changed(design, **parts)  # type: ignore[arg-type] # parts are Design's own fields
    state = world("set") if kind == "ship" else world()
    base = Base("humans/FS09", "humans", "set", "Farm", FAR, 1)
    bases = {base.id: base} if kind == "base" else {}
    sides = {k: changed(s, designs={**KINDS, "set": design}) for k, s in state.sides.items()}
    fleets = {k: f for k, f in state.fleets.items() if f.ships}
    return changed(state, sides=sides, bases=bases, fleets=fleets)


def stress_after(state: GameState, months: int) -> int:
    """The stress of the only unit out there after so many months."""
    for _ in range(months):
        state = adjudicate(state, (), Dice(bytes(32), "sets", state.turn)).state
    (stress,) = [s.stress for s in state.ships.values()] + [b.stress for b in state.bases.values()]
    return stress


@pytest.mark.rule("CW-5.2-04")
@pytest.mark.parametrize("kind", ["ship", "base"])
def test_a_set_keeps_ten_hull_and_no_more_and_none_of_its_parts_can_be_spared(kind: Literal["ship", "base"]) -> None:
    assert stress_after(far(kind, 10, **PARTS), 6) == 0
    assert stress_after(far(kind, 11, **PARTS), 1) == 10
    assert stress_after(far(kind, 20, **dict.fromkeys(PARTS, 2)), 6) == 0
    for part in PARTS:
        assert stress_after(far(kind, 10, **{**PARTS, part: 0}), 1) == 10, part
