"""Whole dogfights: pure in what was sent, replayed to the byte, set up as wished, won as often as they should be."""

import pytest

from harness.storm.dogfights import stormed
from harness.storm.rates import SCENARIO_NAMES, rates
from rules.air_force.advance import run_turn
from rules.air_force.doctrine import advise
from rules.air_force.engine import play_on
from rules.air_force.events import EVENT_TYPES, Distracted, FightEnded, InitiativeRolled
from rules.air_force.jets import Stores
from rules.air_force.orders import Concede, Continue, PlanEnergy, SeatSent
from rules.air_force.setup import (
    DIFFICULTIES,
    Wishes,
    about,
    dogfight_from,
    new_dogfight,
    scenario,
    scenarios,
    sun_roll,
)
from rules.air_force.tables_of import Options, aircraft, tables
from rules.air_force.view import view_for
from rules.dice import Dice, ScriptedDice
from rules.values import EVERYONE, GameError, changed, seen_events
from storage.errors import StorageError
from tests.rules.air_force.kit import fight, flown, jet, suggested
from tests.used_up import assert_used_up
from umpire.dogfight.codec import DOGFIGHT_CODEC

SEED = bytes(range(32))


def dice(turn: int = 1) -> Dice:
    return Dice(SEED, "dogfight", turn)


def test_a_turn_stops_at_each_decision_and_what_is_not_closed_does_not_count() -> None:
    start = changed(new_dogfight("night", Wishes(), dice(0)), players=("blue",))
    stopped = run_turn(start, (), dice())
    assert not stopped.done
    (ask,) = stopped.fight.waiting
    assert (ask.side, ask.jet, stopped.fight.now.phase) == ("blue", "P1", 2)
    said = SeatSent("blue", 1, PlanEnergy("P1", 1))
    assert run_turn(start, (said,), dice()) == stopped
    closed = SeatSent("blue", 2, Continue(stopped.fight.now))
    further = run_turn(start, (said, closed), dice())
    assert further.fight.now > stopped.fight.now
    assert further.events[: len(stopped.events)] == stopped.events
    assert further.fight.jets["P1"].maneuvers.hard_turns == 1


def test_an_absent_pilot_is_flown_by_the_doctrine_for_the_rest_of_the_turn() -> None:
    start = changed(new_dogfight("night", Wishes(), dice(0)), players=("blue",))
    stop = run_turn(start, (), dice()).fight.now
    by_doctrine = run_turn(start, (SeatSent("blue", 1, Continue(stop, by_doctrine=True)),), dice())
    assert by_doctrine.done
    assert by_doctrine.events == run_turn(changed(start, players=()), (), dice()).events


def test_the_advice_played_by_hand_is_the_doctrine() -> None:
    start = changed(new_dogfight("furball", Wishes(), dice(0)), players=("blue",))
    result, buttons = flown(start, dice(), suggested)
    assert buttons >= 3
    assert result.events == run_turn(changed(start, players=()), (), dice()).events


def test_a_pilot_who_gives_up_has_lost() -> None:
    start = changed(new_dogfight("night", Wishes(), dice(0)), players=("blue",))
    stop = run_turn(start, (), dice()).fight.now
    sent = (SeatSent("blue", 1, Concede("blue")), SeatSent("blue", 2, Continue(stop)))
    ended = run_turn(start, sent, dice())
    assert ended.done
    assert ended.fight.winner == "red"
    assert ended.fight.jets["P1"].fate == "gave up"
    assert isinstance(ended.events[-1], FightEnded)


@pytest.mark.parametrize("name", SCENARIO_NAMES)
def test_a_dogfight_replayed_from_saved_bytes_is_the_same_to_the_byte(name: str) -> None:
    made = new_dogfight(name, Wishes("hard"), dice(0))
    kinds = set()
    for turn in range(1, 60):
        if made.winner is not None:
            break
        saved = DOGFIGHT_CODEC.write(made)
        assert DOGFIGHT_CODEC.write(DOGFIGHT_CODEC.read(saved)) == saved
        first, second = run_turn(made, (), dice(turn)), run_turn(DOGFIGHT_CODEC.read(saved), (), dice(turn))
        told = [DOGFIGHT_CODEC.events.encode(event) for event in first.events]
        assert told == [DOGFIGHT_CODEC.events.encode(event) for event in second.events]
        assert [DOGFIGHT_CODEC.events.decode(data) for data in told] == list(first.events)
        assert DOGFIGHT_CODEC.write(first.fight) == DOGFIGHT_CODEC.write(second.fight)
        kinds |= {type(event) for event in first.events}
        made = first.fight
    assert made.winner is not None
    assert kinds <= set(EVENT_TYPES)
    assert len(kinds) > 8


def test_random_dogfights_stay_legal() -> None:
    assert stormed(30) == 30


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_the_pilots_wins_are_in_the_neighbourhood_of_the_band(difficulty: str) -> None:
    total, _ = rates(difficulty, 32)
    low, high = {"easy": (50, 95), "even": (25, 75), "hard": (5, 50)}[difficulty]
    assert low <= 100 * total["blue"] / sum(total.values()) <= high


@pytest.mark.rule("JET-X19")
@pytest.mark.parametrize(
    ("face", "sun"), [(1, "north"), (2, "east"), (3, "south"), (4, "west"), (5, "night"), (6, "night")]
)
def test_a_die_fixes_the_suns_edge_unless_the_player_chooses(face: int, sun: str) -> None:
    rolled, cause = sun_roll(ScriptedDice([face]), Options())
    assert rolled == sun
    assert cause.rule == "JET-X19"
    assert new_dogfight("duel", Wishes(), ScriptedDice([face])).sun == sun
    assert new_dogfight("duel", Wishes(sun="east"), ScriptedDice([])).sun == "east"


@pytest.mark.rule("JET-X02")
def test_initiative_is_two_dice_and_the_pilots_bonus_and_ties_are_rolled_again() -> None:
    made = fight(jet("A1", at="0505"), jet("B1", "red", "1010", bonus=1))
    script = ScriptedDice([3, 4, 3, 3, 1, 1, 6, 5])  # 7 and 6 + 1; then 2 and 11 + 1
    result = play_on(made, script)
    assert_used_up(script)
    assert result.state.order == ("A1", "B1")
    assert [result.state.jets[name].initiative for name in ("A1", "B1")] == [7, 7]
    assert [len(event.cause.rolls) for event in result.events if isinstance(event, InitiativeRolled)] == [2, 2]
    plain = ScriptedDice([3, 4, 1, 1])
    assert play_on(fight(jet("A1", at="0505"), jet("B1", "red", "1010")), plain).state.jets["A1"].initiative == 7


@pytest.mark.rule("JET-X02")
def test_the_houses_own_bonus_is_added_to_the_pilots() -> None:
    house = Options(overrides={"JET-T05/initiative_bonus_default/value": "2"})
    made = fight(jet("A1", at="0505", bonus=1), jet("B1", "red", "1010"), options=house)
    result = play_on(made, ScriptedDice([3, 4, 1, 1]))
    assert [result.state.jets[name].initiative for name in ("A1", "B1")] == [10, 4]


@pytest.mark.rule("JET-X03")
def test_a_card_has_every_field_of_an_aircraft() -> None:
    cards = aircraft(Options())
    era = [card for card in cards.values() if not card.name.startswith("Generic") and (card.guns or card.missiles)]
    assert len(era) >= 8
    assert all(1950 <= int(card.service) <= 1969 for card in cards.values())
    assert cards["SU-9"].factor == 4
    own = new_dogfight("furball", Wishes(aircraft="mig-17f"), dice(0)).jets["P1"]
    assert (own.type, own.stores, own.hits, own.fate) == ("MiG-17F", Stores(12, 3, 0), 0, "")
    assert own.heading in range(1, 7)
    assert own.altitude in range(1, 10)
    assert own.speed <= cards["MiG-17F"].max_speed


def test_every_scenario_can_be_set_up_at_every_difficulty_and_says_what_it_is_about() -> None:
    assert set(scenarios()) == {*SCENARIO_NAMES, "duel"}
    for name in scenarios():
        title, words = about(name)
        assert title
        assert words
        for difficulty in DIFFICULTIES:
            made = new_dogfight(name, Wishes(difficulty), dice(0))
            assert any(one.crew == "player" for one in made.jets.values())


@pytest.mark.parametrize(
    ("wishes", "words"),
    [
        (Wishes("mad"), "not a difficulty"),
        (Wishes(aircraft="Spitfire"), "not an aircraft"),
        (Wishes(sun="up"), "not `up`"),
        (Wishes(bandits=9), "at most"),
    ],
)
def test_wishes_that_cannot_be_are_told_in_a_sentence(wishes: Wishes, words: str) -> None:
    with pytest.raises(GameError, match=words):
        new_dogfight("furball", wishes, dice(0))


def test_scenarios_with_mistakes_are_told_in_a_sentence() -> None:
    text = scenario("night")
    for old, new, words in (
        ('type = "Generic fighter"', 'type = "Kite"', "not an aircraft"),
        ('id = "red"', 'id = "blue"', "two sides"),
        ('hex = "1218"', 'hex = "9999"', "off the map"),
        ("altitude = 5", "altitude = 10", "from 1 to 9"),
        ('id = "B1"', 'id = "P1"', "twice"),
        ("heading = 1", "heading = 1\nwings = 2", "means nothing"),
        ("[dogfight]", "[dogfight", "TOML"),
        ('side = "red"', 'side = "green"', "not a side"),
    ):
        with pytest.raises(GameError, match=words):
            dogfight_from(text.replace(old, new), Wishes(), dice(0))
    with pytest.raises(GameError, match="not a dogfight"):
        scenario("waterloo")


def test_what_is_not_seen_at_night_is_not_in_the_view_nor_in_the_news() -> None:
    near, lit, dark = jet("B1", "red", "1209"), jet("B2", "red", "0606", afterburner=True), jet("B3", "red", "0606")
    made = fight(jet(at="1212"), near, lit, dark, sun="night")
    view = view_for(made, "blue")
    assert set(view.known.jets) == {"P1", "B1", "B2"}
    assert view.known.jets["B1"].stores is None
    firing = changed(made, jets={**made.jets, "B3": changed(dark, fired=("gun",))})
    assert "B3" in view_for(firing, "blue").known.jets


def test_facts_about_what_is_not_seen_change_nothing_a_side_gets() -> None:
    hidden = jet("B1", "red", "0203", speed=2)
    for other in (changed(hidden, speed=5), changed(hidden, heading=4), changed(hidden, altitude=9)):
        one, two = (fight(jet(at="2020"), each, sun="night") for each in (hidden, other))
        assert view_for(one, "blue") == view_for(two, "blue")
        first, second = (run_turn(each, (), dice()) for each in (one, two))
        assert seen_events(first.events, "blue") == seen_events(second.events, "blue")
        assert view_for(first.fight, "blue") == view_for(second.fight, "blue")


def test_a_tie_with_a_jet_that_is_not_seen_is_not_told() -> None:
    rolled: list[list[tuple[str, int]]] = []
    for faces in ([3, 4, 5, 2, 1, 1, 6, 6], [3, 4, 6, 6]):  # tied with the unseen jet, and not
        start = fight(jet(at="2020"), jet("X1", "red", "0203"), sun="night")
        result = play_on(start, ScriptedDice(faces))
        rolled.append([(type(event).__name__, len(event.cause.rolls)) for event in seen_events(result.events, "blue")])
    assert rolled[0] == rolled[1] == [("InitiativeRolled", 1)]


@pytest.mark.rule("JET-X02")
def test_an_enemy_is_told_the_tie_with_its_own_jet_and_not_the_next_with_an_unseen_wingman() -> None:
    start = fight(jet("A1", at="1212"), jet("B1", at="2020"), jet("C1", "red", "1214"), sun="night")
    script = ScriptedDice([3, 4] * 3 + [2, 3, 2, 3, 1, 1] + [1, 1, 1, 2])  # 7 for all; 5, 5 and 2; then 2 and 3
    told = play_on(start, script).events
    assert_used_up(script)
    rolls = {e.jet: len(e.cause.rolls) for e in seen_events(told, "red") if isinstance(e, InitiativeRolled)}
    assert rolls == {"A1": 2, "C1": 2}


def test_by_day_what_comes_out_of_the_sun_is_not_seen() -> None:
    above = jet("B1", "red", "1203", altitude=7)
    assert "B1" not in view_for(fight(jet(at="1212"), above, sun="north"), "blue").known.jets
    assert "B1" in view_for(fight(jet(at="1212"), above, sun="south"), "blue").known.jets
    assert "B1" in view_for(fight(jet(at="1212"), changed(above, altitude=5), sun="north"), "blue").known.jets
    assert "B1" in view_for(fight(jet(at="1206"), above, sun="north"), "blue").known.jets
    assert "B1" not in view_for(fight(jet(at="1212"), above, sun="north"), EVERYONE).known.jets


def test_only_doctrine_pilots_lose_attention_and_only_their_side_is_told() -> None:
    made = fight(jet(at="1212", crew="player"), jet("B1", "red", "1203", attention=0), sun="south")
    told = [event for event in run_turn(made, (), dice()).events if isinstance(event, Distracted)]
    assert [event.jet for event in told] == ["B1"]
    assert seen_events(told, "blue") == ()


def test_every_table_row_is_whole_and_ours_is_said_to_be_ours() -> None:
    every = tables(Options())
    assert set(every) == {f"JET-T0{n}" for n in range(1, 9)}
    assert all(table.rule and table.rows for table in every.values())
    cards = every["JET-T06"]
    assert [name for name in cards.keys if "printed" in cards.cell(name, "source")] == ["SU-9"]
    assert all("ours" in cards.cell(name, "source") for name in cards.keys if name != "SU-9")


def test_the_doctrine_needs_a_jet_of_its_own_to_decide_for() -> None:
    with pytest.raises(GameError, match="None of your jets"):
        advise(view_for(fight(jet(), jet("B1", "red", "1010")), "blue"))


def test_a_dogfight_is_kept_by_the_number_of_its_form_and_one_of_another_form_is_refused() -> None:
    saved = DOGFIGHT_CODEC.write(fight(jet("A1"), jet("B1")))
    assert b'"schema":1' in saved
    with pytest.raises(StorageError, match="another version"):
        DOGFIGHT_CODEC.read(saved.replace(b'"schema":1', b'"schema":2'))
