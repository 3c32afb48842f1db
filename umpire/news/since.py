"""What happened since somebody last opened a report of their side: three lines, told once, and how far they were told."""

from typing import Final, Literal

from render.words.safe_text import listed
from rules.values import Value
from storage import events, games, notifications, outbox, seats
from storage.db import Transaction
from storage.games import GameRow
from storage.notifications import ReadMark
from umpire.games.told import Mark, News
from umpire.outbox.outbox import letter_of
from umpire.services.services import Services
from umpire.systems.known import system_of

MOST_ITEMS: Final = 3
MOST_WAITS: Final = 4


class Since(Value):
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
        if before is None or before.opening != row.opening:
            return "turn"
        if system_of(row.system).plays_in_turn:
            return "words"
        stored = await events.stored_of_opening(tx, game_id, row.opening)
        return "words" if any(one.phase == "start" for one in stored) else ""


async def since_looked(services: Services, game_id: str, side: str, user_id: int) -> Since | None:
    """What to show somebody who opens a report of their side ("": of the game, for who leads it) now; None where nothing happened
    since they last did, or the game tells no news. Who looks for the first time is told nothing, and is marked."""
    async with services.storage.reading() as tx:
        row = await games.find(tx, game_id)
        before = await notifications.find_read_mark(tx, game_id, side, user_id)
    maker = None if row is None else system_of(row.system).news
    if row is None or maker is None:
        return None
    known = None if before is None else (before.opening, before.seq)
    news = await maker(services, game_id, side, user_id, known)
    if news is None:
        return None
    if known is None:
        await note_looked(services, Since(game_id, side, user_id, "", news.mark))
        return None
    if not news.is_new:
        return None
    async with services.storage.reading() as tx:
        links = await links_to(tx, row, side, user_id, news.turns)
    return Since(game_id, side, user_id, "\n".join(lines_of(news, links)), news.mark)


async def note_looked(services: Services, shown: Since) -> None:
    """Somebody was shown it: their mark moves forward, never back."""
    opening, seq = shown.mark
    async with services.storage.transaction() as tx:
        await notifications.put_read_mark(
            tx, ReadMark(shown.game, shown.side, shown.user_id, opening, seq, services.seconds())
        )


def lines_of(news: News, links: dict[int, str]) -> list[str]:
    """News first, then how far the game has come with links to the reports, then what waits for its reader."""
    told = [f"{one.text} (turn {one.turn})" for one in news.items[:MOST_ITEMS]]
    left = len(news.items) - len(told)
    more = f" · and {left} more" if left > 0 else ""
    lines = [f"**Since you last looked**: {' · '.join(told) or 'nothing of note for you'}{more}"]
    lines.append(_course(news, links))
    if news.waits:
        wait = "; ".join(news.waits[:MOST_WAITS])
        others = len(news.waits) - MOST_WAITS
        lines.append(f"**Waits for you**: {wait}{f'; and {others} more' if others > 0 else ''}")
    return lines


def _course(news: News, links: dict[int, str]) -> str:
    turns = [f"[turn {turn}]({links[turn]})" if turn in links else f"turn {turn}" for turn in news.turns]
    early = [f"{news.more} earlier {'turn' if news.more == 1 else 'turns'}"] if news.more else []
    passed = f"Resolved: {listed([*early, *turns])}. " if turns else ""
    back = "A turn was taken back meanwhile. " if news.undone else ""
    if news.over:
        return f"{passed}{back}The game is over."
    due = "" if news.due is None else f", due <t:{news.due}:R>"
    return f"{passed}{back}Turn {news.turn} is the present one{due}."


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
