"""Hyper bombs: how far from their launcher they obey (PW-A36)."""

from typing import Final

from rules.hexes import distance
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import Bolt, Missile

GUIDED_WITHIN: Final = 30
"""Hexes from its launcher within which a hyper bomb can be steered and set off (PW-A36)."""


def is_guided(battle: Battle, seeker: Missile | Bolt) -> bool:
    """Whether a hyper bomb is near enough to its living launcher; all other seekers guide themselves (PW-A36, PW-B81)."""
    if isinstance(seeker, Bolt) or not seeker.kind.hyper:
        return True
    launcher = battle.craft.get(seeker.owner)
    return launcher is not None and not launcher.fate and distance(launcher.at, seeker.at) <= GUIDED_WITHIN
