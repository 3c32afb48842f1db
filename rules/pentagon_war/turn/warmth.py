"""Proton and electron cannons going cold and warming up again (PW-S104, PW-S105, PW-B86)."""

from dataclasses import replace
from typing import Final

from rules.pentagon_war.units import Craft

STAYS_WARM: Final = 20
"""Complete turns without a cannon shot after which cannons are cold (PW-S105)."""


def rested(craft: Craft, turn: int) -> Craft:
    """A craft as a turn begins: after 20 complete turns without a cannon shot it spends this one warming up again.

    Warming up needs no power and no order, as on a first turn (PW-B86).
    """
    if turn - craft.last_cannon <= STAYS_WARM or turn < craft.warm_from:
        return craft
    return replace(craft, warm_from=turn + 1, last_cannon=turn + 1)
