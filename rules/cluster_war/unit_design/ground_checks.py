"""Whether a battalion can be raised as drawn, and where it is trained and armed (6.5)."""

from collections.abc import Iterable
from typing import Final

from rules.cluster_war.state.problems import Problem
from rules.cluster_war.state.settings import Settings
from rules.cluster_war.unit_design.checks import ANDROIDS
from rules.cluster_war.unit_design.drafts import Builder, GroundDraft
from rules.cluster_war.unit_design.ground import (
    ROSTER,
    ability_share,
    generation_needed,
    roster_unit,
    size_of,
)
from rules.errors import GameError

ORDINALS: Final = {0: "no", 1: "first", 2: "second"}
CLOAKING: Final = "Cloaking Technology"
WILD: Final = "Wild"


def check_ground(unit: GroundDraft, builder: Builder, settings: Settings) -> tuple[Problem, ...]:
    """Everything wrong with a battalion; empty when it can be raised and needs no advice."""
    found = [*_ratings(unit, settings), *_abilities(unit, builder, settings), *_technology(unit, builder, settings)]
    return tuple(sorted(dict.fromkeys(found), key=lambda problem: not problem.refused))


def _ratings(unit: GroundDraft, settings: Settings) -> Iterable[Problem]:
    if not unit.name.strip() or not unit.id.strip():
        yield Problem("A battalion needs a name and a short id such as MTK.", "CW-6.5-06")
    if min(unit.ratings) < 0:
        yield Problem("No AR or DR is below 0.", "CW-6.5-07")
    elif not any(unit.ratings):
        yield Problem("A unit without AR and DR fights nobody: give it ratings.", "CW-6.5-07")
    try:
        if unit.based_on:
            roster_unit(unit.based_on, settings)
        size_of(unit, settings)
    except GameError as error:
        yield Problem(str(error), error.rule or ROSTER)


def _abilities(unit: GroundDraft, builder: Builder, settings: Settings) -> Iterable[Problem]:
    names = []
    for ability in unit.abilities:
        try:
            names.append(ability_share(ability, settings)[0])
        except GameError as error:
            yield Problem(str(error), error.rule or "CW-6.5-08")
    for name in dict.fromkeys(names):
        if names.count(name) > 1:
            yield Problem(f"{name} stands there twice; once is enough.", "CW-6.5-08")
    if "Cloaking" in names and not builder.effects(settings).has(CLOAKING):
        yield Problem(f"Cloaking on the ground needs the technology {CLOAKING}.", "CW-6.5-12")
    if unit.gear == "aerospace" and "Air Mobile" not in names:
        yield Problem("Aerospace fighters are air mobile: give them the ability.", "CW-A-04")
    if WILD in names:
        yield Problem("Wild units are hard to lead and may turn on their makers.", "CW-6.5-28", refused=False)


def _technology(unit: GroundDraft, builder: Builder, settings: Settings) -> Iterable[Problem]:
    needed = generation_needed(unit)
    if builder.generation < needed:
        yield Problem(f"{unit.name} needs {ORDINALS[needed]} generation technology or higher.", "CW-6.5-11")
    if unit.android and not builder.effects(settings).has(ANDROIDS):
        yield Problem(f"Androids need the technology {ANDROIDS}.", "CW-6.5-21")
