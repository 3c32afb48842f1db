"""Kill -9 around a deadline, a commit, a delivery: one resolution, no order lost, every message once."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from harness.games.known import ROWS
from rules.values import Value
from tests.on_postgresql import WANTED

PROJECT = Path(__file__).resolve().parents[3]
KILLS = {story: 21 if story == "lives" else 14 for rows in ROWS.values() for story in rows.kills}
"""Of each killer, by the stories of the games' rows. A database takes seven kills. `make faults` kills as often as one likes."""
SEEDS = (1, 2)

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
def reports(killer: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Report]]:
    """Two killers at work side by side, each with its own databases of the kind that the tests run on: of one kind of life, by
    the parameter."""
    command = [sys.executable, "-m", f"harness.kills.{killer}"]
    started = [
        subprocess.Popen(
            [*command, str(tmp_path_factory.mktemp("kill") / "work"), str(KILLS[killer]), str(seed), WANTED],
            cwd=PROJECT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for seed in SEEDS
    ]
    try:
        found: list[Report] = []
        for process in started:
            said, complained = process.communicate(timeout=270)
            assert process.returncode == 0, complained.decode()
            told: dict[str, Any] = json.loads(said)
            found.append(Report(**told))
        yield found
    finally:
        for process in started:
            process.kill()
            process.wait()


def test_every_kill_was_survived(killer: str, reports: list[Report]) -> None:
    asked = len(SEEDS) * KILLS[killer]
    assert sum(report.at_points + report.at_times for report in reports) >= asked * 3 // 4


def test_every_turn_was_resolved_once_no_order_lost_and_every_message_sent_once(reports: list[Report]) -> None:
    assert [report.faults for report in reports] == [[], []]


def test_the_kills_lie_in_all_parts_of_a_life_and_between_its_steps(reports: list[Report]) -> None:
    fifths = {5 * (point - 1) // report.points for report in reports for point in report.first}
    assert len(fifths) >= 4, "the first deaths on each database"
    for report in reports:
        assert report.at_times >= 1  # how many fall between steps is the clock's chance
        assert report.points > 200
