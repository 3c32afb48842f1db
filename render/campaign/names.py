"""How texts call things and moments: by the names their reader gave or knows, never by an id that tells of others' secrets."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from render.words.safe_text import count, format_list, plain
from rules.cluster_war.chapters.movement.travel_time import eta, when_it_was
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.state.common import (
    WEEKS_PER_TURN,
    BaseId,
    ColonyId,
    DesignId,
    FleetId,
    HexId,
    ShipId,
    SideId,
)
from rules.cluster_war.model.state.holdings import Colony
from rules.cluster_war.model.state.view import View, place_name


def happened(view: View, week: int) -> str:
    """When something was that its reader is told of with the turn before the view's: `turn 6` where that turn began."""
    return eta(week) if week == now(view.turn - 1) else when_it_was(week)


def _short(words: str) -> str:
    return words.replace("turn ", "T").replace(", week ", "w")


def short_moment(week: int) -> str:
    """When something was, for labels: `T6w2`."""
    return _short(when_it_was(week))


def short_eta(week: int) -> str:
    """When something is due, for labels: `T7`, `T6w2`."""
    return _short(eta(week))


def now(turn: int) -> int:
    """The absolute week at which orders for `turn` are given."""
    return (turn - 1) * WEEKS_PER_TURN


LONGEST_PLACE: Final = 200
"""Two colonies and a star, as long as names may be."""


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
    """A hex with the names its reader knows for it, `2034 Terra (Sol)`."""
    return plain(place_name(view, here), LONGEST_PLACE)


def place_then(view: View, here: HexId, week: int) -> str:
    """A hex and a moment, `2034 Sol, turn 7, week 2`."""
    return f"{place(view, here)}, {happened(view, week)}"


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


def units_name(view: View, side: SideId, design: DesignId, units: int) -> str:
    """So many units of a design, `3 × Destroyer`."""
    return f"{units} × {design_name(view, side, design)}"


def ship_names(ships: tuple[ShipId, ...]) -> str:
    """`DD01, DD02 and 3 more`."""
    shown = [number(ship) for ship in ships[:6]]
    left = len(ships) - len(shown)
    return ", ".join(shown) + (f" and {left} more" if left > 0 else "")


def crew_name(view: View, fleet: FleetId, units: tuple[ShipId, ...]) -> str:
    """The fleet that units belong to, or the base they are."""
    if fleet:
        return fleet_name(view, fleet)
    return ship_names(units) if units else "A base"


def _numbered(name: str, key: str) -> str:
    called, short = plain(name), number(key)
    return f"{called} ({short})" if called and called != short else short


EVENT_WORDS: Final[Mapping[str, Callable[[Any, View], str]]] = {
    "fleet": lambda event, view: fleet_name(view, event.fleet, getattr(event, "name", "")),
    "into": lambda event, view: fleet_name(view, event.into),
    "colony": lambda event, view: colony_name(view, event.colony, getattr(event, "name", "")),
    "place": lambda event, view: holder_name(view, event.place),
    "base": lambda event, view: base_name(view, event.base),
    "who": lambda event, view: crew_name(view, event.fleet, event.ships),
    "side": lambda event, view: side_name(view, event.side),
    "owner": lambda event, view: side_name(view, event.owner),
    "taker": lambda event, view: side_name(view, event.taker),
    "other": lambda event, view: side_name(view, event.other),
    "sides": lambda event, view: format_list([side_name(view, side) for side in event.sides]),
    "hex": lambda event, view: place(view, event.hex),
    "origin": lambda event, view: place(view, event.origin),
    "to": lambda event, view: place(view, event.to),
    "where": lambda event, view: orbit_name(view, event.hex, event.orbit),
    "week": lambda event, view: happened(view, event.week),
    "arrives": lambda event, _: eta(event.arrives),
    "due": lambda event, _: eta(event.due),
    "build": lambda event, _: number(event.build),
    "project": lambda event, _: number(event.project),
    "ship": lambda event, _: number(event.ship),
    "design": lambda event, view: design_name(view, event.side, event.design),
    "units": lambda event, view: units_name(view, event.side, event.design, event.count),
}
"""What a sentence may name of an event beside plain words, numbers and ships; each event has the fields its sentence asks for."""


class EventWords(dict[str, object]):
    """The words of an event as a sentence asks for them: `{hex}` is a place, `{left:week}` so many weeks."""

    def __init__(self, event: Event, view: View) -> None:
        super().__init__()
        self.event, self.view = event, view

    def __missing__(self, name: str) -> object:
        if name in EVENT_WORDS:
            return EVENT_WORDS[name](self.event, self.view)
        found = getattr(self.event, name)
        if isinstance(found, tuple):
            return ship_names(found)
        return _CountedNumber(found) if isinstance(found, int) else plain(found)


class _CountedNumber(int):
    """A number that is written with what it counts."""

    def __format__(self, one: str) -> str:
        return count(self, one) if one else str(int(self))
