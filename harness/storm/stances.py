"""Whether stances do what they promise: `python -m harness.storm.stances 200 --seed 1` plays duels of comparable craft.

First each stance against others by its own measure, then stance against stance. A side has lost a duel if its craft is
destroyed and the other's is not, or if it lost more points; who leaves whole has not lost. Prints a table, and one line of JSON
at the end.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from functools import lru_cache, partial
from itertools import combinations, pairwise
from random import Random
from typing import Final

from harness.storm.battles import STANCES
from rules.dice import Dice
from rules.hexes import Hex, distance
from rules.pentagon_war.captains.advance import run_turn
from rules.pentagon_war.captains.course import can_thrust
from rules.pentagon_war.captains.stance_rows import STANCE_ROWS
from rules.pentagon_war.commission import commission
from rules.pentagon_war.designs import Design
from rules.pentagon_war.options import Options
from rules.pentagon_war.programme import Stance
from rules.pentagon_war.shipyard.notation import library
from rules.pentagon_war.shipyard.pricing import design_size, losses, price
from rules.pentagon_war.state import Battle, BattleSide
from rules.pentagon_war.units import Velocity
from rules.values import Value

TURNS: Final = 10
"""The turns of a duel, if nobody has won before."""
APPROACH_TURNS: Final = 6
"""The most turns that an approach may take: then the range counts, whatever it is."""
PRICE_RATIO: Final = Fraction(4, 3)
"""Comparable craft are unmanned, have the same thrust, and cost at most so many times each other's price."""
NEAR: Final = 2
"""A range is kept if a turn ends within so many hexes of it."""
MOST_CAPACITORS: Final = 16
LOST_GOAL: Final = 60
"""The most percent of duels that a stance may lose against another."""


class Kept(Value):
    """What a craft did in a duel: turns that ended after its approach, those of them within `NEAR` hexes of its range, those
    below half of it though it could thrust, those in which the range grew; whether it arrived, lived, and lost the duel."""

    turns: int
    kept: int
    below: int
    opened: int
    arrived: bool
    lives: bool
    lost: bool
    ranges: tuple[int, ...]


@lru_cache(maxsize=1)
def comparable() -> tuple[tuple[Design, Design], ...]:
    """All pairs of comparable library craft, both ways round, a craft with itself too."""
    able = [each for each in library().values() if each.engines and not each.manned and not each.radar_invisibility]
    able = [each for each in able if each.engines >= design_size(each) and each.capacitors <= MOST_CAPACITORS]
    able = [each for each in able if any(box.kind != "beam" for box in each.weapons)]
    cost = {each.name: price(each, Options()) for each in able}
    return tuple(
        (one, other)
        for one in able
        for other in able
        if max(cost[one.name], cost[other.name]) <= PRICE_RATIO * min(cost[one.name], cost[other.name])
    )


def start(seed: int, stances: tuple[Stance, Stance], *, guarded: bool = False) -> Battle:
    """Craft X1 and Y1 some hexes apart, mostly closing in; X2, which X1 may guard, if it is `guarded`."""
    rng = Random(seed)
    one, other = rng.choice(comparable())
    options, away = Options(), rng.randrange(24, 41)
    craft = {}
    for unit, design, row, facing, way in (("X1", one, away, 0, 1), ("Y1", other, 0, 3, -1)):
        speed = Velocity(Fraction(way * rng.randrange(7)), Fraction(rng.randrange(-2, 3)))
        at = Hex(rng.randrange(-4, 5), row)
        craft[unit] = commission(design, unit, unit, unit[0], at, facing, speed, options)
    if guarded:
        at = Hex(craft["X1"].at.q + rng.randrange(-6, 7), craft["X1"].at.r + rng.randrange(0, 7))
        craft["X2"] = commission(
            library()["crucible"], "X2", "X2", "X", at, 0, Velocity(Fraction(rng.randrange(4))), options
        )
    led = {"X1": stances[0], "X2": "cautious", "Y1": stances[1]}
    return Battle(
        {side: BattleSide(side, side) for side in "XY"},
        craft,
        options,
        stances={unit: led[unit] for unit in craft},
    )


def duel(seed: int, stances: tuple[Stance, Stance], *, guarded: bool = False) -> tuple[Kept, Kept]:
    """One duel to its end, or for `TURNS` turns: what X1 and Y1 did."""
    battle = start(seed, stances, guarded=guarded)
    secret = hashlib.sha256(f"stances/{seed}".encode()).digest()
    ends: list[tuple[int, bool, bool]] = []
    while (
        battle.winner is None
        and battle.now.turn <= TURNS
        and not battle.craft["X1"].fate
        and not battle.craft["Y1"].fate
    ):
        one, other = (can_thrust(battle, battle.craft[unit]) for unit in ("X1", "Y1"))
        battle = run_turn(battle, (), Dice(secret, "stances", battle.now.turn)).battle
        if battle.craft["X1"].fate or battle.craft["Y1"].fate:
            break
        mark = "X2" if guarded else "Y1"
        ends.append((distance(battle.craft["X1"].at, battle.craft[mark].at), one, other))
    points = losses(battle)
    dead = {unit: battle.craft[unit].fate == "destroyed" for unit in ("X1", "Y1")}
    lost = {unit: (dead[unit], points[unit[0]]) for unit in dead}
    first, second = (
        _kept(stance, [(far, able[place]) for far, *able in ends], lives=not dead[unit], lost=lost[unit] > lost[other])
        for place, (stance, unit, other) in enumerate(zip(stances, ("X1", "Y1"), ("Y1", "X1"), strict=True))
    )
    return first, second


def _kept(stance: Stance, ends: Sequence[tuple[int, bool]], *, lives: bool, lost: bool) -> Kept:
    wanted = STANCE_ROWS[stance].range
    near = next((at for at, (far, _) in enumerate(ends) if far <= wanted + NEAR), len(ends))
    first = min(near, APPROACH_TURNS)
    after = ends[first:]
    ranges = tuple(far for far, _ in ends)
    return Kept(
        len(after),
        sum(abs(far - wanted) <= NEAR for far, _ in after),
        sum(2 * far < wanted and able for far, able in after),
        sum(then < now for then, now in pairwise(ranges)),
        near < len(ends),
        lives,
        lost,
        ranges,
    )


def _measured(stance: Stance, seed: int) -> Kept:
    """X1 with this stance against one of the stances that stay and fight, as the seed has it."""
    other = ("aggressive", "stand-off", "cautious", "escort")[seed % 4]
    return duel(seed, (stance, other), guarded=stance == "escort")[0]  # type: ignore[arg-type] # one of the four


def _against(stances: tuple[Stance, Stance], seed: int) -> tuple[bool, bool]:
    """Whether the first and whether the second of two stances lost a duel; they take turns in who is X."""
    swapped = seed % 2 == 1
    found = duel(seed // 2, (stances[1], stances[0]) if swapped else stances)
    one, other = reversed(found) if swapped else found
    return one.lost, other.lost


def measures(pool: ProcessPoolExecutor, duels: int, seed: int) -> Iterator[tuple[str, dict[str, float]]]:
    """For each stance the numbers of its measure."""
    for stance in STANCES:
        found = list(pool.map(partial(_measured, stance), range(seed, seed + duels), chunksize=5))
        turns = sum(each.turns for each in found) or 1
        steps = sum(max(0, len(each.ranges) - 1) for each in found) or 1
        yield (
            stance,
            {
                "range": STANCE_ROWS[stance].range,
                "turns": turns,
                "kept": round(100 * sum(each.kept for each in found) / turns, 1),
                "below_half": sum(each.below for each in found),
                "opened": round(100 * sum(each.opened for each in found) / steps, 1),
                "arrived": round(100 * sum(each.arrived for each in found) / duels, 1),
                "lives": round(100 * sum(each.lives for each in found) / duels, 1),
            },
        )


def matches(pool: ProcessPoolExecutor, duels: int, seed: int) -> Iterator[tuple[str, str, float, float]]:
    """For each two stances the percentage of their duels that either lost."""
    for one, other in combinations(STANCES, 2):
        found = list(pool.map(partial(_against, (one, other)), range(2 * seed, 2 * seed + duels), chunksize=5))
        first, second = (round(100 * sum(each[place] for each in found) / duels, 1) for place in (0, 1))
        yield one, other, first, second


def main() -> int:
    """Print the tables; 1 if a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("duels", type=int, nargs="?", default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    wanted = parser.parse_args()
    with ProcessPoolExecutor(wanted.processes) as pool:
        own = dict(measures(pool, wanted.duels, wanted.seed))
        for stance, found in own.items():
            print(f"{stance:>10}: {STANCE_ROWS[stance].measure.format(**found)}", flush=True)  # type: ignore[index] # a stance
        lost = list(matches(pool, wanted.duels, wanted.seed))
    for one, other, first, second in lost:
        print(f"{one:>10} loses {first:5.1f} % against {other:<10} which loses {second:5.1f} %")
    worst = max(max(first, second) for _, _, first, second in lost)
    off = own["stand-off"]
    met = off["kept"] >= 80 and not off["below_half"] and worst <= LOST_GOAL
    print(
        json.dumps(
            {"duels": wanted.duels, "seed": wanted.seed, "stances": own, "lost": lost, "worst": worst, "met": met}
        )
    )
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
