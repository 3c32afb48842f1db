"""What happened in research and to technology that was given away (chapter 8)."""

from dataclasses import dataclass
from typing import Literal

from rules.cluster_war.events.event import Event
from rules.cluster_war.state.names import ProjectId, SideId, TechId


@dataclass(frozen=True, slots=True)
class ResearchRolled(Event):
    """A project's roll: `chance` in percent after bonuses; the roll is in the cause (CW-8.0-14)."""

    side: SideId
    project: ProjectId
    name: str
    step: int
    steps: int
    cps: int
    chance: int
    success: bool
    catastrophe: bool
    finished: bool


@dataclass(frozen=True, slots=True)
class ResearchLapsed(Event):
    """A project got nothing this turn and lost the CPs of its step (CW-8.0-17)."""

    side: SideId
    project: ProjectId
    name: str
    lost: int


@dataclass(frozen=True, slots=True)
class LevelGained(Event):
    """An incremental project brought a level of its technology (CW-8.0-09)."""

    side: SideId
    technology: TechId
    level: int


@dataclass(frozen=True, slots=True)
class TechnologyGiven(Event):
    """An empire gave another data or a whole technology; `works` if its fee was paid with it (CW-8.1-02)."""

    side: SideId
    taker: SideId
    technology: TechId
    kind: Literal["data", "technology"]
    works: bool
    cps: int


@dataclass(frozen=True, slots=True)
class TransferPaid(Event):
    """The fee of a transferred technology was paid; it works now unless it still has to be fitted in (CW-8.1-04)."""

    side: SideId
    technology: TechId
    cps: int
    works: bool


@dataclass(frozen=True, slots=True)
class MaterialGiven(Event):
    """An empire let another have a resource for its research."""

    side: SideId
    taker: SideId
    material: str
