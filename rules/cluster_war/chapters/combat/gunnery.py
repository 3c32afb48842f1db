"""Fire in the quick engine: whom a side fires at, and how far what a unit fires reaches."""

from collections.abc import Mapping
from math import isqrt

from rules.cluster_war.chapters.combat.quick_outcome import Engaged, Volley
from rules.cluster_war.chapters.combat.unit_strength import Numbers
from rules.cluster_war.model.state.names import SideId


class Aims:
    """Whom a side fires at: some of its enemies in turn, each until it is lost."""

    def __init__(self, targets: list[Engaged], numbers: Numbers) -> None:
        width = max(1, len(targets) * numbers.whole("spread") // 100)
        self.front, self.waiting, self.turn, self.now = targets[:width], iter(targets[width:]), 0, 0

    def next(self) -> Engaged | None:
        """The next unit to be fired at, None when all are lost."""
        if not self.front:
            return None
        self.now = self.turn % len(self.front)
        self.turn += 1
        found = self.front[self.now]
        if found.is_lost:  # another side has seen to it
            self.lost()
            return self.next()
        return found

    def lost(self) -> None:
        """The unit fired at last is lost: fire goes to one that waits."""
        after = next(self.waiting, None)
        if after is None:
            self.front.pop(self.now)
        else:
            self.front[self.now] = after


def pour(
    fired: Volley, aim: int, face: int, aims: Aims, against: Mapping[SideId, int], away: int, numbers: Numbers
) -> None:
    """One unit's fire: at one of the enemy as much as ends it, the rest at the next. `face` of a d100 moves all its hits.

    `away` is by how much who leaves is harder to hit. A single shot hits or misses; of more, the share that hits lies about the
    chance, the nearer the more there are.
    """
    shot = numbers.points("shot")
    shots = max(1, sum(fired) // shot)
    swing = numbers.whole("luck") * (2 * face - 101) // (10 * isqrt(100 * shots))
    while any(fired):
        target = aims.next()
        if target is None:
            return
        chance = aim - target.worth.cover + against[target.side] - (away if target.state == "leaving" else 0)
        chance = min(numbers.whole("most"), max(numbers.whole("least"), chance))
        hits = min(100, max(0, chance + swing)) if shots > 1 else 100 if face > 100 - chance else 0
        whole, enough = sum(fired) * hits, max(shot, target.needs(fired[2])) * 100
        points, breakers, missiles = fired
        if whole > enough:
            points, breakers, missiles = (each * enough // whole + 1 for each in fired)
        target.take(points * hits // 100, breakers * hits // 100, missiles * hits // 100)
        fired = (max(0, fired[0] - points), max(0, fired[1] - breakers), max(0, fired[2] - missiles))
        if target.is_lost:
            aims.lost()
