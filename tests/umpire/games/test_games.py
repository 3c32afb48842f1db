"""Games and seats: made, found, set, paused, finished; who sits where."""

import asyncio

import pytest

from rules.values import GameError, NotYoursError, WrongPhaseError, changed
from storage.db import Storage
from tests.umpire.seat_delivery import set_delivery
from tests.umpire.world import ANNA, CHANNEL, DORA, GM, GM_ROLE, GUILD, VISITOR, World, duel, new_world, services_on
from umpire.campaign.founding import play_campaign
from umpire.campaign.open_turn import SYSTEM
from umpire.campaign.sheets import orders
from umpire.games import games, seats
from umpire.games.games import Game
from umpire.games.new_game import NewGame
from umpire.games.options import GameSettings, Options, Schedule
from umpire.games.seat import audit_log
from umpire.services.services import Services


async def make(services: Services, channel: int = CHANNEL, name: str = "Spiral Arm", **more: object) -> Game:
    new = NewGame(SYSTEM, GUILD, channel, name, GM, **more)  # type: ignore[arg-type] # fields
    return await play_campaign.create_game(services, new, duel)


async def test_a_new_game_has_its_map_its_sides_and_open_seats(storage: Storage) -> None:
    services, _, workers = services_on(storage)
    game = await make(services)
    assert (game.status, game.turn, game.revision, game.deadline) == ("setup", 0, 0, None)
    assert [flag.id for flag in game.sides] == ["humans", "dominators"]
    assert [(s.side, s.user_id) for s in await seats.seats(services, game.id)] == [
        ("", GM),
        ("dominators", None),
        ("humans", None),
    ]
    assert workers.tasks == ["make_game"]
    assert len(game.id) == 4
    assert await games.get_game(services, game.id) == game


@pytest.mark.parametrize("name", ["", "   ", "x" * 81, "bad \u202e name", "\x00"])
async def test_a_bad_name_is_refused_before_any_work(storage: Storage, name: str) -> None:
    services, _, workers = services_on(storage)
    with pytest.raises(GameError, match="name is one line"):
        await make(services, name=name)
    assert workers.tasks == []


@pytest.mark.parametrize(
    "settings",
    [
        GameSettings(Schedule("every", hours=0)),
        GameSettings(Schedule("weekly", hour=24)),
        GameSettings(Schedule("weekly", zone="../../etc/passwd")),
        GameSettings(options=Options(reminder_hours=(1, 2, 3, 4, 5, 6))),
        GameSettings(options=Options(grace_minutes=-1)),
        GameSettings(options=Options(extension_hours=10**6)),
    ],
)
async def test_settings_that_cannot_be_kept_are_refused(storage: Storage, settings: GameSettings) -> None:
    services, _, _ = services_on(storage)
    with pytest.raises(GameError):
        await make(services, settings=settings)
    assert await games.games_of(services, GUILD, SYSTEM) == ()


async def test_one_channel_holds_one_game_at_a_time_and_a_server_many(storage: Storage) -> None:
    services, _, _ = services_on(storage)
    first = await make(services)
    with pytest.raises(GameError, match="is being played in this channel"):
        await make(services, name="Second")
    other = await make(services, CHANNEL + 1, "Elsewhere")
    assert [g.id for g in await games.games_of(services, GUILD, SYSTEM)] == sorted([first.id, other.id])
    gm = await seats.gm_seat(services, first.id, GM)
    await games.finish(services, gm, "A draw.")
    second = await make(services, name="Second")
    assert (await games.game_in(services, GUILD, CHANNEL)).id == second.id
    with pytest.raises(GameError, match="is being played in this channel"):
        await games.move_channel(services, await seats.gm_seat(services, other.id, GM), CHANNEL)
    await games.move_channel(services, await seats.gm_seat(services, other.id, GM), CHANNEL + 2)
    assert (await games.game_in(services, GUILD, CHANNEL + 2)).id == other.id


async def test_two_games_made_at_once_in_one_channel_become_one(storage: Storage) -> None:
    services, _, _ = services_on(storage)
    got = await asyncio.gather(*(make(services, name=f"Game {n}") for n in range(3)), return_exceptions=True)
    assert sum(isinstance(g, Game) for g in got) == 1
    assert len(await games.games_of(services, GUILD, SYSTEM)) == 1


async def test_a_game_is_found_by_its_channel_or_a_seats_thread(world: World) -> None:
    await set_delivery(world.services, world.anna, thread_id=555)
    assert (await games.game_in(world.services, GUILD, CHANNEL)).id == world.id
    assert (await games.game_in(world.services, GUILD, 555)).id == world.id
    for guild, channel in ((GUILD, 556), (GUILD + 1, CHANNEL)):
        with pytest.raises(NotYoursError, match="No game is played"):
            await games.game_in(world.services, guild, channel)
    with pytest.raises(NotYoursError, match="There is no game `nope`"):
        await games.get_game(world.services, "nope")


async def test_a_paused_game_has_no_deadline_until_it_is_resumed(world: World) -> None:
    due = world.game.deadline
    assert (await games.pause(world.services, world.gm, "holidays")).deadline is None
    with pytest.raises(WrongPhaseError, match="paused already"):
        await games.pause(world.services, world.gm)
    await orders.set_ready(world.services, world.anna, True)
    game = await games.resume(world.services, world.gm)
    assert (game.status, game.deadline) == ("running", due)
    with pytest.raises(WrongPhaseError, match="is not paused"):
        await games.resume(world.services, world.gm)
    texts = [letter.text for letter in await world.letters()]
    assert any("has paused" in text and "holidays" in text for text in texts)


async def test_a_new_schedule_moves_the_open_deadline(world: World) -> None:
    game = await games.set_schedule(world.services, world.gm, Schedule("every", hours=12))
    assert game.deadline == world.services.seconds() + 12 * 3600
    assert (await games.set_schedule(world.services, world.gm, Schedule())).deadline is None
    with pytest.raises(NotYoursError):
        await games.set_schedule(world.services, world.anna, Schedule())


async def test_a_finished_game_takes_no_more_changes_but_can_be_read(world: World) -> None:
    assert (await games.finish(world.services, world.gm, "Peace.")).status == "finished"
    for call in (
        games.finish(world.services, world.gm),
        games.pause(world.services, world.gm),
        games.set_options(world.services, world.gm, Options()),
        seats.take(world.services, world.id, VISITOR, "humans"),
    ):
        with pytest.raises(WrongPhaseError, match="is over"):
            await call
    assert (await games.get_game(world.services, world.id)).turn == 1


async def test_options_are_the_game_masters_to_set(world: World) -> None:
    game = await games.set_options(world.services, world.gm, Options(review=True))
    assert game.options.review
    for call in (
        games.set_options(world.services, world.dora, Options()),
        games.pause(world.services, world.dora),
        games.finish(world.services, world.dora),
    ):
        with pytest.raises(NotYoursError, match="Only the game master"):
            await call
    (latest,) = await audit_log(world.services, world.gm, limit=1)
    assert latest.action == "game.options"


async def test_seats_are_told_apart_by_user_and_role(world: World) -> None:
    assert await seats.seat_of(world.services, world.id, ANNA) == world.anna
    assert await seats.seat_of(world.services, world.id, GM) == world.gm
    by_role = await seats.seat_of(world.services, world.id, VISITOR, {GM_ROLE})
    assert (by_role.is_gm, by_role.side) == (True, "")
    assert not (await seats.seat_of(world.services, world.id, ANNA, {GM_ROLE})).is_gm
    for user, roles in ((VISITOR, ()), (ANNA, ()), (ANNA, {GM_ROLE})):
        with pytest.raises(NotYoursError, match="Only the game master"):
            await seats.gm_seat(world.services, world.id, user, roles)
    with pytest.raises(NotYoursError, match="You hold no seat"):
        await seats.seat_of(world.services, world.id, VISITOR, {1, 2})
    assert [s.game for s in await seats.seats_of_user(world.services, ANNA)] == [world.id]


async def test_one_person_holds_one_seat_and_the_game_master_none(world: World) -> None:
    await seats.hold_open(world.services, world.gm, "dominators")
    cases = {
        (ANNA, "dominators"): "plays Human Union already",
        (GM, "dominators"): "sees all secrets",
        (VISITOR, "humans"): "has a player already",
        (VISITOR, "romans"): "is not a side of",
        (VISITOR, ""): "is not a side of",
    }
    for (user, side), said in cases.items():
        with pytest.raises(GameError, match=said):
            await seats.take(world.services, world.id, user, side)
    with pytest.raises(GameError, match="an empty text is not a side"):
        await seats.hold_open(world.services, world.gm, "")
    with pytest.raises(GameError, match="Your role makes you game master"):
        await seats.take(world.services, world.id, VISITOR, "dominators", {GM_ROLE})
    with pytest.raises(GameError, match="plays a side"):
        await seats.add_gm(world.services, world.gm, ANNA)


async def test_who_was_game_master_before_the_game_began_has_seen_its_map_too(storage: Storage) -> None:
    """By role or by name: the map is there as soon as the game is, and a game master sees all of it."""
    world = await new_world(storage, begin=False)
    await seats.leave(world.services, world.dora)
    assert (await seats.seat_of(world.services, world.id, VISITOR, {GM_ROLE})).is_gm
    await seats.add_gm(world.services, world.gm, DORA)
    await seats.remove_gm(world.services, world.gm, DORA)
    for user in (VISITOR, DORA):
        with pytest.raises(GameError, match="You have been game master"):
            await seats.take(world.services, world.id, user, "dominators")
    await seats.replace_player(world.services, world.gm, "dominators", VISITOR)


@pytest.mark.rule("CW-1.0-09")
async def test_with_solo_the_game_master_plays_too(world: World) -> None:
    await seats.hold_open(world.services, world.gm, "dominators")
    await world.options(solo=True)
    seat = await seats.take(world.services, world.id, GM, "dominators")
    assert await seats.seat_of(world.services, world.id, GM) == seat
    assert (await seats.gm_seat(world.services, world.id, GM)).is_gm
    assert (await orders.set_ready(world.services, seat, True)).state == "ready"


async def test_of_two_who_take_a_seat_at_once_one_gets_it(storage: Storage) -> None:
    services, _, _ = services_on(storage)
    game = await make(services)
    calls = [seats.take(services, game.id, user, "humans") for user in (ANNA, DORA, VISITOR)]
    got = await asyncio.gather(*calls, return_exceptions=True)
    assert sum(not isinstance(g, BaseException) for g in got) == 1
    assert all("has a player already" in str(g) for g in got if isinstance(g, BaseException))


async def test_a_replaced_player_finds_the_seat_gone_and_the_new_one_the_orders(world: World) -> None:
    await orders.set_word(world.services, world.anna, "onward")
    before = await seats.replace_player(world.services, world.gm, "humans", VISITOR)
    assert before.user_id == ANNA
    with pytest.raises(NotYoursError, match="do not hold the seat"):
        await orders.receipt(world.services, world.anna)
    new = await seats.seat_of(world.services, world.id, VISITOR)
    assert (await orders.receipt(world.services, new)).word == "onward"
    with pytest.raises(GameError, match="plays The Dominion already"):
        await seats.replace_player(world.services, world.gm, "humans", DORA)
    assert (await seats.seat_of(world.services, world.id, VISITOR)) == new


async def test_who_leaves_can_come_back_and_the_game_master_is_told(world: World) -> None:
    await seats.leave(world.services, world.anna)
    with pytest.raises(NotYoursError, match="You hold no player's seat"):
        await seats.leave(world.services, world.anna)
    assert any("Human Union has no player now" in letter.text for letter in await world.letters())
    assert await seats.take(world.services, world.id, ANNA, "humans") == world.anna
    with pytest.raises(NotYoursError):
        await seats.hold_open(world.services, world.dora, "humans")


async def test_there_is_always_a_game_master(world: World) -> None:
    with pytest.raises(GameError, match="needs a game master"):
        await seats.remove_gm(world.services, world.gm, GM)
    await seats.add_gm(world.services, world.gm, VISITOR)
    with pytest.raises(GameError, match="is a game master of"):
        await seats.add_gm(world.services, world.gm, VISITOR)
    await seats.remove_gm(world.services, world.gm, GM)
    with pytest.raises(NotYoursError):
        await seats.gm_seat(world.services, world.id, GM)
    assert (await seats.gm_seat(world.services, world.id, VISITOR)).is_gm


async def test_packets_go_where_the_seat_says(world: World) -> None:
    await set_delivery(world.services, world.anna, thread_id=555)
    await seats.set_away(world.services, world.anna, away=True)
    row = next(s for s in await seats.seats(world.services, world.id) if s.side == "humans")
    assert (row.thread_id, row.dm, row.away) == (555, False, True)
    count = len(await world.letters())
    await world.advance(1)
    targets = {letter.side: letter.target for letter in (await world.letters())[count:] if letter.kind == "packet"}
    assert (targets["humans"].kind, targets["humans"].id) == ("thread", 555)
    assert (targets["dominators"].kind, targets["dominators"].id) == ("dm", DORA)
    with pytest.raises(NotYoursError):
        await seats.set_away(world.services, changed(world.anna, user_id=VISITOR), away=True)


async def test_before_it_begins_a_game_can_be_joined_and_finished(storage: Storage) -> None:
    world = await new_world(storage, begin=False)
    with pytest.raises(WrongPhaseError, match="has not begun yet"):
        await games.pause(world.services, world.gm)
    assert (await games.finish(world.services, world.gm)).status == "finished"
