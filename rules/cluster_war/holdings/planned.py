"""The picture an order is checked against: the side's own view, changed by the orders before it on the sheet.

Nothing here knows the truth; a refusal can only tell what the player already sees.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal

from rules.cluster_war.economy.resources import held_by_view
from rules.cluster_war.economy.supply import Place, connected, main_grid
from rules.cluster_war.holdings.capacity import free, housed, key_of
from rules.cluster_war.holdings.holdings import belt_in, find_site, load, put_site, skill_of, step_in
from rules.cluster_war.orders.names import free_fleet_id
from rules.cluster_war.state.designs import Design
from rules.cluster_war.state.holdings import Base, Build, Colony
from rules.cluster_war.state.knowledge import ColonySighting, KnownSystem
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
from rules.cluster_war.state.settings import Settings
from rules.cluster_war.state.sides import Side
from rules.cluster_war.state.units import Fleet
from rules.cluster_war.state.view import View
from rules.cluster_war.unit_design.technology import technology_problems
from rules.errors import GameError, IllegalOrderError, NotYoursError, WrongPhaseError, quoted


class PlannedState:
    """A side's picture while its sheet is walked through, order by order."""

    def __init__(self, view: View, reserved: Iterable[FleetId] = ()) -> None:
        if view.me is None:
            raise WrongPhaseError("The game master has no order sheet; his commands are those of /gm.")
        self.view = view
        self.me: Side = view.me
        self.fleets = dict(view.fleets)
        self.ships = dict(view.ships)
        self.colonies = dict(view.colonies)
        self.purse = view.income.available
        self.spent: dict[BudgetLine, int] = dict.fromkeys(BUDGET_LINES, 0)
        grid = main_grid(view, self.me.id) if view.bases else frozenset[HexId]()
        self.bases: dict[BaseId, Base] = {
            key: replace(base, store=0) if base.hex in grid else base for key, base in view.bases.items()
        }
        self.builds: dict[BuildId, Build] = dict(view.builds)
        self.used: dict[tuple[ColonyId, str], int] = {}
        self.numbered: dict[str, int] = {}
        self.moving: dict[FleetId, int] = {}
        self.heading: dict[FleetId, tuple[HexId, ...]] = {}
        self.continued: set[str] = set()
        self.sent: set[BuildId] = set()
        self.claimed: set[str] = set()
        self.ordered: set[str] = set()
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
        """The side's colonies in a hex."""
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

    def connected(self, colony: Colony) -> bool:
        """Whether a colony shares the pool, as this side knows it (CW-5.0-10)."""
        return connected(self.view, self.me.id, colony)

    def charge(self, line: BudgetLine, cps: int, colony: Colony | None = None) -> None:
        """Plan CPs from the pool, or from the store of a colony that is cut off (CW-5.0-10, CW-5.0-19)."""
        if cps < 0:
            raise IllegalOrderError("An amount of CPs cannot be negative.", rule="CW-5.0-19")
        if colony is not None and not self.connected(colony):
            place = find_site(self, colony.id)
            if cps > place.store:
                raise IllegalOrderError(
                    f"{colony.name} is cut off and has only {place.store} CPs of its own; this needs {cps}.",
                    rule="CW-5.0-10",
                )
            put_site(self, replace(place, store=place.store - cps))
            return
        if cps > self.purse:
            raise IllegalOrderError(
                f"This needs {cps} CPs and you have {self.purse} left to spend this turn.", rule="CW-5.0-19"
            )
        self.purse -= cps
        self.spent[line] += cps

    @property
    def owner(self) -> Side:
        """The side, as `Holdings` calls it."""
        return self.me

    @property
    def turn(self) -> int:
        """The turn whose orders are given."""
        return self.view.turn

    @property
    def settings(self) -> Settings:
        """The campaign's switches."""
        return self.view.settings

    def use(self, site: ColonyId, key: str, amount: int) -> None:
        """Count capacity of a place as taken this turn."""
        self.used[site, key] = self.used.get((site, key), 0) + amount

    def taken(self, site: ColonyId, key: str) -> int:
        """Capacity in use this turn: by running builds, and by what the sheet asks for."""
        within = housed(find_site(self, site).garrison, self.me.designs) if key == "training" else 0
        running = (b for b in self.builds.values() if b.colony == site and key_of(b) == key)
        return within + self.used.get((site, key), 0) + sum(load(b, self.me.designs, self.settings) for b in running)

    def free_capacity(self, colony: Colony, key: str) -> int:
        """Bays, heavy plants, training rating or a product line's industry of a place that nothing uses."""
        return free(colony, key, lambda k: self.taken(colony.id, k), skill_of(self))

    def spend(self, line: BudgetLine, cps: int, site: Colony | None) -> None:
        """Plan CPs from the pool or a store; IllegalOrderError if there are too few."""
        self.charge(line, cps, site)

    def give(self, cps: int, site: Colony) -> Literal["pool", "store"]:
        """CPs for the pool, or for the store of a place that is cut off; which of the two."""
        if self.connected(site):
            self.purse += cps
            return "pool"
        place = find_site(self, site.id)
        put_site(self, replace(place, store=place.store + cps))
        return "store"

    @property
    def source(self) -> Place:
        """The view the sheet is made by."""
        return self.view

    def system(self, hex_: HexId) -> StarSystem | KnownSystem | None:
        """A system as the side knows it."""
        return self.view.systems.get(hex_)

    def surveyed(self, hex_: HexId) -> bool:
        """Whether the side has surveyed a system."""
        system = self.view.systems.get(hex_)
        return system is not None and system.level == "surveyed"

    def step_of(self, hex_: HexId, orbit: int) -> str | None:
        """The STEP code of a world the side knows of."""
        return step_in(self.system(hex_), orbit)

    def has_belt(self, hex_: HexId) -> bool:
        """Whether the side knows of an asteroid belt in a system."""
        return belt_in(self.system(hex_))

    def foreign_colony(self, colony: ColonyId) -> Colony | ColonySighting | None:
        """Another side's colony that this one knows of."""
        return self.view.foreign_colonies.get(colony)

    def side_name(self, side: SideId) -> str:
        """What another side is called."""
        flag = self.view.flags.get(side)
        return flag.name if flag else quoted(side)

    def problems(self, design: Design) -> Iterable[Problem]:
        """What the side still has to learn before it can build a design."""
        return technology_problems(design, self.owner, self.settings)

    def resources(self) -> frozenset[str]:
        """Resources at the side's hand, as it knows them."""
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

    def build(self, build: str) -> Build:
        """One of the side's running builds."""
        found = self.view.builds.get(build)
        if found is None:
            raise NotYoursError(f"You have no construction {quoted(build)} under way.")
        return found
