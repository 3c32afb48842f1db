"""Missiles: what an order of them costs its makers (CW-A-43, CW-3.1-50), and how many a unit has ready (CW-A-45)."""

from typing import Final

from rules.cluster_war.state.settings import Settings
from rules.cluster_war.state.sides import Side
from rules.cluster_war.state.tables_of import tables
from rules.cluster_war.unit_design.drafts import builder_of
from rules.cluster_war.unit_design.pricing import effect_technology, munitions_price
from rules.errors import IllegalOrderError

LEAST_WARHEAD: Final = 1
NO_MISSILES: Final = "No Missile Technology"
CAPACITY: Final = "CW-TAB-CAPACITY"
ROUNDS: Final = "magazine/missiles/rounds"
IN_LAUNCHER: Final = "missile launcher/internal missiles"


def missiles_price(owner: Side, count: int, warhead: int, effects: tuple[str, ...], settings: Settings) -> int:
    """CPs for so many missiles of a warhead, rounded up as a whole; IllegalOrderError for what the side cannot make yet.

    A warhead has 1 point, and one more for each level of its technology (CW-3.1-50).
    """
    race = builder_of(owner).effects(settings)
    if NO_MISSILES in race.disadvantages:
        raise IllegalOrderError(f"Your race gave up missiles at the start ({NO_MISSILES}).", rule="CW-3.1-77")
    highest = LEAST_WARHEAD + race.numbers.warhead_damage
    if warhead > highest:
        raise IllegalOrderError(f"Your warheads have at most {highest} points, not {warhead}.", rule="CW-3.1-50")
    for effect in effects:
        technology = effect_technology("Missile", effect, settings)
        if technology and not race.has(technology):
            raise IllegalOrderError(f"{effect} missiles need the technology {technology}.", rule="CW-8.0-07")
    return munitions_price(count, warhead, settings, effects)


def capacity(row: str, settings: Settings) -> int:
    """One number of CW-TAB-CAPACITY."""
    return tables(settings)[CAPACITY].number(row, "capacity")


def missiles_ready(launchers: int, magazines: int, settings: Settings) -> int:
    """Missiles that can be fired: 10 in each launcher, 100 in each magazine; none without a launcher (CW-A-45)."""
    if not launchers:
        return 0
    return launchers * capacity(IN_LAUNCHER, settings) + magazines * capacity(ROUNDS, settings)
