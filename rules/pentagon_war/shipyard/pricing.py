"""Boxes counted as bought, as they are now and those that come free, the classes they make; and what a design costs, in exact
points rounded once (PW-C09, PW-S17, PW-B01, PW-S149, PW-B87)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, assert_never

from rules.pentagon_war.designs import BASIC_MISSILE, Design, DroneArm, GunTrack, MissileType, WeaponBox
from rules.pentagon_war.options import Options, tables
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import Bolt, Craft, Drone, Missile, SideId
from rules.values import Value, changed

SHARED_FIELDS: Final = (
    "armor", "hull_forward", "hull_aft", "screens", "capacitors", "point_defense", "radar", "engines", "final_damage",
    "main_control", "aux_control", "repair", "ramming_weights",
)  # fmt: skip
"""Fields that a design and a craft have under one name: as built in the one, what is left in the other."""
PER_HULL_MANNED: Final = 8
PER_HULL_UNMANNED: Final = 16
PER_FINAL_DAMAGE: Final = 30
UNPRICED_SYSTEMS: Final = ("hull_forward", "hull_aft", "final_damage")
PRINTED_OPTIONS: Final = Options()
MASS_PER_CLASS: Final = 300
MASS_ROWS: Final = {"ramming_weights": "ramming weight", "armor": "armor", "radar": "radar"}
"""Systems with a row of their own in table PW-T27; all others share one."""


def shared_fields(of: Design | Craft) -> dict[str, Any]:
    """Those fields with their values, to be carried from a design to a craft, or from craft to craft."""
    return {name: getattr(of, name) for name in SHARED_FIELDS}


def built(design: Design) -> Mapping[str, int]:
    """A design's boxes by system; radar with its free box 0, a gun's every box (PW-S95)."""
    return _counted(design) | {
        "cargo": len(design.cargo),
        "fuel_tanks": design.fuel_tanks,
        "missiles": len(design.missiles),
        "drones": len(design.drones),
        "weapons": len(design.weapons),
        "guns": sum(gun.boxes for gun in design.guns),
    }


def boxes_left(craft: Craft) -> Mapping[str, int]:
    """A craft's undestroyed boxes by system; spent, slashed and dotted ones stand (PW-S19, PW-S57, PW-S71)."""
    return _counted(craft) | {
        "cargo": sum(hold.state != "destroyed" for hold in craft.holds),
        "fuel_tanks": craft.tanks_full + craft.tanks_empty,
        "missiles": sum(box.state != "destroyed" for box in craft.missiles),
        "drones": sum(bay.state != "destroyed" for bay in craft.bays),
        "weapons": sum(not weapon.destroyed for weapon in craft.weapons),
        "guns": sum(gun.boxes - gun.destroyed for gun in craft.guns),
    }


def _counted(of: Design | Craft) -> dict[str, int]:
    return shared_fields(of) | {"armor": sum(of.armor), "radar": len(of.radar) + 1}


def boxes_lost(craft: Craft) -> Mapping[str, int]:
    """A craft's destroyed boxes by system."""
    standing = boxes_left(craft)
    return {system: count - standing[system] for system, count in built(craft.design).items()}


def non_radar_boxes(design: Design) -> int:
    """All boxes but the radar track: what the size class goes by (PW-B01)."""
    boxes = built(design)
    return sum(boxes.values()) - boxes["radar"]


class Free(Value):
    """Boxes that cost nothing. The first control box and radar box 0 are free on every craft (PW-S41, PW-S84)."""

    hull: int
    final_damage: int
    control: int = 1
    radar: int = 1


def free_boxes(design: Design, options: Options) -> Free:
    """The free boxes of a design: hull by all its boxes, final damage by those outside the radar (PW-S14, PW-S54)."""
    boxes = {system: count for system, count in built(design).items() if system not in UNPRICED_SYSTEMS}
    everything = sum(boxes.values())
    per_hull = PER_HULL_MANNED if design.manned else PER_HULL_UNMANNED
    return Free(
        hull=_share(everything, per_hull, "hull_rounding", options),
        final_damage=_share(everything - boxes["radar"], PER_FINAL_DAMAGE, "final_damage_rounding", options),
    )


def _share(boxes: int, per: int, rounding: str, options: Options) -> int:
    down = tables(options)["PW-T30"].cell(rounding, "value") == "down"
    return boxes // per if down else -(-boxes // per)


def finish_design(design: Design, options: Options, extra_hull: int = 0, extra_final: int = 0) -> Design:
    """The design with its free hull and final damage and so many bought ones; the split of the hull is kept.

    Hull that is added goes where there is less of it (forward first), hull that falls away comes off the larger part.
    """
    free = free_boxes(design, options)
    forward, aft = _split(design.hull_forward, design.hull_aft, max(0, free.hull + extra_hull))
    return changed(design, hull_forward=forward, hull_aft=aft, final_damage=max(0, free.final_damage + extra_final))


def _split(forward: int, aft: int, wanted: int) -> tuple[int, int]:
    missing = wanted - forward - aft
    for _ in range(abs(missing)):
        if missing > 0:
            forward, aft = (forward + 1, aft) if forward <= aft else (forward, aft + 1)
        else:
            forward, aft = (forward - 1, aft) if forward > aft else (forward, aft - 1)
    return forward, aft


def extras(design: Design, options: Options) -> tuple[int, int]:
    """How many hull and final damage boxes were bought beyond the free ones (negative: free ones are missing)."""
    free = free_boxes(design, options)
    return design.hull_forward + design.hull_aft - free.hull, design.final_damage - free.final_damage


def class_of_boxes(boxes: int, options: Options = PRINTED_OPTIONS) -> int:
    """The size class of so many non-radar boxes; beyond the table each class doubles the last limit (PW-B01)."""
    limits = _limits(tables(options)["PW-T05"].column("to"))
    for size, limit in enumerate(limits):
        if boxes <= limit:
            return size
    size, limit = len(limits) - 1, limits[-1]
    while boxes > limit:
        size, limit = size + 1, limit * 2
    return size


@lru_cache(maxsize=64)
def _limits(cells: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(map(int, cells))


def design_size(design: Design, options: Options = PRINTED_OPTIONS) -> int:
    """A design's size class; a ramscoop's is one higher, a magnascoop's is not (PW-B01, PW-S28, PW-S29)."""
    return class_of_boxes(non_radar_boxes(design), options) + (design.scoop == "ramscoop")


def size_class(unit: Craft | Drone | Missile | Bolt, options: Options = PRINTED_OPTIONS) -> int:
    """The size class a unit is shot at with: damage does not change it (PW-B01, PW-B02, PW-S137)."""
    match unit:
        case Craft():
            return design_size(unit.design, options)
        case Drone() | Missile():
            return 0
        case Bolt():
            return 1
        case _:
            assert_never(unit)


def mass_points(craft: Craft, options: Options = PRINTED_OPTIONS) -> int:
    """What a craft weighs now: its undamaged mass less what each destroyed box no longer weighs (PW-A57, PW-A59)."""
    whole, wrecked = _weights("undestroyed", options), _weights("destroyed", options)
    gone = sum(
        boxes * (_weight_of(whole, system) - _weight_of(wrecked, system)) for system, boxes in boxes_lost(craft).items()
    )
    return undamaged_mass(craft.design, options) - gone


def undamaged_mass(design: Design, options: Options = PRINTED_OPTIONS) -> int:
    """The mass points of a craft fresh from the yard (PW-A57)."""
    weights = _weights("undestroyed", options)
    return sum(boxes * _weight_of(weights, system) for system, boxes in built(design).items())


def _weights(column: str, options: Options) -> Mapping[str, int]:
    """Mass points a box, by row of table PW-T27."""
    table = tables(options)["PW-T27"]
    return dict(zip(table.keys, map(int, table.column(column)), strict=True))


def _weight_of(weights: Mapping[str, int], system: str) -> int:
    return weights[MASS_ROWS.get(system, "other non-radar")]


def thrust_class(craft: Craft, options: Options) -> Fraction:
    """How many engines standard acceleration takes: size class, or the mass class this battle uses (PW-A58)."""
    match options.mass_class:
        case "off":
            return Fraction(size_class(craft, options))
        case "round_up":
            return Fraction(-(-mass_points(craft, options) // MASS_PER_CLASS))
        case "fraction":
            return Fraction(mass_points(craft, options), MASS_PER_CLASS)
        case _:
            assert_never(options.mass_class)


PRICE_ROWS: Final = {
    "laser": "Laser", "electron": "Electron cannon", "proton": "Proton cannon", "beam": "Magnetic beam",
    "radiation": "Radiation gun", "acid": "Acid gum gun", "metal": "Liquid metal gun",
    "point_defense": "Drone point defense",
}  # fmt: skip
"""Weapon, gun and drone arm to its row of table PW-T04."""


class PriceLine(Value):
    """One line of a bill: so many boxes (or craft, bombs) of a thing, those of them that are free, and the points."""

    what: str
    boxes: int
    points: Fraction
    rule: str
    free: int = 0


def price(design: Design, options: Options) -> int:
    """The whole price in points, the last fraction dropped in the builder's favour (PW-S100)."""
    return int(exact_price(design, options))


def exact_price(design: Design, options: Options) -> Fraction:
    """The price before rounding."""
    return sum((line.points for line in price_lines(design, options)), Fraction(0))


def price_lines(design: Design, options: Options, free: Free | None = None) -> tuple[PriceLine, ...]:
    """The bill of a design; what it has none of is left out. `free` other than its own is for pricing a wreck."""
    bill = _Bill(options)
    lines = [line for line in bill.systems(design, free or free_boxes(design, options)) if line.boxes]
    if design.radar_invisibility:
        base = sum((line.points for line in lines), Fraction(0))
        percent = Fraction(tables(options)["PW-T04"].cell("Radar invisibility", "first").removesuffix("%"))
        lines.append(PriceLine("Radar invisibility", 1, base * percent / 100, "PW-S91"))
    return tuple(lines)


class _Bill(Value):
    options: Options

    def systems(self, design: Design, free: Free) -> Iterator[PriceLine]:
        """Everything but radar invisibility, in the order of the price list."""
        plain = self._plain
        yield plain("Directional screen" if design.directional else "Screen generator", design.screens)
        yield self._armor(design)
        yield plain("Hull, extra", design.hull_forward + design.hull_aft, free.hull)
        yield self._cargo(design)
        yield plain("Fuel tank", design.fuel_tanks)
        yield plain("Ramscoop", int(design.scoop == "ramscoop"))
        yield plain("Magnascoop", int(design.scoop == "magnascoop"))
        yield plain("Capacitor", design.capacitors)
        yield plain("Point defense", design.point_defense)
        yield PriceLine("Radar", len(design.radar) + 1, Fraction(sum(design.radar)), "PW-S42", free.radar)
        yield plain("Engine", design.engines)
        yield plain("Final damage, extra", design.final_damage, free.final_damage)
        for missile, boxes in Counter(design.missiles).items():
            yield self._missiles(missile, boxes)
        for arm, boxes in Counter(design.drones).items():
            points = self._cost("Drone bay") + drone_price(arm, self.options)
            yield PriceLine(
                f"Drone bay, {PRICE_ROWS[arm].removeprefix('Drone ').lower()}", boxes, points * boxes, "PW-S74"
            )
        yield plain("Main/Aux control", design.main_control + design.aux_control, free.control)
        for weapon, boxes in Counter(design.weapons).items():
            yield self._weapons(weapon, boxes)
        for gun in design.guns:
            rule = self._cell(PRICE_ROWS[gun.kind], "rule")
            yield PriceLine(PRICE_ROWS[gun.kind], gun.boxes, gun_price(gun, self.options), rule)
        yield plain("Repair", design.repair)
        yield plain("Ramming weight", design.ramming_weights)
        yield plain("Special electronics", int(design.special_electronics))
        yield plain("Suicide bomb", int(design.suicide_bomb))

    def _cell(self, row: str, column: str) -> str:
        return tables(self.options)["PW-T04"].cell(row, column)

    def _cost(self, row: str, column: str = "first") -> Fraction:
        return Fraction(self._cell(row, column))

    def _plain(self, row: str, boxes: int, free: int = 0) -> PriceLine:
        bought = max(0, boxes - free)
        return PriceLine(row, boxes, self._cost(row) * bought, self._cell(row, "rule"), min(free, boxes))

    def _armor(self, design: Design) -> PriceLine:
        first, further = self._cost("Armor"), self._cost("Armor", "further")
        points = sum((first + further * (boxes - 1) for boxes in design.armor if boxes), Fraction(0))
        return PriceLine("Armor", sum(design.armor), points, "PW-S13")

    def _cargo(self, design: Design) -> PriceLine:
        aboard = sum((drone_price(arm, self.options) for box in design.cargo for arm in box.drones), Fraction(0))
        boxes = len(design.cargo)
        return PriceLine("Cargo", boxes, self._cost("Cargo") * boxes + aboard, "PW-S20")

    def _missiles(self, missile: MissileType, boxes: int) -> PriceLine:
        points = missile_price(missile, self.options) * boxes
        if missile.hyper:
            return PriceLine("Hyper bomb", boxes, points, "PW-A38")
        name = "Missile (basic)" if missile == BASIC_MISSILE else "Missile (custom)"
        return PriceLine(name, boxes, points, "PW-S59" if missile == BASIC_MISSILE else "PW-S69")

    def _weapons(self, weapon: WeaponBox, boxes: int) -> PriceLine:
        points = weapon_price(weapon, self.options) * boxes
        return PriceLine(
            f"{PRICE_ROWS[weapon.kind]}, {'+'.join(weapon.arcs)}",
            boxes,
            points,
            self._cell(PRICE_ROWS[weapon.kind], "rule"),
        )


def weapon_price(weapon: WeaponBox, options: Options) -> Fraction:
    """A laser, cannon or magnetic beam with its arcs: the two-arc price times table PW-T20 (PW-S99, PW-B27)."""
    all_tables = tables(options)
    arcs = min(max(len(weapon.arcs), 1), len(all_tables["PW-T20"].keys))
    return all_tables["PW-T04"].fraction(PRICE_ROWS[weapon.kind], "first") * all_tables["PW-T20"].fraction(
        arcs, "multiplier"
    )


def gun_price(gun: GunTrack, options: Options) -> Fraction:
    """A gun by the boxes of its track, in pairs for liquid metal (PW-S124, PW-S129, PW-S140)."""
    if gun.boxes < 1:
        return Fraction(0)
    costs, row = tables(options)["PW-T04"], PRICE_ROWS[gun.kind]
    units = -(-gun.boxes // 2) if gun.kind == "metal" else gun.boxes
    return costs.fraction(row, "first") + costs.fraction(row, "further") * (units - 1)


def drone_price(arm: DroneArm, options: Options) -> Fraction:
    """A drone without its bay: what its weapon costs (PW-S20, PW-S74, PW-S77)."""
    return tables(options)["PW-T04"].fraction(PRICE_ROWS[arm], "first")


def missile_price(missile: MissileType, options: Options) -> Fraction:
    """A missile in its box: the basic price by speed, range and warhead against the basic ones (PW-S59, PW-S69).

    One that is worse all told costs no less than the basic one.
    """
    costs = tables(options)["PW-T04"]
    if missile.hyper:
        return costs.fraction("Hyper bomb", "first")
    better = Fraction(
        missile.speed * missile.range * missile.warhead,
        BASIC_MISSILE.speed * BASIC_MISSILE.range * BASIC_MISSILE.warhead,
    )
    return costs.fraction("Missile (basic)", "first") * max(Fraction(1), better)


def remaining_design(craft: Craft) -> Design:
    """The craft's design with only the boxes that are not destroyed; spent and empty ones stand."""
    design = craft.design
    guns = zip(design.guns, craft.guns, strict=True)
    return changed(
        design,
        cargo=tuple(box for box, hold in zip(design.cargo, craft.holds, strict=True) if hold.state != "destroyed"),
        fuel_tanks=craft.tanks_full + craft.tanks_empty,
        missiles=tuple(box.kind for box in craft.missiles if box.state != "destroyed"),
        drones=tuple(bay.arm for bay in craft.bays if bay.state != "destroyed"),
        weapons=tuple(w for w, now in zip(design.weapons, craft.weapons, strict=True) if not now.destroyed),
        guns=tuple(changed(gun, boxes=gun.boxes - now.destroyed) for gun, now in guns),
        **shared_fields(craft),
    )


def value_lost(craft: Craft, options: Options) -> Fraction:
    """The points of a craft's destroyed boxes; its whole price once it is destroyed. Radar invisibility is no box."""
    if craft.fate == "destroyed":
        return Fraction(price(craft.design, options))
    free = free_boxes(craft.design, options)
    before, now = (
        changed(craft.design, radar_invisibility=False),
        changed(remaining_design(craft), radar_invisibility=False),
    )
    return sum((line.points for line in price_lines(before, options, free)), Fraction(0)) - sum(
        (line.points for line in price_lines(now, options, free)), Fraction(0)
    )


def losses(battle: Battle) -> Mapping[SideId, int]:
    """Each side's points of destroyed craft and boxes, the last fraction dropped; drones and missiles spent are not in."""
    return {
        side: int(
            sum((value_lost(c, battle.options) for c in battle.craft.values() if c.side == side), Fraction(0)),
        )
        for side in sorted(battle.sides)
    }
