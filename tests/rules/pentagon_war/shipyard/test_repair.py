"""Repair between the battles of a campaign."""

import pytest

from rules.pentagon_war.designs import CargoBox, GunTrack, MissileType, WeaponBox
from rules.pentagon_war.options import Options
from rules.pentagon_war.shipyard.pricing import boxes_left, boxes_lost, built
from rules.pentagon_war.shipyard.repair import Dock, Mend, allowances, repair, repair_boxes
from rules.pentagon_war.units import Craft
from rules.values import GameError, IllegalOrderError, NotationError, NotYoursError, changed
from tests.rules.pentagon_war.kit import craft

CAMPAIGN = Options(campaign_repair=True)


def tender(unit: str = "X1", *, repair: int = 3) -> Craft:
    """A manned craft with everything aboard that can be hit."""
    return craft(
        unit,
        "1015",
        manned=True,
        repair=repair,
        aux_control=2,
        hull_forward=5,
        hull_aft=4,
        final_damage=3,
        ramming_weights=2,
        cargo=(CargoBox(missiles=8), CargoBox(acid=4)),
        missiles=(MissileType(),) * 3,
        drones=("laser", "proton"),
        guns=(GunTrack("acid", 4), GunTrack("metal", 4), GunTrack("radiation", 3)),
    )


def shot_up(ship: Craft) -> Craft:
    """The craft with every system but the last of each lost."""
    return changed(
        ship,
        armor=(0, 0, 0, 0, 0, 0),
        hull_forward=0,
        hull_aft=1,
        screens=0,
        engines=0,
        tanks_full=0,
        tanks_empty=0,
        capacitors=1,
        point_defense=0,
        radar=(),
        main_control=0,
        aux_control=0,
        repair=0,
        ramming_weights=0,
        final_damage=1,
        holds=tuple(changed(hold, state="destroyed") for hold in ship.holds),
        weapons=tuple(changed(weapon, destroyed=True) for weapon in ship.weapons),
        guns=tuple(changed(gun, destroyed=gun.boxes) for gun in ship.guns),
        missiles=tuple(changed(box, state="destroyed") for box in ship.missiles),
        bays=tuple(changed(bay, state="destroyed") for bay in ship.bays),
    )


def mended(ship: Craft, *mends: Mend) -> Craft:
    """The craft alone in dock after these repairs."""
    (after,) = repair(Dock((ship,), CAMPAIGN), mends).craft
    return after


def refusal(dock: Dock, *mends: Mend) -> GameError:
    """What is said to repairs that cannot be done."""
    with pytest.raises(GameError) as told:
        repair(dock, mends)
    return told.value


@pytest.mark.rule("PW-A42")
def test_hull_and_repair_boxes_come_back_for_nothing() -> None:
    ship = changed(tender(), repair=1, hull_forward=2, hull_aft=2)
    after = mended(ship)
    assert (after.repair, after.hull_forward, after.hull_aft) == (3, 5, 4)
    assert set(boxes_lost(after).values()) == {0}


@pytest.mark.rule("PW-A43", "PW-A42")
def test_three_repair_boxes_even_if_hit_mend_3_controls_6_drives_6_weapons_and_9_others() -> None:
    dock = Dock((shot_up(tender()),), CAMPAIGN)
    assert allowances(dock) == {"control": 3, "drive": 6, "weapon": 6, "other": 9}
    full = (
        Mend("X1", "main control"), Mend("X1", "aux control", 2),
        Mend("X1", "engine", 2), Mend("X1", "capacitor", 4),
        Mend("X1", "L1"), Mend("X1", "B1"), Mend("X1", "RG1", 3), Mend("X1", "AG1"),
        Mend("X1", "screen", 3), Mend("X1", "armor 1", 3), Mend("X1", "radar 5"), Mend("X1", "M1"), Mend("X1", "D1"),
    )  # fmt: skip
    (after,) = repair(dock, full).craft
    assert (after.main_control, after.aux_control, after.engines, after.capacitors) == (1, 2, 2, 5)
    assert (after.screens, after.armor[0], after.radar) == (3, 3, (5,))
    for what, kind in (("capacitor", "capacitor or engine"), ("L2", "weapon"), ("final damage", "other")):
        told = refusal(dock, *full, Mend("X1", what))
        assert told.rule == "PW-A43"
        assert kind in str(told)
    assert refusal(Dock((shot_up(tender(repair=1)),), CAMPAIGN), *full[:2]).rule == "PW-A43"


@pytest.mark.rule("PW-A43")
def test_missiles_drones_and_point_defense_count_among_the_others() -> None:
    one = Dock((shot_up(tender(repair=1)),), CAMPAIGN)
    fine = (Mend("X1", "M1"), Mend("X1", "D1"), Mend("X1", "point defense"))
    assert repair(one, fine).repaired
    assert refusal(one, *fine, Mend("X1", "fuel")).rule == "PW-A43"
    weapons = (Mend("X1", "E1"), Mend("X1", "P1"))
    assert repair(one, (*fine, *weapons)).repaired
    assert refusal(one, *weapons, Mend("X1", "LM1")).rule == "PW-A43"


@pytest.mark.rule("PW-A44")
def test_repaired_holds_bays_missile_boxes_and_tanks_are_empty() -> None:
    ship = shot_up(tender())
    after = mended(ship, Mend("X1", "cargo 1"), Mend("X1", "M2"), Mend("X1", "D2"), Mend("X1", "fuel", 2))
    assert [(hold.state, hold.cargo.missiles) for hold in after.holds] == [("dotted", 0), ("destroyed", 0)]
    assert [box.state for box in after.missiles] == ["destroyed", "empty", "destroyed"]
    assert [bay.state for bay in after.bays] == ["destroyed", "dotted"]
    assert (after.tanks_full, after.tanks_empty) == (0, 2)


@pytest.mark.rule("PW-S133", "PW-S127")
def test_repaired_boxes_of_a_gun_with_ammunition_wait_for_a_reload() -> None:
    after = mended(shot_up(tender()), Mend("X1", "AG1", 2), Mend("X1", "LM1", 2), Mend("X1", "RG1", 2))
    assert [(gun.id, gun.destroyed, gun.slashed, gun.left) for gun in after.guns] == [
        ("AG1", 2, 2, 0),
        ("LM1", 2, 2, 0),
        ("RG1", 1, 0, 2),
    ]


@pytest.mark.rule("PW-S03", "PW-A41", "PW-A45")
def test_an_unmanned_craft_repairs_nothing_unless_joined_to_a_manned_one_or_a_base() -> None:
    alone = changed(craft("X2", "1015", repair=5), screens=0)
    told = refusal(Dock((alone,), CAMPAIGN), Mend("X2", "screen"))
    assert told.rule == "PW-S03"
    manned = tender()
    assert repair_boxes(Dock((manned, alone), CAMPAIGN)) == 8
    after = repair(Dock((manned, alone), CAMPAIGN), [Mend("X2", "screen", 3)])
    assert [unit.screens for unit in after.craft] == [3, 3]
    base = craft("X3", "1015", engines=0, repair=1)
    assert repair(Dock((base, alone), CAMPAIGN), [Mend("X2", "screen", 3)]).repaired


@pytest.mark.rule("PW-S143")
def test_a_manned_crafts_repair_boxes_are_shared_by_all_that_are_joined() -> None:
    fighter = shot_up(craft("X2", "1015"))
    dock = Dock((shot_up(tender()), fighter), CAMPAIGN)
    assert allowances(dock)["control"] == 3
    after = repair(dock, [Mend("X1", "engine", 2), Mend("X2", "engine", 2), Mend("X2", "main control")])
    assert [unit.engines for unit in after.craft] == [2, 2]
    assert [unit.main_control for unit in after.craft] == [0, 1]
    assert after.craft[1].hull_forward == fighter.design.hull_forward
    assert refusal(dock, Mend("X1", "capacitor", 5), Mend("X2", "capacitor", 2)).rule == "PW-A43"


@pytest.mark.rule("PW-A41")
def test_only_a_campaign_has_repairs_and_only_once_between_two_battles() -> None:
    ship = changed(tender(), screens=0)
    assert refusal(Dock((ship,), Options()), Mend("X1", "screen")).rule == "PW-A41"
    after = repair(Dock((ship,), CAMPAIGN), [Mend("X1", "screen")])
    assert refusal(after, Mend("X1", "screen")).rule == "PW-A41"


@pytest.mark.parametrize(
    "mend",
    [
        Mend("X1", "engine"), Mend("X1", "armor 1"), Mend("X1", "armor 4"), Mend("X1", "radar 5"), Mend("X1", "radar 6"),
        Mend("X1", "cargo 1"), Mend("X1", "cargo 9"), Mend("X1", "L1"), Mend("X1", "AG1"), Mend("X1", "M1"),
        Mend("X1", "D1"), Mend("X1", "fuel"), Mend("X1", "ramming weight"), Mend("X1", "main control"),
    ],
)  # fmt: skip
def test_what_is_whole_is_not_repaired(mend: Mend) -> None:
    told = refusal(Dock((tender(),), CAMPAIGN), mend)
    assert isinstance(told, IllegalOrderError)
    assert "There is nothing of" in str(told)


@pytest.mark.parametrize(
    ("what", "says"),
    [
        ("", "an empty text is not a system of X1."), ("warp drive", "`warp drive` is not a system of X1."),
        ("armor 7", "Armor has sides 1 to 6, not 7."), ("armor 0", "Armor has sides 1 to 6, not 0."),
        ("armor x", "`armor x` is not a system of X1."), ("Z9", "`Z9` is not a system of X1."),
        ("armor ²", "`armor ²` is not a system of X1."), ("🛠️" * 50, f"`{'🛠️' * 19}🛠…` is not a system of X1."),
    ],
)  # fmt: skip
def test_what_is_no_system_is_answered_in_words(what: str, says: str) -> None:
    told = refusal(Dock((tender(),), CAMPAIGN), Mend("X1", what))
    assert isinstance(told, NotationError)
    assert str(told) == says


def test_other_mistakes_are_answered_in_words() -> None:
    dock = Dock((shot_up(tender()),), CAMPAIGN)
    assert isinstance(refusal(dock, Mend("Y1", "engine")), NotYoursError)
    assert isinstance(refusal(dock, Mend("X1", "engine", 0)), NotationError)
    assert str(refusal(dock, Mend("X1", "engine", 3))) == "There are only 2 boxes of `engine` on X1 to repair."


def test_repairs_add_exactly_the_boxes_asked_for() -> None:
    ship = shot_up(tender())
    asked = (Mend("X1", "engine"), Mend("X1", "L2"), Mend("X1", "armor 2", 2), Mend("X1", "M3"), Mend("X1", "LM1", 3))
    before, after = boxes_left(ship), boxes_left(mended(ship, *asked))
    gained = {system: after[system] - before[system] for system in before if after[system] != before[system]}
    assert gained == {
        "engines": 1, "weapons": 1, "armor": 2, "missiles": 1, "guns": 3, "repair": 3, "hull_forward": 5, "hull_aft": 3,
    }  # fmt: skip


def test_everything_can_be_mended_in_time_and_nothing_beyond_the_design() -> None:
    ship = shot_up(tender(repair=20))
    everything = [
        Mend("X1", "main control"), Mend("X1", "aux control", 2), Mend("X1", "capacitor", 5), Mend("X1", "engine", 2),
        Mend("X1", "screen", 3), Mend("X1", "point defense", 3), Mend("X1", "final damage", 2),
        Mend("X1", "ramming weight", 2), Mend("X1", "fuel", 2), Mend("X1", "radar 5"), Mend("X1", "radar 3"),
        *(Mend("X1", f"armor {n}", boxes) for n, boxes in enumerate(ship.design.armor, 1) if boxes),
        *(Mend("X1", f"cargo {n}") for n in (1, 2)),
        *(Mend("X1", weapon.id) for weapon in ship.weapons), *(Mend("X1", gun.id, gun.boxes) for gun in ship.guns),
        *(Mend("X1", box.id) for box in ship.missiles), *(Mend("X1", bay.id) for bay in ship.bays),
    ]  # fmt: skip
    after = mended(ship, *everything)
    assert boxes_left(after) == built(after.design)


def test_weapons_are_mended_by_the_kinds_aboard() -> None:
    ship = craft("X1", "1015", manned=True, repair=1, weapons=(WeaponBox("laser"), WeaponBox("beam")))
    broken = changed(ship, weapons=tuple(changed(weapon, destroyed=True) for weapon in ship.weapons))
    assert [weapon.destroyed for weapon in mended(broken, Mend("X1", "b1")).weapons] == [True, False]
