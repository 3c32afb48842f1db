"""The drives a race has in place of the standard ones (CW-3.1-55 to CW-3.1-65)."""

from collections.abc import Iterable
from typing import Final

from rules.cluster_war.model.race_design.choices import FTL, GRAVITY, GRAVITY_KEPT, SECOND_STAGE, STANDARD, STL, choices
from rules.cluster_war.model.race_design.effects import details, traits
from rules.cluster_war.model.race_design.sheet import USUAL
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.sides import Race
from rules.cluster_war.model.state.tables_of import tables
from rules.tables import Table
from rules.values import Value

FUEL_ROW: Final = "cargo bay (starship scale)/reaction fuel points (3.1)"


class FtlDrive(Value):
    """An FTL drive. `more_hexes` is warp cruise speed bought above the base, in hexes a month (CW-3.1-56).

    `rounds` is the least number of combat rounds that the way in takes to open; `entry` what others notice (CW-3.1-57).
    """

    name: str
    more_hexes: int
    rounds: int
    entry: str
    notes: str


class StlDrive(Value):
    """An STL drive. `fuel` is points a component burns at each use, `boost` acceleration to begin with (CW-3.1-65).

    `jump_hexes` and `charging_rounds` are a micro jump drive's, in tactical hexes and combat rounds (CW-3.1-63).
    """

    name: str
    fuel: int
    boost: int
    jump_hexes: int
    charging_rounds: int
    notes: str


def ftl_drive(race: Race, settings: Settings = USUAL) -> FtlDrive:
    """The race's FTL drive; second stage unless it took another (CW-3.1-55)."""
    known, owned = choices(settings), traits(race.drives)
    name = next((n for n in owned if n in known and known[n].group == FTL), SECOND_STAGE)
    rules, speeds = tables(settings)["CW-TAB-FTL-RULES"], tables(settings)["CW-TAB-FTL"]
    row, notes = rules.row(_printed(name, rules)), speeds.cell(_printed(name, speeds), "notes")
    return FtlDrive(name, max(0, owned.get(name, 1) - 1), int(row["forms in rounds"]), row["entry"], notes)


def stl_drives(race: Race, settings: Settings = USUAL) -> tuple[StlDrive, ...]:
    """The race's STL drives: gravity, or another in its place, or both (CW-3.1-60, CW-3.1-61)."""
    known, owned = choices(settings), traits(race.drives)
    others = [n for n in owned if n in known and known[n].group == STL and n != GRAVITY_KEPT]
    names = [*others, *([GRAVITY] if GRAVITY_KEPT in owned or not others else [])]
    return tuple(_stl(name, details(race.drives).get(name, ""), settings) for name in names)


def _stl(name: str, detail: str, settings: Settings) -> StlDrive:
    table = tables(settings)["CW-TAB-STL"]
    row = table.row(_printed(name, table))
    jumps = tables(settings)["CW-TAB-MICRO-JUMP"]
    hexes, rounds, notes = 0, 0, row["notes"]
    if detail in jumps.keys:
        hexes, rounds = jumps.number(detail, "tactical hexes"), jumps.number(detail, "charging rounds")
        notes = f"{notes}; {jumps.cell(detail, 'notes')}"
    return StlDrive(name, int(row["fuel"]), int(row["boost"]), hexes, rounds, notes)


def fuel_burnt(drive: StlDrive, components: int, uses: int = 1) -> int:
    """Fuel points that so many drive components burn; 0 for drives that need none (CW-3.1-64)."""
    return drive.fuel * components * uses


def fuel_held(cargo_bays: int, settings: Settings = USUAL) -> int:
    """Fuel points that cargo bays hold (CW-3.1-64)."""
    return cargo_bays * tables(settings)["CW-TAB-CAPACITY"].number(FUEL_ROW, "capacity")


def may_boost(drive: StlDrive, fires_heavy: bool) -> bool:
    """Whether a drive may boost in a round: turbo-warp not together with heavy draining weapons (CW-3.1-65)."""
    return drive.boost > 0 and not fires_heavy


def lacks_velocity(ftl: str, stl: Iterable[str], settings: Settings = USUAL) -> bool:
    """Whether no STL drive gives the velocity that the FTL drive needs: jumping drives do not (CW-3.1-62)."""
    rules, printed = tables(settings)["CW-TAB-FTL-RULES"], tables(settings)["CW-TAB-STL"]
    needs = rules.cell(_printed(ftl, rules), "velocity") == "yes"
    return needs and all(printed.cell(_printed(name, printed), "jumps") == "yes" for name in stl)


def _printed(name: str, table: Table) -> str:
    return name if name in table.keys else name + STANDARD
