"""The settings, told once: the list in settings.py, the operator's guide's table, `.env.example`, and what is read.

`GOLDEN=write pytest tests/test_settings.py` writes the table and the example anew.
"""

import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Final

import pytest
from dotenv import dotenv_values

from settings import DOTENV, LISTED, Settings, SettingsError, read_settings

ROOT: Final = Path(__file__).parent.parent
GUIDE: Final = ROOT / "docs" / "guide-operator.md"
EXAMPLE: Final = ROOT / ".env.example"
TABLE: Final = re.compile(r"^\| name \| default \| meaning \|\n\|---\|---\|---\|\n(?:\|.*\n)+", re.MULTILINE)
HEAD: Final = """\
# Settings of Admiralty. Copy this file to .env beside bot.py, readable by the bot's user alone (chmod 600 .env), and take the #
# from each line that you set. What the environment says wins. Made from settings.py (tests/test_settings.py).
"""


def table() -> str:
    """The guide's table."""
    rows = [f"| `{one.name}` | {one.unset or f'`{one.default}`'} | {one.meaning} |\n" for one in LISTED]
    return "".join(["| name | default | meaning |\n|---|---|---|\n", *rows])


def example() -> str:
    """`.env.example`: each setting with its meaning above it, switched off."""
    parts = [HEAD]
    for one in LISTED:
        plain = re.sub(r"\[([^]]+)\]\([^)]*\)", r"\1", one.meaning).replace("`", "")
        told = f"{plain[0].upper()}{plain[1:]}." + (
            f" Unless set: {one.unset.strip('()').replace('`', '')}." if one.unset else ""
        )
        parts.append(
            "\n"
            + textwrap.fill(told, 118, initial_indent="# ", subsequent_indent="# ")
            + f"\n#{one.name}={one.default}\n"
        )
    return "".join(parts)


def test_the_guide_and_the_example_are_made_from_the_list() -> None:
    guide = GUIDE.read_text("utf-8")
    if os.environ.get("GOLDEN") == "write":
        guide = TABLE.sub(lambda _: table(), guide)
        GUIDE.write_text(guide, "utf-8")
        EXAMPLE.write_text(example(), "utf-8")
    assert TABLE.findall(guide) == [table()]
    assert EXAMPLE.read_text("utf-8") == example()


def test_what_is_read_is_listed() -> None:
    read = re.findall(
        r"(?:values(?:\.get)?[,(] ?|_yes\(values, )\"([A-Z_]+)\"", (ROOT / "settings.py").read_text("utf-8")
    )
    assert set(read) == {one.name for one in LISTED}
    assert len(LISTED) == len({one.name for one in LISTED})


def test_every_default_is_what_holds_where_nothing_is_set(tmp_path: Path) -> None:
    plain = read_settings({}, None)
    for one in LISTED:
        assert read_settings({one.name: one.default} if one.default else {}, None) == plain, one.name
    switched_on = re.sub(r"^#(?=[A-Z_]+=.)", "", example(), flags=re.MULTILINE)
    (tmp_path / ".env").write_text(switched_on, "utf-8")
    assert read_settings({}, tmp_path / ".env") == plain
    assert set(dotenv_values(tmp_path / ".env")) == {one.name for one in LISTED if one.default}


WRONG: Final = {
    "DATABASE_URL": "nowhere",
    "ADMIRALTY_WORKERS": "many",
    "ADMIRALTY_SHARDS": "0",
    "ADMIRALTY_SHARD_IDS": "x",
    "ADMIRALTY_PORT": "door",
    "ADMIRALTY_LOG": "loud",
    "ADMIRALTY_WORK": "there",
    "ADMIRALTY_METRICS": "here",
    "ADMIRALTY_METRICS_PUBLIC": "perhaps",
    "ADMIRALTY_METRICS_DETAILED": "perhaps",
    "ADMIRALTY_BACKUP_HOURS": "0",
    "ADMIRALTY_BACKUPS_KEPT": "0",
    "ADMIRALTY_GM_COMMANDS": "nobody",
}


@pytest.mark.parametrize(("name", "value"), WRONG.items())
def test_what_cannot_be_used_is_refused_by_its_name(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=name):
        read_settings({name: value}, None)


@pytest.mark.parametrize("whence", ["", "docs", "/"])
def test_the_env_file_is_the_one_beside_bot_py(tmp_path: Path, whence: str) -> None:
    """Whatever folder the program is started in; a `.env` there is another program's."""
    assert DOTENV == ROOT / ".env"
    home = tmp_path / "home"
    home.mkdir()
    for name in ("installed.py", "storage", "rules"):
        (home / name).symlink_to(ROOT / name)
    shutil.copy(ROOT / "settings.py", home)
    (home / "docs").mkdir()
    (home / "pyproject.toml").touch()
    (home / ".env").write_text("ADMIRALTY_WORKERS=7\n", "utf-8")
    (home / "docs" / ".env").write_text("ADMIRALTY_WORKERS=9\n", "utf-8")
    ask = f"import sys; sys.path.insert(0, {str(home)!r}); import settings; print(settings.read_settings({{}}).workers)"
    told = subprocess.run([sys.executable, "-c", ask], cwd=home / whence, capture_output=True, text=True, check=True)
    assert told.stdout == "7\n"


def test_settings_are_shown_without_secrets() -> None:
    shown = repr(read_settings({"DISCORD_TOKEN": "a.b.c", "DATABASE_URL": "postgresql://u:secret@h/d"}, None))
    assert "a.b.c" not in shown
    assert "secret" not in shown
    assert Settings() == read_settings({}, None)
