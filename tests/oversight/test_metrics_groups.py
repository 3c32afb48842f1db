"""What the figures tell of commands: their groups alone, unless the operator asks for more."""

from pathlib import Path

import pytest

from settings import read_settings
from tests.e2e.kit import CHANNEL
from tests.oversight.kit import overseen_bot


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        ({}, {"campaign", "roll", "spy", "all"}),
        ({"ADMIRALTY_METRICS_DETAILED": "yes"}, {"campaign list", "roll", "spy list"}),
    ],
    ids=["by default", "ADMIRALTY_METRICS_DETAILED=yes"],
)
async def test_by_default_groups_of_commands_are_told_apart_and_single_ones_if_the_operator_asks(
    tmp_path: Path, asked: dict[str, str], named: set[str]
) -> None:
    async with overseen_bot(tmp_path, detailed=read_settings(asked, None).metrics_detailed) as bot:
        player = bot.sandbox.human("ada")
        await player.slash(CHANNEL, "campaign list")
        await player.slash(CHANNEL, "roll", dice="3d6")
        await player.slash(CHANNEL, "spy list")
        labels = [(one.name, key, value) for one in await bot.samples() for key, value in one.labels.items()]
        told = {
            value
            for name, key, value in labels
            if name.startswith("admiralty_") and key in {"command", "task", "picture"}
        }
        assert {value for _, key, value in labels if key == "command"} == {name for name in named if name != "all"}
        assert told <= {*named, "all"} or asked, "tasks tell what somebody is at, too"
