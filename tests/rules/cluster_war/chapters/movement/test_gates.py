"""Jump gates of one's own pass hulls up to their rating, and a small one at the far end is no way back (App. A)."""

import pytest

from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.navigation import GateTrip, gate_hulls, gate_trip
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Base
from rules.cluster_war.model.state.places import Link
from rules.cluster_war.model.state.units import Design, Leg
from rules.errors import IllegalOrderError
from rules.values import changed
from tests.rules.cluster_war.yard import YARD, empire, failures, fleet, plan, rich, turn

BIG = Design("big", "Great Gate", "base", 60, 200, gate=50, prefix="GG")
SMALL = Design("small", "Small Gate", "base", 30, 100, gate=15, prefix="SG")
BY_GATE = MoveFleet("humans-F1", (Leg("0505"),), by="gate")


def gated(here: str, there: str, *ships: str) -> GameState:
    """A fleet between two gates of these designs ("" for one of somebody else's)."""
    state = empire(rich("0303"), rich("0505"))
    state = changed(state, cluster=changed(state.cluster, links=(Link("0303", "0505", "gate"),)))
    side = changed(state.sides["humans"], designs={**YARD, "big": BIG, "small": SMALL})
    bases = {
        f"humans/G{n}": Base(f"humans/G{n}", "humans", design, "Gate", hex_)
        for n, (design, hex_) in enumerate(((here, "0303"), (there, "0505")))
        if design
    }
    state = changed(state, sides={**state.sides, "humans": side}, bases=bases)
    return fleet(state, "0303", *ships)


@pytest.mark.rule("CW-A-33")
@pytest.mark.parametrize(
    ("hull", "here", "there", "trip"),
    [
        (50, 50, 50, "return"),
        (60, 50, 100, "none"),
        (50, 50, 0, "one way"),
        (50, 60, 40, "one way"),
        (1, 0, 9, "none"),
        (500, None, None, "return"),
        (50, None, 40, "one way"),
    ],
)
def test_a_gate_passes_ships_up_to_its_rating_and_one_gate_alone_is_one_way(
    hull: int, here: int | None, there: int | None, trip: GateTrip
) -> None:
    assert gate_trip(hull, here, there) == trip


@pytest.mark.rule("CW-A-33")
def test_a_ship_too_large_for_the_gate_does_not_go() -> None:
    state = gated("big", "big", "destroyer", "tug")
    with pytest.raises(IllegalOrderError, match="passes hulls of up to 50; a ship here has 60") as wrong:
        plan(state, BY_GATE)
    assert wrong.value.rule == "CW-A-33"
    assert len(failures(turn(state, BY_GATE))) == 1
    fits = gated("big", "big", "destroyer")
    assert [note.rule for note in plan(fits, BY_GATE).notes] == ["CW-4.3-13"], "nothing but supplies is in its way"
    assert turn(fits, BY_GATE).state.fleets["humans-F1"].hex == "0505"
    assert turn(gated("", "", "tug"), BY_GATE).state.fleets["humans-F1"].hex == "0505"


@pytest.mark.rule("CW-A-33")
def test_a_small_gate_at_the_far_end_is_no_way_back() -> None:
    note, hungry = plan(gated("big", "small", "destroyer"), BY_GATE).notes
    assert hungry.rule == "CW-4.3-13"
    assert (note.text, note.rule) == (
        "Your gate at 0505 passes hulls of up to 15: there is no way back by it.",
        "CW-A-33",
    )


def test_the_largest_gate_of_a_hex_counts_and_none_in_tow() -> None:
    roster = {"big": BIG, "small": SMALL}
    bases = [Base("1", "humans", "small", "A", "0101"), Base("2", "humans", "big", "B", "0101", towed_by="x")]
    assert gate_hulls(roster, (), bases) == {"0101": 15}
    home = changed(next(iter(empire().colonies.values())), garrison={"big": 1, "small": 2, "dock": 1})
    assert gate_hulls(roster, [home], bases) == {"0101": 15, home.hex: 50}
    assert gate_hulls(YARD, [home], bases) == {}
