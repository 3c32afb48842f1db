"""The guides' lines for a shell, each in a process of its own on a folder of the test's."""

import asyncio
import os
import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.e2e.guides.reader import ROOT
from tests.e2e.guides.walk import Walk


async def run(
    walk: Walk,
    step: str,
    *says: str,
    data: Path,
    given: Mapping[str, str] | None = None,
    adding: Sequence[str] = (),
    status: int = 0,
    **more: str,
) -> str:
    """The next step, a use of bot.py; `given` is what stands for the guide's examples, `adding` what it leaves to its reader,
    `more` further settings. It must end with that status and say `says`; all it said."""
    walk.shell(step)
    words = shlex.split(step.partition("bot.py ")[2])
    words = [*((given or {}).get(word, word) for word in words), *adding]
    settings = {"ADMIRALTY_DATA": str(data), "ADMIRALTY_WORKERS": "0", "DISCORD_TOKEN": "", **more}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(ROOT / "bot.py"),
        *words,
        cwd=data,
        env={**os.environ, **settings},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    told, _ = await process.communicate()
    text = told.decode()
    walk.heard(" ".join([*words, text]))
    assert process.returncode == status, f"{step}: {text}"
    for word in says:
        assert word in text, f"{step} should say {word!r}: {text}"
    return text
