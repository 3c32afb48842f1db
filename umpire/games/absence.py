"""The calendar: on which days somebody is away, in one game or in all of theirs on a server. Announced once, in the transaction
that keeps it.
"""

from typing import Final

from render.words.seat_letters import (
    BACK_ALREADY,
    LONGEST_WORD,
    format_away,
    format_not_away,
    format_span,
    format_welcome_back,
)
from rules.values import GameError, NotYoursError, Value
from storage import absences, games, idempotency_keys, seats
from storage.absences import AbsenceRow
from storage.db import Transaction
from storage.games import GameRow
from umpire.games.attendance import attendance
from umpire.games.deputies import come_back
from umpire.games.games import is_closed, require_game, require_unfinished, settings_of, sides_of
from umpire.games.notices import public, to_masters
from umpire.games.options import day_begins, day_ends, format_day, parse_day, today_in
from umpire.games.seat import note
from umpire.outbox.outbox import Letter, enqueue
from umpire.services.services import Services

LONGEST_DAYS: Final = 180
FARTHEST_DAYS: Final = 366
MOST_ABSENCES: Final = 10
"""Absences of one person on a server that are not over."""
DAY_SECONDS: Final = 24 * 3600


class Span(Value):
    """When somebody means to be away, and what they say of it; times in UTC seconds."""

    since: int
    until: int
    word: str


class Away(Value):
    """An entry of a game's calendar: whose it is ("" is the game master's side), from when to when, and their word."""

    side: str
    name: str
    user_id: int
    since: int
    until: int
    word: str


def span_of(services: Services, zone: str, since: str, until: str, word: str) -> Span:
    """What was written, in a time zone: both days are whole, and the last one is a day of the absence.

    GameError: a day that cannot be read, that is over, an end before the beginning, or more than half a year.
    """
    today = today_in(services.now(), zone)
    first = parse_day(since or "today", today)
    last = parse_day(until, today, first)
    if last < today or first < today:
        raise GameError(
            f"{'The end' if last < today else 'The beginning'} of it is over already: today is {format_day(today)}."
        )
    if last < first:
        raise GameError(
            f"It would end ({format_day(last)}) before it begins ({format_day(first)}); turn the two round."
        )
    if (first - today).days > FARTHEST_DAYS:
        raise GameError(f"{format_day(first)} is more than a year away; say so when it is nearer.")
    if (last - first).days >= LONGEST_DAYS:
        raise GameError(
            f"The calendar takes up to {LONGEST_DAYS} days at once, and these are {(last - first).days + 1}; for longer give up "
            "your seat (/campaign leave)."
        )
    return Span(
        max(day_begins(first, zone), services.seconds() if first == today else 0),
        day_ends(last, zone),
        clean_word(word),
    )


def clean_word(word: str) -> str:
    """Somebody's word on their absence as one line; GameError for one that is too long or no line."""
    said = " ".join(word.split())
    if len(said) > LONGEST_WORD or not said.isprintable():
        raise GameError(f"Say it in one line of at most {LONGEST_WORD} ordinary characters; this has {len(said)}.")
    return said


async def plan(
    services: Services, guild: int, user: int, span: Span, game_id: str = "", *, idempotency_key: str = ""
) -> int:
    """Enter an absence, in one game or with game "" in all that the user sits in; gives how many games were told.

    One that overlaps another of the same games takes its place. NotYoursError: the user sits in none of them.
    """
    async with services.storage.transaction() as tx:
        covered = await _covered(tx, guild, user, game_id)
        if idempotency_key and not await idempotency_keys.first(tx, idempotency_key, services.seconds()):
            return len(covered)
        if not covered:
            raise NotYoursError("You have no seat here, so there is nobody to tell that you are away.")
        known = [
            row for row in await absences.absences_of_user(tx, guild, user, services.seconds()) if row.game == game_id
        ]
        old = [row for row in known if row.since <= span.until and row.until >= span.since]
        if len(known) - len(old) >= MOST_ABSENCES:
            raise GameError(f"Your calendar is full ({MOST_ABSENCES} absences). End one first (/away back).")
        await absences.remove_absences(tx, *(row.id for row in old))
        await absences.add_absence(tx, guild, user, span.since, span.until, game_id, span.word)
        for row, side in covered:
            letter = _announced(row, side, user, span, anew=bool(old))
            await note(
                tx, services, row.id, str(user), "absence.planned", side=side, since=span.since, until=span.until
            )
            await enqueue(tx, services, letter)
        await absences.forget_absences(tx, services.seconds() - LONGEST_DAYS * DAY_SECONDS)
        return len(covered)


async def end_absences(services: Services, guild: int, user: int, *, idempotency_key: str = "") -> str:
    """Somebody is back, in all their games of a server: what runs ends now, and what was still to come stays. Gives what that
    ended, in words. GameError if they are not away."""
    async with services.storage.transaction() as tx:
        if idempotency_key and not await idempotency_keys.first(tx, idempotency_key, services.seconds()):
            return BACK_ALREADY
        now = services.seconds()
        ended = [row for row in await absences.absences_of_user(tx, guild, user, now) if row.since <= now]
        said = []
        for row, side in await _covered(tx, guild, user, ""):
            held = await seats.find(tx, row.id, side)
            if side and held is not None:
                said += [text] if (text := await come_back(tx, services, row, held, user, reopen=True)) else []
        for absence in ended:
            await absences.end_absence(tx, absence.id, now)
        if not ended and not said:
            raise GameError(
                "You are not away now. /away list shows what is still to come; /away cancel takes one out of it."
            )
        return format_welcome_back(said)


async def cancel(services: Services, guild: int, user: int, *, idempotency_key: str = "") -> int:
    """Take all that is still to come of a user's absences out of the calendar; gives how many. GameError if there is none."""
    async with services.storage.transaction() as tx:
        now = services.seconds()
        if idempotency_key and not await idempotency_keys.first(tx, idempotency_key, now):
            return 0
        coming = [row for row in await absences.absences_of_user(tx, guild, user, now) if row.since > now]
        if not coming:
            raise GameError("You have no absence in the calendar that is still to come.")
        await absences.remove_absences(tx, *(row.id for row in coming))
        for row, side in await _covered(tx, guild, user, ""):
            if any(one.game in {"", row.id} for one in coming):
                await note(tx, services, row.id, str(user), "absence.cancelled", side=side)
                await enqueue(tx, services, _absence_letter(row, format_not_away(row.name, user, _name(row, side))))
        return len(coming)


async def mine(services: Services, guild: int, user: int) -> tuple[AbsenceRow, ...]:
    """A user's own absences on a server that are not over."""
    async with services.storage.reading() as tx:
        return await absences.absences_of_user(tx, guild, user, services.seconds())


async def calendar(services: Services, game_id: str, *, all_of_it: bool, user: int) -> tuple[Away, ...]:
    """A game's calendar, the next first: all of it for the game master, or where the game lets everybody read it; else what is
    the asker's own."""
    async with services.storage.reading() as tx:
        row = await require_unfinished(tx, game_id)
        now, open_ = services.seconds(), all_of_it or settings_of(row).options.calendar == "all"
        held = {seat.user_id: seat.side for seat in reversed(await seats.of_game(tx, row.id))}
        found = []
        for one in await absences.absences_of_game(tx, row.guild_id, row.id, now):
            side = held[one.user_id]
            returned = (await attendance(tx, row.id, side)).row.returned_at or 0
            if (open_ or one.user_id == user) and not one.since <= returned:
                found.append(Away(side, _name(row, side), one.user_id, one.since, one.until, one.word))
        return tuple(found)


async def away_now(services: Services, game_id: str, *, all_of_it: bool = False) -> frozenset[str]:
    """The sides whose players are away at this moment, where everybody may read the calendar or the asker reads `all_of_it`."""
    async with services.storage.reading() as tx:
        row = await require_game(tx, game_id)
        if not (all_of_it or settings_of(row).options.calendar == "all"):
            return frozenset()
        return frozenset(side for side, _ in await absences.sides_away(tx, row.guild_id, row.id, services.seconds()))


async def zone_here(services: Services, game_id: str) -> str:
    """The time zone of a game's schedule, in which its players' days are meant; UTC where it names none."""
    async with services.storage.reading() as tx:
        row = await require_unfinished(tx, game_id)
        return settings_of(row).schedule.zone


def format_absence(span: Span) -> str:
    """An absence in words, its days by each reader's own clock; its last day is told as one of it."""
    return format_span(span.since, span.until)


async def _covered(tx: Transaction, guild: int, user: int, game_id: str) -> list[tuple[GameRow, str]]:
    """The unfinished games that an absence is about, each with the user's side, a player's before the game master's."""
    found: dict[str, tuple[GameRow, str]] = {}
    for seat in await seats.of_user(tx, user):
        row = await games.find(tx, seat.game)
        if row is None or row.guild_id != guild or row.status == "finished" or game_id not in {"", row.id}:
            continue
        if not is_closed(row) and not (row.id in found and found[row.id][1]):
            found[row.id] = (row, seat.side)
    return list(found.values())


def _announced(row: GameRow, side: str, user: int, span: Span, *, anew: bool) -> Letter:
    text = format_away(row.name, user, _name(row, side), span.since, span.until, span.word, anew=anew)
    return _absence_letter(row, text)


def _absence_letter(row: GameRow, text: str) -> Letter:
    """To everybody, or to the game master alone, as the game has it. It names nobody by a ping."""
    return public(row, 0, text) if settings_of(row).options.calendar == "all" else to_masters(row, 0, text)


def _name(row: GameRow, side: str) -> str:
    return next((flag.name for flag in sides_of(row) if flag.id == side), "game master")
