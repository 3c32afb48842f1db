"""Who is there in a hostile evening, and where."""

from collections.abc import Mapping
from typing import Final

OTHER_CHANNEL: Final = "war-room"
"""Where the other campaign is."""
PEOPLE_WEIGHTS: Final[Mapping[str, int]] = {"ada": 30, "gm": 22, "dom": 14, "vik": 14, "ola": 10, "visitor": 10}
"""Who does something how often. Ola led the Dominators before Dom; Ada and Vik fight the battle; Vik sits in the other game."""
