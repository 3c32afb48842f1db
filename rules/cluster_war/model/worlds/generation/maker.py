"""What every part of generation needs at hand, and dice written as the tables write them ("3d100+100")."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from rules.cluster_war.model.state.settings import Settings
from rules.dice import Roller
from rules.tables import Table
from rules.values import Value

_DICE: Final = re.compile(r"(\d+)d(\d+)([+-]\d+)?")


class Maker(Value):
    """A cluster being made: its settings, tables, dice and size in hexes."""

    settings: Settings
    tables: Mapping[str, Table]
    dice: Roller
    columns: int
    rows: int

    def at_most(self, event: str, key: str) -> bool:
        """Whether the percentage of CW-TAB-CHANCES comes up."""
        return self.dice.percent(key).total <= self.tables["CW-TAB-CHANCES"].number(event, "at most")

    def sum(self, key: str, dice: str) -> int:
        """The total of dice as a table writes them (CW-B-37: our dice have any number of sides)."""
        count, sides, more = _read(dice)
        return self.dice.roll(key, sides, count).total + more

    def filled(self, key: str, text: str) -> str:
        """A text with the dice in it rolled: "2 adults and 1d6 youths" becomes "2 adults and 4 youths"."""
        found = _DICE.search(text)
        if found is None:
            return text
        return text[: found.start()] + str(self.sum(key, found[0])) + text[found.end() :]


@lru_cache(maxsize=256)
def _read(dice: str) -> tuple[int, int, int]:
    found = _DICE.fullmatch(dice)
    if found is None:
        raise ValueError(f"{dice!r} are no dice")
    return int(found[1]), int(found[2]), int(found[3] or 0)
