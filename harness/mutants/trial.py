"""A pytest plugin that runs nothing itself: children of the process that has collected all tests try one mutant each.

    python -m pytest -p harness.mutants.trial --trial=plan.json tests/rules/air_force

The plan: `{"mutants": [{"module", "line", "source", "own"}], "traces": folder, "results": file, "seconds": 60}`. First every
file of tests is run once by a child that writes down which tests come through which lines of `rules/`; what is known of an
unchanged file is kept in the folder. Then every mutant meets tests that come through its statement: those of its own files
first, then the quickest, as many as take so many seconds of a core, then games that are played whole and compared with approved
texts. Tests marked slow are left out. The results: for every
mutant `{"outcome": "killed" | "survived" | "unknown", "tests": [...]}`; unknown where it cannot be grafted.
"""

import ast
import hashlib
import json
import os
import resource
import signal
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from itertools import accumulate
from pathlib import Path
from typing import Any, Final

import pytest
from _pytest.runner import runtestprotocol
from coverage import Coverage

from harness.mutants.graft import graft
from rules.values import Value

AT_ONCE: Final = int(os.environ.get("MUTANTS_AT_ONCE", "2"))
SPARE_SECONDS: Final = 5
"""Seconds of grace over twice what a test took when traced."""
TRACING_SECONDS: Final = 3600.0
"""Seconds of a core for a file of tests that is traced."""
MEMORY_BYTES: Final = 6 * 2**30
"""Bytes that a mutant that has lost its end may take."""
FEW_TEST_FILES: Final = 3
"""Files of tests that may fail in such company; if more do, it is the tree that is broken."""
PASSED, KILLED, UNKNOWN = 0, 1, 2

DEFINITION_TESTS: Final = "/test_defaults.py"
"""How a file of tests ends that look at what all modules define: they come through what runs on import."""
PLAYED_TESTS: Final = "/test_played.py"
"""How a file of tests ends that compare whole games with approved texts: they notice most, and a mutant meets them last."""

Lines = Mapping[str, frozenset[int]]
"""By module the lines that a test comes through."""


class Traced(Value):
    """A test, what it comes through, and the seconds it took."""

    item: pytest.Item
    lines: Lines
    seconds: float


def pytest_addoption(parser: pytest.Parser) -> None:
    """The plan's file."""
    parser.addoption("--trial", required=True)


def pytest_runtestloop(session: pytest.Session) -> bool:
    """Trace, try, write the results, in place of running the tests."""
    plan = json.loads(Path(session.config.getoption("--trial")).read_text(encoding="utf-8"))
    items = [item for item in session.items if item.get_closest_marker("slow") is None]
    traced = trace(items, Path(plan["traces"]))
    mutants = plan["mutants"]
    chosen = [
        affordable(covering(traced, mutant["module"], mutant["line"]), mutant["own"], plan["seconds"])
        for mutant in mutants
    ]
    tasks = [partial(attempt, mutant, tests) for mutant, tests in zip(mutants, chosen, strict=True)]
    outcomes = [{PASSED: "survived", UNKNOWN: "unknown"}.get(code, "killed") for code in in_children(tasks)]
    results = [
        {"outcome": outcome, "tests": [test.item.nodeid for test in tests]}
        for outcome, tests in zip(outcomes, chosen, strict=True)
    ]
    Path(plan["results"]).write_text(json.dumps(results), encoding="utf-8")
    return True


def covering(traced: Sequence[Traced], module: str, line: int) -> list[Traced]:
    """The tests that come through a line's statement.

    Of one that is run on import, or in a function that keeps its answers, those that come through its module and those that look
    at what is defined; all, if none comes through it, as of a module that holds but records and numbers.
    """
    statement = frozenset[int]() if is_kept(module, line) else statement_at(module, line)
    found = [test for test in traced if test.lines.get(module, frozenset()) & statement]
    through = [test for test in traced if module in test.lines]
    if found or not through:
        return found or list(traced)
    return [*through, *(t for t in traced if module not in t.lines and file_of(t.item).endswith(DEFINITION_TESTS))]


def affordable(tests: Sequence[Traced], own: Sequence[str], seconds: float) -> list[Traced]:
    """Tests of a mutant's own files, then others, the quickest first, as many as take so many seconds; then whole games that come
    through it, whatever they take."""
    mine = {*own, *(file for test in tests if (file := file_of(test.item)).endswith(DEFINITION_TESTS))}
    played = [test for test in tests if file_of(test.item).endswith(PLAYED_TESTS)]
    others = [test for test in tests if not file_of(test.item).endswith(PLAYED_TESTS)]
    ranked = sorted(others, key=lambda test: (file_of(test.item) not in mine, test.seconds))
    taken = accumulate(test.seconds for test in ranked)
    chosen = [test for test, until in zip(ranked, taken, strict=True) if until <= seconds or test is ranked[0]]
    return [*chosen, *sorted(played, key=lambda test: test.seconds)]


def attempt(mutant: Mapping[str, Any], tests: Sequence[Traced]) -> int:
    """Graft a mutant and run tests until one fails or has lost its end."""
    module = mutant["module"].removesuffix(".py").replace("/", ".")
    if not graft(module, Path(mutant["module"]).read_text(encoding="utf-8"), mutant["source"]):
        return UNKNOWN
    for test, following in zip(tests, [*tests[1:], None], strict=True):
        same = following.item if following is not None and file_of(following.item) == file_of(test.item) else None
        limit(2 * test.seconds + SPARE_SECONDS)
        if any(report.failed for report in runtestprotocol(test.item, nextitem=same, log=False)):
            return KILLED
    return PASSED


def limit(seconds: float) -> None:
    """Kill this process after so many more seconds of a core."""
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, seconds)


@cache
def statement_at(module: str, line: int) -> frozenset[int]:
    """The lines of the innermost statement at a line; of one that holds others, its head."""
    spans: list[range] = []
    for node in ast.walk(ast.parse(Path(module).read_text(encoding="utf-8"))):
        if isinstance(node, ast.stmt):
            body = getattr(node, "body", None) or getattr(node, "cases", None)
            end = node.end_lineno or node.lineno
            if body:
                first = body[0].pattern if isinstance(body[0], ast.match_case) else body[0]
                end = max(node.lineno, first.lineno - 1)
            spans.append(range(node.lineno, end + 1))
        elif isinstance(node, ast.match_case):
            spans.append(range(node.pattern.lineno, max(node.pattern.lineno, node.body[0].lineno - 1) + 1))
    holding = [span for span in spans if line in span]
    return frozenset(min(holding, key=_length, default=range(line, line + 1)))


@cache
def is_kept(module: str, line: int) -> bool:
    """Whether a line is of a function whose answers are kept: only the first test that asks comes through it."""
    for node in ast.walk(ast.parse(Path(module).read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or node.lineno):
            names = {ast.unparse(each.func if isinstance(each, ast.Call) else each) for each in node.decorator_list}
            if names & {"cache", "lru_cache"}:
                return True
    return False


def _length(span: Iterable[int]) -> int:
    return sum(1 for _ in span)


def trace(items: Iterable[pytest.Item], folder: Path) -> list[Traced]:
    """All tests with what they come through, run where nothing is kept of their file as it is."""
    by_file: dict[str, list[pytest.Item]] = {}
    for item in items:
        by_file.setdefault(file_of(item), []).append(item)
    folder.mkdir(parents=True, exist_ok=True)
    shared = shared_text()
    kept = {name: folder / f"{hashlib.sha256(shared + Path(name).read_bytes()).hexdigest()}.json" for name in by_file}
    wanted = [name for name in by_file if not kept[name].exists()]
    codes = in_children([partial(traced_into, by_file[name], kept[name]) for name in wanted])
    failed = [name for name, code in zip(wanted, codes, strict=True) if code != PASSED]
    if len(failed) > FEW_TEST_FILES:
        pytest.exit(f"These tests fail on the tree as it is: {' '.join(failed)}", returncode=1)
    if failed:
        print(f"Left out, as they fail in a child of this process: {' '.join(failed)}", flush=True)
    return [test for name, found in by_file.items() if name not in failed for test in read_trace(kept[name], found)]


def traced_into(items: Sequence[pytest.Item], file: Path) -> int:
    """Run a file's tests and keep what each comes through.

    What a fixture or a cached helper did for the first of them counts for every other too if it is shared.
    """
    limit(TRACING_SECONDS)
    measured = Coverage(data_file=None, include=["rules/*"], config_file=False)
    measured.set_option("run:disable_warnings", ["no-data-collected"])  # tests that only look at what is defined
    seconds: dict[str, float] = {}
    measured.start()
    for item, following in zip(items, [*items[1:], None], strict=True):
        measured.switch_context(item.nodeid)
        begun = time.process_time()
        if any(report.failed for report in runtestprotocol(item, nextitem=following, log=False)):
            return KILLED
        seconds[item.nodeid] = time.process_time() - begun
    measured.stop()
    found: dict[str, dict[str, list[int]]] = {}
    data = measured.get_data()
    for path in data.measured_files():
        module = str(Path(path).relative_to(Path.cwd()))
        for line, tests in data.contexts_by_lineno(path).items():
            for test in filter(None, tests):
                found.setdefault(test, {}).setdefault(module, []).append(line)
    part = file.with_suffix(".part")
    part.write_text(json.dumps({test: [seconds[test], found.get(test, {})] for test in seconds}), encoding="utf-8")
    part.rename(file)
    return PASSED


def read_trace(file: Path, items: Sequence[pytest.Item]) -> list[Traced]:
    """What was kept of a file's tests."""
    kept = json.loads(file.read_text(encoding="utf-8"))
    return [
        Traced(item, {module: frozenset(lines) for module, lines in kept[item.nodeid][1].items()}, kept[item.nodeid][0])
        for item in items
    ]


def shared_text() -> bytes:
    """A digest of the rules and of what tests share: if any of it changes, all is traced again."""
    digest = hashlib.sha256()
    for root in ("rules", "tests/rules", "scenarios"):
        for path in sorted(Path(root).rglob("*")):
            if path.suffix in (".py", ".toml") and not path.name.startswith("test_"):
                digest.update(path.read_bytes())
    return digest.digest()


def file_of(item: pytest.Item) -> str:
    """A test's file, from the tree's root."""
    return item.nodeid.partition("::")[0]


def in_children(tasks: Sequence[Callable[[], int]]) -> list[int]:
    """Run tasks in children of this process, some at once; their statuses, KILLED for a crash."""
    waiting, running, done = list(enumerate(tasks)), dict[int, int](), dict[int, int]()
    while waiting or running:
        while waiting and len(running) < AT_ONCE:
            number, task = waiting.pop(0)
            running[child(task)] = number
        pid, status = os.wait()
        number = running.pop(pid)
        done[number] = os.waitstatus_to_exitcode(status) if os.WIFEXITED(status) else KILLED
        print(f"{len(done)} of {len(tasks)}: number {number} ends with {done[number]}", flush=True)
    return [done[number] for number in range(len(tasks))]


def child(task: Callable[[], int]) -> int:
    """Start a child that ends with a task's status, silently."""
    pid = os.fork()
    if pid:
        return pid
    code = KILLED
    try:
        silence = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silence, stream)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
        code = task()
    finally:
        os._exit(code)
