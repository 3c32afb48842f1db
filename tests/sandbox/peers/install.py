"""Puts discord.js where tests find it: npm's packages, as locked, in a folder of their own outside the sources."""

import fcntl
import hashlib
import shutil
import subprocess
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
CACHE: Final = HERE.parents[2] / ".cache" / "peers"
SECONDS: Final = 240


class NoPeerError(Exception):
    """discord.js cannot be had here; the text says why."""


def installed() -> Path:
    """The folder of packages, filled once for each lock file (about ten seconds). NoPeerError without node, npm or a registry."""
    missing = [each for each in ("node", "npm") if shutil.which(each) is None]
    if missing:
        names = f"{' and '.join(missing)} {'are' if len(missing) > 1 else 'is'}"
        raise NoPeerError(f"{names} not installed, so discord.js cannot be held against the sandbox")
    lock = HERE / "package-lock.json"
    folder = CACHE / hashlib.sha256(lock.read_bytes()).hexdigest()[:16]
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / "lock").open("w") as door:
        fcntl.flock(door, fcntl.LOCK_EX)  # several test processes may come at once
        if not (folder / "done").is_file():
            _install(folder, lock)
    return folder / "node_modules"


def _install(folder: Path, lock: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for each in (lock, HERE / "package.json"):
        shutil.copy(each, folder)
    command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"]
    try:
        subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        raise NoPeerError(f"npm did not bring discord.js within {SECONDS} s") from None
    except subprocess.CalledProcessError as error:
        raise NoPeerError(f"npm could not bring discord.js: {error.stderr.strip()[-400:]}") from None
    (folder / "done").touch()
