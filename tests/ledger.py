"""The rules ledger against the tests: `python -m tests.ledger` prints which rules a passing test covers.

`--from-last` takes the last complete recording if no file has changed since, and runs nothing. Exit status 1 if a test
that cites a rule failed, or cites a rule that is in no ledger.
"""

import argparse
import dataclasses
import hashlib
import json
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
FORMAT: Final = 1
MOST_RULES: Final = 12
CODE: Final = (
    "bot.py",
    "settings.py",
    "pyproject.toml",
    "program",
    "cogs",
    "umpire",
    "rules",
    "render",
    "storage",
    "sandbox",
)
WHOLE: Final = "whole"
PARTS: Final = {"": WHOLE, "not check_only": "test", "check_only": "check"}
"""By pytest's `-m` which part of the tests it runs: all, what `make test` runs, what `make check` adds."""
KINDS: Final = (".py", ".toml", ".js", ".html", ".css", ".json", ".txt", ".md")
SELECTION: Final = ("-q", "--rules-only", "-n", "2", "--dist", "loadfile", "-p", "no:cacheprovider")


@dataclass(frozen=True, slots=True)
class Recording:
    """What a whole run of the tests showed. Each map is test id to the rules it cites."""

    fingerprint: str
    passed: Mapping[str, tuple[str, ...]]
    failed: Mapping[str, tuple[str, ...]]
    skipped: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Coverage:
    """Which rules passing tests cover: rule to tests, and per chapter the covered and all rules."""

    rules: Mapping[str, tuple[str, ...]]
    chapters: Mapping[str, tuple[int, int]]


@cache
def ledger_ids(root: Path = ROOT) -> tuple[str, ...]:
    """Every rule id of every game's ledger, in the ledgers' order."""
    files = sorted((root / "rules").glob("*/ledger.toml"))
    return tuple(rule["id"] for file in files for rule in tomllib.loads(file.read_text(encoding="utf-8"))["rule"])


def recording_path(part: str = WHOLE, root: Path = ROOT) -> Path:
    """Where a run of the tests, or of one part of them, leaves its recording."""
    return root / "build" / f"ledger-{part}.json"


def chapter_of(rule: str) -> str:
    """The chapter a rule stands in: `CW-4.0` for `CW-4.0-01`, `PW-C` for `PW-C01`."""
    return re.sub(r"-?\d+$", "", rule)


def citation_error(test: str, rules: Iterable[object], known: frozenset[str]) -> str | None:
    """What is wrong with a test's citations, in a sentence; nothing if they are right."""
    cited = list(rules)
    strange = [str(rule) for rule in cited if rule not in known]
    if strange:
        return f"{test} cites {', '.join(strange)}: not the id of a rule in any rules/*/ledger.toml"
    if len(cited) > MOST_RULES:
        return f"{test} cites {len(cited)} rules; {MOST_RULES} are the most one test can honestly assert"
    return None


def fingerprint(root: Path = ROOT) -> str:
    """A hash of every file the tests' outcome hangs on: a recording is fresh while it stays the same."""
    digest = hashlib.sha256()
    for path in _sources(root):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0")
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _sources(root: Path) -> Iterator[Path]:
    for name in (*CODE, "docs", "scenarios", "tests"):
        place = root / name
        found = [place] if place.is_file() else sorted(p for p in place.rglob("*") if p.is_file())
        yield from (p for p in found if p.suffix in KINDS and "__pycache__" not in p.parts)


def save_recording(recording: Recording, part: str = WHOLE, root: Path = ROOT) -> None:
    """Write a recording in one step, so that a reader never sees half of it."""
    path = recording_path(part, root)
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = {"format": FORMAT, **dataclasses.asdict(recording)}
    unfinished = path.with_suffix(".part")
    unfinished.write_text(json.dumps(rows, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    unfinished.replace(path)


def load_recording(root: Path = ROOT) -> Recording | None:
    """The last complete run's recording: of a whole run, or of its two parts if both saw the same files. None without one."""
    whole, *parts = (_read_recording(part, root) for part in PARTS.values())
    first, second = parts
    if first is None or second is None or first.fingerprint != second.fingerprint:
        return whole
    if whole is not None and whole.fingerprint == fingerprint(root):
        return whole
    return Recording(
        first.fingerprint,
        {**first.passed, **second.passed},
        {**first.failed, **second.failed},
        {**first.skipped, **second.skipped},
    )


def _read_recording(part: str, root: Path) -> Recording | None:
    """What a run of one part left, or None if there is nothing that can be read."""
    try:
        rows: dict[str, Any] = json.loads(recording_path(part, root).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if rows.get("format") != FORMAT:
        return None
    passed, failed, skipped = (
        {test: tuple(rules) for test, rules in rows[name].items()} for name in ("passed", "failed", "skipped")
    )
    return Recording(rows["fingerprint"], passed, failed, skipped)


def run_tests(root: Path = ROOT) -> tuple[int, Recording | None]:
    """Run every test that cites a rule; pytest's exit status and the recording it left, if it was complete."""
    for part in PARTS.values():
        recording_path(part, root).unlink(missing_ok=True)
    status = subprocess.run([sys.executable, "-m", "pytest", *SELECTION], cwd=root, check=False).returncode
    return status, load_recording(root)


def coverage(passed: Mapping[str, tuple[str, ...]], known: tuple[str, ...]) -> Coverage:
    """Which of the known rules the passing tests cover, by rule and by chapter."""
    tests: dict[str, list[str]] = {rule: [] for rule in known}
    for test, rules in sorted(passed.items()):
        for rule in rules:
            tests[rule].append(test)
    covered = {rule: tuple(found) for rule, found in tests.items() if found}
    every = Counter(chapter_of(rule) for rule in known)
    some = Counter(chapter_of(rule) for rule in covered)
    return Coverage(covered, {chapter: (some[chapter], total) for chapter, total in every.items()})


def report(found: Coverage) -> str:
    """The chapters and the total as text."""
    width = max((len(chapter) for chapter in found.chapters), default=0)
    lines = [f"{name:<{width}}  {some:>3} of {every:>3}" for name, (some, every) in found.chapters.items()]
    total = sum(every for _, every in found.chapters.values())
    return "\n".join([*lines, f"rules covered by a passing test: {len(found.rules)} of {total}"])


def write_coverage(found: Coverage, root: Path = ROOT) -> Path:
    """Write build/ledger.json: rule id to test ids, and the chapters' counts."""
    path = root / "build" / "ledger.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    chapters = {name: {"covered": some, "rules": every} for name, (some, every) in found.chapters.items()}
    content: dict[str, object] = {**found.rules, "chapters": chapters}
    path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    return path


def main(arguments: list[str] | None = None, root: Path = ROOT) -> int:
    """The command line; 0 if every test that cites a rule passed and cites what exists."""
    parser = argparse.ArgumentParser(prog="python -m tests.ledger", description="Which rules a passing test covers.")
    parser.add_argument("--from-last", action="store_true", help="use the last complete run if nothing changed since")
    options = parser.parse_args(arguments)
    status, recording = 0, load_recording(root) if options.from_last else None
    if recording is not None and recording.fingerprint != fingerprint(root):
        recording = None
    if recording is None:
        if options.from_last:
            print("no recording of a whole test run of these very files; running the tests that cite rules", flush=True)
        status, recording = run_tests(root)
    if recording is None:
        print(f"the tests did not run to their end: pytest's exit status is {status}", file=sys.stderr)
        return 1
    known = ledger_ids(root)
    cited = {**recording.passed, **recording.failed, **recording.skipped}
    wrong = [e for t, rules in sorted(cited.items()) if (e := citation_error(t, rules, frozenset(known))) is not None]
    if wrong:
        print("\n".join(wrong), file=sys.stderr)
        return 1
    found = coverage(recording.passed, known)
    write_coverage(found, root)
    print(report(found))
    for outcome, tests in (("failed", recording.failed), ("skipped", recording.skipped)):
        if tests:
            print(f"{outcome}, so not counted:", *sorted(tests), sep="\n  ")
    return 1 if status or recording.failed else 0


if __name__ == "__main__":
    sys.exit(main())
