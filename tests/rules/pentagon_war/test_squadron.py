"""Craft between battles: who survived, which lie together, what a pause allows, and the way home."""

from fractions import Fraction

import pytest

from rules.pentagon_war.campaign import (
    Squadron,
    came_home,
    cargo_passed,
    dock_of,
    fuel_craft,
    fuel_passed,
    mend_squadron,
    reload_dock,
    survivors,
)
from rules.pentagon_war.designs import CargoBox, Design
from rules.pentagon_war.geometry import BATTLE_MAP
from rules.pentagon_war.options import Options
from rules.pentagon_war.shipyard.notation import library
from rules.pentagon_war.shipyard.pricing import boxes_left, price
from rules.pentagon_war.shipyard.repair import Mend, suggest_mends
from rules.pentagon_war.state import Battle, Enlisted
from rules.pentagon_war.turn.engine import decide_winner
from rules.pentagon_war.turn.setup_changes import (
    cost,
    empty_battle,
    switch_option,
    unseen_craft,
    with_craft,
    with_options,
    with_veteran,
    without_craft,
)
from rules.pentagon_war.units import CountedVelocity, Craft, Drone, Velocity
from rules.values import GameError, IllegalOrderError, NotYoursError, WrongPhaseError, changed
from tests.rules.pentagon_war.kit import battle, craft, hexed

STILL = Velocity()
LAST = craft("Y1", "1001")


def over(*units: Craft, **changes: object) -> Battle:
    """A battle that X has won, of these craft."""
    fought = battle(*units, changed(LAST, fate="destroyed"))
    return decide_winner(changed(fought, **changes))  # type: ignore[arg-type]  # fields of Battle


def of_library(unit: str, name: str) -> Craft:
    """A craft of a library design."""
    made, _ = with_craft(empty_battle({"X": "X"}, "", 0), "X", library()[name], hexed("1015"), 0, STILL)
    return changed(made.craft["X1"], id=unit)


def family() -> tuple[Craft, Craft, Craft]:
    """A manned tender with repair boxes and two unmanned craft that were built to hang on it."""
    return of_library("X1", "hearth"), of_library("X2", "ember"), of_library("X3", "ember")


@pytest.mark.rule("PW-S21", "PW-A41")
def test_nothing_is_kept_of_a_battle_that_goes_on() -> None:
    with pytest.raises(WrongPhaseError):
        survivors(battle(craft("X1", "1015"), LAST), "X")


def test_survivors_are_kept_with_their_boxes_as_they_are_and_without_a_battles_marks() -> None:
    hit = changed(
        craft("X1", "1015"), engines=1, armor=(0, 1, 0, 0, 0, 0), evading=True, velocity=Velocity(Fraction(3))
    )
    kept = survivors(over(hit, changed(craft("X2", "1015"), fate="disengaged")), "X")
    assert kept is not None
    assert [(unit.id, unit.fate, unit.evading, unit.velocity) for unit in kept.craft] == [
        ("X1", "", False, STILL), ("X2", "", False, STILL),
    ]  # fmt: skip
    assert boxes_left(kept.craft[0]) == boxes_left(hit)
    assert survivors(over(hit), "Y") is None


@pytest.mark.rule("PW-S143", "PW-S03")
def test_craft_that_were_built_to_be_joined_lie_in_one_dock_and_share_its_repairs() -> None:
    tender, one, two = family()
    kept = survivors(over(tender, one, two, craft("X4", "1015")), "X")
    assert kept is not None
    assert [[unit.id for unit in dock.craft] for dock in kept.docks] == [["X1", "X2", "X3"], ["X4"]]
    hurt = changed(two, engines=two.engines - 1)
    kept = survivors(over(tender, one, hurt, craft("X4", "1015")), "X")
    assert kept is not None
    assert mend_squadron(kept, "X3", (Mend("X3", "engine"),)).craft[2].engines == two.engines
    with pytest.raises(IllegalOrderError, match="Nobody here can repair"):
        mend_squadron(kept, "X4", ())


@pytest.mark.rule("PW-A41")
def test_a_dock_has_its_repairs_once_in_a_pause_and_again_after_the_next_battle() -> None:
    tender = changed(family()[0], engines=0, hull_aft=0)
    kept = survivors(over(tender), "X")
    assert kept is not None
    done = mend_squadron(kept, "X1", suggest_mends(kept.docks[0]))
    assert done.craft[0].engines == tender.design.engines
    assert done.craft[0].hull_aft == tender.design.hull_aft
    with pytest.raises(IllegalOrderError, match="have had their repairs"):
        mend_squadron(done, "X1", ())
    fought = entered(done, "s1", X1=done.craft[0])
    home = came_home(done, decide_winner(changed(fought, craft=lost(fought, "Y1"))), "s1")
    assert not home.docks[0].repaired


def entered(kept: Squadron, name: str, **units: Craft) -> Battle:
    """A battle against one craft in which these are of the squadron `name`, under ids that begin with Z."""
    made = empty_battle({"Z": "Ours", "Y": "Theirs"}, "Next", 0)
    made, _ = with_craft(made, "Y", library()["ember"], hexed("1001"), 0, STILL)
    for key, unit in units.items():
        of = Enlisted(name, key, kept.refuelled.get(key, 0))
        made, _ = with_veteran(made, "Z", unit, hexed("1015"), 0, STILL, of)
    return made


def lost(fought: Battle, *ids: str) -> dict[str, Craft]:
    """The craft of a battle, these destroyed."""
    return {key: changed(unit, fate="destroyed") if key in ids else unit for key, unit in fought.craft.items()}


def test_a_squadron_comes_home_with_what_it_lost_and_its_ids() -> None:
    tender, one, two = family()
    kept = survivors(over(changed(tender, screens=0), one, two), "X")
    assert kept is not None
    fought = entered(kept, "s1", **{unit.id: unit for unit in kept.craft})
    assert next((key, unit.screens) for key, unit in fought.craft.items() if unit.side == "Z") == ("Z1", 0)
    hurt = {**lost(fought, "Y1", "Z3"), "Z2": changed(fought.craft["Z2"], engines=0)}
    home = came_home(kept, decide_winner(changed(fought, craft=hurt)), "s1")
    assert [unit.id for unit in home.craft] == ["X1", "X2"]
    assert (home.craft[0].screens, home.craft[1].engines) == (0, 0)
    assert survivors(decide_winner(changed(fought, craft=hurt)), "Z") is None  # they are that squadron's, and kept once


def test_craft_that_stayed_at_dock_are_as_they_were() -> None:
    kept = survivors(over(*family()), "X")
    assert kept is not None
    fought = entered(kept, "s1", X3=kept.craft[2])
    home = came_home(kept, decide_winner(changed(fought, craft=lost(fought, "Z1", "Y1"))), "s1")
    assert [unit.id for unit in home.craft] == ["X1", "X2"]
    assert home.craft == kept.craft[:2]


@pytest.mark.rule("PW-S27")
def test_what_filled_its_tanks_counts_with_a_crafts_price_in_its_next_battle_alone() -> None:
    tender, one, _ = family()
    dry = changed(one, tanks_full=0, tanks_empty=one.design.fuel_tanks)
    kept = survivors(over(tender, dry), "X")
    assert kept is not None
    full = fuel_craft(kept, ["X1", "X2"])
    assert full.refuelled == {"X2": one.design.fuel_tanks}
    assert (full.craft[1].tanks_full, full.craft[1].tanks_empty) == (one.design.fuel_tanks, 0)
    with pytest.raises(IllegalOrderError, match="No tank"):
        fuel_craft(full, ["X1", "X2"])
    fought = entered(full, "s1", X2=full.craft[1])
    whole = price(one.design, Options()) + one.design.fuel_tanks
    assert cost(fought, "Z") == whole
    poor = changed(fought, enlisted=None, craft={"Y1": fought.craft["Y1"]})
    for points, goes in ((whole, True), (whole - 1, False)):
        limited = changed(poor, sides={**poor.sides, "Z": changed(poor.sides["Z"], points=points)})
        of = Enlisted("s1", "X2", full.refuelled["X2"])
        if goes:
            assert cost(with_veteran(limited, "Z", full.craft[1], hexed("1015"), 0, STILL, of)[0], "Z") == points
        else:
            with pytest.raises(GameError, match=f"would cost {whole} points"):
                with_veteran(limited, "Z", full.craft[1], hexed("1015"), 0, STILL, of)
    home = came_home(full, decide_winner(changed(fought, craft=lost(fought, "Y1"))), "s1")
    assert home.refuelled == {}


@pytest.mark.rule("PW-S144")
def test_fuel_and_cargo_are_handed_over_within_a_dock_alone() -> None:
    tender, one, _ = family()
    dry = changed(one, tanks_full=0, tanks_empty=one.design.fuel_tanks)
    kept = survivors(over(tender, dry, craft("X4", "1015", cargo=(CargoBox(),))), "X")
    assert kept is not None
    passed = fuel_passed(kept, "X1", "X2", 1)
    assert (passed.craft[1].tanks_full, passed.craft[0].tanks_empty) == (1, 1)
    place = next(n for n, hold in enumerate(tender.holds, 1) if hold.state == "dotted")
    moved = cargo_passed(kept, "X1", 1, "X1", place)
    assert moved.craft[0].holds[place - 1].cargo == tender.holds[0].cargo
    with pytest.raises(NotYoursError, match="not joined"):
        cargo_passed(kept, "X1", 1, "X4", 1)
    with pytest.raises(NotYoursError, match="not a craft of this squadron"):
        dock_of(kept, "X9")


@pytest.mark.rule("PW-A44")
def test_reloading_takes_what_the_docks_cargo_has_and_says_so_if_that_is_nothing() -> None:
    tender, one, _ = family()
    spent = changed(one, missiles=tuple(changed(box, state="marked") for box in one.missiles))
    kept = survivors(over(tender, spent), "X")
    assert kept is not None
    full = reload_dock(kept, "X2")
    assert [box.state for box in full.craft[1].missiles] == ["full"] * len(one.missiles)
    assert full.craft[0].holds[0].cargo.missiles == tender.holds[0].cargo.missiles - len(one.missiles)
    with pytest.raises(IllegalOrderError, match="Nothing is reloaded"):
        reload_dock(full, "X2")


@pytest.mark.rule("PW-S82")
def test_drones_in_flight_are_picked_up_by_who_holds_the_field_alone() -> None:
    carrier = craft("X1", "1015", drones=("laser", "laser"))
    first, second = carrier.bays
    out = changed(carrier, bays=(changed(first, state="dotted"), changed(second, state="destroyed")))
    flying = {
        f"X1.D{n}": Drone(f"X1.D{n}", "X", "X1", "proton", hexed("1014"), 0, STILL, CountedVelocity(), 5)
        for n in (1, 2)
    }
    kept = survivors(over(out, drones=flying), "X")
    assert kept is not None
    assert [(bay.arm, bay.state) for bay in kept.craft[0].bays] == [("proton", "full"), ("laser", "destroyed")]
    kept = survivors(over(changed(out, fate="disengaged"), craft("X2", "1015"), drones=flying), "X")
    assert kept is not None
    assert kept.craft[0].bays[0].state == "dotted"


def test_a_veteran_is_in_a_set_up_once_and_keeps_its_damage_through_every_switch() -> None:
    hurt = changed(of_library("X1", "ember"), engines=0)
    kept = survivors(over(hurt), "X")
    assert kept is not None
    fought = entered(kept, "s1", X1=kept.craft[0])
    with pytest.raises(GameError, match="is in this battle already"):
        with_veteran(fought, "Z", kept.craft[0], hexed("1016"), 0, STILL, Enlisted("s1", "X1"))
    turned = with_options(fought, switch_option(fought.options, "ramming", "on"))
    assert turned.craft["Z1"].engines == 0
    assert turned.enlisted == {"Z1": Enlisted("s1", "X1")}
    assert without_craft(turned, "Z1").enlisted is None


def test_who_makes_a_battle_does_not_see_a_hidden_craft_that_somebody_brought() -> None:
    design: Design = changed(library()["ember"], radar_invisibility=True, attachments=())
    made, _ = with_craft(empty_battle({"X": "X", "Y": "Y"}, "", 0), "X", design, hexed("1015"), 0, STILL)
    assert unseen_craft(made) == frozenset()  # its maker has placed it
    made, came = with_veteran(made, "Y", made.craft["X1"], hexed("1001"), 0, STILL, Enlisted("s1", "X1"))
    assert came.hidden
    assert unseen_craft(made) == {"Y1"}
    later, own = with_craft(made, "Y", design, hexed("1005"), 0, STILL)
    assert own.id == "Y1"
    assert unseen_craft(later) == {"Y2"}  # what its maker places after it is numbered as if it were not there
    poor = changed(made, sides={**made.sides, "Y": changed(made.sides["Y"], points=price(design, Options()))})
    with pytest.raises(GameError, match=r"would cost more; it may spend"):
        with_craft(poor, "Y", library()["ember"], BATTLE_MAP.parse("1003"), 0, STILL)
