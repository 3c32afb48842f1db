"""Where units, and the gear of battalions, are made (6.5)."""

from typing import Final

from rules.cluster_war.state.settings import Settings
from rules.cluster_war.unit_design.drafts import AnyDraft, GroundDraft, unit_kind
from rules.cluster_war.unit_design.ground import MINEFIELD, size_of

WORKPLACES: Final = {
    "shipyard": "shipyard bays",
    "factory": "a factory",
    "sea factory": "a factory beside water",
    "heavy plant": "a heavy industrial plant",
    "population": "a colony's people",
}


def made_at(draft: AnyDraft, settings: Settings) -> str:
    """Where a unit, or a battalion's gear, is made (CW-6.5-03, CW-6.5-19): "a factory", "" for troops on foot."""
    if isinstance(draft, GroundDraft):
        gear = draft.based_on != MINEFIELD and size_of(draft, settings).cargo
        return WORKPLACES["factory"] if gear or draft.android or draft.based_on == MINEFIELD else ""
    return WORKPLACES[unit_kind(draft.template.kind, settings).built_at]
