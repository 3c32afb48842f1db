"""What may be decided in the phases and segments of a Pentagon War turn, one small class each, and what a seat may send."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Final, Literal, TypeAlias, get_args

from rules.pentagon_war.geometry import Facing
from rules.pentagon_war.programme import PowerPlan, Programme, Stance
from rules.pentagon_war.units import Moment, SideId, UnitId, WeaponId
from rules.values import Value

Pass: TypeAlias = Literal["", "impulse", "event", "turn"]
"""How long a captain passes: not at all, until the next impulse, until something happens, until the turn is over."""


class TacticalOrder(Value, tag=True):
    """What a seat may send; each kind is a class of its own."""


class AllocatePower(TacticalOrder):
    """Phases 1 and 2: radar switch, invisibility, ECM and ECCM, held beams doubled, evasion (PW-C16 to PW-C21, PW-A12)."""

    craft: UnitId
    plan: PowerPlan


class Rotate(TacticalOrder):
    """Segment 1: a new facing for a craft or drone, a new heading for a missile or bolt in flight (PW-M08, PW-M24)."""

    unit: UnitId
    facing: Facing


class Accelerate(TacticalOrder):
    """Segment 2: apply a multiple of standard along the facing; `brake` is a ramscoop's (PW-M09, PW-S31)."""

    unit: UnitId
    multiple: Fraction = Fraction(1)
    brake: bool = False


class SetBeam(TacticalOrder):
    """Segment 2: what an attached beam does from now on, or that it is cut (PW-S112, PW-S118)."""

    craft: UnitId
    beam: WeaponId
    mode: Literal["attract", "repel", "cancel", "cut"]


class DefendPoint(TacticalOrder):
    """Segment 4: the targets of point defense in the order they are shot at (PW-B41); `unit` may be a drone."""

    unit: UnitId
    targets: tuple[UnitId, ...]


class SelfDestruct(TacticalOrder):
    """Segment 5 (PW-A20)."""

    craft: UnitId


class Ram(TacticalOrder):
    """Segment 5: ram a unit in the same hex (PW-B74)."""

    craft: UnitId
    target: UnitId


class Detonate(TacticalOrder):
    """Segment 5: blow up an own missile or hyper bomb (PW-B82, PW-A37)."""

    missile: UnitId


class LaunchMissile(TacticalOrder):
    """Segment 6 (PW-S57 to PW-S61); no target is allowed for a hyper bomb only."""

    craft: UnitId
    box: WeaponId
    target: UnitId
    heading: Facing
    rail: bool = False


class LaunchDrone(TacticalOrder):
    """Segment 6: components within 3 of the launcher's (PW-S72)."""

    craft: UnitId
    bay: WeaponId
    facing: Facing
    a: Fraction
    c: Fraction


class LaunchBolt(TacticalOrder):
    """Segment 6: a liquid metal gun's shot (PW-S134)."""

    craft: UnitId
    gun: WeaponId
    target: UnitId
    heading: Facing


class LandDrone(TacticalOrder):
    """Segment 6 (PW-S83)."""

    drone: UnitId
    carrier: UnitId


class Join(TacticalOrder):
    """Segment 6: two attachable craft join (PW-M30)."""

    craft: UnitId
    to: UnitId


class Separate(TacticalOrder):
    """Segment 6: leave the group of joined craft (PW-M30)."""

    craft: UnitId


class EnterOrbit(TacticalOrder):
    """Segment 6: declare an orbit about a body (PW-A66)."""

    craft: UnitId
    body: UnitId


class Fire(TacticalOrder):
    """Segment 7: weapons at a target, secret until segment 8 (PW-B71). Beams attach, grab, snag or erode bolts by target.

    `narrow` is one roll for identical weapons (PW-B69); `doubled` puts a capacitor into each beam (PW-S110).
    """

    unit: UnitId
    weapons: tuple[WeaponId, ...]
    target: UnitId
    narrow: bool = False
    doubled: bool = False


class Reinforce(TacticalOrder):
    """Segment 9: buy points of screening (PW-S07), energise cold boxes (PW-S08), aim directional screens (PW-A32)."""

    craft: UnitId
    points: int = 0
    energise: int = 0
    aim: str = ""


class TakeDamage(TacticalOrder):
    """Segment 11: the owner's choices: systems to lose first, sides to screen first (PW-B51, PW-B58 to PW-B60).

    `screen`: each side named once is screened as far as it goes, in this order; with a side named more than once every
    mention is one point. `take`: the sides to take a blow on that strikes between two (PW-B26).
    """

    craft: UnitId
    lose: tuple[str, ...] = ()
    screen: tuple[int, ...] = ()
    take: tuple[int, ...] = ()


class Disengage(TacticalOrder):
    """End of turn: leave by acceleration or by separation (PW-B77, PW-B80)."""

    craft: UnitId
    how: Literal["acceleration", "separation"]


Decision: TypeAlias = (
    AllocatePower | Rotate | Accelerate | SetBeam | DefendPoint | SelfDestruct | Ram | Detonate | LaunchMissile
    | LaunchDrone | LaunchBolt | LandDrone | Join | Separate | EnterOrbit | Fire | Reinforce | TakeDamage | Disengage
)  # fmt: skip


class Decided(Value):
    """A decision with the side that made it."""

    side: SideId
    decision: Decision


# What else a seat may send to the umpire while the battle waits; a `Decision` is for the very step it stands at.


def unit_of(decision: Decision) -> UnitId:
    """The unit a decision is about."""
    match decision:
        case Rotate() | Accelerate() | DefendPoint() | Fire():
            return decision.unit
        case Detonate():
            return decision.missile
        case LandDrone():
            return decision.drone
        case _:
            return decision.craft


def weapon_of(decision: Decision) -> str:
    """The weapon that a decision is about; "" where a unit decides such a thing once."""
    match decision:
        case Fire():
            return decision.weapons[0]
        case SetBeam():
            return decision.beam
        case LaunchMissile():
            return decision.box
        case LaunchDrone():
            return decision.bay
        case LaunchBolt():
            return decision.gun
        case _:
            return ""


def by_unit(decisions: Iterable[Decided]) -> list[Decided]:
    """Decisions in the order of the ids of the units they are about."""
    return sorted(decisions, key=lambda each: unit_of(each.decision))


class SetProgramme(TacticalOrder):
    """Plot a craft's turn."""

    programme: Programme


class SetStance(TacticalOrder):
    """Let a craft be played by a stance when nothing else is plotted."""

    craft: UnitId
    stance: Stance


class Continue(TacticalOrder):
    """A side is done with the stop at `at`: what it sent since its last `Continue` counts from there on.

    `by_stance`: the craft it was asked about are played by their stances at this stop (nobody answered in time). `until`: in
    pace "segments" it is not asked before the next impulse, something happens, or the turn is over; its stop lines still ask.
    """

    at: Moment
    by_stance: bool = False
    until: Pass = ""


class Concede(TacticalOrder):
    """Give the battle up: every craft of the side is out of it from `at` on, whoever else is asked then (PW-B87). Without one it
    counts with the stop that the side's next `Continue` closes."""

    side: SideId
    at: Moment | None = None


class TakeCommand(TacticalOrder):
    """A side that had no player has one: it is asked from `at` on. It counts at once, also before any `Continue`."""

    side: SideId
    at: Moment


SeatOrder: TypeAlias = Decision | SetProgramme | SetStance | Continue | Concede | TakeCommand

ORDER_TYPES: Final = get_args(SeatOrder)


class SeatSent(Value):
    """One order of a side's sheet for the turn, in the order of its numbers."""

    side: SideId
    number: int
    order: SeatOrder
