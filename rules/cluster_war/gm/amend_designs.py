"""A design that the game master adds to a roster: in a few numbers, or drawn in full (CW-18.0-16)."""

from fractions import Fraction
from typing import Final

from rules.cluster_war.gm.amendments import AddDesign
from rules.cluster_war.state.designs import Design
from rules.cluster_war.state.settings import Settings
from rules.cluster_war.state.sides import Side
from rules.cluster_war.unit_design.drive_kinds import check_drive
from rules.errors import GameError, quoted

MOST: Final = 1_000_000


def new_design(order: AddDesign, side: Side, settings: Settings) -> Design:
    """The design that joins the side's roster; GameError if it has one of that name, or it cannot be."""
    return _in_numbers(order, side, settings) if order.drawn is None else _whole(order.drawn, side, settings)


def _in_numbers(order: AddDesign, side: Side, settings: Settings) -> Design:
    slug = "-".join("".join(c if c.isalnum() else " " for c in order.name.casefold()).split())
    if not slug or slug in side.designs:
        raise GameError(f"{side.name} already has a design called {quoted(order.name)}; give it another name.")
    try:
        drive = Fraction(order.drive)
    except (ValueError, ZeroDivisionError):
        raise GameError(f"{quoted(order.drive)} is no drive rating; write it in G, like 2 or 5/2.") from None
    if not 1 <= order.hull <= MOST or drive < 0 or drive > 100:
        raise GameError("A design has at least 1 hull and a drive of 0 to 100 G.")
    design = Design(
        id=slug,
        name=order.name,
        kind=order.kind,
        hull=order.hull,
        cost=order.cost,
        drive=drive,
        lrs=order.lrs,
        survey_bays=order.survey_bays,
        cargo_bays=order.cargo_bays,
        science_stations=order.science_stations,
        prefix="".join(w[0] for w in slug.split("-"))[:3].upper(),
        ftl=order.ftl,
        ftl_levels=order.ftl_levels,
        ftl_doubled=order.ftl_doubled,
        bridge=order.bridge,
        hangar=order.hangar,
        mining=order.mining,
        racks=order.racks,
    )
    check_drive(design, settings)
    return design


def _whole(design: Design, side: Side, settings: Settings) -> Design:
    taken = {name.casefold() for d in side.designs.values() for name in (d.id, d.name)}
    if {design.id.casefold(), design.name.casefold()} & taken:
        raise GameError(f"{side.name} already has a design called {quoted(design.id)} or {quoted(design.name)}.")
    if not 1 <= design.hull <= MOST or not 0 <= design.drive <= 100 or not 1 <= design.cost <= MOST:
        raise GameError("A design has a hull and a price of at least 1, and a drive of 0 to 100 G.", rule="CW-6.2-01")
    if design.ftl:
        check_drive(design, settings)
    return design
