"""What a race may put into a design: technologies it must have, and what it gave up (CW-3.1-36 to CW-3.1-79)."""

from collections.abc import Iterable, Iterator
from typing import Final

from rules.cluster_war.race_design.effects import RaceEffects
from rules.cluster_war.race_design.levels import traits
from rules.cluster_war.race_design.sheet import USUAL, Finding
from rules.cluster_war.state.settings import Settings
from rules.cluster_war.state.tables_of import tables
from rules.tables import several

ANDROIDS: Final = "Battle Computers III: Androids"


def feature_problems(race: RaceEffects, features: Iterable[str], settings: Settings = USUAL) -> Iterator[Finding]:
    """Why components and features ("resistant armor", "crewless ship") are refused to this race, one sentence each."""
    for feature in features:
        yield from _lacking(race, feature, settings)
        yield from _given_up(race, feature, settings)


def fires_at_one_target(race: RaceEffects) -> bool:
    """Whether all fire of a unit but point defence goes at one target a combat round (CW-3.1-79)."""
    return "No Multi-targeting" in traits(race.disadvantages)


def needs_crew_quarters(race: RaceEffects, android_crew: bool) -> bool:
    """Whether a ship's crew takes quarters; androids do not, yet mend damage and keep order aboard (CW-3.1-36)."""
    return not (android_crew and race.has(ANDROIDS))


def _lacking(race: RaceEffects, feature: str, settings: Settings) -> Iterator[Finding]:
    table = tables(settings)["CW-TAB-TECH-NEEDS"]
    wanted = feature.strip().casefold()
    for _, row in table.named_rows():
        level = int(row["level"])
        if row["feature"].casefold() == wanted and not race.has(row["technology"], level):
            at = f" at level {level}" if level > 1 else ""
            yield Finding(f"Without {row['technology']}{at} there is no {row['feature']}.", row["rule"])


def _given_up(race: RaceEffects, feature: str, settings: Settings) -> Iterator[Finding]:
    table = tables(settings)["CW-TAB-TECH-DISADV"]
    wanted = feature.strip().casefold()
    for name in traits(race.disadvantages):
        if name in table.keys and wanted in several(table.cell(name, "refuses")):
            text = f"The race gave that up ({name}) and has not learned it since: {feature.strip()}."
            yield Finding(text, table.cell(name, "rule"))
