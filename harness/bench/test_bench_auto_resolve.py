"""Battles from the admiral's chair: what a worker needs for one, in processor seconds."""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from harness.bench.timing import held, seconds
from rules.bridge.auto_resolve import settle
from rules.cluster_war.chapters.combat.battle import Combatant
from tests.rules.bridge.fleets import battle, combatant, dice, printed_designs

MOST_SECONDS = 5.0
HUMANS, DOMINION = "duel_small/humans", "duel_small/dominators"


def fleet(side: str, *designs: str) -> list[Combatant]:
    """One unit of each design."""
    known = printed_designs()
    return [combatant(f"{side}-{n}", side, known[name]) for n, name in enumerate(designs)]


FLEETS = {
    "mixed": ([f"{HUMANS}/DD", f"{HUMANS}/CA", f"{HUMANS}/DD"] * 4, [f"{DOMINION}/FS", f"{DOMINION}/TH", f"{DOMINION}/FS"] * 4),
    "destroyers": ([f"{HUMANS}/DD"] * 12, [f"{HUMANS}/DD"] * 12),
    "cruisers with missiles": ([f"{HUMANS}/CA"] * 12, [f"{HUMANS}/CA"] * 12),
    "battleships": ([f"{DOMINION}/TH"] * 12, [f"{DOMINION}/TH"] * 12),
}  # fmt: skip


@pytest.mark.parametrize("name", FLEETS)
def test_twelve_a_side_by_auto_resolve(benchmark: BenchmarkFixture, name: str) -> None:
    """At most five seconds on a worker."""
    ours, theirs = FLEETS[name]
    fight = battle(*fleet("amber", *ours), *fleet("blue", *theirs))
    took = [seconds(lambda seed=seed: settle(fight, {}, dice(f"bench {seed}"))) for seed in range(3)]  # type: ignore[misc] # mypy cannot infer the default's type
    benchmark.extra_info.update(seconds=took)
    benchmark.pedantic(settle, args=(fight, {}, dice()), rounds=1)  # type: ignore[no-untyped-call] # the plug-in ships half its types
    print(f"12 a side, {name}: {', '.join(f'{each:.1f}' for each in took)} s")
    held(
        benchmark,
        f"a battle of twelve craft a side in {name}, fought by the bot, in seconds",
        max(took),
        MOST_SECONDS,
    )
