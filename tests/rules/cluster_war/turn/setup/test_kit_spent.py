"""What a side begins with is paid out of its kit: freighters with the ships, ground forces with the facilities."""

import pytest

from rules.cluster_war.turn.setup.new_game import new_game
from rules.cluster_war.turn.setup.scenario import StartFleet
from rules.cluster_war.turn.setup.start_kit import facilities_price, ships_price
from rules.values import GameError, changed
from tests.rules.cluster_war.turn.setup.new_game_kit import SEED, USUAL, start, with_side


@pytest.mark.rule("CW-5.1-10")
def test_freighters_at_the_start_are_paid_out_of_the_thousand_cps_of_ships() -> None:
    side = start("duel_small", "humans")
    assert (ships_price(side), side.designs["CF"].cost) == (986, 64)
    fleets = tuple(f for f in side.fleets if dict(f.ships) != {"SV": 2})
    one, two = ((*fleets, StartFleet("Haulers", {"CF": count})) for count in (2, 3))
    begun = new_game(with_side("duel_small", "humans", fleets=one), SEED)
    assert sum(s.side == "humans" and s.design == "CF" for s in begun.ships.values()) == 4
    with pytest.raises(GameError, match="ships for 1050 CPs") as refused:
        new_game(with_side("duel_small", "humans", fleets=two), SEED)
    assert refused.value.rule == "CW-3.0-03"


@pytest.mark.rule("CW-6.5-26")
def test_ground_forces_at_the_start_are_paid_out_of_the_thousand_cps_of_facilities() -> None:
    side = start("duel_small", "humans")
    before = side.facilities.garrison
    assert (facilities_price(side, USUAL), side.designs["MAR"].cost) == (930, 12)
    five, six = (changed(side.facilities, garrison={**before, "MAR": before["MAR"] + n}) for n in (5, 6))
    begun = new_game(with_side("duel_small", "humans", facilities=five), SEED)
    owner = begun.sides["humans"]
    assert begun.colonies[f"{owner.home}-{owner.home_orbit}"].garrison["MAR"] == 9
    with pytest.raises(GameError, match="facilities for 1002 CPs") as refused:
        new_game(with_side("duel_small", "humans", facilities=six), SEED)
    assert refused.value.rule == "CW-3.0-03"
