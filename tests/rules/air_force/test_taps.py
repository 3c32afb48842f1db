"""Rules played as at the table: whole turns by the buttons a pilot is offered, dice named by their keys."""

from collections.abc import Mapping, Sequence

import pytest

from rules.air_force.advance import FightProgress
from rules.air_force.choices import Choice
from rules.air_force.engine import check
from rules.air_force.events import (
    EnergyRolled,
    Event,
    Fired,
    FlightSet,
    FuelBurnt,
    JetGone,
    ManeuversChosen,
    Moved,
    TurnTried,
)
from rules.air_force.jets import Stores
from rules.air_force.orders import PlanEnergy
from rules.air_force.setup import Wishes, dogfight_from, scenario
from rules.air_force.state import Dogfight
from rules.air_force.tables_of import Options, card_of
from rules.air_force.view import DogfightView
from rules.dice import ScriptedDice
from rules.values import NotYoursError, changed
from tests.rules.air_force.kit import MAP, fight, flown, jet
from tests.rules.pentagon_war.scenes.play import FixedDice

FAR = jet("R1", "red", "0322", altitude=9, speed=2)
"""An enemy that is in nobody's way, in the lower left of the map."""


def tapped(
    start: Dogfight, taps: Mapping[str, Sequence[str]], faces: Mapping[str, int | Sequence[int]] | None = None
) -> tuple[FightProgress, list[tuple[str, DogfightView]]]:
    """A turn of blue's by these buttons for each jet, in their order; and who was asked, with what was on the map then.

    What follows a button that is not offered, or is left over, fails.
    """
    dice = FixedDice(start.now.turn, faces or {})
    asked: list[tuple[str, DogfightView]] = []
    done: dict[str, int] = {}

    def pilot(view: DogfightView, found: tuple[Choice, ...]) -> Choice:
        name = view.known.now.jet
        wanted = taps[name][done.get(name, 0)]
        done[name] = done.get(name, 0) + 1
        asked.append((name, view))
        chosen = [choice for choice in found if choice.id == wanted]
        assert chosen, f"{name}: {wanted} is not among {[choice.id for choice in found]}"
        return chosen[0]

    result, _ = flown(changed(start, players=("blue",)), dice, pilot)
    assert done == {name: len(buttons) for name, buttons in taps.items() if buttons}
    assert dice.used == set(faces or {}), f"never rolled: {set(faces or {}) - dice.used}"
    return result, asked


def of(events: Sequence[Event], kind: type, name: str) -> list[Event]:
    return [event for event in events if isinstance(event, kind) and getattr(event, "jet", "") == name]


@pytest.mark.rule("JET-E01", "JET-E21")
def test_each_jet_is_done_with_its_energy_and_written_down_before_the_next_is_asked() -> None:
    start = fight(
        jet("P1", at="1210", crew="player"), jet("P2", at="1215", crew="player", speed=3), changed(FAR, id="B1")
    )
    faces = {
        "*/initiative/P2/*": [1, 2], "*/initiative/B1/*": [1, 4], "*/initiative/P1/*": [3, 4], "*/energy/P2": [1, 2, 3, 4, 5],
    }  # fmt: skip
    taps = {"P1": ["easy", "level", "ahead-all"], "P2": ["easy", "dive1", "ahead-all"]}
    result, asked = tapped(start, taps, {**faces, "*/energy/P1": 1})
    energy = [(name, view) for name, view in asked if view.known.now.phase == 2]
    assert [name for name, _ in energy] == ["P2", "P2", "P1", "P1"]
    told = [event.jet for event in result.events if isinstance(event, ManeuversChosen | EnergyRolled | FlightSet)]
    assert told == ["P2"] * 3 + ["B1"] * 3 + ["P1"] * 3
    (set_p2,) = of(result.events, FlightSet, "P2")
    assert isinstance(set_p2, FlightSet)
    before, after = energy[0][1].known.jets["P2"], energy[2][1].known.jets["P2"]
    assert (before.speed, before.altitude) == (3, 5)
    assert (after.speed, after.altitude) == (set_p2.speed, set_p2.altitude) == (4, 4)  # 3 + 1 - 1 + 1 for the dive
    with pytest.raises(NotYoursError, match="P2's turn to act"):
        check(energy[0][1].known, "blue", PlanEnergy("P1"))


@pytest.mark.rule("JET-E01")
def test_another_roll_of_initiative_is_another_order() -> None:
    start = fight(jet("P1", at="1210", crew="player"), jet("P2", at="1215", crew="player"), changed(FAR, id="B1"))
    faces = {"*/initiative/P2/*": [6, 6], "*/initiative/B1/*": [1, 4], "*/initiative/P1/*": [3, 4]}
    taps = {"P1": ["easy", "level", "ahead-all"], "P2": ["easy", "level", "ahead-all"]}
    result, _ = tapped(start, taps, {**faces, "*/energy/P?": 4})
    assert [e.jet for e in result.events if isinstance(e, EnergyRolled)] == ["B1", "P1", "P2"]


@pytest.mark.rule("JET-E04")
@pytest.mark.parametrize(
    ("plan", "dice", "bonus"), [("turn2", 3, 2), ("turn1-jink", 3, 1), ("easy", 5, 0), ("jink-aim", 3, 0)]
)
def test_hard_turns_taken_are_added_to_all_turn_rolls_of_that_turn_and_to_none_of_the_next(
    plan: str, dice: int, bonus: int
) -> None:
    start = fight(jet("P1", crew="player", speed=4), FAR)
    faces = {"*/energy/P1": [4] * dice, "*/turn/P1/*": [1, 3, 6]}
    first, _ = tapped(start, {"P1": [plan, "level", "left-all"]}, faces)
    tried = of(first.events, TurnTried, "P1")
    assert len(tried) == first.fight.jets["P1"].speed > 1
    for event in tried:
        assert isinstance(event, TurnTried)
        assert sum(why.value for why in event.cause.modifiers) == 3 + bonus
        assert event.success is (3 + bonus > first.fight.jets["P1"].speed)
    faces = {"*/energy/P1": [4] * 5, "*/turn/P1/*": [1, 3, 6]}
    second, _ = tapped(first.fight, {"P1": ["easy", "level", "left-all"]}, faces)
    for event in of(second.events, TurnTried, "P1"):
        assert [why.value for why in event.cause.modifiers] == [3]


@pytest.mark.rule("JET-E11")
@pytest.mark.parametrize(("flight", "speed"), [("level", 6), ("climb1", 6), ("climb2", 4), ("climb3", 1)])
def test_speed_beyond_the_maximum_pays_for_a_climb_before_it_is_cut(flight: str, speed: int) -> None:
    start = fight(jet("P1", at="1220", crew="player", speed=6), FAR)
    faces = {"*/energy/P1": [2, 2, 5, 5, 6]}
    result, _ = tapped(start, {"P1": ["easy", flight, "ahead" if speed == 1 else "ahead-all"]}, faces)
    (told,) = of(result.events, FlightSet, "P1")
    assert isinstance(told, FlightSet)
    assert [step.value for step in told.cause.modifiers[:3]] == [6, 2, -1]
    assert told.speed == result.fight.jets["P1"].speed == speed
    assert any("maximum" in step.reason for step in told.cause.modifiers) is (flight == "level")


@pytest.mark.rule("JET-X05")
def test_a_jet_over_the_edge_is_out_of_the_fight_and_its_wingman_fights_on() -> None:
    start = fight(jet("P1", at="1202", crew="player", speed=4), jet("P2", at="1216", crew="player"), FAR)
    taps = {"P1": ["easy", "level", "ahead-all"], "P2": ["easy", "level", "ahead-all"]}
    result, _ = tapped(start, taps, {"*/energy/P?": [3, 3, 3, 3, 4]})
    gone = [event for event in result.events if isinstance(event, JetGone)]
    assert [(event.jet, event.fate, event.by, event.cause.rule) for event in gone] == [("P1", "left", "", "JET-X05")]
    assert [MAP.number(event.hex) for event in of(result.events, Moved, "P1") if isinstance(event, Moved)] == ["1201"]
    assert result.fight.winner is None
    assert result.fight.jets["P1"].hits == 0
    _, later = tapped(result.fight, {"P2": ["easy", "level", "ahead-all"]}, {"*/energy/P2": 4})
    assert {name for name, _ in later} == {"P2"}
    alone, _ = tapped(fight(jet("P1", at="1202", crew="player", speed=4), FAR), {"P1": taps["P1"]})
    assert alone.fight.winner == "red"


@pytest.mark.rule("JET-X05")
def test_a_jet_that_ends_its_move_on_the_last_hex_of_the_map_is_still_there() -> None:
    start = fight(jet("P1", at="1204", crew="player", speed=4), FAR)
    result, _ = tapped(start, {"P1": ["easy", "level", "ahead-all"]}, {"*/energy/P1": 3})
    assert result.fight.jets["P1"].flying
    assert MAP.number(result.fight.jets["P1"].at) == "1201"


@pytest.mark.rule("JET-X06")
@pytest.mark.parametrize("altitude", [5, 4])
def test_jets_pass_through_one_hex_and_end_their_moves_in_one(altitude: int) -> None:
    lead, wing = jet("P1", at="1215", crew="player"), jet("P2", at="1213", crew="player", speed=2, altitude=altitude)
    taps = {"P1": ["easy", "level", "ahead-all"], "P2": ["easy", "level", "ahead-all"]}
    result, _ = tapped(fight(lead, wing, FAR), taps, {"*/energy/P?": [1, 1, 2, 4, 6]})
    one, other = result.fight.jets["P1"], result.fight.jets["P2"]
    passed = [MAP.number(event.hex) for event in of(result.events, Moved, "P1") if isinstance(event, Moved)]
    assert passed == ["1214", "1213", "1212", "1211"]
    assert MAP.number(one.at) == MAP.number(other.at) == "1211"
    assert (one.altitude, other.altitude) == (5, altitude)
    assert [one.fate, other.fate, one.hits, other.hits] == ["", "", 0, 0]
    assert not any(isinstance(event, JetGone | Fired) for event in result.events)


def ruled(**numbers: int) -> Dogfight:
    """The night patrol with these numbers of our own rules."""
    words = ", ".join(f'"JET-T05/{name}/value" = "{value}"' for name, value in numbers.items())
    text = scenario("night").replace("[dogfight]", f"[options]\noverrides = {{ {words} }}\n[dogfight]")
    return dogfight_from(text, Wishes(), ScriptedDice([]))


@pytest.mark.rule("JET-X18", "JET-X12")
def test_the_attacks_a_jet_carries_are_those_of_the_table_but_where_its_card_says_otherwise() -> None:
    usual, other = ruled(fuel_start=12), ruled(gun_attacks=1, missiles_default=4, fuel_start=7)
    held = [made.jets["P1"].stores for made in (usual, other)]
    assert [(stores.guns, stores.missiles, stores.fuel) for stores in held if stores] == [(3, 2, 12), (1, 4, 7)]
    house = Options(overrides={"JET-T05/gun_attacks/value": "5", "JET-T05/missiles_default/value": "1"})
    cards = {name: card_of(house, name) for name in ("SU-9", "F-4B Phantom II", "F-86F Sabre", "C-97 transport")}
    assert [(card.guns, card.missiles) for card in cards.values()] == [(0, 1), (0, 4), (5, 0), (0, 0)]
    own = changed(house, overrides={**house.overrides, "JET-T06/F-86F Sabre/guns": "3"})
    assert card_of(own, "F-86F Sabre").guns == 3, "a card of the house's own"


@pytest.mark.rule("JET-X18", "JET-X12")
@pytest.mark.parametrize(("attacks", "again"), [(1, False), (2, True)])
def test_numbers_of_the_house_count_in_play(attacks: int, *, again: bool) -> None:
    ruled_so = {
        "gun_attacks": attacks,
        "gun_hit_number": 3,
        "fuel_per_turn": 2,
        "hits_to_destroy": 9,
        "missile_range_min": 5,
    }
    house = Options(overrides={f"JET-T05/{name}/value": str(value) for name, value in ruled_so.items()})
    own, ahead = jet("P1", at="1216", crew="player"), jet("R1", "red", "1214", stores=Stores(12, 0, 0), role="guarded")
    own = changed(own, stores=Stores(12, card_of(house, own.type).guns, 2))
    faces: dict[str, int | Sequence[int]] = {"*/energy/P1": [1, 1, 2, 4, 6], "*/energy/R1": 3, "*/gun/P1/*": [2, 2]}
    first, _ = tapped(fight(own, ahead, options=house), {"P1": ["easy", "level", "ahead-all", "gun:R1"]}, faces)
    (shot,), (burnt,) = of(first.events, Fired, "P1"), of(first.events, FuelBurnt, "P1")
    assert isinstance(shot, Fired)
    assert isinstance(burnt, FuelBurnt)
    assert (shot.needed, shot.total, shot.hit) == (3, 3, True)  # 4 and 1 less, since it climbs
    assert (burnt.burnt, burnt.left) == (2, 10)
    assert first.fight.jets["R1"].flying
    kept = first.fight.jets["P1"].stores
    assert kept is not None
    assert kept.guns == attacks - 1
    more = fight(changed(own, stores=kept), ahead, options=house)
    faces = faces if again else {key: dice for key, dice in faces.items() if "/gun/" not in key}
    tapped(more, {"P1": ["easy", "level", "ahead-all", *(["gun:R1"] if again else [])]}, faces)
