"""Probes: a few ships to a neighbour's world whom a governor distrusts, and away again before it costs much."""

from typing import Final

import pytest

from rules.cluster_war.chapters.combat.battle_orders import SetEngagement
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.organising_orders import SetMission, SplitFleet
from rules.cluster_war.model.events.battles import BattleFought
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.sides import ColonySighting
from rules.cluster_war.play.governors.concerns.defense import (
    PROBE_LOSS_PERCENT,
    PROBE_SHIPS,
    TURNS_BETWEEN_PROBES,
    defend,
    engage,
    probe,
)
from rules.cluster_war.play.governors.govern import govern
from rules.cluster_war.play.governors.profile import Profile
from rules.cluster_war.play.governors.situation import GovernorMemory
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.views.side_views import view_for
from rules.dice import Dice
from rules.values import changed
from tests.rules.cluster_war.play.governors.kit import ENEMY, FAR, fleet, looked, situation_of, world
from tests.rules.cluster_war.play.governors.signing import signed
from tests.rules.cluster_war.play.governors.test_concerns_of_peace import orders_of

XENOPHOBE: Final = {"CW-TAB-GOVERNORS/conqueror/trust": "-3"}


def beside(turn: int = 7, line: int = 6) -> GameState:
    """The Humans with a line of destroyers, four hexes from a world of the Vermin whom they distrust."""
    state = world(vermin=50, turn=turn, overrides=XENOPHOBE)
    return fleet(state, "Line", "0303", *["DD"] * line)


def goals(state: GameState, memory: GovernorMemory = GovernorMemory()) -> list[str]:  # noqa: B008 # it cannot be changed
    """Where probes would go."""
    found = orders_of(probe(situation_of(state, "conqueror", memory=memory)))
    return [o.legs[-1].to for o in found if isinstance(o, MoveFleet)]


@pytest.mark.rule("CW-9.0-09")
def test_a_few_ships_leave_the_line_and_fight_only_while_it_costs_little() -> None:
    found = orders_of(probe(situation_of(beside(), "conqueror")))
    split = next(o for o in found if isinstance(o, SplitFleet))
    assert len(split.ships) == PROBE_SHIPS
    assert SetMission(split.new, "scout") in found
    assert SetEngagement(split.new, "attack", PROBE_LOSS_PERCENT) in found
    assert [(o.fleet, o.legs[-1].to) for o in found if isinstance(o, MoveFleet)] == [(split.new, ENEMY)]


def test_no_more_than_a_third_of_the_hull_is_risked() -> None:
    assert goals(beside(line=2)) == []
    [split] = [o for o in orders_of(probe(situation_of(beside(line=3), "conqueror"))) if isinstance(o, SplitFleet)]
    assert len(split.ships) == 1


def test_nobody_is_tested_too_early_too_often_or_who_is_trusted() -> None:
    assert goals(beside(turn=5)) == []
    assert goals(beside(), GovernorMemory(probed={"vermin": 7 - TURNS_BETWEEN_PROBES + 1})) == []
    assert goals(beside(), GovernorMemory(probed={"vermin": 7 - TURNS_BETWEEN_PROBES})) == [ENEMY]
    assert goals(beside(), GovernorMemory(beaten=6)) == []
    trusted = changed(beside(), settings=changed(beside().settings, overrides={}))
    assert goals(trusted) == []
    assert goals(changed(beside(), peace=("humans|vermin",))) == []
    assert orders_of(probe(situation_of(beside(), "builder"))) == []


def test_a_race_that_strikes_nobody_first_sends_none() -> None:
    state = beside()
    gentle = changed(state.sides["humans"], race=changed(state.sides["humans"].race, attitude="Peaceful"))
    assert goals(changed(state, sides={**state.sides, "humans": gentle})) == []


def test_a_fleet_on_its_way_keeps_its_orders_and_one_at_home_keeps_watch_again() -> None:
    away = fleet(beside(), "Probe", ENEMY, "DD", mission="scout")
    set_to = [
        o
        for o in orders_of(engage(situation_of(looked(away), "conqueror")))
        if isinstance(o, SetEngagement) and o.fleet
    ]
    assert [(o.stance, o.withdraw_at) for o in set_to if o.fleet == "humans-F2"] == [("attack", PROBE_LOSS_PERCENT)]
    back = fleet(beside(), "Probe", "0303", "DD", mission="scout")
    assert SetMission("humans-F2", "patrol") in orders_of(defend(situation_of(looked(back), "conqueror")))


def test_a_probe_that_meets_nobody_goes_on_to_a_world_that_it_has_not_seen() -> None:
    away = fleet(beside(), "Probe", ENEMY, "DD", mission="scout")
    state = looked(away)
    other = ColonySighting(f"{FAR}-1", "vermin", FAR, 1, 8)
    knew = state.knowledge["humans"]
    knew = changed(knew, colonies={**knew.colonies, other.colony: other})
    state = changed(state, knowledge={**state.knowledge, "humans": knew})
    found = orders_of(probe(situation_of(state, "conqueror", memory=GovernorMemory(probed={"vermin": 6}))))
    assert [(o.fleet, o.legs[-1].to) for o in found if isinstance(o, MoveFleet)] == [("humans-F2", FAR)]


def test_a_probe_comes_to_a_battle_of_which_most_of_it_comes_home() -> None:
    state = fleet(fleet(beside(), "Guard", ENEMY, *["DD"] * 3, side="vermin"), "Eye", ENEMY, "SC")
    ships = len([s for s in state.ships.values() if s.side == "humans"])
    memory, said, fought = GovernorMemory(greeted=("vermin",)), list[str](), list[Event]()
    for _ in range(6):
        plan = govern(view_for(state, "humans"), Profile("conqueror", "hard"), b"kit", memory)
        memory = plan.memory
        said += [one.occasion for one in plan.said]
        done = adjudicate(state, signed(plan, "humans", state.turn), Dice(bytes(32), "kit", state.turn))
        fought += [e for e in done.events if isinstance(e, BattleFought) and e.side == "humans"]
        state = done.state
        if fought:
            break
    assert memory.probed == {"vermin": 7}
    assert said[0] == "threat"
    assert fought
    assert ships - len([s for s in state.ships.values() if s.side == "humans"]) <= PROBE_SHIPS
