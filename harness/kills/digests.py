"""Kills a program while digests are due: `... harness.kills.digests DIR KILLS SEED` (see `kit`).

In a life the clock finds two digests due, one for a player who takes no direct messages; the other player asks for one more at
once. Each digest is one message and is due again a period later; the one that cannot arrive is switched off, which is told once.
"""

from datetime import timedelta
from typing import Final

from harness.kills.kit import Life, Remains, Story, main
from playtest.clock import ManualClock
from storage import notifications
from tests.umpire.table import PLAYERS, SUNDAY, THREADS, begin, master
from umpire.campaign.turn.turns import advance
from umpire.news import DAY_SECONDS, once_now, set_digest_preference, unread_news
from umpire.outbox.outbox import letter_of
from umpire.services.services import Services

GUILD: Final = 1
ANNA, DORA = PLAYERS["humans"], PLAYERS["dominators"]
MADE: Final = SUNDAY - timedelta(days=3)
BEGINS: Final = MADE + timedelta(days=1, seconds=5)


async def prepare(services: Services, manual_clock: ManualClock) -> str:
    """A running duel in which both asked for a digest a day, and a turn was played since."""
    game = await begin(services)
    for user in (ANNA, DORA):
        await set_digest_preference(services, GUILD, user, "daily")
    await unread_news(services, game.id, "humans", ANNA)
    await advance(services, game.id, master(game), "test", 1)
    return game.id


async def live(life: Life) -> None:
    """Until both digests, and the one that Anna asks for, are out of the way with all letters."""

    async def over() -> bool:
        await once_now(life.services, GUILD, ANNA, "press")
        return await life.is_quiet()

    await life.until(over)


async def faults(there: Remains) -> None:
    async with there.services.storage.reading() as tx:
        kept = {user: await notifications.find_digest(tx, GUILD, user) for user in (ANNA, DORA)}
    there.check_turns((1, "published"), (2, "open"))
    due = int((MADE + timedelta(days=2)).timestamp())
    asked = {user: (row.every, row.next_at) for user, row in kept.items() if row is not None}
    there.check(asked == {ANNA: ("daily", due), DORA: ("closed", due)}, asked)
    there.check(due - int(MADE.timestamp()) == 2 * DAY_SECONDS, "a period is a day")
    said = [message for message in there.messages() if message["to"][0] == "dm" and "Your digest" in message["text"]]
    there.check([tuple(message["to"]) for message in said] == [("dm", ANNA)] * 2, said)
    there.check(all("Turn 2 is the present one" in message["text"] for message in said), said)
    off = [letter.target.id for row in there.letters if "switched off" in (letter := letter_of(row)).text]
    there.check(off == [THREADS["dominators"]], off)


if __name__ == "__main__":
    main(Story(prepare, live, faults, made=MADE, begins=BEGINS, closed=frozenset({DORA})))
