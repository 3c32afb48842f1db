"""Sheets of a war: battle orders, raids, blockades, forces on worlds; and what a game master reads of all sides' war in one
place (chapter 9)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rules.cluster_war.chapters.combat.arms import is_warship
from rules.cluster_war.chapters.combat.battle_orders import EMPIRE, in_words
from rules.cluster_war.chapters.combat.contact import NOTHING_SAID
from rules.cluster_war.chapters.combat.repair_bills import condition, field_days, is_damaged, price_left, yard_days
from rules.cluster_war.chapters.combat.repair_shops import round_price
from rules.cluster_war.model.state.common import WEEKS_PER_TURN, short_id
from rules.cluster_war.model.state.holdings import Base, Fleet, Ship
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.state.war import FULL_COMBAT_TEAMS, Force, Front, Mending
from rules.cluster_war.play.sheets import knowledge
from rules.cluster_war.play.sheets.holdings import Cell, Column, WorkbookRow, WorkbookSheet, columns, owner

ASK = "ask"


def war(view: View) -> WorkbookSheet:
    """The empire's rules of engagement, every armed fleet's orders for battle, raids under way, colonies that are cut off; orders
    for battle and raids may be filled in (CW-9.0-09, CW-9.0-14, CW-9.5-01)."""
    me = owner(view)
    rows = [WorkbookRow(("Whole empire", "", "", in_words(me.engagement), "", "", ""), EMPIRE)]
    for key, fleet in sorted(view.fleets.items(), key=lambda item: item[1].name.casefold()):
        designs = [me.designs[view.ships[s].design] for s in fleet.ships]
        armed = sum(d.hull for d in designs if is_warship(d, view.settings))
        if not armed and fleet.engagement == NOTHING_SAID:
            continue
        where = fleet.hex if fleet.transit is None else "in FTL space"
        rows.append(WorkbookRow((fleet.name, where, armed, _orders(view, fleet), _doing(view, fleet), "", ""), key))
    for key, colony in sorted(view.colonies.items()):
        if colony.blockaded:
            rows.append(
                WorkbookRow((colony.name, f"{colony.hex}-{colony.orbit}", "", "", "cut off by a blockade", "", ""), key)
            )
    notes = (
        "Write orders for battle as in “attack, withdraw at 30, pursue”, and every hex of a raid with commas between.",
        f"Months have {WEEKS_PER_TURN} weeks; damage and repairs are on the sheet of ships.",
    )
    read = ("who", "where", "armed hull", "orders for battle", "doing")
    titles = columns(*read, engage="new orders for battle", raid="raid via")
    return WorkbookSheet("war", "Orders for battle, raids, blockades", titles, tuple(rows), notes)


def is_at_war(view: View) -> bool:
    """Whether a side has anything of war to show: battles that the campaign settles, orders for them, raids, blockades."""
    said = view.me is not None and view.me.engagement != NOTHING_SAID
    fleets = any(f.engagement != NOTHING_SAID or f.raid is not None for f in view.fleets.values())
    return view.settings.battles != ASK or said or fleets or any(c.blockaded for c in view.colonies.values())


def forces(view: View) -> WorkbookSheet:
    """Ground forces in the field, world by world, with the cities and enemies in sight; what an army does may be filled in
    (CW-9.2-15, CW-9.3)."""
    owner(view)
    rows = [row for world, front in sorted(view.fronts.items()) for row in _front(view, world, front)]
    notes = ("Write what a force does as in “hold at 0302” or “attack to capture”.",)
    read = ("world", "who", "what", "surface hex", "terrain", "teams", "doing", "stress %")
    return WorkbookSheet("forces", "Ground forces", columns(*read, army="new orders"), tuple(rows), notes)


def has_forces(view: View) -> bool:
    """Whether a side knows of a front."""
    return bool(view.fronts)


def _orders(view: View, fleet: Fleet) -> str:
    if fleet.engagement == NOTHING_SAID:
        return "as your empire has it"
    protected = view.fleets.get(fleet.engagement.protect)
    return in_words(fleet.engagement, protected.name if protected is not None else "")


def _doing(view: View, fleet: Fleet) -> str:
    hurt = sum(is_damaged(view.ships[s]) for s in fleet.ships)
    parts = [f"mission {fleet.mission}"] if fleet.mission != "none" else []
    if fleet.raid is not None:
        goods = "takes" if fleet.raid.cargo == "take" else "destroys"
        parts.append(f"raids, {goods} what it catches")
    parts += [f"{hurt} of {len(fleet.ships)} damaged"] if hurt else []
    return "; ".join(parts)


def _front(view: View, world: str, front: Front) -> Iterator[WorkbookRow]:
    place = f"{front.name} {world}"
    for city in front.cities:
        held = "in rebellion" if city.rebels else _flag(view, front.owner)
        yield WorkbookRow(
            (place, held, f"city of {city.name}", city.hex, front.terrain[city.hex], "", "", "", ""),
            f"{world}/{city.hex}",
        )
    for _, force in sorted(front.forces.items()):
        if force.side == view.side:
            yield WorkbookRow(_force(view, place, front, force), f"{world}/{short_id(force.id)}")
    for seen in front.enemies:
        cells = (place, _flag(view, seen.side), f"{seen.count} × {seen.name}", seen.at, front.terrain[seen.at])
        yield WorkbookRow((*cells, seen.teams, "", "", ""), f"{world}/{seen.at}/{seen.side}")


def _force(view: View, place: str, front: Front, force: Force) -> tuple[Cell, ...]:
    name = owner(view).designs[force.design].name
    doing = force.posture + (", dug in" if force.dug_in else "") + (f", bound for {force.goal}" if force.goal else "")
    teams = f"{force.teams} of {FULL_COMBAT_TEAMS}"
    return (
        place,
        "you",
        f"{short_id(force.id)} {name}",
        force.at,
        front.terrain[force.at],
        teams,
        doing,
        force.stress,
        "",
    )


def _flag(view: View, side: str) -> str:
    flag = view.all_flags.get(side)
    return "you" if side == view.side else flag.name if flag is not None else "nobody" if not side else "rebels"


SIDE_COLUMN: Final = "empire"


def war_of_all(views: Sequence[View]) -> tuple[WorkbookSheet, ...]:
    """Four sheets of all sides together, each from that side's own view; nothing in them can be filled in."""
    builders = (war, forces, knowledge.officers, bills)
    return tuple(_together([(owner(view).name, build(view)) for view in views]) for build in builders)


def bills(view: View) -> WorkbookSheet:
    """Every damaged unit: what is wrong with it, the CPs that mending all of it costs, and days of one bay (CW-9.6-05,
    CW-9.6-13). Whose bays, cargo and salvage do it makes it cheaper or longer."""
    places = {ship: fleet.hex for fleet in view.fleets.values() for ship in fleet.ships}
    units: Iterable[Ship | Base] = (*view.ships.values(), *view.bases.values())
    rows = [_bill(view, unit, places.get(unit.id, "")) for unit in units if is_damaged(unit)]
    titles = columns("unit", "design", "name", "hex", "condition", "CPs", "days of one bay")
    notes = ("CPs and days are those of all that is out of order, without salvage.",)
    return WorkbookSheet("bills", "Repairs to be made", titles, tuple(sorted(rows, key=lambda row: row.key)), notes)


def _bill(view: View, unit: Ship | Base, place: str) -> WorkbookRow:
    design, wounds = owner(view).designs[unit.design], unit.wounds
    work = Mending(damaged=wounds.damaged, destroyed=wounds.destroyed, burnt=wounds.burnt, loose=unit.damage)
    days = field_days(work, view.settings) + yard_days(work, view.settings)
    price = round_price(price_left(work, design, view.settings))
    where = unit.hex if isinstance(unit, Base) else place
    cells = (short_id(unit.id), design.name, unit.name, where, "; ".join(condition(view, unit)), price, days)
    return WorkbookRow(cells, unit.id)


def _together(parts: Sequence[tuple[str, WorkbookSheet]]) -> WorkbookSheet:
    """One sheet of several sides', their names first; without columns that are there to be filled in."""
    first = parts[0][1]
    read = [at for at, column in enumerate(first.columns) if not column.fill]
    titles = (Column(SIDE_COLUMN), *(first.columns[at] for at in read))
    rows = [
        WorkbookRow((name, *(row.cells[at] for at in read)), f"{name}/{row.key}", row.new)
        for name, sheet in parts
        for row in sheet.rows
    ]
    notes = first.notes if first.id == "bills" else ()
    return WorkbookSheet(first.id, first.title, titles, tuple(rows), notes)
