"""The forms of commands: what is written into them is what the command takes, or is refused with what would be right."""

from pathlib import Path
from typing import cast

import discord
import pytest
from discord import app_commands

from cogs.common.interactions import BotServices
from cogs.common.named_commands import can_be_written, value_of
from cogs.common.panel_parts import MOST_PARTS, add_buttons, labels_of, text_of
from cogs.common.panels import Panel
from cogs.shell.client import AdmiraltyClient
from rules.values import GameError

NOT_WRITTEN = {"campaign handover", "orders upload", "gm seat replace", "gm seat add_gm", "gm seat remove_gm"}
"""Commands that cannot do without a person or a file, which no form of ours takes."""


@pytest.fixture
async def known(tmp_path: Path) -> dict[str, app_commands.Command]:  # type: ignore[type-arg]
    client = AdmiraltyClient(cast("BotServices", None), tmp_path / "stamp")
    client.register()
    return {one.qualified_name: one for one in client.tree.walk_commands() if isinstance(one, app_commands.Command)}


def option(command: app_commands.Command, name: str) -> app_commands.Parameter:  # type: ignore[type-arg]
    return next(one for one in command.parameters if one.display_name == name)


@pytest.mark.asyncio
async def test_all_commands_but_those_that_need_a_person_or_a_file_have_a_button(
    known: dict[str, app_commands.Command],  # type: ignore[type-arg]
) -> None:
    assert {name for name, one in known.items() if not can_be_written(one)} == NOT_WRITTEN


@pytest.mark.asyncio
async def test_what_is_written_is_read_by_the_kind_of_its_option(
    known: dict[str, app_commands.Command],  # type: ignore[type-arg]
) -> None:
    cps = option(known["colony expand"], "cps")
    assert value_of(cps, " 120 ") == 120
    for wrong in ("many", "-1", "1000000", "1.5", ""):
        with pytest.raises(GameError, match="CPs is a whole number from 1 to 100000"):
            value_of(cps, wrong)
    stance = option(known["fleet mission"], "mission")
    assert stance.choices
    first = stance.choices[0]
    assert value_of(stance, first.name.upper()) == first.value
    with pytest.raises(GameError, match="Mission is one of: "):
        value_of(stance, "picnic")
    assert value_of(option(known["fleet move"], "fleet"), '"Home Fleet"') == "Home Fleet"
    yes = next(one for command in known.values() for one in command.parameters if one.type.name == "boolean")
    assert value_of(yes, "Yes") is True
    assert value_of(yes, "no") is False
    with pytest.raises(GameError, match="is yes or no"):
        value_of(yes, "perhaps")


@pytest.mark.asyncio
async def test_buttons_are_put_at_a_panels_end_as_far_as_there_is_room() -> None:
    def button(label: str) -> discord.ui.Button[discord.ui.LayoutView]:
        return discord.ui.Button(label=label, custom_id=label)

    panel = Panel(0, "Send it: /fleet move", discord.ui.ActionRow(button("Back")))
    add_buttons(panel, [button(f"b{n}") for n in range(5)])
    assert labels_of(panel.walk_children()) == {"Back", "b0", "b1", "b2", "b3", "b4"}
    assert text_of(panel) == "Send it: /fleet move"
    full = Panel(0, *[f"line {n}" for n in range(MOST_PARTS - 3)])
    add_buttons(full, [button("b")])
    assert labels_of(full.walk_children()) == {"b"}
    add_buttons(full, [button("c")])
    assert labels_of(full.walk_children()) == {"b"}
