"""A tournament of stances, against random play and each other: `python -m harness.storm.tournament 20`.

Both sides have the same craft; each start is played twice with the sides changed, so neither has the better place. Who flees
is judged by survival: they win if all their craft live (in the field or gone), and lose if none does.
"""

import argparse
import hashlib
import sys
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Final, TypeAlias

from harness.storm.battles import STANCES
from rules.dice import Dice
from rules.hexes import Hex
from rules.pentagon_war.captains.advance import decisions_of
from rules.pentagon_war.captains.stops import CaptainMemory
from rules.pentagon_war.commission import commission
from rules.pentagon_war.options import Options
from rules.pentagon_war.orders import Decided
from rules.pentagon_war.shipyard.notation import library
from rules.pentagon_war.shipyard.pricing import losses
from rules.pentagon_war.state import Battle, BattleSide
from rules.pentagon_war.turn.engine import play_step
from rules.pentagon_war.turn.steps import step_at
from rules.pentagon_war.turn.view import view_for
from rules.pentagon_war.units import Velocity
from rules.values import changed
from tests.rules.pentagon_war.turn.random_play import random_decisions

Player: TypeAlias = str
"""A stance, or RANDOM."""
RANDOM_CAPTAIN: Final = "random"
MOST_TURNS: Final = 8
"""After so many turns the side that lost fewer points has won."""


def start(seed: int) -> Battle:
    """Two of the same craft a side, facing each other some hexes apart, for players "X" and "Y"."""
    rng = Random(seed)
    small = [d for d in library().values() if d.engines and d.weapons and sum(d.armor) and not d.radar_invisibility]
    design = rng.choice([d for d in small if d.capacitors <= 16])
    options, away = Options(), rng.randrange(8, 18)
    craft = {}
    for side, row, facing, speed in (("X", away, 0, 2), ("Y", -away, 3, -2)):
        for number in (1, 2):
            at = Hex(2 * number, row - number)
            moving = Velocity(Fraction(speed), Fraction(0))
            craft[f"{side}{number}"] = commission(
                design, f"{side}{number}", design.name, side, at, facing, moving, options
            )
    return Battle({side: BattleSide(side, side) for side in "XY"}, craft, options)


def play(battle: Battle, players: dict[str, Player], seed: int) -> str:
    """The side that wins, "" for a draw."""
    stances = {c.id: stance for c in battle.craft.values() for stance in STANCES if stance == players[c.side]}
    battle = changed(battle, stances=stances)
    own = {side: frozenset(c.id for c in battle.craft.values() if c.side == side) for side in battle.sides}
    memories = {side: CaptainMemory(side, own[side]) for side in battle.sides}
    rng = Random(seed)
    secret = hashlib.sha256(f"tournament/{seed}".encode()).digest()
    while battle.winner is None and battle.now.turn <= MOST_TURNS:
        decided: list[Decided] = []
        if step_at(battle.now).decisions:
            for side, player in players.items():
                if player == RANDOM_CAPTAIN:
                    decided += random_decisions(battle, side, rng)
                else:
                    made = decisions_of(view_for(battle, side), memories[side], (), by_stance=True)
                    decided += [Decided(side, decision) for decision in made]
        battle = play_step(battle, decided, Dice(secret, "tournament", battle.now.turn)).state
    for side, other in ("XY", "YX"):
        if players[side] == "flee" != players[other]:
            return _judged(battle, side, other)
    if battle.winner is not None:
        return battle.winner
    lost = losses(battle)
    return "" if lost["X"] == lost["Y"] else min(lost, key=lambda side: lost[side])


def _judged(battle: Battle, fleeing: str, other: str) -> str:
    """Who has won where one side flees: it, if all its craft live; the other if none does; else nobody."""
    lives = [craft.fate != "destroyed" for craft in battle.craft.values() if craft.side == fleeing]
    return fleeing if all(lives) else "" if any(lives) else other


def match(a: Player, b: Player, seeds: Sequence[int]) -> Counter[Player | None]:
    """How often each of two players wins, over starts played from both places; None counts draws."""
    won: Counter[Player | None] = Counter()
    for seed in seeds:
        for players in ({"X": a, "Y": b}, {"X": b, "Y": a}):
            side = play(start(seed), players, seed)
            won[players[side] if side else None] += 1
    return won


def main() -> int:
    """Print the table of all matches."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("starts", type=int, nargs="?", default=10)
    wanted = parser.parse_args()
    seeds = range(wanted.starts)
    pairs: list[tuple[Player, Player]] = [*combinations((*STANCES, RANDOM_CAPTAIN), 2)]
    for a, b in pairs:
        won = match(a, b, seeds)
        print(f"{a:>10} {won[a]:3} : {won[b]:<3} {b:<10} ({won[None]} drawn)", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
