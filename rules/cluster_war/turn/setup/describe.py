"""A race design in words: everything recorded, shown as text (CW-3.2-05, CW-16.0-02)."""

from collections.abc import Iterator

from rules.cluster_war.model.race_design.check import check_sheet
from rules.cluster_war.model.race_design.choices import choices
from rules.cluster_war.model.race_design.in_play import notes_in_play
from rules.cluster_war.model.race_design.sheet import SECTIONS, USUAL, RaceSheet, StartPackage
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.turn.setup.convert import biology, first_fleets, race_of, technologies_of


def describe(sheet: RaceSheet, settings: Settings = USUAL) -> str:
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
    for section in SECTIONS:
        for entry in sheet.entries:
            choice = known.get(entry.name)
            if choice is not None and choice.part == section:
                level = f" +{entry.level}" if entry.level > 1 else ""
                detail = f" ({entry.detail})" if entry.detail else ""
                price = choice.price(max(1, entry.level))
                yield f"{section.capitalize()}: {entry.name}{level}{detail}, {price} AP: {choice.effect}{_said(entry.comment)}"
        for custom in sheet.custom:
            if custom.section == section:
                price_text = "not priced" if custom.ap is None else f"{custom.ap} AP"
                text = f": {custom.text}" if custom.text else ""
                yield f"{section.capitalize()}: {custom.name}, {price_text}, {custom.ruling}{text}{_said(custom.comment)}"
    for title, option in sheet.society.items():
        yield f"{title}: {option}"
    for note in notes_in_play(race_of(sheet), technologies_of(sheet, settings), settings):
        yield f"In play: {note.text} ({note.rule})"
    yield from _package(sheet.package)
    if sheet.notes:
        yield f"Notes: {sheet.notes}"
    if sheet.gm_comment:
        yield f"GM: {sheet.gm_comment}"
    for mark, findings in (("To mend", report.problems), ("For the GM", report.wants), ("Unusual", report.flags)):
        for finding in findings:
            yield f"{mark}: {finding.text}"


def _said(comment: str) -> str:
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
