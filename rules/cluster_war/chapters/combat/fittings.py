"""What a design brings into a battle: its components read from its layout, or guessed from its price where nobody drew one."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Final

from rules.cluster_war.model.state.designs import Design
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.unit_design.catalogue import Part, Scale, catalogue, part
from rules.cluster_war.model.unit_design.layout import ROSTER_PARTS, group_of, known_layout
from rules.cluster_war.model.unit_design.wounded import adrift
from rules.errors import GameError
from rules.values import Value, changed

BEAM: Final = "Beam emitter"
SHIELD: Final = "Shield projector"
CLOAKED: Final = "cloaked"
USUAL_BEAM: Final = 3
"""Points of damage of the beams that a ship is believed to have, as all first designs have them."""


class Item(Value):
    """One line of a layout: its label, the component and the rating it names, special effects, hull spaces, and how many there
    are. `component` is None for what is in no catalogue; what fills no hull counts as one."""

    label: str
    component: Part | None
    rating: Fraction
    effects: tuple[str, ...]
    spaces: int
    count: int


def fitted(design: Design, settings: Settings) -> Mapping[str, int]:
    """Hull spaces by what fills them. A design without a layout is believed to have beams and shields for what its price leaves
    beside its hull, drive and the components on record, as far as its hull has room; a freighter's price leaves nothing."""
    found = dict(_known(design, settings))
    if design.layout or design.kind not in {"ship", "base", "small_craft"}:
        return found
    spare, room = _spare(design, settings), max(0, design.hull - sum(found.values()))
    scale: Scale = "tenth" if design.kind == "small_craft" else "starship"
    shield = part(SHIELD, settings).price(scale, design.hull, Fraction(1))
    if design.kind == "small_craft":
        point = part(BEAM, settings).price(scale, design.hull, Fraction(1))
        rating = min(USUAL_BEAM, int(spare // point))
        if rating and room:
            found[f"{BEAM} {rating}"] = 1
        return found
    pairs = min(
        int(spare // (part(BEAM, settings).price(scale, design.hull, Fraction(USUAL_BEAM)) + shield)), room // 2
    )
    if pairs:
        found[f"{BEAM} {USUAL_BEAM}"] = found[f"{SHIELD} 1"] = pairs
    return found


def hulk(design: Design, settings: Settings) -> Design:
    """A design of which nobody is left aboard, as a battle finds it: it neither moves nor fires nor shields itself."""
    idle = ("weapons", "defences", "control", "command", "sensors")
    left = {label: n for label, n in fitted(design, settings).items() if group_of(label, settings) not in idle}
    return changed(adrift(design), layout=left or {"Bridge": 1}, traits=tuple(t for t in design.traits if t != CLOAKED))


def _known(design: Design, settings: Settings) -> Mapping[str, int]:
    try:
        return known_layout(design, settings)
    except GameError:  # a house rule left a component without price or size
        return design.layout


def _spare(design: Design, settings: Settings) -> Fraction:
    """CPs of a design's price that its hull, drive and the components on record leave; 0 at least."""
    scale: Scale = "tenth" if design.kind == "small_craft" else "starship"
    spent = part("Hull", settings).price(scale, design.hull, Fraction(1))
    if design.drive:
        spent += part("Drive", settings).price(scale, design.hull, design.drive)
    for field, name in ROSTER_PARTS.items():
        count = int(getattr(design, field))
        if count:
            spent += count * part(name, settings).price(scale, design.hull, Fraction(1))
    spent += Fraction(design.hangar, 10) * part("Hangar bay", settings).price("starship", design.hull, Fraction(1))
    return max(Fraction(0), design.cost - spent)


def item_of(label: str, spaces: int, settings: Settings) -> Item:
    """A line of a layout, read."""
    component, rating, effects = _read(label, catalogue(settings))
    size = component.size if component is not None else 1
    count = spaces // size if size and component is not None and not component.is_drive else 1
    return Item(label, component, rating, effects, spaces, max(count, 1) if spaces or not size else 0)


def _read(label: str, known: Mapping[str, Part]) -> tuple[Part | None, Fraction, tuple[str, ...]]:
    head, *effects = label.split(", ")
    words = head.split()
    while words:
        found = known.get(" ".join(words).casefold())
        if found is not None:
            rest = head.split()[len(words) :]
            return found, _rating(rest[0] if rest else ""), tuple(effects)
        words.pop()
    return None, Fraction(1), tuple(effects)


@lru_cache(maxsize=256)
def _rating(word: str) -> Fraction:
    try:
        return Fraction(word.rstrip("G"))
    except (ValueError, ZeroDivisionError):
        return Fraction(1)
