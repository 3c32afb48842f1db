"""A late-game turn: its cost per unit, against a peer's and from 500 to 50,000 ships; views; the codec against JSON."""

import json
from copy import deepcopy
from fractions import Fraction
from functools import partial
from math import log
from statistics import correlation, linear_regression
from typing import Any

from pytest_benchmark.fixture import BenchmarkFixture

from harness.bench.late_game import SEED, TURN, late_game, units
from harness.bench.peer import late_phases, orders_given, peer_units, process_all
from harness.bench.timing import compared, held, interleaved
from rules.cluster_war.model.state.holdings import Colony
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.views.side_views import view_for
from rules.dice import Dice
from rules.values import Value
from storage.codec import EVENTS, decode_state, decode_value, encode_state, encode_value

DICE = Dice(SEED, "bench", TURN)
GOAL_SECONDS = 0.150
"""What the turn is to take on one core: printed, not asserted, since it depends on the machine."""
PEER_RATIO = 0.45
ROUNDS = 15
UNIT_COUNTS = (500, 1_600, 5_000, 16_000, 50_000)
FLAT, SMALL, POWER = 1.5, 2.5, 1.1
"""The most a unit may cost with 50,000 ships, and with 500, against 5,000; the most the cost may grow with, as a power."""
UNITS_RATIO, STATE_RATIO = 0.10, 0.15


def test_turn_of_a_late_game(benchmark: BenchmarkFixture) -> None:
    """Eight empires with 400 fleets, 500 colonies, 5,000 ships: per unit at most 0.45 of what `diplomacy` takes."""
    state, orders = late_game()
    assert (len(state.sides), len(state.fleets), len(state.colonies), len(state.ships)) == (8, 400, 500, 5_000)
    found = adjudicate(state, orders, DICE)
    assert found.state.turn == TURN + 1
    assert {e.cause.order for e in found.events} >= {o.id for o in orders if o.number == 1}
    phases = late_phases(games=1)
    assert [orders_given(phase) for phase in phases] == [peer_units(phase) for phase in phases]
    played = [deepcopy(phases) for _ in range(ROUNDS + 1)]
    theirs_all = sum(peer_units(phase) for phase in phases)
    cost = compared(lambda: adjudicate(state, orders, DICE), lambda: process_all(played.pop()), rounds=ROUNDS)
    each, theirs = cost.work / units(state) * 1e6, cost.peer / theirs_all * 1e6
    ratio = cost.ratio * theirs_all / units(state)
    benchmark.extra_info.update(turn_s=cost.work, us_per_unit=each, peer_us_per_unit=theirs, ratio=ratio)
    benchmark.extra_info.update(units=units(state), orders=len(orders), goal_s=GOAL_SECONDS)
    benchmark.pedantic(adjudicate, args=(state, orders, DICE), rounds=5)  # type: ignore[no-untyped-call] # the plug-in ships half its types
    print(
        f"turn {cost.work * 1000:.1f} ms (goal {GOAL_SECONDS * 1000:.0f}), {units(state)} units, {len(orders)} orders, "
        f"{len(found.events)} events: {each:.1f} us/unit; diplomacy, {len(phases)} late phases: {theirs:.1f} us/unit; "
        f"ratio {ratio:.2f}"
    )
    held(benchmark, "a late turn: the time for one unit, against one unit of the engine `diplomacy`", ratio, PEER_RATIO)


def test_cost_per_unit_is_flat(benchmark: BenchmarkFixture) -> None:
    """From 500 to 50,000 ships, with colonies, fleets and orders in proportion, a unit costs about the same."""
    games = [late_game(ships) for ships in UNIT_COUNTS]
    spent = interleaved(*(partial(adjudicate, state, orders, DICE) for state, orders in games), rounds=3)
    counted = [units(state) for state, _ in games]
    each = {size: time / n * 1e6 for size, time, n in zip(UNIT_COUNTS, spent, counted, strict=True)}
    slope, rest = linear_regression(counted, spent)
    turn_ms, unit_us = linear_regression([1000 / n for n in counted], list(each.values()))  # every size weighs the same
    power, _ = linear_regression([log(n) for n in counted], [log(time) for time in spent])
    straight = correlation(counted, spent) ** 2
    benchmark.extra_info.update(us_per_unit={str(size): us for size, us in each.items()}, power=power)
    benchmark.extra_info.update(fit_us_per_unit=slope * 1e6, fit_rest_ms=rest * 1000, fit_r2=straight)
    benchmark.extra_info.update(weighed_us_per_unit=unit_us, weighed_ms_per_turn=turn_ms)
    benchmark.pedantic(adjudicate, args=(*games[0], DICE), rounds=5)  # type: ignore[no-untyped-call] # as above
    for size, time, n in zip(UNIT_COUNTS, spent, counted, strict=True):
        print(f"{size:6d} ships, {n:5d} units: {time * 1000:7.1f} ms, {each[size]:.1f} us/unit")
    print(
        f"linear fit: {slope * 1e6:.1f} us/unit {rest * 1000:+.1f} ms, R2 {straight:.4f}; all sizes weighed alike: "
        f"{unit_us:.1f} us/unit and {turn_ms:.1f} ms a turn; grows as n^{power:.2f}"
    )
    held(benchmark, "the time for one unit with 50,000 ships, against 5,000", each[50_000] / each[5_000], FLAT)
    held(benchmark, "the time for one unit with 500 ships, against 5,000", each[500] / each[5_000], SMALL)
    held(benchmark, "how a turn grows with its units, as a power", power, POWER)


def test_turn_is_the_same_every_time(benchmark: BenchmarkFixture) -> None:
    """Two resolutions of the late game give the same bytes; their events encode in less than half the turn's time."""
    state, orders = late_game()
    first, second = (adjudicate(state, orders, DICE) for _ in range(2))
    assert encode_state(first.state) == encode_state(second.state)
    events = first.events
    assert [EVENTS.encode(e) for e in events] == [EVENTS.encode(e) for e in second.events]
    turn, packing = interleaved(
        lambda: adjudicate(state, orders, DICE), lambda: [EVENTS.encode(event) for event in events]
    )
    benchmark.extra_info.update(turn_s=turn, events_s=packing, ratio=packing / turn)
    benchmark.pedantic(lambda: [EVENTS.encode(event) for event in events], rounds=5)  # type: ignore[no-untyped-call] # as above
    print(f"{len(events)} events encoded in {packing * 1000:.1f} ms, {packing / turn:.2f} of the turn")
    held(benchmark, "writing a turn's events as bytes, against resolving the turn", packing / turn, 0.5)


def test_views_of_all_sides(benchmark: BenchmarkFixture) -> None:
    """All eight views together take less than the turn they show."""
    state, orders = late_game()

    def views() -> None:
        for side in state.sides:
            view_for(state, side)

    turn, seen = interleaved(lambda: adjudicate(state, orders, DICE), views)
    benchmark.extra_info.update(turn_s=turn, views_s=seen, ratio=seen / turn)
    benchmark.pedantic(views, rounds=5)  # type: ignore[no-untyped-call] # as above
    print(f"views of 8 sides {seen * 1000:.1f} ms ({seen / 8 * 1000:.2f} ms each), {seen / turn:.2f} of the turn")
    held(benchmark, "the views of all eight sides, against resolving the turn", seen / turn, 1.0)


def test_codec_of_units_against_json(benchmark: BenchmarkFixture) -> None:
    """5,000 units of 14 fields to bytes and back take at most a tenth of plain mappings, `json` and making them by hand."""
    units_ = list(late_game()[0].colonies.values()) * 10
    assert len(units_) == 5_000

    def plain() -> list[Colony]:
        return [Colony(**fields) for fields in json.loads(json.dumps([plain_of(unit) for unit in units_]))]

    def ours() -> list[Colony]:
        return decode_value(list[Colony], encode_value(units_))

    assert plain() == ours() == units_
    plainly, quick = interleaved(plain, ours)
    benchmark.extra_info.update(json_s=plainly, codec_s=quick, ratio=quick / plainly)
    benchmark.pedantic(ours, rounds=5)  # type: ignore[no-untyped-call] # as above
    print(f"5,000 units: codec {quick * 1000:.1f} ms, json {plainly * 1000:.0f} ms, ratio {quick / plainly:.3f}")
    held(benchmark, "5,000 units to bytes and back, against `json`", quick / plainly, UNITS_RATIO)


def test_codec_of_a_state_against_json(benchmark: BenchmarkFixture) -> None:
    """A whole state to sorted bytes and back takes at most 0.15 of plain mappings and `json`, which do not build the values."""
    state, _ = late_game()
    packed = encode_state(state)
    assert decode_state(packed) == state

    def plain() -> object:
        return json.loads(json.dumps(plain_of(state), sort_keys=True, default=text_of))

    plainly, ours = interleaved(plain, lambda: decode_state(encode_state(state)))
    benchmark.extra_info.update(json_s=plainly, codec_s=ours, ratio=ours / plainly, bytes=len(packed))
    benchmark.pedantic(lambda: decode_state(encode_state(state)), rounds=5)  # type: ignore[no-untyped-call] # as above
    print(
        f"state of {len(packed) / 1e6:.2f} MB: codec {ours * 1000:.1f} ms, json {plainly * 1000:.0f} ms, "
        f"ratio {ours / plainly:.3f}"
    )
    held(benchmark, "a whole state to bytes and back, against `json`", ours / plainly, STATE_RATIO)


def plain_of(value: Any) -> Any:
    """A value as plain mappings, copied at every depth, as `dataclasses.asdict` makes them."""
    if isinstance(value, Value):
        return {name: plain_of(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, tuple | list):
        return type(value)(plain_of(each) for each in value)
    if isinstance(value, dict):
        return {plain_of(key): plain_of(each) for key, each in value.items()}
    return deepcopy(value)


def text_of(value: object) -> str:
    """What JSON has no form for."""
    assert isinstance(value, Fraction)
    return str(value)
