"""Sheets after months that were played by orders as players type them."""

from collections.abc import Mapping
from typing import Any, Final

import pytest

from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.play.sheets.workbook import BUILDERS
from rules.cluster_war.turn.views.side_views import view_for
from tests.rules.cluster_war.scenes.case import Month, Scene
from tests.rules.cluster_war.scenes.play import founded, play

ENVOY: Final[Mapping[str, Any]] = {
    "sides": {"dominators": {"fleet": [{"name": "Envoy", "ships": {"SV": 1}, "hex": "0505"}]}}
}


def begun(founding: Mapping[str, Any] = ENVOY) -> GameState:
    return founded(Scene("sheets", ("18 sheets",), founding, ()))


def rows(state: GameState, sheet: str) -> list[tuple[object, ...]]:
    return [row.cells for row in BUILDERS[sheet](view_for(state, "humans")).rows]


@pytest.mark.rule("CW-5.0-17")
def test_a_line_of_research_has_its_cps_its_place_and_the_labs_of_that_hex_alone() -> None:
    orders = ("research Beams at 0505 steps 2 with 300", "research Armor at 0305 steps 1 with 100")
    after = play(begun(), Month((), {"humans": orders}, (), {"research/": 99}, ())).after
    assert [row[:3] for row in rows(after, "economics") if str(row[0]).startswith("R&D")] == [
        ("R&D Beams", "0505", "step 1 of 2, 300 CPs in it, 20 labs"),
        ("R&D Armor", "0305", "step 1 of 1, 100 CPs in it, 0 labs"),
    ]


@pytest.mark.rule("CW-18.0-19")
def test_the_treaty_sheet_follows_who_was_met_and_what_was_agreed() -> None:
    state = begun()
    assert {(row[0], row[1], row[2]) for row in rows(state, "treaties")} == {
        ("Vermin Horde", "not met", "no treaty"),
        ("The Dominion", "not met", "no treaty"),
    }
    met = play(state, Month((), {}, (), {}, ())).after
    embassy = ("SetEmbassy a=humans b=dominators exchanged=true",)
    deals = {
        "humans": ('trade "The Dominion" full', 'peace "The Dominion"'),
        "dominators": ('trade "Human Union" full', 'peace "Human Union"'),
    }
    agreed = play(met, Month(embassy, deals, (), {}, ())).after
    assert ("The Dominion", "met", "no treaty") in [row[:3] for row in rows(met, "treaties")]
    assert ("The Dominion", "met", "peace", "", "") in rows(agreed, "treaties")
    assert ("The Dominion", "", "trade", 24, "") in rows(agreed, "treaties")
    assert ("Vermin Horde", "not met", "no treaty", "", "") in rows(agreed, "treaties")
    ended = play(agreed, Month((), {"humans": ('endtrade "The Dominion"',)}, (), {}, ())).after
    assert [row[2] for row in rows(ended, "treaties") if row[0] == "The Dominion"] == ["peace"]
