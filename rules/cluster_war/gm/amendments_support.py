"""What the GM may change about stress, research, technology, trade and embassies (chapters 4.3, 8, 11)."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.cluster_war.logistics.stress_effects import StressEffect
from rules.cluster_war.state.names import ColonyId, SideId, TechId

Source: TypeAlias = Literal["seen", "insight", "survey"]


@dataclass(frozen=True, slots=True)
class SetStress:
    """Set the stress tag of ships or bases: the work of hospital ships, or a slower recovery (CW-4.3-22)."""

    units: tuple[str, ...]
    stress: int


@dataclass(frozen=True, slots=True)
class GrantDiscovery:
    """A free discovery: a side knows a field because it saw it at work, by a scientist's insight, or from a survey
    (CW-8.0-06)."""

    side: SideId
    field: str
    source: Source = "seen"


@dataclass(frozen=True, slots=True)
class SetTask:
    """Say how hard a piece of research is and what it needs, to one side or with "*" to all (CW-8.0-05, CW-8.0-21);
    0 successes takes it back."""

    technology: TechId
    successes: int
    field: str = ""
    requires: tuple[TechId, ...] = ()
    materials: tuple[str, ...] = ()
    side: SideId = "*"


@dataclass(frozen=True, slots=True)
class SplitProject:
    """Make a difficult project several smaller ones of `each` successes; the running one becomes the first, the others
    are told to its owner in order, the last brings the technology (CW-8.0-05)."""

    side: SideId
    project: str
    names: tuple[str, ...] = ()
    each: int = 3


@dataclass(frozen=True, slots=True)
class SetReceived:
    """How many successes a technology from another empire still takes before it works (CW-8.1-04); 0 makes it work."""

    side: SideId
    technology: TechId
    successes: int


@dataclass(frozen=True, slots=True)
class Contagion:
    """Let parasites, disease or a weapon cross a trade link into a side (CW-11.0-09); `loss` is the per cent of a colony's
    output lost until the GM lifts it."""

    source: str
    side: SideId
    text: str
    colony: ColonyId = ""
    loss: int = 10


@dataclass(frozen=True, slots=True)
class SetEmbassy:
    """Two sides have exchanged ambassadors or liaisons, or recall them (CW-13.0-06)."""

    a: SideId
    b: SideId
    exchanged: bool


SupportAmendment: TypeAlias = (
    StressEffect | SetStress | GrantDiscovery | SetTask | SplitProject | SetReceived | Contagion | SetEmbassy
)
