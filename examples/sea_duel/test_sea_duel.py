"""The rules of a sea duel, and that what is kept of it and drawn of it is right."""

import tomllib
from importlib import resources

import pytest

from rules.dice import Dice, ScriptedDice
from rules.values import IllegalOrderError, changed
from sea_duel.duel import SEA, Ended, Event, Fired, Plot, begun, options, run_turn, sail
from sea_duel.kind import CODEC
from sea_duel.picture import draw, line, text

DUEL = changed(begun(), players=("blue", "red"))
BLUE = DUEL.ships["blue"]
AHEAD = {"blue": Plot(0, 2), "red": Plot(0, 2)}


def test_nothing_happens_before_both_have_plotted() -> None:
    waiting = run_turn(DUEL, {"blue": Plot(0, 2)}, (), ScriptedDice(()))
    assert waiting == (DUEL, (), ("red",))


def test_a_ship_turns_one_hexside_and_the_edge_stops_it() -> None:
    with pytest.raises(IllegalOrderError):
        sail(BLUE, Plot(2, 2))
    assert SEA.name(sail(BLUE, Plot(-1, 3)).at) == "0403"
    assert SEA.name(sail(changed(BLUE, at=SEA.hex(4, 1), heading=0), Plot(0, 3)).at) == "0401"
    assert len(options(BLUE)) == 9


def test_range_and_broadside_change_a_salvo() -> None:
    near = changed(DUEL.ships["red"], at=SEA.hex(5, 6), heading=2, speed=0)
    duel = changed(DUEL, ships={"blue": changed(BLUE, heading=0, speed=0), "red": near})
    after, events, _ = run_turn(duel, dict.fromkeys(AHEAD, Plot()), (), ScriptedDice((3, 4, 6, 6)))
    shots = [event for event in events if isinstance(event, Fired)]
    assert [(one.total, one.damage) for one in shots] == [(8, 1), (13, 2)]
    assert [one.value for one in shots[0].cause.modifiers] == [-1, 2]
    assert (after.ships["blue"].hull, after.ships["red"].hull) == (3, 4)


def test_a_duel_ends_by_striking_or_after_its_last_turn() -> None:
    assert run_turn(DUEL, {}, ("red",), ScriptedDice(())).duel.winner == "blue"
    last = changed(DUEL, now=changed(DUEL.now, turn=12))
    assert run_turn(last, AHEAD, (), ScriptedDice((1, 1, 1, 1))).duel.winner == ""


def test_bot_captains_duel_to_the_end_by_rules_that_the_ledger_has() -> None:
    rules = tomllib.loads(resources.files("sea_duel").joinpath("ledger.toml").read_text(encoding="utf-8"))["rule"]
    duel, told = begun(), list[Event]()
    while duel.winner is None:
        duel, events, _ = run_turn(duel, {}, (), Dice(bytes(32), "a duel", duel.now.turn))
        told += events
    assert isinstance(told[-1], Ended)
    assert {event.cause.rule for event in told} <= {rule["id"] for rule in rules}
    assert CODEC.read(CODEC.write(duel)) == duel
    assert all(line(event, duel) for event in told)


def test_the_picture_is_told_in_words() -> None:
    picture = draw(DUEL, "A duel", "dark")
    assert picture.png.startswith(b"\x89PNG")
    for fact in ("HMS Amber at 0406, north-east, speed 2, hull 5", "8 hexes between them"):
        assert fact in picture.alt
        assert fact in text(DUEL)
