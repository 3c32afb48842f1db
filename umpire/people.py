"""What is kept of a person: given to them as one file, or removed; and drafts of forms that were refused.

The file holds what they themselves gave and when, never what a game answered: no faces of dice, no state, nobody else's acts.
When a person is removed their seats are free, their id is a tombstone, and their games go on and can still be checked. A draft is
kept for a day, for nobody but its writer.
"""

from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from typing import Any, Final

import msgspec

from render.words.safe_text import count
from render.words.seat_letters import format_masters_removed, format_player_removed
from rules.values import Value
from rules.values import changed as replace
from storage import audit, documents, events, games, orders, outbox, people, seats, turns
from storage import seats as rows
from storage.codec import to_document
from storage.db import Transaction
from storage.documents import DraftRow
from storage.games import GameRow
from storage.people import former
from storage.processes import wake
from storage.seats import SeatRow
from umpire.games.games import end, sides_of
from umpire.games.notices import public
from umpire.games.rooms import SEAT_DELIVERY
from umpire.games.seat import note
from umpire.games.seat_history import PERSON_REMOVED, ever_held
from umpire.outbox.outbox import Letter, Target, enqueue, letter_of
from umpire.services.services import Services

OWN_WORD_DETAILS: Final = ("reason", "text", "word", "comment", "what")
"""Details of somebody's own acts that are their own words."""
PRIVACY_FILE_HEAD: Final = (
    "All that this bot keeps of you. What you wrote is as you gave it; what the games made of it is not in here. Times are UTC. "
    "Backups that the bot's operator has made may hold older copies."
)


async def kept_of(services: Services, user_id: int) -> bytes:
    """Everything that is kept of a person, as JSON with indents."""
    async with services.storage.reading() as tx:
        found = await people.games_with(tx, user_id)
        told = [await _of_game(tx, row, user_id) for game in found if (row := await games.find(tx, game)) is not None]
        own = await people.own_rows(tx, user_id)
    whole = {"about": PRIVACY_FILE_HEAD, "your id": str(user_id), "games": told, "your own": own}
    return msgspec.json.format(msgspec.json.encode(_plain(whole)), indent=2)


async def _of_game(tx: Transaction, row: GameRow, user_id: int) -> dict[str, Any]:
    held = [seat for seat in await seats.of_game(tx, row.id) if seat.user_id == user_id]
    given = [order for order in await orders.stored_of_game(tx, row.id) if order.entered_by == user_id]
    rolled = [r for turn in await turns.of_game(tx, row.id) for r in await events.rolls_of(tx, row.id, turn.revision)]
    acts = await audit.whole(tx, row.id)
    mine = [act for act in acts if act.actor == str(user_id)]
    about_me = [act for act in acts if act.actor != str(user_id) and user_id in act.detail.values()]
    return {
        "game": row.id,
        "name": row.name,
        "server": str(row.guild_id),
        "seats": [
            {"side": seat.side or "game master", "by direct message": seat.dm, "away": seat.away, "atlas": seat.atlas}
            for seat in held
        ],
        "orders": [
            {
                "turn": order.turn,
                "side": order.side,
                "number": order.number,
                "given": _time(order.entered_at),
                "withdrawn": None if order.withdrawn_at is None else _time(order.withdrawn_at),
                "order": msgspec.Raw(order.order),
            }
            for order in given
        ],
        "rolls": [{"at": _time(roll.at), "text": roll.text} for roll in rolled if roll.user_id == user_id],
        "what you did": [
            {"at": _time(act.at), "act": act.action, **{k: v for k, v in act.detail.items() if k in OWN_WORD_DETAILS}}
            for act in mine
        ],
        "letters that name you": await people.letters_with(tx, row.id, user_id),
        "what was done about you": [{"at": _time(act.at), "act": act.action} for act in about_me],
    }


def _time(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat()


def _plain(value: Any) -> Any:
    """Ids as text: a number of 64 bits is more than many programs read."""
    match value:
        case dict():
            return {key: _plain(each) for key, each in value.items()}
        case list():
            return [_plain(each) for each in value]
        case int() if not isinstance(value, bool) and abs(value) > 2**53:
            return str(value)
        case _:
            return value


class Stake(Value):
    """One game that somebody sits in: its name, what they hold ("" is the game master's seat), whether it is still played, and
    whether nobody but them is its game master."""

    game: str
    name: str
    seats: tuple[str, ...]
    unfinished: bool
    only_master: bool


class Removed(Value):
    """What a removal has done: in so many games and rows, and whether a word for the dice keeps the id."""

    games: int
    rows: int
    words_kept: bool


async def stakes(services: Services, user_id: int) -> tuple[Stake, ...]:
    """The games that a person sits in, and what would become of each."""
    async with services.storage.reading() as tx:
        held = await rows.of_user(tx, user_id)
        found: list[Stake] = []
        for game in sorted({seat.game for seat in held}):
            row = await games.find(tx, game)
            if row is None:
                continue
            masters = [seat for seat in await rows.of_game(tx, game) if not seat.side and seat.user_id is not None]
            sides = {flag.id: flag.name for flag in sides_of(row)}
            names = tuple(sides.get(seat.side, "") for seat in held if seat.game == game)
            alone = all(seat.user_id == user_id for seat in masters) and bool(masters)
            found.append(Stake(game, row.name, names, row.status != "finished", alone))
        return tuple(found)


async def private_threads(services: Services, user_id: int) -> tuple[int, ...]:
    """The private threads that a person may be in: of seats that they hold, act for, or left without having been seen out."""
    async with services.storage.reading() as tx:
        found: list[int] = []
        for game in await people.games_with(tx, user_id):
            found += [seat.thread_id for seat in await _inside(tx, game, user_id) if seat.thread_id is not None]
        return tuple(found)


async def _inside(tx: Transaction, game: str, user_id: int) -> list[SeatRow]:
    """The seats with a thread that somebody may be in, as far as the log tells; all game masters share that of the first."""
    held = await rows.of_game(tx, game)
    sides = {side for user, side in await ever_held(tx, game) if user == user_id}
    sides |= {seat.side for seat in held if user_id in {seat.user_id, seat.deputy_id}}
    last = {str(act.detail.get("side", "")): act.detail for act in await audit.of_actions(tx, game, SEAT_DELIVERY)}
    found: list[SeatRow] = []
    for seat in held:
        if seat.side not in sides or seat.slot or seat.thread_id is None:
            continue
        known = last.get(seat.side, {})
        inside = known.get("inside")
        out = known.get("thread") == seat.thread_id and isinstance(inside, list) and user_id not in inside
        if not out:
            found.append(seat)
    return found


async def _turn_aside(tx: Transaction, seat: SeatRow, gone: int) -> None:
    """Letters on their way to a room that is closed go to who still holds its seat, or else to the game masters: none is
    written there any more."""
    holder = seat.user_id if seat.side and seat.user_id != gone else None
    there = Target("gm") if holder is None else Target("dm", holder)
    old = None if seat.thread_id is None else Target("thread", seat.thread_id)
    for row in await outbox.of_game(tx, seat.game, "pending"):
        if letter_of(row).target == old:
            await outbox.retarget(tx, row.id, to_document(there))


async def remove(services: Services, user_id: int, out_of: Collection[int] = ()) -> Removed:
    """Take a person out of the whole database, and out of the file and the journal that hold it.

    `out_of` are the private threads that Discord has confirmed they are out of. Every other one that they may be in is closed
    for good: nothing more is written there, and who holds the seat next gets a new one.

    One transaction a game; what is interrupted is done by calling it again. StorageError if the file could not be written
    anew because somebody else reads it: then everything is done but that.
    """
    async with services.storage.reading() as tx:
        found = await people.games_with(tx, user_id)
    changed: list[int] = []
    for game in found:
        async with services.storage.transaction() as tx:
            row = await games.find(tx, game)
            changed.append(0 if row is None else await _from_game(tx, services, row, user_id, out_of))
    async with services.storage.transaction() as tx:
        others = await people.take_out_of_the_rest(tx, user_id)
        await wake(tx, "threads")  # who still sits in a game gets a new room in the place of one that was closed
        await wake(tx, "removed")  # other processes forget what they remember of all games
    async with services.storage.reading() as tx:
        words = [turn.words for game in found for turn in await turns.of_game(tx, game)]
    services.cache.clear()
    await services.storage.scrub()
    kept = any(str(user_id) in word for said in words for word in said.values())
    return Removed(sum(rows > 0 for rows in changed), sum(changed) + others, kept)


async def remove_as_operator(services: Services, user_id: int) -> tuple[Removed, str]:
    """The same on the operator's word, for somebody who has left; with what they should know of it, in lines."""
    alone = [stake for stake in await stakes(services, user_id) if stake.only_master and stake.unfinished]
    done = await remove(services, user_id)
    lines = [
        f"Removed: {count(done.rows, 'entry', 'entries')} in {count(done.games, 'game')}.",
        "Restart a bot that runs; old backups are yours to delete.",
    ]
    lines += [f"{s.name} ({s.game}) has no game master now; a manager of its server can hand it over." for s in alone]
    if done.words_kept:
        lines.append("One thing stays: a word for a turn's dice that holds the id; everybody checks those dice by it.")
    return done, "\n".join(lines)


async def _from_game(tx: Transaction, services: Services, row: GameRow, user_id: int, out_of: Collection[int]) -> int:
    number = 1 + len(await audit.of_actions(tx, row.id, PERSON_REMOVED))
    name = former(number)
    for seat in await _inside(tx, row.id, user_id):
        if seat.thread_id not in out_of:
            await rows.change(tx, replace(seat, thread_id=None))
            await _turn_aside(tx, seat, user_id)
            await note(tx, services, row.id, name, SEAT_DELIVERY, side=seat.side, thread=None, was=seat.thread_id)
    held = await rows.of_game(tx, row.id)
    mine = [seat for seat in held if seat.user_id == user_id]
    for seat in mine:
        await _stand_up(tx, services, row, seat, name)
    done, hashed = await people.take_out(tx, row.id, user_id, number)
    if not mine and not done:
        return 0
    await note(tx, services, row.id, name, PERSON_REMOVED, sides=[seat.side for seat in mine])
    if hashed:
        await turns.touch(tx, row.id, row.revision)  # a turn that is being resolved was read before
    left = [seat for seat in await rows.of_game(tx, row.id) if seat.user_id is not None]
    now = await games.find(tx, row.id)
    if mine and now is not None and now.status != "finished":
        if not left:
            await end(tx, services, now, name, "Nobody is left.")
        elif all(seat.side for seat in left):
            await enqueue(tx, services, public(row, 0, format_masters_removed(row.name)))
    return done + len(mine)


async def _stand_up(tx: Transaction, services: Services, row: GameRow, seat: SeatRow, name: str) -> None:
    """Free one seat, as its holder's leaving does; a game over keeps no names either."""
    if seat.side:
        await rows.seat_user(tx, row.id, seat.side, seat.user_id, None)
        freed = await rows.find(tx, row.id, seat.side)
        if freed is not None:
            await rows.change(tx, replace(freed, dm=False))
        if row.status != "finished":
            await note(tx, services, row.id, name, "seat.left", side=seat.side)
            side = next((flag.name for flag in sides_of(row) if flag.id == seat.side), seat.side)
            await enqueue(tx, services, Letter("gm", row.id, 0, "", Target("gm"), format_player_removed(side)))
        return
    masters = [each for each in await rows.of_game(tx, row.id) if not each.side]
    if row.status != "finished":
        await note(tx, services, row.id, name, "gm.removed", user=name)
    if len(masters) == 1:
        return  # the seat stays, with its thread, for whoever is game master next
    await rows.remove(tx, row.id, "", seat.slot)
    if seat.slot == 0:
        heir = next(each for each in masters if each.slot != 0)
        await rows.remove(tx, row.id, "", heir.slot)
        await rows.add(tx, replace(heir, slot=0, thread_id=seat.thread_id, dm=seat.dm))


async def keep_draft(services: Services, user_id: int, draft: str, form: str, written: Mapping[str, str]) -> None:
    """Keep what was written into a form (its custom id) under the id of the interaction that sent it, which no other has."""
    async with services.storage.transaction() as tx:
        await documents.put_draft(tx, DraftRow(draft, user_id, form, written, services.seconds()))


async def kept_draft(services: Services, user_id: int, draft: str) -> DraftRow | None:
    """A user's own draft; None if it is no longer kept, or somebody else's."""
    async with services.storage.reading() as tx:
        return await documents.find_draft(tx, draft, user_id)
