"""What a fleet needs aboard to run active sensors or ECM (CW-12.0-12)."""

from collections.abc import Iterable, Mapping
from typing import Final

from rules.cluster_war.state.designs import Design
from rules.cluster_war.state.names import DesignId, Emissions
from rules.cluster_war.state.units import Ship
from rules.cluster_war.unit_design.wounded import component_of, is_adrift, sound

ECM: Final = ("ECM", "ECM pod")


def can_emit(designs: Mapping[DesignId, Design], ships: Iterable[Ship], emissions: Emissions) -> bool:
    """Whether anything aboard ships works that emits so; always for silence."""
    if emissions == "sensors":
        return any(sound(designs, ship).lrs for ship in ships)
    return not emissions or any(_has_ecm(designs[ship.design], ship) for ship in ships)


def has_ecm_fitted(designs: Mapping[DesignId, Design], ships: Iterable[Ship]) -> bool:
    """Whether ECM is built into any of the ships, whatever has become of it."""
    return any(component_of(label) in ECM for ship in ships for label in designs[ship.design].layout)


def _has_ecm(design: Design, ship: Ship) -> bool:
    """Whether a ship has ECM of which something is left, and a crew to work it."""
    fitted = {label: spaces for label, spaces in design.layout.items() if component_of(label) in ECM}
    out = {label: ship.wounds.damaged.get(label, 0) + ship.wounds.destroyed.get(label, 0) for label in fitted}
    return not is_adrift(ship) and any(out[label] < max(1, spaces) for label, spaces in fitted.items())
