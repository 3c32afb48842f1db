"""What players may write into an order: names and amounts, and the side's own things, which are found here; whoever is
refused hears what there is."""

import re
from typing import Final

from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.state.common import WEEKS_PER_TURN, BuildId, DesignId, FleetId, HexId, ShipId, short_id
from rules.cluster_war.model.state.holdings import Build, Design, Fleet, Ship
from rules.cluster_war.model.state.register import things_at, things_of
from rules.typed_text import straight
from rules.values import GameError, IllegalOrderError, NotYoursError, quoted, unknown

LONGEST_TEXT: Final = 1500
LONGEST_NAME: Final = 60


def checked_name(name: str) -> str:
    """A name without odd white space, in signs of any keyboard, 1 to 60 printable characters; IllegalOrderError."""
    tidy = " ".join(straight(name).split())
    if not tidy or len(tidy) > LONGEST_NAME:
        raise IllegalOrderError(f"A name has 1 to {LONGEST_NAME} characters; this has {len(tidy)}.", rule="CW-4.1-12")
    if not tidy.isprintable():
        raise IllegalOrderError("A name may hold only printable characters.", rule="CW-4.1-12")
    return tidy


FLEET_ID_PATTERN: Final = re.compile(r"(?:\w+-)?F\d+", re.IGNORECASE)


def fleet_title(name: str) -> str:
    """As `checked_name`, for a fleet: its name is no fleet's number (F4, humans-F4), which orders would take for that fleet."""
    tidy = checked_name(name)
    if FLEET_ID_PATTERN.fullmatch(tidy):
        text = f"{quoted(tidy)} is how reports number fleets, and would mean another one; choose another name."
        raise IllegalOrderError(text, rule="CW-4.1-12")
    return tidy


def check_amount(cps: int) -> None:
    """IllegalOrderError for less than one CP (CW-5.0-19)."""
    if cps < 1:
        raise IllegalOrderError("Give the number of CPs, at least 1.", rule="CW-5.0-19")


def own_fleet(holdings: Holdings, fleet: FleetId) -> Fleet:
    """One of the side's fleets; NotYoursError names those it has."""
    found, owner = holdings.fleets.get(fleet), holdings.owner.id
    if found is None or found.side != owner:
        own = (f.name for f in things_of(holdings.fleets, owner))
        called = quoted(fleet.removeprefix(f"{owner}-"))
        raise unknown(NotYoursError, f"You have no fleet {called}.", fleet, "Your fleets", holdings.told(own))
    return found


def held_by(holdings: Holdings, fleet: Fleet, week: int | None = None) -> IllegalOrderError | None:
    """Why a fleet can do nothing as the week `week` begins, counted since the campaign began, or (None) in the whole month:
    frozen or drained (CW-B-21, CW-B-22, ruling R-167); None where it can."""
    bound, week = fleet.bound, holdings.turn * WEEKS_PER_TURN - 1 if week is None else week
    if bound is None or not fleet.is_held:
        return None
    if bound.until and bound.until <= week:
        return None
    if bound.why == "stasis":
        text = f"{fleet.name} is frozen in time, and does nothing until a ruling frees it."
        return IllegalOrderError(text, rule="CW-B-21")
    return IllegalOrderError(f"{fleet.name} is drained by a siphon, and can do nothing yet.", rule="CW-B-22")


def check_free(holdings: Holdings, fleet: Fleet, week: int | None = None) -> None:
    """IllegalOrderError for a fleet that `held_by` says is held."""
    held = held_by(holdings, fleet, week)
    if held is not None:
        raise held


def free_fleet(holdings: Holdings, fleet: FleetId) -> Fleet:
    """One of the side's fleets, wherever it is, unless something holds it for the whole month (CW-B-21)."""
    found = own_fleet(holdings, fleet)
    check_free(holdings, found)
    return found


def fleet_here(holdings: Holdings, fleet: FleetId) -> Fleet:
    """One of the side's fleets that is in a hex; IllegalOrderError for one in FTL space (CW-4.1-06), or held there."""
    found = free_fleet(holdings, fleet)
    check_in_hex(found)
    return found


def check_surveyed(holdings: Holdings, hex_: HexId, before: str) -> None:
    """IllegalOrderError where the side has not surveyed a system, which comes before what is named (CW-12.1-09)."""
    if not holdings.surveyed(hex_):
        raise IllegalOrderError(f"You have not surveyed {hex_} yet; a survey comes before {before}.", rule="CW-12.1-09")


def check_in_hex(fleet: Fleet) -> None:
    """IllegalOrderError for a fleet in FTL space (CW-4.1-06)."""
    if fleet.transit is not None:
        raise IllegalOrderError(f"{fleet.name} is in FTL space until it reaches {fleet.transit.to}.", rule="CW-4.1-06")


def fleet_at_rest(holdings: Holdings, fleet: FleetId) -> Fleet:
    """One of the side's fleets that stays in a hex; IllegalOrderError for one under way (CW-4.1-06), or held there."""
    found = free_fleet(holdings, fleet)
    if found.transit is not None or found.course is not None:
        raise IllegalOrderError(f"{found.name} is on its way and cannot do that now.", rule="CW-4.1-06")
    return found


def ships_of(holdings: Holdings, fleet: Fleet) -> dict[ShipId, Ship]:
    """A fleet's ships by id, in the fleet's own order."""
    return {key: holdings.ships[key] for key in fleet.ships}


def ships_by_id(holdings: Holdings, fleet: Fleet) -> dict[ShipId, Ship]:
    """A fleet's ships by id, sorted: CPs fill and leave them so."""
    return {key: holdings.ships[key] for key in sorted(fleet.ships)}


def own_ship(holdings: Holdings, ship: ShipId) -> ShipId:
    """The key of one of the side's ships, given as DD01 or with the side's name before it; NotYoursError."""
    owner = holdings.owner.id
    for key in (ship, f"{owner}/{ship}", f"{owner}/{ship.upper()}"):
        if key in holdings.ships and holdings.ships[key].side == owner:
            return key
    own = (short_id(key) for key, found in holdings.ships.items() if found.side == owner)
    raise unknown(NotYoursError, f"You have no ship {quoted(ship)}.", ship, "Your ships", holdings.told(own))


def ships_here(
    holdings: Holdings, ships: tuple[ShipId, ...], hex_: HexId
) -> tuple[tuple[Ship, ...], dict[ShipId, FleetId]]:
    """The named own ships, each once, and their fleets, all of them in a hex; the first that is not raises."""
    holders = {
        s: f.id
        for f in things_at(holdings.fleets, hex_)
        if f.side == holdings.owner.id and f.transit is None and f.course is None
        for s in f.ships
    }
    keys = dict.fromkeys(own_ship(holdings, ship) for ship in ships)
    for key in keys:
        if key not in holders:
            raise IllegalOrderError(f"{short_id(key)} is not at {hex_}.", rule="CW-6.6-03")
    if not keys:
        raise IllegalOrderError("Name at least one ship.", rule="CW-6.6-03")
    return tuple(holdings.ships[key] for key in keys), {key: holders[key] for key in keys}


def own_design(holdings: Holdings, design: DesignId) -> Design:
    """One of the side's designs; GameError names those it has."""
    found = holdings.owner.designs.get(design)
    if found is None:
        names = (d.name for d in holdings.owner.designs.values())
        lead = f"You have no design {quoted(design)}."
        raise unknown(GameError, lead, design, "Your designs", names, rule="CW-18.0-16")
    return found


def own_build(holdings: Holdings, build: BuildId) -> Build:
    """One of the side's builds under way; NotYoursError."""
    found = holdings.builds.get(build)
    if found is None or found.side != holdings.owner.id:
        raise NotYoursError(f"You have no construction {quoted(build)} under way.")
    return found
