"""Hull templates, new ones from research, and a drawing as a side may have it built: its own FTL drive in it, its price,
everything that is wrong with it (CW-6.0-01, CW-6.0-02, CW-6.2-01, CW-6.6-08)."""

import re
from collections.abc import Iterable, Mapping
from typing import Final, cast

from rules.cluster_war.model.state.common import DesignKind, DesignProblem, Settings
from rules.cluster_war.model.state.holdings import Design, Template
from rules.cluster_war.model.state.sides import Side
from rules.cluster_war.model.unit_design.checks import check_design, design_of
from rules.cluster_war.model.unit_design.drafts import AnyDraft, UnitDraft, builder_of
from rules.cluster_war.model.unit_design.sheet import UnitText, read_unit
from rules.values import GameError, IllegalOrderError, changed

HULL_STEPS: Final = 1
"""A new hull is an easy task: one success (CW-6.0-02)."""
HULL_KINDS: Final[tuple[DesignKind, ...]] = ("ship", "base")
"""Kinds of designs that need a template."""
_TECHNOLOGY: Final = re.compile(r"Hull template: (.{1,60}) \((ship|base) of (\d{1,5})\)", re.IGNORECASE)
STANDARD_DRIVE: Final = "second-stage"
MOST_DRAWINGS: Final = 30
"""So many drawings a side may have on record."""


def template_technology(name: str, kind: DesignKind, hull: int) -> str:
    """How a research project names the hull it is to find: give it as the project's technology."""
    return f"Hull template: {name} ({kind} of {hull})"


def template_of(technology: str) -> Template | None:
    """The hull that a technology stands for; None if it is none."""
    found = _TECHNOLOGY.fullmatch(technology.strip())
    if found is None:
        return None
    return Template(found[1], cast("DesignKind", found[2].casefold()), int(found[3]))


def start_templates(named: Iterable[Template], designs: Mapping[str, Design]) -> Mapping[str, Template]:
    """The hulls a side begins with, by name: those it names, and one for each hull of its first designs (CW-3.0-05).

    Bridge and drive stand fixed in a hull when all its first designs have them (CW-6.0-01).
    """
    found = {template.name: template for template in named if template.hull}
    known = {(t.kind, t.hull) for t in found.values()}
    for _, design in sorted(designs.items()):
        size = (design.kind, design.hull)
        if design.kind in HULL_KINDS and size not in known:
            known.add(size)
            alike = [d for d in designs.values() if (d.kind, d.hull) == size]
            fixed = [
                name
                for name, has in (
                    ("Bridge", all(d.bridge for d in alike)),
                    ("Drive", design.kind == "ship" and all(d.drive for d in alike)),
                )
                if has
            ]
            name = design.template if design.template and design.template not in found else f"{design.name} hull"
            found[name] = Template(name, design.kind, design.hull, tuple(fixed))
    return found


def on_template(templates: Mapping[str, Template], design: Design) -> Design:
    """The design with the name of the hull it is laid out on: the one it names, or the first of its kind and size."""
    if design.kind not in HULL_KINDS:
        return design
    own = templates.get(design.template)
    if own is not None and (own.kind, own.hull) == (design.kind, design.hull):
        return design
    name = min((n for n, t in templates.items() if (t.kind, t.hull) == (design.kind, design.hull)), default="")
    return changed(design, template=name)


def owned_templates(side: Side) -> Mapping[str, Template]:
    """The hulls a side may design on, by name: those on record, and those its designs prove it has (CW-6.0-01)."""
    known = {(t.kind, t.hull) for t in side.templates.values()}
    proved = {
        d.template or f"{d.name} hull": Template(d.template or f"{d.name} hull", d.kind, d.hull)
        for _, d in sorted(side.designs.items())
        if d.kind in HULL_KINDS and (d.kind, d.hull) not in known
    }
    return {**proved, **side.templates}


def check_template(side: Side, design: Design) -> None:
    """IllegalOrderError if a design's hull is none of the side's, which takes research first (CW-6.6-08), or leaves out
    what stands fixed in it (CW-6.0-01); a design whose components nobody has listed is taken at its word."""
    if design.kind not in HULL_KINDS:
        return
    mine = [t for t in owned_templates(side).values() if (t.kind, t.hull) == (design.kind, design.hull)]
    if not mine:
        raise IllegalOrderError(
            f"You have no {design.kind} hull of {design.hull} spaces for {design.name}: research it first, "
            f"{HULL_STEPS} success with the technology {template_technology('New hull', design.kind, design.hull)}.",
            rule="CW-6.0-01",
        )
    lacking = [_lacking(template, design) for template in mine]
    if design.layout and all(lacking):
        raise IllegalOrderError(
            f"{mine[0].name} has {', '.join(lacking[0])} fixed in it, and {design.name} leaves that out.",
            rule="CW-6.0-01",
        )


def _lacking(template: Template, design: Design) -> list[str]:
    """The fixed components of a hull that a design is without: "Drive" stands for one of any rating."""
    return [
        part
        for part in template.fixed
        if not any(f"{label} ".casefold().startswith(f"{part} ".casefold()) for label in design.layout)
    ]


def with_template(side: Side, technology: str) -> Side:
    """The side after research: a technology that stands for a hull joins its templates (CW-6.0-02)."""
    found = template_of(technology)
    return side if found is None else changed(side, templates={**side.templates, found.name: found})


def read_drawing(
    text: UnitText, side: Side, settings: Settings
) -> tuple[AnyDraft, Design | None, tuple[DesignProblem, ...]]:
    """A drawing for a side: the draft, the design if it has a price, and what is wrong; NotationError if unreadable."""
    return judge_draft(fit_drive(read_unit(text, settings), side), side, settings)


def price_drawing(text: UnitText, side: Side, settings: Settings) -> Design | None:
    """The design that a drawing would be for a side, whether or not it may be built; None without a price. NotationError if
    unreadable."""
    draft = fit_drive(read_unit(text, settings), side)
    try:
        return design_of(draft, settings, side.race)
    except GameError:
        return None


def judge_draft(
    draft: AnyDraft, side: Side, settings: Settings
) -> tuple[AnyDraft, Design | None, tuple[DesignProblem, ...]]:
    """A draft with its design and everything that is wrong with it for this side."""
    problems = list(check_design(draft, builder_of(side), settings))
    try:
        design = design_of(draft, settings, side.race)
    except GameError as wrong:
        return draft, None, (*problems, *([] if problems else [DesignProblem(str(wrong), wrong.rule or "CW-6.2-01")]))
    try:
        check_template(side, design)
    except GameError as wrong:
        problems.append(DesignProblem(str(wrong), wrong.rule or "CW-6.0-01"))
    taken = [d for d in side.designs.values() if d.id == design.id or d.name.casefold() == design.name.casefold()]
    if taken:
        text = f"Your roster has {taken[0].name} ({taken[0].id}) already; give the new one another id and name."
        problems.append(DesignProblem(text, "CW-6.2-01"))
    return draft, design, tuple(problems)


def fit_drive(draft: AnyDraft, side: Side) -> AnyDraft:
    """The draft with the FTL drive of the side's own ships, where it names none and they have another."""
    if not isinstance(draft, UnitDraft) or draft.ftl != STANDARD_DRIVE:
        return draft
    own = [d.ftl for d in side.designs.values() if d.kind == "ship" and d.ftl]
    return changed(draft, ftl=own[0]) if own and STANDARD_DRIVE not in own else draft
