"""What fills a hull, space by space: what refits compare (CW-6.6-02), a design sheet shows, and attitudes ask to be armed."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Final

from rules.cluster_war.model.race_design.choices import arming_warning, attitude_row
from rules.cluster_war.model.race_design.sheet import Finding
from rules.cluster_war.model.state.settings import Settings, overridden
from rules.cluster_war.model.state.units import Design
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.unit_design.drafts import (
    AnyDraft,
    Fitting,
    GroundDraft,
    UnitDraft,
    catalogue,
    number,
    part,
)
from rules.errors import GameError
from rules.values import changed

ROSTER_PARTS: Final[Mapping[str, str]] = {
    "lrs": "LRS",
    "survey_bays": "Survey bay",
    "cargo_bays": "Cargo bay",
    "science_stations": "Science station",
    "shipyard_bays": "Shipyard bay",
    "light_industry": "Light industry",
    "crew_quarters": "Crew quarters",
    "agro": "Agricultural station",
    "mining": "Mining station",
    "heavy_industry": "Heavy industry",
    "repair_bays": "Repair bay",
    "medical": "Medical center",
    "comm": "Communications center",
    "magazines": "Magazine",
    "launchers": "Missile launcher",
    "barracks": "Barracks",
    "assault_bays": "Assault bay",
    "control_spaces": "Control space",
}
"""The components that a design on record counts, by the names of the catalogue."""
CUSTOM: Final = "custom"
WEAPONS: Final = "weapons"
FACELESS: Final = "Minesweeper"
"""In the weapons group of the catalogue, and harmless to ships (CW-A-47)."""


def layout_of(draft: UnitDraft, settings: Settings) -> Mapping[str, int]:
    """Hull spaces by what fills them ("Beam emitter 3, Heat"); external components fill none and stand with 0."""
    filled: dict[str, int] = {}
    for fitting in draft.fittings:
        component = part(fitting.component, settings)
        label = _label(fitting, component.name)
        spaces = fitting.count * component.spaces(draft.template.hull, fitting.rating)
        filled[label] = filled.get(label, 0) + spaces
    for custom in draft.custom:
        filled[custom.name] = filled.get(custom.name, 0) + custom.size * custom.count
    return filled


def known_layout(design: Design, settings: Settings) -> Mapping[str, int]:
    """The layout on record, and what else the design is known to hold; the rest of the hull is open."""
    found: dict[str, int] = {}
    if design.drive and design.kind in {"ship", "small_craft"}:
        drive = part("Drive", settings)
        found[f"Drive {number(design.drive)}G"] = drive.spaces(design.hull, design.drive)
    if design.bridge and design.kind in {"ship", "base"}:
        found["Bridge"] = 1
    for field, name in ROSTER_PARTS.items():
        count = int(getattr(design, field))
        if count:
            found[name] = count * part(name, settings).spaces(design.hull, Fraction(0))
    return {**found, **design.layout}


def completed(design: Design, settings: Settings) -> Design:
    """A first design with its whole layout, where somebody listed its components; one without a list stays so.

    GameError for one that holds more than its hull (CW-6.6-03).
    """
    if not design.layout:
        return design
    layout = known_layout(design, settings)
    used = sum(layout.values())
    if used > design.hull:
        raise GameError(
            f"{design.name} lists {used} hull spaces of components in a hull of {design.hull}.", rule="CW-6.6-03"
        )
    return changed(design, layout=layout)


def group_of(label: str, settings: Settings) -> str:
    """The catalogue's group of what a layout names ("weapons"), "custom" for what is in no catalogue."""
    return _group(label, overridden(settings))


@lru_cache(maxsize=8192)
def _group(label: str, overrides: tuple[tuple[str, str], ...]) -> str:
    known = catalogue(Settings(overrides=dict(overrides)))
    words = label.partition(",")[0].split()
    while words:
        found = known.get(" ".join(words).casefold())
        if found is not None:
            return found.group
        words.pop()
    return CUSTOM


def spaces_open(design: Design, settings: Settings) -> int:
    """Hull spaces that nothing on record fills, 0 at least."""
    try:
        return max(0, design.hull - sum(known_layout(design, settings).values()))
    except GameError:
        return design.hull


def _label(fitting: Fitting, name: str) -> str:
    rated = f" {number(fitting.rating)}{'G' if 'rive' in name else ''}" if fitting.rating else ""
    return name + rated + "".join(f", {effect}" for effect in fitting.effects)


def draft_is_armed(draft: AnyDraft, settings: Settings) -> bool:
    """Whether a unit on the drawing board has a weapon; a battalion one if it attacks at all."""
    if isinstance(draft, GroundDraft):
        return draft.ar_ranged > 0 or draft.ar_close > 0
    fitted = (catalogue(settings).get(fitting.component.strip().casefold()) for fitting in draft.fittings)
    return any(part is not None and part.group == WEAPONS and part.name != FACELESS for part in fitted)


def is_armed(design: Design, settings: Settings) -> bool:
    """Whether a design on record has a weapon; one whose components or ratings nobody has listed is believed to."""
    if design.kind == "ground" and design.ratings:
        return any(design.ratings[:2])
    if design.launchers or not design.layout:
        return True
    return _has_weapon(tuple(design.layout), overridden(settings))


@lru_cache(maxsize=8192)
def _has_weapon(labels: tuple[str, ...], overrides: tuple[tuple[str, str], ...]) -> bool:
    """Whether one of these can harm a ship."""
    return any(_group(label, overrides) == WEAPONS and not label.startswith(FACELESS) for label in labels)


def is_weapon(label: str, settings: Settings) -> bool:
    """Whether what a layout names can harm a ship."""
    return group_of(label, settings) == WEAPONS and not label.startswith(FACELESS)


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
