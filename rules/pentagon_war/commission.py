"""From a design to a craft on the map: every box whole, full, charged and warm, as far as the alert status lets it be."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from rules.hexes import Hex
from rules.pentagon_war import units
from rules.pentagon_war.designs import CargoBox, Design, GunKind, WeaponKind
from rules.pentagon_war.geometry import Facing
from rules.pentagon_war.options import Options, tables
from rules.pentagon_war.shipyard.pricing import shared_fields
from rules.pentagon_war.state import Battle
from rules.values import GameError, changed

PREFIXES: Final[Mapping[WeaponKind | GunKind, str]] = {
    "laser": "L", "electron": "E", "proton": "P", "beam": "B", "radiation": "RG", "acid": "AG", "metal": "LM",
}  # fmt: skip
FIRST_TURN: Final = 1
"""The turn of first contact, and the only one alert status bears on (PW-A75)."""


def commission(
    design: Design,
    unit_id: units.UnitId,
    name: str,
    side: units.SideId,
    at: Hex,
    facing: Facing,
    velocity: units.Velocity,
    options: Options,
) -> units.Craft:
    """A craft fully ready for its first turn: tanks and capacitors full, cannons warm, guns charged (PW-S22, PW-S34).

    Weapons are numbered by kind in the order of the design: L1, E1, P1, B1, RG1, AG1, LM1, M1, D1. What a low alert
    status takes away on turn 1 is `on_alert`'s matter (PW-A76); directional screens start aimed at nothing.
    """
    weapon_ids = number_weapons(PREFIXES[weapon.kind] for weapon in design.weapons)
    gun_ids = number_weapons(PREFIXES[gun.kind] for gun in design.guns)
    return units.Craft(
        unit_id,
        name,
        side,
        design,
        at,
        facing=facing % 6,
        velocity=velocity,
        counted=units.CountedVelocity(int(velocity.a), int(velocity.c)),
        tanks_full=design.fuel_tanks,
        holds=tuple(units.CargoHold(box, "full" if carries(box) else "dotted") for box in design.cargo),
        weapons=tuple(units.Weapon(i, w.kind, w.arcs) for i, w in zip(weapon_ids, design.weapons, strict=True)),
        guns=tuple(units.Gun(i, g.kind, g.arcs, g.boxes) for i, g in zip(gun_ids, design.guns, strict=True)),
        missiles=tuple(units.MissileBox(f"M{n}", kind) for n, kind in enumerate(design.missiles, 1)),
        bays=tuple(units.Bay(f"D{n}", arm) for n, arm in enumerate(design.drones, 1)),
        cpmf=units.Cpmf(available=design.capacitors),
        anchored=design.is_base and not (design.movable and options.movable_bases),
        **shared_fields(design),
    )


def number_weapons(prefixes: Iterable[str]) -> tuple[units.WeaponId, ...]:
    """Weapon ids from their prefixes in order, each kind counted from 1: L, L, B gives L1, L2, B1."""
    seen: Counter[str] = Counter()
    ids = []
    for prefix in prefixes:
        seen[prefix] += 1
        ids.append(f"{prefix}{seen[prefix]}")
    return tuple(ids)


def carries(box: CargoBox) -> bool:
    """Whether there is anything in a cargo box; an empty one is dotted (PW-S19)."""
    return box != CargoBox()


def on_alert(craft: units.Craft, options: Options) -> units.Craft:
    """A craft fresh from `commission` as it enters a battle of this alert status: cannons cold, guns uncharged."""
    warm = _first_turn(_cell(options, "proton and electron cannons"))
    guns = _first_turn(_cell(options, "radiation and liquid metal guns first fire"))
    return changed(
        craft,
        warm_from=warm,
        last_cannon=warm,
        guns=tuple(gun if gun.kind == "acid" else changed(gun, ready_turn=guns) for gun in craft.guns),
    )


def ready_craft(craft: units.Craft, options: Options) -> units.Craft:
    """A craft fresh from `commission` as a battle begins: at its alert status, hidden if it can be (PW-A75, PW-S92)."""
    return hide_craft(on_alert(craft, options))


def hide_craft(craft: units.Craft) -> units.Craft:
    """A craft as it is set up: hidden if it has radar invisibility (PW-S92)."""
    return changed(craft, hidden=craft.design.radar_invisibility)


def charged_capacitors(battle: Battle, craft: units.Craft) -> int:
    """How many of a craft's capacitors hold charge as this turn begins (PW-C16, PW-S36)."""
    return _share(battle, "charged capacitors on turn 1", craft.capacitors)


def defending_boxes(battle: Battle, craft: units.Craft) -> int:
    """How many of a craft's undestroyed point defense boxes work this turn (PW-B85)."""
    return _share(battle, "point defense", craft.point_defense)


def screens_cold(battle: Battle) -> bool:
    """Whether screens give nothing this turn unless boxes are energised (PW-S06)."""
    return battle.now.turn == FIRST_TURN and _cell(battle.options, "screens") != "on"


def may_lock_on(battle: Battle) -> bool:
    """Whether craft try for a lock-on this turn (PW-B85)."""
    return battle.now.turn != FIRST_TURN or _cell(battle.options, "lock-on attempt") == "yes"


def _cell(options: Options, column: str) -> str:
    table = tables(options)["PW-T24"]
    if str(options.alert_status) not in table.keys:
        raise GameError(f"There is no alert status {options.alert_status}; choose 0 to 3.", rule="PW-B85")
    return table.cell(options.alert_status, column)


def _share(battle: Battle, column: str, boxes: int) -> int:
    if battle.now.turn != FIRST_TURN:
        return boxes
    shares = {"all": boxes, "half, rounded down": boxes // 2, "none": 0}
    return shares[_cell(battle.options, column)]


def _first_turn(cell: str) -> int:
    """The turn a cell names, "cold, turn 2"; the first turn when it names none ("warm")."""
    number = cell.rpartition(" ")[2]
    return int(number) if number.isdecimal() else FIRST_TURN
