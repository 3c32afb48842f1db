"""The GM's hand: one amendment at a time, each an event with its reason (CW-1.0-01). Nothing else changes a draft turn."""

from typing import Final

from rules.cluster_war.chapters.colonies import amendments as colonies
from rules.cluster_war.chapters.combat import battle_amendments, world_amendments
from rules.cluster_war.chapters.detection import amendments as detection
from rules.cluster_war.chapters.diplomacy import amendments as diplomacy
from rules.cluster_war.chapters.encounters import amendments as encounters
from rules.cluster_war.chapters.espionage import amendments as espionage
from rules.cluster_war.chapters.industry import amendments as industry
from rules.cluster_war.chapters.logistics import amendments as logistics
from rules.cluster_war.chapters.minds import hold_amendments, illusion_amendments, psionic_amendments
from rules.cluster_war.chapters.npr import amendments as npr
from rules.cluster_war.chapters.officers import amendments as officers
from rules.cluster_war.chapters.research import amendments as research
from rules.cluster_war.chapters.terrain import amendments as terrain
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.working.amendment import Amending, Amendment, Apply
from rules.cluster_war.turn.gm import rulings, set_aside
from rules.values import Adjudication, Cause, changed

RULE: Final = "CW-1.0-01"
APPLY: Final[Apply] = {
    **logistics.APPLY,
    **battle_amendments.APPLY_TO_DAMAGE,
    **diplomacy.APPLY,
    **colonies.APPLY,
    **industry.APPLY,
    **research.APPLY,
    **npr.APPLY,
    **rulings.APPLY,
    **set_aside.APPLY,
    **battle_amendments.APPLY_TO_BATTLES,
    **officers.APPLY,
    **world_amendments.APPLY_TO_GROUND,
    **world_amendments.APPLY_TO_RAIDS,
    **terrain.APPLY,
    **psionic_amendments.APPLY,
    **detection.APPLY,
    **espionage.APPLY,
    **illusion_amendments.APPLY,
    **hold_amendments.APPLY,
    **encounters.APPLY,
}
BEYOND_TURNS: Final = (
    "settings", "trade", "peace", "embassies", "tasks", "questions", "nprs", "prepared", "terms", "differences",
)  # fmt: skip
"""What of a state no turn changes, and `Amending.after` holds."""
AMENDMENT_TYPES: Final[tuple[type[Amendment], ...]] = tuple(APPLY)


def amend(state: GameState, amendment: Amendment, reason: str) -> Adjudication[GameState, Event]:
    """Carry out one amendment; raises GameError, and changes nothing, when it names what is not there."""
    turn = Amending(state, Cause(RULE, override=reason or "the GM's word"))
    APPLY[type(amendment)](turn, amendment)
    after = turn.after
    done = changed(turn.freeze(state.turn, after.income), **{part: getattr(after, part) for part in BEYOND_TURNS})
    return Adjudication(done, tuple(turn.events))
