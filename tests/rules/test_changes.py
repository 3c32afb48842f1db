"""Frozen values with some fields changed: what `dataclasses.replace` gives, for every shape of class in use."""

import copy
import inspect
import pickle
from collections.abc import Mapping
from dataclasses import FrozenInstanceError, dataclass, field, fields, is_dataclass, replace

import pytest

from rules.changes import changed, changed_by_name, changer, maker, quickly_made
from rules.cluster_war.diplomacy.orders.trade import AcceptTrade
from rules.cluster_war.events.movement import FleetArrived
from rules.cluster_war.holdings.orders.shortfalls import Priorities
from rules.cluster_war.state.units import Ship
from rules.errors import GameError
from rules.events import Cause
from rules.hexes import Grid
from rules.pentagon_war.events import TurnBegan
from rules.pentagon_war.units import Moment
from rules.tables import Table

SHIP = Ship("humans/DD01", "humans", "DD", cargo=3, parts={"shipyard": 6})
ARRIVED = FleetArrived("humans", "humans-F1", "1st Fleet", "0104", 2, cause=Cause("CW-4.1-04"), seen_by=("humans",))
BEGAN = TurnBegan(Moment(3, 0, 0), Cause("PW-C37"), seen_by=("red",))
TABLE = Table("T", ("low", "high", "what"), (("1", "5", "nothing"), ("6", "10", "storm")))


@dataclass(frozen=True, slots=True)
class Doubled:
    """A value that works a field out from another whenever it is made."""

    half: int
    whole: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "whole", 2 * self.half)


@dataclass(frozen=True, slots=True)
class Named(Doubled):
    """One that inherits that."""

    name: str = ""


def test_some_fields_are_changed_and_the_others_kept() -> None:
    after = changed(SHIP, stress=5, away=1)
    assert after == replace(SHIP, stress=5, away=1)
    assert (after.cargo, after.parts, after.stress, after.away) == (3, {"shipyard": 6}, 5, 1)
    assert (SHIP.stress, SHIP.away) == (0, 0)


@pytest.mark.parametrize(
    "value", [SHIP, ARRIVED, BEGAN, AcceptTrade("vermin"), Grid(5, 5, "odd"), TABLE, Named(3, name="x")]
)
def test_with_nothing_changed_an_equal_value_of_the_same_class_is_made(value: object) -> None:
    assert is_dataclass(value)
    assert not isinstance(value, type)
    after = changed(value)
    assert after is not value
    assert type(after) is type(value)
    assert [getattr(after, field.name) for field in fields(value)] == [getattr(value, f.name) for f in fields(value)]


def test_a_field_that_nobody_has_is_refused() -> None:
    with pytest.raises(AttributeError):
        changed(SHIP, speed=1)  # type: ignore[call-arg] # what is tried here


def test_fields_that_are_given_by_name_alone_change_beside_those_of_the_classes_above() -> None:
    after = changed(ARRIVED, cause=Cause("CW-4.1-06"), seen_by=("vermin",), fleet="humans-F2", week=4)
    assert after == FleetArrived(
        "humans", "humans-F2", "1st Fleet", "0104", 4, cause=Cause("CW-4.1-06"), seen_by=("vermin",)
    )
    assert after == replace(ARRIVED, cause=Cause("CW-4.1-06"), seen_by=("vermin",), fleet="humans-F2", week=4)
    assert ARRIVED.seen_by == ("humans",)


def test_a_class_without_fields_of_its_own_has_those_it_inherits() -> None:
    after = changed(BEGAN, seen_by=("blue",))
    assert type(after) is TurnBegan
    assert (after.at, after.cause, after.seen_by) == (BEGAN.at, BEGAN.cause, ("blue",))


def test_what_a_value_works_out_or_checks_when_made_is_done_anew() -> None:
    assert changed(Doubled(3), half=5) == Doubled(5)
    assert changed(Doubled(3), half=5).whole == 10
    after = changed(Named(3, name="x"), half=4)
    assert (after.whole, after.name) == (8, "x")
    with pytest.raises(GameError, match="0 by 5 does not fit"):
        changed(Grid(5, 5, "odd"), columns=0)


def test_fields_that_are_never_given_are_worked_out_from_the_new_ones() -> None:
    after = changed(TABLE, rows=(("1", "10", "calm"),))
    assert after.by_roll(7)["what"] == "calm"
    assert TABLE.by_roll(7)["what"] == "storm"


def test_the_only_field_of_a_class_is_changed() -> None:
    assert changed(AcceptTrade("vermin"), side="oolab") == AcceptTrade("oolab")
    assert changed_by_name(AcceptTrade("vermin"), {"side": "oolab"}) == AcceptTrade("oolab")
    lines = Priorities(("research", "ships"))
    assert changed(lines, lines=("bases",)) == Priorities(("bases",))
    assert changed(lines) == lines


@quickly_made
@dataclass(frozen=True, slots=True)
class Base:
    """A value made quickly, with fields named as what makes it might be."""

    kind: str
    made: int = 3
    held: Mapping[str, int] = field(default_factory=dict)
    seen: tuple[str, ...] = field(default=(), kw_only=True)


@quickly_made
@dataclass(frozen=True, slots=True)
class Heir(Base):
    """One that inherits and checks."""

    kind: str = "heir"
    value: int = 0

    def __post_init__(self) -> None:
        if self.value < 0:
            raise GameError("too few")


@dataclass(frozen=True, slots=True)
class Plain:
    """What `Base` is without being made quickly."""

    kind: str
    made: int = 3
    held: Mapping[str, int] = field(default_factory=dict)
    seen: tuple[str, ...] = field(default=(), kw_only=True)


def test_what_is_made_quickly_is_what_the_dataclass_would_have_made() -> None:
    assert inspect.signature(Base).parameters.keys() == inspect.signature(Plain).parameters.keys()
    for given in ({"kind": "a"}, {"kind": "b", "made": 4, "held": {"x": 1}, "seen": ("y",)}):
        quick, plain = Base(**given), Plain(**given)
        assert type(quick) is Base
        assert [getattr(quick, f.name) for f in fields(Base)] == [getattr(plain, f.name) for f in fields(Plain)]
        assert quick == copy.deepcopy(quick) == pickle.loads(pickle.dumps(quick))
        assert repr(quick) == repr(plain).replace("Plain", "Base")
    assert Base("a", 4, {"x": 1}) == Base("a", made=4, held={"x": 1})
    assert Base("a").held is not Base("a").held
    with pytest.raises(FrozenInstanceError):
        Base("a").made = 5  # type: ignore[misc] # what is tried here
    with pytest.raises(TypeError):
        Base()  # type: ignore[call-arg] # likewise
    with pytest.raises(TypeError):
        Base("a", 3, {}, ())  # type: ignore[call-arg] # likewise


def test_what_is_made_quickly_inherits_and_is_checked() -> None:
    assert (Heir().kind, Heir("x", value=2).value, Heir().made) == ("heir", 2, 3)
    assert type(changed(Heir(), value=4)) is Heir
    with pytest.raises(GameError, match="too few"):
        Heir(value=-1)
    with pytest.raises(TypeError, match="_rows"):
        quickly_made(Table)


def test_a_changer_gives_what_changed_gives() -> None:
    assert changer(Ship, "stress", "away")(SHIP, 5, 1) == changed(SHIP, stress=5, away=1)
    assert type(changer(FleetArrived, "seen_by")(ARRIVED, ("vermin",))) is FleetArrived
    assert SHIP.stress == 0
    with pytest.raises(TypeError, match="Doubled checks"):
        changer(Doubled, "half")


@pytest.mark.parametrize("kind", [Base, Plain])
def test_a_maker_makes_what_the_class_makes(kind: type[Base] | type[Plain]) -> None:
    make = maker(kind)
    assert make("a") == kind("a")
    assert make("b", 4, {"x": 1}, seen=("y",)) == kind("b", made=4, held={"x": 1}, seen=("y",))
    assert type(make("a")) is kind
    assert make("a").held is not make("a").held
    with pytest.raises(FrozenInstanceError):
        make("a").made = 5  # type: ignore[misc] # what is tried here
    with pytest.raises(TypeError):
        make()  # type: ignore[call-arg] # likewise


def test_what_a_maker_makes_is_checked() -> None:
    assert maker(Doubled)(2).whole == 4
    with pytest.raises(GameError, match="too few"):
        maker(Heir)(value=-1)
    with pytest.raises(TypeError, match="_rows"):
        maker(Table)
