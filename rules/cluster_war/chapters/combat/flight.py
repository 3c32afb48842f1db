"""Ships that leave a battle, and those that follow them (CW-9.0-13, ruling R-071)."""

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Final

from rules.cluster_war.chapters.combat.battle import Battle
from rules.cluster_war.chapters.combat.engagement import engagement_of
from rules.cluster_war.chapters.movement.fleets import (
    drop_survey,
    force_of,
    in_order,
    kept_by,
    new_fleet_id,
    put,
    ships_of,
)
from rules.cluster_war.chapters.movement.meetings import at_peace
from rules.cluster_war.model.events.battles import FleetFled, FleetPursued
from rules.cluster_war.model.state.geometry import distance, neighbours
from rules.cluster_war.model.state.names import FleetId, HexId, ShipId, SideId
from rules.cluster_war.model.state.units import Fleet
from rules.cluster_war.model.unit_design.drive_kinds import drive_of
from rules.cluster_war.model.working.turn_state import TurnState
from rules.events import Cause
from rules.values import Value, changed

FLIGHT: Final = "CW-9.7-05"
PURSUIT: Final = "CW-9.0-13"


class Fled(Value):
    """Ships that have left together: their fleet, where they are now, how large and how fast they are."""

    side: SideId
    fleet: FleetId
    to: HexId
    hull: int
    drive: Fraction
    skips: bool


def refuge(turn: TurnState, side: SideId, here: HexId) -> HexId:
    """Where ships flee to: the hex beside theirs that is nearest to a colony of their own, of those in which they know of
    nobody they are not at peace with; of all, if there is no such."""
    known = turn.knowledge[side]
    seen = [(s.side, s.hex) for s in known.fleets.values()]
    seen += [(s.side, s.hex) for s in known.colonies.values()] + [(s.side, s.hex) for s in known.bases.values()]
    foes = {h for other, h in seen if other != side and not at_peace(turn.start.peace, side, other)}
    beside = [h for h in neighbours(turn.cluster, here) if h != here]
    homes = sorted({c.hex for c in turn.colonies.values() if c.side == side})

    def far(h: HexId) -> tuple[int, HexId]:
        return min((distance(turn.cluster, h, home) for home in homes), default=0), h

    return min([h for h in beside if h not in foes] or beside, key=far)


def flee(turn: TurnState, battle: Battle, ships: Collection[ShipId]) -> tuple[Fled, ...]:
    """Take ships out of a battle's hex: whole fleets keep their ids, parts of one become a fleet of their own."""
    found: list[Fled] = []
    gone = frozenset(ships)
    for fleet in in_order(f for f in turn.fleets.at(battle.hex) if not gone.isdisjoint(f.ships)):
        going = tuple(s for s in fleet.ships if s in gone)
        leaving = _moved(turn, fleet, going, refuge(turn, fleet.side, battle.hex))
        if len(going) < len(fleet.ships):
            leaving = changed(leaving, id=new_fleet_id(turn, fleet.side), name=f"{fleet.name}, fled", order="")
            stay = tuple(s for s in fleet.ships if s not in going)
            put(turn, changed(fleet, ships=stay, engagement=kept_by(fleet, stay)))
        put(turn, leaving)
        force = force_of(turn, leaving)
        skips = all(
            drive_of(turn.sides[fleet.side].designs[s.design].ftl, turn.settings).flees for s in ships_of(turn, leaving)
        )
        found.append(Fled(fleet.side, leaving.id, leaving.hex, force.hull, force.drive, skips))
        told = (leaving.name, going, battle.hex, leaving.hex, battle.week)
        turn.tell_side(FleetFled(fleet.side, leaving.id, battle.id, *told, cause=Cause(FLIGHT)))
    return tuple(found)


def _moved(turn: TurnState, fleet: Fleet, ships: tuple[ShipId, ...], to: HexId) -> Fleet:
    """A fleet of these ships in another hex; its journey and its work are at an end."""
    free = drop_survey(turn, fleet) if len(ships) == len(fleet.ships) else changed(fleet, survey=None)
    mission = "none" if fleet.mission == "survey" else fleet.mission
    free = changed(free, hex=to, ships=ships, route=(), course=None, pick_up=(), mining=None, mission=mission)
    return changed(free, engagement=kept_by(free, ships))


def pursue(turn: TurnState, battle: Battle, winner: SideId, fled: Sequence[Fled]) -> None:
    """The winner's fleets follow the largest body of enemies that fled: only those whose orders say so, and that are no
    slower; nobody follows a skip drive (CW-9.0-13)."""
    foes = {b if a == winner else a for a, b in battle.enemies if winner in {a, b}}
    quarry = [f for f in fled if f.side in foes and not f.skips]
    if not quarry:
        return
    goal = min(quarry, key=lambda f: (-f.hull, f.fleet))
    fought = dict.fromkeys(u.fleet for u in battle.units if u.side == winner and u.fleet)
    for key in fought:
        fleet = turn.fleets.get(key)
        if fleet is None or fleet.hex != battle.hex or fleet.transit is not None:
            continue
        orders = engagement_of(turn.sides[winner], fleet, turn.settings)
        if orders.pursue and force_of(turn, fleet).drive >= goal.drive:
            put(turn, changed(_moved(turn, fleet, fleet.ships, goal.to), engagement=fleet.engagement))
            told = (fleet.name, battle.hex, goal.to, battle.week)
            cause = Cause(PURSUIT, fleet.order)
            turn.tell_side(FleetPursued(winner, fleet.id, battle.id, *told, cause=cause))
