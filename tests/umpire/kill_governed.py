"""Kills a program while the bot gives the orders of an empire: `... kill_governed DIR KILLS SEED` (see `kill_lives`).

A life has the clock find a governor's turn, think it out, save it with its words to a player, resolve the overdue turn, and
govern the next one. Each turn is governed once, as it would have been if nobody had been killed; its orders are resolved, and its
words arrive once.
"""

import asyncio
import contextlib
import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any, Final
from unittest import mock

from rules.cluster_war.governors.charter import Charter
from rules.cluster_war.governors.memory import Memory
from rules.cluster_war.governors.plan import Said
from rules.cluster_war.orders.order import SignedOrder
from storage import audit, governed, orders, outbox, snapshots, turns
from storage.codec import decode_signed
from storage.db import Storage
from tests.umpire.kill_lives import FilePost, Ground, Knowing, Points, Story, end_to_end, letter_faults
from tests.umpire.table import SUNDAY, Chance, Hands, begin, master, order, ready
from umpire.campaign.governed import governing, seating, thinking
from umpire.campaign.governed.governing import GOVERNOR
from umpire.capsules import capsule_commands
from umpire.clock.clock import Clock
from umpire.clock.downtime import beat
from umpire.delivery.delivery import Deliverer
from umpire.games import seats
from umpire.games.games import get_game
from umpire.outbox.outbox import letter_of
from umpire.services.services import Services

SIDE, OTHER = "dominators", "humans"
RAIDER: Final = Charter("raider", "easy")
WORDS: Final = "Come no nearer."


def think(
    packed: bytes, led: thinking.Led, key: bytes, memory: Memory, sheet: tuple[SignedOrder, ...]
) -> thinking.Thought:
    """As the governor thinks, and it says something each turn, which in a duel it seldom has reason to."""
    thought = thinking.think(packed, led, key, memory, sheet)
    return replace(thought, heard=(Said(OTHER, "threat", WORDS),))


@contextlib.contextmanager
def speaking() -> Iterator[None]:
    """With a governor that says something each turn."""
    with mock.patch.object(governing, "think", think):
        yield


async def prepare(ground: Ground, known: dict[str, Any]) -> None:
    """A running duel just before its deadline, one seat of it led by the bot, the program at work a moment ago."""
    hands = Hands(SUNDAY - timedelta(days=1))
    async with await Storage.open(ground.database) as storage:
        services = Services(storage, Knowing(known), hands, Chance("template"))
        game = await begin(services)
        await seats.hold_open(services, master(game), SIDE)
        await seating.appoint(services, game.id, SIDE, RAIDER, "seat", "9")
        await order(services, game, OTHER)
        await ready(services, game, OTHER)
        hands.at = SUNDAY - timedelta(seconds=10)
        await beat(services, "before:1:x")
    (ground.folder / "game").write_text(game.id)


async def live(ground: Ground, known: dict[str, Any], number: int, deadly: int) -> int:
    """One life of the program, until the second turn is governed and all letters are sent; gives the points it passed."""
    hands = Hands(SUNDAY + timedelta(seconds=5 + 100 * number))
    game_id = (ground.folder / "game").read_text()
    points = Points(deadly)
    with speaking():
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
                    done = await governed.of_opening(tx, game_id, 2)
                if not left and game.turn > 1 and done:
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

    async with await Storage.open(ground.database) as storage:
        async with storage.reading() as tx:
            played = await turns.of_game(tx, game_id)
            rows = await outbox.of_game(tx, game_id)
            acts = Counter(act.action for act in await audit.whole(tx, game_id))
            memory = Memory()
            for turn in played[1:]:
                given = await orders.of_side(tx, game_id, turn.turn, SIDE)
                [made] = await governed.of_opening(tx, game_id, turn.opening)
                packed = await snapshots.load_packed(tx, await snapshots.require(tx, game_id, turn.opening))
                key = thinking.key_of(turn.seed, SIDE)
                again = await asyncio.to_thread(thinking.think, packed, thinking.Led(SIDE, RAIDER), key, memory, ())
                check(made.plan == again.plan, f"turn {turn.turn} is not governed as it would have been")
                check([o.order for o in given] == [o.order for o in made.plan.orders], f"turn {turn.turn}: {given}")
                check({(o.entered_by, o.withdrawn_at) for o in given} == {(GOVERNOR, None)}, given)
                memory = made.memory
            resolved = {signed.id for signed in decode_signed(played[1].orders or b"[]")}
            first = {row.id for row in await orders.of_side(tx, game_id, 1, SIDE)}
        services = Services(storage, Knowing({}), Hands(SUNDAY), Chance("faults"))
        verified = await capsule_commands.verify(services, await capsule_commands.export_capsule(services, game_id))
    check([(t.turn, t.state) for t in played] == [(0, "published"), (1, "published"), (2, "open")], played)
    once = {"orders.governed": 2, "turn.resolved": 1, "message.sent": 2}
    check({act: acts[act] for act in once} == once, acts)
    check(first <= resolved and len(first) > 1, f"ordered {first}, resolved {resolved}")
    said = [letter_of(row) for row in rows if WORDS in letter_of(row).text]
    check(Counter(letter.side for letter in said) == {OTHER: 2, "": 2}, said)
    check(verified.differences == (), verified.differences)
    return found + letter_faults(ground, rows)


if __name__ == "__main__":
    print(json.dumps(end_to_end(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), Story(prepare, live, faults))))
