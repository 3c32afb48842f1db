"""Stop lines, decisions that wait for their step, what a side remembers of a turn, and what a programme's conditions ask.

To leave the battle is ordered at any stop of the turn and done at its end; what belongs to a later segment of the same impulse
waits for it, as long as nothing moves in between; power is allocated where the turn is plotted.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final

from rules.hexes import distance
from rules.pentagon_war.changes import seekers
from rules.pentagon_war.combat.odds import odds
from rules.pentagon_war.combat.reinforcement import screen_rating
from rules.pentagon_war.events import Announced, BoxHit, Event, Launched
from rules.pentagon_war.geometry import arcs_to
from rules.pentagon_war.notation.write import condition_words
from rules.pentagon_war.orders import AllocatePower, Decided, Decision, Disengage, Pass, unit_of, weapon_of
from rules.pentagon_war.programme import Condition, Programme, StopLine, WeaponId
from rules.pentagon_war.state import Battle
from rules.pentagon_war.targeting.targets import arms
from rules.pentagon_war.turn.engine import check, is_legal
from rules.pentagon_war.turn.steps import END_OF_TURN, step_for
from rules.pentagon_war.turn.view import BattleView, Records
from rules.pentagon_war.units import IMPULSES, Craft, SideId, UnitId
from rules.values import EVERYONE, GameError, changed

COMPARISONS: Final[Mapping[str, Callable[[int, int], bool]]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}
UNSEEN_RANGE: Final = 9999
"""The range to a thing that is not there, or cannot be seen."""


@dataclass(slots=True)
class CaptainMemory:
    """Of one side, over one turn: internal hits by craft, enemy launches seen, and which stops have been made."""

    side: SideId
    own: frozenset[UnitId]
    hits: dict[UnitId, int] = field(default_factory=dict)
    launches: int = 0
    stopped: set[tuple[UnitId, int]] = field(default_factory=set)
    chances: dict[tuple[UnitId, str], Fraction] = field(default_factory=dict)
    """In pace "segments": by unit and kind of decision, how good it was when the captain was last asked."""
    passing: Pass = ""
    passed_in: int = 0
    news: list[str] = field(default_factory=list)
    """What happened since the captain passed, in words."""
    reached: set[tuple[UnitId, UnitId]] = field(default_factory=set)
    """Own units and the enemies that they had in range when the captain passed."""
    records: Records = field(default_factory=Records, compare=False)
    """What the side has written down of others' units, for its next look."""

    def copy(self) -> "CaptainMemory":
        """The same, to go on from; what is written down of others' units is shared."""
        own = {
            "hits": dict(self.hits),
            "stopped": set(self.stopped),
            "chances": dict(self.chances),
            "news": list(self.news),
        }
        return replace(self, reached=set(self.reached), **own)  # type: ignore[arg-type] # each by its own name

    def learn(self, events: Iterable[Event]) -> None:
        """Take in what happened, as far as the side may see it."""
        for event in events:
            if EVERYONE not in event.seen_by and self.side not in event.seen_by:
                continue
            if isinstance(event, BoxHit) and event.craft in self.own:
                self.hits[event.craft] = self.hits.get(event.craft, 0) + 1
            elif isinstance(event, Launched) and event.kind != "drone" and event.by not in self.own:
                self.launches += 1
                self.news.append(f"{event.by} launched something")
            elif isinstance(event, Announced) and event.target in self.own:
                self.news.append(f"{event.unit} fires at {event.target}")


def nearest_enemy(view: BattleView, craft: Craft) -> Craft | None:
    """The nearest enemy craft that can be seen; the first by id of several."""
    seen = [other for other in view.known.craft.values() if other.side != craft.side and not other.fate]
    return min(seen, key=lambda other: (distance(craft.at, other.at), other.id), default=None)


def holds(
    view: BattleView, memory: CaptainMemory, craft: Craft, condition: Condition, weapons: tuple[WeaponId, ...] = ()
) -> bool:
    """Whether a condition of a programme holds now."""
    value = fact(view, memory, craft, condition, weapons)
    return COMPARISONS[condition.test](value, condition.value)


def fact(view: BattleView, memory: CaptainMemory, craft: Craft, asked: Condition, weapons: tuple[WeaponId, ...]) -> int:
    """The value a condition compares; `UNSEEN_RANGE` for the range to what cannot be seen, 0 for its other facts."""
    known = view.known
    other = _other(view, craft, asked.unit)
    match asked.fact:
        case "range":
            return UNSEEN_RANGE if other is None else distance(craft.at, other.at)
        case "in_arc":
            return int(other is not None and _bears(craft, other, weapons))
        case "screens":
            of = craft if not asked.unit else other
            return 0 if of is None else screen_rating(of)
        case "armor":
            of = craft if not asked.unit else other
            return 0 if of is None else sum(of.armor)
        case "power":
            return craft.cpmf.left
        case "missile_inbound":
            return sum(seeker.side != craft.side for seeker in seekers(known))
        case "launched_at":
            return memory.launches
        case "hit":
            return memory.hits.get(craft.id, 0)
        case "impulse":
            return known.now.impulse
        case "hit_chance":
            direct = [weapon for weapon in weapons if weapon in {arm.id for arm in arms(craft) if arm.kind != "metal"}]
            return int(100 * odds(known, craft, direct[0], other.id).hit) if other and direct else 0


def _other(view: BattleView, craft: Craft, unit: UnitId) -> Craft | None:
    if not unit:
        return nearest_enemy(view, craft)
    found = view.known.craft.get(unit)
    return None if found is None or found.fate else found


def _bears(craft: Craft, other: Craft, weapons: tuple[WeaponId, ...]) -> bool:
    arcs = arcs_to(craft.at, craft.facing, other.at)
    aboard = {w.id: w.arcs for w in craft.weapons} | {g.id: g.arcs for g in craft.guns}
    wanted = [aboard[w] for w in weapons if w in aboard] or list(aboard.values())
    return any(arcs & set(bought) for bought in wanted)


STOP_SEGMENTS: Final = (1, 4, 5, 6, 7, 9, 11)
"""The segments before which stop lines are looked at: all in which a craft decides something that waits for no other."""


def is_watched(battle: Battle) -> bool:
    """Whether stop lines are looked at where the battle stands."""
    now = battle.now
    return now.impulse > IMPULSES or (now.segment in STOP_SEGMENTS and now.impulse >= 1)


def stops_made(view: BattleView, memory: CaptainMemory, unit: UnitId, programme: Programme) -> Iterator[StopLine]:
    """The stop lines of a craft that hold now and have not yet been made this turn; marks them as made."""
    for at, line in enumerate(programme.stops):
        if (unit, at) in memory.stopped:
            continue
        if all(holds(view, memory, view.known.craft[unit], condition) for condition in line.when):
            memory.stopped.add((unit, at))
            yield line


def stop_words(line: StopLine) -> str:
    """A stop line as its captain reads it."""
    said = " and ".join(condition_words(condition) for condition in line.when) or "always"
    return f"{line.note} ({said})" if line.note else f"You wanted to be asked when {said}."


MOVEMENT_SEGMENT = 3
"""The segment in which everything moves."""


def waits(battle: Battle, decision: Decision) -> bool:
    """Whether a decision that is sent now is carried out at a later step of the turn."""
    now = battle.now
    if isinstance(decision, Disengage):
        return now.impulse < END_OF_TURN
    return battle.pace != "steps" and _comes_in_this_impulse(battle, decision)


def _comes_in_this_impulse(battle: Battle, decision: Decision) -> bool:
    """Whether the decision's segment is still to come in this impulse, with no movement before it, or its phase in this turn."""
    now, home = battle.now, step_for(decision)
    if isinstance(decision, AllocatePower):
        return (now.impulse, now.segment) == (0, 1)
    if not 1 <= now.impulse <= IMPULSES or home.number <= now.segment or not home.is_played(battle):
        return False
    return now.segment > MOVEMENT_SEGMENT or home.number < MOVEMENT_SEGMENT


def slot(decided: Decided) -> tuple[SideId, type[Decision], UnitId, str]:
    """What of a side's waiting decisions gives way to a later one: the same kind for the same unit, and the same weapon where
    it is one's."""
    return decided.side, type(decided.decision), unit_of(decided.decision), weapon_of(decided.decision)


def check_or_wait(battle: Battle, side: SideId, decision: Decision) -> None:
    """Whether a side may send this decision now; an order to leave is checked when the turn ends."""
    if not waits(battle, decision):
        check(battle, side, decision)
    elif not isinstance(decision, Disengage):
        for part in step_for(decision).parts:
            if isinstance(decision, part.decisions) and part.check is not None:
                part.check(battle, side, decision)


def due(battle: Battle, held: Iterable[Decided]) -> tuple[Decided, ...]:
    """Of the decisions that wait those whose step has come. A craft leaves by the way that is open, if only one is."""
    return tuple(_by_an_open_way(battle, each) for each in held if not waits(battle, each.decision))


def _by_an_open_way(battle: Battle, decided: Decided) -> Decided:
    order = decided.decision
    if not isinstance(order, Disengage) or is_legal(battle, decided.side, order):
        return decided
    other = changed(order, how="separation" if order.how == "acceleration" else "acceleration")
    return changed(decided, decision=other) if is_legal(battle, decided.side, other) else decided


def ways_out(battle: Battle, side: SideId, craft: str) -> tuple[tuple[Disengage, ...], tuple[GameError, ...]]:
    """How a craft may leave a battle that stands at its turn's end, and why not by the other ways."""
    open_, closed = list[Disengage](), list[GameError]()
    for order in (Disengage(craft, "separation"), Disengage(craft, "acceleration")):
        try:
            check(battle, side, order)
        except GameError as refusal:
            closed.append(refusal)
        else:
            open_.append(order)
    return tuple(open_), tuple(closed)
