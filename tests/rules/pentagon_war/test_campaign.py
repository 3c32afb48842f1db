"""A battle takes craft in and gives back what became of each: nothing lost, nothing doubled."""

from fractions import Fraction

import pytest

from rules.hexes import Hex
from rules.pentagon_war.campaign import enlist, give_back
from rules.pentagon_war.commission import commission
from rules.pentagon_war.designs import CargoBox, GunTrack, MissileType, WeaponBox
from rules.pentagon_war.options import Options
from rules.pentagon_war.shipyard.notation import library
from rules.pentagon_war.shipyard.pricing import (
    boxes_left,
    boxes_lost,
    built,
    losses,
    price,
    remaining_design,
    value_lost,
)
from rules.pentagon_war.shipyard.repair import Dock
from rules.pentagon_war.shipyard.stores import reload_all
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn.engine import decide_winner
from rules.pentagon_war.units import Acid, CountedVelocity, Cpmf, Craft, Drone, Velocity
from rules.values import WrongPhaseError, changed
from tests.rules.pentagon_war.kit import battle, craft, hexed

CAMPAIGN = Options(campaign_repair=True)
PLAIN = Options()
STILL = Velocity()


def veteran(unit: str = "X1") -> Craft:
    """A craft in the middle of a battle: hit, half spent, with marks of every kind."""
    ship = craft(
        unit,
        "1015",
        cargo=(CargoBox(missiles=8), CargoBox()),
        missiles=(MissileType(),) * 3,
        drones=("laser", "proton"),
        guns=(GunTrack("acid", 4), GunTrack("metal", 4)),
    )
    acid, metal = ship.guns
    first, second, third = ship.missiles
    return changed(
        ship,
        armor=(0, 2, 1, 0, 1, 0),
        screens=1,
        tanks_full=0,
        tanks_empty=1,
        capacitors=4,
        radar=(3,),
        cpmf=Cpmf(available=6, lasers=2, lost=2),
        weapons=tuple(changed(w, destroyed=w.kind == "beam", fired=7) for w in ship.weapons),
        guns=(changed(acid, slashed=2, destroyed=1, fired=7, fired_turn=1), changed(metal, slashed=2)),
        missiles=(changed(first, state="marked"), changed(second, state="destroyed"), third),
        bays=(changed(ship.bays[0], state="dotted", launches=3, fired=9), ship.bays[1]),
        acid=(Acid(1, 2, 7),),
        evading=True,
        locked_on=True,
        exposed=True,
        record=("3: A+",),
        crashed=5,
        targets=("Y1",),
        joined="",
    )


def over(*units: Craft, **changes: object) -> Battle:
    """A battle that is over, of these craft."""
    return decide_winner(changed(battle(*units, options=CAMPAIGN), **changes))  # type: ignore[arg-type]  # fields of Battle


def test_a_craft_goes_into_its_next_battle_with_its_boxes_as_they_are() -> None:
    before = veteran()
    after = enlist(before, "Z9", hexed("2020"), 3, Velocity(Fraction(-2)), CAMPAIGN)
    assert (after.id, after.at, after.facing) == ("Z9", hexed("2020"), 3)
    assert after.velocity == Velocity(Fraction(-2))
    assert boxes_left(after) == boxes_left(before)
    assert boxes_lost(after) == boxes_lost(before)
    assert (after.armor, after.radar, after.tanks_full, after.tanks_empty) == ((0, 2, 1, 0, 1, 0), (3,), 0, 1)
    assert [box.state for box in after.missiles] == ["marked", "destroyed", "full"]
    assert [bay.state for bay in after.bays] == ["dotted", "full"]
    assert [(gun.left, gun.slashed, gun.destroyed) for gun in after.guns] == [(1, 2, 1), (2, 2, 0)]
    assert after.holds == before.holds


@pytest.mark.rule("PW-S34")
def test_every_mark_of_a_turn_is_fresh_in_the_next_battle() -> None:
    after = enlist(veteran(), "X1", hexed("1015"), 0, STILL, CAMPAIGN)
    assert after.cpmf == Cpmf(available=4)
    assert (after.acid, after.record, after.targets, after.fate) == ((), (), (), "")
    assert (after.evading, after.locked_on, after.exposed) == (False, False, False)
    assert all(not weapon.fired and not weapon.tried for weapon in after.weapons)
    assert all(not gun.fired and gun.fired_turn == -9 for gun in after.guns)
    assert after.bays[0].launches == 0


@pytest.mark.parametrize("name", library())
def test_a_whole_craft_enlisted_is_a_craft_commissioned(name: str) -> None:
    ship = commission(library()[name], "X1", "Ship", "X", Hex(5, 5), 2, STILL, CAMPAIGN)
    assert enlist(ship, "X1", Hex(5, 5), 2, STILL, CAMPAIGN) == ship


@pytest.mark.rule("PW-S21", "PW-A41")
def test_nothing_comes_back_while_the_battle_goes_on() -> None:
    with pytest.raises(WrongPhaseError) as told:
        give_back(battle(craft("X1", "1015"), craft("Y1", "1001")))
    assert told.value.rule == "PW-A41"


@pytest.mark.rule("PW-B87")
def test_every_craft_comes_back_once_with_its_fate() -> None:
    survivor, fled, dead = (
        veteran("X1"),
        changed(craft("Y1", "1001"), fate="disengaged"),
        changed(craft("Y2", "1002"), fate="destroyed", final_damage=0),
    )
    carrier, fighter = (changed(craft(unit, "1015"), joined="X2+X3") for unit in ("X2", "X3"))
    drone = Drone("X1.D1", "X", "X1", "laser", hexed("1014"), 0, STILL, CountedVelocity(), 5)
    yield_ = give_back(over(survivor, fled, dead, carrier, fighter, drones={drone.id: drone}))
    assert yield_.winner == "X"
    assert {outcome.craft.id: outcome.became for outcome in yield_.outcomes} == {
        "X1": "in the field", "X2": "in the field", "X3": "in the field", "Y1": "disengaged", "Y2": "destroyed",
    }  # fmt: skip
    assert [[unit.id for unit in dock.craft] for dock in yield_.docks] == [["X1"], ["X2", "X3"], ["Y1"]]
    assert yield_.adrift == (drone,)
    assert yield_.lost["Y"] == price(dead.design, CAMPAIGN)


def test_no_box_is_lost_or_doubled_from_battle_to_dock_to_battle() -> None:
    units = (veteran("X1"), veteran("X2"), craft("X3", "1015"), changed(craft("Y1", "1001"), fate="destroyed"))
    fought = over(*units)
    yield_ = give_back(fought)
    out = {outcome.craft.id: outcome.craft for outcome in yield_.outcomes}
    assert out == dict(fought.craft)
    for unit in out.values():
        assert {system: boxes_left(unit)[system] + boxes_lost(unit)[system] for system in boxes_left(unit)} == built(
            unit.design
        )
    again = [enlist(unit, unit.id, unit.at, 0, STILL, CAMPAIGN) for dock in yield_.docks for unit in dock.craft]
    assert sorted(unit.id for unit in again) == ["X1", "X2", "X3"]
    for unit in again:
        before = out[unit.id]
        assert boxes_left(unit) == boxes_left(before)
        assert [box.state for box in unit.missiles] == [box.state for box in before.missiles]
        assert [hold.cargo for hold in unit.holds] == [hold.cargo for hold in before.holds]
        assert (unit.tanks_full, unit.tanks_empty) == (before.tanks_full, before.tanks_empty)


def test_reloads_carry_over_to_the_next_battle() -> None:
    (dock,) = give_back(over(veteran("X1"), changed(craft("Y1", "1001"), fate="destroyed"))).docks
    (ready,) = reload_all(dock).craft
    after = enlist(ready, "X1", hexed("1015"), 0, STILL, CAMPAIGN)
    assert [box.state for box in after.missiles] == ["full", "destroyed", "full"]
    assert after.holds[0].cargo.missiles == 7


@pytest.mark.rule("PW-B87", "PW-S149")
@pytest.mark.parametrize(
    ("changes", "points"),
    [
        ({}, 0),
        ({"screens": 1}, 2 * 23),
        ({"armor": (1, 0, 1, 0, 1, 2)}, 8 + 9),
        ({"engines": 0, "capacitors": 5}, 10 + 7),
        ({"radar": (3,)}, 5),
        ({"hull_forward": 0, "final_damage": 1}, 0),
        ({"main_control": 0}, 0),
        ({"tanks_full": 1, "tanks_empty": 0}, 3),
        ({"fate": "destroyed"}, 231),
    ],
)
def test_what_was_lost_is_valued_box_by_box_and_a_destroyed_craft_whole(
    changes: dict[str, object], points: int
) -> None:
    ship = craft("X1", "1015")
    assert price(ship.design, PLAIN) == 231
    assert value_lost(changed(ship, **changes), PLAIN) == points  # type: ignore[arg-type]  # fields of Craft


def test_spent_ammunition_is_not_lost_and_a_destroyed_gun_is() -> None:
    ship = craft(
        "X1", "1015", guns=(GunTrack("metal", 4),), missiles=(MissileType(),) * 2, weapons=(WeaponBox("laser"),)
    )
    (gun,), (first, second) = ship.guns, ship.missiles
    spent = changed(ship, guns=(changed(gun, slashed=4),), missiles=(changed(first, state="marked"), second))
    assert value_lost(spent, PLAIN) == 0
    assert remaining_design(spent) == ship.design
    hit = changed(ship, guns=(changed(gun, destroyed=2),), missiles=(changed(first, state="destroyed"), second))
    assert value_lost(hit, PLAIN) == 15 + 4
    assert value_lost(changed(ship, guns=(changed(gun, destroyed=4),)), PLAIN) == 39 + 15


@pytest.mark.rule("PW-S91", "PW-S87")
def test_invisibility_is_lost_with_the_craft_and_not_before() -> None:
    ship = craft("X1", "1015", radar_invisibility=True)
    assert value_lost(changed(ship, screens=0), PLAIN) == 69
    assert value_lost(changed(ship, fate="destroyed"), PLAIN) == price(ship.design, PLAIN)


def test_losses_are_told_by_side() -> None:
    fought = battle(
        changed(craft("X1", "1015"), screens=0), changed(craft("Y1", "1001"), fate="destroyed"), craft("Y2", "1002")
    )
    assert losses(fought) == {"X": 69, "Y": price(craft("Y1", "1001").design, PLAIN)}


def test_craft_of_two_sides_do_not_share_a_dock() -> None:
    ours, theirs = (
        changed(craft("X1", "1015"), joined="pair"),
        changed(craft("Y1", "1015"), joined="pair", fate="disengaged"),
    )
    docks = give_back(over(ours, theirs)).docks
    assert docks == (Dock((ours,), CAMPAIGN), Dock((theirs,), CAMPAIGN))


@pytest.mark.rule("PW-S82", "PW-S71")
def test_a_bay_keeps_the_drone_that_docked_in_it_for_the_next_battle() -> None:
    ship = craft("X1", "1015", drones=("laser", "proton"))
    swapped = changed(ship, bays=(changed(ship.bays[0], arm="proton"), changed(ship.bays[1], arm="laser")))
    after = enlist(swapped, "X1", hexed("1015"), 0, STILL, CAMPAIGN)
    assert [(bay.arm, bay.state) for bay in after.bays] == [("proton", "full"), ("laser", "full")]
