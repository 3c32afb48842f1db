"""What happened in research and to technology that was given away (chapter 8)."""

from typing import Literal

from rules.cluster_war.model.events.event import SideEvent
from rules.cluster_war.model.state.common import HexId, ProjectId, SideId, TechId


class ResearchRolled(SideEvent):
    """A project's roll: `chance` in percent after bonuses; the roll is in the cause (CW-8.0-14)."""

    project: ProjectId
    name: str
    step: int
    steps: int
    cps: int
    chance: int
    success: bool
    catastrophe: bool
    finished: bool


class ResearchLapsed(SideEvent):
    """A project got nothing this turn, or has no place to work left, and lost the CPs of its step (CW-8.0-17); `place` is the hex
    that is lost, "" for a project that got nothing."""

    project: ProjectId
    name: str
    lost: int
    place: HexId = ""


class LevelGained(SideEvent):
    """An incremental project brought a level of its technology (CW-8.0-09)."""

    technology: TechId
    level: int


class TechnologyGiven(SideEvent):
    """An empire gave another data or a whole technology; `works` if its fee was paid with it (CW-8.1-02)."""

    taker: SideId
    technology: TechId
    kind: Literal["data", "technology"]
    works: bool
    cps: int


class TransferPaid(SideEvent):
    """The fee of a transferred technology was paid; it works now unless it still has to be fitted in (CW-8.1-04)."""

    technology: TechId
    cps: int
    works: bool


class MaterialGiven(SideEvent):
    """An empire let another have a resource for its research."""

    taker: SideId
    material: str


class ProposalWorks(SideEvent):
    """A weapon or technology that a side's player thought of works: what it does, and what comes with it (CW-9.7-07)."""

    technology: TechId
    effect: str
    gives: tuple[TechId, ...]
