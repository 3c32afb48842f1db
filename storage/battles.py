"""Rows of battles for which a month waits: who takes part, by when, who commands, and what came of it.

They belong to a revision, as snapshots and sheets do: a turn that is played again meets its own battles. Whoever changes one
counts the game on (`games.bump`), so that of two writers one wins.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal, TypeAlias

from sqlalchemy import bindparam, delete, exists, func, insert, or_, select, update
from sqlalchemy.sql.elements import ColumnElement

from rules.cluster_war.chapters.combat.battle import Battle
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.model.state.war import BattleOutcome
from rules.values import Value, changed
from storage.away_servers import BOT_IS_HERE
from storage.codec import decode_value, encode_value
from storage.db import Transaction
from storage.queries import PreparedQuery, change_one, columns, number
from storage.schema import battle_outcomes, games, turns
from storage.turns import TURN_WAITS

BattleState: TypeAlias = Literal["waiting", "proxy", "settled"]
WANTED_MARK: Final = "+"
UNWANTED_MARK: Final = "-"
_ROWS = battle_outcomes.c
_TACTICAL_GAMES = games.alias("tactical_games")
_OF_REVISION = PreparedQuery(
    select(battle_outcomes)
    .filter_by(game=bindparam("game"), revision=bindparam("revision"))
    .order_by(_ROWS.round, _ROWS.battle)
)
_OPEN: ColumnElement[bool] = _ROWS.state != "settled"


class BattleRow(Value):
    """A battle and how it stands: `waiting` for its players or the game master, played by a `proxy` since its deadline is over,
    or `settled`. `round` is the stop of its month in which it came up, from 1.

    `commanders` says who commands each side, as the game master put it (CW-9.0-06); `settled_by` who settled it: a user's id or
    a part of the program. `frozen_at` is when the game was paused, while it is. `tactical` is the game in which its players
    fight it; or WANTED, UNWANTED where the game master said whether there is to be one; "" is as the battle's method has it.
    """

    game: str
    revision: int
    battle: str
    round: int
    fight: Battle
    state: BattleState
    commanders: Mapping[SideId, str]
    asked_at: int
    deadline: int | None = None
    frozen_at: int | None = None
    outcome: BattleOutcome | None = None
    settled_at: int | None = None
    settled_by: str = ""
    tactical: str = ""

    @property
    def wants_tactical_game(self) -> bool:
        """Whether it waits for a tactical game that is not made yet."""
        asked = self.tactical == WANTED_MARK or (not self.tactical and self.fight.method == "fought")
        return asked and self.state == "waiting"

    @property
    def has_tactical_game(self) -> bool:
        """Whether its players fight it in a game of its own, or have."""
        return self.tactical not in {"", WANTED_MARK, UNWANTED_MARK}


async def add(tx: Transaction, rows: Iterable[BattleRow]) -> None:
    """Insert battles."""
    kept = [_columns_of(row) for row in rows]
    if kept:
        await tx.execute(insert(battle_outcomes), kept)


async def add_settled(
    tx: Transaction,
    game: str,
    revision: int,
    round_: int,
    asked_at: int,
    fight: bytes,
    outcome: bytes,
    *,
    commanders: Mapping[str, str],
    at: int | None,
    by: str,
) -> None:
    """Insert a battle that was settled elsewhere, as it was encoded there; StorageError if damaged."""
    met, known = decode_value(Battle, fight), decode_value(BattleOutcome, outcome)
    row = BattleRow(
        game,
        revision,
        met.id,
        round=round_,
        fight=met,
        state="settled",
        commanders=commanders,
        asked_at=asked_at,
        outcome=known,
        settled_at=at,
        settled_by=by,
    )
    await add(tx, [row])


async def save(tx: Transaction, row: BattleRow) -> None:
    """Save how a battle stands; StaleStateError if it is gone."""
    query = update(battle_outcomes).filter_by(game=row.game, revision=row.revision, battle=row.battle)
    await change_one(tx, query.values(_columns_of(row)), f"battle {row.battle} of {row.game} is gone")


async def of_revision(tx: Transaction, game: str, revision: int) -> tuple[BattleRow, ...]:
    """The battles of one playing of a turn, in the order in which they came up."""
    return tuple([_read(row) for row in await _OF_REVISION.ask(tx, {"game": game, "revision": revision})])


async def of_turn(tx: Transaction, game: str, turn: int) -> tuple[BattleRow, ...]:
    """The battles of all playings of a turn, undone ones too, the latest playing first."""
    of_it = select(turns.c.revision).filter_by(game=game, turn=turn).scalar_subquery()
    query = select(battle_outcomes).filter_by(game=game).where(_ROWS.revision.in_(of_it))
    found = await tx.execute(query.order_by(_ROWS.revision.desc(), _ROWS.round, _ROWS.battle))
    return tuple([_read(row) for row in found])


async def forget(tx: Transaction, game: str, revision: int, after: int) -> None:
    """Delete the battles that came up after a round: what went before them comes out differently now."""
    await tx.execute(delete(battle_outcomes).filter_by(game=game, revision=revision).where(_ROWS.round > after))


async def count_open(tx: Transaction, game: str, revision: int) -> int:
    """How many battles of a revision are not settled."""
    query = select(func.count()).select_from(battle_outcomes).filter_by(game=game, revision=revision).where(_OPEN)
    return await number(tx, query) or 0


async def ready(tx: Transaction, now: int) -> tuple[tuple[str, int], ...]:
    """Running games, each with its turn, that wait for battles and need not: all are settled, or the time or the tactical game
    of one is over."""
    here = (battle_outcomes.c.game == games.c.id) & (battle_outcomes.c.revision == games.c.revision)
    fought = exists().where(_TACTICAL_GAMES.c.id == _ROWS.tactical, _TACTICAL_GAMES.c.status == "finished")
    over = or_(_ROWS.state == "proxy", _ROWS.deadline <= now, fought)
    query = (
        select(games.c.id, turns.c.turn)
        .join(turns, (turns.c.game == games.c.id) & (turns.c.revision == games.c.revision))
        .where(games.c.status == "running", TURN_WAITS)
        .where(or_(~exists().where(here, _OPEN), exists().where(here, _OPEN, over)))
        .order_by(games.c.id)
    )
    return tuple((row.id, row.turn) for row in await tx.execute(query))


async def unmade(tx: Transaction) -> tuple[BattleRow, ...]:
    """The battles of running games that wait for a tactical game to be made."""
    here = (games.c.id == _ROWS.game) & (games.c.revision == _ROWS.revision) & (games.c.status == "running")
    query = (
        select(battle_outcomes).join(games, here).where(_ROWS.state == "waiting", _ROWS.tactical.in_(("", WANTED_MARK)))
    )
    found = [_read(row) for row in await tx.execute(query.order_by(_ROWS.game, _ROWS.round, _ROWS.battle))]
    return tuple(row for row in found if row.wants_tactical_game)


async def next_deadline(tx: Transaction, now: int) -> int | None:
    """The first moment after `now` at which the time of a battle of a running game is over."""
    query = select(func.min(_ROWS.deadline)).join(games, games.c.id == _ROWS.game)
    return await number(tx, query.where(games.c.status == "running", _OPEN, _ROWS.deadline > now))


async def freeze(tx: Transaction, game: str, now: int) -> None:
    """A game is paused: the time of its battles stands still."""
    await tx.execute(update(battle_outcomes).where(_with_time(game), _ROWS.frozen_at.is_(None)).values(frozen_at=now))


async def thaw(tx: Transaction, game: str, now: int) -> None:
    """A game goes on: its battles get the time that was left of theirs."""
    later = {"deadline": _ROWS.deadline + now - _ROWS.frozen_at, "frozen_at": None}
    await tx.execute(update(battle_outcomes).where(_with_time(game), _ROWS.frozen_at.is_not(None)).values(later))


async def put_off(tx: Transaction, since: int, until: int, guild: int | None = None) -> None:
    """Nobody was at work in this time: battles of running games that had a deadline after its beginning get it back. `guild`:
    those of this server alone; otherwise of all on which the bot is, as the others get theirs when it is back there."""
    there = BOT_IS_HERE if guild is None else games.c.guild_id == guild
    running = select(games.c.id).where(games.c.status == "running", there).scalar_subquery()
    late = (_ROWS.deadline > since) & _OPEN & _ROWS.frozen_at.is_(None) & _ROWS.game.in_(running)
    await tx.execute(update(battle_outcomes).where(late).values(deadline=_ROWS.deadline + until - since))


def _with_time(game: str) -> ColumnElement[bool]:
    return (_ROWS.game == game) & _OPEN & _ROWS.deadline.is_not(None)


def _columns_of(row: BattleRow) -> dict[str, object]:
    outcome = None if row.outcome is None else encode_value(row.outcome)
    return columns(row) | {"fight": encode_value(row.fight), "commanders": dict(row.commanders), "outcome": outcome}


def _read(row: Iterable[Any]) -> BattleRow:
    kept = BattleRow(*row)
    outcome: Any = kept.outcome  # as it was encoded; so is the battle
    fight: Any = kept.fight
    known = None if outcome is None else decode_value(BattleOutcome, outcome)
    return changed(kept, fight=decode_value(Battle, fight), outcome=known)
