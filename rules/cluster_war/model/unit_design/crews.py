"""Crews: the grades that units are built with (chapter 17.2), how many there are, and what is left of them (14.0)."""

from typing import Final, Protocol

from rules.cluster_war.model.state.settings import Settings, tables
from rules.cluster_war.model.state.units import Design
from rules.cluster_war.model.state.war import Grade
from rules.cluster_war.model.unit_design.wounded import ALL_HANDS, component_of
from rules.errors import IllegalOrderError

CREW: Final[dict[str, Grade]] = {"green crew": "green", "veteran crew": "veteran", "elite crew": "elite"}
"""By the trait of a design: the grade of the crew that its price includes; regulars are the default (CW-17.2-01)."""
EARNED: Final = ("veteran", "elite")
BUYING: Final = "CW-17.2-05"
ANY_TIME: Final = "any-time"
"""The ruling with which experienced crews can be bought after the start, too."""
NUMBERS: Final = "CW-TAB-WEATHER"
UNMANNED: Final = ("AI cockpit", "Remote cockpit", "Mine controller")
"""What flies a craft without a crew."""


def crew_grade(design: Design) -> Grade:
    """The grade of the crew that a new unit of a design has (CW-17.2-01)."""
    return next((CREW[trait] for trait in design.traits if trait in CREW), "regular")


def check_crew(design: Design, settings: Settings) -> None:
    """IllegalOrderError for a unit whose crew cannot be bought once the game has begun (CW-17.2-02, CW-17.2-05)."""
    grade = crew_grade(design)
    if grade == "regular":
        return
    if not settings.graded_crews:
        raise IllegalOrderError(
            f"{design.name} has a {grade} crew; crews have no grades in this campaign.", rule="CW-17.2-02"
        )
    if grade in EARNED and settings.rulings.get(BUYING) != ANY_TIME:
        raise IllegalOrderError(
            f"{design.name} has a {grade} crew, which can be bought at the start alone; later a crew earns its grade.",
            rule=BUYING,
        )


class Manned(Protocol):
    """A ship, as far as its crew goes."""

    @property
    def crew_lost(self) -> int: ...


def crew_of(design: Design, settings: Settings) -> int:
    """The heads of a unit's whole crew; 0 for what flies by itself or by remote control (CW-14.0-26)."""
    if "remote" in design.traits or any(component_of(label) in UNMANNED for label in design.layout):
        return 0
    what = "crew of small craft" if design.kind == "small_craft" else "crew a hull space"
    return design.hull * tables(settings)[NUMBERS].number(what, "number")


def after_losing(lost: int, heads: int, design: Design, settings: Settings) -> int:
    """What a crew has lost that had lost so many before: heads, or `ALL_HANDS` with the last of them."""
    whole = crew_of(design, settings)
    if not whole:
        return lost
    return ALL_HANDS if lost + heads >= whole else lost + heads


def is_short_handed(design: Design, ship: Manned, settings: Settings) -> bool:
    """Whether so much of a ship's crew is lost that the rest fights as a green crew."""
    if not ship.crew_lost:
        return False
    share = tables(settings)[NUMBERS].number("short-handed", "number")
    return 100 * ship.crew_lost >= share * crew_of(design, settings)


def crew_text(design: Design, ship: Manned, settings: Settings) -> str:
    """What is left of a ship's crew in words; "" for a whole one."""
    if not ship.crew_lost:
        return ""
    whole = crew_of(design, settings)
    return "no crew left" if ship.crew_lost >= ALL_HANDS else f"crew {whole - ship.crew_lost} of {whole}"
