"""What only `make check` and CI run: whole folders or files of tests that take long, each with its reason.

`make test` leaves them out (`-m "not check_only"`). docs/testing.md lists them, and a test holds the page against this table.
"""

from pathlib import Path, PurePosixPath
from typing import Final

import pytest

TESTS: Final = Path(__file__).parent
"""Paths in CHECK_ONLY are below this folder."""

CHECK_ONLY: Final = {
    "browser": "a real browser starts for each file",
}
"""By file or folder below tests/ the reason."""

EVENINGS: Final = ("browser/test_alone.py",)
"""Complete evenings out of those folders that `make test` runs: one of each kind."""


def reason_for(path: PurePosixPath) -> str | None:
    """Why only `make check` runs a file, given its path below tests/; None for one that `make test` runs, too."""
    if str(path) in EVENINGS:
        return None
    return next((CHECK_ONLY[name] for each in (path, *path.parents) if (name := str(each)) in CHECK_ONLY), None)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks every test of those files, before `-m` chooses."""
    for item in items:
        reason = reason_for(PurePosixPath(item.path.relative_to(TESTS).as_posix()))
        if reason is not None:
            item.add_marker(pytest.mark.check_only(reason))
