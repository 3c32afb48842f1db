"""What a side sees and remembers: sensors, sightings, scouting."""

import pytest

from rules.cluster_war.chapters.detection.sensors import sight
from rules.cluster_war.chapters.detection.sightings import refresh
from rules.cluster_war.chapters.detection.surveys import known_as, learn, notes_on, scout
from rules.cluster_war.model.events.detection import ColonySighted, FleetSighted, SystemLearned
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Transit
from rules.cluster_war.model.state.places import Special, disk
from rules.cluster_war.model.state.sides import ColonySighting, FleetSighting, KnownBody
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Cause, changed
from tests.rules.cluster_war.build import body, change_fleet, draft_of, frozen, small, star, with_colony, with_fleet

AWAY = Transit("0101", "0104", 0, 12)


def looked(state: GameState, week: int = 1) -> TurnState:
    """The draft after one look around."""
    turn = draft_of(state)
    refresh(turn, week)
    return turn


def sighted_by(turn: TurnState, side: str) -> list[tuple[str, str, int, int]]:
    """What a side was told of foreign fleets: owner, hex, ships, hull spaces."""
    found = [e for e in turn.events if isinstance(e, FleetSighted) and e.side == side]
    assert all(e.seen_by == (side,) for e in found)
    return [(e.owner, e.hex, e.ships, e.hull) for e in found]


@pytest.mark.rule("CW-12.0-04")
def test_long_range_sensors_see_one_hex_around_and_a_fleet_without_only_its_own() -> None:
    state = with_fleet(small(homes=False), "humans", "0505", "scout")
    assert sight(state, "humans") == set(disk(state.cluster, "0505", 1))
    state = with_fleet(small(homes=False), "humans", "0505", "destroyer")
    assert sight(state, "humans") == {"0505"}


@pytest.mark.rule("CW-12.0-04")
def test_the_range_of_long_range_sensors_is_a_setting_raised_by_their_level() -> None:
    state = with_fleet(small(homes=False, settings=Settings(lrs_range=2)), "humans", "0505", "scout")
    assert sight(state, "humans") == set(disk(state.cluster, "0505", 2))
    better = {**state.sides, "humans": changed(state.sides["humans"], lrs_level=2)}
    assert sight(changed(state, sides=better), "humans") == set(disk(state.cluster, "0505", 3))


@pytest.mark.rule("CW-12.0-04")
def test_a_base_with_long_range_sensors_watches_from_its_colony() -> None:
    near = Settings(grid_radius=0)
    state = with_colony(small(homes=False, settings=near), "humans", "0505", 1, 20)
    assert sight(state, "humans") == {"0505"}
    state = with_colony(state, "humans", "0505", 1, 20, garrison={"base": 1})
    assert sight(state, "humans") == set(disk(state.cluster, "0505", 1))
    state = with_colony(state, "humans", "0505", 1, 20, garrison={"base": 0, "destroyer": 1})
    assert sight(state, "humans") == {"0505"}


@pytest.mark.rule("CW-12.0-06", "CW-12.0-07")
def test_a_side_sees_its_supply_grid_and_where_its_ships_are() -> None:
    state = with_fleet(small(), "humans", "1010", "destroyer")
    grid = set(disk(state.cluster, "0303", 1))
    assert sight(state, "humans") == grid | {"1010"}
    month = looked(with_fleet(state, "vermin", "0302", "destroyer"))
    assert sighted_by(month, "humans") == [("vermin", "0302", 1, 20)]
    (event,) = [e for e in month.events if isinstance(e, FleetSighted)]
    assert event.cause.rule == "CW-12.0-06"


@pytest.mark.rule("CW-4.1-06")
def test_a_fleet_in_transit_neither_sees_nor_is_seen() -> None:
    state = small(homes=False)
    state = with_fleet(state, "humans", "0505", "scout", transit=AWAY)
    state = with_fleet(state, "vermin", "0505", "scout")
    assert sight(state, "humans") == frozenset()
    assert sighted_by(looked(state), "vermin") == []


@pytest.mark.rule("CW-12.0-04")
def test_a_fleet_in_range_is_sighted_and_one_beyond_is_not() -> None:
    state = with_fleet(small(homes=False), "humans", "0505", "scout")
    state = with_fleet(state, "vermin", "0506", "destroyer", "freighter")
    state = with_fleet(state, "vermin", "0507", "destroyer")
    month = looked(state)
    assert sighted_by(month, "humans") == [("vermin", "0506", 2, 40)]
    assert month.knowledge["humans"].fleets == {"C1": FleetSighting("C1", "vermin", "0506", 2, 40, 1)}
    assert month.knowledge["humans"].met == ("vermin",)
    assert sighted_by(month, "vermin") == []
    assert month.knowledge["vermin"].met == ()


def test_a_sighting_is_told_when_new_moved_or_changed_and_not_every_week() -> None:
    state = with_fleet(small(homes=False), "humans", "0505", "scout")
    state = with_fleet(state, "vermin", "0506", "destroyer", "destroyer")
    month = looked(state)
    refresh(month, 2)
    assert len(sighted_by(month, "humans")) == 1
    assert month.knowledge["humans"].fleets["C1"].week == 2
    month.fleets["vermin-F1"] = changed(month.fleets["vermin-F1"], ships=("vermin/DD01",))
    refresh(month, 3)
    month.fleets["vermin-F1"] = changed(month.fleets["vermin-F1"], hex="0504")
    refresh(month, 4)
    assert sighted_by(month, "humans")[1:] == [("vermin", "0506", 1, 20), ("vermin", "0504", 1, 20)]
    assert set(month.knowledge["humans"].fleets) == {"C1"}


def test_a_sighting_is_remembered_until_its_hex_is_seen_empty() -> None:
    state = with_fleet(small(homes=False), "humans", "0505", "scout")
    state = with_fleet(state, "vermin", "0506", "destroyer")
    state = frozen(looked(state))
    gone = change_fleet(change_fleet(state, "vermin-F1", hex="1515"), "humans-F1", hex="1010")
    month = looked(gone, 2)
    assert month.knowledge["humans"].fleets["C1"] == FleetSighting("C1", "vermin", "0506", 1, 20, 1)
    month.fleets["humans-F1"] = changed(month.fleets["humans-F1"], hex="0507")
    refresh(month, 3)
    assert month.knowledge["humans"].fleets == {}
    month.fleets["vermin-F1"] = changed(month.fleets["vermin-F1"], hex="0507")
    refresh(month, 4)
    assert set(month.knowledge["humans"].fleets) == {"C1"}


def test_contacts_are_numbered_by_each_observer_and_never_by_the_owners_ids() -> None:
    state = with_fleet(small(("humans", "vermin", "oolab"), homes=False), "humans", "0505", "scout")
    state = changed(state, counters={**state.counters, "fleet/vermin": 40})
    state = with_fleet(state, "vermin", "0506", "destroyer", "destroyer")
    state = with_fleet(state, "vermin", "0506", "destroyer")
    state = with_fleet(state, "vermin", "0405", "scout")
    known = looked(state).knowledge["humans"]
    assert {c: (s.hex, s.ships) for c, s in known.fleets.items()} == {
        "C1": ("0405", 1),
        "C2": ("0506", 1),
        "C3": ("0506", 2),
    }
    assert known.contacts == {"vermin-F43": "C1", "vermin-F42": "C2", "vermin-F41": "C3"}


def test_hexes_in_view_carry_the_week_they_were_last_seen() -> None:
    state = with_fleet(small(homes=False), "humans", "0505", "destroyer")
    month = looked(state, 1)
    month.fleets["humans-F1"] = changed(month.fleets["humans-F1"], hex="0506")
    refresh(month, 2)
    refresh(month, 3)
    assert month.knowledge["humans"].seen == {"0505": 1, "0506": 3}


@pytest.mark.rule("CW-12.0-12")
def test_a_colony_within_sensor_range_is_always_noticed_but_its_size_is_not_told() -> None:
    state = with_fleet(small(homes=False), "humans", "0505", "scout")
    state = with_colony(state, "vermin", "0506", 2, 300)
    state = with_colony(state, "vermin", "0508", 1, 20)
    month = looked(state)
    assert month.knowledge["humans"].colonies == {"0506-2": ColonySighting("0506-2", "vermin", "0506", 2, 1)}
    (event,) = [e for e in month.events if isinstance(e, ColonySighted) and e.side == "humans"]
    assert (event.owner, event.hex, event.orbit, event.seen_by) == ("vermin", "0506", 2, ("humans",))
    assert event.cause.rule == "CW-12.0-12"
    assert month.knowledge["humans"].met == ("vermin",)
    refresh(month, 2)
    assert len([e for e in month.events if isinstance(e, ColonySighted) and e.side == "humans"]) == 1


def test_a_colony_is_remembered_until_its_hex_is_seen_without_and_a_new_flag_is_told() -> None:
    state = with_fleet(small(("humans", "vermin", "oolab"), homes=False), "humans", "0505", "scout")
    state = with_colony(state, "vermin", "0506", 2, 300)
    month = looked(state)
    known = month.knowledge["humans"]
    told = changed(known.colonies["0506-2"], size=300)
    month.learn("humans", colonies={"0506-2": told})
    refresh(month, 2)
    assert month.knowledge["humans"].colonies["0506-2"].size == 300
    month.colonies["0506-2"] = changed(month.colonies["0506-2"], side="oolab")
    refresh(month, 3)
    assert month.knowledge["humans"].colonies["0506-2"] == ColonySighting("0506-2", "oolab", "0506", 2, 3)
    del month.colonies["0506-2"]
    refresh(month, 4)
    assert month.knowledge["humans"].colonies == {}
    assert month.knowledge["humans"].met == ("vermin", "oolab")


WORLDS = star("0505", body(1, "9321", 12, resources=("Heavy Metals",)), body(3, "5555", 230, life="plants"))


@pytest.mark.rule("CW-12.1-05", "CW-12.1-06", "CW-12.1-03")
def test_a_scout_with_long_range_sensors_learns_planets_and_types_but_no_potential() -> None:
    state = with_fleet(small(systems=[WORLDS]), "humans", "0505", "scout")
    turn = draft_of(state)
    scout(turn, 3)
    known = turn.knowledge["humans"].systems["0505"]
    assert (known.level, known.turn) == ("scouted", 1)
    assert known.bodies == (KnownBody(1, "9321"), KnownBody(3, "5555", "plants"))
    assert all(b.max_cp is None and b.resources is None for b in known.bodies)
    (event,) = turn.events
    assert isinstance(event, SystemLearned)
    assert (event.level, event.bodies, event.best_cp, event.week, event.seen_by) == ("scouted", 2, 0, 3, ("humans",))


@pytest.mark.rule("CW-12.1-05")
def test_without_long_range_sensors_there_is_no_scouting_result() -> None:
    turn = draft_of(with_fleet(small(systems=[WORLDS]), "humans", "0505", "destroyer", "freighter"))
    scout(turn, 1)
    assert not turn.events
    assert "0505" not in turn.knowledge["humans"].systems


@pytest.mark.rule("CW-12.1-03", "CW-4.1-06")
def test_scouting_means_being_there() -> None:
    state = with_fleet(small(systems=[WORLDS]), "humans", "0506", "scout")
    state = with_fleet(state, "vermin", "0505", "scout", transit=AWAY)
    turn = draft_of(state)
    scout(turn, 1)
    assert not turn.events


def test_nothing_is_learned_twice_and_a_survey_is_not_lowered_by_a_scout() -> None:
    state = with_fleet(small(systems=[WORLDS]), "humans", "0505", "scout")
    turn = draft_of(state)
    for week in (1, 2):
        scout(turn, week)
    assert len(turn.events) == 1
    learn(turn, "humans", WORLDS, "surveyed", week=2, cause=Cause("CW-12.1-08"))
    scout(turn, 3)
    assert len(turn.events) == 2
    learn(turn, "humans", WORLDS, "scouted", week=3, cause=Cause("CW-1.0-01"))
    assert turn.knowledge["humans"].systems["0505"].level == "surveyed"


def test_knowing_a_system_only_from_the_map_shows_no_worlds() -> None:
    assert known_as(WORLDS, "map", 1).bodies == ()


@pytest.mark.rule("CW-B-33", "CW-12.1-06", "CW-12.1-08")
@pytest.mark.parametrize(
    ("kind", "details", "scouted", "surveyed"),
    [
        ("Monster", ("Monster: Space Whale, number 9, hull 20",), 1, 1),
        ("Alien Civilization", ("Culture: 1st Gen FTL Culture", "Attitude: Hostile"), 1, 1),
        ("Alien Civilization", ("Culture: Pre-industrial",), 0, 1),
        ("Alien Scoutship", (), 1, 1),
        ("Derelict Alien Ship/Base", (), 1, 1),
        ("Active Alien Base/Colony", (), 1, 1),
        ("Alien Artifact", ("Artifact: Shipwreck with FTL Drive",), 0, 1),
        ("Alien Weapon/Trap", ("Trap: Ancient Minefield",), 0, 1),
        ("Wormhole", ("Wormhole: other end in another cluster",), 0, 1),
        ("Something Extraordinary", (), 0, 1),
        ("Something Unique", (), 0, 1),
    ],
)
def test_scouts_note_what_shows_itself_and_a_survey_finds_the_rest(
    kind: str, details: tuple[str, ...], scouted: int, surveyed: int
) -> None:
    hiding = star("0505", special=Special(kind, details, 2))
    assert notes_on(hiding, "map") == ()
    assert len(notes_on(hiding, "scouted")) == scouted
    full = notes_on(hiding, "surveyed")
    assert len(full) >= surveyed
    assert set(notes_on(hiding, "scouted")) <= set(full)
    assert not any(word in " ".join(full) for word in ("Hostile", "Culture", "Minefield", "Whale", "FTL"))


@pytest.mark.rule("CW-18.0-18")
def test_a_note_made_before_stays_on_the_survey_sheet() -> None:
    state = with_fleet(small(systems=[WORLDS]), "humans", "0505", "scout")
    turn = draft_of(state)
    scout(turn, 1)
    words = "signs of energy weapons at a dig"
    noted = changed(turn.knowledge["humans"].systems["0505"], notes=(words,), name="Vega")
    turn.learn("humans", systems={"0505": noted})
    learn(turn, "humans", WORLDS, "surveyed", week=2, cause=Cause("CW-12.1-08"))
    known = turn.knowledge["humans"].systems["0505"]
    assert known.notes == (words,)
    assert known.name == "Vega"
    assert known.bodies[0].resources == ("Heavy Metals",)
