"""The Damage Allocation Chart: each cell, moving on along the row, the owner's choice, and the end of a craft."""

from typing import Any

import pytest

from rules.pentagon_war.combat.damage.boxes import candidates, choose_box
from rules.pentagon_war.designs import BASIC_MISSILE, CargoBox, GunTrack, WeaponBox
from rules.pentagon_war.events import BoxHit, Exploded, Gone
from rules.pentagon_war.orders import TakeDamage
from rules.pentagon_war.shipyard.pricing import boxes_left
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import Cpmf
from rules.values import changed
from tests.rules.pentagon_war.combat.stage import assess, fight, hit, lasers, of, ship

FULL: dict[str, Any] = {
    "screens": 4, "armor": (0,) * 6, "hull_forward": 3, "hull_aft": 3, "cargo": (CargoBox(), CargoBox(missiles=3)),
    "fuel_tanks": 3, "capacitors": 10, "point_defense": 3, "radar": (5, 4), "engines": 3, "final_damage": 3,
    "missiles": (BASIC_MISSILE,) * 2, "drones": ("laser", "proton"), "main_control": 1, "aux_control": 1, "repair": 2,
    "weapons": (*lasers(3), WeaponBox("electron"), WeaponBox("proton"), WeaponBox("beam")),
    "guns": (GunTrack("radiation", 2), GunTrack("acid", 3), GunTrack("metal", 4)),
}  # fmt: skip


def full(**given: Any) -> Battle:
    return fight(ship("Y1", "1015", **{**FULL, **given}))


def marked(battle: Battle, **changes: Any) -> Battle:
    return changed(battle, craft={"Y1": changed(battle.craft["Y1"], **changes)})


def hits(battle: Battle, *faces: int, lose: tuple[str, ...] = ()) -> tuple[Battle, list[tuple[str, str, int]]]:
    """The battle after interior hits with these dice, and what they destroyed: system, box, power lost."""
    craft = battle.craft["Y1"]
    inside = craft.screens if not craft.screens_cold else 0
    blow = hit("Y1", len(faces) // 2 + inside)
    orders = [TakeDamage("Y1", lose)] if lose else []
    done = assess(changed(battle, blows=(blow,)), *faces, orders=orders)
    return done.state, [(event.system, event.box, event.power_lost) for event in of(BoxHit, done)]


@pytest.mark.rule("PW-B15")
@pytest.mark.parametrize(
    ("dark", "row"),
    [
        (1, ["FwdHull"] * 3 + ["AftHull"] * 3),
        (2, ["Cargo"] * 3 + ["Engine"] + ["PointDefense"] * 2),
        (3, ["Laser"] * 2 + ["Capacitor", "Radar"] + ["Missile"] * 2),
        (4, ["Gun"] * 2 + ["MainCtrl", "AuxCtrl"] + ["MagBeam"] * 2),
        (5, ["Drone"] * 2 + ["Screen", "Repair"] + ["ElectronCannon"] * 2),
        (6, ["ProtonCannon"] * 2 + ["FuelTank"] * 2 + ["AnyWeapon"] * 2),
    ],
)
def test_every_cell_of_the_chart(dark: int, row: list[str]) -> None:
    for light, system in enumerate(row, 1):
        _, found = hits(full(), dark, light)
        assert [name for name, _, _ in found] == [system]


@pytest.mark.rule("PW-B15")
@pytest.mark.parametrize(
    ("dark", "light", "system", "gone"),
    [
        (1, 1, "hull_forward", 1), (1, 4, "hull_aft", 1), (2, 1, "cargo", 1), (2, 4, "engines", 1), (2, 5, "point_defense", 1),
        (3, 1, "weapons", 1), (3, 3, "capacitors", 1), (3, 4, "radar", 1), (3, 5, "missiles", 1), (4, 1, "guns", 1),
        (4, 3, "main_control", 1), (4, 4, "aux_control", 1), (4, 5, "weapons", 1), (5, 1, "drones", 1), (5, 3, "screens", 1),
        (5, 4, "repair", 1), (5, 5, "weapons", 1), (6, 1, "weapons", 1), (6, 3, "fuel_tanks", 1),
    ],
)  # fmt: skip
def test_a_hit_destroys_exactly_one_box_of_its_system(dark: int, light: int, system: str, gone: int) -> None:
    before = full()
    after, _ = hits(before, dark, light)
    was, now = boxes_left(before.craft["Y1"]), boxes_left(after.craft["Y1"])
    assert {name: was[name] - now[name] for name in was if was[name] != now[name]} == {system: gone}


@pytest.mark.rule("PW-B57")
@pytest.mark.parametrize(
    ("missing", "faces", "system"),
    [
        ({"weapons": ()}, (3, 1), "Capacitor"),
        ({"weapons": (), "capacitors": 0}, (3, 2), "Radar"),
        ({"missiles": ()}, (3, 5), "Laser"),  # round to the row's beginning
        ({"missiles": (), "weapons": ()}, (3, 6), "Capacitor"),
        ({"weapons": (), "capacitors": 0, "radar": (), "missiles": ()}, (3, 3), "FinalDamage"),
        ({"hull_aft": 0}, (1, 5), "FwdHull"),
    ],
)
def test_a_system_that_is_gone_passes_the_hit_along_its_row(
    missing: dict[str, Any], faces: tuple[int, int], system: str
) -> None:
    _, found = hits(full(**missing), *faces)
    assert [name for name, _, _ in found] == [system]


@pytest.mark.rule("PW-B61")
def test_the_0_box_of_the_radar_cannot_be_hit() -> None:
    after, found = hits(full(radar=(5,)), 3, 4, 3, 4)
    assert [box for _, box, _ in found] == ["radar 5", "M2"]
    assert after.craft["Y1"].radar == ()


@pytest.mark.rule("PW-C31", "PW-S35")
def test_capacitor_hits_fall_on_empty_ones_first_and_then_cost_power() -> None:
    battle = marked(full(capacitors=10), cpmf=Cpmf(available=10, lasers=5))
    after, found = hits(battle, *(3, 3) * 3)
    assert [lost for _, _, lost in found] == [0, 0, 0]
    craft = after.craft["Y1"]
    assert (craft.capacitors, craft.cpmf.lost, craft.cpmf.left) == (7, 0, 5)
    after, found = hits(changed(after, blows=()), *(3, 3) * 4)
    craft = after.craft["Y1"]
    assert [lost for _, _, lost in found] == [0, 0, 1, 1]
    assert (craft.capacitors, craft.cpmf.lost, craft.cpmf.total, craft.cpmf.left) == (3, 2, 7, 3)


@pytest.mark.rule("PW-S35")
def test_one_empty_capacitor_saves_the_charged_ones() -> None:
    battle = marked(full(capacitors=4), cpmf=Cpmf(available=4, lasers=1))
    craft = hits(battle, 3, 3)[0].craft["Y1"]
    assert (craft.capacitors, craft.cpmf.left) == (3, 3)


@pytest.mark.rule("PW-S25")
def test_a_tank_hit_is_lost_and_does_no_more() -> None:
    battle = marked(full(), tanks_full=2, tanks_empty=1)
    after, found = hits(battle, *(6, 3) * 2)
    assert [box for _, box, _ in found] == ["empty fuel tank", "full fuel tank"]
    assert (after.craft["Y1"].tanks_full, after.craft["Y1"].tanks_empty) == (1, 0)
    assert hits(battle, 6, 3, lose=("full",))[0].craft["Y1"].tanks_full == 1
    assert len(found) == 2  # no further damage of its own


@pytest.mark.rule("PW-S58", "PW-B88")
def test_a_marked_missile_box_takes_no_hit_and_a_full_one_does_not_explode() -> None:
    battle = full()
    boxes = battle.craft["Y1"].missiles
    one_marked = marked(battle, missiles=(changed(boxes[0], state="marked"), boxes[1]))
    done = assess(changed(one_marked, blows=(hit("Y1", 5),)), 3, 5)
    assert [event.box for event in of(BoxHit, done)] == ["M2"]
    assert of(Exploded, done) == []
    both = marked(battle, missiles=tuple(changed(box, state="marked") for box in boxes))
    assert hits(both, 3, 5)[1][0][0] == "Laser"


@pytest.mark.parametrize(("first", "second", "gone"), [("full", "empty", "M2"), ("empty", "full", "M1")])
def test_unless_the_owner_says_otherwise_an_empty_missile_box_goes_before_a_full_one(
    first: Any, second: Any, gone: str
) -> None:
    one, other = full().craft["Y1"].missiles
    boxes = (changed(one, state=first), changed(other, state=second))
    assert [box for _, box, _ in hits(marked(full(), missiles=boxes), 3, 5)[1]] == [gone]


@pytest.mark.rule("PW-B88")
def test_bays_and_holds_lose_what_is_in_them_and_empty_ones_absorb_a_hit() -> None:
    battle = full()
    bays = battle.craft["Y1"].bays
    dotted = marked(battle, bays=(changed(bays[0], state="dotted"), bays[1]))
    after, found = hits(dotted, 5, 1, 5, 1)
    assert [box for _, box, _ in found] == ["D1", "D2"]
    assert [bay.state for bay in after.craft["Y1"].bays] == ["destroyed", "destroyed"]
    after, found = hits(battle, 2, 1, 2, 1)
    assert [box for _, box, _ in found] == ["cargo 1", "cargo 2"]  # the empty hold first


@pytest.mark.rule("PW-B58")
@pytest.mark.parametrize(
    ("lose", "gun"), [((), "RG1"), (("acid",), "AG1"), (("LM1",), "LM1"), (("metal", "acid"), "LM1")]
)
def test_a_gun_hit_takes_one_box_of_any_gun(lose: tuple[str, ...], gun: str) -> None:
    battle = full()
    after, found = hits(battle, 4, 1, lose=lose)
    assert found == [("Gun", gun, 0)]
    was = {g.id: g.left for g in battle.craft["Y1"].guns}
    assert {g.id: was[g.id] - g.left for g in after.craft["Y1"].guns if was[g.id] != g.left} == {gun: 1}


@pytest.mark.rule("PW-B58")
def test_slashed_gun_boxes_cannot_be_hit() -> None:
    battle = full(guns=(GunTrack("acid", 3),))
    gun = battle.craft["Y1"].guns[0]
    after, found = hits(marked(battle, guns=(changed(gun, slashed=2),)), 4, 1, 4, 1)
    assert [name for name, _, _ in found] == ["Gun", "MainCtrl"]
    assert (after.craft["Y1"].guns[0].destroyed, after.craft["Y1"].guns[0].left) == (1, 0)


@pytest.mark.rule("PW-B59")
def test_among_like_boxes_the_owner_picks_and_else_the_one_already_fired_goes() -> None:
    battle = full()
    weapons = tuple(changed(w, fired=1) if w.id == "L2" else w for w in battle.craft["Y1"].weapons)
    fired = marked(battle, weapons=weapons)
    assert hits(fired, 3, 1)[1] == [("Laser", "L2", 0)]
    assert hits(fired, 3, 1, lose=("l3",))[1] == [("Laser", "L3", 0)]


@pytest.mark.rule("PW-B60")
def test_any_weapon_is_a_weapon_or_a_gun_of_the_owners_choice() -> None:
    for wanted in ("L1", "E1", "P1", "B1", "RG1", "AG1", "LM1"):
        assert hits(full(), 6, 5, lose=(wanted,))[1] == [("AnyWeapon", wanted, 0)]
    two_lasers = full(weapons=lasers(2), guns=())
    assert hits(two_lasers, 6, 5)[1][0][1].startswith("L")
    unarmed = full(weapons=(), guns=())
    assert hits(unarmed, 6, 5)[1][0][0] == "FuelTank"  # not missiles, drones or point defense: the row goes on


@pytest.mark.rule("PW-B62")
def test_ramming_weights_are_hit_like_forward_hull() -> None:
    battle = full(ramming_weights=1)
    assert hits(battle, 1, 2)[1] == [("FwdHull", "forward hull", 0)]
    assert hits(battle, 1, 2, lose=("weight",))[1] == [("FwdHull", "ramming weight", 0)]
    assert hits(full(ramming_weights=1, hull_forward=0), 1, 2)[1] == [("FwdHull", "ramming weight", 0)]


@pytest.mark.rule("PW-B63", "PW-S56")
def test_the_last_final_damage_box_ends_the_craft_at_once() -> None:
    battle = full(hull_forward=0, hull_aft=0)
    near = hits(battle, *(1, 1) * 2)[0].craft["Y1"]
    assert (near.final_damage, near.fate) == (1, "")
    assert any(not weapon.destroyed for weapon in near.weapons)  # and it may go on using them
    done = assess(changed(battle, blows=(hit("Y1", 9),)), *(1, 1) * 3)  # no dice for the points that are left
    assert done.state.craft["Y1"].fate == "destroyed"
    assert [event.why for event in of(Gone, done)] == ["destroyed"]
    assert [event.system for event in of(BoxHit, done)] == ["FinalDamage"] * 3


def test_a_spare_gun_box_goes_before_one_that_is_needed() -> None:
    craft = full(guns=(GunTrack("radiation", 1), GunTrack("metal", 4))).craft["Y1"]
    odd = changed(craft, guns=(craft.guns[0], changed(craft.guns[1], destroyed=1)))
    assert choose_box(candidates(odd, "Gun"), ()).name == "LM1"
    assert choose_box(candidates(craft, "Gun"), ()).name == "RG1"
