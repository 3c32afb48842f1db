"""What a programme's conditions ask, answered from a side's own view."""

from typing import Any

import pytest

from rules.pentagon_war.captains.stops import UNSEEN_RANGE, CaptainMemory, fact, holds, nearest_enemy
from rules.pentagon_war.combat.odds import odds
from rules.pentagon_war.events import BoxHit, Event, Launched
from rules.pentagon_war.programme import Condition
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn.view import view_for
from rules.pentagon_war.units import Cpmf, Moment
from rules.values import Cause, changed
from tests.rules.pentagon_war import kit
from tests.rules.pentagon_war.combat.stage import bolt, fight, missile, ship


def value(
    battle: Battle, asked: str, unit: str = "", weapons: tuple[str, ...] = (), memory: CaptainMemory | None = None
) -> int:
    """A fact as X1's captain knows it."""
    view = view_for(battle, "X")
    known: Any = asked
    return fact(
        view,
        memory or CaptainMemory("X", frozenset({"X1"})),
        view.known.craft["X1"],
        Condition(known, "=", 0, unit),
        weapons,
    )


def two(at: str = "1012", **changes: Any) -> Battle:
    """X1 at 1015 facing A, Y1 ahead of it, a farther Y2."""
    return fight(ship("X1", "1015"), ship("Y1", at), ship("Y2", "1003"), **changes)


def test_the_nearest_enemy_is_the_first_by_id_of_several_and_never_a_friend_or_a_wreck() -> None:
    battle = fight(ship("X1", "1015"), ship("X2", "1015"), ship("Y2", "1012"), ship("Y1", "1018"))
    view = view_for(battle, "X")
    found = nearest_enemy(view, view.known.craft["X1"])
    assert found is not None
    assert found.id == "Y1"
    gone = changed(battle, craft={**battle.craft, "Y1": changed(battle.craft["Y1"], fate="destroyed")})
    assert value(gone, "range") == value(gone, "range", "Y2") == 3
    alone = fight(ship("X1", "1015"), ship("X2", "1015"))
    assert value(alone, "range") == UNSEEN_RANGE


def test_a_range_is_counted_to_the_unit_or_to_the_nearest_enemy() -> None:
    assert (value(two(), "range"), value(two(), "range", "Y2"), value(two(), "range", "Z9")) == (3, 12, UNSEEN_RANGE)


@pytest.mark.rule("PW-B83")
def test_a_hidden_craft_is_nowhere_for_the_other_side() -> None:
    hidden = two()
    hidden = changed(hidden, craft={**hidden.craft, "Y1": changed(hidden.craft["Y1"], hidden=True)})
    assert (value(hidden, "range"), value(hidden, "range", "Y1"), value(hidden, "armor", "Y1")) == (12, UNSEEN_RANGE, 0)


def test_in_arc_asks_for_the_lines_weapons_or_for_any() -> None:
    assert value(two(), "in_arc") == value(two(), "in_arc", weapons=("L1",)) == 1
    behind = fight(ship("X1", "1015"), ship("Y1", "1020"))
    assert value(behind, "in_arc", weapons=("L1",)) == 0
    assert value(behind, "in_arc", "Z9") == 0


def test_screens_armor_and_power_are_ones_own_or_the_others() -> None:
    battle = two()
    own, other = battle.craft["X1"], battle.craft["Y1"]
    weak = changed(other, screens=1, armor=(1, 0, 0, 0, 0, 0))
    charged = changed(own, cpmf=Cpmf(available=6, lasers=2))
    battle = changed(battle, craft={**battle.craft, "Y1": weak, "X1": charged})
    assert (value(battle, "screens"), value(battle, "screens", "Y1")) == (3, 1)
    assert (value(battle, "armor"), value(battle, "armor", "Y1")) == (9, 1)
    assert value(battle, "power") == 4


def test_seekers_in_flight_count_if_they_are_the_others() -> None:
    battle = two()
    flying = {"Y1.M1": missile("Y1.M1", "1013", "X2"), "X1.M1": missile("X1.M1", "1014", "Y1")}
    armed = changed(battle, missiles=flying, bolts={"Y1.LM1-1": bolt("Y1.LM1-1", "1013", "X1")})
    assert (value(battle, "missile_inbound"), value(armed, "missile_inbound")) == (0, 2)


def test_launches_and_hits_are_remembered_as_far_as_the_side_was_told() -> None:
    memory = CaptainMemory("X", frozenset({"X1"}))
    now, cause = Moment(1, 2, 6), Cause("PW-S57")
    seen: list[Event] = [
        Launched(now, cause, "Y1.M1", "Y1", "missile", kit.hexed("1012"), 0),
        Launched(now, cause, "X1.M1", "X1", "missile", kit.hexed("1015"), 0),
        Launched(now, cause, "Y2.M1", "Y2", "missile", kit.hexed("1003"), 0, seen_by=("Y",)),
        BoxHit(now, Cause("PW-B15"), "X1", "laser", "L1"),
        BoxHit(now, Cause("PW-B15"), "Y1", "laser", "L1"),
    ]
    memory.learn(seen)
    assert (value(two(), "launched_at", memory=memory), value(two(), "hit", memory=memory)) == (1, 1)
    assert (value(two(), "launched_at"), value(two(), "hit")) == (0, 0)


def test_the_impulse_and_the_chance_to_hit() -> None:
    battle = two(impulse=7)
    assert value(battle, "impulse") == 7
    craft = battle.craft["X1"]
    chance = odds(view_for(battle, "X").known, craft, "P1", "Y1").hit
    assert 0 < chance < 1
    assert value(battle, "hit_chance", weapons=("P1",)) == int(100 * chance)
    assert value(battle, "hit_chance") == value(battle, "hit_chance", "Z9", ("P1",)) == 0


@pytest.mark.parametrize(
    ("test", "yes"), [("<", (4,)), ("<=", (3, 4)), (">", (2,)), (">=", (2, 3)), ("=", (3,)), ("!=", (2, 4))]
)
def test_a_condition_compares_the_fact_with_its_number(test: Any, yes: tuple[int, ...]) -> None:
    view = view_for(two(), "X")
    memory = CaptainMemory("X", frozenset({"X1"}))
    found = [n for n in (2, 3, 4) if holds(view, memory, view.known.craft["X1"], Condition("range", test, n))]
    assert tuple(found) == yes
