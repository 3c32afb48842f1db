"""A ship's hull as terrain strikes it: its hull spaces in the order of its layout, hit one by one (R-141).

A point of damage that neither shields nor armor stop puts one hull space out of order. A hull of so many spaces shows as many
rows to any side as the root of that, rounded up. What is hit is spread as a battle settled by numbers spreads it: a part of it
is destroyed, the rest damaged (CW-TAB-QUICK).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import isqrt
from typing import Final

from rules.cluster_war.chapters.combat.battle import Combatant
from rules.cluster_war.chapters.combat.unit_strength import POINT, fitted, numbers_of, strength_of
from rules.cluster_war.chapters.terrain.odds import PERCENT, number
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.units import Design, Ship
from rules.cluster_war.model.state.war import Wounds
from rules.values import Value

OPEN: Final = ""
"""Hull that nothing on record fills: a hit there harms nothing."""


class Hull(Value):
    """A ship's hull spaces by what fills them, in the layout's order, and which of them are out of order."""

    spaces: tuple[str, ...]
    wounds: Wounds

    @property
    def size(self) -> int:
        """All hull spaces."""
        return len(self.spaces)

    @property
    def rows(self) -> int:
        """The hex rows that it shows to any side."""
        return isqrt(self.size - 1) + 1

    def whole(self) -> tuple[str, ...]:
        """What still works, a hull space each."""
        out = Counter(self.wounds.damaged) + Counter(self.wounds.destroyed)
        found = []
        for label in filter(None, self.spaces):
            if out[label] > 0:
                out[label] -= 1
            else:
                found.append(label)
        return tuple(found)

    def row(self, facing: int, sides: int, depth: int) -> tuple[int, ...]:
        """The first `depth` spaces of every row as seen from a side."""
        start = (facing - 1) * self.size // sides
        firsts = [start + n * self.size // self.rows for n in range(self.rows)]
        return tuple((first + deep) % self.size for first in firsts for deep in range(depth))

    def run(self, start: int, length: int) -> tuple[int, ...]:
        """Spaces one behind the other."""
        return tuple((start + n) % self.size for n in range(min(length, self.size)))

    def struck(self, at: Iterable[int], settings: Settings) -> Wounds:
        """The wounds after these spaces are hit; what is out of order already stops nothing."""
        share = numbers_of(settings).whole("destroyed")
        left = Counter(self.whole())
        damaged, destroyed = Counter(self.wounds.damaged), Counter(self.wounds.destroyed)
        hits = 0
        for place in at:
            label = self.spaces[place]
            if left[label] <= 0:  # open hull, and what is out of order already
                continue
            left[label] -= 1
            gone = (hits + 1) * share // PERCENT > hits * share // PERCENT
            (destroyed if gone else damaged)[label] += 1
            hits += 1
        return Wounds(_sorted(damaged), _sorted(destroyed), self.wounds.burnt)

    def without(self, labels: Sequence[str]) -> Wounds:
        """The wounds after one hull space of each of these, as they stand there, is destroyed."""
        destroyed, damaged = Counter(self.wounds.destroyed), Counter(self.wounds.damaged)
        held = Counter(self.spaces)
        for label in labels:
            if destroyed[label] + damaged[label] >= held[label] and damaged[label]:
                damaged[label] -= 1
            destroyed[label] += 1
        return Wounds(_sorted(damaged), _sorted(destroyed), self.wounds.burnt)

    def is_lost(self, wounds: Wounds, settings: Settings) -> bool:
        """Whether too little of the hull is left, as in a battle settled by numbers."""
        out = sum(wounds.damaged.values()) + sum(wounds.destroyed.values())
        listed = sum(label != OPEN for label in self.spaces)
        return out > 0 and PERCENT * out >= numbers_of(settings).whole("lost at") * listed


def hull_of(design: Design, wounds: Wounds, settings: Settings) -> Hull:
    """The hull of a ship of a design."""
    layout = fitted(design, settings)
    listed = tuple(label for label, spaces in layout.items() for _ in range(spaces))
    return Hull(listed + (OPEN,) * max(0, design.hull - len(listed)), wounds)


def _sorted(counts: Mapping[str, int]) -> dict[str, int]:
    return {label: n for label, n in sorted(counts.items()) if n > 0}


def through(ship: Ship, design: Design, points: int, settings: Settings, *, shielded: bool) -> int:
    """What of a blow from one side comes through to the hull: its shields stop what they are worth by numbers, and the armor of
    one side of six its part."""
    worth = strength_of(
        Combatant(ship.id, ship.side, design, ship.name, wounds=ship.wounds), numbers_of(settings), settings
    )
    stopped = worth.armor // number("sides of a hull", settings)
    if shielded:
        stopped += worth.shields + worth.firm
    return max(0, points - stopped // POINT)
