"""Sheets as data, and those of what a side has: money, fleets, ships, construction, technology, roster."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from rules.cluster_war.chapters.combat.repair_bills import condition
from rules.cluster_war.chapters.industry.construction import build_turns
from rules.cluster_war.chapters.movement.fleets import force
from rules.cluster_war.chapters.movement.travel_time import eta
from rules.cluster_war.chapters.research.projects import stations_at
from rules.cluster_war.model.economy.holds import cargo_capacity, cargo_held
from rules.cluster_war.model.race_design.in_play import notes_in_play
from rules.cluster_war.model.state.common import BUDGET_LINES, LINE_NAMES, BudgetLine, short_id
from rules.cluster_war.model.state.holdings import Base, Colony, Fleet
from rules.cluster_war.model.state.sides import KnownBody, Side
from rules.cluster_war.model.state.view import View, Yield
from rules.cluster_war.model.unit_design.wounded import sound
from rules.values import Value, WrongPhaseError

Cell: TypeAlias = str | int


class Column(Value):
    """A column's heading; `fill` says what writing into its cells orders ("" where cells are only read)."""

    title: str
    fill: str = ""


def columns(*titles: str, **filled: str) -> tuple[Column, ...]:
    """Columns that are only read, by their titles, and then those that can be filled in: what that orders, and its title."""
    return (*(Column(title) for title in titles), *(Column(title, fill) for fill, title in filled.items()))


class WorkbookRow(Value):
    """One row: its cells in column order, the id of what it is about, and whether it is new since last turn."""

    cells: tuple[Cell, ...]
    key: str = ""
    new: bool = False


class WorkbookSheet(Value):
    """One of the sheets: a stable id, a title, columns, rows, and words below it."""

    id: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[WorkbookRow, ...]
    notes: tuple[str, ...] = ()


FACILITIES = (
    ("shipyard bays", "shipyard_bays"),
    ("heavy industry", "heavy_industry"),
    ("light industry", "light_industry"),
    ("training", "training"),
)


def owner(view: View) -> Side:
    """The side whose sheets these are; the GM reads each side's own."""
    if view.me is None:
        raise WrongPhaseError("The game master has no sheets of their own; look at a side's with /gm side.")
    return view.me


def fleets(view: View) -> WorkbookSheet:
    """Fleets with place, strength, mission and course; destinations and missions may be filled in (CW-18.0-12)."""
    designs = owner(view).designs
    rows = []
    for key, fleet in sorted(view.fleets.items(), key=lambda item: item[1].name.casefold()):
        ships = [view.ships[s] for s in fleet.ships]
        here = force(designs, ships)
        cells = (
            fleet.name,
            fleet.hex if fleet.transit is None else "in FTL space",
            course(fleet),
            len(ships),
            here.hull,
            f"{here.drive}G",
            f"{cargo_held(ships)} of {cargo_capacity(designs, ships)}",
            fleet.mission,
            fleet.standing,
            "",
            "",
        )
        rows.append(WorkbookRow(cells, key))
    read = ("fleet", "hex", "course", "ships", "hull", "drive", "cargo CPs", "mission", "standing orders")
    notes = ("Write hexes under “move to”, waypoints first, separated by commas.",)
    return WorkbookSheet("fleets", "Fleets", columns(*read, move="move to", mission="new mission"), tuple(rows), notes)


def course(fleet: Fleet) -> str:
    """Where a fleet is bound, with dates."""
    if fleet.transit is None:
        return ", then ".join(leg.to for leg in fleet.route)
    later = "".join(f", then {leg.to}" for leg in fleet.route)
    return f"{fleet.transit.origin} → {fleet.transit.to} ({eta(fleet.transit.arrives)}){later}"


def ship_status(view: View) -> WorkbookSheet:
    """Every ship with its id, design, fleet and cargo, and where any unit is damaged its condition (CW-18.0-21)."""
    designs = owner(view).designs
    worn = any(condition(view, s) for s in view.ships.values()) or any(condition(view, b) for b in view.bases.values())
    rows = []
    for fleet in sorted(view.fleets.values(), key=lambda f: f.name.casefold()):
        for key in fleet.ships:
            ship = view.ships[key]
            design = sound(designs, ship)
            cells = (short_id(key), design.name, ship.name, fleet.name, design.hull, f"{design.drive}G", ship.cargo)
            rows.append(WorkbookRow((*cells, "; ".join(condition(view, ship))) if worn else cells, key))
    rows += [_base_row(view, base) for _, base in sorted(view.bases.items()) if condition(view, base)]
    titles = columns("ship", "design", "name", "fleet", "hull", "drive", "cargo CPs", *(("condition",) if worn else ()))
    return WorkbookSheet("ships", "Ship status", titles, tuple(rows))


def _base_row(view: View, base: Base) -> WorkbookRow:
    """A damaged base among the ships."""
    design = owner(view).designs[base.design]
    cells = (short_id(base.id), design.name, base.name, "", design.hull, "", "", "; ".join(condition(view, base)))
    return WorkbookRow(cells, base.id)


def construction(view: View) -> WorkbookSheet:
    """Yards and plants with their capacity, and what is being built as a time line (CW-18.0-14)."""
    designs = owner(view).designs
    rows = []
    for key, colony in sorted(view.colonies.items()):
        for name, field in FACILITIES:
            capacity: int = getattr(colony, field)
            if capacity:
                used = sum(
                    b.capacity for b in view.builds.values() if b.colony == key and fits(designs[b.design].kind, field)
                )
                rows.append(
                    WorkbookRow((colony.name, name, capacity, used, capacity - used, "", "", "", ""), f"{key}/{field}")
                )
    for key, build in sorted(view.builds.items()):
        design = designs[build.design]
        turns = build_turns(build.hull_left, build.capacity) if build.hull_left and build.capacity else 0
        ready = f"turn {view.turn + turns}" if turns else "when paid" if build.paid < build.price else "this turn"
        cells = (
            view.colonies[build.colony].name if build.colony in view.colonies else build.colony,
            f"{build.count} × {design.name}",
            build.hull_left,
            build.capacity,
            "",
            ready,
            build.price,
            build.price - build.paid,
            "",
        )
        rows.append(WorkbookRow(cells, key))
    read = ("colony", "yard or work", "capacity or hull left", "in use", "free", "ready", "price", "owed")
    titles = columns(*read, build="build (2 Cruiser) or pay CPs")
    return WorkbookSheet("construction", "Starship construction", titles, tuple(rows))


def fits(kind: str, field: str) -> bool:
    """Whether a kind of unit is built with a facility."""
    return {
        "ship": field in {"shipyard_bays", "heavy_industry"},
        "small_craft": field == "light_industry",
        "ground": field == "training",
    }.get(kind, False)


def technology(view: View) -> WorkbookSheet:
    """The race, what it started with and everything learned since, with research successes (CW-18.0-15)."""
    me = owner(view)
    race = me.race
    rows = [
        WorkbookRow(("Race", race.name, race.description)),
        WorkbookRow(("Home world", race.home_step, f"{me.home}-{me.home_orbit}")),
        WorkbookRow(("Biology", race.biology, "")),
        WorkbookRow(("Attitude", race.attitude, "")),
    ]
    for title, entries in (("Ability", race.abilities), ("Bonus", race.bonuses), ("Disadvantage", race.disadvantages)):
        rows += [WorkbookRow((title, entry, "")) for entry in entries]
    rows += [WorkbookRow(("Technology", name, "")) for name in me.technologies]
    rows += [
        WorkbookRow(("In play", note.rule, note.text)) for note in notes_in_play(race, me.technologies, view.settings)
    ]
    for key, project in sorted(view.projects.items()):
        done = project.finished_turn
        stand = f"finished in turn {done}" if done else f"{project.step - 1} of {project.steps} successes"
        new = done == view.turn - 1 and view.turn > 1
        rows.append(WorkbookRow(("Research", project.name, stand), key, new))
    return WorkbookSheet("technology", "Technology and race", columns("what", "name", "detail"), tuple(rows))


def roster(view: View) -> WorkbookSheet:
    """The price list of everything the side can build (CW-18.0-16)."""
    rows = []
    for d in sorted(owner(view).designs.values(), key=lambda d: (d.kind, d.cost, d.id)):
        kind, drive = d.kind.replace("_", " "), f"{d.drive}G" if d.drive else ""
        rows.append(
            WorkbookRow((d.name, kind, d.hull, d.cost, drive, d.lrs, d.survey_bays, d.cargo_bays, d.note), d.id)
        )
    titles = columns("unit", "kind", "hull or size", "CPs each", "drive", "LRS", "survey bays", "cargo bays", "note")
    return WorkbookSheet("roster", "Unit roster", titles, tuple(rows))


NOTHING_SPENT: Final[Mapping[BudgetLine, int]] = MappingProxyType({})
LOW_INDUSTRY: Final = "Low Industry"
HANDICAP: Final = "Handicap"


def economics(view: View, spent: Mapping[BudgetLine, int] = NOTHING_SPENT) -> WorkbookSheet:
    """Colonies with their CPs, mining, trade, treasury, unusual income; below them expenses, projects, and what becomes next
    turn's treasury (CW-18.0-08). `spent` is what the orders given so far come to by budget line; the column adds up."""
    me, income = owner(view), view.income
    rows = [WorkbookRow(("Treasury", "", "", income.treasury, ""), "treasury"), *_yield_rows(view)]
    rows += [WorkbookRow((f"Trade with {name}", "", "", cps, ""), f"trade/{name}") for name, cps in income.trade_lines]
    if income.unusual:
        rows.append(WorkbookRow(("Other income", "", "", income.unusual, ""), "unusual"))
    rows += [
        WorkbookRow((f"Spent on {LINE_NAMES[line]}", "", "", -spent.get(line, 0), ""), f"spent/{line}")
        for line in BUDGET_LINES
    ]
    rows += _projects(view)
    left = income.available - sum(spent.values())
    rows.append(WorkbookRow(("Next turn's treasury", "", "", left, ""), "left"))
    notes = (
        f"{me.name}: {income.available} CPs to spend in turn {view.turn}, {left} left after the orders given so far.",
        "Write CPs beside a colony to let it grow, beside a project to fund it.",
    )
    titles = columns("item", "place", "standing", "CPs", fund="spend CPs")
    return WorkbookSheet("economics", "Economics", titles, tuple(rows), notes)


def _yield_rows(view: View) -> Iterator[WorkbookRow]:
    """A row for each colony and for each place where stations dig; what stays there, cut off, is told beside it."""
    people = {made.who: made for made in view.income.yields if not made.stations}
    for key, colony in sorted(view.colonies.items()):
        made = people.get(key)
        told = (*_standing(view, colony), *_not_pooled(view, made))
        cps = made.cps if made is not None and made.pooled else ""
        yield WorkbookRow((colony.name, f"{colony.hex}-{colony.orbit}", ", ".join(told), cps, ""), key)
    dug = [made for made in view.income.yields if made.stations]
    for made in dug:
        told = (f"{made.stations} mining stations", *_not_pooled(view, made))
        cells = (
            f"Mining by {_digger(view, made.who)}",
            f"{made.hex}-{made.orbit}",
            ", ".join(told),
            made.cps if made.pooled else "",
        )
        yield WorkbookRow((*cells, ""), f"mine/{made.who}")
    low = view.income.production - view.income.handicap - sum(made.cps for made in view.income.yields if made.pooled)
    if low and view.income.yields:
        yield WorkbookRow((LOW_INDUSTRY, "", "", low, ""), "low-industry")
    if view.income.handicap:
        percent = f"{view.settings.handicaps[view.side]} % of production"
        yield WorkbookRow((HANDICAP, "", percent, view.income.handicap, ""), "handicap")


def _standing(view: View, colony: Colony) -> Iterator[str]:
    """Size and maximum, and why a colony makes more or less than its size."""
    world = _body_of(view, colony)
    most = world.max_cp if world is not None and world.max_cp is not None else colony.size
    yield f"{colony.size} of {most}"
    if colony.strip:
        yield "strip-mines"
    if colony.hindered:
        yield f"loses {colony.hindered} % to strikes"


def _not_pooled(view: View, made: Yield | None) -> Iterator[str]:
    """Where CPs go that do not come to the pool (CW-5.0-10)."""
    if made is None or made.pooled:
        return
    held = view.colonies.get(made.who) or view.bases.get(made.who)
    where = f"for its own store of {held.store}" if held is not None else "as far as its bays have room"
    yield f"cut off: {made.cps} CPs {where}"


def _projects(view: View) -> Iterator[WorkbookRow]:
    for key, project in sorted(view.projects.items()):
        if not project.finished_turn:
            labs = stations_at(view, view.side, project.hex)
            stand = f"step {project.step} of {project.steps}, {project.cps} CPs in it, {labs} labs"
            yield WorkbookRow((f"R&D {project.name}", project.hex, stand, "", ""), key)


def _digger(view: View, who: str) -> str:
    """A colony, base or fleet by name."""
    named = view.colonies.get(who) or view.bases.get(who) or view.fleets.get(who)
    return named.name if named is not None and named.name else who


def _body_of(view: View, colony: Colony) -> KnownBody | None:
    """A colony's world as its owner knows it."""
    system = view.systems.get(colony.hex)
    return next((b for b in system.bodies if b.orbit == colony.orbit), None) if system else None
