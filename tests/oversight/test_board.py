"""The sample board and the operator's guide name only figures that the bot has, with their labels; and the board has them all."""

import json
import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from prometheus_client.samples import Sample

from program.metrics_page import Metrics
from tests.oversight.kit import told_of_everything

ROOT: Final = Path(__file__).parents[2]
BOARD: Final = ROOT / "deploy" / "grafana" / "admiralty.json"
GUIDE: Final = ROOT / "docs" / "guide-operator.md"
NAME: Final = re.compile(r"\b(?:admiralty|process|python)_[a-z_]+")
GIVEN: Final = {"job", "instance", "le"}
"""Labels that Prometheus itself adds."""


LOOKED_UP: Final = frozenset({
    "admiralty_shards", "admiralty_shards_held", "admiralty_shards_connected", "admiralty_servers", "admiralty_workers",
    "admiralty_jobs_waiting", "admiralty_jobs_running", "admiralty_database_readable", "admiralty_clock_silent_seconds",
    "admiralty_deliverer_silent_seconds", "admiralty_discord_pause_seconds",
})  # fmt: skip
"""What every bot knows whenever it is asked (`test_shard_figures.py` holds one that stands by to it)."""


@pytest.fixture(scope="module")
def samples() -> list[Sample]:
    """One of each."""
    return [one for family in told_of_everything().registry.collect() for one in family.samples]


def expressions() -> Iterator[str]:
    """All that the board asks."""
    board: dict[str, Any] = json.loads(BOARD.read_text(encoding="utf-8"))
    for panel in board["panels"]:
        for target in panel.get("targets", ()):
            yield target["expr"]


def asked_in_guide() -> set[str]:
    """All figures that the guide names."""
    return set(NAME.findall(GUIDE.read_text(encoding="utf-8")))


def test_every_figure_that_the_board_or_the_guide_names_exists(samples: list[Sample]) -> None:
    there_are = {one.name for one in samples}
    named = {name for each in expressions() for name in NAME.findall(each)}
    assert len(named) > 25
    assert named <= there_are, named - there_are
    assert len(asked_in_guide()) > 10
    there_are |= {name.removesuffix("_count") for name in there_are}  # it names a histogram as a whole
    assert asked_in_guide() <= there_are, asked_in_guide() - there_are


def test_every_label_that_the_board_asks_for_is_one_of_its_figure(samples: list[Sample]) -> None:
    labels = {one.name: set[str]() for one in samples}
    for one in samples:
        labels[one.name] |= set(one.labels)
    for each in expressions():
        used = {label for by in re.findall(r"by \(([^)]*)\)", each) for label in by.split(", ")}
        used |= set(re.findall(r"[{,](\w+)=", each))
        for name in NAME.findall(each):
            assert used <= labels[name] | GIVEN, (each, used - labels[name])


def test_every_figure_of_ours_is_on_the_board(samples: list[Sample]) -> None:
    stem = re.compile(r"_(?:bucket|count|sum|total|created)$")
    ours = {stem.sub("", one.name) for one in samples if one.name.startswith("admiralty_")}
    shown = {stem.sub("", name) for each in expressions() for name in NAME.findall(each)}
    assert ours <= shown, ours - shown


def test_no_sum_is_spoiled_by_what_a_process_does_not_know() -> None:
    """Prometheus leaves NaN out of a least and a greatest value, but not out of a sum."""
    unknown = {
        one.name
        for family in Metrics().registry.collect()
        for one in family.samples
        if one.name.startswith("admiralty_") and math.isnan(one.value)
    } - LOOKED_UP
    assert {"admiralty_gateway_connected", "admiralty_backup_age_seconds", "admiralty_letters_held"} <= unknown
    for each in expressions():
        for name in re.findall(r"\b(?:sum|avg)(?: by \([^)]*\))? ?\((\w+)\{", each):
            assert name not in unknown, each
    asked = [name for each in expressions() for name in re.findall(r"(\w+)\{", each)]
    assert unknown <= set(asked)


def test_the_board_is_laid_out_without_overlaps_and_its_panels_have_numbers_of_their_own() -> None:
    board: dict[str, Any] = json.loads(BOARD.read_text(encoding="utf-8"))
    taken: set[tuple[int, int]] = set()
    for panel in board["panels"]:
        place = panel["gridPos"]
        cells = {
            (x, y)
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        }
        assert not cells & taken, panel["title"]
        assert place["x"] + place["w"] <= 24
        taken |= cells
    numbers = [panel["id"] for panel in board["panels"]]
    assert len(numbers) == len(set(numbers))


def test_brackets_of_every_expression_are_closed() -> None:
    for each in expressions():
        assert [each.count(mark) for mark in "({["] == [each.count(mark) for mark in ")}]"], each
