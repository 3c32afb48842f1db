"""The month's dice under a battle's own keys, with good crews' and captains' shots a little better than others'."""

from collections.abc import Mapping
from typing import Final

from rules.dice import Roll, Roller
from rules.pentagon_war.units import UnitId
from rules.values import Value

SHOTS: Final = ("laser", "electron", "proton", "radiation", "salvo")
PERCENT: Final = 100


class GradedDice(Value, Roller):
    """Rolls of one tactical turn. `aim` are percent points of a craft's fire, `pip` how many are one pip of a shot's two dice:
    whole ones always, the rest with that chance. Craft that are `surprised` shoot as badly as they can."""

    dice: Roller
    prefix: str
    aim: Mapping[UnitId, int]
    pip: int
    surprised: frozenset[UnitId] = frozenset()

    def roll(self, key: str, sides: int, count: int = 1) -> Roll:
        """The dice for `key`; a shot's, "battle/2/7/10/laser/A1/L1", as its craft's crew shoots."""
        name = f"{self.prefix}/{key}"
        rolled = self.dice.roll(name, sides, count)
        parts = key.split("/")
        if parts[4] not in SHOTS:
            return rolled
        unit = parts[5]
        if unit in self.surprised:
            return Roll(rolled.key, sides, (1,) * count)
        points = self.aim.get(unit, 0)
        if not points:
            return rolled
        pips, rest = divmod(abs(points), self.pip)
        if rest and self.dice.roll(f"{name}/crew", PERCENT).total * self.pip <= rest * PERCENT:
            pips += 1
        return Roll(rolled.key, sides, shifted(rolled.faces, pips if points > 0 else -pips, sides))


def shifted(faces: tuple[int, ...], pips: int, sides: int) -> tuple[int, ...]:
    """Faces with so many pips more (fewer), as far as the dice go, each where it is lowest (highest)."""
    moved = list(faces)
    for _ in range(abs(pips)):
        at = moved.index(min(moved) if pips > 0 else max(moved))
        moved[at] = min(sides, moved[at] + 1) if pips > 0 else max(1, moved[at] - 1)
    return tuple(moved)
