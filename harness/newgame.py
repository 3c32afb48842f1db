"""`make newgame GAME=name` writes a game of your own to begin with: the sample of examples/sea_duel under your names, in the form
of a package from outside. It passes every check as it stands; you change it file by file (docs/adding-a-game.md)."""

import argparse
import keyword
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from games.known import GAMES
from games.record import GAME_NAME_PATTERN
from rules.values import GameError, quoted

PROJECT_FOLDER: Final = Path(__file__).resolve().parents[1]
SAMPLE_GAME: Final = PROJECT_FOLDER / "examples" / "sea_duel"
NEXT_STEPS: Final = """Written: {folder}. It is the sample game under your names, and can be played as it is:

    pip install {folder}
    python bot.py play

Write next, in this order (docs/adding-a-game.md goes through it):

    {name}/duel.py       the rules: state, orders, events, a turn, the bot's choice
    {name}/ledger.toml   each rule in a sentence, as /rule shows it
    test_{name}.py       what the rules must do
    {name}/picture.py    the picture, its words, the log
    {name}/kind.py       what a turn waits for, the words of letters
    {name}/seen.py       who sees what, the files of a post
    {name}/face.py       commands, buttons, help
    {name}/record.py     where all that is

These tests apply: test_{name}.py, and all else that a package can be held to (style, format, types, its whole record):

    make checkgame GAME={name}{more}
"""


def check(name: str, where: Path) -> None:
    """GameError for a name that no new game can have, with the reason."""
    if not GAME_NAME_PATTERN.fullmatch(name):
        raise GameError(
            f"{quoted(name)} cannot be a game's name: 2 to 31 small letters, digits and _, beginning with a letter."
        )
    if keyword.iskeyword(name) or keyword.issoftkeyword(name):
        raise GameError(f"{quoted(name)} is a word of Python's own, so no package can be called that.")
    if name in GAMES:
        raise GameError(f"There is a game {quoted(name)} already.")
    if name in sys.stdlib_module_names or find_spec(name) is not None:
        raise GameError(f"There is a package {quoted(name)} already, and yours would hide it; choose another name.")
    if (where / name).exists():
        raise GameError(f"{where / name} is there already; choose another name, or another place with WHERE=folder.")


def names(name: str) -> Iterator[tuple[str, str]]:
    """What stands in the sample, and what stands in its place, longer ones first."""
    words, short = name.split("_"), name.replace("_", "")
    title = " ".join(word for word in words if word)
    yield "sea_duel", name
    yield "seaduel", short
    yield "sea-duel", name.replace("_", "-").strip("-")
    yield "a sea duel", f"a {title}"
    yield "Sea duel", title.capitalize()
    yield "Sea Duel", title.title()
    yield "SEA-", f"{short[:8].upper()}-"
    yield '"sea-', f'"{short[:8]}-'
    yield 'buttons="sea"', f'buttons="{short[:8]}"'


def write(name: str, where: Path) -> Path:
    """Write the game below a folder and give its own; GameError for a name that cannot be."""
    check(name, where)
    folder, pairs = where / name, tuple(names(name))
    for path in sorted(SAMPLE_GAME.rglob("*")):
        if path.is_file() and "cache" not in path.as_posix():
            text, at = path.read_text(encoding="utf-8"), path.relative_to(SAMPLE_GAME).as_posix()
            for old, new in pairs:
                text, at = text.replace(old, new), at.replace(old, new)
            (folder / at).parent.mkdir(parents=True, exist_ok=True)
            (folder / at).write_text(text, encoding="utf-8")
    for command in (["check", "--quiet", "--fix", "--select", "I"], ["format", "--quiet"]):
        given = [
            "--config",
            str(PROJECT_FOLDER / "pyproject.toml"),
            "--config",
            f'src=["{folder}", "{PROJECT_FOLDER}"]',
            str(folder),
        ]
        subprocess.run([sys.executable, "-m", "ruff", *command, *given], check=True)
    return folder


def main() -> int:
    """Write a game; 2 for a name that cannot be."""
    parser = argparse.ArgumentParser(prog="make newgame", description=__doc__)
    parser.add_argument("name")
    parser.add_argument("--where", type=Path, default=PROJECT_FOLDER / "examples")
    given = parser.parse_args()
    try:
        folder = write(given.name, given.where.resolve())
    except GameError as refused:
        print(refused, file=sys.stderr)
        return 2
    more = "" if folder.parent == PROJECT_FOLDER / "examples" else f" WHERE={folder.parent}"
    print(NEXT_STEPS.format(name=given.name, folder=folder, more=more))
    return 0


if __name__ == "__main__":
    sys.exit(main())
