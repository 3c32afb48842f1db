"""What a text of dice notation means: a tree of numbers, dice, groups and arithmetic, and how it is written."""

from typing import Final, Literal, TypeAlias, assert_never

from rules.values import Value

SelectorKind: TypeAlias = Literal["", "h", "l", "<", ">"]
OperatorKind: TypeAlias = Literal["k", "p", "rr", "ro", "e", "mi", "ma"]
Sign: TypeAlias = Literal["+", "-", "*", "/"]

MOST_DICE: Final = 200
MOST_SIDES: Final = 1_000
MOST_TEXT: Final = 200
MOST_NESTING: Final = 20
MOST_EXTRA: Final = 200
"""Dice added by explosions and rerolls in one text; after that no more are rolled, and the answer says so."""


class Selector(Value):
    """Which dice: `h` the `number` highest, `l` the lowest, `<` below it, `>` above it, nothing: equal to it."""

    kind: SelectorKind
    number: int

    def matches(self, value: int) -> bool:
        """Whether a value alone is meant; never true for highest and lowest, which need the others beside it."""
        match self.kind:
            case "":
                return value == self.number
            case "<":
                return value < self.number
            case ">":
                return value > self.number
            case "h" | "l":
                return False
        assert_never(self.kind)


class Operator(Value):
    """What is done with the dice any selector means: keep, drop, reroll always or once, explode, minimum, maximum."""

    kind: OperatorKind
    selectors: tuple[Selector, ...]


class Number(Value):
    """A number as written."""

    value: int
    notes: tuple[str, ...] = ()


class DiceGroup(Value):
    """`count` dice of `sides` sides; the operators are done from left to right."""

    count: int
    sides: int
    operators: tuple[Operator, ...] = ()
    notes: tuple[str, ...] = ()


class Group(Value):
    """Something in parentheses."""

    inner: "Tree"
    notes: tuple[str, ...] = ()


class Negative(Value):
    """A minus before something."""

    inner: "Tree"


class Binary(Value):
    """Two things and the sign between them; `/` drops the fraction, so 7/2 is 3 and -7/2 is -3."""

    sign: Sign
    left: "Tree"
    right: "Tree"


Tree: TypeAlias = Number | DiceGroup | Group | Negative | Binary


def format_dice(dice: DiceGroup) -> str:
    """The dice and their operators as text, without notes: `4d6kh3`."""
    operators = "".join(f"{o.kind}{s.kind}{s.number}" for o in dice.operators for s in o.selectors)
    return f"{dice.count}d{dice.sides}{operators}"


def format_notes(notes: tuple[str, ...]) -> str:
    """The notes as text: `[attack][fire]`."""
    return "".join(f"[{note}]" for note in notes)


def format_tree(tree: Tree) -> str:
    """The tree as text, without blanks: `4d6kh3+2[attack]`; parsing a parsed tree's text gives the same tree."""
    match tree:
        case Number(value, notes):
            return f"{value}{format_notes(notes)}"
        case DiceGroup(notes=notes):
            return f"{format_dice(tree)}{format_notes(notes)}"
        case Group(inner, notes):
            return f"({format_tree(inner)}){format_notes(notes)}"
        case Negative(inner):
            return f"-{format_tree(inner)}"
        case Binary(sign, left, right):
            return f"{format_tree(left)}{sign}{format_tree(right)}"
    assert_never(tree)
