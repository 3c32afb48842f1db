"""What a pilot decides, one small class each, and what a seat may send."""

from typing import Final, Literal, TypeAlias, get_args

from rules.values import Value, field

JetId: TypeAlias = str
SideId: TypeAlias = str
Weapon: TypeAlias = Literal["gun", "missile"]
Leg: TypeAlias = Literal["straight", "left", "right", "try"]
"""One hex of a move: no attempt; an attempt and, if it succeeds, a rotation; or one where the pilot chooses after the dice."""
PHASES: Final = ("initiative", "energy", "movement", "combat", "end")
"""The phases of a turn, counted from 1 (JET-X01)."""


class Moment(Value, order=True):
    """Turn, phase 1 to 5, the jet that acts ("" for none), and how many decisions it has made in this phase."""

    turn: int = 1
    phase: int = 1
    jet: JetId = ""
    step: int = 0


class TacticalOrder(Value, tag=True):
    """What a seat may send; each kind is a class of its own."""


class PlanEnergy(TacticalOrder):
    """Energy phase, before the roll: hard maneuvers and afterburner (JET-E02, JET-E03, JET-E24)."""

    jet: JetId
    hard_turns: int = 0
    jink: bool = False
    aim: bool = False
    afterburner: bool = False


class SetFlight(TacticalOrder):
    """Energy phase, after the roll: climb (positive) or dive levels (JET-E16) and Speed refused by brakes (JET-E19)."""

    jet: JetId
    levels: int = 0
    brakes: int = 0


class Fly(TacticalOrder):
    """Movement: the next hexes, one leg each; "try" is the last leg if it is one (JET-M05 to JET-M11)."""

    jet: JetId
    legs: tuple[Leg, ...]


class Chase(TacticalOrder):
    """Movement: the rest of the move after a target: a turn attempt in every hex while it is not off the nose (JET-X16).

    Without a target it keeps to the middle of the map.
    """

    jet: JetId
    target: JetId = ""


class Bank(TacticalOrder):
    """Movement, after a turn roll that succeeded: the hexside to rotate by, or none (JET-M07)."""

    jet: JetId
    side: Literal["left", "right", "none"]


class Split(TacticalOrder):
    """Movement, once a turn: up to `hexsides` of turn before the next hex, each rolled for (JET-X17)."""

    jet: JetId
    side: Literal["left", "right"]
    hexsides: int


class Attack(TacticalOrder):
    """Combat: guns or a missile at a target (JET-X07 to JET-X09)."""

    jet: JetId
    weapon: Weapon
    target: JetId


class Hold(TacticalOrder):
    """Combat: no (further) attack this turn."""

    jet: JetId


Decision: TypeAlias = PlanEnergy | SetFlight | Fly | Chase | Bank | Split | Attack | Hold


Pace: TypeAlias = Literal["", "fast", "slow"]
"""What speed brakes are for: none used, or the lowest Speed at which the jet does not stall; "" leaves it to the doctrine."""


class TurnWishes(TacticalOrder):
    """What a pilot wishes for a whole turn before anything of it is rolled (R-303).

    What is None or "" is decided by the doctrine when its time comes, and so is a wish that is not possible then.
    """

    jet: JetId
    plan: PlanEnergy | None = None
    levels: int | None = None
    pace: Pace = ""
    move: Fly | Chase | None = None
    fire: Attack | Hold | None = None


class Continue(TacticalOrder):
    """A side is done with the stop at `at`: what it sent since its last `Continue` counts there.

    `by_doctrine`: its jet is flown by the doctrine at this stop and for the rest of the turn (nobody answered).
    """

    at: Moment = field(default_factory=Moment)
    by_doctrine: bool = False


class Concede(TacticalOrder):
    """Give up: every jet of the side is out of the fight."""

    side: SideId


SeatOrder: TypeAlias = Decision | TurnWishes | Continue | Concede
ORDER_TYPES: Final = get_args(SeatOrder)


class SeatSent(Value):
    """One order of a side's sheet for the turn, in the order of its numbers."""

    side: SideId
    number: int
    order: SeatOrder


def choice_id(decision: Decision) -> str:
    """The name of a choice, the same from turn to turn."""
    match decision:
        case PlanEnergy(_, turns, jink, aim, burner):
            parts = [f"turn{turns}"] if turns else []
            parts += [word for word, on in (("jink", jink), ("aim", aim), ("burner", burner)) if on]
            return "-".join(parts) or "easy"
        case SetFlight(_, levels, brakes):
            word = f"climb{levels}" if levels > 0 else f"dive{-levels}" if levels < 0 else "level"
            return f"{word}-brake{brakes}" if brakes else word
        case Fly(_, legs):
            name = {"straight": "ahead", "left": "left", "right": "right", "try": "try"}[legs[0]]
            return name if len(legs) == 1 else f"{name}-all" if len(set(legs)) == 1 else "-".join(legs)
        case Chase(_, target):
            return f"chase:{target}" if target else "middle"
        case Bank(_, side):
            return f"bank-{side}"
        case Split(_, side, hexsides):
            return f"split-{side}-{hexsides}"
        case Attack(_, weapon, target):
            return f"{weapon}:{target}"
        case Hold():
            return "hold"
