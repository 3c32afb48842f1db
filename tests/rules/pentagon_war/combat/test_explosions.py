"""Explosions: of missiles, of craft, chains of them, hyper bombs; impacts of seekers; self-destruction."""

from typing import Any

import pytest

from rules.pentagon_war.combat import ramming
from rules.pentagon_war.combat.damage.explosions import craft_strength, strength_at
from rules.pentagon_war.designs import BASIC_MISSILE, GunTrack, MissileType, WeaponBox
from rules.pentagon_war.events import BeamChanged, Exploded, Gone, LinkChanged, NotDone, Struck, Survived, TrackLost
from rules.pentagon_war.options import Options, tables
from rules.pentagon_war.orders import Decided, Detonate, Fire, SelfDestruct
from rules.pentagon_war.state import Battle
from rules.pentagon_war.targeting.targets import bolt_strength
from rules.pentagon_war.units import Body, Cpmf, Lock
from rules.values import GameError, Modifier, NotYoursError, changed
from tests.rules.pentagon_war import kit
from tests.rules.pentagon_war.combat.stage import (
    assess,
    at,
    bare,
    bolt,
    drone,
    fight,
    free_dice,
    hit,
    lasers,
    missile,
    of,
    ship,
)
from tests.used_up import assert_used_up

HYPER = MissileType(hyper=True)
BOOM = Options(self_destruction=True, hyper_bombs=True)
FINAL = (1, 1)


def blow_up(battle: Battle, *orders: SelfDestruct | Detonate, faces: tuple[int, ...] = ()) -> Any:
    dice = kit.scripted(*faces)
    sides = {order: (order.craft if isinstance(order, SelfDestruct) else order.missile)[0] for order in orders}
    done = ramming.self_destruct(at(battle, 5), [Decided(sides[order], order) for order in orders], dice)
    assert_used_up(dice)
    return done


def bomb_ship(unit: str, number: str, **given: Any) -> Any:
    """The book's worked sum: 4 engines, 3 tanks, 6 charged, 2 beams, 5 screens, 4 gun boxes, 3 lasers, 2 protons."""
    weapons = (*lasers(3), *(WeaponBox("proton"),) * 2, *(WeaponBox("beam"),) * 2)
    made: dict[str, Any] = {
        "engines": 4, "fuel_tanks": 3, "capacitors": 9, "screens": 5, "guns": (GunTrack("acid", 4),), "weapons": weapons,
        "marks": {"cpmf": Cpmf(available=9, lasers=3)},
    }  # fmt: skip
    return ship(unit, number, **{**made, **given})


@pytest.mark.rule("PW-A21")
def test_a_crafts_explosion_is_counted_from_what_is_left() -> None:
    battle = fight(bomb_ship("X1", "1015"))
    terms = craft_strength(battle.craft["X1"], battle)
    assert sum(term.value for term in terms) == 30
    assert Modifier(8, "4 x undestroyed engine") in terms
    craft = battle.craft["X1"]
    slashed = changed(craft, guns=(changed(craft.guns[0], slashed=2),))
    assert sum(term.value for term in craft_strength(slashed, battle)) == 28
    suicidal = changed(craft, design=changed(craft.design, suicide_bomb=True))
    assert sum(term.value for term in craft_strength(suicidal, battle)) == 40


@pytest.mark.rule("PW-A22", "PW-B66")
def test_an_explosion_loses_eight_a_hex() -> None:
    assert [strength_at(30, hexes) for hexes in range(6)] == [30, 22, 14, 6, 0, 0]
    assert [strength_at(32, hexes) for hexes in range(5)] == [32, 24, 16, 8, 0]
    assert [strength_at(6, hexes) for hexes in range(2)] == [6, 0]


@pytest.mark.rule("PW-A20", "PW-A22", "PW-B67")
def test_self_destruction_takes_the_craft_away_and_strikes_all_around() -> None:
    battle = fight(bomb_ship("X1", "1015"), *(bare(f"Y{n}", f"10{15 + n}") for n in range(1, 5)), options=BOOM)
    done = blow_up(battle, SelfDestruct("X1"))
    assert done.state.craft["X1"].fate == "destroyed"
    assert [event.why for event in of(Gone, done)] == ["self-destruction"]
    assert [event.strength for event in of(Exploded, done)] == [30]
    assert {blow.target: (blow.points, blow.side) for blow in done.state.blows} == {
        "Y1": (22, 1),
        "Y2": (14, 1),
        "Y3": (6, 1),
    }


@pytest.mark.rule("PW-B67")
@pytest.mark.parametrize(("facing", "side"), [("A", 3), ("C", 1), ("D", 6)])
def test_an_explosion_strikes_the_side_that_faces_it(facing: str, side: int) -> None:
    battle = fight(bomb_ship("X1", "1116"), bare("Y1", "1015", facing=facing), options=BOOM)
    assert [blow.side for blow in blow_up(battle, SelfDestruct("X1")).state.blows] == [side]


@pytest.mark.rule("PW-B67", "PW-B53")
def test_in_the_same_hex_it_strikes_along_the_line_they_closed() -> None:
    offset = type(kit.hexed("1015"))(0, -1)
    battle = fight(bomb_ship("X1", "1015"), bare("Y1", "1015", facing="B"), options=BOOM, apart={"X1>Y1": offset})
    assert [blow.side for blow in blow_up(battle, SelfDestruct("X1")).state.blows] == [6]


@pytest.mark.rule("PW-B53", "PW-B67")
def test_a_missile_that_explodes_in_a_crafts_hex_strikes_from_where_they_last_stood_apart() -> None:
    """It flew in direction A, and the craft moved, too: the missile was last seen to its lower right."""
    lower_right = type(kit.hexed("1015"))(1, 0)
    battle = fight(
        ship("X1", "1020"), bare("Y1", "1015", facing="A"), missile("X1.M1", "1015", heading="A"),
        apart={"X1.M1>Y1": lower_right},
    )  # fmt: skip
    assert [blow.side for blow in blow_up(battle, Detonate("X1.M1")).state.blows] == [3]


@pytest.mark.rule("PW-B53")
def test_a_missile_that_was_never_apart_from_a_craft_strikes_a_side_by_a_die() -> None:
    battle = changed(fight(ship("X1", "1020"), bare("Y1", "1015"), missile("X1.M1", "1015")), apart={})
    (made,) = blow_up(battle, Detonate("X1.M1"), faces=(5,)).state.blows
    assert (made.side, [roll.faces for roll in made.rolls]) == (5, [(5,)])


def test_self_destruction_is_an_option_and_ones_own_choice() -> None:
    battle = fight(ship("X1", "1015"), missile("X1.M1", "1012"), segment=5)
    with pytest.raises(GameError) as refused:
        ramming.check_self_destruction(battle, "X", SelfDestruct("X1"))
    assert refused.value.rule == "PW-A20"
    allowed = changed(battle, options=BOOM)
    ramming.check_self_destruction(allowed, "X", SelfDestruct("X1"))
    for side, order in (("Y", SelfDestruct("X1")), ("Y", Detonate("X1.M1")), ("X", Detonate("X1.M9"))):
        with pytest.raises(NotYoursError):
            ramming.check_self_destruction(allowed, side, order)
    with pytest.raises(GameError):
        ramming.check_self_destruction(allowed, "X", Fire("X1", ("L1",), "Y1"))
    done = ramming.self_destruct(battle, [Decided("X", SelfDestruct("X1"))], free_dice())
    assert [event.seen_by for event in of(NotDone, done)] == [("X",)]


@pytest.mark.rule("PW-B82", "PW-S65")
@pytest.mark.parametrize(("warhead", "strength"), [(12, 6), (24, 12)])
def test_an_owner_may_set_off_his_missile_at_half_strength(warhead: int, strength: int) -> None:
    own = missile("X1.M1", "1012", kind=changed(BASIC_MISSILE, warhead=warhead), tracking=False)
    battle = fight(ship("X1", "1020"), bare("Y1", "1012"), own)
    done = blow_up(battle, Detonate("X1.M1"))
    assert done.state.missiles == {}
    assert [(event.strength, event.hex) for event in of(Exploded, done)] == [(strength, kit.hexed("1012"))]
    assert [(blow.target, blow.points) for blow in done.state.blows] == [("Y1", strength)]


@pytest.mark.rule("PW-S66", "PW-B89")
@pytest.mark.parametrize(("faces", "lives"), [((3, 3), False), ((3, 4), True)])
def test_a_small_object_survives_by_more_than_the_strength(faces: tuple[int, int], lives: bool) -> None:
    battle = fight(ship("X1", "1020"), missile("X1.M1", "1012"), drone("Y1.D1", "1012"))
    done = blow_up(battle, Detonate("X1.M1"), faces=faces)
    assert ("Y1.D1" in done.state.drones) is lives
    kinds = [type(event) for event in done.events if isinstance(event, Survived | Gone) and event.unit == "Y1.D1"]
    assert kinds == [Survived if lives else Gone]


@pytest.mark.rule("PW-S66")
def test_the_survival_table_is_the_rule_of_more_than_the_strength() -> None:
    table = tables(Options())["PW-T29"]
    for strength in range(1, 13):
        chance = sum(one + two > strength for one in range(1, 7) for two in range(1, 7))
        assert table.number(strength, "survival chance of 36") == chance


@pytest.mark.rule("PW-S66", "PW-B66")
def test_at_a_distance_the_strength_left_there_counts() -> None:
    battle = fight(bomb_ship("X1", "1015"), drone("Y1.D1", "1012"), drone("Y1.D2", "1011"), options=BOOM)
    done = blow_up(battle, SelfDestruct("X1"), faces=(3, 4))  # 30 - 24 = 6 at three hexes, nothing at four
    assert sorted(done.state.drones) == ["Y1.D1", "Y1.D2"]
    assert of(Survived, done)[0].cause.modifiers == (Modifier(-6, "strength of the explosion"),)
    turned = fight(bomb_ship("X1", "1015"), drone("Y1.D1", "1011"), drone("Y1.D2", "1012"), options=BOOM)
    assert sorted(blow_up(turned, SelfDestruct("X1"), faces=(3, 3)).state.drones) == ["Y1.D1"]


@pytest.mark.rule("PW-A23", "PW-B65")
def test_a_destroyed_craft_explodes_and_may_take_others_with_it() -> None:
    dying = bare("X1", "1015", final_damage=1, engines=1, screens=2)
    frail = bare("Y1", "1015", final_damage=1, engines=1)
    third = bare("Y2", "1015")
    battle = fight(dying, frail, third, blows=(hit("X1", 3),))
    # X1's side die for Y1 and Y2, four hits on Y2, one on Y1 (dead), then Y1's explosion of 2 on Y2.
    done = assess(battle, *FINAL, 1, 1, *FINAL, *FINAL * 4, 1, *FINAL * 2)
    assert [(event.unit, event.strength) for event in of(Exploded, done)] == [("X1", 4), ("Y1", 2)]
    assert done.state.craft["Y1"].fate == "destroyed"
    assert done.state.craft["Y2"].final_damage == 60 - 6


@pytest.mark.rule("PW-B65", "PW-B50")
def test_an_explosion_meets_what_is_left_of_the_impulses_screening() -> None:
    dying = bare("X1", "1016", final_damage=1, engines=6)  # strength 12: 4 at one hex
    other = bare("Y1", "1015", screens=5)
    battle = fight(dying, other, blows=(hit("X1", 1), hit("Y1", 3)))
    done = assess(battle, *FINAL, *FINAL * 2)
    found = [(event.points, event.screened, event.internal) for event in of(Struck, done) if event.craft == "Y1"]
    assert found == [(3, 3, 0), (4, 2, 2)]


@pytest.mark.rule("PW-S67", "PW-B54")
@pytest.mark.parametrize(("heading", "facing", "side"), [("D", "A", 1), ("A", "A", 4), ("B", "A", 5), ("D", "C", 5)])
def test_an_unstopped_missile_does_its_full_warhead_on_the_side_it_came_to(
    heading: str, facing: str, side: int
) -> None:
    target = bare("Y1", "1015", facing=facing)
    battle = fight(target, missile("X1.M1", "1015", "Y1", heading, arrived=True))
    done = assess(battle, *FINAL * 12)
    assert [(event.side, event.points) for event in of(Struck, done)] == [(side, 12)]
    assert done.state.missiles == {}
    assert ("X1.M1", "impact") in [(event.unit, event.why) for event in of(Gone, done)]


@pytest.mark.rule("PW-S67")
def test_a_missile_that_has_not_arrived_does_nothing() -> None:
    done = assess(fight(bare("Y1", "1015"), missile("X1.M1", "1015", "Y1", arrived=False)))
    assert done.events == ()
    assert list(done.state.missiles) == ["X1.M1"]


@pytest.mark.rule("PW-S68", "PW-B91", "PW-S66")
def test_everything_else_in_the_hex_takes_half() -> None:
    battle = fight(
        bare("X9", "1015", screens=6),
        bare("Y1", "1015", screens=12),
        drone("Y1.D1", "1015"),
        missile("X1.M1", "1015", "Y1", arrived=True),
    )
    done = assess(battle, 3, 3)  # the drone's roll of 6 is not more than 6
    assert {event.craft: event.points for event in of(Struck, done)} == {"Y1": 12, "X9": 6}
    assert done.state.drones == {}
    assert [event.strength for event in of(Exploded, done)] == [6]


@pytest.mark.rule("PW-B91", "PW-B64")
def test_missiles_arriving_together_all_strike() -> None:
    flying = [missile(f"X1.M{n}", "1015", "Y1", arrived=True) for n in (1, 2)]
    done = assess(fight(bare("Y1", "1015", screens=24), *flying))
    assert [(event.points, event.screened) for event in of(Struck, done)] == [(24, 24)]
    assert done.state.missiles == {}


@pytest.mark.rule("PW-S136", "PW-B14")
@pytest.mark.parametrize(
    ("moved", "points"),
    [(1, 50), (2, 45), (3, 40), (4, 35), (5, 30), (6, 25), (7, 20), (8, 15), (9, 12), (10, 10), (11, 5), (12, 1)],
)
def test_a_bolt_does_by_its_flight_what_the_table_says(moved: int, points: int) -> None:
    arriving = bolt("X1.LM1-1", "1015", "Y1", "D", moved=moved, arrived=True)
    done = assess(fight(bare("Y1", "1015", screens=50), arriving))
    assert [(event.side, event.points) for event in of(Struck, done)] == [(1, points)]
    assert done.state.bolts == {}


@pytest.mark.rule("PW-S138")
@pytest.mark.parametrize(("eroded", "points"), [(0, 40), (1, 40), (13, 34)])
def test_erosion_comes_off_what_a_bolt_does(eroded: int, points: int) -> None:
    worn = bolt("X1.LM1-1", "1015", "Y1", moved=3, eroded=eroded, arrived=True)
    battle = fight(bare("Y1", "1015", screens=50), worn)
    assert bolt_strength(battle, worn) == points
    assert [event.points for event in of(Struck, assess(battle))] == [points]


@pytest.mark.rule("PW-S139")
def test_a_bolt_of_no_strength_strikes_nobody() -> None:
    worn = bolt("X1.LM1-1", "1015", "Y1", moved=11, eroded=12, arrived=True)
    battle = fight(bare("Y1", "1015"), worn)
    assert bolt_strength(battle, worn) == -1
    done = assess(battle)
    assert of(Struck, done) == []
    assert done.state.bolts == {}


@pytest.mark.rule("PW-A18")
@pytest.mark.parametrize(("face", "missed"), [(1, True), (2, False), (6, False)])
def test_a_seeker_misses_an_evading_target_on_a_one(face: int, missed: bool) -> None:
    target = bare("Y1", "1015", engines=1, screens=50, marks={"evading": True})
    for seeker in (missile("X1.M1", "1015", "Y1", arrived=True), bolt("X1.LM1-1", "1015", "Y1", arrived=True)):
        done = assess(fight(target, seeker), face)
        assert len(of(Survived, done)) == missed
        assert len(of(Struck, done)) == (not missed)
        flying = {**done.state.missiles, **done.state.bolts}
        assert (seeker.id in flying) is missed
        told: list[Survived] | list[Gone] = of(Survived, done) if missed else of(Gone, done)
        assert [event.cause.rolls[0].faces for event in told if event.unit == seeker.id] == [(face,)]


@pytest.mark.rule("PW-A18", "PW-B82")
def test_a_missile_that_missed_may_still_be_set_off() -> None:
    target = bare("Y1", "1015", engines=1, marks={"evading": True})
    missed = assess(fight(ship("X1", "1030"), target, missile("X1.M1", "1015", "Y1", arrived=True)), 1).state
    later = changed(missed, now=changed(missed.now, impulse=2))
    assert [blow.points for blow in blow_up(later, Detonate("X1.M1")).state.blows] == [6]


def test_a_missile_that_reaches_a_planet_explodes_there() -> None:
    moon = Body("moon", "Moon", kit.hexed("1015"))
    done = assess(fight(ship("X1", "1030"), missile("X1.M1", "1015", "moon", arrived=True), bodies={"moon": moon}))
    assert [event.strength for event in of(Exploded, done)] == [6]


@pytest.mark.rule("PW-A35")
def test_a_destroyed_hyper_bomb_does_not_go_off() -> None:
    battle = fight(ship("X1", "1020"), missile("X1.M1", "1012", kind=HYPER), missile("X1.M2", "1012"), options=BOOM)
    done = blow_up(battle, Detonate("X1.M2"), faces=(1, 1))
    assert done.state.missiles == {}
    assert [event.unit for event in of(Exploded, done)] == ["X1.M2"]


@pytest.mark.rule("PW-A36")
@pytest.mark.parametrize(("number", "obeys"), [("1045", True), ("1046", False)])
def test_a_hyper_bomb_obeys_within_thirty_hexes(number: str, obeys: bool) -> None:
    battle = fight(ship("X1", number), missile("X1.M1", "1015", kind=HYPER), options=BOOM)
    if obeys:
        ramming.check_self_destruction(battle, "X", Detonate("X1.M1"))
    else:
        with pytest.raises(GameError) as refused:
            ramming.check_self_destruction(battle, "X", Detonate("X1.M1"))
        assert refused.value.rule == "PW-A36"


@pytest.mark.rule("PW-A36")
def test_a_hyper_bomb_that_arrives_out_of_guidance_does_nothing() -> None:
    bomb = missile("X1.M1", "1015", "Y1", kind=HYPER, arrived=True)
    orphan = fight(bare("Y1", "1015"), bomb, options=BOOM)
    done = assess(orphan)
    assert [event.what for event in of(Survived, done)] == ["missed its target"]
    assert done.state.craft["Y1"].fate == ""


@pytest.mark.rule("PW-A37")
def test_a_hyper_bomb_annihilates_its_hex_and_strikes_around_it() -> None:
    around = [bare(f"Y{n}", f"10{15 - n}", screens=40) for n in range(1, 5)]
    battle = fight(
        ship("X1", "1030"),
        bare("Y9", "1015", engines=9),
        *around,
        drone("Y9.D1", "1015"),
        bolt("Y9.LM1-1", "1015"),
        missile("X1.M1", "1015", kind=HYPER),
        options=BOOM,
        bodies={"mars": Body("mars", "Mars", kit.hexed("1115"), radius=1)},
    )
    done = blow_up(battle, Detonate("X1.M1"))
    assert done.state.craft["Y9"].fate == "destroyed"
    assert done.state.bodies["mars"].destroyed
    assert (done.state.drones, done.state.bolts, done.state.missiles) == ({}, {}, {})
    assert [event.unit for event in of(Exploded, done)] == ["X1.M1"]  # nothing annihilated explodes
    assert {blow.target: blow.points for blow in done.state.blows} == {"Y1": 24, "Y2": 16, "Y3": 8}
    annihilated = {event.unit for event in of(Gone, done) if event.why == "annihilated"}
    assert annihilated == {"Y9", "Y9.D1", "Y9.LM1-1", "mars"}


@pytest.mark.rule("PW-A37")
def test_a_hyper_bomb_that_reaches_its_target_goes_off() -> None:
    bomb = missile("X1.M1", "1015", "Y1", kind=HYPER, arrived=True)
    battle = fight(ship("X1", "1030"), bare("Y1", "1015"), bare("Y2", "1014", screens=40), bomb, options=BOOM)
    done = assess(battle)
    assert done.state.craft["Y1"].fate == "destroyed"
    assert {event.craft: event.points for event in of(Struck, done)} == {"Y2": 24}


def test_the_lost_leave_no_locks_no_joints_and_no_seekers_after_them() -> None:
    lost = bare("Y1", "1015", final_damage=1, marks={"joined": "Y1+Y2"})
    mate = bare("Y2", "1016", marks={"joined": "Y1+Y2"})
    battle = fight(ship("X1", "1014"), lost, mate, missile("X1.M1", "1005", "Y1"), blows=(hit("Y1", 1),))
    battle = changed(battle, locks=(Lock("X1", "B1", "Y1"),))
    done = assess(battle, *FINAL)
    assert done.state.locks == ()
    assert [event.what for event in of(BeamChanged, done)] == ["broken"]
    assert [event.unit for event in of(LinkChanged, done)] == ["Y1"]
    assert (done.state.craft["Y1"].joined, done.state.craft["Y2"].joined) == ("", "")
    assert not done.state.missiles["X1.M1"].tracking
    assert [event.seen_by for event in of(TrackLost, done)] == [("X",)]


@pytest.mark.rule("PW-S65", "PW-B68")
def test_a_missile_that_hits_something_small_destroys_it() -> None:
    battle = fight(
        ship("X1", "1030"),
        missile("X1.M1", "1015", "Y1.D1", arrived=True),
        missile("X1.M2", "1012", "Y1.M1", arrived=True),
        drone("Y1.D1", "1015"),
        missile("Y1.M1", "1012"),
    )
    done = assess(battle)
    assert (done.state.drones, done.state.missiles) == ({}, {})
    assert sorted(event.unit for event in of(Exploded, done)) == ["X1.M1", "X1.M2", "Y1.M1"]


def test_a_bomb_caught_by_another_does_not_go_off_as_well() -> None:
    bombs = [missile(f"X1.M{n}", "1015", kind=HYPER) for n in (1, 2)]
    done = blow_up(fight(ship("X1", "1030"), *bombs, options=BOOM), Detonate("X1.M1"), Detonate("X1.M2"))
    assert [event.unit for event in of(Exploded, done)] == ["X1.M1"]
    assert done.state.missiles == {}
