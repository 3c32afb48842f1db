"""Slash commands while a hundred games resolve and draw at one deadline: the real bot, two workers, the sandbox beside it."""

import asyncio
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from time import process_time
from typing import Any

from pytest_benchmark.fixture import BenchmarkFixture

from harness.bench.crowd import Watch, line, quantile
from harness.bench.separate_sandbox import PROJECT_FOLDER, beside, on_line, read_line, write_line
from harness.bench.timing import held
from program.application import Application, open_application
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.request_orders import FreeText
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.holdings import Leg
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.setup.scenario import load_scenario
from sandbox.connect import pointed_at
from settings import Settings
from storage import deadlines, outbox
from storage import games as rows
from umpire.campaign.founding import play_campaign
from umpire.campaign.open_turn import SYSTEM
from umpire.campaign.sheets import orders
from umpire.campaign.turn import turns
from umpire.campaign.views import side_views
from umpire.games import seats
from umpire.games.new_game import NewGame
from umpire.games.options import GameSettings, Options, parse_schedule
from umpire.games.seat import Seat

GAMES, RATE, QUIET_SECONDS, DEADLINES = 100, 25.0, 8.0, 3
P99, LATEST, MAP_P99 = 0.100, 1.0, 1.0
MOST_TIMES = 3.0
"""Where the machine is busy with other things, so that even quiet commands are late, a deadline may make them this much
later than they are in the quiet phase of the same run."""
SIDES = {"humans": "ada", "dominators": "dom"}
PATIENCE_SECONDS = 180.0


@dataclass
class Figures:
    """Samples of the quiet phase and of each deadline, how long the games took, and the longest stops of the two loops."""

    quiet: list[dict[str, Any]] = field(default_factory=list)
    busy: list[list[dict[str, Any]]] = field(default_factory=list)
    resolved: list[float] = field(default_factory=list)
    delivered: list[float] = field(default_factory=list)
    letters: int = 0
    lag: float = 0.0
    crowd_lag: float = 0.0
    bot_cpu: float = 0.0


async def make_games(app: Application, hello: dict[str, Any]) -> list[str]:
    """A hundred duels, each in its channel, all seats taken, not begun."""
    scenario = load_scenario(PROJECT_FOLDER / "scenarios" / "duel_small.toml")
    made: list[str] = []
    for number, channel in enumerate(hello["channels"]):
        settings = GameSettings(parse_schedule("every 168h"), Options(review=False, early=False, reminder_hours=()))
        new = NewGame(SYSTEM, hello["guild"], channel, f"Duel {number}", hello["users"]["gm"], settings)
        game = await play_campaign.create_game(app.bot.services, new, scenario)
        for side, player in SIDES.items():
            await seats.take(app.bot.services, game.id, hello["users"][player], side)
        made.append(game.id)
    return made


def orders_for(view: View) -> list[Order]:
    """Every fleet that is somewhere is sent elsewhere, and the GM is asked something."""
    given: list[Order] = [FreeText("Any news from the frontier?")]
    waiting = [f for _, f in sorted(view.fleets.items()) if f.transit is None and not f.route]
    for number, fleet in enumerate(waiting):
        places = [h for h in sorted(view.objects) if h != fleet.hex]
        given.append(MoveFleet(fleet.id, (Leg(places[(17 + 31 * number) % len(places)]),)))
    return given


async def give_orders(app: Application, made: list[str], hello: dict[str, Any]) -> None:
    """All sides of all games give orders."""
    for game_id in made:
        for side, player in SIDES.items():
            seat = Seat(game_id, side, hello["users"][player])
            await orders.enter(app.bot.services, seat, orders_for(await side_views.view(app.bot.services, seat)))


async def until_delivered(app: Application, made: list[str]) -> int:
    """Wait until no letter is on its way; how many there are in all."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            async with app.bot.services.storage.reading() as tx:
                waiting = await outbox.waiting(tx)
                if not waiting:
                    return sum([len(await outbox.of_game(tx, game, "sent")) for game in made])
                assert all(row.state != "failed" for row in waiting), waiting
            await asyncio.sleep(0.05)


async def one_deadline(app: Application, made: list[str], turn: int) -> tuple[float, float]:
    """All games are due at one moment: seconds until the last is resolved, and until its last letter has arrived."""
    services = app.bot.services
    due = int(datetime.now(UTC).timestamp()) + 1
    async with services.storage.transaction() as tx:
        for game in made:
            row = await rows.find(tx, game)
            assert row is not None
            current = await deadlines.current(tx, game, row.revision)
            assert current is not None
            assert await deadlines.move(tx, current.id, due, 0, "")
    app.bot.clock.poke()
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            async with services.storage.reading() as tx:
                found = [await rows.find(tx, game) for game in made]
            if all(row is not None and row.revision == turn + 1 for row in found):
                break
            await asyncio.sleep(0.05)
    resolved = datetime.now(UTC).timestamp() - due
    await until_delivered(app, made)
    return resolved, datetime.now(UTC).timestamp() - due


async def evening(folder: Path) -> Figures:
    """Games made and begun; a quiet phase; then deadlines, with people at their keyboards all the time."""
    found = Figures()
    settings = Settings(data=folder, workers=2)
    async with (
        beside("harness.bench.crowd", str(GAMES), patience=PATIENCE_SECONDS) as (process, hello),
        open_application(settings, str(folder / "bench.db")) as app,
    ):
        made = await make_games(app, hello)
        stamp = folder / "commands.sha256"
        with pointed_at(hello["url"]):
            async with on_line(app, hello["token"], stamp, PATIENCE_SECONDS):
                for game_id in made:
                    await turns.open_first(
                        app.bot.services, await seats.gm_seat(app.bot.services, game_id, hello["users"]["gm"])
                    )
                await until_delivered(app, made)
                await write_line(process, seed=1, rate=RATE)
                await asyncio.sleep(QUIET_SECONDS)
                await write_line(process)
                found.quiet = (await read_line(process, PATIENCE_SECONDS))["samples"]
                for turn in range(1, DEADLINES + 1):
                    await give_orders(app, made, hello)
                    watch, cpu = Watch(), process_time()
                    watching = asyncio.create_task(watch.look())
                    await write_line(process, seed=1 + turn, rate=RATE)
                    resolved, delivered = await one_deadline(app, made, turn)
                    await write_line(process)
                    told = await read_line(process, PATIENCE_SECONDS)
                    found.busy.append(told["samples"])
                    watching.cancel()
                    found.bot_cpu += process_time() - cpu
                    found.lag, found.crowd_lag = max(found.lag, watch.lag), max(found.crowd_lag, told["lag"])
                    found.resolved.append(resolved)
                    found.delivered.append(delivered)
                found.letters = await until_delivered(app, made)
    return found


def test_slash_commands_at_a_deadline(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    """p99 of whole answers within 100 ms while a hundred games resolve and draw, of maps within a second; no first answer later
    than that.

    Judged by the best of three deadlines: other work on the machine only makes them later. Where even quiet commands are
    late, a deadline may make them three times as late.
    """
    found: Figures = benchmark.pedantic(lambda: asyncio.run(evening(tmp_path)), rounds=1)  # type: ignore[no-untyped-call] # the plug-in ships half its types
    quiet = answers(found.quiet)
    print(line("\nquiet, whole answers", quiet))
    for number, samples in enumerate(found.busy, 1):
        print(line(f"deadline {number}, whole answers", answers(samples)))
        print(line(f"deadline {number}, first answers", [s["first"] for s in samples]))
    together = [s for samples in found.busy for s in samples]
    for what in sorted({s["what"] for s in together}):
        print(line(f"  {what}", [s["whole"] for s in together if s["what"] == what]))
    print(
        f"{GAMES} games resolved in {', '.join(f'{s:.1f} s' for s in found.resolved)}, all told and drawn after "
        f"{', '.join(f'{s:.1f} s' for s in found.delivered)}; {found.letters} letters; "
        f"the bot's loop stood still for {found.lag * 1000:.0f} ms at most, the sandbox's for "
        f"{found.crowd_lag * 1000:.0f} ms; the bot used {found.bot_cpu:.1f} s of processor time"
    )
    p99 = min(quantile(answers(samples), 0.99) for samples in found.busy)
    drawn = min(quantile(maps(samples), 0.99) for samples in found.busy)
    latest = min(max(s["first"] for s in samples) for samples in found.busy)
    benchmark.extra_info.update(
        p99=p99, map_p99=drawn, latest=latest, quiet_p99=quantile(quiet, 0.99), resolved=found.resolved
    )
    assert [s["error"] for s in (*found.quiet, *together) if s["error"]] == []
    during = "while 100 duels end their turn"
    held(benchmark, f"99 of 100 commands {during}, in seconds", p99, max(P99, MOST_TIMES * quantile(quiet, 0.99)))
    held(benchmark, f"the latest first answer {during}, in seconds", latest, max(LATEST, MOST_TIMES * max(quiet)))
    held(benchmark, f"99 of 100 maps {during}, in seconds", drawn, max(MAP_P99, MOST_TIMES * max(maps(found.quiet))))


def answers(samples: list[dict[str, Any]]) -> list[float]:
    """Seconds of the whole answers, pictures (which a worker draws) left out."""
    return [s["whole"] for s in samples if s["what"] != "map mine"]


def maps(samples: list[dict[str, Any]]) -> list[float]:
    """Seconds until each picture was there."""
    return [s["whole"] for s in samples if s["what"] == "map mine"]
