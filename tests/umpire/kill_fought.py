"""Kills a program while a battle of a campaign is fought by its players: `... kill_fought DIR KILLS SEED` (see `kill_lives`).

A life has the clock resolve an overdue turn, which comes to a battle; the game master has its players fight it, the bout is made
in its thread, one captain gives it up and the other is done; what came of it is read back and the month goes on to its end. There
is one bout, with one result; the battle has one outcome, and the turn one result, as if nobody had been killed.
"""

import json
import sys
from collections import Counter
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from rules.errors import GameError, WrongPhaseError
from rules.pentagon_war.orders import Concede, Continue, SeatOrder
from storage import audit, battles, games, outbox, turns
from storage.bout_codec import BATTLE_CODEC
from storage.db import Storage
from tests.umpire.battle_step import met
from tests.umpire.campaign.fought_table import THREAD, open_all
from tests.umpire.kill_battles import FIRST, prepare
from tests.umpire.kill_lives import FilePost, Ground, Knowing, Points, Story, end_to_end, letter_faults
from tests.umpire.table import PLAYERS, SUNDAY, Chance, Hands, master
from umpire.bout_kinds.battle import moment_of
from umpire.bouts import sending
from umpire.campaign.turn import settling
from umpire.capsules import capsule_commands
from umpire.clock.clock import Clock
from umpire.delivery.delivery import Deliverer
from umpire.games.games import Game, get_game
from umpire.games.seat import Seat
from umpire.services.services import Services

LOSERS: Final = "humans"


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
                    await fight(services, game)
                hands.on(seconds=30)
                clock.poke()
            await clock.stop()
    return points.passed


async def fight(services: Services, game: Game) -> None:
    """What people do: the game master has the battle fought, a thread is made for it, the captains answer."""
    row = (await settling.battles_of(services, master(game))).battle(FIRST)
    if not row.bout:
        await settling.have_fought(services, master(game), FIRST, fight=True, idempotency_key="fight")
    await open_all(services)
    row = (await settling.battles_of(services, master(game))).battle(FIRST)
    if row.has_bout and row.state == "waiting":
        async with services.storage.reading() as tx:
            bout = await games.find(tx, row.bout)
        assert bout is not None
        for camp, side in bout.scenario["part_of"]["captains"].items():
            await answer(services, Seat(bout.id, camp, PLAYERS[side]), gives_up=side == LOSERS)


async def answer(services: Services, seat: Seat, *, gives_up: bool) -> None:
    """A captain who is asked says that he is done, and gives up before if he is to."""
    here = await sending.look(services, seat.game_id, seat.side)
    if here.case.game.status == "finished" or not here.asked:
        return
    stop, encode = here.result.stop, BATTLE_CODEC.orders.encode
    given: list[SeatOrder] = [Concede(seat.side)] if gives_up and not here.pending else []
    try:
        if given:
            await sending.send(services, seat, (encode(given[0]),), idempotency_key="give up")
        order = encode(Continue(moment_of(stop)))
        await sending.done(services, seat, order, stop, idempotency_key=f"{seat.side} {stop}")
    except (WrongPhaseError, GameError):
        return


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
                (battle,) = await battles.of_opening(tx, game_id, 1)
                made = [row for row in await games.of_guild(tx, 1) if row.id != game_id]
                bouts = [await turns.of_game(tx, row.id) for row in made]
                said = [row for bout in made for row in await outbox.of_game(tx, bout.id)]
                fought = Counter([act.action for row in made for act in await audit.whole(tx, row.id)])
            services = Services(storage, Knowing({}), Hands(SUNDAY), Chance("faults"))
            kept = [
                await capsule_commands.export_capsule(services, one) for one in (game_id, *(row.id for row in made))
            ]
            verified = [await capsule_commands.verify(services, capsule) for capsule in kept]
    check([(t.turn, t.state) for t in played] == [(0, "published"), (1, "published"), (2, "open")], played)
    once = {"turn.waits": 1, "battle.bout": 1, "battle.opened": 1, "battle.settled": 1, "turn.resolved": 1}
    check({act: acts[act] for act in once} == once, acts)
    check([(row.status, row.channel_id) for row in made] == [("finished", THREAD)], made)
    check([battle.bout] == [row.id for row in made], battle.bout)
    check(battle.outcome is not None and battle.outcome.method == "fought", battle.outcome)
    check(
        [[(t.turn, t.state) for t in bout] for bout in bouts] == [[(0, "published"), (1, "published"), (2, "open")]],
        bouts,
    )
    once = {"game.created": 1, "game.opened": 1, "seat.taken": 2, "bout.done": 2, "turn.resolved": 1}
    check({act: fought[act] for act in once} == once, fought)
    check(all(one.differences == () for one in verified), [one.differences for one in verified])
    for one in (rows, said):
        sent = [row.message_id or 0 for row in one if row.target["kind"] == "channel"]
        check(sent == sorted(sent), f"out of order: {sent}")
    both = sorted([*rows, *said], key=lambda row: row.message_id or 0)
    return found + letter_faults(ground, both)


if __name__ == "__main__":
    print(json.dumps(end_to_end(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), Story(prepare, live, faults))))
