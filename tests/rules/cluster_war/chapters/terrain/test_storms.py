"""Storms and asteroids played through whole turns: who rolls, and with which force."""

from fractions import Fraction

import pytest

from rules.cluster_war.chapters.terrain.ship_damage import as_percent, chance_of_harm, chance_over, effect_of, is_exempt
from rules.cluster_war.model.events.movement import FleetArrived
from rules.cluster_war.model.events.terrain import StormSeen, TerrainBraved
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.places import Weather
from rules.cluster_war.model.state.war import Wounds
from rules.cluster_war.model.worlds.terrain import next_weather
from rules.dice import Dice
from rules.values import changed
from tests.rules.cluster_war.build import change_fleet
from tests.rules.cluster_war.chapters.movement.drive_fleets import OTHERS, go
from tests.rules.cluster_war.chapters.terrain.skies import (
    ALL,
    HERE,
    SEEN_FROM,
    Rigged,
    month,
    of,
    one_blow,
    rolled,
    skies,
    struck,
    there,
)


@pytest.mark.rule("CW-14.0-01")
def test_terrain_is_scenery_in_a_campaign_that_does_not_want_it_kind_by_kind() -> None:
    for settings, harmed in (
        (Settings(), False),
        (Settings(terrain=("AST",)), False),
        (Settings(terrain=("MAG",)), True),
    ):
        state = there(skies("Mag", settings=settings), "cruiser")
        _, events = month(state, dice=Rigged({"/passage": 60}))
        assert bool(struck(events)) is harmed


@pytest.mark.rule("CW-14.0-04", "CW-14.0-03")
def test_a_ship_rolls_for_every_asteroid_hex_that_it_enters_and_for_each_week_that_it_stays() -> None:
    state = there(skies("Ast"), "warp-open", hex_="0605")
    state, events = month(state, go("humans-F1", HERE))
    assert rolled(events) == [(HERE, 4)], "a warp drive takes four weeks for a hex"
    _, events = month(state)
    assert rolled(events) == [(HERE, week) for week in (5, 6, 7, 8)]


@pytest.mark.rule("CW-14.0-04")
def test_several_hexes_of_one_week_are_one_roll_each() -> None:
    state = skies("Ast")
    system = state.cluster.systems[HERE]
    systems = {**state.cluster.systems, "0607": changed(system, hex="0607")}
    state = changed(state, cluster=changed(state.cluster, systems=systems))
    fast = changed(OTHERS["warp"], id="racer", prefix="RC", ftl_levels=7)
    owner = state.sides["humans"]
    state = changed(state, sides={**state.sides, "humans": changed(owner, designs={**owner.designs, "racer": fast})})
    _, events = month(there(state, "racer", hex_="0605"), go("humans-F1", "0608"))
    assert {(e.hex, e.week) for e in of(events, TerrainBraved)} == {(HERE, 1), ("0607", 1)}


@pytest.mark.rule("CW-14.0-04", "CW-14.0-14")
@pytest.mark.parametrize("code", ["Ast", "Ion"])
@pytest.mark.parametrize("drive", ["cruiser", "jump", "foldspace", "string", "wormhole"])
def test_drives_that_use_other_dimensions_ignore_asteroids_and_ion_storms(code: str, drive: str) -> None:
    _, events = month(there(skies(code, force=5), drive), dice=Rigged({"/passage": 100}))
    assert rolled(events) == []
    _, events = month(there(skies(code, force=5), "skip", "warp"), dice=Rigged({"/passage": 1}))
    assert len(rolled(events)) == 4


@pytest.mark.rule("CW-14.0-17", "CW-14.0-14")
def test_a_drive_that_no_longer_works_spares_nobody_who_is_stranded_in_an_ion_storm() -> None:
    state = there(skies("Ion"), "cruiser")
    hurt = changed(state.ships["humans/CR01"], wounds=Wounds(destroyed={"Drive 3G": 6}))
    _, events = month(changed(state, ships={"humans/CR01": hurt}))
    assert len(rolled(events)) == 4


@pytest.mark.rule("CW-14.0-08")
def test_a_gravitic_storm_reaches_a_fleet_that_passes_it_in_ftl_space_once() -> None:
    state = there(skies("Grv", force=1), "cruiser", hex_="0604")
    state, events = month(state, go("humans-F1", "0608"))
    assert rolled(events) == []
    seen = []
    for _ in range(3):
        state, events = month(state)
        arrived = {e.week for e in of(events, FleetArrived)}
        seen += rolled(events)
        assert {week for _, week in rolled(events)} <= arrived
    assert [hex_ for hex_, _ in seen] == [HERE]


@pytest.mark.rule("CW-14.0-08")
def test_a_campaign_may_exempt_a_drive_from_gravitic_storms() -> None:
    design = skies("Grv").sides["humans"].designs["cruiser"]
    house = changed(ALL, overrides={"CW-TAB-WEATHER-DRIVES/second-stage/exempt": "AST ION GRV"})
    assert not is_exempt(design, "GRV", ALL)
    assert is_exempt(design, "GRV", house)
    assert is_exempt(design, "ION", ALL)
    assert not is_exempt(changed(design, drive=Fraction(0)), "ION", ALL)
    _, events = month(there(skies("Grv", settings=house), "cruiser"))
    assert rolled(events) == []


@pytest.mark.rule("CW-14.0-07")
def test_a_void_jammer_enters_asteroids_rolls_there_and_loses_a_week_if_it_goes_straight_through() -> None:
    state = there(skies("Ast"), "void-jammer", hex_="0605")
    state, events = month(state, go("humans-F1", "0607"))
    assert rolled(events) == [(HERE, 2), (HERE, 3), (HERE, 4)]
    state, events = month(state)
    assert [e.week for e in of(events, FleetArrived)] == [5], "four weeks by its speed, and one more"


# --- Their force


@pytest.mark.rule("CW-14.0-09")
@pytest.mark.parametrize("code", ["Grv", "Ion", "Mag"])
def test_a_storms_force_is_a_die_less_one(code: str) -> None:
    state = changed(skies(code), weather={})
    for face in range(1, 7):
        after = next_weather(state, Rigged({"weather": face}), str)
        assert after[HERE].force == {code.upper(): face - 1}
    assert next_weather(skies("Neb"), Rigged(), str) == {}


@pytest.mark.rule("CW-14.0-10")
def test_each_level_of_force_adds_ten_to_the_roll() -> None:
    assert effect_of("GRV", 85, 2, ALL) == "crushed"
    assert effect_of("GRV", 85, 1, ALL) == "ripple"
    assert effect_of("GRV", 85, 0, ALL) == "overload"
    assert effect_of("AST", 80, 5, ALL) == "nothing", "asteroids have no force"
    assert [as_percent(chance_of_harm("ION", force, ALL)) for force in range(6)] == [50, 60, 70, 80, 90, 100]
    assert as_percent(Fraction(999, 1000)) == 99, "what may fail is never told as certain"
    assert chance_of_harm("MAG", 3, ALL, deadly=True) == Fraction(30, 100)
    assert chance_of_harm("AST", None, ALL) == Fraction(20, 100)
    assert chance_over(Fraction(1, 2), 2) == Fraction(3, 4)
    _, blow = one_blow("Grv", 85, force=2)
    assert blow is not None
    assert blow.effect == "crushed"
    assert blow.cause.modifiers[0].value == 20


@pytest.mark.rule("CW-14.0-11")
def test_storms_change_from_turn_to_turn_and_those_that_the_game_master_has_fixed_do_not() -> None:
    state = skies("Ion", "Mag")
    state = changed(state, weather={HERE: Weather({"ION": 4, "MAG": 4}, ("MAG",))})
    forces = set()
    for turn in range(12):
        state, _ = month(state, dice=Dice(bytes(32), "storms", turn))
        forces.add(state.weather[HERE].force["ION"])
        assert state.weather[HERE].force["MAG"] == 4
    assert len(forces) > 2


@pytest.mark.rule("CW-14.0-11")
def test_who_has_a_storm_in_view_is_told_its_force_and_nobody_else_is() -> None:
    state = there(changed(skies("Ion"), weather={HERE: Weather({"ION": 2})}), "cruiser", hex_=SEEN_FROM)
    after, events = month(state, dice=Rigged({"weather": 5}))
    told = of(events, StormSeen)
    assert [(e.seen_by, e.force, e.was, e.turn) for e in told] == [(("humans",), 2, -1, 1), (("humans",), 4, 2, 2)]
    assert after.knowledge["humans"].weather[HERE].force == {"ION": 4}
    assert after.knowledge["humans"].weather[HERE].turn == 2
    assert after.knowledge["vermin"].weather == {}
    assert all(not e.cause.rolls for e in told), "the dice of storms are shown to nobody"


def test_a_real_month_in_all_storms_at_once_keeps_its_books() -> None:
    state = skies("Grv", "Mag", "Ion", "Ast", "Rad", force=2)
    state = there(state, "cruiser", "open", "carrier", "bare-boat", "boat-shield", "warp-open", "freighter")
    state = change_fleet(state, "humans-F1", mission="patrol")
    for turn in range(4):
        state, _ = month(state, dice=Dice(bytes(32), "all", turn))
