"""Captains ask the rules before they decide."""

from typing import TypeVar

from rules.errors import GameError
from rules.pentagon_war.orders import Decision
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn.engine import check
from rules.pentagon_war.units import SideId

D = TypeVar("D")


def is_legal(battle: Battle, side: SideId, decision: Decision) -> bool:
    """Whether a side may decide this at the step the battle stands at."""
    try:
        check(battle, side, decision)
    except GameError:
        return False
    return True


def given(decision: D | None) -> tuple[D, ...]:
    """The decision, if there is one."""
    return () if decision is None else (decision,)
