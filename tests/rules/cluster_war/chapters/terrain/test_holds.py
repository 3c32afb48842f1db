"""What lay in cargo bays that broke: each kind of goods by itself, cut at the bays, and what is told of it (CW-14.0)."""

from typing import Any

import pytest

from rules.cluster_war.chapters.terrain.ship_damage import LooseCargo, broken, craft_in, hangar_bays
from rules.cluster_war.model.economy.holds import ship_capacity
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.units import Ship
from rules.cluster_war.model.unit_design.transport import crate_room
from rules.values import changed
from tests.rules.cluster_war.build import DESIGNS

PLAIN = Settings()
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
    after, loose = broken(KINDS, ship, bays, PLAIN)
    assert (after.cargo, after.crated, after.supplies) == (left, munitions, supplies)
    assert (loose.cps, loose.munitions, loose.supplies) == (ROOM + 5 - left, 10 - munitions, 8 - supplies)


def test_parts_are_cut_where_the_bay_ends() -> None:
    ship = Ship("humans/FF01", "humans", "freighter", parts={"base": 25, "shipyard": 10})
    after, loose = broken(KINDS, ship, (1,), PLAIN)
    assert (after.parts, loose.parts) == ({"base": 20}, {"base": 5, "shipyard": 10})
    after, loose = broken(KINDS, ship, (0,), PLAIN)
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
    after, loose = broken(kinds, ship, (2,), PLAIN)
    assert (after.cargo, after.parts, after.crates) == (ROOM, {"base": 5}, {"box": crates - 1})
    assert loose == LooseCargo(units={"box": 1})
    after, loose = broken(kinds, ship, (1,), PLAIN)
    assert (after.cargo, after.parts, after.crates) == (ROOM, {}, {})
    assert loose == LooseCargo(parts={"base": 5}, units={"box": crates})
    after, loose = broken(kinds, ship, (0,), PLAIN)
    assert (after, loose) == (changed(ship, cargo=0), LooseCargo(cps=ROOM))
    after, loose = broken(kinds, ship, (3,), PLAIN)
    assert (after, loose.is_nothing) == (ship, True)


def test_a_ship_without_cargo_bays_has_nothing_to_lose_and_craft_too_large_ride_in_none() -> None:
    ship = Ship("humans/DD01", "humans", "destroyer")
    assert broken(KINDS, ship, (0, 1), PLAIN) == (ship, LooseCargo())
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
