"""Play long wars of six empires, forty turns each: `python -m harness.longwar.run --seed 1 --wars 3`."""

import argparse
import sys
from time import perf_counter

from tests.rules.cluster_war.long_war.play import TURNS, War, begun, lacking, play_month, replayed


def play(seed: int, turns: int) -> list[str]:
    """One war: what was amiss in it, was seen too seldom, or came otherwise when it was played again."""
    war, start = begun(seed), perf_counter()
    for _ in range(turns):
        play_month(war)
    amiss = [*war.amiss, *(lacking(war) if turns >= TURNS else []), *replayed(war)]
    print(
        f"seed {seed}: {turns} months in {perf_counter() - start:.0f} s; {summary(war)}; {len(amiss)} amiss", flush=True
    )
    return amiss


def summary(war: War) -> str:
    """What happened, in figures."""
    told = (
        "WorldConquered",
        "InvasionBeaten",
        "RaidBegun",
        "TrafficCaught",
        "WorldBombarded",
        "UnitRepaired",
        "OfficerLost",
    )
    battles = {what: n for what, n in sorted(war.counted.items()) if what.startswith("battle ")}
    return ", ".join(f"{what} {n}" for what, n in {**battles, **{what: war.counted[what] for what in told}}.items())


def main() -> int:
    """Play as many wars as are asked for, a seed each; 1 if anything was amiss."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--wars", type=int, default=1)
    parser.add_argument("--turns", type=int, default=TURNS)
    asked = parser.parse_args()
    amiss = [
        f"seed {seed}: {line}"
        for seed in range(asked.seed, asked.seed + asked.wars)
        for line in play(seed, asked.turns)
    ]
    print("\n".join(amiss[:100]))
    return 1 if amiss else 0


if __name__ == "__main__":
    sys.exit(main())
