"""The hexes that a view says are in reach of long range sensors: ships, garrisons' bases and bases of that side (CW-12.0-04)."""

from typing import Any

import pytest

from rules.cluster_war.chapters.detection.sensors import sensor_reach
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Base, Transit
from rules.cluster_war.model.state.places import disk
from rules.cluster_war.model.state.war import Wounds
from rules.cluster_war.turn.views.side_views import gm_view, view_for
from rules.values import changed
from tests.rules.cluster_war.build import small, with_colony, with_fleet

SIDES = ("humans", "dominators", "vermin")


def reach(state: GameState, side: str = "humans") -> set[str]:
    """The hexes around which a side's sensors look, for the game master and the side itself the same."""
    found = sensor_reach(gm_view(state), side)
    assert found == sensor_reach(view_for(state, side), side)
    centres = {h for h in found if set(disk(state.cluster, h, 1)) <= found}
    assert found == {h for centre in centres for h in disk(state.cluster, centre, 1)}
    return centres


def plain() -> GameState:
    return small(SIDES, homes=False)


@pytest.mark.rule("CW-12.0-04")
def test_ships_of_the_side_look_around_where_they_are() -> None:
    state = with_fleet(plain(), "humans", "0505", "destroyer", "scout")
    state = with_fleet(state, "dominators", "1010", "scout")
    state = with_fleet(state, "vermin", "1515", "scout")
    assert [reach(state, side) for side in SIDES] == [{"0505"}, {"1010"}, {"1515"}]
    assert reach(with_fleet(plain(), "humans", "0505", "destroyer")) == set()
    assert reach(with_fleet(plain(), "humans", "0505", "scout", transit=Transit("0505", "0707", 0, 9))) == set()
    assert sensor_reach(view_for(state, "humans"), "vermin") == frozenset()
    assert sensor_reach(gm_view(state), "oolab") == frozenset()


@pytest.mark.rule("CW-12.0-04", "CW-9.6-01")
def test_sensors_that_are_out_of_order_see_nothing() -> None:
    state = with_fleet(plain(), "humans", "0505", "scout")
    owner = state.sides["humans"]
    drawn = changed(owner.designs["scout"], layout={"LRS": 1})
    state = changed(state, sides={**state.sides, "humans": changed(owner, designs={**owner.designs, "scout": drawn})})
    assert reach(state) == {"0505"}
    hurt = changed(state.ships["humans/SC01"], wounds=Wounds(damaged={"LRS": 1}))
    assert reach(changed(state, ships={hurt.id: hurt})) == set()


@pytest.mark.rule("CW-12.0-04")
def test_bases_of_a_garrison_look_around_their_colony() -> None:
    def colony(**more: Any) -> GameState:
        return with_colony(plain(), more.pop("owner", "humans"), "0505", 1, 50, **more)

    assert reach(colony(garrison={"base": 1})) == {"0505"}
    assert reach(colony(garrison={"base": 0})) == set()
    assert reach(colony(garrison={"destroyer": 1})) == set()
    for owner in ("dominators", "vermin"):
        assert reach(colony(owner=owner, garrison={"base": 1})) == set()
        assert reach(colony(owner=owner, garrison={"base": 1}), owner) == {"0505"}


@pytest.mark.rule("CW-12.0-04", "CW-6.4-01")
def test_a_base_looks_around_once_it_works_and_not_in_tow() -> None:
    def base(**more: Any) -> GameState:
        one = changed(Base("x/BS01", "humans", "base", "Watch", "0505"), **more)
        return changed(plain(), bases={one.id: one}, turn=4)

    assert reach(base()) == reach(base(ready=4)) == {"0505"}
    assert reach(base(ready=5)) == reach(base(towed_by="humans-F1")) == reach(base(design="hulk")) == set()
    assert reach(base(side="vermin")) == reach(base(side="dominators")) == set()


@pytest.mark.rule("CW-12.0-04")
@pytest.mark.parametrize(("level", "hexes"), [(1, 2), (2, 3), (3, 4)])
def test_each_level_beyond_the_first_looks_a_hex_farther(level: int, hexes: int) -> None:
    state = with_fleet(plain(), "humans", "0505", "scout")
    state = changed(state, settings=changed(state.settings, lrs_range=2))
    state = changed(state, sides={**state.sides, "humans": changed(state.sides["humans"], lrs_level=level)})
    assert sensor_reach(gm_view(state), "humans") == frozenset(disk(state.cluster, "0505", hexes))
