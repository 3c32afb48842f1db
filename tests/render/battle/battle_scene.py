"""Battles to draw: a crowded one of thirty craft made by hand, and ready-made ones played by captains."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Final

from render.battle.log import format_why
from rules.dice import Dice
from rules.pentagon_war.captains.advance import run_turn
from rules.pentagon_war.commission import commission
from rules.pentagon_war.designs import BASIC_MISSILE
from rules.pentagon_war.events import Event
from rules.pentagon_war.geometry import BATTLE_MAP
from rules.pentagon_war.options import Options
from rules.pentagon_war.shipyard.notation import FOLDER, library
from rules.pentagon_war.state import Battle, BattleSide
from rules.pentagon_war.turn.setup import new_battle
from rules.pentagon_war.turn.view import BattleView
from rules.pentagon_war.units import Body, Bolt, CountedVelocity, Craft, Drone, Lock, Missile, Moment, Velocity
from rules.values import changed as replace
from rules.values import seen_events
from umpire.battle.battle_files import log_of

NAMES: Final = (
    "Avenger", "Bold", "Cutter", "Dagger", "Endeavour", "Fury", "Gallant", "Hasty", "Iron", "Jackal", "Kite",
    "Lancer", "Mirror", "Nomad", "Onyx", "Pilgrim", "Quarrel", "Raider", "Saber", "Thorn", "Umbra", "Vigil",
    "Wasp", "Xerxes", "Yeoman", "Zephyr", "Alpha", "Beta", "Gamma", "Delta",
)  # fmt: skip
BODIES: Final[Mapping[str, Body]] = {
    "earth": Body("earth", "Earth", BATTLE_MAP.hex(30, 10), 1, atmosphere=True),
    "moon": Body("moon", "Moon", BATTLE_MAP.hex(25, 13), -1),
    "jove": Body("jove", "Jove", BATTLE_MAP.hex(1, 1), 0, atmosphere=True, gas_giant=True, edge=("column", 39, 1)),
}


def log_lines(view: BattleView, told: Iterable[Event]) -> list[str]:
    """All that the viewer may read of events: the log, then the why of each line."""
    seen = seen_events(told, view.side)
    return [*log_of(view, seen), *map(format_why, seen)]


def changed(view: BattleView, **facts: object) -> BattleView:
    """The view of one who knows something else."""
    return replace(view, known=replace(view.known, **facts))  # type: ignore[arg-type] # the fields are the callers' own


@lru_cache(maxsize=1)
def crowd() -> Battle:
    """Thirty craft of three sides on 40 by 40 hexes, six of them in two hexes, with all that can fly, and X3 hidden."""
    rng, designs = Random(4), tuple(library().values())
    sides = {side: BattleSide(side, name) for side, name in (("X", "Xenon League"), ("Y", "Yellows"), ("Z", "Zenith"))}
    craft: dict[str, Craft] = {}
    for number, name in enumerate(NAMES):
        unit = f"{'XYZ'[number % 3]}{number // 3 + 1}"
        place = (rng.randint(3, 37), rng.randint(3, 38)) if number < 24 else (20, 20 + number % 2)
        speed = Velocity(Fraction(rng.randint(-9, 9), 4), Fraction(rng.randint(-9, 9), 4))
        design = designs[number % len(designs)]
        craft[unit] = commission(
            design, unit, name, unit[0], BATTLE_MAP.hex(*place), rng.randrange(6), speed, Options()
        )  # fmt: skip
    craft["X3"] = replace(craft["X3"], hidden=True)
    missiles = {
        f"{owner}.M{n}": Missile(f"{owner}.M{n}", owner[0], owner, BASIC_MISSILE, at, n % 6, 6, target, 1)
        for owner, target, column in (("X1", "Y1", 8), ("Y4", "X2", 22))
        for n, at in ((n, BATTLE_MAP.hex(column + n, 30 - 2 * n)) for n in range(1, 8))
    }
    still = Velocity(Fraction(1), Fraction(1))
    drones = {
        f"Y1.D{n}": Drone(
            f"Y1.D{n}", "Y", "Y1", "laser", BATTLE_MAP.hex(20, 20 + n % 2), n, still, CountedVelocity(), 1
        )
        for n in range(1, 5)
    }
    bolts = {f"Z1.LM1-{n}": Bolt(f"Z1.LM1-{n}", "Z", "Z1", BATTLE_MAP.hex(10 + n, 12), n, "X1", 1) for n in (1, 2)}
    locks = (Lock("X1", "B1", "Y2"), Lock("Z2", "B1", "X4", "repel", doubled=True))
    return Battle(
        sides, craft, Options(), "The Long Night", Moment(3, 5, 10), drones, missiles, bolts, BODIES, locks,
        edge=(1, 1, 40, 40),
    )  # fmt: skip


@lru_cache(maxsize=8)
def played(name: str, turns: int, seed: int = 1) -> tuple[Battle, Battle, tuple[Event, ...]]:
    """A ready-made battle after so many turns of aggressive captains: its start, its end, and all that happened."""
    start = new_battle((FOLDER / f"{name}.toml").read_text(encoding="utf-8"), library())
    start = replace(start, stances=dict.fromkeys(start.craft, "aggressive"))
    battle, events = start, list[Event]()
    for _ in range(turns):
        if battle.winner is None:
            result = run_turn(battle, (), Dice(bytes([seed]) * 32, "pictures", battle.now.turn))
            battle = result.battle
            events += result.events
    return start, battle, tuple(events)
