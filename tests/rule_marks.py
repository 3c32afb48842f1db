"""A pytest plugin: checks `@pytest.mark.rule` against the ledger, and records which cited rules passed.

Workers of pytest-xdist hang a test's rules on its reports; the one controlling process writes the recording, and only
for a run of the whole suite or of one of its two parts (tests/check_only.py).
"""

from collections.abc import Generator
from functools import cache
from typing import Final

import pytest
from _pytest.config import Config

from tests.ledger import PARTS, Recording, citation_error, fingerprint, ledger_ids, save_recording

PROPERTY: Final = "ledger rules"
ORDER: Final = ("failed", "skipped", "passed")
PARTIAL: Final = ("keyword", "deselect", "ignore", "ignore_glob", "lf", "stepwise", "collectonly")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--rules-only`: the tests that cite a rule, and no others."""
    parser.addoption("--rules-only", action="store_true", help="run only the tests that cite a ledger rule")


def pytest_configure(config: pytest.Config) -> None:
    """Record in the controlling process, when the whole suite is run."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Recorder(fingerprint()), "ledger-recorder")


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """A test that cites a rule no ledger has, or too many, is a file that cannot be collected."""
    report = yield
    known = _known()
    tests = [item for item in report.result or () if isinstance(item, pytest.Item)]
    errors = [e for t in tests if (e := citation_error(t.nodeid, _cited(t), known)) is not None]
    if errors:
        report.outcome = "failed"
        report.longrepr = "\n".join(dict.fromkeys(errors))
        report.result = []
    return report


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Hang each test's rules on it; with --rules-only leave the tests without."""
    for item in items:
        rules = _cited(item)
        if rules:
            item.user_properties.append((PROPERTY, tuple(dict.fromkeys(rules))))
    if config.getoption("--rules-only"):
        chosen = [item for item in items if item.get_closest_marker("rule") is not None]
        config.hook.pytest_deselected(items=[item for item in items if item not in set(chosen)])
        items[:] = chosen


def _cited(item: pytest.Item) -> list[str]:
    return [rule for mark in item.iter_markers("rule") for rule in mark.args]


@cache
def _known() -> frozenset[str]:
    return frozenset(ledger_ids())


class _Recorder:
    """Collects the reports of one run."""

    def __init__(self, fingerprint: str) -> None:
        self.fingerprint = fingerprint
        self.rules: dict[str, tuple[str, ...]] = {}
        self.outcomes: dict[str, set[str]] = {}
        self.uncollected = False

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self.uncollected |= report.failed

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for name, rules in report.user_properties:
            if name == PROPERTY and isinstance(rules, list | tuple):
                self.rules[report.nodeid] = tuple(str(rule) for rule in rules)
                self.outcomes.setdefault(report.nodeid, set()).add(report.outcome)

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        ended = exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
        part = _part_of(session)
        if not ended or self.uncollected or part is None:
            return
        passed, failed, skipped = (self._with(outcome) for outcome in ("passed", "failed", "skipped"))
        save_recording(Recording(self.fingerprint, passed, failed, skipped), part)

    def _with(self, outcome: str) -> dict[str, tuple[str, ...]]:
        """The tests that came out so: failed if set-up, call or tear-down did, else skipped, else passed."""
        final = {test: min(seen, key=ORDER.index) for test, seen in self.outcomes.items()}
        return {test: rules for test, rules in self.rules.items() if final[test] == outcome}


def _part_of(session: pytest.Session) -> str | None:
    """Which part of the tests was run without leaving any out; None for a choice among them."""
    config = session.config
    narrowed = any(getattr(config.option, name, None) for name in PARTIAL)
    stopped = bool(session.shouldfail or session.shouldstop)
    if config.args_source is not Config.ArgsSource.TESTPATHS or narrowed or stopped:
        return None
    return PARTS.get(config.option.markexpr)
