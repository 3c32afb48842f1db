"""Kills a program while a game master plays a turn otherwise: `... harness.kills.forks DIR KILLS SEED` (see `kit`).

A life begins a what-if of the turn that is published, changes its start and a side's orders, looks at the difference, adopts it,
and sends the letters. The turn is played otherwise once, with every change once, the orders of the open turn stand, and no
what-if is left, as if nobody had been killed.
"""

from datetime import timedelta
from typing import Final

from harness.kills.kit import Life, Remains, Story, main
from playtest.clock import ManualClock
from rules.cluster_war.chapters.diplomacy.amendments import SetTreasury
from rules.cluster_war.chapters.movement.organising_orders import RenameFleet
from rules.values import WrongPhaseError
from storage import audit, events, forks, orders
from tests.umpire.table import SUNDAY, begin, master, order
from umpire.campaign.gm import rulings
from umpire.campaign.turn.turns import advance
from umpire.campaign.whatif import adoption, differences, fork_edits
from umpire.games.games import Game
from umpire.services.services import Services

LINE: Final = 'rename "Home Fleet" to "Wall"'
HOARD: Final = SetTreasury("humans", 777)


async def prepare(services: Services, manual_clock: ManualClock) -> str:
    """A running duel, its first turn published, an order for the second."""
    game = await begin(services)
    await order(services, game, "humans")
    game = await advance(services, game.id, master(game), "test", 1)
    await order(services, game, "humans")
    return game.id


async def live(life: Life) -> None:
    """Until the what-if is adopted and all letters are sent."""
    await otherwise(life.services, await life.game())
    await life.until(life.is_quiet)


async def otherwise(services: Services, game: Game) -> None:
    """What the game master does, taken up where it was left: every button has the key of its one press."""
    gm = master(game)
    async with services.storage.reading() as tx:
        if any(act.action == "whatif.adopted" for act in await audit.whole(tx, game.id)):
            return
    read = (await fork_edits.fork_status(services, gm)).reading or await fork_edits.begin(services, gm, "published")
    await fork_edits.set_taking(services, gm, "start")
    await rulings.amend(services, gm, HOARD, "A hoard", idempotency_key="the hoard")
    if not read.fork.added:
        await fork_edits.set_orders(services, gm, "humans", [], [LINE], idempotency_key="the line")
    found = await differences.compare(services, gm)
    await adoption.adopt(services, gm, found.token, idempotency_key="the yes")
    try:
        await adoption.adopt(services, gm, found.token)
    except WrongPhaseError:
        return


async def faults(there: Remains) -> None:
    async with there.services.storage.reading() as tx:
        made = [one.amendment for one in await events.amendments_of(tx, there.game, 3)]
        first = orders.in_force(await orders.of_turn(tx, there.game, 1))
        second = orders.in_force(await orders.of_turn(tx, there.game, 2))
        left = await forks.find(tx, there.game)
    there.check_turns((1, "undone"), (2, "undone"), (1, "published"), (2, "open"))
    there.check_acts({"whatif.begun": 1, "whatif.adopted": 1})
    there.check(made == [HOARD], made)
    there.check(sum(isinstance(signed.order, RenameFleet) for signed in first) == 1, first)
    there.check(len(second) == 1, second)
    there.check(left is None, left)
    await there.check_replay(2)


if __name__ == "__main__":
    soon = SUNDAY - timedelta(days=4)
    main(Story(prepare, live, faults, made=SUNDAY - timedelta(days=5), begins=soon))
