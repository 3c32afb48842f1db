"""Medical centers raise what a world of medicines yields (App. A)."""

import pytest

from rules.cluster_war.model.economy.yields import colony_output, medical_spaces, with_medicine
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Base
from rules.values import changed
from tests.rules.cluster_war.build import with_colony
from tests.rules.cluster_war.yard import YARD, empire, rich

CLINIC = changed(YARD["dock"], id="clinic", name="Clinic", medical=60, prefix="CL")


def healers(*resources: str, clinics: int = 2) -> GameState:
    """A colony of 100 with this many clinics of 60 spaces."""
    state = with_colony(empire(rich("0505", 100, *resources)), "humans", "0505", 2, 100)
    side = changed(state.sides["humans"], designs={**YARD, "clinic": CLINIC})
    colony = changed(state.colonies["0505-2"], garrison={"clinic": clinics})
    return changed(state, sides={**state.sides, "humans": side}, colonies={**state.colonies, "0505-2": colony})


def yielded(state: GameState) -> int:
    """What the colony yields."""
    return colony_output(state, state.colonies["0505-2"])


@pytest.mark.rule("CW-A-39")
def test_a_hundred_and_twenty_spaces_raise_a_worlds_medicines_by_a_tenth_once() -> None:
    assert yielded(healers("Natural Medicines")) == 220
    assert yielded(healers("Natural Medicines", clinics=4)) == 220
    assert yielded(healers("Natural Medicines", clinics=1)) == 200
    assert yielded(healers("Heavy Metals")) == 200
    assert [with_medicine(200, n, Settings()) for n in (0, 119, 120, 240)] == [200, 200, 220, 220]
    assert with_medicine(19, 120, Settings()) == 20


@pytest.mark.rule("CW-A-39")
def test_bases_in_the_worlds_orbit_count_when_they_are_at_work() -> None:
    state = healers("Natural Medicines", clinics=1)
    orbiting = Base("humans/CL01", "humans", "clinic", "Clinic", "0505", 2)
    for base, output in ((orbiting, 220), (changed(orbiting, orbit=0), 200), (changed(orbiting, towed_by="x"), 200)):
        there = changed(state, bases={base.id: base})
        assert yielded(there) == output
    assert medical_spaces(state, state.colonies["0505-2"]) == 60
