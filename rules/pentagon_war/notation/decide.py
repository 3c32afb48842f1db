"""A single decision read from a player's line, and one line of a programme with another impulse, target, heading or condition."""

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, TypeAlias, TypeVar

from rules.pentagon_war import orders, programme
from rules.pentagon_war.geometry import Facing, facing_of
from rules.pentagon_war.notation.read import LINE_READERS, parse_programme
from rules.pentagon_war.notation.shown import bare_decision
from rules.pentagon_war.notation.write import act_words, asking_words, blast_words, fire_words
from rules.pentagon_war.units import IMPULSES, UnitId
from rules.typed_text import order_line
from rules.values import NotationError, Value, changed, quoted, unknown

Reader: TypeAlias = Callable[[str, str, str], orders.Decision]
LONGEST_DECISION: Final = 400
_UNIT: Final = re.compile(r"[\w./-]{1,40}")
_BEAM: Final = re.compile(r"B\d{1,3}", re.IGNORECASE)
_SPEED: Final = re.compile(r"a (?P<a>-?\d{1,3}(?:/\d{1,3})?), ?c (?P<c>-?\d{1,3}(?:/\d{1,3})?)", re.IGNORECASE)
_HEADING: Final = re.compile(r"(?P<what>.+?) heading (?P<heading>[a-f])(?P<more> .*)?", re.IGNORECASE)
_SCREEN: Final = re.compile(r"\+(?P<points>\d{1,3})|energi[sz]e (?P<boxes>\d{1,3})|aim (?P<aim>.+)", re.IGNORECASE)
_BEAM_MODES: Final = ("attract", "repel", "cancel", "cut")
_MOVES: Final = ("acceleration", "separation")
DECISION_EXAMPLES: Final = (
    "X1 turn B", "X1 accelerate 3/2", "X1 brake", "X1 power ecm 2", "X1 B1 repel", "X1 defend Y1.M1",
    "X1 launch M1 at Y1 heading A", "X1 launch D1 heading A with A 2, C -1", "X1.D1 land on X1", "X1 join X2",
    "X1 separate", "X1 orbit moon", "X1 fire L1 L2 at Y1", "X1 screens +2", "X1 lose radar", "X1 ram Y1",
    "X1 self-destruct", "X1.M1 detonate", "X1 leave by acceleration",
)  # fmt: skip
"""One line of every kind."""


def parse_decision(text: str, own: Sequence[UnitId] = ()) -> orders.Decision:
    """The decision a line stands for: a unit, a verb, what the verb needs. Who leads one craft, named in `own`, may leave it
    out. NotationError says what would be right.
    """
    line = _with_unit(bare_decision(" ".join(order_line(text).split())), own)
    if len(line) > LONGEST_DECISION:
        raise NotationError(f"A decision has at most {LONGEST_DECISION} characters; this has {len(line)}.")
    unit, _, rest = line.partition(" ")
    verb, _, more = rest.partition(" ")
    if not unit or not verb:
        raise NotationError(
            f"{quoted(line)} is not a decision: write a unit, then what it does, like `{DECISION_EXAMPLES[0]}`."
        )
    if _UNIT.fullmatch(unit) is None:
        raise NotationError(f"{quoted(unit)} is not a unit; units are named like X1, X1.M3 or X1.D2.")
    if _BEAM.fullmatch(verb):
        return _beam(unit, verb.upper(), more, line)
    reader = DECISION_READERS.get(verb.casefold())
    if reader is None:
        verbs = ", ".join(f"`{word}`" for word in DECISION_READERS)
        lead, tail = f"{quoted(verb)} is nothing a unit can do.", f"There are {verbs}, or a beam like `B1 repel`."
        raise unknown(NotationError, lead, verb, "", DECISION_READERS, tail=tail)
    return reader(unit, more.strip(), line)


def _with_unit(line: str, own: Sequence[UnitId]) -> str:
    """The line with the only craft there is before it, where it names none."""
    first, _, rest = line.partition(" ")
    beam = _BEAM.fullmatch(first) is not None and rest.casefold() in _BEAM_MODES
    if not own or not (beam or first.casefold() in DECISION_READERS):
        return line
    if len(own) > 1:
        raise NotationError(f"Say which craft: write `{own[0]} {line}`; yours are {', '.join(own)}.")
    return f"{own[0]} {line}"


def _nothing(rest: str, line: str) -> None:
    if rest:
        raise NotationError(f"{quoted(line)}: nothing can follow there, not {quoted(rest)}.")


def _one_unit(rest: str, line: str, example: str) -> str:
    if _UNIT.fullmatch(rest) is None:
        raise NotationError(f"{quoted(line)} must name one thing; write it like `{example}`.")
    return rest


def _power(unit: str, rest: str, line: str) -> orders.Decision:
    if rest.casefold() in {"", "as usual"}:
        return orders.AllocatePower(unit, programme.PowerPlan())
    return orders.AllocatePower(unit, LINE_READERS["power"](programme.Programme(unit, 1), rest, line).power)


def _turn(unit: str, rest: str, line: str) -> orders.Decision:
    del line
    return orders.Rotate(unit, facing_of(rest))


def _thrust(verb: str) -> Reader:
    def read(unit: str, rest: str, line: str) -> orders.Decision:
        move = parse_programme(f"1 {verb} {rest}".strip(), unit, 1).moves[0] if "," not in rest else None
        if move is None or move.facing is not None:
            raise NotationError(f"{quoted(line)}: one decision at a time; write `X1 accelerate 3/2`.")
        return orders.Accelerate(unit, move.accelerate, move.brake)

    return read


def _beam(unit: str, beam: str, rest: str, line: str) -> orders.Decision:
    mode = rest.casefold()
    if mode not in _BEAM_MODES:
        raise NotationError(f"{quoted(line)}: a beam can {', '.join(_BEAM_MODES)}.")
    chosen: Any = mode
    return orders.SetBeam(unit, beam, chosen)


def _defend(unit: str, rest: str, line: str) -> orders.Decision:
    names = tuple(name for name in re.split(r"[ ,]+", rest) if name)
    for name in names:
        _one_unit(name, line, "X1 defend Y1.M1 Y1.M2")
    return orders.DefendPoint(unit, names)


def _weapons(unit: str, rest: str, line: str) -> programme.FireLine:
    """What is fired or launched at what, as a programme's line has it; no conditions."""
    shot = LINE_READERS["fire"](programme.Programme(unit, 1), rest, line).fire[0]
    if shot.when or (shot.first, shot.last) != (1, 12):
        raise NotationError(f"{quoted(line)}: a single decision is for now and has no conditions.")
    return shot


def _launch(unit: str, rest: str, line: str) -> orders.Decision:
    found = _HEADING.fullmatch(rest)
    if found is None:
        raise NotationError(f"{quoted(line)} has no heading; write `X1 launch M1 at Y1 heading A`.")
    heading, more = facing_of(found["heading"]), (found["more"] or "").strip().casefold()
    shot = _weapons(unit, found["what"], line)
    if len(shot.weapons) != 1 or shot.narrow or shot.doubled or shot.rail:
        raise NotationError(f"{quoted(line)}: launch one thing at a time, like `X1 launch M1 at Y1 heading A rail`.")
    weapon, target = shot.weapons[0], shot.target
    if weapon.startswith("LM") and target:
        _nothing(more, line)
        return orders.LaunchBolt(unit, weapon, target, heading)
    if weapon.startswith("M"):
        if more not in {"", "rail"}:
            _nothing(more, line)
        return orders.LaunchMissile(
            unit, weapon, "" if target == programme.NO_TARGET else target, heading, more == "rail"
        )
    if weapon.startswith("D") and not target:
        speed = _SPEED.fullmatch(more.removeprefix("with "))
        if speed is None or "/0" in more:
            raise NotationError(f"{quoted(line)} must say how fast: `X1 launch D1 heading A with A 2, C -1/2`.")
        return orders.LaunchDrone(unit, weapon, heading, Fraction(speed["a"]), Fraction(speed["c"]))
    raise NotationError(
        f"{quoted(line)} cannot be launched: a missile (M1) or bolt (LM1) at a target, or a drone (D1)."
    )


def _fire(unit: str, rest: str, line: str) -> orders.Decision:
    shot = _weapons(unit, rest, line)
    if not shot.target:
        raise NotationError(f"{quoted(line)} names no target; write `X1 fire L1 L2 at Y1`.")
    if shot.rail:
        raise NotationError(f"{quoted(line)}: only missiles go by rail.")
    return orders.Fire(unit, shot.weapons, shot.target, shot.narrow, shot.doubled)


def _land(unit: str, rest: str, line: str) -> orders.Decision:
    on, _, carrier = rest.partition(" ")
    if on.casefold() != "on":
        raise NotationError(f"{quoted(line)} must say where; write `X1.D1 land on X1`.")
    return orders.LandDrone(unit, _one_unit(carrier, line, "X1.D1 land on X1"))


def _screens(unit: str, rest: str, line: str) -> orders.Decision:
    points, boxes, aim = 0, 0, ""
    if rest.casefold() not in {"", "as they are"}:
        for part in rest.split(","):
            found = _SCREEN.fullmatch(part.strip())
            if found is None:
                raise NotationError(f"{quoted(line)}: screens take `+2`, `energise 1` or `aim side 3`.")
            points += int(found["points"] or 0)
            boxes += int(found["boxes"] or 0)
            aim = found["aim"] or aim
    return orders.Reinforce(unit, points, boxes, aim)


def _damage(unit: str, rest: str, line: str) -> orders.Decision:
    """What follows the unit: `lose radar, cargo; screen side 1, 2; take side 3`."""
    lose: tuple[str, ...] = ()
    sides: dict[str, tuple[int, ...]] = {"screen": (), "take": ()}
    for part in (part.strip() for part in rest.split(";") if part.strip()):
        word, _, names = part.partition(" ")
        listed = tuple(name.strip() for name in names.removeprefix("side ").split(",") if name.strip())
        if word == "lose" and listed:
            lose = listed
        elif word in sides and listed and all(name in set("123456") for name in listed):
            sides[word] = tuple(int(name) for name in listed)
        else:
            raise NotationError(f"{quoted(line)}: write `X1 lose radar, cargo; screen side 1, 2; take side 3`.")
    return orders.TakeDamage(unit, lose, sides["screen"], sides["take"])


def _begins(verb: str) -> Reader:
    return lambda unit, rest, line: _damage(unit, f"{verb} {rest}", line)


def _takes(unit: str, rest: str, line: str) -> orders.Decision:
    """`takes its damage as it comes`."""
    if rest.casefold() != "its damage as it comes":
        raise NotationError(f"{quoted(line)}: write `X1 takes its damage as it comes` or `X1 lose radar`.")
    return orders.TakeDamage(unit)


def _leave(unit: str, rest: str, line: str) -> orders.Decision:
    way: Any = rest.casefold().removeprefix("by ") or "separation"  # whichever is open then (`captains.waiting`)
    if way not in _MOVES:
        raise NotationError(f"{quoted(line)}: a craft leaves by {' or by '.join(_MOVES)}.")
    return orders.Disengage(unit, way)


def _alone(made: Callable[[str], orders.Decision]) -> Reader:
    def read(unit: str, rest: str, line: str) -> orders.Decision:
        _nothing(rest, line)
        return made(unit)

    return read


def _with_one(made: Callable[[str, str], orders.Decision], example: str) -> Reader:
    return lambda unit, rest, line: made(unit, _one_unit(rest, line, example))


DECISION_READERS: Final[Mapping[str, Reader]] = {
    "power": _power,
    "turn": _turn,
    "accelerate": _thrust("accelerate"),
    "brake": _thrust("brake"),
    "defend": _defend,
    "ram": _with_one(orders.Ram, "X1 ram Y1"),
    "self-destruct": _alone(orders.SelfDestruct),
    "detonate": _alone(orders.Detonate),
    "launch": _launch,
    "land": _land,
    "join": _with_one(orders.Join, "X1 join X2"),
    "separate": _alone(orders.Separate),
    "orbit": _with_one(orders.EnterOrbit, "X1 orbit moon"),
    "fire": _fire,
    "screens": _screens,
    "lose": _begins("lose"),
    "screen": _begins("screen"),
    "take": _begins("take"),
    "takes": _takes,
    "leave": _leave,
}
"""What may follow a unit's name; a magnetic beam's name is followed by what it does."""


Waiting: TypeAlias = programme.FireLine | programme.BlastLine | programme.ActLine | programme.StopLine
"""A line that waits for its conditions."""
Line = TypeVar("Line", programme.FireLine, programme.ActLine)


class LineChange(Value):
    """What is changed of a line: each part that is not None."""

    first: int | None = None
    target: UnitId | None = None
    heading: Facing | None = None
    when: tuple[programme.Condition, ...] | None = None


def waiting_in(text: str) -> Waiting | None:
    """The line that a text stands for, if it is one that waits for conditions; NotationError for one that cannot be read."""
    plan = parse_programme(text, "", 0)
    lines: tuple[Waiting, ...] = (*plan.fire, *plan.blasts, *plan.acts, *plan.stops)
    return lines[0] if lines else None


def adjust_line(text: str, change: LineChange) -> str:
    """The line with a change. NotationError where it has no such part."""
    line = waiting_in(text)
    only_when = (change.first, change.target, change.heading) == (None, None, None)
    words = ""
    match line:
        case programme.BlastLine() if only_when:
            words = blast_words(changed(line, when=line.when if change.when is None else change.when))
        case programme.StopLine() if only_when:
            words = asking_words(changed(line, when=line.when if change.when is None else change.when))
        case programme.ActLine() if change.heading is None:
            words = act_words(_spanned(line, change))
        case programme.FireLine():
            heading = line.heading if change.heading is None else change.heading
            words = fire_words(changed(_spanned(line, change), heading=heading))
        case _:
            raise NotationError(f"{quoted(text)} has nothing of that kind to change.")
    parse_programme(words, "", 0)  # the readers know what goes with what
    return words


def _spanned(line: Line, change: LineChange) -> Line:
    first = line.first if change.first is None else change.first
    if not 1 <= first <= IMPULSES:
        raise NotationError(f"`{first}`: impulses run from 1 to {IMPULSES}.")
    return changed(
        line,
        first=first,
        last=max(first, line.last),
        target=line.target if change.target is None else change.target,
        when=line.when if change.when is None else change.when,
    )
