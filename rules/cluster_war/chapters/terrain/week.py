"""A week's terrain: every fleet that entered a hex or stays in it meets what is there (CW-14.0-04, CW-14.0-27)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rules.cluster_war.chapters.movement.fleets import in_order, put, ships_of
from rules.cluster_war.chapters.movement.journey import between
from rules.cluster_war.chapters.movement.navigation import form_up
from rules.cluster_war.chapters.officers.posts import lost_with
from rules.cluster_war.chapters.terrain.ship_damage import NO_EFFECT, RULE_OF, TABLES, craft_in, exposed, is_exempt
from rules.cluster_war.chapters.terrain.strikes import FURTHER, ZONES, Blow, Place, irradiate, is_sheltered, strike
from rules.cluster_war.model.events.movement import FleetArrived, FleetPassed
from rules.cluster_war.model.events.terrain import HoldsBroken, ShipStruck, ShipsWrecked, TerrainBraved
from rules.cluster_war.model.state.names import FleetId, HexId, ShipId, short_id
from rules.cluster_war.model.state.units import Fleet, Ship
from rules.cluster_war.model.unit_design.wounded import sound
from rules.cluster_war.model.working.turn_state import TurnState
from rules.cluster_war.model.worlds.terrain import RADIANT, force_at, hazards_at
from rules.dice import Roll
from rules.errors import IllegalOrderError
from rules.events import Cause, Modifier
from rules.values import changed

CROSSED: Final = ("GRV",)
"""Terrain that reaches fleets which pass it in another dimension (CW-14.0-08)."""
SHOWN: Final = 40
"""Dice of ships that came through which a report's "why" shows at most."""


def brave_terrain(turn: TurnState, week: int) -> None:
    """At a week's end: each ship rolls once for every terrain hex that it entered in the week, or for the one that it stays in;
    in radiation zones those without shields suffer. Ships under refit in a yard are sheltered."""
    if not turn.settings.terrain:
        return
    moves: dict[FleetId, list[HexId]] = {}
    for event in turn.said_this_week():
        if isinstance(event, FleetArrived | FleetPassed) and event.week == week:
            moves.setdefault(event.fleet, []).append(event.hex)
    crossed: dict[FleetId, list[HexId]] = {}
    for one in turn.crossings:
        crossed.setdefault(one.fleet, []).extend(between(turn.cluster, one.origin, one.to))
    for fleet in in_order(turn.fleets.values()):
        if fleet.transit is None:
            for hex_ in crossed.get(fleet.id, ()):
                _meet(turn, fleet.id, hex_, week, crossing=True)
            entered = moves.get(fleet.id, [])
            for hex_ in entered if fleet.hex in entered else [*entered, fleet.hex]:
                _meet(turn, fleet.id, hex_, week, entering=hex_ in entered)


def _meet(
    turn: TurnState, key: FleetId, hex_: HexId, week: int, *, crossing: bool = False, entering: bool = True
) -> None:
    """What a fleet meets in one hex: the tables of its terrain, then radiation."""
    kinds = hazards_at(turn, hex_)
    for kind in kinds:
        if kind in TABLES and (not crossing or kind in CROSSED) and key in turn.fleets:
            _roll_for(turn, turn.fleets[key], Place(hex_, week, kind, force_at(turn, hex_, kind)))
    zone = zone_of(kinds)
    if zone and not crossing and key in turn.fleets:
        rule = ZONES[zone] if entering else FURTHER
        _radiate(turn, turn.fleets[key], Place(hex_, week, zone), rule)


def meet_storm(turn: TurnState, fleets: Sequence[FleetId], hex_: HexId, week: int, kind: str) -> None:
    """Fleets in a hex meet a storm that has just begun there; they have met all else that is there (CW-14.0-04, CW-B-20)."""
    for key in fleets:
        if key in turn.fleets and kind in hazards_at(turn, hex_):
            _roll_for(turn, turn.fleets[key], Place(hex_, week, kind, force_at(turn, hex_, kind)))


def zone_of(kinds: Sequence[str]) -> str:
    """The kind of terrain that is a radiation zone among those of a hex, "" for none: a star before the zone itself."""
    return next((kind for kind in RADIANT if kind in kinds), "")


def outside(turn: TurnState, fleet: Fleet) -> tuple[Ship, ...]:
    """The ships of a fleet that terrain reaches: none in a hangar, none under refit."""
    refitted = {key for build in turn.builds.values() for key in build.refits}
    found = exposed(turn.sides[fleet.side].designs, ships_of(turn, fleet), turn.settings)
    return tuple(ship for ship in found if ship.id not in refitted)


def _roll_for(turn: TurnState, fleet: Fleet, place: Place) -> None:
    designs = turn.sides[fleet.side].designs
    there = [ship for ship in outside(turn, fleet) if not is_exempt(sound(designs, ship), place.kind, turn.settings)]
    riding = craft_in(designs, ships_of(turn, fleet), _housed(turn, fleet), turn.settings)
    blows = [(ship, strike(turn, place, ship, riding)) for ship in there]
    well = {ship.id: blow for ship, blow in blows if blow.effect == NO_EFFECT or blow.spares(ship)}
    if well:
        _tell_unharmed(turn, fleet, place, well)
    _conclude(turn, fleet, [(ship, blow) for ship, blow in blows if ship.id not in well])


def _housed(turn: TurnState, fleet: Fleet) -> tuple[Ship, ...]:
    try:
        return form_up(turn.sides[fleet.side].designs, ships_of(turn, fleet), turn.settings).housed
    except IllegalOrderError:
        return ()


def _radiate(turn: TurnState, fleet: Fleet, place: Place, rule: str) -> None:
    open_ = [ship for ship in outside(turn, fleet) if not is_sheltered(turn, ship)]
    _conclude(turn, fleet, [(ship, irradiate(turn, place, ship, rule)) for ship in open_])


def _tell_unharmed(turn: TurnState, fleet: Fleet, place: Place, blows: Mapping[ShipId, Blow]) -> None:
    rolls: tuple[Roll, ...] = tuple(roll for blow in blows.values() for roll in blow.rolls)[:SHOWN]
    cause = Cause(RULE_OF[place.kind], fleet.order, next(iter(blows.values())).modifiers, rolls)
    spared = tuple(f"{short_id(ship)}: {'; '.join(blow.words)}" for ship, blow in blows.items() if blow.words)
    head = (fleet.side, fleet.id, fleet.name, place.hex, place.week, place.kind)
    turn.tell_side(TerrainBraved(*head, len(blows), spared, cause=cause))


def _conclude(turn: TurnState, fleet: Fleet, blows: Sequence[tuple[Ship, Blow]]) -> None:
    """Put the ships as they are now into the turn, take lost ones off it, and tell their owner, and nobody else."""
    for before, blow in blows:
        _tell(turn, fleet, before, blow)
        if blow.ship is not None:
            turn.ships[before.id] = blow.ship
    gone = [ship.id for ship, blow in blows if blow.ship is None]
    gone += [craft for _, blow in blows for craft in blow.craft if craft not in gone]
    if gone:
        place = blows[0][1].place
        wreck(turn, fleet, gone, place)


def _tell(turn: TurnState, fleet: Fleet, ship: Ship, blow: Blow) -> None:
    cause = Cause(blow.rule, fleet.order, blow.modifiers, tuple(blow.rolls))
    turn.tell_side(
        ShipStruck(
            fleet.side,
            fleet.id,
            fleet.name,
            ship=ship.id,
            hex=blow.place.hex,
            week=blow.place.week,
            kind=blow.place.kind,
            effect=blow.effect,
            harm="; ".join(blow.words),
            lost=blow.ship is None,
            cause=cause,
        )
    )
    if not blow.loose.is_nothing:
        loose = blow.loose
        turn.tell_side(
            HoldsBroken(
                fleet.side,
                fleet.id,
                fleet.name,
                ship=ship.id,
                hex=blow.place.hex,
                week=blow.place.week,
                cps=loose.cps,
                munitions=loose.munitions,
                supplies=loose.supplies,
                units=dict(loose.units),
                parts=dict(loose.parts),
                cause=Cause("CW-14.0-12", fleet.order),
            )
        )


def wreck(turn: TurnState, fleet: Fleet, ships: Sequence[ShipId], place: Place) -> None:
    """Ships of a fleet are lost with all aboard, their officers too; a base that a lost fleet towed drifts where it is."""
    cause = Cause(ZONES.get(place.kind) or RULE_OF[place.kind], fleet.order, tuple(_force(place)))
    turn.tell_side(ShipsWrecked(fleet.side, fleet.id, fleet.name, tuple(ships), place.hex, place.week, cause=cause))
    for key in ships:
        del turn.ships[key]
    lost_with(turn, set(ships))
    put(turn, changed(fleet, ships=tuple(ship for ship in fleet.ships if ship not in ships)))
    if fleet.id not in turn.fleets:
        for base in [base for base in turn.bases.values() if base.towed_by == fleet.id]:
            turn.bases[base.id] = changed(base, towed_by="", hex=fleet.hex, orbit=0, ready=turn.turn + 1)


def _force(place: Place) -> Iterator[Modifier]:
    if place.force:
        yield Modifier(place.force, "the storm's force")
