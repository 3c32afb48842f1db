"""Kills a program while a battle of a campaign is fought by its players: `... harness.kills.fought DIR KILLS SEED` (see `kit`).

A life has the clock resolve an overdue turn, which comes to a battle; the game master has its players fight it, the tactical
game is made in its thread, one captain is done and the other gives it up; what came of it is read back and the month goes on to
its end. There is one tactical game, with one result; the battle has one outcome, and the turn one result, as if nobody had been
killed.
"""

from collections import Counter
from typing import Final

from harness.kills.battles import FIRST, live_with, prepare
from harness.kills.kit import Life, Remains, Story, main
from rules.values import GameError, WrongPhaseError
from storage import audit, battles, games, outbox, turns
from tests.umpire.battle_step import battles_every_month
from tests.umpire.campaign.fought_table import THREAD, open_all
from tests.umpire.table import PLAYERS, master
from umpire.battle import plots
from umpire.campaign.turn import battle_outcomes
from umpire.games.games import Game
from umpire.games.seat import Seat
from umpire.services.services import Services

LOSERS: Final = "humans"


async def live(life: Life) -> None:
    """Until the second turn is open and all letters are sent."""
    await live_with(life, fight)


async def fight(services: Services, game: Game) -> None:
    """What people do: the game master has the battle fought, a thread is made for it, the captains answer."""
    row = (await battle_outcomes.battles_of(services, master(game))).battle(FIRST)
    if not row.tactical:
        await battle_outcomes.have_fought(services, master(game), FIRST, fight=True, idempotency_key="fight")
    await open_all(services)
    row = (await battle_outcomes.battles_of(services, master(game))).battle(FIRST)
    if row.has_tactical_game and row.state == "waiting":
        async with services.storage.reading() as tx:
            tactical = await games.find(tx, row.tactical)
        assert tactical is not None
        for camp, side in tactical.scenario["part_of"]["captains"].items():
            await answer(services, Seat(tactical.id, camp, PLAYERS[side]), gives_up=side == LOSERS)


async def answer(services: Services, seat: Seat, *, gives_up: bool) -> None:
    """A captain who is asked says that he is done, or gives up."""
    here = await plots.sight(services, seat.game_id, seat.side)
    if here.over or not here.standing.asked:
        return
    stop = here.standing.result.stop
    try:
        if gives_up:
            await plots.concede(services, seat, here, "give up")
        else:
            await plots.done(services, seat, stop, f"{seat.side} {stop}")
    except (WrongPhaseError, GameError):
        return


async def faults(there: Remains) -> None:
    async with there.services.storage.reading() as tx:
        (battle,) = await battles.of_revision(tx, there.game, 1)
        made = [row for row in await games.of_guild(tx, 1) if row.id != there.game]
        tactical_games = [await turns.of_game(tx, row.id) for row in made]
        said = [row for tactical in made for row in await outbox.of_game(tx, tactical.id)]
        fought = Counter([act.action for row in made for act in await audit.whole(tx, row.id)])
    there.check_turns((1, "published"), (2, "open"))
    there.check_acts(
        {"turn.waits": 1, "battle.tactical": 1, "battle.opened": 1, "battle.settled": 1, "turn.resolved": 1}
    )
    there.check([(row.status, row.channel_id) for row in made] == [("finished", THREAD)], made)
    there.check([battle.tactical] == [row.id for row in made], battle.tactical)
    there.check(battle.outcome is not None and battle.outcome.method == "fought", battle.outcome)
    ended = [(0, "published"), (1, "published"), (2, "open")]
    there.check([[(t.turn, t.state) for t in tactical] for tactical in tactical_games] == [ended], tactical_games)
    once = {
        "game.created": 1,
        "game.opened": 1,
        "seat.taken": 2,
        "tactical.done": 1,
        "tactical.sent": 1,
        "turn.resolved": 1,
    }
    there.check_acts(once, fought)
    for game in (there.game, battle.tactical):
        await there.check_replay(1, game)
    for one in (there.letters, said):
        sent = [row.message_id or 0 for row in one if row.target["kind"] == "channel"]
        there.check(sent == sorted(sent), f"out of order: {sent}")
    there.letters = sorted([*there.letters, *said], key=lambda row: row.message_id or 0)


if __name__ == "__main__":
    main(Story(prepare, live, faults, around=battles_every_month))
