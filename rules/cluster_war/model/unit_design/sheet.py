"""The design sheet as text: what a unit is, what is in it, what it costs, and what its parts are for."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.units import Design
from rules.cluster_war.model.unit_design.checks import design_of, spaces_used
from rules.cluster_war.model.unit_design.drafts import (
    AnyDraft,
    Builder,
    GroundDraft,
    Price,
    UnitDraft,
    component_note,
    number,
    part,
    section_of,
    unit_kind,
)
from rules.cluster_war.model.unit_design.ground import (
    MINEFIELD,
    WILD,
    effective_ratings,
    factory_hull,
    fights_close_in_gear,
    size_of,
)
from rules.cluster_war.model.unit_design.pricing import fitting_text, missiles_ready, price
from rules.cluster_war.model.unit_design.transport import transport

PRINTED = Settings()
SUBJECTS: Final = {
    "orbital base": "Bases",
    "ground base": "Bases",
    "fighter": "Fighters",
    "gunboat": "Fighters",
    "super tank": "Ground forces",
    "mega tank": "Ground forces",
    "patrol boat": "Wet naval forces",
    "naval ship": "Wet naval forces",
}
"""Where the rules of a kind of unit stand, by the subjects of CW-TAB-SEE."""
KIND_NOTES: Final[Mapping[str, tuple[str, ...]]] = {
    "fighter": ("CW-6.3-05", "CW-6.3-07"),
    "gunboat": ("CW-6.3-05", "CW-6.3-07"),
    "orbital base": ("CW-A-11", "CW-6.4-02"),
    "ground base": ("CW-A-11", "CW-6.4-02"),
    "super tank": ("CW-A-59",),
    "mega tank": ("CW-A-40",),
    "patrol boat": ("CW-A-63",),
    "naval ship": ("CW-A-63",),
    "missile battery": ("CW-A-44",),
    "smart mine": ("CW-A-42",),
}
"""What a kind of unit's sheet says beside its parts, by ledger id."""
WORKPLACES: Final = {
    "shipyard": "shipyard bays",
    "factory": "a factory",
    "sea factory": "a factory beside water",
    "heavy plant": "a heavy industrial plant",
    "population": "a colony's people",
}


def describe(draft: AnyDraft, settings: Settings = PRINTED, builder: Builder | None = None) -> str:
    """The design sheet of a draft, about 20 to 60 lines; GameError for what has no price or is in no catalogue."""
    if isinstance(draft, GroundDraft):
        return "\n".join(_battalion(draft, settings, builder))
    return "\n".join(_unit(draft, settings))


def _unit(draft: UnitDraft, settings: Settings) -> Iterator[str]:
    kind = unit_kind(draft.template.kind, settings)
    hull = draft.template.hull
    scale = "tenth-scale hull spaces" if kind.scale == "tenth" else "hull spaces"
    yield f"{draft.id} · {draft.name}"
    yield f"{kind.name}, {kind.about}; {hull} {scale} on the template {draft.template.name}"
    yield f"Space: {spaces_used(draft, settings)} of {hull} used · built at {made_at(draft, settings)}"
    if kind.counts_as in {"small_craft", "ground"}:
        yield from _travels(design_of(draft, settings), settings)
    if draft.rating("Drive"):
        yield f"Drive: {number(draft.rating('Drive'))}G"
    if draft.count("Missile launcher"):
        yield f"Missiles ready: {missiles_ready(draft.count('Missile launcher'), draft.count('Magazine'), settings)}"
    crews = {"crew": "{}", "android": "androids, {}", "crewless": "none: it steers itself"}
    yield f"Crew: {crews[draft.crew].format(draft.grade.lower())}"
    yield ""
    yield "Layout"
    for fitting in draft.fittings:
        component = part(fitting.component, settings)
        taken = fitting.count * component.spaces(hull, fitting.rating)
        yield f"  {fitting_text(fitting, component.name)} · {_spaces(taken)}"
    for custom in draft.custom:
        wait = "" if custom.approved else " · waits for the game master"
        yield f"  {custom.count} {custom.name} · {_spaces(custom.size * custom.count)}{wait}"
    yield ""
    yield from _price(price(draft, settings))
    yield ""
    yield "Parts"
    names = dict.fromkeys(part(f.component, settings).name for f in draft.fittings)
    yield from _notes(component_note(name, settings) for name in names)
    yield from (f"  {custom.name}: {custom.note}" for custom in draft.custom if custom.note)
    yield from _notes(component_note(rule, settings) for rule in KIND_NOTES.get(kind.name, ()))
    if kind.name in SUBJECTS:
        yield f"More in section {section_of(SUBJECTS[kind.name], settings)}"
    if draft.note:
        yield f"Note: {draft.note}"


def _travels(design: Design, settings: Settings) -> Iterator[str]:
    """What it takes aboard ship, as cargo and ready to launch."""
    cargo, ready = transport(design, settings), transport(design, settings, hangars=True)
    more = f", or {ready.words} ready to launch" if ready != cargo else ""
    yield f"Aboard ship: {cargo.words}{more}"


def _spaces(taken: int) -> str:
    if not taken:
        return "no space"
    return f"{taken} space" if taken == 1 else f"{taken} spaces"


def _price(found: Price) -> Iterator[str]:
    yield f"Price: {found.total} CPs"
    yield from (f"  {number(line.cps)} · {line.reason}" for line in found.lines)


def _notes(notes: Iterable[str]) -> Iterator[str]:
    yield from (f"  {note}" for note in dict.fromkeys(notes))


def _battalion(unit: GroundDraft, settings: Settings, builder: Builder | None) -> Iterator[str]:
    size = size_of(unit, settings)
    maker = builder or Builder()
    yield f"{unit.id} · {unit.name}"
    yield f"battalion, {unit.gear}{', androids' if unit.android else ''}"
    yield f"AR {unit.ar_ranged}/{unit.ar_close} · DR {unit.dr_ranged}/{unit.dr_close}"
    far, near, guard, close = effective_ratings(unit, maker, settings)
    if (far, near, guard, close) != unit.ratings:
        yield f"In battle: AR {far}/{near} · DR {guard}/{close}"
    yield f"Size {size.barracks}+{size.cargo} · factory hull {factory_hull(unit, settings)}"
    yield from _travels(design_of(unit, settings, maker.race), settings)
    yield f"Abilities: {', '.join(unit.abilities) or 'none'}"
    if not fights_close_in_gear(unit):
        yield "Its crews leave their gear behind when they board or fight close."
    yield ""
    yield from _price(price(unit, settings, maker.race))
    yield ""
    yield from _notes(component_note(rule, settings) for rule in ("CW-6.5-05", "CW-6.5-14", "CW-6.5-17"))
    if unit.gear == "aerospace":
        yield from _notes([component_note("CW-A-04", settings)])
    if unit.has(WILD):
        yield from _notes([component_note("CW-6.5-28", settings)])
    yield f"More in section {section_of('Ground forces', settings)}"
    if unit.android:
        yield f"Refits of androids: section {section_of('Refits of androids', settings)}"
    if unit.note:
        yield f"Note: {unit.note}"


def made_at(draft: AnyDraft, settings: Settings) -> str:
    """Where a unit, or a battalion's gear, is made (CW-6.5-03, CW-6.5-19): "a factory", "" for troops on foot."""
    if isinstance(draft, GroundDraft):
        gear = draft.based_on != MINEFIELD and size_of(draft, settings).cargo
        return WORKPLACES["factory"] if gear or draft.android or draft.based_on == MINEFIELD else ""
    return WORKPLACES[unit_kind(draft.template.kind, settings).built_at]
