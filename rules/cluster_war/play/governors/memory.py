"""What a governor keeps in mind from turn to turn: a small value that whoever seats it stores, and hands back."""

from collections.abc import Mapping

from rules.cluster_war.model.state.names import HexId, SideId
from rules.values import Value, field


class Memory(Value):
    """All of it is plain words and numbers. `turn` is the last turn governed. `grudges` are points held against sides, which
    fade; `greeted` are those it has spoken to, `thanked` those it has thanked, `warned` when it last warned a side. `foe` is
    whom it is at war with ("" for nobody), since turn `since`, for the `cause` in words. `committed` is the hull that it had
    over or on its way to enemies' worlds, by hex, `rebuffs` what it takes to be there since it lost a battle. `best` is the
    most that it ever made in a turn; `beaten` is the turn in which it gave in, 0 for never. `probed` is when it last sent ships
    to see how well a side holds its worlds, `truces` when it last made peace with a side, `drawn` when it last
    drew a design of a kind."""

    turn: int = 0
    grudges: Mapping[SideId, int] = field(default_factory=dict)
    greeted: tuple[SideId, ...] = ()
    thanked: tuple[SideId, ...] = ()
    warned: Mapping[SideId, int] = field(default_factory=dict)
    foe: SideId = ""
    since: int = 0
    cause: str = ""
    committed: Mapping[HexId, int] = field(default_factory=dict)
    rebuffs: Mapping[HexId, int] = field(default_factory=dict)
    best: int = 0
    beaten: int = 0
    probed: Mapping[SideId, int] = field(default_factory=dict)
    truces: Mapping[SideId, int] = field(default_factory=dict)
    drawn: Mapping[str, int] = field(default_factory=dict)
