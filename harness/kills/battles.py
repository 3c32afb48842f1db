"""Kills a program while a month waits for its battles: `... harness.kills.battles DIR KILLS SEED` (see `kit`).

A life has the clock resolve an overdue turn, which comes to a battle; the game master tells what came of it, which leads to
another one, whose time runs out, so that proxies fight it; then the month goes on to its end. Each battle has one outcome,
the turn one result, and the game master one letter for each stop, as if nobody had been killed.
"""

from collections.abc import Awaitable, Callable
from typing import Final

from harness.kills.kit import Life, Remains, Story, main
from playtest.clock import ManualClock
from rules.cluster_war.chapters.combat.narration import parse_narration
from rules.cluster_war.model.events.turn import Narrated
from rules.values import WrongPhaseError, changed
from storage import battles, deadlines, events, games
from tests.umpire.battle_step import battles_every_month
from tests.umpire.table import THREADS, begin, master, order
from umpire.campaign.turn import battle_outcomes
from umpire.games.games import Game
from umpire.outbox.outbox import letter_of
from umpire.services.services import Services

FIRST: Final = "1/0805/1"
SECOND: Final = "1/0805/2"


async def prepare(services: Services, manual_clock: ManualClock) -> str:
    """A running duel just before its deadline."""
    game = await begin(services)
    await order(services, game, "humans")
    return game.id


async def live_with(life: Life, people: Callable[[Services, Game], Awaitable[None]]) -> None:
    """Until the second turn is open and all letters are sent; people do their part while the month waits for battles."""

    async def over() -> bool:
        game = await life.game()
        if game.turn_state == "battles":
            await people(life.services, game)
            return False
        return game.turn > 1 and await life.is_quiet()

    await life.until(over)


async def live(life: Life) -> None:
    """With a game master who tells what came of one battle, and lets the time of another run out."""
    await live_with(life, rule)


async def rule(services: Services, game: Game) -> None:
    """What the game master does: tells what came of the first battle, and lets the time of the second run out."""
    found = await battle_outcomes.battles_of(services, master(game))
    for row in found.battles:
        if row.state == "waiting" and row.battle == FIRST:
            outcome = parse_narration(row.fight, "survived: the rest", "humans", "Told once.")
            try:
                await battle_outcomes.settle(services, master(game), FIRST, outcome, idempotency_key="the first")
            except WrongPhaseError:
                return
        elif row.state == "waiting":
            async with services.storage.transaction() as tx:
                here = await games.find(tx, game.id)
                assert here is not None
                await games.bump(tx, game.id, here.version)
                await battles.save(tx, changed(row, deadline=services.seconds()))


async def faults(there: Remains) -> None:
    async with there.services.storage.reading() as tx:
        kept = await battles.of_revision(tx, there.game, 1)
        happened = [one.event for one in await events.of_revision(tx, there.game, 1)]
        closed = await deadlines.last(tx, there.game, 1)
    there.check_turns((1, "published"), (2, "open"))
    there.check_acts({"turn.waits": 2, "battle.settled": 2, "battle.proxy": 1, "turn.resolved": 1})
    there.check([(b.battle, b.state) for b in kept] == [(FIRST, "settled"), (SECOND, "settled")], kept)
    told = [event.text for event in happened if isinstance(event, Narrated)]
    there.check(len(told) == 2 and "Told once." in told[0] and "By the engine" in told[1], told)
    there.check(closed is not None and closed.state == "done", closed)
    await there.check_replay(1)
    waits = [letter_of(row) for row in there.letters if "waits for a battle" in letter_of(row).text]
    there.check([letter.target.id for letter in waits] == [THREADS[""]] * 2, waits)


if __name__ == "__main__":
    main(Story(prepare, live, faults, around=battles_every_month))
