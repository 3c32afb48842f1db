"""What has been: turns and their dice, events and why they came out so, and games carried from place to place as capsules."""

import hashlib

from rules.errors import GameError, NotYoursError, WrongPhaseError
from umpire.capsules.capsule import read_capsule
from umpire.capsules.export import export
from umpire.capsules.importing import Place, add_game
from umpire.capsules.replay import Replayed, Verification, consistent, examine
from umpire.games.games import Game, get_game, is_open, require_game, tells_all
from umpire.games.seat import Seat, require_gm
from umpire.games.seat_history import note_export
from umpire.services.services import Services
from umpire.systems.contract import EVERYONE
from umpire.systems.known import system_of


async def export_capsule(services: Services, seat: Seat | str, *, secret: bool = False) -> bytes:
    """A game as a capsule: the whole for the game master, their own part for a player.

    A battle's host may have a side in it: they get their side's part, or what everybody may know. Once a battle is over,
    everybody who sits in it gets the whole. With the game's id instead of a seat it is the operator who asks. `secret`
    adds seeds and words of the open turn, so that the game goes on with the very same dice; it is for the operator
    alone, never for a seat.
    """
    if isinstance(seat, Seat) and secret:
        raise NotYoursError("Seeds that are not told yet are for the operator's backup alone.")
    game_id, side, user = (seat.game_id, seat.side, seat.user_id) if isinstance(seat, Seat) else (seat, "", 0)
    if isinstance(seat, Seat) and not side:
        require_gm(seat)
    async with services.storage.reading() as tx:
        row = await require_game(tx, game_id)
        if is_open(row):
            raise WrongPhaseError(f"**{row.name}** has no cluster yet, so there is nothing to export.")
        if isinstance(seat, Seat) and not system_of(row.system).host_knows_all:
            whole = row.status == "finished" and (seat.is_gm or tells_all(row))
            side = "" if whole else side or EVERYONE
        capsule = await export(tx, row, side=side, user=user, secret=secret)
    if isinstance(seat, Seat) and seat.is_gm and not side:
        await note_export(services, seat)
    return capsule


async def verify(services: Services, data: bytes) -> Verification:
    """Check a capsule's dice, and play it again if it holds the whole game. GameError if it cannot be read."""
    return await services.workers.run(_verify, data, urgent=True, seconds=patience(data))


async def import_capsule(
    services: Services, data: bytes, *, guild_id: int, channel_id: int, gm_user_id: int, keep_players: bool = False
) -> Game:
    """Make a new game that goes on where a capsule ends, after playing it all again; it is paused until resumed. The database
    is written to once all that is done, in one short transaction.

    GameError: no game master's capsule, damaged, or it does not come out the same; another game is on in the channel.
    """
    replayed = await services.workers.run(_replay, data, urgent=True, seconds=patience(data))
    place = Place(guild_id, channel_id, gm_user_id, keep_players)
    digest = hashlib.sha256(data).hexdigest()
    game_id = await add_game(services, read_capsule(data), replayed, place, digest)
    return await get_game(services, game_id)


def patience(data: bytes) -> float:
    """Seconds that playing a capsule again may take on a busy machine: two minutes, and five more for each whole MiB.

    Forty turns of four empires with 870 acts of the game master are 4 MiB, and took half a minute of a quiet core.
    """
    return 120 + 300 * (len(data) >> 20)


def _verify(data: bytes) -> Verification:
    capsule = read_capsule(data)
    with consistent("its turns"):
        return examine(capsule)[0]


def _replay(data: bytes) -> tuple[Replayed, ...]:
    capsule = read_capsule(data)
    if capsule.head.side:
        raise GameError("This is a player's capsule: it does not hold the whole game. Ask your game master for theirs.")
    with consistent("its turns"):
        checked, replayed = examine(capsule)
    if checked.differences:
        raise GameError(f"This capsule cannot be trusted. {checked.differences[0]}")
    if not replayed:
        raise GameError(f"This capsule is of another version. {checked.others[0]}")
    return replayed
