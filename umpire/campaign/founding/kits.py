"""Starting packages ready to take: the rosters of the book's own races from the scenario, fitted to a player's race."""

from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Final

from rules.cluster_war.model.race_design.sheet import RaceSheet, StartPackage
from rules.cluster_war.model.state.designs import Design
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.turn.setup.convert import race_of
from rules.cluster_war.turn.setup.package import check_package, usual_templates
from rules.cluster_war.turn.setup.scenario import StartSide, load_scenario
from rules.errors import GameError, quoted, unknown
from rules.values import changed
from umpire.campaign.founding.race_draft import drive_id

ROSTERS: Final = Path(__file__).resolve().parents[3] / "scenarios" / "four_empires.toml"


@cache
def rosters() -> tuple[StartSide, ...]:
    """The sides of the scenario that the rosters come from."""
    return load_scenario(ROSTERS).sides


def kit_names() -> tuple[str, ...]:
    """The rosters by the race they were made for."""
    return tuple(side.race.name for side in rosters())


def kit(name: str, sheet: RaceSheet, settings: Settings) -> StartPackage:
    """A roster as a starting package for this race; GameError names those there are."""
    for side in rosters():
        if side.race.name == name:
            return _fitted(side, sheet, settings)
    raise unknown(GameError, f"There is no roster {quoted(name)}.", name, "There are", kit_names())


def usual_kit(sheet: RaceSheet, settings: Settings) -> StartPackage:
    """The race's own roster; for a race of the player's making the one that leaves least to mend."""
    if sheet.name in kit_names():
        return kit(sheet.name, sheet, settings)
    found = [kit(name, sheet, settings) for name in kit_names()]
    return min(found, key=lambda package: len(check_package(sheet, package, settings)))


def _fitted(side: StartSide, sheet: RaceSheet, settings: Settings) -> StartPackage:
    ships = dict(sum((Counter(fleet.ships) for fleet in side.fleets), Counter[str]()))
    designs = tuple(_with_drive(design, sheet, settings) for design in side.designs.values())
    return StartPackage(usual_templates(settings), designs, ships=ships, facilities=side.facilities)


def _with_drive(design: Design, sheet: RaceSheet, settings: Settings) -> Design:
    """The design with the race's own FTL drive, if it is a ship that flies."""
    if design.kind != "ship" or design.drive == Fraction(0) or not race_of(sheet).drives:
        return design
    drive, levels = drive_id(sheet, settings)
    return changed(design, ftl=drive, ftl_levels=levels)
