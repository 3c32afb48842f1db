"""How often a sensible pilot wins: `python -m harness.storm.rates 1000` plays so many dogfights per difficulty.

The games are dealt out evenly over the four scenarios; seeds are 1, 2, 3 and so on, so a run can be repeated.
"""

import argparse
from collections import Counter
from typing import Final

from rules.air_force.setup import DIFFICULTIES, Wishes, new_dogfight
from rules.dice import Dice
from tests.rules.air_force.kit import played, suggested

SCENARIO_NAMES: Final = ("intercept", "escort", "furball", "night")
RATE_BANDS: Final = {"easy": (70, 80), "even": (45, 55), "hard": (20, 30)}
"""Percent of dogfights the pilot should win."""


def results(scenario: str, difficulty: str, games: int, first: int = 1) -> Counter[str]:
    """Who won how many of these dogfights: "blue" is the pilot, "" a draw."""
    won: Counter[str] = Counter()
    for seed in range(first, first + games):
        dice = Dice(seed.to_bytes(32, "big"), "dogfight", 0)
        start = new_dogfight(scenario, Wishes(difficulty), dice)
        ended, _ = played(start, seed, [("blue", suggested)])
        won[ended.winner or ""] += 1
    return won


def rates(difficulty: str, games: int) -> tuple[Counter[str], dict[str, Counter[str]]]:
    """The results of a difficulty over all scenarios, and of each."""
    each = {name: results(name, difficulty, games // len(SCENARIO_NAMES)) for name in SCENARIO_NAMES}
    return sum(each.values(), Counter()), each


def main() -> int:
    """The command line; 0 if every difficulty is within its band."""
    parser = argparse.ArgumentParser(prog="python -m harness.storm.rates")
    parser.add_argument("games", type=int, help="dogfights per difficulty")
    games = parser.parse_args().games
    good = True
    for difficulty in DIFFICULTIES:
        total, each = rates(difficulty, games)
        low, high = RATE_BANDS[difficulty]
        played_games = sum(total.values())
        share = 100 * total["blue"] / played_games
        good &= low <= share <= high
        parts = ", ".join(f"{name} {100 * won['blue'] / sum(won.values()):.0f}" for name, won in each.items())
        drawn = total[""]
        print(f"{difficulty}: {share:.1f} % of {played_games} won, {drawn} drawn (wanted {low} to {high}; {parts})")
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
