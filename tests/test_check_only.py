"""What only `make check` runs: the table, its page, and how `make test` leaves it out."""

import re
from pathlib import PurePosixPath

import pytest

from tests.check_only import CHECK_ONLY, EVENINGS, TESTS, holds_no_evening, reason_for

PAGE = TESTS.parent / "docs" / "testing.md"


def test_the_page_lists_each_with_its_reason() -> None:
    section = PAGE.read_text(encoding="utf-8").split("## What only `make check` runs")[1].split("\n## ")[0]
    rows = dict(re.findall(r"^\| `tests/([^`]+)` \| (.+) \|$", section, re.MULTILINE))
    assert rows == CHECK_ONLY, "docs/testing.md and tests/check_only.py differ"


@pytest.mark.parametrize("name", CHECK_ONLY)
def test_each_is_there_and_gives_its_reason_in_a_sentence(name: str) -> None:
    assert (TESTS / name).exists(), f"CHECK_ONLY in tests/check_only.py names tests/{name}, which is gone"
    assert re.fullmatch(r"[A-Z].+\.", CHECK_ONLY[name])


@pytest.mark.parametrize("room", ["rules", "storage", "umpire", "cogs", "render"])
def test_no_test_of_these_rooms_is_left_out(room: str) -> None:
    assert [f for f in (TESTS / room).rglob("test_*.py") if reason_for(PurePosixPath(f.relative_to(TESTS)))] == []


@pytest.mark.parametrize("evening", EVENINGS)
def test_each_evening_is_there_and_runs_although_its_folder_does_not(evening: str) -> None:
    file, _, test = evening.partition("::")
    assert f"def {test}" in (TESTS / file).read_text(encoding="utf-8")
    path = PurePosixPath(file)
    assert reason_for(path, test) is None
    assert reason_for(path.parent / "test_other.py") is not None
    assert not holds_no_evening(path)
    assert not holds_no_evening(path.parent)


def test_a_folder_without_an_evening_is_not_even_read() -> None:
    assert holds_no_evening(PurePosixPath("oversight"))
    assert holds_no_evening(PurePosixPath("e2e/guides"))
    assert not holds_no_evening(PurePosixPath("e2e"))
    assert not holds_no_evening(PurePosixPath("rules"))
