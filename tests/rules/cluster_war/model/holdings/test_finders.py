"""What players may name in an order: names, amounts, fleets, ships, designs; each refusal at its bound, with what there is."""

import pytest

from rules.cluster_war.chapters.movement.request_orders import FreeText
from rules.cluster_war.model.holdings import finders
from rules.cluster_war.model.holdings.order_kind import PlannedState, TurnHoldings
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Build, Course, Transit
from rules.cluster_war.model.state.places import Bound
from rules.cluster_war.model.working.turn_state import TurnState
from rules.cluster_war.turn.planning.suggestions.meetings import picture
from rules.cluster_war.turn.views.side_views import view_for
from rules.dice import ScriptedDice
from rules.values import GameError, IllegalOrderError, NotYoursError, changed
from tests.rules.cluster_war.build import change_fleet, small, with_fleet


def position() -> GameState:
    state = small(turn=3)
    state = with_fleet(state, "humans", "0505", "scout", "destroyer", "destroyer", name="First")
    state = with_fleet(state, "humans", "0505", "freighter", name="Second")
    state = with_fleet(state, "humans", "0606", "scout", name="Third")
    state = with_fleet(state, "vermin", "0505", "scout", name="Theirs")
    build = Build("humans-B1", "humans", "0303-3", "destroyer", 1, 100, 0, 20, 10, 3)
    return changed(state, builds={build.id: build, "vermin-B1": changed(build, id="vermin-B1", side="vermin")})


def holdings(state: GameState | None = None) -> PlannedState:
    return picture(view_for(state or position(), "humans"), ())


@pytest.mark.rule("CW-4.1-12")
@pytest.mark.parametrize(
    ("name", "tidy"), [("A", "A"), ("  Big \n Fleet ", "Big Fleet"), ("x" * 60, "x" * 60), (f" {'x' * 60} ", "x" * 60)]
)
def test_a_name_loses_odd_white_space(name: str, tidy: str) -> None:
    assert finders.checked_name(name) == tidy


@pytest.mark.rule("CW-4.1-12")
@pytest.mark.parametrize(
    ("name", "says"), [("", "this has 0"), (" \t", "this has 0"), ("x" * 61, "this has 61"), ("a\x07b", "printable")]
)
def test_a_name_of_none_or_too_many_characters_is_refused(name: str, says: str) -> None:
    with pytest.raises(IllegalOrderError, match=says):
        finders.checked_name(name)


@pytest.mark.rule("CW-4.1-12")
@pytest.mark.parametrize("name", ["F4", "f12", "humans-F4", "F\u200b4"])
def test_a_fleet_is_not_called_like_another_fleets_number(name: str) -> None:
    with pytest.raises(IllegalOrderError, match="is how reports number fleets") as refused:
        finders.fleet_title(name)
    assert refused.value.rule == "CW-4.1-12"
    assert finders.fleet_title("Flight 4") == "Flight 4"


@pytest.mark.rule("CW-4.1-12")
def test_a_name_is_kept_in_signs_that_every_keyboard_has() -> None:
    assert finders.checked_name("L’Étoile – Sud") == "L'Étoile - Sud"


@pytest.mark.rule("CW-4.1-12")
def test_a_name_of_signs_that_nobody_sees_is_none() -> None:
    with pytest.raises(IllegalOrderError, match="this has 0"):
        finders.checked_name("\u2800\u3164")


def test_a_fleet_that_there_is_not_is_called_by_its_number() -> None:
    with pytest.raises(NotYoursError, match=r"^You have no fleet `F99`[.] Your fleets: ") as refused:
        finders.own_fleet(holdings(), "humans-F99")
    assert "humans-" not in str(refused.value)


@pytest.mark.rule("CW-5.0-19")
def test_an_amount_is_one_at_least() -> None:
    finders.check_amount(1)
    for cps in (0, -1):
        with pytest.raises(IllegalOrderError, match="at least 1"):
            finders.check_amount(cps)


def test_own_things_are_found_and_others_are_answered_with_what_there_is() -> None:
    here = holdings()
    assert finders.own_fleet(here, "humans-F2").name == "Second"
    assert finders.own_build(here, "humans-B1").id == "humans-B1"
    assert finders.own_design(here, "hulk").name == "Hulk"
    with pytest.raises(NotYoursError, match="You have no construction"):
        finders.own_build(here, "vermin-B1")
    with pytest.raises(GameError, match="Your designs"):
        finders.own_design(here, "yacht")
    for fleet in ("vermin-F1", "humans-F9"):
        with pytest.raises(NotYoursError, match="Your fleets: First, Second, Third") as wrong:
            finders.own_fleet(here, fleet)
        assert "Theirs" not in str(wrong.value)


@pytest.mark.parametrize("ship", ["humans/DD01", "DD01", "dd01"])
def test_a_ship_is_named_with_its_side_or_without(ship: str) -> None:
    assert finders.own_ship(holdings(), ship) == "humans/DD01"


def test_a_ship_of_others_or_of_none_is_answered_with_the_own_ships() -> None:
    for ship in ("vermin/SC01", "DD09"):
        with pytest.raises(NotYoursError, match="Your ships: DD01, DD02, FF01, SC01, SC02"):
            finders.own_ship(holdings(), ship)


@pytest.mark.rule("CW-6.6-03")
def test_ships_that_are_named_are_all_in_the_hex() -> None:
    here = holdings()
    ships, fleets = finders.ships_here(here, ("DD02", "FF01", "DD02"), "0505")
    assert [ship.id for ship in ships] == ["humans/DD02", "humans/FF01"]
    assert fleets == {"humans/DD02": "humans-F1", "humans/FF01": "humans-F2"}
    with pytest.raises(IllegalOrderError, match="SC02 is not at 0505"):
        finders.ships_here(here, ("DD01", "SC02"), "0505")
    with pytest.raises(IllegalOrderError, match="at least one ship"):
        finders.ships_here(here, (), "0505")
    for away in ({"transit": Transit("0505", "0707", 8, 12)}, {"course": Course(("0506",), (12,))}):
        gone = holdings(change_fleet(position(), "humans-F2", **away))
        with pytest.raises(IllegalOrderError, match="FF01 is not at 0505"):
            finders.ships_here(gone, ("FF01",), "0505")


@pytest.mark.rule("CW-4.1-06")
def test_who_is_in_ftl_space_is_in_no_hex_and_who_is_on_a_course_is_not_at_rest() -> None:
    here = holdings()
    assert finders.fleet_here(here, "humans-F1") == finders.fleet_at_rest(here, "humans-F1")
    jump = holdings(change_fleet(position(), "humans-F1", transit=Transit("0505", "0707", 8, 12)))
    with pytest.raises(IllegalOrderError, match="is in FTL space until it reaches 0707"):
        finders.fleet_here(jump, "humans-F1")
    with pytest.raises(IllegalOrderError, match="is on its way"):
        finders.fleet_at_rest(jump, "humans-F1")
    seen = holdings(change_fleet(position(), "humans-F1", course=Course(("0506",), (12,))))
    assert finders.fleet_here(seen, "humans-F1").hex == "0505"
    with pytest.raises(IllegalOrderError, match="is on its way"):
        finders.fleet_at_rest(seen, "humans-F1")


def test_ships_stand_in_the_fleets_order_or_by_id() -> None:
    here = holdings()
    fleet = changed(here.fleets["humans-F1"], ships=("humans/SC01", "humans/DD02", "humans/DD01"))
    assert list(finders.ships_of(here, fleet)) == ["humans/SC01", "humans/DD02", "humans/DD01"]
    assert list(finders.ships_by_id(here, fleet)) == ["humans/DD01", "humans/DD02", "humans/SC01"]


@pytest.mark.rule("CW-B-21", "CW-B-22")
@pytest.mark.parametrize(
    ("until", "why", "hex_", "week", "held"),
    [
        (0, "stasis", "0505", None, "frozen in time"),
        (0, "siphon", "0505", None, "drained by a siphon"),
        (12, "siphon", "0505", None, "drained by a siphon"),  # the third month ends with week 11
        (11, "siphon", "0505", None, ""),
        (10, "siphon", "0505", 9, "drained by a siphon"),
        (10, "siphon", "0505", 10, ""),
        (0, "siphon", "0506", None, ""),  # of another place
        (0, "field", "0505", None, ""),  # crawls out
    ],
)
def test_who_is_held_does_nothing_while_it_lasts(until: int, why: str, hex_: str, week: int | None, held: str) -> None:
    bound = Bound(why, hex_, until=until)  # type: ignore[arg-type] # one of three words
    here = holdings(change_fleet(position(), "humans-F1", bound=bound))
    found = finders.held_by(here, here.fleets["humans-F1"], week)
    if not held:
        assert found is None
        return
    assert str(found).startswith(f"First is {held}")
    if week is None:
        with pytest.raises(IllegalOrderError, match=held):
            finders.free_fleet(here, "humans-F1")


@pytest.mark.rule("CW-4.1-12")
@pytest.mark.parametrize("name", ["humans-F1", "F4", "f12"])
def test_a_fleets_name_is_no_fleets_number(name: str) -> None:
    with pytest.raises(IllegalOrderError, match="would mean another one"):
        finders.fleet_title(name)
    assert finders.fleet_title("F-Force") == "F-Force"


def test_a_failed_order_reads_as_a_refused_one_though_it_keeps_the_first_names_alone() -> None:
    state = position()
    for number in range(1, 21):
        state = with_fleet(state, "humans", "0606", "scout", name=f"Picket {number}")
    turn = TurnState(state, (), ScriptedDice(()))
    with pytest.raises(NotYoursError) as asked:
        finders.own_fleet(TurnHoldings(turn, "humans"), "humans-F99")
    assert asked.value.meant is not None
    assert len(asked.value.meant.names) == 23
    turn.acting = SignedOrder("o1", "humans", 1, FreeText("Find it."))
    with pytest.raises(NotYoursError) as failed:
        finders.own_fleet(TurnHoldings(turn, "humans"), "humans-F99")
    assert failed.value.meant is not None
    assert len(failed.value.meant.names) == 9
    assert str(failed.value) == str(asked.value)
    assert "…" in str(asked.value)
