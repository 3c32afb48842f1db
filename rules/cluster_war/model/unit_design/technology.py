"""The technology that a design takes, read from what it is and what fills it: without it nothing is built (CW-8.0-07)."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Final

from rules.cluster_war.model.psionics.abilities import (
    PSIONIC_TECHNOLOGY_RULING,
    RESEARCHED,
    TRAIT,
    knows_psionics,
    marked_technologies,
)
from rules.cluster_war.model.race_design.choices import FTL, choices
from rules.cluster_war.model.race_design.effects import RaceEffects, feature_problems
from rules.cluster_war.model.state.common import DesignProblem, Settings, tables
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.state.sides import Race, Side, has_trait
from rules.cluster_war.model.unit_design import drafts, ground
from rules.cluster_war.model.unit_design.pricing import effect_technology, known_layout
from rules.values import GameError, Value, changed

CLOAKING_SYSTEM: Final = "cloaking system"
SHIP_FEATURES: Final = {
    "android": "android crew",
    "crewless": "crewless ship",
    "ai": "autonomous unit",
    "cloaked": CLOAKING_SYSTEM,
}
GROUND_FEATURES: Final = {"android": "combat androids", "cloaking": CLOAKING_SYSTEM}
"""What a design's traits are called in CW-TAB-TECH-NEEDS."""
GATE: Final = "Jump gate"
STANDARD_FTL: Final = "second-stage"
LATER_DRIVE: Final = "{} drive"
"""What research calls a drive that a race did not begin with ("Jump Drive")."""


class FittedComponent(Value):
    """A line of a layout, read again: the component, None for one of the campaign's own, its rating and effects."""

    name: str
    part: drafts.DraftPart | None
    rating: Fraction
    effects: tuple[str, ...]


def fitted_parts(labels: Iterable[str], settings: Settings) -> Iterator[FittedComponent]:
    """What a design's layout names ("Beam emitter 4, Heat")."""
    known = drafts.catalogue(settings)
    for label in labels:
        head, *effects = (word.strip() for word in label.split(","))
        words = head.split()
        rating = Fraction(0)
        if len(words) > 1 and head.casefold() not in known:
            rating = _rating(words[-1].removesuffix("G"))
        name = " ".join(words[:-1]) if rating else head
        found = known.get(name.casefold())
        yield FittedComponent(
            name if found else label, found, rating if found else Fraction(0), tuple(effects) if found else ()
        )


def lines_of(design: Design, settings: Settings) -> tuple[str, ...]:
    """What is known to fill a design, as a player would write it: "3 Beam emitter 3 (Heat)"."""
    layout = known_layout(design, settings)
    found = []
    for item, (label, spaces) in zip(fitted_parts(layout, settings), layout.items(), strict=True):
        if item.part is None:
            found.append(f"custom: {label}, {spaces} spaces, 0 CPs")
            continue
        count = 1 if item.part.is_drive or not item.part.size else max(1, spaces // item.part.size)
        rated = f" {drafts.number(item.rating)}{'G' if item.part.is_drive else ''}" if item.rating else ""
        special = f" ({', '.join(item.effects)})" if item.effects else ""
        found.append(f"{f'{count} ' if count > 1 else ''}{item.name}{rated}{special}")
    return tuple(found)


def _rating(word: str) -> Fraction:
    try:
        return Fraction(word)
    except (ValueError, ZeroDivisionError):
        return Fraction(0)


class _Makeup(Value):
    """What of a design decides which technology it takes; equal ones are looked at once."""

    kind: str
    unit: str
    traits: tuple[str, ...]
    ratings: tuple[int, ...]
    ftl: str
    labels: tuple[str, ...]
    printed: str = ""


def technology_problems(design: Design, owner: Side, settings: Settings) -> tuple[DesignProblem, ...]:
    """What the side still has to learn before it can build the design, one sentence each (CW-8.0-07, CW-3.1-72).

    A design whose components nobody has listed is judged by what is known of it.
    """
    gate = (GATE,) if design.gate and not any(label.startswith(GATE) for label in design.layout) else ()
    ftl = design.ftl if design.drive > 0 and design.ftl != STANDARD_FTL else ""
    makeup = _Makeup(
        design.kind, design.unit, design.traits, design.ratings, ftl, (*design.layout, *gate), _printed(design)
    )
    if not (makeup.labels or makeup.traits or makeup.ftl or makeup.unit or makeup.printed):
        return ()
    found = _lacking(makeup, owner.race, owner.technologies, tuple(sorted(settings.overrides.items())))
    psionic = ground.psionic_problems(
        design.traits, drafts.builder_knowing(owner.race, owner.technologies), settings, crewless=False
    )
    return (*found, *psionic, *_marked(makeup, owner, settings))


def _marked(makeup: _Makeup, owner: Side, settings: Settings) -> Iterator[DesignProblem]:
    """What of a design draws on psionics, by the game master's word, and its maker knows nothing of them (CW-15.0-16)."""
    names = marked_technologies(settings)
    if not names or knows_psionics(owner, settings):
        return
    taken = {technology.casefold() for technology in _taken(makeup, settings)}
    for name in names:
        if name.casefold() in taken:
            yield DesignProblem(
                f"{name} draws on psionics: it takes the trait {TRAIT}, or {RESEARCHED} first.",
                PSIONIC_TECHNOLOGY_RULING,
            )


def _taken(makeup: _Makeup, settings: Settings) -> Iterator[str]:
    """Every technology, drive and component that a design has."""
    needs = tables(settings)["CW-TAB-TECH-NEEDS"]
    features = {feature.casefold() for feature in _features(makeup)}
    for item in fitted_parts(makeup.labels, settings):
        features.add(item.name.casefold())
        yield item.name
        if item.part is None:
            continue
        yield item.part.raised_by
        yield from (limit.technology for limit in drafts.limits(item.part.name, makeup.unit or makeup.kind, settings))
        for effect in item.effects:
            try:
                yield effect_technology(item.part.effects, effect, settings)
            except GameError:
                continue
    yield from (row["technology"] for _, row in needs.named_rows() if row["feature"].casefold() in features)
    for name in _drive_names(makeup.ftl, settings) if makeup.ftl else ():
        yield from (name, LATER_DRIVE.format(name))


def generation_problems(design: Design, builder: drafts.Builder, settings: Settings) -> tuple[DesignProblem, ...]:
    """What a battalion asks of its makers' generation of technology and they lack (CW-6.5-11)."""
    return tuple(
        _generation(
            _Makeup(design.kind, design.unit, design.traits, design.ratings, "", (), _printed(design)),
            builder,
            settings,
        )
    )


def _printed(design: Design) -> str:
    """The name of a battalion of a first roster, of which nothing but the name is written."""
    return design.name if design.kind == "ground" and not design.ratings and not design.traits else ""


@lru_cache(maxsize=2048)
def _lacking(
    makeup: _Makeup, race: Race, technologies: tuple[str, ...], overrides: tuple[tuple[str, str], ...]
) -> tuple[DesignProblem, ...]:
    settings = Settings(overrides=dict(overrides))
    builder = drafts.builder_knowing(race, technologies)
    has = builder.effects(settings)
    fitted = tuple(fitted_parts(makeup.labels, settings))
    named = (*_features(makeup), *dict.fromkeys(f.name for f in fitted))
    found = [DesignProblem(finding.text, finding.rule) for finding in feature_problems(has, named, settings)]
    for item in fitted:
        if item.part is not None:
            found += _component(item.part, item, makeup, has, settings)
    found += _kind(makeup, has, settings)
    if makeup.ftl:
        found += _drive(makeup.ftl, has, settings)
    found += _generation(makeup, builder, settings)
    return tuple(dict.fromkeys(found))


def _features(makeup: _Makeup) -> Iterator[str]:
    words = GROUND_FEATURES if makeup.kind == "ground" else SHIP_FEATURES
    for trait, feature in words.items():
        if trait in makeup.traits and not (feature == CLOAKING_SYSTEM and ground.PSI_CLOAK in makeup.traits):
            yield feature
    if makeup.unit == "mega tank":
        yield "continental siege unit"
    if makeup.unit:
        yield makeup.unit


def _generation(makeup: _Makeup, builder: drafts.Builder, settings: Settings) -> Iterator[DesignProblem]:
    """What a battalion asks of its makers' generation (CW-6.5-11). Where only a name is written it is the printed unit of that
    name, to those who have no FTL technology: all others raise what their first rosters name, as ever."""
    gear: drafts.Gear = "suit" if "suit" in makeup.traits else "vehicle" if "vehicle" in makeup.traits else "foot"
    far, near, guard, close = (*makeup.ratings, 0, 0, 0, 0)[:4]
    unit = drafts.GroundDraft("", "", far, near, guard, close, abilities=makeup.traits, gear=gear)
    if makeup.printed and not builder.generation and makeup.printed in ground.roster(settings):
        unit = ground.roster_unit(makeup.printed, settings)
    needed = ground.generation_needed(unit) if makeup.kind == "ground" else 0
    if builder.generation < needed:
        yield DesignProblem(
            f"This battalion needs {ground.ORDINALS[needed]} generation technology or higher.", "CW-6.5-11"
        )


def _component(
    part: drafts.DraftPart, item: FittedComponent, makeup: _Makeup, race: RaceEffects, settings: Settings
) -> Iterator[DesignProblem]:
    for limit in drafts.limits(part.name, makeup.unit or makeup.kind, settings):
        if limit.technology and not race.has(limit.technology):
            yield DesignProblem(f"{part.name} needs the technology {limit.technology}.", limit.rule)
        if limit.barred_by and limit.barred_by in race.disadvantages:
            yield DesignProblem(f"Your race gave up {part.name} at the start ({limit.barred_by}).", limit.rule)
    if part.highest is not None and item.rating > part.highest + race.owned.get(part.raised_by, 0):
        level = item.rating - part.highest
        yield DesignProblem(
            f"{part.name} rated {drafts.number(item.rating)} needs {part.raised_by} at level {drafts.number(level)}.",
            "CW-6.6-08",
        )
    for effect in item.effects:
        try:
            technology = effect_technology(part.effects, effect, settings)
        except GameError:
            continue
        if technology and not race.has(technology):
            yield DesignProblem(f"{effect} needs the technology {technology}.", "CW-6.6-08")


def _kind(makeup: _Makeup, race: RaceEffects, settings: Settings) -> Iterator[DesignProblem]:
    if "asteroid" in makeup.traits and makeup.kind == "ship":
        made = tables(settings)["CW-TAB-STRUCTURES"]
        needed = [t for t in (made.cell(key, "technology") for key in made.keys) if t]
        if needed and not any(race.has(technology) for technology in needed):
            yield DesignProblem(f"A ship inside a rock needs the technology {' or '.join(needed)}.", "CW-6.2-03")


def _drive(ftl: str, race: RaceEffects, settings: Settings) -> Iterator[DesignProblem]:
    for name in _drive_names(ftl, settings):
        later = LATER_DRIVE.format(name).casefold()
        if not race.has(name) and all(owned.casefold() != later for owned in race.owned):
            yield DesignProblem(
                f"Your race has no {name} drive; research {LATER_DRIVE.format(name)} first.", "CW-3.1-55"
            )


def _drive_names(ftl: str, settings: Settings) -> tuple[str, ...]:
    """The checklist's name of a drive that designs call `ftl`; () for the standard one."""
    known = choices(settings)
    return tuple(n for n, c in known.items() if c.group == FTL and n.casefold().replace(" ", "-") == ftl)


def with_own_drive(race: Race, designs: Iterable[Design], settings: Settings) -> Race:
    """A race that begins with ships of another FTL drive than its record says has that drive (CW-3.1-55)."""
    flown = {d.ftl for d in designs if d.kind == "ship" and d.drive > 0}
    names = {name for ftl in sorted(flown - {"", STANDARD_FTL}) for name in _drive_names(ftl, settings)}
    missing = tuple(sorted(name for name in names if not has_trait(race.drives, name)))
    return changed(race, drives=(*race.drives, *missing)) if missing else race
