"""What a people brings to its units in battle: the reflexes of its crews, and the technologies that better what is built in
(CW-3.1-10, CW-3.1-12, CW-3.1-35, CW-3.1-48)."""

from rules.cluster_war.chapters.combat.battle import Combatant
from rules.cluster_war.model.psionics.units import has_mind
from rules.cluster_war.model.race_design.effects import Numbers, effects_of
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import changed


def with_race(turn: TurnState, unit: Combatant) -> Combatant:
    """A unit as its side's people and technologies make it: how it fires and is fired at, its armor and point defense."""
    aim, cover = crew_odds(turn, unit.side, unit.design)
    has = numbers_of_race(turn, unit.side)
    if not (aim or cover or has.armor_points or has.intercept):
        return unit
    return changed(
        unit,
        attack=unit.attack + aim,
        defense=unit.defense + cover,
        armor=has.armor_points,
        intercept=has.intercept,
    )


def crew_odds(turn: TurnState, side: SideId, design: Design) -> tuple[int, int]:
    """What a crew adds to its unit's fire, and takes from fire at it, by its race, in points of 1d100; nothing where no mind is
    aboard (CW-3.1-10, CW-3.1-12)."""
    if not has_mind(design):
        return 0, 0
    has = numbers_of_race(turn, side)
    return has.crew_accuracy, has.small_craft_defense if design.kind == "small_craft" else 0


def numbers_of_race(turn: TurnState, side: SideId) -> Numbers:
    """All plain numbers of a side's race and technologies, worked out once as long as they are the same."""
    owner = turn.sides[side]
    return turn.memoized(
        "race in battle", side, (owner,), lambda: effects_of(owner.race, owner.technologies, turn.settings).numbers
    )
