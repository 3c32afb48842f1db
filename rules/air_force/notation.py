"""A pilot's decisions as lines, both ways: "P1 plan turn2 aim burner", "P1 climb 1", "P1 fly straight left", "P1 gun B1"."""

import re
from collections.abc import Sequence
from typing import Final, TypeVar, get_args

from rules.air_force.orders import (
    Attack,
    Bank,
    Chase,
    Decision,
    Fly,
    Hold,
    JetId,
    Leg,
    PlanEnergy,
    SetFlight,
    Split,
    Weapon,
)
from rules.errors import NotationError, quoted

EXAMPLES: Final = (
    "P1 plan", "P1 plan turn2 aim burner", "P1 level", "P1 climb 1", "P1 dive 2 brakes 3", "P1 fly straight straight left",
    "P1 fly try", "P1 chase B1", "P1 chase", "P1 bank left", "P1 split right 3", "P1 gun B1", "P1 missile B1", "P1 hold",
)  # fmt: skip
"""Lines of every kind."""
LONGEST: Final = 200
_ID: Final = re.compile(r"[A-Za-z][A-Za-z0-9]{0,11}")
_TURN: Final = re.compile(r"turn([0-9])")
_NUMBER: Final = re.compile(r"[0-9]{1,2}")
_LEGS: Final[tuple[Leg, ...]] = get_args(Leg)
Word = TypeVar("Word", bound=str)
_WEAPONS: Final[tuple[Weapon, ...]] = get_args(Weapon)


def format_decision(decision: Decision) -> str:
    """The line a decision is written as; `parse_decision` reads it."""
    return " ".join([decision.jet, *_words(decision)])


def _words(decision: Decision) -> Sequence[str]:
    match decision:
        case PlanEnergy(_, turns, jink, aim, burner):
            told = ((f"turn{turns}", turns > 0), ("jink", jink), ("aim", aim), ("burner", burner))
            return ["plan", *(word for word, on in told if on)]
        case SetFlight(_, levels, brakes):
            way = ["level"] if levels == 0 else ["climb" if levels > 0 else "dive", str(abs(levels))]
            return [*way, *(["brakes", str(brakes)] if brakes else [])]
        case Fly(_, legs):
            return ["fly", *legs]
        case Chase(_, target):
            return ["chase", *([target] if target else [])]
        case Bank(_, side):
            return ["bank", side]
        case Split(_, side, hexsides):
            return ["split", side, str(hexsides)]
        case Attack(_, weapon, target):
            return [weapon, target]
        case Hold():
            return ["hold"]


def parse_decision(text: str) -> Decision:
    """The decision a line stands for: a jet, a verb, what the verb needs. NotationError says what would be right."""
    if len(text) > LONGEST:
        raise NotationError(f"A decision has at most {LONGEST} characters; this has {len(text)}.")
    words = text.split()
    if len(words) < 2 or _ID.fullmatch(words[0]) is None:
        raise NotationError(f"{quoted(text)} is no decision: write a jet, then what it does, like `{EXAMPLES[1]}`.")
    jet, verb, more = words[0], words[1].casefold(), [word.casefold() for word in words[2:]]
    match verb:
        case "plan":
            return _plan(jet, more)
        case "level" | "climb" | "dive":
            return _flight(jet, verb, more)
        case "fly":
            return Fly(jet, tuple(_one(word, _LEGS, "P1 fly straight left") for word in more or [""]))
        case "chase":
            return Chase(jet, _target(words[2:], "P1 chase B1") if more else "")
        case "bank":
            return Bank(jet, _one(_only(more, "P1 bank left"), ("left", "right", "none"), "P1 bank left"))
        case "split" if len(more) == 2:
            return Split(
                jet, _one(more[0], ("left", "right"), "P1 split right 3"), _number(more[1], "P1 split right 3")
            )
        case "gun" | "missile":
            return Attack(jet, _one(verb, _WEAPONS, "P1 gun B1"), _target(words[2:], "P1 gun B1"))
        case "hold" if not more:
            return Hold(jet)
        case _:
            raise NotationError(
                f"{quoted(text)} cannot be read; there are {', '.join(f'`{one}`' for one in EXAMPLES)}."
            )


def _plan(jet: JetId, words: Sequence[str]) -> PlanEnergy:
    turns = 0
    said: set[str] = set()
    for word in words:
        found = _TURN.fullmatch(word)
        kind = "turn" if found else word
        if kind not in {"turn", "jink", "aim", "burner"} or kind in said:
            raise NotationError(
                f"{quoted(word)}: a plan names `turn1` to `turn3`, `jink`, `aim` and `burner`, each once."
            )
        said.add(kind)
        turns = int(found[1]) if found else turns
    return PlanEnergy(jet, turns, "jink" in said, "aim" in said, "burner" in said)


def _flight(jet: JetId, verb: str, words: Sequence[str]) -> SetFlight:
    example = "P1 dive 2 brakes 3"
    left, levels = list(words), 0
    if verb != "level":
        size = _number(left.pop(0) if left else "", example)
        levels = size if verb == "climb" else -size
    brakes = 0
    if left:
        if len(left) != 2 or left[0] != "brakes":
            raise NotationError(f"{quoted(' '.join(left))} cannot follow there; write it like `{example}`.")
        brakes = _number(left[1], example)
    return SetFlight(jet, levels, brakes)


def _number(word: str, example: str) -> int:
    if _NUMBER.fullmatch(word) is None:
        raise NotationError(f"{quoted(word)} is no number; write it like `{example}`.")
    return int(word)


def _one(word: str, choices: tuple[Word, ...], example: str) -> Word:
    found = next((choice for choice in choices if choice == word), None)
    if found is None:
        raise NotationError(f"{quoted(word)} is none of {', '.join(choices)}; write it like `{example}`.")
    return found


def _only(words: Sequence[str], example: str) -> str:
    if len(words) != 1:
        raise NotationError(f"One word must follow there; write it like `{example}`.")
    return words[0]


def _target(words: Sequence[str], example: str) -> JetId:
    name = _only(words, example)
    if _ID.fullmatch(name) is None:
        raise NotationError(f"{quoted(name)} is no jet; write it like `{example}`.")
    return name
