"""A player's race as it is kept while they design it, what is wrong with it, and starting packages ready to take.

A draft holds the sheet and the player's own unit designs as they wrote them. Ready packages are the rosters of the book's own
races, fitted to the player's race.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Final

from rules.cluster_war.model.race_design.check import SheetReport, check_sheet
from rules.cluster_war.model.race_design.choices import FTL
from rules.cluster_war.model.race_design.choices import choices as known_choices
from rules.cluster_war.model.race_design.effects import ftl_drive
from rules.cluster_war.model.race_design.sheet import Finding, RaceSheet, StartPackage
from rules.cluster_war.model.state.common import DesignProblem, Settings, tables
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.unit_design.checks import check_design, design_of
from rules.cluster_war.model.unit_design.drafts import AnyDraft, Builder, UnitDraft, builder_knowing
from rules.cluster_war.model.unit_design.sheet import UnitText, read_unit
from rules.cluster_war.model.unit_design.technology import generation_problems
from rules.cluster_war.turn.setup.races import race_of, technologies_of
from rules.cluster_war.turn.setup.scenario import StartSide, load_scenario
from rules.cluster_war.turn.setup.start_kit import base_output, check_package, usual_templates
from rules.values import GameError, IllegalOrderError, Value, changed, field, quoted, unknown
from umpire.campaign.founding.plan import FoundingPlan, settings_of_plan

STANDARD_DRIVE: Final = "second-stage"
HOME_MAX_CP: Final = 400
"""What the home worlds of a founded campaign hold."""
ROSTERS: Final = Path(__file__).resolve().parents[3] / "scenarios" / "four_empires.toml"


class RaceDraft(Value):
    """A race on its way. `units` are designs the player wrote themselves, by id; `home_name` is their home world's."""

    sheet: RaceSheet = field(default_factory=RaceSheet)
    units: Mapping[str, UnitText] = field(default_factory=dict)
    home_name: str = ""


class Judgement(Value):
    """What a race comes to in a campaign: the checklist's report, and everything that has to be mended."""

    report: SheetReport
    problems: tuple[Finding, ...]
    package: tuple[Finding, ...]

    def require_good(self) -> None:
        """IllegalOrderError with the first thing that is to be mended."""
        for finding in (*self.problems, *self.package):
            raise IllegalOrderError(finding.text, rule=finding.rule)


class DraftDesign(Value):
    """One of a player's own designs, read and priced: `design` is None where it has no price yet."""

    text: UnitText
    draft: AnyDraft
    design: Design | None
    problems: tuple[DesignProblem, ...]


def judge(draft: RaceDraft, plan: FoundingPlan) -> Judgement:
    """Everything that is wrong with a race in this campaign; never raises for a player's draft."""
    settings = settings_of_plan(plan)
    current = with_units(draft, settings)
    report = check_sheet(current.sheet, settings)
    problems = (*report.problems, *_barred(current.sheet, plan))
    package = (
        *check_package(current.sheet, current.sheet.package, settings),
        *_home_world(current.sheet, settings),
        *_unit_findings(current, settings),
        *_printed_forces(current, settings),
    )
    return Judgement(report, problems, tuple(dict.fromkeys(package)))


def builder_of_race(sheet: RaceSheet, settings: Settings) -> Builder:
    """The race as a designer of its first units, at the campaign's technology level (CW-19.0-07)."""
    return builder_knowing(race_of(sheet), technologies_of(sheet, settings))


def draw(text: UnitText, sheet: RaceSheet, settings: Settings) -> DraftDesign:
    """A design as written, for a race; NotationError for what cannot be read."""
    draft = read_unit(text, settings)
    if isinstance(draft, UnitDraft) and draft.ftl == STANDARD_DRIVE:
        draft = changed(draft, ftl=drive_id(sheet, settings)[0])
    problems = check_design(draft, builder_of_race(sheet, settings), settings)
    try:
        return DraftDesign(text, draft, design_of(draft, settings, race_of(sheet)), problems)
    except GameError:
        return DraftDesign(text, draft, None, problems)


def with_units(draft: RaceDraft, settings: Settings) -> RaceDraft:
    """The draft with the player's own designs priced as the campaign now prices them."""
    drawn: dict[str, Design] = {}
    for text in draft.units.values():
        try:
            found = draw(text, draft.sheet, settings).design
        except GameError:
            continue
        if found is not None:
            drawn[found.id] = found
    package = draft.sheet.package
    designs = tuple(drawn.get(design.id, design) for design in package.designs)
    return changed(draft, sheet=changed(draft.sheet, package=changed(package, designs=designs)))


def drive_id(sheet: RaceSheet, settings: Settings) -> tuple[str, int]:
    """The race's FTL drive as designs name it, and its further levels (CW-3.1-55, CW-3.1-56)."""
    drive = ftl_drive(race_of(sheet), settings)
    name = drive.name.casefold().replace(" ", "-")
    return (name, drive.more_hexes) if name in tables(settings)["CW-TAB-DRIVES"].keys else (STANDARD_DRIVE, 0)


def _barred(sheet: RaceSheet, plan: FoundingPlan) -> Iterator[Finding]:
    known = known_choices()
    for entry in sheet.entries:
        if entry.name in plan.barred:
            rule = "CW-3.1-55" if known[entry.name].group == FTL else "CW-3.1-60"
            yield Finding(f"In this campaign no race has {entry.name}.", rule)


def _home_world(sheet: RaceSheet, settings: Settings) -> Iterator[Finding]:
    """What a plan for home world and colonies leaves no room for (CW-3.0-03)."""
    package = sheet.package
    colonies = sum(colony.cps for colony in package.colonies)
    if package.home_cps > HOME_MAX_CP:
        text = f"A home world holds {HOME_MAX_CP} CPs, not {package.home_cps}; put the rest into colonies."
        yield Finding(text, "CW-3.0-03")
    allowed = base_output(race_of(sheet), settings)
    if not package.home_cps and package.colonies and colonies >= allowed:
        yield Finding(f"Colonies of {colonies} CPs leave nothing of {allowed} to the home world.", "CW-3.0-03")


def _printed_forces(draft: RaceDraft, settings: Settings) -> Iterator[Finding]:
    """Battalions of a roster, planned for the home world, that the campaign's technology level does not give."""
    package, builder = draft.sheet.package, builder_of_race(draft.sheet, settings)
    for design in package.designs:
        if package.facilities.garrison.get(design.id) and design.id not in draft.units:
            for problem in generation_problems(design, builder, settings):
                yield Finding(f"{design.id}: {problem.text}", problem.rule)


def _unit_findings(draft: RaceDraft, settings: Settings) -> Iterator[Finding]:
    for name, text in draft.units.items():
        try:
            problems = draw(text, draft.sheet, settings).problems
        except GameError as wrong:
            yield Finding(f"{name}: {wrong}", wrong.rule or "CW-6.2-01")
            continue
        for problem in problems:
            if problem.refused:
                yield Finding(f"{name}: {problem.text}", problem.rule)


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
