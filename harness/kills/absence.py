"""Kills a program at the steps of absences: `... harness.kills.absence DIR KILLS SEED` (see `kit`).

In a life the clock finds that a player's absence has begun, so that the deputy they named acts from now on, and resolves an
overdue turn, the last that the other player may miss: their seat is open and offered. Then the first player gives an order
and is back. Each step happens once, with its letters once, as if nobody had been killed.
"""

from datetime import timedelta
from typing import Final

from harness.kills.kit import Life, Remains, Story, main
from playtest.clock import ManualClock
from rules.cluster_war.chapters.movement.request_orders import FreeText
from rules.values import changed
from storage import audit, seats
from tests.umpire.table import PLAYERS, SUNDAY, begin, player
from umpire.campaign.sheets.orders import enter
from umpire.games import absence, deputies
from umpire.games.absence import Span
from umpire.games.attendance import attendance, save
from umpire.games.options import Options
from umpire.outbox.outbox import letter_of
from umpire.services.services import Services

FRIEND: Final = 777
OPTIONS: Final = Options(early=False, missed_remind=1, missed_open=4)


async def prepare(services: Services, manual_clock: ManualClock) -> str:
    """A running duel just before its deadline: the Humans' absence begins in a moment, the Dominators have missed three turns."""
    game = await begin(services, options=OPTIONS)
    await deputies.name_deputy(services, player(game, "humans"), FRIEND, "all")
    since = int((SUNDAY - timedelta(seconds=5)).timestamp())
    await absence.plan(services, 1, PLAYERS["humans"], Span(since, since + 30 * 86400, "Away"), game.id)
    async with services.storage.transaction() as tx:
        theirs = await attendance(tx, game.id, "dominators")
        await save(tx, theirs, changed(theirs.kept, missed=3, step="reminded"))
    return game.id


async def live(life: Life) -> None:
    """Until the Humans are back in the second turn and all letters are sent."""

    async def over() -> bool:
        game = await life.game()
        async with life.services.storage.reading() as tx:
            held = await seats.find(tx, game.id, "humans")
            came = await audit.of_actions(tx, game.id, "absence.ended")
        if game.turn > 1 and held is not None and held.deputy_id == FRIEND and not came:
            await enter(life.services, player(game, "humans"), [FreeText("Here.")], idempotency_key="back")
            return False
        return game.turn > 1 and bool(came) and await life.is_quiet()

    await life.until(over)


async def faults(there: Remains) -> None:
    async with there.services.storage.reading() as tx:
        held = {seat.side: seat for seat in await seats.of_game(tx, there.game)}
        theirs = await attendance(tx, there.game, "dominators")
    there.check_turns((1, "published"), (2, "open"))
    once = ("deputy.began", "deputy.ended", "absence.ended", "turn.missed", "seat.held_open", "turn.resolved")
    there.check_acts(dict.fromkeys(once, 1))
    there.check((held["humans"].user_id, held["humans"].deputy_id) == (PLAYERS["humans"], None), held["humans"])
    there.check((held["dominators"].user_id, theirs.kept.missed) == (None, 0), (held["dominators"], theirs))
    letters = [letter_of(row).text for row in there.letters]
    for words in ("needs a leader", "is away <t:", "You act for", "You no longer act for"):
        there.check(sum(words in text for text in letters) == 1, (words, letters))


if __name__ == "__main__":
    main(Story(prepare, live, faults))
