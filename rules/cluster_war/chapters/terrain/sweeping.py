"""A pulsar's beam on a battlefield (CW-14.0-24)."""

from typing import Final

from rules.cluster_war.chapters.terrain.ship_damage import number
from rules.cluster_war.chapters.terrain.strikes import SMALL, Blow, Place, critical, is_sheltered
from rules.cluster_war.chapters.terrain.week import wreck
from rules.cluster_war.model.events.terrain import BattlefieldSwept
from rules.cluster_war.model.state.names import HexId, SideId
from rules.cluster_war.model.state.units import Ship
from rules.cluster_war.model.state.war import BattleRecord
from rules.cluster_war.model.unit_design.wounded import ALL_HANDS
from rules.cluster_war.model.working.turn_state import TurnState, unseen_key
from rules.cluster_war.model.worlds.terrain import hazards_at
from rules.events import Cause
from rules.values import changed

RULE: Final = "CW-14.0-24"
PULSAR: Final = "PUL"
"""Dice of the beam have a kind of their own, since a week's radiation has others."""
BEAM: Final = "beam"


def sweep_battlefields(turn: TurnState, week: int) -> None:
    """After a week's battles: at a pulsar its beam may have swept over them. It kills the crew of every small craft without
    shields all around it, and a random component of each larger ship without shields is hit (R-142)."""
    if PULSAR not in turn.settings.terrain:
        return
    for record in [b for b in turn.battles if b.week == week and b.turn == turn.turn]:
        if PULSAR in hazards_at(turn, record.hex) and _sweeps(turn, record):
            for side in record.sides:
                _sweep(turn, side, record.hex, week)


def _sweeps(turn: TurnState, battle: BattleRecord) -> bool:
    number_there = battle.id.rpartition("/")[2]
    key = f"pulsar/{battle.hex}/{battle.week}/{number_there}"
    return turn.dice.percent(unseen_key(turn, key)).total <= number("pulsar sweeps", turn.settings)


def _sweep(turn: TurnState, side: SideId, hex_: HexId, week: int) -> None:
    dead: list[str] = []
    hurt: list[str] = []
    for fleet in [f for f in turn.fleets.at(hex_) if f.side == side and f.transit is None]:
        gone: list[str] = []
        for ship in [turn.ships[key] for key in fleet.ships]:
            if is_sheltered(turn, ship):
                continue
            after = _swept(turn, ship, hex_, week)
            if after is None:
                gone.append(ship.id)
            else:
                turn.ships[ship.id] = after
            (dead if after is not None and after.crew_lost >= ALL_HANDS else hurt).append(ship.id)
        if gone:
            wreck(turn, fleet, gone, Place(hex_, week, PULSAR))
    if dead or hurt:
        cause = Cause(RULE)
        turn.tell_side(BattlefieldSwept(side, hex_, week, tuple(dead), tuple(hurt), cause=cause))


def _swept(turn: TurnState, ship: Ship, hex_: HexId, week: int) -> Ship | None:
    if turn.sides[ship.side].designs[ship.design].kind == SMALL:
        return changed(ship, crew_lost=ALL_HANDS)
    return critical(turn, Blow(Place(hex_, week, BEAM), ship, "beam", RULE)).ship
