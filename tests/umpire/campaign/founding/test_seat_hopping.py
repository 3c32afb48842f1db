"""Nobody goes from seat to seat of a campaign that is being made to read what others design there."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from rules.values import GameError
from storage.db import Storage
from tests.umpire.campaign.founding.founding_kit import Open, new_open
from tests.umpire.world import VISITOR
from umpire.campaign.founding import races
from umpire.games import seats


@pytest.fixture
async def campaign(tmp_path: Path) -> AsyncIterator[Open]:
    async with await Storage.open(tmp_path / "a.db") as storage:
        yield await new_open(storage)


async def test_a_race_under_way_is_not_read_by_one_who_had_another_seat(campaign: Open) -> None:
    await campaign.rename(campaign.dora, "Kree")
    await seats.leave(campaign.services, campaign.dora)
    await seats.leave(campaign.services, campaign.anna)
    with pytest.raises(GameError, match="only the game master can give you"):
        await seats.take(campaign.services, campaign.id, campaign.anna.user_id, "gold")
    again = await seats.take(campaign.services, campaign.id, campaign.dora.user_id, "gold")
    assert (await races.my_race(campaign.services, again)).sheet.name == "Kree"


async def test_a_seat_nobody_has_worked_from_is_free_to_all(campaign: Open) -> None:
    await seats.leave(campaign.services, campaign.dora)
    await seats.leave(campaign.services, campaign.anna)
    taken = await seats.take(campaign.services, campaign.id, campaign.anna.user_id, "gold")
    assert (await races.my_race(campaign.services, taken)).side == "gold"


async def test_who_was_game_master_has_read_the_races_under_way_and_takes_no_seat(campaign: Open) -> None:
    await seats.leave(campaign.services, campaign.anna)
    await seats.add_gm(campaign.services, campaign.gm, VISITOR)
    await seats.remove_gm(campaign.services, campaign.gm, VISITOR)
    side = campaign.anna.side
    taken = await seats.take(campaign.services, campaign.id, VISITOR, side)
    await seats.leave(campaign.services, taken)
    await campaign.rename(campaign.dora, "Kree")
    with pytest.raises(GameError, match="You have been game master"):
        await seats.take(campaign.services, campaign.id, VISITOR, side)
