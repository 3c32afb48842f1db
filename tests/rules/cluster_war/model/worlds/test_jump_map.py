"""Jump maps: chains, loops, long jumps, nothing crossed, the same map from the same dice."""

from collections.abc import Iterable
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cluster_war.model.state.common import Settings, tables
from rules.cluster_war.model.state.places import Cluster, Link, distance, hex_at, sector_of
from rules.cluster_war.model.worlds.jump_map import crosses, draw_jump_map, needs_jump_map, with_link, without_link
from rules.dice import Dice, Roller, ScriptedDice
from rules.values import IllegalOrderError, Roll
from tests.rules.cluster_war.build import side, star
from tests.used_up import assert_used_up

PLAIN = Settings()
NO_DICE = ScriptedDice(())
GAME = Dice(bytes(32), "generation", 0)


def cluster(*hexes: str, columns: int = 30, rows: int = 30) -> Cluster:
    """Stars in these hexes."""
    return Cluster(columns, rows, {h: star(h) for h in hexes})


def lines(found: Iterable[Link]) -> list[tuple[str, str]]:
    return [(link.a, link.b) for link in found]


def group_of(here: Cluster, number: str) -> frozenset[str]:
    """The stars joined to one by steps of a single hex."""
    found, edge = {number}, [number]
    while edge:
        at = edge.pop()
        near = {h for h in here.systems if h not in found and distance(here, at, h) == 1}
        found |= near
        edge += near
    return frozenset(found)


@pytest.mark.rule("CW-B-57")
def test_two_stars_side_by_side_are_joined_without_dice() -> None:
    assert lines(draw_jump_map(cluster("0505", "0506"), NO_DICE, PLAIN)) == [("0505", "0506")]


@pytest.mark.rule("CW-B-57")
def test_three_adjacent_stars_are_a_chain_even_when_all_touch() -> None:
    row = draw_jump_map(cluster("0505", "0506", "0507"), NO_DICE, PLAIN)
    assert lines(row) == [("0505", "0506"), ("0506", "0507")]
    triangle = cluster("0505", "0506", "0606")
    assert all(distance(triangle, a, b) == 1 for a, b in combinations(triangle.systems, 2))
    assert len(draw_jump_map(triangle, NO_DICE, PLAIN)) == 2


@pytest.mark.rule("CW-B-58")
def test_five_adjacent_stars_form_a_ring_of_five_lines() -> None:
    five = cluster("0505", "0506", "0605", "0606", "0607")
    found = draw_jump_map(five, NO_DICE, PLAIN)
    assert len(found) == 5
    ends = [end for link in found for end in (link.a, link.b)]
    assert all(ends.count(h) == 2 for h in five.systems), "every star has two neighbours on a ring"
    assert all(distance(five, link.a, link.b) == 1 for link in found)


@pytest.mark.rule("CW-B-58")
def test_a_star_that_does_not_fit_the_ring_hangs_on_it_by_one_line() -> None:
    tail = cluster("0505", "0506", "0605", "0606", "0508")
    assert lines(draw_jump_map(tail, ScriptedDice([6]), PLAIN)).count(("0506", "0508")) == 0
    hung = cluster("0505", "0506", "0605", "0606", "0507")
    found = lines(draw_jump_map(hung, NO_DICE, PLAIN))
    assert len(found) == 5
    assert [pair for pair in found if "0507" in pair] == [("0506", "0507")]
    row = draw_jump_map(cluster("0505", "0506", "0507", "0508"), NO_DICE, PLAIN)
    assert lines(row) == [("0505", "0506"), ("0506", "0507"), ("0507", "0508")], "no ring can be closed in a row"


@pytest.mark.rule("CW-B-60")
@pytest.mark.parametrize(
    ("other", "hexes", "highest"), [("0507", 2, 4), ("0508", 3, 2), ("0509", 4, 1)], ids=["two", "three", "four"]
)
def test_long_jumps_are_rolled_for_by_distance(other: str, hexes: int, highest: int) -> None:
    here = cluster("0505", other)
    assert distance(here, "0505", other) == hexes
    assert tables(PLAIN)["CW-B-T20"].number(hexes, "link_on_or_below") == highest
    for face in range(1, 7):
        dice = ScriptedDice([face])
        assert bool(draw_jump_map(here, dice, PLAIN)) == (face <= highest)
        assert_used_up(dice)


@pytest.mark.rule("CW-B-60")
def test_farther_than_four_hexes_no_line_is_ever_rolled_for() -> None:
    assert draw_jump_map(cluster("0505", "0510"), NO_DICE, PLAIN) == ()


@pytest.mark.rule("CW-B-62")
def test_four_hexes_are_rolled_for_only_by_a_group_that_nothing_nearer_joined() -> None:
    # 0505 and 0507 join on the first die, 0511 and 0513 on the second: 0507 to 0511 is then not rolled for.
    here = cluster("0505", "0507", "0511", "0513")
    dice = ScriptedDice([1, 1])
    assert lines(draw_jump_map(here, dice, PLAIN)) == [("0505", "0507"), ("0511", "0513")]
    assert_used_up(dice)
    alone = ScriptedDice([1, 6, 1])
    assert ("0507", "0511") in lines(draw_jump_map(here, alone, PLAIN))
    assert_used_up(alone)


@pytest.mark.rule("CW-B-62")
def test_a_four_hex_jump_does_not_hinder_another_four_hex_jump() -> None:
    corners = cluster("0505", "0509", "0907")
    every = ScriptedDice([1, 1, 1])
    assert len(draw_jump_map(corners, every, PLAIN)) == 3
    assert_used_up(every)


@pytest.mark.rule("CW-B-61")
def test_two_groups_get_one_roll_and_at_most_one_bridge() -> None:
    # Two chains of three, two hexes apart along their whole length.
    west, east = ("0505", "0506", "0507"), ("0705", "0706", "0707")
    here = cluster(*west, *east)
    dice = ScriptedDice([1])
    found = draw_jump_map(here, dice, PLAIN)
    assert_used_up(dice)
    assert len([link for link in found if {link.a, link.b} & {*west} and {link.a, link.b} & {*east}]) == 1
    assert len(found) == 5


@pytest.mark.rule("CW-B-59")
def test_lines_that_share_an_end_or_lie_apart_do_not_cross() -> None:
    def at(*numbers: str) -> tuple[object, ...]:
        return tuple(hex_at(30, 30, n) for n in numbers)

    def cross(a: str, b: str, c: str, d: str) -> bool:
        (a_, b_), (c_, d_) = at(a, b), at(c, d)
        return crosses((a_, b_), (c_, d_))  # type: ignore[arg-type] # hexes, all four

    assert cross("0505", "0709", "0509", "0705")
    assert cross("0505", "0509", "0507", "0707"), "touching counts"
    assert cross("0505", "0509", "0505", "0507"), "so does lying on one another"
    assert not cross("0505", "0507", "0507", "0509")
    assert not cross("0505", "0507", "0705", "0707")


@st.composite
def star_fields(draw: st.DrawFn) -> Cluster:
    """Up to forty stars in a field of twelve by twelve, over the border of two sectors each way."""
    numbers = st.tuples(st.integers(5, 16), st.integers(5, 16)).map(lambda at: f"{at[0]:02}{at[1]:02}")
    return cluster(*sorted(draw(st.sets(numbers, max_size=40))))


@pytest.mark.rule("CW-B-57", "CW-B-59", "CW-B-60", "CW-B-61")
@settings(max_examples=60)
@given(star_fields())
def test_every_map_joins_neighbours_crosses_nothing_and_bridges_each_pair_once(here: Cluster) -> None:
    found = draw_jump_map(here, GAME, PLAIN)
    ends = [(hex_at(30, 30, link.a), hex_at(30, 30, link.b)) for link in found]
    assert not any(crosses(one, two) for one, two in combinations(ends, 2))
    assert all(distance(here, link.a, link.b) <= 4 for link in found)
    groups = {number: group_of(here, number) for number in here.systems}
    joined = {end for link in found for end in (link.a, link.b) if distance(here, link.a, link.b) == 1}
    assert joined == {number for number, group in groups.items() if len(group) > 1}
    bridges = [frozenset((groups[link.a], groups[link.b])) for link in found if groups[link.a] != groups[link.b]]
    assert len(bridges) == len(set(bridges))
    assert found == draw_jump_map(here, GAME, PLAIN)


@pytest.mark.rule("CW-B-63")
def test_sectors_are_joined_like_the_hexes_inside_one() -> None:
    here = cluster("1010", "1011", "1110")
    assert len({sector_of(here, number) for number in here.systems}) == 3
    assert len(draw_jump_map(here, NO_DICE, PLAIN)) == 2
    over = draw_jump_map(cluster("1005", "1205"), ScriptedDice([4]), PLAIN)
    assert lines(over) == [("1005", "1205")]


def test_one_roll_moves_no_other() -> None:
    class Noted(Roller):
        def __init__(self) -> None:
            self.keys: list[str] = []

        def roll(self, key: str, sides: int, count: int = 1) -> Roll:
            self.keys.append(key)
            return GAME.roll(key, sides, count)

        def percent(self, key: str) -> Roll:
            return self.roll(key, 100)

    few, more = Noted(), Noted()
    draw_jump_map(cluster("0505", "0507"), few, PLAIN)
    draw_jump_map(cluster("0505", "0507", "2020", "2022"), more, PLAIN)
    assert few.keys == ["generation/jump-map/0505-0507"]
    assert more.keys == [*few.keys, "generation/jump-map/2020-2022"]


@pytest.mark.rule("CW-B-56")
def test_the_map_is_drawn_when_a_race_or_a_design_needs_it_or_the_game_master_wants_it() -> None:
    plain = side("humans")
    assert not needs_jump_map([plain], PLAIN)
    assert needs_jump_map([plain], Settings(jump_map="always"))
    design = plain.designs["scout"]
    with_string = side("vermin", designs={"s": type(design)("s", "S", "ship", 1, 1, ftl="string")})
    assert needs_jump_map([plain, with_string], PLAIN)
    assert not needs_jump_map([plain, with_string], Settings(jump_map="never"))
    born = side("vermin", race=type(plain.race)("Vermin", "5555", drives=("String",)))
    assert needs_jump_map([plain, born], PLAIN)


@pytest.mark.rule("CW-B-56")
def test_lines_can_be_drawn_and_wiped_out_by_hand() -> None:
    drawn = with_link((), Link("0909", "0505"))
    assert drawn == (Link("0505", "0909"),)
    assert with_link(drawn, Link("0505", "0909", "held", "humans"))[0].side == "humans"
    assert without_link(drawn, Link("0909", "0505")) == ()
    for wrong in (Link("0505", "0505"), Link("0505", "0909")):
        with pytest.raises(IllegalOrderError):
            with_link(drawn, wrong)
    with pytest.raises(IllegalOrderError, match="No such line"):
        without_link(drawn, Link("0505", "0909", "gate"))
