"""Where homes are: far from each other and from those that are held, at corners, near the middle, alike in what is around."""

from collections.abc import Iterable

import pytest

from rules.cluster_war.model.state.common import Settings, tables
from rules.cluster_war.model.state.places import Body, Cluster, Special, distance
from rules.cluster_war.model.state.sides import Race
from rules.cluster_war.model.worlds.homes import choose_homes, prepare_home
from rules.values import GameError
from tests.rules.cluster_war.build import body, star

STARS = ("G", "K")
GRID = tuple(f"{column:02}{row:02}" for column in (5, 10, 15) for row in (5, 10, 15))


def cluster(*hexes: str, columns: int = 20, rows: int = 20, rich: Iterable[str] = ()) -> Cluster:
    """Single stars with one barren world each; `rich` hexes hold three good worlds besides."""
    barren = body(1, "9X99")
    found = {h: star(h, barren) for h in hexes}
    good = tuple(body(n, "5555") for n in (2, 3, 4))
    found |= {h: star(h, barren, *good) for h in rich}
    return Cluster(columns, rows, dict(sorted(found.items())))


@pytest.mark.rule("CW-19.0-14")
def test_each_home_is_as_far_as_can_be_from_the_others_and_from_those_that_are_held() -> None:
    here = cluster(*GRID)
    assert choose_homes(here, 0, STARS) == ()
    assert choose_homes(here, 1, STARS) == ("0515",), "the first of those farthest from the middle"
    assert choose_homes(here, 1, STARS, ("0505",)) == ("1015",), (
        "12 of 15 hexes away: 85 of 100 of the distance are kept"
    )
    assert choose_homes(here, 1, STARS, ("1515",)) == ("0505",)
    assert choose_homes(here, 1, STARS, ("1505", "0515")) == ("0505",)
    wide = cluster(*GRID, "0517", "1703")
    assert choose_homes(wide, 2, STARS) == ("0515", "1703"), "18 of 20 hexes"
    assert choose_homes(wide, 2, STARS, ("0505",)) == ("0515", "1505"), "10 of 12 hexes"


@pytest.mark.rule("CW-19.0-14")
def test_a_home_has_one_star_of_these_classes_and_a_planet_and_is_not_at_the_edge() -> None:
    fit = {h: star(h, body(1)) for h in ("0505", "1010")}
    unfit = {
        "0510": star("0510", body(1), codes=("M",)),
        "0515": star("0515", body(1), codes=("G", "K")),
        "1005": star("1005"),
    }
    here = Cluster(20, 20, {**fit, **unfit})
    assert choose_homes(here, 2, STARS) == ("0505", "1010")
    with pytest.raises(
        GameError, match=r"^This cluster has 2 systems fit for a home, and 3 are needed; make it larger\.$"
    ):
        choose_homes(here, 3, STARS)
    for edge in ("0210", "1910", "1002", "1019"):
        with pytest.raises(GameError, match="has 0 systems"):
            choose_homes(cluster(edge), 1, STARS)
    for inside in ("0310", "1810", "1003", "1018"):
        assert choose_homes(cluster(inside), 1, STARS) == (inside,)
    edges = ("5000", "0050", "8950", "1250", "5089", "5012")
    for inside in ("8850", "1350", "5088", "5013"):
        assert choose_homes(cluster(*edges, inside, columns=100, rows=100), 1, STARS) == (inside,)
    assert choose_homes(cluster("0101", columns=7, rows=99), 1, STARS) == ("0101",), (
        "less than eight across have no edge"
    )


@pytest.mark.rule("CW-19.0-14")
def test_homes_are_among_certain_hexes_if_there_are_enough_of_them_for_all() -> None:
    here = cluster(*GRID)
    assert set(choose_homes(here, 2, STARS, among=("0505", "0510"))) == {"0505", "0510"}
    assert choose_homes(here, 2, STARS, among=("0505", "0101")) == choose_homes(here, 2, STARS)
    assert choose_homes(here, 1, STARS, ("1515",), among=("1005", "1010")) == ("1005",)
    assert choose_homes(here, 1, STARS, ("1515",), among=("1010",)) == ("0505",)


@pytest.mark.rule("CW-19.0-14")
def test_corners_come_in_pairs_that_are_opposite_then_the_middles_of_edges() -> None:
    here = cluster(*GRID)
    order = ("0505", "1515", "1505", "0515", "1005", "1015", "0510", "1510")
    for count in range(1, 9):
        assert choose_homes(here, count, STARS, corners=True) == order[:count]
    assert len(choose_homes(here, 9, STARS, corners=True)) == 9, "more than eight are spread"
    assert choose_homes(here, 2, STARS, ("0505",), corners=True)[1] == "1515"
    assert choose_homes(here, 1, STARS, ("0505",), corners=True) != ("0505",)
    with pytest.raises(GameError, match="too few systems fit for a home beside those that are held"):
        choose_homes(cluster("0505", "1515"), 2, STARS, ("0505",), corners=True)
    tall = cluster("0350", "0397", "0503", columns=6, rows=100)
    assert choose_homes(tall, 4 - 1, STARS, corners=True) == ("0503", "0397", "0350")


@pytest.mark.rule("CW-19.0-14")
def test_homes_near_the_middle_are_four_hexes_apart_or_as_many_fewer_as_there_is_room_for() -> None:
    row = [f"10{r:02}" for r in range(4, 18)]
    here = cluster(*row)
    assert choose_homes(here, 3, STARS, near=True) == ("1010", "1006", "1014")
    assert choose_homes(here, 1, STARS, ("1010",), near=True) == ("1006",)
    assert choose_homes(here, 4, STARS, near=True) == ("1010", "1007", "1013", "1004")
    assert choose_homes(here, 14, STARS, near=True) == tuple(sorted(row, key=lambda h: (abs(int(h[2:]) - 10), h)))
    with pytest.raises(GameError, match="too few systems fit for a home beside those that are held"):
        choose_homes(here, 14, STARS, ("1010",), near=True)


@pytest.mark.rule("CW-19.0-14")
def test_of_places_nearly_as_wide_those_with_like_surroundings_are_taken_and_the_richer_of_equals() -> None:
    def chosen(close_at: str = "3424", **worlds: int) -> set[str]:
        """Two homes of three sites: 38 hexes apart, or 32 with the site that is nearer; so many good worlds at each."""
        names = {"first": "0606", "far": "3430", "close": close_at}
        here = cluster(*names.values(), columns=40, rows=40)
        good = {names[k]: star(names[k], *(body(1 + i, "5555") for i in range(n))) for k, n in worlds.items()}
        return set(choose_homes(Cluster(40, 40, {**here.systems, **good}), 2, STARS))

    assert [distance(cluster(columns=40, rows=40), "0606", h) for h in ("3430", "3424", "3423")] == [38, 32, 31]
    assert chosen() == {"0606", "3424"}, "of equals the first by number, where 85 of 100 of the distance are kept"
    assert chosen("3423") == {"0606", "3430"}
    assert chosen(first=3, far=3) == {"0606", "3430"}
    assert chosen(first=3, far=1, close=3) == {"0606", "3424"}
    assert chosen(first=3, far=4, close=2) == {"0606", "3430"}, "the richer of two that are as unlike"
    assert chosen(first=3, far=2, close=4) == {"0606", "3424"}


@pytest.mark.rule("CW-19.0-15")
def test_the_planet_nearest_in_warmth_becomes_perfect_and_nothing_hides_in_a_home_system() -> None:
    race = Race("Humans", "5555")
    settings = Settings()
    planets = (
        Body(1, "1955", 70, index=2, life="", resources=("Neutronium",), name="Ember"),
        Body(2, "3355", 30, index=900, life="alien", resources=("Gems",), name="Frost"),
    )
    system = star("0505", *planets, special=Special("Monster"))
    low, high = warm(settings)
    made, orbit = prepare_home(system, race, 800, settings)
    near = 1 if low - 2 <= 900 - high else 2
    assert orbit == near
    changed = next(b for b in made.bodies if b.orbit == near)
    old = planets[near - 1]
    index = low if near == 1 else high
    assert changed == Body(near, "5555", 800, index=index, life=old.life or "terrestrial", name=old.name)
    assert [b for b in made.bodies if b.orbit != near] == [planets[2 - near]]
    assert made.special is None
    for place in (low, high, (low + high) // 2):
        inside = star(
            "0505",
            Body(1, "1955", 70, index=low - 1),
            Body(2, "1955", 70, index=place),
            Body(3, "1955", 70, index=high + 1),
        )
        made, orbit = prepare_home(inside, race, 800, settings)
        assert (orbit, made.bodies[1].index) == (2, place)
    twins = star("0505", Body(1, "1955", 70, index=low), Body(2, "1955", 70, index=low))
    assert prepare_home(twins, race, 800, settings)[1] == 1


def warm(settings: Settings) -> tuple[int, int]:
    """The warmth indices at which worlds are as warm as the race's home, by the book's table."""
    table = tables(settings)["CW-B-T17"]
    rows = [table.row(key) for key in table.keys]
    fit = [row for row in rows if row["step_pattern"][1] == "5"]
    return int(fit[0]["low"]), int(fit[-1]["high"])
