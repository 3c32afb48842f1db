"""A dogfight's capsule goes the way of a battle's: checked, played again, imported; and its last turn can be taken back."""

from pathlib import Path

from rules.air_force.setup import Wishes, scenarios
from storage import turns as turn_rows
from tests.umpire.capsules.capsule_kit import check_by_the_manual, records
from tests.umpire.tactical_table import HOST, X
from umpire.capsules import capsule_commands
from umpire.clock.clock import sweep
from umpire.dogfight.flying import begin_dogfight, create_dogfight
from umpire.games import seats
from umpire.games.seat import Seat
from umpire.services.services import Services
from umpire.tactical import sending
from umpire.tactical.course import abandon
from umpire.tactical.undo import ask
from umpire.tactical_kinds.dogfight import DOGFIGHT
from umpire.tactical_kinds.known import KINDS


async def flown(services: Services, turns: int) -> tuple[Seat, Seat]:
    """A duel whose pilot lets his jet fly by doctrine at every stop, so many turns; the pilot and the host."""
    game = await create_dogfight(
        services, guild_id=1, channel_id=900, name="Duel", scenario=scenarios()[0], wishes=Wishes(), host=HOST
    )
    pilot = await seats.take(services, game.id, X, game.sides[0].id)
    host = Seat(game.id, "", HOST, is_gm=True)
    await begin_dogfight(services, host)
    await fly_on(services, pilot, turns)
    return pilot, host


async def fly_on(services: Services, pilot: Seat, turns: int) -> None:
    here = await sending.look(services, pilot.game_id, pilot.side)
    last = here.case.turn.turn + turns
    while here.case.turn.turn < last and here.case.game.status == "running":
        if here.asked:
            await sending.done(services, pilot, KINDS[DOGFIGHT].pass_order(here.result.stop), here.result.stop)
        await sweep(services)
        here = await sending.look(services, pilot.game_id, pilot.side)


async def test_a_dogfight_is_checked_played_again_and_imported(services: Services, tmp_path: Path) -> None:
    pilot, host = await flown(services, 2)
    own = await capsule_commands.export_capsule(services, pilot)
    assert not records(own, "snapshot")
    assert (await capsule_commands.verify(services, own)).differences == ()
    await abandon(services, host, "Enough")
    capsule = await capsule_commands.export_capsule(services, pilot)
    found = await capsule_commands.verify(services, capsule)
    assert (found.differences, found.replayed, found.others) == ((), 2, ())
    assert found.rolls > 0
    assert check_by_the_manual(capsule, tmp_path).returncode == 0
    copy = await capsule_commands.import_capsule(services, capsule, guild_id=1, channel_id=901, gm_user_id=HOST)
    assert (copy.system, copy.status) == (DOGFIGHT, "finished")


async def test_a_dogfights_last_turn_is_taken_back_by_the_pilot_who_flies_alone(services: Services) -> None:
    pilot, host = await flown(services, 1)
    assert (await ask(services, host, "Wrong button", 1)).done
    async with services.storage.reading() as tx:
        states = [row.state for row in await turn_rows.of_game(tx, pilot.game_id)]
    assert states == ["published", "undone", "undone", "open"]
    await fly_on(services, pilot, 1)
    assert (
        await capsule_commands.verify(services, await capsule_commands.export_capsule(services, pilot.game_id))
    ).differences == ()
