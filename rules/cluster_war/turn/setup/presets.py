"""The rule book's own four races as designs to play or to change (CW-3.2-01 to CW-3.2-04)."""

from collections.abc import Iterable
from typing import Final

from rules.cluster_war.model.race_design.choices import XENOPHOBIC
from rules.cluster_war.model.race_design.sheet import DEFAULT_SETTINGS, RaceSheet, SheetEntry
from rules.cluster_war.model.state.common import Settings, tables
from rules.cluster_war.model.state.sides import Race
from rules.cluster_war.model.worlds.step_codes import check_step
from rules.values import GameError, Value, quoted, unknown

Points = tuple[tuple[str, int], ...]


class PrintedRace(Value):
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
        raise unknown(GameError, f"{quoted(name)} is not a printed race.", name, "There are", table.keys)
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


APPROVAL_COMMENT: Final = "As in the rule book."


def preset_names(settings: Settings = DEFAULT_SETTINGS) -> tuple[str, ...]:
    """The printed races by name."""
    return tables(settings)["CW-TAB-RACE-EXAMPLES"].keys


def preset(name: str, settings: Settings = DEFAULT_SETTINGS) -> RaceSheet:
    """A printed race as an approved design; GameError names them all if it is none."""
    printed = printed_race(name, settings)
    race = printed.race
    habitat, body_form, diet = race.biology.split(" ")
    attitudes = race.attitude.split(", ")
    biologies = tables(settings)["CW-TAB-BIOLOGY"]
    words = (*race.abilities, *race.bonuses, *printed.technologies, *race.disadvantages)
    return RaceSheet(
        name=race.name,
        home_step=race.home_step,
        home_nickname=race.home_nickname,
        biology=next(key for key in biologies.keys if biologies.cell(key, "in short") == habitat),
        body_form=body_form,
        diet=diet,
        attitude=attitudes[0],
        xenophobic=XENOPHOBIC in attitudes,
        entries=tuple(_entry(word) for word in words),
        status="approved",
        gm_comment=APPROVAL_COMMENT,
    )


def _entry(words: str) -> SheetEntry:
    name, _, level = words.rpartition(" +")
    return SheetEntry(name, int(level), approved=True) if name else SheetEntry(words, approved=True)
