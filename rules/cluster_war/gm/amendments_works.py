"""What the GM may change in yards, on worlds and in the flow of CPs (chapters 5 to 7)."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.cluster_war.state.names import ColonyId, HexId, ShipId, SideId


@dataclass(frozen=True, slots=True)
class HinderColony:
    """A strike, unrest or a blockade: `percent` of a colony's output is lost each turn, and it may be cut off from the
    grid, until the GM says otherwise; 0 and False end it (CW-5.0-24)."""

    colony: ColonyId
    percent: int = 50
    blockaded: bool = False


@dataclass(frozen=True, slots=True)
class RaidCps:
    """Raiders take CPs from a side's treasury, as many as it has: for `by` as unusual income, or destroyed with ""
    (CW-5.0-24)."""

    side: SideId
    cps: int
    by: SideId = ""


@dataclass(frozen=True, slots=True)
class CareForWorld:
    """Care for a strip-mined world's environment adds to its chance to recover (CW-7.1-10)."""

    hex: HexId
    orbit: int
    percent: int = 5


@dataclass(frozen=True, slots=True)
class AddTemplate:
    """Give a side a hull to design on, with the components that every design on it has (CW-6.0-01)."""

    side: SideId
    name: str
    kind: Literal["ship", "base"]
    hull: int
    fixed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RepairShips:
    """Put right what a crash-built ship's flaws had put out of order (CW-6.7-03)."""

    ships: tuple[ShipId, ...]


WorksAmendment: TypeAlias = HinderColony | RaidCps | CareForWorld | AddTemplate | RepairShips
