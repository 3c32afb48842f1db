"""What comes with a craft unbought: hull and final damage, worked out when all else is aboard (PW-S17, PW-S148)."""

from dataclasses import dataclass, replace
from typing import Final

from rules.pentagon_war.designs import Design
from rules.pentagon_war.options import Options
from rules.pentagon_war.shipyard.boxes import built
from rules.pentagon_war.tables_of import tables

PER_HULL_MANNED: Final = 8
PER_HULL_UNMANNED: Final = 16
PER_FINAL_DAMAGE: Final = 30
LAST: Final = ("hull_forward", "hull_aft", "final_damage")


@dataclass(frozen=True, slots=True)
class Free:
    """Boxes that cost nothing. The first control box and radar box 0 are free on every craft (PW-S41, PW-S84)."""

    hull: int
    final_damage: int
    control: int = 1
    radar: int = 1


def free_boxes(design: Design, options: Options) -> Free:
    """The free boxes of a design: hull by all its boxes, final damage by those outside the radar (PW-S14, PW-S54)."""
    boxes = {system: count for system, count in built(design).items() if system not in LAST}
    everything = sum(boxes.values())
    per_hull = PER_HULL_MANNED if design.manned else PER_HULL_UNMANNED
    return Free(
        hull=_share(everything, per_hull, "hull_rounding", options),
        final_damage=_share(everything - boxes["radar"], PER_FINAL_DAMAGE, "final_damage_rounding", options),
    )


def _share(boxes: int, per: int, rounding: str, options: Options) -> int:
    down = tables(options)["PW-T30"].cell(rounding, "value") == "down"
    return boxes // per if down else -(-boxes // per)


def finished(design: Design, options: Options, extra_hull: int = 0, extra_final: int = 0) -> Design:
    """The design with its free hull and final damage and so many bought ones; the split of the hull is kept.

    Hull that is added goes where there is less of it (forward first), hull that falls away comes off the larger part.
    """
    free = free_boxes(design, options)
    forward, aft = _split(design.hull_forward, design.hull_aft, max(0, free.hull + extra_hull))
    return replace(design, hull_forward=forward, hull_aft=aft, final_damage=max(0, free.final_damage + extra_final))


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
