"""What psionic units add in a fight, and whose minds it reaches (CW-15.1-03, -04, -05, -19, -21, -28).

Foresight serves against everybody. Noise and shadows reach minds alone: no machines (CW-15.1-21, ruling R-190), and nobody who
has been made a zombie (CW-15.1-28).
"""

from collections.abc import Collection, Mapping
from typing import Final

from rules.cluster_war.model.psionics.units import unit_abilities
from rules.cluster_war.model.state.designs import Design
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.tables_of import tables
from rules.events import Modifier

PRECOGNITION: Final = "combat-precognition"
DOWSING: Final = "dowsing"
TELEPATHY: Final = "advanced-telepathy"
CLOAKING: Final = "cloaking"
DELUSION: Final = "delusion"
SCREAMING: Final = "screaming"
SHADOW: Final = "shadow"
ZOMBIE: Final = "zombie"
"""The trait of a design whose crews have been made zombies (CW-15.1-28)."""
ROBOTS: Final = frozenset({"android", "crewless", "ai"})
"""The traits of designs without a living mind aboard."""
NUMBERS: Final = "CW-TAB-MINDS"
SHADOW_RULING: Final = "CW-15.1-21"
AS_DEFENSE: Final = "defense"
"""The ruling by which a shadow is a modifier of defense and hides nobody."""


def is_robotic(design: Design) -> bool:
    """Whether a unit is fully robotic: it has no crew of living beings (CW-15.1-21)."""
    return not ROBOTS.isdisjoint(design.traits)


def has_mind(design: Design) -> bool:
    """Whether there is a mind aboard that others can reach: neither robots nor zombies have one."""
    return not is_robotic(design) and ZOMBIE not in design.traits


def shadow_hides(settings: Settings) -> bool:
    """Whether a shadow acts as a cloak does in this campaign, or else as a modifier of defense (CW-15.1-21)."""
    return settings.rulings.get(SHADOW_RULING) != AS_DEFENSE


def foresees(design: Design, settings: Settings) -> bool:
    """Whether a unit has combat precogs, whom nobody takes by surprise (CW-15.1-04)."""
    return PRECOGNITION in unit_abilities(design, settings)


def guarded(
    abilities: Collection[str], reached: Mapping[str, tuple[int, int]], settings: Settings
) -> tuple[Modifier, ...]:
    """What a unit's abilities take off its enemies' accuracy, each with its reason, in points of a 1d100 roll.

    `reached` has, by ability, how many of its enemies it reaches, and how many there are: of what reaches minds alone, that share
    counts, rounded down, since a unit has one chance of being hit for all who fire at it.
    """
    found = []
    if PRECOGNITION in abilities:
        found.append(Modifier(_points("combat precognition", settings), "combat precognition"))
    for ability in (SCREAMING, SHADOW):
        some, all_ = reached.get(ability, (0, 0))
        if ability in abilities and some and not (ability == SHADOW and shadow_hides(settings)):
            found.append(Modifier(_points(ability, settings) * some // all_, ability))
    return tuple(m for m in found if m.value)


def _points(what: str, settings: Settings) -> int:
    return tables(settings)[NUMBERS].number(f"points off the enemy's accuracy: {what}", "number")


def ground_guard(design: Design, settings: Settings) -> tuple[int, int]:
    """What foresight adds to a battalion's DR, ranged and close (CW-15.1-05)."""
    if not foresees(design, settings):
        return 0, 0
    more = tables(settings)[NUMBERS].number("ground DR, ranged and close: combat precognition", "number")
    return more, more


def ground_noise(design: Design, attacker: Design, settings: Settings) -> int:
    """What screaming adds to a unit's ranged DR against one attacker (CW-15.1-19)."""
    if SCREAMING not in unit_abilities(design, settings) or not has_mind(attacker):
        return 0
    return tables(settings)[NUMBERS].number("ground DR, ranged: screaming", "number")
