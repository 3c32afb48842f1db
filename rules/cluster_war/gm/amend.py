"""The GM's hand: one amendment at a time, each an event with its reason (CW-1.0-01). Nothing else changes a draft turn."""

from typing import Final

from rules.cluster_war.events.event import Event
from rules.cluster_war.gm import (
    battles,
    damage,
    designs,
    empires,
    espionage,
    ground,
    holds,
    illusions,
    npr,
    officers,
    psionics,
    raids,
    research,
    secrets,
    ships,
    signals,
    specials,
    terrain,
    words,
    worlds,
)
from rules.cluster_war.gm.amending import Amending, Apply
from rules.cluster_war.state.game import GameState
from rules.cluster_war.working.amendment import Amendment
from rules.events import Cause
from rules.game import Adjudication
from rules.values import changed

RULE: Final = "CW-1.0-01"
APPLY: Final[Apply] = {
    **ships.APPLY,
    **damage.APPLY,
    **empires.APPLY,
    **worlds.APPLY,
    **designs.APPLY,
    **research.APPLY,
    **npr.APPLY,
    **words.APPLY,
    **secrets.APPLY,
    **battles.APPLY,
    **officers.APPLY,
    **ground.APPLY,
    **raids.APPLY,
    **terrain.APPLY,
    **psionics.APPLY,
    **signals.APPLY,
    **espionage.APPLY,
    **illusions.APPLY,
    **holds.APPLY,
    **specials.APPLY,
}
BEYOND_TURNS: Final = (
    "settings", "trade", "peace", "embassies", "tasks", "questions", "nprs", "prepared", "terms", "differences",
)  # fmt: skip
"""What of a state no turn changes, and `Amending.after` holds."""
AMENDMENT_TYPES: Final[tuple[type[Amendment], ...]] = tuple(APPLY)


def amend(state: GameState, amendment: Amendment, reason: str) -> Adjudication[GameState, Event]:
    """Carry out one amendment; raises GameError, and changes nothing, when it names what is not there."""
    month = Amending(state, Cause(RULE, override=reason or "the GM's word"))
    APPLY[type(amendment)](month, amendment)
    after = month.after
    done = changed(month.freeze(state.turn, after.income), **{part: getattr(after, part) for part in BEYOND_TURNS})
    return Adjudication(done, tuple(month.events))
