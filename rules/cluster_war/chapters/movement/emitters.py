"""What a fleet or base needs aboard to run active sensors or ECM (CW-12.0-12)."""

from collections.abc import Iterable, Mapping
from typing import Final

from rules.cluster_war.model.state.names import DesignId, Emissions
from rules.cluster_war.model.state.units import Design
from rules.cluster_war.model.unit_design.wounded import Unit, component_of, is_adrift, sound

ECM: Final = ("ECM", "ECM pod")


def can_emit(designs: Mapping[DesignId, Design], units: Iterable[Unit], emissions: Emissions) -> bool:
    """Whether anything aboard ships or bases works that emits so; always for silence."""
    if emissions == "sensors":
        return any(sound(designs, unit).lrs for unit in units)
    return not emissions or any(_has_ecm(designs[unit.design], unit) for unit in units)


def has_ecm_fitted(designs: Mapping[DesignId, Design], units: Iterable[Unit]) -> bool:
    """Whether ECM is built into any of the ships or bases, whatever has become of it."""
    return any(component_of(label) in ECM for unit in units for label in designs[unit.design].layout)


def _has_ecm(design: Design, unit: Unit) -> bool:
    """Whether a ship or base has ECM of which something is left, and a crew to work it."""
    fitted = {label: spaces for label, spaces in design.layout.items() if component_of(label) in ECM}
    out = {label: unit.wounds.damaged.get(label, 0) + unit.wounds.destroyed.get(label, 0) for label in fitted}
    return not is_adrift(unit) and any(out[label] < max(1, spaces) for label, spaces in fitted.items())
