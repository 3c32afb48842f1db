"""Capsules as tests look at them: line by line, changed, and checked by the program that the manual prints."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from storage import snapshots
from storage import turns as turn_rows
from storage.db import Storage

ROOT = Path(__file__).parents[3]
Line = dict[str, Any]


def lines(capsule: bytes) -> list[Line]:
    return [json.loads(line) for line in capsule.splitlines()]


def records(capsule: bytes, kind: str) -> list[Line]:
    return [line for line in lines(capsule) if line.get("record") == kind]


def with_changed(capsule: bytes, kind: str, change: Callable[[Line], object], which: int = 0) -> bytes:
    """The capsule with one record of a kind changed."""
    found = lines(capsule)
    of_kind = [line for line in found if line.get("record") == kind]
    change(of_kind[which])
    return b"\n".join(json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode() for line in found)


def check_by_the_manual(capsule: bytes, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the program printed in docs/verify.md."""
    manual = (ROOT / "docs" / "verify.md").read_text(encoding="utf-8")
    program = re.findall(r"```python\n(.*?)```", manual, re.DOTALL)[-1]
    (folder / "check.py").write_text(program, encoding="utf-8")
    (folder / "campaign.capsule").write_bytes(capsule)
    command = [sys.executable, "-I", "check.py", "campaign.capsule"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=False)


def flip(hexadecimal: str) -> str:
    return ("0" if hexadecimal[0] != "0" else "1") + hexadecimal[1:]


async def states_of(storage: Storage, game: str) -> dict[tuple[int, str, int], bytes]:
    """All snapshots of a game, by revision, phase and number."""
    found: dict[tuple[int, str, int], bytes] = {}
    async with storage.reading() as tx:
        for turn in await turn_rows.of_game(tx, game):
            for key in await snapshots.of_revision(tx, game, turn.revision):
                found[key.revision, key.phase, key.seq] = await snapshots.load(tx, key)
    return found
