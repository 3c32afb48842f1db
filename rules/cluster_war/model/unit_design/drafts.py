"""The component catalogue, and what a designer fills in: hull templates, what is fitted, and battalions (Appendix A, 6.0, 6.2
to 6.5)."""

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import ceil
from typing import Final, Literal, TypeAlias, cast

from rules.cluster_war.model.race_design.effects import RaceEffects, effects_of
from rules.cluster_war.model.state.common import Settings, overrides_of, tables
from rules.cluster_war.model.state.sides import Race, Side, has_trait
from rules.tables import Table
from rules.values import GameError, Value, none_such, quoted, unknown

PARTS_TABLE: Final = "CW-TAB-PARTS"
PART_LIMITS_TABLE: Final = "CW-TAB-PART-LIMITS"
EVERY_KIND: Final = "all"
DRIVE_SIZE: Final = "drive"
DRIVE_DIVISOR: Final = 10
"""A drive takes hull x G / 10 spaces."""


class PriceLine(Value):
    """One part of a price in exact CPs, what it is for, and the rule it rests on."""

    cps: Fraction
    reason: str
    rule: str


class Price(Value):
    """A price line by line; `total` is whole CPs, rounded up."""

    lines: tuple[PriceLine, ...]

    @property
    def total(self) -> int:
        """Whole CPs."""
        return ceil(sum((line.cps for line in self.lines), Fraction(0)))


def number(value: Fraction) -> str:
    """A number for people: "12", "2.5", or "1/3" where tenths do not do."""
    if value.denominator == 1:
        return str(value.numerator)
    thousandths = value * 1000
    if thousandths.denominator == 1:
        sign = "-" if value < 0 else ""
        whole, rest = divmod(abs(thousandths.numerator), 1000)
        return f"{sign}{whole}.{rest:03d}".rstrip("0")
    return str(value)


Scale: TypeAlias = Literal["starship", "tenth"]
Per: TypeAlias = Literal["", "rating", "rating squared", "hull", "hull and G"]

_NUMBER: Final = re.compile(r"\s*(\d+(?:\.\d+|/[1-9]\d*)?)(?![\d/.])")


class DraftPart(Value):
    """One component: hull spaces each (0 outside the hull; a drive's depends on hull and G), CPs by scale, and what it
    fits. A price of None waits for the game master. `source` is "printed", "ruling" or "gm"."""

    name: str
    group: str
    size: int
    is_drive: bool
    cps: Mapping[Scale, Fraction | None]
    per: Per
    highest: int | None
    raised_by: str
    effects: str
    fits: tuple[str, ...]
    source: str
    entry: str

    @property
    def is_rated(self) -> bool:
        """Whether it has a rating: points of damage, layers, levels, G, or the hull that passes a gate."""
        return self.per in {"rating", "rating squared", "hull and G"}

    def goes_into(self, kind: str) -> bool:
        """Whether a unit of this kind can have it at all."""
        return EVERY_KIND in self.fits or kind in self.fits

    def spaces(self, hull: int, rating: Fraction) -> int:
        """Hull spaces that one takes: a drive hull x G / 10 to the nearest whole, a half down, at least 1."""
        if not self.is_drive:
            return self.size
        return max(1, ceil(hull * rating / DRIVE_DIVISOR - Fraction(1, 2)))

    def price(self, scale: Scale, hull: int, rating: Fraction) -> Fraction:
        """CPs for one, exact; GameError while the game master has set no price."""
        each = self.cps[scale]
        if each is None:
            raise GameError(f"{self.name} has no price yet: a ruling sets it.", rule="CW-6.6-09")
        match self.per:
            case "":
                return each
            case "rating":
                return each * rating
            case "rating squared":
                return each * rating * rating
            case "hull":
                return each * hull
            case "hull and G":
                return each * hull * rating


class Limit(Value):
    """What a component asks for: at most so many, a technology, and the disadvantage that bars it."""

    most: int | None
    technology: str
    barred_by: str
    rule: str


def part(name: str, settings: Settings) -> DraftPart:
    """A component by its name, whatever its capitals; GameError if the catalogue has none such."""
    found = catalogue(settings).get(name.strip().casefold())
    if found is None:
        known = sorted(p.name for p in catalogue(settings).values())
        raise unknown(
            GameError, f"The catalogue has no component {quoted(name)}.", name, "It has", known, rule="CW-A-01"
        )
    return found


def catalogue(settings: Settings) -> Mapping[str, DraftPart]:
    """All components by name in small letters, this campaign's prices in them; GameError for one that is not a number."""
    return _catalogue(overrides_of(settings))


@lru_cache(maxsize=64)
def _catalogue(overrides: tuple[tuple[str, str], ...]) -> Mapping[str, DraftPart]:
    all_tables = tables(Settings(overrides=dict(overrides)))
    table = all_tables[PARTS_TABLE]
    return {name.casefold(): _read(table.row(name), all_tables) for name in table.keys}


def _read(row: Mapping[str, str], all_tables: Mapping[str, Table]) -> DraftPart:
    name = row["component"]
    printed_table, _, printed_row = row["printed as"].partition("/")
    printed = all_tables[printed_table].row(printed_row) if printed_table else {}
    size = row["size"] or printed["size"]
    cost = _price(printed.get("CP cost", ""), name)
    if cost is None:
        cost = _price(row["CP cost"], name)
    else:
        cost /= int(row["buys"])
    small = _price(row["CP cost small craft"], name)
    return DraftPart(
        name=name,
        group=row["group"],
        size=int(size) if size.isdecimal() else 0,
        is_drive=size == DRIVE_SIZE,
        cps={"starship": cost, "tenth": cost if small is None else small},
        per=cast("Per", row["per"]),
        highest=int(row["highest"]) if row["highest"] else None,
        raised_by=row["raised by"],
        effects=row["effects"],
        fits=tuple(row["fits"].split(", ")),
        source=row["source"],
        entry=row["entry"],
    )


def _price(cell: str, name: str) -> Fraction | None:
    """The number a price cell begins with ("3 per point"); None for a dash or nothing."""
    if cell.strip() in {"", "-"}:
        return None
    found = _NUMBER.match(cell)
    if found is None:
        raise GameError(f"The price of {name} must begin with a number like 3 or 1/2, not {quoted(cell)}.")
    return Fraction(found[1])


def limits(name: str, kind: str, settings: Settings) -> tuple[Limit, ...]:
    """The limits on a component in a unit of this kind."""
    table = tables(settings)[PART_LIMITS_TABLE]
    rows = (table.row(f"{name}/{which}") for which in ("any", kind) if f"{name}/{which}" in table.keys)
    return tuple(
        Limit(int(r["most"]) if r["most"] else None, r["technology"], r["barred by"], r["ruled by"]) for r in rows
    )


def component_note(name: str, settings: Settings) -> str:
    """What a thing is, by component ("Maglock") or ledger id ("CW-A-38"); GameError if neither is known (CW-A-01)."""
    table = tables(settings)["CW-TAB-GLOSSARY"]
    wanted = name.strip()
    entry = wanted.upper() if wanted.upper() in table.keys else part(wanted, settings).entry
    row = table.row(entry)
    return f"{row['entry']}: {row['note']}"


def section_of(subject: str, settings: Settings) -> str:
    """The section where a glossary subject really stands, whatever number is printed (CW-A-02)."""
    table = tables(settings)["CW-TAB-SEE"]
    key = table.key_like(subject)
    if key is None:
        raise GameError(
            f"No section is known for {quoted(subject)}; there are {', '.join(table.keys)}.", rule="CW-A-02"
        )
    return table.cell(key, "section")


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
