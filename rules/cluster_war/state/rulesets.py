"""By which rules a campaign is played. A game keeps the ruleset it began with, so that its turns can be played again exactly."""

import re
from functools import lru_cache
from typing import Final

from rules.cluster_war.state.names import RULESET

SECRETS_KEPT: Final = "cluster-war-3/3"
"""From here on jump maps are drawn when a campaign is made, a level of a foldspace drive takes one success more, and
reports tell a side nothing of others by what they leave out (docs/rulings.md, R-061 and R-062)."""

UNKNOWN: Final = "cluster-war-3/4"
"""From here on a colony on an uninhabitable world that is cut off grows by what ships bring alone (docs/rulings.md, R-200), a
refit takes yard bays unit by unit, and four-hex jumps do not hinder each other (CW-B-62)."""

NEARBY: Final = "cluster-war-3/5"
"""From here on a battle at a star has it on its map (docs/rulings.md, R-165), fights with what is no empire's are battles like
others (R-166), what zombies cost their people comes beside what else hinders them, and a storm that finds nothing to hurt is
told as passing. A nova ends its star (R-155), notes of what is gone are struck (R-160); storms, changed stars and what dowsers
feel wait for their couriers, as scenes do for what found them (R-153); ships that vanish take no survey of others with them
(R-152); a scene that its fleet has left is told as over (R-162); thralls serve as moles and double agents (R-194); what a race
adds to crews and troops counts against boarders (R-162); repairs rest while a fleet is held, and what is held emits nothing
(R-167); holds over what is gone end with it, and what is long over is kept no more; an empire that goes from warp point to warp
point begins where these lead far (R-230)."""

PLAYED: Final = ("cluster-war-3/2", SECRETS_KEPT, UNKNOWN, RULESET)
"""The rulesets that this program plays exactly, oldest first."""

_FORM: Final = re.compile(r"cluster-war-(\d{1,4})/(\d{1,4})")


def since(ruleset: str, first: str) -> bool:
    """Whether a game of this ruleset is played by `first` or a later one; a ruleset of another form is older than all."""
    return _number(ruleset) >= _number(first)


def keeps_secrets(ruleset: str) -> bool:
    """Whether a game of this ruleset is played by `SECRETS_KEPT` or a later one."""
    return since(ruleset, SECRETS_KEPT)


@lru_cache(maxsize=16)
def _number(ruleset: str) -> tuple[int, int]:
    found = _FORM.fullmatch(ruleset)
    return (int(found[1]), int(found[2])) if found else (0, 0)
