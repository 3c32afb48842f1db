"""First colonies where their player would like them: sizes, names and worlds of a wish (CW-3.0-03)."""

import pytest

from rules.cluster_war.model.race_design.sheet import PlannedColony
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Colony
from rules.cluster_war.model.worlds.step_codes import step_distance
from rules.cluster_war.turn.setup.new_game import new_game
from rules.values import GameError, changed
from tests.rules.cluster_war.turn.setup.new_game_kit import SEED, game, scenario, with_side


def begun(*wishes: PlannedColony, home_size: int = 0) -> GameState:
    """The duel with wishes of the Dominators, who begin with 250 CPs of colonies."""
    return new_game(with_side("duel_small", "dominators", wishes=wishes, home_size=home_size), SEED)


def first_colonies(state: GameState) -> dict[str, Colony]:
    """The Dominators' colonies by name, without the home world."""
    owner = state.sides["dominators"]
    home = f"{owner.home}-{owner.home_orbit}"
    return {c.name: c for c in state.colonies.values() if c.side == "dominators" and c.id != home}


def total(state: GameState) -> int:
    """CPs of all the Dominators' colonies."""
    return sum(c.size for c in state.colonies.values() if c.side == "dominators")


def test_without_wishes_set_up_founds_as_ever() -> None:
    assert new_game(scenario("duel_small"), SEED) == game("duel_small")


@pytest.mark.rule("CW-3.0-03")
def test_wishes_are_founded_at_their_size_and_the_rest_as_usual() -> None:
    state = begun(PlannedColony(30, "Near"), PlannedColony(45, "Far"))
    assert {name: colony.size for name, colony in first_colonies(state).items() if name in {"Near", "Far"}} == {
        "Near": 30,
        "Far": 45,
    }
    assert total(state) == total(game("duel_small"))
    assert len({(c.hex, c.orbit) for c in state.colonies.values()}) == len(state.colonies)


def test_a_wished_step_code_is_come_as_near_as_worlds_in_reach_allow() -> None:
    usual, wished = begun(PlannedColony(20, "Cold")), begun(PlannedColony(20, "Cold", "5055"))

    def apart(state: GameState) -> int:
        colony = first_colonies(state)["Cold"]
        body = next(b for b in state.cluster.systems[colony.hex].bodies if b.orbit == colony.orbit)
        return step_distance(body.step, "5055")

    assert apart(wished) <= apart(usual)


def test_wishes_leave_the_home_world_what_is_left() -> None:
    whole = total(game("duel_small"))
    state = (
        begun(PlannedColony(whole - 40, "All of it")) if whole < 400 else begun(*[PlannedColony(60)] * (whole // 60))
    )
    assert total(state) == whole


def test_a_wish_no_world_can_hold_is_refused_in_words() -> None:
    with pytest.raises(GameError, match="holds a first colony of 100000 CPs; plan smaller ones"):
        begun(PlannedColony(100_000), home_size=1)


def test_dispersed_colonies_lie_one_to_a_system_though_wished() -> None:
    base = with_side(
        "duel_small", "dominators", wishes=(PlannedColony(20, "A"), PlannedColony(20, "B"), PlannedColony(20, "C"))
    )
    sides = tuple(
        changed(s, race=changed(s.race, disadvantages=(*s.race.disadvantages, "Dispersed Colonies")))
        if s.id == "dominators"
        else s
        for s in base.sides
    )
    found = first_colonies(new_game(changed(base, sides=sides), SEED))
    assert len({found[name].hex for name in "ABC"}) == 3
