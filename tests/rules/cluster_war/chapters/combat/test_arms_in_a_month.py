"""Rarer arms in months that are played: who is boarded, what torpedoes do, mines that lie in wait (CW-A-08, 21, 42)."""

from collections.abc import Sequence
from fractions import Fraction

import pytest

from rules.cluster_war.model.events.battles import BattleFought, PrizesTaken
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.state.war import Engagement
from rules.cluster_war.turn.invariants import broken_invariants
from rules.cluster_war.turn.month import adjudicate
from rules.dice import Dice
from rules.values import Adjudication, changed
from tests.rules.cluster_war.build import change_fleet, small, with_colony, with_fleet
from tests.rules.cluster_war.chapters.combat.fleets import FIGHTER
from tests.rules.cluster_war.chapters.combat.test_arms_played import armed
from tests.rules.cluster_war.yard import rich, told

PLACE = "1010-2"
BARGE = Design("barge", "Barge", "ship", 20, 60, prefix="BG", layout={"Bridge": 1, "Cargo bay": 10}, cargo_bays=10)
MINE = changed(
    FIGHTER, id="mine", name="Smart mine", drive=Fraction(0), layout={"Mine controller": 1, "Beam emitter 1": 1}
)


def meeting(attackers: Sequence[Design], targets: Sequence[Design]) -> GameState:
    """Ships of the humans that attack some of the vermin, who defend."""
    state = small(settings=Settings(battles="quick"))
    kinds = {design.id: design for design in (*attackers, *targets)}
    sides = {k: changed(s, designs={**s.designs, **kinds}) for k, s in state.sides.items()}
    state = with_fleet(changed(state, sides=sides), "humans", "0909", *[d.id for d in attackers])
    state = with_fleet(state, "vermin", "0909", *[d.id for d in targets])
    state = change_fleet(state, "humans-F1", engagement=Engagement("attack"))
    return change_fleet(state, "vermin-F1", engagement=Engagement("defend"))


def months(state: GameState, count: int = 6) -> list[Adjudication[GameState, Event]]:
    """The same month with several dice."""
    done = [adjudicate(state, (), Dice(bytes([n]) * 32, "arms", 1)) for n in range(count)]
    assert not [broken for d in done for broken in broken_invariants(state, d.state, d.events)]
    return done


@pytest.mark.rule("CW-A-08")
@pytest.mark.parametrize(("bays", "prizes"), [(2, 1), (0, 0)])
def test_assault_bays_take_what_can_neither_fight_nor_flee_and_guns_alone_burn_it(bays: int, prizes: int) -> None:
    gear = {"Beam_emitter_3": 3} | ({"Assault_bay": bays} if bays else {})
    boarder = changed(armed("Boarder", **gear), id="boarder", prefix="BO", assault_bays=bays)
    for done in months(meeting([boarder], [BARGE])):
        assert [(e.side, e.ships) for e in told(done, PrizesTaken)] == [("humans", ("humans/BG01",))] * prizes
        assert "vermin/BG01" not in done.state.ships
        assert [s.side for s in done.state.ships.values() if s.design == "barge"] == ["humans"] * prizes


def besieged(**garrison: int) -> GameState:
    """A raider of the humans before a small colony of the vermin with this in its garrison."""
    raider = changed(armed("Raider", Beam_emitter_3=1), id="raider", prefix="RA")
    state = small(systems=[rich("1010")], settings=Settings(battles="quick"))
    sides = {k: changed(s, designs={**s.designs, "raider": raider, "mine": MINE}) for k, s in state.sides.items()}
    state = with_colony(changed(state, sides=sides), "vermin", "1010", 2, 20, garrison=garrison)
    state = with_fleet(state, "humans", "1010", "raider", "raider")
    return change_fleet(state, "humans-F1", engagement=Engagement("attack"))


@pytest.mark.rule("CW-A-42")
def test_smart_mines_keep_raiders_from_the_world_that_they_lie_at_and_come_nowhere_else() -> None:
    for done in months(besieged(mine=12)):
        assert [(e.hex, e.winner) for e in told(done, BattleFought) if e.side == "vermin"] == [("1010", "vermin")]
        assert done.state.colonies[PLACE].garrison["mine"] > 0
        assert not [s for s in done.state.ships.values() if not s.wounds.damaged and not s.wounds.destroyed]
    for bare in months(besieged()):
        assert told(bare, BattleFought) == []
        assert len(bare.state.ships) == 2
    beside = change_fleet(besieged(mine=12), "humans-F1", hex="1011")
    for passed in months(beside):
        assert told(passed, BattleFought) == []
        assert passed.state.colonies[PLACE].garrison == {"mine": 12}


@pytest.mark.rule("CW-A-21")
def test_of_equal_squadrons_the_one_with_energy_torpedoes_wins_more_often() -> None:
    torpedoes = changed(armed("Torpedo", Energy_torpedo_launcher_3=3), id="torpedo", prefix="ET")
    beams = changed(armed("Beam", Beam_emitter_3=3), id="beam", prefix="BE")
    here = [done.state.battles[0].winner for done in months(meeting([torpedoes] * 4, [beams] * 4), 16)]
    there = [done.state.battles[0].winner for done in months(meeting([beams] * 4, [torpedoes] * 4), 16)]
    assert here.count("humans") + there.count("vermin") > 16, "as often as not, were they alike"
