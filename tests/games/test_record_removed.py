"""With a game's record removed the game is gone: no command, no topic of /help, no clock; lists and guards hold without it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from games.known import GAMES, ORIGINS
from games.record import GameRecord

ROOT = Path(__file__).parents[2]
GONE = [
    origin.game
    for origin in ORIGINS
    if not origin.package and origin.game.kind and not any(origin.game.name in other.needs for other in GAMES.values())
]
"""The tactical games of this tree that no other needs."""
STILL = (
    "tests/games/test_listed.py",
    "tests/games/test_records.py",
    "tests/games/test_unknown_games.py",
    "tests/cogs/shell/test_command_tree.py",
    "tests/cogs/shell/test_faces.py",
    "tests/cogs/shell/test_help.py",
    "tests/harness/attack/test_tactical_rows.py",
    "tests/umpire/test_shared_packages.py",
)
LOOK = """
import asyncio
from cogs.shell.client import help_topics
from cogs.shell.faces import FACES
from cogs.shell.help import help_panel
from games.known import guide
from umpire.systems.known import SYSTEMS
import discord
import sys
assert sys.argv[1] not in FACES and sys.argv[1] not in SYSTEMS
topics = help_topics()
async def said():
    for topic in topics:
        for item in (await help_panel(topics, topic, None)).walk_children():
            if isinstance(item, discord.ui.TextDisplay):
                print(item.content)
            if isinstance(item, discord.ui.Button):
                print(item.label)
asyncio.run(said())
print(guide())
"""
UNSEEN = (".git", ".venv", ".cache", "out", "build", "data", "__pycache__", "playtest_out")


@pytest.fixture(scope="module", params=GONE, ids=lambda game: game.name)
def gone(request: pytest.FixtureRequest) -> GameRecord:
    """The game whose record is removed."""
    game: GameRecord = request.param
    return game


@pytest.fixture(scope="module")
def tree(gone: GameRecord, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of this tree without the record."""
    folder = tmp_path_factory.mktemp("removed") / "tree"
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*UNSEEN), symlinks=True)
    (folder / "games" / f"{gone.name}.py").unlink()
    return folder


def run(tree: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A Python of its own in the copy."""
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    return subprocess.run(
        [sys.executable, *words], cwd=tree, env=environment, capture_output=True, text=True, check=False
    )


def test_help_does_not_mention_a_game_whose_record_is_gone(tree: Path, gone: GameRecord) -> None:
    told = run(tree, "-c", LOOK, gone.name)
    assert told.returncode == 0, told.stderr
    assert "first five minutes" in told.stdout
    assert gone.folder not in told.stdout.lower()


def test_lists_and_guards_hold_without_it_and_its_own_tests_are_not_collected(tree: Path, gone: GameRecord) -> None:
    own = [f"tests/{room}/{gone.folder}" for room in ("cogs", "e2e", "render", "umpire")]
    there = [path for path in (*own, *gone.tests) if (tree / path).is_dir()]
    assert there
    told = run(tree, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", *STILL, *there)
    assert told.returncode == 0, told.stdout[-4000:]
    assert " passed" in told.stdout
