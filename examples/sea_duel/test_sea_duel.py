"""The rules of a sea duel, and that what is kept of it and drawn of it is right."""

import pytest

from rules.dice import Dice, ScriptedDice
from rules.values import IllegalOrderError, changed
from sea_duel.duel import SEA, Ended, Event, Fired, Plot, Strike, begun, run_turn, sail
from sea_duel.kind import CODEC
from sea_duel.picture import draw, line, text

DUEL = changed(begun(), players=("blue", "red"))
BLUE = DUEL.ships["blue"]


def test_a_ship_turns_one_hexside_and_the_edge_stops_it() -> None:
    with pytest.raises(IllegalOrderError):
        sail(BLUE, Plot(2, 2))
    assert SEA.name(sail(BLUE, Plot(-1, 3)).at) == "0403"
    assert SEA.name(sail(changed(BLUE, at=SEA.hex(4, 1), heading=0), Plot(0, 3)).at) == "0401"


def test_range_and_broadside_change_a_salvo_once_both_have_plotted() -> None:
    near = changed(DUEL.ships["red"], at=SEA.hex(5, 6), heading=2, speed=0)
    duel = changed(DUEL, ships={"blue": changed(BLUE, heading=0, speed=0), "red": near})
    assert run_turn(duel, [("blue", Plot())], ScriptedDice(())) == (duel, (), ("red",))
    after, events, _ = run_turn(duel, [("blue", Plot()), ("red", Plot())], ScriptedDice((3, 4, 6, 6)))
    assert [(one.total, one.damage) for one in events if isinstance(one, Fired)] == [(8, 1), (13, 2)]
    assert [ship.hull for ship in after.ships.values()] == [3, 4]


def test_bot_captains_duel_to_the_end_and_who_strikes_has_lost() -> None:
    duel, told = begun(), list[Event]()
    while duel.winner is None:
        duel, events, _ = run_turn(duel, [], Dice(bytes(32), "a duel", duel.now.turn))
        told += events
    assert isinstance(told[-1], Ended)
    assert CODEC.read(CODEC.write(duel)) == duel
    assert all(line(event, duel) for event in told)
    assert run_turn(DUEL, [("red", Strike())], ScriptedDice(())).state.winner == "blue"


def test_the_picture_is_told_in_words() -> None:
    picture = draw(DUEL, "A duel", "dark")
    assert picture.png.startswith(b"\x89PNG")
    assert picture.alt == text(DUEL).replace("\n", " ").strip()
    assert "HMS Amber at 0406, north-east, speed 2, hull 5" in picture.alt
