"""Kills a program while a captain gives a battle up: `... harness.kills.concession DIR KILLS SEED` (see `kit`).

A life has one captain give the battle up while the other has said nothing yet, and never will. The battle is over by the
clock's next look, whatever was killed in between: it has one
result, which everybody is told once, and it waits for nobody's deadline.
"""

from collections import Counter
from typing import Final

from harness.kills.kit import Life, Remains, Story, main
from harness.kills.tactical import CAPTAINS, prepare
from rules.values import WrongPhaseError
from storage import sheets, tactical_orders
from umpire.battle import plots
from umpire.battle.kind import BATTLES
from umpire.games.seat import Seat
from umpire.outbox.outbox import letter_of

LOSER, USER = CAPTAINS[0]
ENDED: Final = "Alpha-Centauri has won"


async def live(life: Life) -> None:
    """Until the battle is over and all letters are sent."""

    async def over() -> bool:
        seat = Seat(life.ground.game, LOSER, USER)
        seen = await plots.sight(life.services, seat.game_id, seat.side)
        if seen.over:
            return await life.is_quiet()
        if not any(BATTLES.gives_up(row.order) for row in seen.standing.case.sent):
            try:
                await plots.concede(life.services, seat, seen, "give up")
            except WrongPhaseError:
                return False
            life.ground.confirm("given up")
        return False

    await life.until(over)


async def faults(there: Remains) -> None:
    async with there.services.storage.reading() as tx:
        given = await tactical_orders.of_turn(tx, there.game, 1)
        states = [sheet.state for sheet in await sheets.of_revision(tx, there.game, 1)]
    there.check_turns((1, "published"), (2, "open"))
    there.check_acts({"turn.resolved": 1, "tactical.sent": 1, "tactical.done": 0})
    there.check([(o.side, BATTLES.gives_up(o.order)) for o in given] == [(LOSER, True)], given)
    there.check(set(states) == {"ready"}, states)
    there.check([turn.stop for turn in there.turns][1] == "1/0/1", [turn.stop for turn in there.turns])
    await there.check_replay(1)
    told = Counter(letter_of(row).target.kind for row in there.letters if ENDED in letter_of(row).text)
    there.check(told == {"channel": 1, "dm": 2}, f"the end was told {told}")


if __name__ == "__main__":
    main(Story(prepare, live, faults))
