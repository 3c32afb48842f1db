"""The turn of the month: storms change, sides see what they have in view, new crews come aboard (CW-14.0-11, CW-17.1-09)."""

from collections.abc import Iterator
from typing import Final

from rules.cluster_war.chapters.movement.fleets import arrivals, ships_of
from rules.cluster_war.chapters.terrain.ship_damage import chance, exposed, percent, those_at_risk
from rules.cluster_war.model.events.terrain import CrewsCompleted, StormAhead, StormSeen
from rules.cluster_war.model.state.knowledge import SeenWeather
from rules.cluster_war.model.state.names import WEEKS_PER_TURN, FleetId, HexId, ShipId, SideId
from rules.cluster_war.model.state.units import Fleet
from rules.cluster_war.model.working.turn_state import TurnState, unseen_key
from rules.cluster_war.model.worlds.terrain import next_weather, seen_weather
from rules.events import Cause
from rules.values import changed

UNKNOWN: Final = -1
VARY: Final = "CW-14.0-11"
MANNED: Final = "CW-14.0-26"


def note_weather(turn: TurnState, week: int) -> None:
    """At a week's end, after everybody has looked around: each side notes the weather of hexes that it has in view."""
    for hex_ in turn.weather:
        for side in sorted(turn.sides):
            if turn.knowledge[side].seen.get(hex_) == week:
                look_at(turn, side, hex_, turn.turn, week)


def turn_weather(turn: TurnState) -> None:
    """At the month's end the storms of the next turn are rolled for; who has one in view sees its force, and is told what lies
    ahead of fleets under way."""
    if not turn.settings.terrain:
        return
    turn.weather = dict(next_weather(turn, turn.dice, lambda key: unseen_key(turn, key)))
    week = turn.first_week + WEEKS_PER_TURN
    for side in sorted(turn.sides):
        before = turn.knowledge[side].weather
        seen = turn.knowledge[side].seen
        for hex_ in [hex_ for hex_ in turn.weather if seen.get(hex_) == week]:
            look_at(turn, side, hex_, turn.turn + 1)
        _warn(turn, side, {hex_: known.force for hex_, known in before.items()})


def look_at(month: TurnState, side: SideId, hex_: HexId, turn: int, week: int = 0) -> None:
    """A side sees the weather of a hex in a turn, at a week's end or (0) as it begins; it is
    told of storms whose force it did not know to be so."""
    known = month.knowledge[side].weather
    before, now = known.get(hex_), seen_weather(month, hex_, turn)
    if before == now:
        return
    month.learn(side, weather={**known, hex_: now})
    for kind, force in now.force.items():
        was = before.force.get(kind, UNKNOWN) if before is not None else UNKNOWN
        if was != force:
            month.tell_side(StormSeen(side, hex_, kind, force, turn, was, week, cause=Cause(VARY)))


def _warn(turn: TurnState, side: SideId, before: dict[HexId, object]) -> None:
    """Tell the owner of fleets under way which storms on their course have another force than it knew."""
    after = turn.knowledge[side].weather
    fresh = {hex_ for hex_, known in after.items() if known.turn == turn.turn + 1 and before.get(hex_) != known.force}
    for fleet in turn.fleets_of(side):
        if fleet.transit is None and fleet.course is None and not fleet.route:
            continue
        for hex_ in dict.fromkeys(hex_ for hex_, _ in arrivals(fleet) if hex_ in fresh):
            for kind, force in _storms_for(turn, fleet, after[hex_]):
                was = before.get(hex_)
                old = was.get(kind, UNKNOWN) if isinstance(was, dict) else UNKNOWN
                if old != force:
                    odds = percent(chance(kind, force, turn.settings))
                    event = StormAhead(
                        side, fleet.id, fleet.name, hex_, kind, force, was=old, chance=odds, cause=Cause(VARY)
                    )
                    turn.tell_side(event)


def _storms_for(turn: TurnState, fleet: Fleet, seen: SeenWeather) -> Iterator[tuple[str, int]]:
    """The storms of a hex for which ships of a fleet would have to roll."""
    designs = turn.sides[fleet.side].designs
    there = exposed(designs, ships_of(turn, fleet), turn.settings)
    for kind, force in seen.force.items():
        if those_at_risk(designs, there, kind, turn.settings):
            yield kind, force


def man_ships(turn: TurnState) -> None:
    """At the month's end new crews come aboard ships that lost some of theirs and are at a colony of their own which is not
    blockaded (R-142)."""
    short = [ship.id for ship in turn.ships.values() if ship.crew_lost]
    if not short:
        return
    homes = {(colony.side, colony.hex) for colony in turn.colonies.values() if not colony.blockaded}
    filled: dict[tuple[SideId, HexId], tuple[list[FleetId], list[ShipId]]] = {}
    for side in sorted(turn.sides):
        for fleet in turn.fleets_of(side):
            here = [key for key in fleet.ships if turn.ships[key].crew_lost]
            if here and fleet.transit is None and (side, fleet.hex) in homes:
                fleets, ships = filled.setdefault((side, fleet.hex), ([], []))
                fleets.append(fleet.id)
                ships += here
                for key in here:
                    turn.ships[key] = changed(turn.ships[key], crew_lost=0)
    for (side, hex_), (fleets, ships) in filled.items():
        turn.tell_side(CrewsCompleted(side, hex_, tuple(fleets), tuple(ships), cause=Cause(MANNED)))
