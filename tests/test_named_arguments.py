"""Nobody can check a row of eight values against a class by eye: from eight on, a constructor's arguments have names."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
ROOMS: Final = ("rules", "umpire", "cogs", "render")
MOST: Final = 7


def _crowded(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or len(node.args) <= MOST:
            continue
        called = ast.unparse(node.func).rpartition(".")[2]
        if called[:1].isupper():
            yield f"{path.relative_to(ROOT)}:{node.lineno}: {called} with {len(node.args)} unnamed arguments"


def test_constructors_are_not_called_by_eight_positions() -> None:
    found = [line for room in ROOMS for path in sorted((ROOT / room).rglob("*.py")) for line in _crowded(path)]
    assert not found, "\n".join(found)
