"""Systems to prepare before players come, a tenth more, and contents made on demand (CW-19.0-03, CW-19.0-04)."""

import pytest

from rules.cluster_war.chapters.colonies.amendments import GrantKnowledge, PrepareSystem
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Leg
from rules.cluster_war.model.state.npr import NprColony, NprForce
from rules.cluster_war.model.state.places import Special
from rules.cluster_war.turn.gm.amend import amend
from rules.cluster_war.turn.gm.look_ahead import SaltedDice, SystemToPrepare, due_systems, make_contents, plot
from rules.cluster_war.turn.views.side_views import view_for
from rules.dice import Dice
from rules.values import GameError, IllegalOrderError, changed
from tests.rules.cluster_war.build import body, sheet, small, star, with_fleet
from tests.rules.cluster_war.chapters.npr.hive import HOME, hive, world

DICE = Dice(bytes(32), "test", 1)


def due(state: GameState, *legs: str, turns: int = 3) -> tuple[SystemToPrepare, ...]:
    """What is to be prepared while the Humans' scout goes along these legs."""
    orders = sheet("humans", MoveFleet("humans-F1", tuple(Leg(h) for h in legs))) if legs else ()
    return due_systems(state, plot(state, orders, turns))


@pytest.mark.rule("CW-19.0-03")
def test_systems_where_players_will_be_are_listed_with_who_comes_when_and_what_is_there() -> None:
    state = small(
        systems=[
            star("0505"), star("0606", body(1), special=Special("Monster")), star("1515", body(1)), star("0506", codes=("Neb",)),
        ]
    )  # fmt: skip
    state = with_fleet(state, "humans", "0504", "scout")
    found = [d for d in due(state, "0505", "0606", turns=4) if not d.spare]
    assert [(d.hex, d.side, d.week) for d in found] == [("0505", "humans", 5), ("0606", "humans", 10)]
    assert (found[0].empty, found[0].special) == (True, ""), "a star without worlds: nobody has made any"
    assert (found[1].empty, found[1].special) == (False, "Monster")
    with_race = changed(state, nprs={"hive": hive(home="0606", colonies=(), forces=(), territory=())})
    assert next(d for d in due(with_race, "0505", "0606", turns=4) if d.hex == "0606").people == ("hive",)


@pytest.mark.rule("CW-19.0-03")
def test_what_is_known_or_marked_is_prepared() -> None:
    state = with_fleet(small(systems=[star("0505", body(1)), star("0606", body(1))]), "humans", "0504", "scout")
    state = amend(state, PrepareSystem("0505"), "ready").state
    assert state.prepared == ("0505",)
    assert all(d.hex != "0505" for d in due(state, "0505"))
    known = amend(state, GrantKnowledge("vermin", "0606", "scouted"), "a gift").state
    assert all(d.hex != "0606" for d in due(known, "0606", turns=6))
    with pytest.raises(GameError, match="empty space"):
        amend(state, PrepareSystem("0707"), "ready")


@pytest.mark.rule("CW-19.0-04")
@pytest.mark.parametrize(("needed", "spare"), [(1, 1), (10, 1), (11, 2)])
def test_a_tenth_more_is_kept_in_reserve_the_nearest_first(needed: int, spare: int) -> None:
    way = [f"05{row:02}" for row in range(5, 5 + needed)]
    reserve = ["0604", "0704", "0804"]
    state = small(systems=[star(h, body(1)) for h in (*way, *reserve)], homes=False)
    state = with_fleet(state, "humans", "0504", "scout")
    found = due(state, *way, turns=24)
    assert [d.hex for d in found if not d.spare] == way
    assert [d.hex for d in found if d.spare] == reserve[:spare]
    assert all(d.away >= 1 for d in found if d.spare)


@pytest.mark.rule("CW-19.0-03")
def test_contents_are_made_on_demand_beside_stars_that_all_can_see() -> None:
    state = small(systems=[star("0505"), star("0606", codes=("Neb",))])
    salted = SaltedDice(DICE, "5a17")
    made = make_contents(state, "0505", salted)
    assert made.codes == ("G",)
    assert made.bodies
    assert all(r.key.startswith("generation/0505/") and r.key.endswith("/5a17") for r in salted.rolls)
    assert make_contents(state, "0505", SaltedDice(DICE, "5a17")) == made
    done = amend(state, PrepareSystem("0505", made), "made").state
    assert done.cluster.systems["0505"] == made
    assert done.prepared == ("0505",)
    assert view_for(done, "humans") == view_for(state, "humans"), "players see nothing of it"
    assert make_contents(state, "0606", SaltedDice(DICE, "5a17")).bodies == ()


@pytest.mark.rule("CW-19.0-03")
def test_what_somebody_knows_or_lives_on_is_not_made_anew() -> None:
    state = small(systems=[star("0505", body(1))])
    known = amend(state, GrantKnowledge("humans", "0505", "scouted"), "a gift").state
    for where, place, told in (
        (known, "0505", "known to Humans"),
        (state, "0303", "Somebody lives"),
        (state, "0404", "empty space"),
        (world(hive()), HOME, "Somebody lives"),
    ):
        with pytest.raises(IllegalOrderError, match=told):
            make_contents(where, place, SaltedDice(DICE, "x"))
    with pytest.raises(GameError, match="on everybody's map"):
        amend(state, PrepareSystem("0505", star("0505", body(1), codes=("M",))), "made")


@pytest.mark.rule("CW-19.0-04")
def test_the_reserve_is_a_tenth_of_what_is_needed_however_many_lie_near_and_one_where_nothing_is() -> None:
    """Twenty-one systems with fleets ask for three in reserve, though ten lie near; one fleet asks for one."""
    way = [f"05{row:02}" for row in range(1, 21)]
    near = [f"{column:02}{row}" for column in range(6, 16) for row in (19, 20)]
    state = small(systems=[star(h, body(1)) for h in (*way, *near)], homes=False)
    for hex_ in way:
        state = with_fleet(state, "humans", hex_, "scout")
    state = with_fleet(state, "vermin", "0620", "scout")
    found = due(state)
    assert len([d for d in found if not d.spare]) == 21
    assert [(d.hex, d.week, d.away) for d in found if d.spare] == [
        ("0619", None, 1), ("0719", None, 1), ("0720", None, 1),
    ]  # fmt: skip
    still = small(systems=[star(h, body(1)) for h in ("0506", "0507", "1717")], homes=False)
    still = with_fleet(still, "humans", "0504", "scout")
    assert [(d.hex, d.away, d.spare) for d in due(still)] == [("0506", 2, True)]
    far = small(systems=[star(h, body(1)) for h in ("0520", "1920")], homes=False)
    far = with_fleet(far, "humans", "0504", "scout")
    assert [(d.hex, d.away) for d in due(far)] == [("0520", 16)], "as far as sixteen hexes"
    assert due(with_fleet(small(systems=[star("0520", body(1))], homes=False), "humans", "0503", "scout")) == ()


@pytest.mark.rule("CW-19.0-04")
def test_of_systems_as_near_the_first_by_number_comes_first_and_its_nearest_side_is_named() -> None:
    places = ("0506", "0508", "0606", "0404")
    state = small(systems=[star(h, body(1)) for h in places], homes=False)
    state = with_fleet(with_fleet(state, "vermin", "0508", "scout"), "humans", "0506", "scout")
    found = due(state)
    assert [(d.hex, d.side, d.week, d.away) for d in found] == [
        ("0506", "humans", 0, 0),
        ("0508", "vermin", 0, 0),
        ("0606", "humans", None, 1),
    ]
    both = with_fleet(with_fleet(state, "vermin", "0404", "scout"), "humans", "0404", "scout")
    (first, *_) = due(both)
    assert (first.hex, first.side) == ("0404", "humans"), "of two in one week the first by name"


@pytest.mark.rule("CW-19.0-03")
def test_an_empty_system_is_one_that_might_have_worlds_and_hides_nothing_and_people_are_named_wherever_they_are() -> (
    None
):
    state = small(
        systems=[
            star("0505"), star("0506", codes=("Neb",)), star("0507", special=Special("Wonder")), star("0508", body(1)),
        ],
        homes=False,
    )  # fmt: skip
    for hex_, empty, special in (
        ("0505", True, ""), ("0506", False, ""), ("0507", False, "Wonder"), ("0508", False, ""),
    ):  # fmt: skip
        (one, *_) = due(with_fleet(state, "humans", hex_, "scout"))
        assert (one.hex, one.empty, one.special, one.people) == (hex_, empty, special, ())
    apart = {"home": "1111", "colonies": (), "forces": (), "territory": ()}
    for more in (
        {"home": "0505"}, {"territory": ("0505",)}, {"colonies": (NprColony("0505", 1),)},
        {"forces": (NprForce("1", "Guard", "0505", 1, 10),)},
    ):  # fmt: skip
        there = changed(state, nprs={"hive": hive(**{**apart, **more}), "ants": hive(id="ants", **apart)})
        (one, *_) = due(with_fleet(there, "humans", "0505", "scout"))
        assert one.people == ("hive",), more


@pytest.mark.rule("CW-19.0-04")
def test_the_reserve_is_looked_for_farther_away_where_too_few_lie_near() -> None:
    """Twenty-one systems ask for three; two lie within two hexes, the third farther off."""
    way = [f"05{row:02}" for row in range(1, 21)]
    state = small(systems=[star(h, body(1)) for h in (*way, "0620", "0720", "0820", "1120", "1220")], homes=False)
    for hex_ in (*way, "0620"):
        state = with_fleet(state, "humans", hex_, "scout")
    assert [(d.hex, d.away) for d in due(state) if d.spare] == [("0720", 1), ("0820", 2), ("1120", 5)]
