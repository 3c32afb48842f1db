"""The doctor notices that it was given other settings than the service whose units are installed."""

import os
from pathlib import Path

import pytest

from cogs.shell.doctor import examine
from settings import Settings, read_settings
from umpire.services.doctor_service import SHIPPED_UNITS, check_service

SECRETS = "# the service's\nDISCORD_TOKEN=a.b.c\nADMIRALTY_METRICS=127.0.0.1:9464\n"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Where the units are installed, of a service whose settings are in `etc` and whose data in `lib`."""
    made = tmp_path / "system"
    made.mkdir()
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc" / "admiralty.env").write_text(SECRETS, encoding="utf-8")
    for unit in SHIPPED_UNITS.glob("admiralty*"):
        text = unit.read_text(encoding="utf-8").replace("/etc/admiralty", str(tmp_path / "etc"))
        text = text.replace("/var/lib/admiralty", str(tmp_path / "lib")).replace("/srv/admiralty", str(tmp_path))
        (made / unit.name).write_text(text, encoding="utf-8")
    return made


def theirs(tmp_path: Path, **more: str) -> Settings:
    """The service's own settings, and more."""
    given = {"ADMIRALTY_DATA": str(tmp_path / "lib"), "DISCORD_TOKEN": "a.b.c", "ADMIRALTY_METRICS": "127.0.0.1:9464"}
    return read_settings({**given, **more}, None)


def service_verdict(settings: Settings, place: Path) -> tuple[bool, str]:
    check = check_service(settings, place)
    assert check is not None
    return check.ok, check.line()


def test_without_units_nothing_is_said(tmp_path: Path) -> None:
    assert check_service(Settings(), tmp_path) is None


def test_the_services_own_settings_are_in_order(place: Path, tmp_path: Path) -> None:
    assert service_verdict(theirs(tmp_path), place) == (
        True,
        "✔ Service: admiralty.service is installed, and these are its settings",
    )


def test_a_shells_are_not_and_what_differs_is_named(place: Path, tmp_path: Path) -> None:
    ok, line = service_verdict(read_settings({}, None), place)
    assert not ok
    assert f"its database is {tmp_path}/lib/admiralty.db, here it is {Path.cwd()}/data/admiralty.db" in line
    for key in ("DISCORD_TOKEN", "ADMIRALTY_DATA", "ADMIRALTY_METRICS"):
        assert f"{key} is another here" in line
    assert "deploy/admiralty-command doctor" in line
    assert "a.b.c" not in line
    assert "ADMIRALTY_BACKUPS is another here" in service_verdict(theirs(tmp_path, ADMIRALTY_BACKUPS="b"), place)[1]


def test_a_server_that_the_service_is_on_is_told_without_its_password(place: Path, tmp_path: Path) -> None:
    with (tmp_path / "etc" / "admiralty.env").open("a") as file:
        file.write('DATABASE_URL="postgresql://a:se$cret@h/games"\n')
    ok, line = service_verdict(theirs(tmp_path), place)
    assert (ok, "its database is postgresql" in line, "cret" in line) == (False, True, False)
    assert service_verdict(theirs(tmp_path, DATABASE_URL="postgresql://a:se$cret@h/games"), place)[0]


def test_what_was_added_to_the_unit_and_its_folders_own_file_count(place: Path, tmp_path: Path) -> None:
    more = place / "admiralty.service.d"
    more.mkdir()
    (more / "override.conf").write_text('[Service]\nEnvironment="ADMIRALTY_BACKUPS=/b"\n', encoding="utf-8")
    (tmp_path / ".env").write_text("ADMIRALTY_WORK=here\nADMIRALTY_SHARDS=2\n", encoding="utf-8")
    assert not service_verdict(theirs(tmp_path), place)[0]
    assert service_verdict(theirs(tmp_path, ADMIRALTY_BACKUPS="/b", ADMIRALTY_SHARDS="2"), place)[0]


def test_the_template_is_looked_at_where_it_alone_is_there_and_a_worker_has_no_token(
    place: Path, tmp_path: Path
) -> None:
    (place / "admiralty.service").unlink()
    assert service_verdict(theirs(tmp_path), place) == (
        True,
        "✔ Service: admiralty@.service is installed, and these are its settings",
    )
    (place / "admiralty@.service").unlink()
    assert service_verdict(read_settings({"ADMIRALTY_DATA": str(tmp_path / "lib")}, None), place)[0]


def test_a_unit_whose_settings_are_wrong_is_a_fault(place: Path, tmp_path: Path) -> None:
    (tmp_path / "etc" / "admiralty.env").write_text("ADMIRALTY_WORKERS=many\n", encoding="utf-8")
    ok, line = service_verdict(theirs(tmp_path), place)
    assert (ok, "ADMIRALTY_WORKERS is 'many'" in line) == (False, True)


def test_a_file_that_this_user_cannot_read_is_named_unless_its_settings_are_here(
    place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secrets = tmp_path / "etc" / "admiralty.env"
    really = os.access
    monkeypatch.setattr(os, "access", lambda file, how: file != secrets and really(file, how))
    ok, line = service_verdict(Settings(), place)
    assert (ok, f"{secrets}, which this user cannot read" in line) == (False, True)
    assert not service_verdict(Settings(data=tmp_path / "lib"), place)[0], "its database may be on a server"
    assert service_verdict(theirs(tmp_path), place)[0], "as the service's user, which systemd gave what it may not read"


async def test_the_doctor_fails_where_it_was_given_a_shells_settings(place: Path, tmp_path: Path) -> None:
    lines: list[str] = []
    assert await examine(Settings(data=tmp_path / "mine"), out=lines.append, installed=place) == 1
    assert lines[2].startswith("✗ Service: admiralty.service is installed, but these are not its settings")
    assert "of 16 checks failed" in lines[-1]
