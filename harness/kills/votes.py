"""Kills a program while players vote on taking a turn back: `... harness.kills.votes DIR KILLS SEED` (see `kit`).

A turn is published, in a campaign whose game master may play. In a life the game master asks for it back, and the players say
yes, one after the other; the second yes takes it back and closes the vote, or the clock does after a crash between the two. Each
is done once, no word that was given is lost, and everybody reads that the vote was carried.
"""

from datetime import timedelta
from typing import Final

from harness.kills.kit import Life, Remains, Story, main
from playtest.clock import ManualClock
from storage import votes
from storage.votes import VoteRow
from tests.umpire.table import PLAYERS, SUNDAY, begin, master, order, player
from umpire.campaign.gm import player_votes
from umpire.campaign.gm.undo_consent import take_back
from umpire.campaign.turn.turns import advance
from umpire.games.options import Options
from umpire.outbox.outbox import letter_of
from umpire.services.services import Services

OPTIONS: Final = Options(gm="book", wall=True, solo=True)
MADE: Final = SUNDAY - timedelta(days=4)
BEGINS: Final = MADE + timedelta(hours=2, seconds=5)
REF: Final = "undo-2"
WITHIN: Final = 170
"""About so many points lie between the last word and the closing of the vote."""
REASON: Final = "A slip of the pen"


async def prepare(services: Services, manual_clock: ManualClock) -> str:
    """A running duel in its second turn, each side with an order in the first."""
    game = await begin(services, options=OPTIONS)
    for side in PLAYERS:
        await order(services, game, side)
    await advance(services, game.id, master(game), "test", 1)
    return game.id


async def open_vote(services: Services, game: str) -> VoteRow | None:
    """The vote, if there is one."""
    async with services.storage.reading() as tx:
        return await votes.find(tx, game, REF)


def end_within(life: Life) -> None:
    """Have a life that is to be killed end between the last word and the closing of the vote, once on each ground."""
    if life.points.deadly and "ended within" not in life.ground.confirmed():
        life.ground.confirm("ended within")
        life.points.deadly = life.points.passed + 1 + life.points.deadly % WITHIN


async def live(life: Life) -> None:
    """Until the first turn is open again, the vote is closed, and all letters are sent."""

    async def over() -> bool:
        game, vote = await life.game(), await open_vote(life.services, life.ground.game)
        if vote is None:
            await take_back(life.services, master(game), REASON, 2)
        elif silent := [side for side in PLAYERS if side not in vote.ballots]:
            if len(silent) == 1:
                end_within(life)
            await player_votes.vote(life.services, player(game, silent[0]), REF, "yes")
        return vote is not None and vote.state != "open" and await life.is_quiet()

    await life.until(over)


async def faults(there: Remains) -> None:
    vote = await open_vote(there.services, there.game)
    there.check(vote is not None and vote.state == "carried", vote)
    there.check(vote is not None and vote.ballots == dict.fromkeys(PLAYERS, "yes"), vote)
    there.check_turns((1, "undone"), (2, "undone"), (1, "open"))
    once = dict.fromkeys(("undo.asked", "turn.undone", "vote.closed"), 1)
    there.check_acts({**once, "vote.cast": len(PLAYERS)})
    undone = [row for row in there.log if row.action == "turn.undone"]
    there.check([row.actor for row in undone] == [player_votes.COUNCIL], undone)
    posts = [message["text"] for message in there.messages() if "take a turn back" in message["text"]]
    there.check(len(posts) == 1 and "**Carried**: the turn is taken back." in posts[0], posts)
    told = [letter_of(row).text for row in there.letters if "turn 1 is undone" in letter_of(row).text]
    there.check(len(told) == 1 and REASON in told[0], told)


if __name__ == "__main__":
    main(Story(prepare, live, faults, made=MADE, begins=BEGINS))
