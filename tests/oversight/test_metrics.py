"""/metrics of a real bot on the sandbox: what is counted, what is never said, and that nobody pays for it unasked."""

import asyncio
import math
import re
import socket
import sqlite3
import sys
from asyncio.subprocess import PIPE
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Final

import aiohttp
import pytest
from sqlalchemy import update

from cogs.shell import rate_limits
from cogs.shell.client import AdmiraltyClient
from program import metrics_page
from program.application import open_application, overseen, seen_by
from program.metrics_page import LETTER_ENDS, PICTURE_TASKS
from rules.values import GameError
from settings import Address, Settings
from storage import deadlines, outbox, schema, sqlite
from storage.address import DatabaseAddress
from storage.errors import StorageError
from storage.inspect import bytes_on_server
from tests.e2e.kit import CHANNEL
from tests.oversight import oversight_tasks
from tests.oversight.kit import Overseen, overseen_bot, until
from tests.patience import WAIT_SECONDS
from umpire.clock.due import lateness
from umpire.delivery.waiting_letters import REFUSED_PREFIX
from umpire.games import games
from umpire.services.observer import Observer
from umpire.services.workers import WorkerError
from umpire.systems.known import SYSTEMS

ROOT = Path(__file__).parents[2]
NAMES = ("The Long Night of Ada", "Quibbling Heron", "a word that nobody else uses")


async def evening(bot: Overseen) -> str:
    """A campaign begun by commands, an order refused, a map drawn, a turn resolved; gives the game's id."""
    gm, ada = bot.sandbox.human("gm"), bot.sandbox.human("ada")
    made = await gm.slash(CHANNEL, "campaign create", name=NAMES[0], scenario="duel_small", schedule="every 24h")
    assert NAMES[0] in made.text()
    for who, side in ((ada, "humans"), (bot.sandbox.human("dom"), "dominators")):
        assert "leads" in (await who.slash(CHANNEL, "campaign join", side=side)).text()
    assert "turn 1 is open" in (await gm.slash(CHANNEL, "campaign begin")).text()
    await ada.autocomplete(CHANNEL, "fleet move", "fleet", NAMES[1])
    refused = await ada.slash(CHANNEL, "orders write", line=f'move "{NAMES[1]}" to 2034')
    assert "⚠" in refused.text()
    assert (await ada.slash(CHANNEL, "map whole")).attachments
    asked = await gm.slash(CHANNEL, "gm advance")
    done = await gm.click(asked, "Resolve turn")
    await gm.click(done, "Publish")
    found = await games.game_in(
        bot.app.bot.services, bot.sandbox.world.guild().id, bot.sandbox.world.channel(CHANNEL).id
    )
    return found.id


async def test_an_evening_is_counted_and_nobody_is_named(tmp_path: Path) -> None:
    async with overseen_bot(tmp_path) as bot:
        game = await evening(bot)

        async def all_sent() -> bool:
            return await bot.value("admiralty_letters_waiting") == 0

        await until(all_sent)
        first = {"kind": "command", "answer": "first"}
        assert await bot.value("admiralty_answer_seconds_count", command="campaign create", **first) == 1
        assert await bot.value("admiralty_answer_seconds_count", command="campaign join", **first) == 2
        assert await bot.value("admiralty_answer_seconds_count", kind="button", answer="first") == 2
        assert await bot.value("admiralty_answer_seconds_count", command="map whole", answer="later") == 1
        assert 0 < await bot.value("admiralty_answer_seconds_sum", command="map whole", answer="first") < 60
        assert await bot.value("admiralty_turn_seconds_count", system="cluster_war") == 1
        assert await bot.value("admiralty_drawing_seconds_count", picture="paint_map") == 1
        assert await bot.value("admiralty_drawing_seconds_count", picture="draw") >= 1
        assert await bot.value("admiralty_job_seconds_count", task="resolve") == 1
        assert await bot.value("admiralty_jobs_total", end="done") > 3
        assert await bot.value("admiralty_letters_total", end="was sent") > 3
        assert await bot.value("admiralty_letter_seconds_count") == await bot.value(
            "admiralty_letters_total", end="was sent"
        )
        assert await bot.value("admiralty_gateway_connected") == 1
        assert await bot.value("admiralty_servers") == 1
        assert await bot.value("admiralty_discord_requests_total", status="200") > 5
        assert await bot.value("admiralty_database_readable") == 1
        assert await bot.value("admiralty_database_bytes") >= (tmp_path / "admiralty.db").stat().st_size
        assert await bot.value("admiralty_deadlines_late") == 0
        assert await bot.value("process_resident_memory_bytes") > 1e6
        assert await bot.value("admiralty_workers") == 1
        text = await bot.text()
        people = {str(user.id) for user in bot.sandbox.world.users.values()}
        names = {user.username for user in bot.sandbox.world.users.values()} - {"gm", "admiralty"}
        places = {str(place) for place in (*bot.sandbox.world.channels, *bot.sandbox.world.guilds)}
        for secret in (*NAMES, game, bot.sandbox.token, *people, *places):
            assert secret not in text, secret
        allowed = label_values(bot)
        for one in await bot.samples():
            for label, value in one.labels.items():
                if one.name.startswith("admiralty_"):
                    assert value in allowed[label] or (label == "le" and float(value) > 0), (one.name, label, value)
                    assert not names & set(value.split())


def label_values(bot: Overseen) -> Mapping[str, set[str]]:
    """All values that each label may have: what the program itself names, and Discord's statuses."""
    client = bot.app.courier.client
    assert isinstance(client, AdmiraltyClient)
    commands = {command.qualified_name for command in client.tree.walk_commands()}
    actions = {*client.buttons, *client.selects, *client.forms, "unknown"}
    source = "".join(path.read_text() for room in ("umpire", "cogs") for path in (ROOT / room).rglob("*.py"))
    tasks = {*re.findall(r"^def (\w+)\(", source, re.MULTILINE), "write_workbook"}
    return {
        "kind": {"command", "suggestions", "button", "list", "form", "unknown", "IntegrityError", "OperationalError"},
        "command": commands | actions,
        "answer": {"first", "later"},
        "end": {"done", "refused", "failed", *LETTER_ENDS},
        "event": {"connected", "lost", "resumed", "ready"},
        "status": {str(status) for status in (0, *range(200, 600))},
        "task": tasks,
        "picture": tasks,
        "system": set(SYSTEMS),
        "le": set(),
    }


async def test_what_is_late_waits_or_has_failed_is_told_while_it_does(tmp_path: Path) -> None:
    async with overseen_bot(tmp_path) as bot:
        await bot.app.bot.deliverer.stop()  # so all letters of the evening wait, however fast the machine is
        game = await evening(bot)
        services = bot.app.bot.services
        await bot.app.bot.clock.stop()
        assert await bot.value("admiralty_clock_silent_seconds") == 0
        async with services.storage.transaction() as tx:
            (due,) = await deadlines.open_after(tx, services.seconds())
            assert await deadlines.move(tx, due.id, services.seconds() - 500, 0, "")
        assert await bot.value("admiralty_deadlines_late") == 1
        assert 500 <= await bot.value("admiralty_deadlines_late_seconds") < 500 + WAIT_SECONDS
        gm = bot.sandbox.human("gm")
        assert "paused" in (await gm.slash(CHANNEL, "campaign pause")).text()
        assert await bot.value("admiralty_deadlines_late") == 0, "a game that is paused is not late"
        waiting = await bot.value("admiralty_letters_waiting")
        assert waiting > 1
        async with services.storage.transaction() as tx:
            rows = await outbox.of_game(tx, game, "pending")
            assert len(rows) == waiting
            # Of those to the channel the first: no other target names the same place.
            place = [row for row in rows if row.target["kind"] == "channel"]
            await outbox.failed(tx, place[0].id, f"{REFUSED_PREFIX}nobody takes this one")
        assert await bot.figure("admiralty_letters_waiting") == waiting - 1
        assert await bot.figure("admiralty_letters_held") == 0, "what Discord refused holds up nobody"
        async with services.storage.transaction() as tx:
            await outbox.failed(tx, place[0].id, "locked: nobody can be reached")
        behind = [row.id for row in place[1:]]
        assert 0 < len(behind) < waiting - 1
        assert await bot.figure("admiralty_letters_failed") == 1
        assert await bot.figure("admiralty_letters_held") == len(behind)
        assert await bot.figure("admiralty_letters_waiting") == waiting - 1 - len(behind)
        async with services.storage.transaction() as tx:
            old = services.seconds() - 90_000
            await tx.execute(update(schema.outbox).where(schema.outbox.c.id.in_(behind)).values(created_at=old))

        async def older() -> bool:
            return await bot.figure("admiralty_letters_oldest_seconds") >= 1

        await until(older)
        assert await bot.figure("admiralty_letters_oldest_seconds") < 90_000, "what is held is not late"
        async with services.storage.transaction() as tx:
            assert await outbox.revive(tx, game, services.seconds()) == 1
        assert await bot.figure("admiralty_letters_waiting") == waiting
        assert await bot.figure("admiralty_letters_held") == 0
        assert await bot.figure("admiralty_letters_oldest_seconds") >= 90_000


async def test_a_turn_is_late_after_its_grace_or_once_it_was_taken_to_be_resolved(tmp_path: Path) -> None:
    async with overseen_bot(tmp_path) as bot:
        gm = bot.sandbox.human("gm")
        await gm.slash(CHANNEL, "campaign create", name="G", scenario="duel_small", schedule="every 24h")
        await gm.slash(CHANNEL, "campaign options", grace=60)
        await bot.sandbox.human("ada").slash(CHANNEL, "campaign join", side="humans")
        await gm.slash(CHANNEL, "campaign begin")
        await bot.app.bot.clock.stop()
        services = bot.app.bot.services
        async with services.storage.transaction() as tx:
            (due,) = await deadlines.open_after(tx, services.seconds())
            await deadlines.move(tx, due.id, services.seconds() - 600, 0, "")
        assert (await lateness(services)).turns == 0, "ten minutes into an hour of grace"
        async with services.storage.transaction() as tx:
            await deadlines.claim_due(tx, [due.id], services.seconds() - 100)
        found = await lateness(services)
        assert found.turns == 1
        assert 100 <= found.worst < 100 + WAIT_SECONDS
        async with services.storage.transaction() as tx:
            await deadlines.release_claims(tx, services.seconds() + 1, services.seconds())
            await deadlines.move(tx, due.id, services.seconds() - 3900, 0, "")
        assert 300 <= (await lateness(services)).worst < 300 + WAIT_SECONDS


async def test_tasks_that_fail_are_refused_or_lose_their_worker_are_told_apart(tmp_path: Path) -> None:
    async with overseen_bot(tmp_path) as bot:
        workers = bot.app.workers
        assert await workers.run(oversight_tasks.double, 4) == 8
        with pytest.raises(GameError):
            await workers.run(oversight_tasks.refuse)
        with pytest.raises(ZeroDivisionError):
            await workers.run(oversight_tasks.fail)
        with pytest.raises(WorkerError):
            await workers.run(oversight_tasks.die)
        assert await bot.value("admiralty_jobs_total", end="refused") == 1
        assert await bot.value("admiralty_jobs_total", end="failed") == 2
        assert await bot.value("admiralty_workers_died_total") == 2, "a task is tried twice"
        assert await bot.value("admiralty_job_seconds_count", task="refuse") == 1
        held = [asyncio.create_task(workers.run(oversight_tasks.hold, str(tmp_path / "go"))) for _ in range(3)]

        async def queued() -> bool:
            return await bot.value("admiralty_jobs_waiting") == 2 and await bot.value("admiralty_jobs_running") == 1

        await until(queued)
        (tmp_path / "go").touch()
        await asyncio.gather(*held)
        assert await bot.value("admiralty_jobs_waiting") == 0
        assert await bot.value("admiralty_job_wait_seconds_count") >= 7


async def test_an_answer_that_discord_never_had_and_a_line_that_broke_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limits, "LATE_SECONDS", 0.2)
    async with overseen_bot(tmp_path) as bot:
        fault = bot.sandbox.faults.add("drop", match="POST /interactions/[0-9]+/[^/]+/callback$", times=1000)
        work = asyncio.create_task(bot.sandbox.human("ada").slash(CHANNEL, "help"))

        async def counted() -> bool:
            return await bot.value("admiralty_unanswered_total", kind="command", command="help") == 1

        await until(counted)
        assert await bot.value("admiralty_discord_requests_total", status="0") >= 1
        assert await bot.value("admiralty_answer_seconds_count", command="help") == 0
        fault.times = 0
        work.cancel()
        before = await bot.value("admiralty_gateway_events_total", event="lost")
        bot.sandbox.gateway.drop_sockets()

        async def lost_and_back() -> bool:
            lost = await bot.value("admiralty_gateway_events_total", event="lost") == before + 1
            return lost and await bot.value("admiralty_gateway_connected") == 1

        await until(lost_and_back)
        assert await bot.value("admiralty_gateway_events_total", event="resumed") >= 1


async def test_a_database_that_fails_is_counted_and_leaves_the_other_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", 0.1)
    async with overseen_bot(tmp_path) as bot:
        way = {"isolation_level": None, "timeout": WAIT_SECONDS, "check_same_thread": False}
        with closing(sqlite3.connect(tmp_path / "admiralty.db", **way)) as other:  # type: ignore[call-overload] # as above
            await asyncio.to_thread(other.execute, "BEGIN IMMEDIATE")
            with pytest.raises(StorageError):
                async with bot.app.bot.services.storage.transaction():
                    pass
            assert await bot.value("admiralty_database_errors_total", kind="OperationalError") >= 1
            assert await bot.value("admiralty_database_readable") == 1, "who only reads waits for nobody"
            other.execute("ALTER TABLE outbox RENAME TO lost")
            other.execute("COMMIT")
            assert await bot.value("admiralty_database_readable") == 0
            assert math.isnan(await bot.figure("admiralty_letters_waiting")), "what is not known is not told"
            assert math.isnan(await bot.figure("admiralty_deadlines_late_seconds"))
            assert await bot.value("admiralty_gateway_connected") == 1
            await asyncio.to_thread(other.execute, "ALTER TABLE lost RENAME TO outbox")
        assert await bot.value("admiralty_database_readable") == 1
        assert await bot.figure("admiralty_letters_waiting") >= 0


async def test_a_servers_database_has_its_size_there(tmp_path: Path, postgresql: Callable[..., str]) -> None:
    async with overseen_bot(tmp_path, Settings(workers=0, database=DatabaseAddress.of(postgresql()))) as bot:
        (size,) = [one.value for one in await bot.samples() if one.name == "admiralty_database_bytes"]
        async with bot.app.bot.services.storage.reading() as tx:
            assert size <= await bytes_on_server(tx)
        assert size > 1_000_000, "an empty one of PostgreSQL's has some megabytes"
        assert await bot.value("admiralty_database_readable") == 1


async def test_nothing_but_the_page_is_served_and_to_this_machine_alone(tmp_path: Path) -> None:
    async with overseen_bot(tmp_path) as bot, aiohttp.ClientSession() as session:
        base = bot.url.removesuffix("/metrics")
        assert bot.url.startswith("http://127.0.0.1:")
        for method, path, status in (("GET", "/", 404), ("GET", "/metrics/x", 404), ("POST", "/metrics", 405)):
            async with session.request(method, base + path) as answer:
                assert answer.status == status
        text = {"Accept": "text/plain; version=0.0.4"}
        async with session.get(bot.url, headers=text) as answer:
            assert answer.headers["Content-Type"].startswith("text/plain")
        async with session.get(bot.url, headers={"Accept": "application/openmetrics-text; version=1.0.0"}) as answer:
            assert answer.headers["Content-Type"].startswith("application/openmetrics-text")
            assert (await answer.text()).endswith("# EOF\n")


async def test_a_port_that_is_taken_is_told_and_tried_again_while_the_bot_plays_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(metrics_page, "ADDRESS_RETRY_SECONDS", 0.05)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        wanted = Settings(data=tmp_path, workers=0, metrics=Address("127.0.0.1", taken.getsockname()[1]))
        database = DatabaseAddress.of(tmp_path / "a.db")
        async with (
            open_application(wanted, database, seen=seen_by(wanted)) as app,
            overseen(wanted, app, database) as page,
        ):
            assert page is not None

            async def told() -> bool:
                return f"No metrics at {wanted.metrics}" in caplog.text

            await until(told)
            assert page.address is None
            async with app.bot.services.storage.transaction():
                pass
            taken.close()

            async def listens() -> bool:
                return page.address == wanted.metrics

            await until(listens)


async def test_nobody_pays_for_what_nobody_asked_for(tmp_path: Path) -> None:
    """Without the setting there is no page, no timer, no trace of requests, and what keeps figures is not even imported."""
    wanted = Settings(data=tmp_path, workers=0)
    assert type(seen_by(wanted)) is Observer
    before = asyncio.all_tasks()
    async with (
        open_application(wanted, str(tmp_path / "a.db")) as app,
        overseen(wanted, app, DatabaseAddress.of(tmp_path / "a.db")) as page,
    ):
        assert page is None
        await asyncio.sleep(0)
        assert asyncio.all_tasks() == before
        client = AdmiraltyClient(app.bot, tmp_path / "stamp")
        assert client.timed is None
    code = "import program.connection, program.local_play, sys; print('prometheus_client' in sys.modules)"
    task = await asyncio.create_subprocess_exec(sys.executable, "-c", code, cwd=ROOT, stdout=PIPE)
    out, _ = await task.communicate()
    assert out.decode().strip() == "False"


def test_what_draws_is_told_by_its_name() -> None:
    """Each function of a module that draws, which is handed to a worker, has a name that counts as a picture."""
    handed = re.compile(r"workers\.run\(\s*(?:\w+\.)?(\w+)[,)]")
    found = {
        name
        for room in ("umpire", "cogs")
        for path in (ROOT / room).rglob("*.py")
        for name in handed.findall(path.read_text(encoding="utf-8"))
    }
    drawn = {name for name in found if name.lstrip("_").startswith(PICTURE_TASKS)}
    assert len(drawn) > 10
    rest = found - drawn
    assert rest <= WORK, (
        f"does {rest - WORK} draw? then it should begin with one of {PICTURE_TASKS}, else it belongs into WORK"
    )


WORK: Final = frozenset({
    "_make", "_replay", "_verify", "advise_from", "check_in_turn", "evaluate", "find_culprit", "fire_answers", "last_seen",
    "look_on", "make_game", "make_game_around", "offers", "opening_stop", "outlook", "plan_change", "plan_solo", "play_job",
    "preview", "progress", "read_back", "read_news", "resolve", "set_up_battle", "settle_by", "tell_awards", "think",
    "view_at", "work_out", "write_course", "write_workbook",
})  # fmt: skip
"""What workers do beside drawing; `_make` is a dossier, whose map is a part of it."""
