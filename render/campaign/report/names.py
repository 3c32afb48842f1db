"""How a report calls things: by the names its reader gave or knows, never by an id that tells of others' secrets."""

from render.canvas.safe_text import plain
from rules.cluster_war.state.holdings import Colony
from rules.cluster_war.state.names import ColonyId, DesignId, FleetId, HexId, ShipId, SideId
from rules.cluster_war.state.view import View


def side_name(view: View, side: SideId) -> str:
    """A side's name as everybody may know it."""
    flag = view.flags.get(side) or view.others.get(side)
    return plain(flag.name) if flag else plain(side)


def own_tail(key: str) -> str:
    """The part of an id that players use: `F3` of `humans-F3`, `DD01` of `humans/DD01`."""
    return key.rsplit("/", 1)[-1].rsplit("-", 1)[-1]


def fleet_name(view: View, fleet: FleetId, name: str = "") -> str:
    """A fleet's name with its number, `Home Guard (F1)`; `name` for one that is gone meanwhile."""
    known = view.fleets.get(fleet)
    called = plain(known.name if known else name)
    number = plain(own_tail(fleet))
    return f"{called} ({number})" if called and called != number else number


def place(view: View, here: HexId) -> str:
    """A hex with the name its reader knows for it, `2034 Sol`."""
    system = view.systems.get(here)
    named = plain(system.name) if system else ""
    return f"{here} {named}" if named else here


def colony_name(view: View, colony: ColonyId, name: str = "") -> str:
    """A colony by name and place, `Terra (2034-3)`."""
    known: Colony | None = view.colonies.get(colony)
    called = plain(known.name if known else name)
    return f"{called} ({colony})" if called else f"the colony at {colony}"


def design_name(view: View, side: SideId, design: DesignId) -> str:
    """A design's name from its owner's roster, its id where the roster is not the reader's."""
    owner = view.me if view.me and view.me.id == side else view.sides.get(side)
    known = owner.designs.get(design) if owner else None
    return plain(known.name) if known else plain(design)


def ship_names(ships: tuple[ShipId, ...], most: int = 6) -> str:
    """`DD01, DD02 and 3 more`."""
    shown = [plain(own_tail(ship)) for ship in ships[:most]]
    left = len(ships) - len(shown)
    return ", ".join(shown) + (f" and {left} more" if left > 0 else "")
