"""War: how a fleet meets the enemy, what came of a battle, armies on worlds, officers (chapters 9 and 17)."""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from rules.cluster_war.model.state.names import DesignId, FleetId, HexId, ShipId, SideId
from rules.values import Value, field

BattleId: TypeAlias = str
"""A battle of a campaign, "turn/hex/number" ("7/2034/1"), so that the same month played again names it alike."""
ArmyId: TypeAlias = str
OfficerId: TypeAlias = str

NO_EMPIRE: Final[SideId] = "~"
"""The side, in a battle, of what is no empire's: monsters, guards, pirates (CW-B-14). No side of a campaign has such an id."""

Method: TypeAlias = Literal["quick", "chair", "fought", "narrated"]
"""How a battle is settled: by numbers, by the tactical engine, by its players, or by the game master's word (CW-9.0-02)."""
Stance: TypeAlias = Literal["", "attack", "defend", "evade"]
"""What a fleet does when it meets somebody it is not at peace with; "" is as its empire has it (CW-9.0-09)."""
Fate: TypeAlias = Literal["survived", "destroyed", "captured", "fled"]
Grade: TypeAlias = Literal["green", "regular", "veteran", "elite"]
Cargo: TypeAlias = Literal["destroy", "take"]
"""What raiders do with the cargo of a ship they catch (CW-9.5-14, CW-9.5-15)."""
BattleKind: TypeAlias = Literal["duel", "fleet action", "invasion", "ground combat", "boarding"]
SignKind: TypeAlias = Literal["battle", "ground", "bombarded", "blockade", "raid"]
"""What a side's map may show of war in a hex: a battle, a world fought over, one fired on, one cut off, commerce raided."""


class Engagement(Value):
    """A fleet's orders for battle (CW-9.0-13 to CW-9.0-15, CW-9.7-04, CW-9.7-05).

    `withdraw_at` is the share of its hull, in percent, whose loss makes it withdraw (0: it stays); `pursue` lets it follow who
    flees; `reserve` are ships kept back from the fight; `protect` a fleet of its side that it stands before.
    """

    stance: Stance = ""
    withdraw_at: int = 0
    pursue: bool = False
    reserve: tuple[ShipId, ...] = ()
    protect: FleetId = ""


class Raid(Value):
    """A raid on commerce that a fleet is out on: what it does with its prey, where it was at the last week's end ("" in FTL
    space), and for how many such weeks' ends it has been there (CW-9.5-06)."""

    cargo: Cargo
    hex: HexId = ""
    weeks: int = 0


class Wounds(Value):
    """What is wrong with a unit's components, by the names of its design's layout ("Beam emitter 3"): `damaged` can be mended in
    repair bays, `destroyed` not (CW-9.6-04); `burnt` are shield generators that are off line (CW-9.6-11)."""

    damaged: Mapping[str, int] = field(default_factory=dict)
    destroyed: Mapping[str, int] = field(default_factory=dict)
    burnt: int = 0


class Mending(Value):
    """Repair that is under way on a unit, and what is still to be done of it (CW-9.6-05).

    `by` is who works: a fleet, or a colony or base with repair or shipyard bays; "" for nobody. `loose` are points of damage
    that nobody has placed, `swaps` components exchanged for salvaged ones, some from the ship `donor` (CW-9.6-06). `done` are the
    days that went into what is in work, `upgrade` what the game master approved, which takes `upgrade_days` (CW-9.6-09).
    """

    by: str = ""
    order: str = ""
    burnt: int = 0
    loose: int = 0
    damaged: Mapping[str, int] = field(default_factory=dict)
    swaps: Mapping[str, int] = field(default_factory=dict)
    destroyed: Mapping[str, int] = field(default_factory=dict)
    donor: ShipId = ""
    done: int = 0
    upgrade: str = ""
    upgrade_days: int = 0


class UnitOutcome(Value):
    """What became of one unit of a battle, as it is after it: wounds, munitions and what it carries that are left.

    `unit` is a ship's or base's id, or "colony|design" with `count` for those of a colony's garrison that are left.
    """

    unit: str
    fate: Fate
    wounds: Wounds = field(default_factory=Wounds)
    munitions: int = 0
    crates: Mapping[DesignId, int] = field(default_factory=dict)
    captor: SideId = ""
    count: int = 0


class BattleOutcome(Value):
    """What came of a battle: every unit of it once. An input of the turn in which it was fought, beside the orders.

    `winner` is "" where nobody held the place; `story` are lines for everybody who was there, `told` for one side alone.
    """

    battle: BattleId
    method: Method
    winner: SideId
    units: tuple[UnitOutcome, ...]
    story: tuple[str, ...] = ()
    told: Mapping[SideId, tuple[str, ...]] = field(default_factory=dict)


class BattleTerms(Value):
    """What the game master has set for the battles of one turn in a hex: how they are settled, "" as the campaign has it
    (CW-9.0-02); who is surprised (CW-9.7-03); points of advantage that no player is told of (CW-9.7-06); the units, by id, that
    start at the centre or at the edge against the usual rule (CW-9.1-06)."""

    turn: int
    method: Literal["", "quick", "chair", "fought", "narrated"] = ""
    surprised: tuple[SideId, ...] = ()
    advantage: Mapping[SideId, int] = field(default_factory=dict)
    centre: tuple[str, ...] = ()
    edge: tuple[str, ...] = ()


class BattleRecord(Value):
    """A battle that was (CW-9.0-01, CW-9.0-11): where, when, who, how it was settled, and each side's loss in hull spaces. `foe`
    is what was fought that is no empire's, "" in battles between empires."""

    id: BattleId
    turn: int
    week: int
    hex: HexId
    kind: BattleKind
    method: Method
    sides: tuple[SideId, ...]
    winner: SideId
    lost: Mapping[SideId, int] = field(default_factory=dict)
    foe: str = ""


class WarSign(Value):
    """War in a hex as a side knows of it: the turn of its last, how often in that turn, and whose doing it was: who held the
    place of a battle, who landed, fired, raided or keeps the blockade ("" where that is not known)."""

    kind: SignKind
    hex: HexId
    turn: int
    by: SideId = ""
    count: int = 1
