"""The door to a campaign: a battle takes craft in as they are, and gives back what became of each, none twice."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from rules.errors import WrongPhaseError
from rules.hexes import Hex
from rules.pentagon_war.commission import commission
from rules.pentagon_war.geometry import Facing
from rules.pentagon_war.options import Options
from rules.pentagon_war.shipyard.pricing import alike, losses
from rules.pentagon_war.shipyard.repair import Dock
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import Cpmf, Craft, Drone, SideId, UnitId, Velocity
from rules.values import Value, changed

Became: TypeAlias = Literal["in the field", "disengaged", "destroyed", "docked"]


class Outcome(Value):
    """What became of one craft, and the craft as it came out: boxes left, boxes spent, stores."""

    craft: Craft
    became: Became


class Aftermath(Value):
    """A battle's whole yield. Every craft of the battle is in `outcomes` once, every one that lives in one dock.

    `adrift` are drones still in flight; missiles and bolts in flight are spent. `lost` is each side's loss in points.
    """

    outcomes: tuple[Outcome, ...]
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
        **alike(craft),
    )


def give_back(battle: Battle) -> Aftermath:
    """What became of everything in a battle that is over; WrongPhaseError while it goes on (PW-S21, PW-A41)."""
    if battle.winner is None:
        raise WrongPhaseError("Nothing is repaired, reloaded or taken home while the battle goes on.", rule="PW-A41")
    craft = tuple(unit for _, unit in sorted(battle.craft.items()))
    return Aftermath(
        outcomes=tuple(Outcome(unit, unit.fate or "in the field") for unit in craft),
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
