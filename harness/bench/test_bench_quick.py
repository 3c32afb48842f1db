"""The quick engine with 200 ships a side: against a die a weapon rolled alone, and per ship against a small battle."""

from pytest_benchmark.fixture import BenchmarkFixture

from harness.bench.timing import held, interleaved
from rules.cluster_war.chapters.combat.battle import Battle
from rules.cluster_war.chapters.combat.quick_engine import settle
from rules.dice import Dice, Roller
from rules.values import Roll
from tests.rules.cluster_war.chapters.combat.fleets import CRUISER, DESTROYER, battle, dice, ships

SHIPS, FEW = 200, 25
GOAL_SECONDS = 0.050
"""What such a battle is to take: printed, not asserted, since it depends on the machine."""
WEAPONS_RATIO = 2.0
"""The most it may take of rolling a die for each weapon of each ship in each of its rounds, and doing nothing with them."""
MOST_GROWTH = 1.6
"""The most that a ship may cost in a battle of 200 a side, against one of 25."""


class CountingRoller(Roller):
    """Dice that remember what was asked of them."""

    def __init__(self, real: Dice) -> None:
        self.real, self.rolls = real, list[Roll]()

    def roll(self, key: str, sides: int, count: int = 1) -> Roll:
        """As the dice roll."""
        self.rolls.append(self.real.roll(key, sides, count))
        return self.rolls[-1]


def fleets(size: int) -> Battle:
    """So many cruisers and destroyers a side."""
    half = size // 2
    loaded = [ships(side, CRUISER, size - half, munitions=2) + ships(side, DESTROYER, half) for side in "ab"]
    return battle(*loaded[0], *loaded[1])


def test_a_battle_of_200_ships_a_side(benchmark: BenchmarkFixture) -> None:
    """At most twice the dice alone that an engine with a roll a weapon would throw, and little more a ship than 25 a side."""
    large, small = fleets(SHIPS), fleets(FEW)
    heard = CountingRoller(dice(1))
    found = settle(large, {}, heard)
    assert len(found.units) == 2 * SHIPS
    volleys = sum(len(roll.faces) for roll in heard.rolls if "/quick/" in roll.key)
    weapons = sum(CRUISER.layout.get(x, 0) + DESTROYER.layout.get(x, 0) for x in ("Beam emitter 3", "Missile launcher"))
    thrown = volleys * weapons // 2
    plain = dice(2)

    def a_die_a_weapon() -> None:
        for number in range(thrown):
            plain.roll(f"battle/1/weapon/{number}", 100)

    many, few, dice_alone = interleaved(
        lambda: settle(large, {}, dice(1)), lambda: settle(small, {}, dice(1)), a_die_a_weapon, rounds=5
    )
    growth = many / SHIPS / (few / FEW)
    benchmark.extra_info.update(battle_s=many, small_s=few, dice_s=dice_alone, ratio=many / dice_alone, growth=growth)
    benchmark.extra_info.update(goal_s=GOAL_SECONDS, volleys=volleys, weapons=thrown)
    benchmark.pedantic(lambda: settle(large, {}, dice(1)), rounds=3)  # type: ignore[no-untyped-call] # the plug-in ships half its types
    print(
        f"200 a side {many * 1000:.1f} ms (goal {GOAL_SECONDS * 1000:.0f}), 25 a side {few * 1000:.1f} ms, "
        f"a die a weapon {dice_alone * 1000:.1f} ms, ratio {many / dice_alone:.2f}, growth {growth:.2f}"
    )
    held(
        benchmark,
        "a quick battle of 200 ships a side, against one die for each weapon",
        many / dice_alone,
        WEAPONS_RATIO,
    )
    held(benchmark, "a ship's share of that battle, against a battle of 25 ships a side", growth, MOST_GROWTH)
