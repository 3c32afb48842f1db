"""Kills a program while a game master plays a turn otherwise: `... kill_forks DIR KILLS SEED` (see `kill_lives`).

A life begins a what-if of the turn that is published, changes its start and a side's orders, looks at the difference, adopts it,
and sends the letters. The turn is played otherwise once, with every change once, the orders of the open turn stand, and no
what-if is left, as if nobody had been killed.
"""

import json
import sys
from collections import Counter
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from rules.cluster_war.gm.empires import SetTreasury
from rules.cluster_war.movement.orders.organising import RenameFleet
from rules.errors import WrongPhaseError
from storage import amendments, audit, forks, orders, outbox, turns
from storage.db import Storage
from tests.umpire.kill_lives import FilePost, Ground, Knowing, Points, Story, end_to_end, letter_faults
from tests.umpire.table import SUNDAY, Chance, Hands, begin, master, order
from umpire.campaign.gm import rulings
from umpire.campaign.turn.turns import advance
from umpire.campaign.whatif import adopting, differences, forking
from umpire.capsules import capsule_commands
from umpire.clock.clock import Clock
from umpire.clock.downtime import beat
from umpire.delivery.delivery import Deliverer
from umpire.games.games import Game, get_game
from umpire.services.services import Services

LINE: Final = 'rename "Home Fleet" to "Wall"'
HOARD: Final = SetTreasury("humans", 777)


async def prepare(ground: Ground, known: dict[str, Any]) -> None:
    """A running duel, its first turn published, an order for the second."""
    hands = Hands(SUNDAY - timedelta(days=5))
    async with await Storage.open(ground.database) as storage:
        services = Services(storage, Knowing(known), hands, Chance("template"))
        game = await begin(services)
        await order(services, game, "humans")
        game = await advance(services, game.id, master(game), "test", 1)
        await order(services, game, "humans")
        await beat(services, "before:1:x")
    (ground.folder / "game").write_text(game.id)


async def live(ground: Ground, known: dict[str, Any], number: int, deadly: int) -> int:
    """One life of the program, until the what-if is adopted and all letters are sent; gives the points it passed."""
    hands = Hands(SUNDAY - timedelta(days=4) + timedelta(seconds=100 * number))
    game_id = (ground.folder / "game").read_text()
    points = Points(deadly)
    async with await Storage.open(ground.database) as storage:
        points.watch()
        services = Services(storage, Knowing(known), hands, Chance(f"life {number} {deadly}"))
        clock = Clock(services)
        deliverer = Deliverer(services, FilePost(ground.post, points, number), process=clock.process)
        await clock.start()
        await deliverer.recover()
        await otherwise(services, await get_game(services, game_id))
        for _ in range(60):
            await clock.settled()
            await deliverer.drain()
            async with storage.reading() as tx:
                if not await outbox.waiting(tx):
                    break
            hands.on(seconds=30)
        await clock.stop()
    return points.passed


async def otherwise(services: Services, game: Game) -> None:
    """What the game master does, taken up where it was left: every button has the key of its one press."""
    gm = master(game)
    async with services.storage.reading() as tx:
        if any(act.action == "whatif.adopted" for act in await audit.whole(tx, game.id)):
            return
    read = (await forking.standing(services, gm)).reading or await forking.begin(services, gm, "published")
    await forking.set_taking(services, gm, "start")
    await rulings.amend(services, gm, HOARD, "A hoard", idempotency_key="the hoard")
    if not read.fork.added:
        await forking.set_orders(services, gm, "humans", [], [LINE], idempotency_key="the line")
    found = await differences.compare(services, gm)
    await adopting.adopt(services, gm, found.token, idempotency_key="the yes")
    try:
        await adopting.adopt(services, gm, found.token)
    except WrongPhaseError:
        return


async def faults(ground: Ground) -> list[str]:
    """What is wrong with what the lives left behind; nothing, it is hoped."""
    game_id = (ground.folder / "game").read_text()
    found: list[str] = []

    def check(good: bool, complaint: object) -> None:
        if not good:
            found.append(str(complaint))

    async with await Storage.open(ground.database) as storage:
        async with storage.reading() as tx:
            played = await turns.of_game(tx, game_id)
            rows = await outbox.of_game(tx, game_id)
            acts = Counter(act.action for act in await audit.whole(tx, game_id))
            made = [one.amendment for one in await amendments.of_opening(tx, game_id, 3)]
            first = orders.standing(await orders.of_turn(tx, game_id, 1))
            second = orders.standing(await orders.of_turn(tx, game_id, 2))
            left = await forks.find(tx, game_id)
        services = Services(storage, Knowing({}), Hands(SUNDAY), Chance("faults"))
        verified = await capsule_commands.verify(services, await capsule_commands.export_capsule(services, game_id))
    states = [(t.turn, t.state) for t in played]
    check(states == [(0, "published"), (1, "undone"), (2, "undone"), (1, "published"), (2, "open")], states)
    check((acts["whatif.begun"], acts["whatif.adopted"]) == (1, 1), acts)
    check(made == [HOARD], made)
    check(sum(isinstance(signed.order, RenameFleet) for signed in first) == 1, first)
    check(len(second) == 1, second)
    check(left is None, left)
    check(verified.differences == () and verified.replayed == 2, verified)
    return found + letter_faults(ground, rows)


if __name__ == "__main__":
    print(json.dumps(end_to_end(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), Story(prepare, live, faults))))
