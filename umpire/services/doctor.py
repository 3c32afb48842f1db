"""What a first evening on a real server trips over, on this machine; each check is one small function. One looks at shards.

What Discord has to say is checked in `cogs/shell/doctor.py`.
"""

import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from games.known import ORIGINS
from installed import EXTRAS, VERSION, how_to_install, is_installed
from render.canvas.theme import folder, font, has_glyph
from rules.values import Value
from settings import Settings, ShardPlan, missing_extras
from storage.address import DatabaseAddress
from storage.errors import StorageError
from storage.inspect import Fate, Found, look_at, ranges_in
from storage.processes import RangeRow

OLDEST_PYTHON: Final = (3, 11)
LETTERS_NEEDED: Final = "ABCXYZabcxyz0123456789ÄÖÜäöüßéèñçåøŁ×·–…"
"""What pictures write: names in most European languages, numbers, and our own signs."""
START_NEWER_VERSION: Final = "Start the newer version, or restore a backup."
SET_ANOTHER_FILE: Final = "Set ADMIRALTY_DATABASE to another file."
RESTORE_A_BACKUP: Final = (
    "Stop the bot, keep a copy of the file, and restore the newest backup (`bot.py db backup` makes them)."
)
TRY_AGAIN_IN_A_MINUTE: Final = "Another program holds it: try again in a minute, or stop that program."
CHECK_THE_SERVER: Final = "Check that its server runs, and the name, user and password in DATABASE_URL."
ZONES_TRIED: Final = ("Europe/Berlin", "America/New_York")


FINDING_BY_FATE: Final[Mapping[Fate, tuple[bool, str, str]]] = {
    "missing": (True, "{path} will be made at the first start", ""),
    "empty": (True, "{path} is empty; the first start makes its tables", ""),
    "current": (True, "{path} is sound and up to date (tables at {detail})", ""),
    "older": (
        True,
        "{path} is sound, of an older version (tables at {detail}): the next start brings it up to date; make a backup before it",
        "",
    ),
    "newer": (False, "{path} was written by a newer version of Admiralty (tables at {detail})", START_NEWER_VERSION),
    "foreign": (False, "{path} belongs to another program (it holds {detail})", SET_ANOTHER_FILE),
    "broken": (False, "{path} cannot be read ({detail})", RESTORE_A_BACKUP),
}
"""For each state of a database: whether it is in order, what is said of it, and how it is mended."""
SHARDS_CHECK: Final = "Shards"


class Check(Value):
    """The outcome of one check: whether it is in order, what was found, and if it is not, how to mend it."""

    name: str
    ok: bool
    text: str
    mend: str = ""

    def line(self) -> str:
        """As it is printed: a mark, the name, what was found; below it how to mend it."""
        head = f"{'✔' if self.ok else '✗'} {self.name}: {self.text}"
        return f"{head}\n    → {self.mend}" if self.mend and not self.ok else head


def check_games() -> Check:
    """The games that are registered, those of packages from outside with the package and its version."""
    told = [f"{origin.game.name} ({origin.package})" if origin.package else origin.game.name for origin in ORIGINS]
    return Check("Games", True, ", ".join(told))


def check_program(settings: Settings) -> Check:
    """The version of this program, and that it has the extras that the settings need."""
    lacking = missing_extras(settings)
    if lacking:
        return Check(
            "Admiralty", False, f"{VERSION}. {' '.join(lacking.values())}", " ".join(map(how_to_install, lacking))
        )
    there = [extra for extra in EXTRAS if is_installed(extra)]
    return Check("Admiralty", True, f"{VERSION}, {'with' if there else 'without'} extras {', '.join(there)}".rstrip())


def check_python(version: tuple[int, ...] = tuple(sys.version_info[:3])) -> Check:
    """Python is new enough."""
    mend = f"Install Python {'.'.join(map(str, OLDEST_PYTHON))} or newer, delete .venv, then `make setup`."
    return Check("Python", version[:2] >= OLDEST_PYTHON, ".".join(map(str, version)), mend)


def check_data(folder_: Path) -> Check:
    """The data folder can be written to."""
    try:
        folder_.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder_):
            pass
    except OSError as wrong:
        why = wrong.strerror or type(wrong).__name__
        mend = "Give the bot's user the right to write there, or set ADMIRALTY_DATA to another folder."
        return Check("Data folder", False, f"{folder_} cannot be written to ({why})", mend)
    return Check("Data folder", True, f"{folder_} can be written to")


def check_database(where: DatabaseAddress) -> Check:
    """The database is sound and fits this version of the program; it is only looked at, not changed."""
    try:
        path = where.shown
    except StorageError as wrong:
        return Check("Database", False, str(wrong), "Correct DATABASE_URL.")
    return check_of(path, where, look_at(where))


def check_of(path: str, where: DatabaseAddress, found: Found) -> Check:
    """What was found of a database, of which people are told this path."""
    ok, text, mend = FINDING_BY_FATE[found.fate]
    if where.is_server and not is_installed("postgres"):
        mend = how_to_install("postgres")
    elif where.is_server and not ok:
        mend = {"foreign": "Make a database of its own for the bot.", "broken": CHECK_THE_SERVER}.get(found.fate, mend)
    elif found.fate == "broken" and "locked" in found.detail:
        mend = TRY_AGAIN_IN_A_MINUTE
    return Check("Database", ok, text.format(path=path, detail=found.detail), mend)


def check_fonts(letters: str = LETTERS_NEEDED) -> Check:
    """The typeface is installed and draws the letters that pictures use."""
    mend = "Run `make setup` again: it installs the typeface and Pillow."
    try:
        font(16)
        lost = [letter for letter in letters if not has_glyph(letter)]
    except (OSError, TypeError, ImportError) as wrong:
        return Check("Fonts", False, f"no text can be drawn ({wrong})", mend)
    if lost:
        return Check("Fonts", False, f"the typeface lacks {' '.join(lost)}", mend)
    if folder() is None:
        return Check("Fonts", True, "Pillow's own typeface is used instead of Source Sans Pro")
    return Check("Fonts", True, "Source Sans Pro draws all letters that pictures use")


def check_zones(names: tuple[str, ...] = ZONES_TRIED) -> Check:
    """Time zones are known, so that deadlines can be given in them."""
    try:
        for name in names:
            ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        mend = "Run `make setup` again: it installs the tzdata package."
        return Check("Time zones", False, f"{name} is not known here", mend)
    return Check("Time zones", True, f"{', '.join(names)} and the others are known")


def local_checks(data: Path, database: DatabaseAddress) -> tuple[Check, ...]:
    """All checks of this machine."""
    return (check_python(), check_games(), check_data(data), check_database(database), check_fonts(), check_zones())


def check_shards(database: DatabaseAddress, plan: ShardPlan) -> Check:
    """No shard is without a living process, if any has one; those at work count as many as the settings say."""
    if not database.is_server:
        many = "one" if plan.total == 1 else f"all {plan.total}"
        return Check(SHARDS_CHECK, True, f"{many} by one process, since games are kept in a file")
    return check_ranges(*ranges_in(database), plan)


def check_ranges(rows: tuple[RangeRow, ...], now: int, plan: ShardPlan) -> Check:
    """The same of the ranges as they are known."""
    held = [row for row in rows if row.is_held(now)]
    if not held:
        return Check(SHARDS_CHECK, True, f"ADMIRALTY_SHARDS is {plan.total}; no process is at work")
    text = "; ".join(f"{row} of {row.total} by {row.process}" for row in held)
    if any(row.total != plan.total for row in held):
        mend = "Stop all processes, then start them with one number of shards."
        return Check(SHARDS_CHECK, False, f"{text}; but ADMIRALTY_SHARDS is {plan.total} here", mend)
    served = {number for row in held for number in range(row.first, row.last + 1)}
    lost = sorted(set(range(plan.total)) - served)
    if not lost:
        return Check(SHARDS_CHECK, True, text)
    mend = "Start a process for these (deploy/systemd/admiralty@.service) or a stand-by; docs/many-servers.md has the steps."
    which = ", ".join(str(number) for number in lost[:10]) + (" and more" if len(lost) > 10 else "")
    return Check(SHARDS_CHECK, False, f"{text}; nobody serves {which}: commands there are not answered", mend)
