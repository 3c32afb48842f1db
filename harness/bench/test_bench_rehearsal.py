"""A player's rehearsal in a late game: three months of what one of eight empires knows, against the month of all eight."""

from pytest_benchmark.fixture import BenchmarkFixture

from harness.bench.late_game import SEED, TURN, late_game
from harness.bench.timing import held, interleaved
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.planning.rehearsal import REHEARSED_MONTHS, rehearse
from rules.cluster_war.turn.views.side_views import view_for
from rules.dice import Dice

MOST_RATIO = 1.0
"""A rehearsal takes at most what the whole month takes: an eighth of the empires, three times, and a look at the end of it."""


def test_a_rehearsal_costs_no_more_than_the_month_of_all(benchmark: BenchmarkFixture) -> None:
    state, orders = late_game()
    side = min(state.sides)
    view, sheet = view_for(state, side), tuple(order for order in orders if order.side == side)
    made = rehearse(view, sheet)
    assert made.events
    assert made.after.turn == TURN + 1
    dice = Dice(SEED, "bench", TURN)
    spent, month = interleaved(lambda: rehearse(view, sheet), lambda: adjudicate(state, orders, dice), rounds=5)
    benchmark.extra_info.update(rehearsal_s=spent, month_s=month, ratio=spent / month)
    benchmark.pedantic(rehearse, args=(view, sheet), rounds=3)  # type: ignore[no-untyped-call] # the plug-in ships half its types
    print(
        f"rehearsal {spent * 1000:.1f} ms ({REHEARSED_MONTHS} months of one side), "
        f"month {month * 1000:.1f} ms: {spent / month:.2f}"
    )
    held(benchmark, "a rehearsal of three months of one side, against the turn of all sides", spent / month, MOST_RATIO)
