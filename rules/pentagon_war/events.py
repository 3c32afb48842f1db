"""What happened in a battle, in order; reports, the "why", maps and replays are built from these alone."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal, TypeAlias, get_args

from rules.events import EVERYONE, Cause
from rules.hexes import Hex
from rules.pentagon_war.geometry import Facing
from rules.pentagon_war.units import Moment, SideId, UnitId, Velocity, WeaponId

ALL: Final[tuple[str, ...]] = (EVERYONE,)


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """Velocities are counted, capacitors full again, marks cleared (PW-C37, PW-S36, PW-S150)."""

    at: Moment
    cause: Cause
    seen_by: tuple[str, ...] = ALL


@dataclass(frozen=True, slots=True)
class PowerAllocated:
    """A craft's initial allocation, open to all once the phase has ended (PW-C12)."""

    at: Moment
    cause: Cause
    craft: UnitId
    invisible: bool
    radar_on: bool
    evading: bool
    ecm: int
    eccm: int
    doubled: int
    left: int
    seen_by: tuple[str, ...] = ALL


@dataclass(frozen=True, slots=True)
class RadarJammed:
    """A side's radar tracks lowered by enemy ECM (PW-A11)."""

    at: Moment
    cause: Cause
    side: SideId
    ecm: Fraction
    eccm: Fraction
    boxes: int
    seen_by: tuple[str, ...] = ALL


@dataclass(frozen=True, slots=True)
class LockOnTried:
    """The lock-on die, or why there was none (PW-B30, PW-B33)."""

    at: Moment
    cause: Cause
    craft: UnitId
    rating: int
    locked: bool
    seen_by: tuple[str, ...] = ALL


@dataclass(frozen=True, slots=True)
class Sighted:
    """A hidden craft was detected or gave itself away (PW-B83, PW-S90)."""

    at: Moment
    cause: Cause
    craft: UnitId
    by: UnitId
    hex: Hex
    seen_by: tuple[str, ...] = ALL


@dataclass(frozen=True, slots=True)
class TrackLost:
    """A seeker no longer follows its target (PW-S94, PW-A17, PW-S64)."""

    at: Moment
    cause: Cause
    seeker: UnitId
    seen_by: tuple[str, ...] = ALL


@dataclass(frozen=True, slots=True)
class Rotated:
    """A craft or drone faces elsewhere, or a seeker heads elsewhere (PW-M08)."""

    at: Moment
    cause: Cause
    unit: UnitId
    before: Facing
    after: Facing
    seen_by: tuple[str, ...] = ALL


@dataclass(frozen=True, slots=True)
class Accelerated:
    """A velocity changed; `entry` is the Acceleration Record's line, "5/3A+C+" (PW-M13); `by` a beam's craft."""

    at: Moment
    cause: Cause
    unit: UnitId
    entry: str
    before: Velocity
    after: Velocity
    by: UnitId = ""
    seen_by: tuple[str, ...] = ALL


@dataclass(frozen=True, slots=True)
class Moved:
    """The hexes entered in order, after the first, which is where it came from (PW-M20, PW-M21)."""

    at: Moment
    cause: Cause
    unit: UnitId
    path: tuple[Hex, ...]
    seen_by: tuple[str, ...] = ALL


@dataclass(frozen=True, slots=True)
class Launched:
    """A missile, drone or bolt left its craft."""

    at: Moment
    cause: Cause
    unit: UnitId
    by: UnitId
    kind: Literal["missile", "drone", "bolt", "hyper bomb"]
    hex: Hex
    heading: Facing
    rail: bool = False
    seen_by: tuple[str, ...] = ALL


@dataclass(frozen=True, slots=True)
class LinkChanged:
    """Units joined, separated, docked, snagged, or an orbit was declared; `what` says which."""

    at: Moment
    cause: Cause
    what: Literal["landed", "docked", "snagged", "grabbed", "joined", "separated", "orbit", "left orbit"]
    unit: UnitId
    to: UnitId
    seen_by: tuple[str, ...] = ALL


@dataclass(frozen=True, slots=True)
class PointDefenseFired:
    """One point defense shot: the number needed on 1d6 and whether it hit (PW-B36)."""

    at: Moment
    cause: Cause
    unit: UnitId
    target: UnitId
    needed: int
    hit: bool
    seen_by: tuple[str, ...] = ALL


@dataclass(frozen=True, slots=True)
class Announced:
    """Direct fire revealed and binding (PW-B72)."""

    at: Moment
    cause: Cause
    unit: UnitId
    weapons: tuple[WeaponId, ...]
    target: UnitId
    seen_by: tuple[str, ...] = ALL


@dataclass(frozen=True, slots=True)
class ScreensSet:
    """Screens reinforced, energised or aimed; `rating` is the rating now (PW-S07, PW-S08, PW-A32)."""

    at: Moment
    cause: Cause
    craft: UnitId
    points: int
    energised: int
    aim: str
    rating: int
    seen_by: tuple[str, ...] = ALL


@dataclass(frozen=True, slots=True)
class Fired:
    """One weapon's shot: range as used, modified roll, what it did (PW-B04)."""

    at: Moment
    cause: Cause
    unit: UnitId
    weapon: WeaponId
    target: UnitId
    range: int
    needed: int | None
    hit: bool
    damage: int
    seen_by: tuple[str, ...] = ALL


@dataclass(frozen=True, slots=True)
class BeamChanged:
    """A magnetic beam attached, missed, was cut or broke (PW-S106 to PW-S109)."""

    at: Moment
    cause: Cause
    craft: UnitId
    beam: WeaponId
    target: UnitId
    what: Literal["attached", "missed", "cut", "broken", "attract", "repel", "cancel"]
    seen_by: tuple[str, ...] = ALL


@dataclass(frozen=True, slots=True)
class Struck:
    """A craft's damage of one impulse from one side: external points, then what screens and armor took (PW-B50)."""

    at: Moment
    cause: Cause
    craft: UnitId
    side: int  # 0: interior
    points: int
    screened: int
    armor: int
    internal: int
    seen_by: tuple[str, ...] = ALL


@dataclass(frozen=True, slots=True)
class BoxHit:
    """One internal hit and the box it destroyed (PW-B15, PW-B57); `system` as the chart names it, `box` which one."""

    at: Moment
    cause: Cause
    craft: UnitId
    system: str
    box: str
    power_lost: int = 0
    seen_by: tuple[str, ...] = ALL


@dataclass(frozen=True, slots=True)
class Exploded:
    """An explosion with its basic strength (PW-A21, PW-S65, PW-A37)."""

    at: Moment
    cause: Cause
    unit: UnitId
    hex: Hex
    strength: int
    seen_by: tuple[str, ...] = ALL


@dataclass(frozen=True, slots=True)
class Gone:
    """A unit is out of the battle, and why."""

    at: Moment
    cause: Cause
    unit: UnitId
    hex: Hex
    why: Literal[
        "destroyed", "self-destruction", "rammed", "shot down", "explosion", "impact", "spent", "vaporised",
        "annihilated", "disengaged", "docked", "conceded",
    ]  # fmt: skip
    seen_by: tuple[str, ...] = ALL


@dataclass(frozen=True, slots=True)
class Survived:
    """A small object's roll against an explosion that it lived through, or a seeker that missed (PW-S66, PW-A18)."""

    at: Moment
    cause: Cause
    unit: UnitId
    what: Literal["explosion", "missed its target", "ram missed"]
    seen_by: tuple[str, ...] = ALL


@dataclass(frozen=True, slots=True)
class NotDone:
    """A decision that could not be carried out when its segment came; told to its own side only."""

    at: Moment
    cause: Cause
    craft: UnitId
    what: str
    why: str
    seen_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Stopped:
    """The battle waits for a captain; told to that side only."""

    at: Moment
    cause: Cause
    craft: UnitId
    reason: str
    seen_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BattleEnded:
    """It is over: the winning side, "" for a draw (PW-B87), and each side's points lost, "X: 120"."""

    at: Moment
    cause: Cause
    winner: str
    points: tuple[str, ...] = ()
    seen_by: tuple[str, ...] = ALL


Event: TypeAlias = (
    TurnBegan | PowerAllocated | RadarJammed | LockOnTried | Sighted | TrackLost | Rotated | Accelerated | Moved | Launched
    | LinkChanged | PointDefenseFired | Announced | ScreensSet | Fired | BeamChanged | Struck | BoxHit | Exploded | Gone
    | Survived | NotDone | Stopped | BattleEnded
)  # fmt: skip

EVENT_TYPES: Final = get_args(Event)
