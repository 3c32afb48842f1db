"""The door to a campaign, and squadrons that are kept between battles: who survived, where they lie, what they fight next.

A pause lasts from the end of one battle of a squadron to the beginning of its next (PW-A41, ruling R-204).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

from rules.hexes import Hex
from rules.pentagon_war.changes import with_one
from rules.pentagon_war.commission import commission
from rules.pentagon_war.geometry import Facing
from rules.pentagon_war.options import Options
from rules.pentagon_war.positions import attachment
from rules.pentagon_war.shipyard.pricing import losses, shared_fields
from rules.pentagon_war.shipyard.repair import Dock, Mend, aboard, dock_craft, repair
from rules.pentagon_war.shipyard.stores import pass_cargo, pass_fuel, refuel, reload_all
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import Cpmf, Craft, Drone, SideId, UnitId, Velocity
from rules.values import IllegalOrderError, NotYoursError, Value, WrongPhaseError, changed, field, quoted

Became: TypeAlias = Literal["in the field", "disengaged", "destroyed", "docked"]


class CraftOutcome(Value):
    """What became of one craft, and the craft as it came out: boxes left, boxes spent, stores."""

    craft: Craft
    became: Became


class BattleOutcomes(Value):
    """A battle's whole yield. Every craft of the battle is in `outcomes` once, every one that lives in one dock.

    `adrift` are drones still in flight; missiles and bolts in flight are spent. `lost` is each side's loss in points.
    """

    outcomes: tuple[CraftOutcome, ...]
    docks: tuple[Dock, ...]
    adrift: tuple[Drone, ...]
    lost: Mapping[SideId, int]
    winner: str


def enlist(craft: Craft, unit_id: UnitId, at: Hex, facing: Facing, velocity: Velocity, options: Options) -> Craft:
    """A campaign's craft made ready for its next battle: its boxes as they are, every mark of a turn fresh.

    What is destroyed, slashed, marked or empty stays so; capacitors are charged (PW-S34); drones in bays are fuelled.
    Alert status and hiding are applied afterwards by whoever sets the battle up, as for a new craft.
    """
    fresh = commission(craft.design, unit_id, craft.name, craft.side, at, facing, velocity, options)
    return changed(
        fresh,
        tanks_full=craft.tanks_full,
        tanks_empty=craft.tanks_empty,
        holds=craft.holds,
        weapons=tuple(changed(n, destroyed=o.destroyed) for n, o in zip(fresh.weapons, craft.weapons, strict=True)),
        guns=tuple(
            changed(n, destroyed=o.destroyed, slashed=o.slashed) for n, o in zip(fresh.guns, craft.guns, strict=True)
        ),
        missiles=craft.missiles,
        bays=tuple(changed(n, arm=o.arm, state=o.state) for n, o in zip(fresh.bays, craft.bays, strict=True)),
        cpmf=Cpmf(available=craft.capacitors),
        **shared_fields(craft),
    )


def give_back(battle: Battle) -> BattleOutcomes:
    """What became of everything in a battle that is over; WrongPhaseError while it goes on (PW-S21, PW-A41)."""
    if battle.winner is None:
        raise WrongPhaseError("Nothing is repaired, reloaded or taken home while the battle goes on.", rule="PW-A41")
    craft = tuple(unit for _, unit in sorted(battle.craft.items()))
    return BattleOutcomes(
        outcomes=tuple(CraftOutcome(unit, unit.fate or "in the field") for unit in craft),
        docks=_docks(tuple(unit for unit in craft if unit.fate != "destroyed"), battle.options),
        adrift=tuple(drone for _, drone in sorted(battle.drones.items())),
        lost=losses(battle),
        winner=battle.winner,
    )


def _docks(craft: tuple[Craft, ...], options: Options) -> tuple[Dock, ...]:
    """Joined craft lie together, every other one alone (PW-S143)."""
    groups: dict[tuple[SideId, str], tuple[Craft, ...]] = {}
    for unit in craft:
        key = (unit.side, f"joined {unit.joined}" if unit.joined else f"alone {unit.id}")
        groups[key] = (*groups.get(key, ()), unit)
    return tuple(Dock(members, options) for members in groups.values())


SCHEMA = 1


class Squadron(Value):
    """Craft of one holder, in the docks in which they lie, under ids that they keep for good.

    `refuelled` is how many tanks a hangar filled for a craft since it last fought: a point each, which count with its price
    when it fights next (PW-S27, ruling R-204).
    """

    docks: tuple[Dock, ...]
    refuelled: Mapping[UnitId, int] = field(default_factory=dict)
    schema: int = field(default_factory=lambda: SCHEMA)  # always written

    @property
    def craft(self) -> tuple[Craft, ...]:
        """All its craft."""
        return tuple(craft for dock in self.docks for craft in dock.craft)


def survivors(battle: Battle, side: SideId) -> Squadron | None:
    """What is left of a side of a battle that is over, without the craft that squadrons brought; None if that is nothing.

    WrongPhaseError while the battle goes on.
    """
    brought = battle.enlisted or {}
    docks = (dock for dock in give_back(_picked_up(battle)).docks if dock.craft[0].side == side)
    left = [craft for dock in docks for craft in dock.craft if craft.id not in brought]
    return Squadron(_squadron_docks(_rested(left, battle.options), battle.options)) if left else None


def came_home(squadron: Squadron, battle: Battle, name: str) -> Squadron:
    """The squadron of this name after a battle that is over: its lost craft are gone, and a new pause begins for all of it."""
    craft = _picked_up(battle).craft
    fought = {one.craft: craft[unit] for unit, one in (battle.enlisted or {}).items() if one.squadron == name}
    living = {key: changed(craft, id=key) for key, craft in fought.items() if craft.fate != "destroyed"}
    kept = [living.get(craft.id, craft) for craft in squadron.craft if craft.id not in fought or craft.id in living]
    options = squadron.docks[0].options if squadron.docks else battle.options
    stayed = {unit: tanks for unit, tanks in squadron.refuelled.items() if unit not in fought}
    return changed(squadron, docks=_squadron_docks(_rested(kept, options), options), refuelled=stayed)


def _picked_up(battle: Battle) -> Battle:
    """The battle with the drones in flight of who holds the field back in empty bays of the craft that launched them (PW-S82,
    ruling R-204); all others are lost."""
    for _, drone in sorted(battle.drones.items()):
        craft = battle.craft[drone.owner]
        bay = next((bay for bay in craft.bays if bay.state == "dotted"), None)
        if bay is None or craft.fate or craft.side != battle.winner:
            continue
        held = changed(craft, bays=with_one(craft.bays, bay.id, arm=drone.arm, state="full"))
        battle = changed(battle, craft={**battle.craft, craft.id: held})
    return battle


def _rested(crafts: Iterable[Craft], options: Options) -> tuple[Craft, ...]:
    """Craft without the marks of a battle: their boxes as they are, nothing else."""
    return tuple(enlist(each, each.id, each.at, each.facing, Velocity(), options) for each in crafts)


def _squadron_docks(crafts: Sequence[Craft], options: Options) -> tuple[Dock, ...]:
    """Craft that were built to be joined lie together, all others alone (PW-S141, PW-S143, ruling R-204)."""
    pause = changed(options, campaign_repair=True)
    groups: list[list[Craft]] = []
    for craft in crafts:
        linked = [group for group in groups if any(_linked(craft, other) for other in group)]
        groups = [group for group in groups if group not in linked]
        groups.append([*(other for group in linked for other in group), craft])
    return tuple(Dock(tuple(group), pause) for group in groups)


def _linked(one: Craft, other: Craft) -> bool:
    return attachment(one, other) is not None and attachment(other, one) is not None


def dock_of(squadron: Squadron, unit: UnitId) -> Dock:
    """The dock in which a craft lies; NotYoursError if it is none of the squadron's."""
    for dock in squadron.docks:
        if any(craft.id == unit for craft in dock.craft):
            return dock
    raise NotYoursError(f"{quoted(unit)} is not a craft of this squadron.")


def _with_dock(squadron: Squadron, before: Dock, after: Dock) -> Squadron:
    return changed(squadron, docks=tuple(after if dock == before else dock for dock in squadron.docks))


def mend_squadron(squadron: Squadron, unit: UnitId, mends: Sequence[Mend]) -> Squadron:
    """The squadron after the repairs of one dock, the one in which `unit` lies; see `repair`."""
    dock = dock_of(squadron, unit)
    return _with_dock(squadron, dock, repair(dock, mends))


def reload_dock(squadron: Squadron, unit: UnitId) -> Squadron:
    """Everything in one dock filled that its cargo suffices for. IllegalOrderError if that is nothing."""
    dock = dock_of(squadron, unit)
    after = reload_all(dock)
    if after == dock:
        raise IllegalOrderError(
            "Nothing is reloaded: no box, bay or gun here is empty, or no cargo of this dock has what would fill it.",
            rule="PW-A44",
        )
    return _with_dock(squadron, dock, after)


def fuel_craft(squadron: Squadron, units: Collection[UnitId]) -> Squadron:
    """All empty tanks of these craft filled by a hangar, for a point each. IllegalOrderError if none is empty (PW-S27)."""
    before = squadron
    for unit in units:
        dock = dock_of(squadron, unit)
        craft = aboard(dock, unit)
        filled, points = refuel(craft, craft.tanks_empty)
        if points:
            bill = {**squadron.refuelled, unit: squadron.refuelled.get(unit, 0) + points}
            squadron = changed(_with_dock(squadron, dock, dock_craft(dock, (filled,))), refuelled=bill)
    if squadron == before:
        raise IllegalOrderError("No tank of these craft is empty.", rule="PW-S27")
    return squadron


def fuel_passed(squadron: Squadron, giver: UnitId, taker: UnitId, tanks: int) -> Squadron:
    """Fuel passed within a dock; see `pass_fuel`."""
    dock = dock_of(squadron, giver)
    return _with_dock(squadron, dock, pass_fuel(dock, giver, taker, tanks))


def cargo_passed(squadron: Squadron, giver: UnitId, hold: int, taker: UnitId, place: int) -> Squadron:
    """A box of cargo passed within a dock; see `pass_cargo`."""
    dock = dock_of(squadron, giver)
    return _with_dock(squadron, dock, pass_cargo(dock, giver, hold, taker, place))
