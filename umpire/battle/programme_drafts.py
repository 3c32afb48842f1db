"""A craft's programme as it is stored, for a form that must open within Discord's three seconds: nothing is played for it."""

from dataclasses import dataclass, replace

from rules.errors import WrongPhaseError
from rules.pentagon_war.orders import SetProgramme, SetStance
from rules.pentagon_war.programme import Programme
from rules.pentagon_war.units import Craft
from storage import sheets
from storage.bout_codec import BATTLE_CODEC
from storage.codec import unpack
from umpire.battle.plots import own_of, pick_craft
from umpire.bouts.standing import NOBODY_WAITS, Case, read_case, require_open, require_player
from umpire.games.seat import Seat
from umpire.services.services import Services


@dataclass(frozen=True, slots=True)
class ProgrammeDraft:
    """A craft as it began the turn, and the programme last sent for it (an empty one if none was)."""

    case: Case
    craft: Craft
    plan: Programme


async def draft_of(services: Services, seat: Seat, craft: str) -> ProgrammeDraft:
    """What a form begins with. WrongPhaseError: not asked now, or over. NotYoursError: no craft of yours."""
    async with services.storage.reading() as tx:
        case = await read_case(tx, seat.game_id)
        sheet = await sheets.find(tx, case.game.id, case.turn.opening, seat.side)
    require_player(case, seat)
    require_open(case)
    if sheet is None or sheet.state == "ready":
        raise WrongPhaseError(NOBODY_WAITS)
    start = BATTLE_CODEC.read(unpack(case.packed))
    found = pick_craft(own_of(start.craft.values(), seat.side), craft)
    plan = Programme(found.id, case.turn.turn, stance=start.stances.get(found.id, "cautious"))
    for row in case.sent:
        order = BATTLE_CODEC.orders.decode(row.order) if row.side == seat.side else None
        if isinstance(order, SetProgramme) and order.programme.craft == found.id:
            plan = order.programme
        elif isinstance(order, SetStance) and order.craft == found.id:
            plan = replace(plan, stance=order.stance)
    return ProgrammeDraft(case, found, plan)
