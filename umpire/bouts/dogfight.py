"""A dogfight as its pilots play it: what a side sees, a decision carried out at once, earlier turns."""

from contextlib import suppress
from dataclasses import dataclass, replace

from rules.air_force.engine import check
from rules.air_force.events import Event
from rules.air_force.orders import Concede, Continue, Decision, SeatOrder
from rules.air_force.view import DogfightView, seen_events, view_for
from rules.errors import WrongPhaseError
from storage.bout_codec import DOGFIGHT_CODEC
from storage.codec import unpack
from umpire.bouts import acts
from umpire.bouts.acts import Standing, look
from umpire.bouts.letters import PUBLIC
from umpire.bouts.past_turns import Played, played, played_so_far, sight_key
from umpire.bouts.run import flight_moment
from umpire.bouts.turn import advance
from umpire.desk import Umpire
from umpire.seat import Seat


@dataclass(frozen=True, slots=True)
class FightSight:
    """A dogfight as one side knows it: where it stands, its view, what it was told in this turn so far. Over, all is open."""

    standing: Standing
    side: str
    view: DogfightView
    events: tuple[Event, ...]

    @property
    def over(self) -> bool:
        """Whether nothing more can be decided."""
        return self.standing.case.game.status == "finished"

    @property
    def turn(self) -> int:
        """The turn it stands in."""
        return self.standing.case.turn.turn


@dataclass(frozen=True, slots=True)
class FightTurn:
    """A turn (or several) as a side was told it, and its bytes for drawing."""

    number: int
    view: DogfightView
    events: tuple[Event, ...]
    start: bytes
    end: bytes
    told: tuple[bytes, ...]


async def fight_sight(desk: Umpire, game_id: str, side: str = "") -> FightSight:
    """What a side sees now; "" is what everybody may see. WrongPhaseError: it has not begun."""
    standing = await look(desk, game_id, side)
    known = side or PUBLIC
    over = standing.case.game.status == "finished"
    came = standing.came
    view, seen = _seen(desk, game_id, came.packed, came.events, None if over else known)
    return FightSight(standing, known, _whose(view, known), seen)


async def turn_told(desk: Umpire, now: FightSight, number: int | None = None) -> FightTurn:
    """A turn as the side was told it (the latest with something in it by default). WrongPhaseError: not played yet."""
    came, case = now.standing.came, now.standing.case
    if number is None:
        number = now.turn - 1 if not now.events and now.turn > 1 else now.turn
    if number == now.turn and not now.over:
        return FightTurn(now.turn, now.view, now.events, case.packed, came.packed, came.events)
    return _told(desk, now, number, await played(desk, now.standing, number))


async def whole_told(desk: Umpire, now: FightSight) -> FightTurn:
    """The whole fight so far as the side was told it."""
    return _told(desk, now, now.turn, await played_so_far(desk, now.standing))


async def told_since(desk: Umpire, before: FightSight, after: FightSight) -> tuple[Event, ...]:
    """What the side was told between two looks at a fight, the rest of an earlier turn included."""
    seen = len(before.events)
    if after.turn == before.turn and not after.over:
        return after.events[seen:]
    told: tuple[Event, ...] = ()
    last = after.turn - 1 if after.over or not after.events else after.turn
    for number in range(before.turn, last + 1):
        events = (await turn_told(desk, after, number)).events
        told += events[seen:] if number == before.turn else events
    return told


async def decide(desk: Umpire, seat: Seat, now: FightSight, decision: Decision, once: str) -> FightSight:
    """Make the decision that is asked for, play on to the next question, and look again. GameError as the rules say."""
    check(now.view.known(), seat.side, decision)
    return await _answer(desk, seat, now, decision, once)


async def concede(desk: Umpire, seat: Seat, now: FightSight, once: str) -> FightSight:
    """Give up; takes effect at once if the side is asked, else when it is asked next. WrongPhaseError: it is over."""
    if now.over:
        raise WrongPhaseError("This dogfight is over; /dogfight replay shows how it went.")
    if not now.standing.asked:
        raise WrongPhaseError("Nobody waits for you now; give up when you are asked to decide.")
    return await _answer(desk, seat, now, Concede(seat.side), once)


async def _answer(desk: Umpire, seat: Seat, now: FightSight, order: SeatOrder, once: str) -> FightSight:
    stop = now.standing.came.stop
    stale = tuple(row.number for row in now.standing.pending)
    await acts.send(desk, seat, (DOGFIGHT_CODEC.write_order(order),), replaces=stale, once=f"{once}-send")
    done = DOGFIGHT_CODEC.write_order(Continue(flight_moment(stop)))
    await acts.done(desk, seat, done, stop, once=once)
    with suppress(WrongPhaseError):  # the clock has been quicker
        await advance(desk, seat.game_id, seat.actor, now.turn)
    return await fight_sight(desk, seat.game_id, seat.side)


def _whose(view: DogfightView, side: str) -> DogfightView:
    """A fight that is over shows everything, and a pilot's own jet is still his own."""
    return replace(view, side=side) if view.side is None and side in view.sides else view


def _told(desk: Umpire, now: FightSight, number: int, found: Played) -> FightTurn:
    known = None if now.over else now.side
    view, seen = _seen(desk, now.standing.case.game.id, found.end, found.told, known)
    return FightTurn(number, _whose(view, now.side), seen, found.start, found.end, found.told)


def _seen(
    desk: Umpire, game_id: str, packed: bytes, told: tuple[bytes, ...], side: str | None
) -> tuple[DogfightView, tuple[Event, ...]]:
    key = sight_key(game_id, packed, told, side)
    found = desk.cache.dogfights.get(key)
    if found is None:
        fight = DOGFIGHT_CODEC.read(unpack(packed))
        happened = [DOGFIGHT_CODEC.read_event(event) for event in told]
        found = desk.cache.dogfights.put(key, (view_for(fight, side), seen_events(happened, side)))
    return found
