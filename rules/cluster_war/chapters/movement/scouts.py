"""What a fleet could learn of a place that its side does not know yet."""

from collections.abc import Iterable, Mapping
from typing import Final

from rules.cluster_war.chapters.movement.fleets import force
from rules.cluster_war.model.state.names import DesignId, HexId, KnowledgeLevel
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.units import Design, Ship
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.unit_design.pricing import is_armed

LEVELS: Final[tuple[KnowledgeLevel, ...]] = ("map", "scouted", "surveyed")


def goal_of(designs: Mapping[DesignId, Design], ships: Iterable[Ship], settings: Settings) -> KnowledgeLevel:
    """What a fleet is for where it goes: "surveyed" with survey bays (CW-12.1-08), "scouted" with LRS and neither weapon
    nor cargo bay (CW-12.1-06), "map" for any other."""
    aboard = tuple(ships)
    if not aboard:
        return "map"
    here = force(designs, aboard)
    if here.survey_bays:
        return "surveyed"
    plain = not any(_fights_or_carries(designs[s.design], settings) for s in aboard)
    return "scouted" if here.lrs and plain else "map"


def _fights_or_carries(design: Design, settings: Settings) -> bool:
    """Whether a ship has cargo bays or weapons; where nobody has listed its components, its note tells of weapons."""
    if not design.layout:
        return bool(design.cargo_bays or design.launchers or design.note)
    return bool(design.cargo_bays) or is_armed(design, settings)


def is_new(view: View, hex_: HexId, goal: KnowledgeLevel) -> bool:
    """Whether a fleet of this use would learn something at a hex: its side knows less of it than that."""
    known = view.systems.get(hex_)
    level: KnowledgeLevel = known.level if known is not None else "map"
    return LEVELS.index(level) < LEVELS.index(goal)


def nothing_new(view: View, hex_: HexId, goal: KnowledgeLevel) -> str:
    """What the giver of a move should know before sending a scout to a place that is known already; "" otherwise.

    It says nothing of a place with a colony of the view's side, where a scout goes for other reasons.
    """
    known = view.systems.get(hex_)
    if goal == "map" or known is None or is_new(view, hex_, goal):
        return ""
    if any(c.hex == hex_ for c in view.colonies.values()):
        return ""
    return f"already {known.level} in turn {known.turn}: nothing new is to be learned there."
