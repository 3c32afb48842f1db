"""The sheet of officers and graded crews is there where there are any."""

import pytest

from rules.cluster_war.play.sheets.knowledge import operations
from rules.cluster_war.play.sheets.workbook import BUILDERS, FilledCell, all_sheets, read_cells
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import changed
from tests.rules.cluster_war.chapters.espionage.spying import met, running, with_operation
from tests.rules.cluster_war.chapters.officers.staff import officer, staffed


@pytest.mark.rule("CW-17.1-04")
def test_officers_stand_on_a_sheet_with_rank_ratings_and_talents() -> None:
    state = staffed(officer(1, post="captain", unit="humans/DD01", rank=2, attack=8, talents=("leader",)))
    state = changed(state, ships={**state.ships, "humans/CA01": changed(state.ships["humans/CA01"], grade="elite")})
    sheet = all_sheets(view_for(state, "humans"))[-1]
    assert sheet.id == "officers"
    assert [row.cells for row in sheet.rows] == [
        ("Talon", "O1", 2, 5, 5, 8, 5, "leader", "captain of DD01", ""),
        ("Crew of CA01", "elite", "", "", "", "", "", "0 battles", "drilled 0 turns", ""),
    ]


def test_without_any_there_are_the_nine_sheets_alone() -> None:
    assert len(all_sheets(view_for(staffed(), "humans"))) == len(BUILDERS) == 9


@pytest.mark.rule("CW-10.0-02")
def test_operations_stand_on_a_sheet_of_their_own_and_take_cps() -> None:
    state = with_operation(met(), running(step=2, cps=400, spent=900))
    view = view_for(state, "humans")
    sheet = operations(view)
    cells = dict(zip((column.title for column in sheet.columns), sheet.rows[0].cells, strict=True))
    assert (cells["operation"], cells["against"], cells["stands"]) == ("Nightfall", "Vermin", "recon, 400 CPs")
    assert (cells["as far as we know"], cells["CPs so far"]) == ("16 %", 900)
    assert sheet in all_sheets(view)
    assert not any(each.id == "operations" for each in all_sheets(view_for(state, "vermin")))
    filled = FilledCell("operations", "humans-S1", "fund", "250")
    assert read_cells(view, [filled])[0].line == 'finance "humans-S1" 250'
