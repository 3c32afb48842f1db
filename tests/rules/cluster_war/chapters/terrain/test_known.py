"""What a side is told of terrain before it sends a fleet, and by its report: as far as it knows, and no further."""

from pathlib import Path

import pytest

from rules.cluster_war.chapters.terrain.amendments import (
    FreeStorm,
    SetStormForce,
    SetSurroundings,
    SetTerrain,
    TurnPulsar,
)
from rules.cluster_war.chapters.terrain.forecast import Exposure, exposure, terrain_words, warnings, way_warning
from rules.cluster_war.model.events.terrain import StormAhead
from rules.cluster_war.model.holdings.order_kind import TripEntry
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Transit
from rules.cluster_war.model.state.places import Weather
from rules.cluster_war.model.worlds.terrain import (
    STAR_SUFFIXES,
    TERRAIN_KINDS,
    TERRAIN_NAMES,
    hazards,
    kind_of,
    kinds_named,
    star_of,
)
from rules.cluster_war.turn.gm.amend import amend
from rules.cluster_war.turn.planning.check import check, forecast
from rules.cluster_war.turn.planning.suggestions.voyages import destinations
from rules.cluster_war.turn.setup.new_game import new_game
from rules.cluster_war.turn.setup.scenario import load_scenario
from rules.cluster_war.turn.views.side_views import gm_view, view_for
from rules.values import GameError, IllegalOrderError, changed
from tests.rules.cluster_war.build import star
from tests.rules.cluster_war.chapters.movement.drive_fleets import go
from tests.rules.cluster_war.chapters.terrain.skies import ALL, HERE, Rigged, month, of, skies, there

SCENARIOS = Path(__file__).parents[5] / "scenarios"


def notes(state: GameState, *hexes: str, fleet: str = "humans-F1") -> list[str]:
    """What the preview of a move says of terrain."""
    preview = check(view_for(state, "humans"), (), go(fleet, *hexes))
    return [note.text for note in preview.notes if note.rule.startswith("CW-14")]


def watched(state: GameState, force: int = 3) -> GameState:
    """The Humans have a scout beside the storm, and have seen its force this turn."""
    state = there(state, "scout", hex_="0605")
    return amend(state, SetStormForce(HERE, force), "So it is").state


# --- Codes


@pytest.mark.rule("CW-14.0-02")
def test_objects_of_the_map_carry_the_codes_of_terrain() -> None:
    codes = {"Ast": "AST", "GRV": "GRV", "hyp": "HYP", "Ion": "ION", "Mag": "MAG", "Neb": "NEB", "Neu": "NEU"}
    codes |= {"Pul": "PUL", "Rad": "RAD", "Wrm": "WRM", "G": "STAR", "Msg": "STAR", "Bin": "", "": ""}
    assert {code: kind_of(code) for code in codes} == codes
    assert kinds_named(["ion storm", "rad"]) == ("ION", "RAD")
    assert kinds_named(["all"]) == TERRAIN_KINDS == tuple(TERRAIN_NAMES)
    with pytest.raises(GameError, match="There are"):
        kinds_named(["fog"])


@pytest.mark.rule("CW-14.0-30")
def test_a_star_is_its_class_and_a_suffix_whatever_its_capitals_by_both_lists() -> None:
    listed = ("MVa", "Mg", "MSg", *"MKGFABO", "Adw", "Msg", "Mva", "Og", "Osg", "Ova", "Ofl", "Mfl")
    assert all(star_of(code) is not None for code in listed)
    assert star_of("MSg") == star_of("Msg")
    found = star_of("MVa")
    assert found is not None
    assert found.words == "class M variable star"
    assert {star.kind for code in listed if (star := star_of(code)) is not None} == set(STAR_SUFFIXES.values())
    assert star_of("Neb") is star_of("X") is star_of("") is None


@pytest.mark.rule("CW-14.0-01", "CW-14.0-13")
def test_only_what_is_switched_on_is_dangerous() -> None:
    assert hazards(("Hyp",), None, ALL) == ("AST", "GRV", "HYP", "MAG", "NEB", "RAD")
    assert hazards(("Hyp",), None, Settings(terrain=("HYP", "RAD"))) == ("HYP", "RAD")
    assert hazards(("Hyp", "Ion"), (), ALL) == ("HYP", "ION")
    assert hazards(("Hyp",), None, Settings(terrain=("MAG",))) == ()
    assert hazards(("Ion",), None, Settings()) == ()
    done = amend(skies("Ion", settings=Settings()), SetTerrain(("ion", "AST")), "Let there be weather")
    assert done.state.settings.terrain == ("AST", "ION")
    assert done.events[0].seen_by == ("*",)
    with pytest.raises(GameError):
        amend(done.state, SetTerrain(("AST", "ION")), "Again")


@pytest.mark.rule("CW-14.0-01", "CW-14.0-09")
def test_a_scenario_says_what_is_dangerous_and_its_storms_have_a_force_from_the_first_turn(tmp_path: Path) -> None:
    text = (SCENARIOS / "four_empires.toml").read_text(encoding="utf-8")
    scenic = load_scenario(SCENARIOS / "four_empires.toml")
    assert scenic.settings.terrain == ()
    assert new_game(scenic, bytes(32)).weather == {}
    path = tmp_path / "x.toml"
    path.write_text(text.replace("[settings]", '[settings]\nterrain = ["ION", "magnetic storm"]', 1), encoding="utf-8")
    begun = new_game(load_scenario(path), bytes(32))
    assert begun.settings.terrain == ("ION", "MAG")
    stormy = {hex_ for hex_, system in begun.cluster.systems.items() if {"Ion", "Mag"} & {*system.codes}}
    assert set(begun.weather) == stormy
    assert {force for here in begun.weather.values() for force in here.force.values()} == set(range(6))
    assert changed(begun, weather={}, settings=scenic.settings, knowledge={}) == changed(
        new_game(scenic, bytes(32)), knowledge={}
    ), "nothing else is rolled otherwise"


# --- Warnings


@pytest.mark.rule("CW-14.0-04", "CW-14.0-10")
def test_a_preview_says_what_lies_on_the_way_and_the_chance_of_harm() -> None:
    state = watched(there(skies("Mag"), "cruiser", hex_="0604"))
    assert notes(state, HERE) == [
        f"{HERE}, magnetic storm (F3 in turn 1, another each turn): harm to a ship on 75 of 100, its end on 25."
    ], "it arrives in another turn"
    near = watched(there(skies("Mag"), "warp-open", hex_="0605"))
    assert notes(near, HERE) == [f"{HERE}, magnetic storm F3: harm to a ship on 80 of 100, its end on 30."]
    unseen = there(skies("Mag"), "warp-open", hex_="0605")
    assert "unknown force" in notes(changed(unseen, knowledge=unseen.knowledge), HERE)[0]
    assert notes(there(skies("Mag", settings=Settings()), "warp-open", hex_="0605"), HERE) == []


@pytest.mark.rule("CW-14.0-04")
def test_a_preview_counts_the_weeks_that_a_slow_drive_stays_and_spares_drives_that_are_exempt() -> None:
    state = there(skies("Ast"), "warp-open", hex_="0605")
    (told,) = notes(state, "0607")
    assert told == f"{HERE}, asteroid field: harm to a ship on 59 of 100, in 4 weeks."
    assert notes(there(skies("Ast"), "cruiser", hex_="0605"), HERE) == []
    mixed = there(skies("Rad"), "cruiser", "open", hex_="0605")
    (told,) = notes(mixed, HERE)
    assert told.startswith(f"{HERE}, radiation zone: 1 of 2 ships without shields: 5 % of the crew and a critical hit")


@pytest.mark.rule("CW-14.0-08")
def test_a_preview_tells_of_gravitic_storms_on_the_straight_line_through_ftl_space() -> None:
    state = there(skies("Grv"), "cruiser", hex_="0604")
    (told,) = notes(state, "0608")
    assert told.startswith(f"On the way, {HERE}, gravitic storm of unknown force")
    assert notes(there(skies("Ion"), "cruiser", hex_="0604"), "0608") == []


@pytest.mark.rule("CW-14.0-13")
def test_travel_to_a_hypermass_is_warned_of() -> None:
    found = notes(there(skies("Hyp"), "cruiser", hex_="0605"), HERE)
    assert found[0] == f"{HERE}, hypermass: whatever surrounds it may strike at once; keep away by FTL."
    assert any("gravitic storm" in text for text in found)


@pytest.mark.rule("CW-14.0-28")
def test_a_preview_tells_of_craft_that_would_lose_their_crews() -> None:
    assert any(
        "1 small craft outside hangars" in text
        for text in notes(there(skies("Rad"), "freighter", "bare-boat", "boat-shield", hex_="0605"), HERE)
    )


@pytest.mark.rule("CW-14.0-22")
@pytest.mark.parametrize("code", ["Neb", "Ion", "Mag", "Grv", "Rad"])
def test_void_jammers_are_refused_nebulae_and_storms_and_other_drives_as_the_campaign_has_it(code: str) -> None:
    with pytest.raises(IllegalOrderError):
        notes(there(skies(code), "void-jammer", hex_="0605"), HERE)
    house = changed(ALL, overrides={"CW-TAB-DRIVES/second-stage/banned": "Neb"})
    state = there(skies(code, settings=house), "cruiser", hex_="0605")
    if code == "Neb":
        with pytest.raises(IllegalOrderError) as refused:
            notes(state, HERE)
        assert refused.value.rule == "CW-14.0-22"
        calm = there(skies(code, settings=changed(house, terrain=())), "cruiser", hex_="0605")
        assert notes(calm, HERE) == []
    else:
        notes(state, HERE)


@pytest.mark.rule("CW-14.0-11")
def test_the_sheet_says_what_threatens_fleets_that_stay_or_are_under_way() -> None:
    told = [note.text for note in forecast(view_for(watched(there(skies("Grv"), "cruiser")), "humans"), ()).effects]
    assert f"Fleet 1: {HERE}, gravitic storm F3: harm to a ship on 99 of 100, its end on 76, in 4 weeks." in told
    state = watched(there(skies("Mag"), "warp-open", hex_="0604"))
    state, _ = month(state, go("humans-F1", "0608"))
    told = [note.text for note in forecast(view_for(state, "humans"), ()).effects]
    assert any(text.startswith(f"Fleet 1: {HERE}, magnetic storm F3") for text in told), (
        "it gets there in the eighth week"
    )


@pytest.mark.rule("CW-14.0-11")
def test_who_is_under_way_to_a_storm_that_is_seen_to_change_is_told() -> None:
    state = watched(there(skies("Mag"), "warp-open", hex_="0603"))
    state = changed(state, weather={HERE: Weather({"MAG": 3})})
    state, events = month(state, go("humans-F1", HERE), dice=Rigged({"weather": 6}))
    assert [(e.seen_by, e.force, e.was, e.chance) for e in of(events, StormAhead)] == [(("humans",), 5, 3, 100)]
    state, events = month(state, dice=Rigged({"weather": 6}))
    assert of(events, StormAhead) == [], "it is as it was"


@pytest.mark.rule("CW-14.0-04")
def test_lists_of_destinations_say_it_in_a_few_words() -> None:
    state = skies("Ast")
    systems = {**state.cluster.systems, "0607": star("0607")}
    state = there(changed(state, cluster=changed(state.cluster, systems=systems)), "warp-open", hex_="0605")
    view = view_for(state, "humans")
    ships = [state.ships["humans/WC01"]]
    assert way_warning(view, ships, (TripEntry(HERE, 4, 4),)) == "harm 59 % (asteroid field)"
    assert way_warning(view_for(skies("Ast"), "humans"), (), (TripEntry(HERE, 4),)) == ""
    reasons = {one.order.legs[-1].to: one.reason for one in destinations(view, (), "humans-F1")}  # type: ignore[attr-defined]
    assert reasons["0607"].endswith("; harm 59 % (asteroid field)")


# --- What is known


@pytest.mark.rule("CW-14.0-11")
def test_a_side_knows_a_storms_force_from_when_it_saw_it_and_the_game_master_all() -> None:
    state = watched(there(skies("Ion"), "cruiser", owner="vermin", hex_="1515"))
    assert terrain_words(view_for(state, "humans"), HERE) == ("ion storm F3",)
    assert terrain_words(view_for(state, "vermin"), HERE) == ("ion storm",)
    assert terrain_words(gm_view(state), HERE) == ("ion storm F3",)
    later = changed(state, turn=4)
    assert terrain_words(view_for(later, "humans"), HERE) == ("ion storm F3 in turn 1",)


@pytest.mark.rule("CW-14.0-11")
def test_the_game_masters_word_on_a_storm_reaches_those_who_see_it_alone() -> None:
    state = there(there(skies("Ion"), "scout", hex_="0605"), "scout", owner="vermin", hex_="1515")
    done = amend(state, SetStormForce(HERE, 5, fixed=False), "A burst")
    assert done.state.weather[HERE] == Weather({"ION": 5})
    assert {side for event in done.events for side in event.seen_by} == {"humans"}
    fixed = amend(done.state, SetStormForce(HERE, 1, "ION"), "For good").state
    assert fixed.weather[HERE] == Weather({"ION": 1}, ("ION",))
    free = amend(fixed, FreeStorm(HERE), "Let it go").state
    assert free.weather[HERE] == Weather({"ION": 1})
    for wrong in (
        SetStormForce(HERE, 6),
        SetStormForce(HERE, 2, "MAG"),
        SetStormForce("1010", 1),
        FreeStorm(HERE),
        TurnPulsar(HERE),
    ):
        with pytest.raises(GameError):
            amend(free, wrong, "No")


@pytest.mark.rule("CW-14.0-13", "CW-14.0-25")
def test_what_is_put_into_a_hex_unseen_is_known_to_whoever_has_it_in_view() -> None:
    state = there(skies("Neb"), "warp-open", hex_="0605")
    state = there(state, "warp-open", owner="vermin", hex_="1515")
    done = amend(state, SetSurroundings(HERE, ("RAD", "AST")), "Debris").state
    assert terrain_words(view_for(done, "vermin"), HERE) == ("nebula",)
    seen = there(amend(there(state, "scout", hex_="0606"), SetSurroundings(HERE, ("RAD",)), "x").state, "warp-open")
    assert terrain_words(view_for(seen, "humans"), HERE) == ("nebula", "radiation zone")
    usual = amend(done, SetSurroundings(HERE, usual=True), "Gone").state
    assert HERE not in usual.weather


@pytest.mark.rule("CW-14.0-11", "CW-14.0-04")
@pytest.mark.parametrize(("arrives", "weeks"), [(7, 2), (8, 1), (9, 0), (5, 4)])
def test_who_arrives_in_a_storm_within_the_month_is_told_for_how_many_weeks_of_it(arrives: int, weeks: int) -> None:
    state = changed(watched(skies("Mag", turn=2)), turn=2)
    way = Transit("0604", HERE, 4, arrives)
    state = there(state, "warp-open", hex_="0604", transit=way)
    view = view_for(state, "humans")
    ships = [state.ships["humans/WC01"]]
    expected = [n.text for n in warnings(view, ships, (TripEntry(HERE, arrives, weeks),))] if weeks else []
    told = [note.text for note in forecast(view, ()).effects if note.text.startswith("Fleet 2: ")]
    assert [text for text in told if "storm" in text] == [f"Fleet 2: {text}" for text in expected]
    assert bool(expected) is (weeks > 0)


@pytest.mark.rule("CW-14.0-28")
@pytest.mark.parametrize(
    ("designs", "counts"),
    [
        (("open",), (1, 1, 0)),
        (("cruiser",), (1, 0, 0)),
        (("open", "cruiser", "open"), (3, 2, 0)),
        (("open", "bare-boat"), (2, 1, 1)),
        (("cruiser", "bare-boat", "bare-boat"), (3, 0, 2)),
        (("cruiser", "boat-shield"), (2, 0, 0)),
    ],
)
def test_ships_and_small_craft_without_shields_are_counted_apart(
    designs: tuple[str, ...], counts: tuple[int, int, int]
) -> None:
    state = there(skies("Ast"), *designs)
    found = exposure(view_for(state, "humans"), state.ships.values())
    assert (found.ships, found.bare, found.craft) == counts
    assert exposure(gm_view(state), state.ships.values()) == Exposure(0, {}, 0, 0)
