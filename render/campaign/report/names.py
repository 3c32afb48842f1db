"""How a report calls things: by the names its reader gave or knows, never by an id that tells of others' secrets."""

from render.campaign.weeks import moment
from render.canvas.safe_text import plain
from rules.cluster_war.state.holdings import Colony
from rules.cluster_war.state.names import BaseId, ColonyId, DesignId, FleetId, HexId, ShipId, SideId
from rules.cluster_war.state.view import View


def side_name(view: View, side: SideId) -> str:
    """A side's name as everybody may know it."""
    flag = view.flags.get(side) or view.others.get(side)
    return plain(flag.name) if flag else plain(side)


def number(key: str) -> str:
    """The part of an id that players use: `F3` of `humans-F3`, `DD01` of `humans/DD01`."""
    return plain(key.rsplit("/", 1)[-1].rsplit("-", 1)[-1])


def fleet_name(view: View, fleet: FleetId, name: str = "") -> str:
    """A fleet's name with its number, `Home Guard (F1)`; `name` for one that is gone meanwhile."""
    known = view.fleets.get(fleet)
    return _numbered(known.name if known else name, fleet)


def place(view: View, here: HexId) -> str:
    """A hex with the name its reader knows for it, `2034 Sol`."""
    system = view.systems.get(here)
    named = plain(system.name) if system else ""
    return f"{here} {named}" if named else here


def place_then(view: View, here: HexId, week: int) -> str:
    """A hex and a moment, `2034 Sol, turn 7, week 2`."""
    return f"{place(view, here)}, {moment(week)}"


def orbit_name(view: View, here: HexId, orbit: int) -> str:
    """`at 2034 Sol, orbit 3`, or `in deep space at 2034 Sol`."""
    return f"at {place(view, here)}, orbit {orbit}" if orbit else f"in deep space at {place(view, here)}"


def colony_name(view: View, colony: ColonyId, name: str = "") -> str:
    """A colony by name and place, `Terra (2034-3)`."""
    known: Colony | None = view.colonies.get(colony)
    called = plain(known.name if known else name)
    return f"{called} ({colony})" if called else f"the colony at {colony}"


def base_name(view: View, base: BaseId) -> str:
    """A base's name with its number, `Gate (WS01)`; the number alone where the name is not the reader's."""
    known = view.bases.get(base)
    return _numbered(known.name if known else "", base)


def holder_name(view: View, who: FleetId | BaseId | ColonyId) -> str:
    """A fleet, base or colony by name."""
    if who in view.fleets:
        return fleet_name(view, who)
    return base_name(view, who) if "/" in who else colony_name(view, who)


def design_name(view: View, side: SideId, design: DesignId) -> str:
    """A design's name from its owner's roster, its id where the roster is not the reader's."""
    owner = view.me if view.me and view.me.id == side else view.sides.get(side)
    known = owner.designs.get(design) if owner else None
    return plain(known.name) if known else plain(design)


def units_name(view: View, side: SideId, design: DesignId, count: int) -> str:
    """So many units of a design, `3 × Destroyer`."""
    return f"{count} × {design_name(view, side, design)}"


def ship_names(ships: tuple[ShipId, ...], most: int = 6) -> str:
    """`DD01, DD02 and 3 more`."""
    shown = [number(ship) for ship in ships[:most]]
    left = len(ships) - len(shown)
    return ", ".join(shown) + (f" and {left} more" if left > 0 else "")


def _numbered(name: str, key: str) -> str:
    called, short = plain(name), number(key)
    return f"{called} ({short})" if called and called != short else short
