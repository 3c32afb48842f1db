"""The rarer decisions in the default pace: by lines of a programme, at stops of every segment, waiting for their segment."""

from fractions import Fraction

import pytest

from rules.dice import Dice
from rules.pentagon_war.captains.advance import BattleProgress, run_turn
from rules.pentagon_war.captains.stops import check_or_wait, due, is_watched, waits, ways_out
from rules.pentagon_war.designs import DesignLink
from rules.pentagon_war.events import Event, Fired, Gone, LinkChanged, NotDone
from rules.pentagon_war.notation.decide import parse_decision
from rules.pentagon_war.notation.read import parse_programme
from rules.pentagon_war.notation.write import programme_lines
from rules.pentagon_war.options import Options
from rules.pentagon_war.orders import Accelerate, Continue, Decided, Disengage, SeatOrder, SeatSent, SetProgramme
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import Body, Craft, Moment
from rules.values import GameError, NotationError, WrongPhaseError, changed
from tests.rules.pentagon_war import kit
from tests.rules.pentagon_war.combat.stage import lasers

ALL = Options(self_destruction=True, ramming=True, planets=True)
MOON = Body("moon", "Moon", kit.hexed("1014"), radius=0)
LINKS = {"XYZ": DesignLink("ABC", 0, "L"), "ABC": DesignLink("XYZ", 0, "R")}
START = Moment(1, 0, 1)


def field(*craft: Craft, **changes: object) -> Battle:
    """A battle before its first turn in the default pace; X is played by a person, Y by stances."""
    return changed(kit.battle(*craft), **{"players": ("X",), "options": ALL, **changes})  # type: ignore[arg-type] # fields


def still(unit: str, at: str, **given: object) -> Craft:
    """A craft at rest."""
    return kit.craft(unit, at, **{"velocity": (0, 0), **given})  # type: ignore[arg-type] # what the kit takes


def fly(start: Battle, text: str, *replies: SeatOrder, craft: str = "X1") -> BattleProgress:
    """A turn with a craft's programme, and what its captain answered at the stops."""
    plan = SetProgramme(parse_programme(text, craft, start.now.turn))
    sent = [plan, Continue(START), *replies]
    return run_turn(start, [SeatSent("X", n, one) for n, one in enumerate(sent, 1)], Dice(bytes(32), "acts", 1))


def links(done: BattleProgress) -> list[tuple[int, str, str]]:
    """What was joined, parted and circled, by impulse."""
    return [(e.at.impulse, e.what, e.unit) for e in done.events if isinstance(e, LinkChanged)]


def of(kind: type[Event], done: BattleProgress, unit: str) -> list[Event]:
    """The events of a kind about a unit."""
    return [e for e in done.events if isinstance(e, kind) and getattr(e, "unit", getattr(e, "craft", "")) == unit]


@pytest.mark.rule("PW-A20")
def test_a_craft_blows_itself_up_when_its_line_holds() -> None:
    done = fly(field(still("X1", "1015"), still("Y1", "1001")), "self-destruct when impulse >= 4")
    (gone,) = of(Gone, done, "X1")
    assert (gone.at.impulse, gone.at.segment, done.battle.craft["X1"].fate) == (4, 5, "destroyed")
    never = fly(field(still("X1", "1015"), still("Y1", "1001")), "self-destruct when armor <= -1")
    assert of(Gone, never, "X1") == []


@pytest.mark.rule("PW-B74")
@pytest.mark.parametrize("line", ["ram Y1", "ram", "ram craft when range <= 0"])
def test_a_craft_rams_what_its_line_names_once_it_stands_in_its_hex(line: str) -> None:
    runner = kit.craft("X1", "1015", velocity=(12, 0))
    done = fly(field(runner, still("Y1", "1012")), f"{line}\nstance flee")
    tried = [r for e in done.events for r in e.cause.rolls if "/ram/" in r.key]
    assert {roll.key.split("/")[2] for roll in tried} == {"3"}, "in the impulse in which they meet, and in no other"


@pytest.mark.rule("PW-M30", "PW-S141", "PW-S142")
def test_craft_that_were_built_for_it_join_and_part_by_lines() -> None:
    one = still("X1", "1015", name="XYZ", attachments=(LINKS["XYZ"],))
    two = still("X2", "1015", name="ABC", attachments=(LINKS["ABC"],))
    done = fly(field(one, two, still("Y1", "1001")), "join X2 from 2 to 3\nseparate when impulse >= 6")
    assert links(done) == [(2, "joined", "X1"), (6, "separated", "X1")]
    odd = changed(two, design=changed(two.design, attachments=(DesignLink("XYZ", 3, "RF"),)))
    wrong = fly(field(one, changed(odd, design=changed(odd.design, name="Other")), still("Y1", "1001")), "join")
    assert links(wrong) == []


@pytest.mark.rule("PW-A66")
@pytest.mark.parametrize("line", ["orbit moon when impulse >= 2", "orbit from 2 to 12"])
def test_a_craft_at_rest_enters_orbit_by_its_line(line: str) -> None:
    start = field(still("X1", "1016"), still("Y1", "1001"), bodies={"moon": MOON})
    done = fly(start, line)
    assert links(done)[0] == (2, "orbit", "X1")
    assert done.battle.craft["X1"].orbit is not None


@pytest.mark.rule("PW-B77", "PW-B80")
def test_a_craft_leaves_at_the_turns_end_by_its_line_when_it_may() -> None:
    fast = kit.craft("X1", "1015", velocity=(12, 0))
    done = fly(field(fast, still("Y1", "1040")), "leave by acceleration when range >= 5\nstance cautious")
    assert [e.why for e in of(Gone, done, "X1") if isinstance(e, Gone)] == ["disengaged"]
    stays = fly(field(fast, still("Y1", "1040")), "leave when hit >= 99")
    assert of(Gone, stays, "X1") == []
    slow = fly(field(still("X1", "1015"), still("Y1", "1040")), "leave")
    assert of(Gone, slow, "X1") == of(NotDone, slow, "X1") == [], "a line waits until it is legal"


@pytest.mark.rule("PW-B77", "PW-B80")
def test_an_order_to_leave_waits_for_the_turns_end_and_goes_by_the_way_that_is_open_then() -> None:
    ending = changed(field(kit.craft("X1", "1015", velocity=(12, 0)), still("Y1", "1040")), now=Moment(1, 13, 1))
    open_, closed = ways_out(ending, "X", "X1")
    assert ([order.how for order in open_], len(closed)) == (["acceleration"], 1)
    held = Decided("X", Disengage("X1", "separation"))
    assert due(ending, [held]) == (Decided("X", Disengage("X1", "acceleration")),)
    assert due(changed(ending, now=Moment(1, 3, 1)), [held]) == ()


@pytest.mark.rule("PW-M12")
def test_an_acceleration_for_later_is_refused_now_if_it_can_never_be() -> None:
    start = changed(field(still("X1", "1015"), still("Y1", "1001")), now=Moment(1, 3, 1))
    assert waits(start, Accelerate("X1", Fraction(1)))
    check_or_wait(start, "X", Accelerate("X1", Fraction(1)))
    with pytest.raises(GameError):
        check_or_wait(start, "X", Accelerate("X1", Fraction(9)))


@pytest.mark.rule("PW-B51", "PW-B26", "PW-B59")
def test_a_programme_says_which_sides_are_screened_and_struck() -> None:
    plan = parse_programme("lose radar; screen side 2, 1; take side 3", "X1", 1)
    assert (plan.damage, plan.screen, plan.take) == (("radar",), (2, 1), (3,))
    assert programme_lines(plan) == ("lose radar", "screen side 2, 1", "take side 3", "stance cautious")


@pytest.mark.rule("PW-C05", "PW-B70", "PW-B50", "PW-B77")
def test_stop_lines_are_looked_at_wherever_there_is_something_to_decide() -> None:
    start = field(still("X1", "1015"), still("Y1", "1014"))
    steps = [Moment(1, 3, segment) for segment in range(1, 12)]
    assert [now.segment for now in steps if is_watched(changed(start, now=now))] == [1, 4, 5, 6, 7, 9, 11]
    assert is_watched(changed(start, now=Moment(1, 13, 1)))
    assert not is_watched(changed(start, now=Moment(1, 0, 1)))


@pytest.mark.rule("PW-B77")
def test_a_captain_is_asked_at_the_turns_end_when_a_stop_line_says_so() -> None:
    start = field(still("X1", "1015"), still("Y1", "1001"))
    asked = fly(start, "stop when impulse = 13")
    assert (asked.done, asked.battle.now) == (False, Moment(1, 13, 1))
    assert fly(start, "stop when impulse = 13", Continue(asked.battle.now)).done


def meeting(**changes: object) -> Battle:
    """X1 enters the hex of Y1 and the moon's ring in impulse 3, and is asked then, after the movement."""
    runner = kit.craft("X1", "1018", velocity=(12, 0), capacitors=12, weapons=lasers(2))
    return field(runner, still("Y1", "1015", weapons=()), bodies={"moon": MOON}, **changes)


MEET = "stop when range <= 0"


@pytest.mark.rule("PW-A20", "PW-B74", "PW-B71")
def test_what_belongs_to_a_later_segment_of_the_impulse_waits_for_it() -> None:
    asked = fly(meeting(), MEET)
    assert (asked.battle.now.impulse, asked.battle.now.segment) == (3, 4)
    reply = Continue(asked.battle.now)
    boom = fly(meeting(), MEET, parse_decision("X1 self-destruct"), reply)
    assert [(e.at.impulse, e.at.segment) for e in of(Gone, boom, "X1")] == [(3, 5)]
    rammed = fly(meeting(), MEET, parse_decision("X1 ram Y1"), reply)
    assert {r.key.split("/")[2:5][0] for e in rammed.events for r in e.cause.rolls if "/ram/X1/" in r.key} == {"3"}
    shots = [parse_decision(f"X1 fire {weapon} at Y1") for weapon in ("L1", "L2")]
    fired = fly(meeting(), MEET, *shots, reply)
    assert [(e.weapon, e.at.impulse) for e in fired.events if isinstance(e, Fired) and e.unit == "X1"] == [
        ("L1", 3),
        ("L2", 3),
    ]
    for decision in ("X1 self-destruct", "X1 ram Y1", "X1 fire L1 at Y1", "X1 lose radar"):
        check_or_wait(asked.battle, "X", parse_decision(decision))


@pytest.mark.rule("PW-C04")
def test_what_a_movement_lies_before_or_what_the_impulse_has_had_does_not_wait() -> None:
    asked = fly(meeting(), "stop when impulse = 3").battle
    assert (asked.now.impulse, asked.now.segment) == (3, 1)
    check_or_wait(asked, "X", parse_decision("X1 accelerate"))
    for decision in ("X1 ram Y1", "X1 fire L1 at Y1", "X1 self-destruct"):
        with pytest.raises(WrongPhaseError):
            check_or_wait(asked, "X", parse_decision(decision))
    met = fly(meeting(), MEET).battle
    with pytest.raises(WrongPhaseError):
        check_or_wait(met, "X", parse_decision("X1 turn B"))
    quiet = fly(meeting(options=Options()), MEET).battle
    with pytest.raises(GameError, match="without"):
        check_or_wait(quiet, "X", parse_decision("X1 ram Y1"))


@pytest.mark.rule("PW-C13")
def test_power_may_be_allocated_by_a_single_decision_where_the_turn_is_plotted() -> None:
    start = meeting()
    off = parse_decision("X1 power radar off")
    sent = [off, Continue(START)]
    done = run_turn(start, [SeatSent("X", n, one) for n, one in enumerate(sent, 1)], Dice(bytes(32), "acts", 1))
    assert not done.battle.craft["X1"].radar_on


@pytest.mark.rule("PW-A20")
def test_a_line_to_blow_up_says_when() -> None:
    for text in (
        "self-destruct",
        "self-destruct Y1 when always",
        "leave by train",
        "join X2 X3",
        "ram Y1 from 9 to 3",
        "take side 7",
    ):
        with pytest.raises(NotationError):
            parse_programme(text, "X1", 1)
    assert programme_lines(parse_programme("self-destruct when always", "X1", 1))[0] == "self-destruct when always"


@pytest.mark.rule("PW-B74")
def test_an_aggressive_craft_with_nothing_left_to_fight_with_rams_where_that_is_played() -> None:
    bare = {"weapons": (), "guns": (), "missiles": (), "drones": ()}
    start = field(still("X1", "1015", **bare), still("Y1", "1015"), players=(), stances={"X1": "aggressive"})

    def rammed(battle: Battle) -> bool:
        done = run_turn(battle, (), Dice(bytes(32), "acts", 1))
        return any("/ram/X1/" in roll.key for event in done.events for roll in event.cause.rolls)

    assert rammed(start)
    assert not rammed(changed(start, options=changed(ALL, ramming=False)))
    assert not rammed(changed(start, stances={"X1": "cautious"}))
    assert not rammed(changed(start, craft={**start.craft, "X1": still("X1", "1015")}))
