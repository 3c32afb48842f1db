"""Where craft lie between the battles of a campaign: what may be mended there, by whom, and how much of it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from rules.errors import IllegalOrderError, NotYoursError, quoted
from rules.pentagon_war.options import Options, tables
from rules.pentagon_war.units import Craft, UnitId

Yard: TypeAlias = Literal["control", "drive", "weapon", "other"]
ROWS: Final[Mapping[Yard, str]] = {
    "control": "control (Main or Aux)",
    "drive": "capacitor or engine",
    "weapon": "weapon",
    "other": "other non-weapon",
}
"""The four kinds of boxes that repair counts apart, and their rows of table PW-T25 (PW-A43)."""


@dataclass(frozen=True, slots=True)
class Dock:
    """Craft joined to one another, out of battle; `repaired` once their repairs of this pause are done."""

    craft: tuple[Craft, ...]
    options: Options
    repaired: bool = False


def aboard(dock: Dock, unit: UnitId) -> Craft:
    """A craft of the dock by id; NotYoursError if it is not joined here."""
    found = next((craft for craft in dock.craft if craft.id == unit), None)
    if found is None:
        raise NotYoursError(f"{quoted(unit)} is not joined to these craft.")
    return found


def docked(dock: Dock, changed: Iterable[Craft]) -> Dock:
    """The dock with these craft in the place of those with their ids."""
    new = {craft.id: craft for craft in changed}
    return replace(dock, craft=tuple(new.get(craft.id, craft) for craft in dock.craft))


def repair_boxes(dock: Dock) -> int:
    """All repair boxes that work: none unless a manned craft or a base is among the joined (PW-S03, PW-A41, PW-S143).

    Hits on repair boxes are erased before anything is counted (PW-A42), so this is the number built.
    """
    if not any(craft.design.manned or craft.is_base for craft in dock.craft):
        return 0
    return sum(craft.design.repair for craft in dock.craft)


def allowances(dock: Dock) -> Mapping[Yard, int]:
    """How many boxes of each kind may be repaired on all craft of the dock together (PW-A43, table PW-T25)."""
    boxes = repair_boxes(dock)
    table = tables(dock.options)["PW-T25"]
    return {kind: boxes * table.number(row, "boxes per repair box") for kind, row in ROWS.items()}


def check_campaign(dock: Dock) -> None:
    """IllegalOrderError unless these craft fight a campaign: single battles have no afterwards (PW-S21, PW-A41)."""
    if not dock.options.campaign_repair:
        raise IllegalOrderError("Repairs and reloads are for the pauses of a campaign; this is none.", rule="PW-A41")
