"""Where units are made and what that can do: yards, heavy plants, factories by product line, military bases (6.1, 6.5)."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Final, Literal, TypeAlias, get_args

from rules.cluster_war.model.state.common import DesignId, Settings, tables
from rules.cluster_war.model.state.holdings import Build, Colony, Design
from rules.values import IllegalOrderError, Value, changed

Place: TypeAlias = Literal["shipyard", "heavy", "factory", "training", "site"]
Taken: TypeAlias = Callable[[str], int]
"""What is already in use this turn of the yard, the heavy plants, the military base, or a product line."""

FacilityKind: TypeAlias = Literal["shipyard", "factory", "heavy", "training", "lab"]
ProductLine: TypeAlias = Literal["munitions", "vehicles", "aircraft", "small craft", "naval", "androids"]
PRODUCT_LINES: Final[tuple[str, ...]] = get_args(ProductLine)
"""Product lines (CW-6.1-09): munitions; ground vehicles, power armor and mecha; aircraft; small craft; naval; androids."""
UNIT_LINES: Final = {
    "gunboat": "small craft",
    "fighter": "small craft",
    "smart mine": "small craft",
    "super tank": "vehicles",
    "patrol boat": "naval",
}
WATER_CODES: Final = ("5", "6")
"""Planet digits of worlds with open water (CW-TAB-STEP-DIGITS): a living planet, a water world."""
BETTER_INDUSTRY_RULE: Final = "CW-6.1-10"
"""Rulings "CW-6.1-10/Omni-factory" ("any line") and "CW-6.1-10/Nano-lathe" (a factor) say what research brings."""


class Facility(Value):
    """What a colony's people can build: `name` is how players call its rating, `field` where a place holds it.

    Its price stands in `row` of `table`, for `step` of rating: it is built in whole ones.
    """

    name: str
    field: str
    step: int
    table: str
    row: str

    @property
    def most(self) -> int:
        """The highest rating that one order may ask for."""
        return MOST_FACILITIES - MOST_FACILITIES % self.step


FACILITIES: Final[Mapping[str, Facility]] = {
    "shipyard": Facility("shipyard bays", "shipyard_bays", 1, "CW-TAB-FACILITIES", "Shipyard bay"),
    "factory": Facility("light industry", "light_industry", 20, "CW-TAB-FACILITIES", "Factory (20 light industry)"),
    "heavy": Facility("heavy industry", "heavy_industry", 20, "CW-TAB-FACILITIES", "Heavy industrial plant"),
    "training": Facility("training rating", "training", 25, "CW-TAB-FACILITIES", "Training base size 25"),
    "lab": Facility("science stations", "science_stations", 1, "CW-TAB-COMPONENTS", "Science station"),
}
MOST_FACILITIES: Final = 1000


class Skill(Value):
    """What better factories can do: any line without re-tooling, and a factor on their rating (CW-6.1-10)."""

    any_line: bool = False
    factor: Fraction = Fraction(1)


def skill(technologies: Iterable[str], settings: Settings) -> Skill:
    """The factories of a side with these technologies; the campaign's rulings set the effects (CW-6.1-10)."""
    rulings = settings.rulings
    return _skill(
        tuple(technologies),
        rulings.get(f"{BETTER_INDUSTRY_RULE}/Omni-factory"),
        rulings.get(f"{BETTER_INDUSTRY_RULE}/Nano-lathe"),
    )


@lru_cache(maxsize=256)
def _skill(technologies: tuple[str, ...], omni_factory: str | None, nano_lathe: str | None) -> Skill:
    known = {name.casefold() for name in technologies}
    any_line = "omni-factory" in known and (omni_factory or "any line") == "any line"
    return Skill(any_line, Fraction(nano_lathe or "2") if "nano-lathe" in known else Fraction(1))


def workplace(design: Design, settings: Settings, *, at_yard: bool = False) -> tuple[Place, str]:
    """What works on units of a design, and the product line if it is a factory (CW-6.1-08, CW-6.5-03, CW-6.1-13)."""
    kinds = tables(settings)["CW-TAB-UNIT-KINDS"]
    built_at = kinds.cell(design.unit, "built at") if design.unit in kinds.keys else ""
    if design.kind == "facility":
        raise IllegalOrderError(f"{design.name} is a facility: order it as one.", rule="CW-18.0-03")
    if design.kind == "ship" or built_at == "shipyard":
        return "shipyard", ""
    if built_at == "heavy plant":
        return "heavy", ""
    if design.kind == "small_craft" and at_yard:
        return "shipyard", ""
    if design.kind == "small_craft" or built_at in {"factory", "sea factory"}:
        return "factory", design.line or UNIT_LINES.get(design.unit, "small craft")
    return ("training", "") if design.kind == "ground" else ("site", "")


def needs_water(design: Design, settings: Settings) -> bool:
    """Whether a factory must be by the sea to make it (CW-6.5-03)."""
    kinds = tables(settings)["CW-TAB-UNIT-KINDS"]
    return design.unit in kinds.keys and kinds.cell(design.unit, "built at") == "sea factory"


def gear_line(design: Design) -> str:
    """The product line of a battalion's vehicles and suits (CW-6.5-16)."""
    return design.line or ("aircraft" if "aerospace" in design.traits else "vehicles")


def key_of(build: Build) -> str:
    """Under what name a build takes capacity: its place, or the line of its factory."""
    return build.line if build.place == "factory" else build.place


def label(key: str) -> str:
    """How players call a kind of capacity: a place's, or a product line's."""
    return FACILITIES[key].name if key in FACILITIES else f"light industry for {key}"


def housed_size(garrison: Mapping[DesignId, int], designs: Mapping[DesignId, Design]) -> int:
    """Size of the ground forces that a military base houses; wild units live off the land (CW-6.5-01, CW-6.5-27)."""
    held = ((designs[d], n) for d, n in garrison.items() if d in designs)
    return sum(d.hull * n for d, n in held if d.kind == "ground" and "wild" not in d.traits)


def tooled_industry(site: Colony, line: str) -> int:
    """Light industry tooled for a line and not being changed."""
    return site.tooling.get(line, 0)


def untooled_industry(site: Colony) -> int:
    """New light industry, which takes any line at once."""
    return max(0, site.light_industry - sum(site.tooling.values()) - sum(site.retooling.values()))


UNSKILLED: Final = Skill()


def line_rating(site: Colony, line: str, able: Skill) -> int:
    """Hull spaces a turn that the place's factories could do of a line this turn (CW-6.1-07, CW-6.1-09)."""
    rating = site.light_industry if able.any_line else tooled_industry(site, line) + untooled_industry(site)
    return int(rating * able.factor)


def rating(site: Colony, key: str, able: Skill = UNSKILLED) -> int:
    """Capacity a turn: shipyard bays and heavy plants together, heavy plants, training, or a line (CW-6.1-12)."""
    match key:
        case "shipyard":
            return site.shipyard_bays + site.heavy_industry
        case "heavy":
            return site.heavy_industry
        case "training":
            return site.training
        case "site":
            return 0
        case _:
            return line_rating(site, key, able)


def free(site: Colony, key: str, taken: Taken, able: Skill = UNSKILLED) -> int:
    """What is left of a place's capacity this turn (CW-6.0-03). Heavy plants serve ships and heavy vehicles alike."""
    if key in {"shipyard", "heavy"}:
        together = site.shipyard_bays + site.heavy_industry - taken("shipyard") - taken("heavy")
        return together if key == "shipyard" else min(together, site.heavy_industry - taken("heavy"))
    if key in PRODUCT_LINES and able.any_line:
        return line_rating(site, key, able) - sum(taken(line) for line in PRODUCT_LINES)
    return rating(site, key, able) - taken(key)


def tool_up(site: Colony, line: str, needed: int, able: Skill) -> Colony:
    """The place with enough new factories set to a line for `needed` of rating, a factory at a time (CW-6.1-09)."""
    if able.any_line:
        return site
    missing = -int(-needed / able.factor // 1) - tooled_industry(site, line)
    if missing <= 0:
        return site
    factory = FACILITIES["factory"].step
    more = min(untooled_industry(site), -(-missing // factory) * factory)
    return changed(site, tooling={**site.tooling, line: tooled_industry(site, line) + more}) if more else site


def less_industry(site: Colony, amount: int) -> Colony:
    """The place after `amount` of light industry left it: new industry first, then tooled, line by line."""
    left = max(0, amount - untooled_industry(site))
    tooling = dict(site.tooling)
    for line in sorted(tooling):
        gone = min(tooling[line], left)
        tooling[line] -= gone
        left -= gone
    return changed(
        site,
        light_industry=site.light_industry - amount,
        tooling={line: n for line, n in tooling.items() if n},
    )


def with_components(site: Colony, design: Design, count: int) -> Colony:
    """A place after `count` bases (fewer, if negative) serve it with yards, factories, training and labs (CW-6.1-01)."""
    if design.kind != "base":
        return site
    if count < 0:
        site = less_industry(site, design.light_industry * -count)
    else:
        site = changed(site, light_industry=site.light_industry + design.light_industry * count)
    return changed(
        site,
        shipyard_bays=site.shipyard_bays + design.shipyard_bays * count,
        heavy_industry=site.heavy_industry + design.heavy_industry * count,
        training=site.training + design.training * count,
        science_stations=site.science_stations + design.science_stations * count,
    )
