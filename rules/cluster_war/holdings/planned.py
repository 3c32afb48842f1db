"""The picture an order is checked against: the side's own view, changed by the orders before it on the sheet.

Nothing here knows the truth; a refusal can only tell what the player already sees.
"""

from collections.abc import Iterable
from dataclasses import replace

from rules.cluster_war.economy.resources import held_by_view
from rules.cluster_war.economy.supply import Place, connected, main_grid
from rules.cluster_war.holdings.holdings import Holdings
from rules.cluster_war.orders.names import free_fleet_id
from rules.cluster_war.state.designs import Design
from rules.cluster_war.state.holdings import Base, Build, Colony
from rules.cluster_war.state.knowledge import KnownBody, KnownSystem
from rules.cluster_war.state.names import (
    BUDGET_LINES,
    WEEKS_PER_TURN,
    BaseId,
    BudgetLine,
    BuildId,
    ColonyId,
    DesignId,
    FleetId,
    HexId,
    ShipId,
    SideId,
)
from rules.cluster_war.state.places import StarSystem
from rules.cluster_war.state.problems import Problem
from rules.cluster_war.state.sides import Side
from rules.cluster_war.state.units import Fleet, Ship
from rules.cluster_war.state.view import View
from rules.cluster_war.unit_design.technology import technology_problems
from rules.errors import GameError, IllegalOrderError, NotYoursError, WrongPhaseError, quoted


class PlannedState(Holdings):
    """A side's picture while its sheet is walked through, order by order."""

    def __init__(self, view: View, reserved: Iterable[FleetId] = ()) -> None:
        if view.me is None:
            raise WrongPhaseError("The game master has no order sheet; his commands are those of /gm.")
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
            key: replace(base, store=0) if base.hex in grid else base for key, base in view.bases.items()
        }
        self.builds = dict(view.builds)
        self.used = {}
        self.numbered: dict[str, int] = {}
        self.moving: dict[FleetId, int] = {}
        self.heading: dict[FleetId, tuple[HexId, ...]] = {}
        self.missions: set[FleetId] = set()
        self.continued: set[BuildId] = set()
        self.claimed: set[str] = set()
        self.ordered: set[str] = set()
        self.craft_numbers: dict[str, int] = {}
        self.reserved = set(reserved)

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
        """A hex with the name the side knows it by: `2034 Vega`."""
        system = self.view.systems.get(hex_)
        return f"{hex_} {system.name}" if system and system.name else hex_

    def colonies_at(self, hex_: HexId) -> list[Colony]:
        return [c for c in self.colonies.values() if c.hex == hex_]

    def design(self, design: DesignId) -> Design:
        """One of the side's designs; GameError names the ones there are."""
        found = self.me.designs.get(design)
        if found is None:
            names = ", ".join(d.name for d in list(self.me.designs.values())[:8])
            raise GameError(f"You have no design {quoted(design)}. Your designs: {names}.", rule="CW-18.0-16")
        return found

    def fleet(self, fleet: FleetId) -> Fleet:
        """One of the side's fleets as the sheet leaves it."""
        found = self.fleets.get(fleet)
        if found is None:
            names = ", ".join(f.name for f in list(self.fleets.values())[:8]) or "none yet"
            raise NotYoursError(f"You have no fleet {quoted(fleet)}. Your fleets: {names}.")
        return found

    def fleet_here(self, fleet: FleetId) -> Fleet:
        """A fleet that can act: not in FTL space."""
        found = self.fleet(fleet)
        if found.transit is not None:
            raise IllegalOrderError(
                f"{found.name} is in FTL space until it reaches {found.transit.to} and cannot be called back.",
                rule="CW-4.0-04",
            )
        return found

    def colony(self, colony: ColonyId) -> Colony:
        """One of the side's colonies."""
        found = self.colonies.get(colony)
        if found is None:
            names = ", ".join(f"{c.name} ({c.hex})" for c in list(self.colonies.values())[:8])
            raise NotYoursError(f"You have no colony {quoted(colony)}. Your colonies: {names}.")
        return found

    def ship(self, ship: ShipId) -> ShipId:
        """The key of one of the side's ships, given as DD01 or with the side's name before it."""
        for key in (ship, f"{self.me.id}/{ship}", f"{self.me.id}/{ship.upper()}"):
            if key in self.ships:
                return key
        raise NotYoursError(f"You have no ship {quoted(ship)}.")

    def body(self, hex_: HexId, orbit: int) -> KnownBody:
        """A surveyed world of a system; refuses what the side has not surveyed (CW-12.1-09)."""
        system = self.view.systems.get(hex_)
        if system is None or system.level != "surveyed":
            raise IllegalOrderError(
                f"You have not surveyed {quoted(hex_)} yet; a survey comes before a colony.", rule="CW-12.1-09"
            )
        for body in system.bodies:
            if body.orbit == orbit:
                return body
        orbits = ", ".join(str(b.orbit) for b in system.bodies) or "none"
        raise IllegalOrderError(f"{hex_} has no world in orbit {orbit}; its orbits are {orbits}.", rule="CW-2.1-01")

    def free_world(self, hex_: HexId, orbit: int) -> KnownBody:
        """A surveyed world that nobody this side knows of has settled."""
        body = self.body(hex_, orbit)
        key = f"{hex_}-{orbit}"
        if key in self.colonies:
            raise IllegalOrderError(
                f"{self.colonies[key].name} is already your colony; expand it instead.", rule="CW-7.0-01"
            )
        if key in self.view.foreign_colonies:
            raise IllegalOrderError(f"World {key} already holds a colony that is not yours.", rule="CW-7.0-01")
        if key in self.claimed:
            raise IllegalOrderError(f"Another order on your sheet already settles world {key}.", rule="CW-7.0-01")
        return body

    def connected(self, site: Colony) -> bool:
        return connected(self.view, self.me.id, site)

    charge = Holdings.spend

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

    def settled_by_others(self, hex_: HexId, orbit: int) -> bool:
        return f"{hex_}-{orbit}" in self.view.foreign_colonies

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
