"""Who is named in a letter: by each person's wish and by an allowance; nobody by an edit, and never who gave the seat up."""

from datetime import timedelta

import pytest

from playtest.clock import ManualClock
from rules.values import changed
from storage import notifications
from storage.notifications import PingPreference
from tests.umpire.mail import HERE, HUMANS, MASTER, texts_of
from tests.umpire.seat_delivery import set_delivery
from tests.umpire.sweeping import sweep
from tests.umpire.table import CHANNEL, GM, PLAYERS, SUNDAY, THREADS, Message, Post, master, player
from umpire.delivery.delivery import Deliverer
from umpire.games import seats
from umpire.games.games import Game
from umpire.outbox.outbox import (
    ALLOWANCES,
    FEW_PINGS,
    LONGEST_ALLOWANCE_SECONDS,
    Letter,
    PingKind,
    Target,
    enqueue,
    preference_of,
    set_preference,
)
from umpire.services.services import Services

HEIR = 103
PLAYER = PLAYERS["humans"]
KINDS = tuple(ALLOWANCES)


async def tell(services: Services, game: Game, kind: PingKind, *, times: int = 1, to: Target = HUMANS) -> None:
    """Letters for the Humans' player, or for the game master."""
    side, named = ("humans", (PLAYER,)) if to != Target("gm") else ("", ())
    async with services.storage.transaction() as tx:
        for number in range(times):
            text = f"{kind} {number}"
            await enqueue(tx, services, Letter("notice", game.id, 1, side, to, text, mentions=named, ping=kind))


async def delivered(services: Services, post: Post) -> list[Message]:
    await Deliverer(services, post).drain()
    return post.messages


@pytest.mark.parametrize(("wish", "kinds"), [("all", set(KINDS)), ("few", FEW_PINGS | {"turn"}), ("none", set())])
async def test_everything_arrives_and_names_whom_it_is_for_as_they_wish(
    services: Services, game: Game, wish: PingPreference, kinds: set[PingKind]
) -> None:
    assert await preference_of(services, game.guild_id, PLAYER) == "all"
    await set_preference(services, game.guild_id, PLAYER, wish)
    for kind in KINDS:
        await tell(services, game, kind)
    messages = await delivered(services, Post())
    assert len(messages) == len(KINDS)
    assert {text.split()[-2] for text, m in zip(texts_of(messages), messages, strict=True) if m.mentions} == kinds
    for message in messages:
        assert message.text.startswith(f"<@{PLAYER}> ") == bool(message.mentions)


async def test_who_wants_few_is_named_once_a_turn_when_a_tactical_game_waits_for_them(
    services: Services, game: Game
) -> None:
    await set_preference(services, game.guild_id, PLAYER, "few")
    await tell(services, game, "turn", times=5)
    assert [bool(m.mentions) for m in await delivered(services, Post())] == [True, False, False, False, False]


@pytest.mark.parametrize("kind", KINDS)
async def test_no_kind_of_thing_names_somebody_more_often_than_is_allowed_in_a_turn(
    services: Services, game: Game, manual_clock: ManualClock, kind: PingKind
) -> None:
    allowance, post = ALLOWANCES[kind], Post()
    apart = allowance.apart + 1
    letters = min(3 * allowance.most, LONGEST_ALLOWANCE_SECONDS // apart)
    assert letters > allowance.most
    for _ in range(letters):
        await tell(services, game, kind)
        manual_clock.forward(seconds=apart)
    named = [bool(m.mentions) for m in await delivered(services, post)]
    assert named == [True] * allowance.most + [False] * (letters - allowance.most)


async def test_a_turn_that_lasts_weeks_has_its_allowance_each_week(
    services: Services, game: Game, manual_clock: ManualClock
) -> None:
    for _ in range(3):
        await tell(services, game, "reminder", times=2)
        manual_clock.forward(days=8)
    assert [bool(m.mentions) for m in await delivered(services, Post())] == [True, False] * 3


async def test_the_next_turn_has_an_allowance_of_its_own_and_the_last_ones_is_forgotten(
    services: Services, game: Game, manual_clock: ManualClock
) -> None:
    await tell(services, game, "message")
    manual_clock.move_to(SUNDAY)
    assert await sweep(services) != ()
    await tell(services, game, "message")
    post = Post()
    await delivered(services, post)
    assert [bool(m.mentions) for m in post.to("thread", THREADS["humans"]) if "message 0" in m.text] == [True, True]
    async with services.storage.reading() as tx:
        assert await notifications.pings_of_turn(tx, game.id, 1, PLAYER) == ()
        assert {one.kind for one in await notifications.pings_of_turn(tx, game.id, 2, PLAYER)} == {"result", "message"}


async def test_a_busy_game_master_calls_a_player_once_an_hour_and_a_few_times_a_turn(
    services: Services, game: Game, manual_clock: ManualClock
) -> None:
    post = Post()
    for _ in range(10):
        await tell(services, game, "message", times=5)
        manual_clock.forward(minutes=40)
    messages = await delivered(services, post)
    assert len(messages) == 50
    assert sum(bool(m.mentions) for m in messages) == ALLOWANCES["message"].most


async def test_a_game_master_with_twenty_requests_is_called_once(services: Services, game: Game) -> None:
    await tell(services, game, "message", times=20, to=Target("gm"))
    messages = await delivered(services, Post())
    assert {m.target for m in messages} == {MASTER}
    assert [m.mentions for m in messages] == [(GM,), *[()] * 19]


async def test_all_game_masters_are_named_each_by_their_own_wish(services: Services, game: Game) -> None:
    for user in (201, 202):
        await seats.add_gm(services, master(game), user)
    await set_preference(services, game.guild_id, 201, "none")
    await tell(services, game, "problem", to=Target("gm"))
    assert [m.mentions for m in await delivered(services, Post())] == [(GM, 202)]


async def test_who_is_away_is_named_for_nothing_of_that_game(services: Services, game: Game) -> None:
    await seats.set_away(services, player(game, "humans"), away=True)
    for kind in KINDS:
        await tell(services, game, kind)
    assert {m.mentions for m in await delivered(services, Post())} == {()}


async def test_a_wish_is_kept_for_each_server(services: Services, game: Game) -> None:
    await set_preference(services, game.guild_id + 1, PLAYER, "none")
    await tell(services, game, "result")
    assert [m.mentions for m in await delivered(services, Post())] == [(PLAYER,)]


async def test_who_says_no_while_a_letter_waits_is_not_named_in_it(services: Services, game: Game) -> None:
    await tell(services, game, "result")
    await set_preference(services, game.guild_id, PLAYER, "none")
    [message] = await delivered(services, Post())
    assert (message.mentions, "<@" in message.text) == ((), False)


async def test_the_former_holder_is_not_named_in_the_thread_nor_the_new_one_for_what_was_meant_for_another(
    services: Services, game: Game, manual_clock: ManualClock
) -> None:
    manual_clock.move_to(SUNDAY - timedelta(hours=24))
    await tell(services, game, "result")
    await sweep(services)  # a reminder waits, too
    await seats.replace_player(services, master(game), "humans", HEIR)
    post = Post()
    await delivered(services, post)
    await sweep(services)
    await delivered(services, post)
    messages = [m for m in post.to("thread", THREADS["humans"]) if not m.text.startswith("###")]
    assert len(messages) >= 2
    assert not any(f"<@{PLAYER}>" in m.text or f"<@{HEIR}>" in m.text or m.mentions for m in messages)


async def test_a_reminder_given_to_the_former_holder_is_taken_back_and_the_new_one_is_named_in_theirs(
    services: Services, game: Game, manual_clock: ManualClock
) -> None:
    post = Post()
    manual_clock.move_to(SUNDAY - timedelta(hours=24))
    await sweep(services)
    await delivered(services, post)
    await seats.replace_player(services, master(game), "humans", HEIR)
    manual_clock.move_to(SUNDAY - timedelta(hours=3))
    await sweep(services)
    await delivered(services, post)
    [message] = [m for m in post.to("thread", THREADS["humans"]) if "Orders for turn 1" in m.text]
    assert message.mentions == (HEIR,)
    assert f"<@{PLAYER}>" not in message.text


async def test_a_new_holder_has_their_own_wish_and_the_former_keeps_theirs(services: Services, game: Game) -> None:
    await set_preference(services, game.guild_id, HEIR, "none")
    await seats.replace_player(services, master(game), "humans", HEIR)
    async with services.storage.transaction() as tx:
        letter = Letter("notice", game.id, 1, "humans", HUMANS, "hello", mentions=(HEIR,), ping="result")
        await enqueue(tx, services, letter)
    assert [m.mentions for m in await delivered(services, Post())] == [()]
    assert await preference_of(services, game.guild_id, PLAYER) == "all"


async def test_a_letter_for_all_names_only_those_whom_it_may(services: Services, game: Game) -> None:
    await set_preference(services, game.guild_id, PLAYERS["dominators"], "none")
    async with services.storage.transaction() as tx:
        letter = Letter("notice", game.id, 1, "", HERE, "sooner", mentions=tuple(PLAYERS.values()), ping="sooner")
        await enqueue(tx, services, letter)
    post = Post()
    await delivered(services, post)
    [message] = post.to("channel", CHANNEL)
    assert (texts_of([message]), message.mentions) == ([f"<@{PLAYER}> sooner"], (PLAYER,))


async def test_a_heading_begins_its_line_below_the_names(services: Services, game: Game) -> None:
    async with services.storage.transaction() as tx:
        letter = Letter("notice", game.id, 1, "humans", HUMANS, "### Welcome", mentions=(PLAYER,), ping="result")
        await enqueue(tx, services, letter)
    post = Post()
    await delivered(services, post)
    assert f"<@{PLAYER}>\n### Welcome" in "\n".join(m.text for m in post.to("thread", THREADS["humans"]))


async def test_in_a_direct_message_nobody_is_written_out_by_name(services: Services, game: Game) -> None:
    await set_delivery(services, changed(player(game, "humans")), thread_id=None, dm=True)
    await tell(services, game, "result", to=Target("dm", PLAYER))
    [message] = await delivered(services, Post())
    assert (texts_of([message]), message.mentions) == (["result 0"], (PLAYER,))


async def test_a_turns_result_names_each_player_and_the_game_master_once_on_its_first_page(
    services: Services, game: Game, manual_clock: ManualClock
) -> None:
    manual_clock.move_to(SUNDAY)
    await sweep(services)
    post = Post()
    await delivered(services, post)
    for side, user in (*PLAYERS.items(), ("", GM)):
        there = [m for m in post.to("thread", THREADS[side]) if not m.text.startswith("###")]
        assert [m.mentions for m in there] == [(user,), *[()] * (len(there) - 1)]
        assert there[0].text.startswith(f"<@{user}> **")
        assert sum(f"<@{user}>" in m.text for m in there) == 1
    assert [m.mentions for m in post.to("channel", CHANNEL)] == [()]
