"""A bot that was restarted: the buttons and lists on old messages still work."""

import asyncio
from pathlib import Path

from playtest.clock import ManualClock
from playtest.entropy import SeededEntropy
from tests.discord_kit import running_bot, running_sandbox
from tests.e2e.battle.battle_kit import Fight, begun
from tests.e2e.kit import SEED, Table, make_client
from tests.patience import WAIT_SECONDS
from tests.prepared import open_prepared
from tests.workers_real import usual_workers
from umpire.services.services import Services


async def online(table: Table) -> None:
    """Wait until the bot works."""
    async with asyncio.timeout(WAIT_SECONDS):
        while table.bot.deliverer._loop is None:  # noqa: ASYNC110 # nothing tells when on_ready is done
            await asyncio.sleep(0.01)


async def test_buttons_and_lists_of_battles_survive_a_restart(tmp_path: Path) -> None:
    clock = ManualClock()
    async with (
        await open_prepared(tmp_path / "admiralty.db") as storage,
        running_sandbox(clock=clock.time, answer_timeout=WAIT_SECONDS) as sandbox,
    ):
        client, bot = make_client(
            Services(storage, usual_workers(), clock.now, SeededEntropy(SEED)), tmp_path / "stamp"
        )
        async with running_bot(client, sandbox):
            table = Table(sandbox, client, bot, clock)
            await online(table)
            fight = await begun(table, scenario="escort", players={"ada": "H", "vik": "R"})
            receipt = await fight.write("ada", "1 accelerate", craft="H1")
            asked = await fight.use("ada", "plot done")
            slip = await fight.use("ada", "ship yard", start="halyard")
        client, bot = make_client(
            Services(storage, usual_workers(), clock.now, SeededEntropy(b"new")), tmp_path / "stamp"
        )
        async with running_bot(client, sandbox):
            again = Table(sandbox, client, bot, clock, game_id=fight.game_id)
            await online(again)
            later = Fight(again, fight.thread, fight.game_id)
            other = await again.ada.select(receipt, "Another craft", "H2")
            assert "H2" in other.text()
            assert "nothing plotted" in other.text()
            added = await again.ada.select(slip, "Add a system", "screen")
            assert "screen added" in added.text()
            assert "answer is in" in (await later.press("ada", asked, "Yes, I am done")).text()
            assert "answer is in" not in (await later.use("vik", "plot show", craft="R1")).text()
