"""Race records, the printed ones among them, and what their advantage points come to (CW-3.2)."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.cluster_war.state.settings import Settings
from rules.cluster_war.state.sides import Race
from rules.cluster_war.state.tables_of import tables
from rules.cluster_war.worlds.step_codes import check_step
from rules.errors import GameError, quoted

Points = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class PrintedRace:
    """A race as designed: its record, its starting technologies, and each entry with its advantage points."""

    race: Race
    technologies: tuple[str, ...]
    points: Points

    @property
    def net(self) -> int:
        """Points spent less points gained; 30 for a 1st generation race."""
        return sum(points for _, points in self.points)


def printed_race(name: str, settings: Settings) -> PrintedRace:
    """One of the rule book's own races; GameError names them all if it is none (CW-3.2-01 to CW-3.2-05)."""
    table = tables(settings)["CW-TAB-RACE-EXAMPLES"]
    if name not in table.keys:
        raise GameError(f"{quoted(name)} is not a printed race; there are {', '.join(table.keys)}.")
    row = table.row(name)
    sections = ("abilities", "attitude", "bonuses", "technologies", "disadvantages")
    entries = {section: _entries(row[section]) for section in sections}
    race = Race(
        name=name,
        home_step=check_step(row["home world"]),
        biology=row["biology"],
        attitude=", ".join(_names(entries["attitude"])),
        abilities=_names(entries["abilities"]),
        bonuses=_names(entries["bonuses"]),
        disadvantages=_names(entries["disadvantages"]),
        home_nickname=row["nickname"],
    )
    points = tuple(entry for section in sections for entry in entries[section])
    return PrintedRace(race, _names(entries["technologies"]), points)


def _entries(cell: str) -> Points:
    """ "Extra Colonies +2 20; Neutral 0" as names with their points."""
    words = [part.rpartition(" ") for part in cell.split("; ") if part]
    return tuple((name, int(points)) for name, _, points in words)


def _names(entries: Iterable[tuple[str, int]]) -> tuple[str, ...]:
    return tuple(name for name, _ in entries)
