"""One side's things as its orders change them: the truth of a turn, or the picture its player plans with.

Orders to yards, factories, bases and mines are worked out once, on `Holdings`; the turn and the plan both carry them out.
"""

from collections.abc import Iterable, Mapping, MutableMapping
from dataclasses import replace
from typing import Literal, Protocol

from rules.cluster_war.economy.income import pay
from rules.cluster_war.economy.resources import check_resources, held_by_draft, needed_by_design
from rules.cluster_war.economy.supply import Place, connected
from rules.cluster_war.holdings.capacity import Skill, housed, key_of, skill
from rules.cluster_war.state.designs import Design
from rules.cluster_war.state.holdings import Base, Build, Colony
from rules.cluster_war.state.knowledge import ColonySighting, KnownSystem
from rules.cluster_war.state.names import (
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
from rules.cluster_war.state.units import Fleet, Ship
from rules.cluster_war.unit_design.technology import technology_problems
from rules.cluster_war.working.turn_state import TurnState
from rules.errors import GameError, IllegalOrderError, NotYoursError, quoted


class Holdings(Protocol):
    """What working out an order needs: one side's things, which may be replaced, and a way to pay."""

    @property
    def owner(self) -> Side: ...

    @property
    def turn(self) -> int: ...

    @property
    def settings(self) -> Settings: ...

    @property
    def source(self) -> Place:
        """Where grids, rights and links are looked up: the turn's state, or the side's view as the turn began."""
        ...

    @property
    def fleets(self) -> MutableMapping[FleetId, Fleet]: ...

    @property
    def ships(self) -> MutableMapping[ShipId, Ship]: ...

    @property
    def colonies(self) -> MutableMapping[ColonyId, Colony]: ...

    @property
    def bases(self) -> MutableMapping[BaseId, Base]: ...

    @property
    def builds(self) -> MutableMapping[BuildId, Build]: ...

    def colonies_at(self, hex_: HexId) -> list[Colony]:
        """The side's colonies in a hex."""
        ...

    def taken(self, site: ColonyId, key: str) -> int:
        """Capacity in use this turn."""
        ...

    def use(self, site: ColonyId, key: str, amount: int) -> None:
        """Take capacity for this turn alone."""
        ...

    def spend(self, line: BudgetLine, cps: int, site: Colony | None) -> None:
        """Pay from the pool, or from the store of a place that is cut off; IllegalOrderError if it cannot."""
        ...

    def give(self, cps: int, site: Colony) -> Literal["pool", "store"]:
        """CPs for the pool or the place's store; which of the two."""
        ...

    def connected(self, site: Colony) -> bool:
        """Whether a place shares the pool (CW-5.0-10)."""
        ...

    def system(self, hex_: HexId) -> StarSystem | KnownSystem | None:
        """A system with its worlds: as it is, or as the side knows it."""
        ...

    def surveyed(self, hex_: HexId) -> bool:
        """Whether the side has surveyed a system."""
        ...

    def step_of(self, hex_: HexId, orbit: int) -> str | None:
        """The STEP code of a world, None where the side knows of none."""
        ...

    def has_belt(self, hex_: HexId) -> bool:
        """Whether the side knows of an asteroid belt in a system."""
        ...

    def foreign_colony(self, colony: ColonyId) -> Colony | ColonySighting | None:
        """Another side's colony, as far as this one can tell."""
        ...

    def side_name(self, side: SideId) -> str:
        """What another side is called."""
        ...

    def problems(self, design: Design) -> Iterable[Problem]:
        """What the side still has to learn before it can build a design."""
        ...

    def resources(self) -> frozenset[str]:
        """Special and strategic resources at the side's hand."""
        ...

    def next_id(self, counter: str) -> int:
        """The next number of one of the side's counters ("build", "ship/DD")."""
        ...


class TurnHoldings:
    """One side's things in a turn that is being worked out."""

    def __init__(self, month: TurnState, side: SideId) -> None:
        self.month = month
        self.side = side
        self.fleets: MutableMapping[FleetId, Fleet] = month.fleets
        self.ships: MutableMapping[ShipId, Ship] = month.ships
        self.colonies: MutableMapping[ColonyId, Colony] = month.colonies
        self.bases: MutableMapping[BaseId, Base] = month.bases
        self.builds: MutableMapping[BuildId, Build] = month.builds
        self.turn = month.turn
        self.settings = month.settings

    @property
    def owner(self) -> Side:
        return self.month.sides[self.side]

    @property
    def source(self) -> Place:
        return self.month

    def colonies_at(self, hex_: HexId) -> list[Colony]:
        return [c for c in self.month.colonies.at(hex_) if c.side == self.side]

    def taken(self, site: ColonyId, key: str) -> int:
        within = housed(find_site(self, site).garrison, self.owner.designs) if key == "training" else 0
        running = (b for b in self.month.builds.at(site) if b.side == self.side)
        return (
            within
            + self.month.used.get((site, key), 0)
            + sum(load(b, self.owner.designs, self.settings) for b in running if key_of(b) == key)
        )

    def use(self, site: ColonyId, key: str, amount: int) -> None:
        self.month.used[site, key] = self.month.used.get((site, key), 0) + amount

    def spend(self, line: BudgetLine, cps: int, site: Colony | None) -> None:
        pay(self.month, self.side, line, cps, site)

    def connected(self, site: Colony) -> bool:
        return connected(self.month, self.side, site)

    def give(self, cps: int, site: Colony) -> Literal["pool", "store"]:
        if self.connected(site):
            self.month.purse[self.side] += cps
            return "pool"
        found = find_site(self, site.id)
        put_site(self, replace(found, store=found.store + cps))
        return "store"

    def system(self, hex_: HexId) -> StarSystem | KnownSystem | None:
        return self.month.cluster.systems.get(hex_)

    def surveyed(self, hex_: HexId) -> bool:
        known = self.month.knowledge[self.side].systems.get(hex_)
        return known is not None and known.level == "surveyed"

    def step_of(self, hex_: HexId, orbit: int) -> str | None:
        return step_in(self.system(hex_), orbit)

    def has_belt(self, hex_: HexId) -> bool:
        return belt_in(self.system(hex_))

    def foreign_colony(self, colony: ColonyId) -> Colony | ColonySighting | None:
        found = self.colonies.get(colony)
        return found if found is not None and found.side != self.side else None

    def side_name(self, side: SideId) -> str:
        found = self.month.sides.get(side)
        return found.name if found else quoted(side)

    def problems(self, design: Design) -> Iterable[Problem]:
        owner = self.owner
        return self.month.kept(
            "problems", design.id, (owner, design), lambda: tuple(technology_problems(design, owner, self.settings))
        )

    def resources(self) -> frozenset[str]:
        return held_by_draft(self.month, self.side)

    def next_id(self, counter: str) -> int:
        kind, _, rest = counter.partition("/")
        return self.month.next_id(f"{kind}/{self.side}/{rest}" if rest else f"{kind}/{self.side}")


def load(build: Build, designs: Mapping[DesignId, Design], settings: Settings) -> int:
    """Capacity that a build takes this turn: what it was given, never more than its work still asks for.

    Recruits take room in their military base until they are delivered (CW-6.5-01).
    """
    if build.place == "training":
        return designs[build.design].hull * build.count
    left = build.hull_left * 4 - build.quarters if settings.weekly_construction else build.hull_left
    return max(0, min(build.capacity, left))


def find_site(holdings: Holdings, site: str) -> Colony:
    """An own colony, or an own base that stands and works, in a colony's shape; NotYoursError, IllegalOrderError."""
    side = holdings.owner.id
    colony = holdings.colonies.get(site)
    if colony is not None and colony.side == side:
        return colony
    base = holdings.bases.get(site)
    if base is None or base.side != side:
        raise NotYoursError(f"You have no colony {quoted(site)} now.")
    if base.towed_by or base.ready > holdings.turn:
        raise IllegalOrderError(f"{base.name} is not at work this turn.", rule="CW-5.1-08")
    return as_site(base, holdings.owner.designs[base.design])


def as_site(base: Base, design: Design) -> Colony:
    """A base that stands alone as a place of work: its design's facilities and no people."""
    return Colony(
        id=base.id,
        side=base.side,
        name=base.name,
        hex=base.hex,
        orbit=base.orbit,
        size=0,
        shipyard_bays=design.shipyard_bays,
        light_industry=design.light_industry,
        heavy_industry=design.heavy_industry,
        training=design.training,
        science_stations=design.science_stations,
        store=base.store,
        garrison=base.garrison,
        munitions=base.munitions,
        tooling=base.tooling,
        retooling=base.retooling,
        low_quality=base.weak,
        strip=base.strip,
    )


def bases_at(holdings: Holdings, hex_: HexId) -> list[Colony]:
    """A side's own bases in a hex that are at work, as places."""
    designs = holdings.owner.designs
    return [
        as_site(base, designs[base.design])
        for _, base in sorted(holdings.bases.items())
        if base.side == holdings.owner.id and base.hex == hex_ and not base.towed_by and base.ready <= holdings.turn
    ]


def put_site(holdings: Holdings, site: Colony) -> None:
    """Store a changed place of work."""
    base = holdings.bases.get(site.id)
    if base is None:
        holdings.colonies[site.id] = site
        return
    holdings.bases[site.id] = replace(
        base,
        store=site.store,
        garrison=site.garrison,
        munitions=site.munitions,
        tooling=site.tooling,
        retooling=site.retooling,
        weak=site.low_quality,
        strip=site.strip,
    )


def step_in(system: StarSystem | KnownSystem | None, orbit: int) -> str | None:
    """The STEP code of the world in an orbit; None if there is none."""
    return next((b.step for b in system.bodies if b.orbit == orbit), None) if system is not None else None


def belt_in(system: StarSystem | KnownSystem | None) -> bool:
    """Whether a system has an asteroid belt: a body with a size digit of 0 (CW-6.4-05)."""
    return system is not None and any(b.step.startswith("0") for b in system.bodies)


def check_needs(holdings: Holdings, design: Design) -> None:
    """IllegalOrderError if the side lacks a technology or a resource that a design needs (CW-8.0-07, CW-5.0-08)."""
    for problem in holdings.problems(design):
        raise IllegalOrderError(f"{design.name} cannot be built yet. {problem.text}", rule="CW-8.0-07")
    if needed := needed_by_design(design, holdings.settings):
        check_resources(needed, holdings.resources(), design.name)


def skill_of(holdings: Holdings) -> Skill:
    """What the side's factories can do."""
    return skill(holdings.owner.technologies, holdings.settings)


def fleet_at_hand(holdings: Holdings, fleet: FleetId) -> Fleet:
    """One of the side's fleets that is in a hex; NotYoursError, IllegalOrderError."""
    found = holdings.fleets.get(fleet)
    if found is None or found.side != holdings.owner.id:
        raise NotYoursError(f"You have no fleet {quoted(fleet)} now.")
    if found.transit is not None or found.course is not None:
        raise IllegalOrderError(f"{found.name} is on its way and cannot do that now.", rule="CW-4.1-06")
    return found


def design_of(holdings: Holdings, design: DesignId) -> Design:
    """One of the side's designs; GameError if it has none of that id."""
    found = holdings.owner.designs.get(design)
    if found is None:
        raise GameError(f"You have no design {quoted(design)}.", rule="CW-18.0-16")
    return found


def ships_here(
    holdings: Holdings, ships: tuple[ShipId, ...], hex_: HexId
) -> tuple[tuple[Ship, ...], dict[ShipId, FleetId]]:
    """The named own ships and their fleets, all of them in a hex; the first that is not raises."""
    holders = {
        s: f.id
        for f in holdings.fleets.values()
        if f.side == holdings.owner.id and f.hex == hex_ and f.transit is None and f.course is None
        for s in f.ships
    }
    found: list[Ship] = []
    for key in dict.fromkeys(ships):
        ship = holdings.ships.get(key)
        if ship is None or ship.side != holdings.owner.id:
            raise NotYoursError(f"You have no ship {quoted(key)} now.")
        if key not in holders:
            raise IllegalOrderError(f"{key.rpartition('/')[2]} is not at {hex_}.", rule="CW-6.6-03")
        found.append(ship)
    if not found:
        raise IllegalOrderError("Name at least one ship.", rule="CW-6.6-03")
    return tuple(found), {s.id: holders[s.id] for s in found}


def take_units(site: Colony, design: DesignId, count: int, *, weak: bool) -> tuple[Colony, int]:
    """The place without `count` units of its garrison, and how many of those were crash-built.

    `weak` takes the crash-built ones first, else they stay as long as others are there. IllegalOrderError with too few.
    """
    held = site.garrison.get(design, 0)
    if not 1 <= count <= held:
        raise IllegalOrderError(f"{site.name} holds {held} of them, not {count}.", rule="CW-6.6-04")
    flawed = site.low_quality.get(design, 0)
    gone = min(flawed, count) if weak else max(0, count - (held - flawed))
    garrison = {d: n for d, n in {**site.garrison, design: held - count}.items() if n}
    low = {d: n for d, n in {**site.low_quality, design: flawed - gone}.items() if n}
    return replace(site, garrison=garrison, low_quality=low), gone


def add_units(site: Colony, design: DesignId, count: int, weak: int = 0) -> Colony:
    """The place with `count` units more in its garrison, `weak` of them crash-built."""
    garrison = {**site.garrison, design: site.garrison.get(design, 0) + count}
    low = {**site.low_quality, design: site.low_quality.get(design, 0) + weak} if weak else site.low_quality
    return replace(site, garrison=garrison, low_quality=low)
