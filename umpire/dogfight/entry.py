"""Dogfights, as the clock, the deliverer and capsules know them."""

from functools import partial
from typing import Final

from render.dogfight.log import headlines
from umpire.dogfight.dogfight_files import draw_fight_files
from umpire.dogfight.dogfights import DOGFIGHT_READER
from umpire.dogfight.kind import DOGFIGHTS as KIND
from umpire.systems.contract import System
from umpire.tactical.entry import entry
from umpire.tactical.tactical_reader import tactical_news

DOGFIGHTS: Final[System] = entry(KIND, draw_fight_files, partial(tactical_news, DOGFIGHT_READER, headlines))
