"""Random battles of stances: `python -m harness.storm.battles 10000` plays them and says what held.

Each battle is two to six craft of the library and of random designs, random stances and options; it is played to its end or
for some turns, checked after every turn, and played again from its capsule (start, seed) to the same bytes.
"""

import argparse
import hashlib
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from random import Random
from typing import Final, get_args

from rules.dice import Dice
from rules.hexes import Hex
from rules.pentagon_war.captains.advance import run_turn
from rules.pentagon_war.commission import commission, hide_craft, on_alert
from rules.pentagon_war.events import BoxHit, Event, NotDone, Struck
from rules.pentagon_war.options import Options
from rules.pentagon_war.programme import Stance
from rules.pentagon_war.shipyard.notation import library
from rules.pentagon_war.shipyard.pricing import boxes_left, built
from rules.pentagon_war.state import Battle, BattleSide
from rules.pentagon_war.units import Craft, Velocity
from rules.values import Value, asdict, changed
from tests.rules.pentagon_war.turn.random_play import ALL_OPTIONS, small_design
from umpire.battle.codec import BATTLE_CODEC

STANCES: Final[tuple[Stance, ...]] = get_args(Stance)
LARGE_CRAFT: Final = 160
"""Boxes above which a library design is too slow to play thousands of times."""
MOST_TURNS: Final = 5


class StormOutcome(Value):
    """One battle: who won (None: nobody yet), its turns, captains' refused decisions, and what was wrong."""

    winner: str | None
    turns: int
    refused: int
    wrong: tuple[str, ...]


def random_start(rng: Random) -> Battle:
    """Two sides of one to three craft some hexes apart, with random stances."""
    options = changed(rng.choice((ALL_OPTIONS, Options())), alert_status=rng.choice((0, 1, 2, 3, 3, 3)))
    designs = [d for d in library().values() if sum(built(d).values()) <= LARGE_CRAFT]
    craft: dict[str, Craft] = {}
    for side, away in (("X", 0), ("Y", rng.randrange(1, 16))):
        for number in range(1, rng.randrange(2, 5)):
            design = rng.choice(designs) if rng.random() < 0.5 else small_design(rng)
            at = Hex(rng.randrange(-3, 4), away + rng.randrange(-3, 4))
            speed = Velocity(*(Fraction(rng.randrange(-12, 13), 4) for _ in "AC")) if design.engines else Velocity()
            unit = commission(design, f"{side}{number}", design.name, side, at, rng.randrange(6), speed, options)
            craft[unit.id] = hide_craft(on_alert(unit, options))
    sides = {side: BattleSide(side, f"Side {side}") for side in "XY"}
    return Battle(sides, craft, options, stances={unit: rng.choice(STANCES) for unit in craft})


def play(seed: int, turns: int = MOST_TURNS) -> StormOutcome:
    """Play one battle; what does not hold is told."""
    battle = random_start(Random(seed))
    wrong: list[str] = []
    refused = 0
    while battle.winner is None and battle.now.turn <= turns:
        start, turn = battle, battle.now.turn
        dice = Dice(hashlib.sha256(f"storm/{seed}".encode()).digest(), "storm", turn)
        result = run_turn(start, (), dice)
        battle = result.battle
        refused += sum(isinstance(event, NotDone) for event in result.events)
        wrong += [
            f"{seed}/{turn}: {text}" for text in (*unlawful(battle), *not_conserved(start, battle, result.events))
        ]
        again = run_turn(BATTLE_CODEC.read(BATTLE_CODEC.write(start)), (), dice)
        if BATTLE_CODEC.write(again.battle) != BATTLE_CODEC.write(battle):
            wrong.append(f"{seed}/{turn}: played again it comes out differently")
        if [BATTLE_CODEC.events.encode(e) for e in again.events] != [
            BATTLE_CODEC.events.encode(e) for e in result.events
        ]:
            wrong.append(f"{seed}/{turn}: played again its log is another")
    return StormOutcome(battle.winner, battle.now.turn, refused, tuple(wrong))


def unlawful(battle: Battle) -> Iterator[str]:
    """What no battle may come to: power or boxes below nothing or above what was built, speeds above 12, stray beams."""
    for unit in battle.craft.values():
        form = unit.cpmf
        if min(asdict(form).values()) < 0 or form.left < 0:
            yield f"{unit.id} has a form of {form}"
        whole = built(unit.design)
        for system, count in boxes_left(unit).items():
            if not 0 <= count <= whole[system]:
                yield f"{unit.id} has {count} of {whole[system]} {system}"
        if max(abs(unit.velocity.a), abs(unit.velocity.c)) > 12:
            yield f"{unit.id} flies at {unit.velocity}"
        if unit.is_base and not unit.design.movable and (unit.velocity.a or unit.velocity.c):
            yield f"{unit.id} is a base and moves"
    living = {unit.id for unit in battle.craft.values() if not unit.fate}
    for lock in battle.locks:
        if lock.craft not in living:
            yield f"a beam of {lock.craft} holds on, which is gone"
    for drone in battle.drones.values():
        if drone.accelerations > 24:
            yield f"{drone.id} accelerated {drone.accelerations} times"
    if battle.shots or battle.blows:
        yield "shots or blows are left over at the turn's end"


def not_conserved(start: Battle, end: Battle, events: Sequence[Event]) -> Iterator[str]:
    """Boxes that went without an event, or events without a box."""
    told: Counter[str] = Counter()
    for event in events:
        if isinstance(event, BoxHit):
            told[event.craft] += 1
        elif isinstance(event, Struck):
            told[event.craft] += event.armor
    for unit in start.craft.values():
        gone = sum(boxes_left(unit).values()) - sum(boxes_left(end.craft[unit.id]).values())
        if gone != told[unit.id]:
            yield f"{unit.id} lost {gone} boxes, and {told[unit.id]} are told"


def main() -> int:
    """Play as many battles as asked for; 1 if anything did not hold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("battles", type=int, nargs="?", default=200)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--processes", type=int, default=2)
    wanted = parser.parse_args()
    began = time.monotonic()
    with ProcessPoolExecutor(wanted.processes) as pool:
        seeds = range(wanted.first, wanted.first + wanted.battles)
        outcomes = list(pool.map(play, seeds, chunksize=10))
    wrong = [text for outcome in outcomes for text in outcome.wrong]
    turns = sum(outcome.turns for outcome in outcomes)
    won = Counter("nobody yet" if o.winner is None else o.winner or "draw" for o in outcomes)
    refused = sum(outcome.refused for outcome in outcomes)
    print(f"{len(outcomes)} battles, {turns} turns, {time.monotonic() - began:.0f} s; won by {dict(won)}.")
    print(f"Captains' decisions refused when their segment came: {refused}.")
    print(
        "\n".join(wrong[:50])
        or "No exception, no illegal state, boxes and power conserved, the same bytes when replayed."
    )
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
