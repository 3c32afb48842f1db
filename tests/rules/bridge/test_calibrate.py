"""The calibration: few pairs of it here, and what docs/calibration.md says was measured of a thousand."""

import re
from pathlib import Path

import pytest

from harness.calibrate.run import POINTS, WINNERS, PairResult, fight, read, table

PAGE = Path(__file__).resolve().parents[3] / "docs" / "calibration.md"


@pytest.mark.rule("CW-9.0-02")
def test_a_few_pairs_are_fought_by_both_engines() -> None:
    kept = {2002: PairResult("b", 1.0, 0.0)}
    pairs = [fight(number, 2, kept) for number in (2002, 2012, 2014)]
    assert pairs[0].auto_resolved == kept[2002], "what a file keeps is not fought again"
    for pair in pairs:
        assert 0 <= pair.quick.a <= 1
        assert 0 <= pair.quick.b <= 1
        assert pair == fight(pair.number, 2, {pair.number: pair.auto_resolved})
    lines = table(pairs)
    assert all(line.count("|") == lines[0].count("|") for line in lines)


def test_kept_outcomes_are_read(tmp_path: Path) -> None:
    path = tmp_path / "chair.txt"
    path.write_text("2000 b 0.4300 0.7500\n2003 - 1.0 1.0\n", encoding="utf-8")
    assert read(path) == {2000: PairResult("b", 0.43, 0.75), 2003: PairResult("", 1.0, 1.0)}
    assert read(tmp_path / "none") == {}


def test_the_page_says_what_was_measured_and_it_is_near_enough() -> None:
    found = re.search(r"^\| all \| (\d+) \| ([\d.]+) % \| ([\d.]+) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None
    assert float(found[2]) >= WINNERS
    assert float(found[3]) <= POINTS
