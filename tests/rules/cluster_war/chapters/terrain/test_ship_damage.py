"""A hull as terrain strikes it, space by space (R-141), and what lay in bays that broke (CW-14.0)."""

from typing import Any

import pytest

from rules.cluster_war.chapters.combat.unit_strength import numbers_of
from rules.cluster_war.chapters.terrain.ship_damage import (
    OPEN_SPACE,
    HullSpaces,
    LooseCargo,
    break_bays,
    craft_in,
    hangar_bays,
    hull_of,
)
from rules.cluster_war.model.economy.holds import ship_capacity
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.holdings import Ship
from rules.cluster_war.model.state.war import Wounds
from rules.cluster_war.model.unit_design.transport import crate_room
from rules.values import changed
from tests.rules.cluster_war.build import DESIGNS
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
    mixed = hull("a", "b", "a", OPEN_SPACE, "c", "a", damaged={"a": 1}, destroyed={"a": 1, "c": 1})
    assert mixed.whole() == ("b", "a")
    assert hull("a", OPEN_SPACE).whole() == ("a",)


def test_hits_put_out_of_order_what_works_and_a_share_of_them_is_destroyed() -> None:
    share = numbers_of(PLAIN).whole("destroyed")
    ten = HullSpaces(("a",) * 10, Wounds(burnt=3))
    for hits in range(11):
        struck = ten.struck(range(hits), PLAIN)
        gone = hits * share // 100
        assert (struck.destroyed.get("a", 0), struck.damaged.get("a", 0)) == (gone, hits - gone)
        assert struck.burnt == 3
    mixed = hull("a", OPEN_SPACE, "b", "a", damaged={"a": 1})
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
    ten = HullSpaces((*("a",) * 10, *(OPEN_SPACE,) * 90), Wounds())
    first = next(n for n in range(11) if n * 10 >= most)
    assert [ten.is_lost(Wounds({"a": n}), PLAIN) for n in range(11)] == [n >= first and n > 0 for n in range(11)]
    assert ten.is_lost(Wounds({"a": first - 1}, {"a": 1}), PLAIN)
    assert not HullSpaces((OPEN_SPACE, OPEN_SPACE), Wounds()).is_lost(Wounds(), PLAIN)


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
    assert found.spaces[len(listed) :] == (OPEN_SPACE,) * (20 - len(listed))
    bare = hull_of(OWN["bare-boat"], Wounds(), PLAIN)
    assert (bare.spaces.count("Bridge"), bare.size, bare.spaces[-1]) == (1, 8, OPEN_SPACE)


KINDS = {
    **DESIGNS,
    "carrier": changed(DESIGNS["destroyer"], id="carrier", hangar=25),
    "boat": changed(DESIGNS["destroyer"], id="boat", kind="small_craft", hull=6),
}
ROOM = ship_capacity(KINDS["freighter"], PLAIN) // 4
"""CPs in one of the freighter's four bays."""


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"cps": 1}, "1 CPs of goods"),
        ({"munitions": 2}, "2 CPs of munitions"),
        ({"supplies": 3}, "3 supply points"),
        ({"parts": {"shipyard": 4}}, "4 CPs of parts of shipyard"),
        ({"units": {"boat": 5}}, "5 Destroyer"),
        ({"cps": 7, "supplies": 3}, "7 CPs of goods, 3 supply points"),
    ],
)
def test_one_thing_that_is_lost_is_something(more: dict[str, Any], words: str) -> None:
    loose = LooseCargo(**more)
    assert not loose.is_nothing
    assert loose.words(KINDS) == words
    assert LooseCargo().is_nothing
    assert LooseCargo().words(KINDS) == "nothing that was in them"


@pytest.mark.parametrize(
    ("bays", "left", "munitions", "supplies"),
    [
        ((), ROOM + 5, 10, 8),
        ((0,), 5, 10, 8),
        ((1,), ROOM, 5 if ROOM < 15 else 0, 8 if ROOM < 15 else max(0, 8 - (ROOM - 15))),
        ((3,), ROOM + 5, 10, 8),
    ],
)
def test_goods_lie_before_munitions_and_those_before_supplies(
    bays: tuple[int, ...], left: int, munitions: int, supplies: int
) -> None:
    """One bay and 5 CPs of goods, then 10 CPs of munitions, then 8 supply points: bays hold 20 CPs each (CW-5.1-03)."""
    assert ROOM == 20
    ship = Ship("humans/FF01", "humans", "freighter", cargo=ROOM + 5, crated=10, supplies=8)
    after, loose = break_bays(KINDS, ship, bays, PLAIN)
    assert (after.cargo, after.crated, after.supplies) == (left, munitions, supplies)
    assert (loose.cps, loose.munitions, loose.supplies) == (ROOM + 5 - left, 10 - munitions, 8 - supplies)


def test_parts_are_cut_where_the_bay_ends() -> None:
    ship = Ship("humans/FF01", "humans", "freighter", parts={"base": 25, "shipyard": 10})
    after, loose = break_bays(KINDS, ship, (1,), PLAIN)
    assert (after.parts, loose.parts) == ({"base": 20}, {"base": 5, "shipyard": 10})
    after, loose = break_bays(KINDS, ship, (0,), PLAIN)
    assert (after.parts, loose.parts) == ({"base": 5, "shipyard": 10}, {"base": 20})


def test_craft_ride_in_the_first_bay_with_room_for_them() -> None:
    """A bay holds 10 hull spaces: a hangar of 25 is two and one that is begun; a craft of 6 leaves no room for another."""
    assert [hangar_bays(changed(KINDS["carrier"], hangar=n), PLAIN) for n in (0, 1, 10, 11, 25)] == [0, 1, 1, 2, 3]
    carrier = Ship("humans/CV01", "humans", "carrier")
    craft = [Ship(f"humans/G{n}", "humans", "boat") for n in range(4)]
    found = craft_in(KINDS, [carrier], craft, PLAIN)
    assert found == {("humans/CV01", n): [f"humans/G{n}"] for n in range(3)}
    small = {**KINDS, "boat": changed(KINDS["boat"], hull=5)}
    assert craft_in(small, [carrier], craft, PLAIN) == {
        ("humans/CV01", 0): ["humans/G0", "humans/G1"],
        ("humans/CV01", 1): ["humans/G2", "humans/G3"],
    }


def test_crates_lie_after_parts_each_by_itself_and_one_that_lies_in_two_bays_goes_with_either() -> None:
    """A bay of goods, parts of 5 CPs, then crated boats, the last of which lies across the end of the second bay."""
    kinds = {**KINDS, "box": changed(KINDS["boat"], id="box")}
    each = crate_room(kinds["box"], PLAIN)
    crates = (ROOM - 5) // each + 1
    assert (ROOM - 5) % each
    ship = Ship("humans/FF01", "humans", "freighter", cargo=ROOM, parts={"base": 5}, crates={"box": crates, "none": 0})
    kinds["none"] = changed(kinds["box"], id="none")
    after, loose = break_bays(kinds, ship, (2,), PLAIN)
    assert (after.cargo, after.parts, after.crates) == (ROOM, {"base": 5}, {"box": crates - 1})
    assert loose == LooseCargo(units={"box": 1})
    after, loose = break_bays(kinds, ship, (1,), PLAIN)
    assert (after.cargo, after.parts, after.crates) == (ROOM, {}, {})
    assert loose == LooseCargo(parts={"base": 5}, units={"box": crates})
    after, loose = break_bays(kinds, ship, (0,), PLAIN)
    assert (after, loose) == (changed(ship, cargo=0), LooseCargo(cps=ROOM))
    after, loose = break_bays(kinds, ship, (3,), PLAIN)
    assert (after, loose.is_nothing) == (ship, True)


def test_a_ship_without_cargo_bays_has_nothing_to_lose_and_craft_too_large_ride_in_none() -> None:
    ship = Ship("humans/DD01", "humans", "destroyer")
    assert break_bays(KINDS, ship, (0, 1), PLAIN) == (ship, LooseCargo())
    carrier = Ship("humans/CV01", "humans", "carrier")
    kinds = {**KINDS, "boat": changed(KINDS["boat"], hull=11)}
    assert craft_in(kinds, [carrier], [Ship("humans/G1", "humans", "boat")], PLAIN) == {}
    fits = {**KINDS, "boat": changed(KINDS["boat"], hull=10)}
    two = [carrier, changed(carrier, id="humans/CV02")]
    craft = [Ship(f"humans/G{n}", "humans", "boat") for n in range(7)]
    assert craft_in(fits, two, craft, PLAIN) == {
        (ship, n): [f"humans/G{first + n}"]
        for ship, first in (("humans/CV01", 0), ("humans/CV02", 3))
        for n in range(3)
    }
