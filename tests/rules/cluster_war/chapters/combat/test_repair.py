"""Repair: who does it, how long it takes, what it costs, and what breaks it off."""

import pytest

from rules.cluster_war.chapters.combat.battle_orders import RepairUnits, format_days
from rules.cluster_war.chapters.combat.ground.upkeep import refill_cost
from rules.cluster_war.chapters.combat.repair_shops import (
    check_match,
    days_needed,
    mending_price,
    new_price,
    round_price,
    shield_days,
)
from rules.cluster_war.chapters.industry.building_orders import BuildUnits
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.model.events.industry import RepairBegun, RepairBroken, UnitRepaired
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Leg
from rules.cluster_war.model.state.war import Mending, Wounds
from rules.values import GameError, IllegalOrderError, changed
from tests.rules.cluster_war.chapters.combat.docks import BEAM, MISSILES, REPAIRS, SHIELD, STRONG, away, hurt, war
from tests.rules.cluster_war.chapters.officers.staff import officer
from tests.rules.cluster_war.yard import HOME, YARD, failures, fleet, plan, told, turn, with_base

PLAIN = Settings()
FIRST = "humans-F1"
WAR = ("humans/WA01",)


def docked(**wounds: object) -> GameState:
    """A warship with these wounds at the home world's yard of two bays."""
    return hurt(fleet(war(shipyard_bays=2), "0303", "war"), "WA01", **wounds)


def tended(cargo: int = 0, **wounds: object) -> GameState:
    """A warship with these wounds, far away with a tender that has one repair bay and so many CPs."""
    return hurt(away("tender", "war", cargo=cargo), "WA01", **wounds)


@pytest.mark.rule("CW-9.6-05")
def test_three_damaged_components_take_one_bay_three_days() -> None:
    assert days_needed(3, 0, bays=1, yards=0) == 3
    assert days_needed(3, 0, bays=2, yards=0) == 2
    assert days_needed(3, 0, bays=0, yards=3) == 1
    assert days_needed(0, 28, bays=5, yards=2) == 14
    assert days_needed(1, 14, bays=0, yards=0) == days_needed(0, 14, bays=1, yards=0) == 0


@pytest.mark.rule("CW-9.6-05")
@pytest.mark.parametrize(("burnt", "days"), [(0, 0), (1, 1), (4, 1), (5, 2), (10, 3)])
def test_a_repair_bay_restores_four_shields_a_day(burnt: int, days: int) -> None:
    assert shield_days(burnt, PLAIN) == days


@pytest.mark.rule("CW-9.6-12", "CW-9.6-13")
def test_three_shields_cost_nine_damaged_and_eighteen_destroyed() -> None:
    design = REPAIRS["war"]
    assert new_price({SHIELD: 3}, design, PLAIN) == 18
    assert round_price(mending_price({SHIELD: 3}, design, PLAIN)) == 9
    seen = plan(tended(cargo=20, damaged={SHIELD: 3}), RepairUnits(FIRST))
    assert seen.text == "Fleet 1 repairs WA01: 9 CPs from its cargo bays, 3 days."
    assert seen.cost == 0
    yard = plan(docked(destroyed={SHIELD: 3}), RepairUnits(FIRST))
    assert (yard.cost, yard.line) == (18, "ships")
    assert "21 days" in yard.text


@pytest.mark.rule("CW-9.6-12")
def test_one_order_is_halved_as_a_whole_and_rounded_up() -> None:
    design = REPAIRS["war"]
    assert mending_price({"Drive 3G": 1}, design, PLAIN) == 5 / 2
    two = hurt(fleet(war(shipyard_bays=2), "0303", "war", "war"), "WA01", damaged={"Drive 3G": 1})
    two = hurt(two, "WA02", damaged={"Drive 3G": 1})
    assert plan(two, RepairUnits(FIRST)).cost == 5, "5/2 and 5/2"
    assert plan(two, RepairUnits("", WAR)).cost == 3


@pytest.mark.rule("CW-9.6-05", "CW-9.6-12")
def test_a_tender_mends_a_warship_within_the_month() -> None:
    state = tended(cargo=20, damaged={SHIELD: 3}, burnt=10)
    done = turn(state, RepairUnits(FIRST))
    ship, tender = done.state.ships["humans/WA01"], done.state.ships["humans/TE01"]
    assert ship.wounds == Wounds()
    assert ship.mending == Mending()
    assert tender.cargo == 11
    (begun,) = told(done, RepairBegun)
    assert (begun.cps, begun.days, begun.units) == (9, 6, WAR)
    (repaired,) = told(done, UnitRepaired)
    assert (repaired.unit, repaired.left, repaired.seen_by) == ("humans/WA01", 0, ("humans",))


@pytest.mark.rule("CW-9.6-11")
def test_ten_burnt_out_shields_cost_nothing() -> None:
    state = tended(burnt=10)
    assert "0 CPs, 3 days" in plan(state, RepairUnits(FIRST)).text
    assert plan(docked(burnt=10), RepairUnits(FIRST)).cost == 0
    assert turn(state, RepairUnits(FIRST)).state.ships["humans/WA01"].wounds == Wounds()


@pytest.mark.rule("CW-9.6-01")
def test_nothing_is_repaired_without_bays() -> None:
    with pytest.raises(GameError, match="Nobody where WA01 is"):
        plan(hurt(away("war"), "WA01", burnt=1), RepairUnits(FIRST))
    with pytest.raises(GameError, match="neither repair bays nor an idle shipyard bay"):
        plan(hurt(away("war"), "WA01", burnt=1), RepairUnits(FIRST, using=FIRST))
    busy = docked(damaged={BEAM: 1})
    with pytest.raises(GameError, match="Nobody"):
        plan(busy, RepairUnits(FIRST), BuildUnits(HOME, "destroyer", 1, 2))
    with pytest.raises(GameError, match="Nothing of it is damaged"):
        plan(fleet(war(), "0303", "war"), RepairUnits(FIRST))
    with pytest.raises(GameError, match="Nothing of WA01 is damaged"):
        plan(fleet(war(), "0303", "war"), RepairUnits("", WAR))
    with pytest.raises(GameError, match="Name a fleet"):
        plan(war(), RepairUnits())
    with pytest.raises(GameError, match="no ship or base"):
        plan(war(), RepairUnits("", ("vermin/WA01",)))


@pytest.mark.rule("CW-9.6-01", "CW-9.6-04")
def test_bases_have_bays_at_a_colony_and_alone() -> None:
    state = fleet(war(garrison={"shop": 1}), "0303", "war")
    state = hurt(state, "WA01", damaged={BEAM: 2})
    assert "1 day." in plan(state, RepairUnits(FIRST, at=HOME)).text, "two bays of its repair base"
    alone = hurt(fleet(with_base(war(), "way", "1010"), "1010", "tender", cargo=20), "WS01", damaged={"LRS": 1})
    done = turn(alone, RepairUnits("", ("WS01",)))
    assert done.state.bases["humans/WS01"].wounds == Wounds()


@pytest.mark.rule("CW-9.6-04", "CW-9.6-13")
def test_only_a_shipyard_replaces_what_is_destroyed() -> None:
    state = tended(cargo=40, destroyed={BEAM: 1}, damaged={BEAM: 1})
    seen = plan(state, RepairUnits(FIRST))
    assert any("repair bays cannot rebuild them; a shipyard can" in note.text for note in seen.notes)
    after = turn(state, RepairUnits(FIRST)).state.ships["humans/WA01"]
    assert after.wounds == Wounds(destroyed={BEAM: 1})
    with pytest.raises(GameError, match="1 destroyed component of WA01"):
        plan(tended(cargo=40, destroyed={BEAM: 1}), RepairUnits(FIRST))


@pytest.mark.rule("CW-9.6-13")
def test_a_yard_works_on_for_months_until_all_is_new() -> None:
    state = docked(destroyed={SHIELD: 6})
    seen = plan(state, RepairUnits(FIRST))
    assert seen.cost == 36
    assert "42 days (2 turns)" in seen.text
    first = turn(state, RepairUnits(FIRST))
    ship = first.state.ships["humans/WA01"]
    assert ship.wounds.destroyed == {SHIELD: 2}, "two bays, 28 days, 14 days each"
    assert not told(first, UnitRepaired)
    with pytest.raises(GameError, match="being repaired already"):
        plan(first.state, RepairUnits("", WAR))
    with pytest.raises(GameError, match="being repaired already"):
        plan(first.state, RepairUnits(FIRST))
    second = turn(first.state)
    assert second.state.ships["humans/WA01"].wounds == Wounds()
    assert len(told(second, UnitRepaired)) == 1
    assert failures(first) == failures(second) == []


@pytest.mark.rule("CW-9.6-08")
def test_without_cps_only_shields_are_restored() -> None:
    state = tended(damaged={SHIELD: 3}, burnt=2)
    seen = plan(state, RepairUnits(FIRST))
    stays = "3 damaged components of WA01 stay as they are: Fleet 1 has 0 CPs in its cargo bays."
    assert (stays, "CW-9.6-08") in [(note.text, note.rule) for note in seen.notes]
    assert turn(state, RepairUnits(FIRST)).state.ships["humans/WA01"].wounds == Wounds(damaged={SHIELD: 3})
    some = turn(tended(cargo=6, damaged={SHIELD: 3}), RepairUnits(FIRST)).state
    assert some.ships["humans/WA01"].wounds == Wounds(damaged={SHIELD: 1}), "6 CPs are two at 3"
    with pytest.raises(GameError, match="stay as they are"):
        plan(tended(damaged={SHIELD: 3}), RepairUnits(FIRST))


@pytest.mark.rule("CW-9.6-10")
def test_who_leaves_breaks_the_repair_off() -> None:
    state = fleet(tended(damaged={BEAM: 1}), "0909", "tender", cargo=40)
    state = hurt(state, "WA01", damaged={SHIELD: 10})
    both = turn(state, RepairUnits(FIRST, using="humans-F2"), MoveFleet("humans-F2", (Leg("0915"),), 1))
    ship = both.state.ships["humans/WA01"]
    assert ship.wounds.damaged == {SHIELD: 3}, "seven days before it left"
    assert ship.mending == Mending()
    (broken,) = told(both, RepairBroken)
    assert broken.cps == 9, "three at 3, not used"
    aboard = both.state.ships["humans/TE02"].cargo
    assert aboard == 40 - 30 + 9


@pytest.mark.rule("CW-9.6-10")
def test_both_must_be_in_one_place_or_fleet() -> None:
    state = fleet(fleet(hurt(away("war"), "WA01", burnt=4), "0910", "tender"), "0303", "war")
    with pytest.raises(GameError, match="not in one place"):
        plan(state, RepairUnits(FIRST, using="humans-F2"))
    moving = turn(tended(cargo=20, damaged={SHIELD: 3}), RepairUnits(FIRST), MoveFleet(FIRST, (Leg("1212"),)))
    assert moving.state.ships["humans/WA01"].wounds == Wounds(), "one fleet stays together"


@pytest.mark.rule("CW-9.6-10")
def test_a_yard_whose_ship_leaves_gives_the_rest_back() -> None:
    state = docked(destroyed={SHIELD: 6})
    first = turn(state, RepairUnits(FIRST))
    left = turn(first.state, MoveFleet(FIRST, (Leg("0315"),)))
    (broken,) = told(left, RepairBroken)
    assert broken.cps == 12
    assert left.state.ships["humans/WA01"].wounds.destroyed == {SHIELD: 2}


@pytest.mark.rule("CW-9.6-06", "CW-9.6-07")
def test_parts_have_to_match() -> None:
    check_match(BEAM, BEAM)
    with pytest.raises(GameError, match="refit") as other:
        check_match(BEAM, MISSILES)
    assert other.value.rule == "CW-9.6-07"
    with pytest.raises(GameError, match="can do other things") as stronger:
        check_match(BEAM, STRONG)
    assert stronger.value.rule == "CW-9.6-06"
    state = hurt(away("tender", "war", "twin"), "WA01", destroyed={BEAM: 1})
    with pytest.raises(GameError, match="at a shipyard"):
        plan(state, RepairUnits("", WAR, using=FIRST, donor="TW01"))


@pytest.mark.rule("CW-9.6-05", "CW-9.6-06")
def test_a_wreck_gives_its_parts() -> None:
    state = hurt(away("tender", "war", "war"), "WA01", destroyed={BEAM: 1, "Drive 3G": 2})
    state = hurt(state, "WA02", destroyed={BEAM: 1, "Drive 3G": 5})
    seen = plan(state, RepairUnits("", WAR, donor="WA02"))
    assert "0 CPs, 2 days" in seen.text
    assert any("1 destroyed component of WA01" in note.text for note in seen.notes), "only one space of drive is whole"
    after = turn(state, RepairUnits("", WAR, donor="WA02")).state
    assert after.ships["humans/WA01"].wounds == Wounds(destroyed={"Drive 3G": 1})
    assert after.ships["humans/WA02"].wounds == Wounds(destroyed={BEAM: 2, "Drive 3G": 6})
    with pytest.raises(GameError, match="to itself"):
        plan(state, RepairUnits("", WAR, donor="humans/WA01"))


@pytest.mark.rule("CW-9.6-05")
def test_salvage_in_cargo_bays_is_built_in_for_nothing() -> None:
    state = tended(destroyed={BEAM: 2})
    tender = changed(state.ships["humans/TE01"], salvage={BEAM: 1, "LRS": 1}, crate_room=40)
    state = changed(state, ships={**state.ships, tender.id: tender})
    after = turn(state, RepairUnits(FIRST)).state
    assert after.ships["humans/WA01"].wounds == Wounds(destroyed={BEAM: 1})
    assert (after.ships["humans/TE01"].salvage, after.ships["humans/TE01"].crate_room) == ({"LRS": 1}, 20)


@pytest.mark.rule("CW-9.6-02")
def test_small_craft_get_their_shields_back_in_their_own_hangars_and_nothing_else() -> None:
    state = hurt(away("carrier", "wing"), "WI01", burnt=8)
    assert turn(state, RepairUnits(FIRST)).state.ships["humans/WI01"].wounds == Wounds()
    worse = hurt(away("carrier", "wing"), "WI01", damaged={SHIELD: 1})
    with pytest.raises(GameError, match="only its shields"):
        plan(worse, RepairUnits(FIRST))
    bare = hurt(away("tender", "wing"), "WI01", burnt=8)
    with pytest.raises(GameError, match="no hangars"):
        plan(bare, RepairUnits(FIRST))


@pytest.mark.rule("CW-9.6-03")
def test_lost_teams_cost_tenths_of_their_battalion() -> None:
    assert refill_cost(YARD["tanks"], 7) == 6, "three tenths of 19 CPs, rounded up"
    assert refill_cost(YARD["militia"], 10) == 0


def test_spans_are_told_in_days_and_turns() -> None:
    assert [format_days(n) for n in (1, 28, 29)] == ["1 day", "28 days", "29 days (2 turns)"]


@pytest.mark.rule("CW-9.6-05")
def test_points_of_damage_that_nobody_placed_are_mended_as_components() -> None:
    state = tended(cargo=20)
    ship = changed(state.ships["humans/WA01"], damage=2)
    state = changed(state, ships={**state.ships, ship.id: ship})
    seen = plan(state, RepairUnits(FIRST))
    assert "7 CPs" in seen.text, "two spaces of 140 CPs in 20, half price"
    assert turn(state, RepairUnits(FIRST)).state.ships["humans/WA01"].damage == 0


@pytest.mark.rule("CW-9.6-10")
def test_a_repairer_that_is_gone_or_gave_its_bays_up_ends_it() -> None:
    state = fleet(tended(damaged={SHIELD: 9}), "0909", "tender", cargo=40)
    first = turn(state, RepairUnits(FIRST, using="humans-F2"))
    assert first.state.ships["humans/WA01"].wounds == Wounds()
    state = hurt(docked(destroyed={SHIELD: 6}), "WA01", destroyed={SHIELD: 6})
    working = turn(state, RepairUnits(FIRST)).state
    lost = changed(working, colonies={k: c for k, c in working.colonies.items() if k != HOME})
    done = turn(lost)
    (broken,) = told(done, RepairBroken)
    assert (broken.cps, broken.name) == (0, "")


def engineered(**wounds: object) -> GameState:
    """Two warships far away without a repair bay between them; an engineer is aboard the second."""
    state = hurt(away("freighter", "war", "war", cargo=20), "WA01", **wounds)
    chief = officer(1, "Spanner", "aboard", "humans/WA02", talents=("engineer",))
    return changed(state, officers={chief.id: chief})


@pytest.mark.rule("CW-17.1-08", "CW-9.6-01")
def test_an_engineer_aboard_works_as_a_repair_bay_does_and_no_longer_once_gone() -> None:
    state = engineered(damaged={BEAM: 2})
    with pytest.raises(GameError, match="has repair bays"):
        plan(changed(state, officers={}), RepairUnits(FIRST))
    assert plan(state, RepairUnits(FIRST)).text.endswith(" CPs from its cargo bays, 2 days.")
    done = turn(state, RepairUnits(FIRST))
    assert [e.left for e in told(done, UnitRepaired)] == [0]
    assert done.state.ships["humans/WA01"].wounds == Wounds()


@pytest.mark.rule("CW-17.1-08", "CW-9.6-10")
def test_repair_by_an_engineer_ends_when_they_leave() -> None:
    state = engineered(damaged={SHIELD: 8})
    busy = turn(state, RepairUnits(FIRST))
    assert told(busy, RepairBroken) == []
    ship = changed(state.ships["humans/WA01"], mending=Mending(by=FIRST, damaged={SHIELD: 8}))
    alone = changed(state, officers={}, ships={**state.ships, ship.id: ship})
    assert [e.unit for e in told(turn(alone), RepairBroken)] == ["humans/WA01"]


@pytest.mark.rule("CW-9.6-06", "CW-9.6-07")
@pytest.mark.parametrize(
    ("broken", "salvaged", "says", "rule"),
    [
        (BEAM, MISSILES, f"{MISSILES} is not the same as {BEAM}", "CW-9.6-07"),
        (MISSILES, BEAM, f"{BEAM} is not the same as {MISSILES}", "CW-9.6-07"),
        (BEAM, STRONG, f"{STRONG} can do other things than {BEAM}", "CW-9.6-06"),
        (STRONG, BEAM, f"{BEAM} can do other things than {STRONG}", "CW-9.6-06"),
    ],
)
def test_a_part_for_another_is_refused_whichever_of_the_two_is_broken(
    broken: str, salvaged: str, says: str, rule: str
) -> None:
    with pytest.raises(IllegalOrderError) as caught:
        check_match(broken, salvaged)
    told = f"{says}: parts have to match. Another component in its place is a refit, at a shipyard."
    assert (str(caught.value), caught.value.rule) == (told, rule)


@pytest.mark.rule("CW-9.6-06", "CW-9.6-07")
@pytest.mark.parametrize(
    ("broken", "says", "rule"),
    [
        ({BEAM: 1}, f"{STRONG} can do other things than {BEAM}: parts have to match.", "CW-9.6-06"),
        ({SHIELD: 1}, "TW01 has nothing that WA01 lacks: parts have to match.", "CW-9.6-07"),
        ({BEAM: 1, SHIELD: 1}, f"{STRONG} can do other things than {BEAM}: parts have to match.", "CW-9.6-06"),
    ],
)
def test_a_wreck_whose_parts_do_not_fit_is_refused_by_the_kind_that_comes_nearest(
    broken: dict[str, int], says: str, rule: str
) -> None:
    state = hurt(away("tender", "war", "twin"), "WA01", destroyed=broken)
    with pytest.raises(IllegalOrderError) as caught:
        plan(state, RepairUnits("", WAR, using=FIRST, donor="TW01"))
    told = f"{says} Another component in its place is a refit, at a shipyard."
    assert (str(caught.value), caught.value.rule) == (told, rule)
