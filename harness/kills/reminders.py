"""Kills a program while reminders are due: `... harness.kills.reminders DIR KILLS SEED` (see `kit`).

In a life the clock finds two reminders of a deadline due, of which it gives the last; one of the players orders then, and what
they were sent is edited. Each player is reminded and named once, as if nobody had been killed.
"""

from collections import Counter
from datetime import timedelta
from typing import Final

from harness.kills.grounds import Ground
from harness.kills.kit import Life, Remains, Story, main
from playtest.clock import ManualClock
from rules.cluster_war.chapters.movement.request_orders import FreeText
from storage import deadlines, notifications
from tests.umpire.table import PLAYERS, SUNDAY, THREADS, begin, player
from umpire.campaign.sheets.orders import enter
from umpire.games.options import Options
from umpire.outbox.outbox import letter_of
from umpire.services.services import Services

OPTIONS: Final = Options(early=False, reminder_hours=(3, 2), credit_hours=0)
"""Nothing is credited for the time between two lives: a deadline that is put off has its reminders given again."""
BEGINS: Final = SUNDAY - timedelta(hours=2) + timedelta(seconds=5)
"""Both reminders are due then, and one is given."""
TOLD: Final = {"humans": "are complete", "dominators": "no orders"}
WORDS: Final = ("are complete", "no orders", "still missing", "are ready")


async def prepare(services: Services, manual_clock: ManualClock) -> str:
    """A running duel in which nobody has ordered."""
    return (await begin(services, options=OPTIONS)).id


async def live(life: Life) -> None:
    """Until both players are reminded, the Humans have ordered, and all letters are sent."""

    async def over() -> bool:
        game = await life.game()
        async with life.services.storage.reading() as tx:
            due = await deadlines.current(tx, game.id, game.revision)
            left = due is None or await deadlines.due_reminders(tx, life.services.seconds())
        if left:
            return False
        await enter(life.services, player(game, "humans"), [FreeText("Here.")], idempotency_key="order")
        return await life.is_quiet() and reminders_by_side(life.ground) == TOLD

    await life.until(over)


def reminders_by_side(ground: Ground) -> dict[str, str]:
    """By side, what a player's reminder says of their orders; of more than one all that they say."""
    found = dict.fromkeys(PLAYERS, "")
    for side in PLAYERS:
        for message in ground.messages():
            if tuple(message["to"]) == ("thread", THREADS[side]) and "Orders for turn 1" in message["text"]:
                found[side] += " ".join(words for words in WORDS if words in message["text"])
    return found


async def faults(there: Remains) -> None:
    async with there.services.storage.reading() as tx:
        named = [
            row.kind for user in PLAYERS.values() for row in await notifications.pings_of_turn(tx, there.game, 1, user)
        ]
    there.check_turns((1, "open"))
    letters = [letter_of(row) for row in there.letters]
    given = Counter(letter.side for letter in letters if letter.kind == "reminder")
    there.check(given == dict.fromkeys(PLAYERS, 1), given)
    there.check(reminders_by_side(there.ground) == TOLD, reminders_by_side(there.ground))
    there.check_acts({"orders.entered": 1})
    there.check([kind for kind in named if kind in {"reminder", "last"}] == ["last", "last"], named)


if __name__ == "__main__":
    main(Story(prepare, live, faults, begins=BEGINS))
