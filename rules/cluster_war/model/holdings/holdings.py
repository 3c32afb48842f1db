"""One side's things as its orders change them, and its places of work: the truth of a turn, or the picture its player plans
by.

An order is worked out once, on `Holdings`; the turn and the plan both carry it out.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, MutableMapping
from functools import partial
from typing import Literal

from rules.cluster_war.model.economy.holds import recount
from rules.cluster_war.model.economy.supply import Place, check_resources, is_connected, needed_by_design
from rules.cluster_war.model.holdings.capacity import Skill, free, housed_size, key_of, skill
from rules.cluster_war.model.state.common import (
    WEEKS_PER_TURN,
    BaseId,
    BudgetLine,
    BuildId,
    ColonyId,
    DesignId,
    DesignProblem,
    FleetId,
    HexId,
    Settings,
    ShipId,
    SideId,
)
from rules.cluster_war.model.state.holdings import Base, Build, Colony, Design, Fleet, Ship
from rules.cluster_war.model.state.places import Body, StarSystem
from rules.cluster_war.model.state.register import things_of
from rules.cluster_war.model.state.sides import ColonySighting, KnownBody, KnownSystem, Officer, Side
from rules.cluster_war.model.state.war import OfficerId
from rules.cluster_war.model.unit_design.wounded import working_design
from rules.values import IllegalOrderError, NotYoursError, changed, first_names, quoted, unknown


def as_site(base: Base, design: Design) -> Colony:
    """A base that stands alone as a place of work: what works of its design's facilities, and no people (CW-9.6-04)."""
    design = working_design(design, base.wounds)
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


def take_units(site: Colony, design: DesignId, count: int, *, weak: bool) -> tuple[Colony, int]:
    """The place without `count` units of its garrison, and how many of those were crash-built.

    `weak` takes the crash-built ones first, else they stay as long as others are there. IllegalOrderError with too few.
    """
    held = site.garrison.get(design, 0)
    if not 1 <= count <= held:
        raise IllegalOrderError(f"{site.name} holds {held} of them, not {count}.", rule="CW-6.6-04")
    flawed = site.low_quality.get(design, 0)
    gone = min(flawed, count) if weak else max(0, count - (held - flawed))
    low = recount(site.low_quality, design, -gone)
    return changed(site, garrison=recount(site.garrison, design, -count), low_quality=low), gone


def add_units(site: Colony, design: DesignId, count: int, weak: int = 0) -> Colony:
    """The place with `count` units more in its garrison, `weak` of them crash-built."""
    low = recount(site.low_quality, design, weak)
    return changed(site, garrison=recount(site.garrison, design, count), low_quality=low)


class TooDearError(IllegalOrderError):
    """More CPs than are left: `cps` are needed, and `left` is what nothing else on the sheet, research too, has taken."""

    def __init__(self, cps: int, left: int) -> None:
        super().__init__(f"This needs {cps} CPs and you have {left} left to spend this turn.", rule="CW-5.0-19")
        self.cps, self.left = cps, left

    def __reduce__(self) -> tuple[type["TooDearError"], tuple[int, int]]:
        return type(self), (self.cps, self.left)


class Holdings(ABC):
    """What working out an order needs: one side's things, which may be replaced, and a way to pay."""

    fleets: MutableMapping[FleetId, Fleet]
    ships: MutableMapping[ShipId, Ship]
    colonies: MutableMapping[ColonyId, Colony]
    bases: MutableMapping[BaseId, Base]
    builds: MutableMapping[BuildId, Build]
    officers: MutableMapping[OfficerId, Officer]
    used: MutableMapping[tuple[ColonyId, str], int]
    """Capacity that is taken for this turn alone, by place and kind."""
    purse: int
    """CPs in the pool that are not spent yet."""
    turn: int
    settings: Settings
    is_carried_out: bool = False
    """Whether an order is carried out on these: of what is wrong with it nothing but the text is kept."""

    @property
    @abstractmethod
    def owner(self) -> Side: ...

    @property
    @abstractmethod
    def source(self) -> Place:
        """Where grids, rights and links are looked up: the turn's state, or the side's view as the turn began."""

    @abstractmethod
    def colonies_at(self, hex_: HexId) -> list[Colony]:
        """The side's colonies in a hex."""

    @abstractmethod
    def builds_at(self, site: ColonyId) -> Iterable[Build]:
        """The side's builds at a place."""

    @abstractmethod
    def pay(self, line: BudgetLine, cps: int) -> bool:
        """Take CPs from the pool; False, and nothing taken, if it holds too few (CW-5.0-19)."""

    @abstractmethod
    def system(self, hex_: HexId) -> StarSystem | KnownSystem | None:
        """A system with its worlds: as it is, or as the side knows it."""

    @abstractmethod
    def surveyed(self, hex_: HexId) -> bool:
        """Whether the side has surveyed a system."""

    @abstractmethod
    def foreign_colony(self, colony: ColonyId) -> Colony | ColonySighting | None:
        """Another side's colony, as far as this one can tell."""

    @abstractmethod
    def side_name(self, side: SideId) -> str:
        """What another side is called."""

    @abstractmethod
    def problems(self, design: Design) -> Iterable[DesignProblem]:
        """What the side still has to learn before it can build a design."""

    @abstractmethod
    def resources(self) -> frozenset[str]:
        """Special and strategic resources at the side's hand."""

    @abstractmethod
    def next_id(self, counter: str) -> int:
        """The next number of one of the side's counters ("build", "ship/DD")."""

    def told(self, names: Iterable[str]) -> Iterable[str]:
        """Of the names of what the side has, those that a refusal needs: all, of which its reader may be shown the nearest; the
        first alone for an order that is carried out."""
        return first_names(names) if self.is_carried_out else names

    def connected(self, site: Colony) -> bool:
        """Whether a place shares the pool; one that is cut off spends its own store alone (CW-5.0-10)."""
        return is_connected(self.source, self.owner.id, site)

    def world(self, hex_: HexId, orbit: int) -> Body | KnownBody | None:
        """A world as it is, or as the side knows it; None where it knows of none."""
        system = self.system(hex_)
        for body in system.bodies if system is not None else ():
            if body.orbit == orbit:
                return body
        return None

    def step_of(self, hex_: HexId, orbit: int) -> str | None:
        """The STEP code of a world, None where the side knows of none."""
        world = self.world(hex_, orbit)
        return world.step if world is not None else None

    def has_belt(self, hex_: HexId) -> bool:
        """Whether the side knows of an asteroid belt in a system: a body with a size digit of 0 (CW-6.4-05)."""
        system = self.system(hex_)
        return system is not None and any(b.step.startswith("0") for b in system.bodies)

    def own_colony(self, colony: ColonyId) -> Colony:
        """One of the side's colonies; NotYoursError names those it has."""
        found = self.colonies.get(colony)
        if found is None or found.side != self.owner.id:
            own = (f"{c.name} ({c.hex})" for c in things_of(self.colonies, self.owner.id))
            lead = f"You have no colony {quoted(colony)}."
            raise unknown(NotYoursError, lead, colony, "Your colonies", self.told(own))
        return found

    def site(self, site: str) -> Colony:
        """An own colony, or an own base that stands and works, in a colony's shape; NotYoursError, IllegalOrderError."""
        base = self.bases.get(site)
        if base is None or base.side != self.owner.id:
            return self.own_colony(site)
        if base.towed_by or base.ready > self.turn:
            raise IllegalOrderError(f"{base.name} is not at work this turn.", rule="CW-5.1-08")
        return as_site(base, self.owner.designs[base.design])

    def bases_at(self, hex_: HexId) -> list[Colony]:
        """The side's own bases in a hex that are at work, as places."""
        designs = self.owner.designs
        return [
            as_site(base, designs[base.design])
            for _, base in sorted(self.bases.items())
            if base.side == self.owner.id and base.hex == hex_ and not base.towed_by and base.ready <= self.turn
        ]

    def put_site(self, site: Colony) -> None:
        """Store a changed place of work."""
        base = self.bases.get(site.id)
        if base is None:
            self.colonies[site.id] = site
            return
        self.bases[site.id] = changed(
            base,
            store=site.store,
            garrison=site.garrison,
            munitions=site.munitions,
            tooling=site.tooling,
            retooling=site.retooling,
            weak=site.low_quality,
            strip=site.strip,
        )

    def spend(self, line: BudgetLine, cps: int, site: Colony | None = None) -> None:
        """Pay from the pool, or from the store of a place that is cut off (CW-5.0-10); IllegalOrderError with too few."""
        if cps < 0:
            raise IllegalOrderError("An amount of CPs cannot be negative.", rule="CW-5.0-19")
        if site is None or self.connected(site):
            if not self.pay(line, cps):
                raise TooDearError(cps, self.purse)
            return
        place = self.site(site.id)
        if cps > place.store:
            raise IllegalOrderError(
                f"{site.name} is cut off and has only {place.store} CPs of its own; this needs {cps}.",
                rule="CW-5.0-10",
            )
        self.put_site(changed(place, store=place.store - cps))

    def give(self, cps: int, site: Colony) -> Literal["pool", "store"]:
        """CPs for the pool, or for the store of a place that is cut off; which of the two."""
        if self.connected(site):
            self.purse += cps
            return "pool"
        place = self.site(site.id)
        self.put_site(changed(place, store=place.store + cps))
        return "store"

    def use(self, site: ColonyId, key: str, amount: int) -> None:
        """Take capacity of a place for this turn alone."""
        self.used[site, key] = self.used.get((site, key), 0) + amount

    def taken(self, site: ColonyId, key: str) -> int:
        """Capacity of a place in use this turn: by running builds, and for this turn alone."""
        designs = self.owner.designs
        within = housed_size(self.site(site).garrison, designs) if key == "training" else 0
        running = sum(load(b, designs, self.settings) for b in self.builds_at(site) if key_of(b) == key)
        return within + self.used.get((site, key), 0) + running

    def free_capacity(self, site: Colony, key: str) -> int:
        """Bays, heavy plants, training rating or a product line's industry of a place that nothing uses, at least 0."""
        return max(0, free(site, key, partial(self.taken, site.id), skill_of(self)))


def load(build: Build, designs: Mapping[DesignId, Design], settings: Settings) -> int:
    """Capacity that a build takes this turn: what it was given, never more than its work still asks for.

    Recruits take room in their military base until they are delivered (CW-6.5-01).
    """
    if build.place == "training":
        return designs[build.design].hull * build.count
    return max(0, min(build.capacity, most_capacity(build, settings)))


def most_capacity(build: Build, settings: Settings) -> int:
    """All the capacity that a build could use this turn; by the week, a bay does a quarter hull space (CW-6.0-07)."""
    return build.hull_left * WEEKS_PER_TURN - build.quarters if settings.weekly_construction else build.hull_left


def check_needs(holdings: Holdings, design: Design) -> None:
    """IllegalOrderError if the side lacks a technology or a resource that a design needs (CW-8.0-07, CW-5.0-08)."""
    for problem in holdings.problems(design):
        raise IllegalOrderError(f"{design.name} cannot be built yet. {problem.text}", rule="CW-8.0-07")
    if needed := needed_by_design(design, holdings.settings):
        check_resources(needed, holdings.resources(), design.name)


def skill_of(holdings: Holdings) -> Skill:
    """What the side's factories can do."""
    return skill(holdings.owner.technologies, holdings.settings)
