"""Who is named in a letter: by what each person wants, and by an allowance a turn that a busy game cannot overdraw.

A letter that names nobody arrives all the same. A person's preference is theirs in one server and belongs to no seat: a game that
they join tomorrow knows it already, and a player who takes a seat over brings their own.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from rules.values import Value
from storage import absences, games, notifications
from storage.db import Transaction
from storage.notifications import PingPreference, PingRow
from umpire.services.services import Services

PingKind: TypeAlias = Literal["", "result", "reminder", "last", "sooner", "message", "turn", "problem", "digest"]
"""What somebody is named for: a turn's result; a reminder, the last one before a deadline; a deadline that comes sooner than
was said; words of the game master, of another player or to the game master; a tactical game that waits for them; a fault that
the game master must mend; a digest that they asked for. "" is a letter whose mentions stand as they are."""
HOUR_SECONDS: Final = 3600
LONGEST_ALLOWANCE_SECONDS: Final = 7 * 24 * HOUR_SECONDS
"""An allowance is for a turn, or for so many seconds of a turn that lasts longer."""
FEW_PINGS: Final[frozenset[PingKind]] = frozenset({"result", "last", "sooner", "problem"})
"""What those who want few are named for, and the first time that a tactical game waits for them in a turn."""


async def preference_of(services: Services, guild: int, user: int) -> PingPreference:
    """What somebody wants to be named for in all games of a server; everything, until they say otherwise."""
    async with services.storage.reading() as tx:
        return await notifications.ping_preference(tx, guild, user)


async def set_preference(services: Services, guild: int, user: int, wanted: PingPreference) -> None:
    """Keep it; letters that wait already go by it, too, where it is "none"."""
    async with services.storage.transaction() as tx:
        await notifications.set_ping_preference(tx, guild, user, wanted, services.seconds())


class Allowance(Value):
    """How often one person is named for one kind of thing in a turn, and how many seconds apart at least."""

    most: int
    apart: int = 0


ALLOWANCES: Final[Mapping[PingKind, Allowance]] = {
    "result": Allowance(1),
    "reminder": Allowance(1),
    "last": Allowance(2),
    "sooner": Allowance(2),
    "message": Allowance(3, HOUR_SECONDS),
    "turn": Allowance(12),
    "problem": Allowance(3, 6 * HOUR_SECONDS),
    "digest": Allowance(8, 12 * HOUR_SECONDS),
}


class PingContext(Value):
    """What does not change while letters of a game are named: its server, its revision, and the (side, user) who are away."""

    guild: int
    revision: int
    away: frozenset[tuple[str, int]]


@dataclass(slots=True)
class Naming:
    """Letters that are named together, at one moment of one transaction: `counted` are those who were named and are not written
    down yet, `games` what was read of their games, None of one that is not there."""

    now: int
    counted: list[PingRow] = field(default_factory=list)
    games: dict[str, PingContext | None] = field(default_factory=dict)

    async def context_of(self, tx: Transaction, game_id: str) -> PingContext | None:
        """How a game stands, asked once."""
        if game_id not in self.games:
            row = await games.find(tx, game_id)
            away = frozenset() if row is None else await absences.sides_away(tx, row.guild_id, game_id, self.now)
            self.games[game_id] = None if row is None else PingContext(row.guild_id, row.revision, away)
        return self.games[game_id]


async def users_to_ping(
    tx: Transaction, naming: Naming, game_id: str, side: str, kind: PingKind, users: Sequence[int]
) -> tuple[int, ...]:
    """Those of the users who are named now: not who is away, wants it otherwise, or was named often enough. They are put behind
    those who were counted before them."""
    game, now, counted = await naming.context_of(tx, game_id), naming.now, naming.counted
    if game is None:
        return ()
    found: list[int] = []
    for user in dict.fromkeys(users):
        if any(user == one and side in {seat, ""} for seat, one in game.away):
            continue
        before = await notifications.pings_of_turn(tx, game_id, game.revision, user)
        just = [one for one in counted if (one.game, one.revision, one.user_id) == (game_id, game.revision, user)]
        mine = [one for one in (*before, *just) if one.kind == kind and abs(now - one.at) < LONGEST_ALLOWANCE_SECONDS]
        wish = await notifications.ping_preference(tx, game.guild, user)
        if wants(wish, kind, first=not mine) and _is_left(ALLOWANCES[kind], mine, now):
            counted.append(PingRow(game_id, game.revision, user, kind, now))
            found.append(user)
    return tuple(found)


async def still_named(tx: Transaction, guild_id: int, users: Sequence[int]) -> tuple[int, ...]:
    """Those of the users who have not said meanwhile that they want to be named for nothing on a server."""
    return tuple([user for user in users if await notifications.ping_preference(tx, guild_id, user) != "none"])


def wants(wish: PingPreference, kind: PingKind, *, first: bool) -> bool:
    """Whether a person with this wish is named for such a thing, the first of its kind in the turn or a later one."""
    match wish:
        case "all":
            return True
        case "few":
            return kind in FEW_PINGS or (kind == "turn" and first)
        case "none":
            return False


def _is_left(allowance: Allowance, before: Sequence[PingRow], now: int) -> bool:
    return len(before) < allowance.most and all(abs(now - one.at) >= allowance.apart for one in before)
