"""What a race's sheet comes to in play, for tests."""

from rules.cluster_war.model.race_design.effects import RaceEffects, effects_of
from rules.cluster_war.model.race_design.sheet import DEFAULT_SETTINGS, RaceSheet
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.turn.setup.races import race_of, technologies_of


def effects(sheet: RaceSheet, settings: Settings = DEFAULT_SETTINGS) -> RaceEffects:
    """What a design changes."""
    return effects_of(race_of(sheet), technologies_of(sheet), settings)
