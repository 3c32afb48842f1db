"""The one check of a legal shot: every condition refused by its own rule."""

from typing import Any

import pytest

from rules.pentagon_war.designs import DesignLink, GunTrack, WeaponBox
from rules.pentagon_war.options import Options
from rules.pentagon_war.state import Battle, Shot
from rules.pentagon_war.targeting.targets import check_shot
from rules.pentagon_war.units import Body, Cpmf, Lock
from rules.values import GameError, NotYoursError, changed
from tests.rules.pentagon_war import kit
from tests.rules.pentagon_war.combat.stage import bare, bolt, drone, fight, missile, ship

GUNS = (GunTrack("radiation", 4), GunTrack("acid", 3), GunTrack("metal", 4))


def shot(weapon: str = "L1", target: str = "Y1", craft: str = "X1", **given: Any) -> Shot:
    return Shot(craft, weapon, target, **given)


def refusal(battle: Battle, wanted: Shot) -> str | None:
    """The rule a shot is refused by, None for one that is allowed."""
    try:
        check_shot(battle, wanted.craft[0], wanted)
    except GameError as error:
        return error.rule
    return None


def with_gun(battle: Battle, gun: str, **changes: Any) -> Battle:
    craft = battle.craft["X1"]
    guns = tuple(changed(g, **changes) if g.id == gun else g for g in craft.guns)
    return changed(battle, craft={**battle.craft, "X1": changed(craft, guns=guns)})


def with_weapon(battle: Battle, weapon: str, **changes: Any) -> Battle:
    craft = battle.craft["X1"]
    weapons = tuple(changed(w, **changes) if w.id == weapon else w for w in craft.weapons)
    return changed(battle, craft={**battle.craft, "X1": changed(craft, weapons=weapons)})


def with_marks(battle: Battle, **changes: Any) -> Battle:
    return changed(battle, craft={**battle.craft, "X1": changed(battle.craft["X1"], **changes)})


def facing_off(number: str = "1012", **changes: Any) -> Battle:
    return fight(ship("X1", "1015", guns=GUNS), bare("Y1", number), **changes)


@pytest.mark.rule("PW-B92", "PW-B21")
@pytest.mark.parametrize(
    ("number", "arcs"),
    [("1114", {"RF"}), ("1115", {"RF", "R"}), ("1010", {"LF", "RF"}), ("1213", {"RF"}), ("0813", {"LF"}), ("1215", {"R"}),
     ("0815", {"L"}),
     ("1217", {"RR"}), ("0817", {"LR"}), ("1020", {"RR", "LR"}), ("1117", {"RR"}), ("0917", {"LR"})],
)  # fmt: skip
def test_a_weapon_fires_into_its_arcs_only(number: str, arcs: set[str]) -> None:
    for arc in ("RF", "R", "RR", "LR", "L", "LF"):
        battle = fight(ship("X1", "1015", weapons=(WeaponBox("laser", (arc,)),)), bare("Y1", number))
        assert refusal(battle, shot()) == (None if arc in arcs else "PW-B21")


@pytest.mark.rule("PW-B22")
def test_a_target_on_a_boundary_lies_in_both_arcs() -> None:
    for arc in ("LF", "RF"):
        battle = fight(ship("X1", "1015", weapons=(WeaponBox("laser", (arc,)),)), bare("Y1", "1010"))
        assert refusal(battle, shot()) is None


@pytest.mark.rule("PW-B23")
def test_in_ones_own_hex_arcs_do_not_matter() -> None:
    battle = fight(ship("X1", "1015", weapons=(WeaponBox("laser", ("LF",)),), guns=GUNS), bare("Y1", "1015"))
    assert refusal(battle, shot()) is None
    assert refusal(battle, shot("LM1")) == "PW-S131"


@pytest.mark.rule("PW-B24")
def test_f2_is_the_forward_pair_of_arcs() -> None:
    assert WeaponBox("laser").arcs == ("LF", "RF")
    refused = {number for number in ("1010", "1213", "0813", "1215", "1020") if refusal(facing_off(number), shot())}
    assert refused == {"1215", "1020"}


@pytest.mark.rule("PW-B92")
def test_a_joined_craft_blocks_an_arc() -> None:
    place = DesignLink("Gunship", 0, "L")
    mate = DesignLink("Gunship", 0, "R")
    one = ship("X1", "1015", attachments=(place,), weapons=(WeaponBox("laser", ("L",)),), marks={"joined": "X1+X2"})
    two = ship("X2", "1015", attachments=(mate,), marks={"joined": "X1+X2"})
    target = bare("Y1", "0815")
    assert refusal(fight(one, two, target), shot()) == "PW-S142"
    assert refusal(fight(changed(one, joined=""), changed(two, joined=""), target), shot()) is None


@pytest.mark.rule("PW-B92", "PW-A67")
def test_no_shot_passes_a_large_planet() -> None:
    earth = Body("earth", "Earth", kit.hexed("1011"), radius=1)
    battle = facing_off("1008", bodies={"earth": earth})
    assert refusal(battle, shot()) == "PW-A67"
    moon = changed(earth, radius=0)
    assert refusal(changed(battle, bodies={"earth": moon}), shot()) is None


@pytest.mark.rule("PW-A67")
def test_a_line_that_only_grazes_a_planets_hex_is_free() -> None:
    battle = fight(ship("X1", "1015"), bare("Y1", "1212"))
    beside = Body("mars", "Mars", kit.hexed("1215"), radius=1)
    assert refusal(changed(battle, bodies={"mars": beside}), shot()) is None
    assert refusal(changed(battle, bodies={"mars": changed(beside, at=kit.hexed("1214"))}), shot()) == "PW-A67"


@pytest.mark.rule("PW-A72")
def test_nothing_is_fired_through_or_into_a_gas_giant() -> None:
    jupiter = Body("jupiter", "Jupiter", kit.hexed("2015"), gas_giant=True, edge=("row", 11, -1))
    battle = facing_off("1008", bodies={"jupiter": jupiter})
    assert refusal(battle, shot()) == "PW-A72"
    assert refusal(battle, shot(target="jupiter")) == "PW-A72"
    assert refusal(facing_off("1012", bodies={"jupiter": jupiter}), shot()) is None


@pytest.mark.rule("PW-B92")
def test_a_hidden_craft_is_answered_like_one_that_is_not_there() -> None:
    there = fight(ship("X1", "1015"), bare("Y1", "1012", marks={"hidden": True}))
    gone = fight(ship("X1", "1015"), bare("Y2", "1012"))
    said = []
    for battle in (there, gone):
        with pytest.raises(GameError) as error:
            check_shot(battle, "X", shot())
        said.append(str(error.value))
    assert said[0] == said[1]


@pytest.mark.rule("PW-B92", "PW-C33")
def test_a_shot_needs_its_power() -> None:
    battle = with_marks(facing_off(), cpmf=Cpmf(available=8, lasers=7))
    assert refusal(battle, shot("P1")) == "PW-C33"
    assert refusal(battle, shot("L1")) is None


@pytest.mark.rule("PW-C13", "PW-C14")
def test_power_fires_a_laser_at_once_but_never_hurries_a_charging_gun() -> None:
    battle = with_marks(facing_off(turn=4, impulse=4), cpmf=Cpmf(available=1))
    assert refusal(battle, shot("L1")) is None
    full = with_gun(with_marks(battle, cpmf=Cpmf(available=60)), "RG1", fired_turn=3)
    assert refusal(full, shot("RG1")) == "PW-S123"


@pytest.mark.rule("PW-S97", "PW-B78")
@pytest.mark.parametrize(
    ("fired", "turn", "impulse", "rule"),
    [
        (2, 1, 12, "PW-S97"),
        (12, 2, 3, "PW-B78"),
        (12, 2, 4, None),
        (9, 2, 1, None),
        (10, 2, 1, "PW-B78"),
        (0, 1, 1, None),
    ],
)
def test_a_weapon_fires_once_a_turn_with_three_impulses_between(
    fired: int, turn: int, impulse: int, rule: str | None
) -> None:
    battle = facing_off(turn=turn, impulse=impulse)
    for weapon in ("L1", "E1", "P1"):
        assert refusal(with_weapon(battle, weapon, fired=fired), shot(weapon)) == rule
    gun_rule = {"PW-S97": "PW-S126"}.get(rule or "", rule)
    assert refusal(with_gun(battle, "AG1", fired=fired), shot("AG1")) == gun_rule
    own = drone("X1.D1", "1015", fired=fired)
    with_drone = changed(battle, drones={"X1.D1": own})
    assert refusal(with_drone, shot("L1", craft="X1.D1")) == rule


@pytest.mark.rule("PW-B79", "PW-S123", "PW-S130")
@pytest.mark.parametrize(("turn", "ready"), [(3, False), (4, False), (5, True), (6, True)])
def test_a_gun_of_two_turns_preparation_rests_a_turn(turn: int, ready: bool) -> None:
    battle = facing_off(turn=turn, impulse=1)
    for gun, rule in (("RG1", "PW-S123"), ("LM1", "PW-S130")):
        found = refusal(with_gun(battle, gun, fired_turn=3, fired=36), shot(gun))
        assert found == (None if ready else rule)


@pytest.mark.rule("PW-B79")
def test_a_gun_not_charged_at_a_low_alert_waits() -> None:
    assert refusal(with_gun(facing_off(turn=2), "RG1", ready_turn=3), shot("RG1")) == "PW-B79"
    assert refusal(with_gun(facing_off(turn=3), "RG1", ready_turn=3), shot("RG1")) is None


@pytest.mark.rule("PW-S104")
@pytest.mark.parametrize(("turn", "rule"), [(1, "PW-S104"), (2, None)])
def test_cold_cannons_wait_until_they_are_warm(turn: int, rule: str | None) -> None:
    battle = with_marks(facing_off(turn=turn), warm_from=2)
    assert [refusal(battle, shot(weapon)) for weapon in ("E1", "P1")] == [rule, rule]
    assert refusal(battle, shot("L1")) is None


@pytest.mark.rule("PW-S125")
@pytest.mark.parametrize(("destroyed", "rule"), [(3, None), (4, "PW-S125")])
def test_a_radiation_gun_works_to_its_last_box(destroyed: int, rule: str | None) -> None:
    assert refusal(with_gun(facing_off(), "RG1", destroyed=destroyed), shot("RG1")) == rule


@pytest.mark.rule("PW-S126")
@pytest.mark.parametrize(("destroyed", "slashed", "rule"), [(1, 1, None), (1, 2, "PW-S126"), (0, 3, "PW-S126")])
def test_an_acid_gum_gun_needs_a_round(destroyed: int, slashed: int, rule: str | None) -> None:
    assert refusal(with_gun(facing_off(), "AG1", destroyed=destroyed, slashed=slashed), shot("AG1")) == rule


@pytest.mark.rule("PW-S132")
@pytest.mark.parametrize(
    ("destroyed", "slashed", "rule"), [(0, 0, None), (0, 2, None), (1, 0, None), (1, 2, "PW-S132"), (0, 4, "PW-S132")]
)
def test_a_liquid_metal_gun_needs_two_boxes(destroyed: int, slashed: int, rule: str | None) -> None:
    assert refusal(with_gun(facing_off(), "LM1", destroyed=destroyed, slashed=slashed), shot("LM1")) == rule


@pytest.mark.rule("PW-S131")
def test_a_liquid_metal_gun_does_not_fire_in_its_own_hex() -> None:
    assert refusal(facing_off("1015"), shot("LM1")) == "PW-S131"
    assert refusal(facing_off("1014"), shot("LM1")) is None


@pytest.mark.rule("PW-B11")
def test_a_cannon_has_no_shot_at_a_small_target_too_far_away() -> None:
    far = changed(facing_off("1010"), drones={"Y1.D1": drone("Y1.D1", "1084"), "Y1.D2": drone("Y1.D2", "1047")})
    turned = with_marks(far, facing=3)
    assert refusal(turned, shot("P1", "Y1.D1")) == "PW-B11"
    assert refusal(turned, shot("E1", "Y1.D2")) == "PW-B11"
    assert refusal(turned, shot("P1", "Y1.D2")) is None
    assert refusal(turned, shot("L1", "Y1.D1")) is None


@pytest.mark.rule("PW-S137")
def test_only_proton_cannons_and_beams_are_fired_at_bolts() -> None:
    battle = changed(facing_off(), bolts={"Y1.LM1-1": bolt("Y1.LM1-1", "1012")})
    found = {weapon: refusal(battle, shot(weapon, "Y1.LM1-1")) for weapon in ("L1", "E1", "P1", "B1", "RG1", "AG1")}
    assert found == {"L1": "PW-S137", "E1": "PW-S137", "P1": None, "B1": None, "RG1": "PW-S137", "AG1": "PW-S137"}


@pytest.mark.rule("PW-S106")
@pytest.mark.parametrize(("number", "rule"), [("1014", None), ("1013", None), ("1012", "PW-S106")])
def test_a_beam_reaches_two_hexes(number: str, rule: str | None) -> None:
    assert refusal(facing_off(number), shot("B1")) == rule


@pytest.mark.rule("PW-S109", "PW-S120")
def test_a_beam_tries_once_a_turn_and_not_while_it_holds() -> None:
    near = changed(facing_off("1014"), bolts={"Y1.LM1-1": bolt("Y1.LM1-1", "1013")})
    used = with_weapon(near, "B1", fired=1, tried=True)
    assert refusal(used, shot("B1")) == "PW-S109"
    assert refusal(used, shot("B1", "Y1.LM1-1")) == "PW-S109"
    holding = fight(ship("X1", "1015"), bare("Y1", "1014"), bare("Y2", "1014"), locks=(Lock("X1", "B1", "Y1"),))
    assert refusal(holding, shot("B1", "Y2")) == "PW-S120"


@pytest.mark.rule("PW-S145", "PW-S146")
def test_without_controls_one_target_in_one_impulse_of_the_turn() -> None:
    battle = fight(ship("X1", "1015"), bare("Y1", "1012"), bare("Y2", "1012"), impulse=9)
    lost = {"main_control": 0, "aux_control": 0}
    fired_before = with_marks(battle, targets=("Y1",), fire_impulse=2, **lost)
    assert refusal(fired_before, shot("L1", "Y2")) == "PW-S145"
    assert refusal(fired_before, shot("L1", "Y1")) == "PW-S146"
    fired_now = with_marks(battle, targets=("Y1",), fire_impulse=9, **lost)
    assert refusal(fired_now, shot("L1", "Y1")) is None
    with_controls = with_marks(battle, targets=("Y1",), fire_impulse=2)
    assert refusal(with_controls, shot("L1", "Y2")) is None


@pytest.mark.rule("PW-S147")
def test_without_controls_beams_work_at_bolts_only() -> None:
    battle = fight(ship("X1", "1015"), bare("Y1", "1014"), bolt("Y1.LM1-1", "1014"))
    lost = with_marks(battle, main_control=0, aux_control=0)
    assert refusal(lost, shot("B1")) == "PW-S147"
    assert refusal(lost, shot("B1", "Y1.LM1-1")) is None


@pytest.mark.rule("PW-A14")
def test_an_evading_craft_has_one_target_a_turn() -> None:
    battle = fight(ship("X1", "1015"), bare("Y1", "1012"), bare("Y2", "1012"), impulse=9)
    evading = with_marks(battle, targets=("Y1",), fire_impulse=2, evading=True)
    assert refusal(evading, shot("L1", "Y2")) == "PW-A14"
    assert refusal(evading, shot("L1", "Y1")) is None


@pytest.mark.rule("PW-A04")
def test_a_crash_accelerating_craft_has_one_target_and_no_beams_this_impulse() -> None:
    battle = fight(ship("X1", "1015"), bare("Y1", "1014"), bare("Y2", "1014"), impulse=5, shots=(shot("L1", "Y1"),))
    crashing = with_marks(battle, crashed=5)
    assert refusal(crashing, shot("L2", "Y2")) == "PW-A04"
    assert refusal(crashing, shot("L2", "Y1")) is None
    assert refusal(crashing, shot("B1", "Y1")) == "PW-A04"
    assert refusal(with_marks(battle, crashed=4), shot("L2", "Y2")) is None


@pytest.mark.rule("PW-A04")
def test_a_seeker_launched_on_the_impulse_of_a_crash_acceleration_was_its_one_target() -> None:
    flying = (missile("X1.M1", "1014", "Y1", launched=5), missile("X1.M2", "1013", "Y2", launched=4))
    battle = fight(ship("X1", "1015"), bare("Y1", "1014"), bare("Y2", "1014"), *flying, impulse=5)
    crashing = with_marks(battle, crashed=5)
    assert refusal(crashing, shot("L1", "Y2")) == "PW-A04"
    assert refusal(crashing, shot("L1", "Y1")) is None
    assert refusal(battle, shot("L1", "Y2")) is None


@pytest.mark.rule("PW-A70")
@pytest.mark.parametrize(
    ("weapon", "row", "rule"),
    [("P1", "79", None), ("P1", "80", "PW-A70"), ("E1", "46", None), ("E1", "47", "PW-A70"), ("AG1", "79", None),
     ("AG1", "80", "PW-A70")],
)  # fmt: skip
def test_a_planet_is_bombarded_out_to_a_weapons_reach(weapon: str, row: str, rule: str | None) -> None:
    moon = Body("moon", "Moon", kit.hexed(f"10{row}"))
    battle = with_marks(facing_off(bodies={"moon": moon}), facing=3)
    assert refusal(battle, shot(weapon, "moon")) == rule


def test_what_cannot_be_shot_at_is_said() -> None:
    battle = fight(ship("X1", "1015"), bare("Y1", "1012"), missile("X1.M1", "1014"))
    assert refusal(battle, shot(target="X1")) == "PW-B92"
    assert refusal(battle, shot("L9")) == "PW-B92"
    assert refusal(battle, shot(craft="X1.M1")) == "PW-B92"
    assert refusal(battle, shot("L1", doubled=True)) == "PW-S110"
    with pytest.raises(NotYoursError):
        check_shot(battle, "Y", shot())
    broken = with_weapon(battle, "L1", destroyed=True)
    assert refusal(broken, shot()) == "PW-B92"


def test_guns_aboard_are_numbered_by_kind() -> None:
    assert [gun.id for gun in facing_off().craft["X1"].guns] == ["RG1", "AG1", "LM1"]


def test_house_rules_change_the_delay_between_shots() -> None:
    battle = with_weapon(facing_off(turn=2, impulse=3), "L1", fired=12)
    assert refusal(battle, shot()) == "PW-B78"
    quick = Options(overrides={"PW-T30/impulse_delay/value": "2 whole impulses"})
    assert refusal(changed(battle, options=quick), shot()) is None
    odd = Options(overrides={"PW-T30/impulse_delay/value": "soon"})
    with pytest.raises(GameError, match="needs a whole number"):
        check_shot(changed(battle, options=odd), "X", shot())
