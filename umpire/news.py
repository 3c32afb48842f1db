"""What happened since somebody last looked at a side, and digests of all their games by direct message.

That a digest is due and that its letter is written are one transaction, so that there is one letter whatever dies between. What
it tells is read when it is sent, from the seats that its person holds then; where nothing is left to tell it is not sent.
"""

import logging
from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec

from render.words.digest import (
    format_digest,
    format_digest_closed,
    format_digest_of_seat,
    format_headlines,
    format_present,
    format_resolved,
    format_unread,
    format_waits,
)
from rules.values import Value, changed
from storage import events, games, idempotency_keys, notifications, outbox, seats
from storage.db import Transaction
from storage.engine import ROWS_SCOPE, Scope
from storage.games import GameRow
from storage.notifications import DigestFrequency, DigestRow, Marks, ReadMark
from storage.seats import SeatRow
from umpire.games.games import has_gm_screen
from umpire.games.news_items import Mark, News
from umpire.games.notices import side_name
from umpire.outbox.outbox import Letter, Target, enqueue, letter_of, target_of
from umpire.services.services import Services
from umpire.systems.known import system_of

DAY_SECONDS: Final = 86_400
PERIODS: Final[Mapping[DigestFrequency, int]] = {"daily": DAY_SECONDS, "weekly": 7 * DAY_SECONDS}

log = logging.getLogger(__name__)


class NewsSince(Value):
    """At most three lines for one person, and the mark that is theirs when they have been shown them."""

    game: str
    side: str
    user_id: int
    text: str
    mark: Mark


async def has_moved(services: Services, game_id: str, side: str, user_id: int) -> Literal["", "words", "turn"]:
    """Whether there may be something to tell, by a glance: the turn is another than when they last looked, or words of the game
    master's came, to anybody: nothing that a player can tell may depend on those; "turn" for who never looked. In a turn that is
    played in parts there always may be "words": whose parts were played is not everybody's to know."""
    async with services.storage.reading() as tx:
        row = await games.find(tx, game_id)
        before = await notifications.find_read_mark(tx, game_id, side, user_id)
        if row is None or system_of(row.system).news is None:
            return ""
        if before is None or before.revision != row.revision:
            return "turn"
        if system_of(row.system).plays_in_turn:
            return "words"
        stored = await events.stored_of_revision(tx, game_id, row.revision)
        return "words" if any(one.phase == "start" for one in stored) else ""


async def unread_news(services: Services, game_id: str, side: str, user_id: int) -> NewsSince | None:
    """What to show somebody who opens a report of their side ("": of the game, for who leads it) now; None where nothing happened
    since they last did but what the last report in their thread has told, or the game tells no news. Who looks for the first
    time is told nothing, and is marked."""
    async with services.storage.reading() as tx:
        row = await games.find(tx, game_id)
        before = await notifications.find_read_mark(tx, game_id, side, user_id)
    maker = None if row is None else system_of(row.system).news
    if row is None or maker is None:
        return None
    known = None if before is None else (before.revision, before.seq)
    news = await maker(services, game_id, side, user_id, known)
    if news is None:
        return None
    if known is None:
        await move_read_mark(services, NewsSince(game_id, side, user_id, "", news.mark))
        return None
    if not news.is_new:
        return None
    async with services.storage.reading() as tx:
        links = await links_to(tx, row, side, user_id, news.turns)
    if _stands_above(row, news, links):
        await move_read_mark(services, NewsSince(game_id, side, user_id, "", news.mark))
        return None
    return NewsSince(game_id, side, user_id, "\n".join(lines_of(news, links)), news.mark)


def _stands_above(row: GameRow, news: News, links: Mapping[int, str]) -> bool:
    """Whether all of the news is that one turn was resolved, whose report is the last in its reader's thread."""
    whole = len(news.turns) == 1 and not (news.more or news.undone or system_of(row.system).plays_in_turn)
    return whole and news.turns[0] in links and all(item.turn == news.turns[0] for item in news.items)


async def move_read_mark(services: Services, shown: NewsSince) -> None:
    """Somebody was shown it: their mark moves forward, never back."""
    revision, seq = shown.mark
    async with services.storage.transaction() as tx:
        await notifications.put_read_mark(
            tx, ReadMark(shown.game, shown.side, shown.user_id, revision, seq, services.seconds())
        )


def lines_of(news: News, links: dict[int, str]) -> list[str]:
    """News first, then what stands below it."""
    return [format_unread(_headlines(news)), *_lines_below(news, links)]


def _headlines(news: News) -> str:
    return format_headlines([(one.text, one.turn) for one in news.items])


def _lines_below(news: News, links: dict[int, str]) -> list[str]:
    """How far the game has come with links to the reports, then what waits for its reader."""
    passed = format_resolved(news.turns, links, news.more, undone=news.undone)
    course = f"{passed}{format_present(news.turn, news.due, over=news.over)}"
    return [course, format_waits(news.waits)] if news.waits else [course]


async def links_to(tx: Transaction, row: GameRow, side: str, user_id: int, turns: tuple[int, ...]) -> dict[int, str]:
    """Links to the messages that brought the reports of these turns to the seat's thread, as far as there are any."""
    held = [seat for seat in await seats.of_game(tx, row.id) if seat.side == side]
    threads = {seat.thread_id for seat in held if not side or seat.user_id == user_id}
    found: dict[int, str] = {}
    for sent in await outbox.packets(tx, row.id, side, turns) if turns else ():
        place = sent.target["id"]
        if sent.target["kind"] == "thread" and place in threads:
            found[letter_of(sent).turn] = f"https://discord.com/channels/{row.guild_id}/{place}/{sent.message_id}"
    return found


class NewsPage(Value):
    """What a digest tells of one seat."""

    game: GameRow
    seat: SeatRow
    news: News

    @property
    def key(self) -> str:
        """Under which its mark is kept."""
        return f"{self.game.id}/{self.seat.side}"


async def digest_preference_of(services: Services, guild: int, user_id: int) -> DigestRow | None:
    """What somebody has asked for in a server; None if they never said anything."""
    async with services.storage.reading() as tx:
        return await notifications.find_digest(tx, guild, user_id)


async def set_digest_preference(services: Services, guild: int, user_id: int, every: DigestFrequency) -> DigestRow:
    """Keep how often somebody wants a digest; the first comes a period from now and tells what happens from now on."""
    now = services.seconds()
    pages = await _pages(services, guild, user_id, {}) if every in PERIODS else []
    row = DigestRow(guild, user_id, every, now + PERIODS.get(every, 0), {p.key: p.news.mark for p in pages}, now)
    async with services.storage.transaction() as tx:
        await notifications.put_digest(tx, row)
    return row


async def once_now(services: Services, guild: int, user_id: int, idempotency_key: str) -> bool:
    """One digest now, of what happened since its person last looked at each game; False where that is nothing. Its letter goes
    out with the others; the same key gives one letter."""
    since = await _marks_of_looks(services, guild, user_id)
    pages = await _pages(services, guild, user_id, since)
    fresh = [page for page in pages if page.news.is_new]
    if not fresh:
        return False
    async with services.storage.transaction() as tx:
        if await idempotency_keys.first(tx, idempotency_key, services.seconds()):
            await enqueue(tx, services, _letter(fresh[0].game, user_id, since, services.seconds() + DAY_SECONDS))
    return True


async def send_due(services: Services) -> int:
    """Enqueue the digests whose moment has come, each once however many processes ask; gives how many letters. Of several moments
    that were missed by a bot that was away, one is made up for."""
    now = services.seconds()
    async with services.storage.reading() as tx:
        due = await notifications.due_digests(tx, now)
    sent = 0
    for row in due:
        try:
            sent += await _send(services, row, now)
        except Exception:
            log.exception("A digest could not be made; it is tried again.")
    return sent


async def _send(services: Services, row: DigestRow, now: int) -> bool:
    period = PERIODS[row.every]
    pages = await _pages(services, row.guild, row.user_id, row.marks)
    fresh = [page for page in pages if page.news.is_new]
    next_at = row.next_at + ((now - row.next_at) // period + 1) * period
    # Two who claim it by two games do not wait for each other's, but for the row: the second finds it moved on.
    async with services.storage.transaction(Scope(fresh[0].game.id) if fresh else ROWS_SCOPE) as tx:
        if not await notifications.claim_digest(tx, row, next_at, {page.key: page.news.mark for page in pages}):
            return False
        if fresh:
            known = {page.key: row.marks[page.key] for page in pages if page.key in row.marks}
            await enqueue(tx, services, _letter(fresh[0].game, row.user_id, known, next_at))
    return bool(fresh)


def _letter(game: GameRow, user_id: int, since: Marks, until: int) -> Letter:
    """A letter that says since when; what happened is read when it goes."""
    told = {key: list(mark) for key, mark in sorted(since.items())}
    text = msgspec.json.encode(told).decode()
    letter = Letter("digest", game.id, 0, "", Target("dm", user_id), text, mentions=(user_id,), ping="digest")
    return changed(letter, until=until)


async def digest_text(services: Services, letter: Letter) -> str:
    """What a digest's letter says at this moment; "" where nothing is left to tell."""
    given: dict[str, Any] = msgspec.json.decode(letter.text)
    since: Marks = {key: (int(mark[0]), int(mark[1])) for key, mark in given.items()}
    async with services.storage.reading() as tx:
        game = await games.find(tx, letter.game)
    if game is None:
        return ""
    pages = await _pages(services, game.guild_id, letter.target.id, since)
    if not any(page.news.is_new for page in pages):
        return ""
    pages.sort(key=lambda page: (not page.news.is_new, -max((item.weight for item in page.news.items), default=0)))
    return format_digest([await _game_news(services, page) for page in pages])


async def _game_news(services: Services, page: NewsPage) -> str:
    row, seat = page.game, page.seat
    side = side_name(row, seat.side) if seat.side else ""
    async with services.storage.reading() as tx:
        links = await links_to(tx, row, seat.side, seat.user_id or 0, page.news.turns)
    headlines = _headlines(page.news) if page.news.is_new else ""
    place = seat.thread_id or row.channel_id
    return format_digest_of_seat(row.name, side, place, headlines, _lines_below(page.news, links))


async def close_digest(tx: Transaction, services: Services, letter: Letter) -> None:
    """Switch a digest off that cannot reach its person, and tell them so once in a thread of theirs, if they have one."""
    row = await games.find(tx, letter.game)
    user_id = letter.target.id
    if row is None or not await notifications.close_digest(tx, row.guild_id, user_id, services.seconds()):
        return
    for seat in await seats.of_user(tx, user_id):
        game = await games.find(tx, seat.game)
        place = target_of(seat)
        if game is not None and game.guild_id == row.guild_id and place is not None and place.kind == "thread":
            text = format_digest_closed(user_id)
            told = Letter("notice", game.id, 0, seat.side, place, text, mentions=(user_id,), ping="message")
            await enqueue(tx, services, told)
            return


async def _pages(services: Services, guild: int, user_id: int, since: Marks) -> list[NewsPage]:
    """What happened in each game that somebody has a seat in, and what waits there; of a seat without a mark only that."""
    async with services.storage.reading() as tx:
        held = await _seats_under_way(tx, guild, user_id)
    found: list[NewsPage] = []
    for game, seat in held:
        maker = system_of(game.system).news
        mark: Mark | None = since.get(f"{game.id}/{seat.side}")
        told = None if maker is None else await maker(services, game.id, seat.side, user_id, _mark(mark))
        if told is not None:
            found.append(NewsPage(game, seat, told))
    return found


def _mark(mark: Mark | None) -> Mark | None:
    return None if mark is None else (mark[0], mark[1])


async def _marks_of_looks(services: Services, guild: int, user_id: int) -> dict[str, Mark]:
    async with services.storage.reading() as tx:
        marks = [
            (game, seat, await notifications.find_read_mark(tx, game.id, seat.side, user_id))
            for game, seat in await _seats_under_way(tx, guild, user_id)
        ]
    return {f"{game.id}/{seat.side}": (mark.revision, mark.seq) for game, seat, mark in marks if mark is not None}


async def _seats_under_way(tx: Transaction, guild: int, user_id: int) -> list[tuple[GameRow, SeatRow]]:
    """The seats of somebody in the games of a server that are under way; a game master's not where they may play themselves."""
    found: list[tuple[GameRow, SeatRow]] = []
    for seat in await seats.of_user(tx, user_id):
        game = await games.find(tx, seat.game)
        if game is None or (not seat.side and has_gm_screen(game)):
            continue
        if game.guild_id == guild and game.status in {"running", "paused"}:
            found.append((game, seat))
    return found
