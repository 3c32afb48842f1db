"""By which rules a battle is played. A battle keeps the ruleset it began with, so that its turns can be played again exactly."""

from typing import Final

FIRST: Final = "pentagon-war/1"
"""The ruleset of battles that do not name one."""
SECOND: Final = "pentagon-war/2"
"""From here on stances fire where it does most within the turn and never for nothing, those who flee leave the battle when
they may, an order to leave waits for the turn's end, and pace "segments" asks where something is worth deciding (rulings R-054
and R-063). The admiral's chair of a campaign fights by it for good: its battles are played again with their months."""
RULESET: Final = "pentagon-war/3"
"""From here on stop lines are looked at in every segment in which something can be decided, decisions wait for their segment of
the impulse, and a missile's explosion in a craft's hex strikes the side from which it came there (PW-B53, ruling R-202).
Captains who steer by a stance turn their bow on what they aim at, and are not content to have it 60 degrees off (R-207)."""
PLAYED: Final = (FIRST, SECOND, RULESET)
"""The rulesets that this program plays exactly, oldest first."""


def asks_at_every_step(ruleset: str, pace: str) -> bool:
    """Whether a captain decides every step in person; until the second ruleset pace "segments" meant so."""
    return pace == "steps" or (pace == "segments" and is_first(ruleset))


def is_first(ruleset: str) -> bool:
    """Whether a battle is played as those of the first ruleset were."""
    return ruleset == FIRST


def is_before_third(ruleset: str) -> bool:
    """Whether a battle is played as those before the third ruleset were."""
    return ruleset in {FIRST, SECOND}
