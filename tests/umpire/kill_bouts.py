"""Kills a program while captains answer and a battle's turn is played: `... kill_bouts DIR KILLS SEED` (see `kill_lives`).

A life has one captain send a programme and say that he is done, and the other say that he is done; the turn stops in its
middle, he answers there, and the turn is played to its end. What was sent to whom, and what was played, must be the same
as if nobody had been killed.
"""

import json
import os
import sys
from collections import Counter
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from rules.errors import WrongPhaseError
from rules.pentagon_war.notation.read import parse_programme
from rules.pentagon_war.orders import Continue, SetProgramme
from storage import audit, bout_orders, outbox, turns
from storage.bout_codec import BATTLE_CODEC, decode_sent
from storage.db import Storage
from tests.umpire.bout_table import X, Y, begun
from tests.umpire.kill_lives import FilePost, Ground, Knowing, Points, Story, end_to_end, letter_faults
from tests.umpire.table import SUNDAY, Chance, Hands
from umpire.bout_kinds.battle import moment_of
from umpire.bouts import sending
from umpire.capsules import capsule_commands
from umpire.clock.clock import Clock
from umpire.clock.downtime import beat
from umpire.delivery.delivery import Deliverer
from umpire.games.seat import Seat
from umpire.outbox.outbox import letter_of
from umpire.services.services import Services

PLAN: Final = "1 accelerate; fire L1 at A1; stop when impulse >= 5"
STOPS: Final = ("1/0/1", "1/5/1")
CAPTAINS: Final = (("S", X), ("A", Y))


async def prepare(ground: Ground, known: dict[str, Any]) -> None:
    """A duel whose first turn is open, the program at work a moment ago."""
    hands = Hands(SUNDAY - timedelta(seconds=10))
    async with await Storage.open(ground.database) as storage:
        services = Services(storage, Knowing(known), hands, Chance("template"))
        game, _ = await begun(services, X, Y)
        await beat(services, "before:1:x")
    (ground.folder / "game").write_text(game)


async def live(ground: Ground, known: dict[str, Any], number: int, deadly: int) -> int:
    """One life of the program, until the second turn is open and all letters are sent; gives the points it passed."""
    hands = Hands(SUNDAY + timedelta(seconds=5 + 100 * number))
    game = (ground.folder / "game").read_text()
    points = Points(deadly)
    async with await Storage.open(ground.database) as storage:
        points.watch()
        services = Services(storage, Knowing(known), hands, Chance(f"life {number} {deadly}"))
        clock = Clock(services)
        deliverer = Deliverer(services, FilePost(ground.post, points, number), process=clock.process)
        await clock.start()
        await deliverer.recover()
        for _ in range(60):
            await clock.settled()  # a captain answers what he was told of, not what an earlier life has yet to tell
            for side, user in CAPTAINS:
                await answer(services, ground, Seat(game, side, user), number)
            clock.poke()
            await clock.settled()
            await deliverer.drain()
            async with storage.reading() as tx:
                left = await outbox.waiting(tx)
            if not left and (await sending.look(services, game)).case.turn.turn > 1:
                break
            hands.on(seconds=30)
        await clock.stop()
    return points.passed


async def answer(services: Services, ground: Ground, seat: Seat, number: int) -> None:
    """What a captain does if he is asked in turn 1: plot once, then say that he is done; confirmed acts are written down."""
    here = await sending.look(services, seat.game_id, seat.side)
    if here.case.turn.turn > 1 or not here.asked:
        return
    if seat.side == "S" and here.result.stop == STOPS[0] and not here.pending:
        plan = BATTLE_CODEC.write_order(SetProgramme(parse_programme(PLAN, "S1", 1)))
        await sending.send(services, seat, (plan,), idempotency_key=f"plot {number}")
        here = await sending.look(services, seat.game_id, seat.side)
        confirm(ground, f"{seat.side}-1-{here.pending[-1].number}")
    stop = here.result.stop
    try:
        await sending.done(
            services,
            seat,
            BATTLE_CODEC.write_order(Continue(moment_of(stop))),
            stop,
            idempotency_key=f"{seat.side} {stop}",
        )
    except WrongPhaseError:
        return
    confirm(ground, f"{seat.side} done {stop}")


def confirm(ground: Ground, what: str) -> None:
    handle = os.open(ground.confirmed, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.write(handle, f"{what}\n".encode())
    os.close(handle)


async def faults(ground: Ground) -> list[str]:
    """What is wrong with what the lives left behind; nothing, it is hoped."""
    game = (ground.folder / "game").read_text()
    found: list[str] = []

    def check(good: bool, complaint: object) -> None:
        if not good:
            found.append(str(complaint))

    async with await Storage.open(ground.database) as storage:
        async with storage.reading() as tx:
            played = await turns.of_game(tx, game)
            rows = await outbox.of_game(tx, game)
            acts_ = await audit.whole(tx, game)
            given = await bout_orders.of_turn(tx, game, 1)
        services = Services(storage, Knowing({}), Hands(SUNDAY), Chance("faults"))
        verified = await capsule_commands.verify(services, await capsule_commands.export_capsule(services, game))
    check([(t.turn, t.state) for t in played] == [(0, "published"), (1, "published"), (2, "open")], played)
    done = Counter(act.action for act in acts_)
    check((done["turn.resolved"], done["bout.done"]) == (1, 3), done)
    stops = [act.detail["stop"] for act in acts_ if act.action == "bout.stopped"]
    check(stops == [*STOPS, "2/0/1"], stops)
    check([turn.stop for turn in played] == ["", STOPS[-1], "2/0/1"], [turn.stop for turn in played])
    sheet = decode_sent(played[1].orders or b"[]")
    check([(one.side, one.number, one.order) for one in sheet] == [(o.side, o.number, o.order) for o in given], given)
    continues = Counter((o.side, o.order) for o in given if o.closes)
    check(len(continues) == sum(continues.values()) == 3, f"done said twice or not at all: {continues}")
    confirmed = set(ground.confirmed.read_text().splitlines()) if ground.confirmed.exists() else set[str]()
    numbers = {f"{o.side}-1-{o.number}" for o in given}
    check({line for line in confirmed if "done" not in line} <= numbers, f"confirmed orders lost: {confirmed}")
    check(verified.differences == (), verified.differences)
    asked = Counter(letter_of(row).target.id for row in rows if "you are asked" in letter_of(row).text)
    check(asked == {X: 3, Y: 2}, f"asked: {asked}")
    return found + letter_faults(ground, rows)


if __name__ == "__main__":
    told = end_to_end(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), Story(prepare, live, faults))
    print(json.dumps(told))
