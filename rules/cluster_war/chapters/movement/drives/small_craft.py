"""Small craft under way: which ride in hangars, which fly by themselves, and for how long (4.2)."""

from collections.abc import Iterable, Mapping
from typing import Final

from rules.cluster_war.model.state.names import DesignId
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.units import Design, Ship
from rules.cluster_war.model.unit_design.drive_kinds import SECOND_STAGE, ruled
from rules.cluster_war.model.unit_design.transport import Hangars
from rules.cluster_war.model.unit_design.wounded import is_adrift
from rules.errors import IllegalOrderError
from rules.values import Value

PRINTED: Final = Settings()


class Formation(Value):
    """A fleet sorted: ships and craft that travel by their own drives, craft in hangars, and whether there is a tender
    or carried supply for craft outside."""

    travelling: tuple[Ship, ...]
    housed: tuple[Ship, ...]
    outside: tuple[Ship, ...]
    supplied: bool


def has_ftl(design: Design) -> bool:
    """Whether a design travels between stars by itself: any other drive than second stage, or one with a rating."""
    return design.ftl != SECOND_STAGE or design.drive.numerator > 0


def form_up(designs: Mapping[DesignId, Design], ships: Iterable[Ship], settings: Settings = PRINTED) -> Formation:
    """Put small craft into the fleet's hangars: first those that cannot travel alone, then others, in their order.

    IllegalOrderError if there is no room for a craft without FTL drive or without bridge (CW-4.2-04, CW-4.2-05).
    """
    here = tuple(ships)
    small = {design for design in {ship.design for ship in here} if designs[design].kind == "small_craft"}
    if not small:
        return Formation(here, (), (), supplied=True)
    big = [ship for ship in here if ship.design not in small]
    craft = [ship for ship in here if ship.design in small]
    hangars = Hangars(designs, big, settings)
    housed: list[Ship] = []
    outside: list[Ship] = []
    for ship in sorted(craft, key=lambda s: _flies(s, designs)):
        design = designs[ship.design]
        if hangars.take(design.hull):
            housed.append(ship)
        elif _flies(ship, designs):
            outside.append(ship)
        else:
            _refuse(ship, design)
    supplied = any(designs[ship.design].hangar or designs[ship.design].cargo_bays for ship in big)
    return Formation((*big, *outside), tuple(housed), tuple(outside), supplied)


def _flies(ship: Ship, designs: Mapping[DesignId, Design]) -> bool:
    """Whether a craft needs no hangar to travel: somebody is aboard, and it can."""
    return not is_adrift(ship) and _travels_alone(designs[ship.design])


def _travels_alone(design: Design) -> bool:
    return design.bridge and has_ftl(design)


def _refuse(ship: Ship, design: Design) -> None:
    name = f"{ship.id.rpartition('/')[2]} ({design.name})"
    if is_adrift(ship):
        raise IllegalOrderError(f"{name} has no crew left, and no hangar takes it along.", rule="CW-14.0-28")
    if not design.bridge:
        raise IllegalOrderError(
            f"{name} has no bridge and no hangar room: it cannot be away from its base or carrier.", rule="CW-4.2-05"
        )
    raise IllegalOrderError(f"{name} has no FTL drive and no hangar room: it stays in its system.", rule="CW-4.2-04")


def check_housed(designs: Mapping[DesignId, Design], ships: Iterable[Ship], settings: Settings = PRINTED) -> None:
    """Refuse to leave craft without a bridge out in space, away from any base (CW-4.2-05)."""
    here = [s for s in ships if designs[s.design].kind != "small_craft" or not designs[s.design].bridge]
    form_up(designs, here, settings)


def supply_ends(formation: Formation, departs: int, arrives: int, settings: Settings) -> int | None:
    """The week from which craft outside are out of supply on this trip; None if they last, or are supplied (CW-4.2-03)."""
    lasts = departs + ruled("weeks small craft last", settings)
    if formation.supplied or not formation.outside or arrives <= lasts:
        return None
    return lasts
