"""The wheel: built here without network, installed alone into an empty environment, and run from another folder.

What the program depends on is reached by a `.pth` file that names the folder in which the tests' own packages are: nothing is
downloaded. The extras are hidden from it, so that it runs as the default install does.
"""

import asyncio
import os
import re
import subprocess
import sys
import sysconfig
import venv
from asyncio.subprocess import PIPE
from pathlib import Path
from typing import Final

import aiohttp
import pytest

from installed import EXTRAS, VERSION

ROOT: Final = Path(__file__).parent.parent
PIP: Final = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
HIDDEN: Final = [name for names in EXTRAS.values() for name in names]
pytestmark = [
    pytest.mark.skipif(os.name == "nt", reason="an environment has another form there"),
    pytest.mark.timeout(1500),
]


def ran(*command: str | Path, cwd: Path, status: int = 0) -> str:
    """What a command prints; it must end with this status."""
    told = subprocess.run(
        command, cwd=cwd, env=environment(cwd), capture_output=True, text=True, timeout=900, check=False
    )
    assert told.returncode == status, (told.stdout, told.stderr)
    return told.stdout


def environment(folder: Path) -> dict[str, str]:
    """Nothing of the tests' own but the path; what hides the extras is found first."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "PYTHONPATH": str(folder.parent / "hiding"),
        "ADMIRALTY_PORT": "0",
        "ADMIRALTY_LOG": "WARNING",
    }


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of packages of an environment that has the wheel and nothing else."""
    top = tmp_path_factory.mktemp("wheel")
    ran(*PIP, "wheel", "--no-deps", "--no-index", "--no-build-isolation", "--wheel-dir", top / "built", ROOT, cwd=top)
    (wheel,) = (top / "built").iterdir()
    venv.create(top / "env", with_pip=False)
    ran(*PIP, "--python", top / "env" / "bin" / "python", "install", "--no-deps", "--no-index", wheel, cwd=top)
    (found,) = (top / "env" / "lib").glob("python*/site-packages")
    return found


@pytest.fixture(scope="module")
def command(site: Path) -> Path:
    """The command `admiralty`, for which what it depends on is there, and no extra is."""
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    hiding = site.parents[3] / "hiding"
    hiding.mkdir()
    (hiding / "sitecustomize.py").write_text(f"import sys\nsys.modules.update(dict.fromkeys({HIDDEN!r}))\n", "utf-8")
    return site.parents[2] / "bin" / "admiralty"


@pytest.fixture
def elsewhere(site: Path) -> Path:
    """A folder to start the command in."""
    folder = site.parents[3] / "elsewhere"
    folder.mkdir(exist_ok=True)
    return folder


def test_it_brings_one_package_and_nothing_else(site: Path) -> None:
    brought = {path.name for path in site.iterdir() if path.suffix != ".pth"}
    assert brought == {"admiralty", f"admiralty-{VERSION}.dist-info"}


def test_it_has_every_file_that_the_packages_hold(site: Path) -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.split()
    if not listed:
        pytest.skip("not a checkout")
    there = {
        path.relative_to(site / "admiralty").as_posix() for path in (site / "admiralty").rglob("*") if path.is_file()
    }
    kept = {
        name
        for name in listed
        if (site / "admiralty" / name.partition("/")[0]).is_dir() and not name.startswith(("docs/", "deploy/"))
    }
    assert kept - there == set()
    assert {"rules", "cogs", "sandbox", "scenarios", "storage"} <= {name.partition("/")[0] for name in kept}


def test_it_says_its_version_and_examines_itself(command: Path, elsewhere: Path) -> None:
    assert ran(command, "--version", cwd=elsewhere) == f"Admiralty {VERSION}\n"
    assert ran(command.with_name("python"), "-m", "admiralty", "--version", cwd=elsewhere) == f"Admiralty {VERSION}\n"
    told = ran(command, "doctor", cwd=elsewhere, status=1)
    assert f"✔ Admiralty: {VERSION}, without extras" in told
    assert re.findall(r"^✗ (\w+)", told, re.MULTILINE) == ["Token"]


def test_it_reads_the_env_file_of_the_folder_it_is_started_in(command: Path, elsewhere: Path) -> None:
    (elsewhere / ".env").write_text("ADMIRALTY_WORKERS=7\n", "utf-8")
    assert "7 workers" in ran(command, "doctor", cwd=elsewhere, status=1)
    (elsewhere / ".env").unlink()


async def until_well(command: Path, folder: Path, heard: dict[str, str]) -> None:
    """Ask for the health of the bot until it is well: its clock comes round by and by."""
    for _ in range(120):
        asked = await asyncio.create_subprocess_exec(command, "health", cwd=folder, env=heard, stdout=PIPE)
        if await asked.wait() == 0:
            return
        await asyncio.sleep(1)
    raise AssertionError("it is not well")


async def test_it_plays(command: Path, elsewhere: Path) -> None:
    task = await asyncio.create_subprocess_exec(
        command, "play", "--quiet", cwd=elsewhere, env=environment(elsewhere), stdout=PIPE, stderr=PIPE
    )
    assert task.stdout is not None
    assert task.stderr is not None
    async with asyncio.timeout(300):
        while (found := re.search(rb"http://\S+", line := await task.stdout.readline())) is None:
            assert line, await task.stderr.read()
        async with aiohttp.ClientSession() as session, session.get(found[0].decode()) as page:
            assert page.status == 200
            assert "<html" in await page.text()
        heard = {**environment(elsewhere), "ADMIRALTY_DATABASE": "data/play.db"}
        await until_well(command, elsewhere, heard)
        task.terminate()
        out, err = await task.communicate()
    assert (task.returncode, err) == (0, b"")
    assert b"Everything is saved" in out
    assert (elsewhere / "data" / "play.db").is_file()


def test_its_demo_holds(command: Path, elsewhere: Path) -> None:
    ran(command, "demo", "--turns", "2", cwd=elsewhere)
    assert (elsewhere / "out" / "demo" / "summary.json").is_file()
