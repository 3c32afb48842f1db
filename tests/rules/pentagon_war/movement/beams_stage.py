"""Craft held by magnetic beams, for tests."""

from typing import Any

from rules.pentagon_war.designs import WeaponBox
from rules.pentagon_war.options import Options
from rules.pentagon_war.orders import Accelerate
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import Craft, Lock, Moment
from tests.rules.pentagon_war import kit
from tests.rules.pentagon_war.movement.stage import accelerated, after, sized

BEAMS = {"weapons": tuple(WeaponBox("beam") for _ in range(4))}
REACTION = Options(magbeam_reaction=True)


def beamer(unit: str = "Y1", at: str = "1014", size: int = 2, **given: Any) -> Craft:
    """A craft with four beams."""
    return sized(unit, at, size, **{**BEAMS, **given})


def held(target: Craft, *locks: Lock, by: Craft | None = None, **changes: Any) -> Battle:
    """Segment 2 of impulse 5: X1 in beams of Y1 straight above it."""
    return kit.battle(target, by or beamer(), locks=locks, **{"now": Moment(1, 5, 2), **changes})


def lock(beam: int = 1, target: str = "X1", craft: str = "Y1", **given: Any) -> Lock:
    """A lock of Y1 on X1."""
    return Lock(craft, f"B{beam}", target, **given)


def entries(battle: Battle, unit: str = "X1", *orders: Accelerate) -> tuple[str, ...]:
    """What a unit writes on its record in this segment."""
    return after(accelerated(battle, *orders), unit).record
