"""Ground forces go aboard, travel and land: barracks, bays, hangars, housing and water (6.5, 5.1, App. A)."""

import pytest

from rules.cluster_war.chapters.logistics.cargo_orders import LandCraft, TakeCraft
from rules.cluster_war.chapters.logistics.stores import board_forces, room_for
from rules.cluster_war.model.events.logistics import CraftLanded, CraftTaken
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Design
from rules.values import GameError, IllegalOrderError, changed
from tests.rules.cluster_war.build import with_colony
from tests.rules.cluster_war.yard import HOME, YARD, empire, failures, fleet, plan, rich, told, turn

TROOPER = Design("trooper", "Trooper", "ship", 40, 90, YARD["freighter"].drive, cargo_bays=3, barracks=3, hangar=20)
ROSTER = {
    **YARD,
    "trooper": changed(TROOPER, prefix="TR"),
    "drone": changed(YARD["fighter"], id="drone", name="Drone", traits=("remote",), prefix="DR"),
}
FLEET = "humans-F1"
HELD = {"militia": 4, "tanks": 4, "htank": 2, "aero": 3, "boat": 1, "super": 1, "mega": 1, "drone": 1, "wild": 2}


def camp() -> GameState:
    """A trooper at home, with forces of all sorts in the garrison."""
    state = empire(rich("0505"), garrison=HELD, training=200)
    side = changed(state.sides["humans"], designs=ROSTER)
    state = changed(state, sides={**state.sides, "humans": side})
    return fleet(state, "0303", "trooper")


def take(design: str, count: int = 1, *, crated: bool = False) -> TakeCraft:
    """Take these aboard at home."""
    return TakeCraft(FLEET, HOME, design, count, crated)


def aboard(state: GameState) -> tuple[dict[str, int], int]:
    """What the trooper carries, and the room it takes."""
    ship = state.ships["humans/TR01"]
    return dict(ship.crates), ship.crate_room


def no(state: GameState, order: Order) -> tuple[str, str]:
    """The rule and the words of a refusal, the same at entry and when the turn is worked out."""
    with pytest.raises(GameError) as wrong:
        plan(state, order)
    assert failures(turn(state, order)) == [str(wrong.value)]
    return wrong.value.rule or "", str(wrong.value)


@pytest.mark.rule("CW-6.5-22", "CW-A-10")
def test_each_battalion_takes_a_barracks_and_its_gear_cargo_bays() -> None:
    state = camp()
    assert [n.text for n in plan(state, take("tanks")).notes] == [
        "Each of Medium Tank takes 1 barracks and 1 cargo bay."
    ]
    done = turn(state, take("tanks"), take("htank"))
    assert aboard(done.state) == ({"tanks": 1, "htank": 1}, 60)
    assert [(e.design, e.count, e.ships, e.cause.rule) for e in told(done, CraftTaken)] == [
        ("tanks", 1, (), "CW-6.5-22"),
        ("htank", 1, (), "CW-6.5-22"),
    ]
    assert done.state.colonies[HOME].garrison["tanks"] == 3
    assert no(state, take("militia", 4)) == (
        "CW-6.5-22",
        "There is room for 3 Militia aboard, not for 4: each takes 1 barracks in one ship.",
    )
    assert no(state, take("htank", 2))[0] == "CW-6.5-22"
    full = turn(state, take("tanks", 3)).state
    assert no(full, take("militia"))[1].startswith("There is room for 0 Militia")


@pytest.mark.rule("CW-6.5-23", "CW-A-04")
def test_flights_ride_in_hangars_as_far_as_these_go_and_else_as_cargo() -> None:
    state = camp()
    (note,) = plan(state, take("aero")).notes
    assert (note.text, note.rule) == ("Each of Light Fighter takes 1 barracks and 1 hangar bay.", "CW-6.5-23")
    done = turn(state, take("aero", 3)).state
    assert aboard(done) == ({"aero": 3}, 20)
    assert aboard(turn(camp(), take("aero", 2, crated=True)).state) == ({"aero": 2}, 40)
    back = turn(done, LandCraft(FLEET, HOME, "aero", 1)).state
    assert aboard(back) == ({"aero": 2}, 0), "what is in cargo leaves first"
    assert back.colonies[HOME].garrison["aero"] == 1


def test_the_room_for_forces_is_the_most_that_go_aboard_together() -> None:
    state = camp()
    ships = {"humans/TR01": state.ships["humans/TR01"]}

    def fit(design: str, count: int) -> bool:
        try:
            board_forces(ROSTER, ships, ROSTER[design], count, state.settings, crated=False)
        except GameError:
            return False
        return True

    for design in HELD:
        for most in range(1, 7):
            fitting = [count for count in range(1, most + 1) if fit(design, count)]
            assert room_for(ROSTER, ships, ROSTER[design], most, state.settings) == max(fitting, default=0), design


@pytest.mark.rule("CW-5.1-04", "CW-6.5-24")
def test_gunboat_scale_vehicles_go_in_crates_and_starship_scale_ones_not_at_all() -> None:
    state = camp()
    done = turn(state, take("boat"), take("super")).state
    assert aboard(done) == ({"boat": 1, "super": 1}, 36)
    assert no(state, take("mega"))[0] == "CW-5.1-04"


@pytest.mark.rule("CW-6.5-24", "CW-A-63")
def test_boats_land_where_there_is_a_sea_and_are_put_together_for_a_turn() -> None:
    away = turn(camp(), take("boat")).state
    (note,) = plan(away, LandCraft(FLEET, HOME, "boat", 1)).notes
    assert (note.text, note.rule) == ("Patrol Boat takes a turn to be put together.", "CW-6.5-24")
    assert turn(away, LandCraft(FLEET, HOME, "boat", 1)).state.colonies[HOME].garrison["boat"] == 1
    system = away.cluster.systems["0303"]
    dry = tuple(changed(b, step=b.step[:3] + "3") for b in system.bodies)
    known = away.knowledge["humans"]
    seen = changed(
        known.systems["0303"], bodies=tuple(changed(b, step=b.step[:3] + "3") for b in known.systems["0303"].bodies)
    )
    parched = changed(
        away,
        cluster=changed(away.cluster, systems={**away.cluster.systems, "0303": changed(system, bodies=dry)}),
        knowledge={**away.knowledge, "humans": changed(known, systems={**known.systems, "0303": seen})},
    )
    assert no(parched, LandCraft(FLEET, HOME, "boat", 1))[0] == "CW-A-63"


@pytest.mark.rule("CW-6.5-01", "CW-6.5-25", "CW-6.5-27")
def test_forces_land_where_a_military_base_houses_them_and_wild_ones_anywhere() -> None:
    state = turn(camp(), take("tanks", 2), take("wild", 1)).state
    there = changed(state.fleets[FLEET], hex="0505")
    state = with_colony(changed(state, fleets={FLEET: there}), "humans", "0505", 2, 10)
    rule, words = no(state, LandCraft(FLEET, "0505-2", "tanks", 2))
    assert (rule, words) == (
        "CW-6.5-01",
        "The military base of Humans 0505 can house size 0 more; 2 × Medium Tank is size 4.",
    )
    landed = turn(state, LandCraft(FLEET, "0505-2", "wild", 1))
    assert landed.state.colonies["0505-2"].garrison == {"wild": 1}
    assert [(e.count, e.cause.rule) for e in told(landed, CraftLanded)] == [(1, "CW-6.5-22")]
    housed = changed(state.colonies["0505-2"], training=4)
    state = changed(state, colonies={**state.colonies, "0505-2": housed})
    assert turn(state, LandCraft(FLEET, "0505-2", "tanks", 2)).state.colonies["0505-2"].garrison == {"tanks": 2}


@pytest.mark.rule("CW-6.5-23")
def test_flights_that_cannot_fly_where_they_land_are_told_so() -> None:
    state = turn(camp(), take("aero")).state
    race = changed(state.sides["humans"].race, home_step="5595")
    state = changed(state, sides={**state.sides, "humans": changed(state.sides["humans"], race=race)})
    (note,) = plan(state, LandCraft(FLEET, HOME, "aero", 1)).notes
    assert note.rule == "CW-6.5-23"
    assert "cannot launch here" in note.text


@pytest.mark.rule("CW-A-09")
def test_remote_craft_are_not_taken_along_without_somebody_to_steer_them() -> None:
    rule, words = no(camp(), take("drone"))
    assert (rule, words) == ("CW-A-09", "1 remote craft need as many control spaces; Fleet 1 has 0.")


def test_nobody_lands_what_is_not_aboard() -> None:
    assert no(camp(), LandCraft(FLEET, HOME, "militia", 1))[1].endswith("has 0 Militia, not 1.")
    with pytest.raises(IllegalOrderError, match="none of your small craft or ground forces"):
        plan(camp(), take("destroyer"))
