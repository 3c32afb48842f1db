"""Supply grids: what they cover, what connects, who is cut off."""

import pytest

from rules.cluster_war.model.economy.supply import components, is_connected, main_grid, supply_grid
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.places import disk, distance
from rules.cluster_war.model.state.view import Income, View
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import changed
from tests.rules.cluster_war.build import DICE, small, with_colony

HOME = "0303"


def with_outpost(hex_: str, settings: Settings | None = None) -> GameState:
    """The humans at home and in one more hex."""
    return with_colony(small(settings=settings), "humans", hex_, 1, 40)


def test_the_grid_covers_each_colony_and_the_hexes_around_it() -> None:
    state = with_outpost("1010")
    assert supply_grid(state, "humans") == {*disk(state.cluster, HOME, 1), *disk(state.cluster, "1010", 1)}
    assert len(supply_grid(state, "humans")) == 14


def test_a_grid_ends_at_the_edge_of_the_map() -> None:
    state = with_colony(small(homes=False), "humans", "0101", 1, 5)
    assert supply_grid(state, "humans") == set(disk(state.cluster, "0101", 1))
    assert len(supply_grid(state, "humans")) < 7


@pytest.mark.rule("CW-7.0-09")
@pytest.mark.parametrize(("hex_", "apart", "joined"), [("0503", 2, True), ("0603", 3, True), ("0703", 4, False)])
def test_areas_that_touch_or_border_connect(hex_: str, apart: int, joined: bool) -> None:
    state = with_outpost(hex_)
    assert distance(state.cluster, HOME, hex_) == apart
    assert is_connected(state, "humans", f"{hex_}-1") is joined
    assert (hex_ in main_grid(state, "humans")) is joined
    assert hex_ in supply_grid(state, "humans")


@pytest.mark.rule("CW-7.0-09")
def test_the_books_colonies_three_hexes_apart_share_their_cps() -> None:
    state = small(["humans"], homes=False, columns=70, rows=70)
    state = with_colony(with_colony(state, "humans", "4943", 1, 100), "humans", "5041", 1, 20)
    assert distance(state.cluster, "4943", "5041") == 3
    assert len(components(state, "humans")) == 1


def test_a_colony_between_two_others_connects_them() -> None:
    apart = with_outpost("0903")
    assert not is_connected(apart, "humans", "0903-1")
    assert is_connected(with_colony(apart, "humans", "0603", 1, 5), "humans", "0903-1")


def test_another_empires_colony_between_connects_nothing() -> None:
    state = with_colony(with_outpost("0903"), "vermin", "0603", 1, 5)
    assert not is_connected(state, "humans", "0903-1")
    assert not is_connected(state, "humans", "0603-1")


def test_the_main_grid_is_the_one_with_the_home_world() -> None:
    state = with_colony(with_outpost("1010"), "humans", "1012", 1, 5000)
    groups = components(state, "humans")
    assert [[c.hex for c in group] for group in groups] == [[HOME], ["1010", "1012"]]


def test_without_the_home_world_the_largest_grid_is_the_main_one() -> None:
    state = with_colony(with_outpost("1010"), "humans", "1603", 1, 60)
    colonies = {key: c for key, c in state.colonies.items() if c.hex != HOME}
    lost = changed(state, colonies=colonies)
    assert is_connected(lost, "humans", "1603-1")
    assert not is_connected(lost, "humans", "1010-1")


@pytest.mark.rule("CW-5.0-09", "CW-7.0-09")
def test_a_home_world_that_another_side_holds_is_no_longer_the_middle_of_the_main_grid() -> None:
    state = with_colony(with_outpost("1010"), "humans", "1603", 1, 60)
    key, home = next((k, c) for k, c in state.colonies.items() if c.hex == HOME and c.side == "humans")
    taken = changed(state, colonies={**state.colonies, key: changed(home, side="vermin")})
    assert is_connected(state, "humans", key)
    assert is_connected(taken, "humans", "1603-1")
    assert not is_connected(taken, "humans", "1010-1")
    assert HOME not in main_grid(taken, "humans")


@pytest.mark.rule("CW-5.0-09", "CW-7.0-09")
def test_a_small_home_world_is_the_main_grid_beside_far_larger_colonies() -> None:
    state = with_colony(with_outpost("1010"), "humans", "1603", 1, 5000)
    key, home = next((k, c) for k, c in state.colonies.items() if c.hex == HOME and c.side == "humans")
    small_home = changed(state, colonies={**state.colonies, key: changed(home, size=1)})
    assert [is_connected(small_home, "humans", c) for c in (key, "1010-1", "1603-1")] == [True, False, False]


def test_a_side_without_colonies_has_no_grid() -> None:
    state = small(["humans"], homes=False)
    assert supply_grid(state, "humans") == frozenset()
    assert main_grid(state, "humans") == frozenset()
    assert components(state, "humans") == ()


def test_a_campaign_may_set_its_own_radius_and_reach() -> None:
    state = with_outpost("0803", Settings(grid_radius=2, grid_touch=5))
    assert is_connected(state, "humans", "0803-1")
    assert len(supply_grid(state, "humans")) == len({*disk(state.cluster, HOME, 2), *disk(state.cluster, "0803", 2)})


def test_state_draft_and_view_agree() -> None:
    state = with_colony(with_outpost("0603"), "humans", "1010", 1, 5)
    view = view_of(state)
    turn = TurnState(state, (), DICE)
    for place in (state, turn, view):
        assert supply_grid(place, "humans") == supply_grid(state, "humans")
        assert is_connected(place, "humans", "0603-1")
        assert not is_connected(place, "humans", "1010-1")


def view_of(state: GameState) -> View:
    """What the humans' planning works on, as far as supply is concerned."""
    return View(
        side="humans",
        turn=state.turn,
        columns=state.cluster.columns,
        rows=state.cluster.rows,
        settings=state.settings,
        flags={},
        me=state.sides["humans"],
        objects={},
        systems={},
        colonies={key: c for key, c in state.colonies.items() if c.side == "humans"},
        fleets={},
        ships={},
        builds={},
        projects={},
        foreign_fleets={},
        foreign_colonies={},
        grid=frozenset(),
        sighted=frozenset(),
        seen={},
        income=Income(0, 0, 0, 0),
        counters={},
        sides={},
        grids={},
        questions=(),
        met=(),
    )
