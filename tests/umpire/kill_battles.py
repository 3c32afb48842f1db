"""Kills a program while a month waits for its battles: `... kill_battles DIR KILLS SEED` (see `kill_lives`).

A life has the clock resolve an overdue turn, which comes to a battle; the game master tells what came of it, which leads to
another one, whose time runs out, so that proxies fight it; then the month goes on to its end. Each battle has one outcome,
the turn one result, and the game master one letter for each stop, as if nobody had been killed.
"""

import json
import sys
from collections import Counter
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from rules.cluster_war.combat.narration import parse_narration
from rules.cluster_war.events.turn import Narrated
from rules.errors import WrongPhaseError
from storage import audit, battles, deadlines, events, games, outbox, turns
from storage.db import Storage
from tests.umpire.battle_step import met
from tests.umpire.kill_lives import FilePost, Ground, Knowing, Points, Story, end_to_end, letter_faults
from tests.umpire.table import SUNDAY, THREADS, Chance, Hands, begin, master, order
from umpire.campaign.turn import settling
from umpire.capsules import capsule_commands
from umpire.clock.clock import Clock
from umpire.clock.downtime import beat
from umpire.delivery.delivery import Deliverer
from umpire.games.games import Game, get_game
from umpire.outbox.outbox import letter_of
from umpire.services.services import Services

FIRST: Final = "1/0805/1"
SECOND: Final = "1/0805/2"


async def prepare(ground: Ground, known: dict[str, Any]) -> None:
    """A running duel just before its deadline, the program at work a moment ago."""
    hands = Hands(SUNDAY - timedelta(days=1))
    with met():
        async with await Storage.open(ground.database) as storage:
            services = Services(storage, Knowing(known), hands, Chance("template"))
            game = await begin(services)
            await order(services, game, "humans")
            hands.at = SUNDAY - timedelta(seconds=10)
            await beat(services, "before:1:x")
    (ground.folder / "game").write_text(game.id)


async def live(ground: Ground, known: dict[str, Any], number: int, deadly: int) -> int:
    """One life of the program, until the second turn is open and all letters are sent; gives the points it passed."""
    hands = Hands(SUNDAY + timedelta(seconds=5 + 100 * number))
    game_id = (ground.folder / "game").read_text()
    points = Points(deadly)
    with met():
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
                if not left and game.turn > 1:
                    break
                if game.turn_state == "battles":
                    await rule(services, game)
                hands.on(seconds=30)
                clock.poke()
            await clock.stop()
    return points.passed


async def rule(services: Services, game: Game) -> None:
    """What the game master does: tells what came of the first battle, and lets the time of the second run out."""
    found = await settling.battles_of(services, master(game))
    for row in found.battles:
        if row.state == "waiting" and row.battle == FIRST:
            outcome = parse_narration(row.fight, "survived: the rest", "humans", "Told once.")
            try:
                await settling.settle(services, master(game), FIRST, outcome, idempotency_key="the first")
            except WrongPhaseError:
                return
        elif row.state == "waiting":
            async with services.storage.transaction() as tx:
                here = await games.find(tx, game.id)
                assert here is not None
                await games.bump(tx, game.id, here.version)
                await battles.save(tx, replace(row, deadline=services.seconds()))


async def faults(ground: Ground) -> list[str]:
    """What is wrong with what the lives left behind; nothing, it is hoped."""
    game_id = (ground.folder / "game").read_text()
    found: list[str] = []

    def check(good: bool, complaint: object) -> None:
        if not good:
            found.append(str(complaint))

    with met():
        async with await Storage.open(ground.database) as storage:
            async with storage.reading() as tx:
                played = await turns.of_game(tx, game_id)
                rows = await outbox.of_game(tx, game_id)
                acts = Counter(act.action for act in await audit.whole(tx, game_id))
                kept = await battles.of_opening(tx, game_id, 1)
                happened = [one.event for one in await events.of_opening(tx, game_id, 1)]
                closed = await deadlines.last(tx, game_id, 1)
            services = Services(storage, Knowing({}), Hands(SUNDAY), Chance("faults"))
            verified = await capsule_commands.verify(services, await capsule_commands.export_capsule(services, game_id))
    check([(t.turn, t.state) for t in played] == [(0, "published"), (1, "published"), (2, "open")], played)
    once = {"turn.waits": 2, "battle.settled": 2, "battle.proxy": 1, "turn.resolved": 1}
    check({act: acts[act] for act in once} == once, acts)
    check([(b.battle, b.state) for b in kept] == [(FIRST, "settled"), (SECOND, "settled")], kept)
    told = [event.text for event in happened if isinstance(event, Narrated)]
    check(len(told) == 2 and "Told once." in told[0] and "By the engine" in told[1], told)
    check(closed is not None and closed.state == "done", closed)
    check(verified.differences == () and verified.replayed == 1, verified.differences)
    waits = [letter_of(row) for row in rows if "waits for a battle" in letter_of(row).text]
    check([letter.target.id for letter in waits] == [THREADS[""]] * 2, waits)
    return found + letter_faults(ground, rows)


if __name__ == "__main__":
    print(json.dumps(end_to_end(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), Story(prepare, live, faults))))
