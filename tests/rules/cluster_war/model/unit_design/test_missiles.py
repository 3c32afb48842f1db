"""Missiles by the piece: priced as an order line, as far as their makers know how (App. A, 3.1)."""

import pytest

from rules.cluster_war.model.state.sides import Side
from rules.cluster_war.model.unit_design.pricing import missiles_price
from rules.values import GameError, IllegalOrderError, changed
from tests.rules.cluster_war.model.unit_design.drawing import PLAIN
from tests.rules.cluster_war.yard import empire


def knowing(*technologies: str, gave_up: tuple[str, ...] = ()) -> Side:
    """The humans with these technologies."""
    side = empire().sides["humans"]
    return changed(side, technologies=technologies, race=changed(side.race, disadvantages=gave_up))


@pytest.mark.rule("CW-A-43", "CW-3.1-50")
def test_a_line_of_missiles_is_priced_by_its_warheads_as_far_as_they_go() -> None:
    assert missiles_price(knowing(), 200, 1, (), PLAIN) == 20
    with pytest.raises(IllegalOrderError, match="at most 1 points, not 2") as wrong:
        missiles_price(knowing(), 100, 2, (), PLAIN)
    assert wrong.value.rule == "CW-3.1-50"
    assert missiles_price(knowing("Missile/Railgun Warhead Technology"), 100, 2, (), PLAIN) == 20
    six = knowing("Missile/Railgun Warhead Technology +5")
    assert missiles_price(six, 10, 6, (), PLAIN) == 6


@pytest.mark.rule("CW-8.0-07", "CW-3.1-38")
def test_special_missiles_wait_for_their_technology() -> None:
    with pytest.raises(IllegalOrderError, match="need the technology Missile/Railgun Warhead: MIRV") as wrong:
        missiles_price(knowing(), 100, 1, ("MIRV",), PLAIN)
    assert wrong.value.rule == "CW-8.0-07"
    assert missiles_price(knowing("Missile/Railgun Warhead: MIRV warhead"), 100, 1, ("MIRV",), PLAIN) == 13
    assert missiles_price(knowing(), 200, 1, ("anti-fighter",), PLAIN) == 25
    with pytest.raises(GameError, match="not a special effect"):
        missiles_price(knowing(), 100, 1, ("Glitter",), PLAIN)


@pytest.mark.rule("CW-3.1-77")
def test_a_race_that_gave_missiles_up_makes_none() -> None:
    with pytest.raises(IllegalOrderError, match="gave up missiles"):
        missiles_price(knowing(gave_up=("No Missile Technology",)), 1, 1, (), PLAIN)
    assert missiles_price(knowing("Missile Technology", gave_up=("No Missile Technology",)), 10, 1, (), PLAIN) == 1
