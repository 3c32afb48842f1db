"""Programs that some tests need beside Python. Without one a test is skipped, or fails where it is required.

`ADMIRALTY_REQUIRE_<NAME>=1` requires one, `CI=true` requires all. The end of a run says what was skipped and what would run it.
"""

import os
from collections import Counter
from enum import Enum
from typing import Final, NoReturn

import pytest
from _pytest.terminal import TerminalReporter


class Need(Enum):
    """A program, and the sentence that says how to get it."""

    BROWSER = "Install Chromium or Chrome (Debian: chromium)."
    OFFICE = "Install LibreOffice Calc (Debian: libreoffice-calc-nogui)."
    NODE = "Install node 18 or newer and npm (Debian: nodejs, npm), and allow npm's registry once."
    HIKARI = "Allow pip's index once: hikari goes into a virtual environment of its own."
    SYSTEMD = "Install systemd-analyze (Debian: systemd)."


YES: Final = ("1", "true")


def required(need: Need) -> bool:
    """Whether a missing program is a failure here and not a skip."""
    return any(os.environ.get(name, "").lower() in YES for name in (f"ADMIRALTY_REQUIRE_{need.name}", "CI"))


def missing(need: Need, problem: str) -> NoReturn:
    """Skip this test, or fail it where the program is required; `problem` is a sentence that says what is not there."""
    if required(need):
        pytest.fail(problem)
    pytest.skip(f"{problem} {need.value}")


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """Says what was skipped, how often, and what would run it."""
    reasons = Counter(
        report.longrepr[2].removeprefix("Skipped: ")
        for report in terminalreporter.stats.get("skipped", ())
        if isinstance(report.longrepr, tuple)
    )
    if not reasons:
        return
    terminalreporter.section("skipped, and what would run it")
    for reason, tests in reasons.most_common():
        terminalreporter.line(f"{tests:4} {reason}")
