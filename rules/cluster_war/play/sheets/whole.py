"""What a game master reads of all sides' war in one place: orders for battle, forces, officers, and what repairs would cost."""

from collections.abc import Iterable, Sequence
from typing import Final

from rules.cluster_war.chapters.combat.repair_bills import condition, field_days, is_damaged, price_left, yard_days
from rules.cluster_war.chapters.combat.repair_shops import rounded
from rules.cluster_war.model.state.holdings import Base
from rules.cluster_war.model.state.names import short_id
from rules.cluster_war.model.state.units import Ship
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.state.war import Mending
from rules.cluster_war.play.sheets import knowledge
from rules.cluster_war.play.sheets.holdings import Column, Row, Sheet, columns, owner
from rules.cluster_war.play.sheets.warfare import forces, war

EMPIRE: Final = "empire"


def war_of_all(views: Sequence[View]) -> tuple[Sheet, ...]:
    """Four sheets of all sides together, each from that side's own view; nothing in them can be filled in."""
    builders = (war, forces, knowledge.officers, bills)
    return tuple(_together([(owner(view).name, build(view)) for view in views]) for build in builders)


def bills(view: View) -> Sheet:
    """Every damaged unit: what is wrong with it, the CPs that mending all of it costs, and days of one bay (CW-9.6-05,
    CW-9.6-13). Whose bays, cargo and salvage do it makes it cheaper or longer."""
    places = {ship: fleet.hex for fleet in view.fleets.values() for ship in fleet.ships}
    units: Iterable[Ship | Base] = (*view.ships.values(), *view.bases.values())
    rows = [_bill(view, unit, places.get(unit.id, "")) for unit in units if is_damaged(unit)]
    titles = columns("unit", "design", "name", "hex", "condition", "CPs", "days of one bay")
    notes = ("CPs and days are those of all that is out of order, without salvage.",)
    return Sheet("bills", "Repairs to be made", titles, tuple(sorted(rows, key=lambda row: row.key)), notes)


def _bill(view: View, unit: Ship | Base, place: str) -> Row:
    design, wounds = owner(view).designs[unit.design], unit.wounds
    work = Mending(damaged=wounds.damaged, destroyed=wounds.destroyed, burnt=wounds.burnt, loose=unit.damage)
    days = field_days(work, view.settings) + yard_days(work, view.settings)
    price = rounded(price_left(work, design, view.settings))
    where = unit.hex if isinstance(unit, Base) else place
    cells = (short_id(unit.id), design.name, unit.name, where, "; ".join(condition(view, unit)), price, days)
    return Row(cells, unit.id)


def _together(parts: Sequence[tuple[str, Sheet]]) -> Sheet:
    """One sheet of several sides', their names first; without columns that are there to be filled in."""
    first = parts[0][1]
    read = [at for at, column in enumerate(first.columns) if not column.fill]
    titles = (Column(EMPIRE), *(first.columns[at] for at in read))
    rows = [
        Row((name, *(row.cells[at] for at in read)), f"{name}/{row.key}", row.new)
        for name, sheet in parts
        for row in sheet.rows
    ]
    notes = first.notes if first.id == "bills" else ()
    return Sheet(first.id, first.title, titles, tuple(rows), notes)
