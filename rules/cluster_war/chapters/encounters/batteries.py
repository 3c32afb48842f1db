"""What goes on by itself, week by week: batteries that fire through hyperspace, machines that kill, bonds that end."""

from collections.abc import Iterator
from typing import Final

from rules.cluster_war.chapters.encounters.outcomes import fleets_there, hit, is_witnessed, tell_missing
from rules.cluster_war.chapters.encounters.specials import AWAKE_LABEL, line, trap_number, trap_of, trap_row
from rules.cluster_war.chapters.encounters.traps import spring
from rules.cluster_war.chapters.movement.fleets import came_in, in_order, put_fleet
from rules.cluster_war.model.events.encounters import MissilesStruck, TrapMet
from rules.cluster_war.model.state.common import HexId, short_id
from rules.cluster_war.model.state.holdings import Colony, Fleet
from rules.cluster_war.model.state.places import Special, distance
from rules.cluster_war.model.working.turn_state import TurnState, unseen_key
from rules.values import Cause, changed

BATTERY: Final = "battery"
PLANETOID: Final = "fight planetoid"
RULE: Final = "CW-B-24"
LIFE_RULE: Final = "CW-B-26"
WEEKLY_SIZE_LOSS: Final = 10
"""Points of size that a machine planetoid kills on each world of its system in a week."""


def awake_week(turn: TurnState, week: int) -> None:
    """Batteries fire at random at what is one or two hexes away (CW-B-24); a machine planetoid goes on killing (CW-B-26)."""
    if turn.settings.encounters != "played":
        return
    for hex_, special, does in list(_awake(turn)):
        if does == BATTERY:
            _fire(turn, week, hex_)
        else:
            _kill(turn, week, hex_, special)


def _awake(turn: TurnState) -> Iterator[tuple[HexId, Special, str]]:
    for hex_, system in sorted(turn.cluster.systems.items()):
        special = system.special
        if special is None or system.hidden or not line(special, AWAKE_LABEL):
            continue
        trap = trap_of(special, turn.settings)
        does = trap_row(turn.settings, trap)["does"] if trap else ""
        if does in {BATTERY, PLANETOID}:
            yield hex_, special, does


def _fire(turn: TurnState, week: int, base: HexId) -> None:
    """A volley a week at one of all ships and colonies in reach, whoever's they are."""
    number = {name: trap_number(turn.settings, name) for name in ("battery near", "battery far", "battery hits")}
    near, far = int(number["battery near"]), int(number["battery far"])

    def in_reach(hex_: HexId) -> bool:
        return near <= distance(turn.cluster, base, hex_) <= far

    ships = [(f, s) for f in in_order(turn.fleets.values()) if f.transit is None and in_reach(f.hex) for s in f.ships]
    worlds = [c for _, c in sorted(turn.colonies.items()) if in_reach(c.hex)]
    if not ships and not worlds:
        return
    under = f"battery/{base}/{week - turn.first_week}"
    at = turn.dice.roll(unseen_key(turn, f"{under}/target"), len(ships) + len(worlds)).total - 1
    if turn.dice.percent(unseen_key(turn, f"{under}/hit")).total > int(number["battery hits"]):
        return
    dice = "battery damage" if at < len(ships) else "battery loss"
    count, sides = (int(n) for n in trap_number(turn.settings, dice).split("d"))
    points = turn.dice.roll(unseen_key(turn, f"{under}/damage"), sides, count).total
    if at < len(ships):
        _strike_ship(turn, week, *ships[at], points)
    else:
        _strike_world(turn, week, worlds[at - len(ships)], points)


def _strike_ship(turn: TurnState, week: int, fleet: Fleet, ship: str, points: int) -> None:
    gone = hit(turn, week, (fleet,), {ship: points})
    name = short_id(ship)
    if fleet.id in turn.fleets or is_witnessed(turn, fleet.side, fleet.hex):
        text = "is lost" if gone else f"took {points} points of damage"
        turn.tell_side(MissilesStruck(fleet.side, fleet.hex, week, name, text, gone, cause=Cause(RULE)))
    else:
        tell_missing(turn, week, (fleet,))


def _strike_world(turn: TurnState, week: int, colony: Colony, points: int) -> None:
    lost = min(points, max(0, colony.size - 1))
    turn.colonies[colony.id] = changed(colony, size=colony.size - lost)
    text = f"lost {lost} CPs of its size"
    turn.tell_side(MissilesStruck(colony.side, colony.hex, week, colony.name, text, cause=Cause(RULE)))


def _kill(turn: TurnState, week: int, hex_: HexId, special: Special) -> None:
    """It fights every fleet that is still there, and kills on the worlds of its system."""
    came = came_in(turn, week)
    for side in sorted({f.side for f in turn.fleets.at(hex_) if f.transit is None and f.id not in came}):
        now = turn.cluster.systems[hex_].special
        fleets = fleets_there(turn, side, hex_)
        if now is not None and fleets:
            spring(turn, week, hex_, fleets, now)
    if turn.cluster.systems[hex_].special is None:
        return
    for colony in turn.colonies.at(hex_):
        lost = min(WEEKLY_SIZE_LOSS, max(0, colony.size - 1))
        if lost:
            turn.colonies[colony.id] = changed(colony, size=colony.size - lost)
            text = f"A machine the size of a moon is over {colony.name}: {lost} CPs of its size are dead."
            turn.tell_side(TrapMet(colony.side, hex_, week, text, cause=Cause(LIFE_RULE)))


def release(turn: TurnState, week: int) -> None:
    """What kept a fleet from acting is over, once its time is up or it is elsewhere (CW-B-22)."""
    for fleet in in_order([fleet for fleet in turn.fleets.values() if fleet.bound is not None]):
        bound = fleet.bound
        if bound is None:
            continue
        over = bound.why == "siphon" and bound.until <= week
        if over or (fleet.transit is None and fleet.hex != bound.hex):
            put_fleet(turn, changed(fleet, bound=None))
