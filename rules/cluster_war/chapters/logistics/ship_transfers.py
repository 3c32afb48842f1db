"""Ships that change their flag, and designs that come with them."""

from rules.cluster_war.model.state.common import DesignId, ShipId, SideId
from rules.cluster_war.model.state.holdings import Ship
from rules.cluster_war.model.state.war import Mending
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import changed


def adopt(turn: TurnState, side: SideId, design: DesignId, to: SideId) -> DesignId:
    """A side's design on the roster of another that has got a unit of it: its id there."""
    found, owner = turn.sides[side].designs[design], turn.sides[to]
    name = design if owner.designs.get(design) == found else f"{side}-{design}"
    if name not in owner.designs:
        turn.sides[to] = changed(owner, designs={**owner.designs, name: changed(found, id=name)})
    return name


def reflag(turn: TurnState, ship: Ship, to: SideId) -> ShipId:
    """A ship, already off its owner's rolls, under another flag: its new id; its design is on the new owner's roster."""
    design = turn.sides[ship.side].designs[ship.design]
    name = adopt(turn, ship.side, ship.design, to)
    key = f"{to}/{design.prefix}{turn.next_id(f'ship/{to}/{design.prefix}'):02d}"
    turn.ships[key] = changed(ship, id=key, side=to, design=name, stress=0, failures=0, away=0, mending=Mending())
    return key
