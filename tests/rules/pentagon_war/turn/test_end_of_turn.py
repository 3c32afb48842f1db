"""The end of a turn: wear by speed, leaving the battle, and who has won."""

from fractions import Fraction
from typing import Any, Literal

import pytest

from rules.hexes import Hex
from rules.pentagon_war.designs import BASIC_MISSILE
from rules.pentagon_war.events import BattleEnded, Event, Gone, NotDone, Struck
from rules.pentagon_war.options import Options
from rules.pentagon_war.orders import Decided, Disengage
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn import end_of_turn, power
from rules.pentagon_war.turn.engine import concede, decide_at_limit, decide_winner, end_events
from rules.pentagon_war.units import Acid, Body, Craft, Lock, Missile, Moment, Velocity
from rules.values import GameError, IllegalOrderError, NotYoursError, changed
from tests.rules.pentagon_war.kit import battle, craft, hexed, scripted

END = Moment(3, 13, 1)
SPEEDY = Options(speed_limitations=True)


def at_end(*units: Craft, **changes: Any) -> Battle:
    """A battle at the end of turn 3, components counted."""
    return changed(power.begin(battle(*units, now=Moment(3), **changes), (), scripted()).state, now=END)


def ended_with(start: Battle, *orders: Disengage) -> tuple[Battle, tuple[Event, ...]]:
    """The end of the turn resolved with these orders of side X; nothing is rolled."""
    result = end_of_turn.resolve(start, [Decided("X", order) for order in orders], scripted())
    return result.state, result.events


def fast(velocity: tuple[int | str, int | str], screens: int = 0, **changes: Any) -> Craft:
    """A craft of 2 armor in front, with so many screens left."""
    return changed(craft("X1", "1015", velocity=velocity, **changes), screens=screens, armor=(2, 0, 0, 0, 0, 0))


@pytest.mark.rule("PW-A25")
@pytest.mark.parametrize(
    ("velocity", "screens", "armor"),
    [
        ((7, 0), 1, 2),
        ((7, 0), 0, 1),
        ((6, 0), 0, 2),
        (("27/4", 0), 0, 2),  # counts as 6
    ],
)
def test_speed_above_six_does_one_point_to_craft_without_screens(
    velocity: tuple[int | str, int | str], screens: int, armor: int
) -> None:
    start = at_end(fast(velocity, screens), craft("Y1", "1001"), options=SPEEDY)
    after, events = ended_with(start)
    assert after.craft["X1"].armor[0] == armor
    points = [event.points for event in events if isinstance(event, Struck)]
    assert points == ([1] if armor == 1 else [])


@pytest.mark.rule("PW-A25")
def test_two_fast_components_are_still_one_point_on_the_side_facing_the_motion() -> None:
    start = at_end(changed(fast((7, -7)), armor=(2, 2, 2, 0, 2, 2)), craft("Y1", "1001"), options=SPEEDY)
    after, events = ended_with(start)
    # Between A and F: the two front sides 1 and 6 tie, the clockwise one is struck.
    assert after.craft["X1"].armor == (1, 2, 2, 0, 2, 2)
    (event,) = events
    assert isinstance(event, Struck)
    assert (event.side, event.points, event.cause.rule) == (1, 1, "PW-A25")
    assert event.cause.modifiers[0].reason == "speed 7, screens down"


@pytest.mark.rule("PW-A25")
def test_without_armor_it_is_an_internal_hit_and_acid_does_not_eat_at_the_turns_end() -> None:
    hurt = changed(fast((-8, 0)), acid=(Acid(1, 2, 20),))
    after, _ = ended_with(at_end(hurt, craft("Y1", "1001"), options=SPEEDY))
    ship = after.craft["X1"]
    assert ship.engines == hurt.engines - 1  # moving backward: the rear, and an engine first (PW-S50)
    assert ship.armor == hurt.armor
    assert ship.acid == hurt.acid


@pytest.mark.rule("PW-A25")
def test_without_the_option_speed_does_no_harm() -> None:
    start = at_end(fast((12, 0)), craft("Y1", "1001"))
    assert ended_with(start) == (start, ())


SUN = Body("star", "Class G star", hexed("1020"), radius=2, star=True, radiation=2)


@pytest.mark.rule("PW-A62")
@pytest.mark.parametrize(("at", "screens", "harm"), [("1016", 0, 1), ("1015", 0, 0), ("1016", 1, 0), ("1024", 0, 1)])
def test_a_stars_radiation_does_a_point_to_craft_near_it_without_screens_on_the_side_towards_it(
    at: str, screens: int, harm: int
) -> None:
    ship = changed(craft("X1", at), screens=screens, armor=(2, 2, 2, 2, 2, 2))
    start = at_end(ship, craft("Y1", "0101"), bodies={"star": SUN})
    after, events = ended_with(start)
    side = 4 if at < "1020" else 1
    assert [(e.craft, e.side, e.points) for e in events if isinstance(e, Struck)] == [("X1", side, 1)] * harm
    assert sum(after.craft["X1"].armor) == 12 - harm
    assert after.craft["X1"].armor[side - 1] == 2 - harm
    told = [(e.cause.rule, e.cause.modifiers[0].reason) for e in events if isinstance(e, Struck)]
    assert told == [("PW-A62", "radiation of the star, screens down")] * harm
    dark = at_end(ship, craft("Y1", "0101"), bodies={"star": changed(SUN, radiation=0)})
    assert ended_with(dark) == (dark, ())


@pytest.mark.rule("PW-A25", "PW-A62")
def test_speed_and_radiation_are_a_point_each() -> None:
    ship = changed(craft("X1", "1016", velocity=(-7, 0)), screens=0, armor=(2, 2, 2, 2, 2, 2))
    start = at_end(ship, craft("Y1", "0101"), bodies={"star": SUN}, options=SPEEDY)
    _, (event,) = ended_with(start)
    assert isinstance(event, Struck)
    assert (event.side, event.points, event.cause.rule) == (4, 2, "PW-A25")
    assert [(term.value, term.reason) for term in event.cause.modifiers] == [
        (1, "speed 7, screens down"),
        (1, "radiation of the star, screens down"),
    ]


def leave(how: Literal["acceleration", "separation"] = "acceleration", unit: str = "X1") -> Disengage:
    """An order to leave."""
    return Disengage(unit, how)


@pytest.mark.rule("PW-B77", "PW-S24", "PW-S22")
@pytest.mark.parametrize("velocity", [(12, 0), (0, -12), (-12, -12)])
def test_a_craft_at_twelve_leaves_by_acceleration_and_burns_a_tank(velocity: tuple[int, int]) -> None:
    start = at_end(craft("X1", "1015", velocity=velocity, fuel_tanks=3), craft("Y1", "1001"))
    assert start.craft["X1"].tanks_full == 3
    end_of_turn.check(start, "X", leave())
    after, events = ended_with(start, leave())
    ship = after.craft["X1"]
    assert (ship.fate, ship.tanks_full, ship.tanks_empty) == ("disengaged", 2, 1)
    assert [(event.unit, event.why) for event in events if isinstance(event, Gone)] == [("X1", "disengaged")]


@pytest.mark.rule("PW-B77", "PW-A26", "PW-S24", "PW-S23")
@pytest.mark.parametrize(
    ("changes", "fields", "rule"),
    [
        ({"velocity": Velocity(Fraction(11))}, {}, "PW-B77"),
        ({"engines": 0}, {}, "PW-B77"),
        ({"tanks_full": 0, "tanks_empty": 2}, {}, "PW-S24"),
        ({}, {"locks": (Lock("Y1", "B1", "X1"),)}, "PW-B77"),
        ({"screens": 0}, {"options": SPEEDY}, "PW-A26"),
    ],
    ids=["eleven", "no engine", "no fuel", "held", "screens down"],
)
def test_speed_engines_fuel_freedom_and_screens_are_needed(
    changes: dict[str, Any], fields: dict[str, Any], rule: str
) -> None:
    ship = changed(craft("X1", "1015", velocity=(12, 0)), **changes)
    start = at_end(ship, craft("Y1", "1014"), **fields)
    with pytest.raises(IllegalOrderError) as refused:
        end_of_turn.check(start, "X", leave())
    assert refused.value.rule == rule


@pytest.mark.rule("PW-A26")
def test_screens_matter_only_with_the_option_and_armor_saves_nothing() -> None:
    bare = changed(craft("X1", "1015", velocity=(12, 0)), screens=0)
    end_of_turn.check(at_end(bare, craft("Y1", "1001")), "X", leave())


@pytest.mark.rule("PW-B77", "PW-S24")
def test_a_ramscoop_needs_and_burns_no_tank() -> None:
    scoop = craft("X1", "1015", velocity=(12, 0), scoop="magnascoop", fuel_tanks=1)
    after, _ = ended_with(at_end(scoop, craft("Y1", "1001")), leave())
    assert after.craft["X1"].tanks_full == 1
    dry = craft("X1", "1015", velocity=(12, 0), scoop="magnascoop", fuel_tanks=0)
    end_of_turn.check(at_end(dry, craft("Y1", "1001")), "X", leave())


@pytest.mark.rule("PW-B80")
@pytest.mark.parametrize(("at", "away"), [("0166", True), ("0165", False)])
def test_more_than_64_hexes_from_every_enemy_a_craft_may_leave(at: str, away: bool) -> None:
    start = at_end(craft("X1", at), craft("Y1", "0101"), craft("X2", "0102"))
    if away:
        end_of_turn.check(start, "X", leave("separation"))
        assert ended_with(start, leave("separation"))[0].craft["X1"].fate == "disengaged"
        return
    with pytest.raises(IllegalOrderError, match="64 hexes from Y1") as refused:
        end_of_turn.check(start, "X", leave("separation"))
    assert refused.value.rule == "PW-B80"


@pytest.mark.rule("PW-B80")
@pytest.mark.parametrize(
    ("target", "tracking", "stays"), [("X1", True, True), ("X1", False, False), ("X2", True, False)]
)
def test_a_seeker_on_its_track_keeps_a_craft_and_that_is_told_when_it_tries(
    target: str, tracking: bool, stays: bool
) -> None:
    missile = Missile("Y1.M1", "Y", "Y1", BASIC_MISSILE, Hex(3, 60), 0, 6, target, 30, tracking=tracking)
    start = at_end(craft("X1", "0170"), craft("X2", "0172"), craft("Y1", "0101"), missiles={missile.id: missile})
    end_of_turn.check(start, "X", leave("separation"))  # the target is its owner's secret
    after, events = ended_with(start, leave("separation"))
    assert after.craft["X1"].fate == ("" if stays else "disengaged")
    refused = [(event.seen_by, event.cause.rule) for event in events if isinstance(event, NotDone)]
    assert refused == ([(("X",), "PW-B80")] if stays else [])


@pytest.mark.rule("PW-B80")
def test_a_hidden_enemy_keeps_a_craft_without_being_named() -> None:
    lurker = changed(craft("Y2", "0168", radar_invisibility=True), hidden=True, invisible=True)
    start = at_end(craft("X1", "0170"), craft("Y1", "0101"), lurker)
    end_of_turn.check(start, "X", leave("separation"))
    after, events = ended_with(start, leave("separation"))
    assert after.craft["X1"].fate == ""
    (event,) = events
    assert isinstance(event, NotDone)
    assert event.why == "Something still keeps X1 from leaving."


@pytest.mark.rule("PW-M30", "PW-B77")
def test_joined_craft_leave_together_on_one_tank() -> None:
    pair = [changed(craft(unit, "1015", velocity=(12, 0)), joined="X1+X2") for unit in ("X1", "X2")]
    after, events = ended_with(at_end(*pair, craft("Y1", "1001")), leave(), leave(unit="X2"))
    assert [after.craft[unit].fate for unit in ("X1", "X2")] == ["disengaged"] * 2
    assert [after.craft[unit].tanks_full for unit in ("X1", "X2")] == [1, 2]
    assert len([event for event in events if isinstance(event, Gone)]) == 2


def test_a_seeker_whose_target_has_left_loses_it() -> None:
    missile = Missile("Y1.M1", "Y", "Y1", BASIC_MISSILE, Hex(3, 20), 0, 6, "X1", 30)
    start = at_end(craft("X1", "1015", velocity=(12, 0)), craft("Y1", "1001"), missiles={missile.id: missile})
    assert not ended_with(start, leave())[0].missiles["Y1.M1"].tracking


def lost(unit: Craft, fate: Literal["destroyed", "disengaged"] = "destroyed") -> Craft:
    """The craft out of the battle."""
    return changed(unit, fate=fate)


@pytest.mark.rule("PW-B87")
@pytest.mark.parametrize(
    ("x", "y", "winner"),
    [("", "", None), ("", "destroyed", "X"), ("disengaged", "", "Y"), ("destroyed", "destroyed", "")],
)
def test_the_last_side_with_a_craft_in_the_battle_wins(x: Any, y: Any, winner: str | None) -> None:
    start = battle(changed(craft("X1", "1015"), fate=x), changed(craft("Y1", "1001"), fate=y))
    assert decide_winner(start).winner == winner
    told = end_events(start, decide_winner(start))
    assert [type(event) for event in told] == ([] if winner is None else [BattleEnded])


@pytest.mark.rule("PW-C02")
def test_without_a_limit_turn_50_is_played_and_with_one_points_lost_decide() -> None:
    hurt = changed(craft("X1", "1015"), engines=0)
    start = battle(hurt, craft("Y1", "1001"), now=Moment(50, 13, 1))
    assert decide_at_limit(start).winner is None
    assert decide_at_limit(changed(start, last_turn=51)).winner is None
    assert decide_at_limit(changed(start, last_turn=50)).winner == "Y"
    even = battle(craft("X1", "1015"), craft("Y1", "1001"), now=Moment(8, 13, 1), last_turn=8)
    assert decide_at_limit(even).winner == ""


@pytest.mark.rule("PW-B87")
def test_giving_up_takes_a_sides_craft_out_whole_and_ends_the_battle() -> None:
    start = battle(craft("X1", "1015"), changed(craft("X2", "1016"), hidden=True), craft("Y1", "1001"))
    result = concede(start, "X")
    assert result.state.winner == "Y"
    given_up = [result.state.craft[unit] for unit in ("X1", "X2")]
    assert [(unit.fate, unit.hidden) for unit in given_up] == [("disengaged", False)] * 2
    assert [event.why for event in result.events if isinstance(event, Gone)] == ["conceded", "conceded"]
    (over,) = [event for event in result.events if isinstance(event, BattleEnded)]
    assert over.points == ("X: 0", "Y: 0")
    with pytest.raises(GameError, match="over already"):
        concede(result.state, "Y")
    with pytest.raises(NotYoursError):
        concede(start, "Z")


@pytest.mark.rule("PW-B77")
@pytest.mark.parametrize(("size", "engines", "needed"), [(1, 0, 1), (2, 1, 2), (2, 0, 2)])
def test_as_many_engines_as_the_class_are_needed_and_that_is_said(size: int, engines: int, needed: int) -> None:
    screens = {1: 3, 2: 60}[size]
    ship = changed(craft("X1", "1015", velocity=(12, 0), screens=screens), engines=engines)
    start = at_end(ship, craft("Y1", "1001"))
    with pytest.raises(IllegalOrderError, match=f"needs {needed} working engines .* it has {engines}"):
        end_of_turn.check(start, "X", leave())
    enough = changed(start, craft={**start.craft, "X1": changed(start.craft["X1"], engines=needed)})
    end_of_turn.check(enough, "X", leave())
