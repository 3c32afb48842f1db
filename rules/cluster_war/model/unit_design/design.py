"""From a draft to a design that the game can build."""

from collections.abc import Mapping
from typing import Final, get_args

from rules.cluster_war.model.psionics.units import unit_ability
from rules.cluster_war.model.race_design.choices import unarmed_design_refused
from rules.cluster_war.model.state.names import DesignKind, Problem
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.sides import Race
from rules.cluster_war.model.state.units import Design
from rules.cluster_war.model.unit_design.checks import check_unit, may_design
from rules.cluster_war.model.unit_design.crews import CREW
from rules.cluster_war.model.unit_design.drafts import NO_RACE, AnyDraft, Builder, GroundDraft, UnitDraft, unit_kind
from rules.cluster_war.model.unit_design.ground import PSI_CLOAK, check_ground, psi_traits, size_of
from rules.cluster_war.model.unit_design.pricing import ROSTER_PARTS, SCRAPPABLE, draft_is_armed, layout_of, price
from rules.cluster_war.model.unit_design.transport import bay_room
from rules.errors import IllegalOrderError
from rules.values import changed_by_name

KINDS: Final[Mapping[str, DesignKind]] = {kind: kind for kind in get_args(DesignKind)}
BATTALION: Final = "battalion"


def check_design(draft: AnyDraft, builder: Builder, settings: Settings) -> tuple[Problem, ...]:
    """Everything wrong with a draft of whatever kind, and advice after it; see `Problem.refused`.

    Battalions may be raised even where players draw no designs of their own (CW-6.2-02).
    """
    found = (
        check_ground(draft, builder, settings)
        if isinstance(draft, GroundDraft)
        else check_unit(draft, builder, settings)
    )
    first = []
    if isinstance(draft, UnitDraft) and not may_design(settings):
        first.append(Problem("In this campaign you build the designs that the game master gave you.", "CW-6.2-02"))
    unarmed = unarmed_design_refused((builder.race or NO_RACE).attitude, draft_is_armed(draft, settings), settings)
    if unarmed is not None:
        first.append(Problem(unarmed.text, unarmed.rule))
    return (*first, *found)


def approved_design(draft: AnyDraft, builder: Builder, settings: Settings) -> Design:
    """A draft as a design that can be built; IllegalOrderError with the first thing that is wrong."""
    for problem in check_design(draft, builder, settings):
        if problem.refused:
            raise IllegalOrderError(problem.text, rule=problem.rule)
    return design_of(draft, settings, builder.race)


def design_of(draft: AnyDraft, settings: Settings, race: Race | None = None) -> Design:
    """A draft as a design, unchecked: price, hull, components and layout; GameError without a price, or for no component."""
    if isinstance(draft, GroundDraft):
        return _battalion(draft, settings, race)
    kind = unit_kind(draft.template.kind, settings)
    has_ftl = bool(draft.count("Drive") if kind.name == "ship" else draft.count("FTL drive"))
    design = Design(
        id=draft.id,
        name=draft.name,
        kind=KINDS[kind.counts_as],
        hull=draft.template.hull,
        cost=price(draft, settings, race).total,
        drive=draft.rating("Drive"),
        training=draft.count("Training rating"),
        prefix=draft.id,
        note=draft.note,
        ftl=draft.ftl if has_ftl else "",
        ftl_doubled=draft.ftl_doubled,
        bridge=bool(draft.count("Bridge")),
        hangar=bay_room(settings) * draft.count("Hangar bay"),
        unit=kind.name,
        racks=draft.count("Maglock", "Towing link"),
        gate=int(draft.rating("Jump gate")),
        traits=_traits(draft, settings),
        layout=layout_of(draft, settings),
    )
    return changed_by_name(design, {field: draft.count(name) for field, name in ROSTER_PARTS.items()})


def _traits(draft: UnitDraft, settings: Settings) -> tuple[str, ...]:
    has = {
        "scrappable": any(m.strip().casefold() == SCRAPPABLE.casefold() for m in draft.multipliers),
        "cloaked": bool(draft.count("Cloaking device"))
        or bool(set(psi_traits(draft.multipliers, settings)) & {PSI_CLOAK}),
        "android": draft.crew == "android",
        "crewless": draft.crew == "crewless",
        "remote": bool(draft.count("Remote cockpit")),
        "ai": bool(draft.count("AI cockpit")),
        "drop capable": bool(draft.count("Grav drive")),
        "asteroid": draft.template.structure != "built",
    }
    has |= {trait: draft.grade.casefold() == grade for trait, grade in CREW.items()}
    return (*(name for name, holds in has.items() if holds), *psi_traits(draft.multipliers, settings))


def _battalion(unit: GroundDraft, settings: Settings, race: Race | None) -> Design:
    size = size_of(unit, settings)
    psionic = psi_traits(unit.abilities, settings)
    traits = [ability.strip().lower() for ability in unit.abilities if unit_ability(ability, settings) is None]
    traits += [*psionic, *(["cloaking"] if PSI_CLOAK in psionic else [])]
    traits += [name for name, holds in (("android", unit.android), (unit.gear, unit.gear != "foot")) if holds]
    return Design(
        id=unit.id,
        name=unit.name,
        kind="ground",
        hull=size.total,
        cost=price(unit, settings, race).total,
        prefix=unit.id,
        note=unit.note,
        ftl="",
        bridge=False,
        unit=BATTALION,
        gear=size.cargo,
        ratings=unit.ratings,
        traits=tuple(traits),
    )
