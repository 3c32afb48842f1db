"""Kills a program at the steps of absences: `... kill_absence DIR KILLS SEED` (see `kill_lives`).

In a life the clock finds that a player's absence has begun, so that the deputy they named acts from now on, and resolves an
overdue turn, the last that the other player may miss: their seat is open and offered. Then the first player gives an order
and is back. Each step happens once, with its letters once, as if nobody had been killed.
"""

import json
import sys
from collections import Counter
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from rules.cluster_war.movement.orders.free_text import FreeText
from storage import audit, outbox, seats, turns
from storage.db import Storage
from tests.umpire.kill_lives import FilePost, Ground, Knowing, Points, Story, end_to_end, letter_faults
from tests.umpire.table import PLAYERS, SUNDAY, Chance, Hands, begin, player
from umpire.campaign.sheets.orders import enter
from umpire.clock.clock import Clock
from umpire.clock.downtime import beat
from umpire.delivery.delivery import Deliverer
from umpire.games import absence, deputies
from umpire.games.absence import Span
from umpire.games.attendance import attendance, save
from umpire.games.games import get_game
from umpire.games.options import Options
from umpire.outbox.outbox import letter_of
from umpire.services.services import Services

FRIEND: Final = 777
OPTIONS: Final = Options(early=False, missed_remind=1, missed_open=4)


async def prepare(ground: Ground, known: dict[str, Any]) -> None:
    """A running duel just before its deadline: the Humans' absence begins in a moment, the Dominators have missed three turns."""
    hands = Hands(SUNDAY - timedelta(days=1))
    async with await Storage.open(ground.database) as storage:
        services = Services(storage, Knowing(known), hands, Chance("template"))
        game = await begin(services, options=OPTIONS)
        await deputies.name_deputy(services, player(game, "humans"), FRIEND, "all")
        since = int((SUNDAY - timedelta(seconds=5)).timestamp())
        await absence.plan(services, 1, PLAYERS["humans"], Span(since, since + 30 * 86400, "Away"), game.id)
        async with storage.transaction() as tx:
            theirs = await attendance(tx, game.id, "dominators")
            await save(tx, theirs, replace(theirs.kept, missed=3, step="reminded"))
        hands.at = SUNDAY - timedelta(seconds=10)
        await beat(services, "before:1:x")
    (ground.folder / "game").write_text(game.id)


async def live(ground: Ground, known: dict[str, Any], number: int, deadly: int) -> int:
    """One life of the program, until the Humans are back in the second turn and all letters are sent."""
    hands = Hands(SUNDAY + timedelta(seconds=5 + 100 * number))
    game_id = (ground.folder / "game").read_text()
    points = Points(deadly)
    async with await Storage.open(ground.database) as storage:
        points.watch()
        services = Services(storage, Knowing(known), hands, Chance(f"life {number} {deadly}"))
        clock = Clock(services)
        deliverer = Deliverer(services, FilePost(ground.post, points, number), process=clock.process)
        await clock.start()
        await deliverer.recover()
        for _ in range(60):
            await clock.settled()
            await deliverer.drain()
            game = await get_game(services, game_id)
            async with storage.reading() as tx:
                left = await outbox.waiting(tx)
                held = await seats.find(tx, game_id, "humans")
                came = await audit.of_actions(tx, game_id, "absence.ended")
            if game.turn > 1 and held is not None and held.deputy_id == FRIEND and not came:
                await enter(services, player(game, "humans"), [FreeText("Here.")], idempotency_key="back")
            elif game.turn > 1 and came and not left:
                break
            hands.on(seconds=30)
            clock.poke()
        await clock.stop()
    return points.passed


async def faults(ground: Ground) -> list[str]:
    """What is wrong with what the lives left behind; nothing, it is hoped."""
    game_id = (ground.folder / "game").read_text()
    found: list[str] = []

    def check(good: bool, complaint: object) -> None:
        if not good:
            found.append(str(complaint))

    async with await Storage.open(ground.database) as storage, storage.reading() as tx:
        played = await turns.of_game(tx, game_id)
        rows = await outbox.of_game(tx, game_id)
        acts = Counter(act.action for act in await audit.whole(tx, game_id))
        held = {seat.side: seat for seat in await seats.of_game(tx, game_id)}
        theirs = await attendance(tx, game_id, "dominators")
    check([(t.turn, t.state) for t in played] == [(0, "published"), (1, "published"), (2, "open")], played)
    once = ("deputy.began", "deputy.ended", "absence.ended", "turn.missed", "seat.held_open", "turn.resolved")
    check({act: acts[act] for act in once} == dict.fromkeys(once, 1), acts)
    check((held["humans"].user_id, held["humans"].deputy_id) == (PLAYERS["humans"], None), held["humans"])
    check((held["dominators"].user_id, theirs.kept.missed) == (None, 0), (held["dominators"], theirs))
    letters = [letter_of(row).text for row in rows]
    for words in ("needs a leader", "is away <t:", "You act for", "You do not act for"):
        check(sum(words in text for text in letters) == 1, (words, letters))
    return found + letter_faults(ground, rows)


if __name__ == "__main__":
    print(json.dumps(end_to_end(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), Story(prepare, live, faults))))
