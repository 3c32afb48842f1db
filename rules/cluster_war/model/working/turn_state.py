"""A turn being worked out: copies that may change, one way to pay, one way to say what happened.

Chapter modules take a `TurnState` and change it; `turn.adjudicate` freezes it at the end. It never outlives one call.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter, is_
from types import TracebackType
from typing import Any, Final, TypeVar

from rules.cluster_war.model.events.event import Event, SideEvent
from rules.cluster_war.model.events.turn import OrderFailed, QuestionRaised
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state import dealings
from rules.cluster_war.model.state.common import (
    BUDGET_LINES,
    WEEKS_PER_TURN,
    BudgetLine,
    ColonyId,
    FleetId,
    HexId,
    ProjectId,
    ShipId,
    SideId,
)
from rules.cluster_war.model.state.default_rulings import default_answer, rules_by_default
from rules.cluster_war.model.state.game import GameState, Question, QuestionKind
from rules.cluster_war.model.state.holdings import Base, Build, Colony, Fleet, Project, Ship
from rules.cluster_war.model.state.npr import Npr
from rules.cluster_war.model.state.places import Cluster, Scene, Strain, Weather
from rules.cluster_war.model.state.psionics import Minds
from rules.cluster_war.model.state.register import (
    Register,
    base_register,
    build_register,
    colony_register,
    fleet_register,
    project_register,
)
from rules.cluster_war.model.state.sides import Knowledge, Officer, Side, Signals
from rules.cluster_war.model.state.war import ArmyId, BattleId, BattleOutcome, BattleRecord, OfficerId, Surface
from rules.dice import Roller, secret_word, unseen_word
from rules.values import Cause, GameError, Value, changed, changed_by_name


class Rift(Value, order=True):
    """One end of a jump: whose, where, whether ships come out there, the week they left and the week they are due."""

    side: SideId
    hex: HexId
    exit: bool
    week: int
    due: int


class Crossing(Value):
    """A passage through FTL space that ended this week: whose fleet, from where and to where."""

    fleet: FleetId
    origin: HexId
    to: HexId


class WeekBegan(Value):
    """What each side knew, where fleets were, how far contacts were numbered, and how much had been said when a week began."""

    week: int
    fleets: Mapping[FleetId, Fleet]
    knowledge: Mapping[SideId, Knowledge]
    counters: Mapping[str, int]
    events: int


UNTOUCHED_FIELDS: Final = frozenset(
    {"turn", "settings", "trade", "income", "schema", "tasks", "prepared", "terms", "differences"}
)
"""Fields of the state that no order changes: the game master's, and those that `freeze` is told."""
WORKED_FIELDS: Final = tuple(name for name in GameState.__struct_fields__ if name not in UNTOUCHED_FIELDS)
"""Fields of the state that a turn works on: it holds each as its own, under the same name, and `freeze` takes all of them."""
LASTING_FIELDS: Final = frozenset(
    {
        *("start", "turn", "settings", "dice", "orders", "outcomes", "settle"),
        *("week_began", "refits", "memory", "secret_words", "acting", "short", "charges", "spent"),
    }
)
"""What of a turn stays as it is when orders are taken back: what it was given, what can be worked out again, and what `restore`
sees to by itself."""

REGISTERS: Final[Mapping[str, Callable[[Any], Register[Any]]]] = {
    "colonies": colony_register,
    "fleets": fleet_register,
    "builds": build_register,
    "bases": base_register,
    "projects": project_register,
}
"""Parts of the state that a turn holds as registers, which know what is where and whose."""

T = TypeVar("T")


def _held(name: str, value: object) -> object:
    """A part of the state as a turn holds it: a mapping as a register or a dict, a tuple as a list, anything else as it is."""
    if isinstance(value, Mapping):
        return REGISTERS.get(name, dict)(value)
    return list(value) if isinstance(value, tuple) else value


def _copy(value: object) -> object:
    return value.copy() if isinstance(value, dict | list | set) else value


def _frozen(value: object) -> object:
    """What a turn holds as the state holds it: a list as a tuple, a register as a plain mapping."""
    if isinstance(value, list):
        return tuple(value)
    return dict(value) if isinstance(value, dict) and type(value) is not dict else value


class TurnState:
    """The working copy of one turn. `start` is the state as it was; each part of it that a turn works on is here under its own
    name, as this turn's own copy: which those are, the state says, and here stand their types. `landed` has the
    week in which forces came down on a world or took to the field there. `revealed` are fleets and bases that give themselves
    away this week, by id, with what they do; `first_seen` has the hex and week in which a side came upon a contact that it named
    this month; `week_began` is what was known and told before the week's look round; `refits` is another object whenever ships
    got another design, see `memoized`."""

    cluster: Cluster
    sides: dict[SideId, Side]
    colonies: Register[Colony]
    fleets: Register[Fleet]
    ships: dict[ShipId, Ship]
    builds: Register[Build]
    projects: Register[Project]
    bases: Register[Base]
    strains: dict[str, Strain]
    rights: list[dealings.Right]
    pacts: list[dealings.Pact]
    offers: list[dealings.Offer]
    trade_history: dict[SideId, tuple[dealings.TradeRecord, ...]]
    knowledge: dict[SideId, Knowledge]
    questions: list[Question]
    battles: list[BattleRecord]
    officers: dict[OfficerId, Officer]
    surfaces: dict[ColonyId, Surface]
    operations: dict[dealings.OperationId, dealings.Operation]
    nprs: dict[SideId, Npr]
    scenes: list[Scene]
    weather: dict[HexId, Weather]
    minds: Minds
    peace: list[str]
    peace_offers: list[dealings.PeaceOffer]
    truces: list[dealings.Truce]
    embassies: list[str]
    signals: Signals
    counters: dict[str, int]

    def __init__(self, state: GameState, orders: tuple[SignedOrder, ...], dice: Roller) -> None:
        self.start, self.turn = state, state.turn
        self.settings = state.settings
        for name in WORKED_FIELDS:
            setattr(self, name, _held(name, getattr(state, name)))
        self.dice = dice
        self.orders = tuple(sorted(orders, key=lambda o: (o.side, o.number)))
        self.landed: dict[ArmyId, int] = {}
        self.revealed: dict[str, str] = {}
        self.first_seen: dict[tuple[SideId, str], tuple[HexId, int]] = {}
        self.week_began: WeekBegan | None = None
        self.outcomes: Mapping[BattleId, BattleOutcome] = {}
        self.settle: Callable[..., BattleOutcome] | None = None
        self.events: list[Event] = []
        self.rifts: list[Rift] = []
        self.crossings: list[Crossing] = []
        self.careers: dict[ShipId, int] = {}
        self.given: dict[ProjectId, int] = {}
        self.labs: dict[tuple[SideId, HexId], int] = {}
        self.used: dict[tuple[ColonyId, str], int] = {}
        self.memory: dict[tuple[str, str], tuple[tuple[object, ...], Any]] = {}
        self.secret_words: dict[tuple[SideId, str], str] = {}
        self.acting: SignedOrder | None = None
        self.refits = object()
        self.short: set[SideId] = set()
        self.charges: list[tuple[SignedOrder, BudgetLine, int]] = []
        self.purse: dict[SideId, int] = {}
        self.spent: dict[SideId, dict[BudgetLine, int]] = {s: dict.fromkeys(BUDGET_LINES, 0) for s in state.sides}

    @property
    def first_week(self) -> int:
        """Weeks gone when this turn begins."""
        return (self.turn - 1) * WEEKS_PER_TURN

    def memoized(self, what: str, whose: str, comes_from: tuple[object, ...], work_out: Callable[[], T]) -> T:
        """What `work_out` gives; remembered as long as all that it comes from is the very same as last time."""
        known = self.memory.get((what, whose))
        if known is None or not all(map(is_, known[0], comes_from)):
            known = self.memory[what, whose] = (comes_from, work_out())
        found: T = known[1]
        return found

    def say(self, event: Event) -> None:
        """Record what happened."""
        self.events.append(event)

    def said_this_week(self) -> list[Event]:
        """What happened since the week began, so that nobody looks through the whole month for it; before the first, all."""
        return self.events[self.week_began.events if self.week_began is not None else 0 :]

    def tell_side(self, event: SideEvent) -> None:
        """Record what happened to a side, for that side alone."""
        self.say(changed(event, seen_by=(event.side,)))

    def fail(self, order: SignedOrder, reason: str, rule: str) -> None:
        """Tell the order's giver, and nobody else, that it could not be carried out."""
        self.tell_side(OrderFailed(order.side, reason, cause=Cause(rule, order.id)))

    def fail_fleet(self, fleet: Fleet, reason: str, rule: str) -> None:
        """Tell a fleet's owner that part of its order could not be carried out, maybe turns after it was given."""
        self.tell_side(OrderFailed(fleet.side, reason, cause=Cause(rule, fleet.order)))

    def put_unit(self, unit: Ship | Base) -> None:
        """Store a changed ship or base."""
        if isinstance(unit, Ship):
            self.ships[unit.id] = unit
        else:
            self.bases[unit.id] = unit

    def orders_of(self, kind: type[T]) -> tuple[tuple[SignedOrder, T], ...]:
        """The orders of one class (not of its subclasses), by side and then in sheet order."""

        def sort() -> dict[type[object], list[tuple[SignedOrder, Any]]]:
            found: dict[type[object], list[tuple[SignedOrder, Any]]] = {}
            for signed in self.orders:
                found.setdefault(type(signed.order), []).append((signed, signed.order))
            return found

        return tuple(self.memoized("orders", "", (self.orders,), sort).get(kind, ()))

    def pay(self, side: SideId, line: BudgetLine, cps: int) -> bool:
        """Take CPs from a side's purse for a budget line; False, and nothing taken, if it holds too few (CW-5.0-19)."""
        if cps < 0:
            return False
        if self.purse[side] < cps:
            self.short.add(side)
            return False
        if self.acting is not None:
            self.charges.append((self.acting, line, cps))
        self.purse[side] -= cps
        self.spent[side][line] += cps
        return True

    def snapshot(self) -> dict[str, object]:
        """The draft as it is, to go back to: see `restore`."""
        held = {name: _copy(value) for name, value in vars(self).items() if name not in LASTING_FIELDS}
        return held | {"spent": {side: dict(lines) for side, lines in self.spent.items()}}

    def restore(self, snapshot: dict[str, object]) -> None:
        """Take back all that was done since a snapshot; it can be used again."""
        for name in snapshot.keys() - LASTING_FIELDS:
            setattr(self, name, _copy(snapshot[name]))
        spent: dict[SideId, dict[BudgetLine, int]] = snapshot["spent"]  # type: ignore[assignment] # as `snapshot` put it there
        self.spent = {side: dict(lines) for side, lines in spent.items()}
        self.short.clear()
        self.charges.clear()

    def next_id(self, counter: str) -> int:
        """The next number of a counter ("fleet/humans"), from 1. Counters are per side, so ids tell no secrets."""
        self.counters[counter] = self.counters.get(counter, 0) + 1
        return self.counters[counter]

    def put_question(
        self,
        kind: QuestionKind,
        sides: tuple[SideId, ...],
        text: str,
        rule: str,
        suggestion: str = "",
        hex_: HexId = "",
        *,
        choices: tuple[str, ...] = (),
        subjects: tuple[str, ...] = (),
        order: str = "",
        old: Question | None = None,
        answer: str = "",
    ) -> None:
        """Put something before the GM and tell them of it; an `old` question of theirs is brought up to date instead.
        They are not told of what the campaign answers by default, see `state.default_rulings`.

        The rest is as in `Question`; `order` is the id of the order that led to it. With an `answer` it is settled, and only
        kept.
        """
        number = old.id if old is not None else f"Q{self.next_id('question')}"
        question = Question(
            number,
            self.turn,
            kind,
            sides,
            text,
            rule,
            suggestion,
            hex=hex_,
            answer=answer,
            settled_turn=self.turn if answer else 0,
            choices=choices,
            subjects=subjects,
        )
        if old is not None:
            self.questions[[q.id for q in self.questions].index(old.id)] = question
        else:
            self.questions.append(question)
        if not answer and not (rules_by_default(self.settings, kind) and default_answer(question)):
            self.raise_question(question, order)

    def raise_question(self, question: Question, order: str = "") -> None:
        """Tell the GM of a question that waits for them."""
        cause = Cause(question.rule, order)
        self.say(QuestionRaised(question.id, question.kind, question.text, question.hex, cause=cause, seen_by=()))

    def learn(self, side: SideId, **changes: object) -> None:
        """Replace parts of a side's knowledge: `learn(side, systems={...}, seen={...})`."""
        known: Knowledge = self.knowledge[side]
        self.knowledge[side] = changed(known, **changes)  # type: ignore[arg-type] # keywords are Knowledge's own fields

    def fleets_of(self, side: SideId) -> list[Fleet]:
        """A side's fleets by id."""
        return sorted(self.fleets.of(side), key=attrgetter("id"))

    def freeze(self, turn: int, income: Mapping[SideId, int]) -> GameState:
        """The finished state, for `turn`, with the unusual income the next turn starts with."""
        worked = {name: _frozen(getattr(self, name)) for name in WORKED_FIELDS}
        return changed_by_name(self.start, worked | {"turn": turn, "income": dict(income)})


_LAST_NUMBER: Final = re.compile(r"(\d+)$")


class OrderGuard:
    """Carries out one order, in `with OrderGuard(turn, signed):`. A GameError that is raised before anything changed makes it a
    failed order and no more."""

    __slots__ = ("signed", "turn")

    def __init__(self, turn: TurnState, signed: SignedOrder) -> None:
        self.turn = turn
        self.signed = signed

    def __enter__(self) -> None:
        self.turn.acting = self.signed

    def __exit__(self, kind: type[BaseException] | None, wrong: BaseException | None, _: TracebackType | None) -> bool:
        if isinstance(wrong, GameError):
            self.turn.fail(self.signed, str(wrong), wrong.rule or "")
        self.turn.acting = None
        return isinstance(wrong, GameError)


def id_number(name: str) -> int:
    """The number an id ends with ("humans-B12" is 12), so that B2 comes before B12; 0 if it has none."""
    found = _LAST_NUMBER.search(name)
    return int(found[1]) if found else 0


def word_of(turn: TurnState, side: SideId) -> str:
    """The side's secret word of this turn, "" if it has no salt."""
    salt = turn.sides[side].salt
    word = turn.secret_words.get((side, salt))
    if word is None:
        word = turn.secret_words[side, salt] = secret_word(salt, turn.turn, turn.dice)
    return word


def secret_key(turn: TurnState, side: SideId, key: str) -> str:
    """The key of a roll that this side alone may know of: nobody else can work it out from a seed that is told."""
    return secret_keys(turn, side, (key,))[0]


def secret_keys(turn: TurnState, side: SideId, keys: Iterable[str], before: str = "") -> list[str]:
    """As `secret_key`, for many rolls at once, whose keys all begin with `before`."""
    word = word_of(turn, side)
    return [f"{before}{key}/{word}" if word else f"{before}{key}" for key in keys]


def unseen_key(turn: TurnState, key: str) -> str:
    """The key of a roll that no side may know of, since it would tell who else was at work there (ruling R-062).

    A side reads its own secret word in any "why", and its own guess would come out otherwise than what happened when the die
    was another's; so these keys end with a word of all sides together, which nobody reads.
    """
    word = unseen_word((found.salt for _, found in sorted(turn.sides.items())), turn.turn)
    return f"{key}/{word}" if word else key


def shared_key(turn: TurnState, sides: Iterable[SideId], what: str, key: str) -> str:
    """The key of a roll that some sides see together and nobody else may work out: it ends with a word made of their salts
    and of what it is for, which tells nothing of any other word."""
    salts = [turn.sides[side].salt for side in sorted(sides) if side in turn.sides]
    word = unseen_word((what, *salts), turn.turn) if any(salts) else ""
    return f"{key}/{word}" if word else key
