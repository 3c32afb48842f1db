"""A dogfight from its set-up to its end: what a side sees, a decision carried out at once, earlier turns."""

from contextlib import suppress
from typing import Final, TypeAlias

from render.words.safe_text import plain
from rules.air_force.engine import check
from rules.air_force.events import Event
from rules.air_force.orders import Continue, Decision, JetId, SeatOrder, TurnWishes
from rules.air_force.setup import Wishes, new_dogfight
from rules.air_force.view import DogfightView, view_for
from rules.air_force.wishes import check_wishes
from rules.dice import Dice
from rules.values import NotYoursError, WrongPhaseError, changed, seen_events
from storage.codec import pack, unpack
from umpire.dogfight.codec import DOGFIGHT_CODEC
from umpire.dogfight.kind import DOGFIGHT, flight_moment
from umpire.games.games import require_game
from umpire.games.seat import Seat
from umpire.games.seats import player_seat
from umpire.services.services import Services, Slot
from umpire.tactical import player_actions
from umpire.tactical.course import SetUp, advance
from umpire.tactical.player_actions import OpenTacticalTurn
from umpire.tactical.tactical_reader import TacticalReader, TacticalSight, TacticalTurn, played_so_far

NO_FIGHT: Final = "There is no dogfight here. /dogfight new starts one."


def set_up(scenario: str, wishes: Wishes, dice: Dice) -> SetUp:
    """A dogfight before it begins; the sun is rolled for where it is left open (JET-X19).

    GameError for a scenario, aircraft or number of bandits that there is not.
    """
    fight = new_dogfight(scenario, wishes, dice)
    sides = tuple((side.id, side.name) for side in fight.sides.values())
    return SetUp(sides, fight.title, DOGFIGHT_CODEC.write(fight))


def seated(packed: bytes, held: tuple[str, ...]) -> bytes:
    """The state that turn 1 opens with: jets of sides that nobody has taken fly by the doctrine."""
    return pack(DOGFIGHT_CODEC.write(changed(DOGFIGHT_CODEC.read(unpack(packed)), players=held)))


FightSight: TypeAlias = TacticalSight[DogfightView, Event]
FightTurn: TypeAlias = TacticalTurn[DogfightView, Event]


async def fight_sight(services: Services, game_id: str, side: str = "") -> FightSight:
    """What a side sees now; "" is what everybody may see. WrongPhaseError: it has not begun."""
    return await DOGFIGHT_READER.now(services, game_id, side)


async def read_for(services: Services, game_id: str, user_id: int) -> tuple[Seat | None, OpenTacticalTurn]:
    """The seat of the side that a user flies for (None: they look on), and the fight's open turn; game and seats are read once,
    and nothing is played. WrongPhaseError before it has begun, NotYoursError for another kind of game."""
    async with services.storage.reading() as tx:
        row = await require_game(tx, game_id)
        if row.system != DOGFIGHT:
            raise NotYoursError(NO_FIGHT)
        if row.status == "setup":
            raise WrongPhaseError(
                f"**{plain(row.name)}** waits for its second pilot; /dogfight join takes the other side."
            )
        case = await player_actions.tactical_turn_of(tx, row)
    return player_seat(case.held, game_id, user_id), case


async def sight_in(services: Services, seat: Seat | None, case: OpenTacticalTurn) -> FightSight:
    """What the side sees of an open turn; the turn is played for it."""
    return DOGFIGHT_READER.seen(
        services, await player_actions.status_of(services, case, "" if seat is None else seat.side)
    )


async def turn_seen(services: Services, seen: FightSight, number: int | None = None) -> FightTurn:
    """A turn as the side was told it (the latest with something in it by default). WrongPhaseError: not played yet."""
    if number is None:
        number = seen.turn - 1 if not seen.events and seen.turn > 1 else seen.turn
    return await DOGFIGHT_READER.turn(services, seen, number)


async def whole_seen(services: Services, seen: FightSight) -> FightTurn:
    """The whole fight so far as the side was told it."""
    return DOGFIGHT_READER.turn_as_seen(services, seen, seen.turn, await played_so_far(services, seen.standing))


async def events_since(services: Services, before: FightSight, after: FightSight) -> tuple[Event, ...]:
    """What the side was told between two looks at a fight, the rest of an earlier turn included."""
    known = len(before.events)
    if after.turn == before.turn and not after.over:
        return after.events[known:]
    told: tuple[Event, ...] = ()
    last = after.turn - 1 if after.over or not after.events else after.turn
    for number in range(before.turn, last + 1):
        events = (await turn_seen(services, after, number)).events
        told += events[known:] if number == before.turn else events
    return told


async def decide(
    services: Services, seat: Seat, seen: FightSight, decision: Decision, idempotency_key: str
) -> FightSight:
    """Make the decision that is asked for, play on to the next question, and look again. GameError as the rules say."""
    check(seen.view.known, seat.side, decision)
    case = await _send(services, seat, seen, decision, f"{idempotency_key}-send")
    return await _close(services, seat, seen, idempotency_key, case)


def wished(seen: FightSight, jet: JetId) -> TurnWishes:
    """What a side has wished for its jet in this turn so far (R-303)."""
    found = TurnWishes(jet)
    for row in seen.standing.pending:
        order = DOGFIGHT_CODEC.orders.decode(row.order)
        if isinstance(order, TurnWishes) and order.jet == jet:
            found = order
    return found


async def wish(
    services: Services, seat: Seat, seen: FightSight, wishes: TurnWishes, idempotency_key: str
) -> FightSight:
    """Keep these wishes in the place of those before, and look again; nobody else hears of them. GameError as the rules say."""
    check_wishes(seen.view, wishes)
    await _send(services, seat, seen, wishes, idempotency_key)
    return await fight_sight(services, seat.game_id, seat.side)


async def close_wishes(services: Services, seat: Seat, seen: FightSight, idempotency_key: str) -> FightSight:
    """Say that the turn may be flown with the wishes that are kept; it is when every pilot has said so. WrongPhaseError: the side
    is not asked now."""
    return await _close(services, seat, seen, idempotency_key, seen.standing.case)


async def _send(
    services: Services, seat: Seat, seen: FightSight, order: SeatOrder, idempotency_key: str
) -> OpenTacticalTurn | None:
    return await player_actions.send(
        services,
        seat,
        (DOGFIGHT_CODEC.orders.encode(order),),
        replaces=tuple(row.number for row in seen.standing.pending),
        idempotency_key=idempotency_key,
        case=seen.standing.case,
    )


async def _close(
    services: Services, seat: Seat, seen: FightSight, idempotency_key: str, case: OpenTacticalTurn | None
) -> FightSight:
    stop = seen.standing.result.stop
    done = DOGFIGHT_CODEC.orders.encode(Continue(flight_moment(stop)))
    case = await player_actions.done(services, seat, done, stop, idempotency_key=idempotency_key, case=case)
    with suppress(WrongPhaseError):  # the clock has been quicker
        await advance(services, seat.game_id, seat.actor, seen.turn, case=case)
    return await fight_sight(services, seat.game_id, seat.side)


def read_fight(packed: bytes, told: tuple[bytes, ...], side: str | None) -> tuple[DogfightView, tuple[Event, ...]]:
    """A side's view (None: the whole truth) of a packed dogfight, and the events that it was told of."""
    happened = [DOGFIGHT_CODEC.events.decode(event) for event in told]
    return view_for(DOGFIGHT_CODEC.read(unpack(packed)), side), seen_events(happened, side)


def _whose(view: DogfightView, side: str) -> DogfightView:
    """A fight that is over shows everything, and a pilot's own jet is still theirs."""
    return changed(view, side=side) if view.side is None and side in view.known.sides else view


DOGFIGHT_READER: Final[TacticalReader[DogfightView, Event]] = TacticalReader(read_fight, Slot(), _whose)
