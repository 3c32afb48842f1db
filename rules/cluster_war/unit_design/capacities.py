"""What launchers and magazines hold (CW-TAB-CAPACITY, Appendix A)."""

from typing import Final

from rules.cluster_war.state.settings import Settings
from rules.cluster_war.state.tables_of import tables

CAPACITY: Final = "CW-TAB-CAPACITY"
ROUNDS: Final = "magazine/missiles/rounds"
IN_LAUNCHER: Final = "missile launcher/internal missiles"


def capacity(row: str, settings: Settings) -> int:
    """One number of CW-TAB-CAPACITY."""
    return tables(settings)[CAPACITY].number(row, "capacity")


def missiles_ready(launchers: int, magazines: int, settings: Settings) -> int:
    """Missiles that can be fired: 10 in each launcher, 100 in each magazine; none without a launcher (CW-A-45)."""
    if not launchers:
        return 0
    return launchers * capacity(IN_LAUNCHER, settings) + magazines * capacity(ROUNDS, settings)
