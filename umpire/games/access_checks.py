"""Whether somebody may come to know a side: the one answer for who joins, acts for a player, is handed a seat or put into one."""

from typing import Literal, TypeAlias

from rules.values import GameError
from storage import audit, documents, games
from storage import seats as rows
from storage.db import Transaction
from storage.games import GameRow
from umpire.games.games import PART_OF, has_gm_screen, is_closed, is_open, require_unfinished, settings_of
from umpire.games.seat_history import BY_ROLE, PERSON_REMOVED, SEAT_ACTIONS, SEAT_PASSED, former
from umpire.services.services import Services

Bar: TypeAlias = Literal["", "master", "seat", "removed"]
"""Why not: they were game master and saw everything; they have or had to do with another seat; or somebody of this game had their
data removed, so nobody can be told from them. "" is no reason."""


async def bar_against(tx: Transaction, row: GameRow, side: str, user: int) -> Bar:
    """Why somebody may not come to know what a side knows, as the game's log tells it; whoever may decide otherwise says so."""
    held = await rows.of_game(tx, row.id)
    now = {seat.side for seat in held if seat.side and user in {seat.user_id, seat.deputy_id}} - {side}
    had = {s for u, s in await former(tx, row.id, *SEAT_ACTIONS, BY_ROLE, SEAT_PASSED) if u == user}
    been = had - {side}
    masters = {seat.user_id for seat in held if not seat.side}
    known = (user in masters and not settings_of(row).options.solo) or "" in been
    if known and not has_gm_screen(row) and await _has_shown_secrets(tx, row):
        return "master"
    if now:
        return "seat"
    if not await _has_secrets(tx, row, side):
        return ""
    if been - {""}:
        return "seat"
    return "removed" if side not in had and await audit.of_actions(tx, row.id, PERSON_REMOVED) else ""


async def _has_secrets(tx: Transaction, row: GameRow, side: str) -> bool:
    """Whether a side has something that others may not know: the game has begun, or somebody works at its race."""
    race = await documents.find(tx, row.id, "race", side)
    return row.status != "setup" or (race is not None and race.version > 1)


async def _has_shown_secrets(tx: Transaction, row: GameRow) -> bool:
    """Whether a game master could have seen something that no player may know: the whole map, or a race under way."""
    return not is_open(row) or any(race.version > 1 for race in await documents.of_game(tx, row.id, "race"))


def joins_not(row: GameRow, bar: Bar) -> str:
    """Why somebody cannot take a seat themselves."""
    if bar == "removed":
        return (
            f"Somebody who sat in **{row.name}** has had their data removed, so the bot cannot tell who it was. Only "
            "the game master can give seats now, with /gm seat replace."
        )
    been = "been game master" if bar == "master" else "had another seat"
    return (
        f"You have {been} of **{row.name}** and know its secrets; only the game master can give you this seat, with "
        "/gm seat replace."
    )


async def check_handover(tx: Transaction, row: GameRow, side: str, user: int) -> tuple[str, str] | None:
    """GameError unless a player may hand their seat to somebody. The game of which this one is a part is asked as well: gives its
    id and the side there whose secrets the seat tells, for its log."""
    if bar := await bar_against(tx, row, side, user):
        raise GameError(_is_not_handed(row, user, bar))
    whole = await whole_of(tx, row, side)
    if whole is None:
        return None
    game, own = whole
    bar = await bar_against(tx, game, own, user)
    if bar == "master" or (bar and settings_of(game).options.deputies != "players"):
        raise GameError(_is_not_handed(game, user, bar))
    return game.id, own


async def whole_of(tx: Transaction, row: GameRow, side: str) -> tuple[GameRow, str] | None:
    """The game that this one is a part of, and the side there whose secrets a seat of this one tells; None if it is no part."""
    if not is_closed(row):
        return None
    kept = row.scenario[PART_OF]
    whole = await games.find(tx, kept["game"])
    return None if whole is None else (whole, kept["sides"].get(side, ""))


async def require_may_be_handed(services: Services, game_id: str, side: str, user: int) -> None:
    """GameError unless a player may hand their seat to somebody, before anybody is asked whether they mean it."""
    async with services.storage.reading() as tx:
        await check_handover(tx, await require_unfinished(tx, game_id), side, user)


def _is_not_handed(row: GameRow, user: int, bar: Bar) -> str:
    if bar == "removed":
        return (
            f"Somebody who sat in **{row.name}** has had their data removed, so the bot cannot tell who it was. Only "
            "somebody who has led this side before can take it over."
        )
    been = "is or was game master" if bar == "master" else "has or had to do with another seat"
    return f"<@{user}> {been} of **{row.name}**, and would learn two sides' secrets."
