"""What may not be built: every problem at once, each with its rule."""

from typing import Any

import pytest

from rules.pentagon_war.designs import CargoBox, Design, DesignLink, GunTrack, MissileType, WeaponBox
from rules.pentagon_war.geometry import Arc
from rules.pentagon_war.options import Options
from rules.pentagon_war.shipyard.checks import advice, answer, cargo_load, check_design, check_links
from rules.pentagon_war.shipyard.notation import library, parse_design
from rules.pentagon_war.shipyard.pricing import design_size, finish_design
from rules.values import NotationError, changed

PLAIN = Options()


def rules(options: Options = PLAIN, **parts: Any) -> list[str]:
    """The rules that forbid an otherwise finished design of these systems."""
    free = finish_design(Design("Checked", **parts), options)
    whole = changed(
        free, **{name: parts[name] for name in ("hull_forward", "hull_aft", "final_damage") if name in parts}
    )
    return [problem.rule for problem in check_design(whole, options)]


@pytest.mark.rule("PW-S11", "PW-S47", "PW-B84")
def test_only_a_base_has_armor_on_side_4() -> None:
    rear = (0, 0, 0, 1, 0, 0)
    assert rules(engines=1, armor=rear) == ["PW-S11"]
    assert rules(engines=0, armor=rear) == []
    assert rules(engines=1, armor=(1, 1, 1, 0, 1, 1)) == []


@pytest.mark.rule("PW-S10")
def test_armor_belongs_to_one_of_six_sides() -> None:
    sideless: Any = (3,)
    assert rules(armor=sideless) == ["PW-S10"]


@pytest.mark.rule("PW-S42", "PW-S43")
@pytest.mark.parametrize(
    ("radar", "found"),
    [
        ((6, 5, 4), []),
        ((6, 6, 3, 1), []),
        ((), []),
        ((7,), ["PW-S42"]),
        ((5, 0), ["PW-S42"]),
        ((3, 5), ["PW-S43"]),
        ((3, 7), ["PW-S42", "PW-S43"]),
    ],
)
def test_radar_boxes_are_numbered_1_to_6_and_fall(radar: tuple[int, ...], found: list[str]) -> None:
    assert rules(radar=radar) == found


@pytest.mark.rule("PW-S18")
@pytest.mark.parametrize(
    ("box", "fits"),
    [
        (CargoBox(missiles=8), True),
        (CargoBox(missiles=9), False),
        (CargoBox(drones=("laser",) * 4), True),
        (CargoBox(drones=("laser",) * 5), False),
        (CargoBox(acid=4), True),
        (CargoBox(acid=5), False),
        (CargoBox(steel=2), True),
        (CargoBox(steel=3), False),
        (CargoBox(missiles=2, drones=("proton",), acid=1, other="letters"), True),
        (CargoBox(missiles=4, acid=1, drones=("laser",)), True),
        (CargoBox(missiles=5, acid=1, drones=("laser",)), False),
        (CargoBox(missiles=-1), False),
    ],
)
def test_a_cargo_box_holds_so_much_or_a_mixture_in_proportion(box: CargoBox, fits: bool) -> None:
    assert rules(cargo=(CargoBox(), box)) == ([] if fits else ["PW-S18"])
    assert (0 <= cargo_load(box, PLAIN) <= 1) == fits


@pytest.mark.rule("PW-S69")
def test_custom_missiles_need_everybodys_word() -> None:
    fast = (MissileType(12, 48, 24),)
    agreed = Options(custom_missiles=True)
    assert rules(missiles=fast) == ["PW-S69"]
    assert rules(agreed, missiles=fast) == []
    assert rules(agreed, missiles=(MissileType(13),)) == ["PW-S69"]
    assert rules(agreed, missiles=(MissileType(6, 0),)) == ["PW-S69"]


@pytest.mark.rule("PW-A35", "PW-A38")
def test_hyper_bombs_are_for_scenarios_that_grant_them_and_ride_ordinary_missiles() -> None:
    granted = Options(hyper_bombs=True, custom_missiles=True)
    assert rules(missiles=(MissileType(hyper=True),)) == ["PW-A38"]
    assert rules(granted, missiles=(MissileType(hyper=True),)) == []
    assert rules(granted, missiles=(MissileType(12, hyper=True),)) == ["PW-A35"]


@pytest.mark.rule("PW-S98")
@pytest.mark.parametrize(
    ("arcs", "found"), [(("L", "R"), []), (("RF",), []), ((), ["PW-S98"]), (("L", "L"), ["PW-S98"])]
)
def test_a_weapons_arcs_are_chosen_when_it_is_bought(arcs: tuple[Arc, ...], found: list[str]) -> None:
    assert rules(weapons=(WeaponBox("laser", arcs),), radar=(6,), capacitors=1) == found


@pytest.mark.rule("PW-S122")
@pytest.mark.parametrize(
    ("arcs", "found"),
    [
        (("LF", "RF"), []),
        (("R", "RF"), []),
        (("RR", "LR"), []),
        (("L", "R"), ["PW-S122"]),
        (("RF",), ["PW-S122"]),
        (("LF", "RF", "R"), ["PW-S122"]),
    ],
)
def test_a_gun_covers_two_arcs_side_by_side(arcs: tuple[Arc, ...], found: list[str]) -> None:
    assert rules(guns=(GunTrack("radiation", 2, arcs),)) == found


@pytest.mark.rule("PW-S140", "PW-S95")
def test_a_metal_gun_has_pairs_of_boxes_and_every_gun_a_box() -> None:
    assert rules(guns=(GunTrack("metal", 3),)) == ["PW-S140"]
    assert rules(guns=(GunTrack("metal", 4), GunTrack("acid", 3))) == []
    assert rules(guns=(GunTrack("acid", 0),)) == ["PW-S95"]


@pytest.mark.rule("PW-S14", "PW-S54", "PW-S148")
def test_free_boxes_cannot_be_left_out() -> None:
    assert rules(hull_forward=0, hull_aft=0) == ["PW-S14"]
    assert rules(final_damage=0) == ["PW-S54"]
    assert rules(main_control=0) == ["PW-S148"]


@pytest.mark.rule("PW-A30", "PW-A78", "PW-A39")
def test_optional_systems_need_their_option() -> None:
    assert rules(screens=2, directional=True) == ["PW-A30"]
    assert rules(Options(directional_screens=True), screens=2, directional=True) == []
    assert rules(special_electronics=True) == ["PW-A78"]
    assert rules(Options(special_electronics=True), special_electronics=True) == []
    assert rules(movable=True) == ["PW-A39"]
    assert rules(Options(movable_bases=True), movable=True) == []
    assert rules(Options(movable_bases=True), movable=True, engines=1) == ["PW-A39"]


@pytest.mark.rule("PW-A24")
def test_a_craft_has_at_most_one_suicide_bomb() -> None:
    assert parse_design("name: Bang; special: suicide bomb", PLAIN).suicide_bomb
    with pytest.raises(NotationError, match="suicide bomb at most once"):
        parse_design("name: Bang; special: suicide bomb, suicide bomb", PLAIN)


@pytest.mark.rule("PW-S75")
@pytest.mark.parametrize("arm", ["radiation gun", "radiation", "beam", "acid", "missile"])
def test_a_drone_carries_a_secondary_weapon_or_point_defense_and_nothing_else(arm: str) -> None:
    assert parse_design("name: Nest; drones: laser, electron, proton, point defense", PLAIN).drones == (
        "laser",
        "electron",
        "proton",
        "point_defense",
    )
    with pytest.raises(NotationError, match="drones' arms"):
        parse_design(f"name: Nest; drones: {arm}", PLAIN)


@pytest.mark.rule("PW-S77")
def test_drone_point_defense_has_no_rating_to_choose() -> None:
    with pytest.raises(NotationError, match="drones' arms"):
        parse_design("name: Nest; drones: point defense 6", PLAIN)


@pytest.mark.rule("PW-B76")
def test_any_number_of_ramming_weights_may_be_bought() -> None:
    assert rules(ramming_weights=200) == []
    assert design_size(Design("Ram", ramming_weights=79)) == 2


def test_every_problem_is_told_at_once() -> None:
    many = rules(
        engines=2,
        armor=(0, 0, 0, 1, 0, 0),
        radar=(7,),
        cargo=(CargoBox(steel=3), CargoBox(acid=9)),
        guns=(GunTrack("metal", 1, ("L", "R")),),
        movable=True,
        screens=1,
        directional=True,
    )
    assert many == [
        "PW-S11", "PW-A30", "PW-S18", "PW-S18", "PW-S42", "PW-S140", "PW-S122", "PW-A39", "PW-A39",
    ]  # fmt: skip


def test_less_than_no_boxes_or_more_than_can_be_drawn_is_refused() -> None:
    assert "PW-C09" in rules(screens=-1)
    assert "PW-C09" in rules(armor=(5, -1, 0, 0, 0, 0))
    assert rules(capacitors=3000) == ["PW-B01"]


@pytest.mark.rule("PW-S142", "PW-S141")
@pytest.mark.parametrize(
    ("link", "other_half"),
    [
        (DesignLink("ABC", 3, "L"), DesignLink("XYZ", 3, "L")),
        (DesignLink("ABC", 0, "L"), DesignLink("XYZ", 0, "R")),
        (DesignLink("ABC", 1, "RF"), DesignLink("XYZ", 5, "RR")),
    ],
)
def test_a_link_has_a_relative_facing_and_blocks_an_arc_of_each(link: DesignLink, other_half: DesignLink) -> None:
    assert answer(link, "XYZ") == other_half
    assert answer(other_half, "ABC") == link
    xyz, abc = Design("XYZ", attachments=(link,)), Design("ABC", attachments=(other_half,))
    assert list(check_links([xyz, abc])) == []
    (problem,) = check_links([xyz, changed(abc, attachments=())])
    assert problem.text.endswith(f"XYZ at {other_half.relative_facing * 60} degrees, blocking {other_half.blocks}.")


@pytest.mark.rule("PW-S142")
def test_a_link_is_in_hexsides_and_written_once() -> None:
    assert rules(attachments=(DesignLink("ABC", 6, "L"),)) == ["PW-S142"]
    assert rules(attachments=(DesignLink("ABC", 3, "L"),) * 2) == ["PW-S142"]
    assert rules(attachments=(DesignLink("ABC", 0, "L"), DesignLink("ABC", 0, "R"))) == []


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"engines": 1}, "Without a fuel tank its engines do nothing."),
        ({"engines": 1, "scoop": "ramscoop"}, "it cannot start from rest"),
        ({"engines": 1, "fuel_tanks": 1, "capacitors": 90}, "1 engine for size class 2"),
        ({"scoop": "magnascoop"}, "A scoop does nothing for a base."),
        ({"engines": 1, "fuel_tanks": 1, "repair": 1}, "only while it is joined to a manned one"),
        ({"weapons": (WeaponBox("proton"),), "radar": (6,)}, "takes 2 power; it has 0 capacitors"),
        ({"weapons": (WeaponBox("laser"),), "radar": (1,), "capacitors": 1}, "seldom lock on"),
        ({"radar_invisibility": True, "capacitors": 4}, "takes 5 power a turn; it has 4 capacitors"),
    ],
)
def test_advice_is_given_on_what_may_be_built_and_will_disappoint(parts: dict[str, Any], words: str) -> None:
    design = finish_design(Design("Odd", **parts), PLAIN)
    assert check_design(design, PLAIN) == ()
    assert any(words in text for text in advice(design, PLAIN))


def test_a_sound_design_gets_no_advice() -> None:
    assert advice(library()["halyard"], PLAIN) == ()
