"""Result to text, as Discord shows it: every die, dropped and rerolled ones struck through, exploded ones marked."""

import re
from typing import assert_never

from rules.roll_notation import resolve
from rules.roll_notation.tree import MOST_EXTRA, format_dice

_MARKDOWN = re.compile(r"([\\*_~`|<>#@:-])")


def explain(result: resolve.Result) -> str:
    """One line: the notation with every die, and the total. `4d6kh3 (~~1~~, 3, 4, 6) + 2 [attack] = **15**`.

    A rerolled or held die shows what it was, struck through, then what it is; `6!` exploded.
    """
    text = f"{_explain(result)} = **{result.value}**"
    return f"{text} (stopped after {MOST_EXTRA} extra dice)" if _stopped(result) else text


def _explain(result: resolve.Result) -> str:
    match result:
        case resolve.NumberResult(tree):
            return f"{tree.value}{_notes(tree.notes)}"
        case resolve.DiceResult(tree, dice):
            return f"{format_dice(tree)} ({', '.join(_die(die) for die in dice)}){_notes(tree.notes)}"
        case resolve.GroupResult(tree, inner):
            return f"({_explain(inner)}){_notes(tree.notes)}"
        case resolve.NegativeResult(_, inner):
            return f"-{_explain(inner)}"
        case resolve.BinaryResult(tree, left, right):
            sign = {"*": "×", "/": "÷"}.get(tree.sign, tree.sign)
            return f"{_explain(left)} {sign} {_explain(right)}"
    assert_never(result)


def _die(die: resolve.Die) -> str:
    before = "".join(f"~~{value}~~→" for value in die.shown[:-1])
    last = f"{die.value}!" if die.exploded else f"{die.value}"
    return f"{before}{last}" if die.kept else f"{before}~~{last}~~"


def _notes(notes: tuple[str, ...]) -> str:
    """The notes with everything escaped that Discord would read as markup or as a mention."""
    shown = (_MARKDOWN.sub(r"\\\1", note).replace("@", "@\u200b") for note in notes)
    return "".join(f" [{note}]" for note in shown)


def _stopped(result: resolve.Result) -> bool:
    match result:
        case resolve.NumberResult():
            return False
        case resolve.DiceResult(stopped=stopped):
            return stopped
        case resolve.GroupResult(inner=inner) | resolve.NegativeResult(inner=inner):
            return _stopped(inner)
        case resolve.BinaryResult(left=left, right=right):
            return _stopped(left) or _stopped(right)
    assert_never(result)
