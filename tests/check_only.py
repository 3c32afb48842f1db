"""What only `make check` and CI run: folders and files of tests that take long, each with its reason.

`make test` leaves them out (`-m "not check_only"`). docs/testing.md lists them, and a test holds the page against this table.
"""

from pathlib import Path, PurePosixPath
from typing import Final

import pytest

TESTS: Final = Path(__file__).parent

MAKE_TEST: Final = "not check_only"
"""What `make test` asks pytest for."""

CHECK_ONLY: Final = {
    "browser": "Each file starts the bot and a real browser.",
    "e2e": "Hundreds of evenings on the real bot, where one of each kind shows that it works.",
    "examples": "Games from outside are made, checked and played as programs of their own.",
    "games/test_record_removed.py": "Collects and runs other tests without a game's record.",
    "harness": "Samples of the harnesses: kills, faults, hostile values, evenings compared.",
    "oversight": "Programs and services are started and stopped as an operator does it.",
    "sandbox": "The local Discord, also held against other libraries' clients.",
    "work": "Real worker processes on a PostgreSQL server.",
    "test_data_folder.py": "Starts the program for each case.",
    "test_demo.py": "The whole scripted demo.",
    "test_demo_orders.py": "The demo gives every kind of order.",
    "test_docs.py": "Every command, link and example of the documents is looked up.",
    "test_installed.py": "Starts the program for each case.",
    "test_ledger.py": "Runs pytest within pytest.",
    "test_named_arguments.py": "Reads every source file.",
    "test_program.py": "Starts the program for each case.",
    "test_roll_keys.py": "Reads every source file.",
    "test_wheel.py": "Builds a wheel, installs it and starts the program from it.",
    "test_wired.py": "Reads every source file.",
}
"""By file or folder below tests/ the reason, a sentence."""

EVENINGS: Final = (
    "browser/test_alone.py::test_a_newcomer_begins_a_campaign_of_their_own_and_presses_what_is_over",
    "e2e/battle/test_battle.py::test_a_duel_is_made_joined_plotted_and_played_to_its_end",
    "e2e/campaign/test_evening.py",
    "e2e/campaign/test_solo.py::test_a_month_passes_when_ready_is_pressed_and_nobody_else_is_needed",
    "e2e/dogfight/test_dogfight.py::test_a_first_fight_is_flown_to_its_end_on_one_message_in_under_six_presses_a_turn",
)
"""One complete evening of each kind out of those folders, which `make test` runs, too: a file or one test of it."""


def reason_for(path: PurePosixPath, test: str = "") -> str | None:
    """Why only `make check` runs a test of a file, whose path is below tests/; None for one that `make test` runs, too."""
    if str(path) in EVENINGS or f"{path}::{test}" in EVENINGS:
        return None
    return next((CHECK_ONLY[name] for each in (path, *path.parents) if (name := str(each)) in CHECK_ONLY), None)


def holds_no_evening(path: PurePosixPath) -> bool:
    """Whether `make test` runs nothing of a file or folder below tests/."""
    return reason_for(path) is not None and not any(
        path in (file := PurePosixPath(each.partition("::")[0]), *file.parents) for each in EVENINGS
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """`make test` does not even read what it leaves out: importing hundreds of files takes as long as many a test."""
    if config.option.markexpr != MAKE_TEST or not collection_path.is_relative_to(TESTS):
        return None
    return holds_no_evening(PurePosixPath(collection_path.relative_to(TESTS).as_posix())) or None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks those tests, before `-m` chooses."""
    for item in items:
        path = PurePosixPath(item.path.relative_to(TESTS).as_posix())
        reason = reason_for(path, getattr(item, "originalname", item.name))
        if reason is not None:
            item.add_marker(pytest.mark.check_only(reason))
