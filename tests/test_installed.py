"""What is installed: one version everywhere, and extras that are asked for by name when a setting needs them."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from installed import EXTRAS, VERSION
from umpire.capsules import capsule
from umpire.games.new_game import VERSION_HEADING
from umpire.services.pulse import Pulse, pulse_text

ROOT: Final = Path(__file__).parent.parent
WITHOUT: Final = """
import sys
sys.modules.update(dict.fromkeys({gone!r}))
import bot
sys.exit(bot.main({arguments!r}))
"""
"""The program where these modules cannot be imported, as if nobody had installed them."""
ALL_GONE: Final = [name for names in EXTRAS.values() for name in names]
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def without(gone: list[str], data: Path, *arguments: str, **settings: str) -> tuple[int, str, str]:
    """Status, standard output and standard error of the program without some modules."""
    environment = {"ADMIRALTY_DATA": str(data), "ADMIRALTY_PORT": "0", "PATH": "", **settings}
    told = subprocess.run(
        [sys.executable, "-c", WITHOUT.format(gone=gone, arguments=list(arguments))],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    return told.returncode, told.stdout, told.stderr


@pytest.mark.parametrize(
    ("extra", "settings"),
    [
        ("postgres", {"DATABASE_URL": "postgresql://a:b@localhost/c"}),
        ("postgres", {"DATABASE_URL": "postgresql://a:b@localhost/c", "ADMIRALTY_WORK": "elsewhere"}),
        ("metrics", {"ADMIRALTY_METRICS": "127.0.0.1:9464"}),
    ],
)
def test_a_setting_that_needs_a_missing_extra_names_it(tmp_path: Path, extra: str, settings: dict[str, str]) -> None:
    status, out, told = without(ALL_GONE, tmp_path, "play", "--quiet", **settings)
    assert (status, out) == (2, "")
    (line,) = told.splitlines()
    assert line.startswith(f"✗ {next(iter(settings))} needs the extra {extra}, which is not installed here.")
    assert f"pip install 'admiralty[{extra}]'" in line


def test_commands_that_need_an_extra_without_a_setting_name_it(tmp_path: Path) -> None:
    status, _, told = without(ALL_GONE, tmp_path, "work")
    assert (status, told.count("\n")) == (2, 1)
    assert "This command needs the extra postgres" in told
    status, _, told = without(ALL_GONE, tmp_path, "db", "check", "postgresql://a:b@localhost/c")
    assert (status, told.count("\n")) == (2, 1)
    assert "pip install 'admiralty[postgres]'" in told


def test_the_doctor_names_missing_extras_and_looks_at_the_rest(tmp_path: Path) -> None:
    asked = {
        "DATABASE_URL": "postgresql://a:b@localhost/c",
        "ADMIRALTY_WORK": "elsewhere",
        "ADMIRALTY_METRICS": ":9464",
    }
    status, out, told = without(ALL_GONE, tmp_path, "doctor", **asked)
    assert (status, told) == (1, "")
    first, mend, *_ = out.splitlines()
    assert first.startswith(f"✗ Admiralty: {VERSION}. DATABASE_URL needs the extra postgres")
    assert "pip install 'admiralty[postgres]'" in mend
    assert "pip install 'admiralty[metrics]'" in mend
    assert "could not be looked at" not in out
    assert "✔ Fonts" in out


def test_without_extras_the_doctor_is_content_if_no_setting_needs_them(tmp_path: Path) -> None:
    _, out, _ = without(ALL_GONE, tmp_path, "doctor")
    assert out.startswith(f"✔ Admiralty: {VERSION}, without extras\n")
    assert re.findall(r"^✗ (\w+)", out, re.MULTILINE) == ["Token"]


def test_the_version_is_the_same_wherever_it_is_said() -> None:
    assert PROJECT["dynamic"] == ["version"]
    hatch = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["version"]
    (found,) = re.findall(hatch["pattern"], (ROOT / hatch["path"]).read_text("utf-8"))
    newest = next(VERSION_HEADING.finditer((ROOT / "CHANGELOG.md").read_text("utf-8")))[1]
    told = subprocess.run(
        [sys.executable, "bot.py", "--version"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    head = capsule.GameHead("g7k2", "Spiral Arm", "cluster_war", "cluster-war-3/1", 1)
    mark = json.loads(capsule.write_capsule(head, ()).splitlines()[0])["program"]
    assert (found, newest, told, mark) == (VERSION, VERSION, f"Admiralty {VERSION}\n", f"Admiralty {VERSION}")
    assert pulse_text(Pulse(0, 0), 0).startswith(f"-# Admiralty {VERSION}. ")
    assert f'"program":"{mark}"' in (ROOT / "docs" / "verify.md").read_text("utf-8")
    assert f"\n## {VERSION}\n" in (ROOT / "docs" / "upgrading.md").read_text("utf-8")


def names_in(requirements: list[str]) -> set[str]:
    """The packages that requirements name."""
    return {str(canonicalize_name(Requirement(one).name)) for one in requirements}


def test_every_dependency_is_argued_for() -> None:
    page = (ROOT / "docs" / "decisions" / "0001-dependencies.md").read_text("utf-8")
    tables = dict(re.findall(r"^## (.+)\n\n(?:\w.*\n\n)?\| package .*\n\|.*\n((?:\|.*\n)+)", page, re.MULTILINE))
    argued = {
        title: {str(canonicalize_name(name)) for name in re.findall(r"^\| `([^`]+)` \| \S", rows, re.MULTILINE)}
        for title, rows in tables.items()
    }
    extras = PROJECT["optional-dependencies"]
    assert argued == {
        "Everybody": names_in(PROJECT["dependencies"]),
        **{f"Extra: {extra}": names_in(extras[extra]) for extra in EXTRAS},
        "Development": names_in(extras["dev"]),
    }


def test_the_locks_have_all_extras() -> None:
    extras = [one for extra in EXTRAS for one in PROJECT["optional-dependencies"][extra]]
    for lock in ("requirements.lock", "requirements-dev.lock"):
        pinned = {
            str(canonicalize_name(name))
            for name in re.findall(r"^([\w.-]+)", (ROOT / lock).read_text("utf-8"), re.MULTILINE)
        }
        assert names_in([*PROJECT["dependencies"], *extras]) <= pinned
