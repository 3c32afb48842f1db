"""Who is asked at a step: by stop lines, at every step, or in pace "segments" where a decision is worth it (ruling R-054)."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Final

from rules.hexes import distance
from rules.pentagon_war import orders
from rules.pentagon_war.captains.chances import ranges_to_come, volley
from rules.pentagon_war.captains.gunnery import expected_damage, targets_for
from rules.pentagon_war.captains.stops import CaptainMemory, is_watched, stop_words, stops_made
from rules.pentagon_war.changes import alive, seekers, units
from rules.pentagon_war.combat.odds import bolt_table
from rules.pentagon_war.combat.reinforcement import screen_rating
from rules.pentagon_war.state import Ask, Battle
from rules.pentagon_war.turn.engine import DecisionPoint, may_decide
from rules.pentagon_war.turn.steps import DecisionType
from rules.pentagon_war.turn.view import BattleView, view_for
from rules.pentagon_war.units import IMPULSES, Craft, SideId, UnitId

COURSE_IMPULSES: Final = (1, 4, 7, 10)
"""The impulses on which a captain is asked for turn and thrust."""
NEWS_SEGMENTS: Final = (1, 4, 7, 9)
"""The segments before which a captain who passed hears of what happened meanwhile."""
CLEAR_GROWTH: Final = Fraction(3, 2)
"""A chance that was let go is told again when it has grown so much."""
MISSILE_HEXES: Final = 18
DRONE_HEXES: Final = 16
"""Hexes within which a launch is worth a question."""


def asks_of(battle: Battle, memories: Mapping[SideId, CaptainMemory]) -> tuple[Ask, ...]:
    """Who is asked at the step the battle stands at; what is asked once a turn is marked in the memories as asked."""
    asks: list[Ask] = []
    for side in battle.players:
        if not any(craft.side == side for craft in alive(battle)):
            continue
        now = battle.now
        if now.impulse == 0 and now.segment == 1:
            asks.append(Ask(side, "", f"Plot turn {now.turn}.", "PW-C03"))
        elif battle.pace == "steps":
            asks += [Ask(side, q.unit, q.text, q.rule) for q in may_decide(battle, side)]
        else:
            if is_watched(battle):
                asks += _stops(battle, memories[side])
            if battle.pace == "segments" and now.impulse:
                asks += _worth_deciding(battle, memories[side])
    return tuple(asks)


def passes(battle: Battle, memory: CaptainMemory, until: orders.Pass) -> None:
    """Take note that a side has answered, and until when it wants to hear nothing."""
    memory.passing, memory.passed_in = until, battle.now.impulse
    memory.news.clear()
    memory.reached = set(_reached(battle, memory.side)) if until == "event" else set()


def _stops(battle: Battle, memory: CaptainMemory) -> list[Ask]:
    asks: list[Ask] = []
    view: BattleView | None = None
    for unit in sorted(memory.own):
        programme = battle.programmes.get(unit)
        if battle.craft[unit].fate or programme is None or programme.turn != battle.now.turn or not programme.stops:
            continue
        view = view or view_for(battle, memory.side, memory.records)
        asks += [Ask(memory.side, unit, stop_words(line)) for line in stops_made(view, memory, unit, programme)]
    return asks


def _worth_deciding(battle: Battle, memory: CaptainMemory) -> list[Ask]:
    """What is worth a question at this step, unless the captain has passed it over."""
    now, side = battle.now, memory.side
    if memory.passing == "turn" or (memory.passing == "impulse" and memory.passed_in == now.impulse):
        return []
    known = view_for(battle, side).known
    happened: list[Ask] = []
    if memory.passing == "event":
        happened = list(_happened(known, memory)) if now.segment in NEWS_SEGMENTS or now.impulse > IMPULSES else []
        if not happened:
            return []
    return happened + [
        Ask(side, question.unit, text, question.rule)
        for question in may_decide(known, side)
        for text in _texts(known, memory, question)
    ]


def _happened(known: Battle, memory: CaptainMemory) -> Iterator[Ask]:
    """What a captain who passed wanted to hear of."""
    own = next((unit for unit in sorted(memory.own) if not known.craft[unit].fate), "")
    for text in dict.fromkeys(memory.news):
        yield Ask(memory.side, own, f"{text}.", "PW-B72")
    for unit, enemy in sorted(set(_reached(known, memory.side)) - memory.reached):
        hexes = distance(known.craft[unit].at, known.craft[enemy].at)
        yield Ask(memory.side, unit, f"{known.craft[enemy].name} ({enemy}) comes in range: {_hexes(hexes)}.", "PW-B04")


def _reached(battle: Battle, side: SideId) -> Iterator[tuple[UnitId, UnitId]]:
    """Own craft with the enemies past whose screens a volley of what is ready would get on average."""
    known = view_for(battle, side).known
    for craft in alive(known):
        if craft.side == side:
            for enemy in targets_for(known, side, craft.at, "craft"):
                if volley(known, craft, enemy).past > 0:
                    yield craft.id, enemy


def _texts(battle: Battle, memory: CaptainMemory, question: DecisionPoint) -> Iterator[str]:
    """The question in words, with only what of it is worth asking now."""
    craft = battle.craft.get(question.unit)
    if battle.now.segment == 1 and battle.now.impulse <= IMPULSES:
        if craft is not None and battle.now.impulse in COURSE_IMPULSES:
            yield f"{craft.name} may turn and accelerate; without an answer it keeps its plotted course."
        return
    told = []
    for kind in question.decisions:
        weigh = WEIGHED_DECISIONS.get(kind)
        found = weigh(battle, craft, question.unit) if weigh is not None else None
        if found is None:
            continue
        worth, words = found
        before = memory.chances.get((question.unit, kind.__name__))
        if before is None or worth >= before * CLEAR_GROWTH:
            memory.chances[question.unit, kind.__name__] = worth
            told.append(words)
    if told:
        yield f"{craft.name if craft is not None else question.unit} may {' or '.join(told)}."


Weighed = tuple[Fraction, str] | None
"""How good a chance is, and in words what may be done; None where it is not worth a question."""


def _fire(battle: Battle, craft: Craft | None, unit: UnitId) -> Weighed:
    """Direct fire that gets past screens; told again at the impulse of the turn at which it does most."""
    if craft is None:
        return None
    enemies = targets_for(battle, craft.side, craft.at, "craft")
    found = [(volley(battle, craft, enemy), enemy) for enemy in enemies]
    best = max(found, key=lambda each: each[0].past, default=None)
    if best is None or best[0].past <= 0:
        return None
    aim = battle.craft[best[1]]
    here = distance(craft.at, aim.at)
    nearest = min((*ranges_to_come(battle, craft, aim), here)) >= here
    screens = screen_rating(aim)
    words = f"fire: at {aim.name} ({aim.id}), {_hexes(here)}, about {round(best[0].mean)} points against screens of {screens}"
    return best[0].mean * (2 if nearest else 1), words


def _hexes(number: int) -> str:
    return "1 hex" if number == 1 else f"{number} hexes"


def _nearest(battle: Battle, craft: Craft | None) -> Craft | None:
    enemies = () if craft is None else targets_for(battle, craft.side, craft.at, "craft")
    return battle.craft[enemies[0]] if enemies else None


def _launch_within(most: int, words: str) -> Callable[[Battle, Craft | None, UnitId], Weighed]:
    def weigh(battle: Battle, craft: Craft | None, unit: UnitId) -> Weighed:
        nearest = _nearest(battle, craft)
        hexes = most + 1 if craft is None or nearest is None else distance(craft.at, nearest.at)
        return None if hexes > most else (Fraction(1, max(hexes, 1)), f"{words} ({_hexes(hexes)})")

    return weigh


def _bolt(battle: Battle, craft: Craft | None, unit: UnitId) -> Weighed:
    """A bolt that would get past the nearest enemy's screens if it struck where that stands now."""
    nearest = _nearest(battle, craft)
    if craft is None or nearest is None:
        return None
    hexes = max(distance(craft.at, nearest.at), 1)
    points = bolt_table(battle).get(hexes, 0)
    words = f"launch a bolt ({hexes} hexes: {points} points if it strikes there)"
    return (Fraction(points), words) if points > screen_rating(nearest) else None


def _defend(battle: Battle, craft: Craft | None, unit: UnitId) -> Weighed:
    """Point defense fires by itself; where several come at once its order is worth a question."""
    own = units(battle)[unit]
    coming = sum(each.side != own.side and each.at == own.at for each in (*seekers(battle), *battle.drones.values()))
    return (Fraction(coming), f"choose what point defense shoots at first ({coming} are here)") if coming > 1 else None


def _detonate(battle: Battle, craft: Craft | None, unit: UnitId) -> Weighed:
    missile = battle.missiles.get(unit)
    near = missile is not None and any(
        each.side != missile.side and distance(each.at, missile.at) <= 1 for each in alive(battle)
    )
    return (Fraction(1), "be set off: an enemy is within a hex") if near else None


def _screens(battle: Battle, craft: Craft | None, unit: UnitId) -> Weighed:
    if craft is None or expected_damage(battle, craft) <= 0:
        return None
    points = expected_damage(battle, craft)
    return points, f"set its screens: about {round(points)} points come, they take off {screen_rating(craft)}"


def _damage(battle: Battle, craft: Craft | None, unit: UnitId) -> Weighed:
    """Blows that get past screens and armor, or strike between two sides."""
    blows = [blow for blow in battle.blows if blow.target == unit]
    if craft is None or not blows:
        return None
    through = (
        sum(blow.points for blow in blows) - screen_rating(craft) - max(craft.armor[blow.side - 1] for blow in blows)
    )
    either = any(blow.side_choice for blow in blows)
    return (Fraction(max(through, 1)), "choose what its damage strikes") if through > 0 or either else None


def _once(words: str) -> Callable[[Battle, Craft | None, UnitId], Weighed]:
    return lambda battle, craft, unit: (Fraction(1), words)


WEIGHED_DECISIONS: Final[Mapping[DecisionType, Callable[[Battle, Craft | None, UnitId], Weighed]]] = {
    orders.DefendPoint: _defend,
    orders.Detonate: _detonate,
    orders.Ram: _once("ram"),
    orders.LaunchMissile: _launch_within(MISSILE_HEXES, "launch missiles"),
    orders.LaunchDrone: _launch_within(DRONE_HEXES, "launch drones"),
    orders.LaunchBolt: _bolt,
    orders.LandDrone: _once("land"),
    orders.Join: _once("join another craft"),
    orders.EnterOrbit: _once("enter orbit"),
    orders.Fire: _fire,
    orders.Reinforce: _screens,
    orders.TakeDamage: _damage,
    orders.Disengage: _once("leave the battle"),
}
"""The decisions that are worth a question, each with how its chance is weighed; of all others a captain says so himself."""
