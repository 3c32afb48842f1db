"""Appendix C: all printed cells of the charts, where they come from, and the calculator beyond them."""

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules.cluster_war.chapters.movement.travel_time import (
    CHART_PERCENTS,
    PRINTED_HEXES,
    Preset,
    by_formula,
    days,
    fewest_days,
    is_charted,
    sweet_spot,
    travel_table,
    trip,
    weeks,
    weeks_at_best,
)
from rules.cluster_war.model.state.common import Settings, tables
from rules.values import IllegalOrderError

PLAIN = Settings()
CHARTS = {1: "CW-C-T01", 2: "CW-C-T02", 3: "CW-C-T03"}
CELLS = [
    (g, p, h) for g, most in CHART_PERCENTS.items() for p in range(1, most + 1) for h in range(1, PRINTED_HEXES + 1)
]


@pytest.mark.rule("CW-C-05", "CW-C-04", "CW-C-03")
def test_the_formula_gives_all_480_printed_cells() -> None:
    assert len(CELLS) == 480
    wrong = [
        (g, p, h) for g, p, h in CELLS if days(Fraction(g), p, h) != tables(PLAIN)[CHARTS[g]].fraction(p, f"hex{h}")
    ]
    assert wrong == []


@pytest.mark.rule("CW-C-09")
def test_what_is_printed_is_known_and_everything_else_is_computed() -> None:
    printed = tables(PLAIN)
    for g, most in CHART_PERCENTS.items():
        table = printed[CHARTS[g]]
        assert table.keys == tuple(str(p) for p in range(1, most + 1))
        assert table.columns[1:] == tuple(f"hex{h}" for h in range(1, 7))
        assert is_charted(Fraction(g), most, 6)
        assert not is_charted(Fraction(g), most + 1, 6)
        assert not is_charted(Fraction(g), most, 7)
    assert printed["CW-TAB-SSD"].columns[1:] == tuple(f"{g}G" for g in range(1, 8))
    assert printed["CW-TAB-SSD"].keys == tuple(str(h) for h in range(1, 7))
    assert not is_charted(Fraction(3, 2), 1, 1)
    assert days(Fraction(4), 40, 9) > 0


@pytest.mark.rule("CW-C-02")
def test_a_trip_is_gathering_speed_the_ftl_leg_and_braking_as_long_as_gathering_speed() -> None:
    parts = trip(Fraction(1), 1, 1)
    assert parts.accelerating == parts.braking
    assert round(parts.accelerating, 2) == Fraction("3.47")
    assert parts.ftl == Fraction("292.20")
    assert days(Fraction(1), 1, 1) == Fraction("299.14")
    assert trip(Fraction(1), 1, 5).accelerating == parts.accelerating, "speed is gathered in no strategic distance"


@pytest.mark.rule("CW-C-03")
@pytest.mark.parametrize(("drive", "percent", "expected"), [(1, 20, "138.89"), (2, 10, "34.72"), (3, 35, "81.02")])
def test_gathering_speed_and_braking_take_125_eighteenths_of_a_day_for_each_percent_and_g(
    drive: int, percent: int, expected: str
) -> None:
    parts = trip(Fraction(drive), percent, 1)
    both = parts.accelerating + parts.braking
    assert both == Fraction(2 * percent * 300_000_000, 100 * 10 * drive * 86_400)
    assert round(both, 2) == Fraction(expected)


@pytest.mark.rule("CW-C-04")
def test_the_ftl_leg_of_the_charts_covers_five_light_years_a_hex_at_six_and_a_quarter_c_a_percent() -> None:
    assert trip(Fraction(1), 20, 6).ftl == Fraction("87.66")
    assert trip(Fraction(1), 1, 1).ftl == Fraction(5 * 36525, 100) / Fraction(625, 100)
    assert trip(Fraction(1), 1, 1).ftl == Fraction(8 * 36525, 100) / 10


@pytest.mark.rule("CW-C-06")
@pytest.mark.parametrize(
    ("drive", "best"),
    [
        (1, [("90.35", 7), ("127.43", 9), ("156.08", 11), ("180.19", 13), ("201.57", 15), ("220.69", 16)]),
        (2, [("63.72", 9), ("90.09", 13), ("110.34", 16), ("127.43", 18), ("142.49", 20, 21), ("156.08", 22)]),
        (3, [("52.03", 11), ("73.56", 16), ("90.12", 19), ("104.05", 22), ("116.31", 25), ("127.43", 27, 28)]),
    ],
)
def test_the_best_percentage_is_the_one_with_the_fewest_days(drive: int, best: list[tuple[str, int]]) -> None:
    for hexes, (fewest, *at) in enumerate(best, 1):
        assert sweet_spot(Fraction(drive), hexes) == tuple(at)
        assert days(Fraction(drive), at[0], hexes) == Fraction(fewest)


@pytest.mark.rule("CW-C-06")
@given(st.integers(1, 12), st.fractions(Fraction(1, 2), 9, max_denominator=4))
def test_the_best_percentage_lies_beside_the_square_root(hexes: int, drive: Fraction) -> None:
    square = Fraction(2922, 10) * hexes * drive / Fraction(125, 18)
    for percent in sweet_spot(drive, hexes):
        assert percent == 99 or (percent - 1) ** 2 < square < (percent + 1) ** 2


@pytest.mark.rule("CW-C-06", "CW-C-08")
@given(st.integers(1, 200), st.fractions(Fraction(1, 10), 40, max_denominator=10), st.sampled_from(["weeks", "charts"]))
@example(200, Fraction(40), "charts")
@example(1, Fraction(1, 10), "weeks")
def test_no_other_percentage_takes_fewer_days(hexes: int, drive: Fraction, preset: Preset) -> None:
    assert fewest_days(drive, hexes, preset) == min(trip(drive, p, hexes, preset).days for p in range(1, 100))


@pytest.mark.rule("CW-C-07", "CW-C-08")
def test_ten_c_for_each_percent_gives_all_42_cells_of_the_weeks_table() -> None:
    check, printed = tables(PLAIN)["CW-C-T04"], tables(PLAIN)["CW-TAB-SSD"]
    assert len(check.keys) == 42
    for key in check.keys:
        hexes, drive = (int(part) for part in key.split("/"))
        fewest = fewest_days(Fraction(drive), hexes, "weeks")
        assert weeks_at_best(Fraction(drive), hexes) == printed.number(hexes, f"{drive}G")
        assert weeks_at_best(Fraction(drive), hexes) == check.number(key, "weeks_in_table")
        assert check.number(key, "best_PSoL") in sweet_spot(Fraction(drive), hexes, "weeks")
        assert round(fewest, 2) == check.fraction(key, "days")
        assert abs(fewest / 7 - check.fraction(key, "weeks_exact")) <= Fraction(6, 10_000)


@pytest.mark.rule("CW-C-07")
def test_the_charts_own_speed_gives_longer_times_than_the_weeks_table() -> None:
    optimum = {(1, 1): "12.91", (1, 6): "31.53", (2, 1): "9.10", (2, 6): "22.30", (3, 1): "7.43", (3, 6): "18.20"}
    for (drive, hexes), expected in optimum.items():
        assert round(fewest_days(Fraction(drive), hexes, "charts") / 7, 2) == Fraction(expected)
    cells = [(g, h) for g in range(1, 8) for h in range(1, 7)]
    assert all(weeks_at_best(Fraction(g), h, "charts") != weeks(h, Fraction(g), PLAIN) for g, h in cells)


@pytest.mark.rule("CW-C-07", "CW-C-01")
def test_the_speed_is_a_setting_and_play_reads_the_weeks_table_unless_told_otherwise() -> None:
    charts = Settings(travel_constant="charts")
    assert PLAIN.travel_constant == "weeks"
    assert weeks(1, Fraction(1), PLAIN) == 10
    assert weeks(1, Fraction(1), charts) == 13
    assert weeks(6, Fraction(2), charts) == 22
    assert weeks(9, Fraction(2), charts) == weeks_at_best(Fraction(2), 9, "charts")
    house = Settings(travel_constant="charts", overrides={"CW-TAB-SSD/1/1G": "11"})
    assert weeks(1, Fraction(1), house) == 11, "a cell that a house rule names still holds"


@pytest.mark.rule("CW-C-08")
@pytest.mark.parametrize(
    ("drive", "hexes", "expected", "best"), [(2, 3, 12, 13), (2, 2, 10, 10), (2, 7, 19, 19), (4, 20, 23, 46)]
)
def test_weeks_for_any_rating_and_distance(drive: int, hexes: int, expected: int, best: int) -> None:
    assert weeks_at_best(Fraction(drive), hexes) == expected
    assert weeks(hexes, Fraction(drive), PLAIN) == expected
    assert best in sweet_spot(Fraction(drive), hexes, "weeks")


@pytest.mark.rule("CW-C-08", "CW-C-06")
def test_best_speeds_tie_exactly_where_nothing_is_printed_and_to_two_places_on_the_charts() -> None:
    assert sweet_spot(Fraction(2), 5) == (20, 21), "142.49 days each as the chart prints them"
    assert len({trip(Fraction(2), percent, 5).days for percent in (20, 21)}) == 2
    for drive, hexes, best, other in ((2, 8, 21, 20), (3, 39, 55, 56), (4, 2, 15, 14)):
        assert sweet_spot(Fraction(drive), hexes, "weeks") == (best,)
        same = {days(Fraction(drive), percent, hexes, "weeks") for percent in (best, other)}
        assert len(same) == 1, "as the charts print them they would tie"
    assert sweet_spot(Fraction(1, 2), 7) == (12,), "no chart is printed for such a drive"


@pytest.mark.rule("CW-C-08", "CW-4.0-02")
def test_chart_and_formula_differ_by_a_week_in_three_of_2020_trips_before_99_percent_is_reached() -> None:
    drives = [Fraction(n, 2) for n in range(2, 41)]
    trips = [(g, h) for g in drives for h in range(1, 141) if g * h <= 370]
    differ = {
        (str(g), h): (weeks_at_best(g, h), by_formula(h, g))
        for g, h in trips
        if weeks_at_best(g, h) != by_formula(h, g)
    }
    assert len(trips) == 2020
    assert differ == {("1", 48): (71, 70), ("3/2", 8): (24, 23), ("3", 16): (24, 23)}
    assert weeks(48, Fraction(1), PLAIN) == 70
    assert weeks(48, Fraction(1), Settings(rulings={"CW-4.0-02": "charts"})) == 71
    assert weeks_at_best(Fraction(10), 140) > by_formula(140, Fraction(10)), "99 % is the limit of the charts"


@pytest.mark.rule("CW-C-01")
def test_the_calculator_lists_every_distance_for_any_drive_and_changes_nothing_in_play() -> None:
    table = travel_table(Fraction(5, 2), 9)
    assert [row.hexes for row in table] == list(range(1, 10))
    assert all(row.weeks == weeks(row.hexes, Fraction(5, 2), PLAIN) for row in table)
    assert table[0].days == days(Fraction(5, 2), table[0].best[0], 1, "weeks")
    assert [row.weeks for row in travel_table(Fraction(2), 6)] == [7, 10, 12, 14, 16, 18]


@pytest.mark.parametrize(("drive", "hexes"), [(Fraction(0), 1), (Fraction(1), 0), (Fraction(1), 201)])
def test_the_calculator_refuses_what_is_no_trip(drive: Fraction, hexes: int) -> None:
    with pytest.raises(IllegalOrderError):
        travel_table(drive, hexes)


@pytest.mark.parametrize("percent", [0, 100])
def test_no_ship_cruises_beyond_99_percent_of_light_speed(percent: int) -> None:
    with pytest.raises(IllegalOrderError, match="light speed"):
        trip(Fraction(1), percent, 1)
