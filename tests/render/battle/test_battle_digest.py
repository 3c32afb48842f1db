"""A turn of a battle in few lines, its shots and damage by themselves, a battle's ending and its briefing."""

from collections.abc import Iterator

import pytest

from harness.bench.fleets import fleets
from render.battle.briefing import format_briefing
from render.battle.digest import MOST_BARS, format_digest, format_ending
from render.battle.shots import format_shots
from render.words.letters import format_tactical_turn
from rules.dice import Dice
from rules.pentagon_war.captains.advance import run_turn
from rules.pentagon_war.events import (
    BattleEnded,
    BoxHit,
    Event,
    Fired,
    Gone,
    Launched,
    Moved,
    PointDefenseFired,
    Sighted,
    Struck,
    Survived,
)
from rules.pentagon_war.shipyard.notation import FOLDER, library
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn.setup import new_battle
from rules.pentagon_war.turn.view import BattleView, view_for
from rules.pentagon_war.units import Bolt, Moment
from rules.values import EVERYONE, Cause, Modifier, changed, seen_events
from tests.render.battle.battle_scene import crowd
from tests.render.battle.test_battle_log import AT, HERE, WHY, view
from tests.rules.pentagon_war.kit import battle, craft, hexed


def shot(hit: bool, damage: int = 0) -> Fired:
    return Fired(AT, WHY, "X1", "L1", "Y1", 3, 4, hit, damage)


EVENTS: list[Event] = [
    Moved(AT, WHY, "X1", (HERE, HERE)),
    Launched(AT, WHY, "Y1.M1", "Y1", "missile", HERE, 3),
    Launched(AT, WHY, "Y1.M2", "Y1", "missile", HERE, 3),
    PointDefenseFired(AT, WHY, "X1", "Y1.M1", 3, hit=True),
    PointDefenseFired(AT, WHY, "X1", "Y1.M2", 3, hit=False),
    shot(True, 4),
    shot(False),
    Struck(AT, WHY, "Y1", 2, 4, 1, 1, 2),
    BoxHit(AT, WHY, "Y1", "laser", "L1"),
    BoxHit(AT, WHY, "Y1", "engine", "an engine"),
    Gone(AT, WHY, "Y1.M1", HERE, "shot down"),
]


def test_a_turn_is_a_sentence_a_bar_for_each_craft_and_what_flies() -> None:
    assert format_digest(view(), EVENTS) == [
        "Avenger and Y1 stayed 3 hexes apart; 2 shots, 1 hit; 2 missiles launched.",
        "```",
        "Side X",
        "X1 Avenger   39/39 ▓▓▓▓▓▓▓▓",
        "Side Y",
        f"Y1           39/39 ▓▓▓▓▓▓▓▓ {chr(0x2212)}3",
        "```",
    ]


def test_shots_and_damage_are_told_target_by_target_box_by_box() -> None:
    assert format_shots(view(), EVENTS) == [
        "**Y1**: 39 of 39 boxes",
        "- 2 shots by Avenger from 3 hexes: 1 hit, 4 points",
        "- impulse 3 on side 2: 4 points; screens stop 1, armor takes 1 and 2 get through",
        "- lost 3 boxes: L1, an engine, 1 armor",
        "Launched: Y1 2 missiles.",
        "Point defense: 2 shots, 1 hit.",
    ]


def test_who_came_to_light_who_is_gone_and_who_has_won_are_told() -> None:
    start = battle(craft("X1", "1015"), changed(craft("Y1", "1012"), fate="destroyed"))
    events: list[Event] = [
        Sighted(AT, WHY, "Y1", "X1", HERE),
        Gone(AT, WHY, "Y1", HERE, "destroyed"),
        BattleEnded(Moment(2, 13, 1), Cause("PW-B87"), "X"),
    ]
    told = format_digest(view_for(start, "X"), events)
    assert told[:4] == [
        "**Side X wins.**",
        "X1 and Y1 stayed in one hex; nobody fired.",
        "💥 **Y1** (Side Y), impulse 3: it is destroyed.",
        "Come to light: Y1.",
    ]
    assert "Side Y: no craft in sight" in told


def test_a_hidden_craft_is_in_no_line_of_the_others() -> None:
    for told in (format_digest, format_shots):
        assert not any("Lurker" in line or "Y2" in line for line in told(view("X"), EVENTS))
    assert not any("Lurker" in line for line in format_briefing(view("X")))
    assert any("Lurker" in line for line in format_digest(view("Y"), EVENTS))


def test_a_craft_is_lost_by_what_struck_it_from_how_far_and_what_of_it_gave_way() -> None:
    now = Moment(2, 11, 11)
    flight = Bolt("X1.LM1-30", "X", "X1", HERE, 3, "Y1", 30)
    start = battle(
        changed(craft("X1", "1015"), name="Hot Rivet"),
        changed(craft("Y1", "1012"), fate="destroyed"),
        bolts={flight.id: flight},
    )
    impact = Cause("PW-S136", modifiers=(Modifier(40, "3 hexes travelled"),))
    blow = Cause("PW-A34", modifiers=(Modifier(40, "X1.LM1-20 bolt"),))
    told: list[Event] = [
        Moved(Moment(2, 1, 3), WHY, "X1", (hexed("1030"), hexed("1020"))),
        Moved(Moment(2, 9, 3), WHY, "X1", (hexed("1020"), hexed("1015"))),
        Launched(Moment(2, 8, 6), WHY, "X1.LM1-20", "X1", "bolt", HERE, 3),
        Gone(now, impact, "X1.LM1-20", HERE, "impact"),
        Struck(now, blow, "Y1", 1, 40, 0, 12, 28),
        BoxHit(now, WHY, "Y1", "FinalDamage", "final damage"),
        Gone(now, WHY, "Y1", hexed("1012"), "destroyed"),
    ]
    lines = format_digest(view_for(start, "Y"), told)
    assert lines[:2] == [
        "Hot Rivet and Y1 closed from 18 hexes to 3; 1 bolt launched.",
        "💥 **Y1** (Side Y), impulse 11: structure broken (final damage 2 of 2) by 1 bolt of Hot Rivet from 3 hexes, 40 points.",
    ]
    assert lines[-1] == "In flight: 1 bolt of Hot Rivet."


def test_a_seeker_that_came_to_nothing_is_among_the_shots() -> None:
    events: list[Event] = [
        Gone(AT, Cause("PW-S135"), "Y1.LM1-9", HERE, "spent"),
        Survived(AT, WHY, "X1.M1", "missed its target"),
    ]
    assert "Missed: bolt Y1.LM1-9 and missile X1.M1." in format_shots(view(), events)


def test_who_cannot_do_a_thing_any_more_says_so_behind_its_bar() -> None:
    hurt = changed(craft("X1", "1015"), main_control=0, aux_control=0, radar=())
    lines = format_digest(view_for(battle(hurt, craft("Y1", "1012")), "X"), [])
    assert next(line for line in lines if "▓" in line).endswith("no control, radar gone")


def test_craft_stand_in_the_order_of_their_numbers() -> None:
    many = battle(*(craft(f"X{number}", "1015") for number in (10, 2, 1)), craft("Y1", "1012"))
    lines = format_digest(view_for(many, "X"), [])
    assert [line.split()[0] for line in lines if line.startswith("X") and "▓" in line] == ["X1", "X2", "X10"]


def test_of_a_great_fleet_those_have_a_bar_to_whom_something_has_happened() -> None:
    start = fleets(12)
    played = run_turn(start, (), Dice(bytes(32), "crowd", 1))
    for side in ("*", *start.sides):
        seen = view_for(played.battle, side)
        lines = format_digest(seen, seen_events(played.events, side))
        assert sum("▓" in line for line in lines) <= MOST_BARS
        assert len("\n".join(lines)) <= 1500
    everyone = [changed(shot(True, 1), unit=one, target=other) for one in crowd().craft for other in crowd().craft]
    assert len("\n".join(format_digest(view_for(crowd(), "X"), everyone))) <= 1000


def scenario(name: str) -> Battle:
    """A ready-made battle."""
    return new_battle((FOLDER / f"{name}.toml").read_text(), library())


def turns(name: str, seed: int) -> Iterator[tuple[BattleView, tuple[Event, ...]]]:
    """A ready-made battle played by stances to its end, as everybody sees each turn."""
    battle = scenario(name)
    battle = changed(battle, stances=dict.fromkeys(battle.craft, "aggressive"))
    while battle.winner is None and battle.now.turn < 20:
        played = run_turn(battle, (), Dice(bytes([seed]) * 32, "lengths", battle.now.turn))
        battle = played.battle
        yield view_for(battle, EVERYONE), tuple(seen_events(played.events, EVERYONE))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_turn_of_three_craft_a_side_is_told_in_700_characters(seed: int) -> None:
    everything: list[Event] = []
    for seen, events in turns("fleet_action", seed):
        everything += events
        told = "\n".join([format_tactical_turn("Fleet action", 3), "", *format_digest(seen, events)])
        assert len(told) <= 700, told
        blows = [line for line in told.splitlines() if "💥" in line]
        assert all("structure broken (final damage" in line or ": it" in line for line in blows), blows
        assert "```" in told
    ending = format_ending(seen, everything)
    assert "has no craft left" in ending[0] or "Points lost" in ending[0]
    assert any(line.startswith("Best shot of ") for line in ending)
    assert any("turn " in line and "💥" in line for line in ending)
    assert len("\n".join(ending)) <= 1800


def test_the_briefing_says_who_fights_whom_with_what_until_when() -> None:
    lines = format_briefing(view_for(scenario("escort"), EVERYONE))
    assert lines[0].startswith("**Human-Centauri** against **Sirius**.")
    assert "Turn 12 is the last." in lines[0]
    assert any(line.startswith("- H1 Slow Barge: 2 lasers; 2 screens, 4 engines") for line in lines)
    assert any(line.startswith("- H3 Ember, H4 Cinder, H5 Spark: ") for line in lines)
    fleet = format_briefing(view_for(fleets(12), EVERYONE))
    assert "- Line (12): X1, X2, X3, X4, X5, 7 more" in fleet
    assert len("\n".join(fleet)) < 500
