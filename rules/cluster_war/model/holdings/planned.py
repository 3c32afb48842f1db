"""The picture an order is checked against: the side's own view, changed by the orders before it on the sheet.

Nothing here knows the truth; a refusal can only tell what the player already sees.
"""

from collections.abc import Iterable
from functools import cached_property

from rules.cluster_war.model.economy.supply import Place, held_by_view, main_grid, main_hexes
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.orders.names import free_fleet_id
from rules.cluster_war.model.state.common import (
    BUDGET_LINES,
    WEEKS_PER_TURN,
    BaseId,
    BudgetLine,
    ColonyId,
    FleetId,
    HexId,
    Problem,
    ShipId,
    SideId,
)
from rules.cluster_war.model.state.holdings import Base, Build, Colony, Design, Fleet, Ship
from rules.cluster_war.model.state.knowledge import ColonySighting, KnownSystem
from rules.cluster_war.model.state.places import StarSystem
from rules.cluster_war.model.state.sides import Side
from rules.cluster_war.model.state.view import View, place_name
from rules.cluster_war.model.unit_design.technology import technology_problems
from rules.values import Value, WrongPhaseError, changed, quoted


class TripEntry(Value):
    """A hex on the way: the week in which it is entered (weeks since the campaign began), and for how many weeks' ends the
    fleet is there. `crossed` is one that it passes in FTL space, where it is nowhere (CW-14.0-08)."""

    hex: HexId
    week: int
    stays: int = 1
    crossed: bool = False


class Trip(Value):
    """A fleet's way, with the ships that go along at its end. `departs` is the week, since the campaign began, as which begins it
    would leave; `by` is a way that takes no drive of its own."""

    fleet: FleetId
    ships: tuple[ShipId, ...]
    entries: tuple[TripEntry, ...]
    departs: int = 0
    by: str = ""


class PlannedState(Holdings):
    """A side's picture while its sheet is walked through, order by order."""

    def __init__(self, view: View, reserved: Iterable[FleetId] = ()) -> None:
        if view.me is None:
            raise WrongPhaseError("The game master has no order sheet; their commands are those of /gm.")
        self.view = view
        self.turn = view.turn
        self.settings = view.settings
        self.me: Side = view.me
        self.fleets: dict[FleetId, Fleet] = dict(view.fleets)
        self.ships: dict[ShipId, Ship] = dict(view.ships)
        self.colonies: dict[ColonyId, Colony] = dict(view.colonies)
        self.purse = view.income.available
        self.spent: dict[BudgetLine, int] = dict.fromkeys(BUDGET_LINES, 0)
        grid = main_grid(view, self.me.id) if view.bases else frozenset[HexId]()
        self.bases: dict[BaseId, Base] = {
            key: changed(base, store=0) if base.hex in grid else base for key, base in view.bases.items()
        }
        self.builds = dict(view.builds)
        self.officers = dict(view.officers)
        self.used = {}
        self.numbered: dict[str, int] = {}
        self.moving: dict[FleetId, int] = {}
        self.heading: dict[FleetId, tuple[HexId, ...]] = {}
        self.due: dict[FleetId, tuple[int, ...]] = {}
        self.trips: dict[FleetId, Trip] = {}
        self.travels: dict[FleetId, Trip] = {}
        self.ordered: set[str] = set()
        self.reserved = set(reserved)

    @cached_property
    def _sharing(self) -> frozenset[HexId]:
        return main_hexes(self.view, self.me.id)

    def connected(self, site: Colony) -> bool:
        """As `Holdings.connected`; the view does not change while a sheet is walked through."""
        if site.id in self.view.bases:
            return super().connected(site)
        return site.side == self.me.id and site.hex in self._sharing

    @property
    def first_week(self) -> int:
        """Weeks gone when the turn begins."""
        return (self.view.turn - 1) * WEEKS_PER_TURN

    def once(self, key: str, text: str) -> None:
        """Note that the sheet does what `key` stands for; WrongPhaseError, saying `text`, if it already does."""
        if key in self.ordered:
            raise WrongPhaseError(f"{text}; change that order instead.")
        self.ordered.add(key)

    def place(self, hex_: HexId) -> str:
        """A hex with the names the side knows it by: `2034 Vega`, `6210 Terra (Lanibma)`."""
        return place_name(self.view, hex_)

    def colonies_at(self, hex_: HexId) -> list[Colony]:
        return [c for c in self.colonies.values() if c.hex == hex_]

    @property
    def owner(self) -> Side:
        return self.me

    def builds_at(self, site: ColonyId) -> Iterable[Build]:
        return (b for b in self.builds.values() if b.colony == site)

    def pay(self, line: BudgetLine, cps: int) -> bool:
        if cps > self.purse:
            return False
        self.purse -= cps
        self.spent[line] += cps
        return True

    @property
    def source(self) -> Place:
        return self.view

    def system(self, hex_: HexId) -> StarSystem | KnownSystem | None:
        return self.view.systems.get(hex_)

    def surveyed(self, hex_: HexId) -> bool:
        system = self.view.systems.get(hex_)
        return system is not None and system.level == "surveyed"

    def foreign_colony(self, colony: ColonyId) -> Colony | ColonySighting | None:
        return self.view.foreign_colonies.get(colony)

    def side_name(self, side: SideId) -> str:
        flag = self.view.flags.get(side)
        return flag.name if flag else quoted(side)

    def problems(self, design: Design) -> Iterable[Problem]:
        return technology_problems(design, self.owner, self.settings)

    def resources(self) -> frozenset[str]:
        return held_by_view(self.view)

    def next_id(self, counter: str) -> int:
        """The next number of one of the side's counters, as the turn will give it if nothing fails."""
        self.numbered[counter] = self.numbered.get(counter, self.view.counters.get(counter, 0)) + 1
        return self.numbered[counter]

    def new_fleet_id(self) -> FleetId:
        """An id for a new task force that no fleet and no other order on this sheet has."""
        new = free_fleet_id(self.view, {*self.reserved, *self.fleets})
        self.reserved.add(new)
        return new
