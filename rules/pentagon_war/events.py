"""What happened in a battle, in order; reports, the "why", maps and replays are built from these alone."""

from fractions import Fraction
from typing import Final, Literal, TypeAlias, get_args

from rules.hexes import Hex
from rules.pentagon_war.geometry import Facing
from rules.pentagon_war.units import Aim, Moment, SideId, UnitId, Velocity, WeaponId
from rules.values import EVERYONE, Cause, Value


class VisibleEvent(Value, tag=True, kw_only=True):
    """Who may see an event: everyone, unless it says otherwise."""

    seen_by: tuple[str, ...] = (EVERYONE,)


class BattleEvent(VisibleEvent):
    """What every event of a battle tells: when, why, and who may see it."""

    at: Moment
    cause: Cause


class Whispered(BattleEvent, kw_only=True):
    """An event that only those see whom it names."""

    seen_by: tuple[str, ...] = ()


class TurnBegan(BattleEvent):
    """Velocities are counted, capacitors full again, marks cleared (PW-C37, PW-S36, PW-S150)."""


class PowerAllocated(BattleEvent):
    """A craft's initial allocation, open to all once the phase has ended (PW-C12)."""

    craft: UnitId
    invisible: bool
    radar_on: bool
    evading: bool
    ecm: int
    eccm: int
    doubled: int
    left: int


class RadarJammed(BattleEvent):
    """A side's radar tracks lowered by enemy ECM (PW-A11)."""

    side: SideId
    ecm: Fraction
    eccm: Fraction
    boxes: int


class LockOnTried(BattleEvent):
    """The lock-on die, or why there was none (PW-B30, PW-B33)."""

    craft: UnitId
    rating: int
    locked: bool


class Sighted(BattleEvent):
    """A hidden craft was detected or gave itself away (PW-B83, PW-S90)."""

    craft: UnitId
    by: UnitId
    hex: Hex


class TrackLost(BattleEvent):
    """A seeker no longer follows its target (PW-S94, PW-A17, PW-S64)."""

    seeker: UnitId


class Rotated(BattleEvent):
    """A craft or drone faces elsewhere, or a seeker heads elsewhere (PW-M08)."""

    unit: UnitId
    before: Facing
    after: Facing


class Accelerated(BattleEvent):
    """A velocity changed; `entry` is the Acceleration Record's line, "5/3A+C+" (PW-M13); `by` a beam's craft."""

    unit: UnitId
    entry: str
    before: Velocity
    after: Velocity
    by: UnitId = ""


class Moved(BattleEvent):
    """The hexes entered in order, after the first, which is where it came from (PW-M20, PW-M21)."""

    unit: UnitId
    path: tuple[Hex, ...]


class Launched(BattleEvent):
    """A missile, drone or bolt left its craft."""

    unit: UnitId
    by: UnitId
    kind: Literal["missile", "drone", "bolt", "hyper bomb"]
    hex: Hex
    heading: Facing
    rail: bool = False


class LinkChanged(BattleEvent):
    """Units joined, separated, docked, snagged, or an orbit was declared; `what` says which."""

    what: Literal["landed", "docked", "snagged", "grabbed", "joined", "separated", "orbit", "left orbit"]
    unit: UnitId
    to: UnitId


class PointDefenseFired(BattleEvent):
    """One point defense shot: the number needed on 1d6 and whether it hit (PW-B36)."""

    unit: UnitId
    target: UnitId
    needed: int
    hit: bool


class Announced(BattleEvent):
    """Direct fire revealed and binding (PW-B72)."""

    unit: UnitId
    weapons: tuple[WeaponId, ...]
    target: UnitId


class ScreensSet(BattleEvent):
    """Screens reinforced, energised or aimed; `rating` is the rating now (PW-S07, PW-S08, PW-A32)."""

    craft: UnitId
    points: int
    energised: int
    aim: str
    rating: int


class Fired(BattleEvent):
    """One weapon's shot: range as used, modified roll, what it did (PW-B04)."""

    unit: UnitId
    weapon: WeaponId
    target: UnitId
    range: int
    needed: int | None
    hit: bool
    damage: int


class BeamChanged(BattleEvent):
    """A magnetic beam attached, missed, was cut or broke (PW-S106 to PW-S109)."""

    craft: UnitId
    beam: WeaponId
    target: UnitId
    what: Literal["attached", "missed", "cut", "broken", "attract", "repel", "cancel"]


class Struck(BattleEvent):
    """A craft's damage of one impulse from one side: external points, then what screens and armor took (PW-B50)."""

    craft: UnitId
    side: int  # 0: interior
    points: int
    screened: int
    armor: int
    internal: int


class BoxHit(BattleEvent):
    """One internal hit and the box it destroyed (PW-B15, PW-B57); `system` as the chart names it, `box` which one."""

    craft: UnitId
    system: str
    box: str
    power_lost: int = 0


class Exploded(BattleEvent):
    """An explosion with its basic strength (PW-A21, PW-S65, PW-A37)."""

    unit: UnitId
    hex: Hex
    strength: int


class Gone(BattleEvent):
    """A unit is out of the battle, and why."""

    unit: UnitId
    hex: Hex
    why: Literal[
        "destroyed", "self-destruction", "rammed", "shot down", "explosion", "impact", "spent", "vaporised",
        "annihilated", "disengaged", "docked", "conceded",
    ]  # fmt: skip


class Survived(BattleEvent):
    """A small object's roll against an explosion that it lived through, or a seeker that missed (PW-S66, PW-A18)."""

    unit: UnitId
    what: Literal["explosion", "missed its target", "ram missed"]


class NotDone(Whispered):
    """A decision that could not be carried out when its segment came; told to its own side only."""

    craft: UnitId
    what: str
    why: str


class Stopped(Whispered):
    """The battle waits for a captain; told to that side only."""

    craft: UnitId
    reason: str


class BattleEnded(BattleEvent):
    """It is over: the winning side, "" for a draw (PW-B87), each side's points lost, "X: 120", and the aim that decided it,
    if one did (R-261)."""

    winner: str
    points: tuple[str, ...] = ()
    aim: Aim | None = None


Event: TypeAlias = (
    TurnBegan | PowerAllocated | RadarJammed | LockOnTried | Sighted | TrackLost | Rotated | Accelerated | Moved | Launched
    | LinkChanged | PointDefenseFired | Announced | ScreensSet | Fired | BeamChanged | Struck | BoxHit | Exploded | Gone
    | Survived | NotDone | Stopped | BattleEnded
)  # fmt: skip

EVENT_TYPES: Final = get_args(Event)
