"""A week's terrain for every fleet that enters a hex or stays, a pulsar's beam on a battlefield, and the turn of the month:
storms change, crews come aboard (CW-14.0-04, CW-14.0-11, CW-14.0-24, CW-14.0-27, CW-17.1-09)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rules.cluster_war.chapters.detection.missing_forces import go_missing
from rules.cluster_war.chapters.movement.fleets import arrivals, in_order, put_fleet, ships_of
from rules.cluster_war.chapters.movement.journey import hexes_passed
from rules.cluster_war.chapters.movement.navigation import form_up
from rules.cluster_war.chapters.officers.posts import lost_with
from rules.cluster_war.chapters.terrain import ship_damage, strikes
from rules.cluster_war.model.events import terrain
from rules.cluster_war.model.events.movement import FleetArrived, FleetPassed
from rules.cluster_war.model.state.common import WEEKS_PER_TURN, FleetId, HexId, ShipId, SideId, short_id
from rules.cluster_war.model.state.holdings import Fleet, Ship
from rules.cluster_war.model.state.sides import SeenWeather
from rules.cluster_war.model.state.war import BattleRecord
from rules.cluster_war.model.unit_design.wounded import ALL_HANDS, sound
from rules.cluster_war.model.working.turn_state import TurnState, unseen_key
from rules.cluster_war.model.worlds.terrain import RADIANT, force_at, hazards_at, next_weather, seen_weather
from rules.values import Cause, IllegalOrderError, Modifier, Roll, changed

CROSSED_TERRAIN: Final = ("GRV",)
"""Terrain that reaches fleets which pass it in another dimension (CW-14.0-08)."""
MOST_DICE_SHOWN: Final = 40
"""Dice of ships that came through which a report's "why" shows at most."""
PULSAR_RULE: Final = "CW-14.0-24"
PULSAR_CODE: Final = "PUL"
"""Dice of the beam have a kind of their own, since a week's radiation has others."""
BEAM: Final = "beam"
UNKNOWN_FORCE: Final = -1
STORM_FORCE_RULE: Final = "CW-14.0-11"
RADIATION_RULE: Final = "CW-14.0-26"


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
        crossed.setdefault(one.fleet, []).extend(hexes_passed(turn.cluster, one.origin, one.to))
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
        if kind in ship_damage.DAMAGE_TABLES and (not crossing or kind in CROSSED_TERRAIN) and key in turn.fleets:
            _roll_for(turn, turn.fleets[key], strikes.TerrainPlace(hex_, week, kind, force_at(turn, hex_, kind)))
    zone = zone_of(kinds)
    if zone and not crossing and key in turn.fleets:
        rule = strikes.ZONE_RULES[zone] if entering else strikes.FURTHER_DAMAGE_RULE
        _radiate(turn, turn.fleets[key], strikes.TerrainPlace(hex_, week, zone), rule)


def meet_storm(turn: TurnState, fleets: Sequence[FleetId], hex_: HexId, week: int, kind: str) -> None:
    """Fleets in a hex meet a storm that has just begun there; they have met all else that is there (CW-14.0-04, CW-B-20)."""
    for key in fleets:
        if key in turn.fleets and kind in hazards_at(turn, hex_):
            _roll_for(turn, turn.fleets[key], strikes.TerrainPlace(hex_, week, kind, force_at(turn, hex_, kind)))


def zone_of(kinds: Sequence[str]) -> str:
    """The kind of terrain that is a radiation zone among those of a hex, "" for none: a star before the zone itself."""
    return next((kind for kind in RADIANT if kind in kinds), "")


def outside(turn: TurnState, fleet: Fleet) -> tuple[Ship, ...]:
    """The ships of a fleet that terrain reaches: none in a hangar, none under refit."""
    refitted = {key for build in turn.builds.values() for key in build.refits}
    found = ship_damage.exposed_ships(turn.sides[fleet.side].designs, ships_of(turn, fleet), turn.settings)
    return tuple(ship for ship in found if ship.id not in refitted)


def _roll_for(turn: TurnState, fleet: Fleet, place: strikes.TerrainPlace) -> None:
    designs = turn.sides[fleet.side].designs
    there = [
        ship
        for ship in outside(turn, fleet)
        if not ship_damage.is_exempt(sound(designs, ship), place.kind, turn.settings)
    ]
    riding = ship_damage.craft_in(designs, ships_of(turn, fleet), _housed(turn, fleet), turn.settings)
    blows = [(ship, strikes.strike(turn, place, ship, riding)) for ship in there]
    well = {ship.id: blow for ship, blow in blows if blow.effect == ship_damage.NO_EFFECT or blow.spares(ship)}
    if well:
        _tell_unharmed(turn, fleet, place, well)
    _conclude(turn, fleet, [(ship, blow) for ship, blow in blows if ship.id not in well])


def _housed(turn: TurnState, fleet: Fleet) -> tuple[Ship, ...]:
    try:
        return form_up(turn.sides[fleet.side].designs, ships_of(turn, fleet), turn.settings).housed
    except IllegalOrderError:
        return ()


def _radiate(turn: TurnState, fleet: Fleet, place: strikes.TerrainPlace, rule: str) -> None:
    open_ = [ship for ship in outside(turn, fleet) if not strikes.is_sheltered(turn, ship)]
    _conclude(turn, fleet, [(ship, strikes.irradiate(turn, place, ship, rule)) for ship in open_])


def _tell_unharmed(
    turn: TurnState, fleet: Fleet, place: strikes.TerrainPlace, blows: Mapping[ShipId, strikes.TerrainStrike]
) -> None:
    rolls: tuple[Roll, ...] = tuple(roll for blow in blows.values() for roll in blow.rolls)[:MOST_DICE_SHOWN]
    cause = Cause(ship_damage.RULE_OF[place.kind], fleet.order, next(iter(blows.values())).modifiers, rolls)
    spared = tuple(f"{short_id(ship)}: {'; '.join(blow.words)}" for ship, blow in blows.items() if blow.words)
    head = (fleet.side, fleet.id, fleet.name, place.hex, place.week, place.kind)
    turn.tell_side(terrain.TerrainBraved(*head, len(blows), spared, cause=cause))


def _conclude(turn: TurnState, fleet: Fleet, blows: Sequence[tuple[Ship, strikes.TerrainStrike]]) -> None:
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


def _tell(turn: TurnState, fleet: Fleet, ship: Ship, blow: strikes.TerrainStrike) -> None:
    cause = Cause(blow.rule, fleet.order, blow.modifiers, tuple(blow.rolls))
    turn.tell_side(
        terrain.ShipStruck(
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
            terrain.HoldsBroken(
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


def wreck(turn: TurnState, fleet: Fleet, ships: Sequence[ShipId], place: strikes.TerrainPlace) -> None:
    """Ships of a fleet are lost with all aboard, their officers too; a base that a lost fleet towed drifts where it is."""
    cause = Cause(
        strikes.ZONE_RULES.get(place.kind) or ship_damage.RULE_OF[place.kind], fleet.order, tuple(_force(place))
    )
    turn.tell_side(
        terrain.ShipsWrecked(fleet.side, fleet.id, fleet.name, tuple(ships), place.hex, place.week, cause=cause)
    )
    for key in ships:
        del turn.ships[key]
    lost_with(turn, set(ships))
    put_fleet(turn, changed(fleet, ships=tuple(ship for ship in fleet.ships if ship not in ships)))
    if fleet.id not in turn.fleets:
        for base in [base for base in turn.bases.values() if base.towed_by == fleet.id]:
            turn.bases[base.id] = changed(base, towed_by="", hex=fleet.hex, orbit=0, ready=turn.turn + 1)


def _force(place: strikes.TerrainPlace) -> Iterator[Modifier]:
    if place.force:
        yield Modifier(place.force, "the storm's force")


def sweep_battlefields(turn: TurnState, week: int) -> None:
    """After a week's battles: at a pulsar its beam may have swept over them. It kills the crew of every small craft without
    shields all around it, and a random component of each larger ship without shields is hit (R-142)."""
    if PULSAR_CODE not in turn.settings.terrain:
        return
    for record in [b for b in turn.battles if b.week == week and b.turn == turn.turn]:
        if PULSAR_CODE in hazards_at(turn, record.hex) and _sweeps(turn, record):
            for side in record.sides:
                _sweep(turn, side, record.hex, week)


def _sweeps(turn: TurnState, battle: BattleRecord) -> bool:
    number_there = battle.id.rpartition("/")[2]
    key = f"pulsar/{battle.hex}/{battle.week}/{number_there}"
    return turn.dice.percent(unseen_key(turn, key)).total <= ship_damage.number("pulsar sweeps", turn.settings)


def _sweep(turn: TurnState, side: SideId, hex_: HexId, week: int) -> None:
    dead: list[str] = []
    hurt: list[str] = []
    fleets = [f for f in turn.fleets.at(hex_) if f.side == side and f.transit is None]
    for fleet in fleets:
        gone: list[str] = []
        for ship in [turn.ships[key] for key in fleet.ships]:
            if strikes.is_sheltered(turn, ship):
                continue
            after = _swept(turn, ship, hex_, week)
            if after is None:
                gone.append(ship.id)
            else:
                turn.ships[ship.id] = after
            (dead if after is not None and after.crew_lost >= ALL_HANDS else hurt).append(ship.id)
        if gone:
            wreck(turn, fleet, gone, strikes.TerrainPlace(hex_, week, PULSAR_CODE))
    if dead or hurt:
        cause = Cause(PULSAR_RULE)
        turn.tell_side(terrain.BattlefieldSwept(side, hex_, week, tuple(dead), tuple(hurt), cause=cause))
    go_missing(turn, week, fleets)


def _swept(turn: TurnState, ship: Ship, hex_: HexId, week: int) -> Ship | None:
    if turn.sides[ship.side].designs[ship.design].kind == strikes.SMALL_CRAFT_KIND:
        return changed(ship, crew_lost=ALL_HANDS)
    return strikes.critical(
        turn, strikes.TerrainStrike(strikes.TerrainPlace(hex_, week, BEAM), ship, "beam", PULSAR_RULE)
    ).ship


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


def look_at(turn_state: TurnState, side: SideId, hex_: HexId, turn: int, week: int = 0) -> None:
    """A side sees the weather of a hex in a turn, at a week's end or (0) as it begins; it is
    told of storms whose force it did not know to be so."""
    known = turn_state.knowledge[side].weather
    before, now = known.get(hex_), seen_weather(turn_state, hex_, turn)
    if before == now:
        return
    turn_state.learn(side, weather={**known, hex_: now})
    for kind, force in now.force.items():
        was = before.force.get(kind, UNKNOWN_FORCE) if before is not None else UNKNOWN_FORCE
        if was != force:
            turn_state.tell_side(
                terrain.StormSeen(side, hex_, kind, force, turn, was, week, cause=Cause(STORM_FORCE_RULE))
            )


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
                old = was.get(kind, UNKNOWN_FORCE) if isinstance(was, dict) else UNKNOWN_FORCE
                if old != force:
                    odds = ship_damage.as_percent(ship_damage.chance_of_harm(kind, force, turn.settings))
                    event = terrain.StormAhead(
                        side,
                        fleet.id,
                        fleet.name,
                        hex_,
                        kind,
                        force,
                        was=old,
                        chance=odds,
                        cause=Cause(STORM_FORCE_RULE),
                    )
                    turn.tell_side(event)


def _storms_for(turn: TurnState, fleet: Fleet, seen: SeenWeather) -> Iterator[tuple[str, int]]:
    """The storms of a hex for which ships of a fleet would have to roll."""
    designs = turn.sides[fleet.side].designs
    there = ship_damage.exposed_ships(designs, ships_of(turn, fleet), turn.settings)
    for kind, force in seen.force.items():
        if ship_damage.those_at_risk(designs, there, kind, turn.settings):
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
        turn.tell_side(terrain.CrewsCompleted(side, hex_, tuple(fleets), tuple(ships), cause=Cause(RADIATION_RULE)))
