"""Weeks under way by second stage drive: the table, its formula, the slowest ship, the ETA (CW-4.0, CW-4.1)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cluster_war.chapters.movement.fleets import force
from rules.cluster_war.chapters.movement.travel_time import by_formula, check_on_map, eta, is_on_map, is_printed, weeks
from rules.cluster_war.model.state.common import Settings, tables
from rules.cluster_war.model.state.places import Cluster
from rules.values import IllegalOrderError
from tests.rules.cluster_war.build import small, with_fleet

PLAIN = Settings()


@pytest.mark.rule("CW-4.0-01")
@pytest.mark.parametrize(("hexes", "drive", "expected"), [(3, 2, 12), (2, 2, 10), (1, 1, 10), (6, 7, 9), (5, 3, 13)])
def test_travel_time_is_the_printed_cell(hexes: int, drive: int, expected: int) -> None:
    assert weeks(hexes, Fraction(drive), PLAIN) == expected


@pytest.mark.rule("CW-4.0-02")
def test_the_formula_reproduces_all_42_printed_cells() -> None:
    table = tables(PLAIN)["CW-TAB-SSD"]
    cells = {(h, g): table.number(h, f"{g}G") for h in range(1, 7) for g in range(1, 8)}
    assert len(cells) == 42
    assert {(h, g): by_formula(h, Fraction(g)) for h, g in cells} == cells


@pytest.mark.rule("CW-4.0-02")
@pytest.mark.parametrize(
    ("hexes", "drive", "expected"),
    [
        (7, Fraction(1), 27),  # 10.175 x 2.6458 = 26.92
        (1, Fraction(8), 4),  # 3.597
        (3, Fraction(5, 2), 11),  # 11.146
        (100, Fraction(1), 102),  # 101.75
        (1, Fraction(400), 1),  # 0.509
        (1, Fraction(500), 1),  # 0.455 rounds to 0, and no leg takes less than a week
    ],
)
def test_beyond_the_table_the_nearest_whole_week_of_the_formula_holds(
    hexes: int, drive: Fraction, expected: int
) -> None:
    assert weeks(hexes, drive, PLAIN) == expected


@pytest.mark.rule("CW-4.0-02")
@given(st.integers(1, 140), st.fractions(Fraction(1, 10), 50, max_denominator=20))
def test_the_formula_is_the_nearest_whole_number_exactly(hexes: int, drive: Fraction) -> None:
    found = by_formula(hexes, drive)
    square = Fraction(10175, 1000) ** 2 * hexes / drive
    assert found >= 1
    assert square < (found + Fraction(1, 2)) ** 2
    assert found == 1 or square >= (found - Fraction(1, 2)) ** 2


@given(st.integers(1, 100), st.fractions(Fraction(1, 2), 20, max_denominator=10))
def test_more_distance_never_takes_less_time_beyond_the_table(hexes: int, drive: Fraction) -> None:
    assert by_formula(hexes + 1, drive) >= by_formula(hexes, drive) >= by_formula(hexes, drive + 1)


def test_a_house_rule_changes_one_cell_and_no_other() -> None:
    house = Settings(overrides={"CW-TAB-SSD/3/2G": "5"})
    assert weeks(3, Fraction(2), house) == 5
    assert weeks(3, Fraction(3), house) == weeks(3, Fraction(3), PLAIN)


def test_no_distance_takes_no_time_and_no_drive_goes_nowhere() -> None:
    assert weeks(0, Fraction(2), PLAIN) == 0
    with pytest.raises(IllegalOrderError, match="gravity drive"):
        weeks(1, Fraction(0), PLAIN)


@pytest.mark.rule("CW-4.0-03")
def test_a_fleet_is_as_fast_as_its_slowest_ship() -> None:
    state = with_fleet(small(), "humans", "0505", "destroyer", "destroyer", "freighter")
    drive = force(state.sides["humans"].designs, state.ships.values()).drive
    assert drive == 2
    assert weeks(3, drive, PLAIN) == 12
    assert force(state.sides["humans"].designs, ()).drive == 0


@pytest.mark.rule("CW-4.1-04", "CW-1.0-03")
@pytest.mark.parametrize(
    ("start_turn", "travel", "expected"),
    [(4, 12, "turn 7"), (1, 12, "turn 4"), (4, 10, "turn 6, week 2"), (1, 0, "turn 1"), (1, 1, "turn 1, week 1")],
)
def test_eta_counts_four_weeks_a_turn(start_turn: int, travel: int, expected: str) -> None:
    assert eta(4 * (start_turn - 1) + travel) == expected


@pytest.mark.rule("CW-1.0-06", "CW-2.0-01")
@pytest.mark.parametrize(
    ("columns", "rows", "there", "beyond"),
    [
        (20, 30, ("0101", "2030", "2001", "0130"), ("2130", "2031", "0001", "0100", "0000")),
        (100, 100, ("0101", "0000", "0050", "5000", "9999"), ()),
        (99, 99, ("9999", "0101"), ("0099", "9900", "0000")),
        (100, 99, ("0099", "0001"), ("0100", "0000")),
        (99, 100, ("9900", "0100"), ("0001", "0000")),
    ],
)
def test_a_map_of_a_hundred_ends_with_hexes_numbered_nought(
    columns: int, rows: int, there: tuple[str, ...], beyond: tuple[str, ...]
) -> None:
    on = Cluster(columns, rows, {})
    for number in there:
        assert is_on_map(on, number), number
        check_on_map(on, number)
    last = f"{columns % 100:02}{rows % 100:02}"
    for number in (*beyond, "", "101", "00101", "1x01", "\u0661\u0661\u0661\u0661"):
        assert not is_on_map(on, number), number
        with pytest.raises(IllegalOrderError) as caught:
            check_on_map(on, number)
        assert str(caught.value).endswith(f"is not on the map; hexes run from 0101 to {last}, column first.")
        assert caught.value.rule == "CW-1.0-06"


@pytest.mark.rule("CW-4.0-01", "CW-C-07")
@pytest.mark.parametrize(
    ("hexes", "drive", "usual", "charts"),
    [
        (6, Fraction(7), True, False),
        (7, Fraction(7), False, False),
        (6, Fraction(8), False, False),
        (6, Fraction(7, 2), False, False),
        (0, Fraction(1), False, False),
        (3, Fraction(2), True, True),
    ],
)
def test_a_cell_holds_where_it_is_printed_and_with_the_charts_where_a_house_rule_names_it(
    hexes: int, drive: Fraction, *, usual: bool, charts: bool
) -> None:
    assert is_printed(hexes, drive, PLAIN) is usual
    house = {"CW-TAB-SSD/3/2G": "5"}
    assert is_printed(hexes, drive, Settings(travel_constant="charts", overrides=house)) is charts


@pytest.mark.rule("CW-4.0-01")
def test_no_leg_takes_less_than_a_week_and_a_part_of_a_week_counts_whole() -> None:
    house = Settings(overrides={"CW-TAB-SSD/3/2G": "0", "CW-TAB-SSD/4/2G": "5/2"})
    assert (weeks(3, Fraction(2), house), weeks(4, Fraction(2), house)) == (1, 3)
    assert weeks(-1, Fraction(2), PLAIN) == 0
    with pytest.raises(IllegalOrderError, match="gravity drive") as caught:
        weeks(1, Fraction(-1), PLAIN)
    assert caught.value.rule == "CW-4.0-01"
    assert by_formula(1, Fraction(500)) == 1
