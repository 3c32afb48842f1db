"""Values: what every frozen record of named fields can do, for every shape of class in use."""

import copy
import pickle
from collections.abc import Mapping

import pytest

from rules.cluster_war.chapters.diplomacy.treaty_orders import AcceptTrade
from rules.cluster_war.model.events.movement import FleetArrived
from rules.cluster_war.model.holdings.order_kind import Priorities
from rules.cluster_war.model.state.holdings import Ship
from rules.dice import Dice
from rules.hexes import Grid, Hex
from rules.pentagon_war.events import NotDone, TurnBegan
from rules.pentagon_war.units import Moment
from rules.values import Cause, GameError, Value, asdict, changed, changed_by_name, field, fields

SHIP = Ship("humans/DD01", "humans", "DD", cargo=3, parts={"shipyard": 6})
ARRIVED = FleetArrived("humans", "humans-F1", "1st Fleet", "0104", 2, cause=Cause("CW-4.1-04"), seen_by=("humans",))
BEGAN = TurnBegan(Moment(3, 0, 0), Cause("PW-C37"), seen_by=("red",))
SHAPES = [SHIP, ARRIVED, BEGAN, AcceptTrade("vermin"), Grid(5, 5, "odd"), Hex(1, 2), Dice(bytes(32), "game", 1)]


class Base(Value):
    """A value with a field that is made anew for each."""

    value: int
    held: Mapping[str, int] = field(default_factory=dict)


class Heir(Base, kw_only=True):
    """One that inherits that, and whose own field is given by its name."""

    word: str = "so"


@pytest.mark.parametrize("value", SHAPES)
def test_no_field_of_a_value_can_be_set_and_none_added(value: Value) -> None:
    for name in (*value.__struct_fields__, "added"):
        with pytest.raises(AttributeError):
            setattr(value, name, 1)


def test_some_fields_are_changed_and_the_others_kept() -> None:
    after = changed(SHIP, stress=5, away=1)
    assert after == Ship("humans/DD01", "humans", "DD", cargo=3, parts={"shipyard": 6}, stress=5, away=1)
    assert (SHIP.stress, SHIP.away) == (0, 0)


@pytest.mark.parametrize("value", SHAPES)
def test_with_nothing_changed_an_equal_value_of_the_same_class_is_made(value: Value) -> None:
    after = changed(value)
    assert after is not value
    assert type(after) is type(value)
    assert asdict(after) == asdict(value)
    assert after == value


def test_a_field_that_nobody_has_is_refused() -> None:
    with pytest.raises(TypeError, match="speed"):
        changed(SHIP, speed=1)  # type: ignore[call-arg] # what is tried here


def test_fields_that_are_given_by_name_alone_change_beside_those_of_the_classes_above() -> None:
    after = changed(ARRIVED, cause=Cause("CW-4.1-06"), seen_by=("vermin",), fleet="humans-F2", week=4)
    assert after == FleetArrived(
        "humans", "humans-F2", "1st Fleet", "0104", 4, cause=Cause("CW-4.1-06"), seen_by=("vermin",)
    )
    assert ARRIVED.seen_by == ("humans",)


def test_a_class_without_fields_of_its_own_has_those_it_inherits() -> None:
    after = changed(BEGAN, seen_by=("blue",))
    assert type(after) is TurnBegan
    assert (after.at, after.cause, after.seen_by) == (BEGAN.at, BEGAN.cause, ("blue",))


def test_what_a_value_checks_when_made_is_checked_when_it_is_changed() -> None:
    with pytest.raises(GameError, match="0 by 5 does not fit"):
        changed(Grid(5, 5, "odd"), columns=0)
    with pytest.raises(ValueError, match="a seed has 32 bytes"):
        changed(Dice(bytes(32), "game", 1), seed=b"")


def test_the_only_field_of_a_class_is_changed_by_its_name_in_the_source_or_at_run_time() -> None:
    assert changed(AcceptTrade("vermin"), side="oolab") == AcceptTrade("oolab")
    assert changed_by_name(AcceptTrade("vermin"), {"side": "oolab"}) == AcceptTrade("oolab")
    assert changed(Priorities(("research", "ships")), lines=("bases",)) == Priorities(("bases",))


def test_values_of_different_classes_are_never_equal() -> None:
    assert Base(1) != Heir(1)
    assert Base(1, {}) == Base(1)


def test_what_a_field_has_by_default_is_made_anew_for_each_value() -> None:
    one, other = Base(1), Base(1)
    assert one.held is not other.held
    assert Heir(1, word="x") == Heir(1, {}, word="x")
    assert Heir(1).word == "so"


def test_fields_are_listed_first_those_given_by_place() -> None:
    assert [each.name for each in fields(Heir)] == ["value", "held", "word"]
    assert [each.name for each in fields(NotDone)][-1] == "seen_by"


@pytest.mark.parametrize("value", SHAPES)
def test_a_value_can_be_copied_sent_to_another_process_and_looked_up(value: Value) -> None:
    assert pickle.loads(pickle.dumps(value)) == copy.deepcopy(value) == value
    if value is not SHIP:
        assert {value: 1}[changed(value)] == 1


def test_a_value_that_holds_a_mapping_cannot_be_looked_up() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(SHIP)
