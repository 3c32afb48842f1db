"""Dashboards: each held seat's pinned message, kept true. It is posted anew below the report of each turn, and edited when what
it shows has changed."""

import asyncio
from collections.abc import Collection
from typing import Final

from render.words.game_letters import DESK
from rules.values import changed
from storage import outbox
from storage.batch_queries import GameBrief, game_briefs
from storage.db import Transaction
from storage.engine import Scope
from storage.seats import SeatRow
from umpire.clock.game_briefs import A_FEW, all_game_briefs
from umpire.games.attendance import Attendance, by_side
from umpire.games.games import has_gm_screen, settings_of
from umpire.outbox.outbox import UNSEEN_MARK, Letter, Target, dashboard_key, enqueue, letter_of, target_of
from umpire.services.services import Services, Slot
from umpire.systems.known import system_of

SENT_DASHBOARDS: Final[Slot[tuple[str, str], tuple[str, Target]]] = Slot(limit=100_000)
"""By game and key, for what and where a dashboard was last sent: while that is so, nobody needs to look for it in the outbox."""


async def refresh_dashboards(services: Services, stand: Collection[GameBrief] | None = None) -> int:
    """Enqueue the dashboards that are new or no longer true, each once however many processes ask; gives how many. `stand` is how
    all games under way stand, if they have just been looked at.

    A dashboard is told from the last one by its stamp alone, so that looking costs little; it is made when it is sent, and not
    sent where it shows what it showed before.
    """
    done = 0
    for number, brief in enumerate(await all_game_briefs(services) if stand is None else stand):
        if number % A_FEW == 0:
            await asyncio.sleep(0)  # others have their turn
        if not _doubtful(services, brief):
            continue
        async with services.storage.reading() as tx:
            if not await _stale(tx, services, brief, most=1):
                continue
        queued: list[tuple[Letter, Target]] = []
        async with services.storage.transaction(Scope(brief.game.id)) as tx:
            for now in await game_briefs(tx, [brief.game.id], services.seconds()):
                queued += (new := await _stale(tx, services, now))
                await enqueue(tx, services, *(letter for letter, _ in new))
        known = services.cache.of(SENT_DASHBOARDS)
        for letter, target in queued:  # what waits to be sent needs no second look
            known.put((letter.game, letter.edit_key), (letter.stamp, target))
        done += len(queued)
    return done


def _acts(seat: SeatRow, known: Attendance) -> str:
    """Whether somebody acts for its player, and whether they are on the ladder: their dashboard says so."""
    return (" acts" if seat.deputy_id is not None or known.kept.bot_acts else "") + known.kept.step


def _dashboards(brief: GameBrief) -> list[tuple[Letter, Target]]:
    """The letter that each dashboard of a game would be, and where it goes."""
    game, letters = brief.game, list[tuple[Letter, Target]]()
    if system_of(game.system).dashboard is None:
        return letters
    stamp, changes = _stamp(brief)
    kept = by_side(brief.kept)
    everybody = " ".join(f"{side}:{sheet.state}" for side, sheet in sorted(brief.sheets.items()))
    for seat in brief.seats:
        if seat.slot or seat.user_id is None or (not seat.side and has_gm_screen(game)):
            continue
        own = brief.sheets.get(seat.side)
        # What is settled is the game master's to know: a player's dashboard does not stir for it.
        sheet = str(own.version) if seat.side and own is not None else f"{everybody}{brief.fights}{_gone(brief)}"
        out = " away" if (seat.side, seat.user_id) in brief.away else ""
        out += "" if not seat.side or seat.side not in kept else _acts(seat, kept[seat.side])
        told = f"{stamp} {sheet}{out}{UNSEEN_MARK if seat.side else ' '}{changes}"
        target = target_of(seat)
        if target is not None:
            letters.append((_letter(brief, seat, target, told), target))
    return letters


def _gone(brief: GameBrief) -> str:
    """Which sides' players are not on the server; "" if all are."""
    return "".join(f" gone:{seat.side}" for seat in brief.seats if seat.side and seat.user_id in brief.gone)


def _doubtful(services: Services, brief: GameBrief) -> list[tuple[Letter, Target]]:
    """A game's dashboards that are not known to be true."""
    known = services.cache.of(SENT_DASHBOARDS)
    return [(now, to) for now, to in _dashboards(brief) if known.get((now.game, now.edit_key)) != (now.stamp, to)]


async def _stale(
    tx: Transaction, services: Services, brief: GameBrief, most: int | None = None
) -> list[tuple[Letter, Target]]:
    """The dashboards of a game that are new or no longer true, or the first so many of them."""
    letters, known = list[tuple[Letter, Target]](), services.cache.of(SENT_DASHBOARDS)
    for now, target in _doubtful(services, brief):
        if most is not None and len(letters) >= most:
            break
        known.put((now.game, now.edit_key), ("", target))  # what was told last is not so any more, and may be so again
        last = await outbox.last_under(tx, now.game, now.edit_key)
        told = None if last is None else letter_of(last)
        same = told is not None and (told.stamp, told.target) == (now.stamp, target)
        if same:
            known.put((now.game, now.edit_key), (now.stamp, target))
        elif last is None or last.state not in {
            "pending",
            "failed",
        }:  # those are made when they are sent, so they will say all
            below = told is not None and told.turn != now.turn
            letters.append((changed(now, instead=True) if below else now, target))
    return letters


def _stamp(brief: GameBrief) -> tuple[str, str]:
    """What all dashboards of a game show of it: its turn, whether that is open, the deadline, who rules and what time banks hold;
    and the game master's changes, each of which may bear on any of them."""
    game = brief.game
    state = "" if brief.turn is None else brief.turn.state
    options = settings_of(game).options
    rules = f"{options.gm} {options.bank_hours} {options.bank_turn_hours}"
    kept = " ".join(str(brief.numbers.get(phase, "-")) for phase in ("start", "draft"))
    due = 0 if brief.deadline is None else brief.deadline.due_at
    return f"{game.status} {game.revision} {state} {due} {rules}", kept


def _letter(brief: GameBrief, seat: SeatRow, target: Target, stamp: str) -> Letter:
    """The letter that posts or edits a dashboard."""
    return Letter(
        kind="desk",
        game=brief.game.id,
        turn=0 if brief.turn is None else brief.turn.turn,
        side=seat.side,
        target=target if seat.side else Target("gm"),
        text=DESK,
        edit_key=dashboard_key(seat),
        pinned=True,
        stamp=stamp,
    )
