"""Systems in which no FTL drive works (CW-B-23)."""

from typing import Final

from rules.cluster_war.model.state.places import StarSystem
from rules.cluster_war.model.state.settings import Settings

FIELD: Final = "FTL Drive Inhibitor Field"
ACTIVE: Final = ("weapon/trap", "active alien weapon")


def inhibits(system: StarSystem | None, settings: Settings) -> bool:
    """Whether an inhibitor's field lies over a system, in a campaign where encounters play by themselves."""
    if settings.encounters != "played" or system is None or system.special is None or system.hidden:
        return False
    words = " ".join((system.special.kind, *system.special.details)).casefold()
    return FIELD.casefold() in words and any(word in words for word in ACTIVE)
