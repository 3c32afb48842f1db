"""The economics sheet: what each place makes, all that comes in, what the order sheet spends, and what is left."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from rules.cluster_war.chapters.research.projects import stations_at
from rules.cluster_war.model.state.holdings import Colony
from rules.cluster_war.model.state.knowledge import KnownBody
from rules.cluster_war.model.state.names import BUDGET_LINES, LINE_NAMES, BudgetLine
from rules.cluster_war.model.state.view import View, Yield
from rules.cluster_war.play.sheets.holdings import owner
from rules.cluster_war.play.sheets.types import Row, Sheet, columns

NOTHING: Final[Mapping[BudgetLine, int]] = MappingProxyType({})
LOW_INDUSTRY: Final = "Low Industry"
HANDICAP: Final = "Handicap"


def economics(view: View, spent: Mapping[BudgetLine, int] = NOTHING) -> Sheet:
    """Colonies with their CPs, mining, trade, treasury, unusual income; below them expenses, projects, and what becomes next
    turn's treasury (CW-18.0-08). `spent` is what the orders given so far come to by budget line; the column adds up."""
    me, income = owner(view), view.income
    rows = [Row(("Treasury", "", "", income.treasury, ""), "treasury"), *_made(view)]
    rows += [Row((f"Trade with {name}", "", "", cps, ""), f"trade/{name}") for name, cps in income.trade_lines]
    if income.unusual:
        rows.append(Row(("Other income", "", "", income.unusual, ""), "unusual"))
    rows += [
        Row((f"Spent on {LINE_NAMES[line]}", "", "", -spent.get(line, 0), ""), f"spent/{line}") for line in BUDGET_LINES
    ]
    rows += _projects(view)
    left = income.available - sum(spent.values())
    rows.append(Row(("Next turn's treasury", "", "", left, ""), "left"))
    notes = (
        f"{me.name}: {income.available} CPs to spend in turn {view.turn}, {left} left after the orders given so far.",
        "Write CPs beside a colony to let it grow, beside a project to fund it.",
    )
    titles = columns("item", "place", "standing", "CPs", fund="spend CPs")
    return Sheet("economics", "Economics", titles, tuple(rows), notes)


def _made(view: View) -> Iterator[Row]:
    """A row for each colony and for each place where stations dig; what stays there, cut off, is told beside it."""
    people = {made.who: made for made in view.income.yields if not made.stations}
    for key, colony in sorted(view.colonies.items()):
        made = people.get(key)
        told = (*_standing(view, colony), *_kept(view, made))
        cps = made.cps if made is not None and made.pooled else ""
        yield Row((colony.name, f"{colony.hex}-{colony.orbit}", ", ".join(told), cps, ""), key)
    dug = [made for made in view.income.yields if made.stations]
    for made in dug:
        told = (f"{made.stations} mining stations", *_kept(view, made))
        cells = (
            f"Mining by {_digger(view, made.who)}",
            f"{made.hex}-{made.orbit}",
            ", ".join(told),
            made.cps if made.pooled else "",
        )
        yield Row((*cells, ""), f"mine/{made.who}")
    low = view.income.production - view.income.handicap - sum(made.cps for made in view.income.yields if made.pooled)
    if low and view.income.yields:
        yield Row((LOW_INDUSTRY, "", "", low, ""), "low-industry")
    if view.income.handicap:
        percent = f"{view.settings.handicaps[view.side]} % of production"
        yield Row((HANDICAP, "", percent, view.income.handicap, ""), "handicap")


def _standing(view: View, colony: Colony) -> Iterator[str]:
    """Size and maximum, and why a colony makes more or less than its size."""
    world = _body_of(view, colony)
    most = world.max_cp if world is not None and world.max_cp is not None else colony.size
    yield f"{colony.size} of {most}"
    if colony.strip:
        yield "strip-mines"
    if colony.hindered:
        yield f"loses {colony.hindered} % to strikes"


def _kept(view: View, made: Yield | None) -> Iterator[str]:
    """Where CPs go that do not come to the pool (CW-5.0-10)."""
    if made is None or made.pooled:
        return
    held = view.colonies.get(made.who) or view.bases.get(made.who)
    where = f"for its own store of {held.store}" if held is not None else "as far as its bays have room"
    yield f"cut off: {made.cps} CPs {where}"


def _projects(view: View) -> Iterator[Row]:
    for key, project in sorted(view.projects.items()):
        if not project.finished_turn:
            labs = stations_at(view, view.side, project.hex)
            stand = f"step {project.step} of {project.steps}, {project.cps} CPs in it, {labs} labs"
            yield Row((f"R&D {project.name}", project.hex, stand, "", ""), key)


def _digger(view: View, who: str) -> str:
    """A colony, base or fleet by name."""
    named = view.colonies.get(who) or view.bases.get(who) or view.fleets.get(who)
    return named.name if named is not None and named.name else who


def _body_of(view: View, colony: Colony) -> KnownBody | None:
    """A colony's world as its owner knows it."""
    system = view.systems.get(colony.hex)
    return next((b for b in system.bodies if b.orbit == colony.orbit), None) if system else None
