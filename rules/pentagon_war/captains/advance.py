"""A turn played from its start with everything the sides have sent: to the next stop, or to the turn's end.

The battle during a turn is a pure function of its start, what was sent, and the dice; so nothing is stored twice, and
playing by programmes or by single decisions comes to the same when the decisions are the same. Who plays a turn from stop to
stop may hand in the last `Halt`, which saves the way there and changes nothing else.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from rules.dice import Roller
from rules.pentagon_war.captains.plotted import plotted_decisions
from rules.pentagon_war.captains.questions import asks_of, passes
from rules.pentagon_war.captains.stances import drone_decisions, stance_decisions
from rules.pentagon_war.captains.stops import CaptainMemory, due, slot, waits
from rules.pentagon_war.changes import alive
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
from rules.pentagon_war.state import Ask, Battle
from rules.pentagon_war.turn.engine import concede, play_step
from rules.pentagon_war.turn.steps import step_at
from rules.pentagon_war.turn.view import BattleView, view_for
from rules.pentagon_war.units import Moment, SideId, UnitId
from rules.values import Cause, Value, changed


class _Reply(Value):
    """What a side sent for one stop."""

    orders: tuple[SeatOrder, ...]
    by_stance: bool
    until: Pass


Replies: TypeAlias = Mapping[tuple[SideId, Moment], _Reply]
Commands: TypeAlias = Mapping[SideId, Moment]
"""From when on a side has a player who joined in this turn, or has given up."""
Held: TypeAlias = Mapping[tuple[SideId, type[Decision], UnitId, str], Decided]


class Halt(Value):
    """The turn as far as it was played when it came to a stop, with `asks` open; `heard` is what was sent for all before it.

    It holds for the start and the dice that it was played with.
    """

    battle: Battle
    asks: tuple[Ask, ...]
    memories: Mapping[SideId, CaptainMemory]
    by_stance: frozenset[SideId]
    held: Held
    events: tuple[Event, ...]
    heard: tuple[Replies, Commands, Commands]


class BattleProgress(Value):
    """Where the turn stands. `battle.waiting` says who is asked, unless the turn is `done`; `halt` is where it goes on then."""

    battle: Battle
    events: tuple[Event, ...]
    done: bool
    halt: Halt | None = None


def run_turn(start: Battle, sent: Sequence[SeatSent], dice: Roller, halt: Halt | None = None) -> BattleProgress:
    """Play the turn `start` stands at the beginning of, from a halt of it if what was sent before that is still the same; see
    the module."""
    replies = _replies(sent)
    taken = {one.side: one.order.at for one in sent if isinstance(one.order, TakeCommand)}
    lost = {one.side: one.order.at for one in sent if isinstance(one.order, Concede) and one.order.at is not None}
    if halt is None or halt.heard != _sent_before(replies, taken, lost, halt.battle.now):
        halt = _beginning(start)
    battle, turn, asked = halt.battle, start.now.turn, halt.asks
    memories = {side: memory.copy() for side, memory in halt.memories.items()}
    by_stance, held, events = set(halt.by_stance), dict(halt.held), list(halt.events)
    while battle.now.turn == turn and battle.winner is None:
        now = battle.now
        battle, told = _given_up(battle, [side for side, at in lost.items() if at <= now], memories)
        if told:
            events += told
            asked = ()
            continue
        if not asked:
            battle = _commanded(battle, [side for side, at in taken.items() if at <= now])
            asked = asks_of(battle, memories)
        asks, asked = asked, ()
        missing = tuple(ask for ask in asks if (ask.side, now) not in replies)
        if missing:
            heard = _sent_before(replies, taken, lost, now)
            there = Halt(battle, asks, memories, frozenset(by_stance), held, tuple(events), heard)
            return BattleProgress(changed(battle, waiting=missing), tuple(events), done=False, halt=there)
        happened: list[Event] = [
            Stopped(now, Cause(ask.rule), ask.craft, ask.reason, seen_by=(ask.side,)) for ask in asks if now.impulse
        ]
        explicit: list[Decided] = []
        for side in sorted({ask.side for ask in asks}):
            reply = replies[side, now]
            (by_stance.add if reply.by_stance else by_stance.discard)(side)
            passes(battle, memories[side], reply.until)
            battle, said, more = _apply(battle, side, reply)
            held.update({slot(one): one for one in said if waits(battle, one.decision)})
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
    return BattleProgress(_commanded(battle, taken), tuple(events), done=True)


def _beginning(start: Battle) -> Halt:
    """Before anything was played or asked."""
    own = {side: frozenset(c.id for c in start.craft.values() if c.side == side) for side in start.sides}
    memories = {side: CaptainMemory(side, own[side]) for side in start.sides}
    return Halt(changed(start, waiting=()), (), memories, frozenset(), {}, (), ({}, {}, {}))


def _sent_before(replies: Replies, taken: Commands, lost: Commands, now: Moment) -> tuple[Replies, Commands, Commands]:
    """What was sent for moments before this one, and who had taken command or given up by now."""
    return (
        {(side, at): reply for (side, at), reply in replies.items() if at < now},
        {side: at for side, at in taken.items() if at <= now},
        {side: at for side, at in lost.items() if at <= now},
    )


def _given_up(
    battle: Battle, sides: Iterable[SideId], memories: Mapping[SideId, CaptainMemory]
) -> tuple[Battle, tuple[Event, ...]]:
    """The battle without the craft of these sides, as far as it is not over, and what was seen of that."""
    events: list[Event] = []
    for side in sorted(sides):
        if battle.winner is None and any(craft.side == side for craft in alive(battle)):
            given_up = concede(battle, side)
            battle = given_up.state
            events += given_up.events
    for memory in memories.values():
        memory.learn(events)
    return battle, tuple(events)


def _commanded(battle: Battle, sides: Iterable[SideId]) -> Battle:
    """The battle with these sides among those that have a player."""
    new = [side for side in sorted(sides) if side not in battle.players]
    return changed(battle, players=(*battle.players, *new)) if new else battle


def _replies(sent: Iterable[SeatSent]) -> Replies:
    """Each side's orders, gathered by the `Continue` that closes them; what is not closed does not count yet."""
    found: dict[tuple[SideId, Moment], _Reply] = {}
    open_orders: dict[SideId, list[SeatOrder]] = {}
    for one in sorted(sent, key=lambda s: (s.side, s.number)):
        if isinstance(one.order, TakeCommand) or (isinstance(one.order, Concede) and one.order.at is not None):
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
    battle: Battle, memories: Mapping[SideId, CaptainMemory], explicit: Sequence[Decided], by_stance: set[SideId]
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


def decisions_of(
    view: BattleView, memory: CaptainMemory, explicit: Sequence[Decision], *, by_stance: bool
) -> list[Decision]:
    """Everything a side decides at this step beyond what its captains said themselves; made from its view alone.

    What a captain has decided in person for a unit stands in the place of the same kind of decision here. With `by_stance`
    programmes are left aside: nobody answered a stop. Asked at every step a player decides everything in person; in pace
    "segments" a craft without a programme keeps its course and protects itself, as one with an empty programme does.
    """
    said = {(type(decision), unit_of(decision)) for decision in explicit}
    made = _decisions(view, memory, by_stance=by_stance)
    return [decision for decision in made if (type(decision), unit_of(decision)) not in said]


def _decisions(view: BattleView, memory: CaptainMemory, *, by_stance: bool) -> Iterator[Decision]:
    side, battle = memory.side, view.known
    in_person = side in battle.players and not by_stance
    if in_person and battle.pace == "steps":
        return
    for unit in sorted(memory.own):
        craft = battle.craft[unit]
        if craft.fate:
            continue
        programme = battle.programmes.get(unit)
        if programme is not None and programme.turn == battle.now.turn and not by_stance:
            yield from plotted_decisions(view, memory, craft, programme)
        elif in_person and battle.pace == "segments":
            yield from plotted_decisions(view, memory, craft, Programme(craft.id, battle.now.turn))
        else:
            yield from stance_decisions(view, memory, craft, battle.stances.get(unit, "cautious"))
    for drone in sorted(battle.drones.values(), key=lambda d: d.id):
        if drone.side == side:
            programme = battle.programmes.get(drone.owner)
            wish = programme.drones if programme is not None else "attack"
            yield from drone_decisions(view, memory, drone, wish)
