"""The printed tables: whole, within their ranges, with codes that exist; and house rules that change a cell."""

import re
import tomllib
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from rules.cluster_war.model.state.common import FOLDER, Settings, tables
from rules.cluster_war.model.worlds.cluster import is_star
from rules.cluster_war.model.worlds.planets import FOLLOW_UPS
from rules.tables import Table, load_tables, read_table, with_overrides
from rules.values import GameError
from tests.ledger import ledger_ids

PRINTED = tables(Settings())
LEDGER = tomllib.loads((FOLDER.parent / "ledger.toml").read_text(encoding="utf-8"))
OTHER_OBJECTS = {"Neb", "Ast", "Grv", "Hyp", "Ion", "Rad", "Mag", "Neu", "Wrm", "Bin"}
STEP_PATTERN = re.compile(r"[0-9X-]{4}")
DICE = re.compile(r"\d+d\d+([+-]\d+)?")
FROM_ONE = {"CW-B-T17": 0}
LAST = {"CW-9.3-T02": "6", "CW-9.3-T03": "10"}
"""Tables of a smaller die than 1d100, which end where it does."""


def same_as_ledger() -> list[str]:
    """Tables whose columns the ledger has in the very same order, and whose cells were not ruled upon."""
    ruled = {"CW-B-T03", "CW-B-T04", "CW-B-T08", "CW-B-T09", "CW-B-T12", "CW-B-T13", "CW-12.0-T01"}
    reworded = {"CW-TAB-FREIGHTER-USES", "CW-TAB-START-KIT"}
    return [
        item["id"]
        for item in LEDGER["table"]
        if item["id"] in PRINTED
        and tuple(item["columns"]) == PRINTED[item["id"]].columns
        and item["id"] not in ruled | reworded
    ]


@pytest.mark.parametrize("table", PRINTED.values(), ids=PRINTED.keys())
def test_every_table_is_whole_and_its_codes_exist(table: Table) -> None:
    assert table.rows
    assert all(len(row) == len(table.columns) for row in table.rows)
    assert len(table.keys) == len(table.rows), "two rows begin alike"
    assert table.title
    assert table.rule in ledger_ids()
    assert not any("/" in column for column in table.columns)
    for key in table.keys:
        row = table.row(key)
        assert all(name in {*FOLLOW_UPS, "resource", ""} for name in row.get("follow_up", "").split(", "))
        assert "step_pattern" not in row or STEP_PATTERN.fullmatch(row["step_pattern"])
        assert "dice" not in row or DICE.fullmatch(row["dice"])
        assert "code" not in row or table.id == "CW-B-T21" or is_star(row["code"]) or row["code"] in OTHER_OBJECTS
        assert all(row[d] in "0123456789X" for d in row if re.fullmatch("d[1-6]", d))


@pytest.mark.parametrize("table", [t for t in PRINTED.values() if t.is_ranged], ids=lambda t: t.id)
def test_ranges_follow_each_other_without_gap_or_overlap(table: Table) -> None:
    low, high = table.columns[:2]
    rows = [table.row(key) for key in table.keys]
    for before, after in pairwise(rows):
        assert int(after[low]) == int(before[high]) + 1
    if low == "low":
        assert int(rows[0]["low"]) == FROM_ONE.get(table.id, 1)
        assert rows[-1]["high"] in ({LAST[table.id]} if table.id in LAST else {"", "100"})
    for row in rows:
        assert table.by_roll(int(row[low])) == row
        assert table.by_roll(int(row[high] or 9_999)) == row


@pytest.mark.parametrize("name", same_as_ledger())
def test_cells_are_those_the_ledger_records(name: str) -> None:
    recorded = next(item for item in LEDGER["table"] if item["id"] == name)
    for ours, theirs in zip(PRINTED[name].rows, recorded["rows"], strict=True):
        for mine, cell in zip(ours, theirs, strict=True):
            open_end = mine == "" and cell in {9999, 40}
            exact = isinstance(cell, float) and eval_fraction(mine) == cell
            assert open_end or exact or mine == str(cell)


def eval_fraction(text: str) -> float:
    return float(Fraction(text))


def test_most_tables_are_compared_cell_by_cell() -> None:
    compared = set(same_as_ledger())
    assert {
        "CW-TAB-SSD",
        "CW-TAB-RD",
        "CW-B-T01",
        "CW-B-T15",
        "CW-B-T16",
        "CW-B-T17",
        "CW-B-T18",
        "CW-B-T19",
    } <= compared
    assert {"CW-TAB-STEP-MULT", "CW-TAB-CAPACITY", "CW-TAB-FACILITIES", "CW-11.0-T01", "CW-12.1-T01"} <= compared


@pytest.mark.rule("CW-5.0-03", "CW-5.0-05", "CW-B-34")
def test_rolled_resources_are_those_of_the_lists() -> None:
    strategic, special = PRINTED["CW-TAB-STRATEGIC"].keys, PRINTED["CW-TAB-SPECIAL"].keys
    assert len(strategic) == 14
    assert len(special) == 11
    assert set(PRINTED["CW-B-T13"].column("resource")) == {*strategic, "Special Resources"}
    unrolled = {"Neutronium", "Special Lubricant Materials"}
    assert set(PRINTED["CW-B-T14"].column("resource")) == {*special, "Something Unique"} - unrolled


def test_a_house_rule_changes_one_cell_of_one_campaign() -> None:
    house = tables(
        Settings(overrides={"CW-TAB-SSD/3/2G": "9", "CW-TAB-CAPACITY/magazine/missiles/rounds/capacity": "50"})
    )
    assert house["CW-TAB-SSD"].number(3, "2G") == 9
    assert house["CW-TAB-SSD"].number(3, "3G") == PRINTED["CW-TAB-SSD"].number(3, "3G")
    assert house["CW-TAB-CAPACITY"].number("magazine/missiles/rounds", "capacity") == 50
    assert PRINTED["CW-TAB-SSD"].number(3, "2G") == 12


def test_a_house_rule_may_move_the_end_of_a_range() -> None:
    wide = {"CW-B-T02/21/high": "80", "CW-B-T02/71/result": "Alien Weapon/Trap"}
    changed = with_overrides(PRINTED, wide)["CW-B-T02"]
    assert changed.by_roll(78)["result"] == "Monster"
    narrow = with_overrides(PRINTED, {"CW-B-T02/21/high": "60"})["CW-B-T02"]
    with pytest.raises(GameError, match=r"no row for 65"):
        narrow.by_roll(65)


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("CW-NOPE/1/2", "3", "names no table"),
        ("CW-TAB-SSD/9/2G", "3", "names no row"),
        ("CW-TAB-SSD/3/9G", "3", "names no cell"),
        ("CW-TAB-SSD/3/hexes", "3", "names no cell"),
        ("CW-TAB-SSD/3/2G", "fast", "needs a number"),
        ("CW-TAB-SSD/3/2G", "1/0", "needs a number"),
        ("CW-TAB-SSD/3/2G", "1e9", "needs a number"),
        ("CW-B-T02/21/high", "3/2", "needs a whole number"),
        ("", "", "names no table"),
    ],
)
def test_a_house_rule_that_names_nothing_is_refused(path: str, value: str, says: str) -> None:
    with pytest.raises(GameError, match=says):
        tables(Settings(overrides={path: value}))


@pytest.mark.parametrize(
    "item",
    [
        {"id": "T", "columns": ["a", "b"], "rows": [["only one"]]},
        {"id": "T", "columns": ["a"], "rows": [[1.5]]},
        {"id": "T", "columns": ["a"], "rows": [[True]]},
    ],
    ids=["narrow row", "float", "boolean"],
)
def test_a_table_that_is_not_whole_cannot_be_read(item: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="T: "):
        read_table(item)


def test_a_table_printed_twice_cannot_be_loaded(tmp_path: Path) -> None:
    text = '[[table]]\nid = "T"\ncolumns = ["a"]\nrows = [[1]]\n'
    (tmp_path / "one.toml").write_text(text, encoding="utf-8")
    assert load_tables(tmp_path)["T"].number(1, "a") == 1
    (tmp_path / "two.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match="twice"):
        load_tables(tmp_path)


def test_a_row_that_is_not_printed_is_a_bug() -> None:
    with pytest.raises(KeyError, match="CW-TAB-SSD"):
        PRINTED["CW-TAB-SSD"].row("none")
