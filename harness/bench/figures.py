"""`python -m harness.bench.figures FILE` takes the figures of `make bench` (pytest-benchmark's JSON) into the documents: into
docs/figures/bench.json and the table of docs/performance.md."""

import json
import sys
from pathlib import Path
from typing import Final

from rules.values import Value

ROOT: Final = Path(__file__).resolve().parents[2]
FIGURES: Final = ROOT / "docs" / "figures" / "bench.json"
PAGE: Final = ROOT / "docs" / "performance.md"
BEGIN, END = "<!-- make bench writes this table -->\n", "<!-- end -->\n"


class Figure(Value):
    """What a benchmark measured: a ratio without a unit, or seconds if it says so. More than the limit fails."""

    what: str
    measured: float
    limit: float


def measured_by(report: object) -> list[Figure]:
    """The figures in pytest-benchmark's JSON, by their text."""
    assert isinstance(report, dict)
    found = [row for one in report["benchmarks"] for row in one["extra_info"].get("figures", [])]
    return sorted((Figure(what, value, round(limit, 3)) for what, value, limit in found), key=lambda f: f.what.lower())


def kept() -> list[Figure]:
    """The figures in docs/figures/bench.json."""
    return [Figure(row["what"], row["measured"], row["limit"]) for row in json.loads(FIGURES.read_text("utf-8"))]


def table(figures: list[Figure]) -> str:
    """The figures as a Markdown table."""
    rows = [f"| {f.what[0].upper()}{f.what[1:]} | {f.measured:g} | {f.limit:g} |\n" for f in figures]
    return "| What, against what | Measured | Limit |\n|---|--:|--:|\n" + "".join(rows)


def with_table(page: str, figures: list[Figure]) -> str:
    """A page with its table of these figures between the two marks."""
    before, _, rest = page.partition(BEGIN)
    return f"{before}{BEGIN}{table(figures)}{END}{rest.partition(END)[2]}"


def main() -> None:
    """Take the figures of one whole run; a part of a run replaces only its own."""
    new = measured_by(json.loads(Path(sys.argv[1]).read_text("utf-8")))
    old = [f for f in kept() if f.what not in {one.what for one in new}] if FIGURES.exists() else []
    figures = sorted([*old, *new], key=lambda f: f.what.lower())
    FIGURES.parent.mkdir(exist_ok=True)
    rows = [{"what": f.what, "measured": f.measured, "limit": f.limit} for f in figures]
    FIGURES.write_text(json.dumps(rows, indent=1) + "\n", "utf-8")
    PAGE.write_text(with_table(PAGE.read_text("utf-8"), figures), "utf-8")


if __name__ == "__main__":
    main()
