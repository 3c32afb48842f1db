"""Whether a unit can be built as drawn, and the design that it becomes: room, size, control, technology, templates (6.0, 6.2,
6.3, Appendix A)."""

from collections.abc import Iterable, Mapping
from typing import Final, get_args

from rules.cluster_war.model.psionics.units import unit_ability
from rules.cluster_war.model.race_design.choices import unarmed_design_refused
from rules.cluster_war.model.race_design.effects import ANDROIDS, RaceEffects
from rules.cluster_war.model.state.common import DesignKind, DesignProblem, Settings, tables
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.state.sides import Race
from rules.cluster_war.model.unit_design import drafts
from rules.cluster_war.model.unit_design.ground import PSI_CLOAK, check_ground, psi_traits, psionic_problems, size_of
from rules.cluster_war.model.unit_design.pricing import (
    ROSTER_PARTS,
    SCRAPPABLE,
    draft_is_armed,
    effect_technology,
    grade_share,
    layout_of,
    multiplier,
    outside_of,
    price,
)
from rules.cluster_war.model.unit_design.transport import bay_room
from rules.cluster_war.model.unit_design.wounded import CREW
from rules.values import GameError, IllegalOrderError, changed_by_name

GIVEN_RULING: Final = "CW-6.2-02"
GIVEN_ONLY: Final = "given-only"
HULL_PER_QUARTERS: Final = 10
MOST_OF_ONE: Final = 10_000
LONG_HAUL: Final = ("ship", "orbital base", "ground base")
ARTIFICIAL_INTELLIGENCE: Final = "Battle Computers II: Artificial Intelligence"
REGULAR_GRADE: Final = "Regular"
ARMOR_KINDS: Final = ("Low grade armor", "Medium grade armor", "High grade armor", "Resistant armor")


def check_unit(draft: drafts.UnitDraft, builder: drafts.Builder, settings: Settings) -> tuple[DesignProblem, ...]:
    """Everything wrong with a draft that is not a battalion, worst first; empty when it can be built and needs no advice."""
    try:
        kind = drafts.unit_kind(draft.template.kind, settings)
    except GameError as error:
        return (DesignProblem(str(error), error.rule or "CW-6.2-01"),)
    race = builder.effects(settings)
    known, unknown = _parts(draft, settings)
    found = [
        *_frame(draft, kind),
        *unknown,
        *_room(draft, known),
        *_control(draft, kind),
        *_propulsion(draft),
        *(problem for item in known for problem in _fitting(*item, draft, race, settings)),
        *_together(draft, race, settings),
        *_words(draft, settings),
        *psionic_problems(draft.multipliers, builder, settings, crewless=draft.crew != "crew"),
        *_custom(draft),
        *_technology(draft, kind, race, settings),
        *_advice(draft, kind),
    ]
    return tuple(sorted(dict.fromkeys(found), key=lambda problem: not problem.refused))


def _parts(
    draft: drafts.UnitDraft, settings: Settings
) -> tuple[list[tuple[drafts.Fitting, drafts.DraftPart]], list[DesignProblem]]:
    known, unknown = [], []
    for fitting in draft.fittings:
        try:
            known.append((fitting, drafts.part(fitting.component, settings)))
        except GameError as error:
            unknown.append(DesignProblem(str(error), error.rule or "CW-A-01"))
    return known, unknown


def _frame(draft: drafts.UnitDraft, kind: drafts.UnitKind) -> Iterable[DesignProblem]:
    if not draft.name.strip() or not draft.id.strip():
        yield DesignProblem("A design needs a name and a short id such as DD.", "CW-6.2-01")
    hull = draft.template.hull
    if hull < kind.low:
        yield DesignProblem(f"A {kind.name} has at least {kind.low} hull spaces, not {hull}.", kind.rule)
    elif kind.high is not None and hull > kind.high:
        yield DesignProblem(f"A {kind.name} has at most {kind.high} hull spaces, not {hull}.", kind.rule)


def may_design(settings: Settings) -> bool:
    """Whether players design for themselves, or have only what the game master gives them (CW-6.2-02)."""
    return settings.rulings.get(GIVEN_RULING) != GIVEN_ONLY


def spaces_used(draft: drafts.UnitDraft, settings: Settings) -> int:
    """Hull spaces that the layout takes; external components take none (CW-A-22). GameError for an unknown component."""
    return _used(draft, [(fitting, drafts.part(fitting.component, settings)) for fitting in draft.fittings])


def _used(draft: drafts.UnitDraft, known: list[tuple[drafts.Fitting, drafts.DraftPart]]) -> int:
    hull = draft.template.hull
    fitted = sum(fitting.count * component.spaces(hull, fitting.rating) for fitting, component in known)
    if draft.ftl_doubled:
        drives = (f.count * c.spaces(hull, f.rating) for f, c in known if c.name in {"Drive", "FTL drive"})
        fitted += sum((taken + 1) // 2 for taken in drives)
    return fitted + sum(custom.size * custom.count for custom in draft.custom)


def _room(draft: drafts.UnitDraft, known: list[tuple[drafts.Fitting, drafts.DraftPart]]) -> Iterable[DesignProblem]:
    used, hull = _used(draft, known), draft.template.hull
    if used > hull:
        yield DesignProblem(
            f"The layout takes {used} hull spaces and the hull has {hull}: {used - hull} too many.", "CW-6.6-03"
        )


def _control(draft: drafts.UnitDraft, kind: drafts.UnitKind) -> Iterable[DesignProblem]:
    if any(all(draft.count(needed) for needed in choice) for choice in kind.control):
        if kind.name == "fighter" and sum(draft.count(*choice) for choice in kind.control) > 1:
            yield DesignProblem("A fighter has one cockpit, of one sort.", kind.rule)
        return
    choices = " or ".join(" and ".join(choice) for choice in kind.control).lower()
    yield DesignProblem(f"A {kind.name} needs a {choices} among its spaces.", kind.rule)


def _propulsion(draft: drafts.UnitDraft) -> Iterable[DesignProblem]:
    drives = ("Drive", "System drive", "Ground drive", "Grav drive", "Naval drive")
    if sum(bool(draft.count(drive)) for drive in drives) > 1:
        yield DesignProblem("One sort of drive is enough: choose one.", "CW-6.2-01")
    if draft.ftl_doubled and not draft.count("Drive" if draft.template.kind == "ship" else "FTL drive"):
        yield DesignProblem("There is no FTL drive here whose components could be doubled.", "CW-4.0-12")


def _fitting(
    fitting: drafts.Fitting, component: drafts.DraftPart, draft: drafts.UnitDraft, race: RaceEffects, settings: Settings
) -> Iterable[DesignProblem]:
    kind = draft.template.kind
    if not 1 <= fitting.count <= MOST_OF_ONE:
        yield DesignProblem(f"Fit 1 to {MOST_OF_ONE} {component.name}, not {fitting.count}.", component.entry)
    if component.name == "Hull":
        yield DesignProblem("The hull comes with the template: leave it out of the layout.", "CW-6.0-01")
    if not component.goes_into(kind):
        yield DesignProblem(
            f"{component.name} does not go into a {kind}; it fits {', '.join(component.fits)}.", component.entry
        )
    yield from _rating(fitting, component, race)
    for effect in fitting.effects:
        yield from _effect(component, effect, race, settings)
    if any(price is None for price in component.cps.values()):
        yield DesignProblem(f"{component.name} has no price yet: a ruling sets it.", component.entry)


def _rating(fitting: drafts.Fitting, component: drafts.DraftPart, race: RaceEffects) -> Iterable[DesignProblem]:
    if not component.is_rated:
        if fitting.rating:
            yield DesignProblem(f"{component.name} has no rating to choose.", component.entry)
        return
    if fitting.rating <= 0:
        yield DesignProblem(f"Give {component.name} a rating above 0.", component.entry)
        return
    if not component.is_drive and fitting.rating.denominator != 1:
        yield DesignProblem(
            f"{component.name} is rated in whole points, not {drafts.number(fitting.rating)}.", component.entry
        )
    if component.highest is None:
        return
    highest = component.highest + race.owned.get(component.raised_by, 0)
    if fitting.rating > highest:
        yield DesignProblem(
            f"{component.name} rated {drafts.number(fitting.rating)} is beyond you: {highest} is the most, and each level of "
            f"{component.raised_by} adds 1.",
            "CW-6.6-08",
        )


def _effect(component: drafts.DraftPart, effect: str, race: RaceEffects, settings: Settings) -> Iterable[DesignProblem]:
    try:
        technology = effect_technology(component.effects, effect, settings)
    except GameError as error:
        yield DesignProblem(f"{component.name}: {error}", error.rule or "CW-A-14")
        return
    if technology and not race.has(technology):
        yield DesignProblem(f"{effect} needs the technology {technology}.", "CW-6.6-08")


def _together(draft: drafts.UnitDraft, race: RaceEffects, settings: Settings) -> Iterable[DesignProblem]:
    kind = draft.template.kind
    for name in dict.fromkeys(fitting.component.strip() for fitting in draft.fittings):
        component = drafts.catalogue(settings).get(name.casefold())
        if component is None:
            continue
        printed = component.name
        for limit in drafts.limits(printed, kind, settings):
            if limit.most is not None and draft.count(name) > limit.most:
                yield DesignProblem(f"At most {limit.most} {printed} to a unit, not {draft.count(name)}.", limit.rule)
            if limit.technology and not race.has(limit.technology):
                yield DesignProblem(f"{printed} in a {kind} needs the technology {limit.technology}.", limit.rule)
            if limit.barred_by and limit.barred_by in race.disadvantages:
                yield DesignProblem(f"Your race gave up {printed} at the start ({limit.barred_by}).", limit.rule)


def _words(draft: drafts.UnitDraft, settings: Settings) -> Iterable[DesignProblem]:
    for name in draft.multipliers:
        try:
            multiplier(name, settings)
        except GameError as error:
            yield DesignProblem(str(error), error.rule or "CW-6.2-01")
    try:
        grade_share(draft.grade, settings)
    except GameError as error:
        yield DesignProblem(str(error), error.rule or "CW-17.2-04")
        return
    if draft.grade == REGULAR_GRADE:
        return
    if not settings.graded_crews:
        yield DesignProblem("Crews have no grades in this campaign.", "CW-17.2-02")
    elif draft.crew == "crewless" or drafts.unit_kind(draft.template.kind, settings).counts_as != "ship":
        yield DesignProblem("Ships with a crew alone can have one of another grade than regular.", "CW-17.2-01")


def _custom(draft: drafts.UnitDraft) -> Iterable[DesignProblem]:
    for custom in draft.custom:
        if custom.size < 0 or custom.count < 1 or custom.cps < 0:
            yield DesignProblem(
                f"{custom.name} needs a count of at least 1, and no size or price below 0.", "CW-6.6-09"
            )
        if not custom.approved:
            yield DesignProblem(f"{custom.name} is not in the catalogue: it waits for approval.", "CW-6.6-09")


def _technology(
    draft: drafts.UnitDraft, kind: drafts.UnitKind, race: RaceEffects, settings: Settings
) -> Iterable[DesignProblem]:
    structure = draft.template.structure
    technology = tables(settings)["CW-TAB-STRUCTURES"].cell(structure, "technology")
    if draft.template.kind == "ship" and technology and not race.has(technology):
        yield DesignProblem(f"A ship inside a rock ({structure}) needs the technology {technology}.", "CW-6.2-03")
    if draft.count("Asteroid rock") and structure == "built":
        yield DesignProblem("Only a hull hollowed out of an asteroid or planetoid has rock for armor.", "CW-6.4-05")
    if kind.technology and not race.has(kind.technology):
        yield DesignProblem(f"A {kind.name} needs the technology {kind.technology}.", "CW-3.1-45")
    if draft.crew == "android" and not race.has(ANDROIDS):
        yield DesignProblem(f"A crew of androids needs the technology {ANDROIDS}.", "CW-3.1-36")
    if draft.crew == "crewless" and not race.has(ARTIFICIAL_INTELLIGENCE):
        yield DesignProblem(f"A unit without crew needs the technology {ARTIFICIAL_INTELLIGENCE}.", "CW-3.1-36")


def quarters_needed(draft: drafts.UnitDraft) -> int:
    """Crew quarters that spare a ship or base stress away from home: 1 for 10 hull or part of it (CW-4.3-04)."""
    if draft.template.kind not in LONG_HAUL or draft.crew != "crew":
        return 0
    return -(-draft.template.hull // HULL_PER_QUARTERS)


def _advice(draft: drafts.UnitDraft, kind: drafts.UnitKind) -> Iterable[DesignProblem]:
    short = quarters_needed(draft) - draft.count("Crew quarters")
    if short > 0:
        yield DesignProblem(
            f"It lacks {short} crew quarters (1 for 10 hull): stress grows outside the supply grid.",
            "CW-4.3-04",
            refused=False,
        )
    if kind.name in {"fighter", "gunboat"} and draft.count(*ARMOR_KINDS):
        yield DesignProblem(
            "One point of damage inside kills small craft: armor is wasted on them.", "CW-6.3-05", refused=False
        )
    if kind.name in {"fighter", "gunboat"} and draft.count("Magazine"):
        yield DesignProblem("A hit on its magazine destroys the whole craft.", "CW-A-37", refused=False)
    if kind.name == "ship" and not draft.count("Drive"):
        yield DesignProblem(
            "Without a drive with FTL it stays in its system, unless a jump gate passes it.", "CW-A-33", refused=False
        )
    if kind.name in {"orbital base", "ground base"} and draft.count("Communications center") and not draft.count("LRS"):
        yield DesignProblem(
            "The communications center makes no node of the supply grid without an LRS.", "CW-A-18", refused=False
        )


DESIGN_KINDS: Final[Mapping[str, DesignKind]] = {kind: kind for kind in get_args(DesignKind)}
BATTALION: Final = "battalion"


def check_design(draft: drafts.AnyDraft, builder: drafts.Builder, settings: Settings) -> tuple[DesignProblem, ...]:
    """Everything wrong with a draft of whatever kind, and advice after it; see `Problem.refused`.

    Battalions may be raised even where players draw no designs of their own (CW-6.2-02).
    """
    found = (
        check_ground(draft, builder, settings)
        if isinstance(draft, drafts.GroundDraft)
        else check_unit(draft, builder, settings)
    )
    first = []
    if isinstance(draft, drafts.UnitDraft) and not may_design(settings):
        first.append(DesignProblem("In this campaign you build the designs that you were given.", "CW-6.2-02"))
    unarmed = unarmed_design_refused(
        (builder.race or drafts.NO_RACE).attitude, draft_is_armed(draft, settings), settings
    )
    if unarmed is not None:
        first.append(DesignProblem(unarmed.text, unarmed.rule))
    return (*first, *found)


def approved_design(draft: drafts.AnyDraft, builder: drafts.Builder, settings: Settings) -> Design:
    """A draft as a design that can be built; IllegalOrderError with the first thing that is wrong."""
    for problem in check_design(draft, builder, settings):
        if problem.refused:
            raise IllegalOrderError(problem.text, rule=problem.rule)
    return design_of(draft, settings, builder.race)


def design_of(draft: drafts.AnyDraft, settings: Settings, race: Race | None = None) -> Design:
    """A draft as a design, unchecked: price, hull, components and layout; GameError without a price, or for no component."""
    if isinstance(draft, drafts.GroundDraft):
        return _battalion(draft, settings, race)
    kind = drafts.unit_kind(draft.template.kind, settings)
    has_ftl = bool(draft.count("Drive") if kind.name == "ship" else draft.count("FTL drive"))
    design = Design(
        id=draft.id,
        name=draft.name,
        kind=DESIGN_KINDS[kind.counts_as],
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
        outside=outside_of(draft, settings),
    )
    return changed_by_name(design, {field: draft.count(name) for field, name in ROSTER_PARTS.items()})


def _traits(draft: drafts.UnitDraft, settings: Settings) -> tuple[str, ...]:
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


def _battalion(unit: drafts.GroundDraft, settings: Settings, race: Race | None) -> Design:
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
