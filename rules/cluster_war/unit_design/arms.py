"""Which units are armed: what attitudes ask of a race's force (CW-3.1-28, CW-3.1-29)."""

from collections.abc import Iterator
from typing import Final

from rules.cluster_war.race_design.attitudes import arming_warning, attitude_row
from rules.cluster_war.race_design.sheet import Finding
from rules.cluster_war.state.designs import Design
from rules.cluster_war.state.settings import Settings
from rules.cluster_war.state.view import View
from rules.cluster_war.unit_design.catalogue import part
from rules.cluster_war.unit_design.drafts import AnyDraft, GroundDraft
from rules.cluster_war.unit_design.layout import group_of
from rules.errors import GameError

WEAPONS: Final = "weapons"
FACELESS: Final = "Minesweeper"
"""In the weapons group of the catalogue, and harmless to ships (CW-A-47)."""


def draft_is_armed(draft: AnyDraft, settings: Settings) -> bool:
    """Whether a unit on the drawing board has a weapon; a battalion one if it attacks at all."""
    if isinstance(draft, GroundDraft):
        return draft.ar_ranged > 0 or draft.ar_close > 0
    for fitting in draft.fittings:
        try:
            component = part(fitting.component, settings)
        except GameError:
            continue
        if component.group == WEAPONS and component.name != FACELESS:
            return True
    return False


def is_armed(design: Design, settings: Settings) -> bool:
    """Whether a design on record has a weapon; one whose components or ratings nobody has listed is believed to."""
    if design.kind == "ground" and design.ratings:
        return any(design.ratings[:2])
    if design.launchers or not design.layout:
        return True
    return any(group_of(label, settings) == WEAPONS and not label.startswith(FACELESS) for label in design.layout)


def force_warning(view: View) -> Finding | None:
    """A warning to a Hostile race with too few armed units, by all that it has; or None (CW-3.1-28)."""
    if view.me is None or attitude_row(view.me.race.attitude, view.settings)["armed"] == "any":
        return None
    return arming_warning(view.me.race.attitude, _armed(view), view.settings)


def _armed(view: View) -> Iterator[bool]:
    designs = view.me.designs if view.me is not None else {}
    known = {key: is_armed(design, view.settings) for key, design in designs.items()}
    yield from (known[ship.design] for ship in view.ships.values() if ship.design in known)
    held = (*(c.garrison for c in view.colonies.values()), *(b.garrison for b in view.bases.values()))
    yield from (known[d] for garrison in held for d, n in garrison.items() if d in known for _ in range(n))
    yield from (known[base.design] for base in view.bases.values())
