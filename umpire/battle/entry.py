"""Battles, as the clock, the deliverer and capsules know them."""

from functools import partial
from typing import Final

from render.battle.digest import headlines
from umpire.battle.battle_files import draw_battle_files
from umpire.battle.kind import BATTLES as KIND
from umpire.battle.plots import BATTLE_READER
from umpire.systems.contract import System
from umpire.tactical.entry import entry
from umpire.tactical.tactical_reader import tactical_news

BATTLES: Final[System] = entry(KIND, draw_battle_files, partial(tactical_news, BATTLE_READER, headlines))
