"""The sheet of officers and graded crews is there where there are any."""

from dataclasses import replace

import pytest

from rules.cluster_war.sheets.book import BUILDERS, all_sheets
from rules.cluster_war.views.side_views import view_for
from tests.rules.cluster_war.officers.staff import officer, staffed


@pytest.mark.rule("CW-17.1-04")
def test_officers_stand_on_a_sheet_with_rank_ratings_and_talents() -> None:
    state = staffed(officer(1, post="captain", unit="humans/DD01", rank=2, attack=8, talents=("leader",)))
    state = replace(state, ships={**state.ships, "humans/CA01": replace(state.ships["humans/CA01"], grade="elite")})
    sheet = all_sheets(view_for(state, "humans"))[-1]
    assert sheet.id == "officers"
    assert [row.cells for row in sheet.rows] == [
        ("Talon", "O1", 2, 5, 5, 8, 5, "leader", "captain of DD01", ""),
        ("Crew of CA01", "elite", "", "", "", "", "", "0 battles", "drilled 0 turns", ""),
    ]


def test_without_any_there_are_the_nine_sheets_alone() -> None:
    assert len(all_sheets(view_for(staffed(), "humans"))) == len(BUILDERS) == 9
