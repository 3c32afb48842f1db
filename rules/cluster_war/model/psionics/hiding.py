"""Who is hidden by a mind: psionic cloaks, shadows, and fleets that send nothing (CW-15.1-13, CW-15.1-15, CW-15.1-21).

What they hide from whom is as a cloak of the basic level; chapter 12 says what a cloak comes to.
"""

from collections.abc import Iterable

from rules.cluster_war.model.psionics.abilities import is_machine
from rules.cluster_war.model.psionics.felt import CLOAKING, SHADOW, has_mind, shadow_hides
from rules.cluster_war.model.psionics.units import working_abilities
from rules.cluster_war.model.state.designs import Design
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.sides import Race
from rules.cluster_war.model.state.units import Ship


def cloaks_itself(ship: Ship, design: Design, week: int, settings: Settings) -> bool:
    """Whether a ship's crew bends light around it: a psionic cloak, which hides it as any cloak does (CW-15.1-15)."""
    return CLOAKING in working_abilities(ship, design, week, settings)


def shadows_itself(ship: Ship, design: Design, week: int, settings: Settings) -> bool:
    """Whether minds pass a ship over, where a shadow acts as a cloak (CW-15.1-21)."""
    return shadow_hides(settings) and SHADOW in working_abilities(ship, design, week, settings)


def sees_shadows(race: Race, there: Iterable[Design]) -> bool:
    """Whether shadows do not hide anything from a side: it is a race of machines, or has a unit without a mind on the spot
    (CW-15.1-21, CW-15.1-28)."""
    return is_machine(race) or any(not has_mind(design) for design in there)
