"""Deciding, announcing and rolling direct fire: secrecy, power, marks, salvos, small targets, bolts, planets."""

from typing import Any

import pytest

from rules.hexes import Hex
from rules.pentagon_war.combat import direct_fire
from rules.pentagon_war.designs import BASIC_MISSILE, GunTrack, WeaponBox
from rules.pentagon_war.events import Announced, Exploded, Fired, Gone, NotDone, Sighted
from rules.pentagon_war.orders import Decided, Fire, Reinforce
from rules.pentagon_war.state import Battle, Shot
from rules.pentagon_war.turn.engine import check
from rules.pentagon_war.turn.power import rest_cannon
from rules.pentagon_war.units import Body, Cpmf
from rules.values import GameError, WrongPhaseError, changed
from tests.rules.pentagon_war import kit
from tests.rules.pentagon_war.combat.stage import (
    announce,
    at,
    bare,
    bolt,
    drone,
    fight,
    free_dice,
    lasers,
    missile,
    of,
    ship,
    shoot,
)

ALL_ARMS: dict[str, Any] = {
    "weapons": (*lasers(4), *(WeaponBox("electron"),) * 2, *(WeaponBox("proton"),) * 3, *(WeaponBox("beam"),) * 3),
    "capacitors": 40,
    "guns": (GunTrack("radiation", 4), GunTrack("acid", 3), GunTrack("metal", 4)),
}


def line_up(number: str = "1012", **given: Any) -> Battle:
    return fight(ship("X1", "1015", **{**ALL_ARMS, **given}), bare("Y1", number))


def power(battle: Battle, craft: str = "X1") -> Cpmf:
    return battle.craft[craft].cpmf


@pytest.mark.rule("PW-B71")
def test_decided_fire_is_secret_until_it_is_announced() -> None:
    battle = line_up()
    done = direct_fire.resolve_decision(battle, [Decided("X", Fire("X1", ("L1",), "Y1"))], free_dice())
    assert done.events == ()
    assert [shot.weapon for shot in done.state.shots] == ["L1"]
    assert power(done.state) == power(battle)


@pytest.mark.rule("PW-B72", "PW-B71")
def test_after_the_announcement_nothing_is_changed() -> None:
    told = announce(line_up(), Fire("X1", ("L1", "L2"), "Y1"))
    assert [(event.unit, event.weapons, event.target) for event in of(Announced, told)] == [("X1", ("L1", "L2"), "Y1")]
    assert power(told.state).lasers == 2  # paid even if the target dies this impulse
    assert [why.value for why in of(Announced, told)[0].cause.modifiers] == [-2], "what is paid comes off"
    for segment in (8, 10):
        with pytest.raises(WrongPhaseError):
            check(at(told.state, segment), "X", Fire("X1", ("L3",), "Y1"))


@pytest.mark.rule("PW-C28", "PW-C29", "PW-C30", "PW-S97")
@pytest.mark.parametrize(
    ("weapons", "line", "points"),
    [(("L1", "L2", "L3", "L4"), "lasers", 4), (("P1", "P2", "P3"), "protons", 6), (("E1", "E2"), "electrons", 2)],
)
def test_each_weapon_fired_is_tallied_on_its_line(weapons: tuple[str, ...], line: str, points: int) -> None:
    form = power(announce(line_up(), Fire("X1", weapons, "Y1")).state)
    assert (getattr(form, line), form.total) == (points, points)


@pytest.mark.rule("PW-C15")
def test_a_second_laser_adds_to_its_line_and_to_line_13() -> None:
    once = shoot(line_up(), [Fire("X1", ("L1",), "Y1")], 3, 3).state
    assert (power(once).lasers, power(once).total) == (1, 1)
    later = changed(once, now=changed(once.now, impulse=5))
    twice = shoot(later, [Fire("X1", ("L2",), "Y1")], 3, 3).state
    assert (power(twice).lasers, power(twice).total) == (2, 2)


@pytest.mark.rule("PW-C22", "PW-S119")
def test_beams_fired_at_bolts_are_tallied_on_line_6() -> None:
    battle = changed(line_up(), bolts={"Y1.LM1-1": bolt("Y1.LM1-1", "1013")})
    form = power(announce(battle, Fire("X1", ("B1", "B2", "B3"), "Y1.LM1-1")).state)
    assert (form.bolt_beams, form.total) == (3, 3)


@pytest.mark.rule("PW-C20")
def test_doubled_beams_are_tallied_on_line_5() -> None:
    form = power(announce(line_up("1014"), Fire("X1", ("B1", "B2"), "Y1", doubled=True)).state)
    assert (form.beams, form.total) == (2, 2)


@pytest.mark.rule("PW-C35", "PW-S86")
@pytest.mark.parametrize(
    ("speed", "rail", "beams", "points"),
    [(6, 6, 1, 2), (6, 12, 1, 2), (12, 12, 1, 5), (5, 5, 1, 2), (5, 5, 2, 3), (2, 2, 1, 0)],
)
def test_grabbing_a_missile_costs_half_a_point_for_each_speed_above_two(
    speed: int, rail: int, beams: int, points: int
) -> None:
    flying = missile("Y1.M1", "1014", kind=changed(BASIC_MISSILE, speed=speed))
    battle = changed(line_up(), missiles={"Y1.M1": changed(flying, speed=rail)})
    form = power(announce(battle, Fire("X1", ("B1", "B2", "B3")[:beams], "Y1.M1")).state)
    assert (form.beams, form.total) == (points, points)


def test_an_order_of_several_weapons_needs_the_power_of_all() -> None:
    battle = line_up(capacitors=5)
    done = direct_fire.resolve_decision(battle, [Decided("X", Fire("X1", ("P1", "P2", "P3"), "Y1"))], free_dice())
    assert done.state.shots == ()
    refused = of(NotDone, done)[0]
    assert (refused.seen_by, refused.cause.rule) == (("X",), "PW-C33")


def test_two_orders_cannot_use_one_weapon_twice() -> None:
    orders = [Decided("X", Fire("X1", ("L1",), "Y1")), Decided("X", Fire("X1", ("L1", "L2"), "Y1"))]
    done = direct_fire.resolve_decision(line_up(), orders, free_dice())
    assert [shot.weapon for shot in done.state.shots] == ["L1"]
    assert of(NotDone, done)[0].cause.rule == "PW-S97"


def test_a_bolt_is_not_fired_but_launched() -> None:
    with pytest.raises(GameError, match="launch"):
        direct_fire.check_decision(line_up(), "X", Fire("X1", ("LM1",), "Y1"))
    with pytest.raises(GameError, match="at least one"):
        direct_fire.check_decision(line_up(), "X", Fire("X1", (), "Y1"))
    with pytest.raises(GameError):
        direct_fire.check_decision(line_up(), "X", Reinforce("X1"))


@pytest.mark.rule("PW-S97", "PW-S146")
def test_firing_marks_weapon_target_and_impulse() -> None:
    battle = changed(line_up(), now=changed(line_up().now, turn=2, impulse=3))
    craft = shoot(battle, [Fire("X1", ("L1", "P1"), "Y1")], 3, 3, 3, 3).state.craft["X1"]
    assert {weapon.id: weapon.fired for weapon in craft.weapons if weapon.fired} == {"L1": 15, "P1": 15}
    assert (craft.targets, craft.fire_impulse, craft.last_cannon) == (("Y1",), 15, 2)


@pytest.mark.rule("PW-S105")
@pytest.mark.parametrize(("turn", "warm"), [(23, True), (24, False)])
def test_cannons_stay_warm_for_twenty_turns_after_a_shot(turn: int, warm: bool) -> None:
    battle = changed(line_up(), now=changed(line_up().now, turn=3))
    craft = shoot(battle, [Fire("X1", ("E1",), "Y1")], 3, 3).state.craft["X1"]
    assert (rest_cannon(craft, turn).warm_from <= turn) is warm


@pytest.mark.rule("PW-S126", "PW-S132")
def test_a_gum_gun_slashes_a_box_a_shot() -> None:
    craft = shoot(line_up(), [Fire("X1", ("AG1",), "Y1")], 6, 6).state.craft["X1"]
    gun = next(gun for gun in craft.guns if gun.id == "AG1")
    assert (gun.slashed, gun.left, gun.fired, gun.fired_turn) == (1, 2, 1, 1)


@pytest.mark.rule("PW-S123")
def test_a_radiation_gun_uses_no_power_and_no_box() -> None:
    state = shoot(line_up(), [Fire("X1", ("RG1",), "Y1")], 6, 6).state
    gun = next(gun for gun in state.craft["X1"].guns if gun.id == "RG1")
    assert (gun.left, gun.fired_turn, power(state).total) == (4, 1, 0)
    assert [blow.points for blow in state.blows] == [14]  # 12 + 1 - 3 = 10


@pytest.mark.rule("PW-B69")
@pytest.mark.parametrize(("faces", "hits"), [((4, 4), 3), ((3, 4), 0)])
def test_a_narrow_salvo_hits_or_misses_as_a_whole(faces: tuple[int, int], hits: int) -> None:
    # With 8 + 1 - 3 = 6 all hit, with 5 all miss: one roll for three cannons.
    done = shoot(line_up(), [Fire("X1", ("P1", "P2", "P3"), "Y1", narrow=True)], *faces)
    fired = of(Fired, done)
    assert sum(event.hit for event in fired) == hits
    assert len({event.cause.rolls for event in fired}) == 1


@pytest.mark.rule("PW-B69")
def test_one_weapon_is_no_salvo() -> None:
    done = shoot(line_up(), [Fire("X1", ("P1",), "Y1", narrow=True)], 5, 4)
    assert ["PW-B69" in event.cause.rule for event in of(Fired, done)] == [False]


@pytest.mark.rule("PW-B69")
def test_lasers_in_a_narrow_salvo_share_the_roll_and_unlike_weapons_cannot() -> None:
    done = shoot(line_up(), [Fire("X1", ("L1", "L2"), "Y1", narrow=True)], 5, 4)
    assert [event.damage for event in of(Fired, done)] == [3, 3]
    with pytest.raises(GameError, match="one kind"):
        direct_fire.check_decision(line_up(), "X", Fire("X1", ("L1", "P1"), "Y1", narrow=True))


@pytest.mark.rule("PW-B64")
def test_all_shots_of_the_segment_are_rolled_before_anything_happens() -> None:
    one, two = drone("X1.D1", "1015"), drone("Y1.D1", "1012", facing="D")
    battle = fight(ship("X1", "1020"), ship("Y1", "1007"), one, two)
    orders = [Fire("X1.D1", ("L1",), "Y1.D1"), Fire("Y1.D1", ("L1",), "X1.D1")]
    done = shoot(battle, orders, 6, 6, 6, 6)
    assert done.state.drones == {}
    assert [(event.unit, event.why) for event in of(Gone, done)] == [("Y1.D1", "shot down"), ("X1.D1", "shot down")]


@pytest.mark.rule("PW-S105")
@pytest.mark.parametrize(
    ("weapon", "warm"), [("E1", True), ("P1", True), ("L1", False), ("RG1", False), ("AG1", False)]
)
def test_cannons_alone_keep_cannons_warm(weapon: str, *, warm: bool) -> None:
    battle = fight(ship("X1", "1015", marks={"last_cannon": 1}, **ALL_ARMS), bare("Y1", "1012"), turn=9)
    done = shoot(battle, [Fire("X1", (weapon,), "Y1")], 1, 1)
    assert done.state.craft["X1"].last_cannon == (9 if warm else 1)


@pytest.mark.rule("PW-B68")
@pytest.mark.parametrize(
    ("weapon", "faces"), [("E1", (6, 6)), ("P1", (6, 6)), ("AG1", (6, 6)), ("L1", (6, 5)), ("RG1", (5, 4))]
)
def test_any_weapons_hit_kills_a_drone_which_does_not_explode(weapon: str, faces: tuple[int, int]) -> None:
    battle = changed(
        fight(ship("X1", "1035", **ALL_ARMS), bare("Y1", "1015")), drones={"Y1.D1": drone("Y1.D1", "1015")}
    )
    done = shoot(battle, [Fire("X1", (weapon,), "Y1.D1")], *faces)
    assert done.state.drones == {}
    assert of(Exploded, done) == []
    assert done.state.blows == ()


@pytest.mark.rule("PW-S65", "PW-B89")
def test_a_missile_shot_down_explodes_at_once_at_half_its_warhead() -> None:
    below = Hex(0, 1)
    battle = changed(
        line_up(),
        missiles={"Y1.M1": missile("Y1.M1", "1012"), "Y1.M2": missile("Y1.M2", "1012")},
        apart={"Y1.M1>Y1": below, "Y1.M2>Y1": below},
    )
    done = shoot(battle, [Fire("X1", ("L1",), "Y1.M1")], 6, 6, 3, 2)
    assert [(event.unit, event.strength) for event in of(Exploded, done)] == [("Y1.M1", 6), ("Y1.M2", 6)]
    assert done.state.missiles == {}
    assert [(blow.target, blow.points) for blow in done.state.blows] == [("Y1", 6), ("Y1", 6)]


@pytest.mark.rule("PW-S137", "PW-S138")
def test_proton_fire_wears_a_bolt_down_by_half_of_all_its_points() -> None:
    far = bolt("Y1.LM1-1", "1011")
    battle = changed(line_up(), bolts={far.id: far})
    done = shoot(battle, [Fire("X1", ("P1",), far.id)], 4, 4)
    fired = of(Fired, done)[0]
    assert (fired.range, fired.needed, fired.hit, fired.damage) == (4, 6, True, 6)  # 8 + 1 - 3 = 6
    assert done.state.bolts[far.id].eroded == 6


@pytest.mark.rule("PW-S119", "PW-S120")
def test_a_beam_at_a_bolt_is_a_proton_cannon_and_done_for_the_turn() -> None:
    near = bolt("Y1.LM1-1", "1014")
    battle = changed(line_up("1013"), bolts={near.id: near})
    done = shoot(battle, [Fire("X1", ("B1",), near.id)], 3, 3)
    fired = of(Fired, done)[0]
    assert (fired.hit, fired.damage) == (True, 7)  # 6 + 1 - 1 = 6
    with pytest.raises(GameError):
        direct_fire.check_decision(
            changed(done.state, now=changed(done.state.now, impulse=9)), "X", Fire("X1", ("B1",), "Y1")
        )


@pytest.mark.rule("PW-S139")
def test_a_bolt_worn_down_to_nothing_is_gone() -> None:
    spent = bolt("Y1.LM1-1", "1014", moved=11, eroded=6)  # 5 less 3 is 2
    battle = changed(line_up("1013"), bolts={spent.id: spent})
    done = shoot(battle, [Fire("X1", ("P1",), spent.id)], 6, 6)
    assert done.state.bolts == {}
    assert of(Gone, done)[0].why == "spent"


@pytest.mark.rule("PW-A70")
def test_cannons_and_gum_hit_a_planet_without_a_roll() -> None:
    mars = Body("mars", "Mars", kit.hexed("1008"), radius=1, atmosphere=True)
    battle = changed(line_up(), bodies={"mars": mars})
    done = shoot(battle, [Fire("X1", ("P1", "E1", "AG1"), "mars")])
    assert [(event.range, event.hit, event.damage) for event in of(Fired, done)] == [
        (6, True, 1),
        (6, True, 2),
        (6, True, 4),
    ]
    assert done.state.blows == ()


@pytest.mark.rule("PW-A70")
@pytest.mark.parametrize(("faces", "left"), [((6, 6), ()), ((5, 4), ("Dover",))])
def test_a_ground_installation_must_be_rolled_for(faces: tuple[int, int], left: tuple[str, ...]) -> None:
    mars = Body("mars", "Mars", kit.hexed("1008"), radius=1, installations=("Dover",))
    battle = changed(line_up(), bodies={"mars": mars})
    done = shoot(battle, [Fire("X1", ("P1",), "mars/Dover")], *faces)
    assert done.state.bodies["mars"].installations == left
    assert of(Fired, done)[0].needed == 6


def test_firing_gives_a_hidden_craft_away() -> None:
    hidden = ship("X1", "1015", marks={"hidden": True, "invisible": True, "locked_on": False})
    told = announce(fight(hidden, bare("Y1", "1012")), Fire("X1", ("L1",), "Y1"))
    assert [event.craft for event in of(Sighted, told)] == ["X1"]
    craft = told.state.craft["X1"]
    assert (craft.hidden, craft.invisible, craft.exposed) == (False, False, True)


@pytest.mark.rule("PW-B26", "PW-B52", "PW-B25")
@pytest.mark.parametrize(
    ("number", "facing", "side", "other"),
    [("1012", "A", 1, 0), ("1112", "A", 1, 0), ("1018", "A", 4, 0), ("1116", "A", 3, 0), ("1116", "C", 1, 0), ("1214", "A", 2, 0),
     ("1114", "A", 2, 1), ("0914", "A", 1, 6)],
)  # fmt: skip
def test_a_shot_strikes_the_side_towards_the_firer(number: str, facing: str, side: int, other: int) -> None:
    every = ("RF", "R", "RR", "LR", "L", "LF")
    battle = fight(ship("X1", number, weapons=lasers(1, arcs=every)), bare("Y1", "1015", facing=facing))
    blow = shoot(battle, [Fire("X1", ("L1",), "Y1")], 6, 6).state.blows[0]
    assert (blow.side, blow.side_choice) == (side, other)


@pytest.mark.rule("PW-B53")
def test_at_range_0_a_shot_strikes_along_the_line_they_closed() -> None:
    below = kit.hexed("1016")
    offset = type(below)(below.q - kit.hexed("1015").q, below.r - kit.hexed("1015").r)
    battle = changed(fight(ship("X1", "1015"), bare("Y1", "1015")), apart={"X1>Y1": offset})
    blow = shoot(battle, [Fire("X1", ("L1",), "Y1")], 6, 6).state.blows[0]
    assert (blow.side, blow.rolls) == (4, ())
    turned = changed(battle.craft["Y1"], facing=3)
    battle = changed(battle, craft={**battle.craft, "Y1": turned})
    assert shoot(battle, [Fire("X1", ("L1",), "Y1")], 6, 6).state.blows[0].side == 1


@pytest.mark.rule("PW-B53")
def test_at_range_0_craft_never_apart_are_struck_on_a_rolled_side() -> None:
    battle = fight(ship("X1", "1015"), bare("Y1", "1015"))
    blow = shoot(battle, [Fire("X1", ("L1",), "Y1")], 6, 6, 5).state.blows[0]
    assert blow.side == 5
    assert [roll.faces for roll in blow.rolls] == [(5,)]


def test_what_can_no_longer_be_paid_or_found_is_not_fired() -> None:
    poor = changed(line_up(capacitors=1), shots=(Shot("X1", "P1", "Y1"), Shot("X9", "L1", "Y1")))
    told = direct_fire.announce(poor, (), free_dice())
    assert told.state.shots == ()
    assert [(event.craft, event.cause.rule, event.seen_by) for event in of(NotDone, told)] == [("X1", "PW-C33", ("X",))]
    gone = changed(line_up(), shots=(Shot("X1", "L1", "Y9"),))
    assert direct_fire.resolve(gone, (), free_dice()).events == ()


def test_only_armed_units_fire() -> None:
    battle = changed(line_up(), missiles={"X1.M1": missile("X1.M1", "1015")}, drones={"X1.D1": drone("X1.D1", "1015")})
    with pytest.raises(GameError, match="no weapon"):
        direct_fire.check_decision(battle, "X", Fire("X1.M1", ("L1", "L2"), "Y1", narrow=True))
    with pytest.raises(GameError, match="no weapon"):
        direct_fire.check_decision(battle, "X", Fire("X1.D1", ("E1",), "Y1"))
    unarmed = changed(battle.drones["X1.D1"], arm="point_defense")
    with pytest.raises(GameError, match="no weapon to fire"):
        direct_fire.check_decision(changed(battle, drones={"X1.D1": unarmed}), "X", Fire("X1.D1", ("L1",), "Y1"))
