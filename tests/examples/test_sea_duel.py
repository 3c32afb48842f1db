"""The sample game: small, built on what games may import alone, told whole by the page on games, and played from outside."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.outside import install

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "examples" / "sea_duel"
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
MOST_LINES = 500
FILES = sorted(path for path in SAMPLE.rglob("*.*") if path.is_file() and "cache" not in path.as_posix())
BLOCK = re.compile(r"^`(\S+)`:\n+```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OFFERED = re.compile(r"^\| `([\w.]+)` \|", re.MULTILINE)


@pytest.fixture(scope="session")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the sample is installed."""
    return install(SAMPLE, tmp_path_factory.mktemp("outside") / "packages")


def run_beside(outside: Path, *paths: str) -> None:
    """Run tests in a process that has the sample beside the program."""
    given = {**os.environ, "PYTHONPATH": os.pathsep.join([str(outside), str(ROOT)])}
    call = [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", *paths]
    done = subprocess.run(call, cwd=ROOT, env=given, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_samples_own_tests_pass_where_it_is_installed(outside: Path) -> None:
    run_beside(outside, "examples/sea_duel")


def test_the_sample_is_played_from_outside_through_the_sandbox(outside: Path) -> None:
    run_beside(outside, "tests/e2e/sea_duel_evening.py")


def test_the_sample_is_small() -> None:
    lines = {path.relative_to(SAMPLE).as_posix(): len(path.read_text("utf-8").splitlines()) for path in FILES}
    assert sum(lines.values()) <= MOST_LINES, lines


def test_the_pages_code_blocks_are_the_samples_files() -> None:
    written = {path.relative_to(SAMPLE).as_posix(): path.read_text("utf-8") for path in FILES}
    told = dict(BLOCK.findall(PAGE))
    for name in sorted(written.keys() | told.keys()):
        assert told.get(name) == written.get(name), f"docs/adding-a-game.md and examples/sea_duel/{name} differ"


def imported(path: Path) -> Iterator[str]:
    """The modules that a file imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield node.module or ""
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


def test_the_sample_imports_only_what_the_page_offers_to_games() -> None:
    offered = {*OFFERED.findall(PAGE), *sys.stdlib_module_names, "discord", "sea_duel", "pytest"}
    for path in FILES:
        if path.suffix == ".py":
            for module in imported(path):
                known = module in offered or module.split(".")[0] in offered
                assert known, f"{path.name} imports {module}, which docs/adding-a-game.md does not list"
