"""The demo's evening of the Pentagon War by itself: it holds, it uses every command of battles."""

import time
from pathlib import Path

from demo import battle, checks
from demo.campaign import make_cast
from demo.policy import YEAR
from demo.stage import Launch, open_stage
from program.application import open_application
from program.connecting import connect
from settings import Settings

GROUPS = ("battle ", "ship ", "plot ", "fire ")


async def test_the_evening_holds_and_uses_every_command_of_battles(tmp_path: Path) -> None:
    launch = Launch(open_application, connect)
    async with open_stage(Settings(workers=1), tmp_path, launch, [d.player for d in YEAR.doctrines]) as stage:
        cast = make_cast(stage, YEAR)
        began = time.monotonic()
        await battle.evening(cast)
        took = time.monotonic() - began
        assert cast.findings.problems == []
        wanted = {command for command in checks.commands_of(cast.gm) if command.startswith(GROUPS)}
        assert len(wanted) > 40
        assert wanted - set(cast.findings.used) == set()
        assert stage.log.errors == []
        print(f"{took:.1f} s, {cast.findings.interactions} interactions")
