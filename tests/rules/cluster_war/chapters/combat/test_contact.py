"""Whether a meeting becomes a battle, who takes part, who gets away, where units start."""

from fractions import Fraction

import pytest

from rules.cluster_war.model.events.battles import BattleFought, FleetEvaded, QuarryEscaped
from rules.cluster_war.model.events.movement import FleetsMet
from rules.cluster_war.model.events.turn import QuestionRaised
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Base, Transit
from rules.cluster_war.model.state.war import Engagement
from rules.values import changed
from tests.rules.cluster_war.build import DESIGNS, body, change_fleet, small, star, with_colony, with_fleet
from tests.rules.cluster_war.chapters.combat.battles import (
    ATTACK,
    BY_NUMBERS,
    EVADE,
    Referee,
    facing,
    lost,
    minded,
    played,
)


def designed(state: GameState, side: str, design: str, **changes: object) -> GameState:
    """The state with a side's design changed."""
    found = state.sides[side]
    other = changed(found.designs[design], **changes)  # type: ignore[arg-type] # a design's own fields
    return changed(state, sides={**state.sides, side: changed(found, designs={**found.designs, design: other})})


@pytest.mark.rule("CW-9.0-09", "CW-9.0-01")
def test_there_is_a_battle_where_somebody_attacks_and_the_game_master_is_not_asked() -> None:
    month = played(facing(), referee=Referee(winner="humans"))
    assert month.battles
    first = month.battles[0]
    assert (first.id, first.week, first.sides, first.kind) == ("1/0505/1", 1, ("humans", "vermin"), "fleet action")
    assert first.enemies == (("humans", "vermin"),)
    assert not month.of(QuestionRaised)
    assert {q.answer for q in month.state.questions} == {"Battle 1/0505/4."}
    assert [record.kind for record in month.state.battles] == ["fleet action"] * 4


@pytest.mark.rule("CW-9.0-10")
def test_where_nobody_attacks_the_meeting_is_told_and_no_question_is_asked() -> None:
    month = played(facing(humans=Engagement("defend")))
    assert not month.battles
    assert {e.seen_by for e in month.of(FleetsMet)} == {(), ("humans",), ("vermin",)}
    assert len(month.of(FleetsMet)) == 3
    assert not month.of(QuestionRaised)
    assert not [q for q in month.state.questions if not q.settled_turn]


def test_a_campaign_that_asks_is_played_as_ever() -> None:
    asked = played(facing(settings=Settings()))
    without = played(facing(humans=Engagement(), settings=Settings()))
    assert not asked.battles
    assert asked.events == without.events
    (question,) = asked.state.questions
    assert not question.settled_turn


def test_a_duel_is_one_ship_against_one() -> None:
    state = small(settings=BY_NUMBERS)
    state = with_fleet(state, "humans", "0505", "destroyer", engagement=ATTACK)
    month = played(with_fleet(state, "vermin", "0505", "scout"))
    assert month.battles[0].kind == "duel"


def test_sides_at_peace_do_not_fight_and_a_third_one_is_drawn_in_only_by_an_attack() -> None:
    state = with_fleet(facing(), "oolab", "0505", "destroyer", "destroyer")
    peace = changed(state, peace=("humans|oolab", "humans|vermin"))
    assert not played(peace).battles
    alone = changed(state, peace=("humans|oolab", "oolab|vermin"))
    assert played(alone).battles[0].sides == ("humans", "vermin")
    all_three = played(state).battles[0]
    assert all_three.sides == ("humans", "oolab", "vermin")
    assert all_three.enemies == (("humans", "oolab"), ("humans", "vermin"), ("oolab", "vermin"))


def test_two_fights_in_one_hex_are_two_battles() -> None:
    sides = ("humans", "vermin", "oolab", "dominators")
    state = small(sides, settings=BY_NUMBERS)
    for side in sides:
        state = with_fleet(state, side, "0505", "destroyer", engagement=ATTACK)
    friends = ("dominators|humans", "dominators|vermin", "humans|oolab", "oolab|vermin")
    month = played(changed(state, peace=friends))
    assert [(b.id, b.sides) for b in month.battles[:2]] == [
        ("1/0505/1", ("dominators", "oolab")),
        ("1/0505/2", ("humans", "vermin")),
    ]


@pytest.mark.rule("CW-9.7-05")
def test_a_fleet_told_to_evade_gets_away_from_slower_ones() -> None:
    state = designed(facing(vermin=EVADE), "vermin", "destroyer", drive=Fraction(5))
    month = played(state)
    assert not month.battles
    assert {e.seen_by for e in month.of(FleetEvaded)} == {("vermin",)}
    assert {e.seen_by for e in month.of(QuarryEscaped)} == {("humans",)}


@pytest.mark.rule("CW-9.7-05")
def test_a_fleet_told_to_evade_is_caught_by_one_as_fast() -> None:
    state = designed(facing(vermin=EVADE), "humans", "freighter", drive=Fraction(4))
    month = played(state)
    assert month.battles
    assert month.battles[0].plans["vermin"].stance == "evade"


@pytest.mark.rule("CW-4.0-17")
def test_skip_drives_escape_from_a_battle_with_ease() -> None:
    slow = designed(facing(vermin=EVADE), "vermin", "destroyer", drive=Fraction(1))
    assert played(slow).battles
    assert not played(designed(slow, "vermin", "destroyer", ftl="skip")).battles


def test_unarmed_ships_attack_nobody() -> None:
    state = designed(facing(), "humans", "destroyer", layout={"Drive 4G": 8, "Bridge": 1})
    state = designed(state, "humans", "freighter", layout={"Cargo bay": 4})
    assert not played(state).battles
    armed = designed(state, "humans", "destroyer", layout={"Beam emitter 3": 3, "Bridge": 1})
    assert played(armed).battles


@pytest.mark.rule("CW-9.1-04", "CW-9.1-05")
def test_who_comes_starts_at_the_edge_and_a_world_and_its_defenders_at_the_centre() -> None:
    state = small(systems=[star("0505", body(1))], settings=BY_NUMBERS)
    state = with_colony(state, "vermin", "0505", 1, 50, garrison={"base": 2, "scout": 1}, munitions=7)
    state = with_fleet(state, "vermin", "0505", "destroyer", name="Home Guard")
    under_way = Transit("0506", "0505", 0, 2)
    state = with_fleet(state, "humans", "0506", "destroyer", name="Raiders", engagement=ATTACK, transit=under_way)
    post = Base("vermin/BS01", "vermin", "base", "Gate", "0505", 1)
    state = changed(state, bases={post.id: post})
    battle = played(state).battles[0]
    assert battle.week == 2
    assert battle.world == "Vermin 0505"
    assert {u.unit: (u.place, u.count) for u in battle.units} == {
        "humans/DD01": ("edge", 1),
        "vermin/DD01": ("centre", 1),
        "vermin/BS01": ("centre", 1),
        "0505-1|base": ("centre", 2),
    }
    assert battle.terrain == ("G",)


def test_a_world_without_defenders_gives_no_battle() -> None:
    state = with_colony(small(settings=BY_NUMBERS), "vermin", "0505", 1, 50)
    assert not played(with_fleet(state, "humans", "0505", "destroyer", engagement=ATTACK)).battles


@pytest.mark.rule("CW-9.7-04")
def test_the_reserve_is_marked_and_attacks_nobody() -> None:
    kept = changed(ATTACK, reserve=("humans/FF01",))
    battle = played(facing(humans=kept)).battles[0]
    assert {u.unit for u in battle.units if u.reserve} == {"humans/FF01"}
    assert battle.plans["humans"].reserve == ("humans/FF01",)
    assert not played(change_fleet(facing(), "humans-F1", mission="reserve")).battles


@pytest.mark.rule("CW-9.1-02", "CW-9.1-03")
def test_any_number_of_units_meets_in_one_place_each_with_its_design_as_drawn() -> None:
    state = small(settings=changed(BY_NUMBERS, largest_battle=0))
    state = with_fleet(state, "humans", "0505", *["destroyer"] * 120, engagement=ATTACK)
    battle = played(with_fleet(state, "vermin", "0505", *["scout"] * 90)).battles[0]
    assert len(battle.units) == 210
    assert all(u.design == DESIGNS["destroyer" if u.side == "humans" else "scout"] for u in battle.units)
    assert battle.method == "chair"


@pytest.mark.rule("CW-9.0-02")
def test_a_battle_of_too_many_units_is_settled_by_numbers() -> None:
    for most, method in ((6, "chair"), (5, "quick"), (0, "chair")):
        month = played(facing(settings=changed(BY_NUMBERS, largest_battle=most)))
        assert month.state.battles[0].method == method


def test_a_hostile_race_attacks_the_weaker_and_leaves_the_stronger() -> None:
    weaker = minded(facing(humans=Engagement()), "humans", "Hostile")
    assert played(weaker).battles
    stronger = minded(facing(humans=Engagement()), "vermin", "Hostile")
    assert not played(stronger).battles
    assert played(minded(facing(humans=Engagement()), "vermin", "Very Hostile")).battles


def test_battles_of_a_later_week_come_from_what_the_earlier_ones_left() -> None:
    month = played(facing(), referee=Referee(lost("vermin/DD01", "vermin/DD02"), "humans"))
    assert [b.week for b in month.battles] == [1]
    assert [e.week for e in month.events if isinstance(e, BattleFought)] == [1]
