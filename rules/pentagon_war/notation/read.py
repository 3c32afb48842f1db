"""Reading a programme from players' lines; every mistake is told with its line and what would be right."""

import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Final, Literal, get_args

from rules.pentagon_war.geometry import facing_of
from rules.pentagon_war.notation.shown import as_programme_line
from rules.pentagon_war.programme import (
    NO_TARGET,
    Act,
    ActLine,
    BlastLine,
    FireLine,
    MoveLine,
    Programme,
    ScreenPolicy,
    Stance,
    StopLine,
    conditions_in,
)
from rules.pentagon_war.units import IMPULSES
from rules.typed_text import order_line
from rules.values import GameError, NotationError, Value, changed, changed_by_name, quoted, unknown

LONGEST_PROGRAMME: Final = 4000
MOST_LINES: Final = 80
STANCES: Final = get_args(Stance)
POLICIES: Final = {str(policy).replace("_", " "): policy for policy in get_args(ScreenPolicy)}
_MOVE: Final = re.compile(r"(?P<first>\d{1,2})(?: ?- ?(?P<last>\d{1,2}))?:? (?P<rest>.+)")
_NUMBER: Final = re.compile(r"(?:\d{1,2} )?\d{1,3}/\d{1,3}|\d{1,2}")
_WEAPON: Final = re.compile(r"(?:[LEPBMD]|RG|AG|LM)\d{1,3}|ALL")
_RUN: Final = re.compile(r"(?P<kind>[LEPBMD]|RG|AG|LM)(?P<first>\d{1,2})-(?P<other>[A-Z]{0,2})(?P<last>\d{1,2})")
_BOX: Final = re.compile(r"[A-Z]{1,2}\d{1,3}", re.IGNORECASE)
_MISSILE: Final = re.compile(r"M\d{1,3}")
DEFEND_KINDS: Final = ("nearest", "missiles", "drones", "bolts", "craft")
MOVE_VERBS: Final = ("turn", "accelerate", "brake", "coast")
LONGEST_NOTE: Final = 100
"""Characters of a stop's note that are kept."""
FIRST_WORDS: Final = (
    "a line begins with an impulse (`3` or `2-5`), `power`, `fire`, `detonate`, `ram`, `self-destruct`, `join`, `separate`, "
    "`orbit`, `leave`, `stop`, `screens`, `screen`, `defend`, `lose`, `take`, `beams`, `drones` or `stance`"
)
EVASION_AXES: Final[Mapping[str, Literal["A", "C", "both"]]] = {"": "both", "a": "A", "c": "C"}
POWER_WORDS: Final = ("radar", "invisible", "ecm", "eccm", "double", "evade", "keep")
POWER_EXAMPLES: Final = "`radar off`, `invisible`, `ecm 2`, `eccm 2`, `double B1`, `evade`, `keep 4`"


class LineMistake(Value):
    """A line that cannot be carried out as it is written: its number among the lines of the text, itself, and why."""

    number: int
    line: str
    refusal: GameError


class NotationReading(Value):
    """What a text was read as, line by line: the programme of the lines that can be read, and the mistakes of the others.

    `lines` are those that are not empty, with their numbers; `notes` are what is done with a line beside what it says.
    """

    plan: Programme
    lines: tuple[tuple[int, str], ...]
    mistakes: tuple[LineMistake, ...]
    notes: tuple[str, ...] = ()


def parse_programme(text: str, craft: str, turn: int) -> Programme:
    """The programme that lines of text plot for a craft's turn; NotationError names the first line that is wrong."""
    found = read_programme(text, Programme(craft, turn))
    for mistake in found.mistakes:
        lead = "" if str(mistake.refusal).startswith(quoted(mistake.line)) else f"{quoted(mistake.line)}: "
        raise NotationError(f"{lead}{mistake.refusal}", rule=mistake.refusal.rule)
    return found.plan


def read_programme(text: str, begun: Programme) -> NotationReading:
    """What the lines of a text add to a programme. NotationError only for a text that is too long to be looked at."""
    if len(text) > LONGEST_PROGRAMME:
        raise NotationError(f"A programme has at most {LONGEST_PROGRAMME} characters; this has {len(text)}.")
    rows = enumerate(order_line(text).split("\n"), 1)
    lines = [(number, " ".join(line.split())) for number, row in rows for line in row.split(";") if line.strip()]
    if len(lines) > MOST_LINES:
        raise NotationError(f"A programme has at most {MOST_LINES} lines; this has {len(lines)}.")
    plan, mistakes, notes = begun, list[LineMistake](), list[str]()
    for number, line in lines:
        try:
            more = _add(plan, as_programme_line(line))
            _check_once(move.impulse for move in more.moves)
        except NotationError as wrong:
            mistakes.append(LineMistake(number, line, wrong))
            continue
        if len(more.stops) > len(plan.stops) and _note_of(line) != more.stops[-1].note:
            notes.append(f"Line {number}: a note has at most {LONGEST_NOTE} characters; the rest of it was cut off.")
        plan = more
    return NotationReading(plan, tuple(lines), tuple(mistakes), tuple(notes))


def _check_once(impulses: Iterable[int]) -> None:
    seen: set[int] = set()
    for impulse in impulses:
        if impulse in seen:
            raise NotationError(f"Impulse {impulse} is plotted twice; write one line for it.")
        seen.add(impulse)


def _add(plan: Programme, line: str) -> Programme:
    if line[0].isdigit():
        return changed(plan, moves=(*plan.moves, *_moves(line)))
    word, _, rest = line.partition(" ")
    reader = LINE_READERS.get(word.casefold())
    if reader is None:
        lead = f"{quoted(line)} cannot be read."
        raise unknown(NotationError, lead, word, "", LINE_READERS, tail=f"In a programme {FIRST_WORDS}.")
    return reader(plan, rest.strip(), line)


def _moves(line: str) -> tuple[MoveLine, ...]:
    found = _MOVE.fullmatch(line)
    if found is None:
        raise NotationError(f"{quoted(line)} is not a move; write `3 turn B, accelerate` or `2-5 accelerate`.")
    first, last = int(found["first"]), int(found["last"] or found["first"])
    check_span(first, last)
    if decimal := re.search(r"\d+[.,]\d+", found["rest"]):
        raise NotationError(f"{quoted(decimal[0])}: write parts of standard as a fraction, like `accelerate 1/2`.")
    facing, multiple, brake = None, Fraction(0), False
    for part in found["rest"].split(","):
        verb, _, rest = part.strip().partition(" ")
        match verb.casefold():
            case "turn" | "face":
                facing = facing_of(rest)
            case "accelerate" | "accel" | "brake":
                multiple, brake = multiple_in(rest), verb.casefold() == "brake"
            case "coast":
                pass
            case _:
                lead = f"{quoted(part)} is not a move."
                tail = "Write `turn B`, `accelerate`, `accelerate 3/2`, `brake` or `coast`."
                raise unknown(NotationError, lead, verb, "", MOVE_VERBS, tail=tail)
    return moves_over(first, last, facing, multiple, brake=brake)


def check_span(first: int, last: int) -> None:
    """NotationError for impulses that a turn does not have, or that run backwards."""
    if 1 <= last < first <= IMPULSES:
        raise NotationError(f"`{first}` to `{last}` runs backwards; impulses run from 1 to {IMPULSES}.")
    if not 1 <= first <= last <= IMPULSES:
        raise NotationError(f"`{first}` to `{last}`: impulses run from 1 to {IMPULSES}.")


def moves_over(first: int, last: int, facing: int | None, multiple: Fraction, *, brake: bool) -> tuple[MoveLine, ...]:
    """The same on each impulse of a span; a turn only on the first. NotationError for a span that there is not."""
    check_span(first, last)
    return tuple(
        MoveLine(impulse, facing if impulse == first else None, multiple, brake) for impulse in range(first, last + 1)
    )


def multiple_in(text: str) -> Fraction:
    """A multiple of standard acceleration: "" is 1; "3/2", "1 2/3", "2" (PW-M13)."""
    if not text:
        return Fraction(1)
    if _NUMBER.fullmatch(text) is None or text.endswith("/0"):
        raise NotationError(f"{quoted(text)} is not a multiple of standard; write 1, 3/2 or 1 2/3.")
    whole, _, part = text.rpartition(" ")
    value = Fraction(part) + (int(whole) if whole else 0)
    if not value:
        raise NotationError(f"{quoted(text)} is not a thrust; write `coast`, or a multiple up to twice standard.")
    if value > 2:
        raise NotationError(f"{quoted(text)}: nothing accelerates by more than twice standard (PW-A01).")
    return value


def _power(plan: Programme, rest: str, line: str) -> Programme:
    power = plan.power
    for part in (part.strip().casefold() for part in rest.split(",") if part.strip()):
        word, _, value = part.partition(" ")
        match word:
            case "radar" if value in {"on", "off"}:
                power = changed(power, radar_on=value == "on")
            case "invisible" if not value:
                power = changed(power, invisible=True, radar_on=False)
            case "ecm" | "eccm" | "keep" if value.isdecimal() and len(value) <= 3:
                power = changed_by_name(power, {word: int(value)})
            case "double" if value:
                power = changed(power, doubled=weapons_in(value))
            case "evade" if value in EVASION_AXES:
                power = changed(power, evade=EVASION_AXES[value])
            case _:
                lead = f"{quoted(part)} is not a power setting."
                raise unknown(NotationError, lead, word, "", POWER_WORDS, tail=f"There are {POWER_EXAMPLES}.")
    return changed(plan, power=power)


def _fire(plan: Programme, rest: str, line: str) -> Programme:
    body, _, when = _split(rest, " when ")
    first, last = 1, IMPULSES
    span = re.search(r" from (\d{1,2}) to (\d{1,2})$", body)
    if span:
        first, last, body = int(span[1]), int(span[2]), body[: span.start()]
        check_span(first, last)
    flags = {"narrow": False, "rail": False, "doubled": False}
    words = body.split()
    while words and words[-1].casefold() in flags:
        flags[words.pop().casefold()] = True
    heading = facing_of(words.pop()) if len(words) >= 2 and words[-2].casefold() == "heading" else None
    words = words if heading is None else words[:-1]
    target = ""
    if len(words) >= 2 and words[-2].casefold() == "at":
        target = target_in(words[-1])
        words = words[:-2]
    if not words:
        raise NotationError(f"{quoted(line)} names no weapon; write `fire L1 L2 at Y1 when range <= 6`.")
    weapons = weapons_in(" ".join(words))
    if target == NO_TARGET and not all(_MISSILE.fullmatch(weapon) for weapon in weapons):
        raise NotationError(
            f"{quoted(line)}: only a hyper bomb is launched at nothing; write `fire M1 at nothing heading B`."
        )
    if heading is not None and target != NO_TARGET:
        raise NotationError(
            f"{quoted(line)}: only what is launched `at nothing` has a heading; the rest heads for its target."
        )
    fire = FireLine(weapons, target, conditions_in(when), **flags, first=first, last=last, heading=heading)
    return changed(plan, fire=(*plan.fire, fire))


def target_in(text: str) -> str:
    """What a line shoots at: a unit as it is written, a kind of thing, `NOTHING`, or "" for the nearest enemy."""
    kind = text.casefold()
    return text if kind not in {*DEFEND_KINDS, NO_TARGET} else "" if kind in {"nearest", "craft"} else kind


def weapons_in(text: str) -> tuple[str, ...]:
    """Weapons with spaces or commas between. NotationError for a name that no weapon has."""
    names = [each for name in re.split(r"[ ,]+", text) if name for each in _run(name.upper())]
    for name in names:
        if _WEAPON.fullmatch(name) is None:
            raise NotationError(
                f"{quoted(name)} is not a weapon; they are named like L1, E2, P1, B1, RG1, M3, D2, or all."
            )
    return tuple(names)


def _run(name: str) -> tuple[str, ...]:
    """The weapons of a run as panels write it (L1-L4); any other name as it is."""
    found = _RUN.fullmatch(name)
    if found is None or found["other"] not in {"", found["kind"]}:
        return (name,)
    first, last = int(found["first"]), int(found["last"])
    if first >= last:
        raise NotationError(f"{quoted(name)} runs backwards; write the first weapon before the last, like L1-L4.")
    return tuple(f"{found['kind']}{number}" for number in range(first, last + 1))


def _detonate(plan: Programme, rest: str, line: str) -> Programme:
    body, _, when = _split(rest, " when ")
    box = body.strip().upper()
    if _MISSILE.fullmatch(box) is None:
        raise NotationError(f"{quoted(line)} names no missile; write `detonate M1 when range to Y1 <= 1`.")
    return changed(plan, blasts=(*plan.blasts, BlastLine(box, conditions_in(when))))


WAYS_OUT: Final = ("acceleration", "separation")


def act_in(act: Act, rest: str, when: str | None, first: int = 1, last: int = IMPULSES) -> ActLine:
    """A line of the rarer things by its parts. NotationError for a name where there can be none, or none where one must be."""
    name = " ".join(rest.split())
    if act == "leave":
        name = name.casefold().removeprefix("by ")
        if name and name not in WAYS_OUT:
            raise NotationError(f"{quoted(name)}: a craft leaves by {' or by '.join(WAYS_OUT)}.")
    elif act == "ram":
        name = target_in(name)
    elif act in {"self-destruct", "separate"} and name:
        raise NotationError(f"{quoted(name)}: nothing can follow `{act}` but `when` and its conditions.")
    if " " in name:
        raise NotationError(f"{quoted(name)}: `{act}` names one thing.")
    if act == "self-destruct" and when is None:
        raise NotationError("Say when: `self-destruct when armor <= 0`, or `self-destruct when always`.")
    check_span(first, last)
    return ActLine(act, name, conditions_in(when or ""), first, last)


def _act(act: Act) -> Callable[[Programme, str, str], Programme]:
    def read(plan: Programme, rest: str, line: str) -> Programme:
        del line
        body, found, when = _split(f" {rest}", " when ")
        span = re.search(r" from (\d{1,2}) to (\d{1,2})$", body)
        first, last = (int(span[1]), int(span[2])) if span else (1, IMPULSES)
        body = body[: span.start()] if span else body
        return changed(plan, acts=(*plan.acts, act_in(act, body, when if found else None, first, last)))

    return read


def _sides(field: str) -> Callable[[Programme, str, str], Programme]:
    def read(plan: Programme, rest: str, line: str) -> Programme:
        names = [name for name in re.split(r"[ ,]+", rest.casefold().removeprefix("side ")) if name]
        if not names or any(name not in set("123456") for name in names):
            raise NotationError(
                f"{quoted(line)}: write sides by their numbers, like `{line.split(maxsplit=1)[0]} side 1, 2`."
            )
        return changed_by_name(plan, {field: tuple(map(int, names))})

    return read


def _stop(plan: Programme, rest: str, line: str) -> Programme:
    body = rest[5:] if rest.casefold().startswith("when ") else rest
    when, _, note = _split(body, " say ")
    return changed(plan, stops=(*plan.stops, stop_in(when, note)))


def stop_in(when: str, note: str) -> StopLine:
    """A stop by its conditions, which it must have, and its note, which is the rest of one line of a programme."""
    conditions = conditions_in(when)
    if not conditions:
        raise NotationError(f"{quoted(when)} has no condition; write `stop when range < 3`.")
    if ";" in note or "\n" in note:
        raise NotationError(f"{quoted(note)} is more than one line; a semicolon ends a line of a programme.")
    return StopLine(conditions, note[:LONGEST_NOTE].rstrip())


def _note_of(line: str) -> str:
    """The note at the end of a stop's line as it was written."""
    return _split(line, " say ")[2]


def _screens(plan: Programme, rest: str, line: str) -> Programme:
    limit = re.fullmatch(r"at most (\d{1,3})", rest.casefold())
    if limit:
        return changed(plan, most_reinforced=int(limit[1]))
    policy = POLICIES.get(rest.casefold())
    if policy is None:
        lead = f"{quoted(rest)}: screens are set to {', '.join(POLICIES)}, or `screens at most 4`."
        raise unknown(NotationError, lead, rest, "", POLICIES)
    return changed(plan, screens=policy)


def names_in(text: str) -> tuple[str, ...]:
    """Names with spaces or commas between; "nothing" is none."""
    return tuple(name for name in re.split(r"[ ,]+", text) if name and name.casefold() != "nothing")


def _defend(plan: Programme, rest: str, line: str) -> Programme:
    del line
    return changed(plan, defend=names_in(rest))


def _lose(plan: Programme, rest: str, line: str) -> Programme:
    """Systems by name, with commas between ("fuel tank, radar"); boxes by their ids need none ("L1 L2")."""
    del line
    found: list[str] = []
    for part in rest.split(","):
        words = part.split()
        found += words if all(_BOX.fullmatch(word) for word in words) else [" ".join(words)]
    return changed(plan, damage=tuple(found))


def _choice(field: str, allowed: tuple[str, ...]) -> Callable[[Programme, str, str], Programme]:
    def read(plan: Programme, rest: str, line: str) -> Programme:
        if rest.casefold() not in allowed:
            lead = f"{quoted(line)}: {field} is one of {', '.join(allowed)}."
            raise unknown(NotationError, lead, rest, "", allowed)
        return changed_by_name(plan, {field: rest.casefold()})

    return read


def _split(text: str, word: str) -> tuple[str, str, str]:
    """Partition without regard to case."""
    at = text.casefold().find(word)
    return (text, "", "") if at < 0 else (text[:at], word, text[at + len(word) :].strip())


LINE_READERS: Final[Mapping[str, Callable[[Programme, str, str], Programme]]] = {
    "power": _power,
    "fire": _fire,
    "launch": _fire,
    "detonate": _detonate,
    "ram": _act("ram"),
    "self-destruct": _act("self-destruct"),
    "join": _act("join"),
    "separate": _act("separate"),
    "orbit": _act("orbit"),
    "leave": _act("leave"),
    "stop": _stop,
    "screens": _screens,
    "defend": _defend,
    "lose": _lose,
    "screen": _sides("screen"),
    "take": _sides("take"),
    "beams": _choice("beam", ("attract", "repel", "cancel", "cut")),
    "drones": _choice("drones", ("attack", "defend", "return", "hold")),
    "stance": _choice("stance", STANCES),
}
