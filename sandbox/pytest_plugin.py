"""Fixtures for pytest with pytest-asyncio: `pytest_plugins = ("sandbox.pytest_plugin",)` in your conftest.py.

`sandbox` is a fresh sandbox for each test, `human` its people, `sandbox_world` what you may override."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import pytest_asyncio

from sandbox.app import Sandbox
from sandbox.human import Human
from sandbox.testing import running_sandbox
from sandbox.world import World


@pytest.fixture
def sandbox_world() -> World | str | Path | None:
    """The world of the `sandbox` fixture: a World, a world file's path, or None for the example's. Override it."""
    return None


@pytest_asyncio.fixture
async def sandbox(sandbox_world: World | str | Path | None) -> AsyncIterator[Sandbox]:
    """A fresh sandbox; the test fails if its bot asked for a REST route that the sandbox does not have."""
    async with running_sandbox(sandbox_world) as found:
        yield found


@pytest.fixture
def human(sandbox: Sandbox) -> Callable[[int | str], Human]:
    """`human("alice")`: a person at the keyboard, by username or id."""
    return sandbox.human
