"""Boxes by system: what a craft of the Pentagon War has lost, a craft with so many taken out; and squadrons that thin out
between turns."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal

from rules.bridge.craft import Block
from rules.bridge.tables_of import System
from rules.pentagon_war.shipyard.pricing import boxes_lost
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import CargoHold, Cpmf, Craft, Gun, MissileBox, Weapon
from rules.values import changed

SYSTEM_FIELDS: Final = {
    "screens": "screens", "point_defense": "point_defense", "capacitor": "capacitors", "main_control": "main_control",
    "aux_control": "aux_control", "repair": "repair", "engines": "engines", "cargo": "cargo", "armor": "armor",
    "missile": "missiles", "radiation": "guns",
}  # fmt: skip
"""Our systems by the engine's names for them; lasers and cannons are weapons there, hull is forward and aft."""


def lost_boxes(craft: Craft) -> Counter[System]:
    """A craft's destroyed boxes by system; what is only spent stands."""
    gone = boxes_lost(craft)
    found = Counter({ours: gone[theirs] for ours, theirs in SYSTEM_FIELDS.items()})
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
        guns=tuple(_guns(craft.guns, out["radiation"])),
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


def _guns(guns: Sequence[Gun], out: int) -> Iterator[Gun]:
    """The first lose their boxes first."""
    for gun in guns:
        gone = min(gun.boxes, out)
        out -= gone
        yield changed(gun, destroyed=gone)


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


def gone_of(craft: Craft, count: int) -> int:
    """How many craft of a squadron of so many are lost: each with as much final damage as one of them bears."""
    return count - -(-craft.final_damage * count // craft.design.final_damage)


def remove_craft(craft: Craft, gone: int, count: int) -> Craft:
    """A squadron of so many craft without those that are gone: no system has more boxes than the rest of them have.

    What missiles go with them are launched and full ones alike.
    """

    if not gone:
        return craft  # one whose hull was shared out anew before the fight has more of it on one side than its design

    def most(boxes: int) -> int:
        return boxes * (count - gone) // count

    design = craft.design
    armor = tuple(min(now, most(all_)) for now, all_ in zip(craft.armor, design.armor, strict=True))
    tanks = max(0, craft.tanks_full + craft.tanks_empty - most(design.fuel_tanks))
    empty = min(tanks, craft.tanks_empty)
    return changed(
        craft,
        armor=armor,  # type: ignore[arg-type] # six sides stay six
        screens=min(craft.screens, most(design.screens)),
        hull_forward=min(craft.hull_forward, most(design.hull_forward)),
        hull_aft=min(craft.hull_aft, most(design.hull_aft)),
        capacitors=min(craft.capacitors, most(design.capacitors)),
        point_defense=min(craft.point_defense, most(design.point_defense)),
        engines=min(craft.engines, most(design.engines)),
        final_damage=min(craft.final_damage, most(design.final_damage)),
        main_control=min(craft.main_control, most(design.main_control)),
        aux_control=min(craft.aux_control, most(design.aux_control)),
        repair=min(craft.repair, most(design.repair)),
        tanks_empty=craft.tanks_empty - empty,
        tanks_full=craft.tanks_full - (tanks - empty),
        weapons=_fewer_weapons(craft.weapons, gone, count),
        guns=_fewer_guns(craft.guns, gone, count),
        missiles=_fewer_missiles(craft.missiles, most(len(design.missiles))),
        holds=_fewer_holds(craft.holds, most(len(design.cargo))),
    )


def _fewer_weapons(weapons: tuple[Weapon, ...], gone: int, count: int) -> tuple[Weapon, ...]:
    over = Counter(weapon.kind for weapon in weapons if not weapon.destroyed)
    for kind, all_ in Counter(weapon.kind for weapon in weapons).items():
        over[kind] -= all_ * (count - gone) // count
    found = []
    for weapon in weapons:
        lost_ = not weapon.destroyed and over[weapon.kind] > 0
        over[weapon.kind] -= lost_
        found.append(changed(weapon, destroyed=True) if lost_ else weapon)
    return tuple(found)


def _fewer_guns(guns: tuple[Gun, ...], gone: int, count: int) -> tuple[Gun, ...]:
    over = len(guns) * gone // count - sum(gun.destroyed == gun.boxes for gun in guns)
    found = []
    for gun in guns:
        lost_ = over > 0 and gun.destroyed < gun.boxes
        over -= lost_
        found.append(changed(gun, destroyed=gun.boxes, slashed=0) if lost_ else gun)
    return tuple(found)


def _fewer_missiles(boxes: tuple[MissileBox, ...], most: int) -> tuple[MissileBox, ...]:
    standing = [at for at, box in enumerate(boxes) if box.state != "destroyed"]
    over = max(0, len(standing) - most)
    lost_ = {standing[n * len(standing) // over] for n in range(over)}
    return tuple(changed(box, state="destroyed") if at in lost_ else box for at, box in enumerate(boxes))


def _fewer_holds(holds: tuple[CargoHold, ...], most: int) -> tuple[CargoHold, ...]:
    standing = [at for at, hold in enumerate(holds) if hold.state != "destroyed"]
    lost_ = set(standing[most:])
    return tuple(changed(hold, state="destroyed") if at in lost_ else hold for at, hold in enumerate(holds))


def thin_squadrons(battle: Battle) -> Battle:
    """A battle at a turn's end whose squadrons have no more boxes than those of their craft that are left; others as they are."""
    many = battle.crews.many if battle.crews is not None else {}
    craft = dict(battle.craft)
    for unit, count in many.items():
        if craft[unit].fate != "destroyed":
            craft[unit] = remove_craft(craft[unit], gone_of(craft[unit], count), count)
    return changed(battle, craft=craft) if many else battle
