"""What every test shares: the check of cited rules, hypothesis set so that a run can be repeated, and the order of files."""

import gc
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.absent import is_absent

TESTS = Path(__file__).parent
YOUNG, MIDDLE, OLD = 10_000, 10, 1_000
"""The garbage collector looks at new objects less often than is usual, and never by itself at all there are."""
MUCH = 4
"""Looks at what is neither new nor old (a look comes every 110,000 objects more than were freed) that are much for one test."""

pytest_plugins = ("tests.rule_marks", "tests.on_postgresql", "tests.needs", "tests.check_only")

# A shared machine is slow at times, which is no bug: no deadline. `--hypothesis-profile=fuzz` looks further.
settings.register_profile("repeatable", deadline=None, derandomize=True, database=None)
settings.register_profile("fuzz", deadline=None, max_examples=5_000)
settings.load_profile("repeatable")

LONG = (
    "test_demo.py",
    "harness/attack/test_sampled.py",
    "harness/attack/test_masterless.py",
    "harness/attack/test_trials.py",
    "harness/kills/test_kill_points.py",
    "e2e/test_mangled_buttons.py",
    "browser/test_newcomer.py",
    "oversight/test_metrics.py",
    "work/test_work.py",
    "e2e/campaign/test_absence.py",
    "browser/dogfight/test_dogfight.py",
    "test_program.py",
    "e2e/campaign/test_secrets.py",
    "harness/faults/test_shards.py",
    "e2e/campaign/test_default_rulings_war.py",
    "harness/fuzz/test_fuzz.py",
    "e2e/test_bad_evening.py",
    "e2e/test_bad_input.py",
    "e2e/test_first_answers.py",
    "browser/test_evening.py",
    "e2e/guides/test_operators_guide.py",
    "e2e/battle/test_battle_pace.py",
    "test_data_folder.py",
    "e2e/battle/test_battle_secrets.py",
    "browser/test_alone.py",
    "umpire/capsules/test_capsules.py",
    "storage/test_closing.py",
    "umpire/clock/test_many_games.py",
    "umpire/campaign/turn/test_fought.py",
    "storage/test_vanished.py",
    "umpire/campaign/sheets/test_upload.py",
    "render/test_preview.py",
    "render/campaign/test_cluster_map.py",
    "rules/cluster_war/play/governors/test_played.py",
    "umpire/campaign/turn/test_war_played.py",
    "umpire/campaign/founding/test_play_campaign.py",
    "rules/cluster_war/turn/setup/test_new_game.py",
    "rules/bridge/test_stances.py",
    "umpire/delivery/test_delivery.py",
    "umpire/clock/test_clock_stands.py",
)
"""The files that take longest. They come first, so that no process is left with one when the others have ended."""


def pytest_configure() -> None:
    """Databases and workers of the tests cost less than a program's."""
    from tests import prepared  # noqa: PLC0415 # it imports a plugin of ours

    prepared.compiles_each_statement_once()
    prepared.waits_for_no_disk()
    prepared.lets_workers_take_their_turn()


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """What tests a game whose record is not there is not read."""
    return (collection_path.is_relative_to(TESTS) and is_absent(collection_path)) or None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """As LONG says; pytest-xdist, which gives a file to whoever is free, keeps the order (`--no-loadscope-reorder`)."""
    rank = {TESTS / name: number for number, name in enumerate(LONG)}
    items.sort(key=lambda item: rank.get(item.path, len(LONG)))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collecting makes hundreds of thousands of objects that all stay: the garbage collector need not look meanwhile."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """What collecting made stays to the end: the garbage collector need not look at it again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Let go of what a file's tests made before the next file begins, or sooner if it is much: bots are rings of objects.

    What is left after a file is remembered by modules for later tests. A full collection takes a quarter of a second if it
    looks at all of that, so it is set aside.
    """
    if nextitem is None or nextitem.path != item.path:
        gc.collect()
        gc.freeze()
    elif gc.get_count()[2] >= MUCH:
        gc.collect()
