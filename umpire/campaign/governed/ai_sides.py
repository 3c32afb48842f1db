"""Sides that the bot leads: a governor is put on a seat or taken off it, and its plan is read in words.

Everybody may know which seats are governed, and in what character where nobody else has the seat. A deputy's character is worked
out from its player's orders, or chosen by them, and is theirs alone; so it stays when they give the seat up. A plan is read by
the game master at any time, by the holder of the seat, and by everybody once the campaign is over.
"""

from collections.abc import Iterator, Sequence
from itertools import cycle, islice

from render.campaign.letters.governor_texts import (
    format_all_appointed,
    format_appointed,
    format_dismissed,
    format_governed,
)
from rules.cluster_war.play.governors.profile import CHARACTERS, Character, Profile
from rules.values import GameError, NotYoursError, Value, WrongPhaseError, quoted
from storage import governors, seats, sheets, turns
from storage.db import Transaction
from storage.games import GameRow
from storage.governors import BotTurnRow, GovernorRow, Role
from umpire.campaign.open_turn import SYSTEM
from umpire.games.games import require_game, require_unfinished, side_named, sides_of, tells_all
from umpire.games.notices import public, side_name
from umpire.games.seat import Seat, note, require_gm
from umpire.outbox.outbox import enqueue
from umpire.services.services import Services


async def assign_ai(services: Services, game: str, side: str, profile: Profile, role: Role, by: str) -> GovernorRow:
    """Have the bot lead a side from now on, in the place of whoever governed it; gives the row. Orders that a governor gave
    for the open turn stand; where it failed, the new one tries again.

    `by` is who has it so, as the log has them; the caller has seen to it that they may. GameError: no such side; a seat that
    somebody holds, or a deputy for a seat that nobody holds. WrongPhaseError: the game is over, or is no campaign.
    """
    async with services.storage.transaction() as tx:
        return await assign_ai_in(tx, services, await require_unfinished(tx, game), side, profile, role, by)


async def assign_ai_to_open(services: Services, gm: Seat) -> tuple[GovernorRow, ...]:
    """Have the bot lead every seat that nobody holds and it does not lead yet: even ones, each of a character that no other
    has as long as there are any. One post tells everybody. GameError where no seat is open."""
    require_gm(gm)
    async with services.storage.transaction() as tx:
        row = await require_unfinished(tx, gm.game_id)
        made = await assign_ai_to_open_in(tx, services, row, gm.actor)
    if not made:
        raise GameError(f"No seat of **{row.name}** is open: each has a player, or the bot leads it already.")
    return made


async def assign_ai_to_open_in(tx: Transaction, services: Services, row: GameRow, by: str) -> tuple[GovernorRow, ...]:
    """As `assign_ai_to_open`, in the caller's transaction; nothing happens where no seat is open."""
    led = {one.side: one for one in await governors.of_game(tx, row.id)}
    free = [s.side for s in await seats.of_game(tx, row.id) if s.side and s.user_id is None and s.side not in led]
    first = services.entropy(1)[0] % len(CHARACTERS)
    turned = (*CHARACTERS[first:], *CHARACTERS[:first])
    used = {one.character for one in led.values() if one.role == "seat"}  # those that everybody may know
    fresh = [*(c for c in turned if c not in used), *cycle_of(turned, len(free))]
    made = [
        await assign_ai_in(tx, services, row, side, Profile(character), "seat", by, tell=False)
        for side, character in zip(free, fresh, strict=False)
    ]
    if made and row.status != "setup":
        lines = [governor_line(row, one) for one in made]
        await enqueue(tx, services, public(row, 0, format_all_appointed(row.name, lines)))
    return tuple(made)


def cycle_of(turned: Sequence[Character], count: int) -> Iterator[Character]:
    """The characters again and again, so many."""
    return islice(cycle(turned), count)


async def assign_ai_in(
    tx: Transaction,
    services: Services,
    row: GameRow,
    side: str,
    profile: Profile,
    role: Role,
    by: str,
    *,
    tell: bool = True,
) -> GovernorRow:
    """As `assign_ai`, in the caller's transaction; everybody is told unless the caller does."""
    if row.system != SYSTEM:
        raise WrongPhaseError(f"Bot players lead empires of campaigns, and **{row.name}** is none.")
    side = side_named(sides_of(row), side)
    seat = await seats.find(tx, row.id, side) if side else None
    if seat is None:
        names = ", ".join(flag.name for flag in sides_of(row))
        raise GameError(f"{quoted(side)} is not a side of **{row.name}**; its sides are {names}.")
    if role == "seat" and seat.user_id is not None:
        raise GameError(f"{side_name(row, side)} has a player; hold the seat open before a bot player takes it.")
    if role == "deputy" and seat.user_id is None:
        raise GameError(f"Nobody holds the seat of {side_name(row, side)}, so there is nobody to be a deputy for.")
    made = GovernorRow(row.id, side, profile.character, profile.strength, role)
    if await governors.forget_failure(tx, row.id, row.revision, side):
        sheet = await sheets.find(tx, row.id, row.revision, side)
        if sheet is not None and sheet.state == "ready":  # as it was when the last one failed
            await sheets.save(tx, sheet, "partial", sheet.word)
    if await governors.find(tx, row.id, side) == made:
        return made
    await governors.put(tx, made)
    told = {"side": side, "character": profile.character, "strength": profile.strength, "role": role}
    await note(tx, services, row.id, by, "governor.appointed", **told)
    if tell and row.status != "setup":  # else it is told when the campaign begins
        await enqueue(tx, services, public(row, 0, format_appointed(row.name, governor_line(row, made))))
    return made


def governor_line(row: GameRow, made: GovernorRow) -> str:
    """Who leads a side, for everybody; of a deputy only that it does, and so when its player has gone."""
    return format_governed(side_name(row, made.side), made.role, made.character, made.strength)


async def dismiss(services: Services, game: str, side: str, by: str) -> GovernorRow:
    """Take a side's governor away; the orders that it gave stay on the sheet. Gives the row as it was. GameError without one."""
    async with services.storage.transaction() as tx:
        row = await require_unfinished(tx, game)
        was = await governors.find(tx, game, side)
        if was is None:
            raise GameError(f"No bot player leads {side_name(row, side)}.")
        await governors.remove(tx, game, side)
        await note(tx, services, game, by, "governor.dismissed", side=side, role=was.role)
        if row.status != "setup":
            await enqueue(tx, services, public(row, 0, format_dismissed(row.name, side_name(row, side))))
        return was


async def governors_of(services: Services, game: str) -> tuple[GovernorRow, ...]:
    """The sides of a game that the bot leads, which everybody may know; of a deputy nobody else may know the character."""
    async with services.storage.reading() as tx:
        await require_game(tx, game)
        return await governors.of_game(tx, game)


class PlanRead(Value):
    """What a governor made of a turn, and of which; `name` is its empire's."""

    name: str
    turn: int
    made: BotTurnRow


async def read_plan(services: Services, seat: Seat, side: str, turn: int | None = None) -> PlanRead:
    """The plan of a side's governor for a turn, the last that it governed without one. NotYoursError: it is not this reader's
    yet. GameError: there is none."""
    async with services.storage.reading() as tx:
        row = await require_game(tx, seat.game_id)
        name = side_name(row, side)
        held = await seats.find(tx, row.id, side)
        own = held is not None and seat.side == side and held.user_id == seat.user_id
        if not (own or (seat.is_gm and not seat.side) or tells_all(row)):
            raise NotYoursError(
                f"What the bot player of {name} plans is secret while the campaign is on; everybody may read it when "
                "that is over."
            )
        found = await _latest_bot_turn(tx, row, side, turn)
    if found is None:
        when = "" if turn is None else f" in turn {turn}"
        raise GameError(f"The bot gave no orders for {name}{when}.")
    return PlanRead(name, *found)


async def _latest_bot_turn(tx: Transaction, row: GameRow, side: str, turn: int | None) -> tuple[int, BotTurnRow] | None:
    """The latest playing that counts, of this turn if one is named, in which the side was governed."""
    standing = [t for t in await turns.of_game(tx, row.id) if t.state != "undone" and turn in {None, t.turn}]
    for played in reversed(standing):
        for made in await governors.bot_turns_of(tx, row.id, played.revision):
            if made.side == side:
                return played.turn, made
    return None
