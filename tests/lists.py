"""Lists that cannot be made from the records of games: what one lacks is told with the file to write it in."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from games.known import GAMES

ROOT: Final = Path(__file__).resolve().parent.parent


def file_of(reference: str) -> str:
    """The file of `package.module:name`: harness/games/air_force.py."""
    return f"{reference.partition(':')[0].replace('.', '/')}.py"


def rows_of(game: str) -> str:
    """The file of a game's rows, to be named to whoever has to write in it."""
    return file_of(GAMES[game].rows or "games.record:rows")


def assert_listed(there: Iterable[str], listed: Iterable[str], where: str) -> None:
    """A list holds all there is and nothing else; `where` says which one, and where it stands."""
    found, written = set(there), set(listed)
    wrong = [f'add "{name}"' for name in sorted(found - written)]
    wrong += [f'take out "{name}", which is gone' for name in sorted(written - found)]
    assert not wrong, f"{where}: {', '.join(wrong)}"
