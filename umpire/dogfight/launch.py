"""Making a dogfight from a scenario and a pilot's wishes, and beginning it."""

from dataclasses import replace
from typing import Final

from rules.air_force.setup import Wishes, new_dogfight
from rules.dice import SEED_BYTES, Dice
from rules.errors import GameError, NotYoursError
from storage import audit, seats, snapshots
from storage.bout_codec import DOGFIGHT_CODEC
from storage.codec import pack, unpack
from umpire.bout_kinds.dogfight import DOGFIGHT
from umpire.bouts.course import SetUp, advance, create_bout, in_setup, open_first, require_host
from umpire.games.audit import note
from umpire.games.games import Game, end, get_game
from umpire.games.seat import Seat
from umpire.services.services import Services

CHALLENGED: Final = "bout.challenged"


def check_wishes(scenario: str, wishes: Wishes) -> None:
    """GameError for a scenario, aircraft or number of bandits that there is not."""
    new_dogfight(scenario, wishes, Dice(bytes(SEED_BYTES), "wishes", 0))


async def create_dogfight(
    services: Services,
    *,
    guild_id: int,
    channel_id: int,
    name: str,
    scenario: str,
    wishes: Wishes,
    host: int,
    challenged: int | None = None,
) -> Game:
    """Make a dogfight: its sides are free, its first turn is not open. The sun is rolled for where it is left open (JET-X19).

    Of a fight for two, only who was `challenged` may take the other side.

    GameError: a scenario, aircraft or number of bandits that there is not, or another game is on in that channel.
    """

    def set_up(dice: Dice) -> SetUp:
        fight = new_dogfight(scenario, wishes, dice)
        sides = tuple((side.id, side.name) for side in fight.sides.values())
        return SetUp(sides, fight.title, DOGFIGHT_CODEC.write(fight))

    game = await create_bout(services, DOGFIGHT, set_up, guild_id, channel_id, name, host)
    if challenged is not None:
        async with services.storage.transaction() as tx:
            await note(tx, services, game.id, str(host), CHALLENGED, user=challenged)
    return game


async def check_challenged(services: Services, game_id: str, user_id: int) -> None:
    """NotYoursError for anybody but the pilot who was challenged, if one was."""
    async with services.storage.reading() as tx:
        acts = await audit.of_actions(tx, game_id, CHALLENGED)
    if acts and acts[-1].detail.get("user") != user_id:
        raise NotYoursError("Somebody else was challenged to this dogfight; /dogfight new begins one of your own.")


async def begin_dogfight(services: Services, seat: Seat) -> Game:
    """Open the first turn; jets of sides that nobody has taken fly by the doctrine. GameError: nobody flies at all."""
    require_host(seat)
    async with services.storage.transaction() as tx:
        row = await in_setup(tx, seat.game_id)
        held = tuple(s.side for s in await seats.of_game(tx, row.id) if s.side and s.user_id is not None)
        if not held:
            raise GameError("Nobody flies in this dogfight yet; /dogfight join takes a side.")
        key = await snapshots.require(tx, row.id, 0)
        fight = replace(DOGFIGHT_CODEC.read(unpack(await snapshots.load_packed(tx, key))), players=held)
        await open_first(tx, services, row, fight.now.turn, pack(DOGFIGHT_CODEC.write(fight)), seat.actor)
    await advance(services, seat.game_id, seat.actor, fight.now.turn)
    return await get_game(services, seat.game_id)


async def call_off(services: Services, seat: Seat) -> Game:
    """End a dogfight that has not begun. WrongPhaseError: it has."""
    require_host(seat)
    async with services.storage.transaction() as tx:
        row = await in_setup(tx, seat.game_id)
        await end(tx, services, row, seat.actor, "called off")
    return await get_game(services, seat.game_id)
