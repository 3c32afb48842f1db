"""`make mutants`: a sample of mutants of the rules of all three games, and which of them no test notices.

Modules are drawn by chance from each game, mutants from each module, by a seed that is printed. Every mutant meets those
tests of its game that come through its statement; one that survives or cannot be grafted into the imported game is written
into the module and meets those tests again, in a process of its own. The tree is copied first: nothing
happens to the files at hand.
"""

import argparse
import difflib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Final

from games.known import GAMES, ORIGINS
from rules.values import Value

PROJECT_FOLDER: Final = Path(__file__).parents[2]
TESTS_OF: Final = {origin.game.name: origin.game.tests for origin in ORIGINS if not origin.package}
"""By game the tests of its rules."""
BUILD: Final = Path(os.environ.get("MUTANTS_BUILD", PROJECT_FOLDER / "build" / "mutants"))
TREE: Final = BUILD / "tree"
LOG: Final = BUILD / "pytest.log"
LEAST_MODULE_LINES: Final = 40
"""Lines of a module that is worth it."""
MUTANT_SECONDS: Final = 1200
"""Seconds for the tests of one mutant in a process of its own."""


class Mutant(Value):
    """A change of one module, the whole text that holds it, and tests that come through it."""

    game: str
    module: str
    line: int
    operator: str
    source: str
    tests: tuple[str, ...] = ()

    @property
    def difference(self) -> str:
        before = (TREE / self.module).read_text(encoding="utf-8").splitlines()
        after = self.source.splitlines()
        return "\n".join(difflib.unified_diff(before, after, self.module, f"{self.operator}", "", "", 2, ""))


class MutantTally(Value):
    """What became of a module's mutants."""

    game: str
    module: str
    every: int
    survivors: tuple[Mutant, ...]

    @property
    def killed(self) -> int:
        return self.every - len(self.survivors)


def modules_of(game: str) -> list[str]:
    """The modules of a game that are long enough to hold a rule."""
    found = (PROJECT_FOLDER / GAMES[game].rules.replace(".", "/")).rglob("*.py")
    return sorted(
        str(path.relative_to(PROJECT_FOLDER))
        for path in found
        if len(path.read_text(encoding="utf-8").splitlines()) >= LEAST_MODULE_LINES
    )


def drawn_modules(found: Sequence[str], many: int, folders: Iterable[str], random: Random) -> list[str]:
    """One module of each folder that the game has, then others by chance."""
    chosen: list[str] = []
    for folder in folders:
        within = [module for module in found if f"/{folder}/" in module and module not in chosen]
        chosen += random.sample(within, min(1, len(within)))
    rest = [module for module in found if module not in chosen]
    return sorted(chosen + random.sample(rest, max(0, min(many - len(chosen), len(rest)))))


def tests_of(module: str, game: str) -> list[str]:
    """The tests that name a module, and those of its chapter."""
    name = module.removesuffix(".py").replace("/", ".")
    folder = PROJECT_FOLDER / "tests" / "rules" / game
    named = {path for path in folder.rglob("test_*.py") if name in path.read_text(encoding="utf-8")}
    chapter = PROJECT_FOLDER / "tests" / Path(module).parent
    if chapter != folder and chapter.is_dir():
        named |= set(chapter.glob("test_*.py"))
    return sorted(str(path.relative_to(PROJECT_FOLDER)) for path in named)


def copy_tree() -> None:
    """What git knows of, as it is at hand, copied to where it may be spoilt."""
    shutil.rmtree(TREE, ignore_errors=True)
    asked = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(asked, cwd=PROJECT_FOLDER, check=True, capture_output=True, text=True).stdout
    for name in filter(None, listed.split("\0")):
        source, copy = PROJECT_FOLDER / name, TREE / name
        if source.is_file():
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, copy)


def drawn(tool: str, game: str, modules: Sequence[str], each: int, seed: str) -> list[Mutant]:
    """Mutants of modules, made by cosmic-ray's interpreter."""
    asked = json.dumps({"modules": modules, "each": each, "seed": seed})
    done = subprocess.run(
        [tool, "harness/mutants/spoil.py"], cwd=TREE, input=asked, check=True, stdout=subprocess.PIPE, text=True
    )
    return [Mutant(game, m["module"], m["line"], m["operator"], m["source"]) for m in json.loads(done.stdout)]


def pytest_call(*arguments: str, seconds: float | None = None) -> int:
    """Run pytest in the copy; its status, 1 if it took too long."""
    plain = ("-q", "-n", "0", "-p", "no:cacheprovider", "-o", "timeout=0", "-c", "pyproject.toml")
    call = [sys.executable, "-m", "pytest", *plain, *arguments]
    with LOG.open("w", encoding="utf-8") as log:
        try:
            return subprocess.run(
                call, cwd=TREE, check=False, stdout=log, stderr=subprocess.STDOUT, timeout=seconds
            ).returncode
        except subprocess.TimeoutExpired:
            return 1


def survivors_of_trial(game: str, tests: Sequence[str], mutants: Sequence[Mutant], seconds: float) -> list[Mutant]:
    """Those of a game's mutants that the children of one process did not kill, with the tests to try again."""
    plan, results = BUILD / "plan.json", BUILD / "results.json"
    results.unlink(missing_ok=True)
    listed = [
        {"module": m.module, "line": m.line, "source": m.source, "own": tests_of(m.module, game)} for m in mutants
    ]
    words = {"mutants": listed, "traces": str(BUILD / "traces"), "results": str(results), "seconds": seconds}
    plan.write_text(json.dumps(words), encoding="utf-8")
    pytest_call("-s", "-p", "harness.mutants.trial", f"--trial={plan}", *tests)
    if not results.exists():
        told = LOG.read_text(encoding="utf-8")[-2000:]
        sys.exit(f"The tests of {game} fail on the tree as it is, or cannot be collected:\n{told}")
    found = json.loads(results.read_text(encoding="utf-8"))
    return [
        Mutant(m.game, m.module, m.line, m.operator, m.source, tuple(told["tests"]))
        for m, told in zip(mutants, found, strict=True)
        if told["outcome"] != "killed"
    ]


def survives(mutant: Mutant) -> bool:
    """Whether a mutant written into its module survives tests that come through it."""
    file = TREE / mutant.module
    before = file.read_bytes()
    file.write_text(mutant.source, encoding="utf-8")
    try:
        return not mutant.tests or pytest_call("-x", *mutant.tests, seconds=MUTANT_SECONDS) == 0
    finally:
        file.write_bytes(before)


def report(tallies: Sequence[MutantTally], seed: int) -> str:
    """Killed of all by game, and every survivor as a difference."""
    lines = [f"Mutants, seed {seed}", ""]
    for game in dict.fromkeys(tally.game for tally in tallies):
        mine = [tally for tally in tallies if tally.game == game]
        killed, every = sum(t.killed for t in mine), sum(t.every for t in mine)
        lines.append(f"{game}: {killed} of {every} killed ({100 * killed / max(1, every):.0f} %)")
        lines += [f"  {tally.module}: {tally.killed} of {tally.every}" for tally in mine]
    survivors = [mutant.difference for tally in tallies for mutant in tally.survivors]
    return "\n".join([*lines, "", *(["Survivors", "", *survivors] if survivors else ["No survivors."])])


def tried(
    tool: str, game: str, tests: Sequence[str], modules: Sequence[str], each: int, seed: str, seconds: float
) -> list[MutantTally]:
    """Draw and try mutants of a game's modules."""
    mutants = drawn(tool, game, modules, each, seed)
    left = [mutant for mutant in survivors_of_trial(game, tests, mutants, seconds) if survives(mutant)]
    return [
        MutantTally(
            game, module, sum(m.module == module for m in mutants), tuple(m for m in left if m.module == module)
        )
        for module in modules
    ]


def main() -> None:
    """Sample, try, write build/mutants/report.txt."""
    asked = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    asked.add_argument("--tool", required=True, help="the interpreter that has cosmic-ray")
    asked.add_argument("--modules", type=int, default=4, help="modules of each game")
    asked.add_argument("--each", type=int, default=10, help="mutants of each module")
    asked.add_argument("--seed", type=int, default=7)
    asked.add_argument("--only", default="", help="modules whose path holds this")
    asked.add_argument(
        "--folders", default="", help="folders of which one module is drawn at any rate, with commas between"
    )
    asked.add_argument("--seconds", type=float, default=60, help="of tests for each mutant, of a core")
    asked.add_argument("--tests", default="", help="folders or files of tests in place of all of the game's")
    given = asked.parse_args()
    BUILD.mkdir(parents=True, exist_ok=True)
    copy_tree()
    tallies: list[MutantTally] = []
    for game in TESTS_OF:
        seed = f"{given.seed}/{game}"
        found = [module for module in modules_of(game) if given.only in module]
        modules = drawn_modules(found, given.modules, filter(None, given.folders.split(",")), Random(seed))
        if modules:
            tests = given.tests.split() or TESTS_OF[game]
            tallies += tried(str(Path(given.tool).absolute()), game, tests, modules, given.each, seed, given.seconds)
            (BUILD / "report.txt").write_text(report(tallies, given.seed) + "\n", encoding="utf-8")
    print(report(tallies, given.seed))


if __name__ == "__main__":
    main()
