"""What decides dogfights: `python -m harness.storm.dogfight_table --fights 200 --seed 1`.

A row for each scenario with bandits: how many fights at *even* end by empty tanks, in how many on *easy* the pilot who takes
each suggestion (the ★) shoots somebody down, how many that pilot wins on each difficulty. Then mirrored fights, two jets a
side and all of one kind, of *hard* pilots against *easy* ones. The last line is the same as JSON. Ends with 1 where a goal is
missed.
"""

import argparse
import json
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from rules.air_force.advance import run_turn
from rules.air_force.events import Event, FightEnded, JetGone
from rules.air_force.setup import DIFFICULTIES, Wishes, new_dogfight, scenario
from rules.air_force.state import Dogfight
from rules.dice import Dice
from rules.values import Value, changed

SCENARIO_NAMES: Final = ("intercept", "escort", "furball", "night")
PILOT: Final = "P1"
TUTORIAL: Final = ("intercept", "easy")
MOST_TURNS: Final = 60
GOALS: Final[Mapping[str, tuple[int, int]]] = {
    "fuel": (0, 15),
    "kills": (60, 100),
    "tutorial": (90, 100),
    "hard over easy": (70, 100),
}
"""Percent, lowest and highest."""


class Result(Value):
    """How a fight went: who won ("" is a draw), after how many turns, whether empty tanks ended it, whom the pilot shot down."""

    winner: str
    turns: int
    by_fuel: bool
    kills: int


def fly(start: Dogfight, seed: int) -> Result:
    """A fight flown by the doctrine to its end; every seat takes what it would be advised."""
    fight, kills = changed(start, players=()), 0
    key = seed.to_bytes(32, "big")
    for turn in range(1, MOST_TURNS):
        result = run_turn(fight, (), Dice(key, "dogfight", turn))
        fight = result.fight
        kills += sum(isinstance(event, JetGone) and event.by == PILOT for event in result.events)
        if fight.winner is not None:
            return Result(fight.winner, turn, _ended_by_fuel(result.events), kills)
    raise AssertionError(f"the dogfight of seed {seed} has no end after {MOST_TURNS} turns")


def _ended_by_fuel(events: Sequence[Event]) -> bool:
    """Whether the last jet that went before the end was out of fuel."""
    gone = [event for event in events if isinstance(event, JetGone)]
    return isinstance(events[-1], FightEnded) and bool(gone) and gone[-1].fate == "out of fuel"


def flown(name: str, difficulty: str, seeds: Sequence[int]) -> list[Result]:
    """A scenario flown once for each seed."""
    return [
        fly(new_dogfight(name, Wishes(difficulty), Dice(seed.to_bytes(32, "big"), "dogfight", 0)), seed)
        for seed in seeds
    ]


def mirrored(seed: int, strong: str, weak: str) -> Dogfight:
    """The furball, two jets of one kind a side: pilots as on two difficulties, places changed by turns."""
    levels = tomllib.loads(scenario("furball"))["difficulty"]
    fight = new_dogfight("furball", Wishes("even"), Dice(seed.to_bytes(32, "big"), "dogfight", 0))
    sides = dict(zip(("blue", "red"), (strong, weak) if seed % 2 else (weak, strong), strict=True))
    jets = {}
    for jet in fight.jets.values():
        level = levels[sides[jet.side]]
        jets[jet.id] = changed(
            jet, type="Generic fighter", crew="doctrine", attention=level["attention"],
            marksmanship=level["marksmanship"], bonus=level["initiative"],
        )  # fmt: skip
    return changed(fight, jets=jets)


def mirrors(strong: str, weak: str, seeds: Sequence[int]) -> Counter[str]:
    """How often each of two difficulties wins mirrored fights; "" counts draws."""
    won: Counter[str] = Counter()
    for seed in seeds:
        winner = fly(mirrored(seed, strong, weak), seed).winner
        won["" if not winner else strong if (winner == "blue") == bool(seed % 2) else weak] += 1
    return won


def percent(part: int, whole: int) -> float:
    """A share in percent, to a tenth."""
    return round(100 * part / whole, 1)


def measured(fights: int, first: int) -> dict[str, dict[str, float]]:
    """Every figure of the table in percent (turns: on average), by scenario; the last row is the mirrored fights."""
    seeds = range(first, first + fights)
    table: dict[str, dict[str, float]] = {}
    for name in SCENARIO_NAMES:
        row: dict[str, float] = {}
        for difficulty in DIFFICULTIES:
            results = flown(name, difficulty, seeds)
            if difficulty == "even":
                row["fuel"] = percent(sum(one.by_fuel for one in results), fights)
                row["turns"] = round(sum(one.turns for one in results) / fights, 1)
                row["draws"] = percent(sum(not one.winner for one in results), fights)
            if difficulty == "easy":
                row["kills"] = percent(sum(one.kills > 0 for one in results), fights)
            row[difficulty] = percent(sum(one.winner == "blue" for one in results), fights)
            if (name, difficulty) == TUTORIAL:
                row["tutorial"] = row[difficulty]
        table[name] = row
        print(f"{name:<10} " + "  ".join(f"{key} {value:g}" for key, value in row.items()), flush=True)
    won = mirrors("hard", "easy", seeds)
    table["mirrored"] = {
        "hard over easy": percent(won["hard"], fights), "easy over hard": percent(won["easy"], fights),
        "draws": percent(won[""], fights),
    }  # fmt: skip
    print(f"{'mirrored':<10} " + "  ".join(f"{key} {value:g}" for key, value in table["mirrored"].items()), flush=True)
    return table


def missed(table: Mapping[str, Mapping[str, float]]) -> list[str]:
    """The goals that a table misses, each as "scenario: figure"."""
    return [
        f"{name}: {figure} {row[figure]:g}"
        for name, row in table.items()
        for figure, (low, high) in GOALS.items()
        if figure in row and not low <= row[figure] <= high
    ]


def main() -> int:
    """The command line; 0 if every goal is reached."""
    parser = argparse.ArgumentParser(prog="python -m harness.storm.dogfight_table", description=__doc__)
    parser.add_argument("--fights", type=int, default=200, help="fights for each figure")
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    wanted = parser.parse_args()
    table = measured(wanted.fights, wanted.seed)
    wrong = missed(table)
    print(f"goals missed: {', '.join(wrong)}" if wrong else "all goals reached")
    print(json.dumps({"fights": wanted.fights, "seed": wanted.seed, "percent": table, "missed": wrong}))
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
