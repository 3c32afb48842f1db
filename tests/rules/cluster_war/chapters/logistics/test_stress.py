"""Far from home: what neglect does to units, and what eases it."""

import pytest

from rules.cluster_war.chapters.industry.construction import check_flaws
from rules.cluster_war.chapters.logistics.amendments import SetStress
from rules.cluster_war.chapters.logistics.rations import lacks_quarters
from rules.cluster_war.chapters.logistics.stress import (
    STRESS_EFFECTS,
    Effect,
    StressEffect,
    default_effect,
    suggested_effect,
    supply_and_stress,
)
from rules.cluster_war.model.events.industry import CrashFlawShown
from rules.cluster_war.model.events.logistics import StressChecked, StressEased, StressRose
from rules.cluster_war.model.events.turn import Amended, QuestionRaised
from rules.cluster_war.model.state.holdings import Base, Leg, Transit
from rules.cluster_war.model.working.turn_state import TurnState
from rules.cluster_war.turn.gm.amend import amend
from rules.cluster_war.turn.month import adjudicate
from rules.dice import Dice, ScriptedDice, secret_word
from rules.values import GameError
from rules.values import changed as replace
from tests.rules.cluster_war.build import DESIGNS, frozen
from tests.rules.cluster_war.chapters.logistics.far_away import FAR, KINDS, PLAIN, changed, play_month, said, world


@pytest.mark.rule("CW-4.3-19", "CW-4.3-03")
def test_a_tag_grows_by_ten_a_month_up_to_a_hundred() -> None:
    state = world("destroyer")
    tags = []
    for _ in range(11):
        month = play_month(state, 100)
        tags.append(month.ships["humans/DD01"].stress)
        state = frozen(month)
    assert tags == [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 100]


@pytest.mark.rule("CW-4.3-20")
@pytest.mark.parametrize(("roll", "fails"), [(30, True), (1, True), (31, False), (100, False)])
def test_a_roll_up_to_the_tag_fails(roll: int, fails: bool) -> None:
    month = play_month(changed(world("destroyer"), "humans/DD01", stress=20), roll)
    checked = said(month, StressChecked)[0]
    assert month.ships["humans/DD01"].stress == 30
    assert (checked.failed == ("humans/DD01",)) is fails
    assert [(r.key, r.total) for r in checked.cause.rolls] == [("stress/humans/DD01", roll)]
    assert checked.seen_by == ("humans",)
    assert month.ships["humans/DD01"].failures == fails


@pytest.mark.rule("CW-4.3-20")
def test_the_sides_secret_word_is_in_the_dices_key_and_every_tagged_ship_rolls_once() -> None:
    state = world("destroyer", "scout")
    salted = {**state.sides, "humans": replace(state.sides["humans"], salt="0:abcd")}
    checked = said(play_month(replace(state, sides=salted), 1, 2, 3, 4, 99, 98), StressChecked)[0]
    word = secret_word("0:abcd", state.turn, ScriptedDice([1, 2, 3, 4]))
    assert [r.key for r in checked.cause.rolls] == [f"stress/humans/DD01/{word}", f"stress/humans/SC01/{word}"]


@pytest.mark.rule("CW-4.3-21")
def test_a_failure_is_put_to_the_gm_with_a_default_and_all_choices() -> None:
    month = play_month(world("destroyer"), 3)
    question = month.questions[0]
    assert (question.kind, question.subjects, question.hex) == ("stress", ("humans/DD01",), FAR)
    assert question.choices[0] == "damage"
    assert set(question.choices) == set(STRESS_EFFECTS)
    assert "rolled 3" in question.text
    assert [e.seen_by for e in said(month, QuestionRaised)] == [()]
    state = frozen(month)
    done = amend(state, default_effect(state.questions[0]), "bad luck").state
    assert done.ships["humans/DD01"].damage == 1
    assert (done.questions[0].answer, done.questions[0].settled_turn) == ("damage", state.turn)
    with pytest.raises(GameError, match="no open question"):
        amend(done, default_effect(done.questions[0]), "again")


@pytest.mark.rule("CW-4.3-21")
@pytest.mark.parametrize(
    ("failures", "base", "effect"),
    [(1, False, "damage"), (2, False, "return"), (3, False, "mutiny"), (5, False, "mutiny"), (2, True, "damage")],
)
def test_only_repeated_failures_suggest_the_worst(failures: int, base: bool, effect: str) -> None:
    assert suggested_effect(failures, PLAIN, base=base) == effect


@pytest.mark.rule("CW-4.3-21")
def test_effects_send_home_take_away_or_hand_over() -> None:
    state = world("destroyer", "scout")
    home = amend(state, StressEffect(("humans/DD01",), "return"), "").state
    assert home.fleets["humans-F2"].route == (Leg("0303"),)
    assert home.fleets["humans-F2"].ships == ("humans/DD01",)
    assert home.fleets["humans-F1"].ships == ("humans/SC01",)
    moved = adjudicate(home, (), Dice(bytes(32), "t", 1)).state
    assert moved.fleets["humans-F2"].transit is not None
    gone = amend(state, StressEffect(("humans/DD01", "humans/SC01"), "mutiny"), "")
    assert (gone.state.ships, gone.state.fleets) == ({}, {})
    assert gone.events[0].seen_by == ("humans",)
    prize = amend(state, StressEffect(("humans/DD01",), "surrender", "vermin"), "").state
    assert [s.side for s in prize.ships.values()] == ["humans", "vermin"]
    assert prize.fleets["vermin-F1"].ships == ("vermin/DD01",)
    calm = amend(state, StressEffect(("humans/DD01",), "nothing"), "").state
    assert calm.ships == state.ships


@pytest.mark.rule("CW-4.3-21")
@pytest.mark.parametrize(
    ("ships", "effect", "says"),
    [
        (("DD01",), "damage", "DD01 of {fleet} failed a stress check: a component takes 1 damage."),
        (
            ("DD01", "SC01"),
            "damage",
            "DD01, SC01 of {fleet} failed a stress check: one component of each takes 1 damage.",
        ),
        (("DD01",), "nothing", "DD01 of {fleet} failed a stress check: the crew pulls itself together."),
        (("DD01",), "return", "DD01 of {fleet} failed a stress check: it turns back to 0303."),
        (("DD01",), "mutiny", "DD01 of {fleet} failed a stress check: they mutinied and are lost to you."),
    ],
)
def test_what_a_failed_check_comes_to_is_told_with_the_fleet_and_the_cause(
    ships: tuple[str, ...], effect: Effect, says: str
) -> None:
    state = world("destroyer", "scout")
    (told,) = amend(state, StressEffect(tuple(f"humans/{ship}" for ship in ships), effect), "").events
    assert isinstance(told, Amended)
    assert told.text == says.format(fleet=state.fleets["humans-F1"].name)


@pytest.mark.parametrize(
    ("effect", "says"),
    [
        (StressEffect((), "damage"), "no ship or base"),
        (StressEffect(("humans/XX01",), "damage"), "no ship or base"),
        (StressEffect(("humans/DD01",), "surrender", "martians"), "the sides are"),
        (SetStress((), 10), "at least one"),
        (SetStress(("humans/DD01",), 101), "0 to 100"),
    ],
)
def test_effects_that_name_nothing_are_refused(effect: StressEffect | SetStress, says: str) -> None:
    with pytest.raises(GameError, match=says):
        amend(world("destroyer"), effect, "")


@pytest.mark.rule("CW-4.3-22", "CW-4.3-07", "CW-4.3-08")
def test_back_in_supply_at_the_months_end_the_tag_is_gone_and_the_gm_may_be_slower() -> None:
    state = changed(world("destroyer", hex_="0304"), "humans/DD01", stress=40, failures=2)
    month = play_month(state)
    assert (month.ships["humans/DD01"].stress, month.ships["humans/DD01"].failures) == (0, 0)
    assert said(month, StressEased)[0].ships == ("humans/DD01",)
    slower = amend(frozen(month), SetStress(("humans/DD01",), 20), "a hospital ship's work").state
    assert slower.ships["humans/DD01"].stress == 20


@pytest.mark.rule("CW-4.3-07")
def test_where_a_ship_is_at_the_turns_end_decides() -> None:
    leaving = adjudicate(world("scout", hex_="0303", transit=Transit("0303", FAR, 0, 12)), (), Dice(bytes(32), "t", 1))
    assert leaving.state.ships["humans/SC01"].stress == 10
    arriving = adjudicate(world("scout", transit=Transit(FAR, "0303", 0, 4)), (), Dice(bytes(32), "t", 1))
    assert arriving.state.ships["humans/SC01"].stress == 0


@pytest.mark.rule("CW-4.3-04")
def test_too_few_crew_quarters_bring_stress_outside_the_grid_once_a_month_in_total() -> None:
    assert lacks_quarters(KINDS["tight"], PLAIN)
    assert not lacks_quarters(replace(KINDS["tight"], crew_quarters=3), PLAIN)
    assert not lacks_quarters(DESIGNS["destroyer"], PLAIN)
    fed = changed(world("tight"), "humans/TT01", supplies=9)
    assert lacks_quarters(replace(KINDS["tight"], traits=("android",)), PLAIN) is False
    cargo = replace(KINDS["tight"], cargo_bays=1)
    fed = replace(fed, sides={**fed.sides, "humans": replace(fed.sides["humans"], designs={**KINDS, "tight": cargo})})
    month = play_month(fed, 99)
    assert (month.ships["humans/TT01"].stress, month.ships["humans/TT01"].supplies) == (10, 6)
    hungry = play_month(world("tight"), 99)
    assert hungry.ships["humans/TT01"].stress == 10
    at_home = play_month(changed(world("tight", hex_="0303"), "humans/TT01", stress=10), 99)
    assert at_home.ships["humans/TT01"].stress == 10  # no more inside, but none is lost without quarters either
    assert said(at_home, StressRose) == []


@pytest.mark.rule("CW-6.7-03", "CW-6.7-04", "CW-6.7-05")
@pytest.mark.parametrize(("flaw", "failed"), [(10, True), (11, False)])
def test_a_crash_built_ship_rolls_at_its_stress_and_then_at_ten(flaw: int, failed: bool) -> None:
    state = changed(world("destroyer"), "humans/DD01", stress=20, low_quality=True)
    turn = TurnState(state, (), ScriptedDice((31, flaw, *([2] if failed else []))))
    supply_and_stress(turn)
    check_flaws(turn)
    checked, shown = said(turn, StressChecked)[0], said(turn, CrashFlawShown)[0]
    assert (checked.failed, checked.cause.modifiers[0].value) == ((), 30)
    assert (shown.failed, bool(turn.ships["humans/DD01"].faults)) == (failed, failed)
    sound = TurnState(changed(state, "humans/DD01", low_quality=False), (), ScriptedDice((31,)))
    supply_and_stress(sound)
    check_flaws(sound)
    assert said(sound, CrashFlawShown) == []


@pytest.mark.rule("CW-4.3-03", "CW-4.3-20")
def test_a_base_alone_is_neglected_like_a_ship() -> None:
    base = Base("humans/BS01", "humans", "base", "Lonely", FAR, 0)
    month = play_month(replace(world(), bases={base.id: base}, fleets={}, ships={}), 5)
    assert (month.bases[base.id].stress, month.bases[base.id].failures) == (10, 1)
    assert month.questions[0].subjects == (base.id,)
    hurt = amend(frozen(month), default_effect(month.questions[0]), "").state
    assert hurt.bases[base.id].damage == 1


@pytest.mark.rule("CW-4.3-03", "CW-4.3-20")
def test_a_base_in_supply_is_eased_and_one_after_it_that_is_cut_off_is_neglected() -> None:
    near = Base("humans/BA01", "humans", "base", "Near", "0303", 0, stress=20, failures=2)
    far = Base("humans/BS01", "humans", "base", "Lonely", FAR, 0)
    month = play_month(replace(world(), bases={near.id: near, far.id: far}, fleets={}, ships={}), 100)
    assert (month.bases[near.id].stress, month.bases[near.id].failures) == (0, 0)
    assert (month.bases[far.id].stress, month.bases[far.id].failures) == (10, 0)
