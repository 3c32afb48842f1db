"""What shelters a ship from terrain: its drive, its shields, a hangar."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from rules.cluster_war.chapters.combat.unit_strength import fitted
from rules.cluster_war.chapters.movement.navigation import form_up, has_ftl
from rules.cluster_war.model.state.names import DesignId
from rules.cluster_war.model.state.settings import Settings, tables
from rules.cluster_war.model.state.units import Design, Ship
from rules.cluster_war.model.state.war import Wounds
from rules.cluster_war.model.unit_design.wounded import component_of, sound
from rules.errors import IllegalOrderError

DRIVES: Final = "CW-TAB-WEATHER-DRIVES"
LASTING: Final = "Resistant shield projector"
"""It does not burn out (CW-A-52)."""
BURNING: Final = ("Shield projector", "Snapshield")
STEADY: Final = ("Shield projector", LASTING)
"""Generators whose shields stand all the time, and so all around a craft."""


def is_exempt(design: Design, kind: str, settings: Settings) -> bool:
    """Whether a ship's drive passes this terrain without danger; a drive that does not work helps nobody (CW-14.0-04)."""
    rows = tables(settings)[DRIVES]
    return has_ftl(design) and design.ftl in rows.keys and kind in rows.cell(design.ftl, "exempt").upper().split()


def exposed(designs: Mapping[DesignId, Design], ships: Iterable[Ship], settings: Settings) -> tuple[Ship, ...]:
    """The ships of a fleet that terrain can reach: craft in hangars share what becomes of those they ride in."""
    there = tuple(ships)
    try:
        housed = {ship.id for ship in form_up(designs, there, settings).housed}
    except IllegalOrderError:
        housed = set()
    return tuple(ship for ship in there if ship.id not in housed)


def those_at_risk(
    designs: Mapping[DesignId, Design], ships: Iterable[Ship], kind: str, settings: Settings
) -> tuple[Ship, ...]:
    """Of ships that terrain can reach those that roll for it."""
    return tuple(ship for ship in ships if not is_exempt(sound(designs, ship), kind, settings))


def burning(design: Design, wounds: Wounds, settings: Settings) -> int:
    """Shield generators that can still burn out, burnt ones among them."""
    return sum(_whole(design, wounds, settings, BURNING))


def shields(design: Design, wounds: Wounds, settings: Settings) -> int:
    """Shield generators that work."""
    lasting = sum(_whole(design, wounds, settings, (LASTING,)))
    return lasting + max(0, burning(design, wounds, settings) - wounds.burnt)


def all_on_line(design: Design, wounds: Wounds, settings: Settings) -> bool:
    """Whether a ship has shields, and every generator of them works (CW-14.0-05)."""
    out = {component_of(label) for label in (*wounds.damaged, *wounds.destroyed)}
    return not wounds.burnt and not out & {*BURNING, LASTING} and shields(design, wounds, settings) > 0


def is_covered(design: Design, wounds: Wounds, settings: Settings) -> bool:
    """Whether the shields of a small craft cover all 360 degrees: it has a generator that works, and that is not up for a
    moment only, as a snapshield is (CW-14.0-28, R-142)."""
    return sum(_whole(design, wounds, settings, STEADY)) > wounds.burnt


def _whole(design: Design, wounds: Wounds, settings: Settings, wanted: tuple[str, ...]) -> Iterator[int]:
    for label, spaces in fitted(design, settings).items():
        if component_of(label) in wanted:
            yield max(0, max(1, spaces) - wounds.damaged.get(label, 0) - wounds.destroyed.get(label, 0))
