"""A pulsar's beam on a battlefield (CW-14.0-24)."""

from typing import Final

from rules.cluster_war.chapters.terrain.odds import number
from rules.cluster_war.chapters.terrain.radiation import critical, is_sheltered
from rules.cluster_war.chapters.terrain.strikes import SMALL, Blow, Place
from rules.cluster_war.chapters.terrain.week import wreck
from rules.cluster_war.model.events.terrain import BattlefieldSwept
from rules.cluster_war.model.state.names import HexId, SideId
from rules.cluster_war.model.state.units import Ship
from rules.cluster_war.model.state.war import BattleRecord
from rules.cluster_war.model.unit_design.wounded import ALL_HANDS
from rules.cluster_war.model.working.secret_words import unseen_key
from rules.cluster_war.model.working.turn_state import TurnState
from rules.cluster_war.model.worlds.weather import hazards_at
from rules.events import Cause
from rules.values import changed

RULE: Final = "CW-14.0-24"
PULSAR: Final = "PUL"
"""Dice of the beam have a kind of their own, since a week's radiation has others."""
BEAM: Final = "beam"


def sweep_battlefields(month: TurnState, week: int) -> None:
    """After a week's battles: at a pulsar its beam may have swept over them. It kills the crew of every small craft without
    shields all around it, and a random component of each larger ship without shields is hit (R-142)."""
    if PULSAR not in month.settings.terrain:
        return
    for record in [b for b in month.battles if b.week == week and b.turn == month.turn]:
        if PULSAR in hazards_at(month, record.hex) and _sweeps(month, record):
            for side in record.sides:
                _sweep(month, side, record.hex, week)


def _sweeps(month: TurnState, battle: BattleRecord) -> bool:
    number_there = battle.id.rpartition("/")[2]
    key = f"pulsar/{battle.hex}/{battle.week}/{number_there}"
    return month.dice.percent(unseen_key(month, key)).total <= number("pulsar sweeps", month.settings)


def _sweep(month: TurnState, side: SideId, hex_: HexId, week: int) -> None:
    dead: list[str] = []
    hurt: list[str] = []
    for fleet in [f for f in month.fleets.at(hex_) if f.side == side and f.transit is None]:
        gone: list[str] = []
        for ship in [month.ships[key] for key in fleet.ships]:
            if is_sheltered(month, ship):
                continue
            after = _swept(month, ship, hex_, week)
            if after is None:
                gone.append(ship.id)
            else:
                month.ships[ship.id] = after
            (dead if after is not None and after.crew_lost >= ALL_HANDS else hurt).append(ship.id)
        if gone:
            wreck(month, fleet, gone, Place(hex_, week, PULSAR))
    if dead or hurt:
        cause = Cause(RULE)
        month.tell_side(BattlefieldSwept(side, hex_, week, tuple(dead), tuple(hurt), cause=cause))


def _swept(month: TurnState, ship: Ship, hex_: HexId, week: int) -> Ship | None:
    if month.sides[ship.side].designs[ship.design].kind == SMALL:
        return changed(ship, crew_lost=ALL_HANDS)
    return critical(month, Blow(Place(hex_, week, BEAM), ship, "beam", RULE)).ship
