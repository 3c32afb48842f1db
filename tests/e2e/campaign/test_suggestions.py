"""Lists that steer right: what is offered first, and what a misspelled word finds."""

import pytest

from tests.e2e.kit import CHANNEL, Table
from tests.e2e.new_games import NEW


@pytest.mark.rule("CW-8.0-01", "CW-8.0-11")
async def test_research_is_offered_where_it_can_be_done_most_laboratories_first(table: Table) -> None:
    await table.start()
    view = await table.view("humans")
    home = next(c for c in view.colonies.values() if c.name == "Terra")
    offered = await table.ada.autocomplete(CHANNEL, "research start", "at", "")
    assert offered[0].value == home.hex
    assert offered[0].name.endswith(f" · {home.science_stations} science stations")
    assert {str(each.value) for each in offered} == {c.hex for c in view.colonies.values()}


async def test_labels_are_never_cut_within_a_word(table: Table) -> None:
    for command in ("campaign create", *NEW):
        for each in await table.gm.autocomplete(CHANNEL, command, "scenario", ""):
            assert len(each.name) <= 100
            assert each.name[-1] in ".…" or len(each.name) < 100, each.name
    names = [each.name for each in await table.gm.autocomplete(CHANNEL, "campaign create", "scenario", "")]
    assert any(name.endswith("…") for name in names), "one is longer than a label"


async def test_a_misspelled_rule_is_found_and_nonsense_is_not(table: Table) -> None:
    near = await table.visitor.autocomplete(CHANNEL, "rule", "rule", "suply consumption")
    assert "CW-4.3-13" in {each.value for each in near}
    assert await table.visitor.autocomplete(CHANNEL, "rule", "rule", "xyzzyq") == []
