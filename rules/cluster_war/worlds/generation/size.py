"""How large a cluster may be, and how full (CW-B-01 to CW-B-04, CW-B-07)."""

import re
from typing import Final

from rules.cluster_war.state.settings import Settings
from rules.cluster_war.state.tables_of import tables
from rules.errors import GameError, quoted

SECTOR: Final = 10
FEWEST: Final = 5
MOST: Final = 10
_SECTOR_NAME: Final = re.compile(r"([1-9]|10),([1-9]|10)")


def check_size(settings: Settings) -> None:
    """Refuse a cluster outside 5x5 to 10x10 sectors, or densities that cannot be; GameError (CW-B-01, CW-19.0-10)."""
    across, down = settings.sectors_across, settings.sectors_down
    if not (FEWEST <= across <= MOST and FEWEST <= down <= MOST):
        raise GameError(
            f"A cluster has {FEWEST} to {MOST} sectors each way; {across} by {down} cannot be made.", rule="CW-B-01"
        )
    for name in (*settings.sector_density, *settings.sector_percent):
        found = _SECTOR_NAME.fullmatch(name)
        if found is None or int(found[1]) > across or int(found[2]) > down:
            raise GameError(
                f"{quoted(name)} is no sector of this cluster; sectors run from 1,1 to {across},{down}.", rule="CW-B-07"
            )
    for name, most in settings.sector_density.items():
        if not 0 <= most <= 6:
            raise GameError(f"Sector {name} can be occupied on 0 to 6 of a die, not on {most}.", rule="CW-B-07")
    for name, chance in settings.sector_percent.items():
        if not 0 <= chance <= 100:
            raise GameError(f"Sector {name} can be 0 to 100 per cent full, not {chance}.", rule="CW-19.0-10")


def occupied_of(settings: Settings, column: int, row: int) -> tuple[int, int]:
    """How a hex of this column and row is filled: the highest result that does, and the sides of the die.

    A sector with a percentage rolls 1d100 (CW-19.0-10), the others 1d6 (CW-B-04, CW-B-07).
    """
    sector = f"{(column - 1) // SECTOR + 1},{(row - 1) // SECTOR + 1}"
    if sector in settings.sector_percent:
        return settings.sector_percent[sector], 100
    usual = tables(settings)["CW-TAB-CHANCES"].number("occupied hex", "at most")
    return settings.sector_density.get(sector, usual), 6


def players_for(settings: Settings) -> tuple[int, int]:
    """The fewest and most players a cluster of this size suits: 15 to 10 sectors each (CW-B-02)."""
    sectors = settings.sectors_across * settings.sectors_down
    return sectors // 15, sectors // 10
