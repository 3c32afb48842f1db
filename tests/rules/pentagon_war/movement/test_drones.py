"""Segment 6: drones leave and land."""

from fractions import Fraction
from typing import Any

import pytest

from rules.pentagon_war.events import Launched, LinkChanged, NotDone, Sighted
from rules.pentagon_war.movement import launching
from rules.pentagon_war.orders import Accelerate, LandDrone, LaunchDrone
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn import engine
from rules.pentagon_war.units import Bay, CountedVelocity, Craft, Drone, Moment
from rules.values import NotYoursError, WrongPhaseError
from tests.rules.pentagon_war import kit
from tests.rules.pentagon_war.combat.stage import drone, fight
from tests.rules.pentagon_war.movement.stage import (
    accelerated,
    after,
    check_allowed,
    check_refused,
    clock,
    impulses_moved,
    marked,
    moving,
    played,
    sized,
    velocity,
)


def carrier(size: int = 1, **given: Any) -> Craft:
    """X1 with three drones, A=4 and C=-1."""
    ship = sized("X1", "1015", size, drones=("laser", "proton", "laser"), **given)
    return moving(ship, 4, -1)


def scene(ship: Craft, impulse: int = 3) -> Battle:
    """Segment 6."""
    return kit.battle(ship, kit.craft("Y1", "1001"), now=Moment(1, impulse, 6))


def launch(bay: str = "D1", a: int | str = 4, c: int | str = -1, facing: int = 2) -> LaunchDrone:
    """X1 launches a drone."""
    return LaunchDrone("X1", bay, facing, Fraction(a), Fraction(c))


@pytest.mark.rule("PW-S71", "PW-S70", "PW-B70")
def test_a_launched_drone_leaves_a_dotted_bay_and_moves_from_the_next_impulse() -> None:
    done = played(scene(carrier()), launch(a="9/2"))
    assert done.state.drones["X1.D1"] == Drone(
        "X1.D1", "X", "X1", "laser", kit.hexed("1015"), 2, velocity("9/2", -1), CountedVelocity(4, -1), launched=3
    )
    assert [bay.state for bay in after(done, "X1").bays] == ["dotted", "full", "full"]
    assert [event.kind for event in done.events if isinstance(event, Launched)] == ["drone"]
    assert impulses_moved(done.state, "X1.D1")[0] == 3
    check_refused(done.state, launch(), "PW-S71")


@pytest.mark.rule("PW-S72")
@pytest.mark.parametrize(("a", "c"), [(1, -4), (7, 2), ("13/4", "-1/2"), (7, -4)])
def test_a_drones_components_lie_within_3_of_its_launchers(a: int | str, c: int | str) -> None:
    check_allowed(scene(carrier()), launch(a=a, c=c))


@pytest.mark.rule("PW-S72")
@pytest.mark.parametrize(("a", "c"), [(4, 3), ("29/4", -1), ("3/4", -1), (4, "-17/4"), (4, "1/121")])
def test_others_are_refused(a: int | str, c: int | str) -> None:
    check_refused(scene(carrier()), launch(a=a, c=c), "PW-S72")


@pytest.mark.rule("PW-S72", "PW-C24")
def test_a_drone_starts_at_12_at_most_and_with_any_facing() -> None:
    fast = scene(moving(carrier(), 11, 0))
    check_refused(fast, launch(a="25/2", c=0), "PW-S72")
    for facing in range(6):
        check_allowed(fast, launch(a=12, c=0, facing=facing))
    check_refused(fast, launch(a=12, c=0, facing=6), "PW-M02")


@pytest.mark.rule("PW-B03")
@pytest.mark.parametrize("size", [1, 2])
def test_as_many_drones_an_impulse_as_the_size_class(size: int) -> None:
    done = played(scene(carrier(size)), launch("D1"), launch("D2"), launch("D3"))
    assert len(done.state.drones) == size
    refusals = [event for event in done.events if isinstance(event, NotDone)]
    assert [event.cause.rule for event in refusals] == ["PW-B03"] * (3 - size)
    assert len(played(clock(done.state, 4, 6), launch("D3")).state.drones) == size + 1


@pytest.mark.rule("PW-S90")
def test_launching_a_drone_gives_an_invisible_craft_away() -> None:
    done = played(scene(marked(carrier(), invisible=True)), launch())
    assert [type(event) for event in done.events] == [Sighted, Launched]
    assert not after(done, "X1").invisible


@pytest.mark.rule("PW-S73")
def test_drones_launched_together_have_records_of_their_own() -> None:
    state = played(scene(carrier(2)), launch("D1", facing=0), launch("D2", facing=3)).state
    state = accelerated(clock(state, 4, 2), Accelerate("X1.D1"), Accelerate("X1.D2")).state
    assert [state.drones[unit].record for unit in ("X1.D1", "X1.D2")] == [("4: A+",), ("4: A-",)]


def landing(going: tuple[int | str, int | str], at: str = "1015", bay: str = "dotted", **marks: Any) -> Battle:
    """Segment 6: a drone near a carrier with A=3 and C=1."""
    state: Any = bay
    ship = marked(moving(kit.craft("X1", "1015"), 3, 1), bays=(Bay("D1", "laser", state),))
    flying = drone("X1.D1", at, **marks)
    moved = Drone(**{**{n: getattr(flying, n) for n in flying.__struct_fields__}, "velocity": velocity(*going)})
    return fight(ship, kit.craft("Y1", "1001"), moved, segment=6)


@pytest.mark.rule("PW-S83")
@pytest.mark.parametrize("going", [(4, 0), (3, 1), (2, 2), ("7/2", "1/4")])
def test_a_drone_lands_at_components_within_1(going: tuple[int | str, int | str]) -> None:
    done = played(landing(going, accelerations=9, fired=2), LandDrone("X1.D1", "X1"))
    assert done.state.drones == {}
    assert after(done, "X1").bays == (Bay("D1", "laser", "full", accelerations=9, fired=2),)
    assert [event.what for event in done.events if isinstance(event, LinkChanged)] == ["landed"]


@pytest.mark.rule("PW-S83")
@pytest.mark.parametrize(
    "battle",
    [
        landing((5, 1)),
        landing((3, "-1/4")),
        landing((3, 1), at="1014"),
        landing((3, 1), bay="full"),
        landing((3, 1), bay="destroyed"),
    ],
    ids=["too fast", "a fraction too slow", "another hex", "bay full", "bay destroyed"],
)
def test_otherwise_it_does_not_land(battle: Battle) -> None:
    check_refused(battle, LandDrone("X1.D1", "X1"), "PW-S83")


@pytest.mark.rule("PW-S78", "PW-B78")
def test_a_drone_that_went_home_keeps_its_fuel_and_its_shot_and_gets_a_new_id() -> None:
    landed = played(landing((3, 1), accelerations=9, fired=2), LandDrone("X1.D1", "X1")).state
    bays = (Bay("D1", "laser", "full", launches=1, accelerations=9, fired=2),)
    ready = kit.battle(marked(landed.craft["X1"], bays=bays), now=Moment(1, 5, 6))
    again = played(ready, LaunchDrone("X1", "D1", 0, Fraction(3), Fraction(1))).state.drones
    assert list(again) == ["X1.D1-2"]
    assert (again["X1.D1-2"].accelerations, again["X1.D1-2"].fired) == (9, 2)


def test_only_own_drones_land_and_not_on_the_impulse_of_their_launch() -> None:
    battle = landing((3, 1))
    for side, order in (("Y", LandDrone("X1.D1", "Y1")), ("X", LandDrone("X1.D7", "X1"))):
        with pytest.raises(NotYoursError):
            launching.check_landing(battle, side, order)
    check_refused(landing((3, 1), launched=1), LandDrone("X1.D1", "X1"), "PW-B70")
    check_refused(scene(carrier()), launch("D9"), "PW-S71")
    with pytest.raises(WrongPhaseError):
        engine.check(battle, "X", Accelerate("X1"))
