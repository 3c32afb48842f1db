"""Names of things by kind, and the words and numbers that every part of a campaign shares."""

from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args

from rules.values import Value

HexId: TypeAlias = str
SideId: TypeAlias = str
FleetId: TypeAlias = str
ShipId: TypeAlias = str
BaseId: TypeAlias = str
ColonyId: TypeAlias = str
DesignId: TypeAlias = str
BuildId: TypeAlias = str
ProjectId: TypeAlias = str
TechId: TypeAlias = str

WEEKS_PER_TURN = 4
SCHEMA = 2

MissionKind: TypeAlias = Literal["none", "scout", "survey", "patrol", "blockade", "reserve", "escort"]
MISSIONS: tuple[MissionKind, ...] = get_args(MissionKind)
Emissions: TypeAlias = Literal["", "sensors", "ecm"]
"""What a fleet or base has switched on that gives it away (CW-12.0-12); "" for nothing."""
DesignKind: TypeAlias = Literal["ship", "small_craft", "ground", "base", "facility"]
KnowledgeLevel: TypeAlias = Literal["map", "scouted", "surveyed"]
CrashKind: TypeAlias = Literal["", "cost", "quality"]
LinkKind: TypeAlias = Literal["jump", "wormhole", "held", "gate"]
RightKind: TypeAlias = Literal["supply", "rearm", "aid"]
TradeLevel: TypeAlias = Literal["limited", "full"]

SeenBy: TypeAlias = tuple[SideId, ...]
"""Sides that may see an event; the GM sees all. `("*",)` is everyone, `()` the GM alone."""


BudgetLine: TypeAlias = Literal["ships", "infrastructure", "bases", "ground", "colonies", "research"]


LINE_NAMES: Mapping[str, str] = {
    "ships": "ship construction",
    "infrastructure": "infrastructure",
    "bases": "base construction",
    "ground": "ground forces",
    "colonies": "new colonies",
    "research": "research",
}
BUDGET_LINES: tuple[BudgetLine, ...] = get_args(BudgetLine)


def short_id(name: str) -> str:
    """An id as its owner reads it, without the side's name: "humans/DD01" is DD01 (CW-4.1-13)."""
    return name.rpartition("/")[2]


class Problem(Value):
    """A sentence for the designer and the rule behind it. `refused`: it cannot be built so; otherwise it is advice."""

    text: str
    rule: str
    refused: bool = True
