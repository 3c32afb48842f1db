"""Finding what an order names among its side's own things; whoever is refused hears what there is."""

from rules.cluster_war.holdings.holdings import Holdings
from rules.cluster_war.state.holdings import Colony
from rules.cluster_war.state.names import ColonyId, FleetId, ShipId
from rules.cluster_war.state.units import Fleet
from rules.errors import IllegalOrderError, NotYoursError, quoted


def own_fleet(holdings: Holdings, fleet: FleetId) -> Fleet:
    """One of the side's fleets; NotYoursError names those it has."""
    found = holdings.fleets.get(fleet)
    if found is None or found.side != holdings.owner.id:
        own = [f.name for f in holdings.fleets.values() if f.side == holdings.owner.id]
        raise NotYoursError(f"You have no fleet {quoted(fleet)}. Your fleets: {', '.join(own[:8]) or 'none yet'}.")
    return found


def fleet_here(holdings: Holdings, fleet: FleetId) -> Fleet:
    """One of the side's fleets that is in a hex; IllegalOrderError for one in FTL space (CW-4.1-06)."""
    found = own_fleet(holdings, fleet)
    if found.transit is not None:
        raise IllegalOrderError(f"{found.name} is in FTL space until it reaches {found.transit.to}.", rule="CW-4.1-06")
    return found


def fleet_at_rest(holdings: Holdings, fleet: FleetId) -> Fleet:
    """One of the side's fleets that stays in a hex; IllegalOrderError for one under way (CW-4.1-06)."""
    found = own_fleet(holdings, fleet)
    if found.transit is not None or found.course is not None:
        raise IllegalOrderError(f"{found.name} is on its way and cannot do that now.", rule="CW-4.1-06")
    return found


def own_colony(holdings: Holdings, colony: ColonyId) -> Colony:
    """One of the side's colonies; NotYoursError names those it has."""
    found = holdings.colonies.get(colony)
    if found is None or found.side != holdings.owner.id:
        own = [f"{c.name} ({c.hex})" for c in holdings.colonies.values() if c.side == holdings.owner.id]
        raise NotYoursError(f"You have no colony {quoted(colony)}. Your colonies: {', '.join(own[:8]) or 'none'}.")
    return found


def own_ship(holdings: Holdings, ship: ShipId) -> ShipId:
    """The key of one of the side's ships, given as DD01 or with the side's name before it; NotYoursError."""
    owner = holdings.owner.id
    for key in (ship, f"{owner}/{ship}", f"{owner}/{ship.upper()}"):
        if key in holdings.ships and holdings.ships[key].side == owner:
            return key
    raise NotYoursError(f"You have no ship {quoted(ship)}.")
