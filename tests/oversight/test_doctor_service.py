"""The doctor looks at what runs for the operator: figures, backups, units; each fault with how it is mended."""

import asyncio
import socket
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from cogs.shell.doctor import check_settings
from settings import Address, Settings
from storage.backup import backup_into
from tests.oversight.kit import overseen_bot
from umpire.services.doctor_service import SHIPPED_UNITS, check_backups, check_metrics, check_units, service_checks

NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)


def test_what_is_off_is_no_fault(tmp_path: Path) -> None:
    checks = service_checks(Settings(data=tmp_path), NOW)
    assert [check.name for check in checks] == ["Metrics", "Backups", "Units", "Workers"]
    assert all(check.ok for check in checks), checks


async def test_a_page_that_answers_a_port_that_is_free_and_one_that_is_taken(tmp_path: Path) -> None:
    async with overseen_bot(tmp_path, Settings(workers=0)) as bot:
        found = await asyncio.to_thread(check_metrics, bot.page.address)
        assert found.ok
        assert "answers, for this machine alone" in found.text
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        address = Address("127.0.0.1", other.getsockname()[1])
        other.listen()
        other.settimeout(0)
        taken = check_metrics(address)
        assert not taken.ok
        assert "another program listens there" in taken.text
        assert "ADMIRALTY_METRICS" in taken.mend
    assert check_metrics(address).ok
    assert "will be at" in check_metrics(address).text
    assert "anyone who reaches this machine" in check_metrics(Address("0.0.0.0", 0)).text
    assert not check_metrics(Address("203.0.113.7", 9464)).ok, "no address of this machine"


def test_the_newest_backup_is_not_too_old(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    assert not check_backups(folder, 24, NOW).ok
    assert check_backups(None, 24, NOW, folder).ok
    (tmp_path / "a.db").touch()
    backup_into(tmp_path / "a.db", folder, 9, NOW - timedelta(hours=30))
    assert check_backups(folder, 24, NOW).ok
    assert "1 in " in check_backups(folder, 24, NOW).text
    late = check_backups(None, 24, NOW + timedelta(hours=8), folder)
    assert not late.ok, "a timer's backups, in the usual folder"
    assert "too long ago" in late.text
    assert not check_backups(folder, 6, NOW).ok
    on_a_server = check_backups(folder, 24, NOW, server=True)
    assert (on_a_server.ok, "timer" in on_a_server.mend) == (False, True), "the bot refuses to start so"
    assert check_backups(None, 24, NOW, folder, server=True).ok, "a timer copies from a server, too"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Where units are installed."""
    made = tmp_path / "system"
    made.mkdir()
    return made


def test_units_that_start_what_is_there_are_in_order(place: Path, tmp_path: Path) -> None:
    secrets = tmp_path / "admiralty.env"
    assert "systemd does not run" in check_units(installed=place, systemd=tmp_path / "none").text
    assert "none is installed" in check_units(installed=place, systemd=tmp_path).text
    python = tmp_path / "python"
    for unit in SHIPPED_UNITS.glob("admiralty*"):
        text = unit.read_text(encoding="utf-8").replace("/srv/admiralty/.venv/bin/python", str(python))
        (place / unit.name).write_text(text, encoding="utf-8")
    gone = check_units(installed=place, environment=secrets)
    assert not gone.ok
    assert f"starts {python}, which is not there" in gone.text
    python.touch(mode=0o700)
    assert check_units(installed=place, environment=secrets).ok
    secrets.touch(mode=0o644)
    shown = check_units(installed=place, environment=secrets)
    assert not shown.ok
    assert shown.mend == f"chmod 600 {secrets}"
    secrets.chmod(0o600)
    (place / "admiralty-backup.timer").unlink()
    assert "not admiralty-backup.timer" in check_units(installed=place, environment=secrets).text
    (place / "admiralty.service").unlink()
    assert check_units(installed=place, environment=secrets).ok, "several processes are started by the template"
    (place / "admiralty@.service").unlink()
    assert check_units(installed=place, environment=secrets).ok, "a machine may have nothing but workers"
    (place / "admiralty-work@.service").unlink()
    assert not check_units(installed=place, environment=secrets).ok


def test_the_logs_form_is_told() -> None:
    assert "log at INFO as plain lines" in check_settings(Settings()).text
    assert "log at DEBUG as JSON" in check_settings(Settings(log_level="DEBUG", log_json=True)).text
