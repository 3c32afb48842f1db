"""Reminders and grace: who is reminded, once each, and what is told of whom."""

from datetime import UTC, datetime, timedelta

import pytest

from playtest.clock import ManualClock
from rules.values import WrongPhaseError
from storage import turns
from tests.umpire.sweeping import sweep
from tests.umpire.table import (
    CHANNEL,
    PLAYERS,
    SUNDAY,
    THREADS,
    Message,
    Post,
    begin,
    letters,
    master,
    now_at,
    order,
    player,
    ready,
    texts,
)
from umpire.campaign.sheets import orders
from umpire.campaign.turn.undo import undo
from umpire.clock.clock import next_moment
from umpire.clock.extra_time import extend
from umpire.delivery.delivery import Deliverer
from umpire.games import seats
from umpire.games.options import Options
from umpire.outbox.courier import NotNowError, RefusedError
from umpire.outbox.outbox import Letter, Target, letter_of, set_preference
from umpire.services.services import Services

HOUR = 3600


async def test_reminders_come_once_each_to_those_who_are_not_complete(
    services: Services, manual_clock: ManualClock
) -> None:
    game = await begin(services)
    await order(services, game, "humans")
    manual_clock.move_to(SUNDAY - timedelta(hours=24))
    for _ in range(3):
        await sweep(services)
    [row] = await letters(services, game, "reminder")
    letter = letter_of(row)
    assert letter.side == "dominators"
    assert letter.mentions == (PLAYERS["dominators"],)
    assert f"<t:{int(SUNDAY.timestamp())}:F>" in letter.text
    manual_clock.move_to(SUNDAY - timedelta(hours=3))
    await sweep(services)
    first, second = await letters(services, game, "reminder")
    assert first.edit_key == second.edit_key
    assert (letter_of(second).instead, letter_of(second).mentions) == (True, (PLAYERS["dominators"],))


async def test_nobody_is_reminded_once_they_are_ready(services: Services, manual_clock: ManualClock) -> None:
    game = await begin(services, options=Options(early=False))
    for side in PLAYERS:
        await ready(services, game, side)
    manual_clock.move_to(SUNDAY - timedelta(hours=1))
    await sweep(services)
    assert await letters(services, game, "reminder") == []


async def test_a_reminder_that_was_given_stays_true_by_silent_edits(
    services: Services, manual_clock: ManualClock
) -> None:
    game = await begin(services)
    post = Post()
    deliverer = Deliverer(services, post)

    async def humans() -> Message:
        await sweep(services)
        await deliverer.drain()
        [message] = [m for m in post.to("thread", THREADS["humans"]) if "Orders for turn 1" in m.text]
        return message

    manual_clock.move_to(SUNDAY - timedelta(hours=20))
    assert "no orders on your sheet yet" in (await humans()).text
    await order(services, game, "humans")
    assert "are complete" in (await humans()).text
    await ready(services, game, "humans")
    assert "are ready" in (await humans()).text
    await extend(services, master(game), 1, "Snow.")
    moved = await humans()
    assert f"<t:{int(SUNDAY.timestamp()) + HOUR}:F>" in moved.text
    assert moved.edits == 3
    assert await humans() is moved
    assert moved.edits == 3
    edits = [letter_of(row) for row in await letters(services, game, "sheet")]
    assert {letter.mentions for letter in edits} == {()}
    assert (moved.mentions, moved.highlighted) == ((PLAYERS["humans"],), (PLAYERS["humans"],))
    post.messages.remove(moved)
    await extend(services, master(game), 1, "More snow.")
    again = await humans()
    assert (again.mentions, again.edits) == ((), 0)  # the one in its place pings nobody a second time


async def test_a_reminder_is_highlighted_for_nobody_whom_it_did_not_ping(
    services: Services, manual_clock: ManualClock
) -> None:
    game = await begin(services)
    post = Post()
    deliverer = Deliverer(services, post)

    async def highlighted() -> dict[str, tuple[int, ...]]:
        await sweep(services)
        await deliverer.drain()
        found = [(side, m) for side in PLAYERS for m in post.to("thread", THREADS[side]) if "Orders for" in m.text]
        assert len(found) == 2
        return {side: message.highlighted for side, message in found}

    await seats.set_away(services, player(game, "dominators"), away=True)
    manual_clock.move_to(SUNDAY - timedelta(hours=20))
    only_humans = {"humans": (PLAYERS["humans"],), "dominators": ()}
    assert await highlighted() == only_humans
    for side in PLAYERS:
        await order(services, game, side)
    assert await highlighted() == only_humans
    await seats.set_away(services, player(game, "humans"), away=True)
    manual_clock.move_to(SUNDAY - timedelta(hours=2))
    assert await highlighted() == only_humans


async def test_of_missed_reminders_one_is_given_and_none_after_the_deadline(
    services: Services, manual_clock: ManualClock
) -> None:
    game = await begin(services)
    manual_clock.move_to(SUNDAY - timedelta(minutes=5))
    await sweep(services)
    assert len(await letters(services, game, "reminder")) == 2
    other = await begin(services, channel=CHANNEL + 1)
    manual_clock.move_to(SUNDAY + timedelta(weeks=3))
    await sweep(services)
    assert await letters(services, other, "reminder") == []


async def test_open_seats_and_away_players_are_not_pinged(services: Services, manual_clock: ManualClock) -> None:
    game = await begin(services)
    await seats.hold_open(services, master(game), "humans")
    await seats.set_away(services, player(game, "dominators"), away=True)
    manual_clock.move_to(SUNDAY - timedelta(hours=2))
    await sweep(services)
    [row] = await letters(services, game, "reminder")
    assert letter_of(row).side == "dominators"
    assert letter_of(row).mentions == ()


async def test_in_the_grace_orders_are_still_taken_and_it_is_told_once(
    services: Services, manual_clock: ManualClock
) -> None:
    game = await begin(services, options=Options(grace_minutes=30))
    await order(services, game, "humans")
    manual_clock.move_to(SUNDAY + timedelta(minutes=5))
    for _ in range(3):
        assert await sweep(services) == ()
    [told] = [text for text in await texts(services, game, "notice") if "still taken" in text]
    assert f"<t:{int((SUNDAY + timedelta(minutes=30)).timestamp())}:t>" in told
    assert await next_moment(services) == (SUNDAY + timedelta(minutes=30)).timestamp()
    await order(services, game, "dominators", "Better late than never.")
    assert await sweep(services) == ()  # what is on a sheet is nobody's business
    for side in PLAYERS:
        await ready(services, game, side)
    assert [due.turn for due in await sweep(services)] == [1]  # nobody is left to wait for
    async with services.storage.reading() as tx:
        done = await turns.find(tx, game.id, 1)
    assert done is not None
    assert done.orders is not None
    assert b"Better late than never." in done.orders
    assert (await now_at(services, game)).deadline == (SUNDAY + timedelta(weeks=1)).timestamp()


@pytest.mark.parametrize("ordered", [(), ("humans",), ("humans", "dominators")])
async def test_the_grace_tells_nobody_what_is_on_a_sheet_that_is_not_ready(
    services: Services, manual_clock: ManualClock, ordered: tuple[str, ...]
) -> None:
    game = await begin(services, options=Options(grace_minutes=30, early=False))
    for side in ordered:
        await order(services, game, side)
    manual_clock.move_to(SUNDAY + timedelta(minutes=5))
    assert await sweep(services) == ()
    assert len([text for text in await texts(services, game, "notice") if "still taken" in text]) == 1
    for side in PLAYERS:
        await ready(services, game, side)
    assert [due.turn for due in await sweep(services)] == [1]


async def test_after_the_grace_the_turn_is_resolved_whoever_is_missing(
    services: Services, manual_clock: ManualClock
) -> None:
    game = await begin(services, options=Options(grace_minutes=30))
    manual_clock.move_to(SUNDAY + timedelta(minutes=29, seconds=59))
    assert await sweep(services) == ()
    manual_clock.forward(seconds=1)
    assert len(await sweep(services)) == 1
    with pytest.raises(WrongPhaseError):
        await orders.set_ready(services, player(game, "humans"), ready=True, expect=game.revision)


class Stubborn(Post):
    """A Discord that neither edits nor takes back what was said."""

    async def edit(self, target: Target, message_id: int, letter: Letter, files: object) -> None:
        raise RefusedError("50083: this thread is archived")

    async def delete(self, target: Target, message_id: int) -> None:
        raise RefusedError("50083: this thread is archived")


async def reminded(services: Services, post: Post, side: str = "humans") -> list[Message]:
    """What stands in a side's thread of its orders, once the clock has looked and letters have gone."""
    await sweep(services)
    await Deliverer(services, post).drain()
    return [m for m in post.to("thread", THREADS[side]) if "Orders for turn 1" in m.text]


async def test_each_reminder_is_a_new_message_that_pings_and_the_one_before_it_goes(
    services: Services, manual_clock: ManualClock
) -> None:
    await begin(services)
    post, seen = Post(), []
    for hours in (24, 3):
        manual_clock.move_to(SUNDAY - timedelta(hours=hours))
        [message] = await reminded(services, post)
        assert message.mentions == (PLAYERS["humans"],)
        assert message.text.startswith(f"<@{PLAYERS['humans']}> ")
        seen.append(message.id)
        assert post.messages[-1].target in {Target("thread", number) for number in THREADS.values()}
    assert seen[0] != seen[1]


async def test_a_reminder_whose_elder_can_neither_be_edited_nor_taken_back_is_given_all_the_same(
    services: Services, manual_clock: ManualClock
) -> None:
    game = await begin(services)
    post = Stubborn()
    manual_clock.move_to(SUNDAY - timedelta(hours=24))
    [first] = await reminded(services, post)
    await extend(services, master(game), 24, "Snow.")
    assert [bool(m.mentions) for m in await reminded(services, post)] == [True, False]  # how things are now, quietly
    manual_clock.move_to(SUNDAY + timedelta(hours=21))  # the last one, by the new deadline
    *before, last = await reminded(services, post)
    assert before[0] is first
    assert last.mentions == (PLAYERS["humans"],)
    assert not await letters(services, game, "problem")


async def test_an_elder_that_cannot_be_taken_back_for_a_while_goes_later_and_nothing_comes_twice(
    services: Services, manual_clock: ManualClock
) -> None:
    class Slow(Post):
        refusals = 1

        async def delete(self, target: Target, message_id: int) -> None:
            if self.refusals:
                self.refusals -= 1
                raise NotNowError("429")
            await super().delete(target, message_id)

    await begin(services)
    post = Slow()
    manual_clock.move_to(SUNDAY - timedelta(hours=24))
    await reminded(services, post)
    manual_clock.move_to(SUNDAY - timedelta(hours=3))
    await reminded(services, post)
    manual_clock.forward(minutes=1)
    for side in PLAYERS:
        [message] = await reminded(services, post, side)
        assert message.mentions == (PLAYERS[side],)


async def test_of_reminders_that_waited_for_discord_the_last_alone_arrives(
    services: Services, manual_clock: ManualClock
) -> None:
    await begin(services)
    post = Post()
    for hours in (24, 3):
        manual_clock.move_to(SUNDAY - timedelta(hours=hours))
        await sweep(services)
    [message] = await reminded(services, post)
    assert message.mentions == (PLAYERS["humans"],)
    assert post.taken_back == []


async def test_a_reminder_that_waited_past_the_deadline_is_not_sent(
    services: Services, manual_clock: ManualClock
) -> None:
    await begin(services, options=Options(grace_minutes=30))
    manual_clock.move_to(SUNDAY - timedelta(hours=3))
    await sweep(services)
    manual_clock.move_to(SUNDAY + timedelta(minutes=1))
    assert await reminded(services, Post()) == []


async def test_of_missed_reminders_the_last_is_given(services: Services, manual_clock: ManualClock) -> None:
    game = await begin(services)
    await set_preference(services, game.guild_id, PLAYERS["humans"], "few")
    manual_clock.move_to(SUNDAY - timedelta(minutes=5))
    [message] = await reminded(services, Post())
    assert message.mentions == (PLAYERS["humans"],)  # who wants the last one only is named in it


async def test_who_wants_the_last_reminder_only_is_not_named_in_the_first(
    services: Services, manual_clock: ManualClock
) -> None:
    game = await begin(services)
    await set_preference(services, game.guild_id, PLAYERS["humans"], "few")
    post = Post()
    for hours, named in ((24, ()), (3, (PLAYERS["humans"],))):
        manual_clock.move_to(SUNDAY - timedelta(hours=hours))
        [message] = await reminded(services, post)
        assert message.mentions == named


async def test_a_deadline_put_off_again_and_again_reminds_each_time_and_pings_three_times_at_most(
    services: Services, manual_clock: ManualClock
) -> None:
    game = await begin(services, options=Options(extension_hours=500))
    post, pinged = Post(), 0
    due = SUNDAY
    for _ in range(5):
        for hours in (24, 3):
            manual_clock.move_to(due - timedelta(hours=hours))
            [message] = await reminded(services, post)
            pinged += bool(message.mentions)
        await extend(services, master(game), 24, "Snow.")
        due += timedelta(hours=24)
    assert pinged == 3


async def test_who_has_ordered_since_the_first_reminder_gets_no_second_one(
    services: Services, manual_clock: ManualClock
) -> None:
    game = await begin(services)
    post = Post()
    manual_clock.move_to(SUNDAY - timedelta(hours=24))
    [first] = await reminded(services, post)
    await order(services, game, "humans")
    manual_clock.move_to(SUNDAY - timedelta(hours=3))
    [still] = await reminded(services, post)
    assert (still is first, "are complete" in still.text) == (True, True)


async def test_a_turn_taken_back_reminds_of_its_new_deadline(services: Services, manual_clock: ManualClock) -> None:
    game = await begin(services)
    post = Post()
    manual_clock.move_to(SUNDAY - timedelta(hours=3))
    await reminded(services, post)
    manual_clock.move_to(SUNDAY)
    await sweep(services)
    await undo(services, master(game), "The map was wrong.", 2)
    due = (await now_at(services, game)).deadline
    assert due is not None
    manual_clock.move_to(datetime.fromtimestamp(due, UTC) - timedelta(hours=3))
    *_, again = await reminded(services, post)
    assert f"<t:{due}:F>" in again.text
    assert again.mentions == (PLAYERS["humans"],)
