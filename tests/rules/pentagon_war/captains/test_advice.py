"""What a captain is advised: stances with their reasons, a stance's turn as lines, and the choices of a usual turn."""

from fractions import Fraction
from pathlib import Path

import pytest

from rules.pentagon_war.captains.advice import CraftOutlook, course_of, exchange, fire_lines, first_open, outlook, steer
from rules.pentagon_war.captains.stance_rows import STANCE_ROWS
from rules.pentagon_war.notation.read import parse_programme
from rules.pentagon_war.notation.write import programme_lines
from rules.pentagon_war.programme import Programme
from rules.pentagon_war.shipyard.notation import FOLDER, library
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn.setup import new_battle
from rules.pentagon_war.turn.view import view_for
from rules.pentagon_war.units import Moment
from rules.values import changed
from tests.rules.pentagon_war import kit


def scenario(name: str) -> Battle:
    """A ready-made battle."""
    return new_battle((Path(FOLDER) / f"{name}.toml").read_text(encoding="utf-8"), library())


def advised(battle: Battle, unit: str) -> CraftOutlook:
    """The outlook of a craft, cautious, by its own side's view."""
    return outlook(view_for(battle, battle.craft[unit].side), unit, "cautious")


def test_who_is_outgunned_close_by_is_advised_to_stand_off_and_the_other_to_close_in() -> None:
    battle = scenario("duel")
    assert [each.stance for each in advised(battle, "S1").advised] == ["stand-off", "cautious", "aggressive"]
    assert [each.stance for each in advised(battle, "A1").advised] == ["aggressive", "cautious", "stand-off"]
    assert (
        "keeps 9 hexes off, brakes in time, and fires within 12 hexes; there your volley does 16 points"
        in advised(battle, "S1").advised[0].reason
    )


def test_a_small_craft_may_guard_the_largest_of_its_side() -> None:
    found = advised(scenario("escort"), "H3").advised
    assert [each.stance for each in found].index("escort") == 1, "after the stance that suits best"
    assert found[1].reason == "stays by Long Harvest, your largest"


def test_a_craft_that_can_hurt_nobody_is_advised_to_flee() -> None:
    battle = scenario("duel")
    craft = changed(battle.craft["S1"], weapons=(), guns=())
    first = advised(changed(battle, craft={**battle.craft, "S1": craft}), "S1").advised[0]
    assert (first.stance, first.reason) == (
        "flee",
        f"{STANCE_ROWS['flee'].promise}: nothing aboard can hurt them",
    )


def test_a_craft_badly_hurt_is_advised_to_flee() -> None:
    battle = scenario("duel")
    craft = changed(
        battle.craft["S1"],
        armor=(0,) * 6,
        hull_forward=0,
        hull_aft=0,
        screens=0,
        engines=1,
        capacitors=2,
        point_defense=0,
    )
    first = advised(changed(battle, craft={**battle.craft, "S1": craft}), "S1").advised[0]
    assert first.stance == "flee"
    assert "of 51 boxes are left" in first.reason


def test_with_no_enemy_in_sight_there_is_little_to_advise() -> None:
    found = advised(kit.battle(kit.craft("X1", "1015")), "X1")
    assert (found.enemy, found.ahead, found.bands, found.best) == ("", (), (), 0)
    assert [each.stance for each in found.advised] == ["cautious"]


def test_the_best_range_to_fire_within_is_the_least_that_the_turn_leads_to_and_none_beyond_the_stances_limit() -> None:
    found = advised(kit.battle(kit.craft("X1", "1060"), kit.craft("Y1", "1053")), "X1")
    assert (found.led.ranges[-1][1], found.best) == (7, 9)
    assert "fire ALL when range <= 9" in programme_lines(found.drafted)
    far = advised(scenario("duel"), "S1")
    assert (far.led.ranges[-1][1], far.best) == (23, 0)
    assert (far.led.shots, far.drafted.fire) == ((), ()), "cautious fires within 9 hexes"


def test_a_craft_that_cannot_thrust_is_told_so_and_advised_no_course() -> None:
    dry = changed(kit.craft("X1", "1060"), tanks_full=0, tanks_empty=2)
    found = advised(kit.battle(dry, kit.craft("Y1", "1053")), "X1")
    assert [each.stance for each in found.advised] in (["cautious", "stand-off"], ["stand-off", "cautious"])
    assert all(each.reason.startswith("cannot thrust: no fuel; it drifts") for each in found.advised)
    broken = changed(dry, engines=0)
    assert "no engines" in advised(kit.battle(broken, kit.craft("Y1", "1053")), "X1").advised[0].reason


def test_more_is_done_from_near_by_than_from_far_off() -> None:
    battle = scenario("duel")
    near, far = (exchange(battle, battle.craft["A1"], battle.craft["S1"], hexes) for hexes in (2, 18))
    assert near > far
    assert near[0] > Fraction(50)


def test_a_course_is_a_turn_at_once_and_thrust_from_there() -> None:
    battle = scenario("duel")
    plan = steer(battle, battle.craft["S1"], Programme("S1", 1), 2, 4)
    assert programme_lines(plan)[:2] == ("1 turn C, accelerate", "2-4 accelerate")
    assert course_of(battle, battle.craft["S1"], plan) == (2, 4)
    assert course_of(battle, battle.craft["S1"], Programme("S1", 1)) == (0, 0)


@pytest.mark.rule("PW-S52")
def test_a_base_turns_one_hexside_and_again_four_impulses_later() -> None:
    battle = scenario("amber_gate")
    base = battle.craft["S1"]
    plan = steer(battle, base, Programme("S1", 1), (base.facing + 2) % 6, 0)
    assert [move.impulse for move in plan.moves] == [1, 5]


def test_in_the_middle_of_a_turn_what_was_flown_stays() -> None:
    battle = changed(scenario("duel"), now=Moment(1, 5, 7))
    assert first_open(battle) == 6
    plan = steer(battle, battle.craft["S1"], parse_programme("1-8 accelerate", "S1", 1), 0, 2)
    assert programme_lines(plan)[0] == "1-7 accelerate"


def test_all_weapons_at_one_craft_within_a_range() -> None:
    plan = changed(Programme("S1", 1), fire=(fire_lines("A1", 6),))
    assert programme_lines(plan)[0] == "fire ALL at A1 when range to A1 <= 6"


def test_a_hidden_enemy_changes_no_advice() -> None:
    battle = scenario("amber_gate")
    (hidden,) = [craft for craft in battle.craft.values() if craft.side == "B" and craft.hidden]
    without = changed(battle, craft={unit: craft for unit, craft in battle.craft.items() if unit != hidden.id})
    assert advised(battle, "S1") == advised(without, "S1")


def test_what_hides_stays_hidden_in_the_lines_of_its_stance() -> None:
    battle = scenario("amber_gate")
    (hidden,) = [craft for craft in battle.craft.values() if craft.hidden]
    assert programme_lines(advised(battle, hidden.id).drafted)[0].startswith("power radar off, invisible")


def test_what_hides_holds_its_fire_unless_its_stance_would_fire() -> None:
    far = kit.craft("X1", "1060", radar_invisibility=True, capacitors=12)
    hidden = changed(far, hidden=True, invisible=True)
    for hexes, fires in ((9, False), (2, True)):
        enemy = kit.craft("Y1", f"10{60 - hexes}", screens=9)
        seen, unseen = (advised(kit.battle(one, enemy), "X1") for one in (far, hidden))
        assert seen.best > 0
        assert bool(unseen.led.shots) is fires
        assert (unseen.best > 0) is fires
