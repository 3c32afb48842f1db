"""A turn's draft holds every part of the state that it may change, takes all of it back, and gives all of it on."""

from collections.abc import Mapping
from typing import Any, get_args, get_origin, get_type_hints

import pytest

from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.places import Cluster
from rules.cluster_war.model.state.psionics import Minds
from rules.cluster_war.model.state.register import Register
from rules.cluster_war.model.state.sides import Signals
from rules.cluster_war.model.working.turn_state import (
    LASTING_FIELDS,
    REGISTERS,
    UNTOUCHED_FIELDS,
    WORKED_FIELDS,
    TurnState,
)
from rules.dice import ScriptedDice
from rules.values import changed
from tests.rules.cluster_war.build import small


def begun() -> TurnState:
    return TurnState(small(), (), ScriptedDice(()))


def other(held: Any) -> Any:
    """Something else of the same kind as what a draft holds."""
    match held:
        case Register():
            return Register({"new": object()}, lambda _: ("there",))
        case dict():
            return {"new": object()}
        case list():
            return [*held, object()]
        case Cluster():
            return changed(held, columns=held.columns + 1)
        case Minds():
            return changed(held, caught=(*held.caught, "a"))
        case Signals():
            return changed(held, envoys=(*held.envoys, "a>b"))
        case _:
            raise AssertionError(f"{type(held).__name__}: say here what another one is")


def plain(held: Any) -> Any:
    return tuple(held) if isinstance(held, list) else held


def held_as(name: str, declared: Any) -> Any:
    """The type as which a turn holds a part of the state, from how the state declares it."""
    kind, of = get_origin(declared), get_args(declared)
    if kind is Mapping:
        return Register[of[1]] if name in REGISTERS else dict[of]  # type: ignore[valid-type,misc] # worked out at run time
    return list[of[0]] if kind is tuple else declared  # type: ignore[valid-type] # as above


@pytest.mark.parametrize("name", WORKED_FIELDS)
def test_a_turn_has_the_type_of_each_part_as_the_state_declares_it(name: str) -> None:
    declared, typed = get_type_hints(GameState)[name], get_type_hints(TurnState)
    assert typed.get(name) == held_as(name, declared), f"TurnState does not say this of the state's {name}"


def test_every_part_of_the_state_is_worked_on_or_stays_as_it_is() -> None:
    assert set(WORKED_FIELDS) | UNTOUCHED_FIELDS == set(GameState.__struct_fields__)
    assert not UNTOUCHED_FIELDS & set(WORKED_FIELDS)


@pytest.mark.parametrize("name", WORKED_FIELDS)
def test_what_a_turn_changes_in_the_state_is_taken_back_and_given_on(name: str) -> None:
    month = begun()
    before = getattr(month, name)
    given = getattr(month.start, name)
    assert plain(before) == given
    assert before is not given or isinstance(given, Cluster | Minds | Signals), f"{name} is the turn's own"
    snapshot = month.snapshot()
    changed_to = other(before)
    setattr(month, name, changed_to)
    frozen = getattr(month.freeze(month.turn + 1, {}), name)
    assert frozen == plain(changed_to)
    assert frozen != getattr(month.start, name)
    month.restore(snapshot)
    assert getattr(month, name) == before
    assert type(getattr(month, name)) is type(before)


def test_whatever_a_draft_holds_is_taken_back_or_named_among_what_lasts() -> None:
    month = begun()
    assert set(vars(month)) >= {*WORKED_FIELDS, *LASTING_FIELDS}
    for name, held in vars(month).items():
        if name not in LASTING_FIELDS and not isinstance(held, Cluster | Minds | Signals):
            assert isinstance(held, dict | list | set), f"{name} can be copied as a whole"


def test_a_snapshot_can_be_restored_twice() -> None:
    month = begun()
    before = month.snapshot()
    for _ in range(2):
        month.rights.clear()
        month.trade_history["humans"] = ()
        month.careers["humans/DD01"] = 1
        month.restore(before)
        assert (tuple(month.rights), month.trade_history) == (month.start.rights, month.start.trade_history)
        assert month.careers == {}
