"""The systemd units: understood by systemd itself, hardened, and of this program as it is."""

import asyncio
import configparser
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot import parser
from cogs.shell.background_tasks import FAULT_EXIT_CODE
from settings import read_settings
from tests.needs import Need, missing

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "deploy" / "systemd"
UNITS = sorted(path.name for path in FOLDER.glob("*.service")) + sorted(path.name for path in FOLDER.glob("*.timer"))
SERVICES = [name for name in UNITS if name.endswith(".service")]
HOME = "/srv/admiralty"
MOST_EXPOSED = 2.0
"""Of 10, as systemd-analyze counts; an ordinary unit has 9.6."""


@pytest.fixture(scope="module")
def analyze() -> str:
    """The program, which .ci/run installs (Debian's package systemd)."""
    found = shutil.which("systemd-analyze")
    if found is None:
        missing(Need.SYSTEMD, "There is no systemd to read the units.")
    return found


def installed(name: str, folder: Path) -> Path:
    """A unit as it is where the program lies on this machine."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    path = folder / name
    path.write_text(text.replace(f"{HOME}/.venv/bin/python", sys.executable).replace(HOME, str(ROOT)), encoding="utf-8")
    return path


async def run_program(*words: str) -> tuple[int | None, str]:
    """How a program ends and all that it says."""
    pipe = asyncio.subprocess.PIPE
    task = await asyncio.create_subprocess_exec(*words, stdout=pipe, stderr=asyncio.subprocess.STDOUT)
    out, _ = await task.communicate()
    return task.returncode, out.decode()


@pytest.mark.parametrize("name", UNITS)
async def test_systemd_finds_nothing_wrong(analyze: str, tmp_path: Path, name: str) -> None:
    for other in UNITS:
        installed(other, tmp_path)
    assert await run_program(analyze, "verify", "--man=no", str(tmp_path / name)) == (0, "")


async def test_systemd_does_find_what_is_wrong(analyze: str, tmp_path: Path) -> None:
    path = installed("admiralty.service", tmp_path)
    path.write_text(path.read_text(encoding="utf-8").replace("Restart=always", "Restart=perhaps"), encoding="utf-8")
    _, text = await run_program(analyze, "verify", "--man=no", str(path))
    assert "Failed to parse service restart specifier" in text


@pytest.mark.parametrize("name", SERVICES)
async def test_a_service_may_do_little_beside_its_work(analyze: str, tmp_path: Path, name: str) -> None:
    path = installed(name, tmp_path)
    _, text = await run_program(analyze, "security", "--offline=true", "--no-pager", str(path))
    found = re.search(r"exposure level for \S+: ([0-9.]+)", text)
    assert found is not None, text
    assert float(found[1]) <= MOST_EXPOSED


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_starts_this_program_with_words_and_settings_that_it_knows(name: str) -> None:
    lines = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    (start,) = [line.removeprefix("ExecStart=") for line in lines if line.startswith("ExecStart=")]
    python, script, *words = shlex.split(start)
    assert (python, script) == (f"{HOME}/.venv/bin/python", "bot.py")
    assert parser().parse_args(words).command in {"run", "db", "work"}
    given = dict(line.removeprefix("Environment=").split("=", 1) for line in lines if line.startswith("Environment="))
    shared = {"ADMIRALTY_SHARDS": "8", "DATABASE_URL": "postgresql://a@b/c"} if name == "admiralty@.service" else {}
    settings = read_settings({key: value.replace("%i", "0-3") for key, value in given.items()} | shared, None)
    assert (settings.shards.first, settings.shards.last) == ((0, 3) if shared else (0, 0))
    assert settings.log_json
    assert str(settings.data) == "/var/lib/admiralty"
    source = (ROOT / "settings.py").read_text(encoding="utf-8")
    assert [key for key in given if f'"{key}"' not in source] == []


def test_the_service_is_started_again_but_not_where_that_cannot_help() -> None:
    text = (FOLDER / "admiralty.service").read_text(encoding="utf-8")
    (never,) = re.findall(r"^RestartPreventExitStatus=(.*)$", text, re.MULTILINE)
    assert never.split() == ["2"], "what ends with 2 is named in docs/guide-operator.md"
    assert str(FAULT_EXIT_CODE) not in never.split()
    assert "Restart=always" in text


def test_the_token_is_in_no_unit_and_the_copy_does_without() -> None:
    assert not [name for name in UNITS if re.search(r"TOKEN=", (FOLDER / name).read_text(encoding="utf-8"))]
    assert "UnsetEnvironment=DISCORD_TOKEN" in (FOLDER / "admiralty-backup.service").read_text(encoding="utf-8")


def test_the_copy_reaches_a_database_server() -> None:
    text = (FOLDER / "admiralty-backup.service").read_text(encoding="utf-8")
    assert "PrivateNetwork=yes" not in text
    assert "RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX" in text


def test_the_copy_goes_where_the_bot_and_the_doctor_look_for_it() -> None:
    text = (FOLDER / "admiralty-backup.service").read_text(encoding="utf-8")
    (start,) = re.findall(r"^ExecStart=(.*)$", text, re.MULTILINE)
    (data,) = re.findall(r"^Environment=(ADMIRALTY_DATA=.*)$", text, re.MULTILINE)
    settings = read_settings(dict([data.split("=")]), None)
    assert parser().parse_args(shlex.split(start)[2:]).to == str(settings.timers_backups)
    (made,) = re.findall(r"^StateDirectory=(.*)$", text, re.MULTILINE)
    assert str(settings.timers_backups) in [f"/var/lib/{name}" for name in made.split()]


def test_the_journals_limits_are_options_that_journald_has() -> None:
    reader = configparser.ConfigParser()
    reader.optionxform = str  # type: ignore[assignment,method-assign] # as written
    reader.read(FOLDER / "journald@admiralty.conf", encoding="utf-8")
    assert reader.sections() == ["Journal"]
    known = (
        subprocess.run(
            ["strings", "-a", "/lib/systemd/systemd-journald"], capture_output=True, text=True, check=False
        ).stdout
        if shutil.which("strings") and Path("/lib/systemd/systemd-journald").exists()
        else ""
    )
    for option in reader["Journal"]:
        assert not known or f"Journal.{option}" in known or option in known
