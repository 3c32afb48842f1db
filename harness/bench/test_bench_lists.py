"""The destinations of /fleet move in a late campaign: by every drive, against the usual one in the same run."""

from pytest_benchmark.fixture import BenchmarkFixture

from cogs.campaign.common.fleet_options import TravelOptions, destinations
from harness.bench.timing import held, interleaved
from tests.cogs.campaign.voyage import FTL, late_voyage

MOST_RATIO = 20.0
"""How much longer any drive's list may take than the second stage drive's."""


def test_destinations_by_every_drive(benchmark: BenchmarkFixture) -> None:
    voyages = {ftl: late_voyage(ftl) for ftl in FTL}

    def listed(ftl: str) -> None:
        view, fleet, far = voyages[ftl]
        for typed in ("", far):
            destinations(view, (), fleet, TravelOptions(), typed)

    times = dict(zip(FTL, interleaved(*(lambda ftl=ftl: listed(ftl) for ftl in FTL)), strict=True))
    ratios = {ftl: took / times[FTL[0]] for ftl, took in times.items()}
    benchmark.extra_info.update({f"{ftl} ms": took * 1000 for ftl, took in times.items()})
    benchmark(listed, FTL[0])
    print(", ".join(f"{ftl} {took * 1000:.1f} ms ({ratios[ftl]:.1f})" for ftl, took in times.items()))
    held(
        benchmark,
        "the list of destinations by the slowest drive, against the jump drive",
        max(ratios.values()),
        MOST_RATIO,
    )
