"""Harm that comes of encounters: points of damage, crews and ships lost, and who is left to tell of it (CW-13.0-04)."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from rules.cluster_war.chapters.combat.apply_outcome import LossTally, apply, release
from rules.cluster_war.chapters.combat.battle import Battle, Combatant
from rules.cluster_war.chapters.combat.fighting import battle_dice
from rules.cluster_war.chapters.combat.muster import ship_in_battle, terrain_at
from rules.cluster_war.chapters.combat.quick_outcome import enter, outcome
from rules.cluster_war.chapters.combat.unit_strength import POINT, fitted, numbers_of, strength_of
from rules.cluster_war.chapters.detection.scouting import scout
from rules.cluster_war.chapters.detection.sightings import refresh, refresh_bases
from rules.cluster_war.chapters.detection.unreported import forget_week, renamed, untold, vanish
from rules.cluster_war.chapters.movement.fleets import drop_survey, in_order, put, ships_of
from rules.cluster_war.model.events.encounters import ContactLost
from rules.cluster_war.model.state.names import FleetId, HexId, ShipId, SideId
from rules.cluster_war.model.state.units import Fleet
from rules.cluster_war.model.state.war import BattleOutcome, UnitOutcome, Wounds
from rules.cluster_war.model.working.turn_state import TurnState
from rules.events import Cause
from rules.values import changed

ALL_HANDS: Final = "CW-13.0-04"
HITS: Final = 1
LOSSES: Final = 2


def combatants(turn: TurnState, fleets: Sequence[Fleet]) -> tuple[Combatant, ...]:
    """The ships of fleets as they would enter a battle."""
    return tuple(ship_in_battle(turn, ship, fleet) for fleet in fleets for ship in ships_of(turn, fleet))


def affair(turn: TurnState, week: int, hex_: HexId, key: str, units: Sequence[Combatant]) -> Battle:
    """What befalls units in a hex, as a battle that only they are in."""
    sides = tuple(sorted({unit.side for unit in units}))
    return Battle(
        id=key,
        turn=turn.turn,
        week=week,
        hex=hex_,
        kind="fleet action",
        method="quick",
        sides=sides,
        enemies=(),
        units=tuple(units),
        terrain=terrain_at(turn, hex_),
    )


def carry_out(turn: TurnState, battle: Battle, ends: BattleOutcome) -> LossTally:
    """Carry out what became of a side's ships, who are all of the battle's units."""
    mine = {unit.unit for unit in battle.units}
    found = apply(turn, battle, changed(ends, units=tuple(u for u in ends.units if u.unit in mine)))
    release(turn, battle)
    return found


def conclude(turn: TurnState, battle: Battle, ends: BattleOutcome) -> tuple[ShipId, ...]:
    """`carry_out`; those that are gone, as far as they were ships."""
    return tuple(carry_out(turn, battle, ends).destroyed)


def key_of(turn: TurnState, week: int, hex_: HexId, side: SideId, what: int = 0) -> str:
    """The name of what befalls a side in a hex and week, as a battle has one; `what` tells two of one week apart."""
    number = 1000 * (1 + week - turn.first_week) + 10 * sorted(turn.sides).index(side) + what
    return f"{turn.turn}/{hex_}/{number}"


def hit(turn: TurnState, week: int, fleets: Sequence[Fleet], points: Mapping[ShipId, int]) -> tuple[ShipId, ...]:
    """Points of damage to ships of fleets in one hex, through shields and armor to the hull; the ships that are lost."""
    units = [unit for unit in combatants(turn, fleets) if points.get(unit.unit)]
    if not units:
        return ()
    numbers, settings = numbers_of(turn.settings), turn.settings
    here = fleets[0].hex
    battle = affair(turn, week, here, key_of(turn, week, here, fleets[0].side, HITS), units)
    struck = []
    for unit in units:
        worth = strength_of(unit, numbers, settings)
        engaged = enter(unit, worth, numbers, sum(fitted(unit.design, settings).values()))
        engaged.state = "fighting"
        engaged.take(points[unit.unit] * POINT, 0, 0)
        engaged.state = "destroyed" if engaged.is_lost else "fighting"
        struck.append(engaged)
    return conclude(turn, battle, outcome(battle, struck, (), "", "", battle_dice(turn), settings))


def lose(turn: TurnState, week: int, fleets: Sequence[Fleet], ships: Collection[ShipId]) -> None:
    """Ships of fleets in one hex are gone, with all that is aboard."""
    units = [unit for unit in combatants(turn, fleets) if unit.unit in ships]
    if units:
        key = key_of(turn, week, fleets[0].hex, fleets[0].side, LOSSES)
        battle = affair(turn, week, fleets[0].hex, key, units)
        ends = tuple(UnitOutcome(unit.unit, "destroyed") for unit in units)
        conclude(turn, battle, BattleOutcome(key, "quick", "", ends))


def cripple(turn: TurnState, ships: Collection[ShipId], parts: Sequence[str]) -> None:
    """All that works of these components of ships is damaged."""
    for key in sorted(ships):
        ship = turn.ships[key]
        layout = fitted(turn.sides[ship.side].designs[ship.design], turn.settings)
        wounds = ship.wounds
        damaged = dict(wounds.damaged)
        for label, spaces in layout.items():
            if label.startswith(tuple(parts)):
                damaged[label] = max(0, spaces - wounds.destroyed.get(label, 0))
        kept = {label: n for label, n in sorted(damaged.items()) if n}
        turn.ships[key] = changed(ship, wounds=Wounds(kept, wounds.destroyed, wounds.burnt))


def there(turn: TurnState, side: SideId, hex_: HexId) -> list[Fleet]:
    """A side's fleets that are in a hex."""
    return in_order(f for f in turn.fleets.at(hex_) if f.side == side and f.transit is None)


def witnessed(turn: TurnState, side: SideId, hex_: HexId) -> bool:
    """Whether anybody of a side is left in a hex to tell what happened there."""
    owners = {c.side for c in turn.colonies.at(hex_)} | {b.side for b in turn.bases.at(hex_)}
    return bool(there(turn, side, hex_)) or side in owners


def tell_missing(turn: TurnState, week: int, before: Sequence[Fleet], *, looked: bool = True) -> None:
    """Of fleets that are gone, without anybody left to tell: their owner hears that nothing more is heard of them. In a campaign
    of full detection they vanish as after a battle, with all that they saw in their last week; `looked` is whether the look
    round of the week is over, and is made again."""
    gone = [fleet for fleet in before if fleet.id not in turn.fleets]
    silent = [fleet for fleet in gone if untold(turn, fleet.side, fleet.hex)]
    for fleet in gone:
        if fleet in silent:
            vanish(turn, fleet.side, fleet.id, fleet.name, fleet.ships, fleet.hex)
        else:
            cause = Cause(ALL_HANDS)
            turn.tell_side(ContactLost(fleet.side, fleet.id, fleet.name, fleet.ships, fleet.hex, week, cause=cause))
    names = forget_week(turn, [(fleet.side, fleet.id) for fleet in silent])
    if names and looked:
        refresh(turn, week)
        refresh_bases(turn, week)
        scout(turn, week)
        renamed(turn, names)


def stop(turn: TurnState, fleet: FleetId) -> None:
    """A fleet goes no further: what it was about is at an end."""
    found = turn.fleets.get(fleet)
    if found is not None:
        put(turn, changed(drop_survey(turn, found), course=None, route=(), pick_up=()))
