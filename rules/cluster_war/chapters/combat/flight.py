"""Ships that leave a battle, where they go and how long they are under way, and those that follow them (CW-4.0-17, CW-9.0-13,
CW-B-23, ruling R-071)."""

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Final

from rules.cluster_war.chapters.combat.battle import Battle
from rules.cluster_war.chapters.combat.contact import EVASION_RULE, engagement_of
from rules.cluster_war.chapters.movement import fleets as movement_fleets
from rules.cluster_war.chapters.movement.journey import next_stage
from rules.cluster_war.chapters.movement.meetings import at_peace
from rules.cluster_war.chapters.movement.navigation import chart_of, has_ftl, mode_in
from rules.cluster_war.chapters.movement.under_way import set_out
from rules.cluster_war.model.events.battles import FleetFled, FleetPursued
from rules.cluster_war.model.state.common import FleetId, HexId, ShipId, SideId
from rules.cluster_war.model.state.holdings import Fleet, Leg
from rules.cluster_war.model.state.places import distance, neighbours
from rules.cluster_war.model.unit_design import drive_kinds
from rules.cluster_war.model.unit_design.transport import Hangars
from rules.cluster_war.model.unit_design.wounded import is_adrift, sound
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Cause, IllegalOrderError, Value, changed

PURSUIT_RULE: Final = "CW-9.0-13"


class Fled(Value):
    """Ships that have left together: their fleet, where they go (where they were, if they cannot leave the hex), in how many
    weeks, how large and how fast they are."""

    side: SideId
    fleet: FleetId
    to: HexId
    weeks: int
    hull: int
    drive: Fraction
    skips: bool


def refuge(turn: TurnState, side: SideId, here: HexId, open_to: Collection[HexId] = ()) -> HexId:
    """Where ships flee to: the hex beside theirs (or of those `open_to` them) that is nearest to a colony of their own, of those
    in which they know of nobody they are not at peace with; of all, if there is no such."""
    known = turn.knowledge[side]
    seen = [(s.side, s.hex) for s in known.fleets.values()]
    seen += [(s.side, s.hex) for s in known.colonies.values()] + [(s.side, s.hex) for s in known.bases.values()]
    foes = {h for other, h in seen if other != side and not at_peace(turn.start.peace, side, other)}
    beside = [*open_to] or [h for h in neighbours(turn.cluster, here) if h != here]
    homes = sorted({c.hex for c in turn.colonies.values() if c.side == side})

    def far(h: HexId) -> tuple[int, HexId]:
        return min((distance(turn.cluster, h, home) for home in homes), default=0), h

    return min([h for h in beside if h not in foes] or beside, key=far)


def flee(turn: TurnState, battle: Battle, ships: Collection[ShipId]) -> tuple[Fled, ...]:
    """Take ships out of a battle: they are under way to a refuge, by their own drive. Whole fleets keep their ids, parts of one
    become a fleet of their own. What has no drive for it stays in the hex, where it can be attacked again."""
    found: list[Fled] = []
    gone = frozenset(ships)
    for fleet in movement_fleets.in_order(f for f in turn.fleets.at(battle.hex) if not gone.isdisjoint(f.ships)):
        away = _able(turn, fleet, [s for s in fleet.ships if s in gone])
        going = away or tuple(s for s in fleet.ships if s in gone)
        leaving = _freed(turn, fleet, going)
        if len(going) < len(fleet.ships):
            leaving = changed(
                leaving, id=movement_fleets.new_fleet_id(turn, fleet.side), name=f"{fleet.name}, fled", order=""
            )
            stay = tuple(s for s in fleet.ships if s not in going)
            movement_fleets.put_fleet(turn, changed(fleet, ships=stay, engagement=movement_fleets.kept_by(fleet, stay)))
        movement_fleets.put_fleet(turn, leaving)
        ways = _ways(turn, leaving) if away else {}
        goal = refuge(turn, fleet.side, battle.hex, ways) if ways else battle.hex
        to = goal if ways and _sets_out(turn, leaving, goal, battle.week) else battle.hex
        told = (leaving.name, going, battle.hex, to, battle.week)
        turn.tell_side(FleetFled(fleet.side, leaving.id, battle.id, *told, cause=Cause(EVASION_RULE)))
        force = movement_fleets.force_of(turn, leaving)
        skips = all(
            drive_kinds.skips(turn.sides[fleet.side].designs[s.design], turn.settings)
            for s in movement_fleets.ships_of(turn, leaving)
        )
        found.append(Fled(fleet.side, leaving.id, to, ways.get(to, 0), force.hull, force.drive, skips))
    return tuple(found)


def _able(turn: TurnState, fleet: Fleet, ships: Sequence[ShipId]) -> tuple[ShipId, ...]:
    """Those that can leave a system: by a drive that works, or in the hangars of those that do."""
    designs, settings = turn.sides[fleet.side].designs, turn.settings
    units = {key: turn.ships[key] for key in ships}
    able = {k for k, s in units.items() if has_ftl(sound(designs, s)) and not is_adrift(s) and designs[s.design].bridge}
    big = [s for k, s in units.items() if k in able and designs[s.design].kind != "small_craft"]
    hangars = Hangars(designs, big, settings)
    rides = {
        k
        for k, s in units.items()
        if k not in able and designs[s.design].kind == "small_craft" and hangars.take(designs[s.design].hull)
    }
    return tuple(key for key in ships if key in able | rides)


def _ways(turn: TurnState, fleet: Fleet) -> dict[HexId, int]:
    """Where a fleet can go at once: the hexes beside it, and those at the ends of lines, by the weeks that its drive takes."""
    try:
        mode = mode_in(turn, fleet, "")
    except IllegalOrderError:
        return {}
    chart, found = chart_of(turn, fleet.side), dict[HexId, int]()
    for to in sorted({*neighbours(turn.cluster, fleet.hex), *chart.linked(fleet.hex, "jump")} - {fleet.hex}):
        try:
            found[to] = next_stage(chart, mode, fleet.hex, to).weeks
        except IllegalOrderError:
            continue
    return found


def _sets_out(turn: TurnState, fleet: Fleet, to: HexId, week: int) -> bool:
    """Have a fleet leave for a hex as the next week begins; whether it does. An inhibitor's field holds it for its weeks."""
    set_out(turn, changed(fleet, route=(Leg(to),)), week)
    now = turn.fleets.get(fleet.id)
    return now is not None and (now.transit is not None or now.course is not None)


def _freed(turn: TurnState, fleet: Fleet, ships: tuple[ShipId, ...]) -> Fleet:
    """A fleet of these ships; its journey and its work are at an end."""
    free = movement_fleets.drop_survey(turn, fleet) if len(ships) == len(fleet.ships) else changed(fleet, survey=None)
    mission = "none" if fleet.mission == "survey" else fleet.mission
    free = changed(
        free, ships=ships, route=(), course=None, pick_up=(), mining=None, mission=mission, by="", push=False
    )
    return changed(free, raid=None, engagement=movement_fleets.kept_by(free, ships))


def pursue(turn: TurnState, battle: Battle, winner: SideId, fled: Sequence[Fled]) -> None:
    """The winner's fleets follow the largest body of enemies that left the hex: only those whose orders say so, and that are no
    slower, in the battle and under way; nobody follows a skip drive (CW-9.0-13)."""
    foes = {b if a == winner else a for a, b in battle.enemies if winner in {a, b}}
    quarry = [f for f in fled if f.side in foes and not f.skips and f.to != battle.hex]
    if not quarry:
        return
    goal = min(quarry, key=lambda f: (-f.hull, f.fleet))
    fought = dict.fromkeys(u.fleet for u in battle.units if u.side == winner and u.fleet)
    for key in fought:
        fleet = turn.fleets.get(key)
        if fleet is None or fleet.hex != battle.hex or fleet.transit is not None:
            continue
        orders = engagement_of(turn.sides[winner], fleet, turn.settings)
        if not orders.pursue or movement_fleets.force_of(turn, fleet).drive < goal.drive:
            continue
        follower = changed(_freed(turn, fleet, fleet.ships), engagement=fleet.engagement)
        if _ways(turn, follower).get(goal.to, goal.weeks + 1) > goal.weeks:
            continue
        if _sets_out(turn, follower, goal.to, battle.week):
            told = (fleet.name, battle.hex, goal.to, battle.week)
            cause = Cause(PURSUIT_RULE, fleet.order)
            turn.tell_side(FleetPursued(winner, fleet.id, battle.id, *told, cause=cause))
