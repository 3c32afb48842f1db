"""Which letter goes next, and that letters with pictures hold up none of text."""

import asyncio
from typing import get_args

import pytest

from tests.patience import WAIT_SECONDS
from tests.umpire.mail import HUMANS, rows, texts_of, write
from tests.umpire.table import Post
from umpire.delivery import delivery, packets, sender
from umpire.delivery.delivery import Deliverer
from umpire.delivery.packets import Page
from umpire.delivery.waiting_letters import IN_A_ROW, KIND_RANKS, Head, Rounds
from umpire.games.games import Game
from umpire.outbox.courier import NotNowError
from umpire.outbox.outbox import Letter, LetterKind, Recipe, Target
from umpire.services.pace import Rank, rank_now
from umpire.services.services import Services


def head(number: int, game: str, rank: Rank = Rank.RESULT) -> Head:
    return Head(number, game, rank, drawn=False)


def test_every_kind_of_letter_has_its_rank() -> None:
    assert set(KIND_RANKS) == set(get_args(LetterKind))
    assert KIND_RANKS["reminder"] < KIND_RANKS["packet"] < KIND_RANKS["notice"] < KIND_RANKS["desk"]


def test_each_game_has_its_row_before_any_has_its_second() -> None:
    many, few = IN_A_ROW + 2, 3
    a, b, c = ([head(number + 100 * place, name) for number in range(many)] for place, name in enumerate("abc"))
    b = b[:few]
    found = sorted((*a, *b, *c), key=lambda one: one.id % 100)
    row = [*a[:IN_A_ROW], *b, *c[:IN_A_ROW]]
    assert Rounds().in_order(found) == [*row, *a[IN_A_ROW:], *c[IN_A_ROW:]]


def test_reminders_and_results_of_all_games_go_before_news_and_refreshes_of_any() -> None:
    ranks = (Rank.REFRESH, Rank.NEWS, Rank.RESULT, Rank.REMINDER)
    found = [head(number, "ab"[number % 2], rank) for number, rank in enumerate(ranks)]
    assert [one.rank for one in Rounds().in_order(found)] == sorted(ranks)


def test_a_game_that_had_many_waits_for_those_that_had_none() -> None:
    rounds = Rounds()
    for number in range(IN_A_ROW):
        rounds.taken(head(number, "a"))
    found = [head(10, "a"), head(11, "b"), head(12, "b"), head(13, "b"), head(14, "b")]
    assert [one.id for one in rounds.in_order(found)] == [11, 12, 13, 14, 10]
    rounds.quiet()
    assert [one.id for one in rounds.in_order(found)][:2] == [10, 11]


async def test_pictures_that_take_long_hold_up_no_letter_of_text(
    services: Services, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn, most = asyncio.Event(), 0
    at_work = 0
    make = packets.prepare

    async def slow(services: Services, letter: Letter, ref: object) -> list[Page]:
        nonlocal most, at_work
        if letter.files:
            at_work += 1
            most = max(most, at_work)
            await drawn.wait()
            at_work -= 1
            letter = Letter(letter.kind, letter.game, letter.turn, letter.side, letter.target, letter.text)
        return await make(services, letter, ref)  # type: ignore[arg-type] # passed on as it came

    monkeypatch.setattr(sender, "prepare", slow)
    post = Post()
    recipe = Recipe(game.id, 1, 1, "humans", "map")
    for number in range(3 * delivery.AT_ONCE):
        await write(services, game, f"picture {number}", to=Target("thread", 500 + number), files=(recipe,))
    for number in range(10):
        await write(services, game, f"text {number}", to=Target("thread", 900 + number))
    deliverer = Deliverer(services, post)
    working = asyncio.create_task(deliverer.drain())
    async with asyncio.timeout(WAIT_SECONDS):
        while (  # noqa: ASYNC110 # the post has no bell
            sum(text.startswith("text") for text in texts_of(post.messages)) < 10 or most < delivery.DRAWN_AT_ONCE
        ):
            await asyncio.sleep(0.01)
    assert not any(text.startswith("picture") for text in texts_of(post.messages))
    assert most == delivery.DRAWN_AT_ONCE
    drawn.set()
    await working
    assert sum(text.startswith("picture") for text in texts_of(post.messages)) == 3 * delivery.AT_ONCE


async def test_while_discord_asks_for_a_pause_nothing_is_claimed(services: Services, game: Game) -> None:
    post = Post()
    await write(services, game, "later")
    services.pace.rest(60)
    deliverer = Deliverer(services, post)
    await deliverer.drain()
    assert [row.attempts for row in await rows(services, game, "pending")][-1] == 0
    assert post.messages == []


async def test_each_letter_is_sent_with_its_rank(services: Services, game: Game) -> None:
    class Ranked(Post):
        ranks: dict[str, Rank]

        async def send(self, target: Target, letter: Letter, files: object, nonce: str) -> int:
            self.ranks[letter.text.splitlines()[0]] = rank_now()
            return await super().send(target, letter, (), nonce)

    post = Ranked()
    post.ranks = {}
    await write(services, game, "news", to=HUMANS)
    await Deliverer(services, post).drain()
    assert post.ranks["news"] is Rank.NEWS
    assert rank_now() is Rank.ANSWER


async def test_a_letter_refused_for_now_lets_others_pass(services: Services, game: Game) -> None:
    """The pause of one channel is that channel's alone."""
    there = Target("thread", 700)
    post = Post(broken={there: NotNowError("429", seconds=40)})
    await write(services, game, "busy channel", to=there)
    await write(services, game, "another", to=HUMANS)
    await Deliverer(services, post).drain()
    assert "another" in texts_of(post.messages)
    assert services.pace.resting == 0
