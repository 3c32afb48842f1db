"""What jump drives tear open in a week (CW-4.0-09)."""

from dataclasses import dataclass

from rules.cluster_war.state.names import HexId, SideId


@dataclass(frozen=True, slots=True, order=True)
class Rift:
    """One end of a jump: whose, where, whether ships come out there, the week they left and the week they are due."""

    side: SideId
    hex: HexId
    exit: bool
    week: int
    due: int
