"""How well a world suits a race, what settling it costs, and what it looks like from the ground (CW-2.1, CW-7.0, CW-2.1-03,
CW-B-45 to CW-B-48)."""

from fractions import Fraction
from functools import lru_cache
from math import floor
from typing import Final

from rules.cluster_war.model.state.common import Settings, overrides_of, tables, tables_with
from rules.cluster_war.model.state.sides import Race, has_trait
from rules.values import NotationError, quoted

STEP_DIGITS: Final = "0123456789X"
RESISTANCE: Final = "Environmental Resistance"


def check_step(code: str) -> str:
    """The STEP code in capitals; NotationError unless it is four characters, each 0 to 9 or X (CW-2.1-03)."""
    step = code.strip().upper()
    if len(step) != 4 or any(c not in STEP_DIGITS for c in step):
        raise NotationError(f"{quoted(code)} is not a STEP code: four characters, each 0 to 9 or X, like 5555.")
    return step


@lru_cache(maxsize=16_384)
def step_distance(a: str, b: str) -> int:
    """Steps between two STEP codes: the differences of the four characters added, X being ten (CW-2.1-04)."""
    return sum(abs(STEP_DIGITS.index(x) - STEP_DIGITS.index(y)) for x, y in zip(a, b, strict=True))


def is_extreme(race: Race, step: str) -> bool:
    """Whether an X that the race's own home does not share makes a world uninhabitable to it (CW-2.1-06)."""
    return any(theirs == "X" != ours for theirs, ours in zip(step, race.home_step, strict=True))


def steps_for(race: Race, step: str) -> int:
    """Steps from the race's home world, one less with Environmental Resistance (CW-2.1-07)."""
    return max(0, step_distance(race.home_step, step) - has_trait(race.abilities, RESISTANCE))


def multiple(race: Race, step: str, settings: Settings) -> Fraction:
    """What a CP of colony size costs this race on such a world: 1, 3/2, 2, 3, 4 or 5 CPs (CW-2.1-05, CW-2.1-06)."""
    return _multiple(race.home_step, race.abilities, step, overrides_of(settings))


@lru_cache(maxsize=8192)
def _multiple(home: str, abilities: tuple[str, ...], step: str, overrides: tuple[tuple[str, str], ...]) -> Fraction:
    table = tables_with(overrides)["CW-TAB-STEP-MULT"]
    race = Race("", home, abilities=abilities)
    steps = steps_for(race, step)
    if is_extreme(race, step):
        steps = max(steps, int(table.keys[-1]))
    return Fraction(table.by_roll(steps)["multiplier"])


def plain_multiple(share: Fraction) -> str:
    """A multiple as players read it: 1.5, or 4/3 where no short decimal exists."""
    return _plain(*share.as_integer_ratio())


@lru_cache(maxsize=1024)
def _plain(over: int, under: int) -> str:
    share = Fraction(over, under)
    if under == 1:
        return str(over)
    tenths = share * 10
    if tenths.denominator != 1:
        return str(share)
    whole, tenth = divmod(tenths.numerator, 10)
    return f"{whole}.{tenth}" if tenth else str(whole)


def is_uninhabitable(race: Race, step: str, settings: Settings) -> bool:
    """Whether only shipped-in colonists make a colony grow there (CW-7.0-07)."""
    first = int(tables(settings)["CW-TAB-STEP-MULT"].keys[-1])
    return is_extreme(race, step) or steps_for(race, step) >= first


def colony_cost(max_cp: int, multiple: Fraction) -> int:
    """CPs that settle a world of this maximum fully, rounded up (CW-7.0-02)."""
    return -(-max_cp * multiple.numerator // multiple.denominator)


def colony_size(cps: int, multiple: Fraction, max_cp: int) -> int:
    """The size in CPs that this many spent CPs give, rounded down and never above the maximum (CW-7.0-04)."""
    return min(max_cp, floor(cps / multiple))


HEAT_TEXTS = {
    "0": "frozen",
    "1": "bitterly cold",
    "2": "bitterly cold",
    "3": "freezing",
    "4": "cool",
    "5": "mild",
    "6": "warm",
    "7": "hot",
    "8": "hot",
    "9": "searing",
    "X": "molten",
}
SIZE_TEXTS = {
    "0": "rubble",
    "1": "planetoid",
    "2": "planetoid",
    "3": "small world",
    "4": "small world",
    "9": "huge world",
    "X": "giant",
}
WATER_CODE = "6"


def describe_world(step: str, settings: Settings) -> str:
    """A world in words: `mild world, normal air, living, active crust`. Water worlds say what their water is like (CW-B-48).

    GameError for what is no STEP code.
    """
    size, heat, air, surface = tuple(check_step(step))
    names = tables(settings)["CW-B-T21"]
    kind = SIZE_TEXTS.get(size, "world")
    ground = (
        f"water: {seas(heat)}" if surface == WATER_CODE else f"{names.cell(surface, 'planet')}, {crust(surface)} crust"
    )
    return f"{HEAT_TEXTS[heat]} {kind}, {names.cell(air, 'environment')} air, {ground}"


def seas(heat: str) -> str:
    """What the water of a water world is like at a temperature code (CW-B-48); hotter ones are none (CW-B-47)."""
    if heat == "6":
        return "swamps and shallow seas"
    if heat == "5":
        return "oceans"
    if heat == "4":
        return "ice, with open water round the equator"
    return "ice through and through" if heat in "0123" else "steam"


def crust(surface: str) -> str:
    """What a planet code but water means underfoot: low codes are inert, 5 is active, high ones are restless (CW-B-46)."""
    return "inert" if surface in "01234" else "active" if surface == "5" else "restless"
