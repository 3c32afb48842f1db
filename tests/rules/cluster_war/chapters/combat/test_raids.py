"""Commerce raids: where traffic flows, who is caught, and what it costs (CW-9.5)."""

import pytest

from rules.cluster_war.chapters.combat.raid_orders import RaidRoute, courses, estimate
from rules.cluster_war.chapters.combat.raid_traffic import traffic_of
from rules.cluster_war.chapters.combat.raids import NOBODY_COMES, chance, share_of
from rules.cluster_war.chapters.combat.world_amendments import ChangeCatch
from rules.cluster_war.chapters.diplomacy.amendments import RaidCps
from rules.cluster_war.chapters.industry.building_orders import BuildUnits
from rules.cluster_war.chapters.logistics.amendments import PlaceFleet
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.organising_orders import SetMission
from rules.cluster_war.chapters.research.project_orders import StartProject
from rules.cluster_war.model.economy.income import income
from rules.cluster_war.model.events.colonies import SpendingCut
from rules.cluster_war.model.events.detection import FleetSighted
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.movement import FleetArrived, FleetPassed, FleetsMet
from rules.cluster_war.model.events.raids import (
    FreighterRobbed,
    RaidersFaced,
    RaidLossesMet,
    TrafficCaught,
    TrafficLost,
    TrafficSought,
)
from rules.cluster_war.model.holdings.order_kind import Priorities
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Leg
from rules.cluster_war.model.state.sides import ColonySighting
from rules.cluster_war.model.state.war import Wounds
from rules.cluster_war.model.working.turn_state import TurnState
from rules.cluster_war.turn.gm.amend import amend
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import GameError, IllegalOrderError, changed
from tests.rules.cluster_war.build import draft_of, sheet, with_colony, with_fleet
from tests.rules.cluster_war.chapters.combat.raiders import CAPITAL, COURSE, WORLDS, Faces, month, raid, republic
from tests.rules.cluster_war.yard import told

HENGRADE = ("corsair", "corsair", "corsair", "corsair", "prowler")
BOOK = {"_4941": 45, "_5042": 51, "_5043": 99, "_4942": 5, "_4843": 8}
PLAIN = Settings()


def months(state: GameState, dice: Faces, *first: SignedOrder, count: int = 2) -> tuple[GameState, list[Event]]:
    """Several months, the orders given in the first."""
    events: list[Event] = []
    for number in range(count):
        done = month(state, *(first if number == 0 else ()), dice=dice)
        state, events = done.state, [*events, *done.events]
    return state, events


def draft(state: GameState) -> TurnState:
    found = draft_of(state)
    found.dice = Faces()
    return found


@pytest.mark.rule("CW-9.5-02", "CW-9.5-18", "CW-9.5-19")
def test_the_books_routes_are_those_between_the_colonies_and_no_others() -> None:
    traffic = traffic_of(draft(republic()), "humans")
    assert [hex_ for hex_ in COURSE if hex_ in traffic.routes] == ["4941", "5042", "5043", "4942", "4843"]
    assert "4742" not in traffic.routes
    assert traffic.routes["4942"] == ("5041-1",)
    assert traffic.routes["4843"] == ("4743-1",)
    assert (traffic.cps["5041-1"], traffic.cps["4743-1"]) == (122, 660)


@pytest.mark.rule(
    "CW-9.5-01", "CW-9.5-03", "CW-9.5-13", "CW-9.5-14", "CW-9.5-18", "CW-9.5-19", "CW-9.5-21", "CW-9.5-22"
)
def test_the_books_raid_of_five_rolls_and_two_catches_costs_the_republic_195_cps() -> None:
    dice = Faces(**BOOK)
    state = republic(*HENGRADE)
    done = month(state, *raid(), dice=dice)
    assert dice.raids == ["4941", "5042", "5043", "4942", "4843"]
    assert [e.hex for e in told(done, TrafficSought) if e.caught] == ["4942", "4843"]
    assert [e.chance for e in told(done, TrafficSought)] == [10] * 5
    lost = told(done, TrafficLost)
    assert [(e.colony, e.cps) for e in lost] == [("5041-1", 30), ("4743-1", 165)]
    assert [(e.cps, e.taken) for e in told(done, TrafficCaught)] == [(30, 0), (165, 0)]
    whole = income(state, "humans").available
    assert done.state.sides["humans"].treasury == whole - 195
    assert done.state.fleets["vermin-F1"].hex == "4741"
    assert done.state.fleets["vermin-F1"].raid is not None, "until it gets another order"


@pytest.mark.rule("CW-9.5-13")
@pytest.mark.parametrize(("traffic", "cps"), [(122, 30), (660, 165), (3, 0)])
def test_a_catch_is_worth_a_quarter_of_the_traffic_rounded_down(traffic: int, cps: int) -> None:
    assert share_of(traffic, PLAIN) == cps


@pytest.mark.rule("CW-9.5-13", "CW-9.5-19")
def test_each_catch_is_a_quarter_of_what_others_have_left_and_so_is_what_the_game_master_is_asked() -> None:
    state = republic("prowler")
    for number in (2, 3):
        state = with_fleet(state, "vermin", "4740", "prowler", name=f"Raiders {number}")
    orders = [order for key in ("vermin-F1", "vermin-F2", "vermin-F3") for order in raid(fleet=key)]
    signed = [changed(order, id=f"{order.id}/{n}") for n, order in enumerate(orders)]
    done = month(state, *signed, dice=Faces(_4843=1))
    assert [e.cps for e in told(done, TrafficLost)] == [165, 123, 93], "of 660, 495 and 372"
    asked = [q.choices[0] for q in done.state.questions if q.rule == "CW-9.5-19"]
    assert asked == ["4743-1: 165 CPs", "4743-1: 123 CPs", "4743-1: 93 CPs"]


@pytest.mark.rule("CW-9.5-03", "CW-9.5-04", "CW-9.5-08", "CW-9.5-10")
def test_chances_by_place_by_lrs_and_on_fixed_lines() -> None:
    assert [chance(place, PLAIN, lrs=lrs) for lrs in (True, False) for place in ("route", "system")] == [10, 30, 1, 3]
    assert [chance(place, PLAIN, lrs=True, fixed=True) for place in ("route", "system")] == [20, 40]
    safe = Settings(overrides={"CW-TAB-RAIDS/per cent more on fixed lines/number": "0"})
    assert chance("route", safe, lrs=True, fixed=True) == 10


@pytest.mark.rule("CW-9.5-08")
def test_raiders_without_lrs_or_whose_lrs_was_shot_away_find_next_to_nothing() -> None:
    blind = month(republic("blind"), *raid())
    assert {e.chance for e in told(blind, TrafficSought)} == {1}
    state = republic("prowler")
    hurt = changed(state.ships["vermin/PR01"], wounds=Wounds(damaged={"LRS": 1}))
    done = month(changed(state, ships={**state.ships, hurt.id: hurt}), *raid())
    assert {e.chance for e in told(done, TrafficSought)} == {1}


@pytest.mark.rule("CW-9.5-04")
def test_a_system_where_cps_move_is_three_times_as_good() -> None:
    done = month(republic("corsair"), *raid("4841", "4941", "5041"))
    assert [(e.hex, e.chance) for e in told(done, TrafficSought)] == [("4941", 10), ("5041", 30)]


@pytest.mark.rule("CW-9.5-02")
def test_a_colony_that_spends_all_it_yields_sends_nothing() -> None:
    state = republic()
    builds = sheet("humans", BuildUnits("5041-1", "fort", 1, 0, pay=100))
    before = draft_of(state)
    before.charges = [(builds[0], "bases", 122)]
    traffic = traffic_of(before, "humans")
    assert traffic.cps["5041-1"] == 0
    assert "4942" not in traffic.routes
    assert "5041" not in traffic.systems


@pytest.mark.rule("CW-9.5-09")
def test_ships_that_jump_are_met_only_where_they_start_and_end() -> None:
    for drive in ("jump", "second-stage", "foldspace"):
        traffic = traffic_of(draft(republic(drive=drive)), "humans")
        assert traffic.routes == {}
        assert set(traffic.systems) == {"4743", "4943", "5041", CAPITAL}


@pytest.mark.rule("CW-9.5-05")
def test_defenders_are_looked_for_before_the_roll_and_turn_the_raid_into_a_meeting() -> None:
    state = with_fleet(republic("prowler"), "humans", "5041", "guard")
    dice = Faces(_5041=1)
    done = month(state, *raid("4841", "4941", "5041"), dice=dice)
    assert dice.raids == ["4941"]
    assert [(e.side, e.foe, e.hex) for e in told(done, RaidersFaced)] == [("vermin", "humans", "5041")]
    assert any(e.hex == "5041" for e in told(done, FleetsMet))
    assert told(done, TrafficLost) == []
    fort = with_colony(republic("prowler"), "humans", "5041", 1, 122, garrison={"fort": 1})
    assert told(month(fort, *raid("4841", "4941", "5041"), dice=Faces(_5041=1)), TrafficLost) == []


@pytest.mark.rule("CW-9.5-15")
def test_takers_keep_what_their_bays_hold_and_stay_for_the_week() -> None:
    dice = Faces(_4843=1)
    state = republic("prowler")
    done = month(state, *raid("4841", "4842", "4843", "4742", cargo="take"), dice=dice)
    caught = told(done, TrafficCaught)
    assert [(e.cps, e.taken) for e in caught] == [(165, 40)]
    assert done.state.ships["vermin/PR01"].cargo == 40
    assert told(done, RaidLossesMet)[0].pool == 165


@pytest.mark.rule("CW-9.5-15")
def test_who_takes_cargo_goes_on_only_with_the_next_week() -> None:
    state = republic("prowler", at="4942")
    fast = changed(state.sides["vermin"].designs["prowler"], ftl_levels=7, ftl_doubled=True)
    designs = {**state.sides["vermin"].designs, "prowler": fast}
    state = changed(state, sides={**state.sides, "vermin": changed(state.sides["vermin"], designs=designs)})
    path = ("5043", "5042", "5043", "5042", "5043", "5042", "5043", "5042")
    free = month(state, *raid(*path))
    held = month(state, *raid(*path, cargo="take"), dice=Faces(_5043=1))
    assert len(told(held, TrafficCaught)) == 4
    assert [e.week for e in told(free, FleetArrived)] == [2]
    assert [e.week for e in told(held, FleetArrived)] == [4]
    assert [e.hex for e in told(held, FleetPassed)] == list(path[:-1])


@pytest.mark.rule("CW-9.5-06", "CW-9.5-10")
def test_raiders_that_stay_give_the_game_master_a_growing_risk_to_settle() -> None:
    state = republic("slow", at="5042")
    _, events = months(state, Faces(reaction=20), *raid("5043", "4942"), count=3)
    asked = [e for e in events if getattr(e, "kind", "") == "raid"]
    texts = [getattr(e, "text", "") for e in asked]
    assert any("for 2 weeks" in text for text in texts)
    done = adjudicate(state, raid("5043", "4942"), Faces(reaction=20))
    done = adjudicate(done.state, (), Faces(reaction=20))
    found = [q for q in done.state.questions if q.rule == "CW-9.5-06"]
    assert found
    assert found[0].choices == (NOBODY_COMES,)
    assert "they come (20, on 40 or less)" in found[0].suggestion


@pytest.mark.rule("CW-9.5-07")
def test_command_freighters_are_prey_by_the_same_chances() -> None:
    state = with_fleet(republic("prowler"), "humans", "4843", "trader")
    ship = changed(state.ships["humans/TR01"], cargo=60)
    state = changed(state, ships={**state.ships, ship.id: ship})
    done = month(state, *raid("4841", "4842", "4843", cargo="take"), dice=Faces(**{"humans-F1": 10}))
    robbed = told(done, FreighterRobbed)
    assert [(e.side, e.hex, e.cps) for e in robbed] == [("humans", "4843", 60)]
    assert done.state.ships["humans/TR01"].cargo == 0
    assert done.state.ships["vermin/PR01"].cargo == 40
    missed = month(state, *raid("4841", "4842", "4843"), dice=Faces(**{"humans-F1": 11}))
    assert told(missed, FreighterRobbed) == []


@pytest.mark.rule("CW-9.5-11")
def test_stealthy_raiders_are_not_seen_in_the_grid_of_their_victim() -> None:
    cloaked = month(republic("corsair", "corsair"), *raid())
    assert [e for e in told(cloaked, FleetSighted) if e.side == "humans"] == []
    plain = month(republic("corsair", "prowler"), *raid())
    assert [e for e in told(plain, FleetSighted) if e.side == "humans"]
    state = republic("corsair")
    keen = changed(state.sides["humans"], lrs_level=2)
    better = month(changed(state, sides={**state.sides, "humans": keen}), *raid())
    assert [e for e in told(better, FleetSighted) if e.side == "humans"]


@pytest.mark.rule("CW-9.5-11")
def test_the_victim_hears_whose_raiders_they_were_only_if_it_saw_them() -> None:
    burnt = month(republic("corsair"), *raid(), dice=Faces(_4843=1))
    assert [e.by for e in told(burnt, TrafficLost)] == ["vermin"], "a weapon that fires is noticed"
    state = republic("corsair")
    bays = changed(state.sides["vermin"].designs["corsair"], cargo_bays=2)
    vermin = changed(state.sides["vermin"], designs={**state.sides["vermin"].designs, "corsair": bays})
    silent = month(changed(state, sides={**state.sides, "vermin": vermin}), *raid(cargo="take"), dice=Faces(_4843=1))
    assert [e.by for e in told(silent, TrafficLost)] == [""]
    assert {e.seen_by for e in told(silent, TrafficLost)} == {("humans",)}
    assert {e.seen_by for e in told(silent, TrafficCaught)} == {("vermin",)}
    assert {e.seen_by for e in told(silent, TrafficSought)} == {()}


@pytest.mark.rule("CW-9.5-12")
def test_an_escort_on_the_route_is_with_the_prey_and_the_catch_becomes_a_meeting() -> None:
    state = with_fleet(republic("prowler"), "humans", "5043", "guard", mission="escort", escorts_since=-4)
    done = month(state, *raid("4841", "4941", "5042"), dice=Faces(_5042=1))
    assert told(done, TrafficLost) == []
    assert done.state.fleets["humans-F1"].escorts_since == 2, "it met raiders"
    assert {(e.side, e.escort) for e in told(done, RaidersFaced)} == {("humans", True), ("vermin", True)}
    assert done.state.fleets["humans-F1"].hex == "5042"
    assert any(e.hex == "5042" for e in told(done, FleetsMet))
    elsewhere = with_fleet(republic("prowler"), "humans", "4843", "guard", mission="escort", escorts_since=-4)
    assert told(month(elsewhere, *raid("4841", "4941", "5042"), dice=Faces(_5042=1)), TrafficLost)


@pytest.mark.rule("CW-9.5-12", "CW-4.0-11")
@pytest.mark.parametrize(("since", "comes"), [(-2, True), (-1, False), (0, False)])
def test_an_escort_is_with_the_prey_only_if_its_drive_brings_it_there_in_the_weeks_it_has_had(
    since: int, comes: bool
) -> None:
    state = with_fleet(republic("prowler"), "humans", "5043", "guard", mission="escort", escorts_since=since)
    done = month(state, *raid("4841", "4941", "5042"), dice=Faces(_5042=1))
    assert [e.week for e in told(done, TrafficCaught)] == ([] if comes else [2]), "a hex takes four weeks"
    assert done.state.fleets["humans-F1"].hex == ("5042" if comes else "5043")


@pytest.mark.rule("CW-9.5-12")
def test_an_escort_that_has_met_raiders_is_not_with_other_prey_before_its_drive_brings_it_there() -> None:
    state = with_fleet(republic("prowler"), "humans", "5043", "guard", mission="escort", escorts_since=-8)
    done = month(state, *raid(), dice=Faces(_5042=1, _4942=1))
    assert [e.hex for e in told(done, RaidersFaced) if e.side == "vermin"] == ["5042"]
    assert [e.hex for e in told(done, TrafficCaught)] == ["4942"]


@pytest.mark.rule("CW-9.5-12", "CW-18.0-06")
def test_the_weeks_of_an_escort_begin_with_its_order_and_with_its_arrival() -> None:
    state = changed(with_fleet(republic(), "humans", "5043", "guard", mission="none"), turn=3)
    told_to = month(state, *sheet("humans", SetMission("humans-F1", "escort"), turn=3))
    assert told_to.state.fleets["humans-F1"].escorts_since == 8
    again = month(told_to.state, *sheet("humans", SetMission("humans-F1", "escort"), turn=4))
    assert again.state.fleets["humans-F1"].escorts_since == 8, "it is at it already"
    gone = month(again.state, *sheet("humans", MoveFleet("humans-F1", (Leg("5042"),)), turn=5))
    arrived = gone.state.fleets["humans-F1"]
    assert (arrived.hex, arrived.escorts_since) == ("5042", 20)


@pytest.mark.rule("CW-9.5-22")
def test_raiders_treat_crews_as_they_were_told_and_nobodys_attitude_changes() -> None:
    state = republic("corsair")
    bays = changed(state.sides["vermin"].designs["corsair"], cargo_bays=2)
    vermin = changed(state.sides["vermin"], designs={**state.sides["vermin"].designs, "corsair": bays})
    state = changed(state, sides={**state.sides, "vermin": vermin})
    for cargo, aboard in (("destroy", 0), ("take", 40)):
        done = month(state, *raid(cargo=cargo), dice=Faces(_4843=1))
        (caught,) = told(done, TrafficCaught)
        assert (caught.cps, caught.taken) == (165, aboard), "dumped and blown up, or taken over as far as there is room"
        assert [side.race.attitude for side in done.state.sides.values()] == [
            side.race.attitude for side in state.sides.values()
        ]


@pytest.mark.rule("CW-9.5-14", "CW-9.5-16")
def test_a_loss_beyond_what_is_left_is_cut_by_the_victims_own_priorities() -> None:
    state = republic("prowler")
    total = income(state, "humans").available
    mine = sheet(
        "humans",
        Priorities(("research", "bases")),
        BuildUnits("5041-1", "fort", 1, 0),
        StartProject("Lasers", CAPITAL, 2, total - 100 - 10),
    )
    done = month(state, *mine, *raid(), dice=Faces(_4843=8))
    met = told(done, RaidLossesMet)
    assert [(e.cps, e.pool, e.cut, e.unmet) for e in met] == [(165, 10, 155, 0)]
    cuts = told(done, SpendingCut)
    assert [(e.line, e.number, e.cps - e.kept) for e in cuts] == [("research", 3, 155)]
    assert done.state.sides["humans"].treasury == 0


@pytest.mark.rule("CW-9.5-16")
def test_a_ship_that_cannot_be_paid_any_more_stays_on_the_slip() -> None:
    state = republic("prowler")
    home = changed(state.colonies[f"{CAPITAL}-1"], shipyard_bays=200)
    humans = state.sides["humans"]
    guard = changed(humans.designs["guard"], ftl="second-stage")
    humans = changed(humans, designs={**humans.designs, "guard": guard})
    state = changed(state, colonies={**state.colonies, home.id: home}, sides={**state.sides, "humans": humans})
    total = income(state, "humans").available
    mine = sheet("humans", BuildUnits(home.id, "guard", 2, 40), StartProject("Lasers", CAPITAL, 2, total - 200))
    first = sheet("humans", Priorities(("ships",)), *(signed.order for signed in mine))
    done = month(state, *first, *raid(), dice=Faces(_4843=8))
    assert [b.paid for b in done.state.builds.values()] == [35]
    assert [(e.line, e.cps, e.kept) for e in told(done, SpendingCut)] == [("ships", 200, 35)]


@pytest.mark.rule("CW-9.5-16")
def test_what_nothing_can_pay_is_no_debt_but_a_question() -> None:
    state = republic("prowler")
    poor = {
        c.id: changed(c, size=c.size if c.hex == "4743" else 1) for c in state.colonies.values() if c.side == "humans"
    }
    poor["4743-1"] = changed(poor["4743-1"], size=4)
    state = changed(state, colonies={**state.colonies, **poor})
    done = month(state, *raid(), dice=Faces(_4843=8))
    assert [(e.cps, e.unmet) for e in told(done, RaidLossesMet)] == [(1, 0)]


@pytest.mark.rule("CW-9.5-19")
def test_the_game_master_says_whose_traffic_it_was_and_the_treasury_follows() -> None:
    state = month(republic("prowler"), *raid(), dice=Faces(_4942=5)).state
    (asked,) = (q for q in state.questions if q.rule == "CW-9.5-19")
    assert asked.choices == ("5041-1: 30 CPs",)
    before = state.sides["humans"].treasury
    done = amend(state, ChangeCatch(asked.id, "4743-1"), "it was the medicines").state
    assert done.sides["humans"].treasury == before - (165 - 30)
    assert next(q.answer for q in done.questions if q.id == asked.id) == "4743-1: 165 CPs"
    with pytest.raises(GameError):
        amend(done, ChangeCatch(asked.id, "4943-1"), "again")
    with pytest.raises(GameError):
        amend(state, ChangeCatch(asked.id, "0505-1"), "not theirs")


@pytest.mark.rule("CW-9.5-17")
def test_deep_raids_cost_what_the_game_master_says_and_bring_forces_they_move() -> None:
    state = month(with_fleet(republic("prowler"), "humans", CAPITAL, "guard"), *raid()).state
    poorer = amend(state, RaidCps("humans", 500, "vermin"), "a domino effect").state
    assert poorer.sides["humans"].treasury == state.sides["humans"].treasury - 500
    there = amend(state, PlaceFleet("vermin-F1", "4842"), "driven off").state
    assert there.fleets["vermin-F1"].raid is None
    assert amend(state, PlaceFleet("humans-F1", "4741"), "anti-raider fleets").state.fleets["humans-F1"].hex == "4741"


@pytest.mark.rule("CW-9.5-20")
def test_a_player_reckons_with_the_sum_of_the_chances_as_a_number_of_catches_from_what_they_know() -> None:
    state = republic("prowler")
    seen = {f"{hex_}-1": ColonySighting(f"{hex_}-1", "humans", hex_, 1, 0) for hex_ in WORLDS}
    knowledge = {**state.knowledge, "vermin": changed(state.knowledge["vermin"], colonies=seen)}
    view = view_for(changed(state, knowledge=knowledge), "vermin")
    found = estimate(view, COURSE, [state.sides["vermin"].designs["prowler"]])
    assert [hex_ for hex_, _ in found.hexes] == ["4941", "5042", "5043", "4942", "4843"]
    assert found.expected == "0.5"
    preview = check(view, (), RaidRoute("vermin-F1", COURSE))
    assert any("0.5 catches to be expected" in note.text for note in preview.notes)
    blind = check(view_for(state, "vermin"), (), RaidRoute("vermin-F1", COURSE))
    assert any("You know no colonies" in note.text for note in blind.notes), "the victim's truth is not looked at"
    assert courses(view, state.fleets["vermin-F1"])
    with pytest.raises(IllegalOrderError, match="names every hex"):
        check(view, (), RaidRoute("vermin-F1", ("4841", "5041")))
