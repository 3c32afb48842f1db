"""An army that stays: supplies and stress, depleted battalions, garrisons and rebellion (CW-9.3-41 to 46, 64 to 74)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from rules.cluster_war.chapters.combat.ground.troops import war_number
from rules.cluster_war.model.state.designs import Design
from rules.cluster_war.model.state.names import DesignId
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.surface import FULL, City, city_cps
from rules.cluster_war.model.state.tables_of import tables
from rules.dice import Roll
from rules.errors import IllegalOrderError
from rules.values import Value

XENOPHOBIC: Final = frozenset({"Xenophobic", "Totally Xenophobic"})
HOSTILE: Final = frozenset({"Hostile", "Very Hostile"})
GARRISONS: Final = "CW-9.3-T06"


def weeks_unsupplied(supplied: int, week: int, settings: Settings) -> int:
    """Weeks that an army has been without supplies: those it carries come first (CW-9.3-43)."""
    return max(0, week - supplied - war_number("weeks of supplies an army carries", settings))


def stress_after(weeks: int, settings: Settings) -> int:
    """The stress of an army after so many weeks without supplies: 10 % for every four (CW-9.3-45)."""
    return weeks // war_number("weeks for each tag of stress", settings) * war_number("stress of a tag", settings)


def stress_fails(roll: Roll, stress: int) -> bool:
    """Whether a stress check of 1d100 fails: at or below the stress (CW-9.3-45, CW-4.3-20)."""
    return roll.total <= stress


def is_supplied(*, freighter: bool, captured_city: bool) -> bool:
    """Whether an army draws supplies: from freighters over the world, or from a city it has captured (CW-9.3-44)."""
    return freighter or captured_city


def reorganised(teams: Sequence[int]) -> tuple[int, ...]:
    """Battalions of one type after their teams are put together: as many as possible full, the rest in the first ones
    (CW-9.3-63, CW-9.3-64). Full ones come last, as in the book's example: losses 2, 2, 1 become 5, 0, 0."""
    left = sum(teams)
    found: list[int] = []
    for _ in teams:
        found.append(min(FULL, left))
        left -= found[-1]
    return tuple(reversed(found))


def check_same_type(types: Iterable[DesignId]) -> None:
    """IllegalOrderError if teams of different types would be put into one battalion (CW-9.3-64)."""
    if len(set(types)) > 1:
        raise IllegalOrderError("Combat teams go only to battalions of the same type.", rule="CW-9.3-64")


def is_conquered(effective_defenders: int, *, declared: bool = False) -> bool:
    """Whether a world is taken: no defender is left who could stop it, or the game master says so (CW-9.3-41, 42)."""
    return declared or effective_defenders == 0


def garrison_needed(attitude: str, settings: Settings) -> int:
    """Garrison units that each large city of a conquered people needs, by their attitude (CW-9.3-66, CW-9.3-69, 70)."""
    words = {word.strip() for word in attitude.split(",")}
    table = tables(settings)[GARRISONS]
    if words & {"Totally Xenophobic"} or (words & XENOPHOBIC and (words & HOSTILE or words <= XENOPHOBIC)):
        return table.number("hostile and xenophobic", "garrison_units")
    return table.number("hostile" if words & HOSTILE else "belligerent or milder", "garrison_units")


def garrisons(cities: Sequence[City], size: int, attitude: str, settings: Settings) -> dict[str, int]:
    """The garrison units that each city needs: none below 10 CPs (CW-9.3-68)."""
    least, each = war_number("CPs of a city that needs a garrison", settings), garrison_needed(attitude, settings)
    return {name: each if cps >= least else 0 for name, cps in city_cps(cities, size).items()}


def crew_battalions(crewed_hull: int, settings: Settings) -> int:
    """Battalions that a crew counts for as a garrison: one for ten crewed hull spaces, rounded down (CW-9.3-73)."""
    return crewed_hull // war_number("crewed hull spaces that count as a battalion", settings)


def may_garrison(*, at_sea: bool, coastal: bool) -> bool:
    """Whether a vessel's crew can hold a city: one of the wet navy holds cities by the sea alone (CW-9.3-74)."""
    return coastal or not at_sea


class Duty(Value):
    """What a city's garrison should be and is."""

    city: City
    needed: int
    there: int

    @property
    def rebels(self) -> bool:
        """Whether the garrison is missing or too small (CW-9.3-71)."""
        return self.there < self.needed


def duties(
    cities: Sequence[City],
    needed: Mapping[str, int],
    posted: Mapping[str, int],
    spare: int,
    *,
    afloat: int = 0,
    coastal: Collection[str] = (),
) -> tuple[Duty, ...]:
    """How garrison units are shared out: those posted in a city stay there, the spare ones go where they lack, in order; crews
    `afloat` only to the cities that are `coastal` (CW-9.3-74), and there first."""
    found = []
    for city in cities:
        there = posted.get(city.name, 0)
        landed = min(afloat, max(0, needed[city.name] - there)) if city.name in coastal else 0
        lent = min(spare, max(0, needed[city.name] - there - landed))
        afloat, spare = afloat - landed, spare - lent
        found.append(Duty(city, needed[city.name], there + landed + lent))
    return tuple(found)


def refill_cost(design: Design, teams: int) -> int:
    """CPs that refill a battalion at a training base: the lost teams' part of its price, rounded up (CW-9.6-03)."""
    return -(-design.cost * (FULL - teams) // FULL)
