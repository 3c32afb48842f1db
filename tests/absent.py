"""Games of this tree whose record is not there: their code and tests stand in folders that no record claims, and are left out.

So that a game is gone with its record: pytest does not collect its folders, and guides and documents are read without its
commands.
"""

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final

from games.known import GAMES

ROOT: Final = Path(__file__).resolve().parent.parent


@cache
def absent_folders() -> frozenset[str]:
    """The names of folders that hold a game without a record, in any package."""
    rules = {path.parent.name for path in (ROOT / "rules").glob("*/ledger.toml")}
    faces = {path.parent.name for path in (ROOT / "cogs").glob("*/face.py") if "\nFACE: " in path.read_text("utf-8")}
    claimed = {name for game in GAMES.values() for name in (game.folder, game.rules.rpartition(".")[2])}
    return frozenset((rules | faces) - claimed)


@cache
def absent_groups() -> frozenset[str]:
    """Commands, by their first word, of games without a record."""
    faces = [name for name in absent_folders() if (ROOT / "cogs" / name / "face.py").is_file()]
    return frozenset(command.name for name in faces for command in import_module(f"cogs.{name}.face").FACE.commands())


def is_absent(path: Path) -> bool:
    """Whether a file or folder is of such a game, or would be its record."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return not absent_folders().isdisjoint(parts)
