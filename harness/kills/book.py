"""Kills a program while the book has its word: `... harness.kills.book DIR KILLS SEED` (see `kit`).

A turn stands as a draft, with questions that nobody has answered in time: what a player asked in plain words, and a world that
mining has harmed; and a design waits. In a life the clock has the book approve the design, answer what was asked, change the
world and settle that, and publish the turn. Each is done once, and read once by whom it is for.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Final

import pytest

from harness.kills.kit import Life, Remains, Story, main
from playtest.clock import ManualClock
from rules.cluster_war.chapters.colonies import mining_strain
from rules.cluster_war.chapters.colonies.amendments import ChangeWorld
from rules.cluster_war.model.unit_design.sheet import UnitText
from rules.cluster_war.model.working.turn_state import TurnState
from rules.cluster_war.turn import month as months
from storage import documents, events, snapshots
from storage.codec import decode_state, unpack
from tests.umpire.table import SUNDAY, THREADS, begin, master, order, player
from umpire.campaign.designs import drawings
from umpire.campaign.turn.turns import advance
from umpire.campaign.views import side_views
from umpire.games.options import Options
from umpire.services.services import Services

SIDE, OTHER = "humans", "dominators"
ASKED: Final = "May we open the old vault?"
OPTIONS: Final = Options(review=True, book_hours=2)
MADE: Final = SUNDAY - timedelta(days=4)
BEGINS: Final = MADE + timedelta(hours=2, seconds=5)


def harm(turn: TurnState, week: int) -> None:
    """Have mining harm the world of the Humans' home in the second week."""
    if week == turn.first_week + 1:
        home = turn.sides[SIDE].home
        colony = next(one for one in turn.colonies.values() if one.side == SIDE and one.hex == home)
        world = turn.cluster.systems[home].bodies[colony.orbit - 1]
        mining_strain._ask(turn, home, colony.orbit, world, (SIDE,), "surface pitted")


@contextmanager
def harmed() -> Iterator[None]:
    """Months have that harm meanwhile."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(months, "WEEKLY", (*months.WEEKLY, harm))
        yield


async def prepare(services: Services, manual_clock: ManualClock) -> str:
    """A running duel whose first turn is a draft, with two questions and a design that wait."""
    game = await begin(services, options=OPTIONS)
    await order(services, game, SIDE, ASKED)
    seat = player(game, SIDE)
    view = await side_views.view(services, seat)
    assert view.me is not None
    hull = next(d.hull for d in view.me.designs.values() if d.kind == "ship")
    await drawings.draw(services, seat, UnitText("WI", "Wisp", "ship", hull, "Bridge\nDrive 2G\nLRS"))
    await drawings.send(services, seat, "WI")
    await advance(services, game.id, master(game), "test", 1)
    return game.id


async def live(life: Life) -> None:
    """Until the turn is published and all letters are sent."""

    async def over() -> bool:
        return (await life.game()).turn_state == "open" and await life.is_quiet()

    await life.until(over)


async def faults(there: Remains) -> None:
    async with there.services.storage.reading() as tx:
        made = [one.amendment for one in await events.amendments_of(tx, there.game, 1)]
        (paper,) = await documents.of_game(tx, there.game, "design")
        opened = there.turns[-1].revision
        state = decode_state(unpack(await snapshots.load_packed(tx, await snapshots.require(tx, there.game, opened))))
    there.check_turns((1, "published"), (2, "open"))
    there.check_acts({"turn.resolved": 1, "turn.published": 1, "amended": 4})
    there.check(sum(isinstance(one, ChangeWorld) for one in made) == 1, made)
    there.check([type(one).__name__ for one in made].count("Settle") == 2, made)
    there.check(paper.state == "approved" and "WI" in state.sides[SIDE].designs, paper)
    answers = {q.rule: q.answer for q in state.questions if q.settled_turn}
    there.check(len(answers) == 2 and all(text.startswith("Default ruling") for text in answers.values()), answers)
    await there.check_replay(1)
    for words in ("New design: Wisp", "Default ruling, CW-7.1-07", "Default ruling, CW-4.1-10"):
        read = [message["to"][1] for message in there.messages() if words in message["text"]]
        there.check(read.count(THREADS[SIDE]) == 1 and THREADS[OTHER] not in read, (words, read))


if __name__ == "__main__":
    main(Story(prepare, live, faults, made=MADE, begins=BEGINS, around=harmed))
