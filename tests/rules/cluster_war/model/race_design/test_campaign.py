"""The GM's values for a campaign (CW-19.0)."""

from collections import Counter

import pytest

from rules.cluster_war.model.race_design.sheet import (
    SetUpProgress,
    budget_overrides,
    density_grid,
    may_design_races,
    races_advice,
    step_refused,
)
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.worlds.cluster import check_size, generate, occupied_of
from rules.cluster_war.turn.setup.presets import preset
from rules.cluster_war.turn.setup.races import race_of
from rules.cluster_war.turn.setup.start_kit import limits
from rules.dice import Dice
from rules.values import GameError

OOLAB = race_of(preset("Oolab"))


def progress(*finished: int, begun: tuple[int, ...] = ()) -> SetUpProgress:
    """Set-up with these steps finished, and these begun."""
    return SetUpProgress(frozenset(begun), frozenset(finished))


@pytest.mark.rule("CW-19.0-01", "CW-19.0-06")
@pytest.mark.parametrize(("players", "others", "hints"), [(2, 6, 0), (4, 7, 0), (1, 0, 1), (5, 3, 1), (9, 8, 2)])
def test_advice_on_how_many_races(players: int, others: int, hints: int) -> None:
    advice = races_advice(players, others)
    assert len(advice) == hints
    assert all(finding.rule == "CW-19.0-01" for finding in advice)


@pytest.mark.rule("CW-19.0-07", "CW-3.0-07")
@pytest.mark.parametrize(
    ("colonies", "facilities", "ships"), [(500, 625, 625), (1000, 1250, 1250), (501, 626, 626), (303, 378, 379)]
)
def test_the_budget_may_be_two_and_a_half_times_the_colonies(colonies: int, facilities: int, ships: int) -> None:
    got = limits(OOLAB, Settings(overrides=budget_overrides("by colonies", colonies)))
    assert (got.colony_cps, got.facility_cps, got.ship_cps) == (colonies, facilities, ships)
    assert got.facility_cps + got.ship_cps == colonies * 5 // 2


@pytest.mark.rule("CW-19.0-07")
def test_the_printed_budget_stays_the_default() -> None:
    got = limits(OOLAB, Settings(overrides=budget_overrides("printed", 800)))
    assert (got.colony_cps, got.facility_cps, got.ship_cps) == (800, 1000, 1000)
    assert limits(OOLAB) == limits(OOLAB, Settings(overrides=budget_overrides("printed")))
    with pytest.raises(GameError, match="at least 1 CP"):
        budget_overrides("by colonies", 0)


@pytest.mark.rule("CW-19.0-08")
def test_races_come_before_the_map_and_before_other_races() -> None:
    assert step_refused(1, progress()) is None
    early = step_refused(3, progress(1))
    assert early is not None
    assert "waits for step 2" in early.text
    assert step_refused(3, progress(1, 2)) is None
    assert step_refused(4, progress(1, 2)) is not None, "no map before race design has begun"
    assert step_refused(4, progress(1, 2, begun=(3,))) is None, "the map may be made while races are designed"
    for step in (5, 6, 7):
        assert step_refused(step, progress(1, 2, 4, begun=(3,))) is not None, "but not shown, nor peopled"
        assert step_refused(step, progress(1, 2, 3, 4)) is None
    with pytest.raises(GameError, match="no step 8"):
        step_refused(8, progress())


@pytest.mark.rule("CW-19.0-08")
def test_nobody_designs_a_race_once_the_map_is_shown() -> None:
    assert may_design_races(progress(1, 2, begun=(3, 4)))
    assert not may_design_races(progress(1, 2, 3, 4, begun=(5,)))
    assert not may_design_races(progress(1, 2, 3, 4, 5))


@pytest.mark.rule("CW-19.0-11")
def test_the_usual_disk_is_dense_in_the_middle_and_thin_at_the_edge() -> None:
    grid = density_grid("disk")
    assert len(grid) == 49
    assert [grid[f"{column},4"] for column in range(1, 8)] == [10, 25, 33, 50, 33, 25, 10]
    assert grid["1,1"] == grid["7,7"] == 10
    assert grid["2,2"] == 25
    assert density_grid("disk", 10, 10)["1,1"] == 10


@pytest.mark.rule("CW-19.0-10")
def test_grids_make_rings_and_crosses() -> None:
    ring, cross, even = density_grid("ring"), density_grid("cross"), density_grid("even")
    assert {s for s, chance in cross.items() if chance} == {
        f"{c},{r}" for c in range(1, 8) for r in range(1, 8) if 4 in {c, r}
    }
    assert ring["4,4"] == ring["1,1"] == 0
    assert ring["2,2"] == ring["4,2"] == ring["6,5"] == 33
    assert sum(chance > 0 for chance in ring.values()) == 16
    assert set(even.values()) == {33}
    thick = Settings(overrides={"CW-TAB-DENSITY/0/per cent": "80"})
    assert density_grid("disk", settings=thick)["4,4"] == 80


@pytest.mark.rule("CW-19.0-10")
def test_a_cluster_is_made_as_full_as_its_grid_says() -> None:
    grid = {**density_grid("cross", 5, 5), "3,3": 100}
    made = generate(Settings(sectors_across=5, sectors_down=5, sector_percent=grid), Dice(bytes(32), "generation", 0))
    counts = Counter(f"{(int(h[:2]) - 1) // 10 + 1},{(int(h[2:]) - 1) // 10 + 1}" for h in made.systems)
    assert set(counts) == {sector for sector, chance in grid.items() if chance}
    assert counts["3,3"] == 100
    arms = [count for sector, count in counts.items() if sector != "3,3"]
    assert 200 <= sum(arms) <= 330, "a third of 800 hexes"


@pytest.mark.rule("CW-19.0-10")
@pytest.mark.parametrize("grid", [{"8,1": 50}, {"x": 5}, {"1,1": 101}, {"1,1": -1}])
def test_a_grid_that_cannot_be_is_refused(grid: dict[str, int]) -> None:
    with pytest.raises(GameError, match="ector"):
        check_size(Settings(sector_percent=grid))


@pytest.mark.rule("CW-19.0-11")
def test_the_disk_fills_a_cluster_from_the_middle_outwards() -> None:
    check_size(Settings(sector_percent=density_grid("disk")))
    most = [occupied_of(Settings(sector_percent=density_grid("disk")), column, 35) for column in (35, 25, 15, 5)]
    assert most == [(50, 100), (33, 100), (25, 100), (10, 100)]
    assert occupied_of(Settings(), 35, 35) == (2, 6)
