"""What happened to colonies and the worlds they work (chapter 7)."""

from rules.cluster_war.model.events.event import SideEvent
from rules.cluster_war.model.state.names import ColonyId, HexId


class ColonyFounded(SideEvent):
    colony: ColonyId
    name: str
    hex: HexId
    orbit: int
    size: int
    cps: int


class ColonyGrew(SideEvent):
    colony: ColonyId
    before: int
    after: int
    cps: int


class MiningSet(SideEvent):
    """A fleet, base or colony works a world from the next turn, or stops (CW-7.1-01, CW-7.1-05)."""

    who: str
    hex: HexId
    orbit: int
    strip: bool
    stopped: bool


class WorldStrained(SideEvent):
    """A month of strip-mining: the world's stress, and whether the check against it failed (CW-7.1-06)."""

    hex: HexId
    orbit: int
    stress: int
    harmed: bool


class WorldRecovered(SideEvent):
    """A world left alone is again as it was before strip-mining harmed it (CW-7.1-09)."""

    hex: HexId
    orbit: int
    step: str
