"""What systems cost, each by its own rule, and what the whole craft costs."""

from fractions import Fraction
from typing import Any

import pytest

from rules.pentagon_war.designs import CargoBox, Design, DesignLink, GunTrack, MissileType, WeaponBox
from rules.pentagon_war.geometry import ARCS, Arc
from rules.pentagon_war.options import Options, tables
from rules.pentagon_war.shipyard.pricing import (
    exact_price,
    finish_design,
    missile_price,
    price,
    price_lines,
    weapon_price,
)
from rules.values import changed

PLAIN = Options()
BARE = finish_design(Design("Bare"), PLAIN)


def cost(**parts: Any) -> Fraction:
    """What these systems add to a craft that has nothing else; free hull and final damage follow."""
    design = Design("Priced", **parts)
    whole = finish_design(design, PLAIN) if not {"hull_forward", "final_damage"} & set(parts) else design
    return exact_price(whole, PLAIN)


LASER, ELECTRON, PROTON, BEAM = (WeaponBox(kind) for kind in ("laser", "electron", "proton", "beam"))


@pytest.mark.parametrize(
    ("parts", "points"),
    [
        pytest.param({"screens": 4}, 92, marks=pytest.mark.rule("PW-S09"), id="screens"),
        pytest.param({"screens": 8, "directional": True}, 264, marks=pytest.mark.rule("PW-A30"), id="directional"),
        pytest.param({"armor": (2, 2, 0, 0, 0, 2)}, 27, marks=pytest.mark.rule("PW-S13"), id="armor"),
        pytest.param({"armor": (0, 1, 0, 0, 0, 0)}, 5, marks=pytest.mark.rule("PW-S13"), id="first armor"),
        pytest.param({"hull_forward": 4}, 6, marks=pytest.mark.rule("PW-S16"), id="3 hull beside 1 free"),
        pytest.param(
            {"cargo": (CargoBox(missiles=8),) * 2}, 6, marks=pytest.mark.rule("PW-S20"), id="16 missiles in cargo"
        ),
        pytest.param(
            {"cargo": (CargoBox(drones=("electron", "point_defense")),)},
            3 + 8 + 6,
            marks=pytest.mark.rule("PW-S20"),
            id="drones in cargo",
        ),
        pytest.param({"fuel_tanks": 4}, 12, marks=pytest.mark.rule("PW-S26"), id="fuel"),
        pytest.param({"scoop": "ramscoop"}, 33, marks=pytest.mark.rule("PW-S28"), id="ramscoop"),
        pytest.param({"scoop": "magnascoop"}, 33, marks=pytest.mark.rule("PW-S29"), id="magnascoop"),
        pytest.param({"capacitors": 9}, 63, marks=pytest.mark.rule("PW-S38"), id="capacitors"),
        pytest.param({"point_defense": 7}, 35, marks=pytest.mark.rule("PW-S40"), id="point defense"),
        pytest.param({"radar": (6, 5, 4)}, 15, marks=pytest.mark.rule("PW-S42"), id="radar"),
        pytest.param({"radar": ()}, 0, marks=pytest.mark.rule("PW-S41"), id="free radar"),
        pytest.param({"engines": 3}, 15, marks=pytest.mark.rule("PW-S53"), id="engines"),
        pytest.param(
            {"hull_aft": 1, "final_damage": 3}, 8, marks=pytest.mark.rule("PW-S55"), id="2 final beside 1 free"
        ),
        pytest.param({"missiles": (MissileType(),)}, 4, marks=pytest.mark.rule("PW-S59"), id="missile"),
        pytest.param({"drones": ("electron",)}, 13, marks=pytest.mark.rule("PW-S74"), id="electron drone"),
        pytest.param({"drones": ("point_defense",)}, 11, marks=pytest.mark.rule("PW-S74", "PW-S77"), id="pd drone"),
        pytest.param({"aux_control": 2}, 8, marks=pytest.mark.rule("PW-S84"), id="control"),
        pytest.param({"weapons": (LASER,) * 3}, 21, marks=pytest.mark.rule("PW-S101"), id="lasers"),
        pytest.param({"weapons": (ELECTRON,) * 2}, 16, marks=pytest.mark.rule("PW-S102"), id="electron cannons"),
        pytest.param({"weapons": (PROTON,)}, 11, marks=pytest.mark.rule("PW-S103"), id="proton cannon"),
        pytest.param({"weapons": (BEAM,) * 2}, 14, marks=pytest.mark.rule("PW-S121"), id="beams"),
        pytest.param({"guns": (GunTrack("radiation", 4),)}, 30, marks=pytest.mark.rule("PW-S124"), id="radiation"),
        pytest.param({"guns": (GunTrack("acid", 3),)}, 20, marks=pytest.mark.rule("PW-S129"), id="acid"),
        pytest.param({"guns": (GunTrack("metal", 2),)}, 39, marks=pytest.mark.rule("PW-S140"), id="one metal pair"),
        pytest.param({"guns": (GunTrack("metal", 6),)}, 69, marks=pytest.mark.rule("PW-S140"), id="three metal pairs"),
        pytest.param({"guns": (GunTrack("acid", 1),) * 2}, 20, marks=pytest.mark.rule("PW-S129"), id="two acid guns"),
        pytest.param({"repair": 4}, 12, marks=pytest.mark.rule("PW-A45"), id="repair"),
        pytest.param({"ramming_weights": 2}, 12, marks=pytest.mark.rule("PW-B76"), id="ramming weights"),
        pytest.param({"special_electronics": True}, 20, marks=pytest.mark.rule("PW-A78"), id="special electronics"),
        pytest.param({"suicide_bomb": True}, 10, marks=pytest.mark.rule("PW-A24"), id="suicide bomb"),
        pytest.param(
            {"missiles": (MissileType(hyper=True),)}, 50000, marks=pytest.mark.rule("PW-A38"), id="hyper bomb"
        ),
        pytest.param({"manned": True}, 0, marks=pytest.mark.rule("PW-S02"), id="manned"),
        pytest.param({"manned": False}, 0, marks=pytest.mark.rule("PW-S02"), id="unmanned"),
        pytest.param(
            {"attachments": (DesignLink("Other", 3, "L"),)}, 0, marks=pytest.mark.rule("PW-S141"), id="attachable"
        ),
    ],
)
def test_what_a_system_costs(parts: dict[str, Any], points: int) -> None:
    assert cost(**parts) == points


@pytest.mark.rule("PW-S99", "PW-B27", "PW-S98")
@pytest.mark.parametrize(
    ("weapon", "arcs", "points"),
    [
        (LASER, ("RF",), Fraction("5.25")),
        (LASER, ("LF", "RF"), Fraction(7)),
        (LASER, ("L", "R"), Fraction(7)),
        (LASER, ("LF", "RF", "R"), Fraction("8.75")),
        (PROTON, ARCS[:4], Fraction("16.5")),
        (ELECTRON, ARCS[:5], Fraction(14)),
        (PROTON, ARCS, Fraction(22)),
        (BEAM, ("RF",), Fraction("5.25")),
    ],
)
def test_arcs_change_the_price_by_quarters(weapon: WeaponBox, arcs: tuple[Arc, ...], points: Fraction) -> None:
    assert weapon_price(changed(weapon, arcs=arcs), PLAIN) == points


@pytest.mark.rule("PW-B27")
def test_a_battle_may_change_the_price_of_arcs() -> None:
    house = Options(overrides={"PW-T20/6/multiplier": "3"})
    assert weapon_price(changed(LASER, arcs=ARCS), house) == 21


@pytest.mark.rule("PW-S69")
@pytest.mark.parametrize(
    ("missile", "points"),
    [
        (MissileType(12, 48, 24), Fraction(32)),
        (MissileType(9, 24, 12), Fraction(6)),
        (MissileType(6, 24, 13), Fraction(13, 3)),
        (MissileType(3, 12, 6), Fraction(4)),
    ],
)
def test_custom_missiles_cost_by_speed_range_and_warhead_and_never_less(missile: MissileType, points: Fraction) -> None:
    assert missile_price(missile, PLAIN) == points


@pytest.mark.rule("PW-S59", "PW-S60")
def test_the_basic_missile_flies_24_hexes_at_speed_6_for_12_points_of_damage() -> None:
    missile = MissileType()
    assert (missile.speed, missile.range, missile.warhead) == (6, 24, 12)
    assert missile.range // missile.speed == 4
    rail = tables(PLAIN)["PW-T16"].row("Rail-launched basic missile")
    assert (rail["speed"], rail["endurance"], rail["warhead"]) == ("12", "24 hexes (2 turns)", str(missile.warhead))


@pytest.mark.rule("PW-S91", "PW-S149")
def test_radar_invisibility_is_fifteen_percent_of_all_the_rest() -> None:
    # 8 screens and 16 points of radar and missiles: 184 + 16 = 200
    rest = {"screens": 8, "radar": (6, 6), "missiles": (MissileType(),)}
    assert cost(**rest) == 200
    assert cost(**rest, radar_invisibility=True) == 230


@pytest.mark.rule("PW-S100", "PW-S149")
def test_fractions_are_kept_to_the_end_and_then_dropped() -> None:
    one_arc = changed(LASER, arcs=("RF",))
    two = finish_design(Design("Two", weapons=(one_arc, one_arc)), PLAIN)
    assert exact_price(two, PLAIN) == Fraction("10.5")
    assert price(two, PLAIN) == 10
    assert price(changed(two, weapons=(one_arc,) * 4), PLAIN) == 21
    quarter = finish_design(
        Design("Quarter", weapons=(one_arc,), screens=8, fuel_tanks=1, armor=(1, 1, 0, 0, 0, 0)), PLAIN
    )
    assert exact_price(quarter, PLAIN) == Fraction("202.25")
    assert price(quarter, PLAIN) == 202


@pytest.mark.rule("PW-S100")
def test_half_a_point_goes_to_the_builder() -> None:
    arcs_of_three = changed(LASER, arcs=ARCS[:3])
    design = finish_design(
        Design("Half", weapons=(arcs_of_three, arcs_of_three), screens=9, capacitors=1, fuel_tanks=1, radar=(6, 1)),
        PLAIN,
    )
    assert exact_price(design, PLAIN) == Fraction("241.5")
    assert price(design, PLAIN) == 241


@pytest.mark.rule("PW-S149")
def test_the_bill_adds_up_and_names_a_rule_for_every_line() -> None:
    design = finish_design(
        Design(
            "All",
            screens=2,
            armor=(1, 1, 1, 0, 1, 1),
            cargo=(CargoBox(acid=4),),
            fuel_tanks=1,
            scoop="ramscoop",
            capacitors=4,
            point_defense=3,
            radar=(6, 2),
            engines=2,
            missiles=(MissileType(), MissileType(12), MissileType(hyper=True)),
            drones=("laser", "laser"),
            aux_control=1,
            weapons=(LASER, PROTON, changed(BEAM, arcs=("RF",))),
            guns=(GunTrack("acid", 2),),
            repair=1,
            ramming_weights=1,
            special_electronics=True,
            suicide_bomb=True,
            radar_invisibility=True,
        ),
        PLAIN,
    )
    lines = price_lines(design, PLAIN)
    *rest, invisibility = lines
    assert invisibility.points == sum(line.points for line in rest) * Fraction(15, 100)
    assert exact_price(design, PLAIN) == sum(line.points for line in lines)
    assert all(line.rule.startswith("PW-") and line.boxes > 0 for line in lines)
    assert {"Missile (basic)", "Missile (custom)", "Hyper bomb"} <= {line.what for line in lines}


@pytest.mark.rule("PW-S09", "PW-S149")
def test_a_battle_may_change_a_price() -> None:
    house = Options(overrides={"PW-T04/Screen generator/first": "20"})
    assert price(finish_design(Design("Cheap", screens=4), PLAIN), house) == 80


def test_the_price_list_names_every_row_it_reads() -> None:
    used = {line.what.split(",")[0] for line in price_lines(BARE, PLAIN)}
    assert used == {"Hull", "Radar", "Final damage", "Main/Aux control"}
