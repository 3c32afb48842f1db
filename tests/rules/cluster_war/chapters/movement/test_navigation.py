"""How fleets travel: small craft and hangars, jump gates up to their rating, and travel times to many hexes (4.2, App. A)."""

from itertools import pairwise

import pytest

from rules.cluster_war.chapters.movement.journey import LegDurations, stages
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.navigation import Chart, GateTrip, gate_hulls, gate_trip, mode_of
from rules.cluster_war.chapters.movement.organising_orders import SplitFleet
from rules.cluster_war.model.events.movement import CraftRunDry, FleetArrived
from rules.cluster_war.model.events.turn import OrderFailed
from rules.cluster_war.model.holdings.order_kind import Phase
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Base, Design, Leg, Ship
from rules.cluster_war.model.state.places import Link
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.shortfalls import carry_out
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import IllegalOrderError, changed
from tests.rules.cluster_war.build import DESIGNS, draft_of, sheet, small, with_fleet
from tests.rules.cluster_war.chapters.movement.drive_fleets import OTHERS, go, moved, told, with_drives
from tests.rules.cluster_war.yard import YARD, empire, failures, fleet, plan, rich, turn

SIDE = 20
HERE = "0910"
ALL = tuple(f"{column:02d}{row:02d}" for column in range(1, SIDE + 1) for row in range(1, SIDE + 1))
CLOUDS = {f"12{row:02d}": ("Neb",) for row in range(3, SIDE + 1)}
FIELDS = {f"{column:02d}{row:02d}": ("Ast",) for column in (5, 7, 15) for row in range(1, SIDE, 2)}
LINES = (HERE, "0712", "0303", "1905", "1818", "0120")
CHART = Chart(
    columns=SIDE,
    rows=SIDE,
    settings=Settings(),
    systems={**CLOUDS, **FIELDS},
    links=(*(Link(a, b) for a, b in pairwise(LINES)), Link(HERE, "1414", "wormhole"), Link(HERE, "0202", "gate")),
    gates=frozenset({HERE}),
    monopoles=False,
)
SHIPS = {**DESIGNS, **OTHERS}
DRIVES = ("scout", "freighter", *(key for key, design in OTHERS.items() if design.kind == "ship"))


def weeks_or_rule(design: str, to: str, *, push: bool, by: str) -> int | str | None:
    """Weeks by the stages of the leg, or the rule that forbids it."""
    mode = mode_of("A", SHIPS, (Ship("humans/A01", "humans", design),), CHART.settings, by)
    try:
        return sum(stage.weeks for stage in stages(CHART, mode, HERE, to, push=push, by=by))
    except IllegalOrderError as wrong:
        return wrong.rule


@pytest.mark.parametrize("by", ["", "wormhole", "gate"])
@pytest.mark.parametrize("push", [False, True])
@pytest.mark.parametrize("design", DRIVES)
def test_the_reach_of_a_drive_is_what_its_stages_add_up_to(design: str, push: bool, by: str) -> None:
    mode = mode_of("A", SHIPS, (Ship("humans/A01", "humans", design),), CHART.settings, by)
    reach = LegDurations(CHART, mode, HERE, push=push, by=by)
    told: dict[str, int | str | None] = {}
    for hex_ in reversed(ALL):
        try:
            told[hex_] = reach.weeks(hex_) if hex_ != HERE else 0
        except IllegalOrderError as wrong:
            told[hex_] = wrong.rule
    assert told == {hex_: weeks_or_rule(design, hex_, push=push, by=by) for hex_ in reversed(ALL)}


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


BIG = Design("big", "Great Gate", "base", 60, 200, gate=50, prefix="GG")
SMALL = Design("small", "Small Gate", "base", 30, 100, gate=15, prefix="SG")
BY_GATE = MoveFleet("humans-F1", (Leg("0505"),), by="gate")


def gated(here: str, there: str, *ships: str) -> GameState:
    """A fleet between two gates of these designs ("" for one of somebody else's)."""
    state = empire(rich("0303"), rich("0505"))
    state = changed(state, cluster=changed(state.cluster, links=(Link("0303", "0505", "gate"),)))
    side = changed(state.sides["humans"], designs={**YARD, "big": BIG, "small": SMALL})
    bases = {
        f"humans/G{n}": Base(f"humans/G{n}", "humans", design, "Gate", hex_)
        for n, (design, hex_) in enumerate(((here, "0303"), (there, "0505")))
        if design
    }
    state = changed(state, sides={**state.sides, "humans": side}, bases=bases)
    return fleet(state, "0303", *ships)


@pytest.mark.rule("CW-A-33")
@pytest.mark.parametrize(
    ("hull", "here", "there", "trip"),
    [
        (50, 50, 50, "return"),
        (60, 50, 100, "none"),
        (50, 50, 0, "one way"),
        (50, 60, 40, "one way"),
        (1, 0, 9, "none"),
        (500, None, None, "return"),
        (50, None, 40, "one way"),
    ],
)
def test_a_gate_passes_ships_up_to_its_rating_and_one_gate_alone_is_one_way(
    hull: int, here: int | None, there: int | None, trip: GateTrip
) -> None:
    assert gate_trip(hull, here, there) == trip


@pytest.mark.rule("CW-A-33")
def test_a_ship_too_large_for_the_gate_does_not_go() -> None:
    state = gated("big", "big", "destroyer", "tug")
    with pytest.raises(IllegalOrderError, match="passes hulls of up to 50; a ship here has 60") as wrong:
        plan(state, BY_GATE)
    assert wrong.value.rule == "CW-A-33"
    assert len(failures(turn(state, BY_GATE))) == 1
    fits = gated("big", "big", "destroyer")
    assert [note.rule for note in plan(fits, BY_GATE).notes] == ["CW-4.3-13"], "nothing but supplies is in its way"
    assert turn(fits, BY_GATE).state.fleets["humans-F1"].hex == "0505"
    assert turn(gated("", "", "tug"), BY_GATE).state.fleets["humans-F1"].hex == "0505"


@pytest.mark.rule("CW-A-33")
def test_a_small_gate_at_the_far_end_is_no_way_back() -> None:
    note, hungry = plan(gated("big", "small", "destroyer"), BY_GATE).notes
    assert hungry.rule == "CW-4.3-13"
    assert (note.text, note.rule) == (
        "Your gate at 0505 passes hulls of up to 15: there is no way back by it.",
        "CW-A-33",
    )


def test_the_largest_gate_of_a_hex_counts_and_none_in_tow() -> None:
    roster = {"big": BIG, "small": SMALL}
    bases = [Base("1", "humans", "small", "A", "0101"), Base("2", "humans", "big", "B", "0101", towed_by="x")]
    assert gate_hulls(roster, (), bases) == {"0101": 15}
    home = changed(next(iter(empire().colonies.values())), garrison={"big": 1, "small": 2, "dock": 1})
    assert gate_hulls(roster, [home], bases) == {"0101": 15, home.hex: 50}
    assert gate_hulls(YARD, [home], bases) == {}
