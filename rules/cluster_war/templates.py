"""Hull templates: what a side may lay designs out on, and new ones from research (CW-6.0-01, CW-6.0-02, CW-6.6-08)."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final, cast

from rules.cluster_war.state import Design, DesignKind, Side, Template
from rules.errors import IllegalOrderError

STEPS: Final = 1
"""A new hull is an easy task: one success (CW-6.0-02)."""
HULLS: Final[tuple[DesignKind, ...]] = ("ship", "base")
"""Kinds of designs that need a template."""
_TECHNOLOGY: Final = re.compile(r"Hull template: (.{1,60}) \((ship|base) of (\d{1,5})\)", re.IGNORECASE)


def template_technology(name: str, kind: DesignKind, hull: int) -> str:
    """How a research project names the hull it is to find: give it as the project's technology."""
    return f"Hull template: {name} ({kind} of {hull})"


def template_of(technology: str) -> Template | None:
    """The hull that a technology stands for; None if it is none."""
    found = _TECHNOLOGY.fullmatch(technology.strip())
    if found is None:
        return None
    return Template(found[1], cast("DesignKind", found[2].casefold()), int(found[3]))


def owned_templates(side: Side) -> Mapping[str, Template]:
    """The hulls a side may design on, by name: those on record, and those its designs prove it has (CW-6.0-01)."""
    known = {(t.kind, t.hull) for t in side.templates.values()}
    proved = {
        d.template or f"{d.name} hull": Template(d.template or f"{d.name} hull", d.kind, d.hull)
        for _, d in sorted(side.designs.items())
        if d.kind in HULLS and (d.kind, d.hull) not in known
    }
    return {**proved, **side.templates}


def check_template(side: Side, design: Design) -> None:
    """IllegalOrderError if a design's hull is none of the side's: that takes a research project first (CW-6.6-08)."""
    owned = owned_templates(side).values()
    if design.kind in HULLS and not any((t.kind, t.hull) == (design.kind, design.hull) for t in owned):
        raise IllegalOrderError(
            f"You have no {design.kind} hull of {design.hull} spaces for {design.name}: research it first, "
            f"{STEPS} success with the technology {template_technology('New hull', design.kind, design.hull)}.",
            rule="CW-6.0-01",
        )


def with_template(side: Side, technology: str) -> Side:
    """The side after research: a technology that stands for a hull joins its templates (CW-6.0-02)."""
    found = template_of(technology)
    return side if found is None else replace(side, templates={**side.templates, found.name: found})
