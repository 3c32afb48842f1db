"""What a side sees of a battle, what it has plotted and not said done to (programmes, stances, decisions), and changing that."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from rules.pentagon_war.captains.preview import Preview, preview
from rules.pentagon_war.changes import placed_things
from rules.pentagon_war.events import Event
from rules.pentagon_war.groups import in_order
from rules.pentagon_war.notation.write import programme_lines, usual_lines
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
)
from rules.pentagon_war.programme import Programme, Stance
from rules.pentagon_war.turn.view import BattleView, view_for
from rules.pentagon_war.units import Craft, SideId, UnitId
from rules.values import GameError, NotYoursError, Value, WrongPhaseError, changed, quoted, seen_events
from storage import sheets
from storage.codec import unpack
from storage.tactical_orders import SentRow
from umpire.battle.codec import BATTLE_CODEC
from umpire.battle.kind import BATTLES, moment_of
from umpire.games.seat import Seat
from umpire.services.services import Services, Slot
from umpire.tactical import player_actions
from umpire.tactical.player_actions import OpenTacticalTurn, not_asked, read_tactical_turn, require_open, require_player
from umpire.tactical.tactical_reader import TacticalReader, TacticalSight, TacticalTurn, played_so_far, present

Sight: TypeAlias = TacticalSight[BattleView, Event]
Turn: TypeAlias = TacticalTurn[BattleView, Event]


async def sight(services: Services, game_id: str, side: str = "") -> Sight:
    """What a side sees now; "" is what everybody may see. WrongPhaseError: the battle has not begun."""
    return await BATTLE_READER.now(services, game_id, side)


async def turn_seen(services: Services, seen: Sight, number: int | None = None) -> Turn:
    """A turn as the side saw it (the present one by default). WrongPhaseError for one that was not played yet."""
    if number is not None:
        return await BATTLE_READER.turn(services, seen, number)
    return present(seen) if seen.events or seen.turn <= 1 else await BATTLE_READER.turn(services, seen, seen.turn - 1)


async def whole(services: Services, seen: Sight) -> Turn:
    """The battle so far as if it were one turn: its beginning, where it stands, and everything in between."""
    found = await played_so_far(services, seen.standing)
    return TacticalTurn(seen.turn, seen.view, (), found.start, found.end, found.told)


def read_battle(packed: bytes, told: tuple[bytes, ...], side: str | None) -> tuple[BattleView, tuple[Event, ...]]:
    """A side's view (None: the whole truth) of a packed battle, and the events that it was told of."""
    happened = [BATTLE_CODEC.events.decode(event) for event in told]
    return view_for(BATTLE_CODEC.read(unpack(packed)), side), seen_events(happened, side)


BATTLE_READER: Final[TacticalReader[BattleView, Event]] = TacticalReader(read_battle, Slot(), lambda view, _: view)


class NumberedOrder(Value):
    """One of a side's pending orders with its number."""

    number: int
    order: SeatOrder


class PlotReceipt(Value):
    """What a side has plotted for one craft, and what it would come to; `plotted` says that it is on the sheet, `led` that its
    stance plays it, as the preview shows.

    `said` are the side's pending single decisions, `hash` is of everything pending.
    """

    sight: Sight
    craft: Craft
    plan: Programme
    plotted: bool
    preview: Preview
    said: tuple[NumberedOrder, ...]
    hash: str
    led: bool = False


def pending_orders(seen: Sight) -> tuple[NumberedOrder, ...]:
    """The side's orders that do not count yet."""
    return tuple(NumberedOrder(row.number, BATTLE_CODEC.orders.decode(row.order)) for row in seen.standing.pending)


def own_craft(seen: Sight) -> tuple[Craft, ...]:
    """The side's craft that are still in the battle, A2 before A10."""
    return own_of(seen.view.known.craft.values(), seen.side)


def own_of(craft: Iterable[Craft], side: SideId) -> tuple[Craft, ...]:
    """Of some craft a side's that are still in the battle, in the same order."""
    return tuple(
        sorted((each for each in craft if each.side == side and not each.fate), key=lambda each: in_order(each.id))
    )


def craft_named(seen: Sight, text: str) -> Craft:
    """An own craft by its id or name; with "" the only one there is. NotYoursError for anything else."""
    return pick_craft(own_craft(seen), text)


def pick_craft(own: Sequence[Craft], text: str) -> Craft:
    """The same out of these."""
    wanted = text.strip().casefold()
    if not wanted and len(own) == 1:
        return own[0]
    names = ", ".join(f"{craft.id} {craft.name}" for craft in own) or "none"
    if not wanted:
        raise GameError(f"Say which craft; yours are {names}.")
    for craft in own:
        if wanted in {craft.id.casefold(), craft.name.casefold()}:
            return craft
    raise NotYoursError(f"{quoted(text)} is not one of your craft in play; yours are {names}.")


def plan_of(seen: Sight, craft: Craft) -> tuple[Programme, bool]:
    """The programme a craft would fly by, and whether it is plotted: pending, in force in this turn, or a new one."""
    mine = [one.order.programme for one in pending_orders(seen) if isinstance(one.order, SetProgramme)]
    found = next((plan for plan in reversed(mine) if plan.craft == craft.id), None)
    found = found or seen.view.known.programmes.get(craft.id)
    if found is not None and found.turn == seen.turn:
        return found, True
    return Programme(craft.id, seen.turn, stance=stance_of(seen, craft)), False


def is_ai_led(seen: Sight, craft: Craft) -> bool:
    """Whether its stance plays a craft: nothing is plotted, and its captain is not asked at every step."""
    return not plan_of(seen, craft)[1] and seen.view.known.pace == "programme"


def stance_of(seen: Sight, craft: Craft) -> Stance:
    """What plays a craft whose captain says nothing."""
    mine = [
        one.order for one in pending_orders(seen) if isinstance(one.order, SetStance) and one.order.craft == craft.id
    ]
    return mine[-1].stance if mine else seen.view.known.stances.get(craft.id, "cautious")


def id_of(seen: Sight, text: str) -> str:
    """A unit's id where a craft in sight is called by its name; the text as it is for everything else."""
    wanted = " ".join(text.split())
    called = [craft.id for craft in seen.view.known.craft.values() if craft.name.casefold() == wanted.casefold()]
    if len(called) == 1:
        return called[0]
    if " " in wanted:
        raise NotYoursError(f"{quoted(text)} is nothing you can see here; name a unit by its id.", rule="PW-B92")
    return wanted


def canonical(seen: Sight, text: str) -> str:
    """A line with every unit's name written as it is in this battle, whatever its letters' case."""
    names = {name.casefold(): name for name in placed_things(seen.view.known)}
    lines = (" ".join(names.get(word.casefold(), word) for word in line.split(" ")) for line in text.split("\n"))
    return "\n".join(lines)


async def receipt(
    services: Services, seen: Sight, craft: Craft, plan: Programme | None = None, *, before: PlotReceipt | None = None
) -> PlotReceipt:
    """What a craft's programme (the plotted one, or `plan`) would come to; worked out in a worker.

    `before` is a receipt of a moment ago, whose preview still holds where programme and view are the same.
    """
    found, plotted = plan_of(seen, craft)
    shown = found if plan is None else plan
    led = plan is None and is_ai_led(seen, craft)
    said = tuple(one for one in pending_orders(seen) if not isinstance(one.order, SetProgramme | SetStance))
    if before is not None and (before.plan, before.led, before.said, before.sight.view) == (
        shown,
        led,
        said,
        seen.view,
    ):
        result = before.preview
    else:
        by, mine = shown.stance if led else None, decisions_for(craft.id, said)
        result = await services.workers.run(preview, seen.view, shown, by, (), mine, urgent=True)
    return PlotReceipt(seen, craft, shown, plotted, result, said, hash=sheet_hash(seen), led=led)


def decisions_for(craft: UnitId, said: Iterable[NumberedOrder]) -> tuple[Decision, ...]:
    """Of what a side has said those decisions that are for a craft or what it launched."""
    return tuple(
        one.order
        for one in said
        if not isinstance(one.order, SetProgramme | SetStance | Continue | Concede | TakeCommand)
        and unit_of(one.order).partition(".")[0] == craft
    )


def sheet_hash(seen: Sight) -> str:
    """A short hash of everything the side has plotted and not said done to."""
    whole = hashlib.sha256(f"{seen.standing.case.game.id} {seen.turn} {seen.side}".encode())
    for row in seen.standing.pending:
        whole.update(row.order)
    return whole.hexdigest()[:10]


def plan_text(plan: Programme) -> str:
    """A programme as lines to be changed, also what is as usual; its stance comes last."""
    *lines, stance = programme_lines(plan)
    return "\n".join((*lines, *usual_lines(plan), stance))


def silent_craft(seen: Sight) -> tuple[Craft, ...]:
    """Own craft without a programme for this turn: their stances will play them."""
    return tuple(craft for craft in own_craft(seen) if not plan_of(seen, craft)[1])


class ProgrammeDraft(Value):
    """A craft as it began the turn, and the programme last sent for it (an empty one if none was)."""

    case: OpenTacticalTurn
    craft: Craft
    plan: Programme


async def draft_of(services: Services, seat: Seat, craft: str) -> ProgrammeDraft:
    """What a form begins with. WrongPhaseError: not asked now, or over. NotYoursError: no craft of yours."""
    async with services.storage.reading() as tx:
        case = await read_tactical_turn(tx, seat.game_id)
        sheet = await sheets.find(tx, case.game.id, case.turn.revision, seat.side)
    require_player(case, seat)
    require_open(case)
    if sheet is None or sheet.state == "ready":
        raise WrongPhaseError(not_asked(case, seat.side))
    start = BATTLE_CODEC.read(unpack(case.packed))
    found = pick_craft(own_of(start.craft.values(), seat.side), craft)
    plan = Programme(found.id, case.turn.turn, stance=start.stances.get(found.id, "cautious"))
    for row in case.sent:
        order = BATTLE_CODEC.orders.decode(row.order) if row.side == seat.side else None
        if isinstance(order, SetProgramme) and order.programme.craft == found.id:
            plan = order.programme
        elif isinstance(order, SetStance) and order.craft == found.id:
            plan = changed(plan, stance=order.stance)
    return ProgrammeDraft(case, found, plan)


async def set_plan(services: Services, seat: Seat, seen: Sight, plan: Programme, idempotency_key: str) -> Sight:
    """Put a programme, and the stance it names, on the sheet in the place of the craft's earlier ones."""
    require_asked(seen)
    gone = [one.number for one in pending_orders(seen) if _plays(one.order, plan.craft)]
    orders = (SetProgramme(plan), SetStance(plan.craft, plan.stance))
    return await send_orders(services, seat, orders, tuple(gone), idempotency_key)


async def set_stance(
    services: Services, seat: Seat, seen: Sight, craft: Craft, stance: Stance, idempotency_key: str
) -> Sight:
    """Choose a stance; a plotted programme of the craft names it too."""
    plan, plotted = plan_of(seen, craft)
    if plotted:
        return await set_plan(services, seat, seen, changed(plan, stance=stance), idempotency_key)
    require_asked(seen)
    gone = [
        one.number for one in pending_orders(seen) if isinstance(one.order, SetStance) and one.order.craft == craft.id
    ]
    return await send_orders(services, seat, (SetStance(craft.id, stance),), tuple(gone), idempotency_key)


async def assign_ai(
    services: Services, seat: Seat, seen: Sight, craft: Craft, stance: Stance, idempotency_key: str
) -> Sight:
    """Let a stance play a craft in the place of a programme that does not count yet."""
    require_asked(seen)
    gone = [one.number for one in pending_orders(seen) if _plays(one.order, craft.id)]
    return await send_orders(services, seat, (SetStance(craft.id, stance),), tuple(gone), idempotency_key)


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
    gone = tuple(one.number for one in pending_orders(seen) if craft.id in _about(one.order))
    if not gone:
        raise GameError(f"Nothing is plotted for {craft.name} since you were last done.")
    return await send_orders(services, seat, (), gone, idempotency_key)


async def undo(services: Services, seat: Seat, seen: Sight, craft: Craft, idempotency_key: str) -> Sight:
    """Take the last change of a craft's programme back; once more brings it back. GameError if there was none."""
    mine = list(_programmes(seen, craft))
    standing = [row for row in mine if row.withdrawn_at is None]
    earlier = [row for row in mine if row.withdrawn_at is not None]
    if not standing and not earlier:
        raise GameError(f"Nothing was plotted for {craft.name} since you were last done.")
    before = earlier[-1] if earlier else None
    stances = [one for one in pending_orders(seen) if isinstance(one.order, SetStance) and one.order.craft == craft.id]
    gone = (*(row.number for row in standing), *(one.number for one in stances))
    orders: tuple[SeatOrder, ...] = ()
    if before is not None:
        order = BATTLE_CODEC.orders.decode(before.order)
        if isinstance(order, SetProgramme):
            orders = (order, SetStance(craft.id, order.programme.stance))
    return await send_orders(services, seat, orders, gone, idempotency_key)


def _programmes(seen: Sight, craft: Craft) -> Iterator[SentRow]:
    """The craft's programmes since the side was last done, also those taken back."""
    own = [row for row in seen.standing.case.rows if row.side == seen.side]
    closed = max((row.number for row in own if BATTLES.closes(row.order) and row.withdrawn_at is None), default=0)
    for row in own:
        order = BATTLE_CODEC.orders.decode(row.order) if row.number > closed else None
        if isinstance(order, SetProgramme) and order.programme.craft == craft.id:
            yield row


async def done(services: Services, seat: Seat, stop: str, idempotency_key: str, until: Pass = "") -> None:
    """Say that the side is done with a stop, and until when it wants to hear nothing."""
    order = BATTLE_CODEC.orders.encode(Continue(moment_of(stop), until=until))
    await player_actions.done(services, seat, order, stop, idempotency_key=idempotency_key)


async def concede(services: Services, seat: Seat, seen: Sight, idempotency_key: str) -> None:
    """Give the battle up where it stands, whoever is asked there. WrongPhaseError: it is over, has moved on, or plays a turn."""
    require_can_concede(seen)
    stop = seen.standing.result.stop
    order = BATTLE_CODEC.orders.encode(Concede(seat.side, moment_of(stop)))
    await player_actions.send(services, seat, (order,), idempotency_key=idempotency_key, stop=stop)


def require_can_concede(seen: Sight) -> None:
    """WrongPhaseError when the battle is over, or waits for nobody just now."""
    require_going_on(seen)
    if not seen.standing.result.asked:
        raise WrongPhaseError(f"Turn {seen.turn} is being played just now; look again in a moment.")


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


async def send_orders(
    services: Services, seat: Seat, orders: Sequence[SeatOrder], gone: tuple[int, ...], idempotency_key: str
) -> Sight:
    """Put orders on the sheet in the place of those with these numbers; what the side sees then."""
    await player_actions.send(
        services,
        seat,
        tuple(BATTLE_CODEC.orders.encode(order) for order in orders),
        replaces=gone,
        idempotency_key=idempotency_key,
    )
    return await sight(services, seat.game_id, seat.side)
