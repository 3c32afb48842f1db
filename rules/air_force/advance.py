"""A turn played from its start with everything the sides have sent: to the next decision of a player, or to its end.

The dogfight during a turn is a pure function of its start, what was sent, and the dice; nothing is stored twice.
"""

from collections.abc import Iterable, Mapping, Sequence

from rules.air_force.doctrine import advise
from rules.air_force.end_of_turn import conclude_fight, give_up
from rules.air_force.engine import by_post, check, decide, play_on, question, turn_questions
from rules.air_force.events import Event, NotDone
from rules.air_force.orders import Concede, Continue, Decision, Moment, SeatOrder, SeatSent, SideId, TurnWishes
from rules.air_force.state import Ask, Dogfight
from rules.air_force.view import view_for
from rules.air_force.wishes import refused, taken, unfired
from rules.dice import Roller
from rules.values import GameError, Value, changed


class FightProgress(Value):
    """Where the turn stands. `fight.waiting` says who is asked, unless the turn is `done`."""

    fight: Dogfight
    events: tuple[Event, ...]
    done: bool


class _Reply(Value):
    """What a side sent for one stop."""

    orders: tuple[SeatOrder, ...]
    by_doctrine: bool


def run_turn(start: Dogfight, sent: Sequence[SeatSent], dice: Roller) -> FightProgress:
    """Play the turn `start` stands at the beginning of; see the module.

    A side that has given up since it was last done is out of the fight when it is asked next, or at the turn's end (JET-X21).
    Where people fly against each other the turn is decided whole, at its beginning (R-303).
    """
    replies, leaving = _replies(sent)
    if by_post(start):
        return _whole_turn(changed(start, waiting=()), replies, leaving, dice)
    fight, turn = changed(start, waiting=()), start.now.turn
    events: list[Event] = []
    absent: set[SideId] = set()
    while fight.now.turn == turn and fight.winner is None:
        ask = question(fight)
        if ask is None:
            result = play_on(fight, dice)
            fight = result.state
            events += result.events
            continue
        decision: Decision | None = None
        asked = ask.side in fight.players and fight.jets[ask.jet].crew == "player"
        if asked and ask.side not in absent:
            reply = replies.get((ask.side, fight.now))
            if reply is None and ask.side in leaving:
                reply = _Reply((Concede(ask.side),), by_doctrine=False)
            if reply is None:
                return FightProgress(changed(fight, waiting=(ask,)), tuple(events), done=False)
            if reply.by_doctrine:
                absent.add(ask.side)
            gave_up = next((order for order in reply.orders if isinstance(order, Concede)), None)
            if gave_up is not None:
                left = give_up(fight, ask.side)
                ended = conclude_fight(left.state)
                events += (*left.events, *ended.events)
                fight = ended.state
                continue
            decision = _decision(reply)
        fight, told = _decided(fight, ask, decision, dice)
        events += told
    for side in leaving:
        left = give_up(fight, side)
        ended = conclude_fight(left.state)
        events += (*left.events, *ended.events)
        fight = ended.state
    return FightProgress(fight, tuple(events), done=True)


def _whole_turn(
    fight: Dogfight, replies: Mapping[tuple[SideId, Moment], _Reply], leaving: Sequence[SideId], dice: Roller
) -> FightProgress:
    """A turn by wishes: nothing of it happens before every pilot has closed theirs; who gives up is out at once (R-303)."""
    turn, opening = fight.now.turn, fight.now
    closed = {side: reply for (side, at), reply in replies.items() if at == opening}
    quitting = {side for side, reply in closed.items() if any(isinstance(one, Concede) for one in reply.orders)}
    events: list[Event] = []
    for side in sorted({*leaving, *quitting}):
        left = give_up(fight, side)
        ended = conclude_fight(left.state)
        events += (*left.events, *ended.events)
        fight = ended.state
    if fight.winner is None:
        asks = tuple(ask for ask in turn_questions(fight) if ask.side not in closed)
        if asks:
            return FightProgress(changed(fight, waiting=asks), tuple(events), done=False)
    wished = {
        (side, one.jet): one for side, reply in closed.items() for one in reply.orders if isinstance(one, TurnWishes)
    }
    while fight.now.turn == turn and fight.winner is None:
        ask = question(fight)
        acting = (fight.jets[fight.now.jet].side, fight.now.jet) if fight.queue else ("", "")
        wishes = wished.get(acting)
        if ask is None:
            missed = None if wishes is None else unfired(view_for(fight, acting[0]), wishes)
            result = play_on(fight, dice)
            fight = result.state
            events += (*([] if missed is None else [missed]), *result.events)
            continue
        decision: Decision | None = None
        if wishes is not None:
            view = view_for(fight, ask.side)
            decision, wished[acting] = taken(view, wishes)
            try:
                if decision is not None:
                    check(view.known, ask.side, decision)
            except GameError as no:
                events.append(refused(view, ask.jet, no))
                decision = None
        fight, told = _decided(fight, ask, decision, dice)
        events += told
    return FightProgress(fight, tuple(events), done=True)


def _decision(reply: _Reply) -> Decision | None:
    """The last decision of a reply; the doctrine's, if it has none."""
    found: Decision | None = None
    for order in reply.orders:
        if not isinstance(order, Continue | Concede | TurnWishes):
            found = order
    return found


def _decided(fight: Dogfight, ask: Ask, decision: Decision | None, dice: Roller) -> tuple[Dogfight, tuple[Event, ...]]:
    """The fight after a decision; the doctrine decides where there is none, or where it was refused."""
    told: tuple[Event, ...] = ()
    if decision is not None:
        result = decide(fight, decision, dice)
        if not any(isinstance(event, NotDone) for event in result.events):
            return result.state, result.events
        told = result.events
    result = decide(fight, advise(view_for(fight, ask.side)), dice)
    refused = next((event for event in result.events if isinstance(event, NotDone)), None)
    if refused is not None:
        raise ValueError(f"the doctrine decided what cannot be: {refused.why}")
    return result.state, (*told, *result.events)


def _replies(sent: Iterable[SeatSent]) -> tuple[Mapping[tuple[SideId, Moment], _Reply], tuple[SideId, ...]]:
    """Each side's orders, gathered by the `Continue` that closes them, and the sides that have given up since they last closed
    any: nothing else that is not closed counts yet."""
    found: dict[tuple[SideId, Moment], _Reply] = {}
    pending: dict[SideId, list[SeatOrder]] = {}
    for one in sorted(sent, key=lambda s: (s.side, s.number)):
        if isinstance(one.order, Continue):
            found[one.side, one.order.at] = _Reply(tuple(pending.pop(one.side, ())), one.order.by_doctrine)
        else:
            pending.setdefault(one.side, []).append(one.order)
    leaving = (side for side, orders in pending.items() if any(isinstance(order, Concede) for order in orders))
    return found, tuple(sorted(leaving))
