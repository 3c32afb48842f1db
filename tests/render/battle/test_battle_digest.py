"""A turn of a battle in at most a dozen lines: what was fired, hit, launched and lost, and what is left."""

from dataclasses import replace

from render.battle.digest import MOST_LINES, digest
from rules.dice import Dice
from rules.events import Cause, seen_events
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
)
from rules.pentagon_war.turn.view import view_for
from rules.pentagon_war.units import Moment
from tests.bench.fleets import fleets
from tests.render.battle.battle_scene import crowd
from tests.render.battle.test_battle_log import AT, HERE, WHY, view
from tests.rules.pentagon_war.kit import battle, craft


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
    assert digest(view(), EVENTS) == [
        "Avenger (X1) at Y1: 2 shots, 1 hit, 4 points.",
        "Launched: Y1 2 missiles.",
        "Point defense: 2 shots, 1 hit.",
        "Damage: Y1 struck for 4, 2 boxes lost.",
        "**Side X** has 1 craft left: Avenger (X1) unhurt.",
        "**Side Y** has 1 craft left: Y1 unhurt.",
    ]


def test_who_came_to_light_who_is_gone_and_who_has_won_are_told() -> None:
    start = battle(craft("X1", "1015"), replace(craft("Y1", "1012"), fate="destroyed"))
    events: list[Event] = [
        Sighted(AT, WHY, "Y1", "X1", HERE),
        Gone(AT, WHY, "Y1", HERE, "destroyed"),
        BattleEnded(Moment(2, 13, 1), Cause("PW-B87"), "X"),
    ]
    assert digest(view_for(start, "X"), events) == [
        "Nobody fired.",
        "Come to light: Y1.",
        "Y1 is destroyed at 1015.",
        "**Side X** has 1 craft left: X1 unhurt.",
        "**Side Y** has no craft in sight.",
        "Side X wins.",
    ]


def test_what_screens_and_armor_stop_costs_no_box() -> None:
    assert "Damage: Y1 struck for 4, no box lost." in digest(view(), [Struck(AT, WHY, "Y1", 2, 4, 4, 0, 0)])


def test_a_hidden_craft_is_in_no_line_of_the_others() -> None:
    assert not any("Lurker" in line or "Y2" in line for line in digest(view("X"), EVENTS))
    assert any("Lurker" in line for line in digest(view("Y"), EVENTS))


def test_however_much_happened_it_is_a_dozen_lines() -> None:
    start = fleets(12)
    played = run_turn(start, (), Dice(bytes(32), "crowd", 1))
    for side in ("*", *start.sides):
        seen = view_for(played.battle, side)
        lines = digest(seen, seen_events(played.events, side))
        assert len(lines) <= MOST_LINES
        assert sum(line.startswith("And ") for line in lines) == 1
    everyone = [replace(shot(True, 1), unit=one, target=other) for one in crowd().craft for other in crowd().craft]
    lines = digest(view_for(crowd(), "X"), everyone)
    assert len(lines) == MOST_LINES
    shots = sum(int(line.split(": ")[1].split()[0]) for line in lines if ": 1 shot," in line)
    more = next(line for line in lines if line.startswith("And "))
    assert shots + int(more.split()[1]) == len(everyone)
