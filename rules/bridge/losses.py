"""Boxes by system: what a craft of the Pentagon War has lost, and a craft with so many taken out before the fight."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, Literal

from rules.bridge.craft import Block
from rules.bridge.tables_of import System
from rules.changes import changed
from rules.pentagon_war.shipyard.boxes import lost
from rules.pentagon_war.units import Cpmf, Craft, Gun, MissileBox, Weapon

COUNTED: Final = {
    "screens": "screens", "point_defense": "point_defense", "capacitor": "capacitors", "main_control": "main_control",
    "aux_control": "aux_control", "repair": "repair", "engines": "engines", "cargo": "cargo", "armor": "armor",
    "missile": "missiles", "radiation": "guns",
}  # fmt: skip
"""Our systems by the engine's names for them; lasers and cannons are weapons there, hull is forward and aft."""


def lost_boxes(craft: Craft) -> Counter[System]:
    """A craft's destroyed boxes by system; what is only spent stands."""
    gone = lost(craft)
    found = Counter({ours: gone[theirs] for ours, theirs in COUNTED.items()})
    found["hull"] = gone["hull_forward"] + gone["hull_aft"]
    found.update(weapon.kind for weapon in craft.weapons if weapon.destroyed)
    return found


def by_block(blocks: Sequence[Block], gone: Mapping[System, int]) -> tuple[int, ...]:
    """Lost boxes of each block: where several have boxes of one system, the first loses them first.

    Boxes beyond those of all blocks are such as come free with a craft, and nobody's.
    """
    left, found = Counter(gone), []
    for block in blocks:
        taken = {system: min(left[system], boxes) for system, boxes in block.boxes.items()}
        left.subtract(taken)
        found.append(sum(taken.values()))
    return tuple(found)


def worn(craft: Craft, blocks: Sequence[Block], gone: Sequence[int], full: int) -> Craft:
    """A fresh craft without so many boxes of each block, and with so many of its missile boxes full."""
    out: Counter[System] = Counter()
    for block, boxes in zip(blocks, gone, strict=True):
        shares = {system: has * boxes // block.total for system, has in block.boxes.items() if has}
        first = next(iter(shares), "")
        if first:
            shares[first] += boxes - sum(shares.values())
        out.update(shares)
    left = max(0, craft.hull_forward + craft.hull_aft - out["hull"])
    capacitors = max(0, craft.capacitors - out["capacitor"])
    return changed(
        craft,
        screens=craft.screens - out["screens"],
        armor=_armor(craft.armor, out["armor"]),
        point_defense=craft.point_defense - out["point_defense"],
        capacitors=capacitors,
        cpmf=Cpmf(available=capacitors),
        main_control=max(0, craft.main_control - out["main_control"]),
        aux_control=craft.aux_control - out["aux_control"],
        repair=craft.repair - out["repair"],
        engines=craft.engines - out["engines"],
        hull_forward=(left + 1) // 2,
        hull_aft=left // 2,
        weapons=tuple(_weapons(craft.weapons, out)),
        guns=tuple(_gun(gun, out["radiation"]) for gun in craft.guns),
        missiles=_missiles(craft.missiles, out["missile"], full),
        holds=tuple(changed(h, state="destroyed") if n < out["cargo"] else h for n, h in enumerate(craft.holds)),
    )


def _weapons(weapons: Sequence[Weapon], out: Counter[System]) -> list[Weapon]:
    left, found = Counter(out), []
    for weapon in weapons:
        gone = left[weapon.kind] > 0
        left[weapon.kind] -= gone
        found.append(changed(weapon, destroyed=True) if gone else weapon)
    return found


def _gun(gun: Gun, out: int) -> Gun:
    return changed(gun, destroyed=min(gun.boxes, out))


def _missiles(boxes: Sequence[MissileBox], out: int, full: int) -> tuple[MissileBox, ...]:
    """The first destroyed, the last full."""
    states: list[Literal["full", "marked", "destroyed", "empty"]] = ["destroyed"] * min(out, len(boxes))
    empty = max(0, len(boxes) - len(states) - full)
    states += ["empty"] * empty
    states += ["full"] * (len(boxes) - len(states))
    return tuple(changed(box, state=state) for box, state in zip(boxes, states, strict=True))


def _armor(sides: tuple[int, int, int, int, int, int], out: int) -> tuple[int, int, int, int, int, int]:
    left = list(sides)
    for _ in range(out):
        left[left.index(max(left))] -= 1
    a, b, c, d, e, f = left
    return a, b, c, d, e, f
