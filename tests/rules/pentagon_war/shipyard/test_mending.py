"""What is broken in a dock, what is mended first, repairs as text, and what craft could hand each other."""

import pytest

from rules.pentagon_war.designs import CargoBox, GunTrack, MissileType
from rules.pentagon_war.options import Options
from rules.pentagon_war.shipyard.pricing import boxes_left, built
from rules.pentagon_war.shipyard.repair import (
    Dock,
    Mend,
    allowances,
    broken_boxes,
    condition,
    has_free_items,
    lines_of,
    read_mends,
    repair,
    suggest_mends,
)
from rules.pentagon_war.shipyard.stores import CargoPass, FuelPass, cargo_passes, fuel_passes
from rules.pentagon_war.units import CargoHold, Craft
from rules.values import NotationError, changed
from tests.rules.pentagon_war.kit import craft

CAMPAIGN = Options(campaign_repair=True)


def wreck(repairs: int = 2) -> Craft:
    """A manned craft with something of every kind broken, and so many repair boxes built."""
    ship = craft(
        "X1",
        "1015",
        manned=True,
        repair=repairs,
        main_control=2,
        aux_control=1,
        ramming_weights=2,
        point_defense=2,
        fuel_tanks=3,
        cargo=(CargoBox(missiles=8), CargoBox()),
        missiles=(MissileType(),) * 2,
        drones=("laser",),
        guns=(GunTrack("acid", 4),),
    )
    return changed(
        ship,
        main_control=1,
        aux_control=0,
        engines=0,
        capacitors=ship.capacitors - 3,
        final_damage=0,
        screens=0,
        armor=(0, 0, 0, 0, 0, 0),
        hull_aft=0,
        repair=0,
        ramming_weights=0,
        point_defense=1,
        tanks_full=1,
        radar=(),
        holds=(changed(ship.holds[0], cargo=CargoBox(), state="destroyed"), ship.holds[1]),
        weapons=tuple(changed(weapon, destroyed=True) for weapon in ship.weapons),
        guns=(changed(ship.guns[0], destroyed=2, slashed=1),),
        missiles=(changed(ship.missiles[0], state="destroyed"), changed(ship.missiles[1], state="marked")),
        bays=(changed(ship.bays[0], state="destroyed"),),
    )


@pytest.mark.rule("PW-A43", "PW-A42")
def test_everything_that_is_broken_can_be_mended_where_boxes_suffice() -> None:
    ship = wreck(repairs=40)
    dock = Dock((ship,), CAMPAIGN)
    assert {kind for _, kind, _ in broken_boxes(ship)} == {"control", "drive", "weapon", "other"}
    (after,) = repair(dock, suggest_mends(dock)).craft
    assert boxes_left(after) == built(after.design)
    assert broken_boxes(after) == ()


@pytest.mark.rule("PW-A43")
def test_a_suggestion_keeps_to_what_each_kind_of_box_allows_and_begins_with_what_matters_most() -> None:
    dock = Dock((wreck(repairs=1), changed(wreck(repairs=0), id="X2")), CAMPAIGN)
    mends = suggest_mends(dock)
    used: dict[str, int] = {}
    kinds = {(mend.craft, mend.what): kind for unit in dock.craft for _, kind, mend in broken_boxes(unit)}
    for mend in mends:
        used[kinds[mend.craft, mend.what]] = used.get(kinds[mend.craft, mend.what], 0) + mend.boxes
    assert used == dict(allowances(dock)) == {"control": 1, "drive": 2, "weapon": 2, "other": 3}
    assert mends[0] == Mend("X1", "main control")
    assert repair(dock, mends).repaired


@pytest.mark.rule("PW-A41", "PW-S03")
def test_nothing_is_suggested_where_nobody_can_repair_or_all_is_done() -> None:
    assert suggest_mends(Dock((wreck(repairs=0),), CAMPAIGN)) == ()
    dock = Dock((wreck(),), CAMPAIGN)
    assert suggest_mends(repair(dock, suggest_mends(dock))) == ()
    assert has_free_items(dock)
    assert not has_free_items(repair(dock, ()))


def test_repairs_are_read_as_they_are_written() -> None:
    dock = Dock((wreck(repairs=40),), CAMPAIGN)
    mends = suggest_mends(dock)
    assert read_mends(dock, lines_of(mends)) == mends
    assert read_mends(dock, "x1 ENGINE\n\n  X1 armor 2 x 2\nX1 l1") == (
        Mend("X1", "engine"), Mend("X1", "armor 2", 2), Mend("X1", "L1"),
    )  # fmt: skip
    assert read_mends(dock, "") == ()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("mend it all", "`mend` is not a craft of this dock"),
        ("X1", "is not a repair"),
        ("X9 engine", "not a craft of this dock"),
        ("X1 engnie", "nothing of `engnie` on X1"),
        ("X1 L99", "nothing of `L99` on X1"),
        ("🚀 engine", "is not a repair"),
    ],
)
def test_a_line_that_is_no_repair_is_named(line: str, said: str) -> None:
    with pytest.raises(NotationError) as told:
        read_mends(Dock((wreck(),), CAMPAIGN), f"X1 engine\n{line}")
    assert said in str(told.value)


def test_more_lines_than_any_craft_has_boxes_are_refused() -> None:
    with pytest.raises(NotationError, match="201 lines"):
        read_mends(Dock((wreck(),), CAMPAIGN), "X1 engine\n" * 201)


def test_a_crafts_condition_tells_what_is_broken_and_what_is_empty() -> None:
    said = ", ".join(condition(wreck()))
    for word in (
        "engine",
        "capacitor ×3",
        "cargo 1",
        "AG1 ×2",
        "2 repair boxes",
        "1 empty missile box",
        "1 spent gun box",
    ):
        assert word in said
    assert condition(craft("X1", "1015")) == ()


@pytest.mark.rule("PW-S144")
def test_what_is_offered_to_be_handed_over_fits() -> None:
    giver = craft("X1", "1015", fuel_tanks=3, cargo=(CargoBox(missiles=8, acid=1), CargoBox(other="parts")))
    taker = craft("X2", "1015", fuel_tanks=2, cargo=(CargoBox(), CargoBox()))
    taker = changed(taker, tanks_full=0, tanks_empty=2, holds=(CargoHold(CargoBox(), "destroyed"), taker.holds[1]))
    dock = Dock((giver, taker), CAMPAIGN)
    assert fuel_passes(dock) == (FuelPass("X1", "X2", 2), FuelPass("X1", "X2", 1))
    assert fuel_passes(Dock((changed(giver, id="X3"), taker), CAMPAIGN)) == (
        FuelPass("X3", "X2", 2),
        FuelPass("X3", "X2", 1),
    )
    assert cargo_passes(dock) == (
        CargoPass("X1", 1, "X2", 2, "8 missiles, 1 acid load"), CargoPass("X1", 2, "X2", 2, "parts"),
    )  # fmt: skip


@pytest.mark.rule("PW-A42")
def test_armor_is_broken_by_as_much_as_is_gone_of_each_side() -> None:
    ship = craft("X1", "1015", armor=(3, 2, 0, 1, 0, 2))
    hurt = changed(ship, armor=(1, 2, 0, 0, 0, 2))
    assert [mend for what, _, mend in broken_boxes(hurt) if what == "armor"] == [
        Mend("X1", "armor 1", 2),
        Mend("X1", "armor 4", 1),
    ]


@pytest.mark.rule("PW-S144")
def test_cargo_is_offered_from_each_craft_to_each_other_and_never_to_itself() -> None:
    """The same three craft, whichever comes first by its id; a hold that is not full is no offer, and one not empty no place."""
    full = craft("X2", "1015", cargo=(CargoBox(other="parts"), CargoBox(other="more")))
    full = changed(full, holds=(full.holds[0], CargoHold(CargoBox(other="more"), "destroyed")))
    empty = craft("X1", "1015", cargo=(CargoBox(), CargoBox()))
    both = craft("X3", "1015", cargo=(CargoBox(other="tea"), CargoBox()))
    assert cargo_passes(Dock((empty, full, both), CAMPAIGN)) == (
        CargoPass("X2", 1, "X1", 1, "parts"),
        CargoPass("X2", 1, "X3", 2, "parts"),
        CargoPass("X3", 1, "X1", 1, "tea"),
    )
    alone = Dock((both,), CAMPAIGN)
    assert (cargo_passes(alone), fuel_passes(alone)) == ((), ())
