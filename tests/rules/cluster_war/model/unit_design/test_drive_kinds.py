"""The drives as the book lists them: families, ratings, prices; and fleets that share one drive."""

from fractions import Fraction

import pytest

from rules.cluster_war.chapters.industry.amendments import AddDesign
from rules.cluster_war.chapters.movement.navigation import mode_of
from rules.cluster_war.model.events.turn import OrderFailed
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.unit_design.drive_kinds import check_drive, drive_of, hexes_a_month, weeks_per_hex
from rules.cluster_war.turn.gm.amend import amend
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import IllegalOrderError, changed
from tests.rules.cluster_war.build import small, with_fleet
from tests.rules.cluster_war.chapters.movement.drive_fleets import OTHERS, go, moved, ship, told, with_drives

PLAIN = Settings()


@pytest.mark.rule("CW-4.0-06", "CW-4.0-11", "CW-4.0-12", "CW-4.0-13")
@pytest.mark.parametrize(
    ("design", "expected"),
    [
        (OTHERS["jump"], 1),
        (OTHERS["foldspace"], 1),
        (OTHERS["far-jump"], 2),
        (OTHERS["far-fold"], 2),
        (OTHERS["skip"], 1),
        (OTHERS["warp"], 1),
        (OTHERS["quick-warp"], 3),
        (OTHERS["fast-warp"], 2),
        (OTHERS["void-jammer"], 2),
        (OTHERS["fast-void"], 4),
        (OTHERS["string"], 0),
        (OTHERS["wormhole"], 0),
        (ship("warp", "W", ftl_levels=1, ftl_doubled=True), 4),
    ],
    ids=lambda value: value.id if isinstance(value, Design) else str(value),
)
def test_hexes_a_month_are_the_base_speed_levels_and_twice_with_twice_the_components(
    design: Design, expected: int
) -> None:
    assert hexes_a_month(design, PLAIN) == expected


@pytest.mark.rule("CW-4.0-05")
def test_a_drive_is_rated_in_weeks_for_each_hex_and_the_player_reads_it() -> None:
    assert weeks_per_hex(1) == 4
    assert weeks_per_hex(2) == 2
    assert weeks_per_hex(3) == Fraction(4, 3)
    state = with_fleet(with_drives(small()), "humans", "0505", "warp")
    preview = check(view_for(state, "humans"), (), go("humans-F1", "0506"))
    assert any(note.text == "The warp drive is rated at 4 weeks a hex." for note in preview.notes)


@pytest.mark.rule("CW-4.0-12")
@pytest.mark.parametrize("drive", ["jump", "foldspace", "string", "wormhole", "second-stage"])
def test_only_linear_drives_take_twice_the_components(drive: str) -> None:
    with pytest.raises(IllegalOrderError, match="only linear drives") as refused:
        check_drive(ship(drive, "X", ftl_doubled=True), PLAIN)
    assert refused.value.rule == "CW-4.0-12"


@pytest.mark.rule("CW-4.0-12")
@pytest.mark.parametrize("drive", ["skip", "warp", "void-jammer"])
def test_linear_drives_may_have_twice_the_components(drive: str) -> None:
    check_drive(ship(drive, "X", ftl_doubled=True), PLAIN)
    assert hexes_a_month(ship(drive, "X", ftl_doubled=True), PLAIN) == 2 * hexes_a_month(ship(drive, "X"), PLAIN)


def test_nonsense_about_drives_is_refused_in_a_sentence() -> None:
    with pytest.raises(IllegalOrderError, match="no FTL drive"):
        drive_of("magic", PLAIN)
    with pytest.raises(IllegalOrderError, match="further levels"):
        check_drive(ship("warp", "X", ftl_levels=99), PLAIN)
    with pytest.raises(IllegalOrderError, match="do not make"):
        check_drive(ship("string", "X", ftl_levels=1), PLAIN)


def test_the_game_master_adds_designs_with_other_drives_and_none_that_cannot_be() -> None:
    added = amend(small(), AddDesign("humans", "Fold Scout", "ship", 10, 90, ftl="foldspace", ftl_levels=1), "")
    design = added.state.sides["humans"].designs["fold-scout"]
    assert (design.ftl, design.ftl_levels, design.ftl_doubled) == ("foldspace", 1, False)
    with pytest.raises(IllegalOrderError, match="linear"):
        amend(small(), AddDesign("humans", "Odd", "ship", 10, 90, ftl="jump", ftl_doubled=True), "")


@pytest.mark.rule("CW-4.0-05", "CW-4.0-03")
def test_a_fleet_shares_one_drive_and_goes_as_fast_as_its_slowest_ship() -> None:
    state = with_fleet(with_drives(small()), "humans", "0505", "quick-warp", "warp", "fast-warp")
    designs = state.sides["humans"].designs
    assert mode_of("Fleet", designs, state.ships.values(), PLAIN).month == 1
    mixed = with_fleet(with_drives(small()), "humans", "0505", "warp", "jump", name="1st Fleet")
    with pytest.raises(IllegalOrderError, match="1st Fleet has jump drives and warp drives") as refused:
        check(view_for(mixed, "humans"), (), go("humans-F1", "0506"))
    assert refused.value.rule == "CW-4.0-05"
    draft = moved(mixed, go("humans-F1", "0506"))
    (failed,) = told(draft, OrderFailed)
    assert failed.reason == str(refused.value)
    assert draft.fleets == mixed.fleets


@pytest.mark.rule("CW-4.0-05", "CW-4.1-07")
def test_a_ship_with_another_drive_is_not_taken_along() -> None:
    state = with_fleet(with_drives(small()), "humans", "0505", "jump")
    state = with_fleet(state, "humans", "0506", "warp", "jump")
    order = go("humans-F1", "0506")
    order = changed(order, legs=(changed(order.legs[0], pick_up=("WA01", "JU02")),))
    draft = moved(state, order)
    assert draft.fleets["humans-F1"].ships == ("humans/JU01", "humans/JU02")
    assert draft.fleets["humans-F2"].ships == ("humans/WA01",)
    assert [e.reason.partition(" has")[0] for e in told(draft, OrderFailed)] == ["WA01"]
