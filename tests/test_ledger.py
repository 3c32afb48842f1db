"""The ledger tool, run as `make ledger` runs it, on a small project of its own."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.ledger import ROOT, chapter_of, citation_error, coverage, ledger_ids

LEDGER: Final = "".join(f'[[rule]]\nid = "{rule}"\n' for rule in ("CW-1.0-01", "CW-1.0-02", "CW-2.0-01", "CW-A-01"))
CONFIG: Final = """
[tool.pytest.ini_options]
testpaths = ["tests"]
pythonpath = ["."]
addopts = "--strict-markers --import-mode=importlib -p no:benchmark -p no:cov"
asyncio_default_fixture_loop_scope = "function"
markers = ["rule(*ids): rules", "check_only(reason): long"]
"""
GOOD: Final = """
import pathlib, pytest

@pytest.mark.rule("CW-1.0-01", "CW-2.0-01")
@pytest.mark.parametrize("n", [1, 2])
def test_cites(n):
    with pathlib.Path("build/runs").open("a") as runs:
        runs.write("x")

def test_cites_nothing():
    assert pathlib.Path("whole").exists()
"""
BAD: Final = """
import pytest

@pytest.mark.rule("CW-1.0-02")
def test_fails():
    assert False

@pytest.mark.rule("CW-A-01")
def test_is_skipped():
    pytest.skip("no")

@pytest.fixture
def broken():
    yield
    raise RuntimeError

@pytest.mark.rule("CW-1.0-02")
def test_fails_at_the_end(broken):
    pass
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with a ledger of four rules and one file of tests that pass."""
    for folder in ("tests", "rules/game", "build"):
        (tmp_path / folder).mkdir(parents=True)
    for name in ("__init__.py", "ledger.py", "rule_marks.py"):
        shutil.copy(ROOT / "tests" / name, tmp_path / "tests" / name)
    (tmp_path / "tests/conftest.py").write_text('pytest_plugins = ("tests.rule_marks",)\n', encoding="utf-8")
    (tmp_path / "rules/game/ledger.toml").write_text(LEDGER, encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text(CONFIG, encoding="utf-8")
    (tmp_path / "tests/test_good.py").write_text(GOOD, encoding="utf-8")
    return tmp_path


def run(project: Path, *arguments: str) -> tuple[int, str]:
    """Exit status and all output of `python -m` with these arguments, in the project."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST", "COV", "PYTHONPATH"))}
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=project, env=clean, text=True, timeout=120, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    return done.returncode, done.stdout


def runs(project: Path) -> int:
    """How many times the counted test has run."""
    return len((project / "build/runs").read_text(encoding="utf-8"))


def test_covered_rules_are_counted_by_chapter_and_written_down(project: Path) -> None:
    status, output = run(project, "tests.ledger")
    assert status == 0, output
    report = output.splitlines()[-4:]
    assert report[0].split() == ["CW-1.0", "1", "of", "2"]
    assert report[1].split() == ["CW-2.0", "1", "of", "1"]
    assert report[2].split() == ["CW-A", "0", "of", "1"]
    assert report[3] == "rules covered by a passing test: 2 of 4"
    tests = ["tests/test_good.py::test_cites[1]", "tests/test_good.py::test_cites[2]"]
    assert json.loads((project / "build/ledger.json").read_text(encoding="utf-8")) == {
        "CW-1.0-01": tests,
        "CW-2.0-01": tests,
        "chapters": {
            "CW-1.0": {"covered": 1, "rules": 2},
            "CW-2.0": {"covered": 1, "rules": 1},
            "CW-A": {"covered": 0, "rules": 1},
        },
    }


def test_the_last_whole_run_is_used_until_a_file_changes(project: Path) -> None:
    (project / "whole").touch()
    assert run(project, "pytest", "-q", "tests/test_good.py")[0] == 0
    assert not (project / "build/ledger-whole.json").exists()
    assert run(project, "pytest", "-q", "-n", "2")[0] == 0
    assert runs(project) == 4
    status, output = run(project, "tests.ledger", "--from-last")
    assert (status, runs(project)) == (0, 4), output
    assert output.endswith("rules covered by a passing test: 2 of 4\n")
    (project / "tests/test_good.py").write_text(GOOD.replace(', "CW-2.0-01"', ""), encoding="utf-8")
    status, output = run(project, "tests.ledger", "--from-last")
    assert (status, runs(project)) == (0, 6), output
    assert "no recording of a whole test run of these very files" in output
    assert output.endswith("rules covered by a passing test: 1 of 4\n")


LONG: Final = """
import pytest

@pytest.mark.check_only("long")
@pytest.mark.rule("CW-A-01")
def test_takes_long():
    pass
"""


def test_the_two_parts_of_a_run_count_together_if_they_saw_the_same_files(project: Path) -> None:
    (project / "tests/test_long.py").write_text(LONG, encoding="utf-8")
    (project / "whole").touch()
    assert run(project, "pytest", "-q", "-m", "not check_only")[0] == 0
    status, output = run(project, "tests.ledger", "--from-last")
    assert "no recording of a whole test run of these very files" in output, "one part is not enough"
    assert run(project, "pytest", "-q", "-m", "not check_only")[0] == 0
    assert run(project, "pytest", "-q", "-m", "check_only")[0] == 0
    before = runs(project)
    status, output = run(project, "tests.ledger", "--from-last")
    assert (status, runs(project)) == (0, before), output
    assert output.endswith("rules covered by a passing test: 3 of 4\n")
    (project / "whole").write_text("changed", encoding="utf-8")
    (project / "tests/test_good.py").write_text(GOOD.replace(', "CW-2.0-01"', ""), encoding="utf-8")
    assert run(project, "pytest", "-q", "-m", "check_only")[0] == 0
    status, output = run(project, "tests.ledger", "--from-last")
    assert "no recording of a whole test run of these very files" in output, "the parts saw different files"


def test_a_rule_whose_test_fails_or_is_skipped_is_not_covered(project: Path) -> None:
    (project / "tests/test_bad.py").write_text(BAD, encoding="utf-8")
    for arguments in ((), ("--from-last",)):
        status, output = run(project, "tests.ledger", *arguments)
        assert status == 1
        assert (
            "rules covered by a passing test: 2 of 4\nfailed, so not counted:\n  tests/test_bad.py::test_fails"
            in output
        )
        assert output.endswith("skipped, so not counted:\n  tests/test_bad.py::test_is_skipped\n")
    assert "CW-1.0-02" not in json.loads((project / "build/ledger.json").read_text(encoding="utf-8"))


def test_a_rule_in_no_ledger_stops_the_tests_and_the_tool(project: Path) -> None:
    (project / "tests/test_strange.py").write_text(GOOD.replace("CW-2.0-01", "CW-2.0-99"), encoding="utf-8")
    sentence = "test_cites[1] cites CW-2.0-99: not the id of a rule in any rules/*/ledger.toml"
    status, output = run(project, "pytest", "-q")
    assert status != 0
    assert sentence in output
    status, output = run(project, "tests.ledger")
    assert status == 1
    assert sentence in output
    assert "did not run to their end" in output


def test_a_test_cites_at_most_twelve_rules() -> None:
    known = frozenset(ledger_ids())
    twelve = sorted(known)[:12]
    assert citation_error("t", twelve, known) is None
    assert citation_error("t", [*twelve, "CW-2.0-01"], known) == (
        "t cites 13 rules; 12 are the most one test can honestly assert"
    )


def test_our_own_ledger_has_every_rule_once_in_a_chapter() -> None:
    known = ledger_ids()
    assert len(known) == len(set(known)) >= 896
    chapters = [chapter_of(rule) for rule in ("CW-4.0-01", "CW-A-63", "PW-C01", "PW-S145", "JET-E01")]
    assert chapters == ["CW-4.0", "CW-A", "PW-C", "PW-S", "JET-E"]
    battles = {chapter for chapter in map(chapter_of, known) if chapter.startswith("PW")}
    assert battles == {"PW-C", "PW-M", "PW-B", "PW-A", "PW-S"}
    none = coverage({}, known)
    assert not none.rules
    assert sum(every for _, every in none.chapters.values()) == len(known)
