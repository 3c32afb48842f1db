"""A turn played from its start with everything the sides have sent: to the next stop, or to the turn's end.

The battle during a turn is a pure function of its start, what was sent, and the dice; so nothing is stored twice, and
playing by programmes or by single decisions comes to the same when the decisions are the same.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.changes import changed
from rules.dice import Roller
from rules.events import Cause
from rules.pentagon_war.captains.asking import asks_of, passes
from rules.pentagon_war.captains.plotted import plotted
from rules.pentagon_war.captains.stances import drone_decisions, stance_decisions
from rules.pentagon_war.captains.stops import Memory
from rules.pentagon_war.captains.waiting import due, slot, waits
from rules.pentagon_war.events import Event, Stopped
from rules.pentagon_war.orders import (
    Concede,
    Continue,
    Decided,
    Decision,
    Pass,
    SeatOrder,
    SeatSent,
    SetProgramme,
    SetStance,
    TakeCommand,
    unit_of,
)
from rules.pentagon_war.programme import Programme
from rules.pentagon_war.rulesets import asks_at_every_step
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn.engine import concede, play_step
from rules.pentagon_war.turn.steps import step_at
from rules.pentagon_war.turn.view import BattleView, view_for
from rules.pentagon_war.units import Moment, SideId, UnitId


@dataclass(frozen=True, slots=True)
class Progress:
    """Where the turn stands. `battle.waiting` says who is asked, unless the turn is `done`."""

    battle: Battle
    events: tuple[Event, ...]
    done: bool


@dataclass(frozen=True, slots=True)
class _Reply:
    """What a side sent for one stop."""

    orders: tuple[SeatOrder, ...]
    by_stance: bool
    until: Pass


def run_turn(start: Battle, sent: Sequence[SeatSent], dice: Roller) -> Progress:
    """Play the turn `start` stands at the beginning of; see the module."""
    replies = _replies(sent)
    taken = {one.side: one.order.at for one in sent if isinstance(one.order, TakeCommand)}
    battle, turn = changed(start, waiting=()), start.now.turn
    own = {side: frozenset(c.id for c in start.craft.values() if c.side == side) for side in start.sides}
    memories = {side: Memory(side, own[side]) for side in start.sides}
    by_stance: set[SideId] = set()
    held: dict[tuple[SideId, type[Decision], UnitId, str], Decided] = {}
    events: list[Event] = []
    while battle.now.turn == turn and battle.winner is None:
        now = battle.now
        battle = _commanded(battle, [side for side, at in taken.items() if at <= now])
        asks = asks_of(battle, memories)
        missing = tuple(ask for ask in asks if (ask.side, now) not in replies)
        if missing:
            return Progress(changed(battle, waiting=missing), tuple(events), done=False)
        happened: list[Event] = [
            Stopped(now, Cause(ask.rule), ask.craft, ask.reason, seen_by=(ask.side,)) for ask in asks if now.impulse
        ]
        explicit: list[Decided] = []
        for side in sorted({ask.side for ask in asks}):
            reply = replies[side, now]
            (by_stance.add if reply.by_stance else by_stance.discard)(side)
            passes(battle, memories[side], reply.until)
            battle, said, more = _apply(battle, side, reply)
            held.update({slot(battle, one): one for one in said if waits(battle, one.decision)})
            explicit += [one for one in said if not waits(battle, one.decision)]
            happened += more
        if battle.winner is None:
            ready = due(battle, held.values())
            explicit += [one for one in ready if one not in explicit]
            held = {key: one for key, one in held.items() if waits(battle, one.decision)}
            result = play_step(battle, _all_decisions(battle, memories, explicit, by_stance), dice)
            battle = result.state
            happened += result.events
        for memory in memories.values():
            memory.learn(happened)
        events += happened
    return Progress(_commanded(battle, taken), tuple(events), done=True)


def _commanded(battle: Battle, sides: Iterable[SideId]) -> Battle:
    """The battle with these sides among those that have a player."""
    new = [side for side in sorted(sides) if side not in battle.players]
    return changed(battle, players=(*battle.players, *new)) if new else battle


def _replies(sent: Iterable[SeatSent]) -> Mapping[tuple[SideId, Moment], _Reply]:
    """Each side's orders, gathered by the `Continue` that closes them; what is not closed does not count yet."""
    found: dict[tuple[SideId, Moment], _Reply] = {}
    open_orders: dict[SideId, list[SeatOrder]] = {}
    for one in sorted(sent, key=lambda s: (s.side, s.number)):
        if isinstance(one.order, TakeCommand):
            continue  # `run_turn` has read it
        if isinstance(one.order, Continue):
            found[one.side, one.order.at] = _Reply(
                tuple(open_orders.pop(one.side, ())), one.order.by_stance, one.order.until
            )
        else:
            open_orders.setdefault(one.side, []).append(one.order)
    return found


def _apply(battle: Battle, side: SideId, reply: _Reply) -> tuple[Battle, list[Decided], list[Event]]:
    """A side's reply: programmes and stances stand from now on, decisions are for this step."""
    said: list[Decided] = []
    events: list[Event] = []
    for order in reply.orders:
        match order:
            case SetProgramme(programme):
                battle = changed(battle, programmes={**battle.programmes, programme.craft: programme})
            case SetStance(craft, stance):
                battle = changed(battle, stances={**battle.stances, craft: stance})
            case Concede():
                given_up = concede(battle, side)
                battle = given_up.state
                events += given_up.events
            case Continue() | TakeCommand():
                raise ValueError("a reply is closed by one Continue, and command is taken at once")
            case _:
                said.append(Decided(side, order))
    return battle, said, events


def _all_decisions(
    battle: Battle, memories: Mapping[SideId, Memory], explicit: Sequence[Decided], by_stance: set[SideId]
) -> tuple[Decided, ...]:
    """The captains' own decisions, and those of programmes and stances for whatever they leave open."""
    decided = list(explicit)
    if not step_at(battle.now).decisions:
        return tuple(decided)
    for side, memory in sorted(memories.items()):
        own = [one.decision for one in explicit if one.side == side]
        more = decisions_of(view_for(battle, side, memory.records), memory, own, by_stance=side in by_stance)
        decided += [Decided(side, decision) for decision in more]
    return tuple(decided)


def decisions_of(view: BattleView, memory: Memory, explicit: Sequence[Decision], *, by_stance: bool) -> list[Decision]:
    """Everything a side decides at this step beyond what its captains said themselves; made from its view alone.

    What a captain has decided in person for a unit stands in the place of the same kind of decision here. With `by_stance`
    programmes are left aside: nobody answered a stop. Asked at every step a player decides everything in person; in pace
    "segments" a craft without a programme keeps its course and protects itself, as one with an empty programme does.
    """
    said = {(type(decision), unit_of(decision)) for decision in explicit}
    made = _decisions(view, memory, by_stance=by_stance)
    return [decision for decision in made if (type(decision), unit_of(decision)) not in said]


def _decisions(view: BattleView, memory: Memory, *, by_stance: bool) -> Iterator[Decision]:
    side, battle = memory.side, view.known
    in_person = side in battle.players and not by_stance
    if in_person and asks_at_every_step(battle.ruleset, battle.pace):
        return
    for unit in sorted(memory.own):
        craft = battle.craft[unit]
        if craft.fate:
            continue
        programme = battle.programmes.get(unit)
        if programme is not None and programme.turn == battle.now.turn and not by_stance:
            yield from plotted(view, memory, craft, programme)
        elif in_person and battle.pace == "segments":
            yield from plotted(view, memory, craft, Programme(craft.id, battle.now.turn))
        else:
            yield from stance_decisions(view, memory, craft, battle.stances.get(unit, "cautious"))
    for drone in sorted(battle.drones.values(), key=lambda d: d.id):
        if drone.side == side:
            programme = battle.programmes.get(drone.owner)
            wish = programme.drones if programme is not None else "attack"
            yield from drone_decisions(view, memory, drone, wish)
