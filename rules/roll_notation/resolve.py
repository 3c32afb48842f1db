"""Tree to result: every die that was rolled, what became of it, and the value of every part."""

from collections.abc import Callable
from typing import TypeAlias, assert_never

from rules.dice import Roller
from rules.roll_notation.tree import MOST_EXTRA, Binary, DiceGroup, Group, Negative, Number, Operator, Selector, Tree
from rules.values import NotationError, Roll, Value, changed


class Die(Value):
    """One die: what it showed one after another (rerolls, minimum, maximum), whether it counts, whether it exploded."""

    shown: tuple[int, ...]
    kept: bool = True
    exploded: bool = False

    @property
    def value(self) -> int:
        """What it shows in the end."""
        return self.shown[-1]


class NumberResult(Value):
    """A number as written."""

    tree: Number

    @property
    def value(self) -> int:
        """The number."""
        return self.tree.value


class DiceResult(Value):
    """Dice that were rolled, and all rolls made for them; `stopped` if MOST_EXTRA ended explosions or rerolls."""

    tree: DiceGroup
    dice: tuple[Die, ...]
    rolls: tuple[Roll, ...]
    stopped: bool

    @property
    def value(self) -> int:
        """The sum of the dice that count."""
        return sum(die.value for die in self.dice if die.kept)


class GroupResult(Value):
    """Something in parentheses."""

    tree: Group
    inner: "Result"

    @property
    def value(self) -> int:
        """The value of what is inside."""
        return self.inner.value


class NegativeResult(Value):
    """Something behind a minus."""

    tree: Negative
    inner: "Result"

    @property
    def value(self) -> int:
        """Its value, negated."""
        return -self.inner.value


class BinaryResult(Value):
    """Two results and the sign between them."""

    tree: Binary
    left: "Result"
    right: "Result"
    value: int


Result: TypeAlias = NumberResult | DiceResult | GroupResult | NegativeResult | BinaryResult


def resolve(tree: Tree, roller: Roller, key: str) -> Result:
    """Roll the tree's dice from left to right; NotationError if it divides by zero.

    The first group of dice is rolled for `key/1`, the next for `key/2`; its rerolls and explosions for `key/1/extra/1`
    and on. So a reroll in one group never changes another group's dice.
    """
    return _Resolver(roller, key).visit(tree)


def rolls_of(result: Result) -> tuple[Roll, ...]:
    """Every roll made for the result, in order, for the event that records it."""
    match result:
        case NumberResult():
            return ()
        case DiceResult(rolls=rolls):
            return rolls
        case GroupResult(inner=inner) | NegativeResult(inner=inner):
            return rolls_of(inner)
        case BinaryResult(left=left, right=right):
            return rolls_of(left) + rolls_of(right)
    assert_never(result)


class _Resolver:
    """Numbers the groups of one text and counts its extra dice."""

    def __init__(self, roller: Roller, key: str) -> None:
        self.roller = roller
        self.key = key
        self.groups = 0
        self.extra = 0

    def visit(self, tree: Tree) -> Result:
        match tree:
            case Number():
                return NumberResult(tree)
            case DiceGroup():
                self.groups += 1
                return _Handful(self, tree, f"{self.key}/{self.groups}").resolve()
            case Group(inner):
                return GroupResult(tree, self.visit(inner))
            case Negative(inner):
                return NegativeResult(tree, self.visit(inner))
            case Binary(_, left, right):
                return self.binary(tree, self.visit(left), self.visit(right))
        assert_never(tree)

    def binary(self, tree: Binary, left: Result, right: Result) -> BinaryResult:
        a, b = left.value, right.value
        match tree.sign:
            case "+":
                value = a + b
            case "-":
                value = a - b
            case "*":
                value = a * b
            case "/":
                if b == 0:
                    raise NotationError("That divides by zero, so it has no result.")
                value = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
            case _:
                assert_never(tree.sign)
        return BinaryResult(tree, left, right, value)


class _Handful:
    """The dice of one group while its operators are done."""

    def __init__(self, resolver: _Resolver, tree: DiceGroup, key: str) -> None:
        self.resolver = resolver
        self.tree = tree
        self.key = key
        first = resolver.roller.roll(key, tree.sides, tree.count)
        self.rolls = [first]
        self.dice = [Die((face,)) for face in first.faces]
        self.stopped = False

    def resolve(self) -> DiceResult:
        for operator in self.tree.operators:
            self.apply(operator)
        return DiceResult(self.tree, tuple(self.dice), tuple(self.rolls), self.stopped)

    def apply(self, operator: Operator) -> None:
        match operator.kind:
            case "k":
                chosen = self.chosen(operator.selectors)
                self.drop({i for i, die in enumerate(self.dice) if die.kept} - chosen)
            case "p":
                self.drop(self.chosen(operator.selectors))
            case "ro":
                for index in sorted(self.chosen(operator.selectors)):
                    self.reroll(index)
            case "rr":
                for index in sorted(self.chosen(operator.selectors)):
                    while self.reroll(index) and _matches(operator, self.dice[index]):
                        pass
            case "e":
                self.explode(operator)
            case "mi":
                self.hold(max(s.number for s in operator.selectors), max)
            case "ma":
                self.hold(min(s.number for s in operator.selectors), min)
            case _:
                assert_never(operator.kind)

    def chosen(self, selectors: tuple[Selector, ...]) -> set[int]:
        """The dice that count and that any selector means; of equal dice the first is both highest and lowest."""
        kept = [i for i, die in enumerate(self.dice) if die.kept]
        found: set[int] = set()
        for selector in selectors:
            match selector.kind:
                case "h":
                    found.update(sorted(kept, key=lambda i: -self.dice[i].value)[: selector.number])
                case "l":
                    found.update(sorted(kept, key=lambda i: self.dice[i].value)[: selector.number])
                case _:
                    found.update(i for i in kept if selector.matches(self.dice[i].value))
        return found

    def drop(self, indexes: set[int]) -> None:
        for index in indexes:
            self.dice[index] = changed(self.dice[index], kept=False)

    def reroll(self, index: int) -> bool:
        face = self.extra_face()
        if face is None:
            return False
        self.dice[index] = changed(self.dice[index], shown=(*self.dice[index].shown, face))
        return True

    def explode(self, operator: Operator) -> None:
        index = 0
        while index < len(self.dice):
            die = self.dice[index]
            if die.kept and _matches(operator, die):
                face = self.extra_face()
                if face is None:
                    return
                self.dice[index] = changed(die, exploded=True)
                self.dice.insert(index + 1, Die((face,)))
            index += 1

    def hold(self, bound: int, choose: Callable[[int, int], int]) -> None:
        for index, die in enumerate(self.dice):
            value = choose(die.value, bound)
            if die.kept and value != die.value:
                self.dice[index] = changed(die, shown=(*die.shown, value))

    def extra_face(self) -> int | None:
        """One more die for this group, or nothing once the whole text has had its MOST_EXTRA."""
        if self.resolver.extra >= MOST_EXTRA:
            self.stopped = True
            return None
        self.resolver.extra += 1
        rolled = self.resolver.roller.roll(f"{self.key}/extra/{len(self.rolls)}", self.tree.sides)
        self.rolls.append(rolled)
        return rolled.total


def _matches(operator: Operator, die: Die) -> bool:
    return any(selector.matches(die.value) for selector in operator.selectors)
