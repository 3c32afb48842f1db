"""The turn's dice under a battle's own keys, with good crews' and captains' shots a little better."""

from collections.abc import Mapping
from typing import Final

from rules.dice import Roller, secret_word
from rules.pentagon_war.state import Battle, Crews
from rules.pentagon_war.units import UnitId
from rules.values import Roll, Value, changed

SHOTS: Final = ("laser", "electron", "proton", "radiation", "salvo")
FULL_PERCENT: Final = 100


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
        if rest and self.dice.roll(f"{name}/crew", FULL_PERCENT).total * self.pip <= rest * FULL_PERCENT:
            pips += 1
        return Roll(rolled.key, sides, shift_faces(rolled.faces, pips if points > 0 else -pips, sides))


def shift_faces(faces: tuple[int, ...], pips: int, sides: int) -> tuple[int, ...]:
    """Faces with so many pips more (fewer), as far as the dice go, each where it is lowest (highest)."""
    moved = list(faces)
    for _ in range(abs(pips)):
        at = moved.index(min(moved) if pips > 0 else max(moved))
        moved[at] = min(sides, moved[at] + 1) if pips > 0 else max(1, moved[at] - 1)
    return tuple(moved)


CREW: Final = "crew"
"""Ends the key under which a shot is told that a crew had a hand in."""
AIMED: Final = "aimed"
"""Begins the key under which it is rolled, which ends with its side's secret word: who knew the die and what it became would
know the crew."""


class _Worded(Value, Roller):
    dice: Roller
    word: str

    def roll(self, key: str, sides: int, count: int = 1) -> Roll:
        return self.dice.roll(f"{key}/{self.word}" if self.word else key, sides, count)


class CrewDice(Value, Roller):
    """One turn's dice: shots by their crews' grades, everything else as it is rolled."""

    dice: Roller
    crews: Crews
    surprised: frozenset[UnitId]
    words: Mapping[UnitId, str]

    def roll(self, key: str, sides: int, count: int = 1) -> Roll:
        """The dice for `key`; a shot's are told under a key that nobody can roll again."""
        parts = key.split("/")
        unit = parts[5] if len(parts) > 5 and parts[4] in SHOTS else ""
        if unit not in self.words:
            return self.dice.roll(key, sides, count)
        worded = _Worded(self.dice, self.words[unit])
        aimed = GradedDice(worded, AIMED, self.crews.aim, self.crews.pip, self.surprised).roll(key, sides, count)
        return Roll(f"{key}/{CREW}", sides, aimed.faces)


def crew_dice(start: Battle, dice: Roller, turn: int) -> Roller:
    """The dice of a turn of any battle: its own where no campaign's crews fight."""
    if start.crews is None:
        return dice
    words = {unit.id: secret_word(start.salts.get(unit.side, ""), turn, dice) for unit in start.craft.values()}
    crews, surprised = start.crews, frozenset[UnitId]()
    if turn == 1:
        opening = start.standing.opening if start.standing is not None else {}
        aim = {unit: crews.aim.get(unit, 0) + opening.get(unit, 0) for unit in {*crews.aim, *opening}}
        crews, surprised = changed(crews, aim=aim), frozenset(crews.surprised)
    return CrewDice(dice, crews, surprised, words)


def is_told(roll: Roll) -> bool:
    """Whether a roll that was told can be compared with the seed's: not one that a crew had a hand in."""
    return not roll.key.endswith(f"/{CREW}")
