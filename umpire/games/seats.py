"""Seats: who plays which side, who is game master. A seat belongs to a user id; a role id can make game masters too."""

from collections.abc import Awaitable, Callable, Collection
from typing import TypeAlias

from render.words.seat_letters import format_looked_in, format_seat_left
from rules.values import GameError, NotYoursError, changed, quoted
from storage import audit, governors, sheets
from storage import seats as rows
from storage.db import Transaction
from storage.games import GameRow
from storage.seats import SeatRow
from umpire.games.access_checks import bar_against, check_handover, joins_not, whole_of
from umpire.games.attendance import SIDE_SPENT
from umpire.games.deputies import check_holder_alone, come_back
from umpire.games.games import (
    changing,
    has_gm_screen,
    is_closed,
    require_game,
    require_unfinished,
    settings_of,
    side_named,
    sides_of,
)
from umpire.games.notices import offer
from umpire.games.seat import Seat, note, require_gm
from umpire.games.seat_history import BY_ROLE, SEAT_ACTIONS, SEAT_PASSED, ever_held, former
from umpire.outbox.outbox import Letter, Target, enqueue
from umpire.services.services import Services

Also: TypeAlias = Callable[[Transaction, GameRow, SeatRow], Awaitable[None]]
"""What a game does when somebody takes a seat, and is saved with it."""


async def take(
    services: Services,
    game_id: str,
    user_id: int,
    side: str,
    role_ids: Collection[int] = (),
    *,
    also: Also | None = None,
) -> Seat:
    """Take an open seat. GameError: no such side, taken, already seated here, or game master of this game, by role too; or
    one who had another seat since the game began, or was game master when there were secrets, who would carry them along.

    `also` is done in the same transaction with the seat as it is then.
    """
    async with services.storage.transaction() as tx:
        row = await require_unfinished(tx, game_id)
        if _by_role(row, role_ids) and not settings_of(row).options.solo:
            raise GameError(
                f"Your role makes you game master of **{row.name}** and opens all secrets to you, so you cannot play a side."
            )
        side = side_named(sides_of(row), side)
        await _check_given(tx, row, side, user_id)
        bar = await bar_against(tx, row, side, user_id)
        await _seat(tx, services, row, side, user_id, actor=str(user_id))
        if bar:
            raise GameError(joins_not(row, bar))
        await _also(tx, row, side, also)
    return Seat(game_id, side, user_id)


async def _check_given(tx: Transaction, row: GameRow, side: str, user_id: int) -> None:
    """GameError for a seat of a game that is a part of another, unless one takes their own back, or is its game master."""
    if is_closed(row) and not {(user_id, side), (user_id, "")} & await ever_held(tx, row.id):
        raise GameError(
            f"**{row.name}** is a part of another game, whose players have its seats; they name a deputy if they want one."
        )


async def pass_on(services: Services, seat: Seat, user_id: int, role_ids: Collection[int] = ()) -> None:
    """Give one's own seat to a deputy, who plays on with it. GameError: they sit here already, or see all secrets."""
    async with services.storage.transaction() as tx:
        row = await require_unfinished(tx, seat.game_id)
        if _by_role(row, role_ids) and not settings_of(row).options.solo:
            raise GameError(f"The role of <@{user_id}> opens all secrets of **{row.name}** to them.")
        if not seat.side or not await rows.seat_user(tx, row.id, seat.side, seat.user_id, None):
            raise NotYoursError("You hold no player's seat in this game.")
        whole = await check_handover(tx, row, seat.side, user_id)
        await _seat(tx, services, row, seat.side, user_id, actor=seat.actor, was=seat.user_id)
        if whole is not None:
            game, side = whole
            await note(tx, services, game, seat.actor, SEAT_PASSED, side=side, user=user_id, battle=row.id)


async def leave(services: Services, seat: Seat) -> None:
    """Give up one's own seat; it is open then, and its orders stay."""
    async with services.storage.transaction() as tx:
        row = await require_unfinished(tx, seat.game_id)
        if not seat.side or not await rows.seat_user(tx, row.id, seat.side, seat.user_id, None):
            raise NotYoursError("You hold no player's seat in this game.")
        await _unready(tx, row, seat.side)
        await note(tx, services, row.id, seat.actor, "seat.left", side=seat.side)
        spent = {act.detail.get("side") for act in await audit.of_actions(tx, row.id, SIDE_SPENT)}
        if settings_of(row).options.missed_open and row.revision and seat.side not in spent:
            await offer(tx, services, row, seat.side)
        text = format_seat_left(row.name, row.channel_id, _name(row, seat.side))
        await enqueue(tx, services, Letter("gm", row.id, 0, "", Target("gm"), text, ping="message"))


async def _unready(tx: Transaction, row: GameRow, side: str) -> None:
    """Nobody leads a side any more, so nobody says that its orders are ready."""
    sheet = await sheets.find(tx, row.id, row.revision, side)
    if sheet is not None and sheet.state == "ready":
        await sheets.save(tx, sheet, "complete", sheet.word)


async def hold_open(services: Services, gm: Seat, side: str) -> SeatRow:
    """Take a seat from its player and keep it open; the game master can give its orders. Gives the seat as it was."""
    async with changing(services, gm) as (tx, row):
        side = side_named(sides_of(row), side)
        before = await _require_row(tx, row, side)
        if before.user_id is None:
            raise GameError(f"The seat of {_name(row, side)} is open already.")
        await rows.seat_user(tx, row.id, side, before.user_id, None)
        await _unready(tx, row, side)
        await note(tx, services, row.id, gm.actor, "seat.held_open", side=side, was=before.user_id)
        return before


async def replace_player(
    services: Services,
    gm: Seat,
    side: str,
    user_id: int,
    role_ids: Collection[int] = (),
    *,
    also: Also | None = None,
) -> SeatRow:
    """Give a seat, open or not, to another user, who has these roles; orders, word and thread stay with it. Gives the seat as
    it was, and does `also` with it as it is then. GameError: no such side, seated here already, or game master of this
    game, by role too."""
    async with changing(services, gm) as (tx, row):
        if _by_role(row, role_ids) and not settings_of(row).options.solo:
            raise GameError(
                f"The role of <@{user_id}> makes them game master of **{row.name}** and opens all secrets to them, so they "
                "cannot play a side."
            )
        side = side_named(sides_of(row), side)
        if user_id == gm.user_id and has_gm_screen(row):
            had = {s for u, s in await former(tx, row.id, *SEAT_ACTIONS) if u == user_id} - {side}
            if had - {""}:
                raise GameError(
                    "You have had another seat here and would carry its secrets along; somebody else must take it."
                )
        before = await _require_row(tx, row, side)
        if before.user_id == user_id:
            raise GameError(f"<@{user_id}> plays {_name(row, side)} already.")
        if before.user_id is not None:
            await rows.seat_user(tx, row.id, side, before.user_id, None)
        known = [(row.id, side, await bar_against(tx, row, side, user_id))]
        whole = await whole_of(tx, row, side)
        if whole is not None:
            game, own = whole
            known.append((game.id, own, await bar_against(tx, game, own, user_id)))
            await note(tx, services, game.id, gm.actor, SEAT_PASSED, side=own, user=user_id, battle=row.id)
        await _seat(tx, services, row, side, user_id, actor=gm.actor, was=before.user_id)
        for game_id, given, knows in known:
            if knows:  # it is the game master's to decide, and stands in the log
                await note(tx, services, game_id, gm.actor, "seat.given_knowing", side=given, user=user_id, why=knows)
        await _also(tx, row, side, also)
        return before


async def _also(tx: Transaction, row: GameRow, side: str, also: Also | None) -> None:
    if also is not None:
        await also(tx, row, await _require_row(tx, row, side))


async def add_gm(services: Services, gm: Seat, user_id: int) -> None:
    """Make another user game master beside the present ones."""
    async with changing(services, gm) as (tx, row):
        seats_ = await rows.of_game(tx, row.id)
        if any(s.side == "" and s.user_id == user_id for s in seats_):
            raise GameError(f"<@{user_id}> is a game master of **{row.name}** already.")
        if any(s.side and user_id in {s.user_id, s.deputy_id} for s in seats_) and not settings_of(row).options.solo:
            raise GameError(f"<@{user_id}> plays a side of **{row.name}** and would see all secrets.")
        slot = 1 + max((s.slot for s in seats_ if s.side == ""), default=-1)
        await rows.add(tx, SeatRow(row.id, "", slot, user_id))
        await note(tx, services, row.id, gm.actor, "gm.added", user=user_id)


async def remove_gm(services: Services, gm: Seat, user_id: int) -> SeatRow:
    """Take a user's game master's seat away; the last one stays. Gives the seat as it was, with the thread of them all."""
    async with changing(services, gm) as (tx, row):
        masters = [s for s in await rows.of_game(tx, row.id) if s.side == ""]
        found = next((s for s in masters if s.user_id == user_id), None)
        if found is None:
            raise GameError(f"<@{user_id}> is no game master of **{row.name}**.")
        if len(masters) == 1:
            raise GameError("A game needs a game master: add another one first.")
        await rows.remove(tx, row.id, "", found.slot)
        first = next((s for s in masters if s.slot == 0), found)
        if found.slot == 0:
            heir = next(s for s in masters if s != found)
            await rows.remove(tx, row.id, "", heir.slot)
            await rows.add(tx, changed(heir, slot=0, thread_id=found.thread_id, dm=found.dm))
        await note(tx, services, row.id, gm.actor, "gm.removed", user=user_id)
        return changed(found, thread_id=first.thread_id)


async def seats(services: Services, game_id: str) -> tuple[SeatRow, ...]:
    """A game's seats: game masters (side "") first, then the sides by id."""
    async with services.storage.reading() as tx:
        await require_game(tx, game_id)
        return await rows.of_game(tx, game_id)


async def ready_sides(services: Services, game_id: str) -> frozenset[str]:
    """The sides that have declared their orders of the present turn ready; public."""
    async with services.storage.reading() as tx:
        row = await require_game(tx, game_id)
        return frozenset(s.side for s in await sheets.of_revision(tx, game_id, row.revision) if s.state == "ready")


async def seats_of_user(services: Services, user_id: int) -> tuple[SeatRow, ...]:
    """All seats a user holds, in all games."""
    async with services.storage.reading() as tx:
        return await rows.of_user(tx, user_id)


async def seat_of(
    services: Services, game_id: str, user_id: int, role_ids: Collection[int] = (), *, thread_id: int | None = None
) -> Seat:
    """The seat a user acts from: a player's own, one whose holder they are deputy of, the game master's. In the private thread
    of a seat they are deputy of, it is that one. NotYoursError if none."""
    async with services.storage.reading() as tx:
        row = await require_game(tx, game_id)
        held = await rows.of_game(tx, game_id)
    if (seat := player_seat(held, game_id, user_id, thread_id=thread_id)) is not None:
        return seat
    if await _is_gm(services, row, held, user_id, role_ids):
        return _masters(row, user_id, blind=False)
    raise NotYoursError(f"You hold no seat in **{row.name}**; take one with /campaign join.")


def player_seat(held: Collection[SeatRow], game_id: str, user_id: int, *, thread_id: int | None = None) -> Seat | None:
    """Of a game's seats the player's seat that a user acts from, as `seat_of` says; None if none."""
    deputed = sorted((s for s in held if s.side and s.deputy_id == user_id), key=lambda s: s.thread_id != thread_id)
    here = [s for s in deputed if s.thread_id is not None and s.thread_id == thread_id]
    own = (s for s in held if s.side and s.user_id == user_id)
    return next((Seat(game_id, s.side, user_id) for s in (*here, *own, *deputed)), None)


async def gm_seat(
    services: Services, game_id: str, user_id: int, role_ids: Collection[int] = (), *, blind: bool = False
) -> Seat:
    """The game master's seat, also for one who plays a side too (solo). NotYoursError for anybody else.

    `blind`: it is for an act that tells no secret. Where the game master may play, it is given for such acts alone, and for all
    else NotYoursError says who decides instead: every command of a game master comes by here, so that this is the GM screen.
    """
    async with services.storage.reading() as tx:
        row = await require_game(tx, game_id)
        held = await rows.of_game(tx, game_id)
    if await _is_gm(services, row, held, user_id, role_ids):
        return _masters(row, user_id, blind=blind)
    raise NotYoursError("Only the game master can do that.")


def _masters(row: GameRow, user_id: int, *, blind: bool) -> Seat:
    """The game master's seat; NotYoursError where it is shut to whatever may tell a secret."""
    if has_gm_screen(row) and not blind:
        council = settings_of(row).options.gm == "council"
        instead = "the council of its players decides" if council else "default rulings decide"
        raise NotYoursError(
            f"In **{row.name}** its host may play, so this is shut until the campaign is over: it could tell what only "
            f"others know. What it is for, {instead}. Clock, seats, options and the end are yours."
        )
    return Seat(row.id, "", user_id, is_gm=True)


async def stand_in(services: Services, gm: Seat, side: str) -> Seat:
    """A seat from which the game master gives the orders of an open seat. NotYoursError if a player holds it."""
    require_gm(gm)
    async with services.storage.reading() as tx:
        row = await require_game(tx, gm.game_id)
        side = side_named(sides_of(row), side)
        found = await _require_row(tx, row, side)
        check_holder(row, found, changed(gm, side=side))
    return changed(gm, side=side)


async def set_away(services: Services, seat: Seat, *, away: bool) -> None:
    """Tell that a player is away for a while, or back."""
    async with services.storage.transaction() as tx:
        row = await require_unfinished(tx, seat.game_id)
        found = await _require_row(tx, row, seat.side)
        if not away and await come_back(tx, services, row, found, seat.user_id, reopen=True):
            return
        check_holder_alone(found, seat.user_id)
        await rows.change(tx, changed(found, away=away))
        await note(tx, services, row.id, seat.actor, "seat.away", side=seat.side, away=away)


async def set_atlas(services: Services, seat: Seat, *, wanted: bool) -> None:
    """Tell whether a player wants the atlas with each turn's packet. NotYoursError without a player's seat."""
    async with services.storage.transaction() as tx:
        row = await require_unfinished(tx, seat.game_id)
        await require_own(tx, row, seat)
        found = await _require_row(tx, row, seat.side)
        await rows.change(tx, changed(found, atlas=wanted))
        await note(tx, services, row.id, seat.actor, "seat.atlas", side=seat.side, wanted=wanted)


async def require_own(tx: Transaction, row: GameRow, seat: Seat) -> None:
    """NotYoursError unless this is a player's seat that the user may act for; see `check_holder`."""
    found = await rows.find(tx, row.id, seat.side) if seat.side else None
    if found is None:
        raise NotYoursError("You hold no player's seat here.")
    check_holder(row, found, seat)


def check_holder(row: GameRow, found: SeatRow, seat: Seat) -> None:
    """NotYoursError unless this user still holds the seat, acts for its holder, or stands in for an open one as game master."""
    if seat.user_id in {found.user_id, found.deputy_id}:
        return
    if not seat.is_gm:
        if found.user_id is not None:
            raise NotYoursError(f"You do not hold the seat of {_name(row, seat.side)}, and do not act for its player.")
        raise NotYoursError(f"You no longer hold the seat of {_name(row, seat.side)}.")
    if found.user_id is not None:
        raise NotYoursError(f"{_name(row, seat.side)} has a player; hold the seat open before you act for it.")


async def _seat(
    tx: Transaction, services: Services, row: GameRow, side: str, user_id: int, *, actor: str, was: int | None = None
) -> None:
    found = await _require_row(tx, row, side)
    held = await rows.of_game(tx, row.id)
    other = next((s.side for s in held if s.side and s.user_id == user_id), None)
    if other == side:
        raise GameError(f"<@{user_id}> plays {_name(row, side)} already.")
    if other is not None:
        raise GameError(f"<@{user_id}> plays {_name(row, other)} already; one person holds one seat.")
    if any(s.side == "" and s.user_id == user_id for s in held) and not settings_of(row).options.solo:
        raise GameError(f"<@{user_id}> is game master of **{row.name}** and sees all secrets, so cannot play a side.")
    if found.user_id is not None or not await rows.seat_user(tx, row.id, side, None, user_id):
        raise GameError(f"{_name(row, side)} has a player already; choose another seat.")
    await governors.remove(tx, row.id, side)  # who takes a seat that the bot leads takes it over
    before = {} if was is None else {"was": was}
    await note(tx, services, row.id, actor, "seat.taken", side=side, user=user_id, **before)


async def _require_row(tx: Transaction, row: GameRow, side: str) -> SeatRow:
    found = await rows.find(tx, row.id, side) if side else None
    if found is None:
        names = ", ".join(flag.name for flag in sides_of(row))
        raise GameError(f"{quoted(side)} is not a side of **{row.name}**; its sides are {names}.")
    return found


async def _is_gm(
    services: Services, row: GameRow, held: tuple[SeatRow, ...], user_id: int, role_ids: Collection[int]
) -> bool:
    """Whether a user acts as game master; who does so by role is on record from the first time on."""
    if any(s.side == "" and s.user_id == user_id for s in held):
        return True
    solo = settings_of(row).options.solo
    plays = any(s.side and user_id in {s.user_id, s.deputy_id} for s in held)
    if not _by_role(row, role_ids) or (plays and not solo):
        return False
    if not solo and row.status != "finished":
        await _note_by_role(services, row, user_id)
    return True


async def _note_by_role(services: Services, row: GameRow, user_id: int) -> None:
    """Write down, once, that somebody looked in by their role; of one who has played a side the game masters hear."""
    known = (user_id, "")
    async with services.storage.reading() as tx:
        if known in await former(tx, row.id, BY_ROLE):
            return
    async with services.storage.transaction() as tx:
        if known in await former(tx, row.id, BY_ROLE):
            return
        await note(tx, services, row.id, str(user_id), BY_ROLE, user=user_id)
        played = sorted({s for u, s in await former(tx, row.id, *SEAT_ACTIONS) if u == user_id and s})
        if played:
            text = format_looked_in(row.name, user_id, [_name(row, side) for side in played])
            await enqueue(tx, services, Letter("gm", row.id, 0, "", Target("gm"), text, ping="message"))


def _by_role(row: GameRow, role_ids: Collection[int]) -> bool:
    """@everyone, whose id is the server's, makes no game masters; older games may name it."""
    return row.gm_role_id not in {None, row.guild_id} and row.gm_role_id in role_ids


def _name(row: GameRow, side: str) -> str:
    return next((flag.name for flag in sides_of(row) if flag.id == side), "the game master")
