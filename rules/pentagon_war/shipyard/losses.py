"""What a battle cost in points: craft destroyed whole, and boxes shot off those that live (PW-B87)."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from rules.pentagon_war.designs import Design
from rules.pentagon_war.options import Options
from rules.pentagon_war.shipyard.boxes import alike
from rules.pentagon_war.shipyard.free import free_boxes
from rules.pentagon_war.shipyard.pricing import price, price_lines
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import Craft, SideId


def standing(craft: Craft) -> Design:
    """The craft's design with only the boxes that are not destroyed; spent and empty ones stand."""
    design = craft.design
    guns = zip(design.guns, craft.guns, strict=True)
    return replace(
        design,
        cargo=tuple(box for box, hold in zip(design.cargo, craft.holds, strict=True) if hold.state != "destroyed"),
        fuel_tanks=craft.tanks_full + craft.tanks_empty,
        missiles=tuple(box.kind for box in craft.missiles if box.state != "destroyed"),
        drones=tuple(bay.arm for bay in craft.bays if bay.state != "destroyed"),
        weapons=tuple(w for w, now in zip(design.weapons, craft.weapons, strict=True) if not now.destroyed),
        guns=tuple(replace(gun, boxes=gun.boxes - now.destroyed) for gun, now in guns),
        **alike(craft),
    )


def value_lost(craft: Craft, options: Options) -> Fraction:
    """The points of a craft's destroyed boxes; its whole price once it is destroyed. Radar invisibility is no box."""
    if craft.fate == "destroyed":
        return Fraction(price(craft.design, options))
    free = free_boxes(craft.design, options)
    before, now = replace(craft.design, radar_invisibility=False), replace(standing(craft), radar_invisibility=False)
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
