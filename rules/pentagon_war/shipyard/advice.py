"""What may be built and will disappoint: said to the builder, never refused."""

from collections.abc import Iterator
from typing import Final

from rules.pentagon_war.designs import Design
from rules.pentagon_war.options import Options
from rules.pentagon_war.shipyard.sizes import design_size
from rules.pentagon_war.shipyard.words import counted

SHOT_POWER: Final = {"laser": 1, "electron": 1, "proton": 2, "beam": 0}
POOR_RADAR: Final = 2


def advice(design: Design, options: Options) -> tuple[str, ...]:
    """A sentence for each odd thing about a design: no fuel, no power, idle repair boxes."""
    return (*_flight(design, options), *_fight(design, options))


def _flight(design: Design, options: Options) -> Iterator[str]:
    size = design_size(design, options)
    if 0 < design.engines < size:
        yield f"{counted(design.engines, 'engine')} for size class {size}: it accelerates slower than standard."
    if design.engines and not design.fuel_tanks:
        yield "Without a fuel tank " + (
            "its engines do nothing." if design.scoop == "none" else "it cannot start from rest."
        )
    if design.scoop != "none" and design.is_base:
        yield "A scoop does nothing for a base."
    if design.repair and not design.manned and not design.is_base:
        yield "The repair boxes of an unmanned craft work only while it is joined to a manned one."


def _fight(design: Design, options: Options) -> Iterator[str]:
    size = design_size(design, options)
    power = sum(SHOT_POWER[weapon.kind] for weapon in design.weapons)
    if power > design.capacitors:
        yield f"Firing everything once takes {power} power; it has {counted(design.capacitors, 'capacitor')}."
    if (design.weapons or design.guns) and max(design.radar, default=0) < POOR_RADAR:
        yield "With so little radar it will seldom lock on."
    if design.radar_invisibility and design.capacitors < 5 * size:
        yield f"Radar invisibility takes {5 * size} power a turn; it has {counted(design.capacitors, 'capacitor')}."
