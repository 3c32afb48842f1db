"""The FTL drives: families, speeds, prices, and what a design may have (CW-4.0-05 to CW-4.0-13)."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Final, Literal, TypeAlias, cast

from rules.cluster_war.model.state.common import WEEKS_PER_TURN, Settings, overrides_of, tables, tables_with
from rules.cluster_war.model.state.holdings import Design
from rules.tables import Row
from rules.values import IllegalOrderError, Value, quoted

Family: TypeAlias = Literal["second stage", "displacement", "linear", "string", "wormhole"]

DRIVES_TABLE: Final = "CW-TAB-DRIVES"
RULINGS_TABLE: Final = "CW-TAB-DRIVE-RULINGS"
SECOND_STAGE: Final = "second-stage"
MOST_LEVELS: Final = 20


class Drive(Value):
    """A kind of drive as the campaign's tables have it. `month` is the base speed with the drive's own bonus."""

    id: str
    name: str
    family: Family
    month: int
    range: int
    doubles: bool
    pushes: bool
    rifts: bool
    flees: bool
    banned: frozenset[str]
    delays: frozenset[str]


def drive_of(drive: str, settings: Settings) -> Drive:
    """A drive by its id ("void-jammer"); IllegalOrderError names those there are."""
    known = _drives(overrides_of(settings))
    if drive not in known:
        raise IllegalOrderError(f"There is no FTL drive {quoted(drive)}; there are {', '.join(known)}.")
    return known[drive]


def skips(design: Design, settings: Settings) -> bool:
    """Whether a design's drive takes it out of a battle at will (CW-4.0-17); never where it has none."""
    return bool(design.ftl) and drive_of(design.ftl, settings).flees


def that_flee(settings: Settings) -> frozenset[str]:
    """The ids of the drives that take ships out of a battle at will (CW-4.0-17)."""
    return frozenset([key for key, drive in _drives(overrides_of(settings)).items() if drive.flees])


def drive_named(technology: str, settings: Settings) -> Drive | None:
    """The drive that a technology's name means, "Foldspace" or "foldspace drive"; None if it is none."""
    wanted = technology.casefold()
    return next((d for d in _drives(overrides_of(settings)).values() if wanted in {d.id, d.name}), None)


@lru_cache(maxsize=64)
def _drives(overrides: tuple[tuple[str, str], ...]) -> Mapping[str, Drive]:
    return {drive: _drive(drive, row) for drive, row in tables_with(overrides)[DRIVES_TABLE].named_rows()}


def _drive(drive: str, row: Row) -> Drive:
    return Drive(
        id=drive,
        name=row["name"],
        family=cast("Family", row["family"]),
        month=int(row["month"]) + int(row["more"]),
        range=int(row["range"]),
        doubles=row["doubles"] == "yes",
        pushes=row["pushes"] == "yes",
        rifts=row["rifts"] == "yes",
        flees=row["flees"] == "yes",
        banned=frozenset(row["banned"].split()),
        delays=frozenset(row["delays"].split()),
    )


def travel_number(what: str, settings: Settings) -> int:
    """A number of travel that the book leaves open (table CW-TAB-DRIVE-RULINGS)."""
    return tables(settings)[RULINGS_TABLE].number(what, "number")


def hexes_a_month(design: Design, settings: Settings) -> int:
    """Hexes a month of a design's displacement or linear drive; 0 for drives that have no such speed, and without a drive.

    The base speed, one more a level, and all of it twice with twice the components (CW-4.0-06, CW-4.0-11 to 13).
    """
    if not design.ftl:
        return 0
    drive = drive_of(design.ftl, settings)
    if drive.month == 0:
        return 0
    speed = drive.month + max(0, design.ftl_levels) * travel_number("hexes a further level adds", settings)
    return speed * 2 if design.ftl_doubled and drive.doubles else speed


def weeks_per_hex(hexes_per_month: int) -> Fraction:
    """A drive's rating as the book gives it: weeks for each hex (CW-4.0-05)."""
    return Fraction(WEEKS_PER_TURN, hexes_per_month)


def check_drive(design: Design, settings: Settings) -> None:
    """Refuse a design whose FTL drive cannot be so (CW-4.0-12). Without a drive nothing makes it faster."""
    if not design.ftl:
        if design.ftl_doubled or design.ftl_levels:
            raise IllegalOrderError(f"{design.name} has no FTL drive, so nothing makes it faster.", rule="CW-4.0-12")
        return
    drive = drive_of(design.ftl, settings)
    if design.ftl_doubled and not drive.doubles:
        raise IllegalOrderError(
            f"Twice the components make only linear drives twice as fast, not a {drive.name}.", rule="CW-4.0-12"
        )
    if not 0 <= design.ftl_levels <= MOST_LEVELS:
        raise IllegalOrderError(f"A drive has 0 to {MOST_LEVELS} further levels.", rule="CW-4.0-06")
    if design.ftl_levels and drive.month == 0:
        raise IllegalOrderError(f"Further levels do not make a {drive.name} faster.", rule="CW-4.0-06")
