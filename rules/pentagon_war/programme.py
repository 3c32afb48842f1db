"""A captain's programme: what a craft will do over the turn's twelve impulses, with conditions; and those read from players'
words."""

import re
from fractions import Fraction
from typing import Any, Final, Literal, TypeAlias, cast, get_args

from rules.values import NotationError, Value, quoted, unknown

Stance: TypeAlias = Literal["aggressive", "stand-off", "cautious", "escort", "flee"]
UnitId: TypeAlias = str
WeaponId: TypeAlias = str
NO_TARGET: Final = "nothing"
"""In the place of a fire line's target: a hyper bomb flies straight on, after nobody (PW-A36)."""

Fact: TypeAlias = Literal[
    "range",  # hexes to `unit` (or to the nearest enemy craft)
    "in_arc",  # `unit` bears for the line's weapons: value 1
    "screens",  # screen rating of `unit`
    "armor",  # armor boxes left on `unit`
    "power",  # charged capacitors left aboard
    "missile_inbound",  # seekers in flight that may be after us (own view): how many
    "launched_at",  # seekers launched by the enemy since the turn began
    "hit",  # internal hits taken since the turn began
    "impulse",
    "hit_chance",  # per cent of the line's first weapon hitting `unit`; average damage for a laser counts as 100
]


class Condition(Value):
    """One comparison: `Condition("range", "<=", 6, "Y1")`; `unit` "" is this craft, or the nearest enemy for a range."""

    fact: Fact
    test: Literal["<", "<=", ">", ">=", "=", "!="]
    value: int
    unit: UnitId = ""


class MoveLine(Value):
    """On an impulse: the facing to take, the multiple of standard acceleration, ramscoop braking; None keeps as it is."""

    impulse: int
    facing: int | None = None
    accelerate: Fraction = Fraction(0)
    brake: bool = False


class FireLine(Value):
    """Fire weapons at a target when every condition holds: once a turn by the weapons' own rules.

    `target` "" is the nearest enemy craft that can be hit, "bolts" or "missiles" or "drones" the nearest such thing;
    for missiles, drones and metal guns it is a launch. `narrow` fires identical weapons as one salvo (PW-B69). A hyper bomb may
    be launched at `NO_TARGET`, along `heading`, a facing from 0 to 5, or None for the one its craft has then (PW-A36).
    """

    weapons: tuple[WeaponId, ...]
    target: UnitId = ""
    when: tuple[Condition, ...] = ()
    narrow: bool = False
    rail: bool = False
    doubled: bool = False
    first: int = 1
    last: int = 12
    heading: int | None = None


class StopLine(Value):
    """Stop and ask the captain when every condition holds; once a turn."""

    when: tuple[Condition, ...]
    note: str = ""


class BlastLine(Value):
    """Set off an own missile in flight, by the box it left, when every condition holds (PW-B82).

    Its conditions look out from the missile: `range` is counted from where it is.
    """

    box: WeaponId
    when: tuple[Condition, ...] = ()


Act: TypeAlias = Literal["self-destruct", "ram", "join", "separate", "orbit", "leave"]


class ActLine(Value):
    """Do one of the rarer things as soon as it is legal and every condition holds: blow up (PW-A20), ram (PW-B74), join or
    leave other craft (PW-M30), enter an orbit (PW-A66), leave the battle at the turn's end (PW-B77).

    `target` is what is rammed or joined, the body, or the way out; "" is whatever is there.
    """

    act: Act
    target: UnitId = ""
    when: tuple[Condition, ...] = ()
    first: int = 1
    last: int = 12


ScreenPolicy: TypeAlias = Literal["never", "to_stop_all", "to_save_armor", "always"]


class PowerPlan(Value):
    """The initial allocation (PW-C03 phase 2) and the turn's choices made with it."""

    radar_on: bool = True
    invisible: bool = False
    ecm: int = 0
    eccm: int = 0
    doubled: tuple[WeaponId, ...] = ()  # held beams to double (PW-C21)
    evade: Literal["", "A", "C", "both"] = ""
    keep: int = 0  # capacitors that fire may not touch, kept for screens


class Programme(Value):
    """All of a craft's plans for one turn; lines are tried in order."""

    craft: UnitId
    turn: int
    power: PowerPlan = PowerPlan()
    moves: tuple[MoveLine, ...] = ()
    fire: tuple[FireLine, ...] = ()
    stops: tuple[StopLine, ...] = ()
    screens: ScreenPolicy = "to_save_armor"
    most_reinforced: int = 99
    defend: tuple[str, ...] = ("missiles", "drones", "craft")  # point defence: kinds or unit ids, in order (PW-B41)
    damage: tuple[str, ...] = ()  # systems to lose first where the owner chooses (PW-B59); "" order is the default
    beam: Literal["attract", "repel", "cancel", "cut"] = "attract"
    drones: Literal["attack", "defend", "return", "hold"] = "attack"
    blasts: tuple[BlastLine, ...] = ()
    stance: Stance = "cautious"  # plays whatever the lines leave open, and after a stop nobody answered
    acts: tuple[ActLine, ...] = ()
    screen: tuple[int, ...] = ()  # sides to screen first (PW-B51), as in `orders.TakeDamage`
    take: tuple[int, ...] = ()  # sides to take blows on that strike between two (PW-B26)


TEST_SPELLINGS: Final = {"=<": "<=", "=>": ">="}
FACT_WORDS: Final = {str(fact).replace("_", " "): fact for fact in get_args(Fact)}
_CONDITION: Final = re.compile(
    r"(?P<fact>[a-z ]+?)(?: (?:to|of) (?P<unit>[\w./-]+))? ?(?P<test><=|>=|!=|=<|=>|<|>|=) ?(?P<value>-?\d{1,4})",
    re.IGNORECASE,
)


def conditions_in(text: str) -> tuple[Condition, ...]:
    """Conditions with "and" between; none for nothing and "always". NotationError for what cannot be one."""
    if text.casefold() in {"", "always"}:
        return ()
    return tuple(_condition(part.strip()) for part in re.split(r"\band\b", text, flags=re.IGNORECASE))


def _condition(text: str) -> Condition:
    found = _CONDITION.fullmatch(text)
    fact = FACT_WORDS.get(" ".join(found["fact"].casefold().split())) if found else None
    if found is None or fact is None:
        lead, asked = f"{quoted(text)} is not a condition.", found["fact"] if found else text
        tail = f"Write `range to Y1 <= 6`; facts are {', '.join(FACT_WORDS)}."
        raise unknown(NotationError, lead, asked, "", FACT_WORDS, tail=tail)
    return Condition(
        fact, cast("Any", TEST_SPELLINGS.get(found["test"], found["test"])), int(found["value"]), found["unit"] or ""
    )
