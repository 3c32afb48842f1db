"""A battle as a tactical game that its players fight, and given back as the chair gives it back (CW-9.0-02, CW-9.0-11)."""

from fractions import Fraction

import pytest

from rules.bridge.dice import crew_dice, is_told
from rules.bridge.fought import field_fought, outcome_of, tactical_of
from rules.bridge.losses import gone_of, thin_squadrons
from rules.bridge.story import objective, roster
from rules.cluster_war.chapters.combat.battle import Battle, Combatant
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.war import Engagement
from rules.dice import Dice, format_salt
from rules.pentagon_war import state as tactical
from rules.pentagon_war.captains.advance import run_turn
from rules.pentagon_war.events import Event
from rules.pentagon_war.orders import Concede, Continue, SeatSent
from rules.pentagon_war.turn.view import view_for
from rules.values import GameError, changed
from tests.rules.bridge.fleets import battle, broken
from tests.rules.bridge.test_auto_resolve import by_unit, fates, some

SEED = bytes(range(32))
NAMES = {"amber": "Amber League", "blue": "Blue Host", "grey": "Grey Order"}


def tactical_game(fight: Battle, settings: Settings | None = None) -> tactical.Battle:
    house = settings or Settings()
    made = tactical_of(field_fought(fight, house), house, NAMES, "A battle")
    return changed(made, salts={side: format_salt(0, f"secret of {side}") for side in made.sides})


def played(start: tactical.Battle) -> tuple[list[tactical.Battle], list[Event]]:
    """By stances to its end: how it stood at each turn's beginning, and at last."""
    course = [start]
    told: list[Event] = []
    while course[-1].winner is None:
        now = course[-1]
        result = run_turn(now, (), crew_dice(now, Dice(SEED, "a tactical game", now.now.turn), now.now.turn))
        course.append(thin_squadrons(result.battle))
        told += result.events
    return course, told


def conceded(start: tactical.Battle, side: str) -> tuple[tactical.Battle, tactical.Battle]:
    """Given up by a side before a shot is fired."""
    start = changed(start, players=(side,))
    sent = [SeatSent(side, 1, Concede(side)), SeatSent(side, 2, Continue(start.now))]
    return start, run_turn(start, sent, Dice(SEED, "a tactical game", 1)).battle


@pytest.mark.rule("CW-9.0-02", "CW-9.0-11")
def test_a_tactical_game_comes_to_an_outcome_that_accounts_for_every_unit_and_is_the_same_each_time() -> None:
    fight = battle(*some(4, "amber", "CA"), *some(2, "blue", "DD"))
    course, _ = played(tactical_game(fight))
    outcome = outcome_of(fight, Settings(), course)
    assert (outcome.method, outcome.winner, outcome.battle) == ("fought", "amber", fight.id)
    assert broken(fight, outcome) == []
    assert outcome_of(fight, Settings(), course) == outcome
    assert outcome.story[0].startswith(f"The fight lasted {len(course) - 1} turns")
    lost = fates(outcome, "blue").get("destroyed", 0)
    assert sum(line.endswith("blue lost Sabre destroyer.") for line in outcome.story) == lost
    assert not any("blue-DD" in line for line in outcome.story)


@pytest.mark.rule("CW-9.1-04")
def test_when_its_turns_are_over_who_came_withdraws_from_who_held_the_centre() -> None:
    fight = battle(*some(1, "amber", "SC"), *some(1, "blue", "SC", "centre"))
    fight = changed(fight, plans={"amber": Engagement("defend"), "blue": Engagement("defend")})
    short = Settings(overrides={"BR-T03/turns/number": "1"})
    course, _ = played(tactical_game(fight, short))
    assert len(course) == 2
    outcome = outcome_of(fight, short, course)
    assert outcome.winner == "blue"
    assert (fates(outcome, "amber"), fates(outcome, "blue")) == ({"fled": 1}, {"survived": 1})


@pytest.mark.rule("CW-9.0-13")
def test_who_gives_up_gets_away_with_what_can_move_and_the_rest_strikes_to_the_enemy() -> None:
    here: list[Combatant] = some(2, "blue", "DD")
    still = changed(here[1], design=changed(here[1].design, id="HK", name="Hulk", drive=Fraction(0), layout={}))
    fight = battle(*some(1, "amber", "CA"), here[0], still)
    outcome = outcome_of(fight, Settings(), conceded(tactical_game(fight), "B"))
    done = by_unit(outcome)
    assert outcome.winner == "amber"
    assert (done[here[0].unit].fate, done[still.unit].fate, done[still.unit].captor) == ("fled", "captured", "amber")
    assert broken(fight, outcome) == []


def test_several_fights_at_once_and_a_tactical_game_of_another_battle_are_refused() -> None:
    units = [*some(1, "amber", "CA"), *some(1, "blue", "DD")]
    fight = battle(*units)
    with pytest.raises(GameError, match="no fights at once"):
        field_fought(changed(fight, enemies=()), Settings())
    with pytest.raises(GameError, match="has no result"):
        outcome_of(fight, Settings(), [tactical_game(fight)])
    more = battle(*units, *some(1, "blue", "CA"))
    with pytest.raises(GameError, match="is not set up as"):
        outcome_of(more, Settings(), conceded(tactical_game(fight), "B"))


@pytest.mark.rule("CW-9.7-01", "CW-17.1-21")
def test_a_side_sees_what_the_others_craft_are_and_neither_their_names_nor_their_crews() -> None:
    fight = battle(*some(1, "amber", "CA", grade="elite"), *some(1, "blue", "DD"))
    field_ = field_fought(fight, Settings())
    made = tactical_game(fight)
    seen = view_for(made, "B").known
    assert {craft.name for craft in seen.craft.values()} == {unit.design.name for unit in fight.units}
    assert (seen.crews, seen.salts) == (None, {})
    assert list(roster(field_, "amber")) == [f"{fight.units[0].design.name}: A1 {fight.units[0].name}"]
    assert fight.units[0].name not in {craft.name for craft in seen.craft.values()}
    assert [side.name for side in made.sides.values()] == ["Amber League", "Blue Host"]


@pytest.mark.rule("CW-17.1-21", "CW-9.7-03")
def test_a_good_crew_shoots_better_and_what_is_told_of_it_cannot_be_rolled_again() -> None:
    fight = battle(*some(4, "amber", "CA"), *some(4, "blue", "CA"))
    start = changed(tactical_game(fight), stances={})
    better = changed(start, crews=tactical.Crews(dict.fromkeys(start.craft, 30), 15))
    worse = changed(start, crews=tactical.Crews({}, 15, tuple(start.craft)))
    _, usual = played(start)
    crews = [roll for event in usual for roll in event.cause.rolls if not is_told(roll)]
    assert crews, "all shots are told so, that nobody knows whose crew is good"
    for roll in crews:
        assert Dice(SEED, "a tactical game", 1).roll(roll.key, roll.sides, len(roll.faces)).key == roll.key
        assert "secret" not in roll.key
    key = f"battle/1/3/10/laser/{next(iter(start.craft))}/L1"
    rolls = [crew_dice(one, Dice(SEED, "a tactical game", 1), 1).roll(key, 6, 2) for one in (better, start, worse)]
    assert {is_told(roll) for roll in rolls} == {False}
    assert rolls[0].total == min(12, rolls[1].total + 2)
    assert rolls[2].faces == (1, 1)
    plain = crew_dice(start, Dice(SEED, "a tactical game", 1), 1).roll("battle/1/3/11/side/A1", 6)
    assert plain == Dice(SEED, "a tactical game", 1).roll("battle/1/3/11/side/A1", 6)
    assert crew_dice(changed(start, crews=None), Dice(SEED, "a tactical game", 1), 1) == Dice(
        SEED, "a tactical game", 1
    )


@pytest.mark.parametrize(
    ("place", "stance", "words"),
    [
        ("centre", "attack", "Hold the orbit of Haven"),
        ("edge", "attack", "Take the orbit of Haven"),
        ("edge", "evade", "Run the blockade"),
    ],
)
def test_each_captain_is_told_what_the_battle_is_about(place: str, stance: str, words: str) -> None:
    other = "edge" if place == "centre" else "centre"
    fight = battle(*some(1, "amber", "CA", place), *some(1, "blue", "DD", other))  # type: ignore[arg-type] # both are places
    fight = changed(fight, world="Haven", plans={"amber": Engagement(stance)})  # type: ignore[arg-type] # so are stances
    assert objective(field_fought(fight, Settings()), fight, "A").startswith(words)


@pytest.mark.rule("CW-9.0-11")
def test_a_squadron_loses_its_craft_between_turns_as_in_the_chair() -> None:
    fight = battle(*some(4, "amber", "FI"), *some(1, "blue", "CA"))
    start = tactical_game(fight)
    assert start.crews is not None
    (unit, many), *_ = start.crews.many.items()
    whole = start.craft[unit]
    hurt = changed(whole, final_damage=whole.final_damage - whole.design.final_damage // many)
    assert gone_of(hurt, many) == 1
    after = thin_squadrons(changed(start, craft={**start.craft, unit: hurt})).craft[unit]
    assert sum(not weapon.destroyed for weapon in after.weapons) < len(whole.weapons)
    assert thin_squadrons(start) == start
    assert thin_squadrons(changed(start, crews=None, craft={unit: hurt})).craft[unit] == hurt
