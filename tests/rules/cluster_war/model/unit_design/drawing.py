"""Small drafts for tests of unit design.

draft = ship(20, Fitting("LRS"), g=4)
"""

from fractions import Fraction

from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.sides import Race
from rules.cluster_war.model.unit_design.checks import check_unit
from rules.cluster_war.model.unit_design.drafts import Builder, Fitting, HullTemplate, Structure, UnitDraft

PLAIN = Settings()
NOBODY = Builder()
KHAOS = Race("Khaos", "5555", abilities=("Extra Strength",))


def unit(kind: str, hull: int, *fittings: Fitting, structure: Structure = "built", name: str = "Trial") -> UnitDraft:
    """A unit with these components and no others."""
    return UnitDraft("TR", name, HullTemplate(f"{kind} {hull}", kind, hull, structure=structure), fittings)


def ship(hull: int, *fittings: Fitting, g: int = 2) -> UnitDraft:
    """A starship with drive, bridge and crew quarters, and these components."""
    quarters = Fitting("Crew quarters", -(-hull // 10))
    return unit("ship", hull, Fitting("Drive", 1, Fraction(g)), Fitting("Bridge"), quarters, *fittings)


def base(hull: int, *fittings: Fitting, kind: str = "orbital base") -> UnitDraft:
    """A base with bridge and crew quarters, and these components."""
    return unit(kind, hull, Fitting("Bridge"), Fitting("Crew quarters", -(-hull // 10)), *fittings)


def fighter(*fittings: Fitting, hull: int = 5) -> UnitDraft:
    """A fighter with a cockpit and these components."""
    return unit("fighter", hull, Fitting("Cockpit"), *fittings)


def gunboat(*fittings: Fitting, hull: int = 10) -> UnitDraft:
    """A gunboat with a bridge and these components."""
    return unit("gunboat", hull, Fitting("Bridge"), *fittings)


def rated(component: str, rating: int, count: int = 1, *effects: str) -> Fitting:
    """A component with a rating."""
    return Fitting(component, count, Fraction(rating), effects)


def refusals(draft: UnitDraft, builder: Builder = NOBODY, settings: Settings = PLAIN) -> list[str]:
    """The rules by which a draft is refused."""
    return [problem.rule for problem in check_unit(draft, builder, settings) if problem.refused]


def advice(draft: UnitDraft, builder: Builder = NOBODY) -> list[str]:
    """The rules behind the advice on a draft."""
    return [problem.rule for problem in check_unit(draft, builder, PLAIN) if not problem.refused]
