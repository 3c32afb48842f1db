"""The nine sheets together, and what a player wrote into them as orders."""

from collections.abc import Callable, Iterable, Mapping

from rules.cluster_war.chapters.combat.battle_orders import EMPIRE
from rules.cluster_war.model.orders.names import quote
from rules.cluster_war.model.state.common import MISSIONS, BudgetLine, short_id
from rules.cluster_war.model.state.view import View
from rules.cluster_war.play.sheets import holdings, knowledge, warfare
from rules.cluster_war.play.sheets.holdings import NOTHING_SPENT, WorkbookSheet, economics
from rules.values import Value

BUILDERS: Mapping[str, Callable[[View], WorkbookSheet]] = {
    "economics": economics,
    "fleets": holdings.fleets,
    "construction": holdings.construction,
    "technology": holdings.technology,
    "roster": holdings.roster,
    "surveys": knowledge.surveys,
    "treaties": knowledge.treaties,
    "map": knowledge.chart,
    "ships": holdings.ship_status,
}
"""By id, in the order of CW-18.0-T01."""

OPTIONAL_SHEETS: Mapping[str, tuple[Callable[[View], bool], Callable[[View], WorkbookSheet]]] = {
    "officers": (knowledge.has_staff, knowledge.officers),
    "operations": (knowledge.has_operations, knowledge.operations),
    "war": (warfare.is_at_war, warfare.war),
    "forces": (warfare.has_forces, warfare.forces),
}
"""Sheets of what not every campaign has: when a workbook has one, and how it is made."""
SHEETS: Mapping[str, Callable[[View], WorkbookSheet]] = {
    **BUILDERS,
    **{key: build for key, (_, build) in OPTIONAL_SHEETS.items()},
}
LONGEST_CELL = 200


class FilledCell(Value):
    """A cell a player wrote into: sheet, the row's key, the column's `fill`, what was written, and the cell ("J4")."""

    sheet: str
    key: str
    fill: str
    text: str
    place: str = ""


class WorkbookReading(Value):
    """A filled cell as a line of players' notation, or why it is none."""

    cell: FilledCell
    line: str = ""
    error: str = ""


def one_sheet(name: str, view: View, spent: Mapping[BudgetLine, int] = NOTHING_SPENT) -> WorkbookSheet:
    """A sheet by its id; `spent` is what the side's orders come to by budget line, which the economics sheet shows."""
    return economics(view, spent) if name == "economics" else SHEETS[name](view)


def all_sheets(view: View, spent: Mapping[BudgetLine, int] = NOTHING_SPENT) -> tuple[WorkbookSheet, ...]:
    """The nine sheets of a side; after them those of officers, intelligence, war and ground forces, if it has any."""
    nine = tuple(one_sheet(name, view, spent) for name in BUILDERS)
    return (*nine, *(build(view) for has, build in OPTIONAL_SHEETS.values() if has(view)))


def read_cells(view: View, cells: Iterable[FilledCell]) -> tuple[WorkbookReading, ...]:
    """What each filled cell orders, as a line of notation; the words explain every cell that cannot be read."""
    return tuple(_read(view, cell) for cell in cells)


def _read(view: View, cell: FilledCell) -> WorkbookReading:
    text = " ".join(cell.text.split())
    if not text or len(text) > LONGEST_CELL:
        return WorkbookReading(cell, error=f"A cell holds 1 to {LONGEST_CELL} characters.")
    match cell.fill:
        case "move":
            return _about_fleet(view, cell, f"to {text}", "move")
        case "mission":
            if text.casefold() not in MISSIONS:
                return WorkbookReading(cell, error=f"A mission is one of {', '.join(MISSIONS)}.")
            return _about_fleet(view, cell, text.casefold(), "mission")
        case "fund":
            return _fund(view, cell, text)
        case "build":
            return _build(view, cell, text)
        case "engage":
            return _engage(view, cell, text)
        case "raid":
            return _about_fleet(view, cell, f"via {text}", "raid")
        case "army":
            return _army(view, cell, text)
        case "post":
            return _post(view, cell, text)
        case _:
            return WorkbookReading(cell, error="This column is only for reading.")


def _about_fleet(view: View, cell: FilledCell, rest: str, verb: str) -> WorkbookReading:
    if cell.key not in view.fleets:
        return WorkbookReading(cell, error="This fleet is no longer there.")
    return WorkbookReading(cell, f"{verb} {quote(cell.key)} {rest}")


def _fund(view: View, cell: FilledCell, text: str) -> WorkbookReading:
    if not text.isdecimal() or not text.isascii():
        return WorkbookReading(cell, error="Write a whole number of CPs.")
    if cell.key in view.projects:
        return WorkbookReading(cell, f"fund {quote(cell.key)} {text}")
    if cell.key in view.operations:
        return WorkbookReading(cell, f"finance {quote(cell.key)} {text}")
    if cell.key in view.colonies:
        return WorkbookReading(cell, f"expand {quote(cell.key)} {text}")
    return WorkbookReading(cell, error="CPs are spent beside a colony or a project, or an operation.")


def _build(view: View, cell: FilledCell, text: str) -> WorkbookReading:
    if cell.key in view.builds:
        if not text.isdecimal() or not text.isascii():
            return WorkbookReading(cell, error="Write the CPs to pay, as a whole number.")
        return WorkbookReading(cell, f"continue {cell.key} paying {text}")
    colony = cell.key.partition("/")[0]
    if colony not in view.colonies:
        return WorkbookReading(cell, error="Units are built beside a yard or a work under way.")
    count, _, name = text.partition(" ")
    if not count.isdecimal() or not name:
        count, name = "1", text
    return WorkbookReading(cell, f"build {count} {quote(name)} at {quote(colony)}")


def _engage(view: View, cell: FilledCell, text: str) -> WorkbookReading:
    if cell.key == EMPIRE:
        return WorkbookReading(cell, f"engage {EMPIRE} {text}")
    return _about_fleet(view, cell, text, "engage")


def _army(view: View, cell: FilledCell, text: str) -> WorkbookReading:
    world, _, force = cell.key.partition("/")
    front = view.fronts.get(world)
    if front is None or f"{view.side}/{force}" not in front.forces:
        return WorkbookReading(cell, error="Write orders beside one of your forces that is still there.")
    return WorkbookReading(cell, f"army {world} {force} {text}")


def _post(view: View, cell: FilledCell, text: str) -> WorkbookReading:
    officer = view.officers.get(cell.key)
    if officer is None:
        return WorkbookReading(cell, error="Write posts beside one of your officers: “captain of DD01”, “pool”.")
    return WorkbookReading(cell, f"post {quote(short_id(officer.id))} to {text}")
