"""`make kills`: a bot is killed a thousand times, on both databases, alone and beside another process.

    python -m harness.faults.thousand_kills --kills 1000 --seed 1 --only pair

Most kills are at single statements, commits and requests of a forked program (harness/kills/kit.py): on SQLite, on
PostgreSQL, and of one of a pair on one PostgreSQL database. The rest are of whole programs, at random moments. A number is
shared out among them, and what is asked is the least that is done of each.
"""

import argparse
import secrets
import sys
from collections.abc import Mapping
from functools import partial
from typing import Final

from harness.faults import kills, reserve, shards
from harness.faults.run import Experiment, points, run_and_report
from harness.games.known import ROWS
from harness.kills.grounds import How

STORIES: Final = tuple(story for rows in ROWS.values() for story in rows.kills)
"""What is lived through: the stories of harness/kills, by their names."""
STORIES_OF_TWO: Final = tuple(story for rows in ROWS.values() for story in rows.kills_of_two)
"""Those that two processes can live at once, since nobody in them presses a button that only one process is asked for."""
PERCENT_BY_HOW: Final[Mapping[How, int]] = {"sqlite": 30, "postgresql": 30, "pair": 28}
EACH_WHOLE_PERCENT: Final = 2
"""Of each of the six kinds of evenings of whole programs."""


def experiments(many: int, seed: int) -> Mapping[str, Experiment]:
    """All of them by what they do."""
    found: dict[str, Experiment] = {}
    for how, percent in PERCENT_BY_HOW.items():
        stories = STORIES_OF_TWO if how == "pair" else STORIES
        each = max(1, -(-many * percent // (100 * len(stories))))
        for number, story in enumerate(stories):
            found[f"{how}: {story}, {each} times, seed {seed + number}"] = partial(
                points, program=story, many=each, seed=seed + number, how=how
            )
    each = max(1, -(-many * EACH_WHOLE_PERCENT // 100))
    found[f"sqlite: bot.py play, {each} times, seed {seed}"] = partial(kills.kills_of_play, kills=each, seed=seed)
    found[f"sqlite: the bot alone, {each} times, seed {seed}"] = partial(kills.kills_of_the_bot, kills=each, seed=seed)
    for name, processes in (("postgresql: the only process", 1), ("pair: one of two processes", 2)):
        found[f"{name}, {each} times, seed {seed}"] = partial(
            shards.kills_of_shards, kills=each, seed=seed, processes=processes
        )
    for name, apart in (("a stand-by", False), ("a stand-by on another machine", True)):
        found[f"pair: {name} takes over, {each} times, seed {seed}"] = partial(
            reserve.kills_beside_a_stand_by, kills=each, seed=seed, apart=apart
        )
    return found


def main() -> int:
    """Read what is wanted, run it, print the table."""
    asked = argparse.ArgumentParser(prog="harness.faults.thousand_kills", description="Kills by the thousand.")
    asked.add_argument("--kills", type=int, default=1000)
    asked.add_argument("--seed", type=int, default=secrets.randbelow(10_000))
    asked.add_argument("--only", default="", help="only those whose name holds this")
    wanted = asked.parse_args()
    made = experiments(wanted.kills, wanted.seed)
    return run_and_report({what: one for what, one in made.items() if wanted.only in what}, wanted.seed)


if __name__ == "__main__":
    sys.exit(main())
