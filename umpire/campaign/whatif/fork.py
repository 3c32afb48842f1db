"""A fork as it is kept: which turn is played otherwise, with which dice, and what is changed of it. It holds no result."""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from rules.cluster_war.model.state.names import SideId
from rules.cluster_war.model.state.war import BattleId
from rules.dice import Roll
from rules.values import Value, field
from storage.snapshots import Phase

Base: TypeAlias = Literal["open", "draft", "published"]
Way: TypeAlias = Literal["quick", "chair"]
MOST_CHANGES: Final = 60
MOST_ORDERS: Final = 100


class Change(Value):
    """An amendment of the fork: of the turn's start, or (`draft`) of what it leads to. `amendment` is as `AMENDMENTS` encodes it;
    `rolls` are the dice that went into it, `told` what it says in words."""

    phase: Phase
    amendment: str
    reason: str
    rolls: tuple[Roll, ...] = ()
    told: tuple[str, ...] = ()


class Given(Value):
    """An order that a side has in the fork alone, by its number on that side's sheet; `order` as `ORDERS` encodes it."""

    side: SideId
    number: int
    order: str


class Fork(Value):
    """What is played otherwise. `seed` is that of its dice in hexadecimal; `drawn` says that they are not the turn's own.

    `salts` are for sides whose seats changed hands before an open turn; `dropped` the ids of orders that do not count in it,
    `battles` how a battle that people settle is settled here; `reason` is what everybody reads if it is adopted.
    """

    turn: int
    base: Base
    seed: str
    drawn: bool
    reason: str
    salts: Mapping[SideId, str] = field(default_factory=dict)
    changes: tuple[Change, ...] = ()
    added: tuple[Given, ...] = ()
    dropped: tuple[str, ...] = ()
    battles: Mapping[BattleId, Way] = field(default_factory=dict)
