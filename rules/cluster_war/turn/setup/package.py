"""How the starting package may be spent, and what is wrong with a plan (CW-3.0-03 to CW-3.0-07)."""

from collections.abc import Iterator

from rules.cluster_war.model.race_design.attitudes import unarmed_design_refused
from rules.cluster_war.model.race_design.sheet import USUAL, Finding, RaceSheet, StartPackage, Template
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.tables_of import tables
from rules.cluster_war.model.unit_design.layout import is_armed
from rules.cluster_war.turn.setup.races import race_of, start_side
from rules.cluster_war.turn.setup.start_kit import (
    FIGHTER_HULL,
    GUNBOAT_HULL,
    Limits,
    facilities_price,
    ground_forces,
    limits,
    ships_price,
    too_many,
)
from rules.values import changed


def usual_templates(settings: Settings = USUAL) -> tuple[Template, ...]:
    """The templates a player usually has (CW-3.0-05)."""
    rows = tables(settings)["CW-TAB-TEMPLATES"].rows
    return tuple(Template(name, "base" if kind == "base" else "ship") for name, kind in rows)


def check_package(sheet: RaceSheet, package: StartPackage, settings: Settings = USUAL) -> tuple[Finding, ...]:
    """Everything that is wrong with a plan for the starting package; empty when it can be played. Never raises."""
    allowed = limits(race_of(sheet), settings)
    unknown = tuple(_unknown(package))
    if unknown:
        return unknown
    return (
        *_templates(package, allowed),
        *_designs(package, allowed),
        *_drawn(package),
        *_armed(sheet, package, settings),
        *_colonies(package, allowed),
        *_budget(sheet, package, allowed, settings),
        *_units(package, allowed),
    )


def _unknown(package: StartPackage) -> Iterator[Finding]:
    ids = [design.id for design in package.designs]
    for name in sorted({i for i in ids if ids.count(i) > 1}):
        yield Finding(f"Two designs are called {name}.", "CW-3.0-06")
    for name, count in (*package.ships.items(), *package.facilities.garrison.items()):
        if name not in ids:
            yield Finding(f"There is no design {name} for the units planned.", "CW-3.0-06")
        if count < 0:
            yield Finding(f"The plan has {count} units of {name}.", "CW-3.0-03")
    if any(amount < 0 for amount in package.facilities.ratings().values()):
        yield Finding("A facility cannot have less than 0 of its rating.", "CW-3.0-03")
    if any(design.cost < 1 or design.hull < 1 for design in package.designs):
        yield Finding("Every design has at least 1 hull space and costs at least 1 CP.", "CW-3.0-06")
    kinds = {design.id: design.kind for design in package.designs}
    for name in package.ships:
        if kinds.get(name, "ship") != "ship":
            yield Finding(f"{name} is no starship; list it with the forces on the home world.", "CW-3.0-03")


def _templates(package: StartPackage, allowed: Limits) -> Iterator[Finding]:
    for kind, most in (("base", allowed.base_templates), ("ship", allowed.ship_templates)):
        count = sum(template.kind == kind for template in package.templates)
        if count > most:
            yield Finding(f"The plan has {count} {kind} templates; there are {most}.", "CW-3.0-05")


def _designs(package: StartPackage, allowed: Limits) -> Iterator[Finding]:
    for kind, count, most, extra in too_many(package.designs, allowed):
        more = f" and {extra} extra" if extra else ""
        yield Finding(f"The plan has {count} {kind} designs; there are {most}{more}.", "CW-3.0-06")
    for design in package.designs:
        if design.kind == "small_craft" and not FIGHTER_HULL[0] <= design.hull <= GUNBOAT_HULL[1]:
            yield Finding(f"{design.name} has {design.hull} hull spaces; small craft have 2 to 10.", "CW-6.3-02")
    if not any(design.kind == "ship" and design.cargo_bays for design in package.designs):
        yield Finding("One ship design must be a command freighter, with cargo bays for colonists.", "CW-3.0-06")


def _armed(sheet: RaceSheet, package: StartPackage, settings: Settings) -> Iterator[Finding]:
    """What a race that arms everything may not begin with (CW-3.1-29)."""
    attitude = ", ".join(sheet.attitudes())
    for design in package.designs:
        found = unarmed_design_refused(attitude, is_armed(design, settings), settings)
        if found is not None:
            yield Finding(f"{design.name}: {found.text}", found.rule)


def _drawn(package: StartPackage) -> Iterator[Finding]:
    templates = {template.name: template for template in package.templates}
    for design in package.designs:
        name = package.drawn_from.get(design.id, "")
        template = templates.get(name)
        if not name:
            continue
        if template is None:
            yield Finding(f"{design.name} is drawn from {name}, which is no template of the plan.", "CW-3.0-06")
        elif template.kind != design.kind:
            yield Finding(f"{design.name} is a {design.kind}; {name} is a {template.kind} template.", "CW-3.0-06")
        elif template.hull and design.hull > template.hull:
            yield Finding(f"{design.name} has hull {design.hull}; {name} gives {template.hull}.", "CW-3.0-06")


def _colonies(package: StartPackage, allowed: Limits) -> Iterator[Finding]:
    sizes = (package.home_cps, *(colony.cps for colony in package.colonies))
    if any(size < 0 for size in sizes):
        yield Finding("A colony cannot have less than 0 CPs.", "CW-3.0-03")
    if sum(sizes) > allowed.colony_cps:
        text = f"Home world and colonies come to {sum(sizes)} CPs; the race begins with {allowed.colony_cps}."
        yield Finding(text, "CW-3.0-03")


def _budget(sheet: RaceSheet, package: StartPackage, allowed: Limits, settings: Settings) -> Iterator[Finding]:
    """Ships and facilities each within its budget; what is over comes out of the CPs bought with AP (CW-3.1-31)."""
    side = start_side(changed(sheet, package=package), "plan", 0, "Home")
    ships, works = ships_price(side), facilities_price(side, settings)
    forces = sum(side.designs[d].cost * n for d, n in package.facilities.garrison.items())
    over_ships = max(0, ships - allowed.ship_cps)
    over_works = max(0, works - allowed.facility_cps)
    if over_works > forces:
        text = f"Yards, factories and labs alone cost {works - forces} CPs; the budget for facilities is {allowed.facility_cps}."
        yield Finding(text, "CW-3.1-31")
    if over_ships + over_works > allowed.extra_cps:
        more = f", and {allowed.extra_cps} CPs for either" if allowed.extra_cps else ""
        text = f"Ships cost {ships} CPs of {allowed.ship_cps}, facilities and forces {works} of {allowed.facility_cps}{more}."
        yield Finding(text, "CW-3.0-03")


def _units(package: StartPackage, allowed: Limits) -> Iterator[Finding]:
    ships = sum(package.ships.values())
    if allowed.starships is not None and ships > allowed.starships:
        yield Finding(f"With Smaller Fleet a race keeps {allowed.starships} starships, not {ships}.", "CW-3.1-70")
    battalions, housed = ground_forces({d.id: d for d in package.designs}, package.facilities)
    if allowed.battalions is not None and battalions > allowed.battalions:
        text = f"With Smaller Ground Forces a race keeps {allowed.battalions} battalions, not {battalions}."
        yield Finding(text, "CW-3.1-71")
    room = allowed.training_base + package.facilities.training
    if housed > room:
        yield Finding(f"Ground forces of size {housed} need room; the training bases house {room}.", "CW-6.5-01")
