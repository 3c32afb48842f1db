"""Letters that could not arrive: kept, told of once, and sent again when somebody has fixed what was wrong.

Letters that were under way when their process died are put back; the deliverer has a heartbeat for that.
"""

import logging
from collections.abc import Collection
from typing import Final

from storage import audit, games, outbox, processes, seats
from storage.codec import to_document
from storage.db import Transaction
from storage.engine import ROWS
from storage.outbox import OutboxRow
from storage.processes import CLAIMED_LETTERS as CLAIMS
from umpire.delivery.waiting_letters import REFUSED, Book
from umpire.news import close
from umpire.outbox.courier import CourierError, DmClosedError, TargetError
from umpire.outbox.outbox import Letter, Target, enqueue, letter_of, target_of
from umpire.services.processes import LETTERS, others_alive, part_name, release_lost
from umpire.services.services import Services

log = logging.getLogger(__name__)

PROBLEM_KINDS: Final = ("channel-gone", "missing-permission", "locked", "member-gone", "dm-closed", "target", "letter")
STALE_SECONDS: Final = 600


async def retry(services: Services, game: str) -> int:
    """Send a game's failed letters again, to where its seats and channel are now; how many. For `/campaign repair`."""
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
        for problem in await audit.open_problems(tx, game):
            if problem.kind in PROBLEM_KINDS:
                await audit.close_problem(tx, game, problem.kind, problem.subject, services.seconds())
        return await outbox.revive(tx, game, services.seconds())


async def fail(tx: Transaction, services: Services, row: OutboxRow, letter: Letter, wrong: CourierError) -> None:
    """Keep the letter until it can arrive, or send it to the side's thread if only direct messages are closed. A digest is not
    kept: it is switched off, and its person told."""
    if letter.kind == "digest":
        log.warning("A digest of game %s cannot be sent: %s", row.game, wrong)
        await close(tx, services, letter)
        await outbox.sent(tx, row.id, None, services.seconds())
        return
    target = letter_of(row).target
    if target.kind == "gm":
        target = await Book(tx).master(row.game) or target
    kind = wrong.kind if isinstance(wrong, TargetError) else "letter"
    subject = f"{target.kind}:{target.id}" if kind != "letter" else f"letter:{row.id}"
    seat = await seats.find(tx, row.game, letter.side)
    detour = ""
    if isinstance(wrong, DmClosedError) and seat is not None and seat.thread_id is not None:
        await outbox.retarget(tx, row.id, to_document(Target("thread", seat.thread_id)))
        await outbox.retry(tx, row.id, services.seconds(), f"{kind}: {wrong}")
        detour = f" Letters go to <#{seat.thread_id}> meanwhile."
    else:
        mark = f"{kind}: " if kind != "letter" else REFUSED
        await outbox.failed(tx, row.id, f"{mark}{wrong}"[:500])
    if not await audit.report_problem(tx, row.game, kind, subject, services.seconds()):
        return
    log.warning("Game %s: %s (%s): %s", row.game, kind, subject, wrong)
    if target == await Book(tx).master(row.game):
        return  # nobody is left to tell; `/campaign repair` shows it
    text = f"{_explained(kind, target, letter)}{detour or ' Nothing is lost: mend it, then use /campaign repair.'}"
    await enqueue(tx, services, Letter("problem", row.game, letter.turn, "", Target("gm"), text, ping="problem"))


def _explained(kind: str, target: Target, letter: Letter) -> str:
    where = f"<@{target.id}>" if target.kind == "dm" else f"<#{target.id}>"
    whose = f" of {letter.side}" if letter.side else ""
    match kind:
        case "channel-gone":
            return f"A channel or thread{whose} is gone (it was {where}, id {target.id}), so letters to it wait."
        case "missing-permission":
            return f"I am not allowed to write{whose and f' to the thread{whose}'} in {where}, so letters to it wait."
        case "locked":
            return f"The thread{whose}, {where}, is locked, so letters to it wait: unlock it, or let me manage threads."
        case "member-gone":
            return (
                f"The player{whose}, {where}, cannot be found on this server any more, so letters to them wait. "
                "/gm seat replace gives the seat to another."
            )
        case "dm-closed":
            return f"The player{whose}, {where}, takes no direct messages from me."
        case _:
            return f"A letter{whose} to {where} was refused, so it waits."


async def take_back(services: Services, process: str, under_way: Collection[int]) -> int:
    """Put back letters that nobody sends any more; how many. All that are not under way here, if no other process is at work."""
    now = services.seconds()
    async with services.storage.transaction() as tx:
        shared = others_alive(await processes.all_beats(tx), process, now)
        before, after = (now - STALE_SECONDS, now + STALE_SECONDS) if shared else (now + 1, now)
        own = await outbox.release_claims(tx, before, after, under_way, services.process)
        return own + await release_lost(tx, services, CLAIMS)


async def looked_in(services: Services) -> None:
    """The outbox was looked into just now; letters of processes that are lost are put back."""
    async with services.storage.transaction(ROWS) as tx:
        await processes.beat(tx, part_name(LETTERS), services.seconds())
        await release_lost(tx, services, CLAIMS)
