"""A time zone that the bot's computer does not know: the game master is told that, and how it is mended."""

from datetime import timedelta

import pytest

from playtest.clock import ManualClock
from rules.values import changed
from storage import games as rows
from storage.codec import to_document
from storage.outbox import of_game
from tests.umpire.sweeping import sweep
from tests.umpire.table import SUNDAY, WEEKLY, begin
from umpire.games.games import Game, get_game, require_game
from umpire.games.options import GameSettings, Options, Schedule
from umpire.outbox.outbox import letter_of
from umpire.services.services import Services


async def with_schedule(services: Services, game: Game, schedule: Schedule) -> None:
    """Give the game a schedule as it may stand in a database that comes from another computer."""
    async with services.storage.transaction() as tx:
        row = await require_game(tx, game.id)
        await rows.bump(tx, game.id, row.version, settings=to_document(GameSettings(schedule, Options())))


async def test_a_turn_that_a_missing_zone_keeps_from_ending_is_told_as_that(
    services: Services, manual_clock: ManualClock, caplog: pytest.LogCaptureFixture
) -> None:
    game = await begin(services)
    await with_schedule(services, game, changed(WEEKLY, zone="Europe/Atlantis"))
    manual_clock.move_to(SUNDAY + timedelta(hours=13))
    await sweep(services)
    assert "could not be resolved" in caplog.text
    async with services.storage.reading() as tx:
        [told] = [
            letter_of(row).text for row in await of_game(tx, game.id, "pending") if letter_of(row).kind == "problem"
        ]
    assert "knows no time zone `Europe/Atlantis`" in told
    assert "`make setup`" in told
    assert "fault" not in told
    await with_schedule(services, game, WEEKLY)
    manual_clock.forward(minutes=11)
    await sweep(services)
    assert (await get_game(services, game.id)).turn == 2
