"""War in a late game: a turn with thirty quick battles against one without, and a large battle on a worker amid other work."""

import asyncio
from pathlib import Path

from pytest_benchmark.fixture import BenchmarkFixture

from harness.bench.late_game import SEED, TURN, late_game
from harness.bench.timing import held, interleaved
from harness.bench.war_tasks import twelve_a_side
from rules.cluster_war.chapters.combat.raid_orders import RaidRoute
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.organising_orders import MergeFleets, SplitFleet
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.war import Engagement
from rules.cluster_war.turn.month import adjudicate
from rules.dice import Dice
from rules.values import changed
from tests.umpire import worker_tasks as tasks
from umpire.services.workers import ProcessWorkers

DICE = Dice(SEED, "bench", TURN)
BATTLES = 30
TURN_RATIO = 1.5
"""The most that a turn with that many battles may take of the same turn in which the same fleets let each other be."""
MOST_SECONDS = 5.0
"""The most that twelve ships a side may take a worker, in processor seconds."""


def facing(pairs: int) -> tuple[GameState, tuple[SignedOrder, ...]]:
    """The late game with so many pairs of fleets in hexes where nobody else is, each pair of two sides; nobody else is hostile,
    and these stay where they are."""
    state, orders = late_game()
    goes = (MoveFleet, RaidRoute, MergeFleets, SplitFleet)
    moving = {o.order.fleet for o in orders if isinstance(o.order, goes)}
    moving |= {o.order.into for o in orders if isinstance(o.order, MergeFleets)}
    sides = sorted(state.sides)
    armed = {k for k, f in state.fleets.items() if any(state.ships[ship].design == "DD" for ship in f.ships)}
    idle = [k for k, f in sorted(state.fleets.items()) if k in armed - moving and not f.transit]
    still = {side: [k for k in idle if state.fleets[k].side == side] for side in sides}
    taken = {f.hex for f in state.fleets.values()} | set(state.cluster.systems)
    empty = (f"{column:02}{row:02}" for column in range(1, 60) for row in range(1, 60))
    fleets = {key: changed(f, engagement=Engagement("defend")) for key, f in state.fleets.items()}
    for n in range(pairs):
        where = next(h for h in empty if h not in taken)
        for side in (sides[n % 4], sides[n % 4 + 4]):
            key = still[side].pop(0)
            fleets[key] = changed(fleets[key], hex=where, mission="none", survey=None, engagement=Engagement("attack"))
    return changed(state, fleets=fleets, settings=changed(state.settings, battles="quick")), orders


def peaceful(state: GameState) -> GameState:
    """The same, all at peace."""
    sides = sorted(state.sides)
    return changed(state, peace=tuple(f"{a}|{b}" for n, a in enumerate(sides) for b in sides[n + 1 :]))


def test_a_turn_with_thirty_battles(benchmark: BenchmarkFixture) -> None:
    """At most half as long again as the same turn in peace."""
    war, orders = facing(BATTLES)
    peace = peaceful(war)
    fought = adjudicate(war, orders, DICE).state.battles
    assert len(fought) >= BATTLES
    assert not adjudicate(peace, orders, DICE).state.battles
    hot, calm = interleaved(lambda: adjudicate(war, orders, DICE), lambda: adjudicate(peace, orders, DICE), rounds=7)
    benchmark.extra_info.update(war_s=hot, peace_s=calm, battles=len(fought), ratio=hot / calm)
    benchmark.pedantic(adjudicate, args=(war, orders, DICE), rounds=3)  # type: ignore[no-untyped-call] # the plug-in ships half its types
    print(f"turn with {len(fought)} battles {hot * 1000:.0f} ms, in peace {calm * 1000:.0f} ms, ratio {hot / calm:.2f}")
    held(benchmark, "a turn with thirty battles, against the same turn in peace", hot / calm, TURN_RATIO)


def test_a_battle_on_a_worker_and_the_queue_behind_it(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    """Twelve a side take a worker at most five seconds; what is urgent waits for none of them."""
    said = str(tmp_path / "said")

    async def play() -> list[float]:
        async with ProcessWorkers(1) as workers:
            await workers.run(tasks.ping)
            battle = asyncio.create_task(workers.run(twelve_a_side, said, "battle", 1))
            await asyncio.sleep(0.05)
            more = asyncio.create_task(workers.run(twelve_a_side, said, "another battle", 2))
            batch = [asyncio.create_task(workers.run(tasks.mark, said, f"report {n}")) for n in range(2)]
            urgent = asyncio.create_task(workers.run(tasks.mark, said, "picture", urgent=True))
            took = [await battle, await more]
            await asyncio.gather(*batch, urgent)
            return took

    took = benchmark.pedantic(lambda: asyncio.run(play()), rounds=1)  # type: ignore[no-untyped-call] # as above
    benchmark.extra_info.update(seconds=took)
    print(f"12 a side on a worker: {', '.join(f'{each:.1f}' for each in took)} s")
    order = Path(said).read_text().split("\n")[:-1]
    assert [each for each in order if each != "picture"] == ["battle", "another battle", "report 0", "report 1"]
    assert order.index("picture") < order.index("another battle")
    held(benchmark, "a large battle on a worker, in seconds", max(took), MOST_SECONDS)
