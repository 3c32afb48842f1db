"""What a first evening on a real server trips over, on this machine: each check is one small function.

What Discord has to say is checked in `cogs/shell/doctor.py`.
"""

import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from render.canvas.fonts import folder, font, has_glyph
from storage.inspect import look_at

OLDEST: Final = (3, 11)
LETTERS: Final = "ABCXYZabcxyz0123456789ÄÖÜäöüßéèñçåøŁ×·–…"
"""What pictures write: names in most European languages, numbers, and our own signs."""
ZONES: Final = ("Europe/Berlin", "America/New_York")


@dataclass(frozen=True, slots=True)
class Check:
    """The outcome of one check: whether it is in order, what was found, and if it is not, how to mend it."""

    name: str
    ok: bool
    text: str
    mend: str = ""

    def line(self) -> str:
        """As it is printed: a mark, the name, what was found; below it how to mend it."""
        head = f"{'✔' if self.ok else '✗'} {self.name}: {self.text}"
        return f"{head}\n    → {self.mend}" if self.mend and not self.ok else head


def check_python(version: tuple[int, ...] = tuple(sys.version_info[:3])) -> Check:
    """Python is new enough."""
    text = ".".join(map(str, version))
    wanted = ".".join(map(str, OLDEST))
    return Check(
        "Python", version[:2] >= OLDEST, text, f"Install Python {wanted} or newer, delete .venv, then `make setup`."
    )


def check_data(folder_: Path) -> Check:
    """The data folder can be written to."""
    try:
        folder_.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder_):
            pass
    except OSError as wrong:
        why = wrong.strerror or type(wrong).__name__
        return Check(
            "Data folder",
            False,
            f"{folder_} cannot be written to ({why})",
            "Give the bot's user the right to write there, or set ADMIRALTY_DATA to another folder.",
        )
    return Check("Data folder", True, f"{folder_} can be written to")


def check_database(where: str) -> Check:
    """The database is sound and fits this version of the program; it is only looked at, not changed."""
    path = where.removeprefix("sqlite+aiosqlite:///")
    if "://" in path:
        return Check(
            "Database", False, "it is not an SQLite file", "Set ADMIRALTY_DATABASE to the path of an SQLite file."
        )
    found = look_at(path)
    match found.fate:
        case "missing":
            return Check("Database", True, f"{path} will be made at the first start")
        case "current":
            return Check("Database", True, f"{path} is sound and up to date ({found.detail})")
        case "older":
            return Check(
                "Database", True, f"{path} will be brought up to date at the next start; make a backup before it"
            )
        case "newer":
            return Check(
                "Database",
                False,
                f"{path} was written by a newer version of Admiralty (tables at {found.detail})",
                "Start the newer version, or restore a backup.",
            )
        case "foreign":
            return Check(
                "Database",
                False,
                f"{path} belongs to another program (it holds {found.detail})",
                "Set ADMIRALTY_DATABASE to another file.",
            )
        case "broken":
            return Check(
                "Database",
                False,
                f"{path} cannot be read ({found.detail})",
                "Stop the bot, keep a copy of the file, and restore the newest backup (`bot.py db backup` makes them).",
            )


def check_fonts(letters: str = LETTERS) -> Check:
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
        return Check("Fonts", True, "Pillow's own typeface stands in for Source Sans Pro")
    return Check("Fonts", True, "Source Sans Pro draws all letters that pictures use")


def check_zones(names: tuple[str, ...] = ZONES) -> Check:
    """Time zones are known, so that deadlines can be given in them."""
    try:
        for name in names:
            ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return Check(
            "Time zones", False, f"{name} is not known here", "Run `make setup` again: it installs the tzdata package."
        )
    return Check("Time zones", True, f"{', '.join(names)} and the others are known")


def local_checks(data: Path, database: str) -> tuple[Check, ...]:
    """All checks of this machine."""
    return (check_python(), check_data(data), check_database(database), check_fonts(), check_zones())
