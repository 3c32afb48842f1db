"""A dogfight as its pilots play it: what a side sees, a decision carried out at once, earlier turns."""

from contextlib import suppress
from dataclasses import replace
from typing import Final, TypeAlias

from rules.air_force.engine import check
from rules.air_force.events import Event
from rules.air_force.orders import Concede, Continue, Decision, SeatOrder
from rules.air_force.view import DogfightView, view_for
from rules.errors import WrongPhaseError
from rules.events import seen_events
from storage.bout_codec import DOGFIGHT_CODEC
from storage.codec import unpack
from umpire.bout_kinds.dogfight import flight_moment
from umpire.bouts import sending
from umpire.bouts.bout_reader import BoutReader, BoutSight, BoutTurn, played_so_far
from umpire.bouts.course import advance
from umpire.games.seat import Seat
from umpire.services.cache import Slot
from umpire.services.services import Services

FightSight: TypeAlias = BoutSight[DogfightView, Event]
FightTurn: TypeAlias = BoutTurn[DogfightView, Event]


async def fight_sight(services: Services, game_id: str, side: str = "") -> FightSight:
    """What a side sees now; "" is what everybody may see. WrongPhaseError: it has not begun."""
    return await EYES.now(services, game_id, side)


async def turn_told(services: Services, seen: FightSight, number: int | None = None) -> FightTurn:
    """A turn as the side was told it (the latest with something in it by default). WrongPhaseError: not played yet."""
    if number is None:
        number = seen.turn - 1 if not seen.events and seen.turn > 1 else seen.turn
    return await EYES.turn(services, seen, number)


async def whole_told(services: Services, seen: FightSight) -> FightTurn:
    """The whole fight so far as the side was told it."""
    return EYES.told(services, seen, seen.turn, await played_so_far(services, seen.standing))


async def told_since(services: Services, before: FightSight, after: FightSight) -> tuple[Event, ...]:
    """What the side was told between two looks at a fight, the rest of an earlier turn included."""
    known = len(before.events)
    if after.turn == before.turn and not after.over:
        return after.events[known:]
    told: tuple[Event, ...] = ()
    last = after.turn - 1 if after.over or not after.events else after.turn
    for number in range(before.turn, last + 1):
        events = (await turn_told(services, after, number)).events
        told += events[known:] if number == before.turn else events
    return told


async def decide(
    services: Services, seat: Seat, seen: FightSight, decision: Decision, idempotency_key: str
) -> FightSight:
    """Make the decision that is asked for, play on to the next question, and look again. GameError as the rules say."""
    check(seen.view.known, seat.side, decision)
    return await _answer(services, seat, seen, decision, idempotency_key)


async def concede(services: Services, seat: Seat, seen: FightSight, idempotency_key: str) -> FightSight:
    """Give up; takes effect at once if the side is asked, else when it is asked next. WrongPhaseError: it is over."""
    if seen.over:
        raise WrongPhaseError("This dogfight is over; /dogfight replay shows how it went.")
    if not seen.standing.asked:
        raise WrongPhaseError("Nobody waits for you now; give up when you are asked to decide.")
    return await _answer(services, seat, seen, Concede(seat.side), idempotency_key)


async def _answer(
    services: Services, seat: Seat, seen: FightSight, order: SeatOrder, idempotency_key: str
) -> FightSight:
    stop = seen.standing.result.stop
    stale = tuple(row.number for row in seen.standing.pending)
    await sending.send(
        services,
        seat,
        (DOGFIGHT_CODEC.orders.encode(order),),
        replaces=stale,
        idempotency_key=f"{idempotency_key}-send",
    )
    done = DOGFIGHT_CODEC.orders.encode(Continue(flight_moment(stop)))
    await sending.done(services, seat, done, stop, idempotency_key=idempotency_key)
    with suppress(WrongPhaseError):  # the clock has been quicker
        await advance(services, seat.game_id, seat.actor, seen.turn)
    return await fight_sight(services, seat.game_id, seat.side)


def read_fight(packed: bytes, told: tuple[bytes, ...], side: str | None) -> tuple[DogfightView, tuple[Event, ...]]:
    """A side's view (None: the whole truth) of a packed dogfight, and the events that it was told of."""
    happened = [DOGFIGHT_CODEC.events.decode(event) for event in told]
    return view_for(DOGFIGHT_CODEC.read(unpack(packed)), side), seen_events(happened, side)


def _whose(view: DogfightView, side: str) -> DogfightView:
    """A fight that is over shows everything, and a pilot's own jet is still theirs."""
    return replace(view, side=side) if view.side is None and side in view.known.sides else view


EYES: Final[BoutReader[DogfightView, Event]] = BoutReader(read_fight, Slot(), _whose)
