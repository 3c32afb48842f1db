"""What a designer fills in: hull templates, what is fitted, and battalions (6.0, 6.2 to 6.5)."""

from fractions import Fraction
from typing import Final, Literal, TypeAlias

from rules.cluster_war.model.race_design.effects import RaceEffects, effects_of
from rules.cluster_war.model.state.settings import Settings, tables
from rules.cluster_war.model.state.sides import Race, Side, has_trait
from rules.cluster_war.model.unit_design.catalogue import Scale
from rules.errors import none_such
from rules.values import Value

Structure: TypeAlias = Literal["built", "asteroid", "planetoid"]
CrewKind: TypeAlias = Literal["crew", "android", "crewless"]
Gear: TypeAlias = Literal["foot", "suit", "vehicle", "aerospace"]
NO_RACE: Final = Race("", "5555")
GENERATIONS: Final = {"Pre-FTL": 0, "First Generation": 1, "Second Generation": 2, "Third Generation": 3}


class Fitting(Value):
    """So many of one component, each with its rating where it has one (points, levels, G) and its special effects."""

    component: str
    count: int = 1
    rating: Fraction = Fraction(0)
    effects: tuple[str, ...] = ()


class CustomPart(Value):
    """A component of the campaign's own: hull spaces and CPs for each. It counts once the game master approves it."""

    name: str
    size: int
    cps: Fraction
    count: int = 1
    approved: bool = False
    note: str = ""


class HullTemplate(Value):
    """The hull that a draft is laid out on: its name, kind and hull spaces. What stands fixed in it is checked against
    the side's own templates (`templates.check_template`, CW-6.0-01)."""

    name: str
    kind: str
    hull: int
    structure: Structure = "built"


class UnitDraft(Value):
    """A ship, small craft, base, vehicle or mine on the drawing board; `id` is the design's id and prefix ("DD").

    `ftl` is the kind of FTL drive, where it has one; `ftl_doubled` twice its drive components (CW-4.0-12).
    """

    id: str
    name: str
    template: HullTemplate
    fittings: tuple[Fitting, ...] = ()
    custom: tuple[CustomPart, ...] = ()
    multipliers: tuple[str, ...] = ()
    grade: str = "Regular"
    crew: CrewKind = "crew"
    ftl: str = "second-stage"
    ftl_doubled: bool = False
    note: str = ""

    def count(self, *components: str) -> int:
        """How many of these components it has."""
        wanted = {name.casefold() for name in components}
        return sum(f.count for f in self.fittings if f.component.strip().casefold() in wanted)

    def rating(self, component: str) -> Fraction:
        """The highest rating of a component aboard, 0 without it."""
        wanted = component.casefold()
        return max((f.rating for f in self.fittings if f.component.strip().casefold() == wanted), default=Fraction(0))


class GroundDraft(Value):
    """A battalion: AR and DR, each ranged and close, its abilities, and how it moves and fights (CW-6.5-05).

    `based_on` names the printed unit it comes from; one that differs from that in nothing has the printed price.
    """

    id: str
    name: str
    ar_ranged: int
    ar_close: int
    dr_ranged: int
    dr_close: int
    abilities: tuple[str, ...] = ()
    gear: Gear = "foot"
    android: bool = False
    based_on: str = ""
    note: str = ""

    @property
    def ratings(self) -> tuple[int, int, int, int]:
        """AR ranged, AR close, DR ranged, DR close."""
        return (self.ar_ranged, self.ar_close, self.dr_ranged, self.dr_close)

    def has(self, ability: str) -> bool:
        """Whether it has a special ability, whatever its capitals."""
        return any(mine.strip().casefold() == ability.casefold() for mine in self.abilities)


AnyDraft: TypeAlias = UnitDraft | GroundDraft


class Builder(Value):
    """Who designs: the race, its technologies and generation."""

    technologies: tuple[str, ...] = ()
    race: Race | None = None
    generation: int = 1

    def effects(self, settings: Settings) -> RaceEffects:
        """All that race and technologies give and forbid, disadvantages overcome left out (CW-3.1-81)."""
        return effects_of(self.race or NO_RACE, self.technologies, settings)


def builder_of(side: Side) -> Builder:
    """A side as a designer."""
    return builder_knowing(side.race, side.technologies)


def builder_knowing(race: Race, technologies: tuple[str, ...]) -> Builder:
    """A race with these technologies; the game master raises its generation by "Second Generation" (CW-6.5-11)."""
    known = (level for name, level in GENERATIONS.items() if has_trait(technologies, name))
    return Builder(technologies, race, max(known, default=1))


class UnitKind(Value):
    """A kind of designed unit as CW-TAB-UNIT-KINDS has it; `control` is what it needs: all of one of the lists."""

    name: str
    scale: Scale
    low: int
    high: int | None
    control: tuple[tuple[str, ...], ...]
    built_at: str
    counts_as: str
    technology: str
    rule: str
    about: str


def unit_kind(name: str, settings: Settings) -> UnitKind:
    """A kind of unit by name; GameError names them all (CW-TAB-UNIT-KINDS)."""
    table = tables(settings)["CW-TAB-UNIT-KINDS"]
    if name not in table.keys:
        raise none_such("kind of unit", name, table.keys, "CW-6.2-01")
    row = table.row(name)
    return UnitKind(
        name=name,
        scale="tenth" if row["scale"] == "tenth" else "starship",
        low=int(row["low"]),
        high=int(row["high"]) if row["high"] else None,
        control=tuple(tuple(choice.split(" and ")) for choice in row["control"].split(" or ")),
        built_at=row["built at"],
        counts_as=row["counts as"],
        technology=row["technology"],
        rule=row["ruled by"],
        about=row["about"],
    )
