"""A race in words: the whole sheet for its player and the game master, and a design as it was written."""

from cogs.campaign.race.panel import finding_text
from render.words.safe_text import plain
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.units import Design
from rules.cluster_war.model.unit_design.sheet import UnitText
from rules.cluster_war.model.unit_design.technology import lines_of
from rules.cluster_war.turn.setup.races import describe
from umpire.campaign.founding.plan import settings_of_plan
from umpire.campaign.founding.race_draft import with_units
from umpire.campaign.founding.races import RacePaper


def whole_text(paper: RacePaper) -> str:
    """The whole sheet with everything that is to be said of it."""
    settings = settings_of_plan(paper.plan)
    lines = describe(with_units(paper.draft, settings).sheet, settings).splitlines()
    home = [f"Home world's name: {paper.draft.home_name}"] if paper.draft.home_name else []
    said = [plain(line, 900) for line in (*home, *lines)]
    package = [f"⚠ {finding_text(f)}" for f in paper.judgement.package]
    return "\n".join([f"### {said[0]}" if said else "", *said[1:], *package])


def unit_text(paper: RacePaper, name: str) -> UnitText | None:
    """A design of the package as its player wrote it; one from a roster as an empty draft of its hull; None for no name."""
    if name in paper.draft.units:
        return paper.draft.units[name]
    found = next((d for d in paper.sheet.package.designs if d.id == name), None)
    return None if found is None else rough_text(found, settings_of_plan(paper.plan))


def rough_text(design: Design, settings: Settings) -> UnitText:
    """What a roster's design says of itself, in lines."""
    if design.kind == "ground":
        return UnitText(design.id, design.name, "battalion", 0, f"like: {design.name}", design.note)
    kind = {"ship": "ship", "base": "orbital base"}.get(design.kind, "gunboat" if design.hull > 5 else "fighter")
    lines = lines_of(design, settings)
    if not {"Bridge", "Cockpit"} & {*lines}:
        lines = ("Cockpit" if kind == "fighter" else "Bridge", *lines)
    return UnitText(design.id, design.name, design.unit or kind, design.hull, "\n".join(lines), design.note)
