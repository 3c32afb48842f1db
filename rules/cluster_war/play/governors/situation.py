"""What concerns propose, what a governor hands back for a turn, what it keeps in mind for the next; and what it knows as it
begins to think: its view, worked out once for all concerns, and what it is like."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Final, Literal, Self, TypeAlias, TypeVar, cast

from rules.cluster_war.chapters.colonies.founding_orders import SettleInGrid
from rules.cluster_war.chapters.colonies.work_orders import ExpandColony
from rules.cluster_war.chapters.diplomacy.contact import in_contact
from rules.cluster_war.chapters.logistics.stores import supply_hexes
from rules.cluster_war.chapters.movement.journey import LegDurations
from rules.cluster_war.chapters.research.project_orders import FundProject, StartProject
from rules.cluster_war.model.economy.supply import main_grid
from rules.cluster_war.model.holdings.order_kind import PlannedState
from rules.cluster_war.model.orders.order import Order, SignedOrder
from rules.cluster_war.model.race_design.choices import XENOPHOBIC, Deed, deed_refused
from rules.cluster_war.model.state.common import WEEKS_PER_TURN, FleetId, HexId, SideId
from rules.cluster_war.model.state.holdings import Colony, Fleet
from rules.cluster_war.model.state.places import away_from, distance
from rules.cluster_war.model.state.sides import ColonySighting
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.unit_design.sheet import UnitText
from rules.cluster_war.model.worlds.cluster import is_star
from rules.cluster_war.play.governors.profile import AiRandom, Character, Profile, judgment_of, weights_of
from rules.cluster_war.play.governors.roster import DesignRoster, Role, role_of, strength, waits
from rules.cluster_war.turn.planning.suggestions.meetings import foes_at, picture
from rules.cluster_war.turn.planning.suggestions.voyages import nearest, reach_of
from rules.values import Value, changed, field


class GovernorMemory(Value):
    """All of it is plain words and numbers. `turn` is the last turn governed. `grudges` are points held against sides, which
    fade; `greeted` are those it has spoken to, `thanked` those it has thanked, `warned` when it last warned a side. `foe` is
    whom it is at war with ("" for nobody), since turn `since`, for the `cause` in words. `committed` is the hull that it had
    over or on its way to enemies' worlds, by hex, `rebuffs` what it takes to be there since it lost a battle. `best` is the
    most that it ever made in a turn; `beaten` is the turn in which it gave in, 0 for never. `probed` is when it last sent ships
    to see how well a side holds its worlds, `truces` when it last made peace with a side, `drawn` when it last
    drew a design of a kind."""

    turn: int = 0
    grudges: Mapping[SideId, int] = field(default_factory=dict)
    greeted: tuple[SideId, ...] = ()
    thanked: tuple[SideId, ...] = ()
    warned: Mapping[SideId, int] = field(default_factory=dict)
    foe: SideId = ""
    since: int = 0
    cause: str = ""
    committed: Mapping[HexId, int] = field(default_factory=dict)
    rebuffs: Mapping[HexId, int] = field(default_factory=dict)
    best: int = 0
    beaten: int = 0
    probed: Mapping[SideId, int] = field(default_factory=dict)
    truces: Mapping[SideId, int] = field(default_factory=dict)
    drawn: Mapping[str, int] = field(default_factory=dict)


Line: TypeAlias = Literal["duty", "grow", "settle", "explore", "fleet", "research", "works", "free"]
"""What a proposal is paid from: what cannot wait, one of the shares of a nature, or nothing."""
Divisible: TypeAlias = ExpandColony | SettleInGrid | FundProject | StartProject
"""Orders that can be given with fewer CPs."""


class Proposal(Value):
    """Orders that are given together or not at all. `weight` compares proposals of one line, the greatest first; `uses` are
    things that only one proposal of a turn may have ("fleet/humans-F3"). One with a `least` may be given with fewer CPs."""

    concern: str
    orders: tuple[Order, ...]
    reason: str
    weight: int
    line: Line = "free"
    cost: int = 0
    uses: frozenset[str] = field(default_factory=frozenset)
    least: int = 0

    @property
    def key(self) -> str:
        """What tells it from others of its concern, the same each time it is made."""
        return f"{self.concern}/{'+'.join(sorted(self.uses))}/{type(self.orders[0]).__name__}"


def used_things(*things: str) -> frozenset[str]:
    """What a proposal uses."""
    return frozenset(things)


def with_cps(proposal: Proposal, cps: int) -> Proposal:
    """The same with fewer CPs: its first order that can be divided gets them."""
    orders = list(proposal.orders)
    for place, order in enumerate(orders):
        if isinstance(order, Divisible):
            orders[place] = changed(order, cps=cps)
            break
    return changed(proposal, orders=tuple(orders), cost=cps)


def best_first(found: Iterable[Proposal], most: int | None = None) -> list[Proposal]:
    """By weight, equal ones by key; the first `most` of them."""
    ranked = sorted(found, key=lambda p: -p.weight)
    if most is not None and len(ranked) > most:
        least = ranked[most - 1].weight if most else 0
        ranked = [p for p in ranked if p.weight >= least]  # keys take their time, and decide among equals alone
    return sorted(ranked, key=lambda p: (-p.weight, p.key))[:most]


class ReasonedOrder(Value):
    """One order as a player's sheet has it, prices and ids filled in; what it does, by the rules' own preview; and why it is
    given, by which concern."""

    order: Order
    text: str
    reason: str
    concern: str


class AiMessage(Value):
    """A sentence to another empire, and its occasion."""

    to: SideId
    occasion: str
    text: str


class ProposedDesign(Value):
    """A design that it draws and hands in, of which kind ("war", "base"), as a player writes one; and why."""

    kind: str
    text: UnitText
    reason: str


class GovernorPlan(Value):
    """A turn of a governor's: orders in the order in which they can be entered one by one, each legal on top of those before
    it; `drawings` are handed in as a player's are; `aims` is its long-term plan in sentences; `said` is for those it is said to,
    `memory` for its next turn."""

    orders: tuple[ReasonedOrder, ...]
    aims: tuple[str, ...]
    said: tuple[AiMessage, ...]
    memory: GovernorMemory
    drawings: tuple[ProposedDesign, ...] = ()


T = TypeVar("T")
ENEMY_RELATION: Final = -3
"""The relation from which a side is treated as an enemy."""
PROUD: Final[frozenset[Character]] = frozenset({"raider", "conqueror"})
"""Characters that hold a threat against whoever makes it; the others keep their distance."""
TURNS_HEEDED: Final = 6
"""Turns for which they do."""
NO_COLONY_HEXES: Final = 99
"""How far away all is for whoever has no colony."""
NO_HULLS: Final[Mapping[SideId, int]] = {}
FRIENDLY: Final = frozenset({"civilization", "aliens", "scoutship", "whale", "maprelic", "datarelic", "wonder"})
"""Scenes that do no harm to whoever comes again."""


class Situation:
    """One side's turn as its governor sees it, with what stands on its sheet: `planned` is the picture after that, if it was made
    already. `relations` are filled in before any concern is asked. `takes_by_chain`: worlds are taken by chains of orders, which
    want a ship with room for troops. `leaves_scenes`: what is met is for somebody else to answer."""

    takes_by_chain = False
    leaves_scenes = False

    def __init__(
        self,
        view: View,
        profile: Profile,
        random: AiRandom,
        memory: GovernorMemory,
        sheet: tuple[SignedOrder, ...],
        planned: PlannedState | None = None,
    ) -> None:
        self.view, self.profile, self.random, self.memory, self.sheet = view, profile, random, memory, sheet
        self.planned: PlannedState = planned if planned is not None else picture(view, sheet)
        self.me = self.planned.me
        self.settings = view.settings
        self.weights = weights_of(profile, view.settings)
        self.judgment = judgment_of(profile, view.settings)
        self.relations: Mapping[SideId, int] = {}
        self.roster = DesignRoster(self.me, view.settings)
        self._made: dict[str, object] = {}
        self._of_turn: dict[str, object] = {}
        self._strengths: dict[FleetId, int] = {}
        self._contacts: dict[SideId, bool] = {}
        self._reaches: dict[tuple[HexId, tuple[str, ...]], LegDurations | None] = {}

    def again(self, sheet: tuple[SignedOrder, ...], planned: PlannedState | None) -> Self:
        """The same turn with more on the sheet; what the view alone decides is not worked out anew."""
        found = type(self)(self.view, self.profile, self.random, self.memory, sheet, planned)
        found.take_over(self)
        return found

    def take_over(self, other: "Situation") -> None:
        """Have what another look at the same turn has worked out."""
        self.roster, self.relations = other.roster, other.relations
        self._of_turn, self._contacts = other._of_turn, other._contacts  # noqa: SLF001 # one of its own kind
        self._reaches = other._reaches  # noqa: SLF001 # likewise

    def is_in_contact(self, side: SideId) -> bool:
        """Whether there is regular contact with a side (CW-13.0-06)."""
        if side not in self._contacts:
            self._contacts[side] = in_contact(self.view, self.view.side, side)
        return self._contacts[side]

    def memoized(self, key: str, make: Callable[["Situation"], T]) -> T:
        """What several concerns ask for, made once."""
        if key not in self._made:
            self._made[key] = make(self)
        return cast("T", self._made[key])

    def memoized_all_turn(self, key: str, make: Callable[["Situation"], T]) -> T:
        """As `memoized`, for what depends on the view and its relations alone, and not on the sheet."""
        if key not in self._of_turn:
            self._of_turn[key] = make(self)
        return cast("T", self._of_turn[key])

    @property
    def ends(self) -> int:
        """The week in which the turn ends."""
        return self.planned.first_week + WEEKS_PER_TURN

    @cached_property
    def colonies(self) -> tuple[Colony, ...]:
        """The side's colonies, the largest first."""
        return tuple(sorted(self.planned.colonies.values(), key=lambda c: (-c.size, c.id)))

    @cached_property
    def main(self) -> frozenset[HexId]:
        """The grid that shares the pool (CW-5.0-09)."""
        return main_grid(self.view, self.me.id)

    @cached_property
    def fed(self) -> frozenset[HexId]:
        """Where the side's ships are in supply (CW-4.3-06)."""
        return supply_hexes(self.view, self.me.id)

    @cached_property
    def roles(self) -> Mapping[str, Role]:
        """What each fleet is for."""
        return {key: role_of(self.planned, fleet, self.roster.roles) for key, fleet in self.planned.fleets.items()}

    @cached_property
    def waiting(self) -> tuple[Fleet, ...]:
        """Fleets that wait for orders, by id."""
        return tuple(f for _, f in sorted(self.planned.fleets.items()) if waits(self.planned, f))

    def of_role(self, *roles: Role) -> tuple[Fleet, ...]:
        """Those of them that are for one of these."""
        return tuple(f for f in self.waiting if self.roles[f.id] in roles)

    def strength(self, fleet: Fleet) -> int:
        """Hull spaces of the armed ships of one of the side's fleets, as it is now on the sheet; damaged ships count half."""
        if fleet.id not in self._strengths:
            self._strengths[fleet.id] = strength(self.planned, fleet, self.roster.armed)
        return self._strengths[fleet.id]

    def count(self, role: Role) -> int:
        """Ships of a role, those on their way too."""
        return sum(len(f.ships) for f in self.planned.fleets.values() if self.roles.get(f.id) == role)

    @cached_property
    def capital(self) -> Colony | None:
        """The colony that the empire hangs on: its home world, else the largest."""
        at_home = self.view.colonies.get(f"{self.me.home}-{self.me.home_orbit}")
        return at_home or next(iter(self.colonies), None)

    @cached_property
    def income(self) -> int:
        """CPs that come in each turn."""
        return self.view.income.production + self.view.income.trade

    @property
    def spare(self) -> int:
        """CPs that nothing else wants, for which it would rather have ships of war."""
        return 0

    @property
    def spoken_for(self) -> frozenset[str]:
        """Things of which the sheet disposes in a way that its picture does not show: no proposal may use them."""
        return frozenset()

    @cached_property
    def stars(self) -> tuple[HexId, ...]:
        """Hexes with a star, as the map shows."""
        return tuple(hex_ for hex_, codes in self.view.objects.items() if codes and is_star(codes[0]))

    @cached_property
    def bound(self) -> frozenset[HexId]:
        """Where fleets of the side's are going."""
        found = {bound_for(self, fleet) for fleet in self.planned.fleets.values() if not waits(self.planned, fleet)}
        return frozenset(found)

    @cached_property
    def shunned(self) -> frozenset[HexId]:
        """Where the side's ships vanished of late, or met something more than once: nobody goes there for a look."""
        often = Counter(scene.hex for scene in self.view.scenes if scene.kind not in FRIENDLY)
        return frozenset({lost.hex for lost in self.view.vanished} | {h for h, n in often.items() if n > 1})

    def level(self, hex_: HexId) -> str:
        """How well a system is known: "", "map", "scouted" or "surveyed"."""
        known = self.view.systems.get(hex_)
        return known.level if known is not None else ""

    def far(self, a: HexId, b: HexId) -> int:
        """Hexes between two places."""
        return distance(self.view, a, b)

    @cached_property
    def _from_homes(self) -> Mapping[HexId, int]:
        homes = {c.hex for c in self.view.colonies.values()}
        return away_from(self.view.columns, self.view.rows, tuple(sorted(homes)))

    def from_home(self, hex_: HexId) -> int:
        """Hexes from the nearest own colony; a great many without any."""
        return self._from_homes.get(hex_, NO_COLONY_HEXES)

    def ways(self, fleet: Fleet, goals: Iterable[HexId]) -> list[tuple[int, HexId]]:
        """The nearest of these goals that a fleet can reach, with its weeks, the fewest first."""
        key = (fleet.hex, fleet.ships)
        if key not in self._reaches:
            self._reaches[key] = reach_of(self.planned, fleet)
        return list(nearest(self.planned, fleet, goals, self._reaches[key]))

    def feels(self, side: SideId) -> int:
        """How the governor stands to a side, from -9 (war) upwards; strangers are met as its nature has it."""
        return self.relations.get(side, self.weights.trust)

    def is_enemy(self, side: SideId) -> bool:
        """Whether it would open fire on a side."""
        return side not in self.view.peace and self.feels(side) <= ENEMY_RELATION

    @cached_property
    def _others(self) -> Mapping[HexId, Mapping[SideId, int]]:
        """Hull spaces of others that are not at peace, by hex and side, where they were seen within the last month."""
        seen = {s.hex for s in self.view.foreign_fleets.values()} | {s.hex for s in self.view.foreign_bases.values()}
        return {hex_: found for hex_ in sorted(seen) if (found := foes_at(self.planned, hex_))}

    def foes(self, hex_: HexId) -> Mapping[SideId, int]:
        """Hull spaces seen in a hex within the last month, of enemies alone."""
        others = self._others.get(hex_)
        return {side: hull for side, hull in others.items() if self.is_enemy(side)} if others else NO_HULLS

    def strangers(self, hex_: HexId) -> int:
        """Hull spaces of others seen there within the last month that are not at peace and no friends."""
        others = self._others.get(hex_)
        return sum(hull for side, hull in others.items() if self.feels(side) < 1) if others else 0

    @cached_property
    def enemy_worlds(self) -> tuple[ColonySighting, ...]:
        """Colonies of enemies that are known, by id."""
        return tuple(c for _, c in sorted(self.view.foreign_colonies.items()) if self.is_enemy(c.side))

    def heeds(self, side: SideId) -> bool:
        """Whether a side's threat of late keeps it away from their worlds."""
        since = self.view.turn - TURNS_HEEDED
        threats = (d for d in self.view.deeds if d.kind == "threat" and d.by == d.other == side)
        return self.profile.character not in PROUD and any(deed.last >= since for deed in threats)

    @property
    def unyielding(self) -> bool:
        """Whether the race's attitude lets it make no peace: hostile, and afraid of all that is strange (CW-3.1-30)."""
        attitudes = set(self.me.race.attitude.split(", "))
        return XENOPHOBIC in attitudes and bool(attitudes & {"Hostile", "Very Hostile"})

    def refuses(self, deed: Deed) -> bool:
        """Whether the race's attitude rules a deed out (CW-3.1-25)."""
        return deed_refused(self.me.race.attitude, deed, self.settings) is not None


def bound_for(situation: Situation, fleet: Fleet) -> HexId:
    """Where a fleet goes, by its orders or by what is on the sheet; where it is, if it goes nowhere."""
    legs = situation.planned.heading.get(fleet.id)
    if legs:
        return legs[-1]
    if fleet.route:
        return fleet.route[-1].to
    if fleet.transit is not None:
        return fleet.transit.to
    return fleet.course.path[-1] if fleet.course is not None else fleet.hex


def count_of(number: int, one: str) -> str:
    """`no ship`, `1 ship`, `3 ships`."""
    return f"{number or 'no'} {one}{'s' if number > 1 else ''}"
