"""A table for every end-to-end test."""

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import nullcontext
from pathlib import Path

import pytest

from cogs.common.face import Command, Face
from cogs.shell import client, faces
from tests.e2e.kit import Table, running_table
from tests.prepared import begins_each_game_once, reads_each_state_once
from tests.workers_real import worked_in_place


def makes_commands_once() -> None:
    """From here on the clients of this process share the commands of the games that there are: a program has one client. They
    hold nothing of a client's; tests/cogs/shell has tests of how they are made."""
    made: list[tuple[Mapping[str, Face], tuple[tuple[Command, bool], ...]]] = []

    def remembered() -> tuple[tuple[Command, bool], ...]:
        there = faces.FACES
        found = next((commands for of, commands in made if of is there), None)
        if found is None:
            made.append((there, found := faces.commands()))
        return found

    setattr(client, "commands", remembered)  # noqa: B010 # a module's own name, which no type checker lets be another


begins_each_game_once()
reads_each_state_once()
makes_commands_once()


@pytest.fixture(autouse=True)
def in_place_if_marked(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test that patches what workers do has them in its own process."""
    with worked_in_place() if request.node.get_closest_marker("in_place") else nullcontext():
        yield


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A sandbox with the real bot on line; no campaign yet."""
    async with running_table(tmp_path) as found:
        yield found
