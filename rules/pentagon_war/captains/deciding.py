"""What a side's units do at a step: by their programmes, and by stances where nothing is programmed."""

from collections.abc import Iterator, Sequence

from rules.pentagon_war.captains.memory import Memory
from rules.pentagon_war.captains.plotted import plotted
from rules.pentagon_war.captains.stances import drone_decisions, stance_decisions
from rules.pentagon_war.orders import Decision, unit_of
from rules.pentagon_war.turn.view import BattleView


def decisions_of(view: BattleView, memory: Memory, explicit: Sequence[Decision], *, by_stance: bool) -> list[Decision]:
    """Everything a side decides at this step beyond what its captains said themselves; made from its view alone.

    What a captain has decided in person for a unit stands in the place of the same kind of decision here. With `by_stance`
    programmes are left aside: nobody answered a stop. Segment by segment a player decides everything in person.
    """
    said = {(type(decision), unit_of(decision)) for decision in explicit}
    made = _decisions(view, memory, by_stance=by_stance)
    return [decision for decision in made if (type(decision), unit_of(decision)) not in said]


def _decisions(view: BattleView, memory: Memory, *, by_stance: bool) -> Iterator[Decision]:
    side, battle = memory.side, view.known
    if battle.pace == "segments" and side in battle.players and not by_stance:
        return
    for unit in sorted(memory.own):
        craft = battle.craft[unit]
        if craft.fate:
            continue
        programme = battle.programmes.get(unit)
        if programme is not None and programme.turn == battle.now.turn and not by_stance:
            yield from plotted(view, memory, craft, programme)
        else:
            yield from stance_decisions(view, memory, craft, battle.stances.get(unit, "cautious"))
    for drone in sorted(battle.drones.values(), key=lambda d: d.id):
        if drone.side == side:
            programme = battle.programmes.get(drone.owner)
            wish = programme.drones if programme is not None else "attack"
            yield from drone_decisions(view, memory, drone, wish)
