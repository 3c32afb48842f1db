"""deploy/admiralty-command: one command with the service's own settings, as systemd is asked to run it.

systemd-run itself needs systemd to run the computer; a stand-in does with its words what they ask, but for the user.
"""

import asyncio
import shutil
import subprocess
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest

from storage.schema_version import newest
from tests.oversight.by_hand import ROOT, environment, kept_game
from tests.oversight.test_units import analyze, run_program
from tests.patience import WAIT_SECONDS

__all__ = ["analyze"]
pytestmark = pytest.mark.sqlite  # programs in processes of their own

SCRIPT = ROOT / "deploy" / "admiralty-command"
SYSTEMCTL = """#!/bin/sh
[ "$1" = cat ] && [ -f "{place}/$2" ] && cat "{place}/$2"
"""
SYSTEMD_RUN = """#!{python}
import os, shlex, sys
words = sys.argv[1:]
given, command = words[:words.index("--")], words[words.index("--") + 1:]
open("{place}/words", "w").write("\\n".join(given))
environment, folder = {{"PATH": os.environ["PATH"]}}, "/"
lines = [word.removeprefix("--property=") for word in given if word.startswith("--property=")]
for line in sorted(lines, key=lambda line: line.startswith("EnvironmentFile=")):
    key, value = line.split("=", 1)
    if key == "Environment":
        environment.update(pair.split("=", 1) for pair in shlex.split(value))
    elif key == "EnvironmentFile" and os.path.exists(value.removeprefix("-")):
        environment.update(one.rstrip().split("=", 1) for one in open(value.removeprefix("-")))
    elif key == "WorkingDirectory":
        folder = value
os.chdir(folder)
os.execvpe(command[0], command, environment)
"""


@pytest.fixture
async def place(tmp_path: Path) -> Path:
    """A machine with the service on it: its unit, its settings, its games; and programs that stand for systemd's."""
    text = (ROOT / "deploy" / "systemd" / "admiralty.service").read_text(encoding="utf-8")
    text = text.replace("/srv/admiralty/.venv/bin/python", sys.executable).replace("/srv/admiralty", str(ROOT))
    text = text.replace("/var/lib/admiralty", str(tmp_path / "lib")).replace("/etc/admiralty", str(tmp_path))
    (tmp_path / "admiralty.service").write_text(text, encoding="utf-8")
    (tmp_path / "admiralty.env").write_text(f"ADMIRALTY_DATABASE={tmp_path}/lib/games of ours.db\n", encoding="utf-8")
    await kept_game(tmp_path / "lib" / "games of ours.db")
    (tmp_path / "bin").mkdir()
    for name, script in (("systemctl", SYSTEMCTL), ("systemd-run", SYSTEMD_RUN), ("id", "#!/bin/sh\necho 0\n")):
        (tmp_path / "bin" / name).write_text(script.format(place=tmp_path, python=sys.executable), encoding="utf-8")
        (tmp_path / "bin" / name).chmod(0o755)
    return tmp_path


async def run_script(place: Path, *words: str) -> tuple[int | None, str, str]:
    """The script run by root in a shell without any of the service's settings."""
    path = f"{place / 'bin'}:/usr/bin:/bin"
    task = await asyncio.create_subprocess_exec(
        "/bin/sh", str(SCRIPT), *words, cwd=place, env={**environment(), "PATH": path}, stdout=PIPE, stderr=PIPE
    )
    out, err = await asyncio.wait_for(task.communicate(), WAIT_SECONDS)
    return task.returncode, out.decode(), err.decode()


async def test_a_command_acts_on_the_services_games(place: Path) -> None:
    games = place / "lib" / "games of ours.db"
    status, out, err = await run_script(place, "db", "check")
    assert (status, out) == (0, f"{games} is sound and up to date (tables at {newest()}). It holds 1 game.\n"), err
    given = (place / "words").read_text(encoding="utf-8").splitlines()
    assert given[:4] == ["--quiet", "--collect", "--pipe", "--wait"]
    assert set(given) >= {
        *("--property=User=admiralty", "--property=Group=admiralty", "--property=UMask=0077"),
        *(f"--property=WorkingDirectory={ROOT}", f"--property=EnvironmentFile=-{place}/admiralty.env"),
        *(f"--property=Environment=ADMIRALTY_DATA={place}/lib", "--property=NoNewPrivileges=yes"),
    }
    status, out, _ = await run_script(place, "forget", "789")
    assert (status, f"Looked through: {games}" in out) == (0, True)


async def test_words_with_blanks_stay_whole_and_a_refusal_is_a_sentence_with_its_status(place: Path) -> None:
    status, out, err = await run_script(place, "db", "check", f"{place}/a 'strange' $name.db")
    assert (status, out) == (2, "")
    assert err == f"✗ There is no database at {place}/a 'strange' $name.db, so nothing was done.\n"


async def test_lines_of_one_process_of_several_are_left_out(place: Path) -> None:
    text = (place / "admiralty.service").read_text(encoding="utf-8")
    (place / "admiralty.service").unlink()
    more = "Environment=ADMIRALTY_SHARD_IDS=%i\nEnvironmentFile=-/etc/admiralty-%i.env\n[Install]"
    (place / "admiralty@.service").write_text(text.replace("[Install]", more), encoding="utf-8")
    status, _, err = await run_script(place, "db", "check")
    assert status == 0, err
    assert "%" not in (place / "words").read_text(encoding="utf-8")


async def test_without_a_command_a_unit_its_program_or_root_it_says_what_is_missing(place: Path) -> None:
    assert "Say which command of bot.py" in (await run_script(place))[2]
    text = (place / "admiralty.service").read_text(encoding="utf-8")
    (place / "admiralty.service").write_text(text.replace(sys.executable, "/nowhere/python"), encoding="utf-8")
    assert (await run_script(place, "doctor"))[2] == "✗ The unit starts /nowhere/python, which is not there.\n"
    (place / "admiralty.service").unlink()
    assert "No unit of Admiralty is installed" in (await run_script(place, "doctor"))[2]
    (place / "bin" / "id").write_text("#!/bin/sh\necho 1000\n", encoding="utf-8")
    status, out, err = await run_script(place, "doctor")
    assert (status, out, "sudo admiralty doctor" in err) == (2, "", True)


@pytest.mark.parametrize("shell", ["sh", "dash", "bash", "busybox"])
def test_every_shell_can_read_it(shell: str) -> None:
    found = shutil.which(shell)
    if found is None:
        pytest.skip(f"{shell} is not installed")
    words = [found, "sh"] if shell == "busybox" else [found]
    assert subprocess.run([*words, "-n", str(SCRIPT)], capture_output=True, check=False).stderr == b""
    assert SCRIPT.stat().st_mode & 0o777 == 0o755


async def test_systemd_understands_what_it_is_asked(analyze: str, place: Path) -> None:
    """The properties, in a unit: systemd-run takes them by the same names."""
    assert (await run_script(place, "db", "check"))[0] == 0
    given = (place / "words").read_text(encoding="utf-8").splitlines()
    lines = [word.removeprefix("--property=") for word in given if word.startswith("--property=")]
    unit = place / "one.service"
    unit.write_text("\n".join(["[Service]", *lines, "ExecStart=/bin/true", ""]), encoding="utf-8")
    assert await run_program(analyze, "verify", "--man=no", str(unit)) == (0, "")
