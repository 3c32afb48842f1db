"""What may be answered at a question of the turn: shots with their odds, and all weapons at once."""

import pytest

from rules.pentagon_war.captains.answers import fire_answers, held, with_all_weapons
from rules.pentagon_war.captains.preview import preview
from rules.pentagon_war.combat.odds import odds
from rules.pentagon_war.notation.read import parse_programme
from rules.pentagon_war.orders import Fire, Ram
from rules.pentagon_war.programme import Programme
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn.view import view_for
from rules.pentagon_war.units import Moment
from rules.values import GameError
from tests.rules.pentagon_war import kit

DIRECT = ("P1", "E1", "L1", "L2")


def scene() -> Battle:
    """X1 two hexes from Y1 ahead of it and five from Y2; it may fire."""
    return kit.battle(kit.craft("X1", "1010"), kit.craft("Y1", "1008"), kit.craft("Y2", "1005"), now=Moment(1, 4, 7))


def test_each_target_has_the_weapons_that_bear_and_what_they_do_on_average() -> None:
    battle = scene()
    found = fire_answers(battle, battle.craft["X1"])
    assert [answer.target for answer in found] == ["Y1", "Y2"]
    assert set(found[0].weapons) == set(DIRECT)
    assert found[0].hexes == 2
    looked = [odds(battle, battle.craft["X1"], weapon, "Y1") for weapon in found[0].weapons]
    assert found[0].mean == sum(each.mean for each in looked)
    assert found[0].hit == max(each.hit for each in looked)


@pytest.mark.rule("PW-B92")
def test_to_fire_all_is_to_fire_what_may_be_fired_and_is_refused_with_the_reason_where_nothing_may() -> None:
    battle = scene()
    made = with_all_weapons(battle, "X", Fire("X1", ("ALL",), "Y1"))
    assert isinstance(made, Fire)
    assert set(made.weapons) == set(DIRECT)
    with pytest.raises(GameError):
        with_all_weapons(battle, "X", Fire("X1", ("ALL",), "X1"))
    with pytest.raises(GameError, match="carries no weapon"):
        with_all_weapons(battle, "X", Fire("Y1", ("ALL",), "X1"))


def test_any_other_decision_stays_as_it_is() -> None:
    battle = scene()
    for order in (Fire("X1", ("L1",), "Y1"), Ram("X1", "Y1")):
        assert with_all_weapons(battle, "X", order) is order


def test_a_preview_counts_what_its_captain_has_said_once_and_in_the_place_of_the_programme() -> None:
    view = view_for(scene(), "X")
    plan = Programme("X1", 1)
    said = (Fire("X1", ("L1", "L2"), "Y2"),)
    without, found = preview(view, plan), preview(view, plan, said=said)
    assert without.shots == ()
    assert found.shots == ("Impulse 4: fire L1 L2 at Y2",)
    assert found.power[0][1] < without.power[0][1]


def test_to_hold_fire_puts_off_direct_fire_alone_until_the_impulse_is_over() -> None:
    plan = parse_programme("fire L1 at Y1; fire L2 at Y1 from 2 to 4; fire M1 at Y1; stance flee", "X1", 1)
    quiet = held(plan, 4)
    assert [(line.weapons, line.first, line.last) for line in quiet.fire] == [(("L1",), 5, 12), (("M1",), 1, 12)]
    assert quiet.stance == "flee"
    assert held(quiet, 4) == quiet
