"""Raids at their edges: who is prey, who guards, what is seen, what is refused (CW-9.5)."""

import pytest

from rules.cluster_war.chapters.combat.arms import guards_at, is_warship
from rules.cluster_war.chapters.combat.raid_orders import MOST_HEXES, RaidRoute, estimate, known_colonies
from rules.cluster_war.chapters.combat.raid_traffic import traffic_of
from rules.cluster_war.chapters.detection.cloaks import hidden_raiders
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.model.economy.income import income
from rules.cluster_war.model.events.raids import (
    FreighterRobbed,
    RaidersFaced,
    RaidLossesMet,
    TrafficCaught,
    TrafficLost,
    TrafficSought,
)
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Base, Leg
from rules.cluster_war.model.state.sides import ColonySighting
from rules.cluster_war.model.state.war import Raid
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import GameError, IllegalOrderError, changed
from tests.rules.cluster_war.build import change_fleet, draft_of, sheet, with_fleet
from tests.rules.cluster_war.chapters.combat.raiders import CAPITAL, COURSE, SHIPS, WORLDS, Faces, month, raid, republic
from tests.rules.cluster_war.yard import told

PLAIN = Settings()


def laden(state: GameState, ship: str, cargo: int) -> GameState:
    """The state with CPs aboard a ship."""
    return changed(state, ships={**state.ships, ship: changed(state.ships[ship], cargo=cargo)})


def minded(state: GameState, side: str, attitude: str) -> GameState:
    """The state with a side of another attitude."""
    found = state.sides[side]
    return changed(state, sides={**state.sides, side: changed(found, race=changed(found.race, attitude=attitude))})


def moved(state: GameState, *path: str) -> tuple[SignedOrder, ...]:
    """The humans' trader goes along these hexes, beside the raid."""
    return sheet("humans", MoveFleet("humans-F1", tuple(Leg(hex_) for hex_ in path)))


@pytest.mark.rule("CW-9.5-07", "CW-9.5-09")
def test_a_command_freighter_is_prey_in_a_hex_that_it_passes_and_not_where_it_jumps_over() -> None:
    for drive, robbed in (("warp", True), ("jump", False)):
        state = with_fleet(republic("prowler", drive=drive), "humans", "4736", "trader")
        fast = changed(state.sides["humans"].designs["trader"], ftl_levels=7, ftl_doubled=True)
        humans = changed(state.sides["humans"], designs={**state.sides["humans"].designs, "trader": fast})
        state = laden(changed(state, sides={**state.sides, "humans": humans}), "humans/TR01", 40)
        dice = Faces(**{"humans-F1": 1})
        done = month(state, *raid("4739"), *moved(state, "4742"), dice=dice)
        met = [e.hex for e in told(done, TrafficSought)]
        assert bool(told(done, FreighterRobbed)) == robbed, (drive, met)


@pytest.mark.rule("CW-9.5-04", "CW-9.5-07")
def test_a_command_freighter_in_a_system_is_caught_as_often_as_traffic_there() -> None:
    state = laden(with_fleet(republic("prowler"), "humans", "5041", "trader"), "humans/TR01", 40)
    done = month(state, *raid("4841", "4941", "5041"), dice=Faces(**{"humans-F1": 30}))
    assert [e.cps for e in told(done, FreighterRobbed)] == [40]
    missed = month(state, *raid("4841", "4941", "5041"), dice=Faces(**{"humans-F1": 31}))
    assert not told(missed, FreighterRobbed)


@pytest.mark.rule("CW-9.5-05", "CW-9.5-07")
def test_an_armed_fleet_with_cargo_is_no_prey_and_an_empty_freighter_gives_nothing() -> None:
    state = with_fleet(republic("corsair"), "humans", "4742", "guard", "trader")
    done = month(laden(state, "humans/TR01", 40), *raid("4741", "4742"), dice=Faces(**{"humans-F1": 1}))
    assert not told(done, FreighterRobbed), "hidden raiders are not met, and leave armed ships alone"
    empty = with_fleet(republic("prowler"), "humans", "4742", "trader")
    assert not told(month(empty, *raid("4741", "4742"), dice=Faces(**{"humans-F1": 1})), TrafficSought)


@pytest.mark.rule("CW-9.5-05", "CW-9.5-11")
def test_hidden_raiders_pass_by_the_guard_of_a_system_and_are_not_told_that_they_were_faced() -> None:
    guarded = with_fleet(republic("corsair"), "humans", "5041", "guard")
    done = month(guarded, *raid("4841", "4941", "5041"), dice=Faces(_5041=30))
    assert [e.hex for e in told(done, TrafficCaught)] == ["5041"]
    assert not told(done, RaidersFaced)


@pytest.mark.rule("CW-9.5-15")
def test_takers_take_no_more_than_was_caught() -> None:
    state = republic("prowler")
    many = changed(state.sides["vermin"].designs["prowler"], cargo_bays=50)
    vermin = changed(state.sides["vermin"], designs={**state.sides["vermin"].designs, "prowler": many})
    state = changed(state, sides={**state.sides, "vermin": vermin})
    done = month(state, *raid("4841", "4842", "4843", cargo="take"), dice=Faces(_4843=1))
    assert [(e.cps, e.taken) for e in told(done, TrafficCaught)] == [(165, 165)]
    assert done.state.ships["vermin/PR01"].cargo == 165


@pytest.mark.rule("CW-9.5-11", "CW-9.5-14")
def test_the_victim_does_not_hear_who_raided_where_it_sees_nothing() -> None:
    done = month(republic("prowler"), *raid(), dice=Faces(_4942=1))
    seen = {e.hex: e.by for e in told(done, TrafficLost)}
    away = republic("prowler")
    short = changed(away, settings=changed(away.settings, rulings=away.settings.rulings))
    assert seen == {"4942": "vermin"}
    far = month(short, *raid("4841", "4941"), dice=Faces(_4941=1))
    assert [e.by for e in told(far, TrafficLost)] == ["vermin"]


@pytest.mark.rule("CW-9.5-12")
def test_only_armed_ships_on_escort_are_with_the_prey() -> None:
    for design, mission in (("trader", "escort"), ("guard", "patrol"), ("guard", "none")):
        state = with_fleet(republic("prowler"), "humans", "5043", design, mission=mission, escorts_since=-4)  # type: ignore[arg-type] # a mission
        done = month(state, *raid("4841", "4941", "5042"), dice=Faces(_5042=1))
        assert told(done, TrafficLost), (design, mission)
        assert not told(done, RaidersFaced), (design, mission)


@pytest.mark.rule("CW-9.5-06")
def test_the_risk_of_staying_begins_with_the_second_week_in_one_hex_and_anew_after_each_move() -> None:
    state = republic("prowler", at="5042")
    here = change_fleet(state, "vermin-F1", raid=Raid("destroy", "5042", 0))
    [asked] = [q for q in month(here).state.questions if q.rule == "CW-9.5-06"]
    assert "for 4 weeks" in asked.text
    assert "(100, over 40)" in asked.suggestion
    first = change_fleet(state, "vermin-F1", raid=Raid("destroy", "5043", 3))
    [anew] = [q for q in month(first).state.questions if q.rule == "CW-9.5-06"]
    assert "for 4 weeks" in anew.text, "three weeks elsewhere do not count"
    off_route = change_fleet(republic("prowler", at="4738"), "vermin-F1", raid=Raid("destroy", "4738", 3))
    assert not [q for q in month(off_route).state.questions if q.rule == "CW-9.5-06"]


@pytest.mark.rule("CW-9.5-10")
def test_on_fixed_lines_both_the_chance_and_the_risk_are_greater() -> None:
    state = republic("prowler", at="5041", drive="string")
    state = change_fleet(state, "vermin-F1", raid=Raid("destroy", "5041", 0))
    traffic = traffic_of(draft_of(state), "humans")
    assert traffic.fixed
    assert "5041" in traffic.systems
    [asked] = [q for q in month(state).state.questions if q.rule == "CW-9.5-06"]
    assert "over 50)" in asked.suggestion
    assert not traffic_of(draft_of(republic("prowler")), "humans").fixed
    mixed = republic("prowler", drive="string")
    humans = mixed.sides["humans"]
    designs = {**humans.designs, "trader": changed(humans.designs["trader"], ftl="warp")}
    mixed = changed(mixed, sides={**mixed.sides, "humans": changed(humans, designs=designs)})
    assert not traffic_of(draft_of(mixed), "humans").fixed, "some of its ships go where they like"


@pytest.mark.rule("CW-9.5-19")
def test_the_nearest_of_those_whose_cps_pass_is_caught_not_the_richest() -> None:
    traffic = traffic_of(draft_of(republic()), "humans")
    assert traffic.routes["5044"] == ("4943-1", "4743-1", "5041-1")
    assert traffic.systems[CAPITAL] == ("4943-1", "4743-1", "5041-1")
    done = month(republic("prowler", at="5043"), *raid("5044"), dice=Faces(_5044=10))
    assert [(e.colony, e.cps) for e in told(done, TrafficLost)] == [("4943-1", 305 // 4)]


@pytest.mark.rule("CW-9.5-02", "CW-9.5-19")
def test_traffic_runs_to_the_largest_colony_where_the_home_is_lost_and_needs_two_colonies() -> None:
    state = republic()
    humans = changed(state.sides["humans"], home="0101", home_orbit=1)
    lost = changed(state, sides={**state.sides, "humans": humans})
    lost = changed(lost, colonies={k: c for k, c in lost.colonies.items() if c.hex != CAPITAL})
    traffic = traffic_of(draft_of(lost), "humans")
    assert traffic.systems["4743"][0] == "4943-1", "the hub gets what the others send"
    assert traffic.routes["4843"][0] == "4943-1"
    alone = changed(lost, colonies={k: c for k, c in lost.colonies.items() if c.hex == "4743" or c.side != "humans"})
    assert traffic_of(draft_of(alone), "humans").systems == {}


@pytest.mark.rule("CW-9.5-20")
def test_the_estimate_counts_systems_and_routes_of_those_it_is_not_at_peace_with() -> None:
    state = republic("prowler")
    seen = {f"{hex_}-1": ColonySighting(f"{hex_}-1", "humans", hex_, 1, 0) for hex_ in WORLDS}
    state = changed(state, knowledge={**state.knowledge, "vermin": changed(state.knowledge["vermin"], colonies=seen)})
    view = view_for(state, "vermin")
    mine = [state.sides["vermin"].designs["prowler"]]
    assert estimate(view, ("4941", "5041", "4739"), mine).hexes == (("4941", 10), ("5041", 30))
    assert set(known_colonies(view)) == {"humans"}
    assert known_colonies(view_for(changed(state, peace=("humans|vermin",)), "vermin")) == {}


@pytest.mark.rule("CW-9.5-05")
def test_who_stands_guard() -> None:
    month_ = draft_of(with_fleet(republic(), "humans", "4742", "trader"))
    assert not guards_at(month_, "humans", "4742")
    fort = Base("humans/FT01", "humans", "fort", "Gate", "4742")
    for base, stands in ((fort, True), (changed(fort, ready=2), False), (changed(fort, towed_by="humans-F1"), False)):
        state = changed(republic(), bases={fort.id: base})
        assert guards_at(draft_of(state), "humans", "4742") == stands
    survey = changed(SHIPS["guard"], survey_bays=1)
    assert [is_warship(d, PLAIN) for d in (SHIPS["guard"], survey, SHIPS["trader"], SHIPS["fort"])] == [
        True,
        False,
        False,
        True,
    ]


@pytest.mark.rule("CW-9.5-11", "CW-12.0-09", "CW-12.0-10")
def test_a_cloak_hides_raiders_from_lrs_of_its_own_level_and_one_level_less_in_a_nebula() -> None:
    state = change_fleet(republic("corsair", "corsair", at="4743"), "vermin-F1", raid=Raid("destroy"))

    def hidden(state: GameState, lrs: int) -> bool:
        keen = changed(state.sides["humans"], lrs_level=lrs)
        draft = draft_of(changed(state, sides={**state.sides, "humans": keen}))
        return hidden_raiders(draft, draft.fleets["vermin-F1"], "humans")

    assert [hidden(state, lrs) for lrs in (0, 1, 2)] == [True, True, False]
    foggy = changed(state.cluster.systems["4743"], codes=("G", "Neb"))
    cluster = changed(state.cluster, systems={**state.cluster.systems, "4743": foggy})
    assert [hidden(changed(state, cluster=cluster), lrs) for lrs in (0, 1)] == [True, False]
    assert not hidden(change_fleet(state, "vermin-F1", raid=None), 1), "not out on a raid"
    mixed = change_fleet(republic("corsair", "prowler", at="4743"), "vermin-F1", raid=Raid("destroy"))
    assert not hidden(mixed, 1)


@pytest.mark.rule("CW-9.5-14", "CW-9.5-16")
def test_a_loss_is_met_from_what_is_left_first() -> None:
    state = republic("prowler")
    whole = income(state, "humans").available
    done = month(state, *raid(), dice=Faces(_4843=8))
    assert [(e.cps, e.pool, e.cut, e.unmet) for e in told(done, RaidLossesMet)] == [(165, 165, 0, 0)]
    assert done.state.sides["humans"].treasury == whole - 165


@pytest.mark.rule("CW-9.5-01", "CW-9.5-22")
def test_raids_that_cannot_be_gone_are_refused_and_change_nothing() -> None:
    state = republic("prowler")
    view = view_for(state, "vermin")
    back_and_forth = tuple("4739" if n % 2 == 0 else "4740" for n in range(MOST_HEXES + 1))
    with pytest.raises(IllegalOrderError, match="1 to 24 hexes, not 25"):
        check(view, (), RaidRoute("vermin-F1", back_and_forth))
    assert check(view, (), RaidRoute("vermin-F1", back_and_forth[:MOST_HEXES])).arrives
    with pytest.raises(IllegalOrderError, match="not 0"):
        check(view, (), RaidRoute("vermin-F1", ()))
    with pytest.raises(GameError, match="rules out"):
        check(view_for(minded(state, "vermin", "Peaceful"), "vermin"), (), RaidRoute("vermin-F1", COURSE))
    unarmed = with_fleet(republic(), "vermin", "4740", "trader")
    with pytest.raises(IllegalOrderError, match="no armed ship"):
        check(view_for(unarmed, "vermin"), (), RaidRoute("vermin-F1", COURSE))
    with pytest.raises(GameError, match="You have no fleet"):
        check(view, (), RaidRoute("humans-F1", COURSE))
    refused = month(state, *raid(fleet="vermin-F9"))
    assert refused.state.fleets["vermin-F1"].raid is None
