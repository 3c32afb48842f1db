"""When a battle waits for a captain; and what a programme's conditions ask, from what its side sees and remembers."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from rules.events import EVERYONE
from rules.hexes import distance
from rules.pentagon_war.changes import alive, seekers
from rules.pentagon_war.combat.odds import odds
from rules.pentagon_war.combat.reinforcement import rating
from rules.pentagon_war.events import BoxHit, Event, Launched
from rules.pentagon_war.geometry import arcs_to
from rules.pentagon_war.notation.write import condition_words
from rules.pentagon_war.programme import Condition, Programme, StopLine, WeaponId
from rules.pentagon_war.state import Ask, Battle
from rules.pentagon_war.targeting.arms import arms
from rules.pentagon_war.turn.engine import may_decide
from rules.pentagon_war.turn.view import BattleView, view_for
from rules.pentagon_war.units import Craft, SideId, UnitId

TESTS: Final[Mapping[str, Callable[[int, int], bool]]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}
FAR: Final = 9999
"""The range to a thing that is not there, or cannot be seen."""


@dataclass(slots=True)
class Memory:
    """Of one side, over one turn: internal hits by craft, enemy launches seen, and which stops have been made."""

    side: SideId
    own: frozenset[UnitId]
    hits: dict[UnitId, int] = field(default_factory=dict)
    launches: int = 0
    stopped: set[tuple[UnitId, int]] = field(default_factory=set)

    def learn(self, events: Iterable[Event]) -> None:
        """Take in what happened, as far as the side may see it."""
        for event in events:
            if EVERYONE not in event.seen_by and self.side not in event.seen_by:
                continue
            if isinstance(event, BoxHit) and event.craft in self.own:
                self.hits[event.craft] = self.hits.get(event.craft, 0) + 1
            elif isinstance(event, Launched) and event.kind != "drone" and event.by not in self.own:
                self.launches += 1


def nearest_enemy(view: BattleView, craft: Craft) -> Craft | None:
    """The nearest enemy craft that can be seen; the first by id of several."""
    seen = [other for other in view.known.craft.values() if other.side != craft.side and not other.fate]
    return min(seen, key=lambda other: (distance(craft.at, other.at), other.id), default=None)


def holds(
    view: BattleView, memory: Memory, craft: Craft, condition: Condition, weapons: tuple[WeaponId, ...] = ()
) -> bool:
    """Whether a condition of a programme holds now."""
    value = fact(view, memory, craft, condition, weapons)
    return TESTS[condition.test](value, condition.value)


def fact(view: BattleView, memory: Memory, craft: Craft, asked: Condition, weapons: tuple[WeaponId, ...]) -> int:
    """The value a condition compares; `FAR` for the range to what cannot be seen, 0 for its other facts."""
    known = view.known
    other = _other(view, craft, asked.unit)
    match asked.fact:
        case "range":
            return FAR if other is None else distance(craft.at, other.at)
        case "in_arc":
            return int(other is not None and _bears(craft, other, weapons))
        case "screens":
            of = craft if not asked.unit else other
            return 0 if of is None else rating(of)
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


WATCHED = (1, 4, 7, 9)
"""The segments before which stop lines are looked at: rotation, point defense, fire decision, screens."""


def asks_of(battle: Battle, memories: Mapping[SideId, Memory]) -> tuple[Ask, ...]:
    """Who is asked at the step the battle stands at; marks the stop lines that fire as made for this turn."""
    asks: list[Ask] = []
    for side in battle.players:
        own = [craft for craft in alive(battle) if craft.side == side]
        if not own:
            continue
        now = battle.now
        if now.impulse == 0 and now.segment == 1:
            asks.append(Ask(side, "", f"Plot turn {now.turn}.", "PW-C03"))
        elif battle.pace == "segments":
            asks += [Ask(side, q.unit, q.text, q.rule) for q in may_decide(battle, side)]
        elif now.segment in WATCHED and 1 <= now.impulse <= 12:
            asks += _stops(battle, memories[side])
    return tuple(asks)


def _stops(battle: Battle, memory: Memory) -> list[Ask]:
    asks: list[Ask] = []
    view = None
    for unit in sorted(memory.own):
        programme = battle.programmes.get(unit)
        if battle.craft[unit].fate or programme is None or programme.turn != battle.now.turn or not programme.stops:
            continue
        view = view or view_for(battle, memory.side)
        asks += [Ask(memory.side, unit, stop_words(line)) for line in stops_made(view, memory, unit, programme)]
    return asks


def stops_made(view: BattleView, memory: Memory, unit: UnitId, programme: Programme) -> Iterator[StopLine]:
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
