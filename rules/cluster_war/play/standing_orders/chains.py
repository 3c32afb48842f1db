"""Chains as kinds of goals: how each is written, read and called, when it is over, and its steps before it is given."""

import re
from typing import Any, Final

from rules.cluster_war.model.orders.names import NAME, WORLD, Groups, Names, fleet_text, unquote
from rules.cluster_war.model.state.common import FleetId
from rules.cluster_war.model.state.view import View
from rules.cluster_war.play.governors.situation import Situation
from rules.cluster_war.play.standing_orders.chain_kinds import Chain, PlannedStep, world_name
from rules.cluster_war.play.standing_orders.colony_chain import SettleWorld, settle_world, settling_steps
from rules.cluster_war.play.standing_orders.conquest_chain import ConquerWorld, conquer_world, conquest_steps
from rules.cluster_war.play.standing_orders.goal_kinds import GoalKind, row_of
from rules.values import NotationError

FLEETS: Final = r'((?:"(?:[^"\\]|\\.)*"|[^"])+)'
"""Names of fleets, joined by commas or `and`."""
_FLEET: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[^",]+?(?=\s*,|\s+and\s|\s*$)')


def _read_settling(groups: Groups) -> SettleWorld:
    surveyor = groups.fleet(3) if groups.has(3) else ""
    return SettleWorld(groups.raw(0), groups.number(1), groups.fleet(2), surveyor)


def _write_settling(goal: SettleWorld, names: Names) -> str:
    by = f", surveyed by {fleet_text(names, goal.surveyor)}" if goal.surveyor else ""
    return f"found a colony at {goal.world} with {fleet_text(names, goal.fleet)}{by}"


def _read_conquest(groups: Groups) -> ConquerWorld:
    found = [names_fleet(groups.names, text) for text in fleet_names(groups.raw(2))]
    if not found:
        raise NotationError('Say which fleets take it: take 2034-3 with "1st Fleet" and "Convoy".')
    lead, *others = dict.fromkeys(found)
    return ConquerWorld(f"{groups.raw(0)}-{groups.number(1)}", lead, tuple(others))


def names_fleet(names: Names, text: str) -> FleetId:
    """A fleet by what is written between commas."""
    return names.fleet(unquote(text))


def fleet_names(text: str) -> list[str]:
    """The parts of a list of fleets: `"A" and "B"`, `A, B`."""
    parts = (found[0].strip() for found in _FLEET.finditer(re.sub(r'\s+and\s+(?=(?:[^"]*"[^"]*")*[^"]*$)', ", ", text)))
    return [part for part in parts if part]


def _write_conquest(goal: ConquerWorld, names: Names) -> str:
    fleets = [goal.fleet, *(key for key in goal.others if key in names.fleets)]
    return f"take {goal.world} with {' and '.join(fleet_text(names, key) for key in fleets)}"


CHAIN_KINDS: Final[tuple[GoalKind[Any], ...]] = (
    row_of(
        SettleWorld,
        'found a colony at 2034-3 with "Convoy", surveyed by "Scouts"',
        rf"found (?:a )?colony (?:at|on) {WORLD} with {NAME}(?:,? surveyed by {NAME})?",
        _read_settling,
        _write_settling,
        settle_world,
    ),
    row_of(
        ConquerWorld,
        'take 2034-3 with "1st Fleet" and "Convoy"',
        rf"(?:take|conquer) {WORLD} with {FLEETS}",
        _read_conquest,
        _write_conquest,
        conquer_world,
    ),
)


def chain_title(view: View, chain: Chain) -> str:
    """What a chain is called: `Colony at Wenilris 3`, `Conquest of Belephar 2`."""
    match chain:
        case SettleWorld():
            return f"Colony at {world_name(view, chain.hex, chain.orbit)}"
        case ConquerWorld():
            return f"Conquest of {world_name(view, chain.hex, int(chain.world.partition('-')[2]))}"
        case _:
            return ""


def steps_of(situation: Situation, chain: Chain) -> tuple[PlannedStep, ...]:
    """The steps of a chain that are still to come. GameError says why it cannot begin, and what would help."""
    match chain:
        case SettleWorld():
            return tuple(settling_steps(situation, chain))
        case ConquerWorld():
            return tuple(conquest_steps(situation, chain))
        case _:
            return ()


def fleets_of(chain: Chain) -> tuple[FleetId, ...]:
    """The fleets that a chain needs."""
    match chain:
        case SettleWorld():
            return (chain.fleet, *([chain.surveyor] if chain.surveyor else []))
        case ConquerWorld():
            return (chain.fleet, *chain.others)
        case _:
            return ()


def why_chain_over(view: View, chain: Chain) -> str:
    """Why a chain is over as a turn begins: reached, or out of reach for good; "" while it goes on."""
    match chain:
        case SettleWorld():
            if chain.world in view.colonies:
                return "the colony is founded"
            if chain.world in view.foreign_colonies:
                return "somebody else has settled that world; choose another"
            lost = chain.fleet not in view.fleets
        case ConquerWorld():
            if chain.world in view.colonies:
                return "the world is yours"
            front = view.fronts.get(chain.world)
            fights = front is not None and any(force.side == view.side for force in front.forces.values())
            lost = chain.fleet not in view.fleets and not fights
        case _:
            return ""
    return "the fleet that leads it is not there; give it to another" if lost else ""
