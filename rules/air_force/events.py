"""What happened in a dogfight, in order; logs, the "why", maps and replays are built from these alone."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from rules.air_force.jets import Fate, Maneuvers
from rules.air_force.orders import JetId, Moment, SideId, Weapon
from rules.events import EVERYONE, Cause
from rules.hexes import Hex

ALL: Final[tuple[str, ...]] = (EVERYONE,)


@dataclass(frozen=True, slots=True)
class Dropped:
    """A die that did not count, and why, as players read it."""

    face: int
    why: str


@dataclass(frozen=True, slots=True)
class InitiativeRolled:
    """A jet's initiative (JET-X02); told lowest first: who acts first in the energy phase, and shoots last."""

    at: Moment
    cause: Cause
    jet: JetId
    total: int
    seen_by: tuple[str, ...] = ALL


@dataclass(frozen=True, slots=True)
class ManeuversChosen:
    """The boxes ticked, and the afterburner (JET-E05, JET-E24)."""

    at: Moment
    cause: Cause
    jet: JetId
    maneuvers: Maneuvers
    afterburner: bool
    seen_by: tuple[str, ...] = ALL


@dataclass(frozen=True, slots=True)
class EnergyRolled:
    """The energy roll: dice kept (as rolled), dice discarded with the reason, the Speed it offers (JET-E06 to JET-E13)."""

    at: Moment
    cause: Cause
    jet: JetId
    kept: tuple[int, ...]
    dropped: tuple[Dropped, ...]
    gain: int
    seen_by: tuple[str, ...] = ALL


@dataclass(frozen=True, slots=True)
class FlightSet:
    """The new Speed and altitude, written down before the next jet acts (JET-E20, JET-E21); modifiers are the sum."""

    at: Moment
    cause: Cause
    jet: JetId
    levels: int
    brakes: int
    speed: int
    altitude: int
    stalled: bool
    seen_by: tuple[str, ...] = ALL


@dataclass(frozen=True, slots=True)
class MoveOrderSet:
    """A jet moves next, and why; told in the order of movement (JET-M01 to JET-M03)."""

    at: Moment
    cause: Cause
    jet: JetId
    seen_by: tuple[str, ...] = ALL


@dataclass(frozen=True, slots=True)
class TurnTried:
    """A turn attempt: the die kept, those discarded with the reason, whether the jet may rotate (JET-M06 to JET-M08)."""

    at: Moment
    cause: Cause
    jet: JetId
    kept: int
    dropped: tuple[Dropped, ...]
    needed: int
    success: bool
    seen_by: tuple[str, ...] = ALL


@dataclass(frozen=True, slots=True)
class Turned:
    """A rotation by one hexside; `cost` is the Speed an extra one of a split takes (JET-X17)."""

    at: Moment
    cause: Cause
    jet: JetId
    heading: int
    cost: int = 0
    seen_by: tuple[str, ...] = ALL


@dataclass(frozen=True, slots=True)
class Moved:
    """One hex forward (JET-M05)."""

    at: Moment
    cause: Cause
    jet: JetId
    hex: Hex
    heading: int
    altitude: int
    seen_by: tuple[str, ...] = ALL


@dataclass(frozen=True, slots=True)
class Fired:
    """An attack: modifiers and dice in the cause, the number needed, the hits it did (JET-X08, JET-X09, JET-X11)."""

    at: Moment
    cause: Cause
    jet: JetId
    weapon: Weapon
    target: JetId
    needed: int
    total: int
    hit: bool
    hits: int
    seen_by: tuple[str, ...] = ALL


@dataclass(frozen=True, slots=True)
class FuelBurnt:
    """Fuel used in the turn and left (JET-X15, JET-E14)."""

    at: Moment
    cause: Cause
    jet: JetId
    burnt: int
    left: int
    seen_by: tuple[str, ...] = ALL


@dataclass(frozen=True, slots=True)
class StallFell:
    """A stalled jet fell and has picked up Speed (JET-X14)."""

    at: Moment
    cause: Cause
    jet: JetId
    altitude: int
    speed: int
    seen_by: tuple[str, ...] = ALL


@dataclass(frozen=True, slots=True)
class Distracted:
    """A doctrine pilot is not looking this turn: no maneuvers, straight ahead, no attack."""

    at: Moment
    cause: Cause
    jet: JetId
    seen_by: tuple[str, ...] = ALL


@dataclass(frozen=True, slots=True)
class JetGone:
    """A jet is out of the fight; `by` is who shot it down (JET-X05, JET-X11, JET-X14, JET-X15)."""

    at: Moment
    cause: Cause
    jet: JetId
    fate: Fate
    by: JetId = ""
    seen_by: tuple[str, ...] = ALL


@dataclass(frozen=True, slots=True)
class NotDone:
    """A decision that was refused when its time came: told to its own side."""

    at: Moment
    cause: Cause
    jet: JetId
    what: Literal["decision"]
    why: str
    seen_by: tuple[str, ...] = ALL


@dataclass(frozen=True, slots=True)
class FightEnded:
    """The dogfight is over (JET-X21); "" is a draw."""

    at: Moment
    cause: Cause
    winner: SideId
    seen_by: tuple[str, ...] = ALL


Event: TypeAlias = (
    InitiativeRolled | ManeuversChosen | EnergyRolled | FlightSet | MoveOrderSet | TurnTried | Turned | Moved | Fired
    | FuelBurnt | StallFell | Distracted | JetGone | NotDone | FightEnded
)  # fmt: skip

EVENT_TYPES: Final = get_args(Event)
