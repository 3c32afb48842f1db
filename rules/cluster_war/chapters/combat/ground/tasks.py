"""What forces do to a city that nobody defends: kill its people, or destroy its facilities (CW-9.2-15)."""

from fractions import Fraction
from typing import Final, Literal, cast

from rules.cluster_war.chapters.combat.arms import in_bases, limit_works, without
from rules.cluster_war.chapters.combat.ground.forces import is_hostile
from rules.cluster_war.chapters.combat.ground.troops import war_number
from rules.cluster_war.chapters.industry.orders.facilities import facility_price
from rules.cluster_war.model.events.ground import CityHarmed
from rules.cluster_war.model.holdings.capacity import FACILITIES, FacilityKind
from rules.cluster_war.model.state.holdings import Colony
from rules.cluster_war.model.state.names import ColonyId, SideId
from rules.cluster_war.model.state.surface import REBELS, City
from rules.cluster_war.model.working.turn_state import TurnState
from rules.events import Cause
from rules.values import changed

RULE: Final = "CW-9.2-15"
DEEDS: Final[tuple[Literal["civilians", "destroy"], ...]] = ("civilians", "destroy")


def do_tasks(turn: TurnState, world: ColonyId, week: int) -> None:
    """Forces that stand alone in an enemy's city do as they are told, each for its week's worth."""
    if world not in turn.colonies:
        return  # what becomes of a people of the game master's is theirs to say
    for city in turn.surfaces[world].cities:
        here = [f for f in turn.surfaces[world].forces.values() if f.at == city.hex]
        sides = {f.side for f in here}
        colony = turn.colonies[world]
        if any(is_hostile(turn, a, b) for a in sides for b in sides):
            continue
        for side in sorted(s for s in sides if s != REBELS and is_hostile(turn, s, colony.side)):
            for task in DEEDS:
                units = sum(f.side == side and f.task == task for f in here)
                if units:
                    _harm(turn, world, side, city, task, units, week)


def _harm(
    turn: TurnState,
    world: ColonyId,
    side: SideId,
    city: City,
    task: Literal["civilians", "destroy"],
    units: int,
    week: int,
) -> None:
    colony = turn.colonies[world]
    if task == "civilians":
        each = war_number("CPs of people a battalion kills in a week", turn.settings)
        done = min(colony.size - 1, units * each)
        after = changed(colony, size=colony.size - done)
    else:
        after, done = _wreck(
            turn, colony, units * war_number("CPs of facilities a battalion destroys in a week", turn.settings)
        )
    if done:
        turn.colonies[world] = after
        limit_works(turn, after)
        heard = tuple(sorted({side, colony.side}))
        turn.say(CityHarmed(side, world, city.name, week, task, done, cause=Cause(RULE), seen_by=heard))


def _wreck(turn: TurnState, colony: Colony, cps: int) -> tuple[Colony, int]:
    """A colony after facilities of up to so many CPs were destroyed, point by point of their rating, those first that are
    listed first; what they were worth. What is part of a base falls with the base."""
    left = Fraction(cps)
    for kind, facility in FACILITIES.items():
        each = Fraction(facility_price(cast("FacilityKind", kind), facility.step, turn.settings), facility.step)
        held: int = getattr(colony, facility.field)
        gone = min(held - in_bases(turn, colony, facility.field), int(left / each))
        if gone > 0:
            colony = without(colony, facility.field, gone)
            left -= gone * each
    return colony, int(cps - left)
