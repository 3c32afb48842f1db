"""A programme or decision as lines of players' notation; `read.parse_programme` reads what this writes."""

from collections.abc import Iterator
from fractions import Fraction
from typing import assert_never

from rules.pentagon_war import orders
from rules.pentagon_war.geometry import letter
from rules.pentagon_war.programme import (
    ActLine,
    BlastLine,
    Condition,
    FireLine,
    MoveLine,
    PowerPlan,
    Programme,
    StopLine,
)

EMPTY_PROGRAMME = Programme("", 0)


def programme_lines(programme: Programme) -> tuple[str, ...]:
    """A programme, line by line; what is as usual is left out, except the stance."""
    return tuple(_lines(programme))


def usual_lines(programme: Programme) -> tuple[str, ...]:
    """What `programme_lines` leaves out of a programme because it is as usual, and its captain may want to know."""
    screens = (
        ()
        if programme.screens != EMPTY_PROGRAMME.screens
        else (f"screens {EMPTY_PROGRAMME.screens.replace('_', ' ')}",)
    )
    return (
        screens
        if programme.defend != EMPTY_PROGRAMME.defend
        else (*screens, f"defend {', '.join(EMPTY_PROGRAMME.defend)}")
    )


def _lines(plan: Programme) -> Iterator[str]:
    power = ", ".join(_power(plan.power))
    if power:
        yield f"power {power}"
    moves = sorted(plan.moves, key=lambda move: move.impulse)
    at = 0
    while at < len(moves):
        last = at
        while last + 1 < len(moves) and _runs_on(moves[at], moves[last + 1], moves[last].impulse + 1):
            last += 1
        span = f"{moves[at].impulse}" if last == at else f"{moves[at].impulse}-{moves[last].impulse}"
        yield f"{span} {_move(moves[at])}"
        at = last + 1
    for line in plan.fire:
        yield fire_words(line)
    for blast in plan.blasts:
        yield blast_words(blast)
    for act in plan.acts:
        yield act_words(act)
    for stop in plan.stops:
        yield asking_words(stop)
    if plan.screens != EMPTY_PROGRAMME.screens:
        yield f"screens {plan.screens.replace('_', ' ')}"
    if plan.most_reinforced != EMPTY_PROGRAMME.most_reinforced:
        yield f"screens at most {plan.most_reinforced}"
    if plan.defend != EMPTY_PROGRAMME.defend:
        yield f"defend {', '.join(plan.defend) or 'nothing'}"
    if plan.damage:
        yield f"lose {', '.join(plan.damage)}"
    for word, sides in (("screen", plan.screen), ("take", plan.take)):
        if sides:
            yield f"{word} side {', '.join(map(str, sides))}"
    if plan.beam != EMPTY_PROGRAMME.beam:
        yield f"beams {plan.beam}"
    if plan.drones != EMPTY_PROGRAMME.drones:
        yield f"drones {plan.drones}"
    yield f"stance {plan.stance}"


def _runs_on(first: MoveLine, other: MoveLine, impulse: int) -> bool:
    """Whether a move only repeats the thrust of the ones before it, so that they stand in one line."""
    same = (first.accelerate, first.brake) == (other.accelerate, other.brake)
    return same and other.impulse == impulse and first.facing is None and other.facing is None


def _power(power: PowerPlan) -> Iterator[str]:
    if not power.radar_on:
        yield "radar off"
    if power.invisible:
        yield "invisible"
    if power.ecm:
        yield f"ecm {power.ecm}"
    if power.eccm:
        yield f"eccm {power.eccm}"
    if power.doubled:
        yield f"double {' '.join(power.doubled)}"
    if power.evade:
        yield "evade" if power.evade == "both" else f"evade {power.evade}"
    if power.keep:
        yield f"keep {power.keep}"


def _move(move: MoveLine) -> str:
    parts = [] if move.facing is None else [f"turn {letter(move.facing)}"]
    if move.accelerate:
        verb = "brake" if move.brake else "accelerate"
        parts.append(verb if move.accelerate == 1 else f"{verb} {move.accelerate}")
    return ", ".join(parts) or "coast"


def fire_words(line: FireLine) -> str:
    """One fire line: "fire L1 L2 at Y1 when range to Y1 <= 6"."""
    target = f" at {line.target}" if line.target else ""
    words = f"fire {' '.join(line.weapons)}{target}"
    words += "" if line.heading is None else f" heading {letter(line.heading)}"
    words += "".join(f" {name}" for name in ("narrow", "rail", "doubled") if getattr(line, name))
    if (line.first, line.last) != (1, 12):
        words += f" from {line.first} to {line.last}"
    return f"{words} when {_when(line.when)}" if line.when else words


def asking_words(line: StopLine) -> str:
    """One stop: "stop when range < 3 say near"."""
    return f"stop when {_when(line.when)}" + (f" say {line.note}" if line.note else "")


def blast_words(line: BlastLine) -> str:
    """One line that sets a missile off: "detonate M1 when range <= 1"."""
    return f"detonate {line.box} when {_when(line.when)}" if line.when else f"detonate {line.box}"


def act_words(line: ActLine) -> str:
    """One line of the rarer things: "ram Y1 when armor <= 0"."""
    by = "by " if line.act == "leave" else ""
    words = f"{line.act} {by}{line.target}" if line.target else line.act
    if (line.first, line.last) != (1, 12):
        words += f" from {line.first} to {line.last}"
    return f"{words} when {_when(line.when)}" if line.when or line.act == "self-destruct" else words


def _when(conditions: tuple[Condition, ...]) -> str:
    return " and ".join(condition_words(condition) for condition in conditions) or "always"


def condition_words(condition: Condition) -> str:
    """One condition: "range to Y1 <= 6"."""
    name = condition.fact.replace("_", " ")
    unit = f" {'to' if condition.fact in {'range', 'in_arc', 'hit_chance'} else 'of'} {condition.unit}"
    return f"{name}{unit if condition.unit else ''} {condition.test} {condition.value}"


def order_lines(order: orders.SeatOrder) -> tuple[str, ...]:
    """Any order a seat may send, in a line or some."""
    if isinstance(order, orders.SetProgramme):
        return (f"{order.programme.craft}, turn {order.programme.turn}:", *programme_lines(order.programme))
    return (_line(order),)


def _line(  # noqa: C901 - one flat case for each kind of order
    order: orders.Decision | orders.SetStance | orders.Continue | orders.Concede | orders.TakeCommand,
) -> str:
    match order:
        case orders.SetStance(craft, stance):
            return f"{craft} stance {stance}"
        case orders.Continue(_, by_stance):
            return "go on by stance" if by_stance else "go on"
        case orders.Concede():
            return "concede"
        case orders.TakeCommand(side):
            return f"take command of {side}"
        case orders.AllocatePower(craft, plan):
            return f"{craft} power {', '.join(_power(plan)) or 'as usual'}"
        case orders.Rotate(unit, facing):
            return f"{unit} turn {letter(facing)}"
        case orders.Accelerate(unit, multiple, brake):
            verb = "brake" if brake else "accelerate"
            return f"{unit} {verb}" if multiple == Fraction(1) else f"{unit} {verb} {multiple}"
        case orders.SetBeam(craft, beam, mode):
            return f"{craft} {beam} {mode}"
        case orders.DefendPoint(unit, targets):
            return f"{unit} defend {' '.join(targets)}"
        case orders.SelfDestruct(craft):
            return f"{craft} self-destruct"
        case orders.Ram(craft, target):
            return f"{craft} ram {target}"
        case orders.Detonate(missile):
            return f"{missile} detonate"
        case orders.LaunchMissile(craft, box, target, heading, rail):
            at = f" at {target}" if target else ""
            return f"{craft} launch {box}{at} heading {letter(heading)}{' rail' if rail else ''}"
        case orders.LaunchBolt(craft, gun, target, heading):
            return f"{craft} launch {gun} at {target} heading {letter(heading)}"
        case orders.LaunchDrone(craft, bay, facing, a, c):
            return f"{craft} launch {bay} heading {letter(facing)} with A {a}, C {c}"
        case orders.LandDrone(drone, carrier):
            return f"{drone} land on {carrier}"
        case orders.Join(craft, to):
            return f"{craft} join {to}"
        case orders.Separate(craft):
            return f"{craft} separate"
        case orders.EnterOrbit(craft, body):
            return f"{craft} orbit {body}"
        case orders.Fire(unit, weapons, target, narrow, doubled):
            extra = (" narrow" if narrow else "") + (" doubled" if doubled else "")
            return f"{unit} fire {' '.join(weapons)} at {target}{extra}"
        case orders.Reinforce(craft, points, energise, aim):
            parts = [f"+{points}"] if points else []
            parts += [f"energise {energise}"] if energise else []
            parts += [f"aim {aim}"] if aim else []
            return f"{craft} screens {', '.join(parts) or 'as they are'}"
        case orders.TakeDamage(craft, lose, screen, take):
            parts = [f"lose {', '.join(lose)}"] if lose else []
            parts += [f"screen side {', '.join(str(side) for side in screen)}"] if screen else []
            parts += [f"take side {', '.join(str(side) for side in take)}"] if take else []
            return f"{craft} {'; '.join(parts) or 'takes its damage as it comes'}"
        case orders.Disengage(craft, how):
            return f"{craft} leave by {how}"
        case _:
            assert_never(order)
