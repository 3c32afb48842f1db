"""A kind of order in one row, and what it works on: the picture that it is checked against, which is the side's own view changed
by the orders before it on the sheet, and the side's things in a turn that is worked out, the truth (ruling R-197).

Where a shortfall should fall is an order, too: the side's own priorities, then the campaign's (CW-5.0-25, CW-5.0-26)."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import IntEnum
from functools import cached_property
from typing import Final, Generic, TypeAlias, TypeVar

from rules.cluster_war.model.economy.supply import Place, held_by_draft, held_by_view, main_grid, main_hexes
from rules.cluster_war.model.events.colonies import PrioritiesSet
from rules.cluster_war.model.events.event import SideEvent
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.orders.names import Groups, Names, free_fleet_id
from rules.cluster_war.model.orders.order import Order, OrderPreview, SignedOrder
from rules.cluster_war.model.state.common import (
    BUDGET_LINES,
    LINE_NAMES,
    WEEKS_PER_TURN,
    BaseId,
    BudgetLine,
    ColonyId,
    DesignProblem,
    FleetId,
    HexId,
    Settings,
    ShipId,
    SideId,
)
from rules.cluster_war.model.state.holdings import Base, Build, Colony, Design, Fleet, Ship
from rules.cluster_war.model.state.places import StarSystem
from rules.cluster_war.model.state.sides import ColonySighting, KnownSystem, Side
from rules.cluster_war.model.state.view import View, place_name
from rules.cluster_war.model.unit_design.technology import technology_problems
from rules.cluster_war.model.working.turn_state import OrderGuard, TurnState
from rules.values import Cause, IllegalOrderError, Value, WrongPhaseError, changed, quoted, unknown


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
        self.ordered_by: dict[str, int] = {}
        """The numbers of the orders that did it, as far as they stand on a sheet."""
        self.moved_by: dict[FleetId, int] = {}
        """The same of fleets that move."""
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
            raise WrongPhaseError(f"{text}; {_instead(self.ordered_by.get(key, 0))}")
        self.ordered.add(key)

    def check_stays(self, fleet: Fleet) -> None:
        """WrongPhaseError if the sheet sends a fleet somewhere already (CW-4.1-02)."""
        if fleet.id in self.moving:
            what = f"{fleet.name} already has a movement order"
            raise WrongPhaseError(f"{what}; {_instead(self.moved_by.get(fleet.id, 0))}", rule="CW-4.1-02")

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

    def problems(self, design: Design) -> Iterable[DesignProblem]:
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


class TurnHoldings(Holdings):
    """One side's things in a turn, as `Holdings` describes them; what changes here has happened."""

    def __init__(self, turn: TurnState, side: SideId) -> None:
        self.turn_state = turn
        self.side = side
        self.fleets = turn.fleets
        self.ships = turn.ships
        self.colonies = turn.colonies
        self.bases = turn.bases
        self.builds = turn.builds
        self.officers = turn.officers
        self.used = turn.used
        self.turn, self.settings = turn.turn, turn.settings
        self.is_carried_out = turn.acting is not None

    @property
    def owner(self) -> Side:
        return self.turn_state.sides[self.side]

    @property
    def source(self) -> Place:
        return self.turn_state

    def colonies_at(self, hex_: HexId) -> list[Colony]:
        return [c for c in self.turn_state.colonies.at(hex_) if c.side == self.side]

    def builds_at(self, site: ColonyId) -> Iterable[Build]:
        return (b for b in self.turn_state.builds.at(site) if b.side == self.side)

    @property
    def purse(self) -> int:
        return self.turn_state.purse[self.side]

    @purse.setter
    def purse(self, cps: int) -> None:
        self.turn_state.purse[self.side] = cps

    def pay(self, line: BudgetLine, cps: int) -> bool:
        return self.turn_state.pay(self.side, line, cps)

    def system(self, hex_: HexId) -> StarSystem | KnownSystem | None:
        return self.turn_state.cluster.systems.get(hex_)

    def surveyed(self, hex_: HexId) -> bool:
        known = self.turn_state.knowledge[self.side].systems.get(hex_)
        return known is not None and known.level == "surveyed"

    def foreign_colony(self, colony: ColonyId) -> Colony | ColonySighting | None:
        found = self.colonies.get(colony)
        return found if found is not None and found.side != self.side else None

    def side_name(self, side: SideId) -> str:
        found = self.turn_state.sides.get(side)
        return found.name if found else quoted(side)

    def problems(self, design: Design) -> Iterable[DesignProblem]:
        owner = self.owner
        return self.turn_state.memoized(
            "problems", design.id, (owner, design), lambda: tuple(technology_problems(design, owner, self.settings))
        )

    def resources(self) -> frozenset[str]:
        return held_by_draft(self.turn_state, self.side)

    def next_id(self, counter: str) -> int:
        kind, _, rest = counter.partition("/")
        return self.turn_state.next_id(f"{kind}/{self.side}/{rest}" if rest else f"{kind}/{self.side}")


def settle_hindrance(turn: TurnState, colony: Colony) -> None:
    """What a colony loses is settled by another word, or it is another's from now on: of what hindered it before nothing is left
    that could end later and take from that."""
    for key, one in list(turn.operations.items()):
        if one.points and one.place == colony.id:
            turn.operations[key] = changed(one, points=0)
    owner = turn.sides.get(colony.side)
    if owner is not None and f"{owner.home}-{owner.home_orbit}" == colony.id and turn.minds.hearts:
        kept = {key: n for key, n in turn.minds.hearts.items() if key.partition("/")[0] != owner.id}
        turn.minds = changed(turn.minds, hearts=kept)


O = TypeVar("O", bound=Order)  # noqa: E741 # an order's own class
Step: TypeAlias = Callable[[TurnState], object] | Callable[[TurnState, int], None]


class Phase(IntEnum):
    """When in the turn an order takes effect, the earliest first (CW-18.0-01)."""

    TAKE_BACK = 0
    OFFER = 1
    ACCEPT = 2
    ORGANISE = 3
    MISSION = 4
    UNLOAD = 5
    LOAD = 6
    SPEND = 7
    RESEARCH = 8
    MOVE = 9
    FOUND = 10
    WORDS = 11


def tell_giver(work: Callable[[Holdings, O], SideEvent]) -> Callable[[TurnState, SignedOrder, O], None]:
    """How the turn carries out an order that `work` works out: the giver is told what came of it, by this order."""

    def carry_out(turn: TurnState, signed: SignedOrder, order: O) -> None:
        event = work(TurnHoldings(turn, signed.side), order)
        turn.say(changed(event, cause=changed(event.cause, order=signed.id), seen_by=(event.side,)))

    return carry_out


class Together(Value, Generic[O]):
    """Orders of a kind that are not carried out one by one, but all in a step of the turn."""

    step: Step


class OrderKind(Value, Generic[O]):
    """All that the game knows of one kind of order.

    `command` is the slash command that gives it. A line of text is `verb` and what `pattern` matches, like `example`;
    `read` makes the order of the pattern's groups, `write` a line of the order. `plan` applies it to its giver's
    picture, `carry_out` to the turn; both raise GameError, with nothing changed, when it cannot be.
    """

    type: type[O]
    phase: Phase
    command: str
    example: str
    pattern: str
    read: Callable[[Groups], O]
    write: Callable[[O, Names], str]
    plan: Callable[[PlannedState, O], OrderPreview]
    carry_out: Callable[[TurnState, SignedOrder, O], None] | Together[O]

    @property
    def verb(self) -> str:
        """The word that a line of text begins with."""
        return self.example.partition(" ")[0]


DEFAULT_PRIORITIES: Final[tuple[BudgetLine, ...]] = (
    "research",
    "ships",
    "bases",
    "ground",
    "infrastructure",
    "colonies",
)
"""Research budgets first, then construction, then industry, settlers last (CW-5.0-25)."""
PRIORITIES_RULING: Final = "CW-5.0-25"
"""`Settings.rulings["CW-5.0-25"] = "ships, research"` puts other lines first for sides that name none."""


class Priorities(Order):
    """Where a shortfall should fall: budget lines, the first to be cut first (CW-5.0-26)."""

    lines: tuple[str, ...]


def check_lines(lines: Sequence[str]) -> None:
    """IllegalOrderError unless these are budget lines, each once (CW-5.0-26)."""
    for line in lines:
        if line not in BUDGET_LINES:
            lead = f"{quoted(line)} is not a line of the budget."
            raise unknown(IllegalOrderError, lead, line, "They are", BUDGET_LINES, rule="CW-5.0-26")
    if not lines or len(set(lines)) < len(lines):
        raise IllegalOrderError("Name each line once, the first to be cut first.", rule="CW-5.0-26")


def cut_order(own: Sequence[str], settings: Settings) -> tuple[BudgetLine, ...]:
    """All lines in the order in which they are cut: the side's own, then the campaign's, then the rest."""
    ruled = [part.strip() for part in settings.rulings.get(PRIORITIES_RULING, "").split(",")]
    wished = (*own, *ruled, *DEFAULT_PRIORITIES)
    return tuple(line for name in dict.fromkeys(wished) for line in BUDGET_LINES if line == name)


def _plan(planned: PlannedState, order: Priorities) -> OrderPreview:
    check_lines(order.lines)
    lines = ", ".join(LINE_NAMES[line] for line in cut_order(order.lines, planned.settings))
    return OrderPreview(order=order, text=f"If CPs run short, cuts fall in this order: {lines}.")


def set_priorities(turn: TurnState) -> Mapping[SideId, tuple[str, ...]]:
    """Before anything is spent: the lines that sides name themselves, each side's last order counting."""
    found: dict[SideId, tuple[str, ...]] = {}
    for signed, order in turn.orders_of(Priorities):
        with OrderGuard(turn, signed):
            check_lines(order.lines)
            found[signed.side] = order.lines
            cause = Cause("CW-5.0-26", signed.id)
            turn.tell_side(PrioritiesSet(signed.side, order.lines, cause=cause))
    return found


def _read(g: Groups) -> Priorities:
    return Priorities(tuple(word.casefold() for word in re.split(r"[\s,]+", g.raw(0).strip()) if word))


KINDS: Final = (
    OrderKind(
        Priorities,
        Phase.SPEND,
        command="orders priorities",
        example="priorities research, ships, bases",
        pattern=r"([A-Za-z, ]+)",
        read=_read,
        write=lambda order, _: f"priorities {', '.join(order.lines)}",
        plan=_plan,
        carry_out=Together(set_priorities),
    ),
)


def _instead(number: int) -> str:
    """What to do in place of a second order: change the first, by its number if it stands on the sheet (0: it does not)."""
    return f"change that order instead{f': /orders change number:{number}' if number else ''}."
