"""The words of a battle's log: a sentence for every event, its why, and nothing a viewer does not know."""

from fractions import Fraction
from typing import Final, get_args

import pytest

from render.battle.log import format_event, format_why
from render.battle.names import unit_name
from rules.pentagon_war import events
from rules.pentagon_war.turn.view import BattleView, view_for
from rules.pentagon_war.units import Body, Moment, Velocity
from rules.values import Cause, Modifier, Roll, changed, seen_events
from tests.rules.pentagon_war.kit import battle, craft, hexed
from umpire.battle.battle_files import log_of

AT: Final = Moment(2, 3, 10)
WHY: Final = Cause("PW-B09")
HERE: Final = hexed("1015")
BEFORE, AFTER = Velocity(Fraction(2), Fraction(0)), Velocity(Fraction(9, 4), Fraction(-1, 2))


def view(side: str | None = "X") -> BattleView:
    """A battle of the Avenger and a ship that is called only Y1, with an Earth, and Y2 in hiding."""
    hidden = changed(craft("Y2", "1001"), hidden=True, name="Lurker")
    start = battle(
        changed(craft("X1", "1015"), name="Avenger"), craft("Y1", "1012"), hidden,
        bodies={"earth": Body("earth", "Earth", hexed("3030"), 2)},
    )  # fmt: skip
    return view_for(start, side)


WORDS: Final[list[tuple[events.Event, str]]] = [
    (events.TurnBegan(Moment(3), WHY), "Turn 3 begins: velocities are counted, capacitors are recharged."),
    (
        events.PowerAllocated(AT, WHY, "X1", False, True, True, 2, 0, 1, 3),
        "Avenger (X1): radar on, evading, ECM 2, 1 held beam doubled; 3 charged capacitors left.",
    ),
    (
        events.PowerAllocated(AT, WHY, "Y1", True, False, False, 0, 0, 0, 1),
        "Y1: radar off, radar-invisible; 1 charged capacitor left.",
    ),
    (
        events.RadarJammed(AT, WHY, "Y", Fraction(5, 2), Fraction(1, 2), 2),
        "Side Y's radar tracks are down 2 boxes: ECM 2 1/2 against ECCM 1/2.",
    ),
    (events.RadarJammed(AT, WHY, "Y", Fraction(1), Fraction(2), 0), "Side Y's radar is clear: ECM 1 against ECCM 2."),
    (
        events.LockOnTried(AT, Cause("PW-B30", rolls=(Roll("k", 6, (3,)),)), "X1", 4, True),
        "Avenger (X1) locks on: 3 rolled, 4 or less needed (its radar rating).",
    ),
    (
        events.LockOnTried(AT, Cause("PW-B30", rolls=(Roll("k", 6, (5,)),)), "X1", 4, False),
        "Avenger (X1) fails to lock on: 5 rolled, 4 or less needed (its radar rating).",
    ),
    (events.LockOnTried(AT, Cause("PW-S44"), "Y1", 5, False), "Y1 has no lock-on: its radar is off."),
    (events.Sighted(AT, WHY, "Y1", "X1", HERE), "Avenger (X1) detects Y1 at 1015."),
    (events.Sighted(AT, WHY, "Y1", "Y1", HERE), "Y1 gives itself away at 1015."),
    (events.TrackLost(AT, WHY, "X1.M3"), "Missile X1.M3 follows its target no longer and flies straight on."),
    (events.Rotated(AT, WHY, "X1", 0, 5), "Avenger (X1) turns from A to F."),
    (
        events.Accelerated(AT, WHY, "X1", "5/3A+C+", BEFORE, AFTER),
        "Avenger (X1) accelerates 5/3A+C+: now speed 2 3/4, 2 1/4 toward A and 1/2 toward F.",
    ),
    (
        events.Accelerated(AT, WHY, "Y1", "A+", BEFORE, AFTER, "X1"),
        "Y1 is moved by a beam of Avenger (X1), A+: now speed 2 3/4, 2 1/4 toward A and 1/2 toward F.",
    ),
    (
        events.Accelerated(AT, WHY, "X1", "A-", BEFORE, AFTER, "X1"),
        "Avenger (X1) is moved by its own beam, A-: now speed 2 3/4, 2 1/4 toward A and 1/2 toward F.",
    ),
    (events.Moved(AT, WHY, "X1", (HERE, hexed("1014"))), "Avenger (X1) moves from 1015 to 1014."),
    (
        events.Moved(AT, WHY, "X1.D2", (HERE, hexed("1014"), hexed("1113"))),
        "Drone X1.D2 moves from 1015 to 1113 by way of 1014.",
    ),
    (events.Moved(AT, WHY, "X1", (HERE,)), "Avenger (X1) stays at 1015."),
    (
        events.Launched(AT, WHY, "X1.M1", "X1", "missile", HERE, 1, rail=True),
        "Avenger (X1) launches missile X1.M1 by rail at 1015, heading B.",
    ),
    (events.LinkChanged(AT, WHY, "landed", "X1.D2", "X1"), "Drone X1.D2 lands on Avenger (X1)."),
    (events.LinkChanged(AT, WHY, "orbit", "X1", "earth"), "Avenger (X1) enters orbit about Earth."),
    (
        events.PointDefenseFired(AT, WHY, "X1", "Y1.M2", 4, True),
        "Avenger (X1) fires point defense at missile Y1.M2: 4 or less needed: a hit.",
    ),
    (
        events.Announced(AT, WHY, "X1", ("L1", "L2", "P1"), "Y1"),
        "Avenger (X1) will fire L1, L2 and P1 at Y1.",
    ),
    (
        events.ScreensSet(AT, WHY, "X1", 2, 1, "side 3", 5),
        "Avenger (X1)'s screens are at 5 (2 reinforced, 1 cold box energised, aimed at side 3).",
    ),
    (events.ScreensSet(AT, WHY, "X1", 0, 0, "Y1", 3), "Avenger (X1)'s screens are at 3 (aimed at Y1)."),
    (
        events.Fired(AT, WHY, "X1", "P1", "Y1", 5, 7, True, 8),
        "Avenger (X1) fires P1 at Y1, range 5, 7 or more needed: 8 points.",
    ),
    (events.Fired(AT, WHY, "X1", "L1", "Y1", 5, None, True, 1), "Avenger (X1) fires L1 at Y1, range 5: 1 point."),
    (
        events.Fired(AT, WHY, "X1", "P1", "Y1", 5, 7, False, 0),
        "Avenger (X1) fires P1 at Y1, range 5, 7 or more needed: a miss.",
    ),
    (
        events.Fired(AT, WHY, "X1", "B1", "Y1", 2, 5, True, 0),
        "Avenger (X1) fires B1 at Y1, range 2, 5 or more needed: a hit.",
    ),
    (
        events.Fired(AT, WHY, "X1", "L1", "earth/Dover", 2, 5, True, 0),
        "Avenger (X1) fires L1 at Dover on Earth, range 2, 5 or more needed: a hit.",
    ),
    (events.BeamChanged(AT, WHY, "X1", "B1", "Y1", "attached"), "Avenger (X1) holds Y1 with magnetic beam B1."),
    (
        events.Struck(AT, WHY, "X1", 2, 9, 3, 2, 4),
        "Avenger (X1) is struck on side 2 for 9 points: screens stop 3, armor takes 2 and 4 get through.",
    ),
    (events.Struck(AT, WHY, "X1", 2, 1, 0, 0, 1), "Avenger (X1) is struck on side 2 for 1 point: 1 gets through."),
    (events.Struck(AT, WHY, "X1", 0, 4, 0, 0, 4), "Avenger (X1) takes 4 internal hits."),
    (
        events.BoxHit(AT, WHY, "X1", "Capacitor", "charged capacitor", 1),
        "Avenger (X1) loses charged capacitor, and 1 power with it.",
    ),
    (events.BoxHit(AT, WHY, "X1", "Laser", "L1"), "Avenger (X1) loses L1."),
    (events.Exploded(AT, WHY, "X1.M1", HERE, 6), "Missile X1.M1 explodes at 1015 with strength 6."),
    (events.Gone(AT, WHY, "Y1", HERE, "destroyed"), "Y1 is destroyed at 1015."),
    (events.Gone(AT, WHY, "Y1.LM1-5", HERE, "spent"), "Bolt Y1.LM1-5 is spent at 1015."),
    (events.Survived(AT, WHY, "X1.M1", "missed its target"), "Missile X1.M1 misses its target."),
    (
        events.NotDone(AT, WHY, "X1", "fire", "X1 has no power left.", seen_by=("X",)),
        "Avenger (X1) could not do as ordered (fire): X1 has no power left.",
    ),
    (events.Stopped(AT, WHY, "X1", "A missile was launched.", seen_by=("X",)), "Avenger (X1): A missile was launched."),
    (events.BattleEnded(AT, WHY, "X", ("X: 12", "Y: 340")), "Side X wins. Points lost: Side X 12 and Side Y 340."),
    (events.BattleEnded(AT, WHY, ""), "The battle is drawn."),
]


@pytest.mark.parametrize(("event", "words"), WORDS, ids=lambda value: type(value).__name__)
def test_each_event_has_its_sentence(event: events.Event, words: str) -> None:
    assert format_event(event, view()) == words


def test_no_event_is_without_a_tested_sentence() -> None:
    assert {type(event) for event, _ in WORDS} == set(get_args(events.Event))


@pytest.mark.parametrize("what", get_args(events.LinkChanged.__annotations__["what"]))
def test_every_link_has_words(what: str) -> None:
    event = events.LinkChanged(AT, WHY, what, "X1", "Y1")  # type: ignore[arg-type]  # one of its words
    assert "Avenger (X1)" in format_event(event, view())


@pytest.mark.parametrize("what", get_args(events.BeamChanged.__annotations__["what"]))
def test_everything_a_beam_does_has_words(what: str) -> None:
    event = events.BeamChanged(AT, WHY, "X1", "B1", "Y1", what)  # type: ignore[arg-type]  # one of its words
    assert format_event(event, view()).startswith("Avenger (X1)")


@pytest.mark.parametrize("reason", get_args(events.Gone.__annotations__["why"]))
def test_every_way_to_go_has_words(reason: str) -> None:
    event = events.Gone(AT, WHY, "X1", HERE, reason)  # type: ignore[arg-type]  # one of its words
    assert format_event(event, view()).startswith("Avenger (X1) ")
    assert "1015" in format_event(event, view())


def test_the_why_names_rule_modifiers_and_dice() -> None:
    cause = Cause(
        "PW-B09", modifiers=(Modifier(1, "size class 1"), Modifier(-3, "range 5")), rolls=(Roll("k", 6, (4, 5)),)
    )
    event = events.Fired(AT, cause, "X1", "P1", "Y1", 5, 7, True, 4)
    assert format_why(event) == "PW-B09: +1 size class 1, −3 range 5; 2d6: 4 + 5 = 9; 9 +1 −3 = 7, 7 needed"
    shot = "Avenger (X1) fires P1 at Y1, range 5: 4+5 +1 (size class 1) −3 (range 5) = 7"
    assert format_event(event, view()) == f"{shot}, 7 needed: 4 points."
    laser = changed(event, weapon="L1", needed=None)
    assert format_event(laser, view()) == f"{shot.replace('P1', 'L1')}: 4 points."
    assert format_why(laser).endswith("9 +1 −3 = 7, damage follows the roll")


def test_point_defense_shows_what_made_its_number_and_a_ram_its_sum() -> None:
    terms = (Modifier(3, "point defense boxes"), Modifier(-1, "shots before this one"))
    event = events.PointDefenseFired(
        AT, Cause("PW-B36", modifiers=terms, rolls=(Roll("k", 6, (5,)),)), "X1", "Y1.M2", 2, False
    )
    assert format_event(event, view()) == (
        "Avenger (X1) fires point defense at missile Y1.M2: 5, 3 (point defense boxes) −1 (shots before this one) = 2 or less "
        "needed: a miss."
    )
    assert format_why(event).endswith("; 1d6: 5; 2 or less needed")
    ram = Cause("PW-B74", modifiers=(Modifier(1, "size class 1"),), rolls=(Roll("k", 6, (5, 3)),))
    assert format_event(events.Survived(AT, ram, "Y1", "ram missed"), view()) == (
        "Y1 escapes being rammed: 5+3 +1 (size class 1) = 9."
    )


def test_a_strike_names_what_struck_and_a_seeker_that_missed_says_so() -> None:
    parts = Cause("PW-B50", modifiers=(Modifier(5, "Y1 L1"), Modifier(4, "Y1.LM1-30 bolt"), Modifier(2, "acid gum")))
    assert format_event(events.Struck(AT, parts, "X1", 2, 11, 3, 2, 6), view()) == (
        "Avenger (X1) is struck on side 2 for 11 points (5 by L1 of Y1, 4 by bolt Y1.LM1-30 and 2 by acid gum): "
        "screens stop 3, armor takes 2 and 6 get through."
    )
    spent = events.Gone(AT, Cause("PW-S135"), "Y1.LM1-30", HERE, "spent")
    assert format_event(spent, view()) == "Bolt Y1.LM1-30 has missed and is spent at 1015."


@pytest.mark.parametrize(
    ("rule", "reason"), [("PW-A25", "speed 7, screens down"), ("PW-A62", "radiation of the star, screens down")]
)
def test_a_strike_that_no_unit_gave_is_told_in_the_words_of_its_cause(rule: str, reason: str) -> None:
    event = events.Struck(AT, Cause(rule, modifiers=(Modifier(1, reason),)), "X1", 2, 1, 0, 0, 1)
    assert format_event(event, view()) == (
        f"Avenger (X1) is struck on side 2 for 1 point (1 by {reason}): 1 gets through."
    )


def test_a_cause_of_rule_alone_or_of_nothing_is_short() -> None:
    assert format_why(events.TurnBegan(AT, Cause("PW-C37"))) == "PW-C37"
    assert format_why(events.TurnBegan(Moment(2), Cause(""))) == ""
    told = changed(events.TurnBegan(AT, Cause("PW-C37", override="a kinder die")))
    assert format_why(told) == "PW-C37: the referee's word: a kinder die"


def test_the_log_has_a_heading_for_each_place_and_only_what_its_reader_may_know() -> None:
    told = (
        events.TurnBegan(Moment(2), Cause("PW-C37")),
        events.Rotated(Moment(2, 1, 1), Cause("PW-M08"), "X1", 0, 1),
        events.Rotated(Moment(2, 1, 1), Cause("PW-M08"), "Y2", 0, 1, seen_by=("Y",)),
    )
    assert list(log_of(view("X"), seen_events(told, "X"))) == [
        "**Turn 2, phase 1 (velocity determination)**",
        "- Turn 2 begins: velocities are counted, capacitors are recharged.",
        "**Turn 2, impulse 1, segment 1 (rotation)**",
        "- Avenger (X1) turns from A to B.",
    ]
    assert list(log_of(view("Y"), seen_events(told, "Y")))[-1] == "- Lurker (Y2) turns from A to B."
    assert len(list(log_of(view(None), seen_events(told, None)))) == 5


def test_what_a_reader_cannot_see_has_no_name() -> None:
    assert unit_name(view("X"), "Y2") == "a craft out of sight"
    assert unit_name(view("Y"), "Y2") == "Lurker (Y2)"


def test_names_cannot_mention_anybody_or_break_the_line() -> None:
    rude = battle(changed(craft("X1", "1015"), name="@everyone\n# **big**"))
    told = format_event(events.Rotated(AT, WHY, "X1", 0, 1), view_for(rude, "X"))
    assert "@" not in told
    assert "\n" not in told
