"""What the clock looks at, of many games at once: a few queries for all of them instead of dozens for each."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import BindParameter, Select, bindparam, func, literal, select, union_all

from storage.absences import AttendanceRow, away
from storage.audit import LEFT_SERVER, user_in
from storage.columns import Document
from storage.db import Transaction
from storage.deadlines import DEADLINE_UNFINISHED, DeadlineRow
from storage.games import GameRow
from storage.queries import every
from storage.schema import (
    absences,
    attendance,
    battle_outcomes,
    deadlines,
    games,
    problems,
    seats,
    sheets,
    snapshots,
    turns,
)
from storage.seats import SeatRow
from storage.sheets import SheetRow
from storage.turns import TURN_ROW, TurnRow

_IDS: Final[BindParameter[Any]] = bindparam("ids", expanding=True)
_BRIEF: Final = select(
    *(literal({}, Document).label("scenario") if column is games.c.scenario else column for column in games.columns)
)
_UNDER_WAY: Final = select(games.c.id).where(games.c.status.in_(("running", "paused"))).order_by(games.c.id)


def _now(query: Select[Any], table: Any) -> Select[Any]:
    """Of these games, what is of the revision that each is at."""
    return query.join(games, (games.c.id == table.c.game) & (games.c.revision == table.c.revision)).where(
        games.c.id.in_(_IDS)
    )


_GAMES: Final = _BRIEF.where(games.c.id.in_(_IDS)).order_by(games.c.created_at, games.c.id)
_TURNS: Final = _now(TURN_ROW, turns)
_DEADLINES: Final = _now(select(deadlines), deadlines).where(DEADLINE_UNFINISHED).order_by(deadlines.c.id)
_SHEETS: Final = _now(select(sheets), sheets).order_by(sheets.c.side)
_SEATS: Final = select(seats).where(seats.c.game.in_(_IDS)).order_by(seats.c.game, seats.c.side, seats.c.slot)
_KEPT: Final = select(attendance).where(attendance.c.game.in_(_IDS)).order_by(attendance.c.side)
_SNAPSHOTS: Final = _now(
    select(snapshots.c.game, snapshots.c.phase, func.max(snapshots.c.seq).label("last")), snapshots
).group_by(snapshots.c.game, snapshots.c.phase)
_BATTLES: Final = _now(
    select(battle_outcomes.c.game, battle_outcomes.c.battle, battle_outcomes.c.state, battle_outcomes.c.deadline),
    battle_outcomes,
).order_by(battle_outcomes.c.battle)
_AWAY: Final = away(absences.c.guild == games.c.guild_id, seats.c.game.in_(_IDS), bindparam("now"))
_ABSENCES: Final = (
    select(seats.c.game, literal("").label("subject"))
    .distinct()
    .join(games, games.c.id == seats.c.game)
    .join(absences, (absences.c.user_id == seats.c.user_id) & (absences.c.guild == games.c.guild_id))
    .where(
        seats.c.game.in_(_IDS),
        (absences.c.game == "") | (absences.c.game == seats.c.game),
        absences.c.until > bindparam("now"),
    )
)


_GONE: Final = select(problems.c.game, problems.c.subject).where(
    problems.c.game.in_(_IDS), problems.c.kind == LEFT_SERVER, problems.c.mended_at.is_(None)
)


_PEOPLE: Final = union_all(_ABSENCES, _GONE)
"""Games with an absence that is not over (the subject is ""), and with somebody who is not on the server."""


@dataclass(slots=True)
class GameBrief:
    """How a game stands; its row has no scenario (a long document, which nobody needs to see whether something is to be done).

    `deadline` is the one that is to come or was just claimed, `fights` changes whenever one of the turn's battles does, and
    `numbers` are those of the last snapshots of the turn by phase. `away` are sides with their users who are away now,
    `absences` whether anybody in it is or will be, `gone` users who are not on its server any more.
    """

    game: GameRow
    turn: TurnRow | None = None
    deadline: DeadlineRow | None = None
    sheets: dict[str, SheetRow] = field(default_factory=dict)
    seats: list[SeatRow] = field(default_factory=list)
    kept: list[AttendanceRow] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)
    fights: str = ""
    away: set[tuple[str, int]] = field(default_factory=set)
    absences: bool = False
    gone: set[int] = field(default_factory=set)


async def games_without_scenarios(tx: Transaction, ids: Collection[str]) -> tuple[GameRow, ...]:
    """These games' rows without their scenarios, the oldest first."""
    return await every(tx, GameRow, _GAMES, {"ids": list(ids)})


async def under_way(tx: Transaction) -> tuple[str, ...]:
    """The ids of all games that have begun and are not over."""
    return tuple([row.id for row in await tx.execute(_UNDER_WAY)])


async def game_briefs(tx: Transaction, ids: Collection[str], now: int) -> Sequence[GameBrief]:
    """How these games stand at this moment, the oldest first; one that is gone is left out."""
    given: dict[str, Any] = {"ids": list(ids)}
    found = {row.id: GameBrief(row) for row in await every(tx, GameRow, _GAMES, given)}
    for turn in await every(tx, TurnRow, _TURNS, given):
        found[turn.game].turn = turn
    for deadline in await every(tx, DeadlineRow, _DEADLINES, given):
        found[deadline.game].deadline = deadline
    for sheet in await every(tx, SheetRow, _SHEETS, given):
        found[sheet.game].sheets[sheet.side] = sheet
    for seat in await every(tx, SeatRow, _SEATS, given):
        found[seat.game].seats.append(seat)
    for kept in await every(tx, AttendanceRow, _KEPT, given):
        found[kept.game].kept.append(kept)
    for row in await tx.execute(_SNAPSHOTS, given):
        found[row.game].numbers[row.phase] = row.last
    for row in await tx.execute(_BATTLES, given):
        found[row.game].fights += f" {row.battle}:{row.state}:{row.deadline or 0}"
    for row in await tx.execute(_AWAY, given | {"now": now}):
        found[row.game].away.add((row.side, row.user_id))
    for row in await tx.execute(_PEOPLE, given | {"now": now}):
        found[row.game].absences = found[row.game].absences or not row.subject
        if (user := user_in(row.subject)) is not None:
            found[row.game].gone.add(user)
    return tuple(found.values())
