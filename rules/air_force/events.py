"""What happened in a dogfight, in order; logs, the "why", maps and replays are built from these alone."""

from typing import Final, Literal, TypeAlias, get_args

from rules.air_force.jets import Fate, Maneuvers
from rules.air_force.orders import JetId, Moment, SideId, Weapon
from rules.hexes import Hex
from rules.values import EVERYONE, Cause, Value


class VisibleEvent(Value, tag=True, kw_only=True):
    """Who may see an event: everyone, unless it says otherwise."""

    seen_by: tuple[str, ...] = (EVERYONE,)


class FlightEvent(VisibleEvent):
    """What every event of a dogfight tells: when, why, and who may see it."""

    at: Moment
    cause: Cause


class Dropped(Value):
    """A die that did not count, and why, as players read it."""

    face: int
    why: str


class InitiativeRolled(FlightEvent):
    """A jet's initiative (JET-X02); told lowest first: who acts first in the energy phase, and shoots last."""

    jet: JetId
    total: int


class ManeuversChosen(FlightEvent):
    """The boxes ticked, and the afterburner (JET-E05, JET-E24)."""

    jet: JetId
    maneuvers: Maneuvers
    afterburner: bool


class EnergyRolled(FlightEvent):
    """The energy roll: dice kept (as rolled), dice discarded with the reason, the Speed it offers (JET-E06 to JET-E13)."""

    jet: JetId
    kept: tuple[int, ...]
    dropped: tuple[Dropped, ...]
    gain: int


class FlightSet(FlightEvent):
    """The new Speed and altitude, written down before the next jet acts (JET-E20, JET-E21); modifiers are the sum."""

    jet: JetId
    levels: int
    brakes: int
    speed: int
    altitude: int
    stalled: bool


class MoveOrderSet(FlightEvent):
    """A jet moves next, and why; told in the order of movement (JET-M01 to JET-M03)."""

    jet: JetId


class TurnTried(FlightEvent):
    """A turn attempt: the die kept, those discarded with the reason, whether the jet may rotate (JET-M06 to JET-M08)."""

    jet: JetId
    kept: int
    dropped: tuple[Dropped, ...]
    needed: int
    success: bool


class Turned(FlightEvent):
    """A rotation by one hexside; `cost` is the Speed an extra one of a split takes (JET-X17)."""

    jet: JetId
    heading: int
    cost: int = 0


class Moved(FlightEvent):
    """One hex forward (JET-M05)."""

    jet: JetId
    hex: Hex
    heading: int
    altitude: int


class Fired(FlightEvent):
    """An attack: modifiers and dice in the cause, the number needed, the hits it did (JET-X08, JET-X09, JET-X11)."""

    jet: JetId
    weapon: Weapon
    target: JetId
    needed: int
    total: int
    hit: bool
    hits: int


class FuelBurnt(FlightEvent):
    """Fuel used in the turn and left (JET-X15, JET-E14)."""

    jet: JetId
    burnt: int
    left: int


class StallFell(FlightEvent):
    """A stalled jet fell and has picked up Speed (JET-X14)."""

    jet: JetId
    altitude: int
    speed: int


class Distracted(FlightEvent):
    """A doctrine pilot is not looking this turn: no maneuvers, straight ahead, no attack."""

    jet: JetId


class JetGone(FlightEvent):
    """A jet is out of the fight; `by` is who shot it down (JET-X05, JET-X11, JET-X14, JET-X15)."""

    jet: JetId
    fate: Fate
    by: JetId = ""


class NotDone(FlightEvent):
    """A decision that was refused when its time came: told to its own side."""

    jet: JetId
    what: Literal["decision"]
    why: str


class FightEnded(FlightEvent):
    """The dogfight is over (JET-X21); "" is a draw."""

    winner: SideId


Event: TypeAlias = (
    InitiativeRolled | ManeuversChosen | EnergyRolled | FlightSet | MoveOrderSet | TurnTried | Turned | Moved | Fired
    | FuelBurnt | StallFell | Distracted | JetGone | NotDone | FightEnded
)  # fmt: skip

EVENT_TYPES: Final = get_args(Event)
