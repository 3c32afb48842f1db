"""What units far from home make: food, parts, and the CPs their mines dig for the industry (CW-5.2)."""

from typing import Any

import pytest

from rules.cluster_war.chapters.logistics.rations import (
    Workshop,
    base_workshop,
    fleet_workshop,
    has_untapped_world,
    workshop,
)
from rules.cluster_war.model.state.holdings import Base, Build, Transit
from rules.values import changed
from tests.rules.cluster_war.build import body, draft_of, star, with_colony, with_fleet
from tests.rules.cluster_war.chapters.logistics.far_away import FAR, KINDS, PLAIN, world

FARM = "humans/FB01"
FULL = Workshop(food=10, parts=10, mined=10)
"""What a farm base of ten stations, ten industries and ten mines makes."""


def farm(turn: int = 3, busy: tuple[Build, ...] = (), **more: Any) -> Workshop:
    """What a farm base far away makes in that turn."""
    base = changed(Base(FARM, "humans", "farm", "Farm Base", FAR, 1), **more)
    state = changed(world(), turn=turn, bases={FARM: base}, builds={build.id: build for build in busy})
    return base_workshop(draft_of(state), base)


@pytest.mark.rule("CW-5.2-01", "CW-5.2-02", "CW-5.2-03")
def test_a_base_makes_with_each_of_its_stations_what_one_makes() -> None:
    assert farm() == FULL
    assert farm(ready=3) == FULL, "ready this turn it works"
    assert farm(ready=4) == Workshop()
    assert farm(towed_by="humans-F1") == Workshop(), "in tow it grows nothing, though it is ready"
    assert farm(towed_by="humans-F1", ready=4) == Workshop()
    assert farm(design="base") == Workshop(), "without a station there is no food to be made"


@pytest.mark.rule("CW-5.2-02", "CW-5.2-03")
def test_industry_that_builds_makes_no_parts_and_mines_that_strip_a_world_dig_nothing_for_it() -> None:
    build = Build("b1", "humans", FARM, "fighter", 1, 5, 5, 5, 4, 2, place="factory")
    assert farm(busy=(build,)) == changed(FULL, parts=6)
    assert farm(busy=(build, changed(build, id="b2", capacity=5))) == changed(FULL, parts=1)
    assert farm(busy=(changed(build, capacity=12),)) == changed(FULL, parts=0)
    assert farm(busy=(changed(build, place="heavy"),)) == FULL
    assert farm(strip=True) == changed(FULL, mined=0)


@pytest.mark.rule("CW-5.2-08")
def test_each_level_of_a_components_technology_adds_to_what_each_makes() -> None:
    assert workshop([KINDS["farm"]], ("Agricultural Stations 2",), PLAIN) == Workshop(30, 10, 10)
    assert workshop([KINDS["farm"]], ("Light Industry 1",), PLAIN) == Workshop(10, 20, 10)
    assert workshop([KINDS["farm"]], ("Mining Stations 1",), PLAIN) == Workshop(10, 10, 20)
    assert workshop([KINDS["farm"], KINDS["set"]], (), PLAIN, busy=1) == Workshop(11, 10, 11)
    assert workshop([KINDS["farm"]], (), PLAIN, digs=False) == Workshop(10, 10, 0)
    assert workshop((), (), PLAIN) == Workshop()


@pytest.mark.rule("CW-5.2-05")
@pytest.mark.parametrize(
    ("made", "free", "more"),
    [
        (Workshop(5, 4, 3), 3, 1),
        (Workshop(4, 5, 3), 3, 1),
        (Workshop(9, 9, 3), 3, 2),
        (Workshop(2, 9, 9), 2, 0),
        (Workshop(9, 2, 9), 2, 0),
        (Workshop(9, 9, 0), 0, 2),
    ],
)
def test_free_points_are_the_least_of_the_three_and_stored_cps_feed_the_rest(
    made: Workshop, free: int, more: int
) -> None:
    assert (made.free, made.more(2)) == (free, more)


@pytest.mark.rule("CW-5.2-03")
def test_a_world_is_dug_where_it_has_cps_and_nobody_has_settled_it() -> None:
    def dug(*worlds: Any, settled: tuple[int, ...] = ()) -> bool:
        state = world()
        state = changed(state, cluster=changed(state.cluster, systems={FAR: star(FAR, *worlds)}))
        for orbit in settled:
            state = with_colony(state, "vermin", FAR, orbit, 5)
        return has_untapped_world(draft_of(state), FAR)

    assert dug(body(1, max_cp=1))
    assert not dug(body(1, max_cp=0))
    assert not dug()
    assert not dug(body(1), settled=(1,))
    assert dug(body(1), body(2), settled=(1,))
    assert dug(body(1, max_cp=0), body(2), settled=(1,))
    assert not has_untapped_world(draft_of(world()), "0909"), "empty space"


@pytest.mark.rule("CW-5.2-06")
def test_a_fleet_that_moved_travels_or_mines_digs_nothing_for_its_industry() -> None:
    state = world("set", "set")
    fleet = state.fleets["humans-F1"]

    def made(*, moved: bool = False, **more: Any) -> Workshop:
        here = changed(fleet, **more)
        return fleet_workshop(draft_of(changed(state, fleets={fleet.id: here})), here, moved=moved)

    assert made() == Workshop(2, 2, 2)
    assert made(moved=True) == Workshop(2, 2, 0)
    assert made(transit=Transit(FAR, "0909", 1, 5)) == Workshop(2, 2, 0)
    assert made(hex="0909") == Workshop(2, 2, 0)
    bare = with_fleet(world(), "humans", FAR, "scout")
    assert fleet_workshop(draft_of(bare), bare.fleets["humans-F1"], moved=False) == Workshop()
