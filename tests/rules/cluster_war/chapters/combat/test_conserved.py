"""Whatever comes of battles, CPs, ships and other units add up, and third parties hear nothing of it."""

from dataclasses import dataclass, field
from typing import Final, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cluster_war.chapters.combat.battle import Aboard, Battle
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Base
from rules.cluster_war.model.state.units import Design
from rules.cluster_war.model.state.war import BattleOutcome, Engagement, Fate, UnitOutcome, Wounds
from rules.cluster_war.model.unit_design.transport import crate_room
from rules.dice import Roller
from rules.values import changed
from storage.codec import EVENTS
from tests.rules.cluster_war.build import body, star, with_colony
from tests.rules.cluster_war.chapters.combat.battles import Referee, facing, played

FATES: Final = get_args(Fate)


@dataclass(slots=True)
class Fickle(Referee):
    """A referee whose word is drawn anew for every unit of every battle."""

    data: st.DataObject = field(kw_only=True)

    def __call__(self, battle: Battle, aboard: Aboard, dice: Roller) -> BattleOutcome:
        draw, units = self.data.draw, []
        self.seen.append(battle)
        for unit in battle.units:
            fate = draw(st.sampled_from(FATES))
            captor = next(s for s in battle.sides if s != unit.side) if fate == "captured" else ""
            crates = {d: draw(st.integers(0, n)) for d, n in unit.crates.items()}
            wounds = Wounds(damaged={"Bridge": 1}) if draw(st.booleans()) else unit.wounds
            left = draw(st.integers(0, unit.count)) if "|" in unit.unit else 0
            ammo = draw(st.integers(0, unit.munitions))
            units.append(UnitOutcome(unit.unit, fate, wounds, ammo, crates, captor, left))
        winner = draw(st.sampled_from(("", *battle.sides)))
        return BattleOutcome(battle.id, battle.method, winner, tuple(units), ("It was fierce.",))


def contested() -> GameState:
    """A world of the Vermin's with defenders, a base and a fleet; Humans attack, laden with all that a ship can hold."""
    state = facing(humans=Engagement("attack", pursue=True), vermin=Engagement("attack", pursue=True))
    gunboat = Design("gunboat", "Gunboat", "small_craft", 9, 9)
    sides = {k: changed(s, designs={**s.designs, gunboat.id: gunboat}) for k, s in state.sides.items()}
    systems = {**state.cluster.systems, "0505": star("0505", body(1))}
    state = changed(state, sides=sides, cluster=changed(state.cluster, systems=systems))
    state = with_colony(state, "vermin", "0505", 1, 40, garrison={"base": 2, "gunboat": 3}, munitions=5)
    gate = Base("vermin/BS01", "vermin", "base", "Gate", "0505", 1, store=9, garrison={"gunboat": 1})
    freighter = changed(
        state.ships["humans/FF01"],
        cargo=10,
        crates={"gunboat": 2},
        crate_room=2 * crate_room(gunboat),
        parts={"base": 30},
        munitions=3,
    )
    counters = {**state.counters, "ship/vermin/BS": 1}
    return changed(state, ships={**state.ships, freighter.id: freighter}, bases={gate.id: gate}, counters=counters)


@given(data=st.data())
@settings(max_examples=60, deadline=None)
@pytest.mark.rule("CW-9.0-11", "CW-9.7-01")
def test_all_adds_up_whatever_comes_of_battles_and_others_hear_nothing(data: st.DataObject) -> None:
    month = played(contested(), referee=Fickle(data=data))
    assert month.battles
    quiet = played(changed(contested(), peace=("humans|vermin",)))
    assert [EVENTS.encode(e) for e in month.heard("oolab")] == [EVENTS.encode(e) for e in quiet.heard("oolab")]
    aboard = [ship for fleet in month.state.fleets.values() for ship in fleet.ships]
    assert sorted(aboard) == sorted(month.state.ships)
