"""What happened to colonies and the worlds they work (chapter 7)."""

from dataclasses import dataclass

from rules.cluster_war.events.event import Event
from rules.cluster_war.state.names import ColonyId, HexId, SideId


@dataclass(frozen=True, slots=True)
class ColonyFounded(Event):
    side: SideId
    colony: ColonyId
    name: str
    hex: HexId
    orbit: int
    size: int
    cps: int


@dataclass(frozen=True, slots=True)
class ColonyGrew(Event):
    side: SideId
    colony: ColonyId
    before: int
    after: int
    cps: int


@dataclass(frozen=True, slots=True)
class MiningSet(Event):
    """A fleet, base or colony works a world from the next turn, or stops (CW-7.1-01, CW-7.1-05)."""

    side: SideId
    who: str
    hex: HexId
    orbit: int
    strip: bool
    stopped: bool


@dataclass(frozen=True, slots=True)
class WorldStrained(Event):
    """A month of strip-mining: the world's stress, and whether the check against it failed (CW-7.1-06)."""

    side: SideId
    hex: HexId
    orbit: int
    stress: int
    harmed: bool


@dataclass(frozen=True, slots=True)
class WorldRecovered(Event):
    """A world left alone is again as it was before strip-mining harmed it (CW-7.1-09)."""

    side: SideId
    hex: HexId
    orbit: int
    step: str
