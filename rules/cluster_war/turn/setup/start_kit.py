"""What an empire may start with: the budget, changed by its race; how the starting package may be spent, and what is wrong
with a plan (CW-3.0, CW-3.0-03 to CW-3.0-07)."""

from collections.abc import Collection, Iterator, Mapping
from typing import Final, get_args

from rules.cluster_war.chapters.industry.facility_orders import facility_price
from rules.cluster_war.model.economy.income import EVERY_TURN, LOW_INDUSTRY_RULING
from rules.cluster_war.model.holdings.capacity import FACILITIES, FacilityKind
from rules.cluster_war.model.race_design.choices import unarmed_design_refused
from rules.cluster_war.model.race_design.sheet import (
    DEFAULT_SETTINGS,
    DesignTemplate,
    Facilities,
    Finding,
    RaceSheet,
    StartPackage,
)
from rules.cluster_war.model.state.common import DesignId, Settings, tables
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.state.sides import Race, trait_level
from rules.cluster_war.model.unit_design.pricing import is_armed
from rules.cluster_war.turn.setup.races import race_of, start_side
from rules.cluster_war.turn.setup.scenario import Scenario, StartSide
from rules.values import GameError, Value, changed

FIGHTER_HULL: Final = (2, 5)
GUNBOAT_HULL: Final = (6, 10)


def kit(settings: Settings, item: str) -> int:
    """One number of the starting kit (CW-TAB-START-KIT)."""
    return tables(settings)["CW-TAB-START-KIT"].number(item, "amount")


def base_output(race: Race, settings: Settings) -> int:
    """CPs that all colonies together yield at the start, the home world included (CW-3.0-03).

    Low Industry lowers it here, unless the campaign takes it off every turn's production instead.
    """
    printed = tables(settings)
    total = kit(settings, "colonies")
    total += printed["CW-TAB-START-BONUS"].number("Extra Colonies", "CPs") * trait_level(race.bonuses, "Extra Colonies")
    if settings.rulings.get(LOW_INDUSTRY_RULING) != EVERY_TURN:
        lost = printed["CW-TAB-RACIAL-DISADV"].number("Low Industry", "CPs")
        total += lost * trait_level(race.disadvantages, "Low Industry")
    return total


class StartKitLimits(Value):
    """What a race may begin with: CPs by purpose (`extra_cps` goes into ships, bases and forces), numbers, designs.

    `extra_designs` are ship or base designs above the others. None is no limit.
    """

    colony_cps: int
    ship_cps: int
    facility_cps: int
    extra_cps: int
    training_base: int
    starships: int | None
    battalions: int | None
    base_templates: int
    ship_templates: int
    base_designs: int
    ship_designs: int
    fighter_designs: int
    gunboat_designs: int
    extra_designs: int


def limits(race: Race, settings: Settings = DEFAULT_SETTINGS) -> StartKitLimits:
    """The starting kit with the race's bonuses and disadvantages (CW-3.0-03, CW-3.1-31, CW-3.1-32, CW-3.1-67 to 80)."""
    bought, lost = tables(settings)["CW-TAB-START-BONUS"], tables(settings)["CW-TAB-RACIAL-DISADV"]

    def given_up(entry: str) -> int:
        return lost.number(entry, "CPs") * trait_level(race.disadvantages, entry)

    def most_units(entry: str) -> int | None:
        return lost.number(entry, "most units") if trait_level(race.disadvantages, entry) else None

    return StartKitLimits(
        colony_cps=base_output(race, settings),
        ship_cps=kit(settings, "starships") + given_up("Smaller Fleet"),
        facility_cps=kit(settings, "facilities") + given_up("Smaller Ground Forces"),
        extra_cps=bought.number("Convert APs to CPs", "CPs") * trait_level(race.bonuses, "Convert APs to CPs"),
        training_base=kit(settings, "training base size"),
        starships=most_units("Smaller Fleet"),
        battalions=most_units("Smaller Ground Forces"),
        base_templates=kit(settings, "base templates"),
        ship_templates=kit(settings, "ship templates"),
        base_designs=kit(settings, "base designs") - trait_level(race.disadvantages, "Limited Designs: Bases"),
        ship_designs=kit(settings, "ship designs") - trait_level(race.disadvantages, "Limited Designs: Ships"),
        fighter_designs=kit(settings, "fighter designs"),
        gunboat_designs=kit(settings, "gunboat designs"),
        extra_designs=trait_level(race.bonuses, "Extra Designs"),
    )


def ships_price(side: StartSide) -> int:
    """CPs of the starships a side starts with."""
    return sum(side.designs[d].cost * n for fleet in side.fleets for d, n in fleet.ships.items())


def facilities_price(side: StartSide, settings: Settings) -> int:
    """CPs of the facilities, forces and bases a side starts with; the first training base is free (CW-3.0-04)."""
    built = side.facilities
    price = sum(
        facility_price(kind, getattr(built, FACILITIES[kind].field), settings) for kind in get_args(FacilityKind)
    )
    return price + sum(side.designs[d].cost * n for d, n in built.garrison.items())


def ground_forces(designs: Mapping[DesignId, Design], built: Facilities) -> tuple[int, int]:
    """How many battalions a garrison has, and the room they take."""
    troops = [(designs[d].hull, n) for d, n in built.garrison.items() if designs[d].kind == "ground"]
    return sum(n for _, n in troops), sum(hull * n for hull, n in troops)


def too_many(designs: Collection[Design], allowed: StartKitLimits) -> Iterator[tuple[str, int, int, int]]:
    """The kinds of which there are too many designs: each with their number, what the kit gives, and extra ones left."""
    extra = allowed.extra_designs
    for kind, most in (("ship", allowed.ship_designs), ("base", allowed.base_designs)):
        count = sum(design.kind == kind for design in designs)
        if count - most > extra:
            yield kind, count, most, extra
        extra = max(0, extra - max(0, count - most))
    craft = [design.hull for design in designs if design.kind == "small_craft"]
    sizes = (("fighter", FIGHTER_HULL, allowed.fighter_designs), ("gunboat", GUNBOAT_HULL, allowed.gunboat_designs))
    for kind, (low, high), most in sizes:
        count = sum(low <= hull <= high for hull in craft)
        if count > most:
            yield kind, count, most, 0


def check_scenario(scenario: Scenario) -> None:
    """Refuse sides that start with more than the kit gives; GameError names side and rule (CW-3.0-03, CW-3.0-06)."""
    for side in scenario.sides:
        allowed = limits(side.race, scenario.settings)
        _check_designs(side, allowed)
        if scenario.budget == "standard":
            _check_roster(side, allowed)
            _check_budget(side, allowed, scenario.settings)


def _check_designs(side: StartSide, allowed: StartKitLimits) -> None:
    for design in side.designs.values():
        low, high = FIGHTER_HULL[0], GUNBOAT_HULL[1]
        if design.kind == "small_craft" and not low <= design.hull <= high:
            raise GameError(
                f"{side.name}'s {design.name} has {design.hull} hull spaces; fighters have 2 to 5, gunboats 6 to 10.",
                rule="CW-6.3-02",
            )
    _, housed = ground_forces(side.designs, side.facilities)
    room = allowed.training_base + side.facilities.training
    if housed > room:
        raise GameError(
            f"{side.name} starts with ground forces of size {housed}; its training bases house {room}.",
            rule="CW-6.5-01",
        )


def _check_roster(side: StartSide, allowed: StartKitLimits) -> None:
    for kind, count, most, _ in too_many(side.designs.values(), allowed):
        raise GameError(f"{side.name} starts with {count} {kind} designs; {most} are allowed.", rule="CW-3.0-06")
    if not any(design.kind == "ship" and design.cargo_bays for design in side.designs.values()):
        raise GameError(f"{side.name} has no command freighter among its designs.", rule="CW-3.0-06")


def _check_budget(side: StartSide, allowed: StartKitLimits, settings: Settings) -> None:
    ships, works = ships_price(side), facilities_price(side, settings)
    if max(0, ships - allowed.ship_cps) + max(0, works - allowed.facility_cps) > allowed.extra_cps:
        raise GameError(
            f"{side.name} starts with ships for {ships} CPs and facilities for {works} CPs; "
            f"{allowed.ship_cps} and {allowed.facility_cps} are allowed.",
            rule="CW-3.0-03",
        )
    starships = sum(n for fleet in side.fleets for n in fleet.ships.values())
    battalions, _ = ground_forces(side.designs, side.facilities)
    for count, most, units, entry, rule in (
        (starships, allowed.starships, "starships", "Smaller Fleet", "CW-3.1-70"),
        (battalions, allowed.battalions, "battalions", "Smaller Ground Forces", "CW-3.1-71"),
    ):
        if most is not None and count > most:
            raise GameError(f"{side.name} starts with {count} {units}; with {entry} it keeps {most}.", rule=rule)


def usual_templates(settings: Settings = DEFAULT_SETTINGS) -> tuple[DesignTemplate, ...]:
    """The templates a player usually has (CW-3.0-05)."""
    rows = tables(settings)["CW-TAB-TEMPLATES"].rows
    return tuple(DesignTemplate(name, "base" if kind == "base" else "ship") for name, kind in rows)


def check_package(
    sheet: RaceSheet, package: StartPackage, settings: Settings = DEFAULT_SETTINGS
) -> tuple[Finding, ...]:
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
            yield Finding(f"{name} is not a starship; list it with the forces on the home world.", "CW-3.0-03")


def _templates(package: StartPackage, allowed: StartKitLimits) -> Iterator[Finding]:
    for kind, most in (("base", allowed.base_templates), ("ship", allowed.ship_templates)):
        count = sum(template.kind == kind for template in package.templates)
        if count > most:
            yield Finding(f"The plan has {count} {kind} templates; there are {most}.", "CW-3.0-05")


def _designs(package: StartPackage, allowed: StartKitLimits) -> Iterator[Finding]:
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
            yield Finding(f"{design.name} is drawn from {name}, which is not a template of the plan.", "CW-3.0-06")
        elif template.kind != design.kind:
            yield Finding(f"{design.name} is a {design.kind}; {name} is a {template.kind} template.", "CW-3.0-06")
        elif template.hull and design.hull > template.hull:
            yield Finding(f"{design.name} has hull {design.hull}; {name} gives {template.hull}.", "CW-3.0-06")


def _colonies(package: StartPackage, allowed: StartKitLimits) -> Iterator[Finding]:
    sizes = (package.home_cps, *(colony.cps for colony in package.colonies))
    if any(size < 0 for size in sizes):
        yield Finding("A colony cannot have less than 0 CPs.", "CW-3.0-03")
    if sum(sizes) > allowed.colony_cps:
        text = f"Home world and colonies cost {sum(sizes)} CPs; the race begins with {allowed.colony_cps}."
        yield Finding(text, "CW-3.0-03")


def _budget(sheet: RaceSheet, package: StartPackage, allowed: StartKitLimits, settings: Settings) -> Iterator[Finding]:
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


def _units(package: StartPackage, allowed: StartKitLimits) -> Iterator[Finding]:
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
