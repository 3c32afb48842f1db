"""Kills a program while two pilots fly a turn, take it back and fly it again: `... harness.kills.dogfights DIR KILLS SEED` (see
`kit`).

A life has each pilot who is asked leave the turn to ★ until the second turn is open; then the one who made the fight asks to
take the first turn back, the other agrees, and it is flown again with other dice. No decision is lost or made twice, the turn is
taken back once, and both plays of it come to the same when they are played again.
"""

from collections import Counter
from typing import Final

from harness.kills.kit import Life, Remains, Story, main
from playtest.clock import ManualClock
from rules.air_force.orders import Continue
from rules.air_force.setup import Wishes
from rules.values import WrongPhaseError
from storage import audit, tactical_orders
from tests.umpire.dogfight.made import begin_dogfight, create_dogfight
from umpire.dogfight import dogfights
from umpire.dogfight.codec import DOGFIGHT_CODEC
from umpire.dogfight.kind import DOGFIGHTS, flight_stop
from umpire.games import seats
from umpire.games.seat import Seat
from umpire.services.services import Services
from umpire.tactical import player_actions, undo

X, Y = 101, 102
PILOTS: Final = (("blue", X), ("red", Y))
WHY: Final = "A slip of the hand"
FIRST, AGAIN = 1, 3
"""The revisions at which turn 1 is flown; at the one between them turn 2 was open until turn 1 was taken back."""


async def prepare(services: Services, manual_clock: ManualClock) -> str:
    """A duel whose first turn is open."""
    game = await create_dogfight(
        services, guild_id=1, channel_id=900, name="Duel", scenario="duel", wishes=Wishes(), host=X
    )
    for side, user in PILOTS:
        await seats.take(services, game.id, user, side)
    await begin_dogfight(services, Seat(game.id, "", X, is_gm=True))
    return game.id


async def live(life: Life) -> None:
    """Until the first turn has been flown, taken back and flown again, and all letters are sent."""

    async def over() -> bool:
        for side, user in PILOTS:
            await decide(life, Seat(life.ground.game, side, user))
        if (await player_actions.tactical_status(life.services, life.ground.game)).case.turn.turn == 1:
            return False
        if not await is_undone(life):
            await take_back(life)
            return False
        return await life.is_quiet()

    await life.until(over)


async def decide(life: Life, seat: Seat) -> None:
    """Close the turn without a wish, if the pilot is asked in turn 1; what is confirmed is written down."""
    seen = await dogfights.fight_sight(life.services, seat.game_id, seat.side)
    if seen.turn > 1 or not seen.standing.asked:
        return
    revision, stop = seen.standing.case.turn.revision, seen.standing.result.stop
    try:
        await dogfights.close_wishes(life.services, seat, seen, f"{seat.side} {stop}")
    except WrongPhaseError:
        return
    life.ground.confirm(f"{revision} {seat.side} {stop}")


async def is_undone(life: Life) -> bool:
    """Whether the turn has been taken back."""
    async with life.services.storage.reading() as tx:
        return bool(await audit.of_actions(tx, life.ground.game, "turn.undone"))


async def take_back(life: Life) -> None:
    """Ask for it, and agree."""
    host, other = Seat(life.ground.game, "", X, is_gm=True), Seat(life.ground.game, "red", Y)
    await undo.ask(life.services, host, WHY, 1, idempotency_key="ask")
    await undo.agree(life.services, other, 1, idempotency_key="agree")
    life.ground.confirm("taken back")


async def faults(there: Remains) -> None:
    async with there.services.storage.reading() as tx:
        given = await tactical_orders.of_turn(tx, there.game, 1)
    there.check_turns((1, "undone"), (2, "undone"), (1, "published"), (2, "open"))
    there.check_acts({"turn.resolved": 2, "turn.undone": 1, "tactical.undo_asked": 1, "tactical.undo_agreed": 1})
    made: dict[int, Counter[str]] = {FIRST: Counter(), AGAIN: Counter()}
    for row in given:
        if DOGFIGHTS.closes(row.order):
            order = DOGFIGHT_CODEC.orders.decode(row.order)
            assert isinstance(order, Continue)
            revision = AGAIN if row.withdrawn_at is None else FIRST
            made[revision][f"{revision} {row.side} {flight_stop(order.at)}"] += 1
    for revision, decisions in made.items():
        there.check(bool(decisions), f"nothing was decided at revision {revision}")
        there.check(set(decisions.values()) <= {1}, f"decided twice: {decisions}")
        told = {line for line in there.ground.confirmed() if line.startswith(f"{revision} ")}
        there.check(told <= set(decisions), f"confirmed decisions lost: {told - set(decisions)}")
    await there.check_replay(2)  # as it was first flown, and again


if __name__ == "__main__":
    main(Story(prepare, live, faults))
