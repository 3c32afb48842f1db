"""Letters that did not arrive: kept, told to the game master once, and sent again when what was wrong is mended. Messages that
could not be pinned are told in the same way."""

import logging
from typing import Final

from render.words.game_letters import format_undelivered, format_unpinned
from storage import audit, games, outbox, seats
from storage.codec import to_document
from storage.db import Transaction
from storage.engine import ROWS_SCOPE
from storage.games import GameRow
from storage.outbox import OutboxRow
from umpire.delivery.waiting_letters import REFUSED_PREFIX, SeatLookup
from umpire.games.games import require_game, sides_of
from umpire.games.membership import note_gone
from umpire.news import close_digest
from umpire.outbox.courier import CourierError, DmClosedError, MemberGoneError, NoPermissionError, TargetError
from umpire.outbox.outbox import Letter, Target, enqueue, letter_of, problem_key, target_of
from umpire.services.services import Services
from umpire.systems.known import system_of

log = logging.getLogger(__name__)

PROBLEM_KINDS: Final = ("channel-gone", "missing-permission", "locked", "member-gone", "dm-closed", "target", "letter")
PINS_FULL: Final = "pins-full"
"""A message is there and not pinned; only a pin ends this problem."""
MENDABLE_PROBLEMS: Final = ("missing-permission", "locked", "target")
"""Problems that somebody may mend on Discord, where nothing need be done here: their letters are tried again."""


async def try_again(services: Services, guild: int | None = None) -> int:
    """Send letters again that could not be written where they go, of a server's games or of all; how many. Nobody is told anew of
    what is still wrong."""
    async with services.storage.reading() as tx:
        stuck = await outbox.stuck(tx, MENDABLE_PROBLEMS, guild)
    if not stuck:
        return 0
    async with services.storage.transaction(ROWS_SCOPE) as tx:
        return await outbox.revive_letters(tx, stuck, services.seconds())


async def retry(services: Services, game: str) -> int:
    """Send a game's failed letters again, to where its seats and channel are now; how many. For a command that repairs it."""
    async with services.storage.transaction() as tx:
        row = await games.find(tx, game)
        held = {seat.side: seat for seat in await seats.of_game(tx, game) if seat.slot == 0}
        for failed in await outbox.of_game(tx, game, "failed"):
            letter = letter_of(failed)
            meant = Target(failed.letter["target"]["kind"], failed.letter["target"]["id"])
            seat = held.get(letter.side) if letter.side else None
            if meant.kind in {"thread", "dm"} and seat is not None and (own := target_of(seat)) is not None:
                meant = own
            elif meant.kind == "channel" and row is not None:
                meant = Target("channel", row.channel_id)
            await outbox.retarget(tx, failed.id, to_document(meant))
        places = {_subject(own) for seat in held.values() if (own := target_of(seat)) is not None}
        for problem in await audit.open_problems(tx, game):
            if problem.kind in PROBLEM_KINDS or (problem.kind == PINS_FULL and problem.subject not in places):
                await audit.close_problem(tx, game, problem.kind, problem.subject, services.seconds())
        return await outbox.revive(tx, game, services.seconds())


async def fail(tx: Transaction, services: Services, row: OutboxRow, letter: Letter, wrong: CourierError) -> None:
    """Keep the letter until it can arrive, or send it to the side's thread if only direct messages are closed. A digest is not
    kept: it is switched off, and its person told."""
    if letter.kind == "digest":
        log.warning("A digest of game %s cannot be sent: %s", row.game, wrong)
        await close_digest(tx, services, letter)
        await outbox.sent(tx, row.id, None, services.seconds())
        return
    target = letter_of(row).target
    if target.kind == "gm":
        target = await SeatLookup(tx).master(row.game) or target
    kind = wrong.kind if isinstance(wrong, TargetError) else "letter"
    subject = _subject(target) if kind != "letter" else f"letter:{row.id}"
    seat = await seats.find(tx, row.game, letter.side)
    detour = None
    if isinstance(wrong, DmClosedError) and seat is not None and seat.thread_id is not None:
        await outbox.retarget(tx, row.id, to_document(Target("thread", seat.thread_id)))
        await outbox.retry(tx, row.id, services.seconds(), f"{kind}: {wrong}")
        detour = seat.thread_id
    else:
        mark = f"{kind}: " if kind != "letter" else REFUSED_PREFIX
        await outbox.failed(tx, row.id, f"{mark}{wrong}"[:500])
    if isinstance(wrong, MemberGoneError) and target.kind == "dm":
        await note_gone(tx, services, row.game, target.id)
    if not await audit.report_problem(tx, row.game, kind, subject, services.seconds()):
        return
    log.warning("Game %s: %s (%s): %s", row.game, kind, subject, wrong)
    if target == await SeatLookup(tx).master(row.game):
        return  # nobody is left to tell; `/campaign repair` shows it
    why = wrong.why if isinstance(wrong, NoPermissionError) else ""
    game = await require_game(tx, row.game)
    system, whose = system_of(game.system), _side_name(game, letter)
    own = "" if system.has_threads else system.noun
    text = format_undelivered(
        kind, target.id, whose, detour, system.repair, thread_of=own, why=why, by_dm=target.kind == "dm"
    )
    about = "" if detour is not None else problem_key(kind, subject)
    told = Letter("problem", row.game, letter.turn, "", Target("gm"), text, ping="problem", about=about)
    await enqueue(tx, services, told)


async def unpinned(tx: Transaction, services: Services, letter: Letter, place: Target, why: str) -> None:
    """A letter's message is there, but could not be pinned; `why` as in PinsFullError. The game master is told once, or who reads
    there where nobody else can help."""
    subject = _subject(place)
    if not await audit.report_problem(tx, letter.game, PINS_FULL, subject, services.seconds()):
        return
    log.warning("Game %s: nothing more can be pinned in %s.", letter.game, subject)
    master = await SeatLookup(tx).master(letter.game)
    to = place if place.kind == "dm" or master is None else Target("gm")
    whose = _side_name(await require_game(tx, letter.game), letter)
    text = format_unpinned(whose, "" if place.kind == "dm" else f"<#{place.id}>", why)
    about = problem_key(PINS_FULL, subject)
    told = Letter("problem", letter.game, letter.turn, "", to, text, ping="problem", about=about)
    await enqueue(tx, services, told)


async def pinned(tx: Transaction, services: Services, game: str, place: Target) -> None:
    """A message was pinned there: there is room."""
    await audit.close_problem(tx, game, PINS_FULL, _subject(place), services.seconds())


async def all_unpinned(tx: Transaction) -> set[tuple[str, Target]]:
    """The places, each with its game, where there was no room for a pin when one was last tried."""
    found = set[tuple[str, Target]]()
    for problem in await audit.open_of_kind(tx, PINS_FULL):
        kind, _, place = problem.subject.partition(":")
        if place.isdecimal():
            found.add((problem.game, Target("dm" if kind == "dm" else "thread", int(place))))
    return found


def _side_name(game: GameRow, letter: Letter) -> str:
    """Whose letter it is, by the name that people know; "" if it is nobody's own."""
    return next((flag.name for flag in sides_of(game) if flag.id == letter.side), letter.side)


def _subject(place: Target) -> str:
    """A place as a problem names it."""
    return f"{place.kind}:{place.id}"
