"""A dogfight's capsule goes the way of a battle's: checked, played again, imported; and its last turn can be taken back."""

from pathlib import Path

import pytest

from rules.air_force.setup import Wishes, scenarios
from rules.values import WrongPhaseError
from storage import outbox
from storage import turns as turn_rows
from tests.umpire.capsules.capsule_kit import check_by_the_manual, records
from tests.umpire.dogfight.made import begin_dogfight, create_dogfight
from tests.umpire.sweeping import sweep
from tests.umpire.tactical_table import HOST, X
from umpire.capsules import capsule_commands
from umpire.capsules.capsule_export import revealed_dice
from umpire.dogfight.kind import DOGFIGHT
from umpire.games import seats
from umpire.games.seat import Seat
from umpire.services.services import Services
from umpire.tactical import player_actions
from umpire.tactical.course import abandon
from umpire.tactical.tactical_reader import verify
from umpire.tactical.undo import ask
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
    here = await player_actions.tactical_status(services, pilot.game_id, pilot.side)
    last = here.case.turn.turn + turns
    while here.case.turn.turn < last and here.case.game.status == "running":
        if here.asked:
            await player_actions.done(services, pilot, KINDS[DOGFIGHT].pass_order(here.result.stop), here.result.stop)
        await sweep(services)
        here = await player_actions.tactical_status(services, pilot.game_id, pilot.side)


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


async def test_no_seed_of_a_fight_is_told_before_it_is_over_in_capsules_verify_or_undo(services: Services) -> None:
    pilot, host = await flown(services, 2)
    assert (await ask(services, host, "Wrong button", 2)).done
    game = pilot.game_id
    async with services.storage.reading() as tx:
        played = await turn_rows.of_game(tx, game)
        said = [str(row.letter) for row in await outbox.of_game(tx, game)]
    assert {row.state for row in played} == {"published", "undone", "open"}
    seeds = {row.seed.hex() for row in played}
    for seat in (pilot, host):
        own = (await capsule_commands.export_capsule(services, seat)).decode()
        assert [seed for seed in seeds if seed in own] == []
        assert [row.get("seed") for row in records(own.encode(), "turn")] == [None] * len(played)
    assert [seed for seed in seeds if any(seed in text for text in said)] == []
    assert [one.seed for one in await revealed_dice(services, game)] == [None] * len(played)
    here = await player_actions.tactical_status(services, game, pilot.side)
    for turn in (1, 2):
        with pytest.raises(
            WrongPhaseError, match="You see the seeds when the fight is over, because they would show jets"
        ) as no:
            await verify(services, here, turn)
        assert here.case.turn.commitment in str(no.value)
    await abandon(services, host, "Enough")
    assert {one.seed for one in await revealed_dice(services, game)} == seeds
    told = (await capsule_commands.export_capsule(services, pilot)).decode()
    assert [seed for seed in seeds if seed not in told] == []
    assert (await verify(services, await player_actions.tactical_status(services, game, pilot.side), 1)).promised


async def test_what_the_operator_keeps_of_a_fight_under_way_can_be_played_again(services: Services) -> None:
    pilot, _ = await flown(services, 2)
    whole = await capsule_commands.export_capsule(services, pilot.game_id)
    found = await capsule_commands.verify(services, whole)
    assert (found.differences, found.replayed) == ((), 2)
