"""docs/sandbox.md says what is so: its programs are run, its tables are compared, what there is is named in it."""

import asyncio
import json
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from sandbox import options, tables
from sandbox.app import Sandbox
from sandbox.human import Human
from sandbox.permission_names import PRIVILEGED_INTENTS
from sandbox.ratelimit import FAULT_KINDS
from sandbox.reply import Modal, Reply, SeenMessage
from sandbox.rest import ROUTES
from sandbox.testing import assert_nothing_refused, running_sandbox
from sandbox.toml_table import lines_of
from sandbox.world_file import EXAMPLE_WORLD
from tests.needs import Need, missing
from tests.sandbox.hikari_venv import NoHikariError, python_with_hikari
from tests.sandbox.peers import install
from tests.sandbox.peers.install import NoPeerError

ROOT = Path(__file__).resolve().parents[2]
SPEC = Path(os.environ.get("DISCORD_OPENAPI", ROOT / ".." / "shared" / "discord" / "openapi.json"))
PAGE = ROOT / "docs" / "sandbox.md"
TEXT = PAGE.read_text("utf-8")
FILE = re.compile(r"<!-- file: ([\w.]+) -->\n```\w+\n(.*?)^```", re.MULTILINE | re.DOTALL)
FILES: dict[str, str] = dict(FILE.findall(TEXT))


def test_the_tables_are_those_of_the_code() -> None:
    wanted = tables.filled(TEXT)
    assert wanted == TEXT, "run: python -m sandbox.tables docs/sandbox.md"
    assert all(f"<!-- table: {name} -->" in TEXT for name in tables.TABLES)


def test_every_route_is_in_the_page_and_what_is_said_of_one_is_of_one_there_is() -> None:
    known = {f"{each.method} {each.template.replace(':public|private', '')}" for each in ROUTES}
    assert {each for each in known if f"`{each}`" not in TEXT} == set()
    assert set(tables.LOOSE_ROUTES) <= known


@pytest.mark.skipif(
    not SPEC.is_file(),
    reason=f"Discord's openapi.json is not at {SPEC}; it is in the repository discord/discord-api-spec (set DISCORD_OPENAPI)",
)
def test_every_route_of_discord_is_there_or_said_to_be_missing() -> None:
    there = {f"{each.method} {tables.plain(each.template)}" for each in ROUTES}
    names = ("@me", "@original", "private", "public")
    silent = []
    for path, operations in json.loads(SPEC.read_text("utf-8"))["paths"].items():
        for method in operations.keys() & {"get", "put", "post", "patch", "delete"}:
            line = f"{method.upper()} {tables.plain(path)}"
            as_ours = {line, *(line.replace(name, "{}") for name in names)}
            if not as_ours & there and not any(re.fullmatch(pattern, line) for pattern, _ in tables.MISSING_ROUTES):
                silent.append(line)
    assert silent == []


def test_every_option_is_in_the_page_and_the_other_way_round() -> None:
    named = set(re.findall(r"^\| `(--[a-z-]+)", TEXT, re.MULTILINE))
    there = {word for action in options.parser()._actions for word in action.option_strings if word.startswith("--")}
    assert named == there - {"--help"}


async def test_every_control_over_http_is_in_the_page(sandbox: Sandbox) -> None:
    assert sandbox.page.core.url
    assert sandbox._runner is not None
    found = {
        f"{route.method} {route.resource.canonical}"
        for route in sandbox._runner.app.router.routes()
        if route.resource is not None and route.resource.canonical.startswith("/sandbox/api") and route.method != "HEAD"
    }
    named = set(re.findall(r"^\| `((?:GET|POST|PATCH|DELETE) /sandbox/api[^`]*)`", TEXT, re.MULTILINE))
    assert found - named == {"POST /sandbox/api/channels/{channel_id}/messages"}  # beside its GET
    assert named <= found


def test_every_key_of_a_world_file_is_in_the_page() -> None:
    keys: dict[str, set[str]] = {}
    for place in lines_of(EXAMPLE_WORLD.read_text("utf-8")):
        words = [each for each in place if isinstance(each, str)]
        if not isinstance(place[-1], int) and len(words) > 1:
            keys.setdefault(".".join(words[:-1]), set()).add(words[-1])
    rows = dict(re.findall(r"^\| `\[+([\w.]+)\]+` \| (.*) \|$", TEXT, re.MULTILINE))
    assert set(rows) == set(keys)
    for table, names in keys.items():
        assert {name for name in names if f"`{name}`" not in rows[table]} == set()
    assert all(name in TEXT for name in PRIVILEGED_INTENTS)


def test_events_and_faults_are_found_in_the_code_and_named_in_the_page() -> None:
    assert tables.events_sent() >= {
        "READY",
        "RESUMED",
        "MESSAGE_REACTION_ADD",
        "INTERACTION_CREATE",
        "MESSAGE_UPDATE",
        "THREAD_DELETE",
        "GUILD_CREATE",
    }
    assert not {"TYPING_START", "COMMANDS_UPDATE"} & tables.events_sent()  # for the page alone
    assert {kind for kind in FAULT_KINDS if f'"{kind}"' not in TEXT} == set()


@pytest.mark.parametrize("owner", [Human, SeenMessage, Reply, Modal])
def test_all_that_tests_may_ask_of_people_has_its_contract(owner: type) -> None:
    for name, member in vars(owner).items():
        if not name.startswith("_") and (callable(member) or isinstance(member, property)):
            assert (member.__doc__ or "").strip(), f"{owner.__name__}.{name}"
    people = TEXT[TEXT.index("### People") :]
    assert f"`{owner.__name__}`" in people


@asynccontextmanager
async def started(sandbox: Sandbox, folder: Path, *command: str) -> AsyncIterator[None]:
    """A program of the page, until its command is registered; afterwards it is ended."""
    environment = {**os.environ, "SANDBOX_URL": sandbox.url, "SANDBOX_TOKEN": sandbox.token, "PYTHONPATH": str(ROOT)}
    with (folder / "said").open("wb") as said:
        process = await asyncio.create_subprocess_exec(*command, cwd=folder, env=environment, stdout=said, stderr=said)
    try:
        async with asyncio.timeout(40):
            while not (sandbox.world.commands.get(0) and sandbox.gateway.connected):
                assert process.returncode is None, (folder / "said").read_text("utf-8", "replace")
                await asyncio.sleep(0.02)
        yield
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


async def greeted(folder: Path, *command: str) -> None:
    """Starts the program and uses its command as Alice."""
    async with running_sandbox() as sandbox:
        async with started(sandbox, folder, *command):
            reply = await sandbox.human("alice").slash("general", "hello", name="sea")
            assert reply.text() == "Hello, sea!"
            assert sandbox.human("bob").last("general").text() == "Hello, sea!"
        assert_nothing_refused(sandbox)


def written(folder: Path, name: str) -> str:
    """A program of the page as a file."""
    (folder / name).write_text(FILES[name], "utf-8")
    return name


async def test_the_program_in_discord_py_runs(tmp_path: Path) -> None:
    await greeted(tmp_path, sys.executable, written(tmp_path, "bot_discordpy.py"))


async def test_the_program_in_hikari_runs(tmp_path: Path) -> None:
    try:
        python = await asyncio.to_thread(python_with_hikari)
    except NoHikariError as error:
        missing(Need.HIKARI, f"{error}.")
    await greeted(tmp_path, str(python), written(tmp_path, "bot_hikari.py"))


async def test_the_program_in_discord_js_runs(tmp_path: Path) -> None:
    try:
        packages = await asyncio.to_thread(install.installed)
    except NoPeerError as error:
        missing(Need.NODE, f"{error}.")
    (tmp_path / "node_modules").symlink_to(packages)
    await greeted(tmp_path, "node", written(tmp_path, "bot_discordjs.mjs"))


def test_the_example_of_tests_passes_with_pytest_alone(tmp_path: Path) -> None:
    for name in ("pytest.ini", "conftest.py", "test_hello.py"):
        written(tmp_path, name)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    found = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert found.returncode == 0, found.stdout + found.stderr
    assert "3 passed" in found.stdout
