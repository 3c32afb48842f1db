"""Single decisions for the step at which a battle stands: put on a side's sheet, and taken back."""

from collections.abc import Sequence

from rules.pentagon_war.captains.answers import with_all_weapons
from rules.pentagon_war.captains.stops import check_or_wait
from rules.pentagon_war.changes import units
from rules.pentagon_war.orders import (
    Concede,
    Continue,
    Decision,
    Fire,
    SeatOrder,
    SetProgramme,
    SetStance,
    TakeCommand,
    unit_of,
    weapon_of,
)
from rules.pentagon_war.units import UnitId
from rules.values import GameError, NotYoursError, quoted
from umpire.battle.plots import Sight, pending_orders, require_asked, send_orders
from umpire.games.seat import Seat
from umpire.services.services import Services


async def decide(services: Services, seat: Seat, seen: Sight, decision: Decision, idempotency_key: str) -> Sight:
    """Put a single decision for the present step on the sheet. NotYoursError: another's unit; GameError as the rules say."""
    require_asked(seen)
    unit = unit_of(decision)
    found = units(seen.view.known).get(unit)
    if found is None or found.side != seen.side:
        raise NotYoursError(f"{quoted(unit)} is not one of your units in play.")
    decision = with_all_weapons(seen.view.known, seen.side, decision)
    check_or_wait(seen.view.known, seen.side, decision)
    same = tuple(one.number for one in pending_orders(seen) if _same(one.order, decision))
    return await send_orders(services, seat, (decision,), same, idempotency_key)


async def fire_instead(
    services: Services, seat: Seat, seen: Sight, unit: UnitId, shots: Sequence[Fire], idempotency_key: str
) -> Sight:
    """Have a craft fire these shots in the place of all that it was to fire at this step; none of them: hold what was decided.

    Nothing is changed where a shot is refused: GameError as the rules say.
    """
    require_asked(seen)
    known = seen.view.known
    fired = tuple(with_all_weapons(known, seen.side, shot) for shot in shots)
    for shot in fired:
        check_or_wait(known, seen.side, shot)
    gone = tuple(one.number for one in pending_orders(seen) if isinstance(one.order, Fire) and one.order.unit == unit)
    return await send_orders(services, seat, fired, gone, idempotency_key) if fired or gone else seen


def _same(order: SeatOrder, decision: Decision) -> bool:
    """Whether an order gives way to a decision: the same kind for the same unit, and a weapon of both where there are any."""
    if isinstance(order, SetProgramme | SetStance | Continue | Concede | TakeCommand) or type(order) is not type(
        decision
    ):
        return False
    if isinstance(order, Fire) and isinstance(decision, Fire):
        return order.unit == decision.unit and not set(order.weapons).isdisjoint(decision.weapons)
    return (unit_of(order), weapon_of(order)) == (unit_of(decision), weapon_of(decision))


async def take_back(services: Services, seat: Seat, seen: Sight, number: int, idempotency_key: str) -> Sight:
    """Take one pending order back. GameError for a number that is not there."""
    if number not in {one.number for one in pending_orders(seen)}:
        raise GameError(f"There is no order {number} that you could take back.")
    return await send_orders(services, seat, (), (number,), idempotency_key)
