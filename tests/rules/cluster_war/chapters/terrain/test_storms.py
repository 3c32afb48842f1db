"""Storms and asteroids played through whole turns: who rolls, with which force, and what comes of each row."""

from fractions import Fraction

import pytest

from rules.cluster_war.chapters.terrain.ship_damage import (
    EFFECTS,
    TABLES,
    as_percent,
    chance,
    chance_over,
    effect_of,
    is_exempt,
)
from rules.cluster_war.model.events.movement import FleetArrived
from rules.cluster_war.model.events.terrain import HoldsBroken, ShipStruck, ShipsWrecked, StormSeen, TerrainBraved
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.places import Weather
from rules.cluster_war.model.state.war import Wounds
from rules.cluster_war.model.unit_design.wounded import ALL_HANDS
from rules.cluster_war.model.worlds.terrain import next_weather
from rules.dice import Dice
from rules.values import changed
from tests.rules.cluster_war.build import change_fleet
from tests.rules.cluster_war.chapters.movement.drive_fleets import OTHERS, go
from tests.rules.cluster_war.chapters.terrain.skies import (
    ALL,
    HERE,
    Rigged,
    month,
    of,
    out,
    rolled,
    skies,
    struck,
    there,
)

SEEN_FROM = "0605"


def one_blow(
    code: str, roll: int, design: str = "cruiser", *, force: int = 0, cargo: int = 0, **faces: object
) -> tuple[GameState, ShipStruck | None]:
    """A ship is in a hex for a month, and rolls this in the first week; afterwards it comes through."""
    rig = {"/passage": 1, f"/1/humans/{_prefix(design)}01/passage": roll, **{f"/{k}": v for k, v in faces.items()}}
    before = there(skies(code, force=force), design)
    before = changed(before, ships={key: changed(ship, cargo=cargo) for key, ship in before.ships.items()})
    state, events = month(before, dice=Rigged(rig))  # type: ignore[arg-type]
    blows = of(events, ShipStruck)
    assert len(blows) <= 1
    return state, blows[0] if blows else None


def _prefix(design: str) -> str:
    state = skies("G")
    return state.sides["humans"].designs[design].prefix


# --- Who rolls


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
    assert [as_percent(chance("ION", force, ALL)) for force in range(6)] == [50, 60, 70, 80, 90, 100]
    assert as_percent(Fraction(999, 1000)) == 99, "what may fail is never told as certain"
    assert chance("MAG", 3, ALL, deadly=True) == Fraction(30, 100)
    assert chance("AST", None, ALL) == Fraction(20, 100)
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


# --- Asteroids


@pytest.mark.rule("CW-14.0-05")
def test_a_grain_of_sand_is_a_drill_of_15_points_which_shields_stop_only_if_all_of_them_are_on_line() -> None:
    _state, blow = one_blow("Ast", 81, "warp-cruiser", impact=(3, 4))
    assert blow is not None
    assert (blow.effect, blow.cause.rule) == ("grain", "CW-14.0-05")
    assert blow.harm.startswith("15 points, 11 of them through")
    assert [roll.sides for roll in blow.cause.rolls] == [100, 10]
    assert len(blow.cause.rolls[1].faces) == 2
    burnt = there(skies("Ast"), "warp-cruiser")
    ship = changed(burnt.ships["humans/WS01"], wounds=Wounds(burnt=1))
    _, events = month(changed(burnt, ships={ship.id: ship}), dice=Rigged({"/1/humans/WS01/passage": 95}))
    assert of(events, ShipStruck)[0].harm.startswith("15 points, 15 of them through")


@pytest.mark.rule("CW-14.0-06")
def test_a_rock_is_an_explosion_of_60_points_of_which_shields_stop_a_part() -> None:
    for roll in (96, 100):
        state, blow = one_blow("Ast", roll, "warp-cruiser", impact=(2, 2))
        assert blow is not None
        assert blow.effect == "rock"
        assert blow.lost
        assert blow.harm.startswith("60 points, 56 of them through")
        assert "humans/WS01" not in state.ships
        assert [roll.sides for roll in blow.cause.rolls] == [100, 6]


def test_nothing_happens_up_to_80() -> None:
    state, blow = one_blow("Ast", 80, "warp-cruiser")
    assert blow is None
    assert out(state.ships["humans/WS01"]) == 0


# --- Gravitic storms


@pytest.mark.rule("CW-14.0-12")
@pytest.mark.parametrize(
    ("roll", "effect"),
    [(50, ""), (51, "shear"), (70, "shear"), (71, "overload"), (90, "overload"), (91, "ripple"), (100, "ripple")],
)
def test_the_rows_of_a_gravitic_storm(roll: int, effect: str) -> None:
    _, blow = one_blow("Grv", roll, "open", cargo=45, bays=1)
    assert (blow.effect if blow is not None else "") == effect


@pytest.mark.rule("CW-14.0-12", "CW-14.0-20")
@pytest.mark.parametrize(
    ("code", "roll", "design", "faces", "why"),
    [
        ("Mag", 60, "open", {}, "OP01: it has no shields that could burn out"),
        ("Grv", 60, "cruiser", {}, "CR01: 2 of 2 bays broke loose: nothing that was in them"),
        ("Grv", 60, "open", {"/bays": 99}, "OP01: 0 of 6 bays broke loose"),
    ],
)
def test_a_storm_that_finds_nothing_to_hurt_is_told_as_passing(
    code: str, roll: int, design: str, faces: dict[str, int], why: str
) -> None:
    rig = Rigged({"/passage": 1, f"/1/humans/{_prefix(design)}01/passage": roll, **faces})
    before = there(skies(code), design)
    after, events = month(before, dice=rig)
    assert of(events, ShipStruck) == []
    assert [(s.wounds, s.cargo) for s in after.ships.values()] == [(s.wounds, s.cargo) for s in before.ships.values()]
    first, *others = of(events, TerrainBraved)
    assert (first.ships, first.spared, first.seen_by) == (1, (why,), ("humans",))
    assert first.cause.rolls[0].total == roll, "the die that struck is shown"
    assert not any(one.spared for one in others)


@pytest.mark.rule("CW-14.0-12")
def test_each_cargo_bay_and_each_hangar_bay_breaks_loose_on_ten_of_a_hundred() -> None:
    state = there(skies("Grv"), "open")
    ship = changed(state.ships["humans/OP01"], cargo=45, supplies=30)
    state = changed(state, ships={ship.id: ship})
    rig = Rigged({"/passage": 1, "/1/humans/OP01/passage": 60, "/bays": (10, 11, 1, 50, 99, 99)})
    after, events = month(state, dice=rig)
    assert len(of(events, ShipStruck)[0].cause.rolls[1].faces) == 6
    (loose,) = of(events, HoldsBroken)
    assert (loose.cps, loose.supplies) == (25, 15), "goods in the first bay and the third, where supplies begin"
    assert after.ships["humans/OP01"].cargo == 20
    assert loose.seen_by == ("humans",)


@pytest.mark.rule("CW-14.0-12")
def test_craft_in_a_hangar_bay_that_breaks_loose_are_lost_and_none_in_a_hangar_rolls_by_itself() -> None:
    state = there(skies("Grv"), "carrier", "bare-boat", "bare-boat")
    rig = Rigged({"/passage": 1, "/1/humans/CV01/passage": 60, "/bays": (99, 3)})
    after, events = month(state, dice=rig)
    assert sorted(after.ships) == ["humans/CV01", "humans/OB01"]
    assert of(events, ShipsWrecked)[0].ships == ("humans/OB02",)
    assert all(e.ships == 1 for e in of(events, TerrainBraved))


@pytest.mark.rule("CW-14.0-12")
def test_a_random_component_takes_a_dies_damage_and_a_ripple_two_dice_anywhere() -> None:
    state, blow = one_blow("Grv", 71, component=2, damage=4)
    assert blow is not None
    assert "Drive 3G overloads" in blow.harm
    assert state.ships["humans/CR01"].wounds.damaged == {"Drive 3G": 3}
    assert state.ships["humans/CR01"].wounds.destroyed == {"Drive 3G": 1}
    state, blow = one_blow("Grv", 95, damage=(2, 3), places=(1, 2, 8, 12, 16, 20))
    assert out(state.ships["humans/CR01"]) == 5


@pytest.mark.rule("CW-14.0-12")
def test_beyond_a_hundred_the_ship_is_crushed_with_all_aboard_and_who_watched_is_told_nothing() -> None:
    state = there(skies("Grv", force=1), "cruiser", "open")
    state = there(state, "scout", owner="vermin", hex_=SEEN_FROM)
    after, events = month(state, dice=Rigged({"/passage": 1, "/humans/CR01/passage": 91}))
    assert "humans/CR01" not in after.ships
    assert "humans/OP01" in after.ships
    assert after.fleets["humans-F1"].ships == ("humans/OP01",)
    assert all(e.seen_by == ("humans",) for e in events if isinstance(e, ShipStruck | ShipsWrecked))
    assert after.knowledge["vermin"].fleets["C1"].ships == 1


# --- Ion and magnetic storms


@pytest.mark.rule("CW-14.0-16")
def test_an_ion_storm_burns_all_shields_out() -> None:
    for roll in (51, 70):
        state, blow = one_blow("Ion", roll, "warp-cruiser")
        assert blow is not None
        assert blow.cause.rule == "CW-14.0-16"
        assert state.ships["humans/WS01"].wounds == Wounds(burnt=4)


@pytest.mark.rule("CW-14.0-16")
def test_a_ship_without_shields_takes_a_point_on_each_hex_row_from_a_facing() -> None:
    state, blow = one_blow("Ion", 60, "warp-open", facing=4)
    assert blow is not None
    assert "1 point down each of its 5 rows from side 4, 5 of 5 through to the hull" in blow.harm
    assert out(state.ships["humans/WC01"]) == 5
    assert [roll.sides for roll in blow.cause.rolls] == [100, 6]


@pytest.mark.rule("CW-14.0-17")
@pytest.mark.parametrize("code", ["Ion", "Mag"])
def test_a_random_drive_or_power_component_is_destroyed(code: str) -> None:
    for roll in (71, 90):
        state, blow = one_blow(code, roll, "warp-open", component=3)
        assert blow is not None
        assert blow.effect == "drive"
        assert state.ships["humans/WC01"].wounds.destroyed == {"Drive 3G": 1}


@pytest.mark.rule("CW-14.0-18")
def test_a_surge_burns_shields_out_and_puts_two_points_down_each_row() -> None:
    for roll in (91, 100):
        state, blow = one_blow("Ion", roll, "warp-cruiser", facing=2)
        assert blow is not None
        assert "2 points down each of its 5 rows from side 2, 10 of 10 through to the hull" in blow.harm
        assert out(state.ships["humans/WS01"]) == 10
        assert state.ships["humans/WS01"].wounds.burnt == 4


@pytest.mark.rule("CW-14.0-19", "CW-14.0-20")
@pytest.mark.parametrize("code", ["Ion", "Mag"])
def test_beyond_a_hundred_all_electronics_and_the_crew_are_destroyed(code: str) -> None:
    state, blow = one_blow(code, 91, "warp-cruiser", force=1)
    assert blow is not None
    assert blow.effect == "burst"
    ship = state.ships["humans/WS01"]
    assert ship.crew_lost == ALL_HANDS
    assert ship.wounds.destroyed == {"Bridge": 1, "LRS": 1}


@pytest.mark.rule("CW-14.0-20")
def test_the_rows_of_a_magnetic_storm_hold_for_every_drive() -> None:
    state, blow = one_blow("Mag", 51)
    assert blow is not None
    assert state.ships["humans/CR01"].wounds == Wounds(burnt=4)
    state, blow = one_blow("Mag", 60, "open")
    assert blow is None, "it has no shields that could burn out"
    assert out(state.ships["humans/OP01"]) == 0
    for roll in (91, 95, 100):
        _, blow = one_blow("Mag", roll, facing=3, impact=(1, 2))
        assert blow is not None
        assert blow.effect == "bolt"
        assert blow.harm.startswith("30 points, 26 of them through")
        assert [roll.sides for roll in blow.cause.rolls] == [100, 6, 6]
    _, blow = one_blow("Mag", 50)
    assert blow is None


@pytest.mark.rule("CW-14.0-12", "CW-14.0-16", "CW-14.0-20", "CW-14.0-04")
def test_every_row_of_every_table_has_an_effect() -> None:
    for kind, effects in EFFECTS.items():
        found = {effect_of(kind, roll, force, ALL) for roll in range(1, 101) for force in range(6)}
        assert found == set(effects)
    assert set(TABLES) == set(EFFECTS)


def test_a_real_month_in_all_storms_at_once_keeps_its_books() -> None:
    state = skies("Grv", "Mag", "Ion", "Ast", "Rad", force=2)
    state = there(state, "cruiser", "open", "carrier", "bare-boat", "boat-shield", "warp-open", "freighter")
    state = change_fleet(state, "humans-F1", mission="patrol")
    for turn in range(4):
        state, _ = month(state, dice=Dice(bytes(32), "all", turn))
