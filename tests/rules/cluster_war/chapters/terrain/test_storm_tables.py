"""The rows of the tables of storms and asteroids, each played: what it does to whom."""

import pytest

from rules.cluster_war.chapters.terrain.ship_damage import DAMAGE_EFFECTS, DAMAGE_TABLES, effect_of
from rules.cluster_war.model.events.terrain import HoldsBroken, ShipStruck, ShipsWrecked, TerrainBraved
from rules.cluster_war.model.state.war import Wounds
from rules.cluster_war.model.unit_design.wounded import ALL_HANDS
from rules.values import changed
from tests.rules.cluster_war.chapters.terrain.skies import (
    ALL,
    SEEN_FROM,
    Rigged,
    month,
    of,
    one_blow,
    out,
    prefix_of,
    skies,
    there,
)

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
    rig = Rigged({"/passage": 1, f"/1/humans/{prefix_of(design)}01/passage": roll, **faces})
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
    for kind, effects in DAMAGE_EFFECTS.items():
        found = {effect_of(kind, roll, force, ALL) for roll in range(1, 101) for force in range(6)}
        assert found == set(effects)
    assert set(DAMAGE_TABLES) == set(DAMAGE_EFFECTS)
