"""What an empire may start with: the budget, changed by its race, and the check that a scenario keeps to it (CW-3.0)."""

from collections.abc import Iterable
from typing import Final, get_args

from rules.cluster_war.economy.income import EVERY_TURN, LOW_INDUSTRY_RULING
from rules.cluster_war.holdings.capacity import FACILITIES, FacilityKind
from rules.cluster_war.industry.orders.facilities import facility_price
from rules.cluster_war.setup.scenario import Scenario, StartSide
from rules.cluster_war.state.designs import Design
from rules.cluster_war.state.settings import Settings
from rules.cluster_war.state.sides import Race
from rules.cluster_war.state.tables_of import tables
from rules.cluster_war.state.traits import trait_level
from rules.errors import GameError

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


def extra_cps(race: Race, settings: Settings) -> int:
    """CPs of ships and forces above the kit, bought with advantage points (CW-3.1-31)."""
    bonus = tables(settings)["CW-TAB-START-BONUS"]
    return bonus.number("Convert APs to CPs", "CPs") * trait_level(race.bonuses, "Convert APs to CPs")


def ships_budget(race: Race, settings: Settings) -> int:
    """CPs of first starships, less what a Smaller Fleet gave up (CW-3.0-03, CW-3.1-70)."""
    return kit(settings, "starships") + _given_up(race, "Smaller Fleet", settings)


def facilities_budget(race: Race, settings: Settings) -> int:
    """CPs of first facilities, forces and bases, less what Smaller Ground Forces gave up (CW-3.0-03, CW-3.1-71)."""
    return kit(settings, "facilities") + _given_up(race, "Smaller Ground Forces", settings)


def most_units(race: Race, entry: str, settings: Settings) -> int | None:
    """How many starships or battalions a race with a disadvantage may keep; None without it (CW-3.1-70, CW-3.1-71)."""
    if not trait_level(race.disadvantages, entry):
        return None
    return tables(settings)["CW-TAB-RACIAL-DISADV"].number(entry, "most units")


def _given_up(race: Race, entry: str, settings: Settings) -> int:
    return tables(settings)["CW-TAB-RACIAL-DISADV"].number(entry, "CPs") * trait_level(race.disadvantages, entry)


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


def check_scenario(scenario: Scenario) -> None:
    """Refuse sides that start with more than the kit gives; GameError names side and rule (CW-3.0-03, CW-3.0-06)."""
    for side in scenario.sides:
        _check_designs(side, scenario.settings)
        if scenario.budget == "standard":
            _check_roster(side, scenario.settings)
            _check_budget(side, scenario.settings)


def _check_designs(side: StartSide, settings: Settings) -> None:
    for design in side.designs.values():
        low, high = FIGHTER_HULL[0], GUNBOAT_HULL[1]
        if design.kind == "small_craft" and not low <= design.hull <= high:
            raise GameError(
                f"{side.name}'s {design.name} has {design.hull} hull spaces; fighters have 2 to 5, gunboats 6 to 10.",
                rule="CW-6.3-02",
            )
    built = side.facilities
    housed = sum(side.designs[d].hull * n for d, n in built.garrison.items() if side.designs[d].kind == "ground")
    room = kit(settings, "training base size") + built.training
    if housed > room:
        raise GameError(
            f"{side.name} starts with ground forces of size {housed}; its training bases house {room}.",
            rule="CW-6.5-01",
        )


def _check_roster(side: StartSide, settings: Settings) -> None:
    designs = tuple(side.designs.values())
    extra = trait_level(side.race.bonuses, "Extra Designs")
    limits = {
        "ship designs": (_of(designs, "ship"), "Limited Designs: Ships"),
        "base designs": (_of(designs, "base"), "Limited Designs: Bases"),
    }
    for item, (count, limit) in limits.items():
        allowed = kit(settings, item) - trait_level(side.race.disadvantages, limit)
        extra -= max(0, count - allowed)
        if extra < 0:
            raise GameError(f"{side.name} starts with {count} {item}; {allowed} are allowed.", rule="CW-3.0-06")
    for item, (low, high) in {"fighter designs": FIGHTER_HULL, "gunboat designs": GUNBOAT_HULL}.items():
        count = sum(d.kind == "small_craft" and low <= d.hull <= high for d in designs)
        if count > kit(settings, item):
            raise GameError(
                f"{side.name} starts with {count} {item}; {kit(settings, item)} are allowed.", rule="CW-3.0-06"
            )
    if not any(design.kind == "ship" and design.cargo_bays for design in designs):
        raise GameError(f"{side.name} has no command freighter among its designs.", rule="CW-3.0-06")


def _of(designs: Iterable[Design], kind: str) -> int:
    return sum(design.kind == kind for design in designs)


def _check_budget(side: StartSide, settings: Settings) -> None:
    ships, works = ships_price(side), facilities_price(side, settings)
    for_ships, for_works = ships_budget(side.race, settings), facilities_budget(side.race, settings)
    over_ships = max(0, ships - for_ships)
    over_works = max(0, works - for_works)
    if over_ships + over_works > extra_cps(side.race, settings):
        raise GameError(
            f"{side.name} starts with ships for {ships} CPs and facilities for {works} CPs; "
            f"{for_ships} and {for_works} are allowed.",
            rule="CW-3.0-03",
        )
    garrison = side.facilities.garrison
    counts = {
        "Smaller Fleet": (sum(n for fleet in side.fleets for n in fleet.ships.values()), "starships", "CW-3.1-70"),
        "Smaller Ground Forces": (
            sum(n for d, n in garrison.items() if side.designs[d].kind == "ground"),
            "battalions",
            "CW-3.1-71",
        ),
    }
    for entry, (count, units, rule) in counts.items():
        most = most_units(side.race, entry, settings)
        if most is not None and count > most:
            raise GameError(f"{side.name} starts with {count} {units}; with {entry} it keeps {most}.", rule=rule)
