"""Repair as its owner is shown it, and at its edges: who goes on, what comes back, what is at hand, the days left (CW-9.6)."""

from fractions import Fraction

import pytest

from rules.cluster_war.chapters.combat.battle_orders import RepairUnits
from rules.cluster_war.chapters.combat.repair_bills import bill_for, condition, days_left
from rules.cluster_war.chapters.combat.repair_shops import DAYS_A_WEEK, round_price, shops_for
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.organising_orders import MergeFleets
from rules.cluster_war.model.events.industry import RepairBroken, UnitRepaired
from rules.cluster_war.model.holdings.order_kind import TurnHoldings
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Leg
from rules.cluster_war.model.state.war import Engagement, Mending, Wounds
from rules.cluster_war.play.notation import format_order, names_of, parse_order
from rules.cluster_war.play.sheets.holdings import ship_status
from rules.cluster_war.turn.planning.suggestions.works import build
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import GameError, changed
from tests.rules.cluster_war.build import change_fleet, draft_of
from tests.rules.cluster_war.chapters.combat.docks import BEAM, REPAIRS, SHIELD, away, hurt, war
from tests.rules.cluster_war.yard import HOME, failures, fleet, plan, told, turn, with_base


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
    with pytest.raises(GameError, match="no ship"):
        parse_order("repair XX09", names)


FIRST, SECOND = "humans-F1", "humans-F2"
WAR = ("humans/WA01",)


def at_work(by: str, **work: object) -> GameState:
    """A warship that a tender beside it has in work."""
    state = fleet(hurt(away("war"), "WA01", damaged={SHIELD: 10}), "0909", "tender", cargo=40)
    ship = changed(state.ships["humans/WA01"], mending=Mending(by=by, **work))  # type: ignore[arg-type] # a mending's own fields
    return changed(state, ships={**state.ships, ship.id: ship})


@pytest.mark.rule("CW-9.6-10")
def test_a_repairer_that_joins_another_fleet_goes_on_with_its_work() -> None:
    done = turn(at_work(SECOND, damaged={SHIELD: 10}), MergeFleets(SECOND, FIRST))
    assert failures(done) == []
    assert done.state.ships["humans/WA01"].wounds == Wounds()
    assert not told(done, RepairBroken)
    assert [e.by for e in told(done, UnitRepaired)] == [FIRST]


@pytest.mark.rule("CW-9.7-04")
def test_who_stands_before_a_fleet_stands_before_the_one_it_joins() -> None:
    state = fleet(fleet(away("war"), "0909", "tender"), "0909", "war")
    state = change_fleet(state, "humans-F3", engagement=Engagement("defend", protect=SECOND))
    after = turn(state, MergeFleets(SECOND, FIRST)).state
    assert after.fleets["humans-F3"].engagement == Engagement("defend", protect=FIRST)
    itself = change_fleet(state, FIRST, engagement=Engagement("defend", protect=SECOND))
    alone = turn(itself, MergeFleets(SECOND, FIRST)).state
    assert alone.fleets[FIRST].engagement == Engagement("defend"), "nobody stands before themselves"


@pytest.mark.rule("CW-9.6-10")
def test_ships_of_one_fleet_are_repaired_on_the_way_by_their_own_tender() -> None:
    state = hurt(away("tender", "war", cargo=40), "WA01", damaged={SHIELD: 3})
    gone = turn(state, MoveFleet(FIRST, (Leg("1616"),))).state
    assert gone.fleets[FIRST].transit is not None
    done = turn(gone, RepairUnits(FIRST))
    assert failures(done) == []
    assert done.state.ships["humans/WA01"].wounds == Wounds()
    bare = turn(hurt(away("war"), "WA01", burnt=1), MoveFleet(FIRST, (Leg("1616"),))).state
    with pytest.raises(GameError, match="Nobody where WA01 is"):
        plan(bare, RepairUnits(FIRST))


@pytest.mark.rule("CW-9.6-05")
def test_a_bay_works_seven_days_a_week() -> None:
    state = fleet(hurt(away("war"), "WA01", damaged={SHIELD: 10}), "0909", "tender", cargo=40)
    after = turn(state, RepairUnits(FIRST, using=SECOND), MoveFleet(SECOND, (Leg("0915"),), 1))
    assert after.state.ships["humans/WA01"].wounds.damaged == {SHIELD: 3}
    assert DAYS_A_WEEK == 7


@pytest.mark.rule("CW-9.6-05")
def test_shields_are_restored_only_as_long_as_days_are_left() -> None:
    two = fleet(hurt(hurt(away("war", "war"), "WA01", burnt=10), "WA02", burnt=10), "0909", "tender", cargo=40)
    ships = {
        key: changed(s, mending=Mending(by=SECOND, burnt=40), wounds=Wounds(burnt=40))
        for key, s in two.ships.items()
        if key.startswith("humans/WA")
    }
    two = changed(two, ships={**two.ships, **ships})
    after = turn(two, MoveFleet(SECOND, (Leg("0915"),), 1)).state
    left = sorted(after.ships[key].wounds.burnt for key in ships)
    assert left == [12, 40], "28 shields in seven days, all on the first"


@pytest.mark.rule("CW-9.6-12")
def test_a_price_is_rounded_up() -> None:
    assert [round_price(Fraction(n, 2)) for n in (0, 1, 2, 5)] == [0, 1, 1, 3]


@pytest.mark.rule("CW-9.6-08")
def test_all_the_cps_in_the_bays_can_be_spent() -> None:
    state = hurt(away("tender", "war", cargo=9), "WA01", damaged={SHIELD: 3})
    assert turn(state, RepairUnits(FIRST)).state.ships["humans/WA01"].wounds == Wounds()
    assert turn(state, RepairUnits(FIRST)).state.ships["humans/TE01"].cargo == 0


@pytest.mark.rule("CW-9.6-06", "CW-9.6-05")
def test_one_salvaged_part_is_built_in_once() -> None:
    state = away("tender", "war", "war")
    state = hurt(hurt(state, "WA01", destroyed={BEAM: 1}), "WA02", destroyed={BEAM: 1})
    tender = changed(state.ships["humans/TE01"], salvage={BEAM: 1}, crate_room=20)
    state = changed(state, ships={**state.ships, tender.id: tender})
    after = turn(state, RepairUnits(FIRST)).state
    assert sorted(len(after.ships[f"humans/WA0{n}"].wounds.destroyed) for n in (1, 2)) == [0, 1]
    assert after.ships["humans/TE01"].salvage == {}


@pytest.mark.rule("CW-9.6-05")
def test_a_donor_gives_only_what_still_works() -> None:
    state = hurt(away("tender", "war", "war"), "WA01", destroyed={BEAM: 2})
    state = hurt(state, "WA02", damaged={BEAM: 1}, destroyed={BEAM: 1})
    with pytest.raises(GameError, match="parts have to match"):
        plan(state, RepairUnits("", WAR, donor="WA02"))
    state = hurt(state, "WA02", damaged={BEAM: 1})
    after = turn(state, RepairUnits("", WAR, donor="WA02")).state
    assert after.ships["humans/WA01"].wounds == Wounds(destroyed={BEAM: 1})
    assert after.ships["humans/WA02"].wounds == Wounds({BEAM: 1}, {BEAM: 1})


@pytest.mark.rule("CW-9.6-05")
def test_work_that_is_no_longer_needed_is_left_out() -> None:
    state = at_work(SECOND, damaged={SHIELD: 12, BEAM: 2}, swaps={BEAM: 1})
    done = turn(state)
    assert done.state.ships["humans/WA01"].wounds == Wounds()
    assert done.state.ships["humans/WA01"].mending == Mending()


@pytest.mark.rule("CW-9.6-10")
def test_cps_come_back_as_far_as_there_is_room_and_rounded_down() -> None:
    state = at_work(SECOND, damaged={"Drive 3G": 1})
    state = hurt(state, "WA01", damaged={"Drive 3G": 1})
    left = turn(state, MoveFleet(FIRST, (Leg("0915"),), 0))
    (broken,) = told(left, RepairBroken)
    assert broken.cps == 2, "half of 5 CPs, rounded down"
    full = changed(state.ships["humans/TE01"], cargo=79)
    (less,) = told(
        turn(changed(state, ships={**state.ships, full.id: full}), MoveFleet(FIRST, (Leg("0915"),), 0)), RepairBroken
    )
    assert less.cps == 1


@pytest.mark.rule("CW-9.6-01", "CW-9.6-02")
def test_who_repairs_first_and_how_long_hangars_alone_take() -> None:
    state = fleet(hurt(fleet(war(shipyard_bays=2), "0303", "war"), "WA01", burnt=1), "0303", "tender")
    holdings = TurnHoldings(draft_of(state), "humans")
    assert [s.key for s in shops_for(holdings, holdings.ships["humans/WA01"])] == [HOME, SECOND]
    moving = turn(fleet(hurt(away("war"), "WA01", burnt=1), "0909", "tender"), MoveFleet(SECOND, (Leg("1616"),))).state
    other = TurnHoldings(draft_of(moving), "humans")
    assert shops_for(other, other.ships["humans/WA01"]) == (), "the tender is in FTL space"
    wing = hurt(away("carrier", "wing"), "WI01", burnt=8)
    craft = TurnHoldings(draft_of(wing), "humans")
    [shop] = shops_for(craft, craft.ships["humans/WI01"])
    bill = bill_for(craft, shop, (craft.ships["humans/WI01"],))
    assert (bill.cps, bill.days) == (0, 2)
    assert days_left(bill.work.values(), shop, Settings()) == 2


@pytest.mark.rule("CW-9.6-02")
def test_hangars_restore_no_more_than_four_shields_a_day() -> None:
    many = changed(REPAIRS["wing"], layout={SHIELD: 90})
    state = hurt(away("carrier", "wing"), "WI01", burnt=90)
    humans = changed(state.sides["humans"], designs={**state.sides["humans"].designs, "wing": many})
    state = changed(state, sides={**state.sides, "humans": humans})
    first = turn(state, RepairUnits(FIRST), MoveFleet(FIRST, (Leg("0910"),))).state
    assert first.ships["humans/WI01"].wounds.burnt == 0, "23 days"
    slow = changed(state.ships["humans/WI01"], wounds=Wounds(burnt=200))
    after = turn(changed(state, ships={**state.ships, slow.id: slow}), RepairUnits(FIRST)).state
    assert after.ships["humans/WI01"].wounds.burnt == 200 - 4 * 28
