"""A governor is put on a seat, or taken off it. Everybody may know which seats are governed, and in what character."""

from rules.cluster_war.governors.charter import Charter
from rules.errors import GameError, WrongPhaseError, quoted
from storage import governors
from storage import seats as seat_rows
from storage.db import Transaction
from storage.games import GameRow
from storage.governors import GovernorRow, Role
from umpire.campaign.system_name import SYSTEM
from umpire.games.audit import note
from umpire.games.games import require_game, require_unfinished, sides_of
from umpire.games.notices import side_name
from umpire.services.services import Services


async def appoint(services: Services, game: str, side: str, charter: Charter, role: Role, by: str) -> GovernorRow:
    """Have the bot lead a side from now on, in the place of whoever governed it; gives the row.

    `by` is who has it so, as the log has them; the caller has seen to it that they may. GameError: no such side; a seat that
    somebody holds, or a deputy for a seat that nobody holds. WrongPhaseError: the game is over, or is no campaign.
    """
    async with services.storage.transaction() as tx:
        return await appoint_in(tx, services, await require_unfinished(tx, game), side, charter, role, by)


async def appoint_in(
    tx: Transaction, services: Services, row: GameRow, side: str, charter: Charter, role: Role, by: str
) -> GovernorRow:
    """As `appoint`, in the caller's transaction."""
    if row.system != SYSTEM:
        raise WrongPhaseError(f"Governors lead empires of campaigns, and **{row.name}** is none.")
    seat = await seat_rows.find(tx, row.id, side) if side else None
    if seat is None:
        names = ", ".join(flag.id for flag in sides_of(row))
        raise GameError(f"{quoted(side)} is no side of **{row.name}**; its sides are {names}.")
    if role == "seat" and seat.user_id is not None:
        raise GameError(f"{side_name(row, side)} has a player; hold the seat open before a governor takes it.")
    if role == "deputy" and seat.user_id is None:
        raise GameError(f"Nobody holds the seat of {side_name(row, side)}, so there is nobody to be a deputy for.")
    made = GovernorRow(row.id, side, charter.character, charter.strength, role)
    was = await governors.find(tx, row.id, side)
    if was == made:
        return made
    await governors.put(tx, made)
    told = {"side": side, "character": charter.character, "strength": charter.strength, "role": role}
    await note(tx, services, row.id, by, "governor.appointed", **told)
    return made


async def dismiss(services: Services, game: str, side: str, by: str) -> GovernorRow:
    """Take a side's governor away; the orders that it gave stay on the sheet. Gives the row as it was. GameError without one."""
    async with services.storage.transaction() as tx:
        row = await require_unfinished(tx, game)
        was = await governors.find(tx, game, side)
        if was is None:
            raise GameError(f"No governor leads {side_name(row, side)}.")
        await governors.remove(tx, game, side)
        await note(tx, services, game, by, "governor.dismissed", side=side, role=was.role)
        return was


async def governors_of(services: Services, game: str) -> tuple[GovernorRow, ...]:
    """The sides of a game that the bot leads, which everybody may know."""
    async with services.storage.reading() as tx:
        await require_game(tx, game)
        return await governors.of_game(tx, game)
