"""Hangar bays house ten hull and split no craft, flights included; remote craft need to be steered (App. A)."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cluster_war.chapters.logistics.rations import berths
from rules.cluster_war.chapters.movement.navigation import form_up
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.holdings import Design, Ship
from rules.cluster_war.model.unit_design.transport import Hangars, control_problem, flights_aboard, hangar_bays
from rules.values import IllegalOrderError, changed

CARRIER = Design("CV", "Carrier", "ship", 40, 163, hangar=20, control_spaces=1)
BOAT = Design("GB", "Gunboat", "small_craft", 6, 20)
FIGHTER = Design("FI", "Fighter", "small_craft", 4, 8, bridge=False)
REMOTE = changed(FIGHTER, id="RC", name="Drone", traits=("remote",))
CLEVER = changed(FIGHTER, id="AI", name="Thinker", traits=("ai",))
FLIGHT = Design("LF", "Light Fighter", "ground", 2, 11, gear=1, traits=("aerospace",))
ROSTER = {d.id: d for d in (CARRIER, BOAT, FIGHTER, REMOTE, CLEVER, FLIGHT)}


def ships(*designs: str) -> list[Ship]:
    """One ship of each of these designs."""
    return [Ship(f"humans/{d}{n:02d}", "humans", d) for n, d in enumerate(designs, 1)]


@pytest.mark.rule("CW-A-29")
@pytest.mark.parametrize(
    ("hulls", "bays"),
    [((5, 5), 1), ((10,), 1), ((10, 5, 5), 2), ((6, 6), 2), ((6, 4, 6, 4), 2), ((5, 4, 4, 3, 2, 2), 2), ((), 0)],
)
def test_a_hangar_bay_houses_ten_hull_and_splits_no_craft(hulls: tuple[int, ...], bays: int) -> None:
    assert hangar_bays(hulls, 10) == bays


@given(st.lists(st.integers(2, 10), max_size=6))
@settings(deadline=None)
def test_no_other_order_packs_craft_into_fewer_bays(hulls: list[int]) -> None:
    def bays_in_order(order: tuple[int, ...]) -> int:
        rooms: list[int] = []
        for hull in order:
            at = next((i for i, room in enumerate(rooms) if room >= hull), None)
            if at is None:
                rooms.append(10 - hull)
            else:
                rooms[at] -= hull
        return len(rooms)

    assert hangar_bays(tuple(hulls), 10) == min(bays_in_order(order) for order in permutations(hulls))


@pytest.mark.rule("CW-A-29")
def test_two_gunboats_of_six_fill_two_bays_with_room_for_two_fighters_beside() -> None:
    found = form_up(ROSTER, ships("CV", "GB", "GB", "FI", "FI"))
    assert len(found.housed) == 4
    with pytest.raises(IllegalOrderError, match="no hangar room"):
        form_up(ROSTER, ships("CV", "FI", "FI", "FI", "FI", "FI"))
    assert [s.design for s in berths(ROSTER, ships("CV", "GB", "GB", "GB")).loose] == ["GB"]
    wide = Settings(
        overrides={"CW-TAB-CAPACITY/hangar bay (starship scale)/hull of fighters or gunboats/capacity": "20"}
    )
    assert len(form_up(ROSTER, ships("CV", "FI", "FI", "FI", "FI", "FI"), wide).housed) == 5


def test_a_craft_larger_than_a_bay_is_not_housed() -> None:
    hangars = Hangars(ROSTER, ships("CV"))
    assert not hangars.take(11)
    assert hangars.take(10)
    assert hangars.free == 1


@pytest.mark.rule("CW-A-04", "CW-A-29")
def test_flights_in_the_hangars_leave_less_room_for_craft() -> None:
    (carrier,) = ships("CV")
    flying = changed(carrier, crates={"LF": 1})
    stowed = changed(carrier, crates={"LF": 1}, crate_room=20)
    assert (flights_aboard(ROSTER, flying), flights_aboard(ROSTER, stowed)) == (1, 0)
    assert Hangars(ROSTER, [flying]).free == 1
    assert Hangars(ROSTER, [stowed]).free == 2


@pytest.mark.rule("CW-A-09")
def test_remote_craft_need_a_control_space_each_and_thinking_ones_none() -> None:
    assert control_problem(ROSTER, ships("CV", "RC", "AI", "AI"), "Guard") is None
    problem = control_problem(ROSTER, ships("CV", "RC", "RC"), "Guard")
    assert problem is not None
    assert (problem.rule, problem.text) == ("CW-A-09", "2 remote craft need as many control spaces; Guard has 1.")
