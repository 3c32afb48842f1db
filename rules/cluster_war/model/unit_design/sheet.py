"""Designs as text: as players write them, a line for each thing, and as a sheet of what a unit is, has and costs."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from fractions import Fraction
from typing import Final, TypeVar, get_args

from rules.cluster_war.model.state.common import Settings, tables
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.unit_design import ground
from rules.cluster_war.model.unit_design.checks import BATTALION, design_of, spaces_used
from rules.cluster_war.model.unit_design.drafts import (
    AnyDraft,
    Builder,
    CrewKind,
    CustomPart,
    Fitting,
    Gear,
    GroundDraft,
    HullTemplate,
    Price,
    Structure,
    UnitDraft,
    catalogue,
    component_note,
    number,
    part,
    section_of,
    unit_kind,
)
from rules.cluster_war.model.unit_design.pricing import fitting_text, missiles_ready, price
from rules.cluster_war.model.unit_design.transport import transport
from rules.values import GameError, NotationError, Value, changed, quoted

MOST_LINES: Final = 60
MOST_TOLD: Final = 8
LONGEST_NAME: Final = 60
LONGEST_NOTE: Final = 400
MOST_HULL_SPACES: Final = 100_000
_ID: Final = re.compile(r"[A-Za-z][A-Za-z0-9]{0,5}")
_FITTING: Final = re.compile(
    r"(?:(?P<count>\d{1,6})\s*[x×]?\s+)?(?P<name>[A-Za-z][A-Za-z /-]*?)"
    r"(?:\s+(?:rated\s+)?(?P<rating>\d{1,6}(?:\.\d{1,3}|/[1-9]\d{0,2})?)\s*G?)?(?:\s*\((?P<effects>[^()]*)\))?",
    re.IGNORECASE,
)
_RATINGS: Final = re.compile(r"(?P<which>AR|DR)\s*(?P<far>\d{1,3})\s*/\s*(?P<close>\d{1,3})", re.IGNORECASE)
_CUSTOM: Final = re.compile(
    r"(?:(?P<count>\d{1,5})\s+)?(?P<name>[^,]{1,60}),\s*(?P<size>\d{1,5}) spaces?,"
    r"\s*(?P<cps>\d{1,6}(?:\.\d{1,3}|/[1-9]\d{0,2})?) CPs?(?:,\s*(?P<note>.{1,200}))?",
    re.IGNORECASE,
)
W = TypeVar("W", bound=str)
D = TypeVar("D", UnitDraft, GroundDraft)
CREWS: Final[tuple[CrewKind, ...]] = get_args(CrewKind)
STRUCTURES: Final[tuple[Structure, ...]] = get_args(Structure)
GEARS: Final[tuple[Gear, ...]] = get_args(Gear)
LINE_KEYS: Final = ("grade", "crew", "multiplier", "psi", "ftl", "doubled", "structure", "custom")
BATTALION_WORDS: Final = ("like", "gear", "android", "ability", "psi")


class UnitText(Value):
    """A design as it is written: short id, name, kind of CW-TAB-UNIT-KINDS or "battalion", hull spaces, lines, a note.

    `template` names the hull template it is laid out on; "" is the hull itself. A battalion's hull is worked out.
    """

    id: str
    name: str
    kind: str = "ship"
    hull: int = 0
    lines: str = ""
    note: str = ""
    template: str = ""


def kinds(settings: Settings) -> tuple[str, ...]:
    """The kinds of unit that can be written."""
    return (*tables(settings)["CW-TAB-UNIT-KINDS"].keys, BATTALION)


def read_unit(text: UnitText, settings: Settings) -> AnyDraft:
    """The draft that a text means, whether or not it can be built; NotationError names all lines that cannot be read."""
    if not _ID.fullmatch(text.id):
        raise NotationError(f"{quoted(text.id)} is not a short id; it is 1 to 6 letters and digits, like DD or CA2.")
    if not 1 <= len(text.name.strip()) <= LONGEST_NAME or len(text.note) > LONGEST_NOTE:
        raise NotationError(
            f"A design has a name of 1 to {LONGEST_NAME} characters and a note of at most {LONGEST_NOTE}."
        )
    kind = _pick(text.kind, kinds(settings), "kind of unit")
    lines = [line for raw in text.lines.splitlines() if (line := raw.strip().lstrip("-•* ").strip())]
    if len(lines) > MOST_LINES:
        raise NotationError(f"A design has at most {MOST_LINES} lines; this one has {len(lines)}.")
    if kind == BATTALION:
        return _battalion(text, lines, settings)
    if not 1 <= text.hull <= MOST_HULL_SPACES:
        raise NotationError(f"A hull has 1 to {MOST_HULL_SPACES} spaces, not {text.hull}.")
    draft = UnitDraft(
        id=text.id.upper(),
        name=text.name.strip(),
        template=HullTemplate(text.template or f"{kind} of {text.hull}", kind, text.hull),
        note=text.note.strip(),
    )
    return _all_lines(draft, lines, settings, _add)


def _all_lines(unit: D, lines: list[str], settings: Settings, add: Callable[[D, str, Settings], D]) -> D:
    """The draft with all lines added; where several cannot be read the refusal names each with its reason."""
    wrong: list[tuple[int, GameError]] = []
    for line_number, line in enumerate(lines, 1):
        try:
            unit = add(unit, line, settings)
        except GameError as error:
            wrong.append((line_number, error))
    if len(wrong) == 1:
        raise wrong[0][1]
    if wrong:
        told = "\n".join(f"• line {at}: {error}" for at, error in wrong[:MOST_TOLD])
        more = f"\n• and {len(wrong) - MOST_TOLD} more" if len(wrong) > MOST_TOLD else ""
        raise NotationError(f"{len(wrong)} lines cannot be read:\n{told}{more}", rule=wrong[0][1].rule)
    return unit


def _add(draft: UnitDraft, line: str, settings: Settings) -> UnitDraft:
    word, colon, rest = line.partition(":")
    word, rest = word.strip().casefold(), rest.strip()
    if not colon:
        return changed(draft, fittings=(*draft.fittings, _fitting(line, settings)))
    match word:
        case "grade":
            return changed(draft, grade=_pick(rest, tables(settings)["CW-17.2-T01"].keys, "crew grade"))
        case "crew":
            return changed(draft, crew=_pick(rest, CREWS, "sort of crew"))
        case "multiplier":
            named = _pick(rest, (*tables(settings)["CW-TAB-DESIGN-MULT"].keys, "Cloaking"), "multiplier")
            return changed(draft, multipliers=(*draft.multipliers, named))
        case "psi":
            return changed(draft, multipliers=(*draft.multipliers, ground.read_ability(rest, settings)))
        case "ftl":
            return changed(draft, ftl=_pick(rest, tables(settings)["CW-TAB-DRIVES"].keys, "FTL drive"))
        case "doubled":
            return changed(draft, ftl_doubled=_pick(rest, ("yes", "no"), "answer") == "yes")
        case "structure":
            built = _pick(rest, STRUCTURES, "structure")
            return changed(draft, template=changed(draft.template, structure=built))
        case "custom":
            return changed(draft, custom=(*draft.custom, _custom(rest)))
        case _:
            raise NotationError(f"No line begins with {quoted(word)}; there are {', '.join(LINE_KEYS)}.")


def _fitting(line: str, settings: Settings) -> Fitting:
    found = _FITTING.fullmatch(line)
    if found is None:
        raise NotationError(f"{quoted(line)} cannot be read; write a component like: 5 Beam emitter 3 (Heat).")
    effects = tuple(e.strip() for e in (found["effects"] or "").split(",") if e.strip())
    return Fitting(
        _component(found["name"], settings), int(found["count"] or 1), Fraction(found["rating"] or 0), effects
    )


def _component(name: str, settings: Settings) -> str:
    """A component's printed name, its plural and a clear beginning taken too; NotationError with the nearest names."""
    known = catalogue(settings)
    wanted = " ".join(name.split()).casefold()
    singular = wanted.removesuffix("s")
    tries = (wanted, singular, f"{wanted.removesuffix('ies')}y")
    exact = next((known[t].name for t in tries if t in known), None)
    if exact is not None:
        return exact
    begun = [part.name for key, part in known.items() if key.startswith(singular)]
    if len(begun) == 1:
        return begun[0]
    near = begun or [known[n].name for n in get_close_matches(wanted, known, 3)]
    hint = f"; is {' or '.join(near[:4])} meant?" if near else "; write custom: for one of your own."
    raise NotationError(f"There is no component {quoted(name)}{hint}", rule="CW-A-01")


def _custom(text: str) -> CustomPart:
    found = _CUSTOM.fullmatch(text)
    if found is None:
        raise NotationError(
            f"{quoted(text)} cannot be read; write custom: 2 Gravity lens, 3 spaces, 5 CPs, what it does.",
            rule="CW-6.6-09",
        )
    return CustomPart(
        name=found["name"].strip(),
        size=int(found["size"]),
        cps=Fraction(found["cps"]),
        count=int(found["count"] or 1),
        note=(found["note"] or "").strip(),
    )


def _battalion(text: UnitText, lines: list[str], settings: Settings) -> GroundDraft:
    unit = GroundDraft(text.id.upper(), text.name.strip(), 0, 0, 0, 0, note=text.note.strip())
    return _all_lines(unit, lines, settings, _arm)


def _arm(unit: GroundDraft, line: str, settings: Settings) -> GroundDraft:
    ratings = _RATINGS.fullmatch(line)
    if ratings is not None:
        far, close = int(ratings["far"]), int(ratings["close"])
        if ratings["which"].upper() == "AR":
            return changed(unit, ar_ranged=far, ar_close=close)
        return changed(unit, dr_ranged=far, dr_close=close)
    word, colon, rest = line.partition(":")
    word, rest = word.strip().casefold(), rest.strip()
    match word if colon else "":
        case "like":
            printed = ground.roster_unit(rest, settings)
            return changed(printed, id=unit.id, name=unit.name, note=unit.note)
        case "gear":
            return changed(unit, gear=_pick(rest, GEARS, "gear"))
        case "android":
            return changed(unit, android=_pick(rest, ("yes", "no"), "answer") == "yes")
        case "ability":
            named = _pick(rest, tables(settings)["CW-TAB-GROUND-ABILITY"].keys, "ability")
            return changed(unit, abilities=(*unit.abilities, named))
        case "psi":
            return changed(unit, abilities=(*unit.abilities, ground.read_ability(rest, settings)))
        case _:
            raise NotationError(
                f"{quoted(line)} cannot be read; a battalion's lines are AR 4/2, DR 3/1, {', '.join(BATTALION_WORDS)}."
            )


def _pick(text: str, known: tuple[W, ...], what: str) -> W:
    """The one of these that is meant, whatever its capitals."""
    wanted = text.strip().casefold()
    for name in known:
        if name.casefold() == wanted:
            return name
    raise NotationError(f"There is no {what} {quoted(text)}; there are {', '.join(known)}.")


def approve_custom(draft: AnyDraft, names: Mapping[str, Fraction] | None = None) -> AnyDraft:
    """The draft with its custom components approved by the game master, at other prices where `names` gives them."""
    if isinstance(draft, GroundDraft):
        return draft
    priced = names or {}
    custom = tuple(changed(part, approved=True, cps=priced.get(part.name, part.cps)) for part in draft.custom)
    return changed(draft, custom=custom)


PRINTED_SETTINGS = Settings()
HULL_SUBJECTS: Final = {
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


def describe(draft: AnyDraft, settings: Settings = PRINTED_SETTINGS, builder: Builder | None = None) -> str:
    """The design sheet of a draft, about 20 to 60 lines; GameError for what has no price or is in no catalogue."""
    if isinstance(draft, GroundDraft):
        return "\n".join(_battalion_sheet(draft, settings, builder))
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
        wait = "" if custom.approved else " · waits for approval"
        yield f"  {custom.count} {custom.name} · {_spaces(custom.size * custom.count)}{wait}"
    yield ""
    yield from _price(price(draft, settings))
    yield ""
    yield "Parts"
    names = dict.fromkeys(part(f.component, settings).name for f in draft.fittings)
    yield from _notes(component_note(name, settings) for name in names)
    yield from (f"  {custom.name}: {custom.note}" for custom in draft.custom if custom.note)
    yield from _notes(component_note(rule, settings) for rule in KIND_NOTES.get(kind.name, ()))
    if kind.name in HULL_SUBJECTS:
        yield f"More in section {section_of(HULL_SUBJECTS[kind.name], settings)}"
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


def _battalion_sheet(unit: GroundDraft, settings: Settings, builder: Builder | None) -> Iterator[str]:
    size = ground.size_of(unit, settings)
    maker = builder or Builder()
    yield f"{unit.id} · {unit.name}"
    yield f"battalion, {unit.gear}{', androids' if unit.android else ''}"
    yield f"AR {unit.ar_ranged}/{unit.ar_close} · DR {unit.dr_ranged}/{unit.dr_close}"
    far, near, guard, close = ground.effective_ratings(unit, maker, settings)
    if (far, near, guard, close) != unit.ratings:
        yield f"In battle: AR {far}/{near} · DR {guard}/{close}"
    yield f"Size {size.barracks}+{size.cargo} · factory hull {ground.factory_hull(unit, settings)}"
    yield from _travels(design_of(unit, settings, maker.race), settings)
    yield f"Abilities: {', '.join(unit.abilities) or 'none'}"
    if not ground.fights_close_in_gear(unit):
        yield "Its crews leave their gear behind when they board or fight close."
    yield ""
    yield from _price(price(unit, settings, maker.race))
    yield ""
    yield from _notes(component_note(rule, settings) for rule in ("CW-6.5-05", "CW-6.5-14", "CW-6.5-17"))
    if unit.gear == "aerospace":
        yield from _notes([component_note("CW-A-04", settings)])
    if unit.has(ground.WILD_UNIT):
        yield from _notes([component_note("CW-6.5-28", settings)])
    yield f"More in section {section_of('Ground forces', settings)}"
    if unit.android:
        yield f"Refits of androids: section {section_of('Refits of androids', settings)}"
    if unit.note:
        yield f"Note: {unit.note}"


def made_at(draft: AnyDraft, settings: Settings) -> str:
    """Where a unit, or a battalion's gear, is made (CW-6.5-03, CW-6.5-19): "a factory", "" for troops on foot."""
    if isinstance(draft, GroundDraft):
        gear = draft.based_on != ground.MINEFIELD and ground.size_of(draft, settings).cargo
        return WORKPLACES["factory"] if gear or draft.android or draft.based_on == ground.MINEFIELD else ""
    return WORKPLACES[unit_kind(draft.template.kind, settings).built_at]
