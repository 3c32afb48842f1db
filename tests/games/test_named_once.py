"""A tactical game is named in its own folders and in few files beside: adding one is one registration."""

import re
import subprocess
from pathlib import Path

import pytest

from games.known import GAMES, ORIGINS
from games.record import GameRecord

ROOT = Path(__file__).parents[2]
MOST = 6
"""Files that may name it elsewhere: its record, the import contracts, and what tells people of it."""
ABOUT = ("tests", "harness", "docs", "examples", "scenarios", "demo")
"""Folders that are about the program."""
TACTICAL = [origin.game for origin in ORIGINS if origin.game.kind and not origin.package]


def sources() -> list[str]:
    """The files that git knows or, in a copy without git, those there are."""
    asked = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode == 0:
        return listed.stdout.splitlines()
    return [str(path.relative_to(ROOT)) for path in ROOT.rglob("*") if path.suffix in {".py", ".js", ".toml", ""}]


def naming(game: GameRecord) -> list[str]:
    """The files outside a game's folders that name it; what builds on it is no stranger. A game whose folder is called by a
    word that other games need, as a battle is, is sought by its packages."""
    built_on = [other for other in GAMES.values() if game.name in other.needs]
    own = {name for each in (game, *built_on) for name in (each.folder, each.rules.rpartition(".")[2])}
    own |= {"bridge"} if built_on else set()
    packages = [game.rules, *(f"{room}.{game.folder}" for room in ("cogs", "umpire", "render"))]
    words = "|".join(map(re.escape, packages)) if built_on else re.escape(game.folder)
    sought = re.compile(rf"(?i)\b(?:{words})" if built_on else f"(?i){words}")
    found = []
    for name in sources():
        path = Path(name)
        mine = {*path.parts[:-1], path.stem} & own or path.parts[0] in ABOUT or path.suffix == ".md"
        if (
            not mine
            and (ROOT / path).is_file()
            and sought.search((ROOT / path).read_text(encoding="utf-8", errors="replace"))
        ):
            found.append(name)
    return found


@pytest.mark.parametrize("game", TACTICAL, ids=lambda game: game.name)
def test_a_tactical_game_is_named_in_few_files_outside_its_folders(game: GameRecord) -> None:
    found = naming(game)
    assert len(found) <= MOST, (
        f"{game.name} is named in {found}: build what they list from its record (games/record.py)"
    )
