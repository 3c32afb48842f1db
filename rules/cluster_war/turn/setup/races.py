"""From a race design to what a campaign plays with, the design in words, and the game master's word on it (CW-3.2-05,
CW-16.0-02, CW-3.1-04, CW-19.0-09)."""

from collections.abc import Iterator, Mapping
from typing import Final

from rules.cluster_war.model.race_design.check import check_sheet, generation_technologies, record_entries
from rules.cluster_war.model.race_design.choices import choices
from rules.cluster_war.model.race_design.in_play import notes_in_play
from rules.cluster_war.model.race_design.sheet import (
    DEFAULT_SETTINGS,
    ENTRY_SECTIONS,
    CustomEntry,
    RaceSheet,
    Section,
    StartPackage,
)
from rules.cluster_war.model.state.common import DesignId, Settings, SideId
from rules.cluster_war.model.state.holdings import Design, Template
from rules.cluster_war.model.state.sides import Race
from rules.cluster_war.model.unit_design.pricing import is_armed
from rules.cluster_war.turn.setup.scenario import StartFleet, StartSide
from rules.values import GameError, IllegalOrderError, WrongPhaseError, changed, quoted

WARSHIPS: Final = "Home Fleet"
SCOUTS: Final = "Scouts"
FREIGHTERS: Final = "Freighters"


def first_fleets(package: StartPackage) -> tuple[StartFleet, ...]:
    """The fleets of a package; no ship is in two of them, and none beyond those that are planned."""
    left = {design: number for design, number in package.ships.items() if number > 0}
    found: list[StartFleet] = []
    for planned in package.fleets:
        ships = {d: min(n, left[d]) for d, n in planned.ships.items() if n > 0 and left.get(d)}
        for design, number in ships.items():
            left[design] -= number
        if ships:
            found.append(StartFleet(planned.name, ships))
    designs = {design.id: design for design in package.designs}
    rest = {d: n for d, n in left.items() if n and d in designs}
    taken = {fleet.name.casefold() for fleet in found}
    for name, held in split_by_use(rest, designs).items():
        found.append(StartFleet(name if name.casefold() not in taken else f"{name} II", held))
    return tuple(found)


def split_by_use(
    ships: Mapping[DesignId, int], designs: Mapping[DesignId, Design]
) -> Mapping[str, Mapping[DesignId, int]]:
    """Ships by the fleet they begin in when nobody has named one: warships, scouts, freighters."""
    split: dict[str, dict[DesignId, int]] = {WARSHIPS: {}, SCOUTS: {}, FREIGHTERS: {}}
    for design, number in ships.items():
        split[_use(designs[design])][design] = number
    return {name: held for name, held in split.items() if held}


def _use(design: Design) -> str:
    """A freighter has more cargo bays than LRS; a scout survey bays, or LRS and no weapon; all others are warships
    (CW-4.1-12)."""
    if design.cargo_bays > design.lrs:
        return FREIGHTERS
    if design.survey_bays or (design.lrs and not is_armed(design, DEFAULT_SETTINGS)):
        return SCOUTS
    return WARSHIPS


def race_of(sheet: RaceSheet) -> Race:
    """The race's record. Entries taken more than once read "Extra Colonies +2", drives may end in "(leap)"."""
    return Race(
        name=sheet.name,
        home_step=sheet.home_step.strip().upper(),
        biology=biology(sheet),
        attitude=", ".join(sheet.attitudes()),
        abilities=(*_names(sheet, "abilities"), *record_entries(sheet)),
        bonuses=tuple(_names(sheet, "bonuses")),
        disadvantages=tuple(_names(sheet, "disadvantages")),
        description=_description(sheet),
        home_nickname=sheet.home_nickname,
        drives=tuple(_names(sheet, "drives")),
        society=tuple(f"{title}: {option}" for title, option in sheet.society.items()),
    )


def technologies_of(sheet: RaceSheet, settings: Settings = DEFAULT_SETTINGS) -> tuple[str, ...]:
    """The technologies the race begins with: those it bought, and that of the campaign's level (CW-3.1-34, CW-19.0-07)."""
    return tuple(dict.fromkeys((*_names(sheet, "technologies"), *generation_technologies(settings))))


def start_side(
    sheet: RaceSheet, side: SideId, colour: int, home_name: str, settings: Settings = DEFAULT_SETTINGS
) -> StartSide:
    """The race as one side of a scenario in a campaign of these settings: record, technologies, designs, facilities, its
    fleets, and the colonies it would like."""
    package = sheet.package
    return StartSide(
        id=side,
        name=sheet.name,
        colour=colour,
        race=race_of(sheet),
        home_name=home_name,
        designs={d.id: changed(d, template=package.drawn_from.get(d.id, d.template)) for d in package.designs},
        fleets=first_fleets(package),
        facilities=package.facilities,
        home_size=package.home_cps,
        technologies=technologies_of(sheet, settings),
        wishes=package.colonies,
        templates=tuple(Template(t.name, t.kind, t.hull) for t in package.templates if t.hull),
    )


def biology(sheet: RaceSheet) -> str:
    """Habitat, body form and diet in one line (CW-3.1-07, CW-3.1-08)."""
    habitat = sheet.biology.split(" ")[0]
    return " ".join(word for word in (habitat, sheet.body_form, sheet.diet) if word)


def _names(sheet: RaceSheet, section: Section) -> Iterator[str]:
    known = choices()
    for entry in sheet.entries:
        if entry.name in known and known[entry.name].part == section:
            detail = f" ({entry.detail})" if entry.detail and section == "drives" else ""
            level = f" +{entry.level}" if entry.level > 1 else ""
            yield f"{entry.name}{detail}{level}"
    for custom in sheet.custom:
        if custom.section == section and custom.ruling != "refused":
            yield custom.name


def _description(sheet: RaceSheet) -> str:
    known = choices()
    details = [
        f"{e.name}: {e.detail}."
        for e in sheet.entries
        if e.detail and not (e.name in known and known[e.name].part == "drives")
    ]
    details += [f"{c.name}: {c.text}." for c in sheet.custom if c.text and c.ruling != "refused"]
    return "\n".join([*details, sheet.notes] if sheet.notes else details)


def describe(sheet: RaceSheet, settings: Settings = DEFAULT_SETTINGS) -> str:
    """The whole sheet as lines of text, with points, the GM's comments and what is still open."""
    return "\n".join(_parts(sheet, settings))


def _parts(sheet: RaceSheet, settings: Settings) -> Iterator[str]:
    report = check_sheet(sheet, settings)
    yield f"{sheet.name or 'A race without a name'}: {report.net} of {report.budget} AP, {sheet.status}"
    nickname = f" ({sheet.home_nickname})" if sheet.home_nickname else ""
    yield f"Home world: {sheet.home_step}{nickname}"
    yield f"Biology: {biology(sheet)}"
    yield f"Attitude: {', '.join(sheet.attitudes())}"
    known = choices(settings)
    for section in ENTRY_SECTIONS:
        for entry in sheet.entries:
            choice = known.get(entry.name)
            if choice is not None and choice.part == section:
                level = f" +{entry.level}" if entry.level > 1 else ""
                detail = f" ({entry.detail})" if entry.detail else ""
                price = choice.price(max(1, entry.level))
                yield f"{section.capitalize()}: {entry.name}{level}{detail}, {price} AP: {choice.effect}{_gm_note(entry.comment)}"
        for custom in sheet.custom:
            if custom.section == section:
                price_text = "not priced" if custom.ap is None else f"{custom.ap} AP"
                text = f": {custom.text}" if custom.text else ""
                yield f"{section.capitalize()}: {custom.name}, {price_text}, {custom.ruling}{text}{_gm_note(custom.comment)}"
    for title, option in sheet.society.items():
        yield f"{title}: {option}"
    for note in notes_in_play(race_of(sheet), technologies_of(sheet, settings), settings):
        yield f"In play: {note.text} ({note.rule})"
    yield from _package(sheet.package)
    if sheet.notes:
        yield f"Notes: {sheet.notes}"
    if sheet.gm_comment:
        yield f"GM: {sheet.gm_comment}"
    for mark, findings in (("To fix", report.problems), ("For the GM", report.wants), ("Unusual", report.flags)):
        for finding in findings:
            yield f"{mark}: {finding.text}"


def _gm_note(comment: str) -> str:
    return f" (GM: {comment})" if comment else ""


def _package(package: StartPackage) -> Iterator[str]:
    if package.home_cps:
        yield f"Home world begins with {package.home_cps} CPs"
    for colony in package.colonies:
        words = [colony.name, colony.step, colony.note]
        yield ", ".join([f"Colony of {colony.cps} CPs", *(word for word in words if word)])
    for template in package.templates:
        hull = f", hull {template.hull}" if template.hull else ""
        yield f"Template: {template.name} ({template.kind}{hull})"
    for design in package.designs:
        count = package.ships.get(design.id, 0) + package.facilities.garrison.get(design.id, 0)
        kind = design.kind.replace("_", " ")
        begun = f", {count} at the start" if count else ""
        yield f"Design: {design.name} ({kind}, hull {design.hull}, {design.cost} CPs){begun}"
    for fleet in first_fleets(package):
        ships = ", ".join(f"{number} {design}" for design, number in fleet.ships.items())
        yield f"Fleet: {fleet.name} ({ships})"
    for name, amount in package.facilities.ratings().items():
        if amount:
            yield f"Facilities: {amount} {name.replace('_', ' ')}"


def submit(sheet: RaceSheet, settings: Settings = DEFAULT_SETTINGS) -> RaceSheet:
    """The sheet handed to the GM; IllegalOrderError with the first problem while there is one."""
    report = check_sheet(sheet, settings)
    if report.problems:
        first = report.problems[0]
        raise IllegalOrderError(first.text, rule=first.rule)
    return changed(sheet, status="submitted")


def price_custom(sheet: RaceSheet, name: str, ap: int, comment: str = "") -> RaceSheet:
    """The sheet with a custom entry allowed at the GM's price, negative for points gained; GameError if none is so named."""
    return _ruled(sheet, changed(_custom(sheet, name), ap=ap, ruling="approved", comment=comment))


def refuse_custom(sheet: RaceSheet, name: str, comment: str = "") -> RaceSheet:
    """The sheet with a custom entry refused: it costs nothing and has to go."""
    return _ruled(sheet, changed(_custom(sheet, name), ruling="refused", comment=comment))


def hand_back(edited: RaceSheet, comment: str) -> RaceSheet:
    """A submitted sheet as the GM changed it, back with its player (CW-19.0-09)."""
    if edited.status == "approved":
        raise WrongPhaseError(f"The design of {edited.name} is approved already.", rule="CW-19.0-09")
    return changed(edited, status="returned", gm_comment=comment)


def approve(sheet: RaceSheet, comment: str = "", settings: Settings = DEFAULT_SETTINGS) -> RaceSheet:
    """The sheet approved as a whole, entries that need permission included; IllegalOrderError while it has problems.

    Custom entries must have been priced one by one.
    """
    allowed = changed(sheet, entries=tuple(changed(e, approved=True) for e in sheet.entries), status="approved")
    report = check_sheet(allowed, settings)
    for finding in (*report.problems, *report.wants):
        raise IllegalOrderError(finding.text, rule=finding.rule)
    return changed(allowed, gm_comment=comment)


def _custom(sheet: RaceSheet, name: str) -> CustomEntry:
    found = next((c for c in sheet.custom if c.name == name), None)
    if found is None:
        raise GameError(f"{quoted(name)} is not a custom entry of {sheet.name}.", rule="CW-3.1-04")
    return found


def _ruled(sheet: RaceSheet, ruled: CustomEntry) -> RaceSheet:
    return changed(sheet, custom=tuple(ruled if c.name == ruled.name else c for c in sheet.custom))
