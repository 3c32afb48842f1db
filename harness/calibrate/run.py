"""The quick engine against the admiral's chair: `python -m harness.calibrate.run 1000` fights pairs of fleets by both.

Each pair is two fleets of 2 to 20 random craft of all scenarios' designs, both attacking; designs that nobody drew are as
`fitted` reads them, for both engines. The chair fights each once, the quick engine so many times as `--dice` says, for what it
expects. `--chair` names a file that keeps the chair's outcomes, a line each: they are not fought again. `--varied` gives the
pairs orders of all kinds, crews and captains, battle computers and ECM, `--reserves` keeps a third of one side in reserve.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from statistics import mean
from typing import Final, get_args

from rules.bridge import auto_resolve
from rules.cluster_war.chapters.combat import quick_engine
from rules.cluster_war.chapters.combat.battle import Battle, Combatant
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.war import Engagement, Grade, Stance
from rules.values import Value, changed
from tests.rules.cluster_war.chapters.combat.fleets import dice, lost_share, random_pair

FIRST_PAIR: Final = 2000
PAIRS_SEEN: Final = 325
"""So many pairs from the first on were looked at while the quick engine's numbers were set."""
WINNERS, POINTS = 85, 15
"""The least percentage of winners that agree, and the most points of percent by which losses differ."""
OTHER_DICE: Final = 1_000_000
"""Added to a pair's number for dice that are not the chair's."""
PAIRS_A_REPEAT: Final = 20
"""Of so many pairs one is fought by the chair once more, to see how much it agrees with itself."""
CLOSE_RATIO: Final = 1.5
HALF_LOST: Final = 0.5


class PairResult(Value):
    """What came of a pair: the winner, and the shares of their hull that both sides lost."""

    winner: str
    a: float
    b: float


class CalibrationPair(Value):
    """A pair by its number: its size, how much dearer one side was, and what both engines made of it."""

    number: int
    craft: int
    odds: float
    auto_resolved: PairResult
    quick: PairResult
    again: PairResult | None


def varied_pair(number: int) -> Battle:
    """A pair with a side that attacks and one with any orders, of whose designs some have battle computers or ECM, with crews of
    all grades."""
    rng, plain = Random(number), random_pair(number)
    refits = {u.design.name: rng.choice(("", "", "Battle computer 1", "ECM 1", "ECM 2")) for u in plain.units}
    units = tuple(_varied(unit, refits[unit.design.name], rng) for unit in plain.units)
    stances: Sequence[Stance] = ("attack", "defend", "evade")
    plans = {
        "a": Engagement("attack", rng.choice((0, 40)), pursue=rng.random() < HALF_LOST),
        "b": Engagement(rng.choice(stances), rng.choice((0, 0, 30)), pursue=rng.random() < HALF_LOST),
    }
    return changed(plain, units=units, plans=plans)


def _varied(unit: Combatant, part: str, rng: Random) -> Combatant:
    grade = rng.choice(get_args(Grade))
    small = unit.design.kind == "small_craft"
    layout = {**unit.design.layout, part: 0} if part and not small else unit.design.layout
    design = changed(unit.design, id=f"{unit.design.id}{part}", layout=layout)
    return changed(unit, design=design, grade=grade, attack=rng.randint(0, 8), defense=rng.randint(0, 8))


def reserved_pair(number: int) -> Battle:
    """A pair of whose sides one keeps a third of its craft in reserve, the last of them."""
    plain = random_pair(number)
    side = "ab"[number % 2]
    mine = [unit.unit for unit in plain.units if unit.side == side]
    kept = set(mine[len(mine) - len(mine) // 3 :])
    return changed(plain, units=tuple(changed(unit, reserve=unit.unit in kept) for unit in plain.units))


PAIRS: Final[Mapping[str, Callable[[int], Battle]]] = {
    "plain": random_pair,
    "varied": varied_pair,
    "reserves": reserved_pair,
}
PAIR_SETTINGS: Final = Settings(reserves="come-up")


def by_auto_resolve(number: int, more: int = 0, *, kind: str = "plain") -> PairResult:
    """The chair's outcome of a pair; `more` is for other dice."""
    pair = PAIRS[kind](number)
    found = auto_resolve.settle(pair, {}, dice(number + more), PAIR_SETTINGS)
    return PairResult(found.winner, lost_share(pair, found, "a"), lost_share(pair, found, "b"))


def by_numbers(number: int, rolls: int, *, kind: str = "plain") -> PairResult:
    """What the quick engine expects of a pair: who wins most often, and mean losses."""
    pair = PAIRS[kind](number)
    found = [quick_engine.settle(pair, {}, dice(number + OTHER_DICE * (n + 1))) for n in range(rolls)]
    won = Counter(outcome.winner for outcome in found)
    a, b = (mean(lost_share(pair, outcome, side) for outcome in found) for side in ("a", "b"))
    return PairResult(max(sorted(won), key=lambda side: won[side]), a, b)


def fight(number: int, rolls: int, kept: Mapping[int, PairResult], *, kind: str = "plain") -> CalibrationPair:
    """A pair fought by both engines."""
    pair = PAIRS[kind](number)
    costs = {side: price(pair, side) for side in ("a", "b")}
    odds = max(costs.values()) / max(1, min(costs.values()))
    again = by_auto_resolve(number, OTHER_DICE, kind=kind) if number % PAIRS_A_REPEAT == 0 else None
    first = kept.get(number) or by_auto_resolve(number, kind=kind)
    return CalibrationPair(number, len(pair.units), odds, first, by_numbers(number, rolls, kind=kind), again)


def price(pair: Battle, side: str) -> int:
    """CPs of a side's craft that can fight."""
    return sum(u.design.cost for u in pair.units if u.side == side and any("Beam" in x for x in u.design.layout))


def differences(pairs: Iterable[CalibrationPair], other: Callable[[CalibrationPair], PairResult]) -> list[float]:
    """By how many points of percent two reckonings of a side's losses differ, for both sides of each pair."""
    return [
        abs(x - y) * 100 for p in pairs for x, y in ((other(p).a, p.auto_resolved.a), (other(p).b, p.auto_resolved.b))
    ]


def row(name: str, pairs: Sequence[CalibrationPair], other: Callable[[CalibrationPair], PairResult]) -> str:
    """A line of the table."""
    if not pairs:
        return f"| {name} | 0 | | | | |"
    agree = 100 * mean(other(p).winner == p.auto_resolved.winner for p in pairs)
    apart = differences(pairs, other)
    near = 100 * mean(d <= POINTS for d in apart)
    ours, theirs = (100 * mean(x for p in pairs for x in (f(p).a, f(p).b)) for f in (other, lambda p: p.auto_resolved))
    return f"| {name} | {len(pairs)} | {agree:.1f} % | {mean(apart):.1f} | {near:.0f} % | {ours:.0f} / {theirs:.0f} % |"


def table(pairs: Sequence[CalibrationPair]) -> list[str]:
    """All that was measured, as the table of docs/calibration.md."""
    numbers: Callable[[CalibrationPair], PairResult] = lambda p: p.quick  # noqa: E731 # one of two ways to read a pair
    again = [p for p in pairs if p.again is not None]
    lines = ["| pairs | how many | winner agrees | points apart | within 15 points | mean loss, quick / chair |"]
    lines += ["|---|--:|--:|--:|--:|--:|", row("all", pairs, numbers)]
    lines.append(
        row("not looked at before", [p for p in pairs if not 0 <= p.number - FIRST_PAIR < PAIRS_SEEN], numbers)
    )
    for low, high in ((4, 12), (13, 24), (25, 40)):
        lines.append(row(f"{low} to {high} craft", [p for p in pairs if low <= p.craft <= high], numbers))
    lines.append(row("armed craft of like price", [p for p in pairs if p.odds <= CLOSE_RATIO], numbers))
    lines.append(row("the rest", [p for p in pairs if p.odds > CLOSE_RATIO], numbers))
    lines.append(row("the chair itself, other dice", again, lambda p: p.again or p.auto_resolved))
    return lines


def read(path: Path | None) -> Mapping[int, PairResult]:
    """The chair's outcomes that a file keeps."""
    if path is None or not path.exists():
        return {}
    lines = (line.split() for line in path.read_text(encoding="utf-8").splitlines())
    return {int(n): PairResult(winner.strip("-"), float(a), float(b)) for n, winner, a, b in lines}


def main() -> int:
    """Fight as many pairs as asked for; 1 if the engines agree less than they are to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pairs", type=int, nargs="?", default=1000)
    parser.add_argument("--first", type=int, default=FIRST_PAIR)
    parser.add_argument("--dice", type=int, default=5, help="how often the quick engine fights each pair")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--chair", type=Path, help="a file that keeps the chair's outcomes")
    parser.add_argument("--varied", action="store_true", help="orders, crews, battle computers and ECM of all kinds")
    parser.add_argument("--reserves", action="store_true", help="one side keeps a third of its craft in reserve")
    wanted = parser.parse_args()
    began, kept = time.monotonic(), read(wanted.chair)
    kind = "varied" if wanted.varied else "reserves" if wanted.reserves else "plain"
    numbers = range(wanted.first, wanted.first + wanted.pairs)
    with ProcessPoolExecutor(wanted.processes) as pool:
        pairs = list(pool.map(partial(fight, rolls=wanted.dice, kept=kept, kind=kind), numbers, chunksize=4))
    if wanted.chair is not None:
        known = {**kept, **{p.number: p.auto_resolved for p in pairs}}
        lines = [f"{n} {f.winner or '-'} {f.a:.4f} {f.b:.4f}" for n, f in sorted(known.items())]
        wanted.chair.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("\n".join(table(pairs)))
    agree = 100 * mean(p.quick.winner == p.auto_resolved.winner for p in pairs)
    apart = mean(differences(pairs, lambda p: p.quick))
    print(
        f"\n{len(pairs)} pairs in {time.monotonic() - began:.0f} s: winners {agree:.1f} %, losses {apart:.1f} points apart."
    )
    return int(agree < WINNERS or apart > POINTS)


if __name__ == "__main__":
    sys.exit(main())
