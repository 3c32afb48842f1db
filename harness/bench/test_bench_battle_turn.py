"""A turn of a battle played by its captains: six against six with missiles, and its cost from two craft to twenty-four."""

from collections import Counter
from functools import partial
from math import log
from statistics import correlation, linear_regression

from pytest_benchmark.fixture import BenchmarkFixture

from harness.bench.fleets import fleets
from harness.bench.timing import compared, held, interleaved
from rules.dice import Dice
from rules.pentagon_war.captains.advance import decisions_of, run_turn
from rules.pentagon_war.captains.preview import preview
from rules.pentagon_war.captains.stops import CaptainMemory
from rules.pentagon_war.events import Fired, Launched
from rules.pentagon_war.orders import Decided
from rules.pentagon_war.programme import Programme
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn.engine import play_step
from rules.pentagon_war.turn.steps import step_at
from rules.pentagon_war.turn.view import view_for
from rules.pentagon_war.units import IMPULSES

DICE = Dice(b"\x07" * 32, "bench", 1)
GOAL_SECONDS = 0.5
"""What the turn is to take on one core: printed, not asserted, since it depends on the machine."""
PREVIEW_SECONDS = 0.1
"""What a preview is to take: printed likewise."""
THINKING_TIMES = 6
"""The most a turn with its captains' thinking may cost, against the rules alone carrying out the same decisions."""
CRAFT_COUNTS = (2, 4, 8, 12, 24)
FLAT, POWER = 1.8, 1.25
"""The most that an impulse of one craft may cost among 24, against among 4; the most the cost may grow with, as a power."""


def decided(start: Battle) -> list[tuple[Decided, ...]]:
    """What the captains decide at each step of the turn."""
    battle, found = start, []
    own = {side: frozenset(c.id for c in start.craft.values() if c.side == side) for side in start.sides}
    memories = {side: CaptainMemory(side, own[side]) for side in start.sides}
    while battle.now.turn == start.now.turn and battle.winner is None:
        said: list[Decided] = []
        if step_at(battle.now).decisions:
            for side, memory in sorted(memories.items()):
                made = decisions_of(view_for(battle, side), memory, (), by_stance=False)
                said += [Decided(side, decision) for decision in made]
        found.append(tuple(said))
        result = play_step(battle, said, DICE)
        battle = result.state
        for memory in memories.values():
            memory.learn(result.events)
    return found


def carry_out(start: Battle, steps: list[tuple[Decided, ...]]) -> Battle:
    """The turn again from its decisions: the rules alone."""
    battle = start
    for said in steps:
        battle = play_step(battle, said, DICE).state
    return battle


def test_turn_of_six_against_six(benchmark: BenchmarkFixture) -> None:
    """Twelve impulses, twelve craft that think, dozens of missiles: at most six times what the rules take by themselves."""
    start = fleets(6)
    found = run_turn(start, (), DICE)
    seen = Counter(type(event) for event in found.events)
    assert found.done
    assert seen[Launched] >= 36
    assert seen[Fired] >= 72
    steps = decided(start)
    assert carry_out(start, steps) == found.battle
    whole, rules = interleaved(partial(run_turn, start, (), DICE), partial(carry_out, start, steps))
    each = whole / (IMPULSES * len(start.craft)) * 1e6
    benchmark.extra_info.update(turn_s=whole, rules_s=rules, ratio=whole / rules, us_per_craft_impulse=each)
    benchmark.pedantic(run_turn, args=(start, (), DICE), rounds=5)  # type: ignore[no-untyped-call] # the plug-in ships half its types
    print(
        f"turn of 12 craft {whole * 1000:.0f} ms (goal {GOAL_SECONDS * 1000:.0f}), {len(found.events)} events, "
        f"{seen[Launched]} launches, {seen[Fired]} shots: {each:.0f} us a craft and impulse; the rules alone "
        f"{rules * 1000:.0f} ms; ratio {whole / rules:.2f}"
    )
    held(
        benchmark,
        "a battle's turn of twelve craft with its captains, against the rules alone",
        whole / rules,
        THINKING_TIMES,
    )


def test_a_preview_among_twelve_craft(benchmark: BenchmarkFixture) -> None:
    """What a stance would come to, with 45 missiles in flight: at most 0.6 of the turn of the twelve that it looks ahead to."""
    battle = run_turn(fleets(6), (), DICE).battle
    assert len(battle.missiles) >= 36
    view, plan = view_for(battle, "X"), Programme("X1", battle.now.turn)
    found = compared(lambda: preview(view, plan, "aggressive"), partial(run_turn, battle, (), DICE), times=3, rounds=9)
    benchmark.extra_info.update(preview_s=found.work, turn_s=found.peer, ratio=found.ratio)
    benchmark.pedantic(preview, args=(view, plan, "aggressive"), rounds=5)  # type: ignore[no-untyped-call] # as above
    print(
        f"preview {found.work * 1000:.0f} ms (goal {PREVIEW_SECONDS * 1000:.0f}), the turn {found.peer * 1000:.0f} ms, "
        f"ratio {found.ratio:.2f}"
    )
    held(benchmark, "the preview of a stance among twelve craft, against the turn", found.ratio, 0.6)


def test_cost_per_craft_and_impulse_is_flat(benchmark: BenchmarkFixture) -> None:
    """From two craft to twenty-four an impulse of one costs about the same, although everybody looks at everybody."""
    battles = [fleets(size // 2) for size in CRAFT_COUNTS]
    spent = interleaved(*(partial(run_turn, battle, (), DICE) for battle in battles), rounds=3)
    each = {size: time / (IMPULSES * size) * 1e6 for size, time in zip(CRAFT_COUNTS, spent, strict=True)}
    slope, rest = linear_regression(CRAFT_COUNTS, spent)
    power, _ = linear_regression([log(size) for size in CRAFT_COUNTS], [log(time) for time in spent])
    straight = correlation(CRAFT_COUNTS, spent) ** 2
    benchmark.extra_info.update(us_per_craft_impulse={str(size): us for size, us in each.items()}, power=power)
    benchmark.extra_info.update(fit_ms_per_craft=slope * 1000, fit_rest_ms=rest * 1000, fit_r2=straight)
    benchmark.pedantic(run_turn, args=(battles[0], (), DICE), rounds=3)  # type: ignore[no-untyped-call] # as above
    for size, time in zip(CRAFT_COUNTS, spent, strict=True):
        print(f"{size:3d} craft: {time * 1000:6.0f} ms a turn, {each[size]:.0f} us a craft and impulse")
    print(f"linear fit: {slope * 1000:.1f} ms a craft {rest * 1000:+.1f} ms, R2 {straight:.4f}; grows as n^{power:.2f}")
    held(benchmark, "an impulse of one craft among 24, against among 4", each[24] / each[4], FLAT)
    held(benchmark, "how a battle's turn grows with its craft, as a power", power, POWER)
