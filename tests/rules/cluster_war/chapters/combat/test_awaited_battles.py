"""Battles that people settle: the month stops, and played again with their outcomes is the same up to them."""

import pytest

from rules.cluster_war.chapters.combat.battle import Battle, BattlesAwaited
from rules.cluster_war.chapters.combat.battle_amendments import SetBattles
from rules.cluster_war.chapters.combat.muster import method_of
from rules.cluster_war.model.events.battles import BattleFought
from rules.cluster_war.model.events.turn import Amended
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.war import BattleOutcome, BattleTerms, UnitOutcome
from rules.cluster_war.turn.gm.amend import amend
from rules.cluster_war.turn.month import adjudicate
from rules.values import EVERYONE, GameError, changed
from tests.rules.cluster_war.build import DICE, with_fleet
from tests.rules.cluster_war.chapters.combat.battles import ATTACK, EVADE, Referee, facing, lost, played, unhurt


def awaited(state: GameState, **outcomes: BattleOutcome) -> tuple[Battle, ...]:
    """The battles for which a month waits."""
    with pytest.raises(BattlesAwaited) as waits:
        adjudicate(state, (), DICE, {o.battle: o for o in outcomes.values()})
    return waits.value.battles


def outcome(battle: Battle, *gone: str) -> BattleOutcome:
    """The outcome in which these are destroyed."""
    units = tuple(lost(u.unit)[u.unit] if u.unit in gone else unhurt(u) for u in battle.units)
    return BattleOutcome(battle.id, "fought", "humans", units)


@pytest.mark.rule("CW-9.0-02", "CW-9.0-05")
def test_a_month_waits_for_all_battles_of_a_week_that_people_settle_and_tells_what_each_side_wants() -> None:
    state = facing(settings=Settings(battles="fought"))
    state = with_fleet(state, "humans", "0909", "destroyer", engagement=changed(ATTACK, withdraw_at=25))
    state = with_fleet(state, "vermin", "0909", "scout")
    first, second = awaited(state)
    assert (first.id, second.id) == ("1/0505/1", "1/0909/1")
    assert second.plans["humans"].withdraw_at == 25
    assert second.plans["vermin"].stance == "defend"
    once = outcome(first, "vermin/DD01", "vermin/DD02")
    assert [b.id for b in awaited(state, a=once)] == ["1/0909/1"]
    done = adjudicate(state, (), DICE, {b.battle: b for b in (once, outcome(second, "vermin/SC01"))})
    assert [record.id for record in done.state.battles] == ["1/0505/1", "1/0909/1"]


def test_the_same_orders_and_outcomes_give_the_same_month() -> None:
    state = facing(settings=Settings(battles="fought"))
    (battle,) = awaited(state)
    ended = {battle.id: outcome(battle, "vermin/DD01", "vermin/DD02")}
    assert adjudicate(state, (), DICE, ended) == adjudicate(state, (), DICE, dict(ended))
    assert awaited(state) == (battle,)


def test_a_battle_that_follows_from_a_battle_is_awaited_in_its_turn() -> None:
    state = facing(settings=Settings(battles="narrated"))
    (first,) = awaited(state)
    (second,) = awaited(state, a=outcome(first, "vermin/DD01"))
    assert (second.id, second.week) == ("1/0505/2", 2)
    assert {u.unit for u in second.units if u.side == "vermin"} == {"vermin/DD02"}


def test_an_outcome_that_is_there_goes_before_the_engine() -> None:
    referee = Referee()
    state = facing()
    adjudicate(state, (), DICE, {}, referee)
    battle = referee.seen[0]
    never = Referee()
    told = {battle.id: outcome(battle, "vermin/DD01", "vermin/DD02")}
    done = adjudicate(state, (), DICE, told, never)
    assert not never.seen
    assert "vermin-F1" not in done.state.fleets


@pytest.mark.rule("CW-9.0-02")
def test_without_an_engine_the_chair_waits_too() -> None:
    (battle,) = awaited(facing())
    assert battle.method == "chair"


@pytest.mark.rule("CW-9.0-02", "CW-9.7-03", "CW-9.7-06", "CW-9.1-06")
def test_the_game_masters_terms_hold_for_their_hex_and_their_turn() -> None:
    terms = BattleTerms(1, "narrated", ("vermin",), {"humans": 15}, centre=("humans/DD01",))
    state = changed(facing(), terms={"0505": terms})
    (battle,) = awaited(state)
    assert (battle.method, battle.surprised, battle.advantage) == ("narrated", ("vermin",), {"humans": 15})
    assert {u.unit for u in battle.units if u.place == "centre"} == {"humans/DD01"}
    old = Referee()
    adjudicate(changed(state, terms={"0505": changed(terms, turn=7)}), (), DICE, {}, old)
    assert (old.seen[0].method, old.seen[0].surprised) == ("chair", ())
    done = adjudicate(state, (), DICE, {battle.id: outcome(battle, "vermin/DD01", "vermin/DD02")})
    heard = [e for e in done.events if e.seen_by]
    assert any(isinstance(e, BattleFought) for e in heard)
    bare = changed(state, terms={"0505": BattleTerms(1, "narrated")})
    (same,) = awaited(bare)
    plain = adjudicate(bare, (), DICE, {same.id: outcome(same, "vermin/DD01", "vermin/DD02")})
    assert heard == [e for e in plain.events if e.seen_by], "nobody hears of surprise, advantage or places"


@pytest.mark.rule("CW-9.0-02")
def test_where_meetings_are_asked_the_game_master_may_have_one_settled_otherwise() -> None:
    state = changed(facing(settings=Settings()), terms={"0505": BattleTerms(1, "chair")})
    referee = Referee(lost("vermin/DD01", "vermin/DD02"), "humans")
    done = adjudicate(state, (), DICE, {}, referee)
    assert [b.hex for b in referee.seen] == ["0505"]
    assert {q.answer for q in done.state.questions} == {"Battle 1/0505/1."}


def test_who_evades_leaves_nothing_to_wait_for() -> None:
    state = facing(vermin=EVADE, settings=Settings(battles="fought"))
    assert not adjudicate(state, (), DICE).state.battles


def test_a_destroyed_unit_is_told_of_once() -> None:
    (battle,) = awaited(facing())
    assert outcome(battle, "vermin/DD01").units.count(UnitOutcome("vermin/DD01", "destroyed")) == 1


@pytest.mark.rule("CW-9.0-02")
def test_numbers_settle_a_battle_in_the_month_itself_by_dice_that_nobody_else_can_work_out() -> None:
    state = facing(settings=Settings(battles="quick"))
    salted = {side: changed(found, salt=f"1:{side}") for side, found in state.sides.items()}
    other = {side: changed(found, salt=f"2:{side}") for side, found in state.sides.items()}
    plain = [played(changed(state, sides=sides)) for sides in (state.sides, salted, salted, other)]
    assert all(month.state.battles[0].method == "quick" for month in plain)
    assert plain[1].events == plain[2].events
    assert len({repr(month.heard("humans")) for month in plain}) > 1


@pytest.mark.rule("CW-9.0-02")
@pytest.mark.parametrize(
    ("units", "method"), [(1, "quick"), (10, "quick"), (11, "fought"), (40, "fought"), (41, "chair"), (400, "chair")]
)
def test_a_campaign_settles_each_battle_by_a_rule_for_its_size(units: int, method: str) -> None:
    by_size = Settings(
        battles="fought", small_battle=10, small_battles="quick", largest_battle=40, large_battles="chair"
    )
    assert method_of(by_size, units) == method
    assert method_of(changed(by_size, battles="ask"), units) == "quick", "where the game master is asked"


@pytest.mark.rule("CW-9.0-02")
def test_the_game_master_sets_the_rule_by_size_and_everybody_reads_it() -> None:
    order = SetBattles("fought", largest=40, small=6, small_method="quick", large_method="chair")
    done = amend(facing(), order, "house rule")
    (said,) = (e for e in done.events if isinstance(e, Amended))
    assert said.seen_by == (EVERYONE,)
    assert said.text == (
        "From now on players fight their battles themselves. Of up to 6 units, battles are settled by numbers. "
        "Of more than 40 units, battles are fought by the tactical engine after each side's orders."
    )
    small = done.state
    assert BattleFought in {type(e) for e in adjudicate(small, (), DICE).events}, "so few units: nobody waits"
    crowd = with_fleet(small, "humans", "0505", *["destroyer"] * 4, engagement=ATTACK)
    assert [b.method for b in awaited(crowd)] == ["fought"]
    assert amend(small, SetBattles("fought", small=0), "all").state.settings.small_battle == 0
    with pytest.raises(GameError, match="cannot be small"):
        amend(small, SetBattles("fought", largest=2), "a slip")
