"""A turn of a battle in at most a dozen lines: what was fired, hit, launched and lost, and what is left."""

from harness.bench.fleets import fleets
from render.battle.digest import MOST_LINES, format_digest
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
    ScreensSet,
    Sighted,
    Struck,
    Survived,
)
from rules.pentagon_war.turn.view import view_for
from rules.pentagon_war.units import Bolt, Moment
from rules.values import Cause, Modifier, changed, seen_events
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


def test_a_turn_is_told_by_shots_launches_defense_damage_and_what_is_left() -> None:
    assert format_digest(view(), EVENTS) == [
        "Avenger (X1) and Y1 stayed 3 hexes apart.",
        "Y1 lost 2 boxes and 1 armor, worst on side 2.",
        "Nobody was lost.",
        "At Y1: 2 shots by Avenger (X1), 1 hit, 4 points.",
        "Launched: Y1 2 missiles.",
        "Point defense: 2 shots, 1 hit.",
        "Damage: Y1 struck for 4, screens stopped 1, 2 boxes and 1 armor lost.",
        "**Side X** has 1 craft left: Avenger (X1) unhurt.",
        "**Side Y** has 1 craft left: Y1 unhurt.",
    ]


def test_who_came_to_light_who_is_gone_and_who_has_won_are_told() -> None:
    start = battle(craft("X1", "1015"), changed(craft("Y1", "1012"), fate="destroyed"))
    events: list[Event] = [
        Sighted(AT, WHY, "Y1", "X1", HERE),
        Gone(AT, WHY, "Y1", HERE, "destroyed"),
        BattleEnded(Moment(2, 13, 1), Cause("PW-B87"), "X"),
    ]
    assert format_digest(view_for(start, "X"), events) == [
        "X1 and Y1 stayed in one hex.",
        "Nobody fired.",
        "Y1 is destroyed at 1015 in impulse 3.",
        "Come to light: Y1.",
        "**Side X** has 1 craft left: X1 unhurt.",
        "**Side Y** has no craft in sight.",
        "Side X wins.",
    ]


def test_what_screens_and_armor_stop_costs_no_box() -> None:
    assert "Damage: Y1 struck for 4, screens stopped 4, nothing lost." in format_digest(
        view(), [Struck(AT, WHY, "Y1", 2, 4, 4, 0, 0)]
    )


def test_a_hidden_craft_is_in_no_line_of_the_others() -> None:
    assert not any("Lurker" in line or "Y2" in line for line in format_digest(view("X"), EVENTS))
    assert any("Lurker" in line for line in format_digest(view("Y"), EVENTS))


def test_however_much_happened_it_is_a_dozen_lines() -> None:
    start = fleets(12)
    played = run_turn(start, (), Dice(bytes(32), "crowd", 1))
    for side in ("*", *start.sides):
        seen = view_for(played.battle, side)
        lines = format_digest(seen, seen_events(played.events, side))
        assert len(lines) <= MOST_LINES
        assert sum(line.startswith("And ") for line in lines) == 1
    everyone = [changed(shot(True, 1), unit=one, target=other) for one in crowd().craft for other in crowd().craft]
    lines = format_digest(view_for(crowd(), "X"), everyone)
    assert len(lines) == MOST_LINES
    shots = sum(int(line.split(": ")[1].split()[0]) for line in lines if line.startswith("At "))
    more = next(line for line in lines if line.startswith("And "))
    assert shots + int(more.split()[1]) == len(everyone)


def test_the_story_tells_who_closed_what_killed_a_craft_by_which_way_and_what_still_flies() -> None:
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
        ScreensSet(Moment(2, 9, 9), WHY, "Y1", 0, 0, "X1", 6),
        Gone(now, impact, "X1.LM1-20", HERE, "impact"),
        Struck(now, blow, "Y1", 1, 40, 0, 12, 28),
        BoxHit(now, WHY, "Y1", "engine", "an engine"),
        Gone(now, WHY, "Y1", hexed("1012"), "destroyed"),
    ]
    assert format_digest(view_for(start, "Y"), told)[:3] == [
        "Hot Rivet (X1) and Y1 closed from 18 hexes to 3.",
        "Y1 lost 1 box and 12 armor to bolt X1.LM1-20, worst on side 1.",
        "Y1 is destroyed at 1012 in impulse 11 by bolt X1.LM1-20 (launched in impulse 8, 3 hexes, 40 points); screens were aimed "
        "at Hot Rivet (X1). In flight: 1 bolt of Hot Rivet (X1).",
    ]


def test_a_seeker_that_came_to_nothing_is_told() -> None:
    events: list[Event] = [
        Gone(AT, Cause("PW-S135"), "Y1.LM1-9", HERE, "spent"),
        Survived(AT, WHY, "X1.M1", "missed its target"),
    ]
    assert "Missed: bolt Y1.LM1-9 and missile X1.M1." in format_digest(view(), events)
