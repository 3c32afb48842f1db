"""A hull as terrain strikes it: rows and runs of spaces, what a hit puts out of order, and when too little is left (R-141)."""

from rules.cluster_war.chapters.combat.unit_strength import numbers_of
from rules.cluster_war.chapters.terrain.ship_damage import OPEN, HullSpaces, hull_of
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.war import Wounds
from tests.rules.cluster_war.chapters.terrain.skies import LAYOUT, OWN

PLAIN = Settings()


def hull(*spaces: str, damaged: dict[str, int] | None = None, destroyed: dict[str, int] | None = None) -> HullSpaces:
    """A hull of these spaces, or of ten that are all of other kinds."""
    return HullSpaces(spaces or tuple("abcdefghij"), Wounds(damaged or {}, destroyed or {}))


def test_a_hull_shows_as_many_rows_as_the_root_of_its_spaces_rounded_up() -> None:
    sizes = (1, 2, 4, 5, 9, 10, 16, 17, 20)
    assert [HullSpaces(("a",) * n, Wounds()).rows for n in sizes] == [1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert [HullSpaces(("a",) * n, Wounds()).size for n in sizes] == list(sizes)


def test_rows_and_runs_are_spaces_counted_from_nought_and_go_round() -> None:
    """Ten spaces are four rows, which begin at 0, 2, 5 and 7 as seen from the first of six sides."""
    ten = hull()
    assert ten.row(1, 6, 1) == (0, 2, 5, 7)
    assert ten.row(1, 6, 2) == (0, 1, 2, 3, 5, 6, 7, 8)
    assert ten.row(4, 6, 1) == (5, 7, 0, 2)
    assert ten.row(6, 6, 1) == (8, 0, 3, 5)
    assert ten.row(2, 2, 1) == (5, 7, 0, 2)
    assert ten.run(0, 3) == (0, 1, 2)
    assert ten.run(8, 4) == (8, 9, 0, 1)
    assert ten.run(3, 99) == (3, 4, 5, 6, 7, 8, 9, 0, 1, 2)
    assert ten.run(3, 0) == ()


def test_what_works_is_each_space_that_is_filled_but_for_those_out_of_order_the_first_of_a_kind_first() -> None:
    mixed = hull("a", "b", "a", OPEN, "c", "a", damaged={"a": 1}, destroyed={"a": 1, "c": 1})
    assert mixed.whole() == ("b", "a")
    assert hull("a", OPEN).whole() == ("a",)


def test_hits_put_out_of_order_what_works_and_a_share_of_them_is_destroyed() -> None:
    share = numbers_of(PLAIN).whole("destroyed")
    ten = HullSpaces(("a",) * 10, Wounds(burnt=3))
    for hits in range(11):
        struck = ten.struck(range(hits), PLAIN)
        gone = hits * share // 100
        assert (struck.destroyed.get("a", 0), struck.damaged.get("a", 0)) == (gone, hits - gone)
        assert struck.burnt == 3
    mixed = hull("a", OPEN, "b", "a", damaged={"a": 1})
    assert mixed.struck((1,), PLAIN) == Wounds({"a": 1})
    assert (
        mixed.struck((0, 3, 0), PLAIN).damaged.get("a", 0) + mixed.struck((0, 3, 0), PLAIN).destroyed.get("a", 0) == 2
    )


def test_what_is_destroyed_outright_was_damaged_before_where_nothing_else_of_it_is_left() -> None:
    two = hull("a", "a", "b", damaged={"a": 1})
    assert two.without(("a",)) == Wounds({"a": 1}, {"a": 1})
    assert two.without(("a", "a")) == Wounds({}, {"a": 2})
    assert two.without(("b",)) == Wounds({"a": 1}, {"b": 1})
    assert two.without(()) == Wounds({"a": 1})


def test_a_ship_is_lost_when_too_little_of_what_fills_its_hull_works() -> None:
    most = numbers_of(PLAIN).whole("lost at")
    ten = HullSpaces((*("a",) * 10, *(OPEN,) * 90), Wounds())
    first = next(n for n in range(11) if n * 10 >= most)
    assert [ten.is_lost(Wounds({"a": n}), PLAIN) for n in range(11)] == [n >= first and n > 0 for n in range(11)]
    assert ten.is_lost(Wounds({"a": first - 1}, {"a": 1}), PLAIN)
    assert not HullSpaces((OPEN, OPEN), Wounds()).is_lost(Wounds(), PLAIN)


def test_spaces_come_in_the_layouts_order_and_what_is_not_on_record_is_open() -> None:
    found = hull_of(OWN["cruiser"], Wounds(), PLAIN)
    listed = [label for label, n in sorted(LAYOUT.items()) for _ in range(n)]
    assert sorted(s for s in found.spaces if s) == listed
    assert [a for a, b in zip(found.spaces, (None, *found.spaces), strict=False) if a != b][:3] == [
        "Drive 3G",
        "Bridge",
        "LRS",
    ]
    assert found.size == 20
    assert found.spaces[len(listed) :] == (OPEN,) * (20 - len(listed))
    bare = hull_of(OWN["bare-boat"], Wounds(), PLAIN)
    assert (bare.spaces.count("Bridge"), bare.size, bare.spaces[-1]) == (1, 8, OPEN)
