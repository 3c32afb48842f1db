"""What commands do with capsules: export, verify and import them, and split one that is larger than a message takes.

Each part begins with a line that says which of how many it is. Without those lines, one after the other, the parts are the
capsule. They are joined in any order, as several files or as one.
"""

import hashlib
from collections.abc import Sequence
from typing import Final

import msgspec

from rules.values import GameError, NotYoursError, WrongPhaseError
from umpire.capsules.capsule import BROKEN_ERRORS, MOST_BYTES, read_capsule
from umpire.capsules.capsule_export import export
from umpire.capsules.capsule_import import ImportTarget, add_game
from umpire.capsules.capsule_replay import Replayed, Verification, consistent, examine
from umpire.games.games import Game, get_game, is_open, require_game, tells_all
from umpire.games.seat import Seat, require_gm
from umpire.games.seat_history import note_export
from umpire.services.services import Services
from umpire.systems.contract import EVERYONE
from umpire.systems.known import system_of

PART_FORMAT: Final = "admiralty-capsule-part-1"
PART_PREFIX: Final = b'{"format":"admiralty-capsule-part-'
HEAD_BYTES: Final = 256
"""More than the first line of a part takes."""
MOST_PARTS: Final = 1000


class PartHead(msgspec.Struct, frozen=True):
    """The first line of a part: its number (from 1), of how many, its own bytes, and the SHA-256 of the whole capsule."""

    format: str
    part: int
    of: int
    bytes: int
    sha256: str


def split_capsule(data: bytes, most: int) -> tuple[bytes, ...]:
    """A capsule as it is if it has at most `most` bytes, or else in parts of at most so many."""
    if len(data) <= most:
        return (data,)
    room = max(most - HEAD_BYTES, 1)
    pieces = [data[at : at + room] for at in range(0, len(data), room)]
    digest = hashlib.sha256(data).hexdigest()
    heads = [PartHead(PART_FORMAT, number, len(pieces), len(piece), digest) for number, piece in enumerate(pieces, 1)]
    return tuple(msgspec.json.encode(head) + b"\n" + piece for head, piece in zip(heads, pieces, strict=True))


def join_capsule(files: Sequence[bytes]) -> bytes:
    """The capsule that these files are, one or several, each of them whole or any number of parts, in any order.

    GameError names what is missing: a part, the end of one, or that they belong together.
    """
    if not any(data.startswith(PART_PREFIX) for data in files):
        if len(files) != 1:
            raise GameError(f"A capsule is one file, or its parts; these are {len(files)} files that are not parts.")
        return files[0]
    found: dict[int, bytes] = {}
    heads: list[PartHead] = []
    for data in files:
        heads += _read_parts(data, found)
    first = heads[0]
    if any((head.of, head.sha256) != (first.of, first.sha256) for head in heads):
        raise GameError("These are parts of different capsules; name those of one.")
    missing = [str(number) for number in range(1, first.of + 1) if number not in found]
    if missing:
        which = f"part {missing[0]} is" if len(missing) == 1 else f"parts {', '.join(missing)} are"
        raise GameError(f"This capsule has {first.of} parts, and {which} missing; name all of them.")
    whole = b"".join(found[number] for number in sorted(found))
    if hashlib.sha256(whole).hexdigest() != first.sha256:
        raise GameError("These parts do not make the capsule that they were taken from: one of them is damaged.")
    return whole


def _read_parts(data: bytes, found: dict[int, bytes]) -> list[PartHead]:
    """The heads of all parts in a file; what follows each goes into `found`."""
    heads: list[PartHead] = []
    at = 0
    while at < len(data):
        line, _, _ = data[at : at + HEAD_BYTES].partition(b"\n")
        try:
            head = msgspec.json.decode(line, type=PartHead)
        except BROKEN_ERRORS as wrong:
            raise GameError("One of these files is no part of a capsule, or is damaged.") from wrong
        if (
            head.format != PART_FORMAT
            or not 1 <= head.part <= head.of <= MOST_PARTS
            or not 0 <= head.bytes <= MOST_BYTES
        ):
            raise GameError("One of these files is a part that this version does not know.")
        at += len(line) + 1
        piece = data[at : at + head.bytes]
        if len(piece) != head.bytes:
            raise GameError(f"Part {head.part} of {head.of} is cut off at its end; fetch it once more.")
        found[head.part] = piece
        heads.append(head)
        at += head.bytes
    return heads


async def export_capsule(services: Services, seat: Seat | str, *, secret: bool = False) -> bytes:
    """A game as a capsule: the whole for the game master, their own part for a player.

    A tactical game's host may have a side in it: they get their side's part, or what everybody may know. Once it is over,
    everybody who sits in it gets the whole. With the game's id instead of a seat it is the operator who asks. `secret`
    adds seeds and words of the open turn, so that the game goes on with the very same dice; it is for the operator
    alone, never for a seat.
    """
    if isinstance(seat, Seat) and secret:
        raise NotYoursError("Seeds that are still secret are for the operator's backup alone.")
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
    place = ImportTarget(guild_id, channel_id, gm_user_id, keep_players)
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
