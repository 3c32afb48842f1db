"""A deadline that moves is told to every player with both times; a new player is welcomed."""

from rules.values import changed
from storage import seats as seat_rows
from tests.umpire.seat_delivery import set_delivery
from tests.umpire.world import DORA, VISITOR, World
from umpire.campaign.sheets import orders
from umpire.campaign.turn import changed_sides
from umpire.clock.extra_time import extend
from umpire.games import games, seats
from umpire.games.moved_deadlines import DAY_SECONDS, is_hasty
from umpire.games.options import Schedule
from umpire.outbox.outbox import Letter

HOURLY = Schedule("every", hours=1)


async def threads(world: World) -> None:
    """A thread for each player."""
    for number, seat in ((501, world.anna), (502, world.dora)):
        await set_delivery(world.services, seat, thread_id=number)


async def letters_with(world: World, words: str) -> dict[tuple[str, int], Letter]:
    """The letters that hold these words, by where they go."""
    return {(x.target.kind, x.target.id): x for x in await world.letters() if words in x.text}


async def test_a_deadline_brought_forward_is_told_in_every_thread_and_pinged_with_both_times(world: World) -> None:
    await threads(world)
    old = (await games.get_game(world.services, world.id)).deadline
    game = await games.set_schedule(world.services, world.gm, HOURLY)
    found = await letters_with(world, f"was <t:{old}:F>, and is now <t:{game.deadline}:F>")
    assert {kind for kind, _ in found} == {"channel", "thread"}
    assert found["thread", 501].mentions == (world.anna.user_id,)
    assert found["thread", 502].mentions == (DORA,)
    public = next(letter for (kind, _), letter in found.items() if kind == "channel")
    assert (public.mentions, "due every hour" in public.text) == ((), True)


async def test_put_off_it_is_told_without_a_ping(world: World) -> None:
    await threads(world)
    old = (await games.get_game(world.services, world.id)).deadline
    game = await extend(world.services, world.gm, 5, "A holiday")
    found = await letters_with(world, f"was <t:{old}:F>, and is now <t:{game.deadline}:F>")
    assert set(found) >= {("thread", 501), ("thread", 502)}
    assert all(letter.mentions == () and "A holiday" in letter.text for letter in found.values())


async def test_who_has_no_thread_is_pinged_in_public(world: World) -> None:
    await games.set_schedule(world.services, world.gm, HOURLY)
    (public,) = (await letters_with(world, "and is now")).values()
    assert set(public.mentions) == {world.anna.user_id, DORA}


async def test_an_hour_is_left_whatever_the_schedule_says(world: World) -> None:
    now = world.services.now()
    soon = Schedule("weekly", now.weekday(), now.hour, now.minute + 10, "UTC")
    game = await games.set_schedule(world.services, world.gm, soon)
    assert game.deadline == world.services.seconds() + 3600


def test_less_than_a_day_and_less_than_was_told_is_hasty() -> None:
    assert is_hasty(10 * DAY_SECONDS, DAY_SECONDS - 1, 0)
    assert not is_hasty(10 * DAY_SECONDS, DAY_SECONDS, 0)
    assert not is_hasty(100, 200, 0)
    assert not is_hasty(None, 100, 0)
    assert not is_hasty(100, None, 0)


async def test_a_new_player_is_welcomed_with_turn_deadline_and_sheet_and_all_are_told(world: World) -> None:
    await threads(world)
    await orders.enter_line(world.services, world.dora, 'ask "May we?"')
    await changed_sides.replace_player(world.services, world.gm, "dominators", VISITOR)
    deadline = (await games.get_game(world.services, world.id)).deadline
    welcome = (await letters_with(world, "Welcome to **Spiral Arm**: you lead"))["thread", 502]
    for part in ("Turn 1 is open", f"<t:{deadline}:F>", "One order is on your sheet already", "/turn report", "/help"):
        assert part in welcome.text
    assert welcome.mentions == (VISITOR,)
    (line,) = [x for x in await world.letters() if x.kind == "public" and "<@13> leads" in x.text]
    assert (line.mentions, "May we" in line.text) == ((), False)


async def test_who_takes_an_open_seat_later_is_welcomed_too(world: World) -> None:
    await threads(world)
    await seats.hold_open(world.services, world.gm, "dominators")
    await changed_sides.join(world.services, world.id, VISITOR, "dominators")
    assert ("thread", 502) in await letters_with(world, "Welcome to **Spiral Arm**: you lead")
    async with world.services.storage.reading() as tx:
        held = await seat_rows.find(tx, world.id, "dominators")
    assert held is not None
    assert changed(held, user_id=VISITOR) == held
