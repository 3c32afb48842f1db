"""The parts of `make soak` and `make kills`: they notice what they are there to notice, and a short soak holds."""

from pathlib import Path

from harness.faults.thousand_kills import STORIES, STORIES_OF_TWO, experiments
from harness.faults.weeks import FEWEST_WEEKS, LATE_SECONDS, WARMING_WEEKS, Weeks, soak, thirds


def weeks(**figures: list[float]) -> Weeks:
    found = Weeks(late=[1.0] * 11)
    for what, values in figures.items():
        found.measured[what] = values
    return found


def stored(database: list[float], events: list[float], rows: list[float]) -> dict[str, list[float]]:
    return {"database": database, "events": events, "other rows": rows}


def test_what_grows_is_told_and_what_stays_is_not() -> None:
    level, up = [100.0] * 30, [100.0 + week for week in range(30)]
    even, more = [10.0 * week for week in range(30)], [float(week**2) for week in range(30)]
    assert weeks(MB=level, tasks=level, **stored(even, even, even)).wrong() == []
    assert weeks(MB=up).wrong() == ["MB grew from 106 to 125"]
    assert weeks(**stored(more, more, even)).wrong() == [], "empires that grow have more to tell"
    assert weeks(**stored(more, even, even)).wrong() == ["a week takes 4.90 KB for an event, at first 1.30"]
    assert weeks(**stored(even, even, more)).wrong() == ["a week takes 49.00 rows besides, at first 13.00"]


def test_a_few_weeks_tell_nothing_of_growth_and_say_so() -> None:
    assert thirds([1.0] * (WARMING_WEEKS + FEWEST_WEEKS - 1)) == (0.0, 0.0)
    few = Weeks({"MB": [100.0, 200.0]}, [1.0, 2.0])
    assert few.wrong() == []
    assert "too few weeks" in few.figures()


def test_a_late_deadline_is_told_once() -> None:
    assert Weeks(late=[1.0, LATE_SECONDS + 1, 2.0]).wrong() == ["a deadline was 301 s late"]


async def test_a_week_of_two_campaigns_on_a_bad_line(tmp_path: Path) -> None:
    seen = await soak(tmp_path, 2, 1, "sqlite", weeks=1)
    assert (seen.times, seen.wrong) == (1, [])
    assert seen.figures.startswith("2 turns once")


def test_a_thousand_kills_are_shared_out_among_both_databases_and_pairs() -> None:
    names = list(experiments(1000, 5))
    assert len(names) == 2 * len(STORIES) + len(STORIES_OF_TWO) + 6
    assert sum(int(name.split(" times")[0].rsplit(" ", 1)[1]) for name in names) >= 1000
    assert {name.partition(":")[0] for name in names} == {"sqlite", "postgresql", "pair"}
