"""When a battle waits for a captain: to plot a turn, at a stop of their programme, or at every step that leaves a choice."""

from collections.abc import Iterator, Mapping

from rules.pentagon_war.captains.facts import Memory, holds
from rules.pentagon_war.changes import alive
from rules.pentagon_war.notation.write import condition_words
from rules.pentagon_war.programme import Programme, StopLine
from rules.pentagon_war.state import Ask, Battle
from rules.pentagon_war.turn.engine import may_decide
from rules.pentagon_war.turn.view import BattleView, view_for
from rules.pentagon_war.units import SideId, UnitId

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
