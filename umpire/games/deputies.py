"""Deputies: named by a player who is away, with what they may do, and on duty until the player is back.

Who acts is the seat's `deputy_id`, or the bot (`bot_acts`). Each change is one transaction with its line in the log and its
letters, and is made only from the state before; so it happens once, wherever the program dies and however many processes look.
"""

from collections.abc import Collection

from render.words import seat_letters
from rules.values import GameError, NotYoursError, Value, changed
from storage import absences, games, governors, idempotency_keys, orders, seats, sheets
from storage.db import Transaction
from storage.games import GameRow
from storage.seats import SeatRow
from umpire.games.access_checks import bar_against
from umpire.games.attendance import Attendance, Powers, attendance, flagged_games, save, unflag
from umpire.games.games import require_unfinished, settings_of
from umpire.games.notices import public, side_name, to_masters, to_player
from umpire.games.seat import Seat, note
from umpire.games.seat_history import BEGAN, ENDED
from umpire.outbox.outbox import Letter, Target, enqueue
from umpire.services.services import Services


async def begin(
    tx: Transaction, services: Services, row: GameRow, held: SeatRow, known: Attendance, why: str, *, bot: bool
) -> bool:
    """A deputy acts from now on: who was named, or else, with `bot`, the bot. Gives whether anybody does."""
    user = known.row.named_id
    if user is not None and await unfit(tx, row, held.side, user):
        user = None
    name = side_name(row, held.side)
    if user is None and not bot:
        return False
    if user is not None and not await seats.set_deputy(tx, row.id, held.side, None, user):
        return False
    await save(tx, known, changed(known.kept, bot_acts=user is None, room=user is not None))
    detail = {} if user is None else {"user": user}
    await note(tx, services, row.id, "clock", BEGAN, side=held.side, bot=user is None, why=why, **detail)
    powers = known.kept.powers
    letters = [
        *to_player(row, held, seat_letters.format_deputy_for_player(row.name, name, powers, why)),
        to_masters(row, 0, seat_letters.format_deputy_for_masters(row.name, name, powers, why, user)),
    ]
    if settings_of(row).options.calendar == "all":
        letters.append(public(row, 0, seat_letters.format_deputy_begins(row.name, name)))
    if user is not None:
        told = seat_letters.format_duty(row.name, name, powers, why, row.channel_id)
        letters.append(Letter("notice", row.id, 0, "", Target("dm", user), told))
    await enqueue(tx, services, *letters)
    return True


async def end(
    tx: Transaction, services: Services, row: GameRow, held: SeatRow, known: Attendance, why: str
) -> Attendance:
    """Nobody acts for the holder any more. Does nothing if nobody does."""
    was = held.deputy_id
    if was is None and not known.kept.bot_acts:
        return known
    await seats.set_deputy(tx, row.id, held.side, was, None)
    leads = await governors.find(tx, row.id, held.side)
    if leads is not None and leads.role == "deputy":
        await governors.remove(tx, row.id, held.side)
    await _end_standing(tx, services, row, held.side)
    after = await save(tx, known, changed(known.kept, bot_acts=False, room=was is not None))
    name, detail = side_name(row, held.side), {} if was is None else {"was": was}
    await note(tx, services, row.id, "clock", ENDED, side=held.side, bot=was is None, why=why, **detail)
    letters = [to_masters(row, 0, seat_letters.format_deputy_ends_for_masters(row.name, name, why))]
    if settings_of(row).options.calendar == "all":
        letters.append(public(row, 0, seat_letters.format_deputy_ends(row.name, name)))
    if was is not None:
        told = seat_letters.format_duty_ends(row.name, name, why)
        letters.append(Letter("notice", row.id, 0, "", Target("dm", was), told))
    await enqueue(tx, services, *letters)
    return after


async def _end_standing(tx: Transaction, services: Services, row: GameRow, side: str) -> None:
    """What a deputy had stand from turn to turn is over with their duty."""
    kept = await orders.newest_standing(tx, row.id, row.revision, side)
    if kept is None or not any(one.deputed and not one.ended for one in kept.sheet.orders):
        return
    after = [
        changed(one, ended=seat_letters.DUTY_OVER) if one.deputed and not one.ended else one
        for one in kept.sheet.orders
    ]
    await orders.save_standing(tx, changed(kept, sheet=changed(kept.sheet, orders=tuple(after)), at=services.seconds()))


async def is_out(tx: Transaction, row: GameRow, held: SeatRow, known: Attendance, now: int) -> bool:
    """Whether a seat's holder counts as away, somebody acts for them, or is about to, since they missed turns."""
    acted = held.deputy_id is not None or known.kept.bot_acts
    return (
        acted
        or known.kept.step == "deputy"
        or (held.side, held.user_id) in await absences.sides_away(tx, row.guild_id, row.id, now)
    )


async def come_back(
    tx: Transaction, services: Services, row: GameRow, held: SeatRow, user: int, *, reopen: bool = False
) -> str:
    """Its holder acts for a seat, so they are back: what that ends, in words; "" if they were not away and nobody acted. With
    `reopen` a sheet that was declared ready for them is not ready any more."""
    if held.user_id != user or not held.side:
        return ""
    known = await attendance(tx, row.id, held.side)
    now = services.seconds()
    away = (held.side, user) in await absences.sides_away(tx, row.guild_id, row.id, now)
    acted = held.deputy_id is not None or known.kept.bot_acts
    if not await is_out(tx, row, held, known, now):
        return ""
    sheet = await sheets.find(tx, row.id, row.revision, held.side) if reopen and acted else None
    if sheet is not None and sheet.state == "ready":
        await sheets.save(tx, sheet, "complete", sheet.word)
    after = await end(tx, services, row, held, known, seat_letters.IS_BACK)
    await save(tx, after, changed(after.kept, step="", missed=0), returned_at=services.seconds())
    if held.away:
        present = await seats.find(tx, row.id, held.side) or held
        await seats.change(tx, changed(present, away=False))
    await note(tx, services, row.id, str(user), "absence.ended", side=held.side)
    if acted:
        return seat_letters.format_back_from_deputy(side_name(row, held.side))
    return seat_letters.format_back(row.name) if away else ""


async def unfit(tx: Transaction, row: GameRow, side: str, user: int) -> str:
    """Why somebody cannot be a side's deputy, as a sentence; "" if they can. They would see its secrets, so they may have none of
    another's: who sits or has sat here, or is somebody else's deputy, unless the game allows its other players."""
    held = await seats.find(tx, row.id, side)
    if held is not None and held.user_id == user:
        return "Nobody is their own deputy."
    bar = await bar_against(tx, row, side, user)
    if bar == "master":
        return f"<@{user}> is or was game master of **{row.name}**, and cannot act for one side of it."
    allowed = settings_of(row).options.deputies == "players"
    if bar == "seat" and not allowed:
        return (
            f"<@{user}> has or had to do with another seat of **{row.name}** and would learn two sides' secrets. A deputy is "
            "somebody from outside, unless the game master allows other players (/away rules deputies:players)."
        )
    if bar == "removed" and not allowed:
        return (
            f"Somebody who sat in **{row.name}** has had their data removed, so the bot cannot tell who it was. A deputy "
            "must be somebody who has acted for this side before, unless the game master allows other players "
            "(/away rules deputies:players)."
        )
    return ""


def check_holder_alone(held: SeatRow | None, user: int) -> SeatRow:
    """The seat of a player for what they alone may do; NotYoursError for a deputy and everybody else."""
    if held is None or held.user_id is None or held.user_id != user:
        raise NotYoursError("Only the player of this seat can do that, not a deputy.")
    return held


class DeputyArrangement(Value):
    """Who is to act for a player, and does now: a person, or the bot in a style ("own" or a name of the game's; "" is nobody)."""

    named_id: int | None
    bot: str
    powers: Powers
    acts: bool


async def arrangement_of(services: Services, seat: Seat) -> DeputyArrangement:
    """What the player of a seat has arranged. NotYoursError for anybody else."""
    async with services.storage.reading() as tx:
        row = await require_unfinished(tx, seat.game_id)
        held = check_holder_alone(await seats.find(tx, row.id, seat.side), seat.user_id)
        known = await attendance(tx, row.id, seat.side)
        acts = held.deputy_id is not None or known.kept.bot_acts
        return DeputyArrangement(known.row.named_id, known.kept.bot, known.kept.powers, acts)


async def may_be_named(services: Services, seat: Seat, user: int, role_ids: Collection[int] = ()) -> None:
    """GameError, in a sentence, unless somebody with these roles can be the deputy of a seat's player."""
    async with services.storage.reading() as tx:
        row = await require_unfinished(tx, seat.game_id)
        check_holder_alone(await seats.find(tx, row.id, seat.side), seat.user_id)
        await _check(tx, row, seat.side, user, role_ids)


async def name_deputy(
    services: Services,
    seat: Seat,
    user: int,
    powers: Powers,
    role_ids: Collection[int] = (),
    *,
    idempotency_key: str = "",
) -> DeputyArrangement:
    """A player names somebody with these roles their deputy, from the next time on that they are away; at once if they are.

    GameError: see `may_be_named`. Whoever acts so far stops.
    """
    async with services.storage.transaction() as tx:
        if not idempotency_key or await idempotency_keys.first(tx, idempotency_key, services.seconds()):
            row = await require_unfinished(tx, seat.game_id)
            await _check(tx, row, seat.side, user, role_ids)
            await _arrange(tx, services, row, seat, user, "", powers)
    return await arrangement_of(services, seat)


async def name_bot(services: Services, seat: Seat, style: str, powers: Powers = "all") -> DeputyArrangement:
    """A player has the bot act for them in a style while they are away, or with "" nobody. Whoever acts so far stops."""
    async with services.storage.transaction() as tx:
        row = await require_unfinished(tx, seat.game_id)
        await _arrange(tx, services, row, seat, None, style, powers)
    return await arrangement_of(services, seat)


async def _arrange(
    tx: Transaction, services: Services, row: GameRow, seat: Seat, user: int | None, bot: str, powers: Powers
) -> None:
    held = check_holder_alone(await seats.find(tx, row.id, seat.side), seat.user_id)
    known = await attendance(tx, row.id, seat.side)
    if (known.row.named_id, known.kept.bot) != (user, bot):
        known = await end(tx, services, row, held, known, seat_letters.ARRANGED_ANEW)
    if known.kept.powers != powers:
        await _end_standing(tx, services, row, held.side)
    await save(tx, known, changed(known.kept, powers=powers, bot=bot), named_id=user)
    detail = {"bot": bot} if user is None else {"user": user}
    await note(tx, services, row.id, seat.actor, "deputy.named", side=seat.side, powers=powers, **detail)


async def _check(tx: Transaction, row: GameRow, side: str, user: int, role_ids: Collection[int]) -> None:
    if row.gm_role_id not in {None, row.guild_id} and row.gm_role_id in role_ids and not settings_of(row).options.solo:
        raise GameError(
            f"The role of <@{user}> opens all secrets of **{row.name}** to them, so they cannot act for one side."
        )
    if why := await unfit(tx, row, side, user):
        raise GameError(why)


async def take_moved(services: Services) -> tuple[str, ...]:
    """The games in which who may read a private thread has changed by a deputy, each once: whoever looks after threads asks.
    Those of servers that another process looks after are left to it."""
    async with services.storage.reading() as tx:
        found = [game for game in await flagged_games(tx) if await _is_home(tx, services, game)]
    if found:
        async with services.storage.transaction() as tx:
            await unflag(tx, found)
    return tuple(found)


async def _is_home(tx: Transaction, services: Services, game: str) -> bool:
    row = await games.find(tx, game)
    return row is not None and services.shards.is_home(row.guild_id)
