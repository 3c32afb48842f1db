"""`make mutants`: a sample of mutants of the rules of all three games, and which of them no test notices.

Modules are drawn by chance from each game, mutants from each module, by a seed that is printed. Every mutant meets the tests of
its module first, and if it survives those, all tests of its game. The tree is copied first: nothing happens to the files at hand.
"""

import argparse
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

ROOT: Final = Path(__file__).parents[2]
GAMES: Final = ("cluster_war", "pentagon_war", "air_force")
BUILD: Final = ROOT / "build" / "mutants"
TREE: Final = BUILD / "tree"
SHORTEST: Final = 40
"""Lines of a module that is worth it."""
TELLING: Final = (
    "core/ReplaceComparisonOperator%", "core/NumberReplacer", "core/ReplaceAndWithOr", "core/ReplaceOrWithAnd", "core/AddNot",
    "core/ReplaceTrueWithFalse", "core/ReplaceFalseWithTrue", "core/ReplaceBreakWithContinue", "core/ReplaceContinueWithBreak",
    "core/ZeroIterationForLoop", "core/ReplaceBinaryOperator_Add_Sub", "core/ReplaceBinaryOperator_Sub_Add",
    "core/ReplaceBinaryOperator_Mul_Add", "core/ReplaceBinaryOperator_FloorDiv_Mul", "core/ReplaceBinaryOperator_Mod_Sub",
    "core/ReplaceUnaryOperator_USub_UAdd", "core/ReplaceUnaryOperator_Delete_Not",
)  # fmt: skip
"""Operators whose mutants change a rule: not those that spoil annotations, or make of a sum what no rule ever is."""
ALL_TELLING: Final = (
    f"SELECT job_id, start_pos_row FROM mutation_specs WHERE {' OR '.join('operator_name LIKE ?' for _ in TELLING)} "
    "ORDER BY start_pos_row, operator_name, occurrence"
)
"""Every mutant by them, in the order of the text; nothing but question marks is put into the words."""
SPARE: Final = 20
"""Seconds of grace over five times what the tests take unspoilt."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What became of a module's mutants: killed, and the survivors' differences."""

    game: str
    module: str
    killed: int
    survivors: tuple[str, ...]

    @property
    def all(self) -> int:
        return self.killed + len(self.survivors)


def modules_of(game: str) -> list[str]:
    """The modules of a game that are long enough to hold a rule."""
    found = (ROOT / "rules" / game).rglob("*.py")
    return sorted(
        str(path.relative_to(ROOT)) for path in found if len(path.read_text(encoding="utf-8").splitlines()) >= SHORTEST
    )


def tests_of(module: str, game: str) -> tuple[str, ...]:
    """The tests that name a module, and those of its chapter; all of the game's where there are none."""
    name = module.removesuffix(".py").replace("/", ".")
    folder = ROOT / "tests" / "rules" / game
    named = {path for path in folder.rglob("test_*.py") if name in path.read_text(encoding="utf-8")}
    chapter = ROOT / "tests" / Path(module).parent
    if chapter != folder and chapter.is_dir():
        named |= set(chapter.glob("test_*.py"))
    return tuple(sorted(str(path.relative_to(ROOT)) for path in named)) or (whole(game),)


def whole(game: str) -> str:
    """All tests of a game's rules."""
    return f"tests/rules/{game}"


def copy_tree() -> None:
    """What git knows of, as it is at hand, copied to where it may be spoilt."""
    shutil.rmtree(TREE, ignore_errors=True)
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(None, listed.split("\0")):
        source, copy = ROOT / name, TREE / name
        if source.is_file():
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, copy)


def pytest_on(tests: Iterable[str]) -> str:
    """The command that runs tests until the first that fails."""
    return f"{sys.executable} -m pytest -x -q -n 0 -p no:cacheprovider {' '.join(tests)}"


def seconds_of(tests: Sequence[str]) -> float:
    """How long tests take on the unspoilt tree; SystemExit if they do not pass there."""
    begun = time.monotonic()
    done = subprocess.run(pytest_on(tests).split(), cwd=TREE, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"These tests fail on the tree as it is: {' '.join(tests)}\n{done.stdout[-2000:]}")
    return time.monotonic() - begun


class Session:
    """A module's mutants in cosmic-ray's own file: drawn, tried, counted."""

    def __init__(self, tool: str, game: str, module: str) -> None:
        self._tool, self._game, self._module = tool, game, module
        self._config = BUILD / "config.toml"
        self._file = BUILD / "session.sqlite"

    def run(self, each: int, random: Random) -> Tally:
        """Try so many mutants of the module."""
        self._file.unlink(missing_ok=True)
        self._configure(tests_of(self._module, self._game))
        self._call("init")
        self._draw(each, random)
        self._call("exec")
        survivors = self._outcomes("SURVIVED")
        if survivors and tests_of(self._module, self._game) != (whole(self._game),):
            self._configure((whole(self._game),))
            self._change("DELETE FROM work_results WHERE test_outcome = 'SURVIVED'")
            self._call("exec")
            survivors = self._outcomes("SURVIVED")
        return Tally(self._game, self._module, len(self._outcomes("KILLED")), tuple(survivors))

    def _configure(self, tests: Sequence[str]) -> None:
        seconds = 5 * seconds_of(tests) + SPARE
        self._config.write_text(
            f'[cosmic-ray]\nmodule-path = ["{self._module}"]\ntimeout = {seconds:.1f}\nexcluded-modules = []\n'
            f'test-command = "{pytest_on(tests)}"\n[cosmic-ray.distributor]\nname = "local"\n',
            encoding="utf-8",
        )

    def _call(self, command: str) -> None:
        subprocess.run(
            [self._tool, command, str(self._config), str(self._file)], cwd=TREE, check=True, capture_output=True
        )

    def _draw(self, each: int, random: Random) -> None:
        """Keep so many telling mutants, and those of one line only once."""
        with sqlite3.connect(self._file) as found:
            rows = found.execute(ALL_TELLING, TELLING).fetchall()
        by_line: dict[int, list[str]] = {}
        for job, line in rows:
            by_line.setdefault(line, []).append(job)
        drawn = [random.choice(jobs) for jobs in by_line.values()]
        kept = random.sample(drawn, min(each, len(drawn)))
        marks = ",".join("?" for _ in kept) or "''"
        for table in ("mutation_specs", "work_items"):
            self._change(f"DELETE FROM {table} WHERE job_id NOT IN ({marks})", kept)  # its own words

    def _outcomes(self, outcome: str) -> list[str]:
        with sqlite3.connect(self._file) as found:
            rows = found.execute("SELECT diff FROM work_results WHERE test_outcome = ? ORDER BY diff", (outcome,))
            return [str(diff) for (diff,) in rows]

    def _change(self, words: str, values: Sequence[str] = ()) -> None:
        with sqlite3.connect(self._file) as found:
            found.execute(words, values)


def report(tallies: Sequence[Tally], seed: int) -> str:
    """Killed of all by game, and every survivor as a difference."""
    lines = [f"Mutants, seed {seed}", ""]
    for game in dict.fromkeys(tally.game for tally in tallies):
        mine = [tally for tally in tallies if tally.game == game]
        killed, every = sum(t.killed for t in mine), sum(t.all for t in mine)
        lines.append(f"{game}: {killed} of {every} killed ({100 * killed / max(1, every):.0f} %)")
        lines += [f"  {tally.module}: {tally.killed} of {tally.all}" for tally in mine]
    survivors = [diff for tally in tallies for diff in tally.survivors]
    return "\n".join([*lines, "", *(["Survivors", "", *survivors] if survivors else ["No survivors."])])


def main() -> None:
    """Sample, try, write build/mutants/report.txt."""
    asked = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    asked.add_argument("--tool", required=True, help="cosmic-ray")
    asked.add_argument("--modules", type=int, default=4, help="modules of each game")
    asked.add_argument("--each", type=int, default=10, help="mutants of each module")
    asked.add_argument("--seed", type=int, default=7)
    asked.add_argument("--only", default="", help="modules whose path holds this")
    given = asked.parse_args()
    BUILD.mkdir(parents=True, exist_ok=True)
    copy_tree()
    tallies: list[Tally] = []
    for game in GAMES:
        random = Random(f"{given.seed}/{game}")
        found = [module for module in modules_of(game) if given.only in module]
        for module in sorted(random.sample(found, min(given.modules, len(found)))):
            tally = Session(str(Path(given.tool).absolute()), game, module).run(given.each, random)
            tallies.append(tally)
            print(f"{tally.module}: {tally.killed} of {tally.all} killed", flush=True)
    text = report(tallies, given.seed)
    (BUILD / "report.txt").write_text(text + "\n", encoding="utf-8")
    print(f"\n{text}")


if __name__ == "__main__":
    main()
