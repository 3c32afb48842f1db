"""Supplies before the deadline: what a move says that ends out of supply, and the way home for a fleet under stress."""

from fractions import Fraction

import pytest

from rules.cluster_war.chapters.logistics.supply_orders import LoadSupplies
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.model.orders.order import Note
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Leg
from rules.cluster_war.play.notation import names_of, parse_order
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.planning.check import check, forecast
from rules.cluster_war.turn.planning.suggestions.meetings import Suggestion
from rules.cluster_war.turn.planning.suggestions.voyages import STRAINED_PERCENT, destinations, explore
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import changed
from tests.rules.cluster_war.build import DICE, body, sheet, small, star, with_fleet

SCOUTS = "humans-F1"


def position(supplies: int = 0, stress: int = 0) -> GameState:
    """A scout at the Humans' only colony, in 0303, and a star within their grid and one out of it."""
    state = small(systems=[star("0304", body(1, "5555", 73)), star("0606", body(1, "5555", 73))])
    state = with_fleet(state, "humans", "0303", "scout", name="Lantern")
    (key,) = state.fleets[SCOUTS].ships
    ship = changed(state.ships[key], supplies=supplies, stress=stress)
    return changed(state, ships={**state.ships, key: ship})


def fast(state: GameState) -> GameState:
    """The same with a scout whose drive takes it to the next hexes within the month."""
    me = state.sides["humans"]
    designs = {**me.designs, "scout": changed(me.designs["scout"], drive=Fraction(20))}
    return changed(state, sides={**state.sides, "humans": changed(me, designs=designs)})


def notes_of(state: GameState, hex_: str) -> list[Note]:
    preview = check(view_for(state, "humans"), (), MoveFleet(SCOUTS, (Leg(hex_),)))
    return [note for note in preview.notes if note.rule.startswith("CW-4.3")]


@pytest.mark.rule("CW-4.3-13", "CW-4.3-19")
def test_a_move_out_of_supply_says_what_is_needed_a_turn_and_what_comes_of_it_without() -> None:
    assert notes_of(position(), "0606") == [
        Note(
            "0606 is out of supply: Lantern needs 1 supply point a turn on the way and there and carries 0. "
            "Without them stress grows by 10 % a turn.",
            "CW-4.3-13",
        )
    ]
    (there,) = notes_of(fast(position()), "0305")
    assert there.text.startswith("0305 is out of supply: Lantern needs 1 supply point a turn there and carries 0. ")


@pytest.mark.rule("CW-4.3-06", "CW-4.3-14")
def test_a_move_within_supply_or_with_enough_aboard_says_nothing() -> None:
    assert notes_of(fast(position()), "0304") == []
    assert notes_of(position(supplies=1), "0606") == []
    assert notes_of(position(supplies=1), "0304") == []


@pytest.mark.rule("CW-4.3-07", "CW-4.3-13")
def test_a_move_within_supply_that_is_under_way_as_the_month_ends_says_what_it_needs() -> None:
    state = position()
    assert [note.text for note in notes_of(state, "0304")] == [
        "Lantern is under way at the end of the month: it needs 1 supply point and carries 0. "
        "Without them stress grows by 10 % a turn."
    ]
    (key,) = state.fleets[SCOUTS].ships
    after = adjudicate(state, sheet("humans", MoveFleet(SCOUTS, (Leg("0304"),))), DICE).state
    assert after.fleets[SCOUTS].transit is not None
    assert after.ships[key].stress == 10


@pytest.mark.parametrize("hex_", ["0304", "0606"])
def test_what_would_happen_tells_of_one_fleets_supplies_once(hex_: str) -> None:
    told = forecast(view_for(position(), "humans"), sheet("humans", MoveFleet(SCOUTS, (Leg(hex_),))))
    assert sum("supply point" in note.text for note in told.effects) == 1


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
    away = changed(away, fleets={SCOUTS: changed(away.fleets[SCOUTS], hex="0606")})
    first = destinations(view_for(away, "humans"), (), SCOUTS)[0]
    assert first.order == MoveFleet(SCOUTS, (Leg("0303"),))
    assert first.reason.startswith("your colony, where its stress of 40 % ends, ")
    (key,) = away.fleets[SCOUTS].ships
    calm = changed(away, ships={**away.ships, key: changed(away.ships[key], stress=0)})
    reasons = [one.reason for one in destinations(view_for(calm, "humans"), (), SCOUTS)]
    assert not reasons[0].startswith("your colony")
    assert any(reason.startswith("your colony, ") and "stress" not in reason for reason in reasons)


def test_a_fleet_is_found_by_the_number_that_reports_print_behind_its_name() -> None:
    state = with_fleet(position(), "humans", "0303", "scout", name="F1 of old")
    names = names_of(view_for(state, "humans"))
    assert parse_order("move F2 to 0606", names) == MoveFleet("humans-F2", (Leg("0606"),))
    assert parse_order("move f1 to 0606", names) == MoveFleet(SCOUTS, (Leg("0606"),))


def exploring(state: GameState) -> list[Suggestion]:
    return [one for one in explore(view_for(state, "humans"), ()) if one.starred]


def away(state: GameState, hex_: str = "0606") -> GameState:
    """Out there, with supplies for years aboard."""
    ships = {key: changed(ship, supplies=99) for key, ship in state.ships.items()}
    return changed(state, ships=ships, fleets={key: changed(f, hex=hex_) for key, f in state.fleets.items()})


@pytest.mark.rule("CW-4.3-20", "CW-4.3-22")
def test_a_fleet_under_stress_is_advised_its_way_to_supply_and_no_longer_an_unknown_star() -> None:
    (first,) = exploring(away(position(stress=40)))
    assert first.order == MoveFleet(SCOUTS, (Leg("0304"),))
    assert first.reason.startswith("stress 40 % ends at 0304, ")
    found = explore(view_for(away(position(stress=40)), "humans"), ())
    assert found[0].starred, "the way back comes before all else"
    assert len(found) > 1, "the stars can still be chosen"
    fresh = exploring(away(position(stress=STRAINED_PERCENT - 1)))
    assert [one.reason.partition(",")[0] for one in fresh] == ["unexplored"]
    assert not exploring(position(stress=40)), "in supply it ends where it is"


def test_several_fleets_under_stress_may_turn_back_to_one_place() -> None:
    state = with_fleet(position(stress=40), "humans", "0303", "scout", name="Lamp")
    key = state.fleets["humans-F2"].ships[0]
    state = away(changed(state, ships={**state.ships, key: changed(state.ships[key], stress=30)}))
    assert [one.order for one in exploring(state)] == [
        MoveFleet("humans-F2", (Leg("0304"),)),
        MoveFleet(SCOUTS, (Leg("0304"),)),
    ]


def holds(state: GameState, bays: int = 1) -> GameState:
    """The same with scouts that have cargo bays."""
    me = state.sides["humans"]
    designs = {**me.designs, "scout": changed(me.designs["scout"], cargo_bays=bays)}
    return changed(state, sides={**state.sides, "humans": changed(me, designs=designs)})


@pytest.mark.rule("CW-4.3-13", "CW-4.3-15")
def test_a_fleet_with_room_takes_supplies_along_to_a_star_out_of_supply_and_one_without_is_not_advised_to_go() -> None:
    near, far = (MoveFleet(SCOUTS, (Leg(hex_),)) for hex_ in ("0304", "0606"))

    def without_the_near_star(state: GameState) -> GameState:
        systems = {h: s for h, s in state.cluster.systems.items() if h != "0304"}
        return changed(state, cluster=changed(state.cluster, systems=systems))

    state = without_the_near_star(holds(position()))
    (first,) = exploring(state)
    weeks = int(first.reason.split(", ")[1].split()[0])
    months = 1 + -(-2 * weeks // 4)
    assert first.reason == f"unexplored, {weeks} weeks; takes {months} supply points along"
    assert (first.order, first.orders) == (far, (LoadSupplies(SCOUTS, months), far))
    after = explore(view_for(state, "humans"), sheet("humans", LoadSupplies(SCOUTS, months)))
    assert (after[0].orders, after[0].starred) == ((far,), True), "what is aboard is not taken again"
    bare = explore(view_for(without_the_near_star(position()), "humans"), ())
    assert (bare[0].order, [one.starred for one in bare]) == (far, [False] * len(bare))
    assert bare[0].reason.endswith("out of supply there")
    assert [one.order for one in exploring(holds(position()))] == [near], "within supply nothing needs to be taken"
