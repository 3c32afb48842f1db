"""What it takes to carry ground forces, and where units are made (6.5, 5.1, Appendix A)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from rules.cluster_war.state import Settings
from rules.cluster_war.steps import CODES, check_step
from rules.cluster_war.tables_of import tables
from rules.cluster_war.unit_design.capacities import crate_bays
from rules.cluster_war.unit_design.drafts import AnyDraft, GroundDraft, UnitDraft, unit_kind
from rules.cluster_war.unit_design.ground import MINEFIELD, ORDINARY_CARGO, size_of
from rules.cluster_war.unit_design.problems import Problem

AIR: Final = 2
MOST_AIR_STEPS: Final = 2
NAVAL: Final = ("patrol boat", "naval ship")
WORKPLACES: Final = {
    "shipyard": "shipyard bays",
    "factory": "a factory",
    "sea factory": "a factory beside water",
    "heavy plant": "a heavy industrial plant",
    "population": "a colony's people",
}


@dataclass(frozen=True, slots=True)
class Transport:
    """What units take aboard ship: barracks, cargo bays and hangar bays; turns to reassemble where they land.

    `special` are those that no ordinary ship carries (CW-5.1-04).
    """

    barracks: int = 0
    cargo_bays: int = 0
    hangar_bays: int = 0
    turns: int = 0
    special: int = 0

    def __add__(self, other: "Transport") -> "Transport":
        return Transport(
            self.barracks + other.barracks,
            self.cargo_bays + other.cargo_bays,
            self.hangar_bays + other.hangar_bays,
            max(self.turns, other.turns),
            self.special + other.special,
        )


def transport(draft: AnyDraft, settings: Settings, *, hangars: bool = False) -> Transport:
    """What one unit takes aboard ship; with `hangars` aerospace fighters travel ready to launch.

    Battalions need a barracks and their gear in cargo (CW-6.5-22); aerospace fighters one hangar bay or two
    instead of cargo (CW-6.5-23); gunboat-scale vehicles and boats go as crated craft, boats need a turn to be put
    together (CW-6.5-24); starship-scale ones take a ship of their own.
    """
    if isinstance(draft, GroundDraft):
        size = size_of(draft, settings)
        if hangars and draft.gear == "aerospace":
            return Transport(size.barracks, hangar_bays=_flight_bays(size.cargo, settings))
        return Transport(size.barracks, size.cargo)
    kind = unit_kind(draft.template.kind, settings)
    turns = int(kind.name in NAVAL)
    if kind.scale == "tenth":
        return Transport(cargo_bays=crate_bays(draft.template.hull, settings), turns=turns)
    return Transport(turns=turns, special=1)


def _flight_bays(cargo: int, settings: Settings) -> int:
    """Hangar bays of an aerospace battalion: a light one fits in one bay, a heavy one takes two (CW-A-04)."""
    table = tables(settings)["CW-TAB-CAPACITY"]
    if cargo <= ORDINARY_CARGO:
        return table.number("hangar bay/light aerospace fighter battalions", "capacity")
    return 2 * table.number("two hangar bays/heavy aerospace fighter battalions", "capacity")


def transport_all(drafts: Iterable[AnyDraft], settings: Settings, *, hangars: bool = False) -> Transport:
    """What all these units take together."""
    return sum((transport(draft, settings, hangars=hangars) for draft in drafts), Transport())


def launch_problem(unit: GroundDraft, step: str, home_step: str) -> Problem | None:
    """Why aerospace fighters cannot launch over a world with this STEP code: they need air like that of their home.

    Air is the third character: none (0) or extreme (X) will not do, nor more than 2 steps from home (CW-6.5-23).
    """
    if unit.gear != "aerospace":
        return None
    air, home = check_step(step)[AIR], check_step(home_step)[AIR]
    if air in "0X" and air != home:
        return Problem(f"There is no air here that {unit.name} could fly in.", "CW-6.5-23")
    if abs(CODES.index(air) - CODES.index(home)) > MOST_AIR_STEPS:
        return Problem(f"{unit.name} was not made for this world's air: it cannot launch here.", "CW-6.5-23")
    return None


def works_at_sea(draft: UnitDraft) -> bool:
    """Whether it is a wet navy unit: it needs water, and it cannot invade another world (CW-A-63)."""
    return draft.template.kind in NAVAL


def made_at(draft: AnyDraft, settings: Settings) -> str:
    """Where a unit, or a battalion's gear, is made (CW-6.5-03, CW-6.5-19): "a factory", "" for troops on foot."""
    if isinstance(draft, GroundDraft):
        gear = draft.based_on != MINEFIELD and size_of(draft, settings).cargo
        return WORKPLACES["factory"] if gear or draft.android or draft.based_on == MINEFIELD else ""
    return WORKPLACES[unit_kind(draft.template.kind, settings).built_at]
