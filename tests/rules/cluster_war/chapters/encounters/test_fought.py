"""Fights with what is no empire's are battles like others: settled in the campaign's way, once, recorded, told to who fought."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

import pytest

from rules.bridge.auto_resolve import settle_under
from rules.cluster_war.chapters.combat.apply_outcome import check_outcome
from rules.cluster_war.chapters.combat.battle import Battle, BattlesAwaited
from rules.cluster_war.chapters.combat.narration import parse_narration
from rules.cluster_war.chapters.combat.unit_strength import numbers_of, strength_of
from rules.cluster_war.chapters.encounters.encounter_orders import AnswerScene
from rules.cluster_war.model.events.battles import BattleFought, BattleLosses, BattleSettled
from rules.cluster_war.model.events.encounters import ContactLost, SceneEnded, TrapMet
from rules.cluster_war.model.events.event import Event, may_see
from rules.cluster_war.model.events.psionics import MindsInBattle
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.state.places import Weather
from rules.cluster_war.model.state.war import NO_EMPIRE, BattleId, BattleOutcome, BattleTerms, Method, UnitOutcome
from rules.cluster_war.model.unit_design.wounded import ALL_HANDS, crew_of
from rules.cluster_war.turn.invariants import broken_invariants
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import Adjudication, GameError, changed
from storage.codec import decode_state, encode_state
from tests.rules.cluster_war.build import sheet, with_colony, with_fleet
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
from tests.rules.cluster_war.chapters.encounters.scene_kit import MET, STRONG, met
from tests.rules.cluster_war.model.psionics.masters import trained

FIGHT: Final = sheet("humans", AnswerScene("humans-E1", "fight"), turn=2)


def ready(scene: str = "dragon", ships: int = 6, *, battles: str = "quick") -> GameState:
    """A strong fleet before a monster, asked what it does, in a campaign that settles battles in a way."""
    state = met(scene, *["strong"] * ships)
    settings = changed(state.settings, battles=battles)  # type: ignore[arg-type] # a word of the setting
    return changed(state, settings=settings)


def month(state: GameState, outcomes: Mapping[BattleId, BattleOutcome] | None = None) -> Adjudication[GameState, Event]:
    """The month in which the fleet fights, with what must hold of every month."""
    done = adjudicate(state, FIGHT, Loaded(), outcomes or {}, settle_under(state.settings))
    assert broken_invariants(state, done.state, done.events) == ()
    return done


@pytest.mark.rule("CW-B-14", "CW-9.0-11")
@pytest.mark.parametrize("battles", ["quick", "chair"])
def test_a_fight_with_a_monster_is_recorded_once_and_told_to_its_side_alone(battles: Method) -> None:
    before = ready(battles=battles)
    done = month(before)
    (record,) = done.state.battles
    assert (record.hex, record.method, record.foe) == (HERE, battles, "Star Dragon")
    assert record.sides == ("humans", NO_EMPIRE)
    (fought,) = [e for e in done.events if isinstance(e, BattleFought)]
    assert (fought.battle, fought.foe, fought.foes, fought.seen_by) == (
        record.id,
        "Star Dragon",
        (NO_EMPIRE,),
        ("humans",),
    )
    assert fought.story
    assert NO_EMPIRE not in " ".join(fought.story)
    (settled,) = [e for e in done.events if isinstance(e, BattleSettled)]
    assert (settled.battle, settled.seen_by) == (record.id, ())
    lost = sum(len(e.lost) for e in done.events if isinstance(e, BattleLosses))
    assert len(done.state.ships) == 6 - lost
    (tale,) = told(done.events, SceneEnded)
    assert len(tale.lost) == lost  # type: ignore[attr-defined] # a SceneEnded
    (sign,) = view_for(done.state, "humans").signs.values()
    assert (sign.kind, sign.hex, sign.count) == ("battle", HERE, 1)
    assert sign.by in {"", "humans"}, "no empire's name stands for what is none"
    assert not view_for(done.state, "vermin").signs
    assert not any(may_see(e, "vermin") for e in done.events if isinstance(e, BattleFought | BattleSettled))
    assert month(before) == done, "played again it is the same"
    assert decode_state(encode_state(done.state)) == done.state


@pytest.mark.rule("CW-9.0-02", "CW-B-14")
@pytest.mark.parametrize("battles", ["fought", "narrated"])
def test_a_month_waits_for_people_to_settle_such_a_fight_and_takes_their_word_once(battles: Method) -> None:
    before = ready(battles=battles)
    with pytest.raises(BattlesAwaited) as waits:
        month(before)
    (fight,) = waits.value.battles
    assert (fight.method, fight.foe, fight.sides) == (battles, "Star Dragon", ("humans", NO_EMPIRE))
    layout = {"Beam emitter 4": 10, "High grade armor": 26}
    dragon = Design(f"{NO_EMPIRE}dragon", "Star Dragon", "ship", 40, 0, Fraction(5), bridge=False, layout=layout)
    assert [unit.design for unit in fight.units if unit.side == NO_EMPIRE] == [dragon]
    lines = "destroyed: the rest of Star Dragon\nfled: humans/BB01\nsurvived: the rest of humans"
    word = parse_narration(fight, lines, "humans", "It died singing.", "humans: You have its song.")
    done = month(before, {fight.id: word})
    (fought,) = told(done.events, BattleFought)
    assert fought.story == ("It died singing.", "You have its song.")  # type: ignore[attr-defined] # a BattleFought
    assert fought.winner == "humans"  # type: ignore[attr-defined] # as above
    assert system_at(done.state).special is None, "it is dead"
    assert len(done.state.ships) == 6
    away = [f for f in done.state.fleets.values() if "humans/BB01" in f.ships]
    assert [f.transit is not None and f.transit.to != HERE for f in away] == [True]
    assert [b.method for b in done.state.battles] == ["narrated"]
    again = play(done.state)
    assert not told(again.events, BattleFought)


@pytest.mark.rule("CW-9.0-11", "CW-9.0-03")
def test_what_is_no_empires_takes_no_prizes_and_every_unit_is_accounted_for() -> None:
    with pytest.raises(BattlesAwaited) as waits:
        month(ready(battles="narrated"))
    (fight,) = waits.value.battles
    with pytest.raises(GameError, match="Star Dragon takes no prizes"):
        parse_narration(fight, "captured by ~: humans/BB01\nsurvived: the rest", "nobody")
    with pytest.raises(GameError, match="does not say what became of"):
        parse_narration(fight, "survived: the rest of humans", "nobody")
    held = parse_narration(fight, "survived: the rest", "Star Dragon")
    assert held.winner == NO_EMPIRE
    taken = tuple(
        UnitOutcome(u.unit, "captured", captor="humans") if u.side == NO_EMPIRE else UnitOutcome(u.unit, "survived")
        for u in fight.units
    )
    check_outcome(fight, BattleOutcome(fight.id, "narrated", "humans", taken))


@pytest.mark.rule("CW-9.0-02")
def test_the_game_masters_word_for_the_hex_settles_how_and_meetings_put_to_them_leave_it_to_numbers() -> None:
    state = ready(battles="quick")
    terms = {HERE: BattleTerms(2, "chair")}
    assert [b.method for b in month(changed(state, terms=terms)).state.battles] == ["chair"]
    assert [b.method for b in month(changed(state, terms={HERE: BattleTerms(1, "chair")})).state.battles] == ["quick"]
    assert [b.method for b in month(ready(battles="ask")).state.battles] == ["quick"]


@pytest.mark.rule("CW-B-18")
@pytest.mark.parametrize("battles", ["quick", "chair", "fought", "narrated"])
def test_what_falls_on_a_fleet_unasked_is_over_before_anybody_commands(battles: Method) -> None:
    state = coming(lair(MET["sharks"], settings=changed(PLAYED, battles=battles)), *["destroyer"] * 6)
    done = adjudicate(state, (), Loaded(), {}, settle_under(state.settings))
    assert broken_invariants(state, done.state, done.events) == ()
    (record,) = done.state.battles
    assert (record.method, record.foe) == ("quick", "Space Shark")


@pytest.mark.rule("CW-B-26", "CW-13.0-04")
@pytest.mark.parametrize("battles", ["quick", "chair"])
def test_who_is_lost_with_all_hands_to_the_planetoid_leaves_no_battle_on_anybodys_map(battles: Method) -> None:
    settings = changed(PLAYED, battles=battles)
    state = coming(lair(trap("Ancient Machine Planetoid"), settings=settings), "destroyer")
    done = adjudicate(state, (), Loaded(), {}, settle_under(settings))
    assert broken_invariants(state, done.state, done.events) == ()
    assert not done.state.ships
    (record,) = done.state.battles
    assert (record.foe, record.winner, record.method) == ("Ancient Machine Planetoid", NO_EMPIRE, battles)
    assert [type(e) for e in done.events if may_see(e, "humans") and HERE in str(e)].count(ContactLost) == 1
    assert not told(done.events, BattleFought)
    assert not told(done.events, BattleLosses)
    assert not told(done.events, TrapMet)
    assert not done.state.knowledge["humans"].signs


@pytest.mark.rule("CW-B-26")
def test_two_sides_fight_the_planetoid_each_for_itself_and_neither_counts_the_others_battles() -> None:
    state = with_colony(lair(trap("Ancient Machine Planetoid")), "vermin", HERE, 1, 100)
    state = with_fleet(coming(state, "destroyer"), "vermin", HERE, "scout")
    done = play(state)
    assert len({b.id for b in done.state.battles}) == len(done.state.battles)
    mine = told(done.events, BattleFought, "vermin")
    assert mine, "a world looks on"
    assert all(e.seen_by == ("vermin",) for e in mine)
    assert not told(done.events, BattleFought)


def awaited(state: GameState) -> Battle:
    """The fight with the dragon, as it waits for somebody to settle it."""
    with pytest.raises(BattlesAwaited) as waits:
        month(state)
    (fight,) = waits.value.battles
    return fight


@pytest.mark.rule("CW-14.0-19", "CW-B-14")
def test_ships_without_a_crew_are_hulks_before_a_monster_too_and_short_handed_ones_green() -> None:
    state = ready(battles="narrated")
    crews = {"humans/BB01": ALL_HANDS, "humans/BB02": crew_of(STRONG, state.settings) - 1}
    lost = {key: changed(ship, crew_lost=crews.get(key, 0)) for key, ship in state.ships.items()}
    units = {u.unit: u for u in awaited(changed(state, ships=lost)).units}
    numbers = numbers_of(state.settings)
    hulk, whole = (strength_of(units[f"humans/BB0{n}"], numbers, state.settings) for n in (1, 3))
    assert (hulk.beams, whole.beams > 0) == (0, True)
    assert units["humans/BB01"].design.drive == 0
    assert [units[f"humans/BB0{n}"].grade for n in (2, 3)] == ["green", "regular"]


@pytest.mark.rule("CW-15.1-03", "CW-15.1-19")
def test_minds_aboard_count_before_a_monster_as_far_as_it_has_none_of_its_own() -> None:
    state = trained(ready(battles="narrated"), "humans", "strong", "combat-precognition", "screaming")
    units = awaited(state).units
    assert {u.defense for u in units if u.side == "humans"} == {5}, "nobody hears the screaming"
    done = month(trained(ready(), "humans", "strong", "combat-precognition"))
    assert [(e.how, e.points) for e in told(done.events, MindsInBattle)] == [("combat precognition", 5)]  # type: ignore[attr-defined] # one


@pytest.mark.rule("CW-14.0-13")
def test_a_storm_that_coincides_with_the_place_is_part_of_the_fight_there() -> None:
    state = ready(battles="narrated")
    plain = awaited(state).terrain
    stormy = changed(
        state,
        settings=changed(state.settings, terrain=("ION",)),
        weather={HERE: Weather({"ION": 2}, ("ION",), ("ION",))},
    )
    assert set(awaited(stormy).terrain) - set(plain) == {"Ion"}
