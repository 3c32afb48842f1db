"""Kill -9 around a deadline, a commit, a delivery: one resolution, no order lost, every message once."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from harness.games.known import ROWS
from rules.values import Value
from tests.on_postgresql import WANTED

PROJECT = Path(__file__).resolve().parents[3]
KILLS = {story: 42 if story == "lives" else 28 for rows in ROWS.values() for story in rows.kills}
"""Of each killer, by the stories of the games' rows. A database takes seven kills. `make faults` kills as often as one likes."""
SEED = 1

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and SIGKILL")


class Report(Value):
    """What one killer reports (see `kit.KillReport`)."""

    points: int
    at_points: int
    at_times: int
    databases: int
    first: list[int]
    faults: list[str]


@pytest.fixture(scope="module", params=KILLS)
def killer(request: pytest.FixtureRequest) -> str:
    """Who kills."""
    return str(request.param)


@pytest.fixture(scope="module")
def report(killer: str, tmp_path_factory: pytest.TempPathFactory) -> Report:
    """What a killer reports of databases of the kind that the tests run on: of one kind of life, by the parameter."""
    work = tmp_path_factory.mktemp("kill") / "work"
    command = [sys.executable, "-m", f"harness.kills.{killer}", str(work), str(KILLS[killer]), str(SEED), WANTED]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, timeout=540, check=False)
    assert done.returncode == 0, done.stderr.decode()
    told: dict[str, Any] = json.loads(done.stdout)
    return Report(**told)


def test_every_kill_was_survived(killer: str, report: Report) -> None:
    assert report.at_points + report.at_times >= KILLS[killer] * 3 // 4


def test_every_turn_was_resolved_once_no_order_lost_and_every_message_sent_once(report: Report) -> None:
    assert report.faults == []


def test_the_kills_lie_in_all_parts_of_a_life_and_between_its_steps(report: Report) -> None:
    fifths = {5 * (point - 1) // report.points for point in report.first}
    assert len(fifths) >= 4, "the first deaths on each database"
    assert report.at_times >= 1  # how many fall between steps is the clock's chance
    assert report.points > 200
