"""The log of the real program as JSON: one object a line whatever is logged, with game and turn, and without any secret."""

import asyncio
import json
import logging
import os
import signal
import sys
import warnings
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from sqlalchemy import text

from cogs.shell.log_redaction import redact
from program.start import JsonLines
from settings import SettingsError, read_settings
from tests.e2e.kit import CHANNEL, running_table
from tests.oversight.kit import ROOT, played
from tests.patience import WAIT_SECONDS


@pytest.fixture
def lines() -> Iterator[list[str]]:
    """All that is logged while a test runs, as it would be printed."""
    found: list[str] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            found.append(self.format(record))

    handler, root, factory = Keep(), logging.getLogger(), logging.getLogRecordFactory()
    handler.setFormatter(JsonLines())
    root.addHandler(handler)
    level = root.level
    root.setLevel(logging.DEBUG)
    redact("")
    try:
        yield found
    finally:
        root.removeHandler(handler)
        root.setLevel(level)
        logging.setLogRecordFactory(factory)


def read(line: str) -> dict[str, Any]:
    """A line, which must be one object with what every line has."""
    assert "\n" not in line
    found: dict[str, Any] = json.loads(line)
    assert {"time", "level", "logger", "message"} <= found.keys()
    assert found["time"].endswith("+00:00")
    return found


async def test_lines_tell_game_turn_letter_and_command_and_never_a_secret(tmp_path: Path, lines: list[str]) -> None:
    """An evening at the level DEBUG, in which discord.py logs all that comes and goes, with a turn that cannot be resolved."""
    async with running_table(tmp_path, hear=lambda sandbox: redact(sandbox.token)) as table:
        await table.start(schedule="every 24h", review=False)
        await table.ada.slash(CHANNEL, "orders show")
        tokens = set(table.sandbox.core.interactions.by_token)
        async with table.services.storage.transaction() as tx:
            await tx.execute(text("DELETE FROM snapshots"))
        table.clock.forward(hours=25)
        await table.tick()
        found, everything = [read(line) for line in lines], "\n".join(lines)
    (failed,) = [one for one in found if "could not be resolved" in one["message"] and one["level"] == "ERROR"]
    assert failed["game"] == table.game_id
    assert failed["turn"] == 1
    assert len(failed["code"]) == 6
    assert failed["traceback"].startswith("Traceback")
    assert any("letter" in one and one["game"] == table.game_id for one in found)
    assert any(one.get("command") == "command campaign create" for one in found)
    assert "/interactions/" in everything, "the library's own lines are among them"
    assert "[token]" in everything
    assert len(tokens) > 3
    assert not [token for token in (*tokens, table.sandbox.token) if token in everything]


def test_odd_records_are_a_line_each(lines: list[str]) -> None:
    log = logging.getLogger("odd")
    log.info('two\nlines, "quotes" and ünïcode %s', {"a": 1})
    log.info("50 % of nothing")
    log.info("too %s", "many", "arguments")  # noqa: PLE1205 # wrong on purpose
    log.warning("where", stack_info=True)
    try:
        raise KeyError("x")  # noqa: TRY301 # something to log
    except KeyError:
        log.exception("It failed")
    found = [read(line) for line in lines if '"odd"' in line]
    assert len(found) == 5
    assert found[0]["message"].startswith("two\nlines")
    assert "stack" in found[3]
    assert found[4]["error"] == "KeyError"
    # Half of a character is not logged here: what pytest captures could not be sent on to whoever counts the tests.
    half = logging.makeLogRecord({"name": "odd", "msg": "half a character: \ud800"})
    assert str(read(JsonLines().format(half))["message"]).startswith("half a character")


@pytest.mark.parametrize(
    ("said", "secret"),
    [
        ("POST https://x.test/api/v10/interactions/12/aW50ZXJ.x-y_z/callback has returned 204", "aW50ZXJ.x-y_z"),
        ("PATCH https://x.test/api/v10/webhooks/12/aW50ZXJ/messages/@original", "aW50ZXJ"),
        ("WebSocket Event: {'token': 'aW50ZXJ', 'id': '1'}", "aW50ZXJ"),
        ('{"op": 2, "d": {"token": "aW50ZXJ"}}', "aW50ZXJ"),
        ("cannot connect to postgresql+psycopg://bot:hunter2@db/admiralty", "hunter2"),
        ("proxy http://me:hunter2@proxy.test:3128 refused", "hunter2"),
    ],
)
def test_a_secret_is_hidden_wherever_it_stands(lines: list[str], said: str, secret: str) -> None:
    log = logging.getLogger("secrets")
    log.warning(said)
    log.warning("%s", said)
    try:
        raise aiohttp.ClientError(said)  # noqa: TRY301 # something to log
    except aiohttp.ClientError:
        log.exception("It failed")
    found = [line for line in lines if '"secrets"' in line]
    assert len(found) == 3
    assert not [line for line in found if secret in line]
    assert "It failed" in found[2]


@pytest.mark.parametrize(
    ("given", "level", "as_json"),
    [
        ("", "INFO", False),
        ("WARNING", "WARNING", False),
        ("json", "INFO", True),
        ("JSON debug", "DEBUG", True),
        ("error, json", "ERROR", True),
    ],
)
def test_the_setting_is_a_level_json_or_both(given: str, level: str, as_json: bool) -> None:
    settings = read_settings({"ADMIRALTY_LOG": given}, None)
    assert (settings.log_level, settings.log_json) == (level, as_json)


@pytest.mark.parametrize("given", ["LOUD", "json json", "INFO DEBUG", "jsonINFO"])
def test_any_other_is_refused(given: str) -> None:
    with pytest.raises(SettingsError, match="it must be DEBUG, INFO, WARNING or ERROR, or json"):
        read_settings({"ADMIRALTY_LOG": given}, None)


async def test_every_line_of_the_program_is_an_object_its_last_word_too(tmp_path: Path) -> None:
    """`bot.py play` until it is stopped, and `bot.py run` without a token, which ends at once."""
    async with played(tmp_path, ADMIRALTY_LOG="json DEBUG") as task:
        task.send_signal(signal.SIGTERM)
        await asyncio.wait_for(task.communicate(), WAIT_SECONDS)
    log = await asyncio.to_thread((tmp_path / "log").read_text, encoding="utf-8")
    found = [read(line) for line in log.splitlines()]
    assert any(one["message"].startswith("Connected as") for one in found)
    assert any(one["logger"] == "discord.http" for one in found)
    task = await asyncio.create_subprocess_exec(
        *(sys.executable, "bot.py", "run"),
        cwd=ROOT,
        env={**os.environ, "ADMIRALTY_DATA": str(tmp_path), "DISCORD_TOKEN": "", "ADMIRALTY_LOG": "json"},
        stdout=DEVNULL,
        stderr=PIPE,
    )
    _, err = await asyncio.wait_for(task.communicate(), WAIT_SECONDS)
    (line,) = err.decode().splitlines()
    assert task.returncode == 2
    assert "DISCORD_TOKEN is not set" in read(line)["message"]
    assert read(line)["level"] == "CRITICAL"


def test_a_warning_of_python_is_a_line(lines: list[str]) -> None:
    logging.captureWarnings(True)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            warnings.warn("old habits", UserWarning, stacklevel=1)
    finally:
        logging.captureWarnings(False)
    (line,) = [line for line in lines if "old habits" in line]
    assert read(line)["logger"] == "py.warnings"
