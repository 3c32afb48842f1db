"""A race as its player designs it, and the game master's values for a campaign before it begins (CW-3.1, CW-3.2-05, CW-19.0).

A draft may be wrong or half empty; `check.check_sheet` says how.
"""

from collections.abc import Iterator, Mapping
from math import floor
from typing import Final, Literal, TypeAlias

from rules.cluster_war.model.state.common import DesignId, Settings, tables
from rules.cluster_war.model.state.holdings import Design
from rules.tables import split_cell
from rules.values import GameError, Value, field

Section: TypeAlias = Literal["abilities", "bonuses", "technologies", "drives", "disadvantages"]
ENTRY_SECTIONS: Final[tuple[Section, ...]] = ("abilities", "bonuses", "technologies", "drives", "disadvantages")
Ruling: TypeAlias = Literal["open", "approved", "refused"]
Status: TypeAlias = Literal["draft", "submitted", "returned", "approved"]
DEFAULT_SETTINGS: Final = Settings()
FACILITY_FIELDS: Final = ("shipyard_bays", "light_industry", "heavy_industry", "training", "science_stations")


class Finding(Value):
    """One sentence about a design, fit for the player, and the ledger rule it rests on."""

    text: str
    rule: str


class SheetEntry(Value):
    """An entry of the checklist, taken `level` times. `detail` says what it leaves open: a psi discipline, a form.

    `approved` and `comment` are the GM's word where the entry needs it.
    """

    name: str
    level: int = 1
    detail: str = ""
    approved: bool = False
    comment: str = ""


class CustomEntry(Value):
    """An entry of the player's own making. `ap` is the GM's price, negative for points gained, None until they names it."""

    name: str
    section: Section
    text: str = ""
    ap: int | None = None
    ruling: Ruling = "open"
    comment: str = ""


class DesignTemplate(Value):
    """A hull layout that first designs are drawn from (CW-3.0-05); hull 0 leaves the size to the campaign."""

    name: str
    kind: Literal["base", "ship"]
    hull: int = 0


class PlannedColony(Value):
    """A colony the player would like to begin with: its base output in CPs, and words for the GM who places it."""

    cps: int
    name: str = ""
    step: str = ""
    note: str = ""


class PlannedFleet(Value):
    """A fleet that the player would like to begin with: its name and ships by design."""

    name: str
    ships: Mapping[DesignId, int]


class Facilities(Value):
    """What stands on the home world beside the free training base; `garrison` counts forces and bases by design."""

    shipyard_bays: int = 0
    light_industry: int = 0
    heavy_industry: int = 0
    training: int = 0
    science_stations: int = 0
    garrison: Mapping[DesignId, int] = field(default_factory=dict)

    def ratings(self) -> Mapping[str, int]:
        """How much there is of each of `FACILITY_FIELDS`."""
        return {name: getattr(self, name) for name in FACILITY_FIELDS}


class StartPackage(Value):
    """How the starting package is spent (CW-3.0-03): CPs of the home world and colonies, designs, ships, facilities.

    `drawn_from` names the template of a design; `home_cps` 0 leaves the home world's size to set-up. `fleets` are those
    that the player has named; `ships` counts all ships, those in them too.
    """

    templates: tuple[DesignTemplate, ...] = ()
    designs: tuple[Design, ...] = ()
    drawn_from: Mapping[DesignId, str] = field(default_factory=dict)
    ships: Mapping[DesignId, int] = field(default_factory=dict)
    facilities: Facilities = field(default_factory=Facilities)
    home_cps: int = 0
    colonies: tuple[PlannedColony, ...] = ()
    fleets: tuple[PlannedFleet, ...] = ()


class RaceSheet(Value):
    """A race design. `society` maps a list of CW-16.0-T01 to the entry chosen; `biology` is a row of CW-TAB-BIOLOGY."""

    name: str = ""
    home_step: str = "5555"
    home_nickname: str = ""
    biology: str = "Terrestrial biology"
    body_form: str = ""
    diet: str = ""
    attitude: str = "Neutral"
    xenophobic: bool = False
    society: Mapping[str, str] = field(default_factory=dict)
    entries: tuple[SheetEntry, ...] = ()
    custom: tuple[CustomEntry, ...] = ()
    package: StartPackage = field(default_factory=StartPackage)
    notes: str = ""
    status: Status = "draft"
    gm_comment: str = ""

    def attitudes(self) -> Iterator[str]:
        """The attitude, and Xenophobic where it is added (CW-3.1-30)."""
        yield self.attitude
        if self.xenophobic:
            yield "Xenophobic"

    def entry(self, name: str) -> SheetEntry | None:
        """The entry of that name, if the sheet has it."""
        return next((e for e in self.entries if e.name == name), None)


BudgetPreset: TypeAlias = Literal["printed", "by colonies"]
Shape: TypeAlias = Literal["even", "disk", "ring", "cross"]
MAP_SHOWN: Final = 5


class SetUpProgress(Value):
    """How far set-up has come, by the steps of CW-19.0-T01."""

    begun: frozenset[int] = frozenset()
    finished: frozenset[int] = frozenset()


def races_advice(players: int, others: int, settings: Settings = DEFAULT_SETTINGS) -> tuple[Finding, ...]:
    """What the GM may want to know about the number of races; advice, never a refusal (CW-19.0-01, CW-19.0-06)."""
    usual = tables(settings)["CW-TAB-CAMPAIGN"]
    low, high = usual.number("fewest player races", "usual"), usual.number("most player races", "usual")
    found = []
    if not low <= players <= high:
        found.append(Finding(f"{players} players; the game suits {low} to {high} best.", "CW-19.0-01"))
    most = usual.number("most other races", "usual")
    if others > most:
        found.append(Finding(f"{others} races for the GM to run; {most} are plenty.", "CW-19.0-01"))
    return tuple(found)


def budget_overrides(
    preset: BudgetPreset, colonies: int = 500, settings: Settings = DEFAULT_SETTINGS
) -> Mapping[str, str]:
    """Overrides of the starting kit for a campaign of so many CPs of colonies (CW-19.0-07, CW-3.0-07).

    "printed" keeps the kit's own ships and facilities; "by colonies" shares two and a half times the colonies' CPs
    among them, the odd CP going to ships. GameError below 1 CP.
    """
    if colonies < 1:
        raise GameError("An empire begins with at least 1 CP of colonies.", rule="CW-19.0-07")
    changed = {"CW-TAB-START-KIT/colonies/amount": str(colonies)}
    if preset == "printed":
        return changed
    total = floor(colonies * tables(settings)["CW-TAB-CAMPAIGN"].fraction("budget for each CP of colonies", "usual"))
    changed["CW-TAB-START-KIT/facilities/amount"] = str(total // 2)
    changed["CW-TAB-START-KIT/starships/amount"] = str(total - total // 2)
    return changed


def step_refused(step: int, progress: SetUpProgress, settings: Settings = DEFAULT_SETTINGS) -> Finding | None:
    """Why a set-up step must wait for others, or None (CW-19.0-08): races are designed before there is a map to know.

    GameError if there is no such step.
    """
    table = tables(settings)["CW-19.0-T01"]
    if str(step) not in table.keys:
        raise GameError(f"Set-up has steps {table.keys[0]} to {table.keys[-1]}; there is no step {step}.")
    row = table.row(step)
    waiting = [s for s in split_cell(row["after finishing"]) if int(s) not in progress.finished]
    waiting += [s for s in split_cell(row["after beginning"]) if int(s) not in progress.begun | progress.finished]
    if not waiting:
        return None
    first = waiting[0]
    return Finding(
        f"Step {step} ({row['content']}) waits for step {first} ({table.cell(first, 'content')}).", "CW-19.0-08"
    )


def may_design_races(progress: SetUpProgress) -> bool:
    """Whether a race may still be designed or changed by its player: not once the map has been shown (CW-19.0-08)."""
    return MAP_SHOWN not in progress.begun | progress.finished


def density_grid(
    shape: Shape, across: int = 7, down: int = 7, settings: Settings = DEFAULT_SETTINGS
) -> Mapping[str, int]:
    """Per cent of hexes with a system, by sector "column,row", for a shape (CW-19.0-10, CW-19.0-11).

    The disk thins out by rings of sectors about the middle; ring and cross leave the other sectors empty.
    """
    return {
        f"{column},{row}": _density(shape, column, row, across, down, settings)
        for row in range(1, down + 1)
        for column in range(1, across + 1)
    }


def _density(shape: Shape, column: int, row: int, across: int, down: int, settings: Settings) -> int:
    table = tables(settings)["CW-TAB-DENSITY"]
    aside = (abs(2 * column - across - 1) // 2, abs(2 * row - down - 1) // 2)
    ring, last = max(aside), (min(across, down) - 1) // 2
    usual = table.number(1, "per cent")
    match shape:
        case "even":
            return usual
        case "disk":
            return table.number(table.keys[min(ring, len(table.keys) - 1)], "per cent")
        case "ring":
            return usual if ring == max(1, last - 1) else 0
        case "cross":
            return usual if min(aside) == 0 else 0
