"""Small craft under way: in hangars, by themselves, or not at all (4.2)."""

import pytest

from rules.cluster_war.chapters.movement.organising_orders import SplitFleet
from rules.cluster_war.model.events.movement import CraftRunDry, FleetArrived
from rules.cluster_war.model.events.turn import OrderFailed
from rules.cluster_war.model.holdings.order_kind import Phase
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.shortfalls import carry_out
from rules.cluster_war.turn.views.side_views import view_for
from rules.errors import IllegalOrderError
from tests.rules.cluster_war.build import draft_of, sheet, small, with_fleet
from tests.rules.cluster_war.chapters.movement.drive_fleets import go, moved, told, with_drives


def group(*designs: str) -> GameState:
    """A fleet of these in 0505, far from any base."""
    return with_fleet(with_drives(small()), "humans", "0505", *designs, name="Group")


@pytest.mark.rule("CW-4.2-02")
def test_ftl_craft_move_like_starships_at_the_speed_of_the_slowest() -> None:
    assert check(view_for(group("far-boat"), "humans"), (), go("humans-F1", "0506")).arrives == 7
    assert check(view_for(group("destroyer", "far-boat"), "humans"), (), go("humans-F1", "0506")).arrives == 7
    assert check(view_for(group("destroyer"), "humans"), (), go("humans-F1", "0506")).arrives == 5
    assert check(view_for(group("carrier", "far-boat"), "humans"), (), go("humans-F1", "0506")).arrives == 5, "it rides"
    assert told(moved(group("jump-boat"), go("humans-F1", "0506")), FleetArrived)
    with pytest.raises(IllegalOrderError, match="share one drive"):
        check(view_for(group("destroyer", "jump-boat"), "humans"), (), go("humans-F1", "0506"))


@pytest.mark.rule("CW-4.2-03")
def test_ftl_craft_without_a_tender_run_out_of_supply_after_one_turn() -> None:
    state = group("far-boat")
    preview = check(view_for(state, "humans"), (), go("humans-F1", "0508"))
    assert preview.arrives == 12, "three turns, as in the book's example"
    (note,) = preview.notes
    assert (note.rule, "out of supply from turn 2" in note.text) == ("CW-4.2-03", True)
    (dry,) = told(moved(state, go("humans-F1", "0508")), CraftRunDry)
    assert (dry.ships, dry.week, dry.seen_by) == (("humans/FB01",), 4, ("humans",))


@pytest.mark.rule("CW-4.2-03")
@pytest.mark.parametrize("helper", ["carrier", "freighter"])
def test_a_tender_or_carried_supplies_keep_them_going(helper: str) -> None:
    state = group(helper, "far-boat", "far-boat")
    assert told(moved(state, go("humans-F1", "0508")), CraftRunDry) == []
    assert not any(n.rule == "CW-4.2-03" for n in check(view_for(state, "humans"), (), go("humans-F1", "0508")).notes)
    short = group("jump-boat")
    assert told(moved(short, go("humans-F1", "0506")), CraftRunDry) == [], "four weeks are one turn"


@pytest.mark.rule("CW-4.2-04")
def test_craft_without_ftl_drive_stay_in_their_system_unless_a_hangar_takes_them() -> None:
    with pytest.raises(IllegalOrderError, match="stays in its system") as refused:
        check(view_for(group("boat"), "humans"), (), go("humans-F1", "0506"))
    assert refused.value.rule == "CW-4.2-04"
    (failed,) = told(moved(group("destroyer", "boat"), go("humans-F1", "0506")), OrderFailed)
    assert failed.cause.rule == "CW-4.2-04"
    assert check(view_for(group("carrier", "boat"), "humans"), (), go("humans-F1", "0506")).arrives == 5
    with pytest.raises(IllegalOrderError):
        check(view_for(group("carrier", "boat", "boat"), "humans"), (), go("humans-F1", "0506"))


@pytest.mark.rule("CW-4.2-05")
def test_fighters_and_shuttles_cannot_go_out_without_a_carrier_and_gunboats_can() -> None:
    with pytest.raises(IllegalOrderError, match="no bridge") as refused:
        check(view_for(group("fighter"), "humans"), (), go("humans-F1", "0506"))
    assert refused.value.rule == "CW-4.2-05"
    assert check(view_for(group("carrier", "fighter", "fighter"), "humans"), (), go("humans-F1", "0506")).arrives == 5
    mixed = check(view_for(group("carrier", "far-boat", "fighter", "fighter"), "humans"), (), go("humans-F1", "0506"))
    assert mixed.arrives == 7, "the fighters have the hangar, the gunboat flies by itself"


@pytest.mark.rule("CW-4.2-05")
def test_fighters_are_not_left_behind_in_space_but_may_be_at_a_base() -> None:
    state = group("carrier", "fighter", "far-boat")
    leave = SplitFleet("humans-F1", ("FI01",), "Left")
    with pytest.raises(IllegalOrderError, match="no bridge"):
        check(view_for(state, "humans"), (), leave)
    draft = draft_of(state, *sheet("humans", leave))
    carry_out(Phase.ORGANISE)(draft)
    assert told(draft, OrderFailed)[0].cause.rule == "CW-4.2-05"
    assert draft.fleets == state.fleets
    boat = draft_of(state, *sheet("humans", SplitFleet("humans-F1", ("FB01",), "Boats")))
    carry_out(Phase.ORGANISE)(boat)
    assert len(boat.fleets) == 2
    home = with_fleet(with_drives(small()), "humans", "0303", "carrier", "fighter")
    at_home = draft_of(home, *sheet("humans", leave))
    carry_out(Phase.ORGANISE)(at_home)
    assert len(at_home.fleets) == 2
    assert check(view_for(home, "humans"), (), leave).text.startswith("FI01 leave")
