"""What a player is shown of damage, and what is suggested against it."""

import pytest

from rules.cluster_war.chapters.combat.battle_orders import RepairUnits
from rules.cluster_war.chapters.combat.repair_bills import condition
from rules.cluster_war.model.state.war import Mending
from rules.cluster_war.play.notation import format_order, names_of, parse_order
from rules.cluster_war.play.sheets.holdings import ship_status
from rules.cluster_war.turn.planning.suggestions.works import build
from rules.cluster_war.turn.views.side_views import view_for
from rules.errors import GameError
from rules.values import changed
from tests.rules.cluster_war.chapters.combat.docks import BEAM, away, hurt, war
from tests.rules.cluster_war.yard import HOME, fleet, turn, with_base


@pytest.mark.rule("CW-18.0-21")
def test_the_sheet_of_ships_has_a_column_for_damage_where_there_is_any() -> None:
    state = fleet(war(), "0303", "war", "tender")
    assert [c.title for c in ship_status(view_for(state, "humans")).columns][-1] == "cargo CPs"
    state = hurt(with_base(state, "way", "1010"), "WA01", damaged={BEAM: 1, "Drive 3G": 3})
    state = hurt(state, "WS01", burnt=2)
    ship = changed(state.ships["humans/WA01"], mending=Mending("humans-F1", damaged={BEAM: 1}))
    tender = changed(state.ships["humans/TE01"], salvage={BEAM: 2}, upgrades=("fans",))
    state = changed(state, ships={**state.ships, ship.id: ship, tender.id: tender})
    sheet = ship_status(view_for(state, "humans"))
    assert sheet.columns[-1].title == "condition"
    found = {row.cells[0]: row.cells[-1] for row in sheet.rows}
    hurt_text = "1 Beam emitter 1 damaged, 3 Drive 3G damaged; in repair with Fleet 1, 1 day of one bay left"
    assert found == {"WA01": hurt_text, "TE01": "fans; 2 salvaged Beam emitter 1", "WS01": "2 shields off line"}
    assert {row.cells[0]: row.cells[5] for row in sheet.rows}["WA01"] == "3/2G"


@pytest.mark.rule("CW-9.6-13")
def test_work_of_a_yard_is_told_in_days_that_are_left() -> None:
    state = hurt(fleet(war(shipyard_bays=1), "0303", "war"), "WA01", destroyed={BEAM: 3})
    after = turn(state, RepairUnits("humans-F1")).state
    view = view_for(after, "humans")
    assert condition(view, after.ships["humans/WA01"])[1] == "in repair with Humans 0303, 14 days of one bay left"


@pytest.mark.rule("CW-9.6-01", "CW-9.6-12")
def test_repair_is_suggested_before_anything_is_built() -> None:
    state = hurt(fleet(war(shipyard_bays=3), "0303", "war", "tender", cargo=20), "WA01", damaged={BEAM: 3})
    found = build(view_for(state, "humans"), ())
    assert [one.order for one in found[:2]] == [
        RepairUnits("humans-F1", at=HOME),
        RepairUnits("humans-F1", using="humans-F1"),
    ]
    assert found[0].starred
    assert found[0].reason == "5 CPs, 1 day, 3 shipyard bays"
    base = hurt(fleet(with_base(war(), "way", "1010"), "1010", "tender"), "WS01", burnt=2)
    (offer,) = [s for s in build(view_for(base, "humans"), ()) if isinstance(s.order, RepairUnits)]
    assert offer.order == RepairUnits("", ("humans/WS01",), using="humans-F1")


@pytest.mark.rule("CW-9.6-04")
@pytest.mark.parametrize(
    ("line", "order"),
    [
        ('repair "Fleet 1" at "Humans 0303"', RepairUnits("humans-F1", at=HOME)),
        ("repair fleet 1", RepairUnits("humans-F1")),
        ('repair WA01 with "Fleet 1"', RepairUnits("", ("humans/WA01",), using="humans-F1")),
        ("repair wa01, TE01 from te01", RepairUnits("", ("humans/WA01", "humans/TE01"), donor="humans/TE01")),
        ("repair WS01 at WS01", RepairUnits("", ("humans/WS01",), "humans/WS01")),
    ],
)
def test_lines_are_read_and_written(line: str, order: RepairUnits) -> None:
    names = names_of(view_for(with_base(away("war", "tender"), "way", "1010"), "humans"))
    assert parse_order(line, names) == order
    assert parse_order(format_order(order, names), names) == order


def test_a_line_that_names_nothing_is_refused() -> None:
    names = names_of(view_for(away("war", "tender"), "humans"))
    with pytest.raises(GameError, match="No ship"):
        parse_order("repair XX09", names)
