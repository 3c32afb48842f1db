"""Crew grades as units are built with them (chapter 17.2)."""

from typing import Final

from rules.cluster_war.state.designs import Design
from rules.cluster_war.state.settings import Settings
from rules.cluster_war.state.war import Grade
from rules.errors import IllegalOrderError

CREW: Final[dict[str, Grade]] = {"green crew": "green", "veteran crew": "veteran", "elite crew": "elite"}
"""By the trait of a design: the grade of the crew that its price includes; regulars are the default (CW-17.2-01)."""
EARNED: Final = ("veteran", "elite")
BUYING: Final = "CW-17.2-05"
ANY_TIME: Final = "any-time"
"""The ruling with which experienced crews can be bought after the start, too."""


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
