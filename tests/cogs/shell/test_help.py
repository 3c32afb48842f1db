"""/help: every topic fits, names only commands there are, and prints the game's own numbers."""

import re
from collections.abc import AsyncIterator

import discord
import pytest
from discord import app_commands

from cogs.campaign import help_topics as campaign
from cogs.shell import help as shared
from cogs.shell.client import help_topics
from cogs.shell.faces import FACES
from cogs.shell.help import help_panel
from games.known import GAMES
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.unit_design.transport import bay_capacity
from rules.cluster_war.turn.registry import KINDS
from rules.values import GameError, changed
from tests.cogs.shell.test_command_tree import client  # noqa: F401 # the fixture
from tests.lists import assert_listed

COMMAND = re.compile(r"`/([a-z]+)(?: ([a-z_]+))?|`([a-z_]+)`")
"""A command, or a further subcommand of the group named before it in the line."""


TOPICS = help_topics()
OFFERS = [name for name, topic in TOPICS.items() if topic.offer is not None]
"""Topics that offer a newcomer's first game at a press."""


async def texts(topic: str) -> AsyncIterator[str]:
    """All texts of a topic's panel, for somebody who plays in no campaign."""
    for item in (await help_panel(TOPICS, topic, None)).walk_children():
        if isinstance(item, discord.ui.TextDisplay):
            yield item.content


@pytest.mark.parametrize("topic", TOPICS)
async def test_a_topic_fits_a_message_and_leads_to_all_others(topic: str) -> None:
    panel = await help_panel(TOPICS, topic, None)
    assert 200 < sum([len(text) async for text in texts(topic)]) <= 4000
    every = [item for item in panel.walk_children() if isinstance(item, discord.ui.Button)]
    buttons = [button for button in every if str(button.custom_id).startswith("adm|help|")]
    first = next((face.first for face in FACES.values() if face.first is not None), None)
    offered = None if first is None else await first(None)
    labels = [] if offered is None else [offered.label]
    assert [button.label for button in every if button not in buttons] == labels * (topic in OFFERS)
    assert [button.label for button in buttons] == list(TOPICS)
    assert [button.label for button in buttons if button.disabled] == [topic]
    assert len({button.custom_id for button in buttons}) == len(TOPICS)


@pytest.mark.parametrize("topic", TOPICS)
async def test_help_names_only_commands_there_are(topic: str, client: discord.Client) -> None:  # noqa: F811 # the fixture
    tree: app_commands.CommandTree[discord.Client] = client.tree  # type: ignore[attr-defined] # our client has one
    named = set()
    async for text in texts(topic):
        for line in text.split("\n"):
            group = ""
            for found in COMMAND.finditer(line):
                group = found[1] or group
                child = found[2] or found[3]
                if found[1] in {"roll", "rule", "notify", "privacy"} or (not found[1] and not group):
                    continue
                command = tree.get_command(group)
                assert command is not None, (
                    f"/help topic:{topic} (TOPICS of a face in cogs/) names /{group}, which is not there"
                )
                assert isinstance(command, app_commands.Group)
                if child:
                    assert command.get_command(child) is not None, (
                        f"/help topic:{topic} (TOPICS of a face in cogs/): `{child}` behind /{group} is read as its command, and "
                        f"/{group} {child} is not there"
                    )
                    named.add((group, child))
    assert named or topic in {"notation", "privacy"}


async def test_the_start_offers_a_first_game_then_six_lines_with_exact_commands() -> None:
    lines = (await anext(texts("start"))).split("\n")[1:]
    commands = [game.guide.command for game in GAMES.values() if game.guide is not None and game.guide.command]
    if any(face.first is not None for face in FACES.values()):
        first, *lines = lines
        assert "New here?" in first
        assert all(f"`/{command}`" in first for command in commands[:1])
    assert len(lines) == 6
    assert [line[:2] for line in lines] == [f"{n}." for n in range(1, 7)]


async def test_without_a_game_to_begin_with_the_start_begins_with_its_first_step(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    faces = {name: changed(face, first=None) for name, face in FACES.items()}
    monkeypatch.setattr("cogs.shell.client.FACES", faces)
    start = help_topics()["start"]
    assert (await start.text(None)).startswith("1. No seat yet?")
    assert start.offer is not None
    assert await start.offer(None) is None


async def test_the_notation_is_the_readers_own() -> None:
    shown = "\n".join([text async for text in texts("notation")])
    assert all(kind.example in shown for kind in KINDS)


def test_numbers_are_those_of_the_campaign() -> None:
    house = changed(
        Settings(), lrs_range=3, overrides={"CW-TAB-CAPACITY/cargo bay (starship scale)/CPs of goods/capacity": "35"}
    )
    assert bay_capacity(house) == 35
    assert "a cargo bay carries 35 CPs" in campaign.rules(house)
    assert f"a cargo bay carries {bay_capacity()} CPs" in campaign.rules(Settings())
    assert "Sensors reach 3 hex" in campaign.map_(house)


async def test_an_unknown_topic_is_answered_with_those_there_are() -> None:
    with pytest.raises(GameError, match="start, orders, notation"):
        await help_panel(TOPICS, "magic`@everyone", None)


def test_no_topic_is_left_out_of_the_order() -> None:
    folders = (*(face.topics for face in FACES.values()), shared.TOPICS)
    assert_listed(
        (name for topics in folders for name in topics), TOPICS, "TOPICS of cogs/shell/help.py or of a game's face"
    )
