"""A governor on a seat: put there, changed, taken off, taken over by a person; always in the log."""

import pytest

from rules.cluster_war.play.governors.profile import CHARACTERS, Profile
from rules.values import GameError, WrongPhaseError, changed
from storage.governors import GovernorRow
from tests.umpire.table import acts, master, player
from umpire.campaign.governed import ai_sides
from umpire.campaign.turn import changed_sides
from umpire.games import games, seats
from umpire.games.games import Game, require_game
from umpire.services.services import Services

RAIDER, HERMIT = Profile("raider", "hard"), Profile("hermit", "easy")
SIDE, OTHER = "humans", "dominators"


async def test_a_governor_takes_an_open_seat_is_changed_and_taken_off(services: Services, game: Game) -> None:
    with pytest.raises(GameError, match="has a player; hold the seat open"):
        await ai_sides.assign_ai(services, game.id, SIDE, RAIDER, "seat", "9")
    await seats.hold_open(services, master(game), SIDE)
    made = await ai_sides.assign_ai(services, game.id, SIDE, RAIDER, "seat", "9")
    assert made == GovernorRow(game.id, SIDE, "raider", "hard", "seat")
    assert await ai_sides.governors_of(services, game.id) == (made,)
    assert await ai_sides.assign_ai(services, game.id, SIDE, RAIDER, "seat", "9") == made
    await ai_sides.assign_ai(services, game.id, SIDE, HERMIT, "seat", "9")
    assert await ai_sides.dismiss(services, game.id, SIDE, "9") == GovernorRow(game.id, SIDE, "hermit", "easy", "seat")
    assert await ai_sides.governors_of(services, game.id) == ()
    assert [act["character"] for act in await acts(services, game, "governor.appointed")] == ["raider", "hermit"]
    assert await acts(services, game, "governor.dismissed") == [{"side": SIDE, "role": "seat"}]
    with pytest.raises(GameError, match="No bot player leads"):
        await ai_sides.dismiss(services, game.id, SIDE, "9")


async def test_a_deputy_is_for_a_player_and_stays_when_they_go(services: Services, game: Game) -> None:
    await ai_sides.assign_ai(services, game.id, SIDE, HERMIT, "deputy", "101")
    await seats.leave(services, player(game, SIDE))
    assert [row.role for row in await ai_sides.governors_of(services, game.id)] == ["successor"]
    with pytest.raises(GameError, match="nobody to be a deputy for"):
        await ai_sides.assign_ai(services, game.id, SIDE, HERMIT, "deputy", "101")
    await ai_sides.assign_ai(services, game.id, OTHER, HERMIT, "deputy", "102")
    await seats.hold_open(services, master(game), OTHER)
    assert [row.role for row in await ai_sides.governors_of(services, game.id)] == ["successor", "successor"]


async def test_whom_a_player_chose_as_a_deputy_changes_nothing_of_who_is_put_on_other_seats(
    services: Services, game: Game
) -> None:
    await seats.hold_open(services, master(game), OTHER)
    found = set()
    for character in CHARACTERS:
        await ai_sides.assign_ai(services, game.id, SIDE, Profile(character), "deputy", "101")
        async with services.storage.transaction() as tx:
            row = await require_game(tx, game.id)
            fixed = changed(services, entropy=lambda size: b"\2" if size == 1 else services.entropy(size))
            found |= {
                one.character for one in await ai_sides.assign_ai_to_open_in(tx, fixed, row, "9") if one.side == OTHER
            }
        await ai_sides.dismiss(services, game.id, OTHER, "9")
    assert len(found) == 1


async def test_who_takes_a_governed_seat_takes_it_over(services: Services, game: Game) -> None:
    await seats.hold_open(services, master(game), SIDE)
    await ai_sides.assign_ai(services, game.id, SIDE, RAIDER, "seat", "9")
    await changed_sides.join(services, game.id, 103, SIDE)
    assert await ai_sides.governors_of(services, game.id) == ()
    await ai_sides.assign_ai(services, game.id, SIDE, RAIDER, "deputy", "103")
    await changed_sides.replace_player(services, master(game), SIDE, 104)
    assert await ai_sides.governors_of(services, game.id) == ()


async def test_there_is_nobody_to_govern_elsewhere(services: Services, game: Game) -> None:
    for side in ("", "elves"):
        with pytest.raises(GameError, match="is not a side of"):
            await ai_sides.assign_ai(services, game.id, side, RAIDER, "seat", "9")
    await seats.hold_open(services, master(game), SIDE)
    await games.finish(services, master(game))
    with pytest.raises(WrongPhaseError, match="is over"):
        await ai_sides.assign_ai(services, game.id, SIDE, RAIDER, "seat", "9")
