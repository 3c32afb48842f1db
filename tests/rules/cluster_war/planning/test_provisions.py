"""Supplies before the deadline: what a move says that ends out of supply, and the way home for a fleet under stress."""

from dataclasses import replace

import pytest

from rules.cluster_war.movement.orders.moving import MoveFleet
from rules.cluster_war.notation.lines import names_of, parse_order
from rules.cluster_war.orders.order import Note
from rules.cluster_war.planning.check import check
from rules.cluster_war.planning.suggestions.voyages import destinations
from rules.cluster_war.state.game import GameState
from rules.cluster_war.state.units import Leg
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.views.side_views import view_for
from tests.rules.cluster_war.build import DICE, body, sheet, small, star, with_fleet

SCOUTS = "humans-F1"


def position(supplies: int = 0, stress: int = 0) -> GameState:
    """A scout at the Humans' only colony, in 0303, and a star within their grid and one out of it."""
    state = small(systems=[star("0304", body(1, "5555", 73)), star("0606", body(1, "5555", 73))])
    state = with_fleet(state, "humans", "0303", "scout", name="Lantern")
    (key,) = state.fleets[SCOUTS].ships
    ship = replace(state.ships[key], supplies=supplies, stress=stress)
    return replace(state, ships={**state.ships, key: ship})


def notes_of(state: GameState, hex_: str) -> list[Note]:
    preview = check(view_for(state, "humans"), (), MoveFleet(SCOUTS, (Leg(hex_),)))
    return [note for note in preview.notes if note.rule.startswith("CW-4.3")]


@pytest.mark.rule("CW-4.3-13", "CW-4.3-19")
def test_a_move_out_of_supply_says_what_is_needed_a_turn_and_what_comes_of_it_without() -> None:
    assert notes_of(position(), "0606") == [
        Note(
            "0606 is out of supply: Lantern needs 1 supply point a turn there and carries 0. "
            "Without them stress grows by 10 % a turn.",
            "CW-4.3-13",
        )
    ]


@pytest.mark.rule("CW-4.3-06", "CW-4.3-14")
def test_a_move_within_supply_or_with_enough_aboard_says_nothing() -> None:
    assert notes_of(position(), "0304") == []
    assert notes_of(position(supplies=1), "0606") == []


@pytest.mark.rule("CW-4.3-13", "CW-4.3-19")
def test_what_the_preview_says_is_what_the_month_does() -> None:
    state = position()
    (key,) = state.fleets[SCOUTS].ships
    for turn in range(1, 8):
        orders = sheet("humans", MoveFleet(SCOUTS, (Leg("0606"),))) if turn == 1 else ()
        state = adjudicate(state, orders, DICE).state
        if state.fleets[SCOUTS].hex == "0606" and state.fleets[SCOUTS].transit is None:
            break
    before = state.ships[key].stress
    assert adjudicate(state, (), DICE).state.ships[key].stress == before + 10


@pytest.mark.rule("CW-4.3-22")
def test_a_fleet_under_stress_is_shown_its_colony_first_and_one_without_is_not() -> None:
    away = position(stress=40)
    away = replace(away, fleets={SCOUTS: replace(away.fleets[SCOUTS], hex="0606")})
    first = destinations(view_for(away, "humans"), (), SCOUTS)[0]
    assert first.order == MoveFleet(SCOUTS, (Leg("0303"),))
    assert first.reason.startswith("your colony, where its stress of 40 % ends, ")
    (key,) = away.fleets[SCOUTS].ships
    calm = replace(away, ships={**away.ships, key: replace(away.ships[key], stress=0)})
    reasons = [one.reason for one in destinations(view_for(calm, "humans"), (), SCOUTS)]
    assert not reasons[0].startswith("your colony")
    assert any(reason.startswith("your colony, ") and "stress" not in reason for reason in reasons)


def test_a_fleet_is_found_by_the_number_that_reports_print_behind_its_name() -> None:
    state = with_fleet(position(), "humans", "0303", "scout", name="F1 of old")
    names = names_of(view_for(state, "humans"))
    assert parse_order("move F2 to 0606", names) == MoveFleet("humans-F2", (Leg("0606"),))
    assert parse_order("move f1 to 0606", names) == MoveFleet(SCOUTS, (Leg("0606"),))
