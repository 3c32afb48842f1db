"""What captains buy and keep, by the prices this battle has."""

from dataclasses import replace

import pytest

from rules.pentagon_war.captains.gunnery import screens, shoot
from rules.pentagon_war.options import Options
from rules.pentagon_war.orders import Fire, Reinforce
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import Cpmf, Moment
from tests.rules.pentagon_war.kit import battle, craft


def scene(segment: int, *, cold: bool = False, **prices: str) -> Battle:
    """X1 with six charged capacitors and three screens, Y1 ahead; prices by line of the power form, as in `_8b`."""
    options = Options(overrides={f"PW-T03/{line[1:]}/power per use": price for line, price in prices.items()})
    ship = replace(craft("X1", "1015"), cpmf=Cpmf(available=6), locked_on=True, screens_cold=cold)
    return battle(ship, craft("Y1", "1012"), options=options, now=Moment(1, 5, segment))


@pytest.mark.rule("PW-C25", "PW-S07")
@pytest.mark.parametrize(("price", "points"), [("3", 2), ("2", 3), ("6", 1), ("0", 3)])
def test_screening_is_bought_at_this_battles_price(price: str, points: int) -> None:
    start = scene(9, _8=price)
    assert screens(start, "X", start.craft["X1"], "always") == Reinforce("X1", points)


@pytest.mark.rule("PW-S08", "PW-C34")
@pytest.mark.parametrize(("price", "energised", "points"), [("1", 3, 1), ("2", 3, 0), ("3", 2, 0)])
def test_cold_boxes_are_energised_at_this_battles_price(price: str, energised: int, points: int) -> None:
    start = scene(9, cold=True, _8b=price)
    assert screens(start, "X", start.craft["X1"], "always") == Reinforce("X1", points, energised)


@pytest.mark.rule("PW-C28", "PW-C29")
@pytest.mark.parametrize(
    ("laser", "keep", "fired"),
    [("1", 0, ("L1", "L2", "P1")), ("1", 3, ("L1", "L2")), ("2", 3, ("L1",)), ("3", 4, ("P1",)), ("3", 5, ())],
)
def test_power_that_is_kept_is_not_fired_away_whatever_shots_take(
    laser: str, keep: int, fired: tuple[str, ...]
) -> None:
    start = scene(7, _9=laser)
    _, orders = shoot(start, "X", start.craft["X1"], ("L1", "L2", "P1"), ("Y1",), keep=keep)
    assert orders == ((Fire("X1", fired, "Y1"),) if fired else ())
