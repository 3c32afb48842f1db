"""All commands against Discord's limits, and against what players may expect of every one of them."""

import re
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from discord import app_commands

from cogs.shell.client import AdmiraltyClient
from cogs.shell.faces import FACES
from playtest.entropy import SeededEntropy
from sandbox.rules_commands import check_commands
from storage.db import Storage
from tests.e2e.kit import SEED, make_client
from tests.lists import assert_listed
from tests.workers_inline import InlineWorkers
from umpire.services.services import Services
from umpire.tactical_kinds.known import KINDS

GROUPS = {
    "away",
    "campaign",
    "empire",
    "fleet",
    "invade",
    "colony",
    "build",
    "base",
    "treaty",
    "encounter",
    "special",
    "decree",
    "signals",
    "weather",
    "spy",
    "spymaster",
    "research",
    "orders",
    "turn",
    "map",
    "gm",
    "race",
    "design",
    "plan",
    "officer",
    "psi",
    "psimaster",
}
SINGLE = {"privacy", "roll", "find", "rule", "help", "digest", "notify"}
NAME = re.compile(r"[-_a-z0-9]{1,32}")
SUBCOMMAND, GROUP = 1, 2
PICKED = {"side", "fleet", "colony", "project", "question", "build", "scenario", "design"}
"""Options whose value is one of the things the asker has: they are offered, not remembered."""
NEW_NAMES = {"build units fleet"}
"""Options that also take a name nobody has yet."""


@pytest.fixture
async def client(tmp_path: Any) -> AsyncIterator[AdmiraltyClient]:
    """The client with its commands, never connected."""
    async with await Storage.open(":memory:") as storage:
        services = Services(storage, InlineWorkers(), lambda: datetime.now(UTC), SeededEntropy(SEED))
        made, _ = make_client(services, tmp_path / "stamp")
        made.register()
        yield made
        await made.close()


def documents(client: AdmiraltyClient) -> list[dict[str, Any]]:
    """The commands as they are sent to Discord."""
    return [command.to_dict(client.tree) for command in client.tree.get_commands()]


def walk(document: dict[str, Any], path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """A command, its subcommands and their options, each with its path."""
    here = f"{path} {document['name']}".strip()
    yield here, document
    for option in document.get("options", []):
        yield from walk(option, here)


def size(document: dict[str, Any]) -> int:
    """The characters that Discord counts: names, descriptions and choice values, all the way down."""
    own = len(document["name"]) + len(document.get("description", ""))
    chosen = sum(len(c["name"]) + len(str(c["value"])) for c in document.get("choices", []))
    return own + chosen + sum(size(option) for option in document.get("options", []))


async def test_the_commands_are_those_that_the_help_and_the_guides_speak_of(client: AdmiraltyClient) -> None:
    tactical = {command.name for game in KINDS for command in FACES[game].commands()}
    where = "tests/cogs/shell/test_command_tree.py: GROUPS or SINGLE"
    assert_listed({command["name"] for command in documents(client)}, GROUPS | SINGLE | tactical, where)


async def test_discord_would_take_every_command(client: AdmiraltyClient) -> None:
    sent = documents(client)
    assert len(sent) <= 100
    assert check_commands(sent) == sent
    for document in sent:
        assert size(document) <= 8000, (document["name"], size(document))
        for path, part in walk(document):
            assert NAME.fullmatch(part["name"]), path
            assert 1 <= len(part["description"]) <= 100, path
            assert part["description"] != "…", f"{path} is not described"
            assert len(part.get("options", [])) <= 25, path
            assert len(part.get("choices", [])) <= 25, path


async def test_needed_options_come_before_the_others(client: AdmiraltyClient) -> None:
    for document in documents(client):
        for path, part in walk(document):
            needed = [o.get("required", False) for o in part.get("options", []) if o["type"] not in {SUBCOMMAND, GROUP}]
            assert needed == sorted(needed, reverse=True), path


async def test_what_can_be_picked_is_offered(client: AdmiraltyClient) -> None:
    unoffered = [
        path
        for document in documents(client)
        for path, part in walk(document)
        if part["name"] in PICKED
        and part.get("type") == 3
        and not part.get("autocomplete")
        and not part.get("choices")
        and path not in NEW_NAMES
    ]
    assert unoffered == []


async def test_every_offered_option_has_somebody_to_ask(client: AdmiraltyClient) -> None:
    seen = 0
    for command in client.tree.walk_commands():
        if isinstance(command, app_commands.Command):
            for parameter in command.parameters:
                if parameter.autocomplete:
                    seen += 1
                    assert command._params[parameter.name].autocomplete is not None
    assert seen > 30
