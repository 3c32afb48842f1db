"""The course of a turn in one place: three phases, twelve impulses of eleven segments, the end of the turn."""

from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, TypeAlias, TypeVar

from rules.dice import Roller
from rules.pentagon_war import orders
from rules.pentagon_war.changes import Done, carry_out
from rules.pentagon_war.combat import direct_fire, point_defense, ramming, reinforcement
from rules.pentagon_war.combat.damage import assessment
from rules.pentagon_war.events import Event
from rules.pentagon_war.movement import acceleration, launching, links_and_orbits, rotation, travel
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn import end_of_turn, power
from rules.pentagon_war.units import IMPULSES, Moment, SideId
from rules.values import Adjudication, Value

D = TypeVar("D", bound=orders.Decision)
Check: TypeAlias = Callable[[Battle, SideId, orders.Decision], None]
Resolve: TypeAlias = Callable[[Battle, Sequence[orders.Decided], Roller], Adjudication[Battle, Event]]
DecisionType: TypeAlias = type[orders.Decision]


class Share(Value):
    """One module's share of a step: the decisions it takes (none for what happens by itself) and how they are carried out."""

    resolve: Resolve
    decisions: tuple[DecisionType, ...] = ()
    check: Check | None = None


class TurnStep(Value):
    """One phase or segment. With `switches` it is played only if one of these options is on (PW-C05), or, where that
    is said, while a missile is in flight: its owner may set it off (PW-B82)."""

    number: int
    name: str
    rule: str
    parts: tuple[Share, ...]
    switches: tuple[str, ...] = ()
    with_missiles: bool = False

    @property
    def decisions(self) -> tuple[DecisionType, ...]:
        """What may be decided in it."""
        return tuple(kind for part in self.parts for kind in part.decisions)

    def is_played(self, battle: Battle) -> bool:
        """Whether a battle has this step now."""
        if self.with_missiles and battle.missiles:
            return True
        return not self.switches or any(getattr(battle.options, switch) for switch in self.switches)


class DecisionKind(Value, Generic[D]):
    """One kind of decision that is carried out by itself: in words, whether it may be made, what it does then."""

    kind: type[D]
    words: str
    check: Callable[[Battle, SideId, D], None]
    do: Callable[[Battle, D, Roller], Done]


def _carried_out(*rows: DecisionKind[Any]) -> Share:
    """The part of a step that checks each of these decisions, and once more when its turn comes to be carried out."""
    by_kind: dict[DecisionType, DecisionKind[Any]] = {row.kind: row for row in rows}

    def check(battle: Battle, side: SideId, direct_fire: orders.Decision) -> None:
        by_kind[type(direct_fire)].check(battle, side, direct_fire)

    def resolve(battle: Battle, decisions: Sequence[orders.Decided], dice: Roller) -> Adjudication[Battle, Event]:
        def do(now: Battle, side: SideId, direct_fire: orders.Decision) -> Done:
            check(now, side, direct_fire)
            return by_kind[type(direct_fire)].do(now, direct_fire, dice)

        return carry_out(battle, decisions, do, {kind: row.words for kind, row in by_kind.items()})

    return Share(resolve, tuple(by_kind), check)


PHASES: Final = (
    TurnStep(1, "Velocity determination", "PW-C37", (Share(power.begin),)),
    TurnStep(2, "Initial capacitor power allocation", "PW-C13", (Share(power.allocate, (orders.AllocatePower,), power.check),)),
    TurnStep(3, "Radar lock-on", "PW-B30", (
        Share(power.jam),
        Share(power.lock_on),
        Share(power.detect),
    )),
)  # fmt: skip

SEGMENTS: Final = (
    TurnStep(1, "Rotation", "PW-M08", (Share(rotation.resolve, (orders.Rotate,), rotation.check),)),
    TurnStep(2, "Acceleration", "PW-M09", (
        Share(acceleration.resolve, (orders.Accelerate, orders.SetBeam), acceleration.check),
    )),
    TurnStep(3, "Movement", "PW-M17", (Share(travel.resolve),)),
    TurnStep(4, "Point defense", "PW-B40", (
        Share(point_defense.resolve, (orders.DefendPoint,), point_defense.check),
        # Not in segment 5, which a battle without ramming does not have: nobody declares this one (PW-A62, PW-C05).
        Share(ramming.planet_rams),
    )),
    TurnStep(5, "Self-destruction and ramming", "PW-C05", (
        Share(ramming.self_destruct, (orders.SelfDestruct, orders.Detonate), ramming.check_self_destruction),
        Share(ramming.resolve, (orders.Ram,), ramming.check),
    ), switches=("self_destruction", "ramming", "hyper_bombs"), with_missiles=True),
    TurnStep(6, "Launching", "PW-B70", (
        _carried_out(
            DecisionKind(orders.LaunchMissile, "launch a missile", launching.check_missile, launching.launch),
            DecisionKind(orders.LaunchBolt, "launch a bolt", launching.check_bolt, launching.launch),
        ),
        _carried_out(
            DecisionKind(orders.LaunchDrone, "launch a drone", launching.check_take_off, launching.take_off),
            DecisionKind(orders.LandDrone, "land", launching.check_landing, launching.land),
        ),
        _carried_out(
            DecisionKind(orders.Join, "join", links_and_orbits.check_join, links_and_orbits.join),
            DecisionKind(orders.Separate, "separate", links_and_orbits.check_separate, links_and_orbits.separate),
        ),
        _carried_out(DecisionKind(orders.EnterOrbit, "enter orbit", links_and_orbits.check_orbit, links_and_orbits.enter_orbit)),
    )),
    TurnStep(7, "Direct-fire decision", "PW-B71", (
        Share(direct_fire.resolve_decision, (orders.Fire,), direct_fire.check_decision),
    )),
    TurnStep(8, "Direct-fire announcement", "PW-B72", (Share(direct_fire.announce),)),
    TurnStep(9, "Screen reinforcement", "PW-B73", (Share(reinforcement.resolve, (orders.Reinforce,), reinforcement.check),)),
    TurnStep(10, "Direct fire", "PW-B04", (Share(direct_fire.resolve),)),
    TurnStep(11, "Damage assessment", "PW-B50", (Share(assessment.resolve, (orders.TakeDamage,), assessment.check),)),
)  # fmt: skip

END_STEP: Final = TurnStep(
    1, "End of the turn", "PW-B77", (Share(end_of_turn.resolve, (orders.Disengage,), end_of_turn.check),)
)

BEGINNING_OF_TURN: Final = 0
END_OF_TURN: Final = IMPULSES + 1


def steps_of(impulse: int) -> tuple[TurnStep, ...]:
    """The steps of impulse 0 (the phases), of an impulse, or of 13 (the end of the turn), as `Moment` counts them."""
    if impulse == BEGINNING_OF_TURN:
        return PHASES
    return (END_STEP,) if impulse == END_OF_TURN else SEGMENTS


def step_at(now: Moment) -> TurnStep:
    """The step a clock stands at."""
    return steps_of(now.impulse)[now.segment - 1]


def next_moment(battle: Battle) -> Moment:
    """Where a battle's clock goes from here; segments that are not played now are passed over (PW-C05)."""
    now = battle.now
    later = (step.number for step in steps_of(now.impulse)[now.segment :] if step.is_played(battle))
    segment = next(later, None)
    if segment is not None:
        return Moment(now.turn, now.impulse, segment)
    if now.impulse == END_OF_TURN:
        return Moment(now.turn + 1)
    return Moment(now.turn, now.impulse + 1)


def step_for(direct_fire: orders.Decision) -> TurnStep:
    """The step in which decisions of this kind are made."""
    steps = (*PHASES, *SEGMENTS, END_STEP)
    return next(step for step in steps if isinstance(direct_fire, step.decisions))


def format_moment(now: Moment) -> str:
    """A place in the turn in words: "turn 2, impulse 3, segment 9 (screen reinforcement)"."""
    return f"turn {now.turn}, {_place(now.impulse, step_at(now))}"


def place_of(step: TurnStep) -> str:
    """Where in every turn a step comes, in words: "segment 9 (screen reinforcement)"."""
    return _place(BEGINNING_OF_TURN if step in PHASES else END_OF_TURN if step is END_STEP else None, step)


def _place(impulse: int | None, step: TurnStep) -> str:
    if impulse == BEGINNING_OF_TURN:
        return f"phase {step.number} ({step.name.lower()})"
    if impulse == END_OF_TURN:
        return "the end of the turn"
    segment = f"segment {step.number} ({step.name.lower()})"
    return segment if impulse is None else f"impulse {impulse}, {segment}"
