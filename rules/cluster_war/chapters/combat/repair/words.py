"""Damage and repair of a unit in words, as its owner reads them (CW-18.0-21)."""

from rules.cluster_war.chapters.combat.repair.bills import field_days, yard_days
from rules.cluster_war.model.state.holdings import Base
from rules.cluster_war.model.state.names import short_id
from rules.cluster_war.model.state.units import Ship
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.unit_design.crews import crew_text
from rules.cluster_war.model.unit_design.wounded import damage_text


def condition(view: View, unit: Ship | Base) -> list[str]:
    """What is wrong with a unit, who repairs it, and what it has of salvage and small enhancements; empty for a sound one."""
    parts = [damage_text(unit.wounds, unit.damage), repair_text(view, unit), *unit.upgrades]
    if isinstance(unit, Ship):
        if unit.crew_lost and (owner := view.me or view.sides.get(unit.side)) is not None:
            parts.append(crew_text(owner.designs[unit.design], unit, view.settings))
        parts += [f"{n} salvaged {label}" for label, n in sorted(unit.salvage.items())]
    return [part for part in parts if part]


def repair_text(view: View, unit: Ship | Base) -> str:
    """Who repairs a unit and how many days of one bay are left of it; "" for nobody."""
    by = unit.mending.by
    if not by:
        return ""
    known = view.fleets.get(by) or view.colonies.get(by) or view.bases.get(by)
    days = field_days(unit.mending, view.settings) + yard_days(unit.mending, view.settings)
    many = "1 day" if days == 1 else f"{days} days"
    return f"in repair with {known.name if known is not None else short_id(by)}, {many} of one bay left"
