"""The doctor: what is in order, what is not, how to mend it; against the sandbox, and never with the token in sight."""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import aiohttp
import pytest

from cogs.shell import doctor
from cogs.shell.client import REFUSED_FILE
from cogs.shell.doctor import check_application, check_clock, check_commands, check_token_form, examine, invite_link
from cogs.shell.log_redaction import redact
from sandbox.app import Sandbox
from sandbox.permissions import BOT_PERMISSIONS, P
from settings import Settings
from storage.address import DatabaseAddress
from storage.db import Storage
from storage.inspect import look_at
from tests.discord_kit import running_sandbox
from umpire.services.doctor import check_data, check_database, check_fonts, check_python, check_zones


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    """A fresh demo world."""
    async with running_sandbox() as found:
        yield found


async def told(settings: Settings, sandbox: Sandbox, **more: object) -> tuple[int, str]:
    """The exit status and everything that was printed."""
    lines: list[str] = []
    connector = aiohttp.TCPConnector()
    status = await examine(settings, api=f"{sandbox.url}/api/v10", out=lines.append, connector=connector, **more)  # type: ignore[arg-type] # see callers
    return status, "\n".join(lines)


def settings_for(folder: Path, token: str) -> Settings:
    """An operator's settings."""
    return Settings(token=token, data=folder)


async def test_all_is_in_order_on_a_server_that_invited_the_bot_well(sandbox: Sandbox, tmp_path: Path) -> None:
    status, text = await told(settings_for(tmp_path, sandbox.token), sandbox)
    assert status == 0, text
    assert "✗" not in text
    assert "good; the bot is admiralty" in text
    assert "Server Admiralty Harbour: all permissions are given" in text
    assert f"client_id={sandbox.application_id}" in text
    assert text.endswith("All is in order.")


async def test_the_token_is_in_no_line_whatever_goes_wrong(sandbox: Sandbox, tmp_path: Path) -> None:
    token = sandbox.token
    for settings in (
        settings_for(tmp_path, token),
        settings_for(tmp_path / token, token),
        Settings(token=token, data=tmp_path, database=DatabaseAddress.of(f"{token}://x")),
        settings_for(tmp_path, token[::-1]),
    ):
        _, text = await told(settings, sandbox)
        assert settings.token not in text


async def test_without_a_token_discord_is_not_asked_and_the_way_to_one_is_told(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    status, text = await told(settings_for(tmp_path, ""), sandbox)
    assert status == 1
    assert "✗ Token: DISCORD_TOKEN is not set" in text
    assert "Developer Portal" in text
    assert "Clock" not in text


async def test_a_token_that_was_reset_is_told_and_nothing_after_it(sandbox: Sandbox, tmp_path: Path) -> None:
    status, text = await told(settings_for(tmp_path, sandbox.token[:-4] + "wxyz"), sandbox)
    assert status == 1
    assert "✗ Token: Discord refuses it" in text
    assert "Invite link" not in text


async def test_each_missing_permission_is_named_as_discord_names_it(sandbox: Sandbox, tmp_path: Path) -> None:
    guild = sandbox.world.guild()
    for role in guild.roles.values():
        role.permissions &= ~int(P.CREATE_PRIVATE_THREADS | P.CREATE_PUBLIC_THREADS | P.ATTACH_FILES)
    status, text = await told(settings_for(tmp_path, sandbox.token), sandbox)
    assert status == 1
    assert "✗ Server Admiralty Harbour: lacks Attach Files, Create Public Threads, Create Private Threads" in text
    assert "Server Settings, Roles" in text


async def test_a_bot_in_no_server_is_given_its_link(sandbox: Sandbox, tmp_path: Path) -> None:
    sandbox.world.guilds.clear()
    status, text = await told(settings_for(tmp_path, sandbox.token), sandbox)
    assert status == 1
    assert "✗ Servers: the bot is in none" in text
    assert "→ Invite it: https://discord.com/oauth2/authorize" in text


async def test_a_clock_that_is_wrong_is_told_with_its_skew(sandbox: Sandbox, tmp_path: Path) -> None:
    settings = settings_for(tmp_path, sandbox.token)
    status, text = await told(settings, sandbox, now=lambda: doctor.utc_now() + timedelta(seconds=90))
    assert status == 1
    assert "s ahead of Discord's" in text
    ours = doctor.utc_now()
    assert "60 s behind" in check_clock(ours + timedelta(seconds=60), ours).text


async def test_a_discord_out_of_reach_is_a_line_and_no_traceback(tmp_path: Path) -> None:
    async with running_sandbox() as gone:
        token = gone.token
    status, text = await told(settings_for(tmp_path, token), gone)
    assert status == 1
    assert "✗ Discord: it cannot be reached" in text
    assert "proxy" in text


@pytest.mark.parametrize(
    "token", ["Bot aaa.bbb.ccc", "aaa.bbb.c\u00e7c", '"aaa.bbb.ccc"', "aaa bbb.c.c", "0123456789abcdef", "aaa.bbb.c\nc"]
)
def test_a_token_that_can_be_none_is_refused_before_it_is_sent(token: str) -> None:
    wrong = check_token_form(token)
    assert wrong is not None
    assert not wrong.ok
    assert wrong.mend


def test_the_invite_link_asks_for_what_is_needed_and_no_more() -> None:
    bits = int(invite_link("1").partition("permissions=")[2].partition("&")[0])
    wanted = P.VIEW | P.SEND | P.SEND_IN_THREADS | P.CREATE_PUBLIC_THREADS | P.CREATE_PRIVATE_THREADS | P.EMBED_LINKS
    assert bits == int(wanted | P.ATTACH_FILES | P.READ_HISTORY | P.PIN_MESSAGES)
    assert bits & ~int(BOT_PERMISSIONS) == 0
    assert "bot+applications.commands" in invite_link("1")


def test_an_application_whose_commands_go_elsewhere_is_told() -> None:
    good = {"id": "1", "flags": 0}
    assert check_application(doctor.Answer(200, good, None)).ok
    assert not check_application(doctor.Answer(200, {**good, "interactions_endpoint_url": "https://x"}, None)).ok
    assert not check_application(doctor.Answer(200, {**good, "bot_require_code_grant": True}, None)).ok
    assert "Message Content may be switched off" in check_application(doctor.Answer(200, {"flags": 1 << 18}, None)).text
    assert not check_commands(doctor.Answer(200, [{}] * 101, None)).ok


async def test_a_database_is_looked_at_and_not_changed(tmp_path: Path) -> None:
    place = tmp_path / "admiralty.db"
    assert check_database(DatabaseAddress.of(place)).ok
    assert not place.exists()
    async with await Storage.open(place):
        assert check_database(DatabaseAddress.of(place)).ok, "while the bot runs"
    before = place.read_bytes()
    assert look_at(place).fate == "current"
    assert place.read_bytes() == before
    with sqlite3.connect(place) as database:
        database.execute("UPDATE alembic_version SET version_num = 'ffff'")
    database.close()
    assert "newer version" in check_database(DatabaseAddress.of(place)).text
    foreign = tmp_path / "foreign.db"
    with sqlite3.connect(foreign) as other:
        other.execute("CREATE TABLE songs (name TEXT)")
    other.close()
    assert "another program" in check_database(DatabaseAddress.of(foreign)).text
    noise = tmp_path / "noise.db"
    noise.write_bytes(b"no database at all" * 100)
    assert not check_database(DatabaseAddress.of(noise)).ok
    assert not check_database(DatabaseAddress.of("postgresql://somewhere/x")).ok


def test_this_machine_can_draw_write_and_tell_the_time(tmp_path: Path) -> None:
    assert check_python().ok
    assert not check_python((3, 10, 4)).ok
    assert check_fonts().ok, check_fonts().text
    assert "lacks" in check_fonts("A\U0001f600").text
    assert check_zones().ok
    assert "Atlantis" in check_zones(("Europe/Atlantis",)).text
    assert check_data(tmp_path / "new").ok
    (tmp_path / "file").write_text("in the way")
    assert not check_data(tmp_path / "file").ok


def test_no_log_line_holds_the_token(caplog: pytest.LogCaptureFixture) -> None:
    factory = logging.getLogRecordFactory()
    token = "MTIz.abcdef.ghijklmnop"
    try:
        redact(token)
        log = logging.getLogger("discord.http")
        log.warning("Authorization: Bot %s", token)
        log.warning("headers %s", {"Authorization": token})
        log.warning("two %s", token, "too many")  # noqa: PLE1205 # wrong on purpose
        try:
            raise ValueError(f"bad token {token}")  # noqa: TRY301 # something to log
        except ValueError:
            log.exception("It failed")
    finally:
        logging.setLogRecordFactory(factory)
    assert token not in caplog.text
    assert caplog.text.count("[token]") == 3
    assert "ValueError: bad token [token]" in caplog.text
    assert "unreadable arguments" in caplog.text


@pytest.mark.parametrize(
    "address",
    ["postgresql://anna:{}@h/d", "postgresql://h/d?user=anna&password={}", "postgresql://h/d?sslpassword={}&a=b"],
)
def test_no_log_line_holds_a_databases_password(address: str, caplog: pytest.LogCaptureFixture) -> None:
    factory = logging.getLogRecordFactory()
    try:
        redact("")
        logging.getLogger("storage").warning("%s cannot be opened", address.format("top-secret"))
    finally:
        logging.setLogRecordFactory(factory)
    assert "top-secret" not in caplog.text
    assert "[password]" in caplog.text
    assert "cannot be opened" in caplog.text


async def test_the_doctor_takes_no_longer_than_its_bound(tmp_path: Path) -> None:
    asked = asyncio.Event()

    async def silent(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.set()
        try:
            await asyncio.sleep(30)
        finally:
            writer.close()

    server = await asyncio.start_server(silent, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    lines: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(doctor, "ANSWER_SECONDS", 0.3)
        settings = Settings(token="aaa.bbb.ccc", data=tmp_path)
        status = await examine(settings, api=f"http://127.0.0.1:{port}", out=lines.append)
    server.close()
    assert asked.is_set()
    assert status == 1
    assert any("cannot be reached (ConnectionTimeoutError)" in line or "TimeoutError" in line for line in lines)


async def test_a_server_without_permissions_in_the_answer_is_told_and_the_rest_is_kept(
    sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = doctor.DiscordLine.get

    async def strange(line: doctor.DiscordLine, path: str) -> doctor.Answer:
        answer = await real(line, path)
        if path == "/users/@me/guilds":
            return doctor.Answer(
                answer.status, [{"id": each["id"], "name": each["name"]} for each in answer.data], answer.at
            )
        return answer

    monkeypatch.setattr(doctor.DiscordLine, "get", strange)
    status, text = await told(settings_for(tmp_path, sandbox.token), sandbox)
    assert status == 1
    assert "✗ Server Admiralty Harbour: Discord did not say which permissions the bot has" in text
    assert "good; the bot is admiralty" in text
    assert "✔ Invite link" in text


async def test_a_check_that_breaks_is_told_and_the_others_go_on(
    sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("a fault of our own")

    monkeypatch.setattr(doctor, "local_checks", broken)
    status, text = await told(settings_for(tmp_path, sandbox.token), sandbox)
    assert status == 1
    assert "✗ This machine: it could not be looked at (RuntimeError: a fault of our own)" in text
    assert "good; the bot is admiralty" in text
    assert "1 of " in text


async def test_lines_are_printed_as_they_are_found(sandbox: Sandbox, tmp_path: Path) -> None:
    lines: list[str] = []

    async def cut_off(tell: doctor.Tell) -> None:
        raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        await examine(
            settings_for(tmp_path, sandbox.token), api=f"{sandbox.url}/api/v10", out=lines.append,
            connector=aiohttp.TCPConnector(), live=cut_off,
        )  # fmt: skip
    assert any("good; the bot is admiralty" in line for line in lines)


async def test_a_refused_list_of_commands_is_told(sandbox: Sandbox, tmp_path: Path) -> None:
    (tmp_path / REFUSED_FILE).write_text("400 Bad Request (error code: 50035): Invalid Form Body", encoding="utf-8")
    status, text = await told(settings_for(tmp_path, sandbox.token), sandbox)
    assert status == 1
    assert "✗ Command list: Discord refuses it (400 Bad Request (error code: 50035): Invalid Form Body)" in text
