"""The movement phase by its ledger: order, straight flight, turn attempts, splits, the edge (JET-M, JET-X04 to X06)."""

import pytest

from rules.air_force.changes import grid, turn_dice
from rules.air_force.engine import check, decide, play_on, question
from rules.air_force.events import Event, JetGone, Moved, MoveOrderSet, Turned, TurnTried
from rules.air_force.jets import Jet, Maneuvers, Sun
from rules.air_force.orders import Bank, Chase, Decision, Fly, Moment, Split
from rules.air_force.setup import Wishes, new_dogfight
from rules.air_force.state import Dogfight
from rules.air_force.tables_of import Options, number
from rules.dice import ScriptedDice
from rules.values import IllegalOrderError, changed
from tests.rules.air_force.kit import MAP, acting, fight, jet
from tests.used_up import assert_used_up

FAR = jet("B1", "red", "0303", altitude=9)


def moved(
    flown: Jet, orders: list[Decision], faces: list[int], options: Options | None = None
) -> tuple[Dogfight, list[Event]]:
    """A jet's orders one after the other, each legal, with scripted dice that are used up."""
    dice = ScriptedDice(faces)
    made = acting(fight(flown, FAR, options=options), 3, "P1", "B1")
    told: list[Event] = []
    for order in orders:
        check(made, "blue", order)
        result = decide(made, order, dice)
        made = result.state
        told += result.events
    assert_used_up(dice)
    return made, told


@pytest.mark.rule("JET-M04", "JET-M05", "JET-X17")
def test_each_turn_roll_is_named_by_the_hexes_flown_and_the_hexsides_turned_in_the_last() -> None:
    split = Options(aerobatics=True)
    orders: list[Decision] = [Split("P1", "right", 3), Fly("P1", ("left",))]
    made, told = moved(jet(at="1212", speed=5), orders, [6, 6, 6] * 4, split)
    rolled = [event.cause.rolls[0].key for event in told if isinstance(event, TurnTried)]
    assert [key.split("/P1/")[1] for key in rolled] == ["0/0", "0/1", "0/2", "1/0"]
    assert made.flight is not None
    assert (made.flight.moved, made.flight.turned) == (2, 0)


def path(told: list[Event]) -> list[str]:
    return [MAP.number(event.hex) for event in told if isinstance(event, Moved)]


def ordered(sun: Sun, jets: list[Jet], faces: list[int]) -> tuple[tuple[str, ...], list[str]]:
    """The order of movement and the rule each place rests on."""
    dice = ScriptedDice(faces)
    start = changed(fight(*jets, sun=sun), now=Moment(1, 2), order=tuple(one.id for one in jets))
    result = play_on(start, dice)
    assert_used_up(dice)
    return result.state.queue, [event.cause.rule for event in result.events if isinstance(event, MoveOrderSet)]


@pytest.mark.rule("JET-M01", "JET-X01")
def test_the_lowest_moves_first_whatever_the_initiative() -> None:
    jets = [jet("A1", altitude=5, initiative=12), jet("B1", "red", altitude=2, initiative=7), jet("C1", altitude=7)]
    queue, rules = ordered("north", jets, [])
    assert queue == ("B1", "A1", "C1")
    assert rules == ["JET-M01"] * 3


@pytest.mark.rule("JET-M02")
@pytest.mark.parametrize(
    ("sun", "first", "second"),
    [("north", "1209", "1202"), ("south", "1202", "1209"), ("west", "1505", "0305"), ("east", "0305", "1505")],
)
def test_at_one_altitude_the_jet_farthest_down_sun_moves_first(sun: Sun, first: str, second: str) -> None:
    queue, rules = ordered(sun, [jet("A1", at=second), jet("B1", "red", first)], [])
    assert queue == ("B1", "A1")
    assert rules == ["JET-M02"] * 2


@pytest.mark.rule("JET-M03")
@pytest.mark.parametrize(("sun", "other"), [("night", "0914"), ("north", "0312")])
def test_at_night_or_equally_down_sun_a_die_decides_and_ties_are_rolled_again(sun: Sun, other: str) -> None:
    queue, rules = ordered(sun, [jet("A1", at="1212"), jet("B1", "red", other)], [3, 3, 5, 2])
    assert queue == ("B1", "A1")
    assert rules == ["JET-M03"] * 2


@pytest.mark.rule("JET-M04", "JET-M05", "JET-M11")
def test_a_jet_flies_its_speed_in_hexes_straight_off_the_nose_without_dice() -> None:
    made, told = moved(jet(at="0505", speed=4), [Fly("P1", ("straight",) * 4)], [])
    assert path(told) == ["0504", "0503", "0502", "0501"]
    assert made.now.jet == "B1"
    five, told = moved(jet(at="0512", speed=5), [Fly("P1", ("straight",))] * 5, [])
    assert len(path(told)) == 5
    assert five.now.jet == "B1"
    with pytest.raises(IllegalOrderError) as no:
        moved(jet(speed=3), [Fly("P1", ("straight",) * 4)], [])
    assert no.value.rule == "JET-M04"


@pytest.mark.rule("JET-M06", "JET-M07")
@pytest.mark.parametrize(
    ("aircraft", "kept", "turns"),
    [("Generic interceptor", 2, False), ("Generic fighter", 4, False), ("Generic dogfighter", 6, True)],
)
def test_in_a_move_the_die_that_is_kept_must_beat_the_speed(aircraft: str, kept: int, turns: bool) -> None:
    made, told = moved(jet(speed=4, type=aircraft), [Fly("P1", ("left",))], [2, 4, 6])
    (tried,) = (event for event in told if isinstance(event, TurnTried))
    assert (tried.kept, tried.success) == (kept, turns)
    assert (made.jets["P1"].heading == 6) is turns
    house = Options(overrides={"JET-T04/Low/keep": "highest"})
    _, told = moved(jet(speed=4, type="Generic interceptor"), [Fly("P1", ("left",))], [2, 4, 6], house)
    assert [event.kept for event in told if isinstance(event, TurnTried)] == [6], "a table's cell, edited, is the rule"


@pytest.mark.rule("JET-M06")
def test_maneuverability_says_which_die_of_three_is_kept() -> None:
    kept = {kind: turn_dice(Options(), kind, [2, 4, 6]) for kind in ("Low", "Medium", "High")}
    assert {kind: die for kind, (die, _) in kept.items()} == {"Low": 2, "Medium": 4, "High": 6}
    assert [die.face for die in kept["Low"][1]] == [4, 6]
    assert [die.face for die in kept["Medium"][1]] == [2, 6]
    assert [die.face for die in kept["High"][1]] == [2, 4]


@pytest.mark.rule("JET-M07", "JET-M09")
def test_the_kept_die_must_exceed_speed_and_a_failed_turn_still_steps_ahead() -> None:
    made, told = moved(jet(at="1212", speed=4), [Fly("P1", ("left",))], [2, 4, 6])
    assert path(told) == ["1211"]
    assert made.jets["P1"].heading == 1
    tried = next(event for event in told if isinstance(event, TurnTried))
    assert (tried.kept, tried.needed, tried.success) == (4, 5, False)


@pytest.mark.rule("JET-M07", "JET-M09")
@pytest.mark.parametrize(("side", "heading", "to"), [("left", 6, "1112"), ("right", 2, "1312"), ("none", 1, "1211")])
def test_after_a_success_the_pilot_chooses_and_then_steps(side: str, heading: int, to: str) -> None:
    waiting, told = moved(jet(at="1212", speed=4), [Fly("P1", ("try",))], [5, 5, 5])
    assert path(told) == []
    for early in (Fly("P1", ("left",)), Chase("P1")):
        with pytest.raises(IllegalOrderError):
            check(waiting, "blue", early)
    made, told = moved(jet(at="1212", speed=4), [Fly("P1", ("try",)), Bank("P1", side)], [5, 5, 5])  # type: ignore[arg-type] # one of the literals
    assert made.jets["P1"].heading == heading
    assert path(told) == [to]


@pytest.mark.rule("JET-M08", "JET-E04")
def test_hard_turns_add_to_every_turn_roll_of_the_move() -> None:
    made, _ = moved(jet(speed=4, maneuvers=Maneuvers(1)), [Fly("P1", ("left",))], [1, 4, 6])
    assert made.jets["P1"].heading == 6
    _, told = moved(
        jet(speed=4, maneuvers=Maneuvers(2)), [Fly("P1", ("left", "right", "left", "right"))], [1, 3, 6] * 4
    )
    tried = [event for event in told if isinstance(event, TurnTried)]
    assert len(tried) == 4  # the bonus is not a number of turns
    assert all(event.success and event.cause.modifiers[-1].value == 2 for event in tried)
    assert {event.cause.rule for event in tried} == {"JET-M08"}
    without, told = moved(jet(speed=4), [Fly("P1", ("left",))], [1, 4, 6])
    assert [event.cause.rule for event in told if isinstance(event, TurnTried)] == ["JET-M07"]
    assert without.jets["P1"].heading == 1


@pytest.mark.rule("JET-M10", "JET-M12")
def test_at_most_one_attempt_and_one_hexside_before_each_hex() -> None:
    made, told = moved(jet(speed=3), [Fly("P1", ("left",) * 3)], [6, 6, 6] * 3)
    assert [type(event) for event in told] == [TurnTried, Turned, Moved] * 3
    assert made.now.jet == "B1"
    with pytest.raises(IllegalOrderError) as no:
        moved(jet(speed=3), [Split("P1", "left", 2)], [])
    assert no.value.rule == "JET-M12"


@pytest.mark.rule("JET-X17", "JET-M12")
def test_a_split_turns_up_to_three_hexsides_and_each_extra_one_costs_speed() -> None:
    aerobatics = Options(aerobatics=True)
    made, told = moved(jet(at="1212", speed=4), [Split("P1", "right", 3)], [6, 6, 6] * 3, aerobatics)
    assert (made.jets["P1"].heading, made.jets["P1"].speed) == (4, 2)
    assert [event.cost for event in told if isinstance(event, Turned)] == [0, 1, 1]
    assert path(told) == ["1213"]
    with pytest.raises(IllegalOrderError, match="has made its split"):
        check(made, "blue", Split("P1", "right", 2))
    failed, told = moved(jet(at="1212", speed=4), [Split("P1", "right", 3)], [6, 6, 6, 1, 1, 1], aerobatics)
    assert (failed.jets["P1"].heading, failed.jets["P1"].speed) == (2, 4)
    with pytest.raises(IllegalOrderError, match="2 to 3"):
        moved(jet(), [Split("P1", "left", 4)], [], aerobatics)


@pytest.mark.rule("JET-X17")
def test_a_split_never_costs_speed_that_is_flown_already() -> None:
    made, told = moved(jet(speed=1), [Split("P1", "left", 3)], [6, 6, 6], Options(aerobatics=True))
    assert made.jets["P1"].speed == 1
    assert len([event for event in told if isinstance(event, Turned)]) == 1
    assert made.now.jet == "B1"


@pytest.mark.rule("JET-X04", "JET-X05")
def test_a_jet_that_leaves_the_map_of_24_by_24_is_out_and_not_shot_down() -> None:
    made, told = moved(jet(at="1202", speed=4), [Fly("P1", ("straight",) * 4)], [])
    assert made.jets["P1"].fate == "left"
    assert path(told) == ["1201"]
    assert [event.fate for event in told if isinstance(event, JetGone)] == ["left"]
    ready = new_dogfight("night", Wishes(), ScriptedDice([]))
    assert (grid(ready).columns, grid(ready).rows) == (24, 24)
    plain = grid(fight(jet()))
    assert (plain.columns, plain.rows) == (24, 24), "where nothing else is said"
    assert (number(ready.options, "map_columns"), number(ready.options, "map_rows")) == (24, 24)


@pytest.mark.rule("JET-X06")
def test_jets_may_share_a_hex_at_one_altitude() -> None:
    start = acting(fight(jet(at="1212", speed=1), jet("B1", "red", "1211", altitude=5)), 3, "P1", "B1")
    result = decide(start, Fly("P1", ("straight",)), ScriptedDice([]))
    assert result.state.jets["P1"].at == result.state.jets["B1"].at
    assert [type(event) for event in result.events] == [Moved]
    ask = question(result.state)
    assert ask is not None
    assert ask.jet == "B1"


def test_a_chase_turns_toward_its_target_and_back_from_the_edge() -> None:
    made, _ = moved(jet(at="1212", speed=2), [Chase("P1", "B1")], [6, 6, 6, 1, 1, 1])
    assert made.jets["P1"].heading == 6  # the target is up and to the left
    _, told = moved(jet(at="1202", speed=4), [Chase("P1")], [6, 6, 6] * 3)
    assert not any(isinstance(event, JetGone) for event in told)
