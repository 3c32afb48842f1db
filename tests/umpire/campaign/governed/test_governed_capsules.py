"""A capsule takes its governors along: who they are, what they planned, what they have in mind; and nobody's own capsule does."""

from pathlib import Path

import pytest

from rules.cluster_war.play.governors.profile import Profile
from rules.values import GameError, changed
from storage import governors, snapshots
from storage.db import Storage
from storage.governors import GovernorRow
from storage.snapshots import SnapshotKey
from tests.umpire.capsules.capsule_kit import Line, check_by_the_manual, records, with_changed
from tests.umpire.sweeping import sweep
from tests.umpire.table import GM, acts, master, now_at, player
from umpire.campaign.governed import ai_sides
from umpire.campaign.turn import turns
from umpire.capsules import capsule_commands
from umpire.games import games, seats
from umpire.games.games import Game
from umpire.services.services import Services

SIDE, OTHER = "dominators", "humans"


@pytest.fixture
async def led(services: Services, game: Game) -> Game:
    """Two turns of a raider and of a player with a deputy, and the third open."""
    await seats.hold_open(services, master(game), SIDE)
    await ai_sides.assign_ai(services, game.id, SIDE, Profile("raider", "hard"), "seat", "9")
    await ai_sides.assign_ai(services, game.id, OTHER, Profile("builder", "easy"), "deputy", "101")
    for turn in (1, 2):
        await sweep(services)
        if (await now_at(services, game)).turn == turn:
            await turns.advance(services, game.id, master(game), "On", turn)
    return game


async def test_an_imported_campaigns_governors_go_on_as_they_would_have(
    services: Services, led: Game, tmp_path: Path
) -> None:
    capsule = await capsule_commands.export_capsule(services, led.id, secret=True)
    assert len(records(capsule, "governed")) == 4
    async with await Storage.open(tmp_path / "other.db") as storage:
        there = Services(storage, services.workers, services.now, services.entropy)
        game = await capsule_commands.import_capsule(
            there, capsule, guild_id=7, channel_id=8, gm_user_id=GM, keep_players=True
        )
        assert await ai_sides.governors_of(there, game.id) == tuple(
            changed(row, game=game.id) for row in await ai_sides.governors_of(services, led.id)
        )
        await games.resume(there, await seats.gm_seat(there, game.id, GM))
        at = (await now_at(services, led)).revision
        assert (await now_at(there, game)).turn == 3
        for here, which in ((services, led), (there, game)):
            await turns.advance(here, which.id, master(which), "On", 3)
        async with storage.reading() as tx:
            theirs = await governors.bot_turns_of(tx, game.id, at)
            after = await snapshots.load(tx, SnapshotKey(game.id, at + 1, "start", 0))
        async with services.storage.reading() as tx:
            ours = await governors.bot_turns_of(tx, led.id, at)
            before = await snapshots.load(tx, SnapshotKey(led.id, at + 1, "start", 0))
        assert [changed(row, game="", at=0) for row in theirs] == [changed(row, game="", at=0) for row in ours]
        assert ours[0].plan.orders
        assert after == before
        again = await capsule_commands.export_capsule(there, await seats.gm_seat(there, game.id, GM))
        assert (await capsule_commands.verify(there, again)).differences == ()
        assert check_by_the_manual(again, tmp_path).returncode == 0


async def test_a_deputy_whose_player_stays_behind_is_their_successor(
    services: Services, led: Game, tmp_path: Path
) -> None:
    capsule = await capsule_commands.export_capsule(services, led.id, secret=True)
    async with await Storage.open(tmp_path / "other.db") as storage:
        there = Services(storage, services.workers, services.now, services.entropy)
        game = await capsule_commands.import_capsule(there, capsule, guild_id=7, channel_id=8, gm_user_id=GM)
        async with storage.reading() as tx:
            assert await governors.find(tx, game.id, OTHER) == GovernorRow(
                game.id, OTHER, "builder", "easy", "successor"
            )


async def test_no_players_capsule_tells_what_a_governor_planned(services: Services, led: Game) -> None:
    own = await capsule_commands.export_capsule(services, player(led, OTHER))
    assert records(own, "governor") == records(own, "governed") == []
    assert b"raider" not in own
    whole = await capsule_commands.export_capsule(services, master(led))
    assert {line["side"] for line in records(whole, "governed")} == {SIDE, OTHER}
    assert len(await acts(services, led, "orders.governed")) == 4


async def test_a_damaged_plan_is_told_of_and_nothing_is_imported(services: Services, led: Game, tmp_path: Path) -> None:
    capsule = await capsule_commands.export_capsule(services, led.id, secret=True)

    def spoil(line: Line) -> None:
        line["plan"] = {"orders": 7}

    async with await Storage.open(tmp_path / "other.db") as storage:
        there = Services(storage, services.workers, services.now, services.entropy)
        with pytest.raises(GameError, match="damaged in its governors"):
            await capsule_commands.import_capsule(
                there, with_changed(capsule, "governed", spoil), guild_id=7, channel_id=8, gm_user_id=GM
            )
