"""`make checkgame GAME=name` holds a game from outside to every check: style, format, types, its own tests, and its whole record
loaded where it is installed as a package."""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from tests.outside import install

PROJECT_FOLDER: Final = Path(__file__).resolve().parents[1]
LOAD_SCRIPT: Final = """
from cogs.shell.faces import commands, merge_tables
from games.known import ORIGINS, check_functions, ledgers, parts
from umpire.services.rulebook import load_rulebook
game = next(origin.game for origin in ORIGINS if origin.game.name == {name!r})
check_functions()
assert all(game.name in parts(field) for field in ("system", "kind", "face"))
assert game.rule_example in load_rulebook().rules, game.rule_example
print(len(commands()), len(merge_tables("buttons")), len(list(ledgers())))
"""


def checks(folder: Path, installed: Path) -> dict[str, list[str]]:
    """What is run, by what it is for; `installed` is where the package is as `pip` put it."""
    here = sys.executable
    config = ["--config", str(PROJECT_FOLDER / "pyproject.toml"), "--config", f'src=["{folder}", "{PROJECT_FOLDER}"]']
    return {
        "style": [here, "-m", "ruff", "check", "--quiet", *config, str(folder)],
        "format": [here, "-m", "ruff", "format", "--check", "--quiet", *config, str(folder)],
        "types": [here, "-m", "mypy", "--config-file", str(PROJECT_FOLDER / "pyproject.toml"), str(folder)],
        "its own tests": [here, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", str(folder)],
        "its record": [here, "-c", LOAD_SCRIPT.format(name=installed.parent.name)],
    }


def check(folder: Path, *, types: bool = True) -> dict[str, str]:
    """What each check that fails says; `types` takes longest."""
    failed: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as kept:
        installed = install(folder, Path(kept) / folder.name / "packages")
        path = os.pathsep.join([str(installed), str(PROJECT_FOLDER)])
        given = {**os.environ, "PYTHONPATH": path, "MYPYPATH": f"{folder}{os.pathsep}{PROJECT_FOLDER}"}
        for what, call in checks(folder, installed).items():
            if what != "types" or types:
                done = subprocess.run(call, cwd=PROJECT_FOLDER, env=given, capture_output=True, text=True, check=False)
                if done.returncode != 0:
                    failed[what] = done.stdout + done.stderr
    return failed


def main() -> int:
    """Print what fails; 1 if anything does."""
    parser = argparse.ArgumentParser(prog="make checkgame", description=__doc__)
    parser.add_argument("name")
    parser.add_argument("--where", type=Path, default=PROJECT_FOLDER / "examples")
    given = parser.parse_args()
    failed = check(given.where.resolve() / given.name)
    for what, said in failed.items():
        print(f"✗ {what}\n{said}")
    print("✔ Everything passes." if not failed else f"{len(failed)} checks fail.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
