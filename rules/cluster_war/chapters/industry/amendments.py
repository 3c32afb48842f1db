"""Designs and hull templates that the GM adds: in a few numbers, or drawn in full (CW-6.0-01, CW-18.0-16)."""

from fractions import Fraction
from typing import Final, Literal

from rules.cluster_war.chapters.detection.cloaks import ADVANCED_CLOAK, CLOAKED
from rules.cluster_war.chapters.industry.drawings import on_template, start_templates
from rules.cluster_war.model.state.common import Settings, SideId
from rules.cluster_war.model.state.holdings import Design, Template
from rules.cluster_war.model.state.sides import Side
from rules.cluster_war.model.unit_design.drive_kinds import check_drive
from rules.cluster_war.model.unit_design.ground import psi_traits, read_ability
from rules.cluster_war.model.working.amendment import MOST_CPS, Amending, Amendment, Apply, amount
from rules.values import GameError, changed, quoted

DESIGN_PARTS: Final = (
    "lrs", "survey_bays", "cargo_bays", "science_stations", "hangar", "mining", "racks", "barracks", "repair_bays",
)  # fmt: skip


MOST_CLOAK: Final = 20


class AddDesign(Amendment):
    """Add a design to a side's roster (CW-18.0-16). `drawn` is one drawn in full; then the other fields repeat it.
    `psionics` are abilities its crews are trained in, with or without their race's leave (CW-15.0-13). `cloak` is the level of
    its cloak, 0 for none, if its owner's technology is basic (CW-12.0-09)."""

    side: SideId
    name: str
    kind: Literal["ship", "small_craft", "ground", "base"]
    hull: int
    cost: int
    drive: str = "0"
    lrs: int = 0
    survey_bays: int = 0
    cargo_bays: int = 0
    science_stations: int = 0
    ftl: str = "second-stage"
    ftl_levels: int = 0
    ftl_doubled: bool = False
    bridge: bool = True
    hangar: int = 0
    mining: int = 0
    racks: int = 0
    drawn: Design | None = None
    barracks: int = 0
    repair_bays: int = 0
    psionics: tuple[str, ...] = ()
    cloak: int = 0


class AddTemplate(Amendment):
    """Give a side a hull to design on, with the components that every design on it has (CW-6.0-01)."""

    side: SideId
    name: str
    kind: Literal["ship", "base"]
    hull: int
    fixed: tuple[str, ...] = ()


def _design(turn: Amending, order: AddDesign) -> None:
    side = turn.side(order.side)
    amount(order.cost)
    settings, drawn = turn.settings, order.drawn
    design = _in_numbers(order, side, settings) if drawn is None else _whole(drawn, side, settings)
    hulls = start_templates(side.templates.values(), {**side.designs, design.id: design})
    design = on_template(hulls, design)
    turn.sides[side.id] = changed(side, designs={**side.designs, design.id: design}, templates=hulls)
    turn.tell(f"New design: {design.name}, hull {design.hull}, {design.cost} CPs.", side.id)


def _in_numbers(order: AddDesign, side: Side, settings: Settings) -> Design:
    slug = "-".join("".join(c if c.isalnum() else " " for c in order.name.casefold()).split())
    if not slug or slug in side.designs:
        raise GameError(f"{side.name} already has a design called {quoted(order.name)}; give it another name.")
    try:
        drive = Fraction(order.drive)
    except (ValueError, ZeroDivisionError):
        raise GameError(f"{quoted(order.drive)} is not a drive rating; write it in G, like 2 or 5/2.") from None
    if not 1 <= order.hull <= MOST_CPS or drive < 0 or drive > 100:
        raise GameError("A design has at least 1 hull and a drive of 0 to 100 G.")
    design = Design(
        id=slug,
        name=order.name,
        kind=order.kind,
        hull=order.hull,
        cost=order.cost,
        drive=drive,
        prefix="".join(w[0] for w in slug.split("-"))[:3].upper(),
        ftl=order.ftl,
        ftl_levels=order.ftl_levels,
        ftl_doubled=order.ftl_doubled,
        bridge=order.bridge,
        traits=psi_traits((read_ability(name, settings) for name in order.psionics), settings),
    )
    design = changed(design, **{part: getattr(order, part) for part in DESIGN_PARTS})
    if order.cloak:
        if not 0 < order.cloak <= MOST_CLOAK or order.kind not in {"ship", "base"}:
            raise GameError(f"A ship or base has a cloak of level 1 to {MOST_CLOAK}.", rule="CW-12.0-09")
        better = (f"{ADVANCED_CLOAK} +{order.cloak - 1}",) if order.cloak > 1 else ()
        design = changed(design, traits=(*design.traits, CLOAKED, *better))
    check_drive(design, settings)
    return design


def _whole(design: Design, side: Side, settings: Settings) -> Design:
    taken = {name.casefold() for d in side.designs.values() for name in (d.id, d.name)}
    if {design.id.casefold(), design.name.casefold()} & taken:
        raise GameError(f"{side.name} already has a design called {quoted(design.id)} or {quoted(design.name)}.")
    if not 1 <= design.hull <= MOST_CPS or not 0 <= design.drive <= 100 or not 1 <= design.cost <= MOST_CPS:
        raise GameError("A design has a hull and a price of at least 1, and a drive of 0 to 100 G.", rule="CW-6.2-01")
    if design.ftl:
        check_drive(design, settings)
    return design


def _template(turn: Amending, order: AddTemplate) -> None:
    side = turn.side(order.side)
    if not order.name.strip() or not 1 <= order.hull <= MOST_CPS:
        raise GameError("A hull template has a name and at least 1 hull space.", rule="CW-6.0-01")
    new = Template(order.name.strip(), order.kind, order.hull, order.fixed)
    turn.sides[side.id] = changed(side, templates={**side.templates, new.name: new})
    fixed = f", with {', '.join(new.fixed)} fixed in it" if new.fixed else ""
    turn.tell(f"New hull template: {new.name}, a {new.kind} of {new.hull}{fixed}.", side.id, rule="CW-6.0-01")


APPLY: Final[Apply] = {AddDesign: _design, AddTemplate: _template}
