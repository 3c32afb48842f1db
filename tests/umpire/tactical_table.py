"""A battle to play in the umpire: a duel between two players, begun, answered and played on."""

from collections.abc import Sequence
from typing import TypedDict

from rules.pentagon_war.notation.read import parse_programme
from rules.pentagon_war.orders import Continue, SetProgramme
from rules.pentagon_war.shipyard.notation import FOLDER, library
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn.setup import new_battle
from rules.values import changed
from storage import tactical_orders
from storage.tactical_orders import SentRow
from tests.umpire.sweeping import sweep
from umpire.battle import setup
from umpire.battle.codec import BATTLE_CODEC
from umpire.battle.kind import BATTLES, moment_of
from umpire.games import seats
from umpire.games.games import Game, require_game
from umpire.games.options import Schedule
from umpire.games.seat import Seat
from umpire.services.services import Services
from umpire.tactical import course, player_actions
from umpire.tactical.undo import reopen_sheets
from umpire.tactical_kinds.known import KINDS

HOST, X, Y = 7, 101, 102


class Room(TypedDict):
    """Where a battle is played."""

    guild_id: int
    channel_id: int


PLACE = Room(guild_id=1, channel_id=900)


def scenario(name: str = "duel") -> Battle:
    """A ready-made battle of the library."""
    return new_battle((FOLDER / f"{name}.toml").read_text(), library())


async def create_battle(
    services: Services,
    *,
    guild_id: int,
    channel_id: int,
    name: str,
    battle: Battle,
    host: int,
    schedule: Schedule | None = None,
) -> Game:
    """A battle whose sides are free."""
    return await course.create_gathering(
        services,
        BATTLES,
        setup.set_up_of(battle),
        guild_id=guild_id,
        channel_id=channel_id,
        name=name,
        host=host,
        schedule=schedule,
    )


async def begun(
    services: Services, *players: int, schedule: Schedule | None = None, battle: Battle | None = None
) -> tuple[str, list[Seat]]:
    """A battle (the duel) whose first sides have these players; its host is `HOST`."""
    battle = battle or scenario()
    game = await create_battle(services, **PLACE, name="Duel", battle=battle, host=HOST, schedule=schedule)
    held = [await seats.take(services, game.id, user, side) for user, side in zip(players, battle.sides, strict=False)]
    await setup.begin(services, host(game.id))
    return game.id, held


def host(game: str) -> Seat:
    """The host's own seat."""
    return Seat(game, "", HOST, is_gm=True)


def near(battle: Battle, hexes: int = 6) -> Battle:
    """A duel whose second craft is so far ahead of the first, so that there is fire from the beginning."""
    first, second = battle.craft.values()
    there = changed(second, at=changed(first.at, r=first.at.r - hexes))
    return changed(battle, craft={**battle.craft, second.id: there})


async def plot(services: Services, seat: Seat, craft: str, text: str) -> None:
    """Send a programme for the open turn."""
    here = await player_actions.tactical_status(services, seat.game_id, seat.side)
    plan = parse_programme(text, craft, here.case.turn.turn)
    await player_actions.send(services, seat, (BATTLE_CODEC.orders.encode(SetProgramme(plan)),))


async def say_done(services: Services, seat: Seat) -> player_actions.TacticalStatus:
    """The side's captain says that he is done with the present stop."""
    here = await player_actions.tactical_status(services, seat.game_id, seat.side)
    order = BATTLE_CODEC.orders.encode(Continue(moment_of(here.result.stop)))
    await player_actions.done(services, seat, order, here.result.stop)
    return await player_actions.tactical_status(services, seat.game_id, seat.side)


async def play_on(services: Services, held: Sequence[Seat], turns: int = 1) -> None:
    """So many whole turns, every captain done with every stop at once."""
    first = (await player_actions.tactical_status(services, held[0].game_id)).case.turn.turn
    while True:
        here = await player_actions.tactical_status(services, held[0].game_id)
        if here.case.game.status == "finished" or here.case.turn.turn >= first + turns:
            return
        for seat in held:
            if any(one.side == seat.side for one in here.result.asked):
                await say_done(services, seat)
        await sweep(services)


async def take_back_a_concession(services: Services, game: str) -> list[SentRow]:
    """Open turn 1 of any tactical game anew, in which one side gave up; what stands of what was sent. The concession does not;
    all is kept on record."""
    async with services.storage.transaction() as tx:
        kind = KINDS[(await require_game(tx, game)).system]
        before = await tactical_orders.of_turn(tx, game, 1)
        await reopen_sheets(tx, game, 1, services.seconds(), "undone")
        after = await tactical_orders.of_turn(tx, game, 1)
    assert [kind.gives_up(row.order) for row in before].count(True) == 1
    assert [row.order for row in after] == [row.order for row in before]
    standing = [row for row in after if row.withdrawn_at is None]
    assert not any(kind.gives_up(row.order) for row in standing)
    return standing
