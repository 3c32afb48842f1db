"""Dogfights for tests of pictures: one drawn by hand, and whole ones flown by the doctrine."""

from rules.air_force.advance import run_turn
from rules.air_force.events import Event
from rules.air_force.jets import ContrailHex, Jet, Maneuvers, Stores, Sun
from rules.air_force.orders import Moment
from rules.air_force.setup import Wishes, new_dogfight
from rules.air_force.state import Dogfight, Side
from rules.dice import Dice
from rules.hexes import Grid
from rules.values import changed

BOARD = Grid(24, 24, "even")
MOST_TURNS = 60


def scene(sun: Sun = "west") -> Dogfight:
    """Blue's P1 with guns and missiles among three of Red: one hit, one heavy, one shot down."""
    trail = tuple(ContrailHex(turn, BOARD.hex(10, 18 - turn * 2), 1, 5) for turn in (1, 2, 3))
    jets = (
        Jet(
            "P1", "Falcon", "blue", "MiG-21F-13", BOARD.hex(10, 12), 1, 5, 4, Stores(8, 2, 1), crew="player", trail=trail,
            maneuvers=Maneuvers(1, jink=False, aim=True), afterburner=True,
        ),
        Jet("B1", "Bandit 1", "red", "F-104A Starfighter", BOARD.hex(10, 10), 3, 6, 6, Stores(9, 3, 2), hits=1),
        Jet("B2", "Bandit 2", "red", "Tu-16 bomber", BOARD.hex(19, 16), 4, 2, 3, Stores(12, 0, 0)),
        Jet("B3", "Bandit 3", "red", "F-8 Crusader", BOARD.hex(7, 13), 4, 2, 3, Stores(12, 0, 0), fate="shot down"),
    )  # fmt: skip
    sides = {"blue": Side("blue", "Falcons"), "red": Side("red", "Bandits")}
    return Dogfight(
        sides, {jet.id: jet for jet in jets}, sun, title="Over the coast", now=Moment(3, 4, "P1"), queue=("P1",),
        players=("blue",),
    )  # fmt: skip


def flown(name: str, seed: int, sun: str = "") -> tuple[Dogfight, Dogfight, tuple[Event, ...]]:
    """A scenario flown to its end by the doctrine: its start, its end, all that happened."""
    dice = seed.to_bytes(32, "big")
    start = new_dogfight(name, Wishes(sun=sun), Dice(dice, "scene", 0))
    start = changed(start, players=())
    fight, told = start, list[Event]()
    while fight.winner is None and fight.now.turn <= MOST_TURNS:
        result = run_turn(fight, (), Dice(dice, "scene", fight.now.turn))
        fight = result.fight
        told += result.events
    return start, fight, tuple(told)
