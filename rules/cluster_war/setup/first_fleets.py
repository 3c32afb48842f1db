"""The fleets that a package's ships begin in: those the player names, the rest by what the ships are for (CW-4.1-12).

A ship with cargo bays is a freighter; one with survey bays, or with LRS and no weapon, a scout; all others are
warships.
"""

from collections.abc import Mapping
from typing import Final

from rules.cluster_war.race_design.sheet import StartPackage
from rules.cluster_war.setup.scenario import StartFleet
from rules.cluster_war.state.designs import Design
from rules.cluster_war.state.names import DesignId
from rules.cluster_war.state.settings import Settings
from rules.cluster_war.unit_design.arms import is_armed

WARSHIPS: Final = "Home Fleet"
SCOUTS: Final = "Scouts"
FREIGHTERS: Final = "Freighters"
USUAL: Final = Settings()


def first_fleets(package: StartPackage, settings: Settings = USUAL) -> tuple[StartFleet, ...]:
    """The fleets of a package; no ship is in two of them, and none beyond those that are planned."""
    left = {design: number for design, number in package.ships.items() if number > 0}
    found: list[StartFleet] = []
    for planned in package.fleets:
        ships = {d: min(n, left[d]) for d, n in planned.ships.items() if n > 0 and left.get(d)}
        for design, number in ships.items():
            left[design] -= number
        if ships:
            found.append(StartFleet(planned.name, ships))
    designs = {design.id: design for design in package.designs}
    rest = {d: n for d, n in left.items() if n and d in designs}
    taken = {fleet.name.casefold() for fleet in found}
    for name, held in split_by_use(rest, designs, settings).items():
        found.append(StartFleet(name if name.casefold() not in taken else f"{name} II", held))
    return tuple(found)


def split_by_use(
    ships: Mapping[DesignId, int], designs: Mapping[DesignId, Design], settings: Settings = USUAL
) -> Mapping[str, Mapping[DesignId, int]]:
    """Ships by the fleet they begin in when nobody has named one: warships, scouts, freighters."""
    split: dict[str, dict[DesignId, int]] = {WARSHIPS: {}, SCOUTS: {}, FREIGHTERS: {}}
    for design, number in ships.items():
        split[_use(designs[design], settings)][design] = number
    return {name: held for name, held in split.items() if held}


def _use(design: Design, settings: Settings) -> str:
    if design.cargo_bays:
        return FREIGHTERS
    if design.survey_bays or (design.lrs and not is_armed(design, settings)):
        return SCOUTS
    return WARSHIPS
