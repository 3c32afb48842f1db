"""The doctor's look at whose settings it was given: where the bot is a service, they should be the service's."""

import os
import re
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from dotenv import dotenv_values

from rules.values import Value
from settings import Settings, SettingsError, read_settings
from storage.errors import StorageError
from storage.inspect import is_server, shown
from umpire.services.doctor import Check
from umpire.services.doctor_service import INSTALLED, STARTED

NAME: Final = "Service"
MEND: Final = (
    "Let the service's own settings be looked at, as root: deploy/admiralty-command doctor (docs/guide-operator.md, As a "
    "service). Until then no command here acts on its games. If this is another installation, all is well."
)


class Unit(Value):
    """What a unit gives the process that it starts: its folder, its settings, which are taken away again, and which of its files
    this user may not read."""

    folder: Path
    values: Mapping[str, str]
    unset: frozenset[str]
    hidden: tuple[Path, ...]


def check_service(settings: Settings, installed: Path = INSTALLED) -> Check | None:
    """Whether these are the settings of the service whose unit is in the folder `installed`; None if there is none."""
    name = next((name for name in STARTED if (installed / name).is_file()), None)
    if name is None:
        return None
    try:
        unit = _read_unit(installed, name)
        theirs = read_settings(unit.values, unit.folder / ".env")
    except (SettingsError, OSError, ValueError) as wrong:
        return Check(NAME, False, f"the settings of {name} cannot be used ({wrong})", "Correct the unit, or its file.")
    there, here = _database(theirs, unit.folder), _database(settings, Path())
    if unit.hidden:
        # They are the service's if they hold what such files are for.
        if _same(theirs.data, settings.data, unit.folder) and (settings.token or settings.database):
            return Check(NAME, True, f"{name} is installed, and these are its settings as far as can be seen")
        files = ", ".join(map(str, unit.hidden))
        text = (
            f"{name} is installed, with settings in {files}, which this user cannot read; here the database is {here}"
        )
        return Check(NAME, False, text, MEND)
    others = [] if there == here else [f"its database is {there}, here it is {here}"]
    others += [f"{key} is another here" for key in _differing(theirs, settings, unit)]
    if not others:
        return Check(NAME, True, f"{name} is installed, and these are its settings")
    return Check(NAME, False, f"{name} is installed, but these are not its settings: {'; '.join(others)}", MEND)


def _differing(theirs: Settings, ours: Settings, unit: Unit) -> Iterator[str]:
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
        return shown(where) if is_server(where) else _full(folder / shown(where))
    except StorageError:
        return "none that can be opened"


def _full(path: Path) -> str:
    return os.path.realpath(path)


def _read_unit(installed: Path, name: str) -> Unit:
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
    return Unit(folder, values, frozenset(unset), tuple(hidden))


def _is_hidden(file: Path) -> bool:
    """Whether a file is there, or may be, and this user cannot read it."""
    try:
        file.stat()
    except PermissionError:  # in a folder that is another's, as /etc/admiralty is
        return True
    except OSError:
        return False
    return not os.access(file, os.R_OK)
