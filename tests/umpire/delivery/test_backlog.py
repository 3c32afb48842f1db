"""What waits is told apart from what is held up behind a letter that cannot arrive."""

from sqlalchemy import event, update

from storage import outbox, schema
from tests.umpire.mail import HERE, HUMANS, MASTER, rows, write
from tests.umpire.table import Post
from umpire.delivery.delivery import Deliverer
from umpire.delivery.undelivered import retry
from umpire.delivery.waiting_letters import Backlog, backlog
from umpire.games.games import Game
from umpire.outbox.courier import LockedError, RefusedError
from umpire.outbox.outbox import Target
from umpire.services.services import Services


async def backlog_now(services: Services) -> Backlog:
    """What there is."""
    async with services.storage.reading() as tx:
        return await backlog(tx)


async def aged(services: Services, letter: int, seconds: int) -> None:
    """A letter was written so long ago."""
    async with services.storage.transaction() as tx:
        at = services.seconds() - seconds
        await tx.execute(update(schema.outbox).filter_by(id=letter).values(created_at=at))


async def test_letters_behind_one_that_failed_do_not_count_as_waiting(services: Services, game: Game) -> None:
    post = Post(broken={HERE: LockedError("160005")})
    deliverer = Deliverer(services, post)
    await deliverer.drain()
    assert await backlog_now(services) == Backlog(0, None, 0, 0)
    await write(services, game, "one", "two")
    await write(services, game, "for the humans", to=HUMANS, side="humans")
    found = await backlog_now(services)
    assert (found.waiting, found.failed, found.held) == (3, 0, 0)
    await deliverer.drain()
    await write(services, game, "three")
    for row in await rows(services, game, "pending"):
        await aged(services, row.id, 9000)
    assert await backlog_now(services) == Backlog(waiting=0, oldest=None, failed=1, held=2), "the others have arrived"
    await write(services, game, "for the humans", to=HUMANS, side="humans")
    assert await backlog_now(services) == Backlog(waiting=1, oldest=services.seconds(), failed=1, held=2)
    post.broken.clear()
    assert await retry(services, game.id) == 1
    assert await backlog_now(services) == Backlog(waiting=4, oldest=services.seconds() - 9000, failed=0, held=0)
    await deliverer.drain()
    assert await backlog_now(services) == Backlog(0, None, 0, 0)


async def test_one_that_discord_refused_holds_up_nobody(services: Services, game: Game) -> None:
    deliverer = Deliverer(services, Post(broken={HERE: RefusedError("50035")}))
    await deliverer.drain()
    await write(services, game, "one")
    await deliverer.drain()
    await write(services, game, "two")
    assert await backlog_now(services) == Backlog(waiting=1, oldest=services.seconds(), failed=1, held=0)


async def test_the_game_masters_letters_are_held_where_they_go(services: Services, game: Game) -> None:
    """Those that name the game master stand in one line with those that name their thread; one before the failed one waits."""
    await Deliverer(services, Post()).drain()
    await write(services, game, "before", to=MASTER)
    await write(services, game, "fails", to=MASTER)
    await write(services, game, "behind", to=Target("gm"))
    await write(services, game, "elsewhere")
    async with services.storage.transaction() as tx:
        (failing,) = [row for row in await outbox.of_game(tx, game.id, "pending") if row.letter["text"] == "fails"]
        await outbox.failed(tx, failing.id, "locked: 160005")
    assert await backlog_now(services) == Backlog(waiting=2, oldest=services.seconds(), failed=1, held=1)


async def test_it_takes_one_question_and_a_second_where_something_has_failed(services: Services, game: Game) -> None:
    asked: list[str] = []

    async def counted() -> int:
        asked.clear()
        async with services.storage.reading() as tx:
            listener = (tx.sync_connection, "before_cursor_execute", lambda *about: asked.append(about[2]))
            event.listen(*listener)
            await backlog(tx)
            event.remove(*listener)
        return len(asked)

    await write(services, game, *"abc")
    assert await counted() == 1
    async with services.storage.transaction() as tx:
        (first, *_) = await outbox.of_game(tx, game.id, "pending")
        await outbox.failed(tx, first.id, "locked: 160005")
    assert await counted() == 2
