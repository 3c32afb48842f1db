"""Reloads, fuel and cargo between the battles of a campaign."""

from collections.abc import Callable

import pytest

from rules.pentagon_war.designs import CargoBox, GunTrack, MissileType
from rules.pentagon_war.options import Options
from rules.pentagon_war.shipyard.pricing import boxes_left
from rules.pentagon_war.shipyard.repair import Dock
from rules.pentagon_war.shipyard.stores import pass_cargo, pass_fuel, refuel, reload, reload_all
from rules.pentagon_war.units import Craft
from rules.values import GameError, IllegalOrderError, NotationError, changed
from tests.rules.pentagon_war.kit import craft

CAMPAIGN = Options(campaign_repair=True)


def marked(ship: Craft) -> Craft:
    """The craft with all its missiles launched."""
    return changed(ship, missiles=tuple(changed(box, state="marked") for box in ship.missiles))


def fired(ship: Craft, slashed: int, destroyed: int = 0) -> Craft:
    """The craft with so many boxes of its only gun spent and so many shot off."""
    (gun,) = ship.guns
    return changed(ship, guns=(changed(gun, slashed=slashed, destroyed=destroyed),))


def stores(dock: Dock) -> tuple[int, int, int, int]:
    """Missiles, drones, acid and steel of the dock, aboard ready and in cargo."""
    boxes = [hold.cargo for unit in dock.craft for hold in unit.holds if hold.state == "full"]
    return (
        sum(box.missiles for box in boxes) + sum(b.state == "full" for unit in dock.craft for b in unit.missiles),
        sum(len(box.drones) for box in boxes) + sum(b.state == "full" for unit in dock.craft for b in unit.bays),
        sum(box.acid for box in boxes) + sum(g.left for unit in dock.craft for g in unit.guns if g.kind == "acid"),
        sum(box.steel for box in boxes) + sum(g.left for unit in dock.craft for g in unit.guns if g.kind == "metal"),
    )


@pytest.mark.rule("PW-S144", "PW-S58")
def test_a_fighters_launched_missiles_are_replaced_from_its_carriers_hold() -> None:
    carrier = craft("X1", "1015", cargo=(CargoBox(missiles=8),))
    fighter = marked(craft("X2", "1015", missiles=(MissileType(),) * 2))
    dock = reload_all(Dock((carrier, fighter), CAMPAIGN))
    assert [box.state for box in dock.craft[1].missiles] == ["full", "full"]
    assert dock.craft[0].holds[0].cargo.missiles == 6


@pytest.mark.rule("PW-A44", "PW-S19")
def test_a_repaired_missile_box_is_filled_and_the_hold_that_gave_its_last_is_dotted() -> None:
    ship = craft("X1", "1015", cargo=(CargoBox(missiles=1),), missiles=(MissileType(),))
    ship = changed(ship, missiles=(changed(ship.missiles[0], state="empty"),))
    (after,) = reload(Dock((ship,), CAMPAIGN), "X1", "m1").craft
    assert after.missiles[0].state == "full"
    assert (after.holds[0].cargo, after.holds[0].state) == (CargoBox(), "dotted")
    assert boxes_left(after)["cargo"] == 1


@pytest.mark.rule("PW-A44", "PW-S75")
def test_a_bay_takes_the_drone_it_was_built_for() -> None:
    ship = craft("X1", "1015", cargo=(CargoBox(drones=("laser", "proton")),), drones=("proton", "proton"))
    ship = changed(ship, bays=tuple(changed(bay, state="dotted", accelerations=24) for bay in ship.bays))
    dock = reload(Dock((ship,), CAMPAIGN), "X1", "D1")
    (after,) = dock.craft
    assert [(bay.state, bay.accelerations) for bay in after.bays] == [("full", 0), ("dotted", 24)]
    assert after.holds[0].cargo.drones == ("laser",)
    with pytest.raises(IllegalOrderError, match="No cargo of these craft holds a proton drone"):
        reload(dock, "X1", "D2")


@pytest.mark.rule("PW-S127")
def test_acid_boxes_spent_by_firing_are_reloaded_and_destroyed_ones_are_not() -> None:
    ship = fired(craft("X1", "1015", cargo=(CargoBox(acid=2),), guns=(GunTrack("acid", 4),)), slashed=3, destroyed=1)
    (after,) = reload_all(Dock((ship,), CAMPAIGN)).craft
    assert (after.guns[0].left, after.guns[0].slashed, after.guns[0].destroyed) == (2, 1, 1)
    assert after.holds[0].state == "dotted"


@pytest.mark.rule("PW-S133")
def test_two_charges_of_steel_make_two_spent_boxes_usable() -> None:
    ship = fired(craft("X1", "1015", cargo=(CargoBox(steel=2),), guns=(GunTrack("metal", 4),)), slashed=2, destroyed=1)
    (after,) = reload_all(Dock((ship,), CAMPAIGN)).craft
    assert (after.guns[0].left, after.guns[0].destroyed) == (3, 1)
    whole = fired(after, slashed=0, destroyed=1)
    with pytest.raises(IllegalOrderError, match="no box that waits for a reload"):
        reload(Dock((whole,), CAMPAIGN), "X1", "LM1")


@pytest.mark.rule("PW-S21", "PW-A41")
def test_there_are_no_reloads_outside_a_campaigns_pauses() -> None:
    ship = marked(craft("X1", "1015", cargo=(CargoBox(missiles=8),), missiles=(MissileType(),)))
    dock = Dock((ship,), Options())
    changes: tuple[Callable[[], Dock], ...] = (
        lambda: reload(dock, "X1", "M1"),
        lambda: reload_all(dock),
        lambda: pass_cargo(dock, "X1", 1, "X1", 1),
        lambda: pass_fuel(dock, "X1", "X1", 1),
    )
    for change in changes:
        with pytest.raises(IllegalOrderError) as told:
            change()
        assert told.value.rule == "PW-A41"


@pytest.mark.rule("PW-S144")
def test_fuel_is_passed_between_joined_craft() -> None:
    full = craft("X1", "1015", fuel_tanks=3)
    dry = changed(craft("X2", "1015", fuel_tanks=2), tanks_full=0, tanks_empty=2)
    after = pass_fuel(Dock((full, dry), CAMPAIGN), "X1", "X2", 2)
    assert [(unit.tanks_full, unit.tanks_empty) for unit in after.craft] == [(1, 2), (2, 0)]
    for giver, taker, tanks in (("X1", "X2", 3), ("X2", "X1", 1), ("X1", "X1", 1), ("X1", "X2", 0), ("X1", "X2", -1)):
        with pytest.raises(IllegalOrderError, match="cannot be passed"):
            pass_fuel(Dock((full, dry), CAMPAIGN), giver, taker, tanks)


@pytest.mark.rule("PW-S144")
def test_cargo_is_passed_into_an_empty_box() -> None:
    laden = craft("X1", "1015", cargo=(CargoBox(missiles=5, other="mail"),))
    empty = craft("X2", "1015", cargo=(CargoBox(acid=1), CargoBox()))
    after = pass_cargo(Dock((laden, empty), CAMPAIGN), "X1", 1, "X2", 2)
    assert [hold.state for unit in after.craft for hold in unit.holds] == ["dotted", "full", "full"]
    assert after.craft[1].holds[1].cargo == CargoBox(missiles=5, other="mail")
    for hold, place in ((1, 1), (2, 2), (0, 2)):
        with pytest.raises(IllegalOrderError, match="has no cargo box"):
            pass_cargo(Dock((laden, empty), CAMPAIGN), "X1", hold, "X2", place)


@pytest.mark.rule("PW-S27")
def test_refilling_a_tank_costs_a_point() -> None:
    dry = changed(craft("X1", "1015", fuel_tanks=4), tanks_full=1, tanks_empty=3)
    filled, points = refuel(dry, 3)
    assert (filled.tanks_full, filled.tanks_empty, points) == (4, 0, 3)
    with pytest.raises(IllegalOrderError, match="3 empty tanks; 4 cannot be refilled"):
        refuel(dry, 4)


@pytest.mark.rule("PW-A38")
def test_hyper_bombs_do_not_come_out_of_cargo() -> None:
    ship = marked(craft("X1", "1015", cargo=(CargoBox(missiles=8),), missiles=(MissileType(hyper=True),)))
    with pytest.raises(IllegalOrderError) as told:
        reload(Dock((ship,), CAMPAIGN), "X1", "M1")
    assert told.value.rule == "PW-A38"
    assert reload_all(Dock((ship,), CAMPAIGN)).craft == (ship,)


@pytest.mark.parametrize(
    ("weapon", "words"),
    [
        ("M1", "is full"),
        ("D1", "is not empty"),
        ("RG1", "no box that waits"),
        ("Z1", "has no missile box"),
        ("", "has no"),
    ],
)
def test_what_is_full_or_unknown_is_not_reloaded(weapon: str, words: str) -> None:
    ship = craft(
        "X1", "1015", cargo=(CargoBox(missiles=8),), missiles=(MissileType(),), drones=("laser",),
        guns=(GunTrack("radiation", 2),),
    )  # fmt: skip
    with pytest.raises(GameError, match=words) as told:
        reload(Dock((ship,), CAMPAIGN), "X1", weapon)
    assert isinstance(told.value, NotationError) == (weapon in {"Z1", ""})


def test_reloading_moves_stores_and_makes_none() -> None:
    ship = craft(
        "X1", "1015", missiles=(MissileType(),) * 4, drones=("laser", "proton"), guns=(GunTrack("acid", 4),),
        cargo=(CargoBox(missiles=2, drones=("laser",), acid=2), CargoBox()),
    )  # fmt: skip
    spent = fired(marked(ship), slashed=4)
    spent = changed(spent, bays=tuple(changed(bay, state="dotted") for bay in spent.bays))
    other = craft("X2", "1015", cargo=(CargoBox(missiles=1, steel=1), CargoBox(drones=("proton",))))
    lost_hold = changed(other, holds=(other.holds[0], changed(other.holds[1], state="destroyed")))
    before = Dock((spent, lost_hold), CAMPAIGN)
    after = reload_all(before)
    assert stores(after) == stores(before) == (3, 1, 2, 1)
    assert [box.state for box in after.craft[0].missiles] == ["full", "full", "full", "marked"]
    assert [bay.state for bay in after.craft[0].bays] == ["full", "dotted"]
    assert after.craft[0].guns[0].left == 2
    assert reload_all(after) == after
