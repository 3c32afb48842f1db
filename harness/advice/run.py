"""Measure the advice: `python -m harness.advice.run --seeds 10 --turns 12 --seed 1` (make advice).

In each campaign alone one seat does what its staff advises and nothing else; the same seat of the same campaign is then led by an
even governor of the staff's character. Seeds are counted up from the first. The last line is one of JSON; 1 if a goal is missed.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from time import perf_counter
from typing import Final

from harness.advice.play import Played, follow_staff, governed, play
from rules.values import Value

LEAST_SHARE: Final = 80
"""Per cent of what a governor's seat produces, that one led by its staff is to produce."""
MOST_IDLE: Final = 20
"""Per cent of a month's income that may lie idle, from FIRST_MONTH on."""
FIRST_MONTH: Final = 3


class Compared(Value):
    """One seed: the seat led by its staff beside the seat led by a governor."""

    staff: Played
    governor: Played

    @property
    def share(self) -> int:
        """What the staff's seat produces in the end, in per cent of the governor's."""
        return self.staff.production * 100 // max(1, self.governor.production)

    @property
    def lost(self) -> int:
        """Ships that the staff's seat lost to stress or hunger."""
        return sum(month.lost for month in self.staff.months)

    @property
    def idle(self) -> int:
        """The most that lay idle in a month from FIRST_MONTH on, in per cent of its income."""
        return idle_share(self.staff)

    @property
    def warned(self) -> int:
        """Advised orders that the check warned of or refused."""
        return sum(month.warned for month in self.staff.months)

    def missed(self) -> list[str]:
        """The goals that it misses."""
        found = []
        if self.share < LEAST_SHARE:
            found.append(f"{self.share} % of the governor's production, less than {LEAST_SHARE}")
        if self.lost:
            found.append(f"{self.lost} ships lost to stress or hunger")
        if self.idle > MOST_IDLE:
            found.append(f"{self.idle} % of a month's income idle, more than {MOST_IDLE}")
        if self.warned:
            found.append(f"{self.warned} advised orders with a warning")
        return found


def idle_share(played: Played) -> int:
    """The most that lay idle in a month from FIRST_MONTH on, in per cent of its income."""
    months = [month for month in played.months if month.turn >= FIRST_MONTH]
    return max((month.idle * 100 // max(1, month.income) for month in months), default=0)


def compare(seed: int, turns: int) -> Compared:
    """Both seats of one seed."""
    return Compared(play(seed, turns, lambda _: follow_staff), play(seed, turns, governed))


COLUMNS: Final = (
    "seed",
    "seat",
    "production, staff",
    "governor",
    "share",
    "ships lost to stress",
    "governor's",
    "most idle",
    "stress",
    "orders",
)
HEADING: Final = f"| {' | '.join(COLUMNS)} |"
RULE: Final = "|---" * len(COLUMNS) + "|"


def row(one: Compared) -> str:
    """A line of the table."""
    staff, other = one.staff, one.governor
    stress = max(month.strained for month in staff.months)
    orders = sum(month.orders for month in staff.months)
    theirs = sum(month.lost for month in other.months)
    cells = (staff.seed, staff.side, staff.production, other.production, f"{one.share} %", one.lost, theirs)
    return "| " + " | ".join(str(cell) for cell in (*cells, f"{one.idle} %", f"{stress} %", orders)) + " |"


def summary(found: Sequence[Compared], turns: int, seconds: float) -> str:
    """All of it in one line of JSON."""
    shares = sorted(one.share for one in found)
    told = {
        "harness": "advice",
        "seeds": [one.staff.seed for one in found],
        "turns": turns,
        "share_least": shares[0],
        "share_mean": sum(shares) // len(shares),
        "ships_lost": sum(one.lost for one in found),
        "idle_most": max(one.idle for one in found),
        "warned": sum(one.warned for one in found),
        "missed": {str(one.staff.seed): missed for one in found if (missed := one.missed())},
        "seconds": round(seconds),
    }
    return json.dumps(told)


def main() -> int:
    """Play what is asked for; 1 if a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--turns", type=int, default=12)
    asked = parser.parse_args()
    begun, found = perf_counter(), list[Compared]()
    print(HEADING, RULE, sep="\n", flush=True)
    for seed in range(asked.seed, asked.seed + asked.seeds):
        found.append(compare(seed, asked.turns))
        print(row(found[-1]), flush=True)
    print(summary(found, asked.turns, perf_counter() - begun))
    return 1 if any(one.missed() for one in found) else 0


if __name__ == "__main__":
    sys.exit(main())
