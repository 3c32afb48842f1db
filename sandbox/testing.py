"""For tests of a bot: a sandbox for the length of a block, and what to look at afterwards. Needs neither pytest nor a library.

With pytest, `sandbox.pytest_plugin` has the fixtures; with discord.py, `sandbox.connect` has `running_bot`."""

import contextlib
import time
from collections.abc import AsyncIterator
from pathlib import Path

from sandbox.app import Sandbox
from sandbox.ids import Clock
from sandbox.journal import JournalEntry
from sandbox.world import World
from sandbox.world_file import EXAMPLE_WORLD, load_world


def world_of(file: str | Path | None = None) -> World:
    """The world of a TOML file, or of the example that is shipped; WorldFileError if anything in it is wrong."""
    return load_world(EXAMPLE_WORLD if file is None else Path(file))


@contextlib.asynccontextmanager
async def running_sandbox(
    world: World | str | Path | None = None,
    *,
    state: str | Path | None = None,
    clock: Clock = time.time,
    answer_timeout: float = 3.0,
    unknown_routes_allowed: bool = False,
) -> AsyncIterator[Sandbox]:
    """A sandbox on a free port until the block ends; then AssertionError if the bot asked for a route there is not.

    `world` is a world, a world file, or None for the example's; `state` a file that keeps it; `clock` gives seconds
    since 1970; `answer_timeout` is how many real seconds a person waits for a first answer."""
    made = world if isinstance(world, World) else world_of(world)
    sandbox = await Sandbox.start(state, clock=clock, world=made, answer_timeout=answer_timeout)
    try:
        yield sandbox
        if not unknown_routes_allowed:
            assert_routes_known(sandbox)
    finally:
        await sandbox.stop()


def assert_routes_known(sandbox: Sandbox) -> None:
    """AssertionError if the bot has asked for a REST route that the sandbox does not have."""
    asked = ", ".join(dict.fromkeys(sandbox.unknown_routes))
    assert not asked, f"the sandbox has no such route (docs/sandbox.md lists those it has): {asked}"


def refused(sandbox: Sandbox) -> list[JournalEntry]:
    """What REST refused or cut so far, oldest first (the last 500 requests are kept)."""
    return sandbox.core.journal.after(0, failed=True, limit=500)


def assert_nothing_refused(sandbox: Sandbox, *allowed: int) -> None:
    """AssertionError with every refused request, its code and its error tree, but for the statuses in `allowed`."""
    told = [each.told() for each in refused(sandbox) if each.status not in allowed]
    lines = [
        f"{each['status'] or 'cut'} {each['method']} {each['path']}: {each.get('code')} {each.get('message')} "
        + "; ".join(each.get("errors", []))
        for each in told
    ]
    assert not lines, "the sandbox refused:\n" + "\n".join(lines)
