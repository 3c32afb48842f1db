"""What stands on a home world."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from rules.cluster_war.state.names import DesignId

RATED: Final = ("shipyard_bays", "light_industry", "heavy_industry", "training", "science_stations")


@dataclass(frozen=True, slots=True)
class Facilities:
    """What stands on the home world beside the free training base; `garrison` counts forces and bases by design."""

    shipyard_bays: int = 0
    light_industry: int = 0
    heavy_industry: int = 0
    training: int = 0
    science_stations: int = 0
    garrison: Mapping[DesignId, int] = field(default_factory=dict)

    def ratings(self) -> Mapping[str, int]:
        """How much there is of each of `RATED`."""
        return {name: getattr(self, name) for name in RATED}
