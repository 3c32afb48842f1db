"""The GM's word on a race design: prices for new entries, permissions, changes instead of vetoes (CW-3.1-04, CW-19.0-09)."""

from rules.cluster_war.model.race_design.check import check_sheet
from rules.cluster_war.model.race_design.sheet import USUAL, CustomEntry, RaceSheet
from rules.cluster_war.model.state.settings import Settings
from rules.errors import GameError, IllegalOrderError, WrongPhaseError, quoted
from rules.values import changed


def submit(sheet: RaceSheet, settings: Settings = USUAL) -> RaceSheet:
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


def approve(sheet: RaceSheet, comment: str = "", settings: Settings = USUAL) -> RaceSheet:
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
        raise GameError(f"{quoted(name)} is no custom entry of {sheet.name}.", rule="CW-3.1-04")
    return found


def _ruled(sheet: RaceSheet, ruled: CustomEntry) -> RaceSheet:
    return changed(sheet, custom=tuple(ruled if c.name == ruled.name else c for c in sheet.custom))
