"""Puts hikari where tests find it: in a virtual environment of its own, since it asks for older packages than the program has."""

import fcntl
import hashlib
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

LOCK: Final = Path(__file__).with_name("hikari.lock")
CACHE: Final = Path(__file__).parents[2] / ".cache" / "hikari"
SECONDS: Final = 240


class NoHikariError(Exception):
    """hikari cannot be had here; the text says why."""


def python_with_hikari() -> Path:
    """The interpreter of that environment, made once for each lock file (about ten seconds). NoHikariError otherwise."""
    folder = (
        CACHE
        / f"{hashlib.sha256(LOCK.read_bytes()).hexdigest()[:16]}-{sys.version_info.major}.{sys.version_info.minor}"
    )
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / "lock").open("w") as door:
        fcntl.flock(door, fcntl.LOCK_EX)  # several test processes may come at once
        if not (folder / "done").is_file():
            _install(folder)
    return folder / "bin" / "python"


def _install(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    pip = [str(folder / "bin" / "python"), "-m", "pip", "--disable-pip-version-check", "--quiet"]
    try:
        subprocess.run(
            [sys.executable, "-m", "venv", str(folder)], check=True, capture_output=True, text=True, timeout=SECONDS
        )
        wanted = ["install", "--require-hashes", "-r", str(LOCK)]
        subprocess.run([*pip, *wanted], check=True, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        raise NoHikariError(f"pip did not bring hikari within {SECONDS} s") from None
    except subprocess.CalledProcessError as error:
        raise NoHikariError(f"pip could not bring hikari: {error.stderr.strip()[-400:]}") from None
    (folder / "done").touch()
