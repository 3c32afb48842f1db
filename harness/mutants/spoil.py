"""Draws mutants of modules with cosmic-ray's operators; run from the tree's root by the interpreter that has cosmic-ray.

Standard input: `{"modules": ["rules/..."], "each": 10, "seed": "7/air_force"}`. Standard output: a list of
`{"module", "line", "operator", "occurrence", "source"}`, where `source` is the whole module with that one change.
"""

import json
import sys
from pathlib import Path
from random import Random
from typing import Final

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

ORDER_COMPARISONS: Final = {"Eq", "NotEq", "Lt", "LtE", "Gt", "GtE"}
IDENTITY_COMPARISONS: Final = {"Is", "IsNot"}
COMPARISON: Final = "core/ReplaceComparisonOperator_"
TELLING_OPERATORS: Final = {
    "core/NumberReplacer", "core/ReplaceAndWithOr", "core/ReplaceOrWithAnd", "core/AddNot", "core/ReplaceTrueWithFalse",
    "core/ReplaceFalseWithTrue", "core/ReplaceBreakWithContinue", "core/ReplaceContinueWithBreak", "core/ZeroIterationForLoop",
    "core/ReplaceBinaryOperator_Add_Sub", "core/ReplaceBinaryOperator_Sub_Add", "core/ReplaceBinaryOperator_Mul_Add",
    "core/ReplaceBinaryOperator_FloorDiv_Mul", "core/ReplaceBinaryOperator_Mod_Sub", "core/ReplaceUnaryOperator_USub_UAdd",
    "core/ReplaceUnaryOperator_Delete_Not",
}  # fmt: skip
"""Operators whose mutants change a rule: not those that spoil annotations, or make of a sum what no rule ever is."""


def is_telling(operator: str) -> bool:
    """Whether an operator's mutants change a rule; `==` for `is` changes nothing here, `<` for `is` only ever crashes."""
    if operator.startswith(COMPARISON):
        pair = set(operator.removeprefix(COMPARISON).split("_"))
        return pair <= ORDER_COMPARISONS or pair <= IDENTITY_COMPARISONS
    return operator in TELLING_OPERATORS


def drawn(module: str, each: int, random: Random) -> list[dict[str, object]]:
    """So many mutants of a module, no two of one line, none of a decorator."""
    source = Path(module).read_text(encoding="utf-8")
    text = source.splitlines()
    nodes = list(ast_nodes(get_ast(source)))
    by_line: dict[int, list[tuple[str, int]]] = {}
    for name in sorted(filter(is_telling, operator_names())):
        operator = get_operator(name)()
        lines = (start[0] for node in nodes for start, _ in operator.mutation_positions(node))
        for occurrence, line in enumerate(lines):
            if not text[line - 1].lstrip().startswith("@"):
                by_line.setdefault(line, []).append((name, occurrence))
    lines_drawn = random.sample(sorted(by_line), min(each, len(by_line)))
    found: list[dict[str, object]] = []
    for line in sorted(lines_drawn):
        name, occurrence = random.choice(by_line[line])
        spoilt = mutate_code(source, get_operator(name)(), occurrence)
        if compiles(spoilt):
            found.append({"module": module, "line": line, "operator": name, "occurrence": occurrence, "source": spoilt})
    return found


def compiles(text: str) -> bool:
    """Whether a text is Python: the star before arguments by name is no product, and a plus there is none."""
    try:
        compile(text, "mutant", "exec", dont_inherit=True)
    except SyntaxError:
        return False
    return True


def main() -> None:
    """Read what to draw, write what was drawn."""
    asked = json.load(sys.stdin)
    random = Random(asked["seed"])
    json.dump([mutant for module in asked["modules"] for mutant in drawn(module, asked["each"], random)], sys.stdout)


if __name__ == "__main__":
    main()
