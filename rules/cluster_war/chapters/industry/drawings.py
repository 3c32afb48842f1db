"""A drawing as a side may have it built: its own FTL drive in it, its price, and everything that is wrong with it (CW-6.2-01)."""

from typing import Final

from rules.cluster_war.chapters.industry.templates import check_template
from rules.cluster_war.model.state.names import Problem
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.sides import Side
from rules.cluster_war.model.state.units import Design
from rules.cluster_war.model.unit_design.checks import check_design, design_of
from rules.cluster_war.model.unit_design.drafts import AnyDraft, UnitDraft, builder_of
from rules.cluster_war.model.unit_design.sheet import UnitText, read_unit
from rules.errors import GameError
from rules.values import changed

STANDARD_DRIVE: Final = "second-stage"
MOST_DRAWINGS: Final = 30
"""So many drawings a side may have on record."""


def read_drawing(text: UnitText, side: Side, settings: Settings) -> tuple[AnyDraft, Design | None, tuple[Problem, ...]]:
    """A drawing for a side: the draft, the design if it has a price, and what is wrong; NotationError if unreadable."""
    return judged(fitted(read_unit(text, settings), side), side, settings)


def priced(text: UnitText, side: Side, settings: Settings) -> Design | None:
    """The design that a drawing would be for a side, whether or not it may be built; None without a price. NotationError if
    unreadable."""
    draft = fitted(read_unit(text, settings), side)
    try:
        return design_of(draft, settings, side.race)
    except GameError:
        return None


def judged(draft: AnyDraft, side: Side, settings: Settings) -> tuple[AnyDraft, Design | None, tuple[Problem, ...]]:
    """A draft with its design and everything that is wrong with it for this side."""
    problems = list(check_design(draft, builder_of(side), settings))
    try:
        design = design_of(draft, settings, side.race)
    except GameError as wrong:
        return draft, None, (*problems, *([] if problems else [Problem(str(wrong), wrong.rule or "CW-6.2-01")]))
    try:
        check_template(side, design)
    except GameError as wrong:
        problems.append(Problem(str(wrong), wrong.rule or "CW-6.0-01"))
    taken = [d for d in side.designs.values() if d.id == design.id or d.name.casefold() == design.name.casefold()]
    if taken:
        text = f"Your roster has {taken[0].name} ({taken[0].id}) already; give the new one another id and name."
        problems.append(Problem(text, "CW-6.2-01"))
    return draft, design, tuple(problems)


def fitted(draft: AnyDraft, side: Side) -> AnyDraft:
    """The draft with the FTL drive of the side's own ships, where it names none and they have another."""
    if not isinstance(draft, UnitDraft) or draft.ftl != STANDARD_DRIVE:
        return draft
    own = [d.ftl for d in side.designs.values() if d.kind == "ship" and d.ftl]
    return changed(draft, ftl=own[0]) if own and STANDARD_DRIVE not in own else draft
