"""Alien weapons and traps, played in whole months: each does what it does, and nobody hears of it who cannot."""

from typing import Literal

import pytest

from rules.cluster_war.chapters.combat.muster import star_at
from rules.cluster_war.chapters.encounters.traps import SNARES
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.model.events.detection import ShipsVanished
from rules.cluster_war.model.events.encounters import ContactLost, FleetHeld, MissilesStruck, TrapMet, TrapSprung
from rules.cluster_war.model.events.movement import FleetArrived, FleetDeparted
from rules.cluster_war.model.events.terrain import ShipStruck, ShipsWrecked, StormSeen, TerrainBraved
from rules.cluster_war.model.state.common import Settings, tables
from rules.cluster_war.model.state.holdings import Leg
from rules.cluster_war.model.state.places import Bound, Special, Weather, distance
from rules.cluster_war.model.worlds.terrain import SURROUNDINGS, TERRAIN_KINDS, force_at, hazards_at
from rules.cluster_war.turn.invariants import broken_invariants
from rules.cluster_war.turn.views.side_views import gm_view, view_for
from rules.values import changed
from tests.rules.cluster_war.build import draft_of, sheet, side, with_colony, with_fleet
from tests.rules.cluster_war.chapters.encounters.lair import (
    HERE,
    PLAYED,
    Loaded,
    coming,
    lair,
    play,
    system_at,
    told,
    trap,
)


def test_every_trap_of_the_book_has_something_that_it_does() -> None:
    printed, ours = tables(PLAYED)["CW-B-T07"], tables(PLAYED)["CW-TAB-TRAPS"]
    assert [row["result"] for _, row in printed.named_rows()] == list(ours.keys)
    assert {row["does"] for _, row in ours.named_rows()} == set(SNARES)


@pytest.mark.rule("CW-B-20", "CW-A-32")
@pytest.mark.parametrize(
    ("name", "code"),
    [("Gravity Storm Generator", "GRV"), ("Ion Storm Generator", "ION"), ("Magnetic Storm Generator", "MAG")],
)
def test_a_generator_makes_a_storm_of_a_force_of_1d3_less_1(name: str, code: str) -> None:
    stormy = changed(PLAYED, terrain=(code,))
    done = play(coming(lair(trap(name), settings=stormy), "destroyer"), dice=Loaded(passage=1, **{"storm-force": 3}))
    assert done.state.weather == {HERE: Weather({code: 2}, (code,), raised=(code,))}
    (tale,) = told(done.events, TrapMet)
    assert "Its force is 2." in tale.text  # type: ignore[attr-defined] # a TrapMet
    assert tale.cause.rule == "CW-B-20"
    assert system_at(done.state).special is None
    calm = play(coming(lair(trap(name), settings=stormy), "destroyer"), dice=Loaded(**{"storm-force": 1}))
    assert calm.state.weather[HERE].force == {code: 0}


@pytest.mark.rule("CW-B-20")
def test_who_raises_a_storm_meets_it_at_once_and_so_does_a_fleet_that_goes_on() -> None:
    dangerous = changed(PLAYED, terrain=("GRV",))
    state = lair(trap("Gravity Storm Generator"), settings=dangerous)
    done = play(coming(state, "destroyer", route=(Leg("1011"),)), dice=Loaded(passage=1))
    weeks = [e.week for e in done.events if isinstance(e, ShipStruck | TerrainBraved) and e.hex == HERE]
    assert weeks == [1]
    assert [e.week for e in told(done.events, FleetDeparted)] == [1]  # type: ignore[attr-defined] # a FleetDeparted
    stays = play(coming(state, "destroyer"), dice=Loaded(passage=1))
    assert [e.week for e in stays.events if isinstance(e, ShipStruck | TerrainBraved)] == [1, 2, 3, 4]


@pytest.mark.rule("CW-B-20", "CW-13.0-04")
@pytest.mark.parametrize("detection", ["plain", "full"])
def test_of_a_fleet_that_its_own_storm_destroys_nobody_tells(detection: Literal["plain", "full"]) -> None:
    dangerous = changed(PLAYED, terrain=("GRV",), detection=detection)
    state = coming(lair(trap("Gravity Storm Generator"), settings=dangerous), "destroyer")
    done = play(state, dice=Loaded(passage=100, **{"storm-force": 3}))
    assert not done.state.ships
    assert [e.week for e in done.events if isinstance(e, ShipsWrecked)] == [1]
    seen = {type(e) for e in done.events if "humans" in e.seen_by and HERE in str(e)}
    assert seen == ({FleetArrived, ContactLost} if detection == "plain" else set())
    assert len(told(done.events, ShipsVanished)) == (detection == "full")


@pytest.mark.rule("CW-B-20")
def test_a_storm_that_is_scenery_in_the_campaign_dies_down_before_anybody_is_told_of_its_force() -> None:
    done = play(coming(lair(trap("Ion Storm Generator")), "destroyer"), dice=Loaded(**{"storm-force": 3}))
    assert done.state.weather == {}
    (tale,) = told(done.events, TrapMet)
    assert "died down at once" in tale.text  # type: ignore[attr-defined] # a TrapMet
    assert not told(done.events, StormSeen)


@pytest.mark.rule("CW-B-20", "CW-14.0-13")
def test_a_storm_raised_at_a_hypermass_takes_nothing_from_what_surrounds_it() -> None:
    dangerous = changed(PLAYED, terrain=TERRAIN_KINDS)
    state = lair(trap("Ion Storm Generator"), settings=dangerous, codes=("HYP",))
    usual = {"HYP", *SURROUNDINGS}
    assert set(hazards_at(state, HERE)) == usual
    done = play(coming(state, "destroyer"), dice=Loaded(passage=1))
    assert set(hazards_at(done.state, HERE)) == {*usual, "ION"}


@pytest.mark.rule("CW-B-21")
def test_a_bomb_goes_off_under_the_leading_ship_on_95_of_100() -> None:
    state = coming(lair(trap("Nuclear Bomb")), "scout", "destroyer")
    struck = play(state, dice=Loaded(bomb=95, **{"bomb-level": 4}))
    (tale,) = told(struck.events, TrapMet)
    assert tale.lost == ("humans/DD01",)  # type: ignore[attr-defined] # a TrapMet
    assert "humans/SC01" in struck.state.ships
    assert [m.value for m in tale.cause.modifiers] == [95, 4]
    spared = play(state, dice=Loaded(bomb=96))
    assert set(spared.state.ships) == {"humans/SC01", "humans/DD01"}
    (tale,) = told(spared.events, TrapMet)
    assert "did not go off" in tale.text  # type: ignore[attr-defined] # as above


@pytest.mark.rule("CW-B-21")
def test_a_neural_inhibitor_takes_crews_of_flesh_and_a_siphon_crews_of_machines() -> None:
    state = coming(lair(trap("Neural Inhibitor Field")), "destroyer", "scout")
    assert not play(state, dice=Loaded(crew=1, DD01=95, SC01=95)).state.ships
    assert set(play(state, dice=Loaded(DD01=95, SC01=96)).state.ships) == {"humans/SC01"}
    mechanical = {**state.sides, "humans": side("humans")}
    race = mechanical["humans"].race
    mechanical["humans"] = changed(mechanical["humans"], race=changed(race, biology="Mechanized metabolism"))
    machines = changed(state, sides=mechanical)
    assert len(play(machines, dice=Loaded(DD01=1, SC01=1)).state.ships) == 2
    drained = coming(lair(trap("Energy Siphon")), "destroyer", "scout")
    assert len(play(drained, dice=Loaded(DD01=1, SC01=1)).state.ships) == 2
    drained = changed(drained, sides=mechanical)
    assert set(play(drained, dice=Loaded(DD01=95, SC01=96)).state.ships) == {"humans/SC01"}


@pytest.mark.rule("CW-B-21", "CW-13.0-04")
def test_a_nova_bomb_ends_ships_worlds_and_system_and_its_light_stays_on_the_map() -> None:
    state = coming(with_colony(lair(trap("Nova bomb")), "vermin", HERE, 1, 50), "destroyer")
    assert star_at(draft_of(state), HERE)
    done = play(state, dice=Loaded(nova=95))
    assert star_at(draft_of(done.state), HERE) == "", "nor has a battle there one on its map"
    assert not done.state.ships
    assert f"{HERE}-1" not in done.state.colonies
    assert HERE not in done.state.cluster.systems
    assert view_for(done.state, "humans").objects[HERE] == ("G",), "by old light, since nobody of theirs looks there"
    assert HERE not in gm_view(done.state).objects
    assert not told(done.events, TrapMet)
    assert len(told(done.events, ContactLost)) == 1
    assert [e.seen_by for e in done.events if isinstance(e, TrapSprung)] == [()]
    assert play(state, dice=Loaded(nova=96)).state.ships
    (tale,) = told(done.events, TrapMet, "vermin")
    assert tale.text == "Nothing more is heard of Vermin 1010 (1010-1), with all that was there."  # type: ignore[attr-defined] # a TrapMet
    assert (tale.cause.rule, tale.cause.rolls) == ("CW-13.0-04", ())


@pytest.mark.rule("CW-B-21")
def test_a_stasis_field_freezes_ships_ship_by_ship_for_good() -> None:
    state = coming(lair(trap("Stasis Field Generator")), "destroyer", "scout")
    done = play(state, dice=Loaded(DD01=95, SC01=96))
    held = next(f for f in done.state.fleets.values() if f.bound is not None)
    assert (held.ships, held.bound) == (("humans/DD01",), Bound("stasis", HERE))
    away = sheet("humans", MoveFleet(held.id, (Leg("0909"),)), turn=2)
    later = play(done.state, *away)
    assert later.state.fleets[held.id].hex == HERE
    assert [e.why for e in told(later.events, FleetHeld)] == ["stasis"]  # type: ignore[attr-defined] # a FleetHeld


@pytest.mark.rule("CW-B-22")
@pytest.mark.parametrize("name", ["Computer Siphon", "Energy Siphon"])
def test_a_siphon_keeps_a_fleet_from_acting_for_a_week(name: str) -> None:
    state = coming(lair(trap(name)), "destroyer")
    (fleet,) = state.fleets.values()
    state = coming(lair(trap(name)), "destroyer", route=(Leg("1011"),))
    done = play(state)
    left = next(e for e in done.events if isinstance(e, FleetDeparted | TrapMet))
    assert isinstance(left, TrapMet)
    assert "1 week" in left.text
    assert done.state.fleets[fleet.id].bound is None
    again = sheet("humans", MoveFleet(fleet.id, (Leg("1011"),)), turn=2)
    late = play(coming(lair(trap(name)), "destroyer", week=4))
    assert late.state.fleets[fleet.id].bound == Bound("siphon", HERE, 5)
    moved = play(late.state, *again)
    held, gone = told(moved.events, FleetHeld), told(moved.events, FleetDeparted)
    assert [e.cause.rule for e in held] == ["CW-B-22"]
    assert [e.week for e in gone] == [5]  # type: ignore[attr-defined] # a FleetDeparted


@pytest.mark.rule("CW-B-23")
def test_no_ftl_drive_works_in_an_inhibitors_field_and_ships_crawl_to_its_edge() -> None:
    done = play(coming(lair(trap("FTL Drive Inhibitor Field")), "destroyer", route=(Leg("1011"),)))
    (fleet,) = done.state.fleets.values()
    assert (fleet.hex, fleet.route, fleet.transit) == (HERE, (), None)
    orders = sheet("humans", MoveFleet(fleet.id, (Leg("1011"),)), turn=2)
    crawling = play(done.state, *orders)
    assert [e.until for e in told(crawling.events, FleetHeld)] == [8]  # type: ignore[attr-defined] # a FleetHeld
    assert crawling.state.fleets[fleet.id].hex == HERE
    assert system_at(crawling.state).special is not None
    out = play(crawling.state)
    assert [e.week for e in told(out.events, FleetDeparted)] == [8]  # type: ignore[attr-defined] # a FleetDeparted
    plain = play(
        coming(lair(trap("FTL Drive Inhibitor Field"), settings=Settings()), "destroyer", route=(Leg("1011"),))
    )
    assert told(plain.events, FleetDeparted)


@pytest.mark.rule("CW-B-24")
def test_a_battery_wakes_and_fires_at_random_at_what_is_one_or_two_hexes_away() -> None:
    state = coming(lair(trap("Hyperspace Missile Battery")), "destroyer")
    state = with_colony(state, "vermin", "1012", 1, 200)
    state = with_colony(state, "vermin", "1014", 1, 200)
    assert distance(state.cluster, HERE, "1012") == 2
    done = play(state, dice=Loaded(hit=1, target=1))
    assert any(d.startswith("Awake") for d in system_at(done.state).special.details)  # type: ignore[union-attr] # there
    assert done.state.colonies["1012-1"].size < 200
    assert done.state.colonies["1014-1"].size == 200
    assert done.state.ships["humans/DD01"].wounds == state.ships["humans/DD01"].wounds
    assert all(e.cause.rule == "CW-B-24" for e in told(done.events, MissilesStruck, "vermin"))
    assert not told(done.events, MissilesStruck)
    asleep = play(with_colony(lair(trap("Hyperspace Missile Battery")), "vermin", "1012", 1, 200), dice=Loaded(hit=1))
    assert asleep.state.colonies["1012-1"].size == 200


@pytest.mark.rule("CW-B-25")
def test_a_generator_throws_ships_through_a_worm_hole_of_no_return_or_out_of_the_system() -> None:
    hole = play(coming(lair(trap("Wormhole Generator")), "destroyer"), dice=Loaded(hole=1))
    assert [f.hex for f in hole.state.fleets.values()] == ["0101"]
    assert view_for(hole.state, "humans").links == ()
    channel = play(coming(lair(trap("Warp Channel Generator")), "destroyer"), dice=Loaded())
    (fleet,) = channel.state.fleets.values()
    assert distance(channel.state.cluster, HERE, fleet.hex) == 1
    (tale,) = told(channel.events, TrapMet)
    assert f"We are in {fleet.hex} now." in tale.text  # type: ignore[attr-defined] # a TrapMet


@pytest.mark.rule("CW-B-26")
def test_a_machine_planetoid_of_115_hull_fights_week_by_week_and_kills_on_worlds() -> None:
    assert tables(PLAYED)["CW-TAB-HOSTILES"].number("planetoid", "hull") == 115
    state = with_colony(lair(trap("Ancient Machine Planetoid")), "vermin", HERE, 1, 100)
    done = play(coming(state, "destroyer"))
    assert not done.state.ships
    assert not told(done.events, TrapMet)
    assert len(told(done.events, ContactLost)) == 1
    assert done.state.colonies[f"{HERE}-1"].size == 60
    assert told(done.events, TrapMet, "vermin")
    special = system_at(done.state).special
    assert special is not None
    assert special.details[-1].startswith("Hurt: ")


@pytest.mark.rule("CW-12.1-04", "CW-13.0-04")
def test_a_trap_of_no_return_closes_on_the_first_who_enters_and_nobody_tells_of_those_lost_with_all_hands() -> None:
    state = coming(lair(trap("Nuclear Bomb")), "scout")
    done = play(state, dice=Loaded(bomb=1, **{"bomb-level": 4}))
    assert not told(done.events, TrapMet)
    (gone,) = told(done.events, ContactLost)
    assert gone.cause.rolls == ()
    assert gone.cause.modifiers == ()
    assert system_at(done.state).special is None
    assert HERE not in done.state.knowledge["humans"].systems
    seen = [type(e) for e in done.events if "humans" in e.seen_by and HERE in str(e)]
    assert set(seen) == {FleetArrived, ContactLost}
    second = play(with_fleet(done.state, "vermin", HERE, "scout"))
    assert not [e for e in second.events if isinstance(e, TrapSprung)]


@pytest.mark.rule("CW-12.1-04")
def test_where_encounters_are_told_only_a_trap_is_a_question_to_the_game_master_as_before() -> None:
    done = play(coming(lair(trap("Nuclear Bomb"), settings=Settings()), "scout"))
    assert [q.kind for q in done.state.questions] == ["first-entry"]
    assert done.state.ships
    assert not [e for e in done.events if isinstance(e, TrapSprung)]


def test_a_sleeping_or_a_hidden_trap_harms_nobody() -> None:
    asleep = Special("Alien Artifact", ("Artifact: Stasis Module (Alien Weapon)", "Trap: Nova bomb"))
    assert play(coming(lair(asleep), "scout"), dice=Loaded(nova=1)).state.ships
    assert play(coming(lair(trap("Nova bomb"), hidden=True), "scout"), dice=Loaded(nova=1)).state.ships


@pytest.mark.rule("CW-13.0-04", "CW-12.0-02")
def test_where_detection_is_played_in_full_a_fleet_in_a_trap_vanishes_with_all_that_it_saw() -> None:
    full = changed(PLAYED, detection="full")
    state = coming(lair(trap("Nuclear Bomb"), settings=full), "scout")
    done = play(state, dice=Loaded(bomb=1, **{"bomb-level": 4}))
    assert not told(done.events, ContactLost)
    (gone,) = told(done.events, ShipsVanished)
    assert gone.hex == "0909"  # type: ignore[attr-defined] # a ShipsVanished
    assert HERE not in str([e for e in done.events if "humans" in e.seen_by])
    assert HERE not in done.state.knowledge["humans"].systems


@pytest.mark.rule("CW-B-20", "CW-14.0-11")
def test_the_storm_of_a_generator_is_terrain_and_keeps_its_force() -> None:
    dangerous = changed(PLAYED, terrain=("ION",))
    done = play(
        coming(lair(trap("Ion Storm Generator"), settings=dangerous), "destroyer"), dice=Loaded(**{"storm-force": 3})
    )
    assert hazards_at(done.state, HERE) == ("ION",)
    later = play(done.state)
    assert force_at(later.state, HERE, "ION") == 2
    assert view_for(later.state, "humans").weather[HERE].force == {"ION": 2}
    assert HERE not in view_for(later.state, "vermin").weather


@pytest.mark.rule("CW-B-24")
def test_a_ship_that_a_battery_destroys_is_named_by_what_is_told_of_it() -> None:
    state = lair(trap("Hyperspace Missile Battery"))
    state = with_fleet(with_fleet(state, "vermin", "1012", "scout"), "vermin", "1012", "scout")
    done = play(coming(state, "destroyer"), dice=Loaded(hit=1, target=1, damage=12))
    gone = sorted({*state.ships} - {*done.state.ships})
    assert gone == ["vermin/SC01", "vermin/SC02"]
    named = [ship for e in told(done.events, MissilesStruck, "vermin") for ship in e.lost]  # type: ignore[attr-defined] # a MissilesStruck
    assert named == ["vermin/SC01"], "of the second nobody is left to tell"
    assert not [
        line
        for line in broken_invariants(state, done.state, done.events)
        if "without an event" in line and "vermin" in line
    ]
