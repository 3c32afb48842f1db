"""Rules about the frame of play: open or hidden boards, staying put, where CPs come from, what a month reports."""

from fractions import Fraction

import pytest

from render.campaign.report.pages import write_report
from rules.cluster_war.chapters.industry.building_orders import BuildUnits
from rules.cluster_war.chapters.movement.organising_orders import SetMission
from rules.cluster_war.chapters.research.project_orders import FundProject
from rules.cluster_war.model.economy.income import gross, income
from rules.cluster_war.model.economy.supply import grid_radius, is_connected, supply_grid
from rules.cluster_war.model.events.event import may_see
from rules.cluster_war.model.events.industry import UnitsDelivered
from rules.cluster_war.model.events.research import ResearchRolled
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Project
from rules.cluster_war.model.state.places import Cluster, Link, StarSystem
from rules.cluster_war.model.state.sides import KnownSystem
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import changed
from tests.rules.cluster_war.build import DESIGNS, DICE, body, sheet, side, small, star, with_colony, with_fleet
from tests.rules.cluster_war.scenes.case import Month, Scene
from tests.rules.cluster_war.scenes.play import founded, play


@pytest.mark.rule("CW-4.1-01")
def test_play_is_double_blind_unless_the_campaign_plays_with_an_open_board() -> None:
    hidden = with_fleet(small(), "vermin", "1010", "destroyer", name="Swarm")
    blind = adjudicate(hidden, (), DICE).state
    assert view_for(blind, "humans").foreign_fleets == {}
    open_board = changed(hidden, settings=Settings(open_play=True))
    seen = view_for(adjudicate(open_board, (), DICE).state, "humans")
    assert [(s.side, s.hex, s.ships) for s in seen.foreign_fleets.values()] == [("vermin", "1010", 1)]
    assert len(seen.sighted) == 400
    assert list(seen.foreign_colonies) == ["1818-3"]


@pytest.mark.rule("CW-4.1-03")
def test_a_fleet_that_stays_to_patrol_or_survey_needs_no_movement_order() -> None:
    state = small(systems=[star("0505", body(1))])
    state = with_fleet(state, "humans", "0505", "surveyor", name="Eyes")
    orders = sheet("humans", check(view_for(state, "humans"), (), SetMission("humans-F1", "survey")).order)
    after = adjudicate(state, orders, DICE).state
    assert after.fleets["humans-F1"].hex == "0505"
    assert after.knowledge["humans"].systems["0505"].level == "surveyed"


def rich() -> GameState:
    """Three worlds of 100 CPs: a plain one, one with Heavy Metals, one with Precious Gems."""
    worlds = [
        star("0305", body(1, max_cp=100)),
        star("0307", body(1, max_cp=100, resources=("Heavy Metals",))),
        star("0309", body(1, max_cp=100, resources=("Precious Gems",))),
    ]
    state = small(systems=worlds)
    for hex_ in ("0305", "0307", "0309"):
        state = with_colony(state, "humans", hex_, 1, 100)
    return state


@pytest.mark.rule("CW-5.0-01")
def test_cps_come_from_colonies_strategic_and_special_resources() -> None:
    assert income(rich(), "humans").production == 1000 + 100 + 200 + 500


@pytest.mark.rule("CW-7.0-01")
def test_without_new_colonies_conquest_or_growth_an_economy_stands_still() -> None:
    state = rich()
    before = income(state, "humans").production
    for _ in range(3):
        state = adjudicate(state, (), DICE).state
    assert income(state, "humans").production == before
    won = changed(
        state, colonies={**state.colonies, "1818-3": changed(state.colonies["1818-3"], side="humans", size=40)}
    )
    assert gross(won, "humans") == gross(state, "humans") + 40


@pytest.mark.rule("CW-5.0-13", "CW-18.0-01")
def test_the_months_report_tells_next_turns_production_and_what_was_built_and_found() -> None:
    state = small()
    home = changed(state.colonies["0303-3"], shipyard_bays=40)
    project = Project("humans-P1", "humans", "Beams", "0303", 2)
    state = changed(state, colonies={**state.colonies, home.id: home}, projects={"humans-P1": project})
    orders = sheet("humans", BuildUnits("0303-3", "destroyer", 1, 20), FundProject("humans-P1", 250))
    result = adjudicate(state, orders, DICE)
    seen = [event for event in result.events if may_see(event, "humans")]
    assert {type(e) for e in seen} >= {UnitsDelivered, ResearchRolled}
    report = write_report(view_for(result.state, "humans"), seen, campaign="Reach")
    assert "1650 CPs" in report.replace("**", "")
    assert "Beams" in report
    assert "DD01" in report


@pytest.mark.rule("CW-5.0-13")
def test_the_report_tells_production_repairs_new_units_research_and_what_spies_did() -> None:
    start = {
        "sides": {
            "humans": {
                "fleet": [{"name": "Guard", "ships": {"DD": 1}}, {"name": "Eyes", "ships": {"SV": 1}, "hex": "0906"}]
            }
        }
    }
    met = play(founded(Scene("a report", ("5 economy",), start, ())), Month((), {}, (), {}, ())).after
    hurt = "SetDamage units=humans/DD01 component='Beam emitter 3' damaged=2 destroyed=0 burnt=0 loose=0"
    sheet_ = (
        "repair DD01 at Terra",
        "build 1 Cruiser at Terra using 60",
        "research Beams at 0505 steps 1 with 500",
        'spy "Vermin Horde" fleets with 500 for "count them" on 0905 as Nightfall',
    )
    played = play(met, Month((hurt,), {"humans": sheet_}, (), {"research/": 1, "spy/": 50, "stress/": 100}, ()))
    seen = [event for event in played.events if may_see(event, "humans")]
    report = write_report(view_for(played.after, "humans"), seen, campaign="Reach").replace("**", "")
    for said in (
        "Turn 3 is open: 511 CPs to spend (240 production and 271 from the treasury)",
        "DD01 was repaired by Terra",
        "1 × Cruiser delivered at Terra",
        "Beams (P1): finished! (step 1 of 1, 500 CPs, chance 40 %)",
        "Nightfall against Vermin Horde: a ruling says what happens (planning with 500 CPs",
    ):
        assert said in report, f"{said!r} is not in\n{report}"


def with_drives(state: GameState, ftl: str, levels: int = 0) -> GameState:
    designs = {
        k: changed(d, ftl=ftl, ftl_levels=levels, drive=Fraction(1)) for k, d in DESIGNS.items() if d.kind == "ship"
    }
    return changed(state, sides={**state.sides, "humans": side("humans", designs=designs)})


@pytest.mark.rule("CW-7.0-10")
def test_with_other_drives_a_grid_reaches_one_jump() -> None:
    state = with_colony(small(systems=[star("0308", body(1))]), "humans", "0308", 1, 10)
    assert grid_radius(state, "humans") == 1
    assert not is_connected(state, "humans", "0308-1")
    wide = with_drives(state, "warp", levels=1)
    assert grid_radius(wide, "humans") == 2
    assert "0301" in supply_grid(wide, "humans")
    assert is_connected(wide, "humans", "0308-1")
    assert supply_grid(view_for(wide, "humans"), "humans") == supply_grid(wide, "humans")


@pytest.mark.rule("CW-7.0-10")
def test_with_string_drives_a_grid_takes_in_the_systems_one_line_away() -> None:
    state = with_drives(small(systems=[star("0909", body(1))]), "string")
    cluster = Cluster(20, 20, state.cluster.systems, links=(Link("0303", "0909"),))
    known = {"0303": KnownSystem("0303", "surveyed", 1)}
    knowledge = {**state.knowledge, "humans": changed(state.knowledge["humans"], systems=known)}
    gear = changed(state.sides["humans"], race=changed(state.sides["humans"].race, drives=("String",)))
    linked = changed(state, cluster=cluster, knowledge=knowledge, sides={**state.sides, "humans": gear})
    assert "0909" in supply_grid(linked, "humans")
    assert supply_grid(view_for(linked, "humans"), "humans") == supply_grid(linked, "humans")


@pytest.mark.rule("CW-B-09", "CW-2.0-03")
def test_objects_without_planets_are_on_everybodys_map_and_planets_are_not() -> None:
    empty = StarSystem("0606", ("Neb",))
    state = small(systems=[star("0505", body(1)), empty])
    view = view_for(state, "vermin")
    assert view.objects["0606"] == ("Neb",)
    assert view.objects["0505"] == ("G",)
    assert "0505" not in view.systems
    assert "max_cp" not in repr(view.objects)
