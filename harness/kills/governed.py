"""Kills a program while the bot gives the orders of an empire: `... harness.kills.governed DIR KILLS SEED` (see `kit`).

A life has the clock find a governor's turn, think it out, save it with its words to a player, resolve the overdue turn, and
govern the next one. Each turn is governed once, as it would have been if nobody had been killed; its orders are resolved, and its
words arrive once.
"""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Iterator
from typing import Final
from unittest import mock

from harness.kills.kit import Life, Remains, Story, main
from playtest.clock import ManualClock
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.play.governors.profile import Profile
from rules.cluster_war.play.governors.situation import AiMessage, GovernorMemory
from rules.values import changed
from storage import governors, orders, snapshots
from storage.codec import decode_signed
from tests.umpire.table import begin, master, order, ready
from umpire.campaign.governed import ai_sides, ai_turns
from umpire.campaign.governed.ai_turns import GOVERNOR_USER_ID
from umpire.games import seats
from umpire.outbox.outbox import letter_of
from umpire.services.services import Services

SIDE, OTHER = "dominators", "humans"
RAIDER: Final = Profile("raider", "easy")
WORDS: Final = "Come no nearer."
THINK: Final = ai_turns.think


def think(
    packed: bytes, led: ai_turns.AiSide, key: bytes, memory: GovernorMemory, sheet: tuple[SignedOrder, ...]
) -> ai_turns.Thought:
    """As the governor thinks, and it says something each turn, which in a duel it seldom has reason to."""
    thought = THINK(packed, led, key, memory, sheet)
    return changed(thought, heard=(AiMessage(OTHER, "threat", WORDS),))


@contextlib.contextmanager
def speaking() -> Iterator[None]:
    """With a governor that says something each turn."""
    with mock.patch.object(ai_turns, "think", think):
        yield


async def prepare(services: Services, manual_clock: ManualClock) -> str:
    """A running duel just before its deadline, one seat of it led by the bot."""
    game = await begin(services)
    await seats.hold_open(services, master(game), SIDE)
    await ai_sides.assign_ai(services, game.id, SIDE, RAIDER, "seat", "9")
    await order(services, game, OTHER)
    await ready(services, game, OTHER)
    return game.id


async def live(life: Life) -> None:
    """Until the second turn is governed and all letters are sent."""

    async def over() -> bool:
        async with life.services.storage.reading() as tx:
            done = await governors.bot_turns_of(tx, life.ground.game, 2)
        return bool(done) and (await life.game()).turn > 1 and await life.is_quiet()

    await life.until(over)


async def faults(there: Remains) -> None:
    async with there.services.storage.reading() as tx:
        memory = GovernorMemory()
        for turn in there.turns[1:]:
            given = await orders.of_side(tx, there.game, turn.turn, SIDE)
            [made] = await governors.bot_turns_of(tx, there.game, turn.revision)
            # The first state of a turn: the last one may have the new salts of seats that changed hands.
            begun = next(
                key for key in await snapshots.of_revision(tx, there.game, turn.revision) if key.phase == "start"
            )
            packed = await snapshots.load_packed(tx, begun)
            key = ai_turns.key_of(turn.seed, SIDE)
            again = await asyncio.to_thread(ai_turns.think, packed, ai_turns.AiSide(SIDE, RAIDER), key, memory, ())
            there.check(made.plan == again.plan, f"turn {turn.turn} is not governed as it would have been")
            there.check([o.order for o in given] == [o.order for o in made.plan.orders], f"turn {turn.turn}: {given}")
            there.check({(o.entered_by, o.withdrawn_at) for o in given} == {(GOVERNOR_USER_ID, None)}, given)
            memory = made.memory
        first = {row.id for row in await orders.of_side(tx, there.game, 1, SIDE)}
    there.check_turns((1, "published"), (2, "open"))
    there.check_acts({"orders.governed": 2, "turn.resolved": 1, "message.sent": 2})
    resolved = {signed.id for signed in decode_signed(there.turns[1].orders or b"[]")}
    there.check(first <= resolved and len(first) > 1, f"ordered {first}, resolved {resolved}")
    said = [letter_of(row) for row in there.letters if WORDS in letter_of(row).text]
    there.check(Counter(letter.side for letter in said) == {OTHER: 2, "": 2}, said)
    await there.check_replay(1)


if __name__ == "__main__":
    main(Story(prepare, live, faults, around=speaking))
