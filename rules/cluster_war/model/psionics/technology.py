"""Technologies that draw on psionics, and who may study them (CW-15.0-07 to CW-15.0-10, CW-15.0-16)."""

from typing import Final

from rules.cluster_war.model.psionics.abilities import (
    Ability,
    AbilityId,
    all_abilities,
    is_immune,
    is_machine,
    side_abilities,
)
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.sides import Side
from rules.cluster_war.model.state.traits import has_trait
from rules.tables import several

MARKED: Final = "CW-15.0-16"
"""The campaign's ruling under this id lists the technologies that the game master has marked as psionic, with semicolons."""
BEINGS: Final = "Psionic beings"
"""What a side holds that has members of a psionic race, or a monster, to study (CW-15.0-08)."""
COUNTER: Final = "Psionic Counter"
"""How a technology is called that makes one ability of others useless (CW-15.0-10): "Psionic Counter: Screaming"."""
RESEARCHED: Final = "Psionic Technology"
"""The research by which a race without the trait comes to know psionics (CW-15.0-08)."""


def marked(settings: Settings) -> tuple[str, ...]:
    """The technologies that the game master has marked as psionic (CW-15.0-16)."""
    return several(settings.rulings.get(MARKED, ""))


def draws_on_psionics(technology: str, settings: Settings) -> bool:
    """Whether a technology, at whatever level, is marked as psionic."""
    return any(has_trait((technology,), name) for name in marked(settings))


def knows_psionics(owner: Side, settings: Settings) -> bool:
    """Whether a side has psionics of its own, or has researched them (CW-15.0-16)."""
    return bool(side_abilities(owner, settings)) or has_trait(owner.technologies, RESEARCHED)


def may_study(owner: Side) -> bool:
    """Whether a side has psionic beings to study: the game master gave them to it (CW-15.0-08)."""
    return BEINGS in owner.materials


def counter_entry(ability: Ability) -> str:
    """The technology that counters an ability."""
    return f"{COUNTER}: {ability.name}"


def is_reached(owner: Side, ability: AbilityId, settings: Settings) -> bool:
    """Whether an ability of others that acts on minds has an effect on a side's people: not if its race is immune (CW-15.0-04)
    or a race of machines, or has a technical counter (CW-15.0-10)."""
    found = all_abilities(settings)[ability]
    if not found.direct:
        return True
    if is_immune(owner.race) or is_machine(owner.race):
        return False
    wanted = counter_entry(found).casefold()
    return all(technology.casefold() != wanted for technology in owner.technologies)
