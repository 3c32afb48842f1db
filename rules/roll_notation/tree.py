"""Dice notation: text to a tree of numbers, dice, groups and arithmetic, and back. Whatever the text is, the answer is a tree
or a NotationError that says what would be right."""

from typing import Final, Literal, TypeAlias, TypeVar, assert_never

from rules.typed_text import DASHES
from rules.values import NotationError, Value, quoted

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


def doubtful(tree: Tree) -> str:
    """What other bots read otherwise: dice kept or dropped by the face they show, in the words of a hint; "" for none."""
    match tree:
        case DiceGroup(count, sides, operators):
            return next(
                (_by_face(o, f"{count}d{sides}") for o in operators if o.kind in ("k", "p") and _is_bare(o)), ""
            )
        case Group(inner) | Negative(inner):
            return doubtful(inner)
        case Binary(_, left, right):
            return doubtful(left) or doubtful(right)
        case Number():
            return ""
    assert_never(tree)


def _is_bare(operator: Operator) -> bool:
    return all(not selector.kind for selector in operator.selectors)


def _by_face(operator: Operator, dice: str) -> str:
    number = operator.selectors[0].number
    keeps, best = ("keeps", "h") if operator.kind == "k" else ("drops", "l")
    ends = "highest" if best == "h" else "lowest"
    verb = "keep" if operator.kind == "k" else "drop"
    return (
        f"`{operator.kind}{number}` {keeps} dice that show {number}. To {verb} the {number} {ends}, write "
        f"`{dice}{operator.kind}{best}{number}`."
    )


MOST_NUMBER: Final = 1_000_000
MOST_VALUE: Final = 10**12
EXAMPLE: Final = "`4d6kh3+2`"
DIGITS: Final = "0123456789"
OTHER_SIGNS: Final = {**dict.fromkeys(DASHES, "-"), "×": "*", "x": "*", "÷": "/", "w": "d"}
"""Other signs for ours; German dice are `2w6`."""
# The longer spellings first; `r` means `rr`.
OPERATORS: Final[tuple[tuple[str, OperatorKind], ...]] = (
    ("rr", "rr"), ("ro", "ro"), ("mi", "mi"), ("ma", "ma"), ("r", "rr"), ("k", "k"), ("p", "p"), ("e", "e"),
)  # fmt: skip
SELECTORS: Final[tuple[SelectorKind, ...]] = ("h", "l", "<", ">")
SUMS: Final[tuple[Sign, ...]] = ("+", "-")
PRODUCTS: Final[tuple[Sign, ...]] = ("*", "/")

Word = TypeVar("Word", bound=str)


def parse(text: str) -> Tree:
    """What a player's dice notation means; NotationError if it cannot be read or asks for too much."""
    if not text.strip():
        raise NotationError(f"No dice were named; write something like {EXAMPLE}.")
    if len(text) > MOST_TEXT:
        raise NotationError(f"That is {len(text)} characters of dice; {MOST_TEXT} are the most.")
    reader = _Reader(text)
    tree = reader.sum()
    reader.expect_end()
    written = len(format_tree(tree))
    if written > MOST_TEXT:
        raise NotationError(f"Written out in full that is {written} characters of dice; {MOST_TEXT} are the most.")
    if _largest(tree) > MOST_VALUE:
        raise NotationError(f"The result of {quoted(text)} could get too large; keep it below a million millions.")
    return tree


class _Reader:
    """Reads one text from left to right; `at` is the next character."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0
        self.dice = 0

    def peek(self) -> str:
        """The next character that is not blank, small, in plain signs; nothing at the end."""
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1
        found = self.text[self.at : self.at + 1]
        small = found.lower() if found.isascii() else found
        return OTHER_SIGNS.get(small, small)

    def expect_end(self) -> None:
        """NotationError if anything is left."""
        found = self.peek()
        if found == ")":
            raise NotationError("A parenthesis is closed that was never opened.")
        if found:
            raise NotationError(f"I cannot read {quoted(self.text[self.at :])}; write dice like {EXAMPLE}.")

    def sum(self) -> Tree:
        """Products with + and - between them."""
        tree = self.product()
        while (sign := _one_of(self.peek(), SUMS)) is not None:
            self.at += 1
            tree = Binary(sign, tree, self.product())
        return tree

    def product(self) -> Tree:
        """Factors with * and / between them."""
        tree = self.factor()
        while (sign := _one_of(self.peek(), PRODUCTS)) is not None:
            self.at += 1
            tree = Binary(sign, tree, self.factor())
        return tree

    def factor(self) -> Tree:
        """A number, dice, something in parentheses, or one of these behind a sign."""
        found = self.peek()
        if found in ("-", "+", "("):
            self.at += 1
            self.depth += 1
            if self.depth > MOST_NESTING:
                raise NotationError(f"Parentheses and signs may be nested {MOST_NESTING} deep, not deeper.")
            tree = self.group() if found == "(" else self.factor()
            self.depth -= 1
            return Negative(tree) if found == "-" else tree
        if found == "d":
            return self.dice_group(1)
        if found and found in DIGITS:
            number = self.number()
            return self.dice_group(number) if self.peek() == "d" else Number(number, self.notes())
        if not found:
            raise NotationError(f"Something is missing at the end of {quoted(self.text)}; write dice like {EXAMPLE}.")
        if found == "[":
            raise NotationError("Write a note in brackets after what it describes, as in `1d20 [attack]`.")
        raise NotationError(f"I cannot read {quoted(self.text[self.at :])}; write dice like {EXAMPLE}.")

    def group(self) -> Group:
        """What stands in parentheses, the opening one already read."""
        inner = self.sum()
        if self.peek() != ")":
            raise NotationError("A parenthesis is opened and never closed.")
        self.at += 1
        return Group(inner, self.notes())

    def dice_group(self, count: int) -> DiceGroup:
        """Dice from their `d` on."""
        self.at += 1
        if self.peek() == "%":
            self.at += 1
            sides = 100
        elif not self.peek() or self.peek() not in DIGITS:
            raise NotationError("How many sides do the dice have? Write a number behind the d, as in `2d6`.")
        else:
            sides = self.number()
        if count < 1:
            raise NotationError("At least one die must be rolled.")
        if not 1 <= sides <= MOST_SIDES:
            raise NotationError(f"Dice have 1 to {MOST_SIDES} sides, not {sides}.")
        self.dice += count
        if self.dice > MOST_DICE:
            raise NotationError(f"That is {self.dice} dice; {MOST_DICE} are the most in one roll.")
        return DiceGroup(count, sides, self.operators(sides), self.notes())

    def operators(self, sides: int) -> tuple[Operator, ...]:
        """What is done with the dice; the same operator twice in a row is one with more selectors."""
        found: list[Operator] = []
        while (kind := self.operator_kind()) is not None:
            selector = self.selector(kind)
            if found and found[-1].kind == kind:
                found[-1] = Operator(kind, (*found[-1].selectors, selector))
            else:
                found.append(Operator(kind, (selector,)))
        for operator in found:
            _check_ends(operator, sides)
        return tuple(found)

    def operator_kind(self) -> OperatorKind | None:
        """The next operator, if one comes."""
        self.peek()
        ahead = self.text[self.at : self.at + 2].lower()
        for spelling, kind in OPERATORS:
            if ahead.startswith(spelling):
                self.at += len(spelling)
                return kind
        return None

    def selector(self, kind: OperatorKind) -> Selector:
        """Which dice an operator is for."""
        which = _one_of(self.peek(), SELECTORS)
        if which is not None:
            self.at += 1
        if not self.peek() or self.peek() not in DIGITS:
            raise NotationError(f"A number is missing behind `{kind}{which or ''}`; write for example {_sample(kind)}.")
        number = self.number()
        if kind in ("mi", "ma") and which is not None:
            raise NotationError(f"`{kind}` takes a plain number, as in {_sample(kind)}.")
        if kind in ("rr", "e") and which in ("h", "l"):
            raise NotationError(f"`{kind}` takes a face, or < or > and a face, as in {_sample(kind)}.")
        if which in ("h", "l") and number < 1:
            raise NotationError(f"`{kind}{which}` needs at least one die, as in `{kind}{which}1`.")
        if number > MOST_SIDES:
            raise NotationError(f"{number} is too large behind `{kind}`; {MOST_SIDES} is the most.")
        return Selector(which or "", number)

    def number(self) -> int:
        """A number in digits."""
        start = self.at
        while self.at < len(self.text) and self.text[self.at] in DIGITS:
            self.at += 1
        found = int(self.text[start : self.at])
        if found > MOST_NUMBER:
            raise NotationError(f"{quoted(self.text[start : self.at])} is too large; a million is the most.")
        return found

    def notes(self) -> tuple[str, ...]:
        """Notes in brackets, blanks trimmed, empty ones left out."""
        found: list[str] = []
        while self.peek() == "[":
            end = self.text.find("]", self.at)
            if end < 0:
                raise NotationError("A note is opened with [ and never closed with ].")
            note = " ".join(self.text[self.at + 1 : end].split())
            if "[" in note or not note.isprintable():
                raise NotationError("A note holds plain text only: no second [, no invisible characters.")
            if note:
                found.append(note)
            self.at = end + 1
        return tuple(found)


def _one_of(found: str, wanted: tuple[Word, ...]) -> Word | None:
    return next((word for word in wanted if word == found), None)


def _check_ends(operator: Operator, sides: int) -> None:
    """NotationError for a reroll or an explosion that every face of the die would bring about again."""
    if operator.kind not in ("rr", "e"):
        return
    if all(any(s.matches(face) for s in operator.selectors) for face in range(1, sides + 1)):
        what = "explode" if operator.kind == "e" else "be rerolled"
        raise NotationError(f"A d{sides} would {what} whatever it shows, without end; leave some faces out.")


def _largest(tree: Tree) -> int:
    """A bound for the size of the result, whatever the dice show."""
    match tree:
        case Number(value):
            return value
        case DiceGroup(count, sides, operators):
            raised = (s.number for o in operators if o.kind == "mi" for s in o.selectors)
            return (count + MOST_EXTRA) * max(sides, *raised, 1)
        case Group(inner) | Negative(inner):
            return _largest(inner)
        case Binary("*", left, right):
            return _largest(left) * _largest(right)
        case Binary("/", left, _):
            return _largest(left)
        case Binary(_, left, right):
            return _largest(left) + _largest(right)
    assert_never(tree)


def _sample(kind: OperatorKind) -> str:
    samples: dict[OperatorKind, str] = {
        "k": "`4d6kh3`", "p": "`4d6pl1`", "rr": "`2d6rr1`", "ro": "`2d6ro<3`", "e": "`3d6e6`", "mi": "`2d6mi2`",
        "ma": "`2d6ma5`",
    }  # fmt: skip
    return samples[kind]
