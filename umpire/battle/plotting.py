"""Changing what a side has plotted in a battle: programmes, stances, single decisions; saying done."""

from collections.abc import Iterator, Sequence

from rules.pentagon_war.captains.stops import check_or_wait
from rules.pentagon_war.changes import units
from rules.pentagon_war.orders import (
    Concede,
    Continue,
    Decision,
    Pass,
    SeatOrder,
    SetProgramme,
    SetStance,
    TakeCommand,
    unit_of,
    weapon_of,
)
from rules.pentagon_war.programme import Programme, Stance
from rules.pentagon_war.units import Craft, UnitId
from rules.values import GameError, NotYoursError, WrongPhaseError, changed, quoted
from storage.bout_orders import BATTLE_CODEC, SentRow
from umpire.battle.plots import Sight, pending, plan_of, sight
from umpire.bout_kinds.battle import moment_of
from umpire.bouts import sending
from umpire.bouts.sending import not_asked
from umpire.games.seat import Seat
from umpire.services.services import Services


async def set_plan(services: Services, seat: Seat, seen: Sight, plan: Programme, idempotency_key: str) -> Sight:
    """Put a programme, and the stance it names, on the sheet in the place of the craft's earlier ones."""
    require_asked(seen)
    gone = [one.number for one in pending(seen) if _plays(one.order, plan.craft)]
    orders = (SetProgramme(plan), SetStance(plan.craft, plan.stance))
    return await _send(services, seat, orders, tuple(gone), idempotency_key)


async def set_stance(
    services: Services, seat: Seat, seen: Sight, craft: Craft, stance: Stance, idempotency_key: str
) -> Sight:
    """Choose a stance; a plotted programme of the craft names it too."""
    plan, plotted = plan_of(seen, craft)
    if plotted:
        return await set_plan(services, seat, seen, changed(plan, stance=stance), idempotency_key)
    require_asked(seen)
    gone = [one.number for one in pending(seen) if isinstance(one.order, SetStance) and one.order.craft == craft.id]
    return await _send(services, seat, (SetStance(craft.id, stance),), tuple(gone), idempotency_key)


async def assign_ai(
    services: Services, seat: Seat, seen: Sight, craft: Craft, stance: Stance, idempotency_key: str
) -> Sight:
    """Let a stance play a craft in the place of a programme that does not count yet."""
    require_asked(seen)
    gone = [one.number for one in pending(seen) if _plays(one.order, craft.id)]
    return await _send(services, seat, (SetStance(craft.id, stance),), tuple(gone), idempotency_key)


def _plays(order: SeatOrder, craft: UnitId) -> bool:
    """Whether an order says what plays a craft."""
    match order:
        case SetProgramme(programme):
            return programme.craft == craft
        case SetStance(unit, _):
            return unit == craft
        case _:
            return False


async def clear(services: Services, seat: Seat, seen: Sight, craft: Craft, idempotency_key: str) -> Sight:
    """Take a craft's pending programme, stance and decisions back. GameError if there is nothing to take back."""
    gone = tuple(one.number for one in pending(seen) if craft.id in _about(one.order))
    if not gone:
        raise GameError(f"Nothing is plotted for {craft.name} since you were last done.")
    return await _send(services, seat, (), gone, idempotency_key)


async def undo(services: Services, seat: Seat, seen: Sight, craft: Craft, idempotency_key: str) -> Sight:
    """Take the last change of a craft's programme back; once more brings it back. GameError if there was none."""
    mine = list(_programmes(seen, craft))
    standing = [row for row in mine if row.withdrawn_at is None]
    earlier = [row for row in mine if row.withdrawn_at is not None]
    if not standing and not earlier:
        raise GameError(f"Nothing was plotted for {craft.name} since you were last done.")
    before = earlier[-1] if earlier else None
    stances = [one for one in pending(seen) if isinstance(one.order, SetStance) and one.order.craft == craft.id]
    gone = (*(row.number for row in standing), *(one.number for one in stances))
    orders: tuple[SeatOrder, ...] = ()
    if before is not None:
        order = BATTLE_CODEC.orders.decode(before.order)
        if isinstance(order, SetProgramme):
            orders = (order, SetStance(craft.id, order.programme.stance))
    return await _send(services, seat, orders, gone, idempotency_key)


def _programmes(seen: Sight, craft: Craft) -> Iterator[SentRow]:
    """The craft's programmes since the side was last done, also those taken back."""
    own = [row for row in seen.standing.case.rows if row.side == seen.side]
    closed = max((row.number for row in own if row.closes and row.withdrawn_at is None), default=0)
    for row in own:
        order = BATTLE_CODEC.orders.decode(row.order) if row.number > closed else None
        if isinstance(order, SetProgramme) and order.programme.craft == craft.id:
            yield row


async def decide(services: Services, seat: Seat, seen: Sight, decision: Decision, idempotency_key: str) -> Sight:
    """Put a single decision for the present step on the sheet. NotYoursError: another's unit; GameError as the rules say."""
    require_asked(seen)
    unit = unit_of(decision)
    found = units(seen.view.known).get(unit)
    if found is None or found.side != seen.side:
        raise NotYoursError(f"{quoted(unit)} is no unit of yours in play.")
    check_or_wait(seen.view.known, seen.side, decision)
    same = tuple(one.number for one in pending(seen) if _same(one.order, decision))
    return await _send(services, seat, (decision,), same, idempotency_key)


def _same(order: SeatOrder, decision: Decision) -> bool:
    """Whether an order gives way to a decision: the same kind for the same unit, and the same weapon where it is one's."""
    if isinstance(order, SetProgramme | SetStance | Continue | Concede | TakeCommand) or type(order) is not type(
        decision
    ):
        return False
    return (unit_of(order), weapon_of(order)) == (unit_of(decision), weapon_of(decision))


async def take_back(services: Services, seat: Seat, seen: Sight, number: int, idempotency_key: str) -> Sight:
    """Take one pending order back. GameError for a number that is not there."""
    if number not in {one.number for one in pending(seen)}:
        raise GameError(f"There is no order {number} that you could take back.")
    return await _send(services, seat, (), (number,), idempotency_key)


async def done(services: Services, seat: Seat, stop: str, idempotency_key: str, until: Pass = "") -> None:
    """Say that the side is done with a stop, and until when it wants to hear nothing."""
    order = BATTLE_CODEC.orders.encode(Continue(moment_of(stop), until=until))
    await sending.done(services, seat, order, stop, idempotency_key=idempotency_key)


async def concede(services: Services, seat: Seat, seen: Sight, idempotency_key: str) -> None:
    """Give the battle up: takes effect where the battle waits for this side."""
    require_asked(seen)
    stop = seen.standing.result.stop
    await sending.send(
        services, seat, (BATTLE_CODEC.orders.encode(Concede(seat.side)),), idempotency_key=f"{idempotency_key}-concede"
    )
    await done(services, seat, stop, idempotency_key)


def require_going_on(seen: Sight) -> None:
    """WrongPhaseError when the battle is over."""
    if seen.over:
        raise WrongPhaseError(f"**{seen.standing.case.game.name}** is over; /battle replay shows how it went.")


def require_asked(seen: Sight) -> None:
    """WrongPhaseError while nobody waits for this side."""
    require_going_on(seen)
    if not seen.standing.asked:
        raise WrongPhaseError(not_asked(seen.standing.case, seen.side))


def _about(order: SeatOrder) -> tuple[str, ...]:
    match order:
        case SetProgramme(programme):
            return (programme.craft,)
        case SetStance(craft, _):
            return (craft,)
        case Continue() | Concede() | TakeCommand():
            return ()
        case _:
            return (unit_of(order), unit_of(order).partition(".")[0])


async def _send(
    services: Services, seat: Seat, orders: Sequence[SeatOrder], gone: tuple[int, ...], idempotency_key: str
) -> Sight:
    await sending.send(
        services,
        seat,
        tuple(BATTLE_CODEC.orders.encode(order) for order in orders),
        replaces=gone,
        idempotency_key=idempotency_key,
    )
    return await sight(services, seat.game_id, seat.side)
