"""From a design to a craft on the map: every box whole, full, charged and warm."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from rules.hexes import Hex
from rules.pentagon_war.designs import CargoBox, Design, GunKind, WeaponKind
from rules.pentagon_war.geometry import Facing
from rules.pentagon_war.options import Options
from rules.pentagon_war.shipyard.boxes import alike
from rules.pentagon_war.units import (
    Bay,
    Counted,
    Cpmf,
    Craft,
    Gun,
    Hold,
    MissileBox,
    SideId,
    UnitId,
    Velocity,
    Weapon,
    WeaponId,
)

PREFIXES: Final[Mapping[WeaponKind | GunKind, str]] = {
    "laser": "L", "electron": "E", "proton": "P", "beam": "B", "radiation": "RG", "acid": "AG", "metal": "LM",
}  # fmt: skip


def commission(
    design: Design,
    unit_id: UnitId,
    name: str,
    side: SideId,
    at: Hex,
    facing: Facing,
    velocity: Velocity,
    options: Options,
) -> Craft:
    """A craft fully ready for its first turn: tanks and capacitors full, cannons warm, guns charged (PW-S22, PW-S34).

    Weapons are numbered by kind in the order of the design: L1, E1, P1, B1, RG1, AG1, LM1, M1, D1. What a low alert
    status takes away on turn 1 is `turn/alert.py`'s matter (PW-A76); directional screens start aimed at nothing.
    """
    weapon_ids = numbered(PREFIXES[weapon.kind] for weapon in design.weapons)
    gun_ids = numbered(PREFIXES[gun.kind] for gun in design.guns)
    return Craft(
        unit_id,
        name,
        side,
        design,
        at,
        facing=facing % 6,
        velocity=velocity,
        counted=Counted(int(velocity.a), int(velocity.c)),
        tanks_full=design.fuel_tanks,
        holds=tuple(Hold(box, "full" if carries(box) else "dotted") for box in design.cargo),
        weapons=tuple(Weapon(i, w.kind, w.arcs) for i, w in zip(weapon_ids, design.weapons, strict=True)),
        guns=tuple(Gun(i, g.kind, g.arcs, g.boxes) for i, g in zip(gun_ids, design.guns, strict=True)),
        missiles=tuple(MissileBox(f"M{n}", kind) for n, kind in enumerate(design.missiles, 1)),
        bays=tuple(Bay(f"D{n}", arm) for n, arm in enumerate(design.drones, 1)),
        cpmf=Cpmf(available=design.capacitors),
        anchored=design.is_base and not (design.movable and options.movable_bases),
        **alike(design),
    )


def numbered(prefixes: Iterable[str]) -> tuple[WeaponId, ...]:
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
