"""What a design costs, line by line, in exact points, rounded once (PW-S149); and what a battle cost each side (PW-B87)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from rules.pentagon_war.designs import BASIC_MISSILE, Design, DroneArm, GunTrack, MissileType, WeaponBox
from rules.pentagon_war.options import Options, tables
from rules.pentagon_war.shipyard.boxes import Free, alike, free_boxes
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import Craft, SideId
from rules.values import Value, changed

ROWS: Final = {
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
            yield PriceLine(f"Drone bay, {ROWS[arm].removeprefix('Drone ').lower()}", boxes, points * boxes, "PW-S74")
        yield plain("Main/Aux control", design.main_control + design.aux_control, free.control)
        for weapon, boxes in Counter(design.weapons).items():
            yield self._weapons(weapon, boxes)
        for gun in design.guns:
            rule = self._cell(ROWS[gun.kind], "rule")
            yield PriceLine(ROWS[gun.kind], gun.boxes, gun_price(gun, self.options), rule)
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
            f"{ROWS[weapon.kind]}, {'+'.join(weapon.arcs)}", boxes, points, self._cell(ROWS[weapon.kind], "rule")
        )


def weapon_price(weapon: WeaponBox, options: Options) -> Fraction:
    """A laser, cannon or magnetic beam with its arcs: the two-arc price times table PW-T20 (PW-S99, PW-B27)."""
    all_tables = tables(options)
    arcs = min(max(len(weapon.arcs), 1), len(all_tables["PW-T20"].keys))
    return all_tables["PW-T04"].fraction(ROWS[weapon.kind], "first") * all_tables["PW-T20"].fraction(arcs, "multiplier")


def gun_price(gun: GunTrack, options: Options) -> Fraction:
    """A gun by the boxes of its track, in pairs for liquid metal (PW-S124, PW-S129, PW-S140)."""
    if gun.boxes < 1:
        return Fraction(0)
    costs, row = tables(options)["PW-T04"], ROWS[gun.kind]
    units = -(-gun.boxes // 2) if gun.kind == "metal" else gun.boxes
    return costs.fraction(row, "first") + costs.fraction(row, "further") * (units - 1)


def drone_price(arm: DroneArm, options: Options) -> Fraction:
    """A drone without its bay: what its weapon costs (PW-S20, PW-S74, PW-S77)."""
    return tables(options)["PW-T04"].fraction(ROWS[arm], "first")


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


def standing(craft: Craft) -> Design:
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
        **alike(craft),
    )


def value_lost(craft: Craft, options: Options) -> Fraction:
    """The points of a craft's destroyed boxes; its whole price once it is destroyed. Radar invisibility is no box."""
    if craft.fate == "destroyed":
        return Fraction(price(craft.design, options))
    free = free_boxes(craft.design, options)
    before, now = changed(craft.design, radar_invisibility=False), changed(standing(craft), radar_invisibility=False)
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
