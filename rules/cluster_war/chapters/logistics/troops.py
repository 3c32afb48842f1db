"""Ground forces aboard ship: barracks, gear in cargo bays, flights in hangars, boats in crates (CW-6.5-22 to 6.5-24)."""

from collections.abc import Mapping

from rules.cluster_war.model.economy.holds import filled, recounted, ship_capacity
from rules.cluster_war.model.holdings.capacity import WATERS, housed
from rules.cluster_war.model.state.holdings import Colony
from rules.cluster_war.model.state.names import DesignId, ShipId
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.units import Design, Ship
from rules.cluster_war.model.unit_design.transport import Hangars, bay_capacity, crate_room, transport, works_at_sea
from rules.cluster_war.model.unit_design.wounded import sound
from rules.errors import GameError, IllegalOrderError
from rules.values import changed


def barracks_left(designs: Mapping[DesignId, Design], ship: Ship, settings: Settings) -> int:
    """Barracks of a ship that no battalion sleeps in (CW-A-10)."""
    held = ((designs[d], n) for d, n in ship.crates.items() if d in designs)
    taken = sum(transport(design, settings).barracks * n for design, n in held if design.kind == "ground")
    return max(0, sound(designs, ship).barracks - taken)


def boarded(
    designs: Mapping[DesignId, Design],
    ships: Mapping[ShipId, Ship],
    design: Design,
    count: int,
    settings: Settings,
    *,
    crated: bool,
) -> dict[ShipId, Ship]:
    """The ships with so many units of ground forces more, each whole in one ship; IllegalOrderError without room.

    Aerospace battalions ride in hangar bays as far as these go, unless they are to be `crated` as cargo.
    """
    loaded, left = _stowed(designs, ships, design, count, settings, crated=crated)
    if left:
        takes, ready = transport(design, settings), transport(design, settings, hangars=True)
        ways = f"{takes.words}, or {ready.words}" if ready != takes else takes.words
        raise IllegalOrderError(
            f"There is room for {count - left} {design.name} aboard, not for {count}: each takes {ways} in one ship.",
            rule="CW-6.5-22" if takes.barracks else "CW-5.1-04",
        )
    return loaded


def room_for(
    designs: Mapping[DesignId, Design], ships: Mapping[ShipId, Ship], design: Design, most: int, settings: Settings
) -> int:
    """How many units of ground forces more the ships take, `most` at the most; none of those that no ship carries."""
    try:
        return most - _stowed(designs, ships, design, most, settings, crated=False)[1]
    except GameError:
        return 0


def _stowed(
    designs: Mapping[DesignId, Design],
    ships: Mapping[ShipId, Ship],
    design: Design,
    count: int,
    settings: Settings,
    *,
    crated: bool,
) -> tuple[dict[ShipId, Ship], int]:
    """The ships with as many of so many units as they have room for, and how many are left; IllegalOrderError for those that
    no ship carries."""
    takes, ready = transport(design, settings), transport(design, settings, hangars=True)
    if takes.special:
        raise IllegalOrderError(
            f"{design.name} is of starship size: it takes {takes.words}, not cargo bays.", rule="CW-5.1-04"
        )
    loaded, left, room = dict(ships), count, crate_room(design, settings)
    big = [s for s in ships.values() if designs[s.design].kind != "small_craft"]
    hangars = Hangars(designs, big, settings)
    for craft in (s for s in ships.values() if designs[s.design].kind == "small_craft"):
        hangars.take(designs[craft.design].hull)
    free = 0 if crated or not ready.hangar_bays else hangars.free
    for ship in big:
        beds = barracks_left(designs, ship, settings) // takes.barracks if takes.barracks else left
        flights = min(left, beds, min(free, designs[ship.design].hangar // hangars.room) // max(1, ready.hangar_bays))
        space = max(0, ship_capacity(sound(designs, ship), settings) - filled(ship))
        stowed = min(left - flights, beds - flights, space // room if room else left)
        if flights + stowed:
            aboard = recounted(ship.crates, design.id, flights + stowed)
            loaded[ship.id] = changed(ship, crates=aboard, crate_room=ship.crate_room + stowed * room)
            free -= flights * ready.hangar_bays
            left -= flights + stowed
    return loaded, left


def disembarked(
    designs: Mapping[DesignId, Design], ships: Mapping[ShipId, Ship], design: Design, count: int, settings: Settings
) -> tuple[dict[ShipId, Ship], int]:
    """The ships with at most so many units fewer, those in cargo bays first, and how many left them."""
    emptied, left = dict(ships), count
    for key, ship in ships.items():
        gone = min(ship.crates.get(design.id, 0), left)
        if gone:
            emptied[key] = with_fewer(designs, ship, recounted(ship.crates, design.id, -gone), settings)
            left -= gone
    return emptied, count - left


def with_fewer(
    designs: Mapping[DesignId, Design], ship: Ship, crates: Mapping[DesignId, int], settings: Settings
) -> Ship:
    """A ship that has these crates left, and no more room taken by them than they and its salvage take; who rode in hangars
    took none."""
    least = sum(crate_room(designs[d], settings) * n for d, n in crates.items() if not _flies(designs[d]))
    least += sum(ship.salvage.values()) * bay_capacity(settings)
    gone = ((d, n - crates.get(d, 0)) for d, n in ship.crates.items())
    freed = sum(crate_room(designs[d], settings) * n for d, n in gone)
    return changed(ship, crates=crates, crate_room=max(least, ship.crate_room - freed))


def _flies(design: Design) -> bool:
    return "aerospace" in design.traits


def check_landing(
    place: Colony, designs: Mapping[DesignId, Design], design: Design, count: int, step: str | None
) -> None:
    """IllegalOrderError if a place cannot house so many more ground forces (CW-6.5-01), or has no sea for boats
    (CW-A-63)."""
    if works_at_sea(design) and (step or "0000")[3] not in WATERS:
        raise IllegalOrderError(f"{place.name} has no sea for {design.name}.", rule="CW-A-63")
    if "wild" in design.traits or design.unit not in {"", "battalion"}:
        return
    left = max(0, place.training - housed(place.garrison, designs))
    if design.hull * count > left:
        raise IllegalOrderError(
            f"The military base of {place.name} can house size {left} more; {count} × {design.name} is size "
            f"{design.hull * count}.",
            rule="CW-6.5-01",
        )
