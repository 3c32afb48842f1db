"""What a battle leaves: whether its outcome accounts for every unit once, and units lost, hurt, captured and fled, with the
records of what went with them."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from rules.cluster_war.chapters.combat.arms import limit_works, without_bases
from rules.cluster_war.chapters.combat.battle import Battle, Combatant
from rules.cluster_war.chapters.logistics.ship_transfers import adopt, reflag
from rules.cluster_war.chapters.logistics.stores import with_fewer
from rules.cluster_war.chapters.movement.fleets import kept_by, new_fleet_id, put_fleet
from rules.cluster_war.chapters.officers.posts import lost_with
from rules.cluster_war.model.events.battles import PrizesTaken, PurseLoss, UnitLoss
from rules.cluster_war.model.state.common import DesignId, ShipId, SideId
from rules.cluster_war.model.state.holdings import Base, Fleet, Ship
from rules.cluster_war.model.state.war import NO_EMPIRE, BattleOutcome, UnitOutcome
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Cause, GameError, changed

RULE = "CW-9.0-11"
CAPTURE_RULE = "CW-9.0-11"


def check_outcome(battle: Battle, outcome: BattleOutcome) -> None:
    """GameError, saying what is amiss, unless each unit of the battle is named once and can have come to that end."""
    if outcome.battle != battle.id:
        raise GameError(f"That is the outcome of battle {outcome.battle}, not of {battle.id}.", rule=RULE)
    if outcome.winner and outcome.winner not in battle.sides:
        raise GameError(f"{outcome.winner} was not in battle {battle.id} and cannot have won it.", rule=RULE)
    units = {unit.unit: unit for unit in battle.units}
    told = Counter(unit.unit for unit in outcome.units)
    faults = [
        ("does not say what became of", [key for key in units if key not in told]),
        ("names more than once", [key for key, n in told.items() if n > 1]),
        ("names what was not there:", [key for key in told if key not in units]),
    ]
    for what, keys in faults:
        if keys:
            raise GameError(f"The outcome of battle {battle.id} {what} {', '.join(sorted(keys))}.", rule=RULE)
    for unit in outcome.units:
        _check_unit(battle, units[unit.unit], unit)


def _check_unit(battle: Battle, before: Combatant, after: UnitOutcome) -> None:
    who, held = after.unit, "|" in after.unit
    if after.fate == "captured" and after.captor == NO_EMPIRE:
        raise GameError(f"{battle.foe} takes no prizes; {who} is destroyed, has fled or has survived.", rule=RULE)
    if after.fate == "captured" and after.captor not in _foes(battle, before.side):
        raise GameError(f"{who} can only be captured by a side that fought it.", rule=RULE)
    if held and not 0 <= after.count <= before.count:
        raise GameError(f"Of {who} there were {before.count}; {after.count} cannot be left.", rule=RULE)
    if after.fate == "destroyed":
        return
    if not 0 <= after.munitions <= before.munitions:
        raise GameError(f"{who} had munitions for {before.munitions} CPs, not {after.munitions}.", rule=RULE)
    more = [d for d, n in after.crates.items() if not 0 <= n <= before.crates.get(d, 0)]
    if more:
        raise GameError(f"{who} did not carry so many {', '.join(sorted(more))}.", rule=RULE)


def _foes(battle: Battle, side: str) -> set[str]:
    return {b if a == side else a for a, b in battle.enemies if side in {a, b}}


@dataclass(slots=True)
class LossTally:
    """What a battle cost, while it is applied: units, parts and CPs by side; ids of units by their end."""

    units: Counter[tuple[SideId, DesignId]] = field(default_factory=Counter)
    parts: Counter[tuple[SideId, DesignId]] = field(default_factory=Counter)
    purses: Counter[SideId] = field(default_factory=Counter)
    hull: Counter[SideId] = field(default_factory=Counter)
    destroyed: list[str] = field(default_factory=list)
    captured: list[str] = field(default_factory=list)
    fled: list[ShipId] = field(default_factory=list)
    hurt: list[str] = field(default_factory=list)
    defenders: Counter[str] = field(default_factory=Counter)
    """Units of colonies' garrisons that are lost, by "colony|design"."""

    def losses(self) -> tuple[UnitLoss, ...]:
        """All units and parts that are gone, by side."""
        found = [UnitLoss(side, what, n) for (side, what), n in self.units.items() if n]
        found += [UnitLoss(side, what, 0, cps) for (side, what), cps in self.parts.items() if cps]
        return tuple(sorted(found, key=lambda loss: (loss.side, loss.what, loss.cps)))

    def paid(self) -> tuple[PurseLoss, ...]:
        """CPs that are gone, by side."""
        return tuple(PurseLoss(side, cps) for side, cps in sorted(self.purses.items()) if cps)


def apply(turn: TurnState, battle: Battle, outcome: BattleOutcome) -> LossTally:
    """Do to the units of a battle what its outcome says; who fled is still in the hex, see `flight`."""
    found, ends = LossTally(), {unit.unit: unit for unit in outcome.units}
    prizes: dict[SideId, list[tuple[Combatant, UnitOutcome]]] = {}
    for unit in battle.units:
        end = ends[unit.unit]
        if "|" in unit.unit:
            _garrison(turn, unit, end, found)
        elif end.fate == "destroyed":
            _destroy(turn, unit, found)
        elif end.fate == "captured":
            prizes.setdefault(end.captor, []).append((unit, end))
        else:
            _survive(turn, unit, end, found)
    for captor, taken in sorted(prizes.items()):
        _capture(turn, battle, captor, taken, found)
    lost_with(turn, {*found.destroyed, *found.captured})
    _leave_fleets(turn, battle, {*found.destroyed, *found.captured})
    return found


def _survive(turn: TurnState, unit: Combatant, end: UnitOutcome, found: LossTally) -> None:
    if end.wounds != unit.wounds:
        found.hurt.append(unit.unit)
    ship = turn.ships.get(unit.unit)
    if ship is None:
        base = turn.bases[unit.unit]
        turn.bases[base.id] = changed(base, wounds=end.wounds, munitions=end.munitions)
        return
    if end.fate == "fled":
        found.fled.append(unit.unit)
    left = {d: n for d, n in ((d, end.crates.get(d, 0)) for d in ship.crates) if n}
    for design, n in ship.crates.items():
        found.units[ship.side, design] += n - left.get(design, 0)
    after = changed(ship, wounds=end.wounds, munitions=end.munitions, battles=ship.battles + 1)
    if left != ship.crates:
        after = with_fewer(turn.sides[ship.side].designs, after, left, turn.settings)
    turn.ships[ship.id] = after


def _garrison(turn: TurnState, unit: Combatant, end: UnitOutcome, found: LossTally) -> None:
    """Bases and small craft of a colony: as many as the outcome leaves, with what they have not fired back in the stock. They
    have nowhere to flee to; those captured are lost. With a base go the yards and labs in it."""
    key, _, design = unit.unit.partition("|")
    colony = turn.colonies[key]
    left = max(1, end.count) if end.fate in {"survived", "fled"} else 0
    gone = unit.count - left
    fired = unit.munitions - (end.munitions if left else 0)
    garrison = {d: n for d, n in {**colony.garrison, design: colony.garrison[design] - gone}.items() if n}
    weak = {d: min(n, garrison[d]) for d, n in colony.low_quality.items() if d in garrison}
    turn.colonies[key] = changed(
        without_bases(colony, turn.sides[colony.side].designs[design], gone),
        garrison=garrison,
        low_quality=weak,
        munitions=max(0, colony.munitions - fired),
    )
    limit_works(turn, turn.colonies[key])
    found.units[unit.side, design] += gone
    found.hull[unit.side] += gone * _hull(unit)
    if gone:
        found.defenders[unit.unit] += gone


def _destroy(turn: TurnState, unit: Combatant, found: LossTally) -> None:
    found.destroyed.append(unit.unit)
    found.hull[unit.side] += _hull(unit)
    ship = turn.ships.pop(unit.unit, None)
    if ship is not None:
        found.units[ship.side, ship.design] += 1
        found.purses[ship.side] += ship.cargo
        _count_hold(ship, found)
    else:
        _drop_base(turn, turn.bases[unit.unit], found)


def _count_hold(ship: Ship, found: LossTally) -> None:
    """What a lost ship's cargo bays held besides CPs."""
    for design, n in ship.crates.items():
        found.units[ship.side, design] += n
    for what, cps in ship.parts.items():
        found.parts[ship.side, what] += cps


def _drop_base(turn: TurnState, base: Base, found: LossTally) -> None:
    """A base is gone, with what it held and what was being made there."""
    del turn.bases[base.id]
    found.units[base.side, base.design] += 1
    found.purses[base.side] += base.store
    for design, n in base.garrison.items():
        found.units[base.side, design] += n
    for build in [b for b in turn.builds.values() if b.colony == base.id]:
        found.purses[build.side] += build.paid
        if build.old:
            found.units[build.side, build.old] += build.count
        del turn.builds[build.id]


def _capture(
    turn: TurnState, battle: Battle, captor: SideId, taken: Iterable[tuple[Combatant, UnitOutcome]], found: LossTally
) -> None:
    """Ships change their flag and are one new fleet of the captor's, bases where they stand; what they hold besides CPs is
    lost."""
    ships: dict[SideId, list[Ship]] = {}
    bases: dict[SideId, list[Base]] = {}
    for unit, end in taken:
        found.captured.append(unit.unit)
        found.hull[unit.side] += _hull(unit)
        if unit.unit in turn.ships:
            ships.setdefault(unit.side, []).append(_prize(turn, turn.ships.pop(unit.unit), end, captor, found))
        else:
            bases.setdefault(unit.side, []).append(_captured_base(turn, turn.bases[unit.unit], end, captor, found))
    fleet = ""
    if ships:
        new = tuple(ship.id for mine in ships.values() for ship in mine)
        prizes = Fleet(new_fleet_id(turn, captor), captor, f"Prizes at {battle.hex}", battle.hex, new)
        put_fleet(turn, prizes)
        fleet = prizes.id
    for owner in sorted({*ships, *bases}):
        here, standing = ships.get(owner, ()), bases.get(owner, ())
        turn.tell_side(
            PrizesTaken(
                captor,
                fleet if here else "",
                battle.id,
                f"Prizes at {battle.hex}",
                battle.hex,
                battle.week,
                owner,
                ships=tuple(s.id for s in here),
                designs=tuple(thing.design for thing in (*here, *standing)),
                cps=sum(s.cargo for s in here) + sum(b.store for b in standing),
                bases=tuple(b.id for b in standing),
                cause=Cause(CAPTURE_RULE),
            )
        )


def _prize(turn: TurnState, ship: Ship, end: UnitOutcome, captor: SideId, found: LossTally) -> Ship:
    """A ship under its captor's flag, with a crew of theirs."""
    found.units[ship.side, ship.design] += 1
    found.purses[ship.side] += ship.cargo
    _count_hold(ship, found)
    bare = changed(ship, wounds=end.wounds, munitions=end.munitions, crates={}, crate_room=0, parts={}, salvage={})
    known = {*turn.sides[captor].designs}
    prize = turn.ships[reflag(turn, changed(bare, grade="regular", drilled=0, battles=0, settling=0), captor)]
    _strip_note(turn, captor, prize.design, known)
    return prize


def _strip_note(turn: TurnState, captor: SideId, design: DesignId, known: Collection[DesignId]) -> None:
    """Take its builder's notes off a design that has come onto its captor's roster with a prize (CW-9.7-01)."""
    owner = turn.sides[captor]
    if design not in known and owner.designs[design].note:
        bare = changed(owner.designs[design], note="")
        turn.sides[captor] = changed(owner, designs={**owner.designs, design: bare})


def _captured_base(turn: TurnState, base: Base, end: UnitOutcome, captor: SideId, found: LossTally) -> Base:
    """A base under its captor's flag; it works from the next turn on."""
    _drop_base(turn, base, found)
    known = {*turn.sides[captor].designs}
    design = adopt(turn, base.side, base.design, captor)
    _strip_note(turn, captor, design, known)
    prefix = turn.sides[captor].designs[design].prefix
    key = f"{captor}/{prefix}{turn.next_id(f'ship/{captor}/{prefix}'):02d}"
    turn.bases[key] = Base(
        key,
        captor,
        design,
        base.name,
        base.hex,
        base.orbit,
        ready=turn.turn + 1,
        store=base.store,
        munitions=end.munitions,
        low_quality=base.low_quality,
        damage=base.damage,
        wounds=end.wounds,
    )
    return turn.bases[key]


def _leave_fleets(turn: TurnState, battle: Battle, gone: set[str]) -> None:
    """Take lost ships off their fleets; a fleet without ships vanishes."""
    for fleet in [f for f in turn.fleets.at(battle.hex) if not gone.isdisjoint(f.ships)]:
        left = tuple(s for s in fleet.ships if s not in gone)
        put_fleet(turn, changed(fleet, ships=left, engagement=kept_by(fleet, left)))


def release(turn: TurnState, battle: Battle) -> None:
    """Bases whose tug was lost, or has left them behind, are in tow no longer; they work again from the next turn on."""
    for base in [b for b in turn.bases.values() if b.towed_by and b.hex == battle.hex]:
        tug = turn.fleets.get(base.towed_by)
        if tug is None or (tug.transit is None and tug.hex != base.hex):
            turn.bases[base.id] = changed(base, towed_by="", orbit=0, ready=turn.turn + 1)


def _hull(unit: Combatant) -> int:
    """Hull spaces of one unit, in tenths for small craft."""
    return unit.design.hull if unit.design.kind == "small_craft" else 10 * unit.design.hull
