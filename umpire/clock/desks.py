"""Desks: each held seat's pinned message, kept true. It is posted once, and edited when what it shows has changed."""

from storage import absences, battles, deadlines, games, outbox, seats, sheets, snapshots, turns
from storage.db import Transaction
from storage.games import GameRow
from storage.seats import SeatRow
from umpire.games.attendance import Attendance, of_game
from umpire.games.games import is_walled, settings_of
from umpire.outbox.outbox import UNSEEN, Letter, Target, enqueue, letter_of, target_of
from umpire.services.services import Services
from umpire.systems.known import system_of


async def refresh_desks(services: Services) -> int:
    """Enqueue the desks that are new or no longer true, each once however many processes ask; gives how many.

    A desk is told from the last one by its stamp alone, so that looking costs little; it is made when it is sent, and not sent
    where it shows what it showed before.
    """
    async with services.storage.reading() as tx:
        if not await _stale(tx, services.seconds()):
            return 0
    async with services.storage.transaction() as tx:
        letters = await _stale(tx, services.seconds())
        await enqueue(tx, services, *letters)
    return len(letters)


def desk_key(seat: SeatRow) -> str:
    """Under what key a desk is edited: a new holder of a side gets one of their own, game masters share theirs."""
    return f"desk/{seat.side}/{seat.user_id}" if seat.side else "desk//"


def _acts(seat: SeatRow, known: Attendance) -> str:
    """Whether somebody acts for its player, and whether they are on the ladder: their desk says so."""
    return (" acts" if seat.deputy_id is not None or known.kept.bot_acts else "") + known.kept.step


async def _stale(tx: Transaction, now: int) -> list[Letter]:
    letters: list[Letter] = []
    for game in await games.under_way(tx):
        if system_of(game.system).desk is None:
            continue
        stamp, changes = await _stamp(tx, game)
        states = {sheet.side: sheet for sheet in await sheets.of_opening(tx, game.id, game.opening)}
        # What is settled is the game master's to know: a player's desk does not stir for it.
        fights = await battles.stamp(tx, game.id, game.opening)
        away = await absences.sides_away(tx, game.guild_id, game.id, now)
        kept = await of_game(tx, game.id)
        everybody = " ".join(f"{side}:{sheet.state}" for side, sheet in sorted(states.items()))
        for seat in await seats.of_game(tx, game.id):
            if seat.slot or seat.user_id is None or (not seat.side and is_walled(game)):
                continue
            own = states.get(seat.side)
            sheet = str(own.version) if seat.side and own is not None else f"{everybody}{fights}"
            out = " away" if (seat.side, seat.user_id) in away else ""
            out += "" if not seat.side or seat.side not in kept else _acts(seat, kept[seat.side])
            told = f"{stamp} {sheet}{out}{UNSEEN if seat.side else ' '}{changes}"
            letters += await _letter(tx, game, seat, told)
    return letters


async def _stamp(tx: Transaction, game: GameRow) -> tuple[str, str]:
    """What all desks of a game show of it: its turn, whether that is open, the deadline, who rules and what time banks hold; and
    the game master's changes, each of which may bear on any of them."""
    turn = await turns.find(tx, game.id, game.opening)
    due = await deadlines.current(tx, game.id, game.opening)
    start = await snapshots.latest(tx, game.id, game.opening, "start")
    draft = await snapshots.latest(tx, game.id, game.opening, "draft")
    state = "" if turn is None else turn.state
    options = settings_of(game).options
    rules = f"{options.gm} {options.bank_hours} {options.bank_turn_hours}"
    kept = " ".join("-" if key is None else str(key.seq) for key in (start, draft))
    return f"{game.status} {game.opening} {state} {0 if due is None else due.due_at} {rules}", kept


async def _letter(tx: Transaction, game: GameRow, seat: SeatRow, stamp: str) -> list[Letter]:
    """The letter that posts or edits a desk; none while it says all, or one is under way that will."""
    target = target_of(seat)
    if target is None:
        return []
    key = desk_key(seat)
    now = Letter(
        kind="desk",
        game=game.id,
        turn=0,
        side=seat.side,
        target=target if seat.side else Target("gm"),
        text="The pinned desk.",
        edit_key=key,
        pinned=True,
        stamp=stamp,
    )
    last = await outbox.last_under(tx, game.id, key)
    waits = last is not None and last.state in {"pending", "failed"}  # it is made when it is sent, so it will say all
    told = None if last is None else letter_of(last)
    is_true = told is not None and (told.stamp, told.target) == (stamp, target)
    return [] if waits or is_true else [now]
