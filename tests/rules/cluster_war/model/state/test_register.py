"""What a draft keeps beside the state: who is where, and what was worked out from the very same things."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cluster_war.model.economy.supply import grids_in, main_hexes
from rules.cluster_war.model.state.holdings import Base, Colony, Fleet, Project
from rules.cluster_war.model.state.register import (
    base_register,
    colony_register,
    fleet_register,
    project_register,
    things_at,
    things_of,
)
from rules.cluster_war.model.working.turn_state import TurnState
from rules.dice import ScriptedDice
from rules.values import changed
from tests.rules.cluster_war.build import small

HEXES = ("0101", "0102", "0203")
KEYS = ("a-F1", "a-F2", "b-F1", "b-F10")
steps = st.lists(st.tuples(st.sampled_from(KEYS), st.sampled_from((*HEXES, ""))), max_size=30)


def fleet(key: str, hex_: str) -> Fleet:
    return Fleet(key, key[0], key, hex_, ("DD01",))


@given(steps, steps)
def test_a_register_finds_what_looking_through_all_would_find(
    before: list[tuple[str, str]], after: list[tuple[str, str]]
) -> None:
    plain: dict[str, Fleet] = {key: fleet(key, hex_) for key, hex_ in before if hex_}
    register = fleet_register(plain)
    assert [things_at(register, h) for h in HEXES] == [things_at(plain, h) for h in HEXES]
    for key, hex_ in after:
        if hex_:
            plain[key] = register[key] = fleet(key, hex_)
        elif key in plain:
            del plain[key], register[key]
        assert [register.at(h) for h in HEXES] == [things_at(plain, h) for h in HEXES]
        assert [register.of(side) for side in "ab"] == [[*things_of(plain, side)] for side in "ab"]
    assert (register, list(register)) == (plain, list(plain))


def test_what_changes_its_side_is_found_with_its_new_one() -> None:
    one, other = Project("P1", "a", "Zeal", "0101", 1), Project("P2", "b", "Zeal", "0101", 1)
    register = project_register({"P1": one, "P2": other})
    assert (register.of("a"), register.of("b")) == ([one], [other])
    taken = register["P1"] = changed(one, side="b")
    assert (register.of("a"), register.of("b")) == ([], [taken, other])
    assert register.at("zeal") == [taken, other]


def test_any_change_makes_another_version() -> None:
    register = fleet_register({"a-F1": fleet("a-F1", "0101")})
    versions = [register.version]
    register["a-F1"] = changed(register["a-F1"], name="Other")
    versions.append(register.version)
    del register["a-F1"]
    assert len({id(version) for version in (*versions, register.version)}) == 3


def test_a_copy_of_a_register_goes_its_own_way() -> None:
    register = fleet_register({"a-F1": fleet("a-F1", "0101")})
    twin = register.copy()
    twin["a-F1"] = fleet("a-F1", "0102")
    assert ([f.hex for f in register.at("0101")], twin.at("0101")) == (["0101"], [])


def test_only_what_moves_changes_the_layout() -> None:
    colony = Colony("0101-1", "a", "Home", "0101", 1, 40)
    colonies = colony_register({colony.id: colony})
    layout = colonies.layout
    colonies[colony.id] = changed(colony, size=41, store=7)
    assert colonies.layout is layout
    colonies[colony.id] = changed(colony, blockaded=True)
    assert colonies.layout is not layout
    base = Base("a/WB01", "a", "WB", "Watch", "0101", 0)
    bases = base_register({base.id: base})
    layout = bases.layout
    bases[base.id] = changed(base, store=3)
    assert bases.layout is layout
    for moved in (changed(base, ready=9), changed(base, towed_by="a-F1"), changed(base, hex="0102")):
        layout = bases.layout
        bases[base.id] = moved
        assert bases.layout is not layout


def test_changes_behind_the_back_of_a_register_are_refused() -> None:
    register = fleet_register({})
    with pytest.raises(TypeError, match="one thing at a time"):
        register.update({"a-F1": fleet("a-F1", "0101")})
    with pytest.raises(TypeError, match="one thing at a time"):
        register.pop("a-F1", None)
    assert register == {}


def test_a_draft_draws_its_grids_anew_when_a_colony_comes_or_goes() -> None:
    state = small()
    turn = TurnState(state, (), ScriptedDice(()))
    side = "humans"
    assert grids_in(turn, side) == grids_in(state, side)
    assert grids_in(turn, side) is grids_in(turn, side)
    before = turn.snapshot()
    home = state.sides[side].home
    for key, colony in state.colonies.items():
        if colony.side == side:
            del turn.colonies[key]
    assert main_hexes(turn, side) == frozenset()
    turn.restore(before)
    assert home in main_hexes(turn, side)
    assert main_hexes(turn, side) == main_hexes(state, side)


def test_what_is_kept_lasts_as_long_as_what_it_comes_from() -> None:
    turn = TurnState(small(), (), ScriptedDice(()))
    source, asked = ["x"], []

    def work() -> int:
        asked.append(1)
        return len(asked)

    assert [turn.memoized("what", "a", (source,), work) for _ in range(3)] == [1, 1, 1]
    assert turn.memoized("what", "b", (source,), work) == 2
    assert turn.memoized("what", "a", (["x"],), work) == 3  # equal, but not the same
