"""The doctor's look at a bot that runs as a service: its figures, backups, units of systemd and settings.

What is switched off is no fault. Where the bot is a service, the doctor should be given the service's settings.
"""

import errno
import ipaddress
import os
import re
import shlex
import socket
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

from dotenv import dotenv_values

from installed import how_to_install, is_installed
from rules.values import Value
from settings import Address, Settings, SettingsError, read_settings
from storage.backup import kept_in
from storage.errors import StorageError
from umpire.services.doctor import Check

SHIPPED_UNITS: Final = Path(__file__).resolve().parents[2] / "deploy" / "systemd"
INSTALLED_UNITS: Final = Path("/etc/systemd/system")
SYSTEMD: Final = Path("/run/systemd/system")
"""There as long as systemd runs this computer."""
SYSTEMCTL_SECONDS: Final = 3
STARTED_UNITS: Final = ("admiralty.service", "admiralty@.service", "admiralty-work@.service")
"""What starts a process: the bot as one, the bot as several on one database, or work for a bot elsewhere."""
OUR_METRIC: Final = b"admiralty_workers"
"""A figure that a bot has and a process that works alone, too."""
GUIDE_SECTION: Final = "docs/guide-operator.md, As a service, has the steps."
SERVICE_CHECK: Final = "Service"
RUN_DOCTOR_AS_ROOT: Final = (
    "Let the service's own settings be looked at, as root: deploy/admiralty-command doctor (docs/guide-operator.md, As a "
    "service). Until then no command here acts on its games. If this is another installation, all is well."
)


def check_metrics(address: Address | None) -> Check:
    """The page of figures answers, or its port is free for it."""
    if address is None:
        return Check("Metrics", True, "off (ADMIRALTY_METRICS switches them on)")
    who = (
        "for this machine alone"
        if ipaddress.ip_address(address.host).is_loopback
        else "for anyone who reaches this machine"
    )
    if not is_installed("metrics"):
        return Check(
            "Metrics", False, "ADMIRALTY_METRICS is set, and figures cannot be kept", how_to_install("metrics")
        )
    if _page_answers(address):
        return Check("Metrics", True, f"http://{address}/metrics answers, {who}")
    try:
        family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
        with socket.socket(family, socket.SOCK_STREAM) as line:
            if os.name != "nt":
                line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            line.bind((address.host, address.port))
    except OSError as wrong:
        taken = wrong.errno == errno.EADDRINUSE
        why = "another program listens there" if taken else wrong.strerror or type(wrong).__name__
        return Check("Metrics", False, f"{address} cannot be used ({why})", "Set ADMIRALTY_METRICS to another address.")
    return Check("Metrics", True, f"will be at http://{address}/metrics while the bot runs, {who}")


def _page_answers(address: Address) -> bool:
    """Whether a bot's figures are there. Asked directly: a proxy is no way to one's own machine."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(address.host, address.host)  # noqa: S104 # asked, not bound
    try:
        with build_opener(ProxyHandler({})).open(
            f"http://{Address(host, address.port)}/metrics", timeout=SYSTEMCTL_SECONDS
        ) as page:
            return OUR_METRIC in page.read()
    except (URLError, OSError, ValueError):
        return False


def check_backups(
    folder: Path | None, hours: int, now: datetime, usual: Path | None = None, *, server: bool = False
) -> Check:
    """The newest backup is not older than it should be: the running bot's, or a timer's in the `usual` folder. Of a database
    server the bot makes none."""
    if folder is not None and server:
        mend = "Unset it, and have deploy/systemd/admiralty-backup.timer make them."
        return Check(
            "Backups", False, "ADMIRALTY_BACKUPS is set, but the bot copies files alone: it will not start", mend
        )
    if folder is None and usual is not None and usual.is_dir():
        folder = usual
    if folder is None:
        return Check(
            "Backups", True, "the bot makes none (ADMIRALTY_BACKUPS, or deploy/systemd/admiralty-backup.timer)"
        )
    try:
        kept = kept_in(folder)
    except StorageError as wrong:
        return Check("Backups", False, str(wrong), "Give the bot's user the right to read and write there.")
    if not kept:
        mend = "The running bot makes one at once, a timer at its time; look into their logs."
        return Check("Backups", False, f"there is none in {folder} yet", mend)
    age = now.astimezone(UTC) - kept[-1].at
    text = f"{len(kept)} in {folder}, the newest from {kept[-1].at:%Y-%m-%d %H:%M} UTC"
    if age <= timedelta(hours=hours) * 1.5 + timedelta(hours=1):
        return Check("Backups", True, text)
    mend = f"One is due every {hours} h: look into the log of whatever makes them; is the disk full?"
    return Check("Backups", False, f"{text}, which is too long ago", mend)


def check_units(
    shipped: Path = SHIPPED_UNITS,
    installed: Path = INSTALLED_UNITS,
    systemd: Path = SYSTEMD,
    environment: Path = Path("/etc/admiralty/admiralty.env"),
) -> Check:
    """Where systemd starts the bot: all units are there, what they start is, and the token's file is for root alone."""
    names = sorted(path.name for path in (*shipped.glob("*.service"), *shipped.glob("*.timer")))
    there = [name for name in names if (installed / name).is_file()]
    if not there:
        why = (
            "none is installed (deploy/systemd has them)" if systemd.is_dir() else "systemd does not run this computer"
        )
        return Check("Units", True, why)
    lacking = [name for name in names if name not in there]
    if not any(name in there for name in STARTED_UNITS):
        return Check(
            "Units", False, f"{', '.join(there)} without admiralty.service", f"Install that, too: {GUIDE_SECTION}"
        )
    for name in there:
        text = (installed / name).read_text(encoding="utf-8", errors="replace")
        for program in re.findall(r"^ExecStart=(\S+)", text, re.MULTILINE):
            if not os.access(program, os.X_OK):
                return Check(
                    "Units",
                    False,
                    f"{name} starts {program}, which is not there",
                    f"Set its path right: {GUIDE_SECTION}",
                )
    try:
        if environment.stat().st_mode & 0o077:
            mend = f"chmod 600 {environment}"
            return Check("Units", False, f"{environment}, which holds the token, can be read by others", mend)
    except OSError:
        pass  # it is not there, or not for this user: both are well
    more = f"; not {', '.join(lacking)}" if lacking else ""
    return Check("Units", True, f"{', '.join(there)} installed{more}")


def check_workers(settings: Settings) -> Check:
    """Where work is asked for elsewhere, somebody is there to do it, of the bot's own code."""
    if settings.work == "here":
        return Check("Workers", True, f"{settings.workers} processes of the bot")
    if not is_installed("postgres"):
        return Check(
            "Workers", False, "ADMIRALTY_WORK is elsewhere, and nobody can be asked", how_to_install("postgres")
        )
    from storage.jobs import workers_in  # noqa: PLC0415 # its queue is loaded by those who use it
    from umpire.services.remote_work import code_of  # noqa: PLC0415 # likewise

    mend = f"Start `bot.py work` of the same version ({GUIDE_SECTION}); until then the bot does the work itself."
    try:
        found = workers_in(settings.database_for("admiralty.db"))
    except StorageError as wrong:
        return Check("Workers", False, str(wrong), "Until that is fixed the bot does the work itself.")
    fit = [one for one in found if one.code == code_of()]
    more = f"; {len(found) - len(fit)} of another version" if len(found) > len(fit) else ""
    if not fit:
        return Check("Workers", False, f"none elsewhere has been heard of{more}", mend)
    places = sum(one.places for one in fit)
    return Check("Workers", True, f"{len(fit)} elsewhere with {places} places{more}")


def service_checks(settings: Settings, now: datetime) -> tuple[Check, ...]:
    """All of them."""
    server = settings.database_for("admiralty.db").is_server
    kept = check_backups(settings.backups, settings.backup_hours, now, settings.timers_backups, server=server)
    return check_metrics(settings.metrics), kept, check_units(), check_workers(settings)


class ServiceUnit(Value):
    """What a unit gives the process that it starts: its folder, its settings, which are taken away again, and which of its files
    this user may not read."""

    folder: Path
    values: Mapping[str, str]
    unset: frozenset[str]
    hidden: tuple[Path, ...]


def check_service(settings: Settings, installed: Path = INSTALLED_UNITS) -> Check | None:
    """Whether these are the settings of the service whose unit is in the folder `installed`; None if there is none."""
    name = next((name for name in STARTED_UNITS if (installed / name).is_file()), None)
    if name is None:
        return None
    try:
        unit = _read_unit(installed, name)
        theirs = read_settings(unit.values, unit.folder / ".env")
    except (SettingsError, OSError, ValueError) as wrong:
        return Check(
            SERVICE_CHECK, False, f"the settings of {name} cannot be used ({wrong})", "Correct the unit, or its file."
        )
    there, here = _database(theirs, unit.folder), _database(settings, Path())
    if unit.hidden:
        # They are the service's if they hold what such files are for.
        if _same(theirs.data, settings.data, unit.folder) and (settings.token or settings.database):
            return Check(SERVICE_CHECK, True, f"{name} is installed, and these are its settings as far as can be seen")
        files = ", ".join(map(str, unit.hidden))
        text = (
            f"{name} is installed, with settings in {files}, which this user cannot read; here the database is {here}"
        )
        return Check(SERVICE_CHECK, False, text, RUN_DOCTOR_AS_ROOT)
    others = [] if there == here else [f"its database is {there}, here it is {here}"]
    others += [f"{key} is another here" for key in _differing(theirs, settings, unit)]
    if not others:
        return Check(SERVICE_CHECK, True, f"{name} is installed, and these are its settings")
    return Check(
        SERVICE_CHECK,
        False,
        f"{name} is installed, but these are not its settings: {'; '.join(others)}",
        RUN_DOCTOR_AS_ROOT,
    )


def _differing(theirs: Settings, ours: Settings, unit: ServiceUnit) -> Iterator[str]:
    """Which of the settings that an operator looks at are not the same, by name."""
    pairs = {
        "DISCORD_TOKEN": theirs.token == ours.token,
        "ADMIRALTY_DATA": _same(theirs.data, ours.data, unit.folder),
        "ADMIRALTY_BACKUPS": theirs.backups == ours.backups,
        "ADMIRALTY_METRICS": theirs.metrics == ours.metrics,
        "ADMIRALTY_SHARDS": theirs.shards.total == ours.shards.total,
        "ADMIRALTY_WORK": theirs.work == ours.work,
    }
    return (key for key, same in pairs.items() if not same and key not in unit.unset)


def _same(theirs: Path, ours: Path, folder: Path) -> bool:
    return _full(folder / theirs) == _full(ours)


def _database(settings: Settings, folder: Path) -> str:
    """The database as people are told it."""
    where = settings.database_for("admiralty.db")
    try:
        return where.shown if where.is_server else _full(folder / where.path)
    except StorageError:
        return "none that can be opened"


def _full(path: Path) -> str:
    return os.path.realpath(path)


def _read_unit(installed: Path, name: str) -> ServiceUnit:
    """A unit with what was added to it. OSError if it cannot be read. Lines of one process of several (%i) are left out."""
    files = [installed / name, *sorted((installed / f"{name}.d").glob("*.conf"))]
    text = "\n".join(file.read_text(encoding="utf-8", errors="replace") for file in files)
    folder, unset = Path("/"), set[str]()
    plain, from_files, hidden = dict[str, str](), dict[str, str](), list[Path]()
    for key, value in re.findall(r"^(\w+)=([^%\n]*)$", text, re.MULTILINE):
        match key:
            case "WorkingDirectory":
                folder = Path(value)
            case "Environment":
                plain.update(dict(pair.split("=", 1) for pair in shlex.split(value) if "=" in pair))
            case "UnsetEnvironment":
                unset.update(value.split())
            case "EnvironmentFile":
                file = Path(value.removeprefix("-"))
                if _is_hidden(file):
                    hidden.append(file)
                elif file.is_file():
                    found = dotenv_values(file, interpolate=False)
                    from_files.update({key: given for key, given in found.items() if given is not None})
            case _:
                pass
    values = {key: given for key, given in {**plain, **from_files}.items() if key not in unset}
    return ServiceUnit(folder, values, frozenset(unset), tuple(hidden))


def _is_hidden(file: Path) -> bool:
    """Whether a file is there, or may be, and this user cannot read it."""
    try:
        file.stat()
    except PermissionError:  # in a folder that is another's, as /etc/admiralty is
        return True
    except OSError:
        return False
    return not os.access(file, os.R_OK)
