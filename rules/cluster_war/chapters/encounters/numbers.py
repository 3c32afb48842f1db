"""Numbers and dice of encounters: what the tables say, and rolls that one side alone may know of."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from rules.cluster_war.model.state.names import SideId
from rules.cluster_war.model.state.settings import Settings, tables
from rules.cluster_war.model.working.secret_words import secret_key
from rules.cluster_war.model.working.turn_state import TurnState
from rules.dice import Roll
from rules.events import Modifier
from rules.tables import Row

TRAPS: Final = "CW-TAB-TRAPS"
TRAP_NUMBERS: Final = "CW-TAB-TRAP-NUMBERS"
HOSTILES: Final = "CW-TAB-HOSTILES"
BOARDERS: Final = "CW-TAB-BOARDERS"
DEFENDERS: Final = "CW-TAB-DEFENDERS"
SCENES: Final = "CW-TAB-SCENES"
CHOICES: Final = "CW-TAB-SCENE-CHOICES"
HELPS: Final = "CW-TAB-SCENE-HELPS"
MANNERS: Final = "CW-TAB-SCENE-MANNERS"
FOUND_TECH: Final = "CW-TAB-FOUND-TECH"
FOUND_DRIVES: Final = "CW-TAB-FOUND-DRIVES"
_DICE: Final = re.compile(r"(\d+)d(\d+)([+-]\d+)?")


@dataclass(slots=True)
class Fate:
    """The dice of one thing that befalls a side, under a key of their own; nobody else can work them out. `rolls` are kept for
    who asks why."""

    month: TurnState
    side: SideId
    under: str
    rolls: list[Roll] = field(default_factory=list)

    def throw(self, what: str, sides: int, count: int = 1) -> Roll:
        """Roll for a part of it."""
        made = self.month.dice.roll(secret_key(self.month, self.side, f"{self.under}/{what}"), sides, count)
        self.rolls.append(made)
        return made

    def hundred(self, what: str) -> int:
        """1d100 for a part of it."""
        return self.throw(what, 100).total

    def sum(self, what: str, text: str) -> int:
        """Dice as tables write them ("2d6", "1d3-1"), at least 0; a plain number is itself."""
        found = _DICE.fullmatch(text)
        if found is None:
            return int(text)
        return max(0, self.throw(what, int(found[2]), int(found[1])).total + int(found[3] or 0))


def trap_number(settings: Settings, name: str) -> str:
    """A number of traps as its table has it, a number or dice."""
    return tables(settings)[TRAP_NUMBERS].cell(name, "value")


def trap_row(settings: Settings, trap: str) -> Row:
    """What a trap does."""
    return tables(settings)[TRAPS].row(trap)


def scene_row(settings: Settings, scene: str) -> Row:
    """A scene as its table has it."""
    return tables(settings)[SCENES].row(scene)


def choices_of(settings: Settings, scene: str) -> Mapping[str, Row]:
    """The choices of a scene, by their words, in the order of the table."""
    found = tables(settings)[CHOICES].named_rows()
    return {row["choice"]: row for _, row in found if row["scene"] == scene}


def helps_of(settings: Settings, row: Row, parts: Mapping[str, int]) -> tuple[Modifier, ...]:
    """What a choice's chance is made of, as its giver may know it; `parts` are counts of parts aboard, by a design's fields."""
    chance = [Modifier(int(row["chance"]), "in itself")] if row["chance"] else []
    table = tables(settings)[HELPS]
    if row["helps"] in table.keys:
        help_ = table.row(row["helps"])
        points = min(int(help_["most"]), int(help_["points"]) * parts.get(help_["part"], 0))
        chance += [Modifier(points, help_["words"])] if points else []
    return tuple(chance)


def defense_points(settings: Settings, aboard: str) -> Fraction:
    """What a part of a ship is worth against boarders."""
    return tables(settings)[DEFENDERS].fraction(aboard, "points")


def defense_teams(settings: Settings, aboard: str) -> Fraction:
    """For how many combat teams a part of a ship stands against boarders."""
    return tables(settings)[DEFENDERS].fraction(aboard, "teams")
