"""Delivery: once, in order, at its own pace; what cannot arrive is told once, kept, and sent after a repair."""

import asyncio
from pathlib import Path

import pytest

from playtest.clock import ManualClock
from playtest.entropy import by_draw
from storage import outbox, processes
from storage.db import Storage
from tests.patience import WAIT_SECONDS
from tests.umpire.mail import HERE, HUMANS, open_problems, rows, texts_of, write
from tests.umpire.sweeping import sweep
from tests.umpire.table import CHANNEL, GM, PLAYERS, SUNDAY, THREADS, Message, Post, begin, services_on
from tests.umpire.worker_tasks import ping
from umpire.delivery.delivery import Deliverer
from umpire.delivery.sender import ref_of
from umpire.games.games import Game
from umpire.outbox.courier import NotNowError
from umpire.outbox.outbox import Letter, Recipe, Target
from umpire.services.processes import alive, others_alive, process_name
from umpire.services.services import Services
from umpire.services.workers import ProcessWorkers


async def test_letters_arrive_once_in_order_and_end_with_a_ref(services: Services, game: Game) -> None:
    post = Post()
    await write(services, game, "one", "two", "three")
    await write(services, game, "for the humans", to=HUMANS)
    for _ in range(2):
        await Deliverer(services, post).drain()
    assert texts_of(post.to("channel", CHANNEL)) == ["one", "two", "three"]
    assert texts_of(post.to("thread", THREADS["humans"])) == ["for the humans"]
    refs = [message.text.rsplit("\n", 1)[1] for message in post.messages]
    assert len(set(refs)) == 4
    assert all(ref.startswith(f"-# ref {game.id.upper()}-") for ref in refs)
    assert {row.message_id for row in await rows(services, game, "sent") if row.message_id} == {
        m.id for m in post.messages
    }


async def test_a_target_has_one_letter_under_way_and_targets_do_not_wait_for_each_other(
    services: Services, game: Game
) -> None:
    class Slow(Post):
        """Lets no letter arrive before letters to all three targets are under way."""

        def __init__(self) -> None:
            super().__init__()
            self.under_way: set[Target] = set()
            self.all_three = asyncio.Event()

        async def send(self, target: Target, letter: Letter, files: object, nonce: str) -> int:
            assert target not in self.under_way
            self.under_way.add(target)
            if len(self.under_way) == 3:
                self.all_three.set()
            await asyncio.wait_for(self.all_three.wait(), WAIT_SECONDS)
            await asyncio.sleep(0)
            self.under_way.remove(target)
            return await super().send(target, letter, (), nonce)

    post = Slow()
    for text in ("a", "b", "c"):
        for thread in (1, 2, 3):
            await write(services, game, text, to=Target("thread", thread))
    await Deliverer(services, post).drain()
    assert [texts_of(post.to("thread", thread)) for thread in (1, 2, 3)] == [["a", "b", "c"]] * 3


async def test_a_program_killed_after_sending_does_not_send_again(services: Services, game: Game) -> None:
    """The message arrived, the row still says it is under way."""
    post = Post()
    await write(services, game, "once", "twice")
    async with services.storage.transaction() as tx:
        first = (await outbox.of_game(tx, game.id, "pending"))[0]
        assert await outbox.claim(tx, first.id, services.seconds())
    post.messages.append(Message(77, HERE, f"once\n{ref_of(first)}", (), (), first.nonce))
    deliverer = Deliverer(services, post)
    assert await deliverer.pump() == 0  # what is under way holds back what is behind it
    assert await deliverer.recover() == 1
    await deliverer.drain()
    assert texts_of(post.messages) == ["once", "twice"]
    assert [row.message_id for row in await rows(services, game, "sent")][-2:] == [77, 1001]


async def test_an_answer_that_is_lost_is_looked_for_before_sending_again(
    services: Services, game: Game, manual_clock: ManualClock
) -> None:
    post = Post(lost=1)
    await write(services, game, "once")
    deliverer = Deliverer(services, post)
    await deliverer.drain()
    [row] = await rows(services, game, "pending")
    assert "lost" in row.error
    post.messages[0].nonce = "forgotten by now"  # Discord knows a nonce for some minutes only
    manual_clock.forward(minutes=30)
    await deliverer.drain()
    assert texts_of(post.messages) == ["once"]
    assert await rows(services, game, "pending", "sending", "failed") == ()


async def test_what_fails_for_now_is_tried_again_later_each_time_with_more_patience(
    services: Services, game: Game, manual_clock: ManualClock
) -> None:
    post = Post(broken={HERE: NotNowError("502")})
    await write(services, game, "patience", "order")
    deliverer = Deliverer(services, post)
    waits = []
    for _ in range(8):
        await deliverer.drain()
        row = (await rows(services, game, "pending"))[0]
        waits.append(row.not_before - services.seconds())
        manual_clock.forward(seconds=waits[-1] - 1)
        await deliverer.drain()
        manual_clock.forward(seconds=1)
    assert waits == [2, 4, 8, 16, 32, 64, 128, 256]
    post.broken.clear()
    await deliverer.drain()
    assert texts_of(post.messages) == ["patience", "order"]
    assert await open_problems(services, game) == []


async def test_patience_that_is_asked_for_is_kept_to_the_second_and_counts_as_no_failure(
    services: Services, game: Game, manual_clock: ManualClock
) -> None:
    post = Post(broken={HERE: NotNowError("429", seconds=40)})
    await write(services, game, "patience", "order")
    deliverer = Deliverer(services, post)
    for _ in range(8):
        await deliverer.drain()
        row = (await rows(services, game, "pending"))[0]
        assert (row.not_before - services.seconds(), row.attempts) == (41, 1)
        manual_clock.forward(seconds=40)
        await deliverer.drain()
        manual_clock.forward(seconds=1)
    post.broken[HERE] = NotNowError("502")  # the first failure waits as a first failure does
    await deliverer.drain()
    assert (await rows(services, game, "pending"))[0].not_before - services.seconds() == 4
    manual_clock.forward(seconds=4)
    post.broken.clear()
    await deliverer.drain()
    assert texts_of(post.messages) == ["patience", "order"]


async def test_letters_under_one_key_are_one_message_edited_in_place(services: Services, game: Game) -> None:
    post = Post()
    deliverer = Deliverer(services, post)
    for text in ("a day is left", "three hours are left"):
        await write(services, game, text, to=HUMANS, side="humans", key="reminder/1/humans")
        await deliverer.drain()
    [message] = post.messages
    assert texts_of([message]) == ["three hours are left"]
    assert message.edits == 1
    post.messages.clear()  # the player deleted it
    await write(services, game, "one hour is left", to=HUMANS, side="humans", key="reminder/1/humans")
    await deliverer.drain()
    assert texts_of(post.messages) == ["one hour is left"]


async def test_a_letter_that_stands_instead_of_another_takes_it_back_is_last_and_pings(
    services: Services, game: Game
) -> None:
    post = Post()
    deliverer = Deliverer(services, post)
    for pilot, text in enumerate(("yours", "theirs"), 5):
        await write(services, game, text, key="turn", instead=True, mentions=(pilot,))
        await write(services, game, "chat")
        await deliverer.drain()
    assert texts_of(post.messages) == ["chat", "<@6> theirs", "chat"]
    assert post.messages[1].mentions == (6,)
    post.messages.clear()  # somebody deleted it
    await write(services, game, "yours again", key="turn", instead=True)
    await deliverer.drain()
    assert texts_of(post.messages) == ["yours again"]


async def test_a_packet_holds_report_map_and_text_and_begins_with_the_report(
    services: Services, game: Game, manual_clock: ManualClock
) -> None:
    manual_clock.move_to(SUNDAY)
    await sweep(services)
    post = Post()
    await Deliverer(services, post).drain()
    [public] = post.to("channel", CHANNEL)
    assert public.files == ()
    for side, thread in THREADS.items():
        packet = next(m for m in post.to("thread", thread) if m.files)
        names = [file.name for file in packet.files]
        assert names == ["report.md", "map.png", "map.txt"]
        report, picture, text = packet.files
        assert report.data.decode().splitlines()[0] in packet.text
        assert picture.data.startswith(b"\x89PNG")
        assert 0 < len(picture.alt) <= 1024
        assert text.data.decode().strip()
        assert len(packet.text) <= 2000
        assert packet.mentions == (PLAYERS.get(side, GM),)  # a result of the clock's calls the game master, too


async def test_files_that_cannot_be_made_are_told_to_the_game_master(
    services: Services, game: Game, manual_clock: ManualClock, caplog: pytest.LogCaptureFixture
) -> None:
    post = Post()
    deliverer = Deliverer(services, post)
    await write(services, game, "look", to=HUMANS, files=(Recipe(game.id, 9, 9, "humans", "map"),))
    for _ in range(6):
        await deliverer.drain()
        manual_clock.forward(minutes=1)
    assert "cannot be made" in caplog.text
    assert [row.error for row in await rows(services, game, "failed")] == [
        "letter: its files cannot be made (KeyError)"
    ]
    assert len(post.to("thread", THREADS[""])) == 1


async def test_long_texts_are_cut_so_that_the_ref_fits(services: Services, game: Game) -> None:
    post = Post()
    await write(services, game, "x" * 3000)
    await Deliverer(services, post).drain()
    assert len(post.messages[0].text) == 2000
    assert f"…\n-# ref {game.id.upper()}-" in post.messages[0].text


async def test_two_deliverers_on_one_database_send_each_letter_once(tmp_path: Path, manual_clock: ManualClock) -> None:
    async with await Storage.open(tmp_path / "a.db") as one, await Storage.open(tmp_path / "a.db") as two:
        first, second = services_on(one, manual_clock), services_on(two, manual_clock, by_draw("second"))
        game = await begin(first)
        await write(first, game, *(f"letter {i}" for i in range(12)))
        post = Post()
        both = Deliverer(first, post), Deliverer(second, post)
        while await rows(first, game, "pending", "sending"):
            await asyncio.gather(*(deliverer.drain() for deliverer in both))
        there = texts_of(post.to("channel", CHANNEL))
        assert there[1:] == [f"letter {i}" for i in range(12)]
        assert len({message.text for message in post.messages}) == len(post.messages)


async def test_what_another_living_process_is_sending_is_left_to_it(
    services: Services, game: Game, manual_clock: ManualClock
) -> None:
    await write(services, game, "theirs")
    async with services.storage.transaction() as tx:
        [row] = await outbox.of_game(tx, game.id, "pending")
        await outbox.claim(tx, row.id, services.seconds())
        await processes.beat(tx, "another-computer:7:x", services.seconds())
    deliverer = Deliverer(services, Post(), process="me")
    assert await deliverer.recover() == 0
    manual_clock.forward(minutes=2)  # not heard of for two minutes: it died
    assert await deliverer.recover() == 1


async def test_the_running_deliverer_sends_when_woken_and_ends_in_order(services: Services, game: Game) -> None:
    post = Post()
    deliverer = Deliverer(services, post)
    await deliverer.start()
    await write(services, game, "hello", "again")
    deliverer.wake()
    async with asyncio.timeout(WAIT_SECONDS):
        while len(post.messages) < 2:  # noqa: ASYNC110 # the post has no bell
            await asyncio.sleep(0.01)
    await deliverer.stop()
    assert await rows(services, game, "pending", "sending", "failed") == ()


async def test_turns_and_packets_are_made_in_worker_processes(tmp_path: Path, manual_clock: ManualClock) -> None:
    async with ProcessWorkers(1) as workers, await Storage.open(tmp_path / "a.db") as storage:
        services = Services(storage, workers, manual_clock, by_draw("chance"))
        begun = await begin(services)
        manual_clock.move_to(SUNDAY)
        assert [due.game for due in await sweep(services)] == [begun.id]
        post = Post()
        await Deliverer(services, post).drain()
        maps = [file for m in post.messages for file in m.files if file.name == "map.png"]
        assert len(maps) == 5  # where each begins, and the turn for each and for the game master
        assert all(picture.data.startswith(b"\x89PNG") for picture in maps)
        _, _, modules = await workers.run(ping)
        loaded = {name.split(".")[0] for name in modules}
        assert "PIL" in loaded
        assert not loaded & {"discord", "aiohttp", "cogs"}


def test_a_process_counts_as_alive_while_it_beats_and_its_number_lives() -> None:
    name = process_name("x")
    host = name.split(":", 1)[0]
    assert alive(name, 100, 150)
    assert not alive(name, 100, 190)
    assert alive("another-computer:1:x", 100, 150)
    assert not alive(f"{host}:999999999:x", 100, 150)  # no process has such a number
    assert others_alive({"another-computer:1:x": 100}, name, 150)
    assert not others_alive({name: 100, process_name("y"): 100, f"{host}:999999999:x": 100}, "", 150)
