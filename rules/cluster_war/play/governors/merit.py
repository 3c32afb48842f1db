"""What a design is good for, by its components and its price: the same measures choose what is drawn, what is built, and what is
refitted, so that a governor builds what it draws."""

from math import isqrt
from typing import Final

from rules.cluster_war.chapters.combat.battle import Combatant
from rules.cluster_war.chapters.combat.strength import numbers_of, strength_of
from rules.cluster_war.chapters.movement.drives.small_craft import has_ftl
from rules.cluster_war.model.state.designs import Design
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.unit_design.drive_kinds import drive_of, hexes_a_month
from rules.cluster_war.play.governors.fleets import Role

PACE: Final = "pace"
MASS: Final = "mass"
SCALE: Final = 10_000
YARD: Final = 4
"""CPs that a hull space of a ship of war counts for, beside its price: yards and fleets have room for so many."""
BIG: Final = 100
"""Hull spaces at which one who wants mass thinks twice as much of a ship."""


def might(design: Design, settings: Settings) -> int:
    """What a unit is worth in a battle, as the quick engine counts: so much more fire is worth what so much more endurance is."""
    numbers = numbers_of(settings)
    worth = strength_of(Combatant("", "", design, ""), numbers, settings)
    fire = worth.beams + worth.breakers + worth.shells + worth.missiles + worth.racks
    lasts = worth.hull * numbers.whole("lost at") // 100 + worth.armor + worth.shields + 3 * worth.firm
    lasts += worth.defense
    return isqrt(fire * lasts * (100 + worth.aim) * (100 + worth.cover)) // 100


def pace(design: Design, settings: Settings) -> int:
    """How fast a ship travels, in halves of a G where its drive goes by G, else in hexes a month; 1 at least."""
    if not design.ftl or not has_ftl(design):
        return 1
    if drive_of(design.ftl, settings).family == "second stage":
        return max(1, int(design.drive * 2))
    return max(1, hexes_a_month(design, settings))


def merit(design: Design, role: Role | str, weighs: str, settings: Settings) -> int:
    """What a design of a role is good for, for each CP, of ships of war for each hull space, too: the more the better, 0 for
    nothing. `weighs` is what its character wants of a ship of war (CW-TAB-GOVERNOR-DRAWINGS)."""
    fast, cost = pace(design, settings), max(1, design.cost)
    match role:
        case "hauler":
            return SCALE * design.cargo_bays * fast // cost
        case "surveyor":
            return SCALE * (design.survey_bays + design.lrs) * fast // cost if design.survey_bays else 0
        case "scout":
            return SCALE * fast * fast // cost
        case "assault":
            return SCALE * design.barracks * (6 + fast) // cost
        case "base":
            return SCALE * might(design, settings) // cost
        case _:
            fights = might(design, settings) * (fast * fast if weighs == PACE else 6 + fast)
            return (
                SCALE * fights * (BIG + design.hull if weighs == MASS else BIG) // ((cost + YARD * design.hull) * BIG)
            )
