"""Bases away from colonies and yards on the move: what orders to them have in common (CW-5.1-08, CW-6.0-04, CW-6.4)."""

from typing import Final

from rules.cluster_war.chapters.industry.refits import check_in_use
from rules.cluster_war.model.holdings.capacity import with_components
from rules.cluster_war.model.holdings.holdings import Holdings, take_units
from rules.cluster_war.model.state.holdings import Colony
from rules.cluster_war.model.state.names import BaseId, HexId
from rules.cluster_war.model.state.units import Design, Fleet
from rules.errors import IllegalOrderError

SHIPYARD: Final = "shipyard"


def take_off(holdings: Holdings, site: Colony, design: Design, count: int) -> int:
    """Take bases out of a colony's garrison, with what they did for it; how many of them were crash-built."""
    rest, weak = take_units(site, design.id, count, weak=False)
    holdings.put_site(with_components(rest, design, -count))
    try:
        check_in_use(holdings, site)
    except IllegalOrderError:
        holdings.put_site(site)
        raise
    return weak


def check_orbit(holdings: Holdings, hex_: HexId, orbit: int) -> None:
    """IllegalOrderError for an orbit without a world the side knows of; 0 is deep space (CW-6.4-03)."""
    if orbit and holdings.step_of(hex_, orbit) is None:
        raise IllegalOrderError(
            f"You know of no world in orbit {orbit} of {hex_}; orbit 0 is deep space.", rule="CW-6.4-03"
        )


def check_here(fleet: Fleet, hex_: HexId, name: str) -> None:
    """IllegalOrderError unless a fleet is in the hex of what is named (CW-5.1-08)."""
    if fleet.hex != hex_:
        raise IllegalOrderError(f"{fleet.name} is at {fleet.hex}, and {name} at {hex_}.", rule="CW-5.1-08")


def check_base(design: Design) -> None:
    """IllegalOrderError unless it is the design of a base (CW-6.4-01)."""
    if design.kind != "base":
        raise IllegalOrderError(f"{design.name} is no base.", rule="CW-6.4-01")


def new_base(holdings: Holdings, design: Design) -> BaseId:
    """The id of one more base of a design."""
    return f"{holdings.owner.id}/{design.prefix}{holdings.next_id(f'ship/{design.prefix}'):02d}"


def whereabouts(orbit: int, hex_: HexId, place: str) -> str:
    """Where a base stands, for its player: `place` is the hex with the name they know it by."""
    return f"in orbit {orbit} of {place}" if orbit else f"in deep space at {hex_}"
