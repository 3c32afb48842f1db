"""Companies: which facts are played in one evening, since what can be heard of one hides nothing of another."""

from typing import Final

UNKNOWN: Final = "what nobody has in view"
ALL_HEAR: Final = "what everybody is told"
DOMINION: Final = "what the Dominators hear"
VERMIN: Final = "what the Vermin hear"
WAR: Final = "what the Vermin hear of what was cloaked"
BROOD: Final = "what the Vermin keep"
OWN: Final = "what the Humans have had done"
TURNED: Final = "what is otherwise for the Humans"
LATER: Final = "what comes of the month before"
