"""Kills a program while captains answer and a battle's turn is played: `... harness.kills.tactical DIR KILLS SEED` (see `kit`).

A life has one captain send a programme and say that he is done, and the other say that he is done; the turn stops in its
middle, he answers there, and the turn is played to its end. What was sent to whom, and what was played, must be the same
as if nobody had been killed.
"""

from collections import Counter
from typing import Final

from harness.kills.kit import Life, Remains, Story, main
from playtest.clock import ManualClock
from rules.pentagon_war.notation.read import parse_programme
from rules.pentagon_war.orders import Continue, SetProgramme
from rules.values import WrongPhaseError
from storage import tactical_orders
from storage.tactical_orders import decode_sent
from tests.umpire.tactical_table import X, Y, begun
from umpire.battle.codec import BATTLE_CODEC
from umpire.battle.kind import BATTLES, moment_of
from umpire.games.seat import Seat
from umpire.outbox.outbox import letter_of
from umpire.services.services import Services
from umpire.tactical import player_actions

PLAN: Final = "1 accelerate; fire L1 at A1; stop when impulse >= 5"
STOPS: Final = ("1/0/1", "1/5/1")
CAPTAINS: Final = (("S", X), ("A", Y))


async def prepare(services: Services, manual_clock: ManualClock) -> str:
    """A duel whose first turn is open."""
    game, _ = await begun(services, X, Y)
    return game


async def live(life: Life) -> None:
    """Until the second turn is open and all letters are sent."""

    async def over() -> bool:
        for side, user in CAPTAINS:
            await answer(life, Seat(life.ground.game, side, user))
        turn = (await player_actions.tactical_status(life.services, life.ground.game)).case.turn.turn
        return turn > 1 and await life.is_quiet()

    await life.until(over)


async def answer(life: Life, seat: Seat) -> None:
    """What a captain does if he is asked in turn 1: plot once, then say that he is done; confirmed acts are written down."""
    here = await player_actions.tactical_status(life.services, seat.game_id, seat.side)
    if here.case.turn.turn > 1 or not here.asked:
        return
    if seat.side == "S" and here.result.stop == STOPS[0] and not here.pending:
        plan = BATTLE_CODEC.orders.encode(SetProgramme(parse_programme(PLAN, "S1", 1)))
        await player_actions.send(life.services, seat, (plan,), idempotency_key=f"plot {life.number}")
        here = await player_actions.tactical_status(life.services, seat.game_id, seat.side)
        life.ground.confirm(f"{seat.side}-1-{here.pending[-1].number}")
    stop = here.result.stop
    order = BATTLE_CODEC.orders.encode(Continue(moment_of(stop)))
    try:
        await player_actions.done(life.services, seat, order, stop, idempotency_key=f"{seat.side} {stop}")
    except WrongPhaseError:
        return
    life.ground.confirm(f"{seat.side} done {stop}")


async def faults(there: Remains) -> None:
    async with there.services.storage.reading() as tx:
        given = await tactical_orders.of_turn(tx, there.game, 1)
    there.check_turns((1, "published"), (2, "open"))
    there.check_acts({"turn.resolved": 1, "tactical.done": 3})
    stops = [act.detail["stop"] for act in there.log if act.action == "tactical.stopped"]
    there.check(stops == [*STOPS, "2/0/1"], stops)
    there.check([turn.stop for turn in there.turns] == ["", STOPS[-1], "2/0/1"], [turn.stop for turn in there.turns])
    sheet = decode_sent(there.turns[1].orders or b"[]")
    there.check(
        [(one.side, one.number, one.order) for one in sheet] == [(o.side, o.number, o.order) for o in given], given
    )
    continues = Counter((o.side, o.order) for o in given if BATTLES.closes(o.order))
    there.check(len(continues) == sum(continues.values()) == 3, f"done said twice or not at all: {continues}")
    confirmed = there.ground.confirmed()
    numbers = {f"{o.side}-1-{o.number}" for o in given}
    there.check({line for line in confirmed if "done" not in line} <= numbers, f"confirmed orders lost: {confirmed}")
    await there.check_replay(1)
    asked = Counter(letter_of(row).target.id for row in there.letters if "you are asked" in letter_of(row).text)
    there.check(asked == {X: 3, Y: 2}, f"asked: {asked}")


if __name__ == "__main__":
    main(Story(prepare, live, faults))
